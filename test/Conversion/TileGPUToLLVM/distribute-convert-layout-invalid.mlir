// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @between_warps(%a: tensor<256xf32, #one>) -> tensor<256xf32, #two> {
  // expected-error@+1 {{expected conversions through shared memory to be explicit at this stage; run tile-insert-shared-memory first}}
  %0 = tilegpu.convert_layout %a : tensor<256xf32, #one> -> tensor<256xf32, #two>
  tile.return %0 : tensor<256xf32, #two>
}
}

// -----

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @no_offset(%a: tensor<256xf32, #two>) {
  // expected-error@+1 {{expected an offset in shared memory at this stage; run tile-allocate-shared-memory first}}
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #shared>
  tilegpu.local_store %a, %0 : tensor<256xf32, #two>, !tilegpu.memdesc<256xf32, #shared>
  tile.return
}
}

// -----

#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @offset_of_no_access() attributes {tilegpu.shared_memory = 256 : i32} {
  // expected-error@+1 {{'tilegpu.local_alloc' op expected an offset that is a multiple of 16, found 4}}
  %0 = tilegpu.local_alloc {tilegpu.offset = 4 : i32} : !tilegpu.memdesc<32xf32, #shared>
  tile.return
}
}

// -----

#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @beyond_the_function() attributes {tilegpu.shared_memory = 128 : i32} {
  // expected-error@+1 {{'tilegpu.local_alloc' op expected a function with at least 144 bytes of shared memory, found 128}}
  %0 = tilegpu.local_alloc {tilegpu.offset = 16 : i32} : !tilegpu.memdesc<32xf32, #shared>
  tile.return
}
}

// -----

#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @function_without_bytes() {
  // expected-error@+1 {{'tilegpu.local_alloc' op expected a function with at least 128 bytes of shared memory, found 0}}
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<32xf32, #shared>
  tile.return
}
}
