//===- BuilderOperations.cpp - Operations without regions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile-c/Builder.h"

#include "BuilderParts.h"
#include "Status.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;

// The enumerations of C have the dialect's numbers.
static_assert(int(TilePredicateEQ) == int(arith::CmpIPredicate::eq));
static_assert(int(TilePredicateNE) == int(arith::CmpIPredicate::ne));
static_assert(int(TilePredicateSLT) == int(arith::CmpIPredicate::slt));
static_assert(int(TilePredicateSLE) == int(arith::CmpIPredicate::sle));
static_assert(int(TilePredicateSGT) == int(arith::CmpIPredicate::sgt));
static_assert(int(TilePredicateSGE) == int(arith::CmpIPredicate::sge));
static_assert(int(TilePredicateULT) == int(arith::CmpIPredicate::ult));
static_assert(int(TilePredicateULE) == int(arith::CmpIPredicate::ule));
static_assert(int(TilePredicateUGT) == int(arith::CmpIPredicate::ugt));
static_assert(int(TilePredicateUGE) == int(arith::CmpIPredicate::uge));
static_assert(int(TileFloatPredicateOEQ) == int(arith::CmpFPredicate::OEQ));
static_assert(int(TileFloatPredicateOGT) == int(arith::CmpFPredicate::OGT));
static_assert(int(TileFloatPredicateOGE) == int(arith::CmpFPredicate::OGE));
static_assert(int(TileFloatPredicateOLT) == int(arith::CmpFPredicate::OLT));
static_assert(int(TileFloatPredicateOLE) == int(arith::CmpFPredicate::OLE));
static_assert(int(TileFloatPredicateONE) == int(arith::CmpFPredicate::ONE));
static_assert(int(TileFloatPredicateORD) == int(arith::CmpFPredicate::ORD));
static_assert(int(TileFloatPredicateUEQ) == int(arith::CmpFPredicate::UEQ));
static_assert(int(TileFloatPredicateUGT) == int(arith::CmpFPredicate::UGT));
static_assert(int(TileFloatPredicateUGE) == int(arith::CmpFPredicate::UGE));
static_assert(int(TileFloatPredicateULT) == int(arith::CmpFPredicate::ULT));
static_assert(int(TileFloatPredicateULE) == int(arith::CmpFPredicate::ULE));
static_assert(int(TileFloatPredicateUNE) == int(arith::CmpFPredicate::UNE));
static_assert(int(TileFloatPredicateUNO) == int(arith::CmpFPredicate::UNO));

/// Makes an operation that has no regions. `addTypes` adds the types of its
/// results, or complains.
static Operation *
makeWithoutRegions(MlirBlock block, MlirLocation location, MlirStringRef name,
                   ArrayRef<MlirNamedAttribute> attributes,
                   ArrayRef<MlirValue> operands,
                   llvm::function_ref<bool(Parts &, EmitError)> addTypes) {
  StringRef text;
  if (!unwrapString(name, "name", text))
    return nullptr;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    if (!parts.name.hasTrait<OpTrait::ZeroRegions>()) {
      emitError() << "expected an operation without regions, found '" << text
                  << "', which has a function of its own if kernels have it";
      return nullptr;
    }
    if (!parts.addAttributes(attributes, emitError) ||
        !parts.addOperands(operands, emitError) || !addTypes(parts, emitError))
      return nullptr;
    return parts.append();
  };
  return makeOperation(block, location, text, make);
}

TileStatus tileBlockAppendOperation(
    MlirBlock block, MlirLocation location, MlirStringRef name, MlirType type,
    size_t numOperands, const MlirValue *operands, size_t numAttributes,
    const MlirNamedAttribute *attributes, MlirValue *result) {
  if (TileStatus status =
          checkPlace(block, location,
                     {{operands, "operands", numOperands},
                      {attributes, "attributes", numAttributes}}))
    return status;
  auto addTypes = [&](Parts &parts, EmitError emitError) {
    return type.ptr ? parts.addTypes(type, emitError)
                    : parts.inferTypes(emitError);
  };
  Operation *operation = makeWithoutRegions(
      block, location, name, ArrayRef(attributes, numAttributes),
      ArrayRef(operands, numOperands), addTypes);
  if (!operation)
    return TileStatusInvalidArgument;
  if (result)
    *result = wrap(operation->getNumResults() ? Value(operation->getResult(0))
                                              : Value());
  return TileStatusSuccess;
}

