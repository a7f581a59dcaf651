//===- Enumerate.h - The instructions of the table, one by one -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes instructions of the rows of the table: one for each choice of words.
// What tests all instructions, against ptxas or on a GPU, starts here. Rows
// with many choices are covered pairwise: every two words of two groups stand
// together somewhere, if the limit allows so many.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_ENUMERATE_H
#define TILE_PTX_ENUMERATE_H

#include "tile/PTX/Instructions.h"

namespace mlir::tile::ptx {

/// A row with its words chosen.
struct EnumeratedInstruction {
  const InstructionForm *form = nullptr;
  std::vector<std::string> words;

  /// "add.rn.f32"
  std::string getMnemonic() const;
  /// The words as the row has them; views into `words`.
  InstructionMatch getMatch() const;
};

struct EnumerationLimits {
  /// At most this many instructions per row; all choices of words where there
  /// are no more, else a sample in which the same seed finds the same.
  unsigned maxPerRow = 60;
  uint64_t seed = 1;
};

/// The instructions of one row, whatever target it needs. Words that "..." of a
/// row stands for are not made up.
std::vector<EnumeratedInstruction>
enumerateForm(const InstructionForm &form, const EnumerationLimits &limits);

/// Whether the target and version (86) have the instruction: its row, and each
/// word that has requirements of its own.
bool isSupported(const EnumeratedInstruction &instruction, const Target &target,
                 unsigned version);

/// The instructions of all rows that a target and version have.
std::vector<EnumeratedInstruction>
enumerateInstructions(const Target &target, unsigned version,
                      const EnumerationLimits &limits = {});

} // namespace mlir::tile::ptx

#endif // TILE_PTX_ENUMERATE_H
