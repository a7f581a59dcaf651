// RUN: tile-opt %s --tile-pipeline-loops -split-input-file -verify-diagnostics

// Schedules that are not possible are errors, and nothing is changed.

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @outside_of_a_loop(%p: tensor<4x32x!tile.ptr<f32>, #rows>) {
  // expected-error @below {{'tile.load' op expected to be in the body of scf.for, as it has 'tilegpu.ahead', found it in 'tile.func'}}
  %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  tile.return
}
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @too_few_places(%p: tensor<4x32x!tile.ptr<f32>, #rows>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' to name 2 iterations and 3 places, as all copies of the loop do, found 2 and 2}}
    %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<2x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  }
  tile.return
}
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @no_place_for_products_in_flight(%p: tensor<4x32x!tile.ptr<f32>, #rows>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' to name 2 iterations and 4 places, as all copies of the loop do, found 2 and 3}}
    %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  } {tilegpu.products_in_flight}
  tile.return
}
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @two_distances(%p: tensor<4x32x!tile.ptr<f32>, #rows>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
    // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' to name 2 iterations and 3 places, as all copies of the loop do, found 1 and 2}}
    %1 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<1 by copy in !tilegpu.memdesc<2x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  }
  tile.return
}
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @registers_too_far_ahead(%p: tensor<4x32x!tile.ptr<f32>, #rows>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' to name 2 iterations and 2 places, as what waits in registers does, found 3 and 4}}
    %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<3 by registers in !tilegpu.memdesc<4x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  }
  tile.return
}
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @address_with_effects(%p: tensor<4x32x!tile.ptr<f32>, #rows>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{'scf.for' op has loads that cannot run ahead: what makes its address has effects}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %i : i32 -> i32
    %o = tile.splat %x : i32 -> tensor<4x32xi32, #rows>
    %q = tile.addptr %p, %o : tensor<4x32x!tile.ptr<f32>, #rows>, tensor<4x32xi32, #rows>
    %0 = tile.load %q {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  }
  tile.return
}
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @producer_without_boxes(%p: tensor<4x32x!tile.ptr<f32>, #rows>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{'scf.for' op cannot have 'tilegpu.producer_warp': expected loads ahead, all by box, found others or none}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  } {tilegpu.producer_warp}
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @product_warp_without_a_product(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{'scf.for' op cannot have 'tilegpu.product_warp': expected a producer warp, and one product, of its loads}}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {tilegpu.product_warp}
  tile.return
}
}
