// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: tile-opt %s --tilegpu-to-llvm | tile-translate - --tile-to-ptx | FileCheck %s --check-prefix=PTX

// A long fallback becomes a function, which equal ones share; the copies are
// calls of it. LLVM inlines all of them into the kernels.
// PTX: .entry first
// PTX-NOT: call
// PTX: .entry second
// PTX-NOT: call
// PTX: ret;
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: llvm.func @first(
// CHECK-COUNT-2: llvm.call @__tile_fallback_0(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// CHECK-NOT: arith.xori
// CHECK: llvm.return
tile.func public @first(%p: !tile.ptr<i32>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #b2>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>, #b2>
  %at = tile.addptr %s, %range : tensor<64x!tile.ptr<i32>, #b2>, tensor<64xi32, #b2>
  %x = tile.load %at : tensor<64x!tile.ptr<i32>, #b2>
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true, use_fallback} %x, %range : tensor<64xi32, #b2>, tensor<64xi32, #b2> -> tensor<64xi32, #b2> fallback (%a: i32, %b: i32) {
    %x0 = arith.xori %b, %a : i32
    %x1 = arith.xori %x0, %a : i32
    %x2 = arith.xori %x1, %a : i32
    %x3 = arith.xori %x2, %a : i32
    %x4 = arith.xori %x3, %a : i32
    %x5 = arith.xori %x4, %a : i32
    %x6 = arith.xori %x5, %a : i32
    %x7 = arith.xori %x6, %a : i32
    %x8 = arith.xori %x7, %a : i32
    %x9 = arith.xori %x8, %a : i32
    %x10 = arith.xori %x9, %a : i32
    %x11 = arith.xori %x10, %a : i32
    %x12 = arith.xori %x11, %a : i32
    %x13 = arith.xori %x12, %a : i32
    %x14 = arith.xori %x13, %a : i32
    %x15 = arith.xori %x14, %a : i32
    tile.asm.return %x15 : i32
  }
  tile.store %at, %r : tensor<64x!tile.ptr<i32>, #b2>
  tile.return
}

// CHECK-LABEL: llvm.func @second(
// CHECK-COUNT-2: llvm.call @__tile_fallback_0(
// CHECK: llvm.return
tile.func public @second(%p: !tile.ptr<i32>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #b2>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>, #b2>
  %at = tile.addptr %s, %range : tensor<64x!tile.ptr<i32>, #b2>, tensor<64xi32, #b2>
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true, use_fallback} %range, %range : tensor<64xi32, #b2>, tensor<64xi32, #b2> -> tensor<64xi32, #b2> fallback (%a: i32, %b: i32) {
    %x0 = arith.xori %b, %a : i32
    %x1 = arith.xori %x0, %a : i32
    %x2 = arith.xori %x1, %a : i32
    %x3 = arith.xori %x2, %a : i32
    %x4 = arith.xori %x3, %a : i32
    %x5 = arith.xori %x4, %a : i32
    %x6 = arith.xori %x5, %a : i32
    %x7 = arith.xori %x6, %a : i32
    %x8 = arith.xori %x7, %a : i32
    %x9 = arith.xori %x8, %a : i32
    %x10 = arith.xori %x9, %a : i32
    %x11 = arith.xori %x10, %a : i32
    %x12 = arith.xori %x11, %a : i32
    %x13 = arith.xori %x12, %a : i32
    %x14 = arith.xori %x13, %a : i32
    %x15 = arith.xori %x14, %a : i32
    tile.asm.return %x15 : i32
  }
  tile.store %at, %r : tensor<64x!tile.ptr<i32>, #b2>
  tile.return
}

// CHECK-LABEL: llvm.func internal @another(
// CHECK-COUNT-2: llvm.call @__tile_fallback_1(
// CHECK: llvm.return
tile.func private @another(%x: tensor<64xi32, #b2>) -> tensor<64xi32, #b2> {
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true, use_fallback} %x, %x : tensor<64xi32, #b2>, tensor<64xi32, #b2> -> tensor<64xi32, #b2> fallback (%a: i32, %b: i32) {
    %x0 = arith.xori %b, %a : i32
    %x1 = arith.xori %x0, %a : i32
    %x2 = arith.xori %x1, %a : i32
    %x3 = arith.xori %x2, %a : i32
    %x4 = arith.xori %x3, %a : i32
    %x5 = arith.xori %x4, %a : i32
    %x6 = arith.xori %x5, %a : i32
    %x7 = arith.xori %x6, %a : i32
    %x8 = arith.xori %x7, %a : i32
    %x9 = arith.xori %x8, %a : i32
    %x10 = arith.xori %x9, %a : i32
    %x11 = arith.xori %x10, %a : i32
    %x12 = arith.xori %x11, %a : i32
    %x13 = arith.xori %x12, %a : i32
    %x14 = arith.xori %x13, %a : i32
    %x15 = arith.andi %x14, %a : i32
    tile.asm.return %x15 : i32
  }
  tile.return %r : tensor<64xi32, #b2>
}

// Short ones are copied.
// CHECK-LABEL: llvm.func internal @short(
// CHECK-COUNT-2: arith.andi
// CHECK-NOT: llvm.call
// CHECK: llvm.return
tile.func private @short(%x: tensor<64xi32, #b2>) -> tensor<64xi32, #b2> {
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true, use_fallback} %x, %x : tensor<64xi32, #b2>, tensor<64xi32, #b2> -> tensor<64xi32, #b2> fallback (%a: i32, %b: i32) {
    %y = arith.andi %a, %b : i32
    tile.asm.return %y : i32
  }
  tile.return %r : tensor<64xi32, #b2>
}

// CHECK: llvm.func internal @__tile_fallback_0(%{{.*}}: i32, %{{.*}}: i32) -> i32 attributes {{.*}}passthrough = ["tile_fallback"]
// CHECK-COUNT-16: arith.xori
// CHECK: llvm.func internal @__tile_fallback_1(
}