TileStatus tileBlockAppendOperationWithResults(
    MlirBlock block, MlirLocation location, MlirStringRef name,
    size_t numResults, const MlirType *types, size_t numOperands,
    const MlirValue *operands, size_t numAttributes,
    const MlirNamedAttribute *attributes, MlirValue *results) {
  if (TileStatus status = checkPlace(block, location,
                                     {{operands, "operands", numOperands},
                                      {attributes, "attributes", numAttributes},
                                      {results, "results", numResults}}))
    return status;
  auto addTypes = [&](Parts &parts, EmitError emitError) {
    if (!(types ? parts.addTypes(ArrayRef(types, numResults), emitError)
                : parts.inferTypes(emitError)))
      return false;
    if (parts.types.size() == numResults)
      return true;
    emitError() << "expected room for the " << parts.types.size()
                << " results of '" << parts.name << "', found it for "
                << numResults;
    return false;
  };
  return giveResults(makeWithoutRegions(block, location, name,
                                        ArrayRef(attributes, numAttributes),
                                        ArrayRef(operands, numOperands),
                                        addTypes),
                     results);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Appends an arith.constant of a type, a scalar or a tile, whose elements are
/// what `makeElement` makes of the element type; null if it complains.
static TileStatus appendConstant(
    MlirBlock block, MlirLocation location, MlirType type, MlirValue *result,
    llvm::function_ref<TypedAttr(Type element, EmitError)> makeElement) {
  if (TileStatus status = checkPlace(block, location, {{result, "result"}}))
    return status;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    if (!checkContext(type, "a type for the constant",
                      parts.location.getContext(), emitError))
      return nullptr;
    TypedAttr value = makeElement(getScalarType(unwrap(type)), emitError);
    if (!value)
      return nullptr;
    if (auto tile = dyn_cast<RankedTensorType>(unwrap(type))) {
      if (!tile.hasStaticShape()) {
        emitError() << "expected a tile whose sizes are known as the type of a "
                       "constant, found "
                    << tile;
        return nullptr;
      }
      value = SplatElementsAttr::get(tile, Attribute(value));
    }
    parts.types.push_back(unwrap(type));
    parts.attributes.set("value", value);
    return parts.append();
  };
  return giveResults(makeOperation(block, location,
                                   arith::ConstantOp::getOperationName(), make),
                     result);
}

TileStatus tileBlockAppendInteger(MlirBlock block, MlirLocation location,
                                  MlirType type, int64_t value,
                                  MlirValue *result) {
  auto make = [&](Type element, EmitError emitError) -> TypedAttr {
    bool isInteger = element.isSignlessInteger() || element.isIndex();
    unsigned width = element.isIndex() ? 64
                     : isInteger       ? element.getIntOrFloatBitWidth()
                                       : 0;
    if (width == 0 || width > 64) {
      emitError() << "expected an integer of 1 to 64 bits, or a tile of them, "
                     "as the type of the constant, found "
                  << unwrap(type);
      return {};
    }
    if (width < 64 && !llvm::isIntN(width, value) &&
        !llvm::isUIntN(width, value)) {
      emitError() << "expected a number of " << width
                  << " bits, signed or unsigned, found " << value;
      return {};
    }
    return IntegerAttr::get(element, APInt(width, value, /*isSigned=*/true,
                                           /*implicitTrunc=*/true));
  };
  return appendConstant(block, location, type, result, make);
}

TileStatus tileBlockAppendFloat(MlirBlock block, MlirLocation location,
                                MlirType type, double value,
                                MlirValue *result) {
  auto make = [&](Type element, EmitError emitError) -> TypedAttr {
    auto floatType = dyn_cast<FloatType>(element);
    if (!floatType) {
      emitError() << "expected a float, or a tile of them, as the type of the "
                     "constant, found "
                  << unwrap(type);
      return {};
    }
    llvm::APFloat number(value);
    bool losesInfo;
    // To nearest even, as a compiler of C does.
    auto status =
        number.convert(floatType.getFloatSemantics(),
                       llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    bool hasKind = std::isnan(value)   ? number.isNaN()
                   : std::isinf(value) ? number.isInfinity()
                                       : number.isFinite();
    if ((status & llvm::APFloat::opOverflow) || !hasKind) {
      emitError() << "expected a number that " << floatType << " has, found "
                  << value;
      return {};
    }
    return FloatAttr::get(floatType, number);
  };
  return appendConstant(block, location, type, result, make);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

TileStatus tileBlockAppendCall(MlirBlock block, MlirLocation location,
                               MlirStringRef function, size_t numOperands,
                               const MlirValue *operands, size_t numResults,
                               MlirValue *results) {
  if (TileStatus status = checkPlace(block, location,
                                     {{operands, "operands", numOperands},
                                      {results, "results", numResults}}))
    return status;
  StringRef name;
  if (!unwrapString(function, "function", name))
    return TileStatusInvalidArgument;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    MLIRContext *context = parts.location.getContext();
    auto callee = SymbolTable::lookupNearestSymbolFrom<FuncOp>(
        unwrap(block)->getParentOp(), StringAttr::get(context, name));
    if (!callee) {
      emitError() << "expected a function of the module, found '" << name
                  << "', which is none";
      return nullptr;
    }
    if (callee.getResultTypes().size() != numResults) {
      emitError() << "expected room for the " << callee.getResultTypes().size()
                  << " results of '" << name << "', found it for "
                  << numResults;
      return nullptr;
    }
    parts.attributes.set(CallOp::getCalleeAttrName(parts.name),
                         FlatSymbolRefAttr::get(context, name));
    if (!parts.addOperands(ArrayRef(operands, numOperands), emitError))
      return nullptr;
    llvm::append_range(parts.types, callee.getResultTypes());
    Operation *call = parts.append();
    SymbolTableCollection symbols;
    if (call && failed(cast<CallOp>(call).verifySymbolUses(symbols))) {
      call->erase();
      return nullptr;
    }
    return call;
  };
  return giveResults(
      makeOperation(block, location, CallOp::getOperationName(), make),
      results);
}
