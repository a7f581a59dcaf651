// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#blocked = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {

// Of four pointers in a row the loop carries the first one.
// CHECK-LABEL: llvm.func @pointers
// CHECK: scf.for {{.*}} iter_args(%[[PTR:.*]] = %{{.*}}, %[[S0:.*]] = %{{.*}}, %[[S1:.*]] = %{{.*}}, %[[S2:.*]] = %{{.*}}, %[[S3:.*]] = %{{.*}}) -> (!llvm.ptr<1>, f32, f32, f32, f32)
// CHECK: llvm.load %[[PTR]] {{.*}} -> vector<4xf32>
// CHECK: llvm.getelementptr %[[PTR]]
// CHECK-NOT: llvm.getelementptr
// CHECK: scf.yield
tile.func @pointers(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<512xf32, #blocked>
  %step = arith.constant dense<512> : tensor<512xi32, #blocked>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #blocked>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #blocked>
  %a = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #blocked>, tensor<512xi32, #blocked>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%at = %a, %acc = %zero) -> (tensor<512x!tile.ptr<f32>, #blocked>, tensor<512xf32, #blocked>) : i32 {
    %x = tile.load %at : tensor<512x!tile.ptr<f32>, #blocked>
    %y = arith.addf %acc, %x : tensor<512xf32, #blocked>
    %next = tile.addptr %at, %step : tensor<512x!tile.ptr<f32>, #blocked>, tensor<512xi32, #blocked>
    scf.yield %next, %y : tensor<512x!tile.ptr<f32>, #blocked>, tensor<512xf32, #blocked>
  }
  tile.store %a, %sum#1 : tensor<512x!tile.ptr<f32>, #blocked>
  tile.return
}

// What is used behind the loop stays, and so does what a loop inside carries on.
// CHECK-LABEL: llvm.func @nested
// CHECK: %[[OUTER:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) -> (i32, i32)
// CHECK: %[[INNER:.*]] = scf.for {{.*}} iter_args(%[[Z:.*]] = %[[X]]) -> (i32)
// CHECK: scf.yield %[[INNER]], %{{.*}} : i32, i32
// CHECK: llvm.inline_asm {{.*}} %[[OUTER]]#0,
// CHECK: llvm.inline_asm {{.*}} %[[OUTER]]#1,
tile.func @nested(%p: !tile.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %dead = %c1, %y = %n) -> (i32, i32, i32) : i32 {
    %in:2 = scf.for %j = %c0 to %i step %c1 iter_args(%z = %x, %inner_dead = %dead) -> (i32, i32) : i32 {
      %z1 = arith.addi %z, %j : i32
      %d1 = arith.muli %inner_dead, %j : i32
      scf.yield %z1, %d1 : i32, i32
    }
    %y1 = arith.xori %y, %i : i32
    scf.yield %in#0, %in#1, %y1 : i32, i32, i32
  }
  tile.store %p, %r#0 : !tile.ptr<i32>
  tile.store %p, %r#2 : !tile.ptr<i32>
  tile.return
}

