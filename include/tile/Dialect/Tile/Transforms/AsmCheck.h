//===- AsmCheck.h - How strict the check of inline PTX is -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An option of passes, pipelines and the compiler. Needs only LLVM's Support.
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

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_ASMCHECK_H
