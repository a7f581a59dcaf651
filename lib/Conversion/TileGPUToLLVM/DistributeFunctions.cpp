//===- DistributeFunctions.cpp - Functions, calls and the grid ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "DistributePrograms.h"
#include "Patterns.h"

#include "tile/Dialect/Tile/IR/DynamicSharedMemory.h"
#include "tile/Dialect/Tile/IR/Fallback.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The one LLVM result type for several values: none, the value, or a struct.
Type packTypes(MLIRContext *context, ArrayRef<Type> types) {
  if (types.empty())
    return LLVM::LLVMVoidType::get(context);
  if (types.size() == 1)
    return types.front();
  return LLVM::LLVMStructType::getLiteral(context, types);
}

/// The parameter is the map itself, not its address, and no thread changes it.
void setTensorMapAttrs(LLVM::LLVMFuncOp func, unsigned number) {
  Builder builder(func.getContext());
  func.setArgAttr(number, LLVM::LLVMDialect::getByValAttrName(),
                  TypeAttr::get(LLVM::LLVMArrayType::get(builder.getI8Type(),
                                                         kTensorMapBytes)));
  func.setArgAttr(number, LLVM::LLVMDialect::getAlignAttrName(),
                  builder.getI64IntegerAttr(kTensorMapAlignment));
  func.setArgAttr(number, NVVM::NVVMDialect::getGridConstantAttrName(),
                  builder.getUnitAttr());
}

LogicalResult lowerFunc(FuncOp func, FuncOp::Adaptor,
                        ConversionPatternRewriter &rewriter,
                        const TypeConverter &converter) {
  TypeConverter::SignatureConversion signature(func.getNumArguments());
  SmallVector<Type> results;
  if (failed(
          converter.convertSignatureArgs(func.getArgumentTypes(), signature)) ||
      failed(converter.convertTypes(func.getResultTypes(), results)))
    return rewriter.notifyMatchFailure(func, "signature does not convert");

  auto type = LLVM::LLVMFunctionType::get(
      packTypes(rewriter.getContext(), results), signature.getConvertedTypes());
  auto lowered = LLVM::LLVMFuncOp::create(
      rewriter, func.getLoc(), func.getName(), type,
      func.isPrivate() && !func.isDeclaration() ? LLVM::Linkage::Internal
                                                : LLVM::Linkage::External);
  if (func.isNoInline())
    lowered.setNoInline(true);
  if (func->hasAttr(kFallbackAttrName))
    lowered.setPassthroughAttr(rewriter.getStrArrayAttr(kFallbackAttrName));
  if (func.isKernel()) {
    unsigned programs = getProgramsPerCTA(func);
    bool hasProducer = bool(tilegpu::getProducerWarp(func));
    SmallVector<int32_t> block{
        static_cast<int32_t>(tilegpu::getThreadsPerCTA(func) / programs)};
    if (programs > 1)
      block.push_back(programs);
    lowered->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                     rewriter.getUnitAttr());
    lowered->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                     rewriter.getDenseI32ArrayAttr(block));
    if (Attribute ctas =
            func->getAttr(NVVM::NVVMDialect::getMinctasmAttrName()))
      lowered->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), ctas);
    if (hasCTAPairs(func))
      lowered->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                       rewriter.getDenseI32ArrayAttr({2, 1, 1}));
    if (hasProducer)
      lowered->setAttr(tilegpu::kProducerWarpAttrName, rewriter.getUnitAttr());
    if (programs > 1)
      lowered->setAttr(kProgramsPerCTAAttrName,
                       rewriter.getI32IntegerAttr(programs));
  }
  if (hasDynamicSharedMemory(func))
    lowered->setAttr(kDynamicSharedMemoryAttrName,
                     rewriter.getI64IntegerAttr(getSharedMemory(func)));
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (auto divisibility =
            func.getArgAttrOfType<IntegerAttr>(i, kDivisibilityAttrName);
        divisibility && isa<PtrType>(func.getArgumentTypes()[i]))
      lowered.setArgAttr(signature.getInputMapping(i)->inputNo,
                         LLVM::LLVMDialect::getAlignAttrName(),
                         rewriter.getI64IntegerAttr(divisibility.getInt()));

  SmallVector<Attribute> maps;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    if (isa<TensorMapType>(func.getArgumentTypes()[i]))
      setTensorMapAttrs(lowered, signature.getInputMapping(i)->inputNo);
    if (Attribute map = func.getArgAttr(i, kTensorMapAttrName))
      maps.push_back(map);
  }
  if (!maps.empty())
    lowered->setAttr(kTensorMapsAttrName, rewriter.getArrayAttr(maps));
  for (StringRef name :
       {kTensorMapEntryOfAttrName, kPositiveArgumentsAttrName,
        kPersistentAttrName, kLoopSplitAttrName, kCTAPairsAttrName})
    if (Attribute attr = func->getAttr(name))
      lowered->setAttr(name, attr);

  rewriter.inlineRegionBefore(func.getBody(), lowered.getBody(), lowered.end());
  if (!lowered.getBody().empty())
    rewriter.applySignatureConversion(&lowered.getBody().front(), signature,
                                      &converter);
  rewriter.eraseOp(func);
  return success();
}

