// A loop that Triton has not unrolled yet, and the iterations that are left. No iteration may be one too many: also not where the bounds are negative or
// there is none.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s
// RUN: tile-run %s --kernel=unrolled --output=16xi32=zeros --input=i32=-3 --input=i32=4 --check 'out == where(i < 7, i - 3 + 10, 0)' | FileCheck %s --check-prefix=RESULT
// RUN: tile-run %s --kernel=unrolled --output=16xi32=zeros --input=i32=3 --input=i32=3 --check 'out == 0' | FileCheck %s --check-prefix=RESULT
// RUN: tile-run %s --kernel=unrolled --output=16xi32=zeros --input=i32=0 --input=i32=-5 --check 'out == 0' | FileCheck %s --check-prefix=RESULT
// RUN: tile-run %s --kernel=unrolled --output=16xi32=zeros --input=i32=0 --input=i32=16 --check 'out == i + 10' | FileCheck %s --check-prefix=RESULT
// RESULT: ok, exact

// CHECK-LABEL: tile.func public @unrolled
// CHECK: scf.for
// CHECK-COUNT-4: tile.store
// CHECK: } {tile.flatten}
// CHECK: scf.for
// CHECK-COUNT-1: tile.store
// CHECK: } {tile.flatten, tile.num_stages = 1 : i32}
// CHECK-NOT: tile.store
tt.func public @unrolled(%p: !tt.ptr<i32>, %from: i32, %to: i32) {
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %end = scf.for %i = %from to %to step %one iter_args(%q = %p) -> (!tt.ptr<i32>) : i32 {
    %x = arith.addi %i, %ten : i32
    tt.store %q, %x : !tt.ptr<i32>
    %r = tt.addptr %q, %one : !tt.ptr<i32>, i32
    scf.yield %r : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 4 : i32, tt.flatten}
  tt.return
}

// CHECK-LABEL: tile.func public @same
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: tile.return
tt.func public @same(%n: i32) {
  scf.for %i = %n to %n step %n : i32 {
  } {tt.loop_unroll_factor = 1 : i32}
  tt.return
}

// No iteration at all, by a step that nobody knows.
// CHECK-LABEL: tile.func public @none
// CHECK: scf.for
// CHECK-COUNT-1: tile.store
// CHECK-NOT: tile.store
// CHECK: tile.return
tt.func public @none(%p: !tt.ptr<i32>, %n: i32) {
  scf.for %i = %n to %n step %n : i32 {
    tt.store %p, %n : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return
}
