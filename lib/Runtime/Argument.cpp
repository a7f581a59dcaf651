//===- Argument.cpp - Arguments of a launch -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "tile/Runtime/TensorMaps.h"

#include "tile/Image/ArgumentText.h"
#include "tile/Runtime/Runtime.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::StringRef;
using llvm::Twine;

StringRef mlir::tile::runtime::getName(ArgumentType type) {
  switch (type) {
  case ArgumentType::Pointer:
    return "pointer";
  case ArgumentType::I1:
    return "i1";
  case ArgumentType::I8:
    return "i8";
  case ArgumentType::I16:
    return "i16";
  case ArgumentType::I32:
    return "i32";
  case ArgumentType::I64:
    return "i64";
  case ArgumentType::F16:
    return "f16";
  case ArgumentType::BF16:
    return "bf16";
  case ArgumentType::F32:
    return "f32";
  case ArgumentType::F64:
    return "f64";
  case ArgumentType::F8E4M3FN:
    return "f8E4M3FN";
  case ArgumentType::F8E5M2:
    return "f8E5M2";
  }
  return "a type that is none";
}

unsigned mlir::tile::runtime::getSize(ArgumentType type) {
  switch (type) {
  case ArgumentType::I1:
  case ArgumentType::I8:
  case ArgumentType::F8E4M3FN:
  case ArgumentType::F8E5M2:
    return 1;
  case ArgumentType::I16:
  case ArgumentType::F16:
  case ArgumentType::BF16:
    return 2;
  case ArgumentType::I32:
  case ArgumentType::F32:
    return 4;
  case ArgumentType::Pointer:
  case ArgumentType::I64:
  case ArgumentType::F64:
    return 8;
  }
  return 0;
}

/// The argument's type from its text in MLIR.
static std::optional<ArgumentType> getType(const KernelArgument &argument) {
  StringRef text = argument.type;
  if (argument.isPointer || text.starts_with("!tile.ptr") ||
      text.starts_with("!llvm.ptr"))
    return ArgumentType::Pointer;
  return llvm::StringSwitch<std::optional<ArgumentType>>(text)
      .Case("i1", ArgumentType::I1)
      .Case("i8", ArgumentType::I8)
      .Case("i16", ArgumentType::I16)
      .Case("i32", ArgumentType::I32)
      .Cases({"i64", "index"}, ArgumentType::I64)
      .Case("f16", ArgumentType::F16)
      .Case("bf16", ArgumentType::BF16)
      .Case("f32", ArgumentType::F32)
      .Case("f64", ArgumentType::F64)
      .Case("f8E4M3FN", ArgumentType::F8E4M3FN)
      .Case("f8E5M2", ArgumentType::F8E5M2)
      .Default(std::nullopt);
}

static bool isInteger(ArgumentType type) {
  switch (type) {
  case ArgumentType::I1:
  case ArgumentType::I8:
  case ArgumentType::I16:
  case ArgumentType::I32:
  case ArgumentType::I64:
    return true;
  default:
    return false;
  }
}

/// Bytes of a scalar type of PTX; 0 for other text.
static unsigned getPTXSize(StringRef type) {
  return llvm::StringSwitch<unsigned>(type)
      .Cases({"b8", "u8", "s8"}, 1)
      .Cases({"b16", "u16", "s16"}, 2)
      .Cases({"b32", "u32", "s32"}, 4)
      .Cases({"b64", "u64", "s64"}, 8)
      .Default(0);
}

/// The upper bits of `bits` that do not belong to a value of the type. For an
/// f32 they may be anything, because it is written as a float.
static unsigned getUnusedBits(ArgumentType type) {
  if (type == ArgumentType::I1)
    return 63;
  return type == ArgumentType::F32 ? 0 : 64 - 8 * getSize(type);
}

/// Whether the upper bits are zeros or signs, so that nothing is cut off.
static bool fits(uint64_t bits, unsigned unused) {
  return (bits << unused) >> unused == bits ||
         static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >>
                               unused) == bits;
}