LogicalResult lowerReturn(ReturnOp op, Parts<ReturnOp> adaptor,
                          ConversionPatternRewriter &rewriter) {
  SmallVector<Value> values;
  for (ValueRange registers : adaptor.getOperands())
    llvm::append_range(values, registers);
  if (values.size() > 1) {
    SmallVector<Type> types(ValueRange(values).getTypes());
    Value packed = LLVM::PoisonOp::create(
        rewriter, op.getLoc(), packTypes(rewriter.getContext(), types));
    for (auto [i, value] : llvm::enumerate(values))
      packed =
          LLVM::InsertValueOp::create(rewriter, op.getLoc(), packed, value, i);
    values = {packed};
  }
  rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, values);
  return success();
}

LogicalResult lowerCall(CallOp op, Parts<CallOp> adaptor,
                        ConversionPatternRewriter &rewriter,
                        const TypeConverter &converter) {
  SmallVector<Value> operands;
  for (ValueRange registers : adaptor.getOperands())
    llvm::append_range(operands, registers);
  SmallVector<Type> types;
  SmallVector<unsigned> counts;
  for (Type type : op.getResultTypes()) {
    size_t before = types.size();
    if (failed(converter.convertType(type, types)))
      return rewriter.notifyMatchFailure(op, "result does not convert");
    counts.push_back(types.size() - before);
  }
  Type packed = packTypes(rewriter.getContext(), types);
  SmallVector<Type> results;
  if (!types.empty())
    results.push_back(packed);
  auto call = LLVM::CallOp::create(rewriter, op.getLoc(), results,
                                   op.getCallee(), operands);
  SmallVector<Value> values;
  if (types.size() == 1)
    values.push_back(call.getResult());
  else
    for (size_t i = 0; i < types.size(); ++i)
      values.push_back(LLVM::ExtractValueOp::create(rewriter, op.getLoc(),
                                                    call.getResult(), i));
  SmallVector<SmallVector<Value>> replacements;
  size_t next = 0;
  for (unsigned count : counts) {
    replacements.emplace_back(values.begin() + next,
                              values.begin() + next + count);
    next += count;
  }
  rewriter.replaceOpWithMultiple(op, std::move(replacements));
  return success();
}

LogicalResult lowerGetProgramId(GetProgramIdOp op, GetProgramIdOp::Adaptor,
                                ConversionPatternRewriter &rewriter) {
  rewriter.replaceOp(op, emitProgramId(rewriter, op.getLoc(), op.getAxis()));
  return success();
}

/// Where several programs share a CTA, no operation asks for their number along
/// x any more: distributePrograms has answered.
LogicalResult lowerGetNumPrograms(GetNumProgramsOp op,
                                  GetNumProgramsOp::Adaptor,
                                  ConversionPatternRewriter &rewriter) {
  rewriter.replaceOp(op, emitNumPrograms(rewriter, op.getLoc(), op.getAxis()));
  return success();
}

/// `griddepcontrol`, in each thread. LLVM's intrinsic says that it accesses no
/// memory, so that loads could be taken across it; inline PTX says that it
/// does.
template <typename OpTy>
LogicalResult lowerGridDependency(OpTy op, typename OpTy::Adaptor,
                                  ConversionPatternRewriter &rewriter,
                                  StringRef what, const TargetInfo &target) {
  if (target.hasGridDependencies())
    emitAsm(rewriter, op.getLoc(), {}, {}, "griddepcontrol." + what + ";", "");
  rewriter.eraseOp(op);
  return success();
}

} // namespace

void tile::populateFunctionPatterns(const Distribution &d) {
  addLowerings(d.converter, d.patterns, lowerReturn, lowerGetProgramId,
               lowerGetNumPrograms);
  addLowering(d.converter, d.patterns, lowerFunc, d.converter);
  addLowering(d.converter, d.patterns, lowerCall, d.converter);
  addLowering(d.converter, d.patterns,
              lowerGridDependency<GridDependencyWaitOp>, "wait", d.target);
  addLowering(d.converter, d.patterns,
              lowerGridDependency<GridDependencyLaunchDependentsOp>,
              "launch_dependents", d.target);
}
