//===- TileGPUOps.td - Operations of the tilegpu dialect ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_OPS_TD
#define TILEGPU_OPS_TD

include "tile/Dialect/TileGPU/IR/TileGPUDialect.td"
include "tile/Dialect/Tile/IR/TileOpBase.td"

class TileGPU_Op<string mnemonic, list<Trait> traits = []> :
    Op<TileGPU_Dialect, mnemonic, !listconcat(traits, [Tile_LegalTiles])>;

def TileGPU_ConvertLayoutOp : TileGPU_Op<"convert_layout", [
    Pure, SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "the same tile in another layout";
  let description = [{
    The elements stay, who holds them changes. Where each thread already holds
    what it needs, this is a renaming of its registers; moving elements between
    threads is not supported yet.

    Example:

    ```mlir
    %1 = tilegpu.convert_layout %0 : tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<128xf32, #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// The tile in its present layout.
    Tile_Tile:$src);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TILEGPU_OPS_TD