// Loops may hand on to later ones what nothing needs in the end. The later loops
// are made anew in the memory of the first ones, which have their size.
// CHECK-LABEL: llvm.func @in_a_row
// CHECK: %[[A:.*]] = scf.for {{.*}} -> (i32)
// CHECK: %[[B:.*]] = scf.for {{.*}} iter_args(%{{[^,]*}} = %[[A]]) -> (i32)
// CHECK: %[[C:.*]] = scf.for {{.*}} iter_args(%{{[^,]*}} = %[[B]]) -> (i32)
// CHECK: %[[D:.*]]:3 = scf.for {{.*}} iter_args(%{{[^,]*}} = %[[C]], {{.*}}) -> (i32, i32, i32)
// CHECK: %[[E:.*]]:3 = scf.for {{.*}} iter_args(%{{[^,]*}} = %[[D]]#0, %{{[^,]*}} = %[[D]]#1, %{{[^,]*}} = %[[D]]#2) -> (i32, i32, i32)
// CHECK: %[[F:.*]]:3 = scf.for {{.*}} iter_args(%{{[^,]*}} = %[[E]]#0, %{{[^,]*}} = %[[E]]#1, %{{[^,]*}} = %[[E]]#2) -> (i32, i32, i32)
// CHECK: %[[G:.*]]:3 = scf.for {{.*}} iter_args(%{{[^,]*}} = %[[F]]#0, %{{[^,]*}} = %[[F]]#1, %{{[^,]*}} = %[[F]]#2) -> (i32, i32, i32)
// CHECK: llvm.inline_asm {{.*}} %[[G]]#0,
// CHECK: llvm.inline_asm {{.*}} %[[G]]#1,
// CHECK: llvm.inline_asm {{.*}} %[[G]]#2,
tile.func @in_a_row(%p: !tile.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %c0, %x1 = %c1, %x2 = %n) -> (i32, i32, i32) : i32 {
    %y0 = arith.xori %x0, %i : i32
    %y1 = arith.xori %x1, %i : i32
    %y2 = arith.xori %x2, %i : i32
    scf.yield %y0, %y1, %y2 : i32, i32, i32
  }
  %b:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %a#0, %x1 = %c1, %x2 = %n) -> (i32, i32, i32) : i32 {
    %y0 = arith.xori %x0, %i : i32
    %y1 = arith.xori %x1, %i : i32
    %y2 = arith.xori %x2, %i : i32
    scf.yield %y0, %y1, %y2 : i32, i32, i32
  }
  %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %b#0, %x1 = %c1, %x2 = %n) -> (i32, i32, i32) : i32 {
    %y0 = arith.xori %x0, %i : i32
    %y1 = arith.xori %x1, %i : i32
    %y2 = arith.xori %x2, %i : i32
    scf.yield %y0, %y1, %y2 : i32, i32, i32
  }
  %d:5 = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %c#0, %x1 = %c0, %x2 = %n, %x3 = %a#2, %x4 = %b#2) -> (i32, i32, i32, i32, i32) : i32 {
    %y0 = arith.xori %x0, %i : i32
    %y1 = arith.xori %x1, %i : i32
    %y2 = arith.xori %x2, %i : i32
    %y3 = arith.xori %x3, %i : i32
    %y4 = arith.xori %x4, %i : i32
    scf.yield %y0, %y1, %y2, %y3, %y4 : i32, i32, i32, i32, i32
  }
  %e:5 = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %d#0, %x1 = %d#1, %x2 = %d#2, %x3 = %d#3, %x4 = %d#4) -> (i32, i32, i32, i32, i32) : i32 {
    %y0 = arith.xori %x0, %i : i32
    %y1 = arith.xori %x1, %i : i32
    %y2 = arith.xori %x2, %i : i32
    %y3 = arith.xori %x3, %i : i32
    %y4 = arith.xori %x4, %i : i32
    scf.yield %y0, %y1, %y2, %y3, %y4 : i32, i32, i32, i32, i32
  }
  %f:5 = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %e#0, %x1 = %e#1, %x2 = %e#2, %x3 = %e#3, %x4 = %e#4) -> (i32, i32, i32, i32, i32) : i32 {
    %y0 = arith.xori %x0, %i : i32
    %y1 = arith.xori %x1, %i : i32
    %y2 = arith.xori %x2, %i : i32
    %y3 = arith.xori %x3, %i : i32
    %y4 = arith.xori %x4, %i : i32
    scf.yield %y0, %y1, %y2, %y3, %y4 : i32, i32, i32, i32, i32
  }
  %g:5 = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %f#0, %x1 = %f#1, %x2 = %f#2, %x3 = %f#3, %x4 = %f#4) -> (i32, i32, i32, i32, i32) : i32 {
    %y0 = arith.xori %x0, %i : i32
    %y1 = arith.xori %x1, %i : i32
    %y2 = arith.xori %x2, %i : i32
    %y3 = arith.xori %x3, %i : i32
    %y4 = arith.xori %x4, %i : i32
    scf.yield %y0, %y1, %y2, %y3, %y4 : i32, i32, i32, i32, i32
  }
  tile.store %p, %g#0 : !tile.ptr<i32>
  tile.store %p, %g#1 : !tile.ptr<i32>
  tile.store %p, %g#2 : !tile.ptr<i32>
  tile.return
}

}
