// RUN: tile-opt %s -split-input-file -verify-diagnostics

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

tile.func private @number_of_iterations(%p: tensor<4x32x!tile.ptr<f32>, #rows>) {
  // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' to be #tilegpu.ahead on a tile.load of a tile, found 2 : i32}}
  %0 = tile.load %p {tilegpu.ahead = 2 : i32} : tensor<4x32x!tile.ptr<f32>, #rows>
  tile.return
}

// -----

#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

tile.func private @ahead_of_a_scalar(%p: !tile.ptr<f32>) {
  // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' to be #tilegpu.ahead on a tile.load of a tile, found #tilegpu.ahead<2 by copy in}}
  %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x4x32xf32, #shared>>} : !tile.ptr<f32>
  tile.return
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

tile.func private @one_place(%p: tensor<4x32x!tile.ptr<f32>, #rows>) {
  // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' to name several places of 4, 32 elements of 'f32', found '!tilegpu.memdesc<4x32xf32, #tilegpu.swizzled_shared}}
  %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  tile.return
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>

tile.func private @no_places(%p: tensor<4x32x!tile.ptr<f32>, #rows>) {
  // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' to name several places of 4, 32 elements of 'f32', found 'i32'}}
  %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in i32>} : tensor<4x32x!tile.ptr<f32>, #rows>
  tile.return
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

tile.func private @no_iteration(%p: tensor<4x32x!tile.ptr<f32>, #rows>) {
  // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' of at least 1 iteration, found 0}}
  %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<0 by copy in !tilegpu.memdesc<1x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  tile.return
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

tile.func private @box_without_a_map(%p: tensor<4x32x!tile.ptr<f32>, #rows>) {
  // expected-error @below {{'tile.load' op expected 'tilegpu.ahead' of a box on a load with a tensor map, found none}}
  %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<1 by box in !tilegpu.memdesc<2x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  tile.return
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

tile.func private @another_word(%p: tensor<4x32x!tile.ptr<f32>, #rows>) {
  // expected-error @below {{failed to parse TileGPU_AheadAttr parameter 'kind'}}
  // expected-error @below {{expected ::mlir::tilegpu::AheadKind to be one of: copy, copy_if_full, box, registers}}
  %0 = tile.load %p {tilegpu.ahead = #tilegpu.ahead<1 by tma in !tilegpu.memdesc<2x4x32xf32, #shared>>} : tensor<4x32x!tile.ptr<f32>, #rows>
  tile.return
}

// -----

// expected-error @below {{'tile.func' op expected 'tilegpu.product_warp' to be a unit attribute on scf.for, found unit}}
tile.func private @product_warp_on_a_function() attributes {tilegpu.product_warp}

// -----

tile.func private @programs_with_a_number(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{'scf.for' op expected 'tilegpu.programs' to be a unit attribute on scf.for, found 3 : i32}}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {tilegpu.programs = 3 : i32}
  tile.return
}

// -----

tile.func private @producer_warp_on_a_barrier() {
  // expected-error @below {{'tilegpu.barrier' op expected 'tilegpu.producer_warp' to be a unit attribute on scf.for or a function, found unit}}
  tilegpu.barrier cta {tilegpu.producer_warp}
  tile.return
}

// -----

tile.func private @late_on_a_load(%p: tensor<4x32x!tile.ptr<f32>>) {
  // expected-error @below {{'tile.load' op expected 'tilegpu.late' to be a unit attribute on tilegpu.warpgroup_dot, found unit}}
  %0 = tile.load %p {tilegpu.late} : tensor<4x32x!tile.ptr<f32>>
  tile.return
}

// -----

tile.func private @slice_of_nothing(%a: tensor<16x16xf32>) {
  // expected-error @below {{'tile.dot' op expected 'tilegpu.slice' to be a number of elements along K, at least 1, on tile.dot, found 0 : i64}}
  %0 = tile.dot %a, %a, %a {tilegpu.slice = 0 : i64} : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tile.return
}

// -----

tile.func private @turns_of_a_barrier() {
  // expected-error @below {{'tilegpu.barrier' op expected 'tilegpu.turns' to be a unit attribute on scf.for, found unit}}
  tilegpu.barrier cta {tilegpu.turns}
  tile.return
}

// -----

tile.func private @first_slice_of_a_number(%n: i32) {
  %c0 = arith.constant 0 : i32
  // expected-error @below {{'scf.for' op expected 'tilegpu.first_slice_ahead' to be a unit attribute on scf.for, found 2 : i32}}
  scf.for %i = %c0 to %n step %n : i32 {
  } {tilegpu.first_slice_ahead = 2 : i32}
  tile.return
}

// -----

tile.func private @scheduled_barrier() {
  // expected-error @below {{'tilegpu.barrier' op expected 'tilegpu.products_scheduled' to be a unit attribute on a function, found unit}}
  tilegpu.barrier cta {tilegpu.products_scheduled}
  tile.return
}
