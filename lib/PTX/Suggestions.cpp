//===- Suggestions.cpp - What was meant by a misspelt word ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Suggestions.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

std::string mlir::tile::ptx::listChoices(ArrayRef<std::string> choices,
                                         size_t max) {
  std::string text;
  size_t count = std::min(choices.size(), max);
  for (size_t i = 0; i < count; ++i) {
    if (i > 0)
      text += i + 1 == choices.size() ? " or " : ", ";
    text += "'" + choices[i] + "'";
  }
  if (choices.size() > count)
    text += " and " + std::to_string(choices.size() - count) + " more";
  return text;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static double getNumber(const Operand &operand) {
  if (operand.kind == Operand::F64)
    return llvm::bit_cast<double>(operand.bits);
  if (operand.kind == Operand::F32)
    return llvm::bit_cast<float>(uint32_t(operand.bits));
  return operand.isUnsigned ? double(operand.bits)
                            : double(int64_t(operand.bits));
}

/// Whether an integer where a half is needed is meant as its bits: a number
/// that is too large for all of its digits to count.
static bool areBitsOfHalf(const Operand &operand, StringRef type) {
  uint64_t maxExact = type.starts_with("bf") ? 256 : 2048;
  uint64_t maxBits = type.ends_with("x2") ? UINT32_MAX : UINT16_MAX;
  return operand.kind == Operand::Integer && operand.bits > maxExact &&
         operand.bits <= maxBits;
}

/// f16 and bf16 have no constants: their bits in a register.
static std::string suggestHalf(const Operand &operand, StringRef type) {
  bool isPair = type.ends_with("x2");
  std::string advice = std::string("put it into a register by ") +
                       (isPair ? "mov.b32" : "mov.b16") +
                       " first, as the bits 0x";
  if (areBitsOfHalf(operand, type) && operand.bits > UINT16_MAX)
    return advice +
           llvm::utohexstr(operand.bits, /*LowerCase=*/false, /*Width=*/8);
  llvm::APFloat value(getNumber(operand));
  bool losesInfo;
  value.convert(type.starts_with("bf") ? llvm::APFloat::BFloat()
                                       : llvm::APFloat::IEEEhalf(),
                llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  uint64_t bits = areBitsOfHalf(operand, type)
                      ? operand.bits
                      : value.bitcastToAPInt().getZExtValue();
  std::string digits = llvm::utohexstr(bits, /*LowerCase=*/false, /*Width=*/4);
  return advice + digits + (isPair ? digits : "");
}

/// An integer where a float is needed: most often the number, for what has the
/// bits of a float those.
static std::string suggestFloat(const Operand &operand, StringRef type,
                                std::vector<Fix> &fixes) {
  std::string number = operand.isUnsigned
                           ? std::to_string(operand.bits)
                           : std::to_string(int64_t(operand.bits));
  constexpr uint64_t kLeastNormal = 0x00800000;
  bool areBits = type == "f32" && operand.bits >= kLeastNormal &&
                 operand.bits <= UINT32_MAX;
  std::string text = "write " + number + ".0";
  // Digits in another base do not stand there as `number`.
  fixes.push_back(Fix::replace(operand.location, number, number + ".0"));
  if (areBits)
    text += ", or 0f" +
            llvm::utohexstr(operand.bits, /*LowerCase=*/false, /*Width=*/8) +
            " for a float of these bits";
  return text;
}

std::string mlir::tile::ptx::suggestOperand(const Operand &operand,
                                            const OperandPattern &pattern,
                                            std::vector<Fix> &fixes) {
  bool isNamed =
      operand.kind == Operand::Name || operand.kind == Operand::Placeholder;
  bool isFloat = operand.kind == Operand::F32 || operand.kind == Operand::F64;
  std::string name = operand.kind == Operand::Placeholder
                         ? "$" + std::to_string(operand.bits)
                         : operand.name;
  if (operand.isSink())
    return "";
  // Of a handle, it may be a coordinate that is wrong.
  if (pattern.kind == OperandPattern::Address && isNamed &&
      pattern.addressKind != OperandPattern::Handle) {
    if (operand.offset == 0 && operand.offsetPlaceholder < 0 &&
        !operand.isMinus && !operand.isNegated)
      fixes.push_back(Fix::replace(operand.location, name, "[" + name + "]"));
    return "write [" + name + "]";
  }
  if (pattern.kind == OperandPattern::Immediate &&
      operand.kind == Operand::Placeholder) {
    fixes.push_back(Fix::setConstraint(operand.bits, 'n'));
    return "use constraint 'n' for " + name;
  }
  if (pattern.kind == OperandPattern::Value && isNamed &&
      pattern.vectorSize > 1 && pattern.vectorSize != kAnyVectorSize)
    return "write " + std::to_string(pattern.vectorSize) +
           " registers in braces";
  if (pattern.kind != OperandPattern::Value || pattern.isWritten)
    return "";
  if (operand.kind == Operand::Address && pattern.vectorSize == 0)
    return "load it into a register by ld first, or leave out the brackets";
  StringRef type = pattern.type;
  if (type.starts_with("f16") || type.starts_with("bf16"))
    return isFloat || operand.kind == Operand::Integer
               ? suggestHalf(operand, type)
               : "";
  if (operand.kind == Operand::Integer && (type == "f32" || type == "f64"))
    return suggestFloat(operand, type, fixes);
  double value = isFloat ? getNumber(operand) : 0.5;
  bool isWhole =
      value > -9e18 && value < 9e18 && double(int64_t(value)) == value;
  bool isInteger =
      !isFloatType(type) && (type.starts_with("u") || type.starts_with("s"));
  if (isFloat && isWhole && isInteger)
    return "write " + std::to_string(int64_t(value));
  return "";
}
