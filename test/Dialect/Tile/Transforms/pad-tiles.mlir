// RUN: tile-opt %s --tile-pad-tiles --cse | FileCheck %s

// CHECK-LABEL: @powers_of_two_stay
// CHECK-NEXT: tile.load %{{.*}} : tensor<64x!tile.ptr<f32>>
// CHECK-NEXT: tile.return
tile.func private @powers_of_two_stay(%p: tensor<64x!tile.ptr<f32>>) -> tensor<64xf32> {
  %0 = tile.load %p : tensor<64x!tile.ptr<f32>>
  tile.return %0 : tensor<64xf32>
}

// CHECK-LABEL: @load_gets_mask(
// CHECK-SAME: %[[P:.*]]: tensor<64x!tile.ptr<f32>>) -> tensor<64xf32>
tile.func private @load_gets_mask(%p: tensor<48x!tile.ptr<f32>>) -> tensor<48xf32> {
  // CHECK: %[[I:.*]] = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // CHECK: %[[N:.*]] = arith.constant dense<48> : tensor<64xi32>
  // CHECK: %[[OWN:.*]] = arith.cmpi slt, %[[I]], %[[N]] : tensor<64xi32>
  // CHECK: tile.load %[[P]], %[[OWN]] : tensor<64x!tile.ptr<f32>>
  %0 = tile.load %p : tensor<48x!tile.ptr<f32>>
  tile.return %0 : tensor<48xf32>
}

// CHECK-LABEL: @masks_are_joined(
// CHECK-SAME: %[[P:.*]]: tensor<64x!tile.ptr<f32>>, %[[M:.*]]: tensor<64xi1>, %[[X:.*]]: tensor<64xf32>)
tile.func private @masks_are_joined(%p: tensor<48x!tile.ptr<f32>>, %m: tensor<48xi1>, %x: tensor<48xf32>) {
  // CHECK: %[[OWN:.*]] = arith.cmpi slt
  // CHECK: %[[FALSE:.*]] = arith.constant dense<false> : tensor<64xi1>
  // CHECK: %[[BOTH:.*]] = arith.select %[[OWN]], %[[M]], %[[FALSE]]
  // CHECK: tile.load %[[P]], %[[BOTH]], %[[X]]
  %0 = tile.load %p, %m, %x : tensor<48x!tile.ptr<f32>>
  // CHECK: tile.store %[[P]], %{{.*}}, %[[BOTH]]
  tile.store %p, %0, %m : tensor<48x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @two_dimensions
tile.func private @two_dimensions(%p: tensor<3x5x!tile.ptr<i32>>, %x: tensor<3x5xi32>) {
  // CHECK-DAG: %[[ROWS:.*]] = tile.broadcast %{{.*}} : tensor<4x1xi1> -> tensor<4x8xi1>
  // CHECK-DAG: %[[COLUMNS:.*]] = tile.broadcast %{{.*}} : tensor<1x8xi1> -> tensor<4x8xi1>
  // CHECK: %[[OWN:.*]] = arith.andi %[[ROWS]], %[[COLUMNS]]
  // CHECK: tile.atomic_rmw add, relaxed, gpu, %{{.*}}, %{{.*}}, %[[OWN]]
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (tensor<3x5x!tile.ptr<i32>>, tensor<3x5xi32>) -> tensor<3x5xi32>
  // CHECK: tile.atomic_cas relaxed, gpu, %{{.*}}, %{{.*}}, %{{.*}}, %[[OWN]]
  %1 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (tensor<3x5x!tile.ptr<i32>>, tensor<3x5xi32>, tensor<3x5xi32>) -> tensor<3x5xi32>
  // CHECK: tile.atomic_cas_pair relaxed, gpu, %{{.*}}, (%{{.*}}, %{{.*}}), (%{{.*}}, %{{.*}}), %[[OWN]]
  %wide = arith.extsi %x : tensor<3x5xi32> to tensor<3x5xi64>
  %pairs = tile.bitcast %p : tensor<3x5x!tile.ptr<i32>> -> tensor<3x5x!tile.ptr<i64>>
  %2:2 = tile.atomic_cas_pair relaxed, gpu, %pairs, (%wide, %wide), (%wide, %wide) : tensor<3x5x!tile.ptr<i64>>
  // CHECK: tile.atomic_load acquire, gpu, %{{.*}}, %[[OWN]]
  %3 = tile.atomic_load acquire, gpu, %p : (tensor<3x5x!tile.ptr<i32>>) -> tensor<3x5xi32>
  // CHECK: tile.atomic_store release, gpu, %{{.*}}, %{{.*}}, %[[OWN]]
  tile.atomic_store release, gpu, %p, %x : tensor<3x5x!tile.ptr<i32>>
  // CHECK: tile.atomic_poll acquire, gpu, %{{.*}}, %{{.*}}, %[[OWN]] :
  %4 = tile.atomic_poll acquire, gpu, %p, %x : tensor<3x5x!tile.ptr<i32>>, tensor<3x5xi32> -> tensor<3x5xi1>
  tile.return
}

// CHECK-LABEL: @constants
tile.func private @constants() -> (tensor<3xi32>, tensor<2x3xf32>, tensor<3xi32>) {
  // CHECK: arith.constant dense<[7, 8, 9, 7]> : tensor<4xi32>
  %0 = arith.constant dense<[7, 8, 9]> : tensor<3xi32>
  // CHECK: arith.constant dense<{{\[}}[1.000000e+00, 2.000000e+00, 3.000000e+00, 1.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00, 1.000000e+00]]> : tensor<2x4xf32>
  %1 = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  // The padding of a range may be beyond the integers.
  // CHECK: %[[RANGE:.*]] = tile.make_range {end = 4 : i32, start = 0 : i32}
  // CHECK: %[[FIRST:.*]] = arith.constant dense<2147483644> : tensor<4xi32>
  // CHECK: arith.addi %[[RANGE]], %[[FIRST]]
  %2 = tile.make_range {start = 2147483644 : i32, end = 2147483647 : i32} : tensor<3xi32>
  tile.return %0, %1, %2 : tensor<3xi32>, tensor<2x3xf32>, tensor<3xi32>
}

// CHECK-LABEL: @sum_of_known_identity
tile.func private @sum_of_known_identity(%x: tensor<48x4xf32>) -> tensor<4xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : tensor<64x4xf32>
  // CHECK: %[[FILLED:.*]] = arith.select %{{.*}}, %{{.*}}, %[[ZERO]]
  // CHECK: "tile.reduce"(%[[FILLED]])
  %0 = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<48x4xf32>) -> tensor<4xf32>
  tile.return %0 : tensor<4xf32>
}

