// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @no_instruction(%c: tensor<64x64xbf16, #mma>) attributes {tilegpu.shared_memory = 8192 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x64xbf16, #s>
  // expected-error @below {{'tilegpu.warpgroup_dot' op expected elements that warpgroups multiply, found 'bf16' and 'bf16'}}
  %d = tilegpu.warpgroup_dot %0, %0, %c : !tilegpu.memdesc<64x64xbf16, #s>, !tilegpu.memdesc<64x64xbf16, #s>, tensor<64x64xbf16, #mma> -> !tilegpu.pending<tensor<64x64xbf16, #mma>>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @different_elements(%c: tensor<64x64xf32, #mma>) attributes {tilegpu.shared_memory = 16384 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x64xbf16, #s>
  %1 = tilegpu.local_alloc {tilegpu.offset = 8192 : i32} : !tilegpu.memdesc<64x64xf16, #s>
  // expected-error @below {{expected elements that warpgroups multiply, found 'bf16' and 'f16'}}
  %d = tilegpu.warpgroup_dot %0, %1, %c : !tilegpu.memdesc<64x64xbf16, #s>, !tilegpu.memdesc<64x64xf16, #s>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#other = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @another_swizzle(%c: tensor<64x64xf32, #mma>) attributes {tilegpu.shared_memory = 16384 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x64xf16, #s>
  %1 = tilegpu.local_alloc {tilegpu.offset = 8192 : i32} : !tilegpu.memdesc<64x64xf16, #other>
  // expected-error @below {{expected places that a descriptor can name, found '!tilegpu.memdesc<64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>>' and '!tilegpu.memdesc<64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>>'}}
  %d = tilegpu.warpgroup_dot %0, %1, %c : !tilegpu.memdesc<64x64xf16, #s>, !tilegpu.memdesc<64x64xf16, #other>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#a4 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @left_in_other_registers(%a: tensor<64x64xf16, #a4>, %c: tensor<64x64xf32, #mma>) attributes {tilegpu.shared_memory = 8192 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x64xf16, #s>
  // expected-error-re @below {{expected a left operand in the instruction's layout, found 'tensor<64x64xf16, #tile.dot_op<{opIdx = 0, {{.*}} kWidth = 4}>>'}}
  %d = tilegpu.warpgroup_dot %a, %0, %c : tensor<64x64xf16, #a4>, !tilegpu.memdesc<64x64xf16, #s>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @other_sums(%c: tensor<64x64xf32, #rows>) attributes {tilegpu.shared_memory = 8192 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x64xf16, #s>
  // expected-error @below {{'tilegpu.warpgroup_dot' op expected sums as warpgroups leave them, found 'tensor<64x64xf32, #tile.blocked<}}
  %d = tilegpu.warpgroup_dot %0, %0, %c : !tilegpu.memdesc<64x64xf16, #s>, !tilegpu.memdesc<64x64xf16, #s>, tensor<64x64xf32, #rows> -> !tilegpu.pending<tensor<64x64xf32, #rows>>
  tile.return
}
}
