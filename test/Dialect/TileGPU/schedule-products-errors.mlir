// RUN: tile-opt %s --tile-overlap-products --tile-slice-dots -split-input-file -verify-diagnostics

// Schedules of products that are not possible are errors or remarks.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {
tile.func private @step(%c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %a = tilegpu.local_load %p : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #a>
  %b = tilegpu.local_load %p : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #b>
  // expected-error @below {{'tile.dot' op expected 'tilegpu.slice' to be a multiple of 16 that divides 64, found 24}}
  %d = tile.dot %a, %b, %c {tilegpu.slice = 24 : i64} : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return %d : tensor<64x64xf32, #mma>
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {
tile.func private @registers(%n: i32, %a: tensor<64x64xf16, #a>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{does not load the first operands of its next iteration early: they do not follow a wait for copies, need what the iteration makes, or take too many registers}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c) -> (tensor<64x64xf32, #mma>) : i32 {
    // expected-remark @below {{is not made in steps of 16 of K: its operands do not come from shared memory in parts, or its sums would be others}}
    %d = tile.dot %a, %b, %sum {tilegpu.slice = 16 : i64} : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  } {tilegpu.first_slice_ahead}
  tile.return %r : tensor<64x64xf32, #mma>
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#shared = #tilegpu.linear_shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @only_one(%n: i32, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c) -> (tensor<64x64xf32, #mma>) : i32 {
    // expected-error @below {{'tilegpu.warpgroup_dot' op cannot have 'tilegpu.late': expected the last of several products of scf.for, whose other products need nothing of it, and no other effects than loads and waits for places}}
    %s = tilegpu.warpgroup_dot %p, %p, %sum {tilegpu.late} : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
    %d = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tile.return %r : tensor<64x64xf32, #mma>
}
}
