//===- ScalarMath.cpp - Scalar arith and math to instructions -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What upstream's patterns for arith and math do not choose as a GPU wants it;
// docs/math.md lists the choices, their errors and their reasons.
//
//===----------------------------------------------------------------------===//

#include "BitBuilder.h"
#include "RemainderFunction.h"

#include "tile/Conversion/TileGPUToLLVM/BitcodeLibraries.h"
#include "tile/Conversion/TileGPUToLLVM/Lowering.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "llvm/ADT/FloatingPointMode.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

//===----------------------------------------------------------------------===//
// One operation on f32 or f64
//===----------------------------------------------------------------------===//

/// What a lowering of one scalar operation needs.
struct MathBuilder : BitBuilder {
  MathBuilder(ConversionPatternRewriter &rewriter, Operation *op,
              bool approximate)
      : BitBuilder(rewriter, op->getLoc()), rewriter(rewriter), op(op),
        approximate(approximate) {}

  Value multiply(Value a, Value b) const { return create<LLVM::FMulOp>(a, b); }
  Value multiply(Value a, double b) const {
    return multiply(a, real(a.getType(), b));
  }

  /// Calls libdevice's `__nv_<name>`, with an `f` at the end for f32. Null if
  /// the module has something else of that name.
  Value libdevice(StringRef name, ValueRange arguments) const {
    Type type = arguments[0].getType();
    std::string symbol = ("__nv_" + name + (type.isF32() ? "f" : "")).str();
    auto signature = LLVM::LLVMFunctionType::get(
        type, llvm::to_vector(arguments.getTypes()));
    LLVM::LLVMFuncOp func = getOrDeclareBitcodeFunction(
        rewriter, op, symbol, signature, kLibdevicePath, /*pure=*/true);
    if (!func)
      return nullptr;
    return LLVM::CallOp::create(rewriter, getLoc(), func, arguments)
        .getResult();
  }

  ConversionPatternRewriter &rewriter;
  Operation *op;
  /// Whether the option fast-math, or `afn` on the operation, allows less exact
  /// instructions.
  bool approximate;
};

/// Makes one scalar operation on f32 or f64; null if it cannot.
using LowerFn = Value (*)(const MathBuilder &, ValueRange);

constexpr double kLog2e = 1.4426950408889634;
constexpr double kLn2 = 0.6931471805599453;
constexpr double kLog10of2 = 0.3010299956639812;

bool isF32(ValueRange operands) { return operands[0].getType().isF32(); }

Value lowerExp(const MathBuilder &b, ValueRange x) {
  if (!isF32(x))
    return b.libdevice("exp", x);
  Value scaled = b.multiply(x[0], kLog2e);
  if (b.approximate)
    return b.intrinsic("llvm.nvvm.ex2.approx.ftz.f32", b.f32(), scaled);
  return b.intrinsic("llvm.nvvm.ex2.approx.f32", b.f32(), scaled);
}

Value lowerExp2(const MathBuilder &b, ValueRange x) {
  if (!isF32(x))
    return b.libdevice("exp2", x);
  return b.intrinsic("llvm.nvvm.ex2.approx.ftz.f32", b.f32(), x);
}

Value approximateLog2(const MathBuilder &b, ValueRange x) {
  return b.intrinsic("llvm.nvvm.lg2.approx.ftz.f", b.f32(), x);
}

Value lowerLog(const MathBuilder &b, ValueRange x) {
  if (!isF32(x) || !b.approximate)
    return b.libdevice("log", x);
  return b.multiply(approximateLog2(b, x), kLn2);
}

Value lowerLog2(const MathBuilder &b, ValueRange x) {
  if (!isF32(x) || !b.approximate)
    return b.libdevice("log2", x);
  return approximateLog2(b, x);
}

Value lowerLog10(const MathBuilder &b, ValueRange x) {
  if (!isF32(x) || !b.approximate)
    return b.libdevice("log10", x);
  return b.multiply(approximateLog2(b, x), kLog10of2);
}

Value lowerSqrt(const MathBuilder &b, ValueRange x) {
  if (!isF32(x))
    return b.create<LLVM::SqrtOp>(x[0]);
  return b.intrinsic("llvm.nvvm.sqrt.approx.ftz.f", b.f32(), x);
}

Value lowerRsqrt(const MathBuilder &b, ValueRange x) {
  if (!isF32(x))
    return b.intrinsic("llvm.nvvm.rsqrt.approx.d", x[0].getType(), x);
  return b.intrinsic("llvm.nvvm.rsqrt.approx.ftz.f", b.f32(), x);
}

