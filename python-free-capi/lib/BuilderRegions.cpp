//===- BuilderRegions.cpp - Operations with regions, and their ends -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile-c/Builder.h"

#include "BuilderParts.h"
#include "Status.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;

using Body = std::optional<SmallVector<Type>>;

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

TileStatus tileBlockAppendFor(MlirBlock block, MlirLocation location,
                              MlirValue from, MlirValue to, MlirValue step,
                              size_t numValues, const MlirValue *values,
                              MlirValue *results, MlirBlock *body) {
  if (TileStatus status = checkPlace(block, location,
                                     {{values, "values", numValues},
                                      {results, "results", numValues},
                                      {body, "body"}}))
    return status;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    SmallVector<MlirValue> operands = {from, to, step};
    operands.append(values, values + numValues);
    if (!parts.addOperands(operands, emitError))
      return nullptr;
    SmallVector<Type> arguments = {parts.operands[0].getType()};
    for (Value value : ArrayRef(parts.operands).drop_front(3))
      parts.types.push_back(value.getType());
    llvm::append_range(arguments, parts.types);
    return parts.append(Body(arguments));
  };
  return giveResults(
      makeOperation(block, location, scf::ForOp::getOperationName(), make),
      results, body);
}

TileStatus tileBlockAppendIf(MlirBlock block, MlirLocation location,
                             MlirValue condition, bool hasElse,
                             size_t numResults, const MlirType *types,
                             MlirValue *results, MlirBlock *body) {
  if (TileStatus status = checkPlace(block, location,
                                     {{types, "types", numResults},
                                      {results, "results", numResults},
                                      {body, "body"}}))
    return status;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    if (!parts.addOperands(condition, emitError) ||
        !parts.addTypes(ArrayRef(types, numResults), emitError))
      return nullptr;
    if (!hasElse && numResults != 0) {
      emitError() << "expected an else for the " << numResults
                  << " results of 'scf.if', found none";
      return nullptr;
    }
    Body empty = SmallVector<Type>();
    return parts.append({empty, hasElse ? empty : Body()});
  };
  return giveResults(
      makeOperation(block, location, scf::IfOp::getOperationName(), make),
      results, body);
}

TileStatus tileBlockAppendWhile(MlirBlock block, MlirLocation location,
                                size_t numValues, const MlirValue *values,
                                size_t numResults, const MlirType *types,
                                MlirValue *results, MlirBlock *body) {
  if (TileStatus status = checkPlace(block, location,
                                     {{values, "values", numValues},
                                      {types, "types", numResults},
                                      {results, "results", numResults},
                                      {body, "body"}}))
    return status;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    if (!parts.addOperands(ArrayRef(values, numValues), emitError) ||
        !parts.addTypes(ArrayRef(types, numResults), emitError))
      return nullptr;
    SmallVector<Type> before(ValueRange(parts.operands).getTypes());
    return parts.append({Body(before), Body(parts.types)});
  };
  return giveResults(
      makeOperation(block, location, scf::WhileOp::getOperationName(), make),
      results, body);
}

//===----------------------------------------------------------------------===//
// Operations of the tile dialect
//===----------------------------------------------------------------------===//

/// The attribute with the operands that give one element to an invocation.
static bool addPerGroup(uint64_t bits, Parts &parts, EmitError emitError) {
  SmallVector<int32_t> numbers;
  for (unsigned i = 0; i < 64; ++i)
    if (bits >> i & 1)
      numbers.push_back(i);
  if (numbers.empty())
    return true;
  if (size_t(numbers.back()) >= parts.operands.size()) {
    emitError() << "expected perGroup to have bits of the "
                << parts.operands.size()
                << " operands of the inline asm, found bit " << numbers.back();
    return false;
  }
  parts.attributes.set(
      ElementwiseInlineAsmOp::getPerGroupAttrName(parts.name),
      DenseI32ArrayAttr::get(parts.location.getContext(), numbers));
  return true;
}

/// Sets what `inlineAsm` says.
static bool addInlineAsm(const TileInlineAsm &inlineAsm, StringRef text,
                         StringRef constraints, Parts &parts,
                         EmitError emitError) {
  using Op = ElementwiseInlineAsmOp;
  Builder builder(parts.location.getContext());
  unsigned packed = inlineAsm.packedElement ? inlineAsm.packedElement : 1;
  if (packed > 32) {
    emitError() << "expected packedElement to be 1, 2, 4, 8, 16 or 32, or 0 "
                   "for 1, found "
                << packed;
    return false;
  }
  auto set = [&](StringAttr name, Attribute value) {
    parts.attributes.set(name, value);
  };
  set(Op::getAsmStringAttrName(parts.name), builder.getStringAttr(text));
  set(Op::getConstraintsAttrName(parts.name),
      builder.getStringAttr(constraints));
  set(Op::getPureAttrName(parts.name), builder.getBoolAttr(inlineAsm.isPure));
  set(Op::getPackedElementAttrName(parts.name),
      builder.getI32IntegerAttr(packed));
  if (inlineAsm.signExtend)
    set(Op::getSignExtendAttrName(parts.name), builder.getUnitAttr());
  std::optional<AsmScope> scope = symbolizeAsmScope(inlineAsm.scope);
  if (!scope) {
    emitError() << "expected scope to be a TileAsmScope, found "
                << int(inlineAsm.scope);
    return false;
  }
  if (*scope != AsmScope::Element)
    set(Op::getScopeAttrName(parts.name),
        AsmScopeAttr::get(builder.getContext(), *scope));
  return addPerGroup(inlineAsm.perGroup, parts, emitError);
}

