// RUN: tile-opt %s --split-input-file --verify-diagnostics

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @cache_modifier(%p: tensor<32x!tile.ptr<f32>, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #s>
  // expected-error @below {{'tilegpu.async_copy' op expected the cache modifier ca or cg, found cs}}
  tilegpu.async_copy %p, %0 cacheModifier = cs : tensor<32x!tile.ptr<f32>, #a>, !tilegpu.memdesc<32xf32, #s>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @truth_values(%p: tensor<32x!tile.ptr<i1>, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xi1, #s>
  // expected-error @below {{'tilegpu.async_copy' op expected pointers to elements other than i1, found}}
  tilegpu.async_copy %p, %0 : tensor<32x!tile.ptr<i1>, #a>, !tilegpu.memdesc<32xi1, #s>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @state_space(%p: tensor<32x!tile.ptr<f32, 3>, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #s>
  // expected-error @below {{'tilegpu.async_copy' op expected pointers to global memory, found}}
  tilegpu.async_copy %p, %0 : tensor<32x!tile.ptr<f32, 3>, #a>, !tilegpu.memdesc<32xf32, #s>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @several_places(%p: tensor<32x!tile.ptr<f32>, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<3x32xf32, #s>
  // expected-error @below {{'tilegpu.async_copy' op expected one place, found}}
  tilegpu.async_copy %p, %0 : tensor<32x!tile.ptr<f32>, #a>, !tilegpu.memdesc<3x32xf32, #s>
  tile.return
}

// -----

tile.func private @negative_wait() {
  // expected-error @below {{'tilegpu.async_wait' op expected 0 or more pending groups, found -1}}
  tilegpu.async_wait {pending = -1 : i32}
  tile.return
}

// -----

#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
tile.func private @index_of_one_place(%i: i32) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #s>
  // expected-error @below {{'tilegpu.memdesc_index' op expected several places and one of them, found}}
  %1 = tilegpu.memdesc_index %0[%i] : !tilegpu.memdesc<32xf32, #s> -> !tilegpu.memdesc<32xf32, #s>
  tile.return
}
