// RUN: tile-opt %s | tile-opt | FileCheck %s

// The element form: an argument for each operand.
// CHECK-LABEL: tile.func private @element
// CHECK:         tile.elementwise_inline_asm "max.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %{{.*}}, %{{.*}} : tensor<128xf32>, f32 -> tensor<128xf32> fallback (%[[A:.*]]: f32, %[[B:.*]]: f32) {
// CHECK-NEXT:      %[[M:.*]] = arith.maxnumf %[[A]], %[[B]] : f32
// CHECK-NEXT:      tile.asm.return %[[M]] : f32
// CHECK-NEXT:    }
tile.func private @element(%t: tensor<128xf32>, %s: f32) -> tensor<128xf32> {
  %r = tile.elementwise_inline_asm "max.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %t, %s : tensor<128xf32>, f32 -> tensor<128xf32> fallback (%a: f32, %b: f32) {
    %m = arith.maxnumf %a, %b : f32
    tile.asm.return %m : f32
  }
  tile.return %r : tensor<128xf32>
}

// The group form: all elements of a group, of %s one.
// CHECK-LABEL: tile.func private @group
// CHECK:         {constraints = "=r,r,r", packed_element = 2 : i32, per_group = array<i32: 1>, pure = true, sign_extend}
// CHECK-SAME:    fallback (%{{.*}}: i16, %{{.*}}: i16, %{{.*}}: i8) {
// CHECK:           tile.asm.return %{{.*}}, %{{.*}} : i16, i16
tile.func private @group(%t: tensor<128xi16>, %s: i8) -> tensor<128xi16> {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $2, 0x1032;" {constraints = "=r,r,r", packed_element = 2 : i32, per_group = array<i32: 1>, pure = true, sign_extend} %t, %s : tensor<128xi16>, i8 -> tensor<128xi16> fallback (%a: i16, %b: i16, %c: i8) {
    tile.asm.return %b, %a : i16, i16
  }
  tile.return %r : tensor<128xi16>
}

// Without operands and results, and with an asm in the fallback of one that has
// side effects.
// CHECK-LABEL: tile.func private @nothing
// CHECK:         "fence.acq_rel.gpu;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false, use_fallback} -> () fallback () {
// CHECK-NEXT:      tile.elementwise_inline_asm "membar.gl;"
// CHECK-NEXT:      tile.asm.return
// CHECK-NEXT:    }
tile.func private @nothing() {
  tile.elementwise_inline_asm "fence.acq_rel.gpu;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false, use_fallback} -> () fallback () {
    tile.elementwise_inline_asm "membar.gl;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
    tile.asm.return
  }
  tile.return
}

// Both forms have the same arguments here; the values tell.
// CHECK-LABEL: tile.func private @counted
// CHECK:           tile.asm.return %{{.*}}, %{{.*}} : i16, i16
// CHECK:           tile.asm.return %{{.*}} : i16
tile.func private @counted(%s: i32) -> (tensor<128xi16>, tensor<128xi16>) {
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, per_group = array<i32: 0>, pure = true} %s : i32 -> tensor<128xi16> fallback (%a: i32) {
    %c16 = arith.constant 16 : i32
    %low = arith.trunci %a : i32 to i16
    %shifted = arith.shrui %a, %c16 : i32
    %high = arith.trunci %shifted : i32 to i16
    tile.asm.return %low, %high : i16, i16
  }
  %q = tile.elementwise_inline_asm "prmt.b32 $0, $1, $1, 0x1010;" {constraints = "=r,r", packed_element = 2 : i32, per_group = array<i32: 0>, pure = true} %s : i32 -> tensor<128xi16> fallback (%a: i32) {
    %low = arith.trunci %a : i32 to i16
    tile.asm.return %low : i16
  }
  tile.return %r, %q : tensor<128xi16>, tensor<128xi16>
}
