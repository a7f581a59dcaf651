//===- ConvertToLLVM.cpp - From scalars to LLVM -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/Passes.h"
#include "tile/Conversion/TileGPUToLLVM/Lowering.h"

#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECONVERTTOLLVM
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

void tile::addLLVMOps(ConversionTarget &target) {
  target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  target.addLegalOp<
      LLVM::AddOp, LLVM::AndOp, LLVM::BitcastOp, LLVM::CallIntrinsicOp,
      LLVM::ConstantOp, LLVM::ExtractElementOp, LLVM::ExtractValueOp,
      LLVM::FAddOp, LLVM::FMulOp, LLVM::FPExtOp, LLVM::FPTruncOp, LLVM::FSubOp,
      LLVM::GEPOp, LLVM::ICmpOp, LLVM::InlineAsmOp, LLVM::InsertElementOp,
      LLVM::LShrOp, LLVM::MulOp, LLVM::OrOp, LLVM::PoisonOp, LLVM::SelectOp,
      LLVM::ShlOp, LLVM::TruncOp, LLVM::XOrOp, LLVM::ZExtOp, NVVM::ShflOp>();
}

//===----------------------------------------------------------------------===//
// One for one
//===----------------------------------------------------------------------===//

namespace {

/// Makes the operation of LLVM that an operation is; null if there is none with
/// these attributes.
using Counterpart = Operation *(*)(OpBuilder &, Operation *);

template <typename To, typename From>
Operation *create(OpBuilder &builder, From op,
                  typename To::Properties properties = {}) {
  return To::create(builder, op.getLoc(), op->getResultTypes(),
                    op->getOperands(), properties,
                    op->getDiscardableAttrDictionary().getValue());
}

template <typename From, typename To>
Operation *makePlain(OpBuilder &builder, Operation *op) {
  return create<To>(builder, cast<From>(op));
}

template <typename From, typename To>
Operation *makeFloat(OpBuilder &builder, Operation *op) {
  typename To::Properties properties;
  properties.fastmathFlags =
      arith::convertArithFastMathAttrToLLVM(cast<From>(op).getFastmathAttr());
  return create<To>(builder, cast<From>(op), properties);
}

template <typename From, typename To>
Operation *makeInteger(OpBuilder &builder, Operation *op) {
  typename To::Properties properties;
  properties.overflowFlags =
      arith::convertArithOverflowFlagsToLLVM(cast<From>(op).getOverflowFlags());
  return create<To>(builder, cast<From>(op), properties);
}

/// Those whose attributes say nothing more where they are as usual.
template <typename From, typename To>
Operation *makeUsual(OpBuilder &builder, Operation *op) {
  typename From::Properties usual;
  From::populateDefaultProperties(op->getName(), usual);
  return cast<From>(op).getProperties() == usual
             ? makePlain<From, To>(builder, op)
             : nullptr;
}

Operation *makeCompare(OpBuilder &builder, Operation *op) {
  auto compare = cast<arith::CmpIOp>(op);
  LLVM::ICmpOp::Properties properties;
  // The predicates are the same.
  properties.predicate = LLVM::ICmpPredicateAttr::get(
      op->getContext(),
      static_cast<LLVM::ICmpPredicate>(compare.getPredicate()));
  return create<LLVM::ICmpOp>(builder, compare, properties);
}

Operation *makeConstant(OpBuilder &builder, Operation *op) {
  LLVM::ConstantOp::Properties properties;
  properties.value = cast<arith::ConstantOp>(op).getValue();
  return create<LLVM::ConstantOp>(builder, cast<arith::ConstantOp>(op),
                                  properties);
}

} // namespace