/// The arguments of the fallback.
static SmallVector<Type> getFallbackArguments(const TileInlineAsm &inlineAsm,
                                              const Parts &parts) {
  SmallVector<Type> arguments;
  unsigned group = inlineAsm.fallback == TileAsmFallbackGroup
                       ? std::max(1u, inlineAsm.packedElement)
                       : 1;
  for (auto [i, operand] : llvm::enumerate(parts.operands)) {
    bool isSingle = i < 64 && (inlineAsm.perGroup >> i & 1);
    arguments.append(isSingle ? 1 : group, getScalarType(operand.getType()));
  }
  return arguments;
}

TileStatus tileBlockAppendInlineAsm(MlirBlock block, MlirLocation location,
                                    const TileInlineAsm *inlineAsm,
                                    size_t numOperands,
                                    const MlirValue *operands,
                                    size_t numResults, const MlirType *types,
                                    MlirValue *results, MlirBlock *fallback) {
  if (TileStatus status = checkPlace(block, location,
                                     {{inlineAsm, "inlineAsm"},
                                      {operands, "operands", numOperands},
                                      {types, "types", numResults},
                                      {results, "results", numResults}}))
    return status;
  bool hasFallback = inlineAsm->fallback != TileAsmFallbackNone;
  if (!fallback && hasFallback)
    return failNull("fallback");
  StringRef text, constraints;
  if (!unwrapString(inlineAsm->text, "text", text) ||
      !unwrapString(inlineAsm->constraints, "constraints", constraints))
    return TileStatusInvalidArgument;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    if (inlineAsm->fallback < TileAsmFallbackNone ||
        inlineAsm->fallback > TileAsmFallbackGroup) {
      emitError() << "expected fallback to be a TileAsmFallback, found "
                  << int(inlineAsm->fallback);
      return nullptr;
    }
    if (!parts.addOperands(ArrayRef(operands, numOperands), emitError) ||
        !parts.addTypes(ArrayRef(types, numResults), emitError) ||
        !addInlineAsm(*inlineAsm, text, constraints, parts, emitError))
      return nullptr;
    if (!hasFallback)
      return parts.append();
    return parts.append(Body(getFallbackArguments(*inlineAsm, parts)));
  };
  return giveResults(makeOperation(block, location,
                                   ElementwiseInlineAsmOp::getOperationName(),
                                   make),
                     results, hasFallback ? fallback : nullptr);
}

/// An attribute of a number that the verifier finds too large, if it is.
static IntegerAttr getNumber(Parts &parts, unsigned number) {
  return Builder(parts.location.getContext())
      .getI32IntegerAttr(int32_t(std::min(number, 0x7fffffffu)));
}

/// Appends a reduction or a scan. `set` gives it its attributes.
static TileStatus appendCombination(MlirBlock block, MlirLocation location,
                                    StringRef name, size_t numOperands,
                                    const MlirValue *operands,
                                    MlirValue *results, MlirBlock *body,
                                    function_ref<void(Parts &)> set) {
  if (TileStatus status = checkPlace(
          block, location,
          {{operands, "operands"}, {results, "results"}, {body, "body"}}))
    return status;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    set(parts);
    if (!parts.addOperands(ArrayRef(operands, numOperands), emitError) ||
        !parts.inferTypes(emitError))
      return nullptr;
    SmallVector<Type> arguments;
    for (unsigned side = 0; side < 2; ++side)
      for (Value operand : parts.operands)
        arguments.push_back(getScalarType(operand.getType()));
    return parts.append(Body(arguments));
  };
  return giveResults(makeOperation(block, location, name, make), results, body);
}

TileStatus tileBlockAppendReduce(MlirBlock block, MlirLocation location,
                                 unsigned axis, size_t numOperands,
                                 const MlirValue *operands, MlirValue *results,
                                 MlirBlock *body) {
  return appendCombination(
      block, location, ReduceOp::getOperationName(), numOperands, operands,
      results, body, [&](Parts &parts) {
        parts.attributes.set(ReduceOp::getAxisAttrName(parts.name),
                             getNumber(parts, axis));
      });
}

TileStatus tileBlockAppendCommutativeReduce(
    MlirBlock block, MlirLocation location, unsigned axis, size_t numOperands,
    const MlirValue *operands, MlirValue *results, MlirBlock *body) {
  return appendCombination(
      block, location, ReduceOp::getOperationName(), numOperands, operands,
      results, body, [&](Parts &parts) {
        parts.attributes.set(ReduceOp::getAxisAttrName(parts.name),
                             getNumber(parts, axis));
        parts.attributes.set(ReduceOp::getCommutativeAttrName(parts.name),
                             UnitAttr::get(parts.location.getContext()));
      });
}

