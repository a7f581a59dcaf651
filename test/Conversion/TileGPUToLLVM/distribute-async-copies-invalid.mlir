// RUN: tile-opt %s --tile-distribute-to-threads --split-input-file --verify-diagnostics

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#line = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @narrow(%p: tensor<32x!tile.ptr<f16>, #one>) attributes {tilegpu.shared_memory = 64 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<32xf16, #line>
  // expected-error @below {{'tilegpu.async_copy' op expected a layout, addresses, a mask and a place for copies of 4, 8 or 16 bytes, found copies of 2 bytes}}
  tilegpu.async_copy %p, %0 : tensor<32x!tile.ptr<f16>, #one>, !tilegpu.memdesc<32xf16, #line>
  tile.return
}
}

// -----

// The rows of the place are the columns of the tile.
#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @transposed(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}) attributes {tilegpu.shared_memory = 128 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<8x16xi8, #columns>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #tile.slice<{dim = 0, parent = #rows}>>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #tile.slice<{dim = 0, parent = #rows}>> -> tensor<1x16xi32, #rows>
  %b = tile.broadcast %c : tensor<1x16xi32, #rows> -> tensor<8x16xi32, #rows>
  %s = tile.splat %p : !tile.ptr<i8> -> tensor<8x16x!tile.ptr<i8>, #rows>
  %q = tile.addptr %s, %b : tensor<8x16x!tile.ptr<i8>, #rows>, tensor<8x16xi32, #rows>
  // expected-error @below {{found copies of 1 byte}}
  tilegpu.async_copy %q, %0 : tensor<8x16x!tile.ptr<i8>, #rows>, !tilegpu.memdesc<8x16xi8, #columns>
  tile.return
}
}
