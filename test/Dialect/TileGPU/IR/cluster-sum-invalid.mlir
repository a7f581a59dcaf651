// RUN: tile-opt %s -split-input-file -verify-diagnostics

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#flat = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @of_halves(%x: tensor<64x64xf16, #mma>) {
  %place = tilegpu.local_alloc : !tilegpu.memdesc<4096xi32, #flat>
  // expected-error@+1 {{expected elements of f32 or i32, found 'tensor<64x64xf16}}
  %sum = tilegpu.cluster_sum %x, %place : tensor<64x64xf16, #mma>, !tilegpu.memdesc<4096xi32, #flat>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#flat = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @no_words(%x: tensor<64x64xf32, #mma>) {
  %place = tilegpu.local_alloc : !tilegpu.memdesc<4096xf32, #flat>
  // expected-error@+1 {{expected a place of words in order, found '!tilegpu.memdesc<4096xf32}}
  %sum = tilegpu.cluster_sum %x, %place : tensor<64x64xf32, #mma>, !tilegpu.memdesc<4096xf32, #flat>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#flat = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @too_few(%x: tensor<64x64xf32, #mma>) {
  %place = tilegpu.local_alloc : !tilegpu.memdesc<64xi32, #flat>
  // expected-error@+1 {{expected a place of at least a word for each of 128 threads, found '!tilegpu.memdesc<64xi32}}
  %sum = tilegpu.cluster_sum %x, %place : tensor<64x64xf32, #mma>, !tilegpu.memdesc<64xi32, #flat>
  tile.return
}
}
