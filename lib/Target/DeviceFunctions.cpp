//===- DeviceFunctions.cpp - Functions of libdevice without libdevice -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those that are one instruction, or the few that the CUDA "libdevice User's
// Guide" says they are: rounding, sums and products rounded as their names say,
// minima, bits, and the fast forms of f32. All others need libdevice itself.
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

/// Makes the result of a function from its arguments.
using Make = Value *(*)(IRBuilderBase &, ArrayRef<Value *>);

/// A function: its name after `__nv_`, the types of its result and arguments
/// (f: float, d: double, i: i32, l: i64), and either the intrinsic that it is,
/// or what makes it.
struct Row {
  StringLiteral name;
  StringLiteral types;
  Intrinsic::ID intrinsic;
  Make make = nullptr;
};

} // namespace

static Value *call(IRBuilderBase &b, Intrinsic::ID id, ArrayRef<Value *> args,
                   ArrayRef<Type *> types = {}) {
  return b.CreateIntrinsic(id, types, args);
}

static Value *scale(IRBuilderBase &b, Value *value, double factor) {
  return b.CreateFMul(value, ConstantFP::get(b.getFloatTy(), factor));
}

static Value *exponentiate(IRBuilderBase &b, Value *value) {
  return call(b, Intrinsic::nvvm_ex2_approx, value, b.getFloatTy());
}

static Value *takeLogarithm(IRBuilderBase &b, Value *value) {
  return call(b, Intrinsic::nvvm_lg2_approx_f, value);
}

static Value *countLeadingZeros(IRBuilderBase &b, ArrayRef<Value *> args) {
  Value *count = b.CreateIntrinsic(Intrinsic::ctlz, {args[0]->getType()},
                                   {args[0], b.getFalse()});
  return b.CreateTrunc(count, b.getInt32Ty());
}

static Value *countBits(IRBuilderBase &b, ArrayRef<Value *> args) {
  return b.CreateTrunc(b.CreateUnaryIntrinsic(Intrinsic::ctpop, args[0]),
                       b.getInt32Ty());
}

static Value *takeMagnitude(IRBuilderBase &b, ArrayRef<Value *> args) {
  return b.CreateIntrinsic(Intrinsic::abs, {args[0]->getType()},
                           {args[0], b.getFalse()});
}

template <unsigned classes>
static Value *isOfClass(IRBuilderBase &b, ArrayRef<Value *> args) {
  return b.CreateZExt(b.createIsFPClass(args[0], classes), b.getInt32Ty());
}

