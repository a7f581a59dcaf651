//===- InstructionHelp.h - What editors show of instructions ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description of an instruction, and the words that may come next in an
// instruction that is being written. Both are read from the table of
// instructions; the table lacks only a sentence about each opcode, which is
// here.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_INSTRUCTIONHELP_H
#define TILE_PTX_INSTRUCTIONHELP_H

#include "tile/PTX/Instructions.h"

#include <string>
#include <vector>

namespace mlir::tile::ptx {

/// What an opcode does, in a few words: "sum"; "" of an opcode that no row has.
llvm::StringRef getSummary(llvm::StringRef opcode);

/// The opcodes that have a summary, for the test that these are all.
std::vector<llvm::StringRef> getSummarizedOpcodes();

/// Markdown about a mnemonic such as "add.rn.f32": the summary, the rows that
/// it can be (all rows of the opcode if its words fit none), what they need and
/// what they do besides. "" if no row has the opcode.
std::string describeInstruction(llvm::StringRef mnemonic);

/// One way to go on.
struct Completion {
  /// A whole word: "add", "rn", "%laneid".
  std::string word;
  /// "sum"; "PTX ISA 8.6, sm_100"; "" if there is nothing to say.
  std::string detail;
};

/// The opcodes, or after a dot the words, that begin as the last word of
/// `text` does: "ad" gives add and addc, "add.rn.f" gives ftz, f32 and so on.
/// Each word once, with what the least demanding of its rows needs.
std::vector<Completion> completeInstruction(llvm::StringRef text);

/// The special registers that begin so: "%tid" gives %tid.x, %tid.y, %tid.z.
std::vector<Completion> completeSpecialRegister(llvm::StringRef text);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_INSTRUCTIONHELP_H
