//===- FuncOps.cpp - Functions and calls --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   FunctionType type, ArrayRef<NamedAttribute> attrs) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.attributes.append(attrs.begin(), attrs.end());
  state.addRegion();
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

bool FuncOp::isNoInline() {
  auto noinline = (*this)->getAttrOfType<BoolAttr>("noinline");
  return noinline && noinline.getValue();
}

LogicalResult FuncOp::verify() {
  // LLVM takes such a function for one of its own.
  if (getSymName().starts_with("llvm."))
    return emitOpError(
               "expected a name that does not begin with 'llvm.', found '")
           << getSymName() << "'";
  auto isLegal = [](Type type) {
    Type scalar = getScalarType(type);
    if (scalar.isSignlessInteger())
      return llvm::is_contained({1, 8, 16, 32, 64},
                                scalar.getIntOrFloatBitWidth());
    // Descriptors and block pointers of TTIR, until tile-import-ttir takes
    // them apart.
    if (scalar.getDialect().getNamespace() == "tt")
      return true;
    return isa<PtrType, TensorMapType>(scalar) ||
           (isa<FloatType>(scalar) && scalar.getIntOrFloatBitWidth() <= 64);
  };
  for (auto [i, type] : llvm::enumerate(getArgumentTypes())) {
    if (!isLegal(type))
      return emitOpError("expected scalars and tiles as arguments, found ")
             << type << " as argument " << i;
    if (failed(verifyTileType(type, [&] { return emitOpError(); })))
      return failure();
    if (isKernel() && isa<RankedTensorType>(type))
      return emitOpError("expected scalars as a kernel's arguments, found ")
             << type << " as argument " << i;
  }
  for (Type type : getResultTypes()) {
    if (!isLegal(type))
      return emitOpError("expected scalars and tiles as results, found ")
             << type;
    if (failed(verifyTileType(type, [&] { return emitOpError(); })))
      return failure();
  }
  if (isKernel() && !getResultTypes().empty())
    return emitOpError("expected a kernel to have no results, found ")
           << getResultTypes().size()
           << "; make the function private if other functions call it";
  return success();
}

//===----------------------------------------------------------------------===//
// CallOp and ReturnOp
//===----------------------------------------------------------------------===//

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto callee =
      symbolTable.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("expected a tile.func, found '")
           << getCallee() << "', which is none";
  FunctionType type = callee.getFunctionType();
  if (!llvm::equal(type.getInputs(), getOperandTypes()))
    return emitOpError("expected operands of types (")
           << type.getInputs() << "), found (" << getOperandTypes() << ")";
  if (!llvm::equal(type.getResults(), getResultTypes()))
    return emitOpError("expected results of types (")
           << type.getResults() << "), found (" << getResultTypes() << ")";
  return success();
}

LogicalResult ReturnOp::verify() {
  auto func = cast<FuncOp>((*this)->getParentOp());
  if (!llvm::equal(func.getResultTypes(), getOperandTypes()))
    return emitOpError("expected values of the function's result types (")
           << func.getResultTypes() << "), found (" << getOperandTypes() << ")";
  return success();
}
