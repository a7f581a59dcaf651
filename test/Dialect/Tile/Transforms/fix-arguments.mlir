// RUN: tile-opt --tile-fix-arguments %s | FileCheck %s
// RUN: tile-opt --tile-fix-arguments %s | tile-opt --tile-fix-arguments | FileCheck %s

// CHECK-LABEL: @known_stride
// CHECK-SAME: %[[P:.*]]: !tile.ptr<i32>, %{{.*}}: i32 {tile.value = 1 : i32}
tile.func public @known_stride(%p: !tile.ptr<i32>, %stride: i32 {tile.value = 1 : i32}) {
  // CHECK: %[[C:.*]] = arith.constant 1 : i32
  // CHECK: %[[R:.*]] = arith.muli %[[C]], %[[C]]
  // CHECK: tile.store %[[P]], %[[R]]
  %0 = arith.muli %stride, %stride : i32
  tile.store %p, %0 : !tile.ptr<i32>
  tile.return
}

// CHECK-LABEL: @negative_and_wide
tile.func public @negative_and_wide(%p: !tile.ptr<i64>, %n: i64 {tile.value = -9223372036854775808 : i64}) {
  // CHECK: arith.constant -9223372036854775808 : i64
  tile.store %p, %n : !tile.ptr<i64>
  tile.return
}

// Nothing is known, and nothing changes.
// CHECK-LABEL: @unknown
tile.func public @unknown(%p: !tile.ptr<i32>, %n: i32) {
  // CHECK-NOT: arith.constant
  // CHECK: tile.return
  tile.store %p, %n : !tile.ptr<i32>
  tile.return
}

// An argument without uses gets no constant.
// CHECK-LABEL: @unused
tile.func public @unused(%n: i32 {tile.value = 7 : i32}) {
  // CHECK-NOT: arith.constant
  // CHECK: tile.return
  tile.return
}
