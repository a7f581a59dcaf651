//===- TileGPUTypes.td - Tiles in shared memory ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_TYPES_TD
#define TILEGPU_TYPES_TD

include "tile/Dialect/TileGPU/IR/TileGPUAttrs.td"

def TileGPU_MemDescType : TypeDef<TileGPU_Dialect, "MemDesc"> {
  let mnemonic = "memdesc";
  let summary = "a tile in shared memory";
  let description = [{
    A place in the CTA's shared memory for a tile of this shape and element type;
    `layout` says which element lies at each offset. An element takes as many
    bytes as in a register, an i1 one byte.

    With one dimension more than `layout` has, it is several places, one after
    the other: the first dimension says how many, which may be any number.
    `tilegpu.memdesc_index` picks one.

    Example: `!tilegpu.memdesc<64x64xf32, #tilegpu.swizzled_shared<{vec = 4,
    perPhase = 1, maxPhase = 8, order = [1, 0]}>>`; three of them are
    `!tilegpu.memdesc<3x64x64xf32, ...>`.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "sizes, powers of two except the number of places">:$shape,
    "::mlir::Type":$elementType,
    "::mlir::tilegpu::SharedLayoutAttrInterface":$layout
  );
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$elementType,
        "::mlir::tilegpu::SharedLayoutAttrInterface":$layout), [{
      return $_get(elementType.getContext(), shape, elementType, layout);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The number of places; nothing for a single place.
    ::std::optional<int64_t> getNumPlaces() const;
    /// The shape of the tile, or of the tile at each place.
    ::llvm::ArrayRef<int64_t> getTileShape() const;
    /// The map from offset to coordinates, at each place.
    ::mlir::tile::LinearLayout toLinearLayout() const;
    int64_t getNumElements() const;
    /// Bytes in shared memory, of all places.
    int64_t getNumBytes() const;
  }];
}

def TileGPU_PendingType : TypeDef<TileGPU_Dialect, "Pending"> {
  let mnemonic = "pending";
  let summary = "a sum of matrix products in flight";
  let description = [{
    The result of `tilegpu.warpgroup_dot`: a tile that tensor cores still
    compute. It has two uses: as the sum of another product, and in
    `tilegpu.warpgroup_wait`. It occupies the tile's registers, or, in a layout
    of version 5, columns of tensor memory and no registers.

    Example: `!tilegpu.pending<tensor<128x256xf32, #mma>>`.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tile);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::RankedTensorType":$tile), [{
      return $_get(tile.getContext(), tile);
    }]>
  ];
  let assemblyFormat = "`<` $tile `>`";
}

def TileGPU_TensorMemoryType : TypeDef<TileGPU_Dialect, "TensorMemory"> {
  let mnemonic = "tensor_memory";
  let summary = "the tensor memory of a CTA";
  let description = [{
    The result of `tilegpu.tensor_memory_alloc`: columns of tensor memory, and a
    count of the products that write to them.
  }];
}

def TileGPU_TensorPlacesType : TypeDef<TileGPU_Dialect, "TensorPlaces"> {
  let mnemonic = "tensor_places";
  let summary = "places in tensor memory for sums of products";
  let description = [{
    One or two places for sums of this type, which has a layout of version 5.

    Example: `!tilegpu.tensor_places<2, tensor<128x256xf32, #mma5>>`.
  }];
  let parameters = (ins "unsigned":$count, "::mlir::RankedTensorType":$tile);
  let builders = [
    TypeBuilderWithInferredContext<(ins "unsigned":$count,
        "::mlir::RankedTensorType":$tile), [{
      return $_get(tile.getContext(), count, tile);
    }]>
  ];
  let assemblyFormat = "`<` $count `,` $tile `>`";
  let genVerifyDecl = 1;
}

#endif // TILEGPU_TYPES_TD