Value approximateSin(const MathBuilder &b, ValueRange x) {
  return b.intrinsic("llvm.nvvm.sin.approx.ftz.f", b.f32(), x);
}

Value approximateCos(const MathBuilder &b, ValueRange x) {
  return b.intrinsic("llvm.nvvm.cos.approx.ftz.f", b.f32(), x);
}

Value lowerSin(const MathBuilder &b, ValueRange x) {
  if (!isF32(x) || !b.approximate)
    return b.libdevice("sin", x);
  return approximateSin(b, x);
}

Value lowerCos(const MathBuilder &b, ValueRange x) {
  if (!isF32(x) || !b.approximate)
    return b.libdevice("cos", x);
  return approximateCos(b, x);
}

Value lowerTan(const MathBuilder &b, ValueRange x) {
  if (!isF32(x) || !b.approximate)
    return b.libdevice("tan", x);
  return b.intrinsic("llvm.nvvm.div.approx.ftz.f", b.f32(),
                     {approximateSin(b, x), approximateCos(b, x)});
}

Value lowerTanh(const MathBuilder &b, ValueRange x) {
  if (!isF32(x) || !b.approximate)
    return b.libdevice("tanh", x);
  // LLVM has no other way to ask for tanh.approx.
  return b.create<LLVM::TanhOp>(x[0], LLVM::FastmathFlags::afn);
}

Value lowerPow(const MathBuilder &b, ValueRange operands) {
  if (!isF32(operands) || !b.approximate)
    return b.libdevice("pow", operands);
  Value log = approximateLog2(b, operands[0]);
  return b.intrinsic("llvm.nvvm.ex2.approx.ftz.f32", b.f32(),
                     b.multiply(log, operands[1]));
}

/// The constant that `value` is, if any; before or after its conversion.
std::optional<APFloat> getConstant(Value value) {
  FloatAttr attr;
  if (auto constant = value.getDefiningOp<LLVM::ConstantOp>())
    attr = dyn_cast<FloatAttr>(constant.getValue());
  else if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    attr = dyn_cast<FloatAttr>(constant.getValue());
  if (!attr)
    return std::nullopt;
  return attr.getValue();
}

Value lowerDiv(const MathBuilder &b, ValueRange operands) {
  Value x = operands[0], y = operands[1];
  if (!isF32(operands))
    return b.create<LLVM::FDivOp>(x, y);
  if (std::optional<APFloat> divisor = getConstant(y)) {
    // By a power of two, or where nearly right is enough: multiply.
    APFloat inverse(divisor->getSemantics(), 1);
    bool exact = divisor->getExactInverse(&inverse);
    if (!exact && b.approximate && divisor->isFiniteNonZero()) {
      inverse = APFloat(divisor->getSemantics(), 1);
      inverse.divide(*divisor, APFloat::rmNearestTiesToEven);
      exact = inverse.isNormal();
    }
    if (exact)
      return b.multiply(x, b.create<LLVM::ConstantOp>(
                               b.f32(), FloatAttr::get(b.f32(), inverse)));
  }
  // By default 1 / x is a division like any other. rcp.approx.f32 would be more
  // exact (0.97 ulp), but ptxas keeps the steps of eight of them in flight at
  // once: a sigmoid takes 24 registers instead of 18.
  std::optional<APFloat> dividend = getConstant(x);
  if (b.approximate && dividend && dividend->isExactlyValue(1.0))
    return b.intrinsic("llvm.nvvm.rcp.approx.ftz.f", b.f32(), y);
  return b.intrinsic(b.approximate ? "llvm.nvvm.div.approx.ftz.f"
                                   : "llvm.nvvm.div.full",
                     b.f32(), operands);
}

Value lowerRem(const MathBuilder &b, ValueRange operands) {
  // LLVM's own: one division, wrong where the quotient is large.
  if (b.approximate)
    return b.create<LLVM::FRemOp>(operands[0], operands[1]);
  LLVM::LLVMFuncOp func =
      getOrCreateRemainder(b.getBuilder(), b.op->getParentOfType<ModuleOp>(),
                           cast<FloatType>(operands[0].getType()));
  if (!func)
    return nullptr;
  return LLVM::CallOp::create(b.getBuilder(), b.getLoc(), func, operands)
      .getResult();
}

