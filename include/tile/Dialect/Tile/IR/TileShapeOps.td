//===- TileShapeOps.td - Making and reshaping tiles --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SHAPE_OPS_TD
#define TILE_SHAPE_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_MakeRangeOp : Tile_Op<"make_range", [
    Pure,
    DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "the tile start, start + 1, ..., end - 1";
  let description = [{
    A one-dimensional tile of consecutive 32-bit integers. `end - start` is the
    tile's size, a power of two.

    Becomes arithmetic on the thread's index: no memory is touched.

    Example:

    ```mlir
    %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    ```
  }];
  let arguments = (ins
    /// The first element.
    I32Attr:$start,
    /// One past the last element.
    I32Attr:$end);
  let results = (outs Tile_TileOf<[I32], "tile of i32">:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tile_SplatOp : Tile_Op<"splat", [Pure]> {
  let summary = "a tile of copies of one scalar";
  let description = [{
    Example:

    ```mlir
    %0 = tile.splat %x : f32 -> tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// The scalar; the result's element type.
    Tile_Scalar:$src);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tile_UnsplatOp : Tile_Op<"unsplat", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the one element of a tile of one element";
  let description = [{
    Example:

    ```mlir
    %0 = tile.unsplat %t : tensor<1xf32>
    ```
  }];
  let arguments = (ins
    /// A tile of exactly one element, of any rank.
    Tile_Tile:$src);
  let results = (outs Tile_Scalar:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasFolder = 1;
}

def Tile_ExpandDimsOp : Tile_Op<"expand_dims", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface, ["inferReturnTypes"]>]> {
  let summary = "inserts a dimension of size 1";
  let description = [{
    The result's shape is the operand's with a 1 inserted at `axis`. If the
    result has layout `P`, the operand has `#tile.slice<{dim = axis, parent = P}>`.

    No data moves.

    Example:

    ```mlir
    %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    ```
  }];
  let arguments = (ins
    /// The tile; 1 to 4 dimensions.
    Tile_Tile:$src,
    /// Where the new dimension stands, 0 to the operand's rank.
    I32Attr:$axis);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Tile_BroadcastOp : Tile_Op<"broadcast", [Pure, Tile_SameLayout]> {
  let summary = "repeats a tile along its dimensions of size 1";
  let description = [{
    Each dimension of size 1 may grow; the others stay. Rank and layout stay.

    No data moves between threads: who holds an element of the result holds the
    element that it repeats.

    Example:

    ```mlir
    %1 = tile.broadcast %0 : tensor<128x1xi32> -> tensor<128x32xi32>
    ```
  }];
  let arguments = (ins
    /// The tile.
    Tile_Tile:$src);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

#endif // TILE_SHAPE_OPS_TD
