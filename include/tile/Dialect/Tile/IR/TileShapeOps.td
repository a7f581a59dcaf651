//===- TileShapeOps.td - Making and reshaping tiles --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SHAPE_OPS_TD
#define TILE_SHAPE_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_MakeRangeOp : Tile_CheapOp<"make_range", [
    Pure,
    DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "the tile start, start + 1, ..., end - 1";
  let description = [{
    A one-dimensional tile of consecutive 32-bit integers. `end - start` is the
    tile's size.

    Becomes arithmetic on the thread's index, without memory accesses.

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

def Tile_SplatOp : Tile_CheapOp<"splat", [Pure]> {
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
    Pure, UniformOpInterface, LayoutOpInterface,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the element of a tile with one element";
  let description = [{
    Example:

    ```mlir
    %0 = tile.unsplat %t : tensor<1xf32>
    ```
  }];
  let arguments = (ins
    /// A tile with exactly one element, of any rank.
    Tile_Tile:$src);
  let results = (outs Tile_Scalar:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasFolder = 1;
}

def Tile_ExpandDimsOp : Tile_TiedOp<"expand_dims",
    ["mapBit", "getSliceDim", "isCheap"], [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface, ["inferReturnTypes"]>]> {
  let summary = "inserts a dimension of size 1";
  let description = [{
    The result's shape is the operand's with a 1 inserted at `axis`. If the
    result has layout `P`, the operand has `#tile.slice<{dim = axis, parent =
    P}>`, or another layout with the same map.

    No data moves.

    Example:

    ```mlir
    %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    ```
  }];
  let arguments = (ins
    /// The tile; 1 to 4 dimensions.
    Tile_Tile:$src,
    /// The number of the new dimension, 0 to the operand's rank.
    I32Attr:$axis);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_BroadcastOp : Tile_CheapOp<"broadcast", [Pure, Tile_SameLayout]> {
  let summary = "repeats a tile along its dimensions of size 1";
  let description = [{
    Each dimension of size 1 may grow; the other dimensions, the rank and the
    layout do not change.

    No data moves between threads: a thread that has an element of the result
    has the element that it repeats.

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
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def Tile_ReshapeOp : Tile_TiedOp<"reshape", ["mapBit", "isCheap"],
    [Pure], /*lastTraits=*/[]> {
  let summary = "the same elements in another shape";
  let description = [{
    The result's elements are the operand's, both in row-major order.
    `allow_reorder` allows any order; the compiler uses row-major order.

    No data moves: if the tiles have layouts, each register of each thread keeps
    its element. If dimensions are not powers of two, data may move:
    `tile-pad-tiles` says when.

    Example: rows of 64 elements as groups of 16.

    ```mlir
    %1 = tile.reshape %0 : tensor<32x64xf32> -> tensor<32x4x16xf32>
    ```
  }];
  let arguments = (ins
    /// The tile.
    Tile_Tile:$src,
    /// Whether the order of the elements is free.
    UnitAttr:$allow_reorder,
    /// Triton's hint that the result's layout is a good one; not used.
    UnitAttr:$efficient_layout);
  let results = (outs
    /// A tile with the same number of elements.
    Tile_Tile:$result);
  let assemblyFormat = [{
    $src (`allow_reorder` $allow_reorder^)? (`efficient_layout` $efficient_layout^)?
    attr-dict `:` type($src) `->` type($result)
  }];
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def Tile_TransOp : Tile_TiedOp<"trans", ["mapBit", "isCheap"], [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "permutes dimensions";
  let description = [{
    Dimension `i` of the result is dimension `order[i]` of the operand: with
    order [2, 0, 1] a 2x4x8 tile becomes an 8x2x4 tile.

    No data moves: if the tiles have layouts, the result's layout is the
    operand's with its dimensions permuted. To store the result row by row then
    costs a layout conversion, or narrower accesses.

    Example:

    ```mlir
    %1 = tile.trans %0 {order = array<i32: 1, 0>} : tensor<32x64xf32> -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins
    /// The tile.
    Tile_Tile:$src,
    /// A permutation of the operand's dimensions.
    DenseI32ArrayAttr:$order);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Tile_JoinOp : Tile_TiedOp<"join",
    ["getFreeClass", "mapBit", "inferLayout", "getLayoutDemands", "acceptsLayout"], [
    Pure, SameTypeOperands,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "two tiles side by side along a new last dimension";
  let description = [{
    The result has the operands' shape with a 2 after it: `[..., 0]` is `lhs`
    and `[..., 1]` is `rhs`. A reshape to the operands' rank interleaves them.

    No data moves: if the tiles have layouts, the result's layout is the
    operands' with one more register bit, for the new dimension.

    Example:

    ```mlir
    %2 = tile.join %0, %1 : tensor<128xf32> -> tensor<128x2xf32>
    ```
  }];
  let arguments = (ins
    /// The elements with last coordinate 0; 1 to 4 dimensions.
    Tile_Tile:$lhs,
    /// The elements with last coordinate 1; of the same type.
    Tile_Tile:$rhs);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasFolder = 1;
}

def Tile_SplitOp : Tile_TiedOp<"split",
    ["getDecidingClass", "mapBit", "inferLayout", "getLayoutDemands",
     "acceptsLayout"], [
    Pure,
    TypesMatchWith<"the results have one type", "outLHS", "outRHS", "$_self">,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the two halves of a tile along its last dimension";
  let description = [{
    The inverse of `tile.join`: `src[..., 0]` and `src[..., 1]`, where the last
    dimension has size 2.

    No data moves: if the layouts are given, the operand's has a register for the
    last dimension, and the results' is the operand's without it.

    Example:

    ```mlir
    %1, %2 = tile.split %0 : tensor<128x2xf32> -> tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// The tile; 2 to 20 dimensions, the last of size 2.
    Tile_Tile:$src);
  let results = (outs
    /// The elements with last coordinate 0.
    Tile_Tile:$outLHS,
    /// The elements with last coordinate 1.
    Tile_Tile:$outRHS);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
  let hasFolder = 1;
}

def Tile_CatOp : Tile_Op<"cat", [
    Pure, UniformOpInterface, Tile_NoLayouts,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "one tile after the other along a dimension";
  let description = [{
    The result has the elements of `lhs`, then the elements of `rhs`, along
    `axis`. Its extent along `axis` is the sum of their extents; the other
    extents are equal.

    If `axis` is 0 and the two tiles have the same shape, whose dimensions are
    powers of two, `tile-assign-layouts` replaces the operation by a `tile.join`
    of the operands, a `tile.trans` and a `tile.reshape`. Otherwise
    `tile-pad-tiles` replaces it, in the same way as a `tile.insert_slice`.

    Example:

    ```mlir
    %2 = tile.cat %0, %1 : tensor<128xf32> -> tensor<256xf32>
    %5 = tile.cat %3, %4 {axis = 1 : i32} : tensor<16x64xf32>, tensor<16x36xf32> -> tensor<16x100xf32>
    ```
  }];
  let arguments = (ins
    /// The first tile.
    Tile_Tile:$lhs,
    /// The second tile, with the same extents except along `axis`.
    Tile_Tile:$rhs,
    /// The dimension along which they are joined.
    DefaultValuedAttr<I32Attr, "0">:$axis);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<CatTypes>(type($lhs), type($rhs)) `->`
    type($result)
  }];
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange a,
                                        ::mlir::TypeRange b) {
      return areEqualExceptLayouts(a, b);
    }
  }];
}

def Tile_ExtractSliceOp : Tile_Op<"extract_slice", [
    Pure, UniformOpInterface, Tile_NoLayouts,
    AllElementTypesMatch<["src", "result"]>]> {
  let summary = "a part of a tile";
  let description = [{
    Element (i, j) of the result is element (i + offsets[0], j + offsets[1]) of
    `src`. All extents and offsets are known and of any size.

    The tiles have no layouts: `tile-pad-tiles` replaces the operation. Along a
    dimension whose offset is a multiple of the result's extent, rounded up to a
    power of two, it becomes `tile.split`, which moves no data if a thread has
    both halves. Along others it becomes `tile.gather`.

    Example: columns 16 to 47.

    ```mlir
    %1 = tile.extract_slice %0[0, 16] : tensor<64x64xf32> -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins
    /// The tile.
    Tile_Tile:$src,
    /// Where the part begins, one number per dimension.
    DenseI32ArrayAttr:$offsets);
  let results = (outs
    /// The part, with the same number of dimensions; it lies within `src`.
    Tile_Tile:$result);
  let assemblyFormat = "$src `` $offsets attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tile_InsertSliceOp : Tile_Op<"insert_slice", [
    Pure, UniformOpInterface, Tile_NoLayouts,
    AllElementTypesMatch<["src", "dst"]>, AllTypesMatch<["dst", "result"]>]> {
  let summary = "replaces a part of a tile";
  let description = [{
    The result is `dst`, except that element (i + offsets[0], j + offsets[1]) is
    element (i, j) of `src`. All extents and offsets are known and of any size.

    The tiles have no layouts: `tile-pad-tiles` replaces the operation by a
    choice between `dst` and a tile of the same shape in which the elements of
    `src` have their new places. Along a dimension whose offset is a multiple of
    the extent of `src`, rounded up to a power of two, this tile repeats `src`.
    Along others a `tile.gather` makes it.

    Example: columns 16 to 47.

    ```mlir
    %2 = tile.insert_slice %1 into %0[0, 16] : tensor<64x32xf32> into tensor<64x64xf32>
    ```
  }];
  let arguments = (ins
    /// The new part, with as many dimensions as `dst`; it lies within `dst`.
    Tile_Tile:$src,
    /// The tile.
    Tile_Tile:$dst,
    /// Where the part begins, one number per dimension.
    DenseI32ArrayAttr:$offsets);
  let results = (outs
    /// Of the type of `dst`.
    Tile_Tile:$result);
  let assemblyFormat = [{
    $src `into` $dst `` $offsets attr-dict `:` type($src) `into` type($dst)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TILE_SHAPE_OPS_TD