Value lowerClamp(const MathBuilder &b, ValueRange operands) {
  Value atLeast = b.create<LLVM::MaxNumOp>(operands[0], operands[1]);
  return b.create<LLVM::MinNumOp>(atLeast, operands[2]);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Maps an operation on scalars, or on vectors of one dimension element by
/// element. `lowerScalar` gets one element of each operand, converted.
Value mapVector(const BitBuilder &b, Type type, ValueRange operands,
                function_ref<Value(ValueRange)> lowerScalar) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return lowerScalar(operands);
  Value result = b.create<LLVM::PoisonOp>(vector);
  for (int64_t i = 0; i < vector.getNumElements(); ++i) {
    SmallVector<Value> scalars;
    for (Value operand : operands)
      scalars.push_back(
          isa<VectorType>(operand.getType()) ? b.element(operand, i) : operand);
    Value scalar = lowerScalar(scalars);
    if (!scalar)
      return nullptr;
    result =
        b.create<LLVM::InsertElementOp>(result, scalar, b.integer(b.i32(), i));
  }
  return result;
}

/// Scalars and vectors of one fixed dimension are what these patterns know.
bool isScalarOrVector(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return !vector || (vector.getRank() == 1 && !vector.isScalable());
}

/// A floating-point operation; f16 and bf16 go through f32.
template <typename OpTy>
class FloatLowering : public ConvertOpToLLVMPattern<OpTy> {
public:
  FloatLowering(const LLVMTypeConverter &converter, LowerFn lower,
                bool fastMath, PatternBenefit benefit)
      : ConvertOpToLLVMPattern<OpTy>(converter, benefit), lower(lower),
        fastMath(fastMath) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    Type scalar = type ? getElementTypeOrSelf(type) : Type();
    if (!scalar || !isScalarOrVector(type) ||
        !(scalar.isF32() || scalar.isF64() || scalar.isF16() ||
          scalar.isBF16()))
      return rewriter.notifyMatchFailure(
          op, "expected f16, bf16, f32 or f64, or a vector of them");
    bool approximate =
        fastMath ||
        bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn);
    MathBuilder b(rewriter, op, approximate);
    bool narrow = scalar.getIntOrFloatBitWidth() == 16;
    Value result = mapVector(
        b, type, adaptor.getOperands(), [&](ValueRange operands) -> Value {
          if (!narrow)
            return lower(b, operands);
          SmallVector<Value> widened;
          for (Value operand : operands)
            widened.push_back(widen(b, operand));
          Value wide = lower(b, widened);
          return wide ? b.create<LLVM::FPTruncOp>(scalar, wide) : Value();
        });
    if (!result)
      return op.emitOpError(
          "expected the name of the function that implements it to be free, "
          "found another definition of it in the module");
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// `value` as f32; constants stay constants.
  static Value widen(const MathBuilder &b, Value value) {
    if (std::optional<APFloat> constant = getConstant(value)) {
      bool losesInfo = false;
      constant->convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                        &losesInfo);
      return b.create<LLVM::ConstantOp>(b.f32(),
                                        FloatAttr::get(b.f32(), *constant));
    }
    return b.create<LLVM::FPExtOp>(b.f32(), value);
  }

  LowerFn lower;
  bool fastMath;
};

/// math.fpowi: libdevice has it for exponents of 32 bits.
struct FPowILowering : ConvertOpToLLVMPattern<math::FPowIOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(math::FPowIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = op.getType();
    Type scalar = getElementTypeOrSelf(type);
    unsigned width =
        getElementTypeOrSelf(op.getRhs().getType()).getIntOrFloatBitWidth();
    if (!isScalarOrVector(type))
      return rewriter.notifyMatchFailure(op, "expected a scalar or a vector");
    if (width > 32)
      return op.emitOpError("expected an exponent of at most 32 bits, found ")
             << op.getRhs().getType();
    MathBuilder b(rewriter, op, /*approximate=*/false);
    bool narrow = scalar.getIntOrFloatBitWidth() == 16;
    Value result =
        mapVector(b, type, adaptor.getOperands(), [&](ValueRange operands) {
          Value base = operands[0], exponent = operands[1];
          if (narrow)
            base = b.create<LLVM::FPExtOp>(b.f32(), base);
          if (width < 32)
            exponent = b.create<LLVM::SExtOp>(b.i32(), exponent);
          Value power = b.libdevice("powi", {base, exponent});
          return power && narrow ? b.create<LLVM::FPTruncOp>(scalar, power)
                                 : power;
        });
    if (!result)
      return op.emitOpError("expected '__nv_powi' to be free, found another "
                            "definition of it in the module");
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// math.sincos becomes math.sin and math.cos.
struct SincosLowering : ConvertOpToLLVMPattern<math::SincosOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(math::SincosOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value x = adaptor.getOperand();
    Value sin = math::SinOp::create(rewriter, op.getLoc(), x, op.getFastmath());
    Value cos = math::CosOp::create(rewriter, op.getLoc(), x, op.getFastmath());
    rewriter.replaceOp(op, {sin, cos});
    return success();
  }
};

