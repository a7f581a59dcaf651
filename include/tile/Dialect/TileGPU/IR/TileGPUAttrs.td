//===- TileGPUAttrs.td - Layouts and schedules -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_ATTRS_TD
#define TILEGPU_ATTRS_TD

include "tile/Dialect/TileGPU/IR/TileGPUDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

def TileGPU_SharedLayoutAttrInterface : AttrInterface<"SharedLayoutAttrInterface"> {
  let cppNamespace = "::mlir::tilegpu";
  let description = [{
    A layout of shared memory: which element of a tile lies at each offset. Each
    kind of layout is a `LinearLayout` from `offset`, counted in elements, to
    (`dim0`, `dim1`, ...), and a bijection. Lowering code uses only this map.
  }];
  let methods = [
    InterfaceMethod<"The number of tile dimensions that the layout covers.",
      "unsigned", "getRank", (ins)>,
    InterfaceMethod<
      [{The linear map for a tile of this shape, which `verifyShape` accepts.}],
      "::mlir::tile::LinearLayout", "toLinearLayout",
      (ins "::llvm::ArrayRef<int64_t>":$shape)>,
    InterfaceMethod<
      [{Fails, with a message, if there is no map for a tile of this shape.}],
      "::llvm::LogicalResult", "verifyShape",
      (ins "::llvm::ArrayRef<int64_t>":$shape,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
}

class TileGPU_SharedLayoutAttr<string name, string attrMnemonic> :
    AttrDef<TileGPU_Dialect, name, [
      DeclareAttrInterfaceMethods<TileGPU_SharedLayoutAttrInterface>]> {
  let mnemonic = attrMnemonic;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Layouts of shared memory
//===----------------------------------------------------------------------===//

def TileGPU_SwizzledSharedAttr : TileGPU_SharedLayoutAttr<"SwizzledShared", "swizzled_shared"> {
  let summary = "rows one after another, with vectors permuted by an exclusive or";
  let description = [{
    The tile's elements lie row by row, with dimensions in `order` (the first
    one changes fastest). Within a row, vectors of `vec` elements are permuted:
    vector `v` of row `r` lies at position `v xor (r / perPhase mod maxPhase)`.
    `maxPhase = 1` permutes nothing. All three are powers of two. The row is the
    position along the second dimension of `order`.

    ```mlir
    #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
    ```
  }];
  let parameters = (ins
    "unsigned":$vec,
    "unsigned":$perPhase,
    "unsigned":$maxPhase,
    ArrayRefParameter<"unsigned", "dimensions, fastest first">:$order
  );
  let assemblyFormat = [{
    `<` `{` `vec` `=` $vec `,` `perPhase` `=` $perPhase `,`
            `maxPhase` `=` $maxPhase `,` `order` `=` `[` $order `]` `}` `>`
  }];
}

def TileGPU_LinearSharedAttr : TileGPU_SharedLayoutAttr<"LinearShared", "linear_shared"> {
  let summary = "a linear layout of shared memory, given by its bases";
  let description = [{
    Lists the coordinates of the element at each offset that is a power of two,
    in elements. The coordinates at another offset are the bitwise exclusive or
    of the coordinates for its bits. The map is a bijection: each element has
    one offset.

    ```mlir
    // A 4x4 tile whose rows are permuted so that columns lie in different banks.
    #tilegpu.linear_shared<[[0, 1], [0, 2], [1, 1], [2, 2]]>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::mlir::tile::LinearLayout", "the map">:$linearLayout
  );
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

// PTX ISA, "bar.warp.sync" and "barrier.cta".
def TileGPU_BarrierScope : I32EnumAttr<"BarrierScope",
    "which threads wait at a barrier", [
  I32EnumAttrCase<"Warp", 0, "warp">,
  I32EnumAttrCase<"Group", 1, "group">,
  I32EnumAttrCase<"CTA", 2, "cta">
]> {
  let cppNamespace = "::mlir::tilegpu";
}

def TileGPU_TurnStep : I32EnumAttr<"TurnStep", "a step of warpgroups' turns", [
  I32EnumAttrCase<"Start", 0, "start">,
  I32EnumAttrCase<"Wait", 1, "wait">,
  I32EnumAttrCase<"Give", 2, "give">,
  I32EnumAttrCase<"Stop", 3, "stop">
]> {
  let cppNamespace = "::mlir::tilegpu";
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

def TileGPU_AheadKind : I32EnumAttr<"AheadKind",
    "how what a load reads comes to shared memory", [
  I32EnumAttrCase<"Copy", 0, "copy">,
  I32EnumAttrCase<"CopyIfFull", 1, "copy_if_full">,
  I32EnumAttrCase<"Box", 2, "box">,
  I32EnumAttrCase<"Registers", 3, "registers">
]> {
  let cppNamespace = "::mlir::tilegpu";
}

def TileGPU_AheadAttr : AttrDef<TileGPU_Dialect, "Ahead"> {
  let mnemonic = "ahead";
  let summary = "a load that runs iterations ahead of its loop";
  let description = [{
    The load is issued `distance` iterations before the one that uses it, and
    what it reads goes to shared memory: to each of `places` in turn. `kind` says
    how:

    | kind | what the load becomes |
    |---|---|
    | `copy` | a copy by all threads, `tilegpu.async_copy` |
    | `copy_if_full` | such a copy where the mask is true everywhere; elsewhere a load and a store |
    | `box` | a bulk copy, `tilegpu.box_copy`, by one thread or by the producer warp |
    | `registers` | a load, and a store one iteration later |

    All copies of a loop have the same distance. They have one place more than
    that, and another one in a loop with `tilegpu.products_in_flight`. In one
    with `tilegpu.copies_in_place` they have as many as the distance. A load that
    waits in registers runs 2 iterations ahead and has 2 places.

    ```mlir
    %a = tile.load %p {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x64x32xf16, #shared>>} : tensor<64x32x!tile.ptr<f16>, #rows>
    ```
  }];
  let parameters = (ins
    "unsigned":$distance,
    EnumParameter<TileGPU_AheadKind>:$kind,
    "::mlir::Type":$places
  );
  let assemblyFormat = "`<` $distance `by` $kind `in` $places `>`";
}

#endif // TILEGPU_ATTRS_TD
