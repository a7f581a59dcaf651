//===- ElementType.cpp - The types of array elements ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/ElementType.h"

#include "Decimal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir::tile::run;
using llvm::APFloat;
using llvm::StringRef;

namespace {
struct TypeInfo {
  StringRef name;
  /// MLIR's spelling, and a short one, where they differ from the name.
  StringRef mlirName;
  StringRef shortName;
  uint8_t bitWidth;
  bool isFloat;
  bool isSigned;
  /// Decimal digits that tell neighbours apart.
  uint8_t numDigits;
};
} // namespace

static constexpr TypeInfo kTypes[kNumElementTypes] = {
    {"f64", "", "", 64, true, true, 17},
    {"f32", "", "", 32, true, true, 9},
    {"f16", "", "", 16, true, true, 5},
    {"bf16", "", "", 16, true, true, 4},
    {"f8e4m3", "f8E4M3FN", "e4m3", 8, true, true, 3},
    {"f8e5m2", "f8E5M2", "e5m2", 8, true, true, 2},
    {"i64", "", "", 64, false, true, 0},
    {"i32", "", "", 32, false, true, 0},
    {"i16", "", "", 16, false, true, 0},
    {"i8", "", "", 8, false, true, 0},
    {"i1", "", "", 1, false, false, 0},
    {"u64", "", "", 64, false, false, 0},
    {"u32", "", "", 32, false, false, 0},
    {"u16", "", "", 16, false, false, 0},
    {"u8", "", "", 8, false, false, 0},
};

static const TypeInfo &getInfo(ElementType type) {
  return kTypes[static_cast<unsigned>(type)];
}

StringRef mlir::tile::run::getName(ElementType type) {
  return getInfo(type).name;
}

std::optional<ElementType> mlir::tile::run::parseElementType(StringRef name) {
  if (name.empty())
    return std::nullopt;
  for (unsigned i = 0; i < kNumElementTypes; ++i)
    if (name == kTypes[i].name || name == kTypes[i].mlirName ||
        name == kTypes[i].shortName)
      return static_cast<ElementType>(i);
  return std::nullopt;
}

std::string mlir::tile::run::listElementTypes() {
  std::string list;
  for (const TypeInfo &info : kTypes)
    list += (list.empty() ? "" : ", ") + info.name.str();
  return list;
}

unsigned mlir::tile::run::getBitWidth(ElementType type) {
  return getInfo(type).bitWidth;
}

unsigned mlir::tile::run::getByteSize(ElementType type) {
  return (getBitWidth(type) + 7) / 8;
}

bool mlir::tile::run::isFloat(ElementType type) {
  return getInfo(type).isFloat;
}

bool mlir::tile::run::isSigned(ElementType type) {
  return getInfo(type).isSigned;
}

const llvm::fltSemantics &mlir::tile::run::getSemantics(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return APFloat::IEEEdouble();
  case ElementType::F32:
    return APFloat::IEEEsingle();
  case ElementType::F16:
    return APFloat::IEEEhalf();
  case ElementType::BF16:
    return APFloat::BFloat();
  case ElementType::F8E4M3:
    return APFloat::Float8E4M3FN();
  case ElementType::F8E5M2:
    return APFloat::Float8E5M2();
  default:
    break;
  }
  llvm_unreachable("an integer type");
}

double mlir::tile::run::getLargest(ElementType type) {
  return APFloat::getLargest(getSemantics(type)).convertToDouble();
}

double mlir::tile::run::getUlp(ElementType type, double value) {
  const llvm::fltSemantics &semantics = getSemantics(type);
  int exponent = APFloat::semanticsMinExponent(semantics);
  if (value != 0 && std::isfinite(value))
    exponent = std::max(exponent, std::ilogb(value));
  return std::ldexp(1.0,
                    exponent - int(APFloat::semanticsPrecision(semantics)) + 1);
}

Integer mlir::tile::run::getMin(ElementType type) {
  return isSigned(type) ? -(Integer(1) << (getBitWidth(type) - 1)) : 0;
}

Integer mlir::tile::run::getMax(ElementType type) {
  return (Integer(1) << (getBitWidth(type) - isSigned(type))) - 1;
}

double mlir::tile::run::decodeFloat(ElementType type, uint64_t bits) {
  if (type == ElementType::F64)
    return llvm::bit_cast<double>(bits);
  if (type == ElementType::F32)
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
  return APFloat(getSemantics(type), llvm::APInt(getBitWidth(type), bits))
      .convertToDouble();
}

