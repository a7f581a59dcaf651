//===- Decimal.h - Where a decimal number ends ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one grammar of numbers, for values on the command line and for checks.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUN_DECIMAL_H
#define TILE_LIB_RUN_DECIMAL_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::tile::run {

/// The length of the number without sign at the start of the text, 0 if there
/// is none: `12`, `1.`, `.5`, `1.5e-3`. An `e` without digits is not of it.
inline size_t scanDecimal(llvm::StringRef text) {
  auto countDigits = [&](size_t from) {
    return text.substr(from).take_while(llvm::isDigit).size();
  };
  size_t numDigits = countDigits(0), end = numDigits;
  if (text.substr(end).starts_with(".")) {
    size_t numDecimals = countDigits(end + 1);
    numDigits += numDecimals;
    end += 1 + numDecimals;
  }
  if (numDigits == 0)
    return 0;
  if (text.substr(end).starts_with_insensitive("e")) {
    size_t exponent = end + 1;
    if (exponent < text.size() &&
        (text[exponent] == '-' || text[exponent] == '+'))
      ++exponent;
    if (size_t numExponent = countDigits(exponent))
      end = exponent + numExponent;
  }
  return end;
}

} // namespace mlir::tile::run

#endif // TILE_LIB_RUN_DECIMAL_H
