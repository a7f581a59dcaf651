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

// expected-error @below {{'tile.func' op expected 'tilegpu.products_in_flight' to be a unit attribute on scf.for, found unit}}
tile.func private @in_flight_on_a_function() attributes {tilegpu.products_in_flight}

// -----

// expected-error @below {{'tile.func' op unknown attribute 'tilegpu.bytes'}}
tile.func private @unknown_attribute() attributes {tilegpu.bytes = 16 : i32}

// -----

#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @gather_without_layout(%i: tensor<32xi32>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #shared>
  // expected-error @below {{'tilegpu.local_gather' op expected indices with a layout, found 'tensor<32xi32>'}}
  %1 = tilegpu.local_gather %0[%i] {axis = 0 : i32} : (!tilegpu.memdesc<32xf32, #shared>, tensor<32xi32>) -> tensor<32xf32>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @gather_result(%i: tensor<32xi32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #shared>
  // expected-error @below {{'tilegpu.local_gather' op expected a result of the shape and layout of the indices, with elements of the place, found 'tensor<32xi8, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>'}}
  %1 = tilegpu.local_gather %0[%i] {axis = 0 : i32} : (!tilegpu.memdesc<32xf32, #shared>, tensor<32xi32, #a>) -> tensor<32xi8, #a>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @gather_axis(%i: tensor<32xi32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #shared>
  // expected-error @below {{'tilegpu.local_gather' op expected a place with a dimension 1, found '!tilegpu.memdesc<32xf32, #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>>'}}
  %1 = tilegpu.local_gather %0[%i] {axis = 1 : i32} : (!tilegpu.memdesc<32xf32, #shared>, tensor<32xi32, #a>) -> tensor<32xf32, #a>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.linear_shared<[[0, 1], [0, 2], [1, 0]]>
tile.func private @gather_extents(%i: tensor<4x8xi32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<2x4xf32, #shared>
  // expected-error @below {{'tilegpu.local_gather' op expected indices with the extents of the place except along dimension 1, found '!tilegpu.memdesc<2x4xf32, #tilegpu.linear_shared<[[0, 1], [0, 2], [1, 0]]>>' and 'tensor<4x8xi32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>>'}}
  %1 = tilegpu.local_gather %0[%i] {axis = 1 : i32} : (!tilegpu.memdesc<2x4xf32, #shared>, tensor<4x8xi32, #a>) -> tensor<4x8xf32, #a>
  tile.return
}


// -----

#bins = #tilegpu.linear_shared<[[0, 1], [0, 2], [1, 0]]>
tile.func private @count_without_layout(%x: tensor<32xi32>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<2x4xi32, #bins>
  // expected-error @below {{'tilegpu.local_count' op expected a tile with a layout, found 'tensor<32xi32>'}}
  tilegpu.local_count %x, %0 : tensor<32xi32>, !tilegpu.memdesc<2x4xi32, #bins>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#bins = #tilegpu.linear_shared<[[0, 1], [0, 2], [1, 0]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @count_of_bits(%x: tensor<32xi1, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<2x4xi32, #bins>
  // expected-error @below {{'tilegpu.local_count' op expected numbers of 8 to 64 bits, found 'tensor<32xi1, }}
  tilegpu.local_count %x, %0 : tensor<32xi1, #a>, !tilegpu.memdesc<2x4xi32, #bins>
  tile.return
}
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#bins = #tilegpu.linear_shared<[[0, 1], [0, 2], [1, 0]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @count_in_wide_bins(%x: tensor<32xi32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<2x4xi64, #bins>
  // expected-error @below {{'tilegpu.local_count' op expected rows of bins of i32, found '!tilegpu.memdesc<2x4xi64, }}
  tilegpu.local_count %x, %0 : tensor<32xi32, #a>, !tilegpu.memdesc<2x4xi64, #bins>
  tile.return
}
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#bins = #tilegpu.linear_shared<[[1], [2]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @count_without_rows(%x: tensor<32xi32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<4xi32, #bins>
  // expected-error @below {{'tilegpu.local_count' op expected rows of bins of i32, found '!tilegpu.memdesc<4xi32, }}
  tilegpu.local_count %x, %0 : tensor<32xi32, #a>, !tilegpu.memdesc<4xi32, #bins>
  tile.return
}
}
