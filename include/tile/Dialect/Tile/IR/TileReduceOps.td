//===- TileReduceOps.td - Reductions -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_REDUCE_OPS_TD
#define TILE_REDUCE_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_ReduceOp : Tile_TiedOp<"reduce",
    ["getDecidingClass", "getFreeClass", "mapBit", "getSliceDim",
     "getLayoutDemands", "acceptsLayout", "isLayoutAnchor"], [
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "combines the elements along a dimension";
  let description = [{
    Each result is its operand without dimension `axis`, a scalar where that was
    the only one; an element of it is what the region makes of all operand
    elements along `axis`. Several operands are reduced together, as values
    with their indices are.

    The region combines two elements of each of the n operands into one. Its 2n
    scalar arguments are the elements of all operands on the left side, then
    those on the right side; `tile.reduce.return` names the n results. It is
    associative, as far as the program cares, and has no side effects.

    How the elements are grouped is unspecified, but the same in every run: a
    kernel gives the same sums each time. Each element is combined once,
    whatever the layout repeats.

    If the layouts are given, the result's is `#tile.slice<{dim = axis, parent =
    P}>` of the operand's layout `P`. So far `axis` must lie in the registers of
    one thread, where the region is copied as a balanced tree, neighbours first;
    `tile-coalesce-memory` chooses layouts for that where the dimension has at
    most 128 elements.

    Example: the sums of rows, and the largest of each row.

    ```mlir
    %1 = "tile.reduce"(%0) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.reduce.return %s : f32
    }) : (tensor<64x16xf32>) -> tensor<64xf32>
    %2 = "tile.reduce"(%0) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %m = arith.maxnumf %a, %b : f32
      tile.reduce.return %m : f32
    }) : (tensor<64x16xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins
    /// One or more tiles of one shape and layout; elements of any types.
    Variadic<Tile_Tile>:$srcs,
    /// The dimension that goes.
    I32Attr:$axis);
  let results = (outs
    /// As many as operands.
    Variadic<Tile_AnyLike>:$result);
  let regions = (region
    /// How two elements become one.
    SizedRegion<1>:$combineOp);
  let hasCanonicalizer = 1;
  let hasRegionVerifier = 1;
}

def Tile_ReduceReturnOp : Tile_Op<"reduce.return", [
    HasParent<"ReduceOp">, Pure, Terminator]> {
  let summary = "ends the region of tile.reduce";
  let description = [{
    Example:

    ```mlir
    %1 = "tile.reduce"(%0) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %m = arith.maxsi %a, %b : i32
      tile.reduce.return %m : i32
    }) : (tensor<16xi32>) -> i32
    ```
  }];
  let arguments = (ins
    /// The combined elements, one per operand of the reduction.
    Variadic<Tile_Scalar>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

#endif // TILE_REDUCE_OPS_TD
