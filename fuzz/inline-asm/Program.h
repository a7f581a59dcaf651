//===- Program.h - An asm op as data to change -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One tile.elementwise_inline_asm with all that decides its outcome, taken from
// kernels, changed at random, and printed as a kernel around it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_FUZZ_INLINEASM_PROGRAM_H
#define TILE_FUZZ_INLINEASM_PROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
}

namespace mlir::tile::fuzz {

/// An operand or a result.
struct AsmValue {
  enum Shape {
    /// That of the program.
    Full,
    Scalar,
    /// As many dimensions, all of size 1.
    Ones,
  };
  /// "f32", "i1", "!tile.ptr<f32>".
  std::string type;
  Shape shape = Full;
  /// A constant operand, as its type spells it.
  std::string constant;
  /// The operand before it that is used again, or -1.
  int sameAs = -1;
};

struct AsmProgram {
  std::string text;
  /// Items between commas.
  std::vector<std::string> constraints;
  unsigned pack = 1;
  bool isPure = true;
  bool isThreadScope = false;
  bool isSignExtended = false;
  std::vector<unsigned> perGroup;
  /// The region behind `fallback`, from its parenthesis on; "" if there is
  /// none.
  std::string fallback;
  /// Of all results; no dimensions: scalars.
  std::vector<int64_t> shape;
  std::vector<AsmValue> results, operands;
  /// auto, native or fallback, by its number.
  unsigned choice = 0;
  /// Whether anything reads the results.
  bool isUsed = true;
  std::string target = "sm_90a";
  unsigned numWarps = 1;
};

/// A module with one kernel around the asm.
std::string printKernel(const AsmProgram &program, llvm::StringRef name);

/// The asms of a file of MLIR, each part between `// -----` for itself. Parts
/// with errors are skipped.
void readSeeds(llvm::StringRef text, MLIRContext *context,
               std::vector<AsmProgram> &seeds);

} // namespace mlir::tile::fuzz

#endif // TILE_FUZZ_INLINEASM_PROGRAM_H
