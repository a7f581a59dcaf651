// RUN: tile-run %s --grid=3 --input=a:3072xf16=rand:-4:4 --input=b:3072xf16=rand:-4:4 --output=c:3072xf16 --output=d:3072xf16 --check='c == min(max(fma(a, b, 1), 0), 6); d == c * c'
// RUN: tilec %s --target=sm_90a -o - | FileCheck %s

// c = clamp(a * b + 1, 0, 6) and d = c * c in f16: example 2 of "Inline elementwise
// ASM in Triton", its text of the asm as it is. Two loads of 16 bytes and
// four times the asm, on two elements each as they came out of memory.

// CHECK-COUNT-2: ld.global.v4.b32
// CHECK: begin inline asm
// CHECK: {
// CHECK-NEXT: .reg .b32 tmp<3>;
// CHECK-NEXT: mov.b32 tmp0, 0x3C003C00; // 1.0
// CHECK-NEXT: mov.b32 tmp1, 0x00000000; // 0.0
// CHECK-NEXT: mov.b32 tmp2, 0x46004600; // 6.0
// CHECK-NEXT: // y = a * b + 1
// CHECK-NEXT: fma.rn.f16x2 [[C:%r[0-9]+]], %r{{[0-9]+}}, %r{{[0-9]+}}, tmp0;
// CHECK-NEXT: // clamp
// CHECK-NEXT: max.f16x2 [[C]], [[C]], tmp1;
// CHECK-NEXT: min.f16x2 [[C]], [[C]], tmp2;
// CHECK-NEXT: // d = y * y
// CHECK-NEXT: mul.rn.f16x2 [[D:%r[0-9]+]], [[C]], [[C]];
// CHECK-NEXT: }
// CHECK-COUNT-3: fma.rn.f16x2
// CHECK-NOT: fma.rn.f16x2
// CHECK-NOT: prmt
// CHECK: st.global.v4.b32 {{.*}}[[C]],
// CHECK: st.global.v4.b32 {{.*}}[[D]],

tile.func public @relu6_square(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %d_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %pid = tile.get_program_id x : i32
  %block_offs = arith.constant 1024 : i32
  %start_offs = arith.muli %pid, %block_offs : i32
  %range_offs = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %starts_offs = tile.splat %start_offs : i32 -> tensor<1024xi32>
  %offs = arith.addi %starts_offs, %range_offs : tensor<1024xi32>
  %ap_base = tile.splat %a_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %ap = tile.addptr %ap_base, %offs : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %bp_base = tile.splat %b_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %bp = tile.addptr %bp_base, %offs : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %cp_base = tile.splat %c_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %cp = tile.addptr %cp_base, %offs : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %dp_base = tile.splat %d_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %dp = tile.addptr %dp_base, %offs : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %a = tile.load %ap : tensor<1024x!tile.ptr<f16>>
  %b = tile.load %bp : tensor<1024x!tile.ptr<f16>>
  %c, %d = tile.elementwise_inline_asm "\0A{\0A.reg .b32 tmp<3>;\0Amov.b32 tmp0, 0x3C003C00; // 1.0\0Amov.b32 tmp1, 0x00000000; // 0.0\0Amov.b32 tmp2, 0x46004600; // 6.0\0A// y = a * b + 1\0Afma.rn.f16x2 $0, $2, $3, tmp0;\0A// clamp\0Amax.f16x2 $0, $0, tmp1;\0Amin.f16x2 $0, $0, tmp2;\0A// d = y * y\0Amul.rn.f16x2 $1, $0, $0;\0A}\0A" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %a, %b : tensor<1024xf16>, tensor<1024xf16> -> tensor<1024xf16>, tensor<1024xf16>
  tile.store %cp, %c : tensor<1024x!tile.ptr<f16>>
  tile.store %dp, %d : tensor<1024x!tile.ptr<f16>>
  tile.return
}
