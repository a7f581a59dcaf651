//===- Formula.h - Whole numbers from names and numbers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grids depend on tiles and on arguments: "ceildiv(n, BLOCK)".
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TUNER_FORMULA_H
#define TILE_TUNER_FORMULA_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

namespace mlir::tile::tuner {

/// The value of a name, or nothing if there is no such name.
using FindValue =
    llvm::function_ref<std::optional<int64_t>(llvm::StringRef name)>;

/// Evaluates a formula of 64-bit integers: numbers, names, + - * / %, brackets,
/// ceildiv(a, b), min(a, b) and max(a, b). `/` and `%` are as in C. Fails
/// with InvalidArgument for anything else, for a name that there is not, for a
/// division by 0, and for a value that 64 bits do not hold.
llvm::Expected<int64_t> evaluateFormula(llvm::StringRef text, FindValue find);

} // namespace mlir::tile::tuner

#endif // TILE_TUNER_FORMULA_H
