// 8-bit floats on targets without instructions for them: integer arithmetic,
// without branches. The constants are those of the two types.
// RUN: tile-opt %s --tile-distribute-to-threads --canonicalize --cse | FileCheck %s

#pair = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {

// 126 is the largest encoding; adding 2^14 rounds to units of 2^-9, the smallest
// e4m3.
// CHECK-LABEL: llvm.func @f32_to_e4m3(
// CHECK-DAG: %[[LARGEST:.*]] = llvm.mlir.constant(126 : i32)
// CHECK-DAG: %[[INFINITY:.*]] = llvm.mlir.constant(2139095040 : i32)
// CHECK-DAG: %[[ANCHOR:.*]] = llvm.mlir.constant(1.638400e+04 : f32)
// CHECK: llvm.fadd %{{.*}}, %[[ANCHOR]] : f32
// CHECK: llvm.intr.umin(%{{.*}}, %[[LARGEST]])
// CHECK: %[[NAN:.*]] = llvm.icmp "ugt" %{{.*}}, %[[INFINITY]]
// CHECK: llvm.select %[[NAN]]
// CHECK: llvm.trunc %{{.*}} : i32 to i8
// CHECK-NOT: nvvm.convert
// CHECK: llvm.return
tile.func @f32_to_e4m3(%p: !tile.ptr<f8E4M3FN>, %x: f32) {
  %0 = tile.fp_to_fp %x : f32 -> f8E4M3FN
  tile.store %p, %0 : !tile.ptr<f8E4M3FN>
  tile.return
}

// CHECK-LABEL: llvm.func @f32_to_e4m3_rtz(
// CHECK: llvm.call_intrinsic "llvm.nvvm.add.rz.f"
tile.func @f32_to_e4m3_rtz(%p: !tile.ptr<f8E4M3FN>, %x: f32) {
  %0 = tile.fp_to_fp %x, rounding = rtz : f32 -> f8E4M3FN
  tile.store %p, %0 : !tile.ptr<f8E4M3FN>
  tile.return
}

// f16 and e5m2 have the same exponents: one rounding shift by 8.
// CHECK-LABEL: llvm.func @f16_to_e5m2(
// CHECK-DAG: %[[LARGEST:.*]] = llvm.mlir.constant(123 : i32)
// CHECK-DAG: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i32)
// CHECK-NOT: llvm.fadd
// CHECK: llvm.intr.umin(%{{.*}}, %[[LARGEST]])
// CHECK: llvm.return
tile.func @f16_to_e5m2(%p: !tile.ptr<f8E5M2>, %x: f16) {
  %0 = tile.fp_to_fp %x : f16 -> f8E5M2
  tile.store %p, %0 : !tile.ptr<f8E5M2>
  tile.return
}

// Two e4m3 at once; 256 = 2^8 is the difference of the biases.
// CHECK-LABEL: llvm.func @e4m3_to_f16(
// CHECK: %[[SCALE:.*]] = llvm.mlir.constant(2.560000e+02 : f16)
// CHECK: llvm.fmul %{{.*}} : vector<2xf16>
// CHECK-NOT: llvm.fmul
// CHECK: llvm.return
tile.func @e4m3_to_f16(%p: !tile.ptr<f8E4M3FN>, %q: !tile.ptr<f16>) {
  %r = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #pair>
  %ps = tile.splat %p : !tile.ptr<f8E4M3FN> -> tensor<256x!tile.ptr<f8E4M3FN>, #pair>
  %pr = tile.addptr %ps, %r : tensor<256x!tile.ptr<f8E4M3FN>, #pair>, tensor<256xi32, #pair>
  %0 = tile.load %pr : tensor<256x!tile.ptr<f8E4M3FN>, #pair>
  %1 = tile.fp_to_fp %0 : tensor<256xf8E4M3FN, #pair> -> tensor<256xf16, #pair>
  %qs = tile.splat %q : !tile.ptr<f16> -> tensor<256x!tile.ptr<f16>, #pair>
  %qr = tile.addptr %qs, %r : tensor<256x!tile.ptr<f16>, #pair>, tensor<256xi32, #pair>
  tile.store %qr, %1 : tensor<256x!tile.ptr<f16>, #pair>
  tile.return
}

// e5m2 is the upper byte of an f16.
// CHECK-LABEL: llvm.func @e5m2_to_f16(
// CHECK-NOT: llvm.fmul
// CHECK: llvm.return
tile.func @e5m2_to_f16(%p: !tile.ptr<f16>, %x: f8E5M2) {
  %0 = tile.fp_to_fp %x : f8E5M2 -> f16
  tile.store %p, %0 : !tile.ptr<f16>
  tile.return
}

}
