//===- TileMemoryOps.td - Pointers, loads and stores -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_MEMORY_OPS_TD
#define TILE_MEMORY_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_AddPtrOp : Tile_CheapOp<"addptr", [
    Pure, Elementwise, SameOperandsAndResultShape, Tile_SameLayout,
    AllTypesMatch<["ptr", "result"]>]> {
  let summary = "advances pointers by whole elements";
  let description = [{
    `result = ptr + offset * sizeof(pointee)`, in 64-bit arithmetic. The offset
    is signed and in elements; it is sign-extended to 64 bits before the
    multiplication. i1 counts as one byte.

    Becomes `llvm.getelementptr`.

    Example:

    ```mlir
    %1 = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
    ```
  }];
  let arguments = (ins
    /// A pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// Offset in elements: 32 or 64 bits are usual, all widths are legal.
    Tile_IntLike:$offset);
  let results = (outs Tile_PtrLike:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` type($result) `,` type($offset)
  }];
  let hasFolder = 1;
}

def Tile_LoadOp : Tile_Op<"load", [
    Tile_SameLayout, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getAccessedPointers", "getAccessMask", "getLayoutData"]>,
    DeclareOpInterfaceMethods<UniformOpInterface, ["isUniformMap"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    TypesMatchWith<"the result is what the pointer points to", "ptr", "result",
                   "::mlir::tile::getPointeeLike($_self)">,
    TypesMatchWith<"the mask is i1 in the pointer's shape", "ptr", "mask",
                   "::mlir::tile::getI1Like($_self)",
                   "!getMask() || std::equal_to<>()">,
    TypesMatchWith<"`other` has the result's type", "ptr", "other",
                   "::mlir::tile::getPointeeLike($_self)",
                   "!getOther() || std::equal_to<>()">]> {
  let summary = "reads the elements that pointers point to";
  let description = [{
    Where `mask` is false nothing is read, whatever the address, and the result
    is `other`, or unspecified without `other`. A null `mask` means true
    everywhere. Accesses of neighbouring elements are joined to vectors of up to
    128 bits per thread if the compiler can prove alignment, contiguity and a
    mask that is the same for the whole vector.

    Becomes `ld.global` (PTX ISA, "Data Movement Instructions: ld"), with
    `cache` as its cache operator and `evict` as its `.level::eviction_priority`.
    A volatile load is neither removed nor joined with another one.

    With `box` the elements are the box of a tensor that begins at
    `coordinates`, and a bulk copy may load them (`tile-find-boxes`). The first
    coordinate counts along the tensor's contiguous dimension. `boxDims` are the
    tile's dimensions in the order of the coordinates; along the tensor's other
    dimensions the box has one element. Elements outside of the tensor are 0.

    Examples:

    ```mlir
    %v = tile.load %p, %m, %zero cacheModifier = cg : tensor<128x!tile.ptr<f32>>
    %w = tile.load %p2, %m2, %zero2 box %map[%k, %row] along [1, 0] : tensor<128x64x!tile.ptr<f16>>
    ```
  }];
  let arguments = (ins
    /// Where to read: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// Which elements to read; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// What the elements that are not read become.
    Optional<Tile_AnyLike>:$other,
    /// The tensor that they are a box of.
    Optional<Tile_TensorMap>:$map,
    /// Where the box begins, in elements.
    Variadic<I32>:$coordinates,
    DefaultValuedAttr<Tile_CacheModifier, "::mlir::tile::CacheModifier::None">:$cache,
    DefaultValuedAttr<Tile_EvictionPolicy, "::mlir::tile::EvictionPolicy::Normal">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
    /// The tile's dimensions in the order of the tensor's first ones.
    DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$boxDims);
  let results = (outs Tile_AnyLike:$result);
  let builders = [
    // Without a box.
    OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$ptr,
                   "::mlir::Value":$mask, "::mlir::Value":$other,
                   CArg<"::mlir::tile::CacheModifier",
                        "::mlir::tile::CacheModifier::None">:$cache,
                   CArg<"::mlir::tile::EvictionPolicy",
                        "::mlir::tile::EvictionPolicy::Normal">:$evict,
                   CArg<"bool", "false">:$isVolatile), [{
      build($_builder, $_state, type, ptr, mask, other,
            /*map=*/::mlir::Value(), /*coordinates=*/::mlir::ValueRange(), cache,
            evict, isVolatile, ::llvm::ArrayRef<int32_t>());
    }]>
  ];
  let assemblyFormat = [{
    $ptr (`,` $mask^)? (`,` $other^)?
    (`box` $map^ `[` $coordinates `]` `along` $boxDims)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` type($ptr)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Removes the box; only the pointers count then.
    void dropBox() {
      getCoordinatesMutable().clear();
      getMapMutable().clear();
      setBoxDims({});
    }
  }];
}

