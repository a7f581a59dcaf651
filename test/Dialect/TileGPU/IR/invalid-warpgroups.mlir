// RUN: tile-opt %s -split-input-file -verify-diagnostics

#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
tile.func private @trans_of_several_places() {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<2x64x64xf16, #s>
  // expected-error @below {{'tilegpu.memdesc_trans' op expected one place of a matrix, found '!tilegpu.memdesc<2x64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>>'}}
  %1 = tilegpu.memdesc_trans %0 : !tilegpu.memdesc<2x64x64xf16, #s> -> !tilegpu.memdesc<64x64xf16, #s>
  tile.return
}

// -----

#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @trans_of_a_vector() {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf16, #s>
  // expected-error @below {{expected one place of a matrix, found '!tilegpu.memdesc<32xf16}}
  %1 = tilegpu.memdesc_trans %0 : !tilegpu.memdesc<32xf16, #s> -> !tilegpu.memdesc<32xf16, #s>
  tile.return
}

// -----

#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
tile.func private @trans_to_another_shape() {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32x64xf16, #s>
  // expected-error-re @below {{expected '!tilegpu.memdesc<64x32xf16, #tilegpu.linear_shared<{{.*}}>>', found '!tilegpu.memdesc<32x64xf16, #tilegpu.swizzled_shared}}
  %1 = tilegpu.memdesc_trans %0 : !tilegpu.memdesc<32x64xf16, #s> -> !tilegpu.memdesc<32x64xf16, #s>
  tile.return
}

// -----

#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
tile.func private @trans_to_other_bytes() {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  // expected-error-re @below {{expected '!tilegpu.memdesc<64x64xf16, #tilegpu.linear_shared<{{.*}}>>', found '!tilegpu.memdesc<64x64xf16, #tilegpu.swizzled_shared}}
  %1 = tilegpu.memdesc_trans %0 : !tilegpu.memdesc<64x64xf16, #s> -> !tilegpu.memdesc<64x64xf16, #s>
  tile.return
}

// -----

#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#t = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
tile.func private @trans_to_other_elements() {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  // expected-error-re @below {{expected '!tilegpu.memdesc<64x64xf16, #tilegpu.linear_shared<{{.*}}>>', found '!tilegpu.memdesc<64x64xbf16}}
  %1 = tilegpu.memdesc_trans %0 : !tilegpu.memdesc<64x64xf16, #s> -> !tilegpu.memdesc<64x64xbf16, #t>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
tile.func private @dot_of_several_places(%c: tensor<64x64xf32, #mma>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<2x64x64xf16, #s>
  // expected-error @below {{'tilegpu.warpgroup_dot' op expected one place, found '!tilegpu.memdesc<2x64x64xf16}}
  %d = tilegpu.warpgroup_dot %0, %1, %c : !tilegpu.memdesc<64x64xf16, #s>, !tilegpu.memdesc<2x64x64xf16, #s>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
tile.func private @dot_of_another_sum(%c: tensor<64x64xf16, #mma>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  // expected-error-re @below {{expected a sum of the result's type, found 'tensor<64x64xf16, {{.*}}>' and '!tilegpu.pending<tensor<64x64xf32, {{.*}}>>'}}
  %d = tilegpu.warpgroup_dot %0, %0, %c : !tilegpu.memdesc<64x64xf16, #s>, !tilegpu.memdesc<64x64xf16, #s>, tensor<64x64xf16, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
tile.func private @dot_of_another_depth(%c: tensor<64x64xf32, #mma>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<32x64xf16, #s>
  // expected-error @below {{expected matrices of M x K, K x N and M x N, found [64, 64], [32, 64] and [64, 64]}}
  %d = tilegpu.warpgroup_dot %0, %1, %c : !tilegpu.memdesc<64x64xf16, #s>, !tilegpu.memdesc<32x64xf16, #s>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#a = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
tile.func private @dot_of_a_vector(%a: tensor<64xf16, #a>, %c: tensor<64x64xf32, #mma>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  // expected-error @below {{expected matrices of M x K, K x N and M x N, found [64], [64, 64] and [64, 64]}}
  %d = tilegpu.warpgroup_dot %a, %0, %c : tensor<64xf16, #a>, !tilegpu.memdesc<64x64xf16, #s>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}

// -----

#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
tile.func private @dot_without_layout(%c: tensor<64x64xf32>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  // expected-error @below {{expected tiles with a layout, found 'tensor<64x64xf32>'}}
  %d = tilegpu.warpgroup_dot %0, %0, %c : !tilegpu.memdesc<64x64xf16, #s>, !tilegpu.memdesc<64x64xf16, #s>, tensor<64x64xf32> -> !tilegpu.pending<tensor<64x64xf32>>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
tile.func private @wait_for_another_sum() {
  %s = builtin.unrealized_conversion_cast to !tilegpu.pending<tensor<64x64xf32, #mma>>
  // expected-error-re @below {{'tilegpu.warpgroup_wait' op expected a result of the sum's type, found '!tilegpu.pending<tensor<64x64xf32, {{.*}}>>' and 'tensor<64x64xf16, {{.*}}>'}}
  %d = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf16, #mma>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
tile.func private @wait_for_too_many() {
  %s = builtin.unrealized_conversion_cast to !tilegpu.pending<tensor<64x64xf32, #mma>>
  // expected-error @below {{expected 0 to 7 pending products, found 8}}
  %d = tilegpu.warpgroup_wait %s {pending = 8 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
tile.func private @wait_for_fewer_than_none() {
  %s = builtin.unrealized_conversion_cast to !tilegpu.pending<tensor<64x64xf32, #mma>>
  // expected-error @below {{expected 0 to 7 pending products, found -1}}
  %d = tilegpu.warpgroup_wait %s {pending = -1 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
tile.func private @wait_for_all_that_is_in_flight() {
  %s = builtin.unrealized_conversion_cast to !tilegpu.pending<tensor<64x64xf32, #mma>>
  // expected-error-re @below {{expected a tile if no product is pending, found '!tilegpu.pending<tensor<64x64xf32, {{.*}}>>'}}
  %d = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
tile.func private @right_operand_in_registers(%a: tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %c: tensor<64x64xf32, #mma>) {
  // expected-error @below {{'tilegpu.warpgroup_dot' op operand #1 must be tile in shared memory, but got}}
  %d = "tilegpu.warpgroup_dot"(%a, %a, %c) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0>}> : (tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<64x64xf32, #mma>) -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  tile.return
}
