// RUN: tile-opt %s --tile-inline-functions | FileCheck %s

// CHECK-NOT: @twice
tile.func private @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  tile.return %y : i32
}

// CHECK-LABEL: tile.func private @kept
tile.func private @kept(%x: i32) -> i32 attributes {noinline = true} {
  %y = arith.muli %x, %x : i32
  tile.return %y : i32
}

// CHECK-LABEL: tile.func public @kernel
// CHECK: %[[Y:.*]] = arith.addi %[[X:.*]], %[[X]]
// CHECK-NEXT: tile.call @kept(%[[Y]])
tile.func public @kernel(%p: !tile.ptr<i32>, %x: i32) {
  %y = tile.call @twice(%x) : (i32) -> i32
  %z = tile.call @kept(%y) : (i32) -> i32
  tile.store %p, %z : !tile.ptr<i32>
  tile.return
}

// Nothing to inline.
// CHECK-LABEL: tile.func public @alone
// CHECK-NEXT: tile.return
tile.func public @alone() {
  tile.return
}
