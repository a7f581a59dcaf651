//===- DistributeDot.cpp - Matrix products --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linear maps of a product's three layouts decide how it is computed
// (DotPlan.h): by multiply-adds of each thread, or by tensor cores.
//
//===----------------------------------------------------------------------===//

#include "BitBuilder.h"
#include "FpConversionSoftware.h"
#include "Patterns.h"
#include "RoundTF32.h"
#include "TensorCoreDot.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// Multiply-adds of each thread, in f32 where the elements have fewer bits.
class ThreadDotEmitter {
public:
  ThreadDotEmitter(OpBuilder &builder, DotOp op, const TargetInfo &target,
                   TF32Rounding rounding)
      : b(builder, op.getLoc()), op(op), target(target), rounding(rounding) {
    Type c = getTile(op.getC()).getElementType();
    sumType = isa<FloatType>(c) && c.getIntOrFloatBitWidth() < 32 ? b.f32() : c;
  }

  SmallVector<Value> emit(const DotPlan &plan, ValueRange left,
                          ValueRange right, ValueRange sums) {
    SmallVector<Value> a = widen(left, op.getA()),
                       other = widen(right, op.getB()), results(sums.size());
    Type type = getTile(op.getC()).getElementType();
    for (const DotPlan::Part &part : plan.parts) {
      Value sum = sums[part.registers[0]];
      results[part.registers[0]] =
          type == sumType ? sum : b.create<LLVM::FPExtOp>(sumType, sum);
    }
    // Along K outermost: neighbours have other sums.
    for (uint32_t k = 0; k < plan.depth; ++k)
      for (const DotPlan::Part &part : plan.parts) {
        Value &sum = results[part.registers[0]];
        sum = multiplyAdd(a[plan.a[part.row][k]], other[plan.b[part.column][k]],
                          sum);
      }
    if (type != sumType)
      for (const DotPlan::Part &part : plan.parts) {
        Value &sum = results[part.registers[0]];
        sum = b.create<LLVM::FPTruncOp>(type, sum);
      }
    return results;
  }

private:
  Value multiplyAdd(Value left, Value right, Value sum) {
    if (isa<FloatType>(sumType))
      return b.create<LLVM::FMAOp>(left, right, sum);
    return b.add(b.create<LLVM::MulOp>(left, right), sum);
  }

  /// The elements of an operand, of the sum's type.
  SmallVector<Value> widen(ValueRange values, Value operand) {
    Type type = getTile(operand).getElementType();
    SmallVector<Value> results(values);
    if (isa<Float8E4M3FNType, Float8E5M2Type>(type)) {
      for (size_t i = 0; i < results.size(); i += 2) {
        size_t next = std::min(i + 1, results.size() - 1);
        Value pair = widenPair(values[i], values[next], cast<FloatType>(type));
        results[i] = b.element(pair, 0);
        results[next] = next == i ? results[i] : b.element(pair, 1);
      }
      type = b.f16();
    }
    for (Value &value : results)
      if (type.isInteger())
        value = b.create<LLVM::SExtOp>(sumType, value);
      else if (type != sumType)
        value = b.create<LLVM::FPExtOp>(sumType, value);
      else if (op.getInputPrecision() == InputPrecision::TF32 && type.isF32())
        // As a tensor core would take it.
        value = b.bitcast(
            b.bitAnd(b.bitcast(roundToTF32(b, value, rounding), b.i32()),
                     int32_t(0xffffe000)),
            type);
    return results;
  }

  Value widenPair(Value first, Value second, FloatType type) {
    if (!target.hasFP8Conversions())
      return widenFloat8Pair(b, first, second, type);
    return b.create<NVVM::ConvertF8x2ToF16x2Op>(BitBuilder::pairOf(b.f16()),
                                                b.pair(first, second),
                                                /*relu=*/false, type);
  }

  BitBuilder b;
  DotOp op;
  const TargetInfo &target;
  TF32Rounding rounding;
  /// In which sums are made.
  Type sumType;
};

struct DotLowering : OpConversionPattern<DotOp> {
  DotLowering(const TypeConverter &converter, MLIRContext *context,
              const TargetInfo &target, unsigned ptxVersion,
              TF32Rounding rounding, PatternBenefit benefit = 1)
      : OpConversionPattern(converter, context, benefit), target(target),
        ptxVersion(ptxVersion), rounding(rounding) {}

  LogicalResult
  matchAndRewrite(DotOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getTile(op.getC());
    DotLayouts layouts{toLinearLayout(getTile(op.getA())),
                       toLinearLayout(getTile(op.getB())),
                       toLinearLayout(type)};
    std::string whyNotThreads, whyNotCores;
    SmallVector<Value> results;
    if (auto plan = planThreads(layouts, &whyNotThreads)) {
      results =
          ThreadDotEmitter(rewriter, op, target, rounding)
              .emit(*plan, adaptor.getA(), adaptor.getB(), adaptor.getC());
    } else {
      unsigned rows = getTensorCoreRows(op, target);
      std::optional<DotPlan> cores;
      if (rows)
        cores = planTensorCores(layouts, rows, &whyNotCores);
      else
        whyNotCores = "they have no instruction for these elements";
      if (!cores)
        return op.emitOpError("expected a and b in #tile.dot_op of the "
                              "result's layout, ")
               << type.getEncoding() << ", found "
               << getTile(op.getA()).getEncoding() << " and "
               << getTile(op.getB()).getEncoding()
               << "; for tensor cores: " << whyNotCores
               << "; for threads: " << whyNotThreads;
      results = emitTensorCoreDot(rewriter, op, *cores, adaptor.getA(),
                                  adaptor.getB(), adaptor.getC(), target,
                                  ptxVersion, rounding);
    }
    ThreadLayout layout(type);
    for (auto [reg, value] : llvm::enumerate(results))
      if (!value)
        value = results[layout.getOwnerRegister(reg)];
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

  const TargetInfo &target;
  unsigned ptxVersion;
  TF32Rounding rounding;
};

} // namespace

void tile::populateDotPatterns(const Distribution &d) {
  d.patterns.add<DotLowering>(d.converter, d.patterns.getContext(), d.target,
                              d.ptxVersion, TF32Rounding::Cut);
  if (d.rounding != TF32Rounding::Cut)
    d.patterns.add<DotLowering>(d.converter, d.patterns.getContext(), d.target,
                                d.ptxVersion, d.rounding, /*benefit=*/2);
  populateScaledDotPatterns(d);
}
