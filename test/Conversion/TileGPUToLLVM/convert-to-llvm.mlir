// RUN: tile-opt %s --tile-convert-to-llvm | FileCheck %s

// What is left after the distribution: scalars in arith, math, scf, cf and ub.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-NOT: arith.
// CHECK-NOT: scf.
// CHECK-NOT: {{[^a-z]}}cf.
// CHECK-NOT: ub.
// CHECK-NOT: math.

// CHECK-LABEL: @arithmetic
llvm.func @arithmetic(%a: i32, %b: i32, %c: f32) -> f32 {
  // CHECK-DAG: llvm.mlir.constant(3 : i32)
  // CHECK: llvm.add %{{.*}} overflow<nsw> : i32
  // CHECK: llvm.icmp "ult"
  // CHECK: llvm.select
  // CHECK: llvm.sitofp %{{.*}} : i32 to f32
  // CHECK: llvm.fmul
  %three = arith.constant 3 : i32
  %0 = arith.addi %a, %three overflow<nsw> : i32
  %1 = arith.cmpi ult, %0, %b : i32
  %2 = arith.select %1, %0, %b : i32
  %3 = arith.sitofp %2 : i32 to f32
  %4 = arith.mulf %3, %c : f32
  llvm.return %4 : f32
}

// CHECK-LABEL: @loop
llvm.func @loop(%n: i32, %x: f32) -> f32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: llvm.br ^[[HEAD:.*]](%{{.*}}, %{{.*}} : i32, f32)
  cf.br ^head(%zero, %x : i32, f32)
  // CHECK: ^[[HEAD]](%[[I:.*]]: i32, %{{.*}}: f32):
  // CHECK: llvm.icmp "slt" %[[I]], %{{.*}}
  // CHECK: llvm.cond_br
^head(%i: i32, %y: f32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %i, %one : i32
  %z = arith.addf %y, %y : f32
  cf.br ^head(%next, %z : i32, f32)
^exit:
  llvm.return %y : f32
}

// CHECK-LABEL: @structured_loop
llvm.func @structured_loop(%n: i32, %x: f32) -> f32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: llvm.br ^[[HEAD:.*]](%{{.*}}, %{{.*}} : i32, f32)
  // CHECK: ^[[HEAD]](%[[I:.*]]: i32, %[[Y:.*]]: f32):
  // CHECK: llvm.icmp "slt" %[[I]], %{{.*}}
  // CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[EXIT:.*]]
  %y = scf.for %i = %zero to %n step %one iter_args(%y = %x) -> (f32) : i32 {
    // CHECK: llvm.fadd
    %z = arith.addf %y, %y : f32
    scf.yield %z : f32
  }
  // CHECK: ^[[EXIT]]:
  // CHECK: llvm.return %[[Y]]
  llvm.return %y : f32
}

// CHECK-LABEL: @index
llvm.func @index(%i: i32) -> i64 {
  // CHECK: llvm.sext %{{.*}} : i32 to i64
  %0 = arith.index_cast %i : i32 to index
  %1 = arith.index_cast %0 : index to i64
  llvm.return %1 : i64
}

// CHECK-LABEL: @poison
llvm.func @poison() -> f16 {
  // CHECK: llvm.mlir.poison : f16
  %0 = ub.poison : f16
  llvm.return %0 : f16
}

// Nothing to do.
// CHECK-LABEL: @already
llvm.func @already(%a: i32) -> i32 {
  // CHECK-NEXT: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x : i32
  // CHECK-NEXT: llvm.add %{{.*}}, %[[T]] : i32
  // CHECK-NEXT: llvm.return
  %0 = nvvm.read.ptx.sreg.tid.x : i32
  %1 = llvm.add %a, %0 : i32
  llvm.return %1 : i32
}
}
