//===- Suggestions.h - What was meant by a misspelt word -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of choices in messages: the nearest first, and how many more there are
// where a list is long.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_SUGGESTIONS_H
#define TILE_PTX_SUGGESTIONS_H

#include "tile/PTX/Fix.h"
#include "tile/PTX/Instructions.h"
#include "tile/Support/NearestNames.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tile::ptx {

using tile::getDistance;
using tile::isNear;
using tile::kMaxDistance;
using tile::NearestNames;

/// "'a', 'b' or 'c'", or "'a', 'b' and 7 more" where there are more than
/// `max` choices.
std::string listChoices(llvm::ArrayRef<std::string> choices, size_t max);

/// Why no row has the words of an instruction, and what would be right.
struct WordsProblem {
  std::string message;
  /// "write 'div.full.f32'"; empty if nothing is near.
  std::string hint;
  /// The instructions that message or hint names.
  std::vector<std::string> replacements = {};
};

/// `fits` says whether the operands fit a row.
WordsProblem
explainWords(const Instruction &instruction,
             llvm::ArrayRef<const InstructionForm *> forms,
             const Target &target, unsigned version,
             llvm::function_ref<bool(const InstructionMatch &)> fits);

/// What to write instead of an operand that is not what the row says, as
/// "write [$1]"; "" if that is not known. `fixes` gets it as changes.
std::string suggestOperand(const Operand &operand,
                           const OperandPattern &pattern,
                           std::vector<Fix> &fixes);

/// An instruction whose opcode no row has.
WordsProblem
explainOpcode(const Instruction &instruction, const Target &target,
              unsigned version,
              llvm::function_ref<bool(const InstructionMatch &)> fits);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_SUGGESTIONS_H
