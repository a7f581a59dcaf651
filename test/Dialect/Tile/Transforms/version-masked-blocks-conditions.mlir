// RUN: tile-opt %s --tile-version-masked-blocks=all-masks | FileCheck %s

// The scalar test that stands for each form of mask.

// CHECK-LABEL: tile.func private @two_dimensions
// CHECK-SAME:    %{{.*}}: tensor<16x32x!tile.ptr<f32>>, %[[R0:.*]]: i32, %[[C0:.*]]: i32, %[[M:.*]]: i32, %[[K:.*]]: i32)
// CHECK:         %[[R:.*]] = arith.extsi %[[R0]] : i32 to i64
// CHECK:         %[[RMAX:.*]] = arith.addi %[[R]], %c15_i64
// CHECK:         %[[MW:.*]] = arith.extsi %[[M]] : i32 to i64
// CHECK:         %[[ROWS:.*]] = arith.cmpi slt, %[[RMAX]], %[[MW]]
// CHECK:         %[[C:.*]] = arith.extsi %[[C0]] : i32 to i64
// CHECK:         %[[CMAX:.*]] = arith.addi %[[C]], %c31_i64
// CHECK:         %[[KW:.*]] = arith.extsi %[[K]] : i32 to i64
// CHECK:         %[[COLS:.*]] = arith.cmpi slt, %[[CMAX]], %[[KW]]
// CHECK:         %[[OK:.*]] = arith.andi %[[ROWS]], %[[COLS]] : i1
// CHECK:         scf.if %[[OK]]
tile.func private @two_dimensions(%p: tensor<16x32x!tile.ptr<f32>>, %r0: i32, %c0: i32, %m: i32, %k: i32) -> tensor<16x32xf32> {
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %rs = tile.splat %r0 : i32 -> tensor<16xi32>
  %cs = tile.splat %c0 : i32 -> tensor<32xi32>
  %rows = arith.addi %rs, %r : tensor<16xi32>
  %cols = arith.addi %cs, %c : tensor<32xi32>
  %ms = tile.splat %m : i32 -> tensor<16xi32>
  %ks = tile.splat %k : i32 -> tensor<1x32xi32>
  %rm = arith.cmpi slt, %rows, %ms : tensor<16xi32>
  %rm2 = tile.expand_dims %rm {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %cols2 = tile.expand_dims %cols {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %cm = arith.cmpi slt, %cols2, %ks : tensor<1x32xi32>
  %rmb = tile.broadcast %rm2 : tensor<16x1xi1> -> tensor<16x32xi1>
  %cmb = tile.broadcast %cm : tensor<1x32xi1> -> tensor<16x32xi1>
  %mask = arith.andi %rmb, %cmb : tensor<16x32xi1>
  %a = tile.load %p, %mask : tensor<16x32x!tile.ptr<f32>>
  tile.return %a : tensor<16x32xf32>
}

// CHECK-LABEL: tile.func private @sle
// CHECK:         %[[X:.*]] = arith.addi %{{.*}}, %c63_i64
// CHECK:         arith.cmpi sle, %[[X]], %{{.*}} : i64
// CHECK-NEXT:    scf.if
tile.func private @sle(%p: tensor<64x!tile.ptr<f32>>, %x: i32, %n: i32) -> tensor<64xf32> {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %offsets = arith.addi %xs, %range : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi sle, %offsets, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// n > offset, the sides exchanged.
// CHECK-LABEL: tile.func private @sgt
// CHECK-SAME:    %[[X:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32)
// CHECK:         %[[XW:.*]] = arith.extsi %[[X]] : i32 to i64
// CHECK:         %[[MAX:.*]] = arith.addi %[[XW]], %c63_i64
// CHECK:         %[[NW:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK:         arith.cmpi slt, %[[MAX]], %[[NW]] : i64
// CHECK-NEXT:    scf.if
tile.func private @sgt(%p: tensor<64x!tile.ptr<f32>>, %x: i32, %n: i32) -> tensor<64xf32> {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %offsets = arith.addi %xs, %range : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi sgt, %ns, %offsets : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// offset >= k: the least element decides.
// CHECK-LABEL: tile.func private @sge
// CHECK-SAME:    %[[X:[a-z0-9]+]]: i32, %[[K:[a-z0-9]+]]: i32)
// The offsets must not wrap at the upper end.
// CHECK:         %[[XW:.*]] = arith.extsi %[[X]] : i32 to i64
// CHECK:         %[[MAX:.*]] = arith.addi %[[XW]], %c63_i64
// CHECK:         %[[FITS:.*]] = arith.cmpi sle, %[[MAX]], %c2147483647_i64
// CHECK:         %[[KW:.*]] = arith.extsi %[[K]] : i32 to i64
// CHECK:         %[[XW:.*]] = arith.extsi %[[X]] : i32 to i64
// CHECK:         %[[LOW:.*]] = arith.cmpi sle, %[[KW]], %[[XW]] : i64
// CHECK:         arith.andi %[[FITS]], %[[LOW]]
// CHECK-NEXT:    scf.if
tile.func private @sge(%p: tensor<64x!tile.ptr<f32>>, %x: i32, %k: i32) -> tensor<64xf32> {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %offsets = arith.addi %xs, %range : tensor<64xi32>
  %ks = tile.splat %k : i32 -> tensor<64xi32>
  %mask = arith.cmpi sge, %offsets, %ks : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// CHECK-LABEL: tile.func private @ult
// CHECK:         arith.extui %{{.*}} : i32 to i64
// CHECK:         %[[X:.*]] = arith.addi %{{.*}}, %c63_i64
// CHECK:         arith.extui %{{.*}} : i32 to i64
// CHECK:         arith.cmpi slt, %[[X]], %{{.*}} : i64
// CHECK-NEXT:    scf.if
tile.func private @ult(%p: tensor<64x!tile.ptr<f32>>, %x: i32, %n: i32) -> tensor<64xf32> {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %offsets = arith.addi %xs, %range : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi ult, %offsets, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// A sum below zero is a large unsigned number: the test must say x - 1 >= 0.
// CHECK-LABEL: tile.func private @ult_below_zero
// CHECK:         %[[MIN:.*]] = arith.addi %{{.*}}, %c-1_i64
// CHECK:         %[[NONNEGATIVE:.*]] = arith.cmpi sle, %c0_i64{{.*}}, %[[MIN]] : i64
// CHECK:         arith.andi %[[NONNEGATIVE]], %{{.*}} : i1
// CHECK-NEXT:    scf.if
tile.func private @ult_below_zero(%p: tensor<64x!tile.ptr<f32>>, %x: i32, %n: i32) -> tensor<64xf32> {
  %one = arith.constant dense<1> : tensor<64xi32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %sum = arith.addi %xs, %range : tensor<64xi32>
  %offsets = arith.subi %sum, %one : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi ult, %offsets, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// x - 1 may wrap to the largest i32: the lower end is tested.
// CHECK-LABEL: tile.func private @may_wrap_below
// CHECK:         %[[MIN:.*]] = arith.addi %{{.*}}, %c-1_i64
// CHECK:         %[[FITS:.*]] = arith.cmpi sle, %c-2147483648_i64, %[[MIN]] : i64
// CHECK:         arith.andi %[[FITS]], %{{.*}} : i1
// CHECK-NEXT:    scf.if
tile.func private @may_wrap_below(%p: tensor<64x!tile.ptr<f32>>, %x: i32, %n: i32) -> tensor<64xf32> {
  %minusOne = arith.constant dense<-1> : tensor<64xi32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %sum = arith.addi %xs, %range : tensor<64xi32>
  %offsets = arith.addi %sum, %minusOne : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %offsets, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// Rows of 3 elements: 3 * (x + range) + 2.
// CHECK-LABEL: tile.func private @scaled
// CHECK:         %[[MIN:.*]] = arith.addi %{{.*}}, %c2_i64
// CHECK:         arith.cmpi sle, %c-2147483648_i64, %[[MIN]]
// CHECK:         %[[X:.*]] = arith.muli %{{.*}}, %c3_i64
// CHECK:         arith.addi %[[X]], %c191_i64
// CHECK:         scf.if
tile.func private @scaled(%p: tensor<64x!tile.ptr<f32>>, %x: i32, %n: i32) -> tensor<64xf32> {
  %two = arith.constant dense<2> : tensor<64xi32>
  %three = arith.constant dense<3> : tensor<64xi32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %sum = arith.addi %xs, %range : tensor<64xi32>
  %scaled = arith.muli %sum, %three : tensor<64xi32>
  %offsets = arith.addi %scaled, %two : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %offsets, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// Extended after the sum: the sum must be right in i32 already.
// CHECK-LABEL: tile.func private @extended
// CHECK:         %[[SUM:.*]] = arith.addi %{{.*}}, %c63_i64
// CHECK:         %[[FITS:.*]] = arith.cmpi sle, %[[SUM]], %c2147483647_i64 : i64
// CHECK:         arith.cmpi slt, %{{.*}}, %{{.*}} : i64
// CHECK:         arith.andi %[[FITS]], %{{.*}}
// CHECK-NEXT:    scf.if
tile.func private @extended(%p: tensor<64x!tile.ptr<f32>>, %x: i32, %n: i64) -> tensor<64xf32> {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %sum = arith.addi %xs, %range : tensor<64xi32>
  %offsets = arith.extsi %sum : tensor<64xi32> to tensor<64xi64>
  %ns = tile.splat %n : i64 -> tensor<64xi64>
  %mask = arith.cmpi slt, %offsets, %ns : tensor<64xi64>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// i64 of unknown size: x + 63 must not overflow, 2^63 - 1 - 63.
// CHECK-LABEL: tile.func private @wide
// CHECK-SAME:    %[[X:[a-z0-9]+]]: i64, %[[N:[a-z0-9]+]]: i64)
// CHECK:         %[[FITS:.*]] = arith.cmpi sle, %[[X]], %c9223372036854775744_i64 : i64
// CHECK:         %[[SUM:.*]] = arith.addi %[[X]], %c63_i64
// CHECK:         %[[IN:.*]] = arith.cmpi slt, %[[SUM]], %[[N]] : i64
// CHECK:         arith.andi %[[FITS]], %[[IN]]
// CHECK-NEXT:    scf.if
tile.func private @wide(%p: tensor<64x!tile.ptr<f32>>, %x: i64, %n: i64) -> tensor<64xf32> {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %wide = arith.extsi %range : tensor<64xi32> to tensor<64xi64>
  %xs = tile.splat %x : i64 -> tensor<64xi64>
  %offsets = arith.addi %xs, %wide : tensor<64xi64>
  %ns = tile.splat %n : i64 -> tensor<64xi64>
  %mask = arith.cmpi slt, %offsets, %ns : tensor<64xi64>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// i64, but known to be small.
// CHECK-LABEL: tile.func private @wide_but_small
// CHECK:         %[[X:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
// CHECK:         %[[SUM:.*]] = arith.addi %[[X]], %c63_i64
// CHECK-NEXT:    arith.cmpi slt, %[[SUM]], %{{.*}} : i64
// CHECK-NEXT:    scf.if
tile.func private @wide_but_small(%p: tensor<64x!tile.ptr<f32>>, %n: i64) -> tensor<64xf32> {
  %c64 = arith.constant 64 : i64
  %pid = tile.get_program_id x : i32
  %pid64 = arith.extsi %pid : i32 to i64
  %x = arith.muli %pid64, %c64 : i64
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %wide = arith.extsi %range : tensor<64xi32> to tensor<64xi64>
  %xs = tile.splat %x : i64 -> tensor<64xi64>
  %offsets = arith.addi %xs, %wide : tensor<64xi64>
  %ns = tile.splat %n : i64 -> tensor<64xi64>
  %mask = arith.cmpi slt, %offsets, %ns : tensor<64xi64>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// CHECK-LABEL: tile.func private @scalar_flag
// CHECK-SAME:    %[[C:[a-z0-9]+]]: i1)
// CHECK:         scf.if %[[C]]
tile.func private @scalar_flag(%p: tensor<64x!tile.ptr<f32>>, %c: i1) -> tensor<64xf32> {
  %mask = tile.splat %c : i1 -> tensor<64xi1>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// A bound that the tile cannot reach needs no branch at all.
// CHECK-LABEL: tile.func private @static_bound
// CHECK-NOT:     scf.if
// CHECK:         tile.load %{{[^,]*}} : tensor
tile.func private @static_bound(%p: tensor<64x!tile.ptr<f32>>) -> tensor<64xf32> {
  %bound = arith.constant dense<64> : tensor<64xi32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %mask = arith.cmpi slt, %range, %bound : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// CHECK-LABEL: tile.func private @static_bound_of_start
// CHECK:         %[[SUM:.*]] = arith.addi %{{.*}}, %c63_i64
// CHECK:         arith.cmpi slt, %[[SUM]], %c1000_i64
// CHECK:         scf.if
tile.func private @static_bound_of_start(%p: tensor<64x!tile.ptr<f32>>, %x: i32) -> tensor<64xf32> {
  %bound = arith.constant dense<1000> : tensor<64xi32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %xs = tile.splat %x : i32 -> tensor<64xi32>
  %offsets = arith.addi %xs, %range : tensor<64xi32>
  %mask = arith.cmpi slt, %offsets, %bound : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// The sum wraps for each x: 2147483647 + 1 is below every bound in i32, and
// above every bound in truth.
// CHECK-LABEL: tile.func private @always_wraps
// CHECK-NOT:     scf.if
// CHECK:         tile.load %{{.*}}, %{{.*}} : tensor
tile.func private @always_wraps(%p: tensor<64x!tile.ptr<f32>>, %n: i32) -> tensor<64xf32> {
  %max = arith.constant dense<2147483647> : tensor<64xi32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %offsets = arith.addi %max, %range : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %offsets, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %a : tensor<64xf32>
}

// Masks without a test: unknown tiles, other predicates, products of tiles,
// known to be false, sums of two unknown i64, scalars that may differ between
// threads.
// CHECK-LABEL: tile.func private @nothing
// CHECK-NOT:     scf.if
// CHECK:         tile.return
tile.func private @nothing(%p: tensor<64x!tile.ptr<f32>>, %m: tensor<64xi1>, %t: tensor<64xi32>, %n: i32, %w: i64) {
  %v = arith.constant dense<0.0> : tensor<64xf32>
  %bound = arith.constant dense<63> : tensor<64xi32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %ws = tile.splat %w : i64 -> tensor<64xi64>
  tile.store %p, %v, %m : tensor<64x!tile.ptr<f32>>
  %m1 = arith.cmpi slt, %t, %ns : tensor<64xi32>
  tile.store %p, %v, %m1 : tensor<64x!tile.ptr<f32>>
  %m2 = arith.cmpi ne, %range, %ns : tensor<64xi32>
  tile.store %p, %v, %m2 : tensor<64x!tile.ptr<f32>>
  %square = arith.muli %range, %ns : tensor<64xi32>
  %m3 = arith.cmpi slt, %square, %ns : tensor<64xi32>
  tile.store %p, %v, %m3 : tensor<64x!tile.ptr<f32>>
  %m4 = arith.cmpi slt, %range, %bound : tensor<64xi32>
  tile.store %p, %v, %m4 : tensor<64x!tile.ptr<f32>>
  %twice = arith.addi %ws, %ws : tensor<64xi64>
  %zero = arith.constant dense<0> : tensor<64xi64>
  %m5 = arith.cmpi slt, %twice, %zero : tensor<64xi64>
  tile.store %p, %v, %m5 : tensor<64x!tile.ptr<f32>>
  %lane = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %lanes = tile.splat %lane : i32 -> tensor<64xi32>
  %m6 = arith.cmpi slt, %range, %lanes : tensor<64xi32>
  tile.store %p, %v, %m6 : tensor<64x!tile.ptr<f32>>
  tile.return
}