/// The four roundings of an operation: to the nearest, to zero, up, down.
#define ROUNDED(name, types, operation, type)                                  \
  {name "_rn", types, Intrinsic::nvvm_##operation##_rn_##type},                \
      {name "_rz", types, Intrinsic::nvvm_##operation##_rz_##type},            \
      {name "_ru", types, Intrinsic::nvvm_##operation##_rp_##type}, {          \
    name "_rd", types, Intrinsic::nvvm_##operation##_rm_##type                 \
  }

/// A function of f32 and of f64.
#define BOTH(name, float_types, double_types, intrinsic)                       \
  {name "f", float_types, Intrinsic::intrinsic}, {                             \
    name, double_types, Intrinsic::intrinsic                                   \
  }

static const Row kRows[] = {
    BOTH("fabs", "ff", "dd", fabs),
    BOTH("floor", "ff", "dd", floor),
    BOTH("ceil", "ff", "dd", ceil),
    BOTH("trunc", "ff", "dd", trunc),
    BOTH("rint", "ff", "dd", rint),
    BOTH("nearbyint", "ff", "dd", nearbyint),
    BOTH("fmin", "fff", "ddd", minnum),
    BOTH("fmax", "fff", "ddd", maxnum),
    BOTH("copysign", "fff", "ddd", copysign),
    BOTH("fma", "ffff", "dddd", fma),
    ROUNDED("fadd", "fff", add, f),
    ROUNDED("dadd", "ddd", add, d),
    ROUNDED("fmul", "fff", mul, f),
    ROUNDED("dmul", "ddd", mul, d),
    ROUNDED("fdiv", "fff", div, f),
    ROUNDED("ddiv", "ddd", div, d),
    ROUNDED("frcp", "ff", rcp, f),
    ROUNDED("drcp", "dd", rcp, d),
    ROUNDED("fsqrt", "ff", sqrt, f),
    ROUNDED("dsqrt", "dd", sqrt, d),
    ROUNDED("fmaf", "ffff", fma, f),
    ROUNDED("fma", "dddd", fma, d),
    {"sqrtf", "ff", Intrinsic::nvvm_sqrt_approx_f},
    {"sqrt", "dd", Intrinsic::nvvm_sqrt_rn_d},
    {"rsqrtf", "ff", Intrinsic::nvvm_rsqrt_approx_f},
    {"saturatef", "ff", Intrinsic::nvvm_saturate_f},
    {"exp2f", "ff", 0,
     [](auto &b, auto args) { return exponentiate(b, args[0]); }},
    {"fast_sinf", "ff", Intrinsic::nvvm_sin_approx_f},
    {"fast_cosf", "ff", Intrinsic::nvvm_cos_approx_f},
    {"fast_fdividef", "fff", Intrinsic::nvvm_div_approx_f},
    {"fast_log2f", "ff", Intrinsic::nvvm_lg2_approx_f},
    {"fast_expf", "ff", 0,
     [](auto &b, auto args) {
       return exponentiate(b, scale(b, args[0], 1.4426950408889634));
     }},
    {"fast_exp10f", "ff", 0,
     [](auto &b, auto args) {
       return exponentiate(b, scale(b, args[0], 3.3219280948873623));
     }},
    {"fast_logf", "ff", 0,
     [](auto &b, auto args) {
       return scale(b, takeLogarithm(b, args[0]), 0.6931471805599453);
     }},
    {"fast_log10f", "ff", 0,
     [](auto &b, auto args) {
       return scale(b, takeLogarithm(b, args[0]), 0.3010299956639812);
     }},
    {"fast_powf", "fff", 0,
     [](auto &b, auto args) {
       return exponentiate(b, b.CreateFMul(args[1], takeLogarithm(b, args[0])));
     }},
    {"isnanf", "if", 0, isOfClass<fcNan>},
    {"isnand", "id", 0, isOfClass<fcNan>},
    {"isinff", "if", 0, isOfClass<fcInf>},
    {"isinfd", "id", 0, isOfClass<fcInf>},
    {"finitef", "if", 0, isOfClass<fcFinite>},
    {"isfinited", "id", 0, isOfClass<fcFinite>},
    {"abs", "ii", 0, takeMagnitude},
    {"llabs", "ll", 0, takeMagnitude},
    {"min", "iii", Intrinsic::smin},
    {"max", "iii", Intrinsic::smax},
    {"umin", "iii", Intrinsic::umin},
    {"umax", "iii", Intrinsic::umax},
    {"llmin", "lll", Intrinsic::smin},
    {"llmax", "lll", Intrinsic::smax},
    {"ullmin", "lll", Intrinsic::umin},
    {"ullmax", "lll", Intrinsic::umax},
    {"mulhi", "iii", Intrinsic::nvvm_mulhi_i},
    {"umulhi", "iii", Intrinsic::nvvm_mulhi_ui},
    {"mul64hi", "lll", Intrinsic::nvvm_mulhi_ll},
    {"umul64hi", "lll", Intrinsic::nvvm_mulhi_ull},
    {"clz", "ii", 0, countLeadingZeros},
    {"clzll", "il", 0, countLeadingZeros},
    {"popc", "ii", 0, countBits},
    {"popcll", "il", 0, countBits},
    {"brev", "ii", Intrinsic::bitreverse},
    {"brevll", "ll", Intrinsic::bitreverse},
};

#undef BOTH
#undef ROUNDED

static bool isType(Type *type, char letter) {
  switch (letter) {
  case 'f':
    return type->isFloatTy();
  case 'd':
    return type->isDoubleTy();
  case 'i':
    return type->isIntegerTy(32);
  default:
    return type->isIntegerTy(64);
  }
}

static bool hasTypes(FunctionType *type, StringRef letters) {
  if (type->isVarArg() || type->getNumParams() + 1 != letters.size() ||
      !isType(type->getReturnType(), letters[0]))
    return false;
  for (auto [param, letter] : zip(type->params(), letters.drop_front()))
    if (!isType(param, letter))
      return false;
  return true;
}

static void define(Function &function, const Row &row) {
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  SmallVector<Value *> args;
  for (Argument &arg : function.args())
    args.push_back(&arg);
  SmallVector<Type *> types;
  if (row.intrinsic && Intrinsic::isOverloaded(row.intrinsic))
    types.push_back(function.getReturnType());
  builder.CreateRet(row.make ? row.make(builder, args)
                             : call(builder, row.intrinsic, args, types));
  function.setLinkage(GlobalValue::InternalLinkage);
  function.addFnAttr(Attribute::AlwaysInline);
  function.addFnAttr(mlir::tile::kSimpleAttrName);
}

bool mlir::tile::defineDeviceFunction(llvm::Function &function) {
  StringRef name = function.getName();
  if (!name.consume_front("__nv_"))
    return false;
  const Row *row =
      find_if(kRows, [&](const Row &row) { return row.name == name; });
  if (row == std::end(kRows) ||
      !hasTypes(function.getFunctionType(), row->types))
    return false;
  define(function, *row);
  return true;
}
