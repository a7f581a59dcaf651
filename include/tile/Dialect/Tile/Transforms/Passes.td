//===- Passes.td - Passes on tiles without layouts ---------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_PASSES
#define TILE_DIALECT_TILE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TileBroadcastAsmOperands : Pass<"tile-broadcast-asm-operands", "::mlir::ModuleOp"> {
  let summary = "gives all operands of inline asm the results' shape";
  let description = [{
    The operands of `tile.elementwise_inline_asm` broadcast to one shape, that of
    the results. This pass writes the broadcasts out: a scalar among tiles becomes
    a `tile.splat`, a tile with dimensions of size 1 a `tile.broadcast`. What
    follows then sees one shape, and only tiles or only scalars. An asm without
    results has the shape that its operands have in common.

    Before:

    ```mlir
    %r = tile.elementwise_inline_asm "fma.rn.f32 $0, $1, $2, $3;" {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true} %t, %row, %s : tensor<16x32xf32>, tensor<1x32xf32>, f32 -> tensor<16x32xf32>
    ```

    After:

    ```mlir
    %0 = tile.broadcast %row : tensor<1x32xf32> -> tensor<16x32xf32>
    %1 = tile.splat %s : f32 -> tensor<16x32xf32>
    %r = tile.elementwise_inline_asm "fma.rn.f32 $0, $1, $2, $3;" {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true} %t, %0, %1 : tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32> -> tensor<16x32xf32>
    ```
  }];
  let statistics = [
    Statistic<"numSplats", "splats", "Number of scalar operands splat">,
    Statistic<"numBroadcasts", "broadcasts", "Number of operand tiles broadcast">
  ];
}

def TileVersionMaskedBlocks : Pass<"tile-version-masked-blocks", "::mlir::ModuleOp"> {
  let summary = "adds a path without masks for tiles that are wholly in bounds";
}

#endif // TILE_DIALECT_TILE_TRANSFORMS_PASSES
