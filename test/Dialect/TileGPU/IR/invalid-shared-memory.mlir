// RUN: tile-opt %s -split-input-file -verify-diagnostics

// Operations on shared memory that are wrong.

#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @store_without_layout(%x: tensor<32xf32>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #shared>
  // expected-error @below {{'tilegpu.local_store' op expected a tile with a layout, found 'tensor<32xf32>'}}
  tilegpu.local_store %x, %0 : tensor<32xf32>, !tilegpu.memdesc<32xf32, #shared>
  tile.return
}

// -----

#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @load_without_layout() {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #shared>
  // expected-error @below {{'tilegpu.local_load' op expected a tile with a layout, found 'tensor<32xf32>'}}
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<32xf32, #shared> -> tensor<32xf32>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @store_shape(%x: tensor<64xf32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #shared>
  // expected-error @below {{'tilegpu.local_store' op expected a tile and a place of one shape and element type, found 'tensor<64xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>' and '!tilegpu.memdesc<32xf32, #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>>'}}
  tilegpu.local_store %x, %0 : tensor<64xf32, #a>, !tilegpu.memdesc<32xf32, #shared>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @load_element_type() {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #shared>
  // expected-error @below {{'tilegpu.local_load' op expected a tile and a place of one shape and element type, found 'tensor<32xi32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>' and '!tilegpu.memdesc<32xf32, #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>>'}}
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<32xf32, #shared> -> tensor<32xi32, #a>
  tile.return
}

// -----

tile.func private @store_to_a_tile(%x: tensor<32xf32>) {
  // expected-error @below {{'tilegpu.local_store' op operand #1 must be tile in shared memory, but got 'tensor<32xf32>'}}
  "tilegpu.local_store"(%x, %x) : (tensor<32xf32>, tensor<32xf32>) -> ()
  tile.return
}

// -----

tile.func private @place_of_a_tile() {
  // expected-error @below {{'tilegpu.local_alloc' op result #0 must be tile in shared memory, but got 'tensor<32xf32>'}}
  %0 = "tilegpu.local_alloc"() : () -> tensor<32xf32>
  tile.return
}

// -----

tile.func private @group_without_number() {
  // expected-error @below {{'tilegpu.barrier' op expected 'id' and 'warps' with scope group, and with no other, found scope group}}
  tilegpu.barrier group {warps = 2 : i32}
  tile.return
}

// -----

tile.func private @number_of_a_warp() {
  // expected-error @below {{'tilegpu.barrier' op expected 'id' and 'warps' with scope group, and with no other, found scope warp}}
  tilegpu.barrier warp {id = 2 : i32}
  tile.return
}

// -----

tile.func private @the_barrier_of_the_cta() {
  // expected-error @below {{'tilegpu.barrier' op expected an 'id' from 1 to 15, found 0}}
  tilegpu.barrier group {id = 0 : i32, warps = 2 : i32}
  tile.return
}

// -----

tile.func private @barrier_beyond() {
  // expected-error @below {{'tilegpu.barrier' op expected an 'id' from 1 to 15, found 16}}
  tilegpu.barrier group {id = 16 : i32, warps = 2 : i32}
  tile.return
}

// -----

tile.func private @no_warps() {
  // expected-error @below {{'tilegpu.barrier' op expected 1 to 32 'warps', found 0}}
  tilegpu.barrier group {id = 1 : i32, warps = 0 : i32}
  tile.return
}

// -----

tile.func private @too_many_warps() {
  // expected-error @below {{'tilegpu.barrier' op expected 1 to 32 'warps', found 33}}
  tilegpu.barrier group {id = 1 : i32, warps = 33 : i32}
  tile.return
}

// -----

tile.func private @negative_offset() {
  // expected-error @below {{'tilegpu.local_alloc' op expected 'tilegpu.offset' to be a number of bytes on tilegpu.local_alloc, found -16 : i32}}
  %0 = tilegpu.local_alloc {tilegpu.offset = -16 : i32} : !tilegpu.memdesc<2xf32, #tilegpu.linear_shared<[[1]]>>
  tile.return
}

// -----

tile.func private @offset_of_another_type() {
  // expected-error @below {{'tilegpu.local_alloc' op expected 'tilegpu.offset' to be a number of bytes on tilegpu.local_alloc, found "16"}}
  %0 = tilegpu.local_alloc {tilegpu.offset = "16"} : !tilegpu.memdesc<2xf32, #tilegpu.linear_shared<[[1]]>>
  tile.return
}

// -----

tile.func private @large_offset() {
  // expected-error @below {{'tilegpu.local_alloc' op expected 'tilegpu.offset' to be a number of bytes on tilegpu.local_alloc, found 2147483648 : i64}}
  %0 = tilegpu.local_alloc {tilegpu.offset = 2147483648 : i64} : !tilegpu.memdesc<2xf32, #tilegpu.linear_shared<[[1]]>>
  tile.return
}

// -----

tile.func private @offset_on_another_operation() {
  // expected-error @below {{'tilegpu.barrier' op expected 'tilegpu.offset' to be a number of bytes on tilegpu.local_alloc, found 16 : i32}}
  tilegpu.barrier cta {tilegpu.offset = 16 : i32}
  tile.return
}

// -----

tile.func private @bytes_on_another_operation() {
  // expected-error @below {{'tilegpu.barrier' op expected 'tilegpu.shared_memory' to be a number of bytes on a function, found 16 : i32}}
  tilegpu.barrier cta {tilegpu.shared_memory = 16 : i32}
  tile.return
}

// -----

// expected-error @below {{'tile.func' op expected 'tilegpu.shared_memory' to be a number of bytes on a function, found true}}
tile.func private @bytes_of_another_type() attributes {tilegpu.shared_memory = true}

// -----

// expected-error @below {{'tile.func' op unknown attribute 'tilegpu.bytes'}}
tile.func private @unknown_attribute() attributes {tilegpu.bytes = 16 : i32}
