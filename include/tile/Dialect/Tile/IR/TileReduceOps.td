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
     "getLayoutDemands", "acceptsLayout", "getWork", "isLayoutAnchor"], [
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "combines the elements along a dimension";
  let description = [{
    Each result has the shape of its operand without dimension `axis`. If that
    was the only dimension, the result is a scalar. The region combines all
    operand elements along `axis` to one element of the result. Several operands
    are reduced together, for example values and their indices.

    The region combines two elements of each of the n operands into one. Its 2n
    scalar arguments are the left elements of all operands, then the right
    elements; `tile.reduce.return` names the n results. The region must be
    associative, up to differences that the program accepts. It has no side
    effects, except that it may assert something (`tile.assert`) about elements
    and their combinations.

    The order in which elements are grouped is unspecified, so sums of
    floating-point numbers may be rounded in any order. But the grouping depends
    only on shape and layout. So a kernel gives the same bits in every run, and
    all threads that have a copy of the result have the same bits. Each element
    is combined once, even if several threads have copies of it.

    Along the axis, the left elements come before the right elements. If the
    region is commutative, elements are combined in the cheapest order instead.
    `commutative` says that the program accepts any order. The compiler assumes
    it for regions with a single addition, multiplication, minimum, maximum or
    bitwise operation per operand.

    If the tiles have layouts, the result's layout is `#tile.slice<{dim = axis,
    parent = P}>`, where `P` is the operand's layout. Within a thread, copies of
    the region form a balanced tree. Lanes of a warp exchange their values by
    shuffles. Values of several warps go through shared memory
    (`tile-split-reductions`).

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
    /// The dimension that is removed.
    I32Attr:$axis,
    /// Whether the order of the elements does not matter to the program.
    UnitAttr:$commutative);
  let results = (outs
    /// One for each operand.
    Variadic<Tile_AnyLike>:$result);
  let regions = (region
    /// Combines two elements.
    SizedRegion<1>:$combineOp);
  let hasCanonicalizeMethod = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    unsigned getNumLayoutClasses() { return 2; }
    unsigned getResultLayoutClass(unsigned) { return 1; }
    static bool isCompatibleReturnTypes(::mlir::TypeRange a,
                                        ::mlir::TypeRange b) {
      return areEqualExceptLayouts(a, b);
    }
    /// Whether the order of the elements does not matter, by the attribute or
    /// by the region.
    bool isCommutative();
  }];
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