/// math.isinf and isnormal by LLVM's test of classes.
template <typename OpTy, uint32_t classes>
struct ClassifyLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (!type || !isScalarOrVector(type))
      return rewriter.notifyMatchFailure(op, "expected a scalar or a vector");
    rewriter.replaceOpWithNewOp<LLVM::IsFPClass>(op, type, adaptor.getOperand(),
                                                 classes);
    return success();
  }
};

// The names that libdevice gives its functions.
constexpr char kAcos[] = "acos", kAcosh[] = "acosh", kAsin[] = "asin",
               kAsinh[] = "asinh", kAtan[] = "atan", kAtan2[] = "atan2",
               kAtanh[] = "atanh", kCbrt[] = "cbrt", kCosh[] = "cosh",
               kErf[] = "erf", kErfc[] = "erfc", kExpM1[] = "expm1",
               kLog1p[] = "log1p", kSinh[] = "sinh";

/// Adds patterns for operations on floats.
struct FloatPatterns {
  template <typename OpTy> void with(LowerFn lower) {
    patterns.add<FloatLowering<OpTy>>(converter, lower, fastMath, benefit);
  }

  LLVMTypeConverter &converter;
  RewritePatternSet &patterns;
  bool fastMath;
  PatternBenefit benefit;
};

template <const char *name>
Value lowerByLibdevice(const MathBuilder &b, ValueRange operands) {
  return b.libdevice(name, operands);
}

} // namespace

void tile::populateScalarMathPatterns(LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns,
                                      const TargetInfo &target, bool fastMath) {
  // Above upstream's patterns: some of them make what NVPTX cannot select.
  PatternBenefit benefit = 10;
  FloatPatterns add{converter, patterns, fastMath, benefit};
  add.with<arith::DivFOp>(lowerDiv);
  add.with<arith::RemFOp>(lowerRem);
  add.with<math::ClampFOp>(lowerClamp);
  add.with<math::CosOp>(lowerCos);
  add.with<math::Exp2Op>(lowerExp2);
  add.with<math::ExpOp>(lowerExp);
  add.with<math::Log10Op>(lowerLog10);
  add.with<math::Log2Op>(lowerLog2);
  add.with<math::LogOp>(lowerLog);
  add.with<math::PowFOp>(lowerPow);
  add.with<math::RsqrtOp>(lowerRsqrt);
  add.with<math::SinOp>(lowerSin);
  add.with<math::SqrtOp>(lowerSqrt);
  add.with<math::TanOp>(lowerTan);
  add.with<math::TanhOp>(lowerTanh);

  add.with<math::AcosOp>(lowerByLibdevice<kAcos>);
  add.with<math::AcoshOp>(lowerByLibdevice<kAcosh>);
  add.with<math::AsinOp>(lowerByLibdevice<kAsin>);
  add.with<math::AsinhOp>(lowerByLibdevice<kAsinh>);
  add.with<math::AtanOp>(lowerByLibdevice<kAtan>);
  add.with<math::Atan2Op>(lowerByLibdevice<kAtan2>);
  add.with<math::AtanhOp>(lowerByLibdevice<kAtanh>);
  add.with<math::CbrtOp>(lowerByLibdevice<kCbrt>);
  add.with<math::CoshOp>(lowerByLibdevice<kCosh>);
  add.with<math::ErfOp>(lowerByLibdevice<kErf>);
  add.with<math::ErfcOp>(lowerByLibdevice<kErfc>);
  add.with<math::ExpM1Op>(lowerByLibdevice<kExpM1>);
  add.with<math::Log1pOp>(lowerByLibdevice<kLog1p>);
  add.with<math::SinhOp>(lowerByLibdevice<kSinh>);

  patterns.add<FPowILowering, SincosLowering,
               ClassifyLowering<math::IsInfOp, llvm::fcInf>,
               ClassifyLowering<math::IsNormalOp, llvm::fcNormal>>(converter,
                                                                   benefit);
}
