// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Elements below 32 bits share a register, the first in the low bits.

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b8 = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#bytes = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32], [64]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @f16x2(
// CHECK: %[[V:.*]] = llvm.insertelement %arg0, %{{.*}}[%{{.*}}] : vector<2xf16>
// CHECK: %[[W:.*]] = llvm.insertelement %arg1, %[[V]][%{{.*}}] : vector<2xf16>
// CHECK: %[[X:.*]] = llvm.bitcast %[[W]] : vector<2xf16> to i32
// CHECK: llvm.inline_asm "neg.f16x2 $0, $1;", "=r,r" %[[X]]
// CHECK: %[[R:.*]] = llvm.bitcast %{{.*}} : i32 to vector<2xf16>
// CHECK-COUNT-2: llvm.extractelement %[[R]]
// CHECK-NOT: llvm.inline_asm
tile.func private @f16x2(%x0: tensor<64xf16, #b2>) -> (tensor<64xf16, #b2>) {
  %r:1 = tile.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<64xf16, #b2> -> tensor<64xf16, #b2>
  tile.return %r#0 : tensor<64xf16, #b2>
}

// CHECK-LABEL: @i8x4(
// CHECK-COUNT-2: llvm.bitcast %{{.*}} : vector<4xi8> to i32
// CHECK: llvm.inline_asm "add.u32 $0, $1, $2;", "=r,r,r"
// CHECK: llvm.bitcast %{{.*}} : i32 to vector<4xi8>
// CHECK-NOT: llvm.inline_asm
tile.func private @i8x4(%x0: tensor<128xi8, #b4>, %x1: tensor<128xi8, #b4>) -> (tensor<128xi8, #b4>) {
  %r:1 = tile.elementwise_inline_asm "add.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8, #b4>, tensor<128xi8, #b4> -> tensor<128xi8, #b4>
  tile.return %r#0 : tensor<128xi8, #b4>
}

// Bytes that were loaded as a word are this word again.
// CHECK-LABEL: @i8x4_of_a_word(
// CHECK: %[[WORD:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
// CHECK-NOT: llvm.insertelement
// CHECK: llvm.inline_asm "neg.s32 $0, $1;", "=r,r" %[[WORD]] : (i32) -> i32
tile.func private @i8x4_of_a_word() -> (tensor<128xi8, #b4>) attributes {tilegpu.shared_memory = 128 : i32} {
  %place = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<128xi8, #bytes>
  %x = tilegpu.local_load %place : !tilegpu.memdesc<128xi8, #bytes> -> tensor<128xi8, #b4>
  %r:1 = tile.elementwise_inline_asm "neg.s32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x : tensor<128xi8, #b4> -> tensor<128xi8, #b4>
  tile.return %r#0 : tensor<128xi8, #b4>
}

// CHECK-LABEL: @i8x2_in_h(
// CHECK: llvm.bitcast %{{.*}} : vector<2xi8> to i16
// CHECK: llvm.inline_asm "mov.b16 $0, $1;", "=h,h" %{{.*}} : (i16) -> i16
tile.func private @i8x2_in_h(%x0: tensor<64xi8, #b2>) -> (tensor<64xi8, #b2>) {
  %r:1 = tile.elementwise_inline_asm "mov.b16 $0, $1;" {constraints = "=h,h", packed_element = 2 : i32, pure = true} %x0 : tensor<64xi8, #b2> -> tensor<64xi8, #b2>
  tile.return %r#0 : tensor<64xi8, #b2>
}

// CHECK-LABEL: @bools(
// CHECK-COUNT-4: llvm.zext %{{.*}} : i1 to i8
// CHECK: llvm.bitcast %{{.*}} : vector<4xi8> to i32
// CHECK: llvm.inline_asm
// CHECK-COUNT-4: llvm.icmp "ne"
tile.func private @bools(%x0: tensor<128xi1, #b4>) -> (tensor<128xi1, #b4>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi1, #b4> -> tensor<128xi1, #b4>
  tile.return %r#0 : tensor<128xi1, #b4>
}

// An element of 32 bits has a register of its own.
// CHECK-LABEL: @f32x2(
// CHECK: llvm.inline_asm "{ mov.b32 $0, $3; mov.b32 $1, $2; }", "=&r,=&r,r,r" %{{.*}}, %{{.*}} : (i32, i32) -> !llvm.struct<(i32, i32)>
// CHECK: llvm.extractvalue %{{.*}}[0]
// CHECK: llvm.extractvalue %{{.*}}[1]
// CHECK-NOT: llvm.inline_asm
tile.func private @f32x2(%x0: tensor<64xf32, #b2>) -> (tensor<64xf32, #b2>) {
  %r:1 = tile.elementwise_inline_asm "{ mov.b32 $0, $3; mov.b32 $1, $2; }" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<64xf32, #b2> -> tensor<64xf32, #b2>
  tile.return %r#0 : tensor<64xf32, #b2>
}

