//===- AsmProgram.h - The body of an asm as a program -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the body of an inline asm that computes registers from registers. There
// is no kernel around it: an instruction before it gives each thread its
// inputs, and one after it takes the outputs. What the analysis of the asm has
// read is not read again.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_ASMPROGRAM_H
#define TILE_LIB_SIMULATOR_ASMPROGRAM_H

#include "Code.h"

#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/Simulator/GlobalMemory.h"

namespace mlir::tile::sim {

class AsmProgram {
public:
  /// The body must outlive the program. `rows` are the rows of its
  /// instructions, in the order of the text, for the context's target.
  AsmProgram(const ptx::AsmBody &body, const ptx::AsmContext &context,
             llvm::ArrayRef<const ptx::InstructionMatch *> rows);
  ~AsmProgram();

  /// Runs one CTA. `words` has a word for each operand of each thread, one
  /// thread after the other: words of inputs are read, words of outputs
  /// written. False where the body cannot be run, or something is found in it.
  bool run(unsigned numThreads, llvm::MutableArrayRef<uint64_t> words);

private:
  GlobalMemory memory;
  /// Where constants stand in the place of `$k`, or vector registers as their
  /// elements.
  ptx::Module changed;
  struct Transfer;
  std::unique_ptr<Transfer> inputs, outputs;
  std::unique_ptr<ProgramCode> code;
  std::vector<ptx::Diagnostic> errors;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_ASMPROGRAM_H