/// The value as a number, of bits that fit. An i1 is 0 or 1.
static int64_t getInteger(const LaunchArgument &argument) {
  if (argument.type == ArgumentType::I1)
    return argument.bits & 1;
  unsigned unused = 64 - 8 * getSize(argument.type);
  return static_cast<int64_t>(argument.bits << unused) >> unused;
}

static bool isMultiple(const LaunchArgument &argument, int64_t divisor) {
  if (llvm::isPowerOf2_64(divisor))
    return (argument.bits & (divisor - 1)) == 0;
  return argument.type == ArgumentType::Pointer
             ? argument.bits % static_cast<uint64_t>(divisor) == 0
             : getInteger(argument) % divisor == 0;
}

Kernel::~Kernel() = default;

Kernel::Kernel(KernelInfo kernelInfo)
    : info(std::move(kernelInfo)),
      dynamicSharedMemory(info.dynamicSharedMemory), checker(info) {}

ArgumentChecker::ArgumentChecker(const KernelInfo &kernel) : kernel(kernel) {
  rules.reserve(kernel.arguments.size());
  for (const KernelArgument &argument : kernel.arguments) {
    Rule rule{};
    std::optional<ArgumentType> type = getType(argument);
    rule.anyOfBytes = getPTXSize(argument.type);
    rule.isKnown = type.has_value() || rule.anyOfBytes;
    rule.type = type.value_or(ArgumentType::Pointer);
    rule.unusedBits = getUnusedBits(rule.type);
    rule.divisibility = argument.divisibility;
    rule.hasFixedValue = argument.fixedValue.has_value();
    rule.fixedValue = argument.fixedValue.value_or(0);
    if (rule.type == ArgumentType::I1)
      rule.fixedValue &= 1;
    rules.push_back(rule);
  }
}

llvm::Error ArgumentChecker::makeError(unsigned index,
                                       const LaunchArgument &argument) const {
  const Rule &rule = rules[index];
  std::string name = describeArgument(kernel, index);
  if (!rule.isKnown)
    return mlir::tile::makeError(
        StatusCode::Unsupported,
        name + " is of type " + kernel.arguments[index].type +
            ", which only a launch with raw parameters can give");
  if (rule.anyOfBytes && getSize(argument.type) != rule.anyOfBytes)
    return mlir::tile::makeError(StatusCode::InvalidArgument,
                                 "expected a value of " +
                                     Twine(unsigned(rule.anyOfBytes)) +
                                     " bytes for " + name + ", found " +
                                     runtime::getName(argument.type));
  if (!rule.anyOfBytes && argument.type != rule.type)
    return mlir::tile::makeError(StatusCode::InvalidArgument,
                                 "expected " + runtime::getName(rule.type) +
                                     " for " + name + ", found " +
                                     runtime::getName(argument.type));
  auto toHex = [](uint64_t bits) { return "0x" + llvm::utohexstr(bits, true); };
  if (argument.reserved != 0)
    return mlir::tile::makeError(StatusCode::InvalidArgument,
                                 "expected 0 in the field 'reserved' for " +
                                     name + ", found " +
                                     toHex(argument.reserved));
  if (!fits(argument.bits,
            rule.anyOfBytes ? getUnusedBits(argument.type) : rule.unusedBits))
    return mlir::tile::makeError(
        StatusCode::InvalidArgument,
        "expected a value that fits " + runtime::getName(argument.type) +
            " for " + name + ", found " +
            (isInteger(argument.type)
                 ? std::to_string(static_cast<int64_t>(argument.bits))
                 : "the bits " + toHex(argument.bits)));
  std::string found = rule.type == ArgumentType::Pointer
                          ? toHex(argument.bits)
                          : std::to_string(getInteger(argument));
  std::string remedy = "; " + describeRemedy(kernel, index) +
                       ", or use a specializer (tileSpecializerCreate)";
  if (rule.hasFixedValue && getInteger(argument) != rule.fixedValue)
    return mlir::tile::makeError(StatusCode::AssumptionViolated,
                                 name + ": expected " + Twine(rule.fixedValue) +
                                     ", the one value its code is for, found " +
                                     found + remedy);
  return mlir::tile::makeError(
      StatusCode::AssumptionViolated,
      name + ": expected a multiple of " + Twine(rule.divisibility) +
          ", as its code relies on it, found " + found + remedy);
}

