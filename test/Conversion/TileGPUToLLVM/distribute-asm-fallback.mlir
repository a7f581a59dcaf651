// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// A copy for each element.
// CHECK-LABEL: llvm.func internal @element(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NEXT:    %[[M:.*]] = arith.negf %[[A]] : f32
// CHECK-NEXT:    %[[N:.*]] = arith.negf %[[B]] : f32
// CHECK-NOT:     inline_asm
// CHECK:         llvm.insertvalue %[[M]], %{{.*}}[0]
// CHECK:         llvm.insertvalue %[[N]], %{{.*}}[1]
tile.func private @element(%x: tensor<64xf32, #b2>) -> tensor<64xf32, #b2> {
  %r = tile.elementwise_inline_asm "neg.f32 $0, $2; neg.f32 $1, $3;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true, use_fallback} %x : tensor<64xf32, #b2> -> tensor<64xf32, #b2> fallback (%a: f32) {
    %n = arith.negf %a : f32
    tile.asm.return %n : f32
  }
  tile.return %r : tensor<64xf32, #b2>
}

// A copy for each group, which swaps its elements.
// CHECK-LABEL: llvm.func internal @group(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK:         llvm.insertvalue %[[B]], %{{.*}}[0]
// CHECK:         llvm.insertvalue %[[A]], %{{.*}}[1]
tile.func private @group(%x: tensor<64xf32, #b2>) -> tensor<64xf32, #b2> {
  %r = tile.elementwise_inline_asm "mov.b32 $0, $3; mov.b32 $1, $2;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true, use_fallback} %x : tensor<64xf32, #b2> -> tensor<64xf32, #b2> fallback (%a: f32, %b: f32) {
    tile.asm.return %b, %a : f32, f32
  }
  tile.return %r : tensor<64xf32, #b2>
}

// A group that is padded: one copy in the element form.
// CHECK-LABEL: llvm.func internal @padded(
// CHECK-SAME:    %[[A:.*]]: f32) -> f32
// CHECK-NEXT:    %[[M:.*]] = arith.negf %[[A]] : f32
// CHECK-NEXT:    return %[[M]]
tile.func private @padded(%x: tensor<32xf32, #b1>) -> tensor<32xf32, #b1> {
  %r = tile.elementwise_inline_asm "neg.f32 $0, $2; neg.f32 $1, $3;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true, use_fallback} %x : tensor<32xf32, #b1> -> tensor<32xf32, #b1> fallback (%a: f32) {
    %n = arith.negf %a : f32
    tile.asm.return %n : f32
  }
  tile.return %r : tensor<32xf32, #b1>
}

// Of %s each group has one element, its first.
// CHECK-LABEL: llvm.func internal @per_group(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32, %[[S:.*]]: f32, %{{.*}}: f32)
// CHECK-NEXT:    %[[M:.*]] = arith.addf %[[A]], %[[S]] : f32
// CHECK-NEXT:    %[[N:.*]] = arith.addf %[[B]], %[[S]] : f32
// CHECK:         llvm.insertvalue %[[M]], %{{.*}}[0]
// CHECK:         llvm.insertvalue %[[N]], %{{.*}}[1]
tile.func private @per_group(%x: tensor<64xf32, #b2>, %s: tensor<64xf32, #b2>) -> tensor<64xf32, #b2> {
  %r = tile.elementwise_inline_asm "add.f32 $0, $2, $4; add.f32 $1, $3, $4;" {constraints = "=f,=f,f,f,f", packed_element = 2 : i32, per_group = array<i32: 1>, pure = true, use_fallback} %x, %s : tensor<64xf32, #b2>, tensor<64xf32, #b2> -> tensor<64xf32, #b2> fallback (%a: f32, %b: f32) {
    %n = arith.addf %a, %b : f32
    tile.asm.return %n : f32
  }
  tile.return %r : tensor<64xf32, #b2>
}

// 8-bit floats and pointers are bytes and addresses in a thread, in the copies
// as well.
// CHECK-LABEL: llvm.func internal @types(
// CHECK-SAME:    %[[A:.*]]: i8, %{{.*}}: i8, %[[P:.*]]: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>) -> !llvm.struct<(i8, i8, i64, i64)>
// CHECK-NOT:     unrealized_conversion_cast
// CHECK:         llvm.ptrtoint %[[P]]
// CHECK-NOT:     unrealized_conversion_cast
// CHECK:         return
tile.func private @types(%x: tensor<64xf8E4M3FN, #b2>, %p: tensor<64x!tile.ptr<f32>, #b2>) -> (tensor<64xf8E5M2, #b2>, tensor<64xi64, #b2>) {
  %r:2 = tile.elementwise_inline_asm "cvt.rn.f16x2.e4m3x2 $0, $3;" {constraints = "=h,=l,=l,h,l,l", packed_element = 2 : i32, pure = true, use_fallback} %x, %p : tensor<64xf8E4M3FN, #b2>, tensor<64x!tile.ptr<f32>, #b2> -> tensor<64xf8E5M2, #b2>, tensor<64xi64, #b2> fallback (%a: f8E4M3FN, %b: !tile.ptr<f32>) {
    %h = tile.fp_to_fp %a : f8E4M3FN -> f16
    %n = tile.fp_to_fp %h, rounding = rtne : f16 -> f8E5M2
    %i = tile.ptr_to_int %b : !tile.ptr<f32> -> i64
    tile.asm.return %n, %i : f8E5M2, i64
  }
  tile.return %r#0, %r#1 : tensor<64xf8E5M2, #b2>, tensor<64xi64, #b2>
}

// With side effects: under the guard of the one thread that has the element, and
// the asm inside runs there without another guard.
// CHECK-LABEL: llvm.func internal @impure(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr<1>)
// CHECK:         scf.if
// CHECK-NEXT:      %[[Q:.*]] = llvm.ptrtoint %[[P]]
// CHECK-NEXT:      llvm.inline_asm has_side_effects {tile.never_copied} "red.global.add.u32 [$0], 1;", "l,~{memory}" %[[Q]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
tile.func private @impure(%p: tensor<1x!tile.ptr<i32>, #b1>) {
  tile.elementwise_inline_asm "red.global.add.noftz.bf16x2 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false, use_fallback} %p : tensor<1x!tile.ptr<i32>, #b1> -> () fallback (%q: !tile.ptr<i32>) {
    tile.elementwise_inline_asm "red.global.add.u32 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %q : !tile.ptr<i32> -> ()
    tile.asm.return
  }
  tile.return
}

// Branches may stand in a fallback.
// CHECK-LABEL: llvm.func internal @branches(
// CHECK:         scf.if
tile.func private @branches(%x: tensor<32xi32, #b1>) -> tensor<32xi32, #b1> {
  %r = tile.elementwise_inline_asm "max.s32 $0, $1, 7;" {constraints = "=r,r", packed_element = 1 : i32, pure = true, use_fallback} %x : tensor<32xi32, #b1> -> tensor<32xi32, #b1> fallback (%a: i32) {
    %c = arith.constant 7 : i32
    %t = arith.cmpi slt, %a, %c : i32
    %v = scf.if %t -> i32 {
      %w = arith.muli %a, %a : i32
      scf.yield %w : i32
    } else {
      scf.yield %c : i32
    }
    tile.asm.return %v : i32
  }
  tile.return %r : tensor<32xi32, #b1>
}
}
