// RUN: tile-opt %s --tile-find-boxes=remarks=true --split-input-file --verify-diagnostics | FileCheck %s

// Rows from m on may be anything: the store excludes them.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @wraps(
// CHECK-NOT: box
// CHECK-LABEL: tile.func public @wraps_tensor_maps(
// CHECK-SAME: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "f16", extents = {{\[\[}}array<i64: 1, 3>], [array<i64: 1, 2>]], strides = {{\[\[\]}}, [array<i64: 1, 4>]], swizzle = 0 : i32}}
// CHECK-SAME: tile.tensor_map_entry_of = "wraps"
// CHECK: scf.for
// CHECK: tile.load {{.*}} box %{{.*}}[%{{.*}}, %{{.*}}] along [1, 0]
tile.func public @wraps(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %rows_a = arith.remsi %rows, %ms : tensor<128xi32>
  %ra = tile.expand_dims %rows_a {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    %va = tile.load %ap, %ina, %za : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  // expected-remark@below {{is not a box that a bulk copy takes: its elements are not neighbours along one dimension}}
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// The mask is the bound of both dimensions.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: @masks_tensor_maps(
// CHECK-SAME: extents = {{\[\[}}array<i64: 1, 3>], [array<i64: 1, 2>]]
// CHECK: tile.load {{.*}} box
tile.func public @masks(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %ra = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    %va = tile.load %ap, %both, %za : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  // expected-remark@below {{is not a box that a bulk copy takes: its elements are not neighbours along one dimension}}
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// The first row may be negative: the map begins 2^28 rows before.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: @negative_tensor_maps(
// CHECK-SAME: origins = array<i32: 0, 268435456>
// CHECK-NOT: scf.if
// CHECK: %[[ORIGIN:.*]] = arith.constant 268435456 : i32
// CHECK: %[[ROW:.*]] = arith.addi %{{.*}}, %[[ORIGIN]] : i32
// CHECK-NOT: scf.if
// CHECK: tile.load {{.*}} box %{{.*}}[%{{.*}}, %[[ROW]]]
tile.func public @negative(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.subi %pid, %x : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %ra = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    %va = tile.load %ap, %both, %za : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  // expected-remark@below {{is not a box that a bulk copy takes: its elements are not neighbours along one dimension}}
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Columns without a bound that may be negative are none: they may be too many
// for 32 bits.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @columns(
// CHECK-NOT: tensor_map
tile.func public @columns(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.subi %pid, %x : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %ra = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %col0 = arith.muli %row0, %c64 : i32
  %cols0 = tile.splat %col0 : i32 -> tensor<64xi32>
  %cols = arith.addi %cols0, %r64 : tensor<64xi32>
  %kc = tile.expand_dims %cols {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %kc : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    // expected-remark@below {{is not a box that a bulk copy takes: a column may be negative}}
    %va = tile.load %ap : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// A bulk copy might not see what a thread wrote.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @written(
// CHECK-NOT: tensor_map
tile.func public @written(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %h = arith.constant 1.0 : f16
  tile.store %a, %h : !tile.ptr<f16>
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %rows_a = arith.remsi %rows, %ms : tensor<128xi32>
  %ra = tile.expand_dims %rows_a {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    // expected-remark@below {{is not a box that a bulk copy takes: the kernel may write what it reads}}
    %va = tile.load %ap, %ina, %za : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// The store takes the rows that wrapped.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @stored(
// CHECK-NOT: tensor_map
tile.func public @stored(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %rows_a = arith.remsi %rows, %ms : tensor<128xi32>
  %ra = tile.expand_dims %rows_a {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    // expected-remark@below {{is not a box that a bulk copy takes: rows or columns that a remainder wraps may reach memory}}
    %va = tile.load %ap, %ina, %za : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %cs, %sum : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// What is not read is 1.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @other(
// CHECK-NOT: tensor_map
tile.func public @other(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %rows_a = arith.remsi %rows, %ms : tensor<128xi32>
  %ra = tile.expand_dims %rows_a {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    // expected-remark@below {{is not a box that a bulk copy takes: elements that are not read become something else than 0}}
    %va = tile.load %ap, %ina, %ones : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Rows lie a number apart that no argument is.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @stride(
// CHECK-NOT: tensor_map
tile.func public @stride(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %rows_a = arith.remsi %rows, %ms : tensor<128xi32>
  %ra = tile.expand_dims %rows_a {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %pid : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    // expected-remark@below {{is not a box that a bulk copy takes: its elements are not neighbours}}
    %va = tile.load %ap, %ina, %za : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Each iteration begins at another place of a line.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @step(
// CHECK-NOT: tensor_map
tile.func public @step(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %rows_a = arith.remsi %rows, %ms : tensor<128xi32>
  %ra = tile.expand_dims %rows_a {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %x : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    // expected-remark@below {{is not a box that a bulk copy takes: its mask is not a bound}}
    %va = tile.load %ap, %ina, %za : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Lines begin anywhere.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @columns(
// CHECK-NOT: tensor_map
tile.func public @columns(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %ra = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %one : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    // expected-remark@below {{is not a box that a bulk copy takes: its lines may begin at other places}}
    %va = tile.load %ap, %inc, %za : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// It must be a load of all threads.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: tile.func public @volatile(
// CHECK-NOT: tensor_map
tile.func public @volatile(%a: !tile.ptr<f16>, %c: !tile.ptr<f32>, %m: i32, %k: i32, %lda: i32, %x: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %za = arith.constant dense<0.0> : tensor<128x64xf16>
  %ones = arith.constant dense<1.0> : tensor<128x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %pid = tile.get_program_id x : i32
  %row0 = arith.muli %pid, %c128 : i32
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %rows_a = arith.remsi %rows, %ms : tensor<128xi32>
  %ra = tile.expand_dims %rows_a {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %strides = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %strides : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %inc = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %steps = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %n = arith.divsi %k, %c64 : i32
  %sum, %a_end = scf.for %i = %zero to %n step %one iter_args(%acc = %zeros, %ap = %as)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %lefts = tile.splat %left : i32 -> tensor<1x64xi32>
    %in0 = arith.cmpi slt, %ka, %lefts : tensor<1x64xi32>
    %ina = tile.broadcast %in0 : tensor<1x64xi1> -> tensor<128x64xi1>
    %both = arith.andi %ina, %inc : tensor<128x64xi1>
    // expected-remark@below {{is not a box that a bulk copy takes: it is volatile or past the caches}}
    %va = tile.load %ap, %ina, %za {isVolatile = true} : tensor<128x64x!tile.ptr<f16>>
    %d = tile.dot %va, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %steps : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    scf.yield %d, %an : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>
  }
  %c1 = tile.broadcast %am : tensor<128x1xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %a2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}