static Counterpart findCounterpart(Operation *op) {
  static const llvm::DenseMap<TypeID, Counterpart> counterparts = {
      {TypeID::get<arith::ConstantOp>(), makeConstant},
      {TypeID::get<arith::CmpIOp>(), makeCompare},
      {TypeID::get<arith::AddFOp>(), makeFloat<arith::AddFOp, LLVM::FAddOp>},
      {TypeID::get<arith::SubFOp>(), makeFloat<arith::SubFOp, LLVM::FSubOp>},
      {TypeID::get<arith::MulFOp>(), makeFloat<arith::MulFOp, LLVM::FMulOp>},
      {TypeID::get<arith::AddIOp>(), makeInteger<arith::AddIOp, LLVM::AddOp>},
      {TypeID::get<arith::SubIOp>(), makeInteger<arith::SubIOp, LLVM::SubOp>},
      {TypeID::get<arith::MulIOp>(), makeInteger<arith::MulIOp, LLVM::MulOp>},
      {TypeID::get<arith::AndIOp>(), makePlain<arith::AndIOp, LLVM::AndOp>},
      {TypeID::get<arith::XOrIOp>(), makePlain<arith::XOrIOp, LLVM::XOrOp>},
      {TypeID::get<arith::SelectOp>(),
       makePlain<arith::SelectOp, LLVM::SelectOp>},
      {TypeID::get<arith::ExtSIOp>(), makePlain<arith::ExtSIOp, LLVM::SExtOp>},
      {TypeID::get<arith::SIToFPOp>(),
       makePlain<arith::SIToFPOp, LLVM::SIToFPOp>},
      {TypeID::get<arith::OrIOp>(), makeUsual<arith::OrIOp, LLVM::OrOp>},
      {TypeID::get<arith::ShRUIOp>(), makeUsual<arith::ShRUIOp, LLVM::LShrOp>},
      {TypeID::get<arith::ShRSIOp>(), makeUsual<arith::ShRSIOp, LLVM::AShrOp>},
      {TypeID::get<arith::ExtUIOp>(), makeUsual<arith::ExtUIOp, LLVM::ZExtOp>},
      {TypeID::get<arith::ExtFOp>(), makeUsual<arith::ExtFOp, LLVM::FPExtOp>},
      {TypeID::get<arith::TruncFOp>(),
       makeUsual<arith::TruncFOp, LLVM::FPTruncOp>},
      {TypeID::get<arith::TruncIOp>(),
       makeInteger<arith::TruncIOp, LLVM::TruncOp>},
      {TypeID::get<arith::ShLIOp>(), makeInteger<arith::ShLIOp, LLVM::ShlOp>},
      {TypeID::get<arith::BitcastOp>(),
       makePlain<arith::BitcastOp, LLVM::BitcastOp>},
      {TypeID::get<arith::MaxNumFOp>(),
       makeFloat<arith::MaxNumFOp, LLVM::MaxNumOp>},
      {TypeID::get<arith::MinNumFOp>(),
       makeFloat<arith::MinNumFOp, LLVM::MinNumOp>},
      {TypeID::get<arith::MaximumFOp>(),
       makeFloat<arith::MaximumFOp, LLVM::MaximumOp>},
      {TypeID::get<arith::MinimumFOp>(),
       makeFloat<arith::MinimumFOp, LLVM::MinimumOp>},
  };
  auto it = counterparts.find(op->getName().getTypeID());
  if (it == counterparts.end())
    return nullptr;
  // Of a type that LLVM has.
  auto isLLVMs = [](Type type) {
    if (auto vector = dyn_cast<VectorType>(type);
        vector && vector.getRank() == 1)
      type = vector.getElementType();
    return type.isSignlessInteger() ||
           isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
  };
  bool areLLVMs = llvm::all_of(op->getOperandTypes(), isLLVMs) &&
                  llvm::all_of(op->getResultTypes(), isLLVMs);
  return areLLVMs ? it->second : nullptr;
}

/// Replaces what LLVM has under another name. Conversion by patterns takes four
/// times as long for each, to the same end. Equal constants become one.
static void replaceByCounterparts(FunctionOpInterface func) {
  if (func.isExternal())
    return;
  OpBuilder builder(func.getContext());
  Block &entry = func.getFunctionBody().front();
  llvm::DenseMap<std::pair<Type, Attribute>, Value> constants;
  func.walk([&](Operation *op) {
    if (Counterpart make = findCounterpart(op)) {
      builder.setInsertionPoint(op);
      Operation *counterpart = make(builder, op);
      if (!counterpart)
        return;
      op->replaceAllUsesWith(counterpart);
      op->erase();
      op = counterpart;
    }
    auto constant = dyn_cast<LLVM::ConstantOp>(op);
    if (!constant && !isa<LLVM::PoisonOp>(op))
      return;
    // Null for poison.
    Attribute number = constant ? constant.getValue() : Attribute();
    Value &first = constants[{op->getResult(0).getType(), number}];
    if (first) {
      op->replaceAllUsesWith(ValueRange(first));
      op->erase();
      return;
    }
    first = op->getResult(0);
    if (op->getBlock() != &entry)
      op->moveBefore(&entry, entry.begin());
  });
}

namespace {

struct TileConvertToLLVM
    : tile::impl::TileConvertToLLVMBase<TileConvertToLLVM> {
  using TileConvertToLLVMBase::TileConvertToLLVMBase;
  /// A copy makes patterns of its own.
  TileConvertToLLVM(const TileConvertToLLVM &other)
      : TileConvertToLLVMBase(other) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target)
      return signalPassFailure();
    MLIRContext &context = getContext();
    for (auto func : module.getOps<FunctionOpInterface>())
      replaceByCounterparts(func);
    makePatterns(context, *lookupTarget(target.getChip()));
    // No pattern fails after it has changed something.
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyFullConversion(module, *legal, patterns, config)))
      return signalPassFailure();
    for (LLVM::LLVMFuncOp func : module.getOps<LLVM::LLVMFuncOp>())
      numFunctions += !func.isExternal();
  }

private:
  /// They serve all modules that are compiled for a target.
  void makePatterns(MLIRContext &context, const TargetInfo &target) {
    if (patternsTarget == &target)
      return;
    patternsTarget = &target;
    converter.emplace(&context);
    legal.emplace(context);
    legal->addLegalOp<ModuleOp>();
    addLLVMOps(*legal);
    RewritePatternSet set(&context);
    populateSCFToControlFlowConversionPatterns(set);
    arith::populateCeilFloorDivExpandOpsPatterns(set);
    arith::populateArithToLLVMConversionPatterns(*converter, set);
    populateMathToLLVMConversionPatterns(*converter, set);
    cf::populateControlFlowToLLVMConversionPatterns(*converter, set);
    ub::populateUBToLLVMConversionPatterns(*converter, set);
    populateScalarMathPatterns(*converter, set, target, fastMath);
    patterns = FrozenRewritePatternSet(std::move(set));
  }

  std::optional<LLVMTypeConverter> converter;
  std::optional<ConversionTarget> legal;
  FrozenRewritePatternSet patterns;
  const TargetInfo *patternsTarget = nullptr;
};

} // namespace
