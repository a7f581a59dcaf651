// RUN: tile-opt %s --tile-flatten-loops --verify-diagnostics --split-input-file | FileCheck %s

// What makes addresses is in a branch without effects; the store, and the sum that
// starts anew, in another one. The attribute of the inner loop goes along.
// CHECK-LABEL: @tiles(
// CHECK-SAME: %[[X:.*]]: !tile.ptr<f32>, %[[M:.*]]: i32, %[[N:.*]]: i32)
// CHECK: %[[RUNS:.*]] = arith.andi
// CHECK: scf.if %[[RUNS]] {
// CHECK: %[[LAST_OF_ALL:.*]] = arith.subi %{{.*}}, %{{.*}} : i64
// CHECK: %[[LAST:.*]] = arith.subi %{{.*}}, %{{.*}} : i32
// CHECK: %[[FIRST:.*]] = tile.addptr %[[X]], %{{.*}}
// CHECK: scf.for %[[J:.*]] = %{{.*}} iter_args(%[[PLACE:.*]] = %{{.*}}, %[[AT:.*]] = %{{.*}}, %[[P:.*]] = %[[FIRST]], %[[ACC:.*]] = %{{.*}}) -> (i32, i32, !tile.ptr<f32>, f32) : i64 {
// CHECK: %[[V:.*]] = tile.load %[[P]]
// CHECK: %[[SUM:.*]] = arith.addf %[[ACC]], %[[V]]
// CHECK: %[[IS_LAST:.*]] = arith.cmpi eq, %[[PLACE]], %[[LAST]]
// CHECK: %[[IS_MORE:.*]] = arith.cmpi ne, %[[J]], %[[LAST_OF_ALL]]
// CHECK: %[[HAS_NEXT:.*]] = arith.andi %[[IS_LAST]], %[[IS_MORE]]
// CHECK: %[[NEW:.*]] = scf.if %[[IS_LAST]] -> (f32) {
// CHECK: tile.store %[[P]], %[[SUM]]
// CHECK: } else {
// CHECK: scf.yield %[[SUM]]
// CHECK: %[[NEXT:.*]] = scf.if %[[HAS_NEXT]] -> (!tile.ptr<f32>) {
// CHECK-NOT: tile.store
// CHECK: tile.addptr %[[X]]
// CHECK: } else {
// CHECK: scf.yield %[[P]]
// CHECK: scf.yield %{{.*}}, %{{.*}}, %[[NEXT]], %[[NEW]]
// CHECK: } {tile.num_stages = 4 : i32}
// Where the inner loop never runs.
// CHECK: } else {
// CHECK: scf.for
// CHECK-NOT: tile.load
// CHECK: tile.store
// CHECK: tile.return
tile.func public @tiles(%x: !tile.ptr<f32>, %m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 : i32 {
    %at = arith.muli %i, %c7 : i32
    %p = tile.addptr %x, %at : !tile.ptr<f32>, i32
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
      %v = tile.load %p : !tile.ptr<f32>
      %s = arith.addf %acc, %v : f32
      scf.yield %s : f32
    } {tile.num_stages = 4 : i32}
    tile.store %p, %sum : !tile.ptr<f32>
  } {tile.flatten}
  tile.return
}

// The counts are known: no test.
// CHECK-LABEL: @known(
// CHECK: %[[ALL:.*]] = arith.constant 15 : i64
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[ALL]]
// CHECK-NOT: scf.for
// CHECK: tile.return
tile.func public @known(%x: !tile.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c9 = arith.constant 9 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %p = tile.addptr %x, %i : !tile.ptr<f32>, i32
    %sum = scf.for %j = %c0 to %c9 step %c2 iter_args(%acc = %zero) -> (f32) : i32 {
      %v = tile.load %p : !tile.ptr<f32>
      %s = arith.addf %acc, %v : f32
      scf.yield %s : f32
    }
    tile.store %p, %sum : !tile.ptr<f32>
  } {tile.flatten}
  tile.return
}

// Without the attribute all stays.
// CHECK-LABEL: @not_asked(
// CHECK: scf.for
// CHECK-NEXT: scf.for
tile.func public @not_asked(%x: !tile.ptr<f32>, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 : i32 {
    scf.for %j = %c0 to %m step %c1 : i32 {
      tile.store %x, %zero : !tile.ptr<f32>
    }
  }
  tile.return
}

// -----

// CHECK-LABEL: @bounds_differ(
// CHECK: tile.flatten
tile.func public @bounds_differ(%x: !tile.ptr<f32>, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{is not flattened: how often the loop inside runs may differ}}
  scf.for %i = %c0 to %m step %c1 : i32 {
    scf.for %j = %c0 to %i step %c1 : i32 {
      tile.store %x, %zero : !tile.ptr<f32>
    }
  } {tile.flatten}
  tile.return
}

// -----

tile.func public @two_inside(%x: !tile.ptr<f32>, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{is not flattened: expected one loop inside, found 2}}
  scf.for %i = %c0 to %m step %c1 : i32 {
    scf.for %j = %c0 to %m step %c1 : i32 {
      tile.store %x, %zero : !tile.ptr<f32>
    }
    scf.for %j = %c0 to %m step %c1 : i32 {
      tile.store %x, %zero : !tile.ptr<f32>
    }
  } {tile.flatten}
  tile.return
}

// -----

tile.func public @none_inside(%x: !tile.ptr<f32>, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{is not flattened: expected one loop inside, found 0}}
  scf.for %i = %c0 to %m step %c1 : i32 {
    tile.store %x, %zero : !tile.ptr<f32>
  } {tile.flatten}
  tile.return
}

// -----

tile.func public @in_a_branch(%x: !tile.ptr<f32>, %m: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{is not flattened: the loop inside is in a branch}}
  scf.for %i = %c0 to %m step %c1 : i32 {
    scf.if %if {
      scf.for %j = %c0 to %m step %c1 : i32 {
        tile.store %x, %zero : !tile.ptr<f32>
      }
    }
  } {tile.flatten}
  tile.return
}

// -----

tile.func public @while_inside(%x: !tile.ptr<f32>, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{is not flattened: expected scf.for inside, found scf.while}}
  scf.for %i = %c0 to %m step %c1 : i32 {
    %end = scf.while (%k = %m) : (i32) -> i32 {
      %more = arith.cmpi sgt, %k, %c1 : i32
      scf.condition(%more) %k : i32
    } do {
    ^bb0(%k: i32):
      tile.store %x, %zero : !tile.ptr<f32>
      %less = arith.subi %k, %c1 : i32
      scf.yield %less : i32
    }
  } {tile.flatten}
  tile.return
}

// -----

tile.func public @counts_in_bytes(%x: !tile.ptr<f32>, %m: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{is not flattened: expected loops that count in i32 or i64}}
  scf.for %i = %c0 to %m step %c1 : i8 {
    scf.for %j = %c0 to %m step %c1 : i8 {
      tile.store %x, %zero : !tile.ptr<f32>
    }
  } {tile.flatten}
  tile.return
}
