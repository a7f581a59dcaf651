// RUN: tilec %s --emit=llvmir -o - | FileCheck %s

// A loop that carries a struct, as sums of warpgroups' products are, carries
// its members when instructions are selected.

// CHECK-LABEL: define {{.*}}@sums(ptr addrspace(1) %0, i32 %1, float %2)
// CHECK-NOT: insertvalue
// CHECK: %[[A:.*]] = phi float [ %[[C:.*]], %{{.*}} ], [ 0.000000e+00, %{{.*}} ]
// CHECK-NEXT: %[[B:.*]] = phi float [ %[[D:.*]], %{{.*}} ], [ %2, %{{.*}} ]
// CHECK-NEXT: %[[NEXT:.*]] = call { float, float } asm sideeffect "{{.*}}", "=f,=f,0,1"(float %[[A]], float %[[B]])
// CHECK-NEXT: %[[C]] = extractvalue { float, float } %[[NEXT]], 0
// CHECK-NEXT: %[[D]] = extractvalue { float, float } %[[NEXT]], 1
llvm.func @sums(%out: !llvm.ptr<1>, %n: i32, %start: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.zero : !llvm.struct<(f32, f32)>
  %first = llvm.insertvalue %start, %zero[1] : !llvm.struct<(f32, f32)>
  llvm.br ^loop(%0, %first : i32, !llvm.struct<(f32, f32)>)
^loop(%i: i32, %sums: !llvm.struct<(f32, f32)>):
  %a = llvm.extractvalue %sums[0] : !llvm.struct<(f32, f32)>
  %b = llvm.extractvalue %sums[1] : !llvm.struct<(f32, f32)>
  %next = llvm.inline_asm has_side_effects "add.f32 $0, $0, 0f3F800000; add.f32 $1, $1, 0f3F800000;", "=f,=f,0,1" %a, %b : (f32, f32) -> !llvm.struct<(f32, f32)>
  %j = llvm.add %i, %1 : i32
  %more = llvm.icmp "slt" %j, %n : i32
  llvm.cond_br %more, ^loop(%j, %next : i32, !llvm.struct<(f32, f32)>), ^end(%next : !llvm.struct<(f32, f32)>)
^end(%last: !llvm.struct<(f32, f32)>):
  %c = llvm.extractvalue %last[0] : !llvm.struct<(f32, f32)>
  %d = llvm.extractvalue %last[1] : !llvm.struct<(f32, f32)>
  %e = llvm.fadd %c, %d : f32
  llvm.store %e, %out : f32, !llvm.ptr<1>
  llvm.return
}
