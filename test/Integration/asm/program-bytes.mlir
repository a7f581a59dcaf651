// RUN: tile-run %s --grid=3 --input=a:3072xi8=rand --input=b:3072xf32=rand:-300:300 --output=c:3072xi32 --output=d:3072xf32 --check='c == (a & 255); d == max(f32(c), b)'
// RUN: tilec %s --target=sm_90a -o - | FileCheck %s

// Bytes and floats, four an asm, and two results: the example of the reference of
// Triton's inline_asm_elementwise, its text of the asm as it is. The inner block is
// not the whole text, so that another one is around it.

// CHECK: ld.global.b32 [[A:%r[0-9]+]],
// CHECK: begin inline asm
// CHECK-NEXT: {
// CHECK: {
// CHECK-NEXT: // Unpack `a` into `ai`.
// CHECK-NEXT: .reg .b8 tmp<4>;
// CHECK-NEXT: mov.b32 {tmp0, tmp1, tmp2, tmp3}, [[A]];
// CHECK-NEXT: cvt.u32.u8 [[C0:%r[0-9]+]], tmp0;
// CHECK-NEXT: cvt.u32.u8 [[C1:%r[0-9]+]], tmp1;
// CHECK-NEXT: cvt.u32.u8 [[C2:%r[0-9]+]], tmp2;
// CHECK-NEXT: cvt.u32.u8 [[C3:%r[0-9]+]], tmp3;
// CHECK-NEXT: }
// CHECK-NEXT: // Convert `ai` to float.
// CHECK-NEXT: cvt.rn.f32.s32 [[D0:%r[0-9]+]], [[C0]];
// CHECK-NEXT: cvt.rn.f32.s32 [[D1:%r[0-9]+]], [[C1]];
// CHECK-NEXT: cvt.rn.f32.s32 [[D2:%r[0-9]+]], [[C2]];
// CHECK-NEXT: cvt.rn.f32.s32 [[D3:%r[0-9]+]], [[C3]];
// CHECK-NEXT: // Take max of `ai` and `b`.
// CHECK-NEXT: max.f32 [[D0]], [[D0]], [[B0:%r[0-9]+]];
// CHECK-NEXT: max.f32 [[D1]], [[D1]], [[B1:%r[0-9]+]];
// CHECK-NEXT: max.f32 [[D2]], [[D2]], [[B2:%r[0-9]+]];
// CHECK-NEXT: max.f32 [[D3]], [[D3]], [[B3:%r[0-9]+]];
// CHECK: begin inline asm
// CHECK-NOT: begin inline asm
// CHECK-NOT: prmt
// CHECK: st.global.v4.b32 {{.*}}{[[C0]], [[C1]], [[C2]], [[C3]]};
// CHECK: st.global.v4.b32 {{.*}}{[[D0]], [[D1]], [[D2]], [[D3]]};

tile.func public @bytes_and_floats(
    %a_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %d_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %pid = tile.get_program_id x : i32
  %block_offs = arith.constant 1024 : i32
  %start_offs = arith.muli %pid, %block_offs : i32
  %range_offs = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %starts_offs = tile.splat %start_offs : i32 -> tensor<1024xi32>
  %offs = arith.addi %starts_offs, %range_offs : tensor<1024xi32>
  %ap_base = tile.splat %a_ptr : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %ap = tile.addptr %ap_base, %offs : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  %bp_base = tile.splat %b_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %bp = tile.addptr %bp_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %cp_base = tile.splat %c_ptr : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %cp = tile.addptr %cp_base, %offs : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %dp_base = tile.splat %d_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %dp = tile.addptr %dp_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %a = tile.load %ap : tensor<1024x!tile.ptr<i8>>
  %b = tile.load %bp : tensor<1024x!tile.ptr<f32>>
  %c, %d = tile.elementwise_inline_asm "\0A{\0A    // Unpack `a` into `ai`.\0A    .reg .b8 tmp<4>;\0A    mov.b32 {tmp0, tmp1, tmp2, tmp3}, $8;\0A    cvt.u32.u8 $0, tmp0;\0A    cvt.u32.u8 $1, tmp1;\0A    cvt.u32.u8 $2, tmp2;\0A    cvt.u32.u8 $3, tmp3;\0A}\0A// Convert `ai` to float.\0Acvt.rn.f32.s32 $4, $0;\0Acvt.rn.f32.s32 $5, $1;\0Acvt.rn.f32.s32 $6, $2;\0Acvt.rn.f32.s32 $7, $3;\0A// Take max of `ai` and `b`.\0Amax.f32 $4, $4, $9;\0Amax.f32 $5, $5, $10;\0Amax.f32 $6, $6, $11;\0Amax.f32 $7, $7, $12;\0A" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r, r,r,r,r,r", packed_element = 4 : i32, pure = true} %a, %b : tensor<1024xi8>, tensor<1024xf32> -> tensor<1024xi32>, tensor<1024xf32>
  tile.store %cp, %c : tensor<1024x!tile.ptr<i32>>
  tile.store %dp, %d : tensor<1024x!tile.ptr<f32>>
  tile.return
}
