//===- ExternOps.cpp - Functions of libdevice -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.extern_elementwise: the functions of libdevice that are the host's too,
// by their names (CUDA "libdevice User's Guide"). In f64, rounded.
//
//===----------------------------------------------------------------------===//

#include "Apply.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

using Unary = double (*)(double);
using Binary = double (*)(double, double);

static double cosPi(double x) {
  // Exact where it is 0, 1 or -1.
  double rest = std::fabs(std::remainder(x, 2.0));
  return rest == 0.5 ? 0.0 : std::cos(rest * M_PI);
}
static double sinPi(double x) {
  double rest = std::remainder(x, 2.0);
  return rest == 0 || std::fabs(rest) == 1 ? std::copysign(0.0, x)
                                           : std::sin(rest * M_PI);
}

/// The function of `__nv_<name>` and `__nv_<name>f`; null if there is none.
static Unary findUnary(StringRef name) {
  return llvm::StringSwitch<Unary>(name)
      .Case("acos", std::acos)
      .Case("acosh", std::acosh)
      .Case("asin", std::asin)
      .Case("asinh", std::asinh)
      .Case("atan", std::atan)
      .Case("atanh", std::atanh)
      .Case("cbrt", std::cbrt)
      .Case("ceil", std::ceil)
      .Cases({"cos", "fast_cos"}, std::cos)
      .Case("cosh", std::cosh)
      .Case("cospi", cosPi)
      .Case("erf", std::erf)
      .Case("erfc", std::erfc)
      .Case("erfcx", [](double x) { return std::exp(x * x) * std::erfc(x); })
      .Cases({"exp", "fast_exp"}, std::exp)
      .Cases({"exp10", "fast_exp10"},
             [](double x) { return std::pow(10.0, x); })
      .Case("exp2", std::exp2)
      .Case("expm1", std::expm1)
      .Case("fabs", std::fabs)
      .Case("floor", std::floor)
      .Case("j0", ::j0)
      .Case("j1", ::j1)
      .Case("lgamma",
            [](double x) {
              int sign;
              return ::lgamma_r(x, &sign);
            })
      .Cases({"log", "fast_log"}, std::log)
      .Cases({"log10", "fast_log10"}, std::log10)
      .Case("log1p", std::log1p)
      .Cases({"log2", "fast_log2"}, std::log2)
      .Case("logb", std::logb)
      .Case("normcdf", [](double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); })
      .Cases({"nearbyint", "rint"}, std::nearbyint)
      .Case("rcbrt", [](double x) { return 1 / std::cbrt(x); })
      .Case("rcp_rn", [](double x) { return 1 / x; })
      .Case("round", std::round)
      .Cases({"rsqrt", "rsqrt_rn"}, [](double x) { return 1 / std::sqrt(x); })
      .Case("saturate",
            [](double x) { return x > 0 ? std::fmin(x, 1.0) : 0.0; })
      .Cases({"sin", "fast_sin"}, std::sin)
      .Case("sinh", std::sinh)
      .Case("sinpi", sinPi)
      .Cases({"sqrt", "sqrt_rn"}, std::sqrt)
      .Cases({"tan", "fast_tan"}, std::tan)
      .Case("tanh", std::tanh)
      .Case("tgamma", std::tgamma)
      .Case("trunc", std::trunc)
      .Case("y0", ::y0)
      .Case("y1", ::y1)
      .Default(nullptr);
}

static Binary findBinary(StringRef name) {
  return llvm::StringSwitch<Binary>(name)
      .Case("add_rn", [](double x, double y) { return x + y; })
      .Case("sub_rn", [](double x, double y) { return x - y; })
      .Case("mul_rn", [](double x, double y) { return x * y; })
      .Cases({"div_rn", "fast_fdivide"},
             [](double x, double y) { return x / y; })
      .Case("atan2", std::atan2)
      .Case("copysign", std::copysign)
      .Case("fdim", std::fdim)
      .Case("fmax", std::fmax)
      .Case("fmin", std::fmin)
      .Case("fmod", std::fmod)
      .Case("hypot", std::hypot)
      .Cases({"pow", "fast_pow"}, std::pow)
      .Case("remainder", std::remainder)
      .Default(nullptr);
}

/// Of integers: the name without what says the width ("ll", "u").
static LogicalResult evaluateInteger(const Step &s, StringRef name,
                                     bool &known) {
  const Elements &a = s.get(0);
  ElementType type = getResultType(s);
  auto unary = [&](auto f) {
    if (s.i.operands.size() != 1)
      return;
    known = true;
    Elements result(type, a.size());
    for (uint32_t k = 0; k < a.size(); ++k)
      result.setBits(k, f(a.getBits(k)));
    s.set(0, std::move(result));
  };
  auto binary = [&](auto f) {
    if (s.i.operands.size() != 2)
      return;
    known = true;
    const Elements &b = s.get(1);
    Elements result(type, std::max(a.size(), b.size()));
    for (uint32_t k = 0; k < result.size(); ++k)
      result.setBits(k, f(a.getBits(k), b.getBits(k)));
    s.set(0, std::move(result));
  };
  bool isLong = a.getByteWidth() == 8;
  unsigned width = isLong ? 64 : 32;
  auto sign = [=](uint64_t x) { return isLong ? int64_t(x) : int32_t(x); };
  if (name == "abs" || name == "llabs")
    unary([=](uint64_t x) { return sign(x) < 0 ? 0 - x : x; });
  else if (name == "clz" || name == "clzll")
    unary([=](uint64_t x) { return llvm::countl_zero(x) - (64 - width); });
  else if (name == "ffs" || name == "ffsll")
    unary([](uint64_t x) { return x ? llvm::countr_zero(x) + 1 : 0; });
  else if (name == "popc" || name == "popcll")
    unary([](uint64_t x) { return llvm::popcount(x); });
  else if (name == "brev" || name == "brevll")
    unary([=](uint64_t x) {
      return llvm::reverseBits<uint64_t>(x) >> (64 - width);
    });
  else if (name == "max" || name == "llmax")
    binary([=](uint64_t x, uint64_t y) { return sign(x) > sign(y) ? x : y; });
  else if (name == "min" || name == "llmin")
    binary([=](uint64_t x, uint64_t y) { return sign(x) < sign(y) ? x : y; });
  else if (name == "umax" || name == "ullmax")
    binary([](uint64_t x, uint64_t y) { return std::max(x, y); });
  else if (name == "umin" || name == "ullmin")
    binary([](uint64_t x, uint64_t y) { return std::min(x, y); });
  else if (name == "umulhi" || name == "umul64hi")
    binary([=](uint64_t x, uint64_t y) {
      return uint64_t((static_cast<unsigned __int128>(x) * y) >> width);
    });
  else if (name == "mulhi" || name == "mul64hi")
    binary([=](uint64_t x, uint64_t y) {
      return uint64_t((static_cast<__int128>(sign(x)) * sign(y)) >> width);
    });
  return success();
}