// Along a dimension without padding nothing is to be left out.
// CHECK-LABEL: @sum_beside_padding
tile.func private @sum_beside_padding(%x: tensor<48x4xf32>) -> tensor<48xf32> {
  // CHECK-NOT: arith.select
  // CHECK: "tile.reduce"
  %0 = "tile.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<48x4xf32>) -> tensor<48xf32>
  // CHECK: tile.return %{{.*}} : tensor<64xf32>
  tile.return %0 : tensor<48xf32>
}

// CHECK-LABEL: @flags_beside_values
tile.func private @flags_beside_values(%x: tensor<48xf32>, %i: tensor<48xi32>) -> (f32, i32) {
  // CHECK: %[[OWN:.*]] = arith.cmpi slt
  // CHECK: "tile.reduce"(%{{.*}}, %{{.*}}, %[[OWN]]) <{axis = 0 : i32}> ({
  // CHECK: ^bb0(%[[A:.*]]: f32, %[[I:.*]]: i32, %[[HASA:.*]]: i1, %[[B:.*]]: f32, %[[J:.*]]: i32, %[[HASB:.*]]: i1):
  // CHECK-DAG: %[[BOTH:.*]] = arith.andi %[[HASA]], %[[HASB]] : i1
  // CHECK-DAG: %[[ONE:.*]] = arith.select %[[HASA]], %[[A]], %[[B]] : f32
  // CHECK: %[[GREATER:.*]] = arith.cmpf ogt, %[[A]], %[[B]]
  // CHECK: %[[C:.*]] = arith.select %[[GREATER]], %[[A]], %[[B]]
  // CHECK: %[[RESULT:.*]] = arith.select %[[BOTH]], %[[C]], %[[ONE]] : f32
  // CHECK: %[[ANY:.*]] = arith.ori %[[HASA]], %[[HASB]] : i1
  // CHECK: tile.reduce.return %[[RESULT]], %{{.*}}, %[[ANY]] : f32, i32, i1
  %0, %1 = "tile.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %m: i32, %b: f32, %n: i32):
    %g = arith.cmpf ogt, %a, %b : f32
    %c = arith.select %g, %a, %b : f32
    %d = arith.select %g, %m, %n : i32
    tile.reduce.return %c, %d : f32, i32
  }) : (tensor<48xf32>, tensor<48xi32>) -> (f32, i32)
  tile.return %0, %1 : f32, i32
}