Integer mlir::tile::run::decodeInteger(ElementType type, uint64_t bits) {
  if (type == ElementType::I1)
    return bits != 0;
  unsigned unused = 64 - getBitWidth(type);
  bits <<= unused;
  if (isSigned(type))
    return static_cast<int64_t>(bits) >> unused;
  return bits >> unused;
}

uint64_t mlir::tile::run::encodeFloat(ElementType type, double value) {
  if (type == ElementType::F64)
    return llvm::bit_cast<uint64_t>(value);
  if (type == ElementType::F32)
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  if (getBitWidth(type) == 8) {
    double largest = getLargest(type);
    if (std::fabs(value) > largest)
      value = std::copysign(largest, value);
  }
  APFloat number(value);
  bool losesInfo;
  number.convert(getSemantics(type), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

uint64_t mlir::tile::run::encodeInteger(ElementType type, Integer value) {
  return static_cast<uint64_t>(value) &
         (~uint64_t(0) >> (64 - getBitWidth(type)));
}

Integer mlir::tile::run::convertToInteger(ElementType type, double value) {
  if (std::isnan(value))
    return 0;
  // The ends are compared as doubles, where 2^63 - 1 and 2^64 - 1 are rounded
  // up: `>=` is right for these and harmless for the others.
  if (value >= static_cast<double>(getMax(type)))
    return getMax(type);
  if (value <= static_cast<double>(getMin(type)))
    return getMin(type);
  return static_cast<Integer>(value);
}

std::string mlir::tile::run::formatFloat(ElementType type, double value,
                                         unsigned numMoreDigits) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(
      "%.*g", int(getInfo(type).numDigits + numMoreDigits), value);
  return text;
}

std::string mlir::tile::run::formatInteger(Integer value) {
  llvm::APInt bits(
      128, {static_cast<uint64_t>(value), static_cast<uint64_t>(value >> 64)});
  return llvm::toString(bits, 10, /*Signed=*/true);
}

static std::optional<std::string> parseInteger(ElementType type, StringRef text,
                                               uint64_t &bits) {
  Integer min = getMin(type), max = getMax(type);
  std::string expected = (llvm::Twine("a number from ") + formatInteger(min) +
                          " to " + formatInteger(max))
                             .str();
  if (type == ElementType::I1 && (text == "true" || text == "false")) {
    bits = text == "true";
    return std::nullopt;
  }
  if (text.consume_front("0x")) {
    if (text.getAsInteger(16, bits) || bits != encodeInteger(type, bits))
      return (llvm::Twine(getBitWidth(type)) + " bits after '0x'").str();
    return std::nullopt;
  }
  bool isNegative = text.consume_front("-");
  uint64_t magnitude;
  if (text.getAsInteger(10, magnitude))
    return expected;
  Integer value = isNegative ? -Integer(magnitude) : Integer(magnitude);
  if (value < min || value > max)
    return expected;
  bits = encodeInteger(type, value);
  return std::nullopt;
}

std::optional<std::string> mlir::tile::run::parseElement(ElementType type,
                                                         StringRef text,
                                                         uint64_t &bits) {
  if (!isFloat(type))
    return parseInteger(type, text, bits);
  StringRef magnitude = text;
  bool isNegative = magnitude.consume_front("-");
  bool isInf = magnitude == "inf", isNan = magnitude == "nan";
  APFloat number(getSemantics(type));
  std::string tooLarge =
      (llvm::Twine("a number that fits ") + getName(type) +
       ", whose largest is " + formatFloat(type, getLargest(type)))
          .str();
  if (isInf) {
    if (type == ElementType::F8E4M3)
      return tooLarge;
    number = APFloat::getInf(getSemantics(type), isNegative);
  } else if (isNan) {
    number = APFloat::getQNaN(getSemantics(type), isNegative);
  } else {
    // APFloat would also take "snan" or "1e".
    if (magnitude.empty() || scanDecimal(magnitude) != magnitude.size())
      return "a number";
    llvm::Expected<APFloat::opStatus> status =
        number.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return "a number";
    }
    if (!number.isFinite())
      return tooLarge;
  }
  bits = number.bitcastToAPInt().getZExtValue();
  return std::nullopt;
}
