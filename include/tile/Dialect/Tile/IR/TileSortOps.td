//===- TileSortOps.td - Order among elements ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SORT_OPS_TD
#define TILE_SORT_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_SortOp : Tile_Op<"sort", [
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getLayoutDemands", "acceptsLayout", "getWork", "isLayoutAnchor"]>,
    Pure, UniformOpInterface, SameOperandsAndResultShape, Tile_SameLayout,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "sorts the elements along a dimension";
  let description = [{
    The first operand is the key: the result has its elements along `axis` in
    ascending order, or descending. The elements of all other operands move as
    the elements of the key do. Integers are signed, unless `isUnsigned` is set.
    Floating-point numbers have IEEE 754's total order: negative NaNs, negative
    numbers, -0, +0, positive numbers, positive NaNs.

    Elements with equal keys keep their order if `stable` is set; otherwise
    their order is unspecified, but the same in every run.

    With `bitonic` only the last merge of a bitonic sorting network is done. It
    takes log2(n) steps instead of log2(n) * (log2(n) + 1) / 2. For each
    distance n / 2, n / 4, ..., 1 it exchanges the elements `x` and `x +
    distance` if they are out of order, for each index `x` in which the bit of
    the distance is 0. This sorts a bitonic sequence: one that rises and then
    falls, or falls and then rises, such as a sorted run and another sorted run
    in reverse order. Other sequences are not sorted; the steps are the same.
    With `bitonic` the extent along `axis` is a power of two, and the sort is
    not stable.

    Example: sorts rows of numbers, and gives the old position of each number.

    ```mlir
    %1, %2 = tile.sort %0, %i {axis = 1 : i32, descending} : tensor<64x256xf32>, tensor<64x256xi32>
    ```
  }];
  let arguments = (ins
    /// The key, then the tiles that move with it; one shape and layout.
    Variadic<Tile_Tile>:$srcs,
    /// The dimension along which elements are sorted.
    I32Attr:$axis,
    /// Whether the largest comes first.
    UnitAttr:$descending,
    /// Whether equal keys keep their order.
    UnitAttr:$stable,
    /// Whether an integer key is unsigned.
    UnitAttr:$isUnsigned,
    /// Whether only the last merge is done.
    UnitAttr:$bitonic);
  let results = (outs
    /// As many as operands, of the same types.
    Variadic<Tile_Tile>:$result);
  let assemblyFormat = "$srcs attr-dict `:` type($srcs)";
  let hasVerifier = 1;
}

def Tile_TopKOp : Tile_Op<"topk", [
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getNumLayoutClasses", "getResultLayoutClass", "getDecidingClass",
         "getLayoutDemands", "acceptsLayout", "getWork", "isLayoutAnchor"]>,
    Pure, UniformOpInterface,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the largest elements along a dimension, in order";
  let description = [{
    The first `k` elements along `axis` of the result of `tile.sort`, with
    `descending` unless `smallest` is set. The first operand is the key. The
    elements of all other operands move as the elements of the key do.

    If `stable` is set, equal keys keep their order, and if only some of several
    equal keys are chosen, the first ones along the axis are. Otherwise both are
    unspecified, but the same in every run.

    The layouts of the results do not depend on the layouts of the operands.

    Example: the 8 largest numbers of each row, and their positions.

    ```mlir
    %1, %2 = tile.topk %0, %i {axis = 1 : i32, k = 8 : i32} : tensor<64x256xf32>, tensor<64x256xi32> -> tensor<64x8xf32>, tensor<64x8xi32>
    ```
  }];
  let arguments = (ins
    /// The key, then the tiles that move with it; one shape and layout.
    Variadic<Tile_Tile>:$srcs,
    /// The dimension along which elements are chosen.
    I32Attr:$axis,
    /// How many elements are chosen, at most the extent along `axis`.
    I32Attr:$k,
    /// Whether the smallest are chosen, in ascending order.
    UnitAttr:$smallest,
    /// Whether equal keys keep their order.
    UnitAttr:$stable,
    /// Whether an integer key is unsigned.
    UnitAttr:$isUnsigned);
  let results = (outs
    /// As many as operands, with extent `k` along `axis`.
    Variadic<Tile_Tile>:$result);
  let assemblyFormat = "$srcs attr-dict `:` type($srcs) `->` type($result)";
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange a,
                                        ::mlir::TypeRange b) {
      return areEqualExceptLayouts(a, b);
    }
  }];
  let hasVerifier = 1;
}

#endif // TILE_SORT_OPS_TD
