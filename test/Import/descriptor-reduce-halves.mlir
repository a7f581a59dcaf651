// The minimum and the maximum of f16 and bf16 are loops of compare-and-swap.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s

// CHECK-LABEL: tile.func public @halves
// CHECK: %[[FIRST:.*]] = tile.atomic_cas relaxed, gpu, %[[PLACES:.*]], %{{.*}}, %{{.*}}, %[[MASK:.*]] : (tensor<4x16x!tile.ptr<i16>>
// CHECK: scf.while (%{{.*}} = %[[FIRST]], %{{.*}} = %[[MASK]])
// CHECK:   "tile.reduce"
// CHECK:   scf.condition
// CHECK:   arith.minnumf %{{.*}} : tensor<4x16xf16>
// CHECK:   tile.atomic_cas relaxed, gpu, %[[PLACES]], %{{.*}} : (tensor<4x16x!tile.ptr<i16>>
// CHECK:   arith.cmpi ne
// CHECK:   scf.yield
// CHECK: arith.maxnumf %{{.*}} : tensor<64xbf16>
tt.func public @halves(%src: !tt.ptr<f16>, %dst: !tt.ptr<f16>, %wide: !tt.ptr<bf16>, %out: !tt.ptr<bf16>) {
  %zero = arith.constant 0 : i32
  %rows = arith.constant 3 : i32
  %columns = arith.constant 10 : i32
  %pitch = arith.constant 10 : i64
  %n = arith.constant 50 : i32
  %one = arith.constant 1 : i64
  %a = tt.make_tensor_descriptor %src, [%rows, %columns], [%pitch, %one] : !tt.ptr<f16>, !tt.tensordesc<4x16xf16>
  %b = tt.make_tensor_descriptor %dst, [%rows, %columns], [%pitch, %one] : !tt.ptr<f16>, !tt.tensordesc<4x16xf16>
  %x = tt.descriptor_load %a[%zero, %zero] : !tt.tensordesc<4x16xf16> -> tensor<4x16xf16>
  tt.descriptor_reduce min, %b[%zero, %zero], %x : !tt.tensordesc<4x16xf16>, tensor<4x16xf16>
  %c = tt.make_tensor_descriptor %wide, [%n], [%one] : !tt.ptr<bf16>, !tt.tensordesc<64xbf16>
  %d = tt.make_tensor_descriptor %out, [%n], [%one] : !tt.ptr<bf16>, !tt.tensordesc<64xbf16>
  %y = tt.descriptor_load %c[%zero] : !tt.tensordesc<64xbf16> -> tensor<64xbf16>
  tt.descriptor_reduce max, %d[%zero], %y : !tt.tensordesc<64xbf16>, tensor<64xbf16>
  tt.return
}
