//===- TileOpBase.td - What all tile operations share ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_OP_BASE_TD
#define TILE_OP_BASE_TD

include "tile/Dialect/Tile/IR/TileAttrs.td"
include "tile/Dialect/Tile/IR/TileEnums.td"
include "tile/Dialect/Tile/IR/TileTypes.td"
include "mlir/Interfaces/CastInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// Every tile among the operands and results has 1 to 5 dimensions, each a power
// of two, and no more elements than TileTypes.h allows.
def Tile_LegalTiles : NativeOpTrait<"tile::LegalTiles"> {
  let cppNamespace = "::mlir::OpTrait";
}

// All tiles among the operands and results carry the same layout, or none.
def Tile_SameLayout : NativeOpTrait<"tile::SameLayout"> {
  let cppNamespace = "::mlir::OpTrait";
}

class Tile_Op<string mnemonic, list<Trait> traits = []> :
    Op<Tile_Dialect, mnemonic, !listconcat(traits, [Tile_LegalTiles])>;

// A map over elements: the result has the operands' shape and layout, and each
// element depends on the operands' elements at its own position only.
class Tile_ElementwiseOp<string mnemonic, list<Trait> traits = []> :
    Tile_Op<mnemonic, !listconcat(traits,
            [Elementwise, SameOperandsAndResultShape, Tile_SameLayout, Pure])>;

#endif // TILE_OP_BASE_TD
