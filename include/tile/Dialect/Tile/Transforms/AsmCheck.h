//===- AsmCheck.h - What becomes of inline PTX ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two options of passes, pipelines and the compiler: how strict the check is,
// and whether an asm or its fallback runs. Needs only LLVM's Support.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_ASMCHECK_H
#define TILE_DIALECT_TILE_TRANSFORMS_ASMCHECK_H

#include "llvm/Support/CommandLine.h"

namespace mlir::tile {

enum class AsmCheck {
  Error, ///< errors stop a compile; warnings do not
  Warn,  ///< all are warnings
  Off,
};

/// Their names: "error", "warn", "off".
inline constexpr llvm::StringLiteral kAsmCheckNames[] = {"error", "warn",
                                                         "off"};

/// The values for an option of llvm::cl or of a pass.
inline llvm::cl::ValuesClass getAsmCheckValues() {
  return llvm::cl::values(
      clEnumValN(AsmCheck::Error, "error",
                 "Errors stop the compile, warnings do not (default)"),
      clEnumValN(AsmCheck::Warn, "warn", "All are warnings"),
      clEnumValN(AsmCheck::Off, "off", "Nothing is checked"));
}

/// Which of an inline asm and its fallback runs.
enum class AsmChoice {
  Auto,     ///< the fallback where the target lacks an instruction of the asm
  Native,   ///< the asm
  Fallback, ///< the fallback, where there is one
};

/// Their names: "auto", "native", "fallback".
inline constexpr llvm::StringLiteral kAsmChoiceNames[] = {"auto", "native",
                                                          "fallback"};

/// The values for an option of llvm::cl or of a pass.
inline llvm::cl::ValuesClass getAsmChoiceValues() {
  return llvm::cl::values(
      clEnumValN(AsmChoice::Auto, "auto",
                 "The fallback where the target lacks an instruction of the "
                 "asm (default)"),
      clEnumValN(AsmChoice::Native, "native", "The asm"),
      clEnumValN(AsmChoice::Fallback, "fallback",
                 "The fallback, where there is one"));
}

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_ASMCHECK_H