// CHECK-LABEL: @mixed_widths(
// CHECK: llvm.inline_asm "cvt.rn.f16x2.f32 $0, $2, $1;", "=r,r,r" %{{.*}}, %{{.*}} : (i32, i32) -> i32
// CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
tile.func private @mixed_widths(%x0: tensor<64xf32, #b2>) -> (tensor<64xf16, #b2>) {
  %r:1 = tile.elementwise_inline_asm "cvt.rn.f16x2.f32 $0, $2, $1;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<64xf32, #b2> -> tensor<64xf16, #b2>
  tile.return %r#0 : tensor<64xf16, #b2>
}

// CHECK-LABEL: @i8_to_f32(
// CHECK: llvm.inline_asm "{{.*}}", "=&f,=&f,=&f,=&f,r" %{{.*}} : (i32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK-COUNT-4: llvm.extractvalue
tile.func private @i8_to_f32(%x0: tensor<128xi8, #b4>) -> (tensor<128xf32, #b4>) {
  %r:1 = tile.elementwise_inline_asm "{ cvt.rn.f32.u32 $0, $4; mov.b32 $1, 0f00000000; mov.b32 $2, $1; mov.b32 $3, $1; }" {constraints = "=f,=f,=f,=f,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8, #b4> -> tensor<128xf32, #b4>
  tile.return %r#0 : tensor<128xf32, #b4>
}

// CHECK-LABEL: @f16x8(
// CHECK-COUNT-4: llvm.bitcast %{{.*}} : vector<2xf16> to i32
// CHECK: llvm.inline_asm
// CHECK-COUNT-4: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
// CHECK-NOT: llvm.inline_asm
tile.func private @f16x8(%x0: tensor<256xf16, #b8>) -> (tensor<256xf16, #b8>) {
  %r:1 = tile.elementwise_inline_asm "{ mov.b32 $0, $4; mov.b32 $1, $5; mov.b32 $2, $6; mov.b32 $3, $7; }" {constraints = "=r,=r,=r,=r,r,r,r,r", packed_element = 8 : i32, pure = true} %x0 : tensor<256xf16, #b8> -> tensor<256xf16, #b8>
  tile.return %r#0 : tensor<256xf16, #b8>
}

// CHECK-LABEL: @two_groups(
// CHECK-COUNT-2: llvm.inline_asm "neg.f16x2 $0, $1;"
// CHECK-NOT: llvm.inline_asm
tile.func private @two_groups(%x0: tensor<128xf16, #b4>) -> (tensor<128xf16, #b4>) {
  %r:1 = tile.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16, #b4> -> tensor<128xf16, #b4>
  tile.return %r#0 : tensor<128xf16, #b4>
}

// Registers of result 0, then of result 1, then the operand's.
// CHECK-LABEL: @results_of_several_types(
// CHECK: llvm.inline_asm "{{.*}}", "=&r,=&r,=&r,r,r" %{{.*}}, %{{.*}} : (i32, i32) -> !llvm.struct<(i32, i32, i32)>
// CHECK-DAG: llvm.extractvalue %{{.*}}[0]
// CHECK-DAG: llvm.extractvalue %{{.*}}[1]
// CHECK-DAG: %[[H:.*]] = llvm.extractvalue %{{.*}}[2] : !llvm.struct<(i32, i32, i32)>
// CHECK: llvm.bitcast %[[H]] : i32 to vector<2xf16>
tile.func private @results_of_several_types(%x0: tensor<64xi32, #b2>) -> (tensor<64xi32, #b2>, tensor<64xf16, #b2>) {
  %r:2 = tile.elementwise_inline_asm "{ mov.b32 $0, $3; mov.b32 $1, $4; mov.b32 $2, $3; }" {constraints = "=r,=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<64xi32, #b2> -> tensor<64xi32, #b2>, tensor<64xf16, #b2>
  tile.return %r#0, %r#1 : tensor<64xi32, #b2>, tensor<64xf16, #b2>
}

// CHECK-LABEL: @i64(
// CHECK-NOT: bitcast
// CHECK: llvm.inline_asm
// CHECK-SAME: "=&l,=&l,l,l" %{{.*}}, %{{.*}} : (i64, i64) -> !llvm.struct<(i64, i64)>
tile.func private @i64(%x0: tensor<64xi64, #b2>) -> (tensor<64xi64, #b2>) {
  %r:1 = tile.elementwise_inline_asm "mov.b64 $0, $2; mov.b64 $1, $3;" {constraints = "=l,=l,l,l", packed_element = 2 : i32, pure = true} %x0 : tensor<64xi64, #b2> -> tensor<64xi64, #b2>
  tile.return %r#0 : tensor<64xi64, #b2>
}

// A scalar is a group of one: the group is filled up with it.
// CHECK-LABEL: @scalar(
// CHECK-COUNT-1: llvm.inline_asm
// CHECK-NOT: llvm.inline_asm
tile.func private @scalar(%x0: f16) -> (f16) {
  %r:1 = tile.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : f16 -> f16
  tile.return %r#0 : f16
}
}