def Tile_StoreOp : Tile_Op<"store", [
    Tile_SameLayout, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getAccessedPointers", "getAccessMask", "getLayoutData",
         "isOncePerElement"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    TypesMatchWith<"the value is what the pointer points to", "ptr", "value",
                   "::mlir::tile::getPointeeLike($_self)">,
    TypesMatchWith<"the mask is i1 in the pointer's shape", "ptr", "mask",
                   "::mlir::tile::getI1Like($_self)",
                   "!getMask() || std::equal_to<>()">]> {
  let summary = "writes elements to where pointers point";
  let description = [{
    Where `mask` is false nothing is written, whatever the address. Each element
    is written once: one of the threads that hold copies of it writes. If two
    elements of a tile have the same address, it is unspecified which of them is
    written last.

    Becomes `st.global` (PTX ISA, "Data Movement Instructions: st"), joined to
    vectors as for `tile.load`. In global memory `evict` is the priority in the
    L2 cache, too, by `.L2::cache_hint`.

    With `box` a bulk copy may write the same elements, as in `tile.load`.
    Elements outside of the tensor are not written, and no later operation of
    the program reads what the store writes.

    Examples:

    ```mlir
    tile.store %p, %v, %m evictionPolicy = evict_first : tensor<128x!tile.ptr<f32>>
    tile.store %p2, %v2, %m2 box %map[%column, %row] along [1, 0] : tensor<128x64x!tile.ptr<f16>>
    ```
  }];
  let arguments = (ins
    /// Where to write: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// What to write.
    Tile_AnyLike:$value,
    /// Which elements to write; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// The tensor that they are a box of.
    Optional<Tile_TensorMap>:$map,
    /// Where the box begins, in elements.
    Variadic<I32>:$coordinates,
    DefaultValuedAttr<Tile_CacheModifier, "::mlir::tile::CacheModifier::None">:$cache,
    DefaultValuedAttr<Tile_EvictionPolicy, "::mlir::tile::EvictionPolicy::Normal">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
    /// The tile's dimensions in the order of the tensor's first ones.
    DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$boxDims);
  let builders = [
    // Without a box.
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$value,
                   "::mlir::Value":$mask,
                   CArg<"::mlir::tile::CacheModifier",
                        "::mlir::tile::CacheModifier::None">:$cache,
                   CArg<"::mlir::tile::EvictionPolicy",
                        "::mlir::tile::EvictionPolicy::Normal">:$evict,
                   CArg<"bool", "false">:$isVolatile), [{
      build($_builder, $_state, ptr, value, mask, /*map=*/::mlir::Value(),
            /*coordinates=*/::mlir::ValueRange(), cache, evict, isVolatile,
            ::llvm::ArrayRef<int32_t>());
    }]>
  ];
  let assemblyFormat = [{
    $ptr `,` $value (`,` $mask^)?
    (`box` $map^ `[` $coordinates `]` `along` $boxDims)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` type($ptr)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Removes the box; only the pointers count then.
    void dropBox() {
      getCoordinatesMutable().clear();
      getMapMutable().clear();
      setBoxDims({});
    }
  }];
}

class Tile_PtrCastOp<string mnemonic> : Tile_ElementwiseOp<mnemonic> {
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
}

def Tile_IntToPtrOp : Tile_PtrCastOp<"int_to_ptr"> {
  let summary = "an address given as an integer";
  let description = [{
    Example:

    ```mlir
    %p = tile.int_to_ptr %a : i64 -> !tile.ptr<f32>
    ```
  }];
  let arguments = (ins
    /// The address in bytes.
    Tile_I64Like:$src);
  let results = (outs Tile_PtrLike:$result);
}

def Tile_PtrToIntOp : Tile_PtrCastOp<"ptr_to_int"> {
  let summary = "the address that a pointer holds, in bytes";
  let description = [{
    Example:

    ```mlir
    %a = tile.ptr_to_int %p : tensor<128x!tile.ptr<f32>> -> tensor<128xi64>
    ```
  }];
  let arguments = (ins
    /// A pointer, or a tile of them.
    Tile_PtrLike:$src);
  let results = (outs Tile_I64Like:$result);
}

#endif // TILE_MEMORY_OPS_TD
