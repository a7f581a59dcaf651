// RUN: tile-opt %s --tile-remove-layout-conversions | FileCheck %s

// What nobody reads goes, unless it has effects.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

tile.func private @callee(tensor<128xi32, #one>) -> tensor<128xi32, #one>

// CHECK-LABEL: @effects
// CHECK-NEXT: tile.elementwise_inline_asm {{.*}} pure = false
// CHECK-NEXT: tile.elementwise_inline_asm {{.*}} pure = false
// CHECK-NEXT: tile.load %{{.*}} {isVolatile = true}
// CHECK-NEXT: tile.call @callee
// CHECK-NEXT: tile.print
// CHECK-NEXT: tile.assert
// CHECK-NEXT: tile.extern_elementwise {{.*}}pure = false
// CHECK-NEXT: tile.return
tile.func private @effects(%a: tensor<128xi32, #one>, %p: tensor<128x!tile.ptr<i32>, #one>, %c: tensor<128xi1, #one>) {
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %a : tensor<128xi32, #one> -> tensor<128xi32, #one>
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  %1 = tile.load %p {isVolatile = true} : tensor<128x!tile.ptr<i32>, #one>
  %2 = tile.call @callee(%a) : (tensor<128xi32, #one>) -> tensor<128xi32, #one>
  tile.print "" {hex = false, isSigned = array<i32: 1>} : %a : tensor<128xi32, #one>
  tile.assert %c, "" : tensor<128xi1, #one>
  %3 = tile.extern_elementwise %a {libname = "", libpath = "lib.bc", symbol = "f", pure = false} : (tensor<128xi32, #one>) -> tensor<128xi32, #one>
  tile.return
}

// CHECK-LABEL: @no_effects
// CHECK-NEXT: tile.return
tile.func private @no_effects(%a: tensor<128xi32, #one>, %p: tensor<128x!tile.ptr<i32>, #one>) {
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %a : tensor<128xi32, #one> -> tensor<128xi32, #one>
  %1 = tile.load %p : tensor<128x!tile.ptr<i32>, #one>
  %2 = arith.addi %1, %0 : tensor<128xi32, #one>
  tile.return
}

// An asm is not made again in another layout, pure or not.
// CHECK-LABEL: @asm_once
// CHECK-COUNT-1: tile.elementwise_inline_asm
// CHECK: tilegpu.convert_layout
// CHECK-NOT: tile.elementwise_inline_asm
// CHECK: tile.return
tile.func private @asm_once(%p: tensor<512x!tile.ptr<i64>, #four>) -> tensor<512xi64, #one> {
  %0 = tile.elementwise_inline_asm "mov.u64 $0, %clock64;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> tensor<512xi64, #one>
  %1 = tilegpu.convert_layout %0 : tensor<512xi64, #one> -> tensor<512xi64, #four>
  tile.store %p, %1 : tensor<512x!tile.ptr<i64>, #four>
  tile.return %0 : tensor<512xi64, #one>
}
}
