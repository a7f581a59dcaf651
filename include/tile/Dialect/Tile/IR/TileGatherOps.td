//===- TileGatherOps.td - Elements chosen by number --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_GATHER_OPS_TD
#define TILE_GATHER_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_GatherOp : Tile_TiedOp<"gather", [], [
    Pure, AllElementTypesMatch<["src", "result"]>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>], []> {
  let summary = "picks elements along a dimension by their numbers";
  let description = [{
    Element (i, j, k) of the result is, for `axis` 1, element
    (i, indices[i, j, k], k) of `src`. The result has the shape of `indices`,
    which has the extents of `src` except along `axis`. Indices are unsigned. An
    index that is not smaller than the extent of `src` gives an unspecified
    element of the tile.

    The layouts of `src` and of the result do not depend on each other.

    Example:

    ```mlir
    %1 = tile.gather %0[%i] {axis = 1 : i32} : (tensor<16x64xf32>, tensor<16x32xi32>) -> tensor<16x32xf32>
    ```
  }];
  let arguments = (ins
    /// The tile that elements are taken from.
    Tile_Tile:$src,
    /// The positions of the elements along `axis`.
    Tile_IntTile:$indices,
    /// The dimension that the indices count along.
    I32Attr:$axis,
    /// Triton's mark that the layout suits the operation; not used.
    UnitAttr:$efficient_layout);
  let results = (outs
    /// The elements, in the shape and layout of `indices`.
    Tile_Tile:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    unsigned getNumLayoutClasses() { return 2; }
    unsigned getOperandLayoutClass(unsigned operand) { return operand; }
    unsigned getResultLayoutClass(unsigned) { return 1; }
    static bool isCompatibleReturnTypes(::mlir::TypeRange a,
                                        ::mlir::TypeRange b) {
      return areEqualExceptLayouts(a, b);
    }
  }];
  let hasVerifier = 1;
}

def Tile_HistogramOp : Tile_TiedOp<"histogram", [], [
    Pure,
    TypesMatchWith<"the mask is i1 in the shape of `src`", "src", "mask",
                   "::mlir::tile::getI1Like($_self)",
                   "!getMask() || std::equal_to<>()">], []> {
  let summary = "counts how often each number occurs";
  let description = [{
    Element i of the result is the number of elements of `src` that are equal
    to i and whose `mask` is true. A null `mask` means true everywhere. Elements
    of `src` are unsigned. An element is not counted if it is not smaller than the
    result's extent.

    The result's layout does not depend on the layout of `src`.

    Each warp counts in its own copy of the bins in shared memory, or several
    warps share a copy if there are many bins, by `red.shared.add.u32` (PTX ISA,
    "Parallel Synchronization and Communication Instructions: red"). The sums of
    the copies are the result. `tilegpu.local_count` explains more. A bin takes
    4 bytes, and all bins must fit into the shared memory of a CTA.

    Example:

    ```mlir
    %1 = tile.histogram %0, %m : tensor<1024xi32> -> tensor<256xi32>
    ```
  }];
  let arguments = (ins
    /// The numbers.
    Tile_IntTile:$src,
    /// Which numbers are counted; i1 in the shape and layout of `src`.
    Optional<Tile_I1Tile>:$mask);
  let results = (outs
    /// The counts: a tile of one dimension, of i32 or i64.
    Tile_IntTile:$result);
  let assemblyFormat = [{
    $src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TILE_GATHER_OPS_TD
