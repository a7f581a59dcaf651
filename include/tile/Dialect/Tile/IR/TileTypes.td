//===- TileTypes.td - Types and type constraints -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pointer type, and the constraints that say which scalars and which tiles
// an operation takes.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TYPES_TD
#define TILE_TYPES_TD

include "tile/Dialect/Tile/IR/TileDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonTypeConstraints.td"

//===----------------------------------------------------------------------===//
// Pointer
//===----------------------------------------------------------------------===//

def Tile_PtrType : TypeDef<Tile_Dialect, "Ptr", []> {
  let mnemonic = "ptr";
  let summary = "a pointer to a scalar in a state space of the device";
  let description = [{
    The address of an element of type `pointeeType`. The address space is
    numbered as in LLVM's NVPTX back end: 1 is global memory (the default and
    not printed), 3 shared, 0 generic.

    Becomes `!llvm.ptr<addressSpace>`.

    Examples: `!tile.ptr<f32>`, `!tile.ptr<f16, 3>`,
    `tensor<128x!tile.ptr<i8>>`.
  }];
  let parameters = (ins "Type":$pointeeType,
                        DefaultValuedParameter<"unsigned", "1">:$addressSpace);
  let builders = [
    TypeBuilderWithInferredContext<(ins "Type":$pointeeType,
                                    CArg<"unsigned", "1">:$addressSpace), [{
      return $_get(pointeeType.getContext(), pointeeType, addressSpace);
    }]>
  ];
  let assemblyFormat = "`<` $pointeeType (`,` $addressSpace^)? `>`";
  let skipDefaultBuilders = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

def Tile_TensorMapType : TypeDef<Tile_Dialect, "TensorMap", []> {
  let mnemonic = "tensor_map";
  let summary = "a tensor in global memory that copies take boxes from";
  let description = [{
    128 bytes that the driver makes before a launch from a tensor's address,
    extents and strides (CUDA driver API, `cuTensorMapEncodeTiled`). Only
    parameters of kernels have this type. The parameter's attribute
    `tile.tensor_map` says how a launch makes it from the other parameters.

    Becomes an `!llvm.ptr` to a parameter that never changes.
  }];
}

def Tile_TensorMap : Type<CPred<"::llvm::isa<::mlir::tile::TensorMapType>($_self)">,
                          "tensor map", "::mlir::tile::TensorMapType">,
    BuildableType<"$_builder.getType<::mlir::tile::TensorMapType>()">;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

def Tile_Float : AnyTypeOf<[F16, BF16, F32, F64, F8E4M3FN, F8E5M2],
                           "floating-point of 8 to 64 bits">;
def Tile_Int : AnyTypeOf<[I1, I8, I16, I32, I64],
                         "signless integer of 1, 8, 16, 32 or 64 bits">;
def Tile_Ptr : Type<CPred<"::llvm::isa<::mlir::tile::PtrType>($_self)">,
                    "tile pointer", "::mlir::tile::PtrType">;
def Tile_Scalar : AnyTypeOf<[Tile_Float, Tile_Int, Tile_Ptr],
                            "scalar that a tile can hold">;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

class Tile_TileOf<list<Type> elements, string desc> :
    RankedTensorOf<elements, [], desc>;

def Tile_FloatTile : Tile_TileOf<[Tile_Float], "tile of floating-point">;
def Tile_IntTile : Tile_TileOf<[Tile_Int], "tile of integers">;
def Tile_I1Tile : Tile_TileOf<[I1], "tile of i1">;
def Tile_PtrTile : Tile_TileOf<[Tile_Ptr], "tile of pointers">;
def Tile_Tile : Tile_TileOf<[Tile_Scalar], "tile">;

def Tile_FloatLike : AnyTypeOf<[Tile_Float, Tile_FloatTile]>;
def Tile_IntLike : AnyTypeOf<[Tile_Int, Tile_IntTile]>;
def Tile_BoolLike : AnyTypeOf<[I1, Tile_I1Tile]>;
def Tile_PtrLike : AnyTypeOf<[Tile_Ptr, Tile_PtrTile]>;
def Tile_I64Like : AnyTypeOf<[I64, Tile_TileOf<[I64], "tile of i64">]>;
def Tile_AnyLike : AnyTypeOf<[Tile_Scalar, Tile_Tile]>;

#endif // TILE_TYPES_TD