TileStatus tileBlockAppendScan(MlirBlock block, MlirLocation location,
                               unsigned axis, bool reverse, size_t numOperands,
                               const MlirValue *operands, MlirValue *results,
                               MlirBlock *body) {
  return appendCombination(
      block, location, ScanOp::getOperationName(), numOperands, operands,
      results, body, [&](Parts &parts) {
        parts.attributes.set(ScanOp::getAxisAttrName(parts.name),
                             getNumber(parts, axis));
        parts.attributes.set(
            ScanOp::getReverseAttrName(parts.name),
            BoolAttr::get(parts.location.getContext(), reverse));
      });
}

TileStatus tileBlockAppendMap(MlirBlock block, MlirLocation location,
                              unsigned pack, size_t numOperands,
                              const MlirValue *operands, size_t numResults,
                              const MlirType *types, MlirValue *results,
                              MlirBlock *body) {
  if (TileStatus status = checkPlace(block, location,
                                     {{operands, "operands"},
                                      {types, "types", numResults},
                                      {results, "results", numResults},
                                      {body, "body"}}))
    return status;
  auto make = [&](Parts &parts, EmitError emitError) -> Operation * {
    parts.attributes.set(MapElementwiseOp::getPackAttrName(parts.name),
                         getNumber(parts, pack));
    if (!parts.addOperands(ArrayRef(operands, numOperands), emitError) ||
        !parts.addTypes(ArrayRef(types, numResults), emitError))
      return nullptr;
    // No number of arguments is too large to be wrong.
    constexpr unsigned kMaxPack = 64;
    if (pack > kMaxPack) {
      emitError() << "expected 'pack' to be at most " << kMaxPack << ", found "
                  << pack;
      return nullptr;
    }
    SmallVector<Type> arguments;
    for (Value operand : parts.operands)
      arguments.append(pack, getScalarType(operand.getType()));
    return parts.append(Body(arguments));
  };
  return giveResults(makeOperation(block, location,
                                   MapElementwiseOp::getOperationName(), make),
                     results, body);
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

/// The types of what the end of a region of scf passes on.
static std::optional<SmallVector<Type>> getPassedTypes(Region &region) {
  Operation *parent = region.getParentOp();
  if (isa<scf::WhileOp>(parent)) {
    if (region.getRegionNumber() == 1)
      return llvm::to_vector(parent->getOperandTypes());
    SmallVector<Type> types = {IntegerType::get(parent->getContext(), 1)};
    llvm::append_range(types, parent->getResultTypes());
    return types;
  }
  if (isa<scf::ForOp, scf::IfOp>(parent))
    return llvm::to_vector(parent->getResultTypes());
  return std::nullopt;
}

/// Where building goes on after the region: the next one of its operation, or
/// the block around; null after a function.
static Block *getNextBlock(Region &region) {
  Operation *parent = region.getParentOp();
  for (Region &next :
       parent->getRegions().drop_front(region.getRegionNumber() + 1))
    if (!next.empty())
      return &next.front();
  return isa<FuncOp>(parent) ? nullptr : parent->getBlock();
}

TileStatus tileBlockEnd(MlirBlock block, MlirLocation location,
                        size_t numValues, const MlirValue *values,
                        MlirBlock *next) {
  if (TileStatus status =
          checkPlace(block, location, {{values, "values", numValues}}))
    return status;
  auto make = [&](EmitError emitError, MLIRContext *context) -> Operation * {
    if (!checkBlock(unwrap(block), context, emitError))
      return nullptr;
    Region &region = *unwrap(block)->getParent();
    Operation *parent = region.getParentOp();
    StringRef name =
        getTerminatorName(parent->getName(), region.getRegionNumber());
    if (name.empty()) {
      emitError() << "expected a block of a function, loop, branch, reduction, "
                     "scan, map or fallback to end, found one of '"
                  << parent->getName() << "'";
      return nullptr;
    }
    auto parts = Parts::start(unwrap(block), unwrap(location), name, emitError);
    if (!parts || !parts->addOperands(ArrayRef(values, numValues), emitError))
      return nullptr;
    TypeRange found = ValueRange(parts->operands).getTypes();
    auto expected = getPassedTypes(region);
    if (expected && !llvm::equal(*expected, found)) {
      emitError() << "expected values of types (" << *expected
                  << ") at the end of a region of '" << parent->getName()
                  << "', found (" << found << ")";
      return nullptr;
    }
    Operation *end = parts->append();
    if (!end)
      return nullptr;
    // The end of the last region completes the operation around.
    if (isFinished(*parent) && failed(verify(parent))) {
      end->erase();
      return nullptr;
    }
    return end;
  };
  if (!Checked(location).make<Operation *>(make))
    return TileStatusInvalidArgument;
  if (next)
    *next = wrap(getNextBlock(*unwrap(block)->getParent()));
  return TileStatusSuccess;
}