/// Of a float, as an i32: the class of its value.
static std::optional<bool> classify(StringRef name, double x) {
  if (name == "isnan")
    return std::isnan(x);
  if (name == "isinf")
    return std::isinf(x);
  if (name == "isfinite" || name == "finite")
    return std::isfinite(x);
  if (name == "signbit")
    return std::signbit(x);
  return std::nullopt;
}

/// Whether the operands and the result are floats of this type.
static bool areAll(const Step &s, ElementType type) {
  auto isThat = [&](Type other) {
    return getElementType(getScalarType(other)) == type;
  };
  return llvm::all_of(s.op->getOperandTypes(), isThat) &&
         llvm::all_of(s.op->getResultTypes(), isThat);
}

static LogicalResult evaluateFloat(const Step &s, StringRef name, bool &known) {
  const Elements &a = s.get(0);
  ElementType type = a.getType(), result = getResultType(s);
  if (areAll(s, type)) {
    if (s.i.operands.size() == 1)
      if (Unary function = findUnary(name)) {
        known = true;
        return inDouble<1>(function)(s);
      }
    if (s.i.operands.size() == 2)
      if (Binary function = findBinary(name)) {
        known = true;
        return inDouble<2>(function)(s);
      }
    if (s.i.operands.size() == 3 && (name == "fma" || name == "fma_rn")) {
      known = true;
      return floats<3>([](auto x, auto y, auto z) {
        return decltype(x)(std::fma(x, y, z));
      })(s);
    }
    return success();
  }
  auto load = [&](uint32_t k) {
    return type == ElementType::F32 ? double(F32Format::load(a.getBits(k)))
                                    : F64Format::load(a.getBits(k));
  };
  if (s.i.operands.size() == 1 && result == ElementType::I32 &&
      classify(name, 0)) {
    known = true;
    Elements flags(result, a.size());
    for (uint32_t k = 0; k < a.size(); ++k)
      flags.setBits(k, *classify(name, load(k)));
    return s.give(std::move(flags));
  }
  if (s.i.operands.size() == 2 && result == type &&
      (name == "ldexp" || name == "scalbn" || name == "powi")) {
    const Elements &b = s.get(1);
    if (b.getType() != ElementType::I32)
      return success();
    known = true;
    Elements numbers(type, std::max(a.size(), b.size()));
    for (uint32_t k = 0; k < numbers.size(); ++k) {
      int exponent = int32_t(b.getBits(k));
      double value = name == "powi" ? std::pow(load(k), exponent)
                                    : std::ldexp(load(k), exponent);
      numbers.setBits(k, type == ElementType::F32
                             ? F32Format::store(float(value))
                             : F64Format::store(value));
    }
    s.set(0, std::move(numbers));
  }
  return success();
}

/// The name without what says the type: "sinf" and "sin" are sin, "fadd_rn" and
/// "dadd_rn" are add_rn, "isnanf" and "isnand" are isnan. Empty if it says
/// another type.
static StringRef getPlainName(StringRef name, bool isF64) {
  if (name == (isF64 ? "fma_rn" : "fmaf_rn"))
    return "fma_rn";
  if (name.ends_with("_rn"))
    return name.consume_front(isF64 ? "d" : "f") ? name : "";
  if (!isF64)
    return name.consume_back("f") ? name : "";
  if (name.starts_with("is") || name.starts_with("signbit"))
    return name.consume_back("d") ? name : "";
  return name;
}

LogicalResult interp::evaluateExtern(const Step &s) {
  auto op = cast<ExternElementwiseOp>(s.op);
  StringRef symbol = op.getSymbol(), name = symbol;
  bool known = false;
  if (!s.i.operands.empty() && op.getLibpath().empty() &&
      name.consume_front("__nv_")) {
    ElementType type = s.get(0).getType();
    if (!run::isFloat(type)) {
      if (failed(evaluateInteger(s, name, known)))
        return failure();
    } else if (type == ElementType::F64 || type == ElementType::F32) {
      StringRef plain = getPlainName(name, type == ElementType::F64);
      if (failed(evaluateFloat(s, plain, known)))
        return failure();
    }
  }
  if (known)
    return success();
  return s.fail("calls '" + symbol +
                "', which is not evaluated: the interpreter knows the "
                "common functions of libdevice only");
}

void interp::addExternEvaluators(EvaluatorTable &table) {
  table.add("tile.extern_elementwise", evaluateExtern);
}
