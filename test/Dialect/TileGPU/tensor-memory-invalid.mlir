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
!left = !tilegpu.memdesc<128x64xf16, #s>
!right = !tilegpu.memdesc<64x256xf16, #s>
!sum = tensor<128x256xf32, #mma>
!pending = !tilegpu.pending<!sum>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
// expected-error@+1 {{expected sums of products that take at most 512 columns of tensor memory, found 768}}
tile.func private @large(%c: !sum) {
  %p = tilegpu.local_alloc : !left
  %q = tilegpu.local_alloc : !right
  %d = tilegpu.warpgroup_dot %p, %q, %c : !left, !right, !sum -> !pending
  %e = tilegpu.warpgroup_dot %p, %q, %c : !left, !right, !sum -> !pending
  %f = tilegpu.warpgroup_dot %p, %q, %c : !left, !right, !sum -> !pending
  %x = tilegpu.warpgroup_wait %d {pending = 2 : i32} : !pending -> !sum
  %y = tilegpu.warpgroup_wait %e {pending = 1 : i32} : !pending -> !sum
  %z = tilegpu.warpgroup_wait %f {pending = 0 : i32} : !pending -> !sum
  tile.return
}
}