llvm::Error
ArgumentChecker::check(llvm::ArrayRef<LaunchArgument> arguments) const {
  if (arguments.size() != rules.size())
    return mlir::tile::makeError(
        StatusCode::InvalidArgument,
        "expected " + Twine(rules.size()) + " argument" +
            (rules.size() == 1 ? "" : "s") + " for kernel '" + kernel.symbol +
            "', found " + Twine(arguments.size()));
  for (unsigned i = 0, e = rules.size(); i < e; ++i) {
    const Rule &rule = rules[i];
    const LaunchArgument &argument = arguments[i];
    bool isRight =
        rule.isKnown && argument.type == rule.type && argument.reserved == 0 &&
        fits(argument.bits, rule.unusedBits) &&
        (rule.divisibility <= 1 || isMultiple(argument, rule.divisibility)) &&
        (!rule.hasFixedValue || getInteger(argument) == rule.fixedValue);
    if (LLVM_UNLIKELY(!isRight) && !isRightBySize(rule, argument))
      return makeError(i, argument);
  }
  return llvm::Error::success();
}

bool ArgumentChecker::isRightBySize(const Rule &rule,
                                    const LaunchArgument &argument) {
  return rule.anyOfBytes && getSize(argument.type) == rule.anyOfBytes &&
         argument.reserved == 0 &&
         fits(argument.bits, getUnusedBits(argument.type));
}

llvm::Expected<Grid> Kernel::getBlock(const LaunchOptions &options) const {
  unsigned rows = info.programsPerCTA;
  Grid own = {info.numThreads / rows, rows, 1};
  const Grid &given = options.block;
  if (given.x == 0) {
    if (own.x)
      return own;
    return mlir::tile::makeError(
        StatusCode::InvalidArgument,
        "expected the threads of a CTA in the options of the launch, as the "
        "code of kernel '" +
            getName() + "' does not say them, found none");
  }
  if (own.x && (given.x != own.x || given.y != own.y || given.z != own.z))
    return mlir::tile::makeError(
        StatusCode::InvalidArgument,
        "expected CTAs of " + Twine(own.x) + " x " + Twine(own.y) +
            " x 1 threads, for which kernel '" + getName() +
            "' is compiled, found " + Twine(given.x) + " x " + Twine(given.y) +
            " x " + Twine(given.z));
  if (!given.y || !given.z ||
      uint64_t(given.x) * given.y * uint64_t(given.z) > kMaxThreads ||
      given.x > kMaxThreads || given.y > kMaxThreads || given.z > kMaxThreadsZ)
    return mlir::tile::makeError(
        StatusCode::InvalidArgument,
        "expected a CTA of 1 to " + Twine(kMaxThreads) +
            " threads, of at most 1024 x 1024 x 64, for kernel '" + getName() +
            "', found " + Twine(given.x) + " x " + Twine(given.y) + " x " +
            Twine(given.z));
  return given;
}

llvm::Error Kernel::launch(Grid grid, llvm::ArrayRef<LaunchArgument> arguments,
                           Stream *stream, const LaunchOptions *options) {
  if (llvm::Error error = checkArguments(arguments))
    return error;
  // The value's bytes come first, so a launch reads them where they are.
  llvm::SmallVector<void *, 128> parameters;
  for (const LaunchArgument &argument : arguments)
    parameters.push_back(const_cast<uint64_t *>(&argument.bits));
  return launchRaw(grid, parameters.data(), stream, options);
}
