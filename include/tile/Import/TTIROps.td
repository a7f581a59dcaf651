//===- TTIROps.td - What TTIR has and the tile dialect lacks -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect `tt`: types and operations of Triton's TTIR that have no
// counterpart in the tile dialect. They exist from the parser to the pass
// tile-import-ttir, which writes them as arithmetic on pointers. Names, operands,
// attributes and syntax are Triton's.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMPORT_TTIR_OPS
#define TILE_IMPORT_TTIR_OPS

include "tile/Dialect/Tile/IR/TileEnums.td"
include "tile/Dialect/Tile/IR/TileTypes.td"
include "tile/Import/TTIREnums.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TT_Dialect : Dialect {
  let name = "tt";
  let cppNamespace = "::mlir::tile::ttir";
  let summary = "what Triton's TTIR has and the tile dialect lacks";
  let dependentDialects = ["::mlir::tile::TileDialect"];
  let extraClassDeclaration = [{
    /// Reads each `tt.x` that is not an operation of this dialect as `tile.x`.
    std::optional<ParseOpHook>
    getParseOperationHook(::llvm::StringRef name) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type,
                   ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
    /// Two functions, because the storage is private to one source file each.
    void registerTypes();
    void registerAttributes();
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class TT_BlockType<string name, string typeMnemonic> :
    TypeDef<TT_Dialect, name> {
  let mnemonic = typeMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TT_TensorDescType : TT_BlockType<"TensorDesc", "tensordesc"> {
  let summary = "a tensor in memory, read and written in blocks";
  let parameters = (ins "::mlir::RankedTensorType":$blockType);
  let extraClassDeclaration = [{
    /// The tile that is read or written at a time: the block, with signless
    /// integers.
    ::mlir::RankedTensorType getTileType() const;
  }];
}

def TT_BlockPtrType : TT_BlockType<"BlockPtr", "ptr"> {
  let summary = "a pointer to a block of a tensor in memory";
  let parameters = (ins "::mlir::RankedTensorType":$blockType,
                        "unsigned":$addressSpace);
  let extraClassDeclaration = [{
    /// The tile that is read or written at a time.
    ::mlir::RankedTensorType getTileType() const { return getBlockType(); }
    /// A pointer to an element.
    ::mlir::Type getElementPtrType() const;
  }];
}

def TT_TensorDesc :
    Type<CPred<"::llvm::isa<::mlir::tile::ttir::TensorDescType>($_self)">,
         "tensor descriptor", "::mlir::tile::ttir::TensorDescType">;
def TT_BlockPtr :
    Type<CPred<"::llvm::isa<::mlir::tile::ttir::BlockPtrType>($_self)">,
         "block pointer", "::mlir::tile::ttir::BlockPtrType">;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

def TT_CachePolicyAttr : AttrDef<TT_Dialect, "CachePolicy"> {
  let mnemonic = "cache_policy";
  let summary = "both cache hints of an access, in the form of Triton 3.9";
  let parameters = (ins
    EnumParameter<Tile_CacheModifier>:$cache_modifier,
    EnumParameter<Tile_EvictionPolicy>:$eviction_policy);
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class TT_Op<string mnemonic, list<Trait> traits = []> :
    Op<TT_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

def TT_MakeTensorDescOp : TT_Op<"make_tensor_descriptor", [
    Pure, SameVariadicOperandSize]> {
  let summary = "describes a tensor in memory";
  let arguments = (ins
    /// Its first element.
    Tile_Ptr:$base,
    /// Its sizes.
    Variadic<I32>:$shape,
    /// Its strides in elements.
    Variadic<I64>:$strides,
    /// The value of elements beyond the bounds in a load.
    DefaultValuedAttr<TT_PaddingOption, "PaddingOption::Zero">:$padding);
  let results = (outs TT_TensorDesc:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict
    `:` type($base) `,` type($result)
  }];
}

def TT_DescriptorLoadOp : TT_Op<"descriptor_load", [
    MemoryEffects<[MemRead]>]> {
  let summary = "reads a block";
  let arguments = (ins
    TT_TensorDesc:$desc,
    /// The coordinates of the block's first element.
    Variadic<I32>:$indices,
    DefaultValuedAttr<Tile_CacheModifier, "::mlir::tile::CacheModifier::None">:$cache,
    DefaultValuedAttr<Tile_EvictionPolicy, "::mlir::tile::EvictionPolicy::Normal">:$evict,
    /// Both in one, from Triton 3.9 on.
    OptionalAttr<TT_CachePolicyAttr>:$cachePolicy);
  let results = (outs
    /// The block; its dimensions of size 1 may lack.
    Tile_Tile:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]`
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` qualified(type($desc)) `->` type($result)
  }];
}

def TT_DescriptorStoreOp : TT_Op<"descriptor_store", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "writes a block";
  let arguments = (ins
    TT_TensorDesc:$desc,
    /// The block; its dimensions of size 1 may lack.
    Tile_Tile:$src,
    /// The coordinates of the block's first element.
    Variadic<I32>:$indices);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $src attr-dict
    `:` qualified(type($desc)) `,` type($src)
  }];
}

