//===- Passes.td - Import from Triton ----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMPORT_PASSES
#define TILE_IMPORT_PASSES

include "mlir/Pass/PassBase.td"

def TileImportTTIR : Pass<"tile-import-ttir", "::mlir::ModuleOp"> {
  let summary = "turns the TTIR that the parser did not convert into the tile dialect";
  let description = [{
    The parser reads the operations and types of Triton's TTIR as operations and
    types of the tile dialect (see tile/Import/ImportTTIR.h). This pass converts
    what remains:
    attributes get the tile dialect's names and forms, or are dropped if the
    compiler does not use them; operations in generic form become operations
    of the tile dialect; a `gpu.barrier` or `ttg.barrier` becomes a
    `tilegpu.barrier cta`; an inline asm with only `griddepcontrol` becomes the
    operation for it; tensor descriptors and block pointers become pointers and
    masks; and each operation that cannot be imported is an error. docs/ttir.md
    lists them all. A module without TTIR is unchanged.

    Before:

    ```mlir
    tile.func public @f(%p: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %i: i32) {
      %0 = "tt.splat"(%i) : (i32) -> tensor<64xi32>
      %c = arith.constant dense<8> : tensor<64xi32>
      %1 = arith.muli %0, %c {tt.constancy = dense<64> : tensor<1xi32>} : tensor<64xi32>
      tile.return
    }
    ```

    After:

    ```mlir
    tile.func public @f(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %i: i32) {
      %0 = tile.splat %i : i32 -> tensor<64xi32>
      %c = arith.constant dense<8> : tensor<64xi32>
      %1 = arith.muli %0, %c {tile.constancy = array<i32: 64>} : tensor<64xi32>
      tile.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::tile::TileDialect",
                           "::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numOperations", "operations",
              "Operations in generic form that became tile operations">,
    Statistic<"numRenamedAttributes", "renamed-attributes",
              "Attributes that got the tile dialect's name">,
    Statistic<"numDroppedAttributes", "dropped-attributes",
              "Attributes that were dropped">
  ];
}

#endif // TILE_IMPORT_PASSES
