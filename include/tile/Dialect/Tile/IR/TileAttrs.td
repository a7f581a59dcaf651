//===- TileAttrs.td - Layout and target attributes ---------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layouts that a tile's type can carry, and the target of a module.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ATTRS_TD
#define TILE_ATTRS_TD

include "tile/Dialect/Tile/IR/TileDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

def Tile_LayoutAttrInterface : AttrInterface<"LayoutAttrInterface"> {
  let cppNamespace = "::mlir::tile";
  let description = [{
    A layout: how the elements of a tile are spread over the registers, lanes
    and warps of a CTA. Each kind of layout is a `LinearLayout` from
    (`register`, `lane`, `warp`, `block`) to (`dim0`, `dim1`, ...), and lowering
    code uses only this map.

    The layout adapts to the tile's shape. If the shape is larger than the
    layout, registers repeat the pattern. If it is smaller, the layout has fewer
    registers, and the lanes and warps beyond the shape hold copies.
  }];
  let methods = [
    InterfaceMethod<
      [{The linear map for a tile of this shape. The shape must have the
        layout's rank and power-of-two sizes, which the verifiers ensure.}],
      "::mlir::tile::LinearLayout", "toLinearLayout",
      (ins "::llvm::ArrayRef<int64_t>":$shape)>,
    InterfaceMethod<"The number of tile dimensions that the layout covers.",
      "unsigned", "getRank", (ins)>,
    InterfaceMethod<"The number of warps that the layout distributes over.",
      "unsigned", "getNumWarps", (ins)>,
    InterfaceMethod<
      "The dimensions; the first one changes fastest over registers.",
      "::llvm::SmallVector<unsigned>", "getOrder", (ins)>
  ];
}

class Tile_LayoutAttr<string name, string attrMnemonic> :
    AttrDef<Tile_Dialect, name, [
      DeclareAttrInterfaceMethods<Tile_LayoutAttrInterface>,
      DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = attrMnemonic;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

def Tile_BlockedLayoutAttr : Tile_LayoutAttr<"BlockedLayout", "blocked"> {
  let summary = "blocks of elements per thread, threads per warp, warps per CTA";
  let description = [{
    Each thread owns a block of `sizePerThread` neighbouring elements. A warp's
    32 threads form a `threadsPerWarp` grid, and the CTA's warps form a
    `warpsPerCTA` grid. `order` lists the dimensions, fastest first, for all
    three levels. All sizes are powers of two; the product of `threadsPerWarp`
    is 32.

    The usual choice for loads and stores: `sizePerThread` is the vector width.

    Example: a warp reads 128 consecutive floats, 4 per thread:

    ```mlir
    #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32],
                   warpsPerCTA = [4], order = [0]}>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"unsigned", "elements that a thread owns, per dimension">:$sizePerThread,
    ArrayRefParameter<"unsigned", "lanes of a warp, per dimension">:$threadsPerWarp,
    ArrayRefParameter<"unsigned", "warps of the CTA, per dimension">:$warpsPerCTA,
    ArrayRefParameter<"unsigned", "dimensions, fastest first">:$dimOrder
  );
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<int64_t>":$shape,
                     "::llvm::ArrayRef<unsigned>":$sizePerThread,
                     "::llvm::ArrayRef<unsigned>":$order,
                     "unsigned":$numWarps)>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Tile_SliceLayoutAttr : Tile_LayoutAttr<"SliceLayout", "slice"> {
  let summary = "another layout with one dimension removed";
  let description = [{
    `tile.expand_dims` along `dim` turns a tile of this layout into a tile of
    layout `parent`. Threads that differ only along `dim` in the parent hold
    copies of the same element.

    ```mlir
    #tile.slice<{dim = 1, parent = #tile.blocked<{
      sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
    ```
  }];
  let parameters = (ins
    "unsigned":$dim,
    "::mlir::tile::LayoutAttrInterface":$parent
  );
  let builders = [
    AttrBuilderWithInferredContext<(ins "unsigned":$dim,
        "::mlir::tile::LayoutAttrInterface":$parent), [{
      return $_get(parent.getContext(), dim, parent);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let assemblyFormat = "`<` `{` `dim` `=` $dim `,` `parent` `=` $parent `}` `>`";
}

def Tile_LinearLayoutAttr : Tile_LayoutAttr<"LinearLayout", "linear"> {
  let summary = "a linear layout, given by its bases";
  let description = [{
    Lists the bases: the coordinates that each single bit of `register`, `lane`,
    `warp` and `block` maps to. The element that (register r, lane l, warp w)
    holds is the bitwise exclusive or of the bases of the bits set in r, l and
    w. There are always 5 lane bases. The map must reach every element.

    ```mlir
    #tile.linear<{register = [[0, 1], [8, 0]],
                  lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                  warp = [[16, 0], [32, 0]], block = []}>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::mlir::tile::LinearLayout", "the map">:$linearLayout
  );
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

def Tile_NvidiaMmaLayoutAttr : Tile_LayoutAttr<"NvidiaMmaLayout", "nvidia_mma"> {
  let summary = "the accumulators of tensor core instructions";
  let description = [{
    The layout of a matrix in registers after `mma.sync` (`versionMajor` 2) and
    `wgmma` (3) (PTX ISA, "Matrix fragments for mma.m16n8k16", "Register
    fragments and shared memory matrix layouts" of wgmma), and of a matrix that
    threads load from tensor memory after `tcgen05.mma` (5) (PTX ISA,
    "tcgen05.ld", shape `.16x256b`). A warp has `instrShape` (rows, columns) at
    a time:

    ```
    row    = lane / 4 + 8 * (register / 2 mod 2)
    column = 2 * (lane mod 4) + register mod 2 + 8 * (register / 4)
    ```

    `instrShape` is `[16, 8]` for `mma.sync`, and `[16, N]` for `wgmma`, N a power
    of two from 8 to 256. For `tcgen05.mma` it is `[16, N]` if an instruction
    makes 64 rows, and `[32, N]` if it makes 128: then a thread has registers
    for 16 more rows, before the registers for further columns. Warps form a
    `warpsPerCTA` grid: along the columns first for `mma.sync`, along the rows
    first for `wgmma` and `tcgen05.mma`, for which the four warps of a group
    hold all rows of an instruction. Over a larger tile, registers repeat this,
    columns first. With three dimensions the first one counts matrices; an
    instruction works on one of them.

    ```mlir
    #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
    ```
  }];
  let parameters = (ins
    "unsigned":$versionMajor,
    "unsigned":$versionMinor,
    ArrayRefParameter<"unsigned", "warps of the CTA, per dimension">:$warpsPerCTA,
    ArrayRefParameter<"unsigned", "rows and columns that one instruction gives a warp">:$instrShape
  );
  let hasCustomAssemblyFormat = 1;
}

def Tile_DotOperandLayoutAttr : Tile_LayoutAttr<"DotOperandLayout", "dot_op"> {
  let summary = "an operand of a matrix product";
  let description = [{
    The elements of operand `opIdx` (0 is `a`, 1 is `b`) that a thread needs to
    compute its elements of the product, which has layout `parent`.

    If the parent is `#tile.nvidia_mma`, it is the fragment of the instruction.
    A thread holds `kWidth` neighbours along K: for `a` in rows `lane / 4` and
    `lane / 4 + 8`, for `b` in column `lane / 4`. Their positions, for e <
    kWidth, are

    ```
    k = kWidth * (lane mod 4) + e, and this k + 4 * kWidth
    ```

    With `kWidth` of 32 bits (2 for f16, 1 for tf32, 4 for f8) these are the
    registers of the instruction as the PTX ISA numbers them. A larger `kWidth`
    permutes K in both operands in the same way. This changes no sum over K, and
    gives a thread more neighbours.

    Warps that share rows hold the same elements of `a`. Only before
    `tcgen05.mma` of 128 rows (`versionMajor` 5, `instrShape` [32, N]) each has
    a part of K, if the part is at least `8 * kWidth`: they store `a` to tensor
    memory.

    With any other parent each thread has all of K, for its rows or columns.
    Then `kWidth` is 0 and is not printed.

    ```mlir
    #tile.dot_op<{opIdx = 0, parent = #tile.nvidia_mma<{versionMajor = 2,
      versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>
    ```
  }];
  let parameters = (ins
    "unsigned":$opIdx,
    "::mlir::tile::LayoutAttrInterface":$parent,
    DefaultValuedParameter<"unsigned", "0", "neighbours along K">:$kWidth
  );
  let builders = [
    AttrBuilderWithInferredContext<(ins "unsigned":$opIdx,
        "::mlir::tile::LayoutAttrInterface":$parent,
        CArg<"unsigned", "0">:$kWidth), [{
      return $_get(parent.getContext(), opIdx, parent, kWidth);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let assemblyFormat = [{
    `<` `{` `opIdx` `=` $opIdx `,` `parent` `=` $parent
    (`,` `kWidth` `=` $kWidth^)? `}` `>`
  }];
}

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

def Tile_TargetAttr : AttrDef<Tile_Dialect, "Target"> {
  let mnemonic = "target";
  let summary = "what a module is compiled for";
  let description = [{
    The GPU (`sm_80` or later), the number of warps in a CTA (a power of
    two up to 32), and optionally the PTX ISA version as major*10+minor; 0 means
    the first version that supports the GPU.

    ```mlir
    module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {}
    ```
  }];
  let parameters = (ins
    StringRefParameter<"the GPU's name as ptxas takes it">:$chip,
    AttrOrTypeParameter<"unsigned", "warps in a CTA">:$numWarps,
    DefaultValuedParameter<"unsigned", "0", "PTX ISA version, times ten">:$ptxVersion
  );
  let assemblyFormat = [{
    `<` $chip `,` `num_warps` `=` $numWarps (`,` `ptx` `=` $ptxVersion^)? `>`
  }];
  let genVerifyDecl = 1;
}

#endif // TILE_ATTRS_TD