def TT_DescriptorReduceOp : TT_Op<"descriptor_reduce", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "combines a block with the block in memory, each element atomically";
  let arguments = (ins
    TT_ReduceKind:$kind,
    TT_TensorDesc:$desc,
    /// The block; its dimensions of size 1 may lack.
    Tile_Tile:$src,
    /// The coordinates of the block's first element.
    Variadic<I32>:$indices);
  let assemblyFormat = [{
    $kind `,` $desc `[` $indices `]` `,` $src attr-dict
    `:` qualified(type($desc)) `,` type($src)
  }];
}

def TT_DescriptorGatherOp : TT_Op<"descriptor_gather", [
    MemoryEffects<[MemRead]>]> {
  let summary = "reads rows of a matrix";
  let arguments = (ins
    /// Of blocks of one row.
    TT_TensorDesc:$desc,
    /// Which rows; signed.
    RankedTensorOf<[I16, I32]>:$x_offsets,
    /// The first column.
    I32:$y_offset);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` attr-dict
    `:` functional-type(operands, results)
  }];
}

def TT_DescriptorScatterOp : TT_Op<"descriptor_scatter", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "writes rows of a matrix";
  let arguments = (ins
    /// Of blocks of one row.
    TT_TensorDesc:$desc,
    /// Which rows; signed.
    RankedTensorOf<[I16, I32]>:$x_offsets,
    /// The first column.
    I32:$y_offset,
    /// The rows.
    Tile_Tile:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict
    `:` type(operands)
  }];
}

def TT_MakeTensorPtrOp : TT_Op<"make_tensor_ptr", [
    Pure, SameVariadicOperandSize,
    TypesMatchWith<"the base points to the block's elements", "result", "base",
                   "::llvm::cast<BlockPtrType>($_self).getElementPtrType()">]> {
  let summary = "a pointer to a block of a tensor in memory";
  let arguments = (ins
    /// The tensor's first element.
    Tile_Ptr:$base,
    /// Its sizes.
    Variadic<I64>:$shape,
    /// Its strides in elements.
    Variadic<I64>:$strides,
    /// The coordinates of the block's first element.
    Variadic<I32>:$offsets,
    /// The dimensions, fastest first. A hint.
    DenseI32ArrayAttr:$order);
  let results = (outs TT_BlockPtr:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict
    `:` type($result)
  }];
}

def TT_AdvanceOp : TT_Op<"advance", [Pure, AllTypesMatch<["ptr", "result"]>]> {
  let summary = "moves a block pointer";
  let arguments = (ins
    TT_BlockPtr:$ptr,
    /// How far, along each dimension.
    Variadic<I32>:$offsets);
  let results = (outs TT_BlockPtr:$result);
  let assemblyFormat = "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)";
}

// `tt.load` and `tt.store` of a block pointer. The parser and tile-import-ttir
// distinguish them by their types from accesses of tiles of pointers.

def TT_BlockLoadOp : TT_Op<"block_load", [MemoryEffects<[MemRead]>]> {
  let summary = "reads the block that a block pointer points to";
  let arguments = (ins
    TT_BlockPtr:$ptr,
    /// The dimensions along which elements may lie beyond the bounds.
    DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$boundaryCheck,
    /// The value of these elements; unspecified without it.
    OptionalAttr<TT_PaddingOption>:$padding,
    DefaultValuedAttr<Tile_CacheModifier, "::mlir::tile::CacheModifier::None">:$cache,
    DefaultValuedAttr<Tile_EvictionPolicy, "::mlir::tile::EvictionPolicy::Normal">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$ptr attr-dict `:` qualified(type($ptr)) `->` type($result)";
}

def TT_BlockStoreOp : TT_Op<"block_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "writes the block that a block pointer points to";
  let arguments = (ins
    TT_BlockPtr:$ptr,
    Tile_Tile:$value,
    /// The dimensions along which elements may lie beyond the bounds.
    DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$boundaryCheck,
    DefaultValuedAttr<Tile_CacheModifier, "::mlir::tile::CacheModifier::None">:$cache,
    DefaultValuedAttr<Tile_EvictionPolicy, "::mlir::tile::EvictionPolicy::Normal">:$evict);
  let assemblyFormat = [{
    $ptr `,` $value attr-dict `:` qualified(type($ptr)) `,` type($value)
  }];
}

#endif // TILE_IMPORT_TTIR_OPS
