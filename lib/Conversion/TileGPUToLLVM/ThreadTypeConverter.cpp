//===- ThreadTypeConverter.cpp - Tiles become one scalar a register -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/TileGPUToLLVM/Lowering.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

ThreadTypeConverter::ThreadTypeConverter(MLIRContext *context) {
  addConversion([](Type type) { return type; });
  addConversion([](PtrType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(),
                                      type.getAddressSpace());
  });
  addConversion([](TensorMapType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  addConversion([](FloatType type) -> Type {
    if (type.getWidth() == 8)
      return IntegerType::get(type.getContext(), 8);
    return type;
  });
  addConversion([this](RankedTensorType type,
                       SmallVectorImpl<Type> &types) -> LogicalResult {
    if (!isa_and_present<LayoutAttrInterface>(type.getEncoding()))
      return failure();
    types.append(getNumRegisters(type), convertType(type.getElementType()));
    return success();
  });
  // A scalar of a fallback stays what it is until its own operation is
  // converted; the cast meets that of its use, and both go.
  addSourceMaterialization([](OpBuilder &builder, Type type, ValueRange values,
                              Location loc) -> Value {
    if (isa<RankedTensorType>(type) || values.size() != 1)
      return nullptr;
    return UnrealizedConversionCastOp::create(builder, loc, type, values)
        .getResult(0);
  });
}

unsigned ThreadTypeConverter::getNumRegisters(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? toLinearLayout(tile).getInDimSize(kRegister) : 1;
}
