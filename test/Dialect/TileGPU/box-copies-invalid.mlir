// RUN: tile-opt %s --split-input-file --verify-diagnostics

#plain = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func @place(%map: !tile.tensor_map, %i: i32) {
  %to = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #plain>
  %barrier = tilegpu.local_alloc : !tilegpu.memdesc<1xi64, #word>
  // expected-error@below {{expected a place of swizzled lines, found}}
  tilegpu.box_copy %map[%i, %i], %to, %barrier along [1, 0] : !tilegpu.memdesc<64x64xf16, #plain>, !tilegpu.memdesc<1xi64, #word>
  tile.return
}

// -----

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func @coordinates(%map: !tile.tensor_map, %i: i32) {
  %to = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #lines>
  %barrier = tilegpu.local_alloc : !tilegpu.memdesc<1xi64, #word>
  // expected-error@below {{expected 2 to 5 coordinates, found 1}}
  tilegpu.box_copy %map[%i], %to, %barrier along [1, 0] : !tilegpu.memdesc<64x64xf16, #lines>, !tilegpu.memdesc<1xi64, #word>
  tile.return
}

// -----

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>

tile.func @barrier(%map: !tile.tensor_map, %i: i32) {
  %to = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #lines>
  // expected-error@below {{expected a place of one i64 as barrier, found}}
  tilegpu.box_copy %map[%i, %i], %to, %to along [1, 0] : !tilegpu.memdesc<64x64xf16, #lines>, !tilegpu.memdesc<64x64xf16, #lines>
  tile.return
}

// -----

#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func @count() {
  %barriers = tilegpu.local_alloc : !tilegpu.memdesc<2x1xi64, #word>
  // expected-error@below {{expected a count of 1 to 1048575, found 0}}
  tilegpu.mbarrier_init %barriers {count = 0 : i32} : !tilegpu.memdesc<2x1xi64, #word>
  tile.return
}

// -----

// expected-error@below {{expected 'tile.tensor_map' of argument 1 to describe a tensor at an argument before this tensor map, found}}
tile.func public @map(%a: i32, %map: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1>, element = "f16", extents = [unit], strides = [[]], swizzle = 0 : i32}}) {
  tile.return
}

// -----

tile.func @load(%map: !tile.tensor_map, %i: i32) {
  %q = arith.constant 0 : i64
  %q1 = tile.int_to_ptr %q : i64 -> !tile.ptr<f16>
  %p = tile.splat %q1 : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  // expected-error@below {{expected a box of a tile with up to 5 coordinates and each of the tile's dimensions once, found 2 coordinates along [1, 1]}}
  %0 = tile.load %p box %map[%i, %i] along [1, 1] : tensor<64x64x!tile.ptr<f16>>
  tile.return
}

// -----

#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func @line(%map: !tile.tensor_map, %i: i32) {
  %to = tilegpu.local_alloc : !tilegpu.memdesc<16xf32, #word>
  %barrier = tilegpu.local_alloc : !tilegpu.memdesc<1xi64, #word>
  // expected-error@below {{expected a place of elements in order, a multiple of 128 bytes, found '!tilegpu.memdesc<16xf32}}
  tilegpu.box_copy %map[%i], %to, %barrier along [0] : !tilegpu.memdesc<16xf32, #word>, !tilegpu.memdesc<1xi64, #word>
  tile.return
}

// -----

#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func @asks_anywhere() {
  %answer = tilegpu.local_alloc : !tilegpu.memdesc<2xi64, #word>
  %barrier = tilegpu.local_alloc : !tilegpu.memdesc<1xi64, #word>
  // expected-error@below {{expected to be in 'tilegpu.producer_warp'}}
  tilegpu.request_program %answer, %barrier : !tilegpu.memdesc<2xi64, #word>, !tilegpu.memdesc<1xi64, #word>
  tile.return
}

// -----

#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func @answer() {
  %answer = tilegpu.local_alloc : !tilegpu.memdesc<4xi64, #word>
  // expected-error@below {{expected a place of two i64 as answer, found '!tilegpu.memdesc<4xi64}}
  tilegpu.read_program %answer : !tilegpu.memdesc<4xi64, #word>
  tile.return
}

// -----

#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func public @request(%p: !tile.ptr<i32>) {
  %answer = tilegpu.local_alloc : !tilegpu.memdesc<2xi64, #word>
  tilegpu.producer_warp {
    // expected-error@below {{expected a place of one i64 as barrier, found '!tilegpu.memdesc<2xi64}}
    tilegpu.request_program %answer, %answer : !tilegpu.memdesc<2xi64, #word>, !tilegpu.memdesc<2xi64, #word>
  }
  tile.return
}
