// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-allocate-tensor-memory

#w = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func public @columns() {
  %a = tilegpu.local_alloc : !tilegpu.memdesc<1xi32, #w>
  %b = tilegpu.local_alloc : !tilegpu.memdesc<4x1xi64, #w>
  // expected-error@+1 {{expected a power of two from 32 to 512 as columns, found 96}}
  %m = tilegpu.tensor_memory_alloc %a, %b {columns = 96 : i32} : <1xi32, #w>, <4x1xi64, #w>
  tile.return
}
}

// -----

#w = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func public @address() {
  %a = tilegpu.local_alloc : !tilegpu.memdesc<2xi32, #w>
  %b = tilegpu.local_alloc : !tilegpu.memdesc<4x1xi64, #w>
  // expected-error@+1 {{expected a place of one i32 as address, found '!tilegpu.memdesc<2xi32}}
  %m = tilegpu.tensor_memory_alloc %a, %b {columns = 32 : i32} : <2xi32, #w>, <4x1xi64, #w>
  tile.return
}
}

// -----

#w = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func public @barriers() {
  %a = tilegpu.local_alloc : !tilegpu.memdesc<1xi32, #w>
  %b = tilegpu.local_alloc : !tilegpu.memdesc<2x1xi64, #w>
  // expected-error@+1 {{expected 4 places of one i64 as barriers, found '!tilegpu.memdesc<2x1xi64}}
  %m = tilegpu.tensor_memory_alloc %a, %b {columns = 32 : i32} : <1xi32, #w>, <2x1xi64, #w>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 256]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
!left = !tilegpu.memdesc<512x64xf16, #s>
!right = !tilegpu.memdesc<64x256xf16, #s>
!sum = tensor<512x256xf32, #mma>
!pending = !tilegpu.pending<!sum>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
// expected-error@+1 {{expected sums of products that take at most 512 columns of tensor memory, found 1024}}
tile.func private @large(%c: !sum) {
  %p = tilegpu.local_alloc : !left
  %q = tilegpu.local_alloc : !right
  %d = tilegpu.warpgroup_dot %p, %q, %c : !left, !right, !sum -> !pending
  %x = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !pending -> !sum
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @places() {
  // expected-error@+1 {{expected sums in a layout of version 5, found 'tensor<64x64xf32}}
  %s = tilegpu.tensor_places : !tilegpu.tensor_places<1, tensor<64x64xf32, #mma>>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func private @count() {
  // expected-error@+1 {{expected 1 or 2 places, found 3}}
  %s = tilegpu.tensor_places : !tilegpu.tensor_places<3, tensor<64x64xf32, #mma>>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func public @alone() {
  // expected-error@+1 {{expected to stand after a tilegpu.producer_warp}}
  tilegpu.product_warp {
  }
  tile.return
}
tile.func private @shapes(%i: i32, %adds: i1) {
  %a = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  %b = tilegpu.local_alloc : !tilegpu.memdesc<64x128xf16, #s>
  %s = tilegpu.tensor_places : !tilegpu.tensor_places<1, tensor<64x64xf32, #mma>>
  // expected-error@+1 {{expected matrices of M x K, K x N and M x N, found}}
  tilegpu.tensor_product %a, %b, %s[%i], %adds : !tilegpu.memdesc<64x64xf16, #s>, !tilegpu.memdesc<64x128xf16, #s>, !tilegpu.tensor_places<1, tensor<64x64xf32, #mma>>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#scales = #tile.linear<{register = [[32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]], block = []}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func private @types(%c: tensor<64x64xf32, #mma>, %t: tensor<64x1xi8, #scales>) {
  %a = tilegpu.local_alloc : !tilegpu.memdesc<64x64xi8, #s>
  %b = tilegpu.local_alloc : !tilegpu.memdesc<64x64xi8, #s>
  // expected-error@+1 {{expected scales and types of elements of both operands or of none}}
  %d = tilegpu.warpgroup_dot %a, %b, %c scale %t, %t : !tilegpu.memdesc<64x64xi8, #s>, !tilegpu.memdesc<64x64xi8, #s>, tensor<64x64xf32, #mma> scale tensor<64x1xi8, #scales>, tensor<64x1xi8, #scales> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}
}
