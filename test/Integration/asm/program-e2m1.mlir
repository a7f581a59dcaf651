// RUN: tile-run %s --target=sm_100a --grid=3 --input=x:6144xf32=rand:-8:8 --output=q:3072xi8 --check='q == i8((where(abs(x[2*i]) <= 0.25, 0, where(abs(x[2*i]) < 0.75, 1, where(abs(x[2*i]) <= 1.25, 2, where(abs(x[2*i]) < 1.75, 3, where(abs(x[2*i]) <= 2.5, 4, where(abs(x[2*i]) < 3.5, 5, where(abs(x[2*i]) <= 5, 6, 7))))))) + where(x[2*i] < 0, 8, 0)) + 16 * (where(abs(x[2*i+1]) <= 0.25, 0, where(abs(x[2*i+1]) < 0.75, 1, where(abs(x[2*i+1]) <= 1.25, 2, where(abs(x[2*i+1]) < 1.75, 3, where(abs(x[2*i+1]) <= 2.5, 4, where(abs(x[2*i+1]) < 3.5, 5, where(abs(x[2*i+1]) <= 5, 6, 7))))))) + where(x[2*i+1] < 0, 8, 0)))'
// RUN: tilec %s --target=sm_100a -o - | FileCheck %s
// RUN: not tilec %s --target=sm_90a -o - 2>&1 | FileCheck %s --check-prefix=OLD

// Pairs of floats to bytes of two e2m1 numbers each, four an asm: example 3 of
// "Inline elementwise ASM in Triton", its text of the asm as it is, and what is
// expected is its table of thresholds.

// OLD: error: {{.*}} [needs-target]

// CHECK: begin inline asm
// CHECK: {
// CHECK-NEXT: .reg .b8 tmp<4>;
// CHECK-NEXT: cvt.rn.satfinite.e2m1x2.f32 tmp0, %r{{[0-9]+}}, %r{{[0-9]+}};
// CHECK-NEXT: cvt.rn.satfinite.e2m1x2.f32 tmp1, %r{{[0-9]+}}, %r{{[0-9]+}};
// CHECK-NEXT: cvt.rn.satfinite.e2m1x2.f32 tmp2, %r{{[0-9]+}}, %r{{[0-9]+}};
// CHECK-NEXT: cvt.rn.satfinite.e2m1x2.f32 tmp3, %r{{[0-9]+}}, %r{{[0-9]+}};
// CHECK-NEXT: mov.b32 [[Q:%r[0-9]+]], {tmp0, tmp1, tmp2, tmp3};
// CHECK-NEXT: }
// CHECK: begin inline asm
// CHECK-NOT: begin inline asm
// CHECK-NOT: prmt
// CHECK: st.global.b32 {{.*}}, [[Q]];

tile.func public @to_e2m1(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %q_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  %pid = tile.get_program_id x : i32
  %block_offs = arith.constant 2048 : i32
  %start_offs = arith.muli %pid, %block_offs : i32
  %range_offs = tile.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %starts_offs = tile.splat %start_offs : i32 -> tensor<2048xi32>
  %offs = arith.addi %starts_offs, %range_offs : tensor<2048xi32>
  %block_half = arith.constant 1024 : i32
  %start_half = arith.muli %pid, %block_half : i32
  %range_half = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %starts_half = tile.splat %start_half : i32 -> tensor<1024xi32>
  %half = arith.addi %starts_half, %range_half : tensor<1024xi32>
  %xp_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>>
  %xp = tile.addptr %xp_base, %offs : tensor<2048x!tile.ptr<f32>>, tensor<2048xi32>
  %qp_base = tile.splat %q_ptr : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %qp = tile.addptr %qp_base, %half : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  %x = tile.load %xp : tensor<2048x!tile.ptr<f32>>
  %pairs = tile.reshape %x : tensor<2048xf32> -> tensor<1024x2xf32>
  %low, %high = tile.split %pairs : tensor<1024x2xf32> -> tensor<1024xf32>
  %q = tile.elementwise_inline_asm "\0A{\0A.reg .b8 tmp<4>;\0Acvt.rn.satfinite.e2m1x2.f32 tmp0, $5, $1;\0Acvt.rn.satfinite.e2m1x2.f32 tmp1, $6, $2;\0Acvt.rn.satfinite.e2m1x2.f32 tmp2, $7, $3;\0Acvt.rn.satfinite.e2m1x2.f32 tmp3, $8, $4;\0Amov.b32 $0, {tmp0, tmp1, tmp2, tmp3};\0A}\0A" {constraints = "=r,r,r,r,r,r,r,r,r", packed_element = 4 : i32, pure = true} %low, %high : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xi8>
  tile.store %qp, %q : tensor<1024x!tile.ptr<i8>>
  tile.return
}
