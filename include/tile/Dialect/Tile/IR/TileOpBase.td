//===- TileOpBase.td - What all tile operations share ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_OP_BASE_TD
#define TILE_OP_BASE_TD

include "tile/Dialect/Tile/IR/LayoutOpInterface.td"
include "tile/Dialect/Tile/IR/TileAttrs.td"
include "tile/Dialect/Tile/IR/TileEnums.td"
include "tile/Dialect/Tile/IR/TileTypes.td"
include "tile/Dialect/Tile/IR/UniformOpInterface.td"
include "mlir/Interfaces/CastInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// Every tile among the operands and results has 1 to 20 dimensions, powers of
// two where it has a layout, and no more elements than TileTypes.h allows.
def Tile_LegalTiles : NativeOpTrait<"tile::LegalTiles"> {
  let cppNamespace = "::mlir::OpTrait";
}

// All tiles among the operands and results carry the same layout, or none.
def Tile_SameLayout : NativeOpTrait<"tile::SameLayout"> {
  let cppNamespace = "::mlir::OpTrait";
}

// The layouts of the tiles fit the operation's LayoutOpInterface: all tiles
// have a layout or none has, the tiles of a class have the same one, and it is
// equivalent to the layout that follows from the deciding class. This trait
// stands after InferTypeOpInterface, which checks the shapes: both are verified
// with the regions, in this order.
def Tile_TiedLayouts : NativeOpTrait<"tile::TiedLayouts"> {
  let cppNamespace = "::mlir::OpTrait";
}

// No tile among the operands and results has a layout: a pass replaces the
// operation before tiles get layouts.
def Tile_NoLayouts : NativeOpTrait<"tile::NoLayouts"> {
  let cppNamespace = "::mlir::OpTrait";
}

// The operation accesses no memory that programs share: its effects only keep it
// in its place among other operations.
def Tile_AccessesNoMemory : NativeOpTrait<"tile::AccessesNoMemory"> {
  let cppNamespace = "::mlir::OpTrait";
}

// `traits` are verified first, then the tiles, then `lastTraits`.
class Tile_Op<string mnemonic, list<Trait> traits = [],
              list<Trait> lastTraits = []> :
    Op<Tile_Dialect, mnemonic,
       !listconcat(traits, [Tile_LegalTiles], lastTraits)>;

// An operation that gives elements other coordinates: the operands are class 0
// of its layouts, the results class 1. `methods` are the methods of the
// interface that it defines. If no interface among `traits` checks the shapes,
// but `verify` does, the operation has no `lastTraits`, and `verify` calls
// verifyTiedLayouts.
class Tile_TiedOp<string mnemonic, list<string> methods, list<Trait> traits = [],
                  list<Trait> lastTraits = [Tile_TiedLayouts]> :
    Tile_Op<mnemonic,
      !listconcat(traits, [
        UniformOpInterface,
        DeclareOpInterfaceMethods<LayoutOpInterface, methods>]),
      lastTraits> {
  let extraClassDeclaration = [{
    unsigned getNumLayoutClasses() { return 2; }
    unsigned getResultLayoutClass(unsigned) { return 1; }
    /// Types are inferred before layouts are compared, and layouts may be
    /// written differently.
    static bool isCompatibleReturnTypes(::mlir::TypeRange a,
                                        ::mlir::TypeRange b) {
      return areEqualExceptLayouts(a, b);
    }
  }];
}

// An operation with one layout class that is cheap to compute again.
class Tile_CheapOp<string mnemonic, list<Trait> traits = []> :
    Tile_Op<mnemonic, !listconcat(traits, [UniformOpInterface, LayoutOpInterface])> {
  let extraClassDeclaration = "bool isCheap() { return true; }";
}

// A map over elements: the result has the operands' shape and layout, and each
// element depends on the operands' elements at its own position only.
class Tile_ElementwiseOp<string mnemonic, list<Trait> traits = []> :
    Tile_Op<mnemonic, !listconcat(traits,
            [Elementwise, SameOperandsAndResultShape, Tile_SameLayout, Pure,
             UniformOpInterface])>;

#endif // TILE_OP_BASE_TD
