// RUN: tilec %s --emit=ptx --target=sm_90a | FileCheck %s

// Neighbouring f16 values share an instruction.

// CHECK-LABEL: .entry k
// CHECK: fma.rn.f16x2
// CHECK-NOT: fma.rn.f16
llvm.func @k(%a: !llvm.ptr<1> {llvm.align = 16 : i32}, %b: !llvm.ptr<1> {llvm.align = 16 : i32})
    attributes {nvvm.kernel} {
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i1 = llvm.mlir.constant(1 : i32) : i32
  %u = llvm.mlir.poison : vector<2xf16>
  %v = llvm.load %a {alignment = 4 : i64} : !llvm.ptr<1> -> vector<2xf16>
  %x0 = llvm.extractelement %v[%i0 : i32] : vector<2xf16>
  %x1 = llvm.extractelement %v[%i1 : i32] : vector<2xf16>
  %y0 = llvm.fmul %x0, %x0 : f16
  %y1 = llvm.fmul %x1, %x1 : f16
  %z0 = llvm.fadd %y0, %x0 : f16
  %z1 = llvm.fadd %y1, %x1 : f16
  %w0 = llvm.insertelement %z0, %u[%i0 : i32] : vector<2xf16>
  %w1 = llvm.insertelement %z1, %w0[%i1 : i32] : vector<2xf16>
  llvm.store %w1, %b {alignment = 4 : i64} : vector<2xf16>, !llvm.ptr<1>
  llvm.return
}
