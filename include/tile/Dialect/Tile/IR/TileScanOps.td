//===- TileScanOps.td - Scans ------------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SCAN_OPS_TD
#define TILE_SCAN_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_ScanOp : Tile_Op<"scan", [
    UniformOpInterface,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getLayoutDemands", "acceptsLayout", "getWork", "isLayoutAnchor"]>,
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock,
    SameOperandsAndResultShape, Tile_SameLayout,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "running combinations of the elements along a dimension";
  let description = [{
    Each element of a result is the combination of all operand elements along
    `axis` up to and including its own position. With `reverse`, it is the
    combination of the elements from its own position to the end. Several
    operands are scanned together.

    The region is like the region of `tile.reduce`: 2n scalar arguments, which
    are the left elements of all operands, then the right elements, and
    `tile.scan.return` with the n results. The region must be associative, up to
    differences that the program accepts. It has no side effects, except that it
    may assert something. It need not be commutative: along the axis, the left
    elements come before the right elements. With `reverse` the left elements
    come later along the axis.

    The order in which elements are grouped is unspecified, but the same in
    every run.

    Example: running sums of rows.

    ```mlir
    %1 = "tile.scan"(%0) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.scan.return %s : f32
    }) : (tensor<64x16xf32>) -> tensor<64x16xf32>
    ```
  }];
  let arguments = (ins
    /// One or more tiles of one shape and layout; elements of any types.
    Variadic<Tile_Tile>:$srcs,
    /// The dimension along which elements are combined.
    I32Attr:$axis,
    /// Whether the scan starts at the end.
    DefaultValuedAttr<BoolAttr, "false">:$reverse);
  let results = (outs
    /// One for each operand, of the same type.
    Variadic<Tile_Tile>:$result);
  let regions = (region
    /// Combines two elements.
    SizedRegion<1>:$combineOp);
  let hasRegionVerifier = 1;
}

def Tile_ScanReturnOp : Tile_Op<"scan.return", [
    HasParent<"ScanOp">, Pure, Terminator]> {
  let summary = "ends the region of tile.scan";
  let description = [{
    Example:

    ```mlir
    %1 = "tile.scan"(%0) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%a: i32, %b: i32):
      %m = arith.maxsi %a, %b : i32
      tile.scan.return %m : i32
    }) : (tensor<16xi32>) -> tensor<16xi32>
    ```
  }];
  let arguments = (ins
    /// The combined elements, one per operand of the scan.
    Variadic<Tile_Scalar>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

#endif // TILE_SCAN_OPS_TD
