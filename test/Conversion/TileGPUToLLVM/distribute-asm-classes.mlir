// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// The letter says the register class; the value is bit-cast to it, and a lone
// element narrower than its register is zero-extended.

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b8 = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @f32_in_r(
// CHECK: %[[X:.*]] = llvm.bitcast %{{.*}} : f32 to i32
// CHECK: llvm.inline_asm "neg.f32 $0, $1;", "=r,r" %[[X]] : (i32) -> i32
// CHECK: llvm.bitcast %{{.*}} : i32 to f32
tile.func private @f32_in_r(%x0: tensor<32xf32, #b1>) -> (tensor<32xf32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xf32, #b1> -> tensor<32xf32, #b1>
  tile.return %r#0 : tensor<32xf32, #b1>
}

// CHECK-LABEL: @f32_in_f(
// CHECK-NOT: bitcast
// CHECK: llvm.inline_asm "neg.f32 $0, $1;", "=f,f" %{{.*}} : (f32) -> f32
tile.func private @f32_in_f(%x0: tensor<32xf32, #b1>) -> (tensor<32xf32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<32xf32, #b1> -> tensor<32xf32, #b1>
  tile.return %r#0 : tensor<32xf32, #b1>
}

// CHECK-LABEL: @f64_in_d(
// CHECK-NOT: bitcast
// CHECK: llvm.inline_asm "neg.f64 $0, $1;", "=d,d" %{{.*}} : (f64) -> f64
tile.func private @f64_in_d(%x0: tensor<32xf64, #b1>) -> (tensor<32xf64, #b1>) {
  %r:1 = tile.elementwise_inline_asm "neg.f64 $0, $1;" {constraints = "=d,d", packed_element = 1 : i32, pure = true} %x0 : tensor<32xf64, #b1> -> tensor<32xf64, #b1>
  tile.return %r#0 : tensor<32xf64, #b1>
}

// CHECK-LABEL: @f64_in_l(
// CHECK: llvm.bitcast %{{.*}} : f64 to i64
// CHECK: llvm.inline_asm "neg.f64 $0, $1;", "=l,l" %{{.*}} : (i64) -> i64
tile.func private @f64_in_l(%x0: tensor<32xf64, #b1>) -> (tensor<32xf64, #b1>) {
  %r:1 = tile.elementwise_inline_asm "neg.f64 $0, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : tensor<32xf64, #b1> -> tensor<32xf64, #b1>
  tile.return %r#0 : tensor<32xf64, #b1>
}

// CHECK-LABEL: @f16_in_h(
// CHECK: llvm.bitcast %{{.*}} : f16 to i16
// CHECK: llvm.inline_asm "neg.f16 $0, $1;", "=h,h" %{{.*}} : (i16) -> i16
// CHECK: llvm.bitcast %{{.*}} : i16 to f16
tile.func private @f16_in_h(%x0: tensor<32xf16, #b1>) -> (tensor<32xf16, #b1>) {
  %r:1 = tile.elementwise_inline_asm "neg.f16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : tensor<32xf16, #b1> -> tensor<32xf16, #b1>
  tile.return %r#0 : tensor<32xf16, #b1>
}

// CHECK-LABEL: @i8_in_r(
// CHECK: llvm.zext %{{.*}} : i8 to i32
// CHECK: llvm.inline_asm "popc.b32 $0, $1;", "=r,r" %{{.*}} : (i32) -> i32
tile.func private @i8_in_r(%x0: tensor<32xi8, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "popc.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi8, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @i32_in_l(
// CHECK: llvm.zext %{{.*}} : i32 to i64
tile.func private @i32_in_l(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "cvt.u32.u64 $0, $1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @i16_in_f(
// CHECK: llvm.zext %{{.*}} : i16 to i32
// CHECK: llvm.bitcast %{{.*}} : i32 to f32
tile.func private @i16_in_f(%x0: tensor<32xi16, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi16, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @i64_in_q(
// CHECK: llvm.zext %{{.*}} : i64 to i128
// CHECK: llvm.inline_asm "mov.b128 $0, $1;", "=q,q" %{{.*}} : (i128) -> i128
// CHECK: llvm.trunc %{{.*}} : i128 to i64
tile.func private @i64_in_q(%x0: tensor<32xi64, #b1>) -> (tensor<32xi64, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b128 $0, $1;" {constraints = "=q,q", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi64, #b1> -> tensor<32xi64, #b1>
  tile.return %r#0 : tensor<32xi64, #b1>
}

// CHECK-LABEL: @narrow_result(
// CHECK: %[[R:.*]] = llvm.inline_asm
// CHECK: %[[H:.*]] = llvm.trunc %[[R]] : i32 to i16
// CHECK: llvm.bitcast %[[H]] : i16 to f16
tile.func private @narrow_result(%x0: tensor<32xi32, #b1>) -> (tensor<32xf16, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xf16, #b1>
  tile.return %r#0 : tensor<32xf16, #b1>
}

// CHECK-LABEL: @f8_in_h(
// CHECK: llvm.zext %{{.*}} : i8 to i16
// CHECK: llvm.inline_asm
// CHECK: llvm.trunc %{{.*}} : i16 to i8
tile.func private @f8_in_h(%x0: tensor<32xf8E5M2, #b1>) -> (tensor<32xf8E4M3FN, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : tensor<32xf8E5M2, #b1> -> tensor<32xf8E4M3FN, #b1>
  tile.return %r#0 : tensor<32xf8E4M3FN, #b1>
}

// CHECK-LABEL: @i1_as_byte(
// CHECK: %[[B:.*]] = llvm.zext %{{.*}} : i1 to i8
// CHECK: llvm.zext %[[B]] : i8 to i32
// CHECK: llvm.inline_asm
// CHECK: %[[C:.*]] = llvm.trunc %{{.*}} : i32 to i8
// CHECK: llvm.icmp "ne" %[[C]]
tile.func private @i1_as_byte(%x0: tensor<32xi1, #b1>) -> (tensor<32xi1, #b1>) {
  %r:1 = tile.elementwise_inline_asm "xor.b32 $0, $1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi1, #b1> -> tensor<32xi1, #b1>
  tile.return %r#0 : tensor<32xi1, #b1>
}

// CHECK-LABEL: @i1_in_predicate(
// CHECK-NOT: zext
// CHECK: llvm.inline_asm "not.pred $0, $1;", "=b,b" %{{.*}} : (i1) -> i1
tile.func private @i1_in_predicate(%x0: tensor<32xi1, #b1>) -> (tensor<32xi1, #b1>) {
  %r:1 = tile.elementwise_inline_asm "not.pred $0, $1;" {constraints = "=b,b", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi1, #b1> -> tensor<32xi1, #b1>
  tile.return %r#0 : tensor<32xi1, #b1>
}

// CHECK-LABEL: @pointer(
// CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
// CHECK: llvm.inline_asm
// CHECK: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
tile.func private @pointer(%x0: tensor<32x!tile.ptr<f32>, #b1>) -> (tensor<32x!tile.ptr<f32>, #b1>) {
  %r:1 = tile.elementwise_inline_asm "cvta.to.global.u64 $0, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : tensor<32x!tile.ptr<f32>, #b1> -> tensor<32x!tile.ptr<f32>, #b1>
  tile.return %r#0 : tensor<32x!tile.ptr<f32>, #b1>
}
}
