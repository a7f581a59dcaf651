//===- TileGPUSortOps.td - Steps of sorting networks -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations by which `tile-expand-sorts` replaces tile.sort and tile.topk.
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_SORT_OPS_TD
#define TILEGPU_SORT_OPS_TD

include "tile/Dialect/TileGPU/IR/TileGPUDialect.td"
include "tile/Dialect/Tile/IR/TileOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TileGPU_CompareExchangeOp : Op<TileGPU_Dialect, "compare_exchange", [
    Pure, UniformOpInterface, Tile_LegalTiles, SameOperandsAndResultShape,
    Tile_SameLayout,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["acceptsLayout"]>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "steps of a sorting network";
  let description = [{
    The first operand is the key, an integer. The elements of all other operands
    move as the elements of the key do. With `breaksTies` the second operand, of
    i32, decides which of two equal keys is smaller.

    First, with `runs` greater than 0, each run of 2^runs elements along `axis`
    is sorted in ascending order, or descending. A thread has to hold each run
    in its registers.

    Then come the `steps`, in order. A step with distance `d` compares the
    elements `x` and `x ^ d` along `axis`, for each `x` in which the highest bit
    of `d` is 0, and exchanges them if they are out of order; equal elements
    stay. Both must be in the same warp. Within a thread, a step on a key alone
    is a minimum and a maximum. Between lanes it is a `shfl.sync.bfly` (PTX ISA,
    "shfl.sync") for each register.

    Example: merges sorted runs of 4 into runs of 8.

    ```mlir
    %1 = tilegpu.compare_exchange %0 {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 7, 2, 1>} : tensor<64xi32, #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// The key, then the tiles that go along; one shape and layout.
    Variadic<Tile_Tile>:$srcs,
    /// The dimension along which elements are compared.
    I32Attr:$axis,
    /// log2 of the length of the runs that are sorted first.
    I32Attr:$runs,
    /// The distances of the steps after that.
    DenseI32ArrayAttr:$steps,
    /// Whether the larger element gets the lower position.
    UnitAttr:$descending,
    /// Whether the key is unsigned.
    UnitAttr:$isUnsigned,
    /// Whether the second operand compares equal keys, as a signed number.
    UnitAttr:$breaksTies);
  let results = (outs
    /// As many as operands, of the same types.
    Variadic<Tile_Tile>:$result);
  let assemblyFormat = "$srcs attr-dict `:` type($srcs)";
  let extraClassDeclaration = [{
    /// Whether each run is in the registers of one thread, if the tiles have
    /// this layout.
    bool hasRuns(const ::mlir::tile::LinearLayout &layout);
    /// The first distance between elements of two warps, if there is one.
    ::std::optional<int32_t>
    findStepAcrossWarps(const ::mlir::tile::LinearLayout &layout);
  }];
  let hasVerifier = 1;
}

def TileGPU_KeepFirstOp : Op<TileGPU_Dialect, "keep_first", [
    Pure, UniformOpInterface, Tile_LegalTiles,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getNumLayoutClasses", "getResultLayoutClass",
         "hasFixedLayouts"]>]> {
  let summary = "keeps the smaller or the larger of each two elements";
  let description = [{
    Halves the extent along `axis`. The first operand is the key. Element `x` of
    the result is the smaller of the elements `x` and `x ^ distance` of the key,
    or with `descending` the larger one. The elements of all other operands move
    with the elements of the key. The highest bit of `distance` is half the
    operand's extent.

    If the lower and the upper half are sorted runs of 8 elements each,
    `distance` 15 keeps the 8 smallest elements, though not in order.

    Both elements are in the same warp. If they are in one thread, or in
    different registers of two lanes, the result takes half the registers;
    otherwise lanes hold copies. `KeepFirstLayout` in SortPlan.h says which
    layout that is.

    Example:

    ```mlir
    %1 = tilegpu.keep_first %0 {axis = 0 : i32, distance = 3 : i32} : tensor<4xi32, #tile.linear<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = [], block = []}>> -> tensor<2xi32, #tile.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [], block = []}>>
    ```
  }];
  let arguments = (ins
    /// The key, then the tiles that go along; one shape and layout.
    Variadic<Tile_Tile>:$srcs,
    /// The dimension along which elements are compared.
    I32Attr:$axis,
    /// The distance of the two elements, an XOR of their coordinates.
    I32Attr:$distance,
    /// Whether the larger element is kept.
    UnitAttr:$descending,
    /// Whether the key is unsigned.
    UnitAttr:$isUnsigned,
    /// Whether the second operand compares equal keys, as a signed number.
    UnitAttr:$breaksTies);
  let results = (outs
    /// As many as operands, of half the extent along `axis`.
    Variadic<Tile_Tile>:$result);
  let assemblyFormat = "$srcs attr-dict `:` type($srcs) `->` type($result)";
  let hasVerifier = 1;
}

def TileGPU_RelabelOp : Op<TileGPU_Dialect, "relabel", [
    Pure, Tile_LegalTiles, SameOperandsAndResultShape,
    SameOperandsAndResultElementType,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getNumLayoutClasses", "getResultLayoutClass",
         "hasFixedLayouts"]>]> {
  let summary = "gives the registers of a tile another layout";
  let description = [{
    Each thread keeps its registers, and the result's layout says which elements
    they are from now on. So the result is the tile with its elements permuted.
    A sort may begin with it, because the order of the elements before a sort
    does not matter. Copies of an element remain copies of one element.

    Example:

    ```mlir
    %1 = tilegpu.relabel %0 : tensor<4xi32, #tile.linear<{register = [[2], [1]], lane = [[0], [0], [0], [0], [0]], warp = [], block = []}>> -> tensor<4xi32, #tile.linear<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = [], block = []}>>
    ```
  }];
  let arguments = (ins
    /// The tile with its present layout.
    Tile_Tile:$src);
  let results = (outs
    /// The tile that has the same registers.
    Tile_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

#endif // TILEGPU_SORT_OPS_TD
