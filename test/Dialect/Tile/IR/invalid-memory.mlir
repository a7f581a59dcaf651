// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @addptr_shapes(%p: tensor<4x!tile.ptr<f32>>, %i: i32) {
  // expected-error @below {{requires the same shape for all operands and results}}
  %0 = tile.addptr %p, %i : tensor<4x!tile.ptr<f32>>, i32
  tile.return
}

// -----

tile.func private @addptr_offset(%p: tensor<4x!tile.ptr<f32>>, %i: tensor<4xf32>) {
  // expected-error @below {{operand #1 must be signless integer of 1, 8, 16, 32 or 64 bits or tile of integers}}
  %0 = tile.addptr %p, %i : tensor<4x!tile.ptr<f32>>, tensor<4xf32>
  tile.return
}

// -----

tile.func private @load_no_pointer(%x: tensor<4xf32>) {
  // expected-error @below {{'ptr' must be tile pointer or tile of pointers of tile pointer values, but got 'tensor<4xf32>'}}
  %0 = tile.load %x : tensor<4xf32>
  tile.return
}

// -----

tile.func private @load_pointee(%p: !tile.ptr<i7>) {
  // expected-error @below {{result #0 must be scalar that a tile can hold or tile of scalar that a tile can hold values, but got 'i7'}}
  %0 = tile.load %p : !tile.ptr<i7>
  tile.return
}

// -----

tile.func private @load_other_without_mask(%p: tensor<4x!tile.ptr<f32>>, %o: tensor<4xf32>) {
  // expected-error @below {{expected a mask before 'other', found none}}
  %0 = "tile.load"(%p, %o) {operandSegmentSizes = array<i32: 1, 0, 1, 0, 0>} : (tensor<4x!tile.ptr<f32>>, tensor<4xf32>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @load_cache_wb(%p: tensor<4x!tile.ptr<f32>>) {
  // expected-error @below {{expected a cache modifier of loads (none, ca, cg, cs, cv), found wb}}
  %0 = tile.load %p cacheModifier = wb : tensor<4x!tile.ptr<f32>>
  tile.return
}

// -----

tile.func private @load_cache_wt(%p: tensor<4x!tile.ptr<f32>>) {
  // expected-error @below {{expected a cache modifier of loads (none, ca, cg, cs, cv), found wt}}
  %0 = tile.load %p cacheModifier = wt : tensor<4x!tile.ptr<f32>>
  tile.return
}

// -----

tile.func private @load_result(%p: tensor<4x!tile.ptr<f32>>) {
  // expected-error @below {{failed to verify that the result is what the pointer points to}}
  %0 = "tile.load"(%p) {operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>} : (tensor<4x!tile.ptr<f32>>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @load_mask(%p: tensor<4x!tile.ptr<f32>>, %m: tensor<8xi1>) {
  // expected-error @below {{failed to verify that the mask is i1 in the pointer's shape}}
  %0 = "tile.load"(%p, %m) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>} : (tensor<4x!tile.ptr<f32>>, tensor<8xi1>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @load_other(%p: tensor<4x!tile.ptr<f32>>, %m: tensor<4xi1>, %o: tensor<4xf16>) {
  // expected-error @below {{failed to verify that `other` has the result's type}}
  %0 = "tile.load"(%p, %m, %o) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>} : (tensor<4x!tile.ptr<f32>>, tensor<4xi1>, tensor<4xf16>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @load_segments_sum(%p: tensor<4x!tile.ptr<f32>>) {
  // expected-error @below {{operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "tile.load"(%p) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>} : (tensor<4x!tile.ptr<f32>>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @load_segments_negative(%p: tensor<4x!tile.ptr<f32>>) {
  // expected-error @below {{'operandSegmentSizes' attribute cannot have negative elements}}
  %0 = "tile.load"(%p) {operandSegmentSizes = array<i32: 1, -1, 1, 0, 0>} : (tensor<4x!tile.ptr<f32>>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @load_segments_missing(%p: tensor<4x!tile.ptr<f32>>) {
  // expected-error @below {{does not match with the total size (0)}}
  %0 = "tile.load"(%p) : (tensor<4x!tile.ptr<f32>>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @store_cache_ca(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<4xf32>) {
  // expected-error @below {{expected a cache modifier of stores (none, wb, cg, cs, wt), found ca}}
  tile.store %p, %v cacheModifier = ca : tensor<4x!tile.ptr<f32>>
  tile.return
}

// -----

tile.func private @store_cache_cv(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<4xf32>) {
  // expected-error @below {{expected a cache modifier of stores (none, wb, cg, cs, wt), found cv}}
  tile.store %p, %v cacheModifier = cv : tensor<4x!tile.ptr<f32>>
  tile.return
}

// -----

tile.func private @store_value(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<4xf16>) {
  // expected-error @below {{failed to verify that the value is what the pointer points to}}
  "tile.store"(%p, %v) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>} : (tensor<4x!tile.ptr<f32>>, tensor<4xf16>) -> ()
  tile.return
}

// -----

tile.func private @store_mask(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<4xf32>, %m: i1) {
  // expected-error @below {{failed to verify that the mask is i1 in the pointer's shape}}
  "tile.store"(%p, %v, %m) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>} : (tensor<4x!tile.ptr<f32>>, tensor<4xf32>, i1) -> ()
  tile.return
}

// -----

tile.func private @store_no_operands() {
  // expected-error @below {{expected 2 or more operands, but found 0}}
  "tile.store"() : () -> ()
  tile.return
}

// -----

tile.func private @int_to_ptr_width(%x: i32) {
  // expected-error @below {{operand #0 must be 64-bit signless integer or tile of i64}}
  %0 = tile.int_to_ptr %x : i32 -> !tile.ptr<f32>
  tile.return
}

// -----

tile.func private @ptr_to_int_shape(%p: tensor<4x!tile.ptr<f32>>) {
  // expected-error @below {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tile.ptr_to_int %p : tensor<4x!tile.ptr<f32>> -> tensor<8xi64>
  tile.return
}