// What some values make undefined does not run for padding.
// CHECK-LABEL: @region_that_divides
tile.func private @region_that_divides(%x: tensor<5xi32>) -> i32 {
  // CHECK: "tile.reduce"
  // CHECK: %[[BOTH:.*]] = arith.andi
  // CHECK: scf.if %[[BOTH]] -> (i32) {
  // CHECK-NEXT: arith.divsi
  %0 = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %q = arith.divsi %a, %b : i32
    tile.reduce.return %q : i32
  }) : (tensor<5xi32>) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @scan_before_padding
tile.func private @scan_before_padding(%x: tensor<5xi32>) -> tensor<5xi32> {
  // CHECK-NEXT: "tile.scan"(%{{.*}}) <{axis = 0 : i32, reverse = false}>
  %0 = "tile.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %q = arith.subi %a, %b : i32
    tile.scan.return %q : i32
  }) : (tensor<5xi32>) -> tensor<5xi32>
  tile.return %0 : tensor<5xi32>
}

// CHECK-LABEL: @scan_behind_padding
tile.func private @scan_behind_padding(%x: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>) {
  // CHECK: %[[ONES:.*]] = arith.constant dense<1> : tensor<8xi32>
  // CHECK: %[[FILLED:.*]] = arith.select %{{.*}}, %{{.*}}, %[[ONES]]
  // CHECK: "tile.scan"(%[[FILLED]])
  %0 = "tile.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %q = arith.muli %a, %b : i32
    tile.scan.return %q : i32
  }) : (tensor<5xi32>) -> tensor<5xi32>
  // CHECK: %{{.*}}:2 = "tile.scan"(%{{.*}}, %{{.*}}) <{axis = 0 : i32, reverse = true}>
  %1 = "tile.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %q = arith.subi %a, %b : i32
    tile.scan.return %q : i32
  }) : (tensor<5xi32>) -> tensor<5xi32>
  tile.return %0, %1 : tensor<5xi32>, tensor<5xi32>
}

// CHECK-LABEL: @sorts
tile.func private @sorts(%f: tensor<5xf32>, %i: tensor<5xi32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xi32>, tensor<3xi32>) {
  // The largest NaN, alone: equal keys are the same bits.
  // CHECK: %[[NAN:.*]] = arith.constant dense<0x7FFFFFFF> : tensor<8xf32>
  // CHECK: %[[KEY:.*]] = arith.select %{{.*}}, %{{.*}}, %[[NAN]]
  // CHECK: tile.sort %[[KEY]] {axis = 0 : i32} : tensor<8xf32>
  %0 = tile.sort %f {axis = 0 : i32} : tensor<5xf32>
  // CHECK: arith.constant dense<0xFFFFFFFF> : tensor<8xf32>
  // CHECK: tile.sort %{{.*}}, %{{.*}} {axis = 0 : i32, descending, stable}
  %1, %2 = tile.sort %f, %i {axis = 0 : i32, descending} : tensor<5xf32>, tensor<5xi32>
  // CHECK: arith.constant dense<-1> : tensor<8xi32>
  // CHECK: tile.topk %{{.*}} {axis = 0 : i32, isUnsigned, k = 4 : i32, smallest} : tensor<8xi32> -> tensor<4xi32>
  %3 = tile.topk %i {axis = 0 : i32, k = 3 : i32, smallest, isUnsigned} : tensor<5xi32> -> tensor<3xi32>
  tile.return %0, %1, %2, %3 : tensor<5xf32>, tensor<5xf32>, tensor<5xi32>, tensor<3xi32>
}

// CHECK-LABEL: @histogram
tile.func private @histogram(%x: tensor<100xi32>, %m: tensor<100xi1>) -> tensor<10xi32> {
  // CHECK: %[[BOTH:.*]] = arith.select
  // CHECK: tile.histogram %{{.*}}, %[[BOTH]] : tensor<128xi32> -> tensor<16xi32>
  %0 = tile.histogram %x, %m : tensor<100xi32> -> tensor<10xi32>
  tile.return %0 : tensor<10xi32>
}

