//===- TileGPUDialect.td - The tilegpu dialect -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_DIALECT_TD
#define TILEGPU_DIALECT_TD

include "mlir/IR/OpBase.td"

def TileGPU_Dialect : Dialect {
  let name = "tilegpu";
  let cppNamespace = "::mlir::tilegpu";
  let summary = "What only a GPU has: moving tiles between layouts";
  let description = [{
    Operations that appear once tiles carry layouts. They have no counterpart in
    what an author writes; the passes of the `tile-to-tilegpu` pipeline insert
    them.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect"];
  let hasConstantMaterializer = 1;
}

#endif // TILEGPU_DIALECT_TD