// CHECK-LABEL: @division
tile.func private @division(%x: tensor<5xi32>, %y: tensor<5xi32>, %n: i32) -> (tensor<5xi32>, tensor<5xi32>) {
  // CHECK: %[[ONES:.*]] = arith.constant dense<1> : tensor<8xi32>
  // CHECK: %[[BY:.*]] = arith.select %{{.*}}, %{{.*}}, %[[ONES]]
  // CHECK: arith.divsi %{{.*}}, %[[BY]]
  %0 = arith.divsi %x, %y : tensor<5xi32>
  // CHECK: %[[N:.*]] = tile.splat
  %1 = tile.splat %n : i32 -> tensor<5xi32>
  // CHECK: arith.remui %{{.*}}, %[[N]]
  %2 = arith.remui %x, %1 : tensor<5xi32>
  tile.return %0, %2 : tensor<5xi32>, tensor<5xi32>
}

// CHECK-LABEL: @product
tile.func private @product(%a: tensor<48x3xf16>, %pb: tensor<3x20x!tile.ptr<f16>>, %c: tensor<48x20xf32>) -> tensor<48x20xf32> {
  // A load brings the zeros itself.
  // CHECK: tile.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x32x!tile.ptr<f16>>
  %b = tile.load %pb : tensor<3x20x!tile.ptr<f16>>
  // CHECK: %[[A:.*]] = arith.select %{{.*}} : tensor<64x4xi1>, tensor<64x4xf16>
  // CHECK: tile.dot %[[A]], %{{.*}}, %{{.*}} : tensor<64x4xf16> * tensor<4x32xf16> -> tensor<64x32xf32>
  %0 = tile.dot %a, %b, %c : tensor<48x3xf16> * tensor<3x20xf16> -> tensor<48x20xf32>
  tile.return %0 : tensor<48x20xf32>
}

// CHECK-LABEL: @scaled_product
tile.func private @scaled_product(%a: tensor<16x96xf8E4M3FN>, %s: tensor<16x3xi8>, %b: tensor<48x16xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: arith.constant dense<0.000000e+00> : tensor<16x128xf8E4M3FN>
  // CHECK: arith.constant dense<0> : tensor<64x16xi8>
  // CHECK: arith.constant dense<127> : tensor<16x4xi8>
  // CHECK: tile.dot_scaled
  %0 = tile.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e2m1 {fastMath = false} : tensor<16x96xf8E4M3FN>, tensor<16x3xi8> * tensor<48x16xi8> -> tensor<16x16xf32>
  tile.return %0 : tensor<16x16xf32>
}

// CHECK-LABEL: @debugging
tile.func private @debugging(%x: tensor<5xi32>, %y: tensor<2x3xf32>, %ok: tensor<5xi1>) {
  // CHECK: %[[TRUE:.*]] = arith.constant dense<true> : tensor<8xi1>
  // CHECK: %[[OK:.*]] = arith.select %{{.*}}, %{{.*}}, %[[TRUE]]
  // CHECK: tile.assert %[[OK]], "range"
  tile.assert %ok, "range" : tensor<5xi1>
  // CHECK: tile.print "x" {extents = array<i64: 5>, hex = false, isSigned = array<i32: 1>} : %{{.*}} : tensor<8xi32>
  // CHECK: tile.print "x" {extents = array<i64: 2, 3>, hex = false, isSigned = array<i32: 0>} : %{{.*}} : tensor<2x4xf32>
  tile.print "x" {hex = false, isSigned = array<i32: 1, 0>} : %x, %y : tensor<5xi32>, tensor<2x3xf32>
  tile.return
}

// CHECK-LABEL: @control_flow(
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>
tile.func private @control_flow(%x: tensor<5xf32>, %n: i32, %c: i1) -> tensor<5xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[X]]) -> (tensor<8xf32>)
  %0 = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> (tensor<5xf32>) : i32 {
    %d = arith.addf %s, %x : tensor<5xf32>
    scf.yield %d : tensor<5xf32>
  }
  // CHECK: scf.if %{{.*}} -> (tensor<8xf32>)
  %1 = scf.if %c -> (tensor<5xf32>) {
    scf.yield %0 : tensor<5xf32>
  } else {
    scf.yield %x : tensor<5xf32>
  }
  // CHECK: tile.call @other(%{{.*}}) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = tile.call @other(%1) : (tensor<5xf32>) -> tensor<5xf32>
  // CHECK: cf.br ^bb1(%{{.*}} : tensor<8xf32>)
  cf.br ^next(%2 : tensor<5xf32>)
// CHECK: ^bb1(%{{.*}}: tensor<8xf32>):
^next(%3: tensor<5xf32>):
  tile.return %3 : tensor<5xf32>
}

// CHECK: tile.func private @other(tensor<8xf32>) -> tensor<8xf32>
tile.func private @other(tensor<5xf32>) -> tensor<5xf32>
