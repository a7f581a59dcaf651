//===- Mutator.h - Changed asm operations ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes asm ops: right ones changed a little, and new ones from the rows of the
// instruction table. A number decides each of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_FUZZ_INLINEASM_MUTATOR_H
#define TILE_FUZZ_INLINEASM_MUTATOR_H

#include "Program.h"

#include "tile/PTX/AST.h"
#include "tile/PTX/Enumerate.h"

namespace mlir::tile::fuzz {

/// Random choices that one number decides.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  /// 0 to bound - 1; 0 where bound is 0.
  size_t below(size_t bound) { return bound ? engine() % bound : 0; }
  /// True once in `count` times.
  bool once(size_t count) { return below(count) == 0; }
  template <typename Range> decltype(auto) pick(Range &&range) {
    return range[below(std::size(range))];
  }

private:
  std::mt19937_64 engine;
};

/// Writes instructions of the table whose operands mostly fit.
class Generator {
public:
  Generator();
  /// An asm of a few instructions, with results and operands that fit.
  AsmProgram make(Random &random) const;
  /// The same instruction with other words, where the table has them.
  void changeWords(ptx::Instruction &instruction, Random &random) const;
  /// Any operand that PTX's grammar has.
  ptx::Operand makeOperand(unsigned numRegisters, Random &random) const;

  /// All words of the table, for texts with mistakes.
  llvm::ArrayRef<std::string> getWords() const { return words; }

private:
  /// By row: some choices of its words.
  std::vector<std::vector<ptx::EnumeratedInstruction>> rows;
  std::vector<std::string> words;
};

class Mutator {
public:
  explicit Mutator(std::vector<AsmProgram> seeds) : seeds(std::move(seeds)) {}
  AsmProgram make(uint64_t number) const;

private:
  void changeText(AsmProgram &program, Random &random) const;
  void changeTokens(AsmProgram &program, Random &random) const;
  void changeStatements(std::vector<ptx::Statement> &statements,
                        unsigned numRegisters, Random &random) const;
  void changeInstruction(ptx::Instruction &instruction, unsigned numRegisters,
                         Random &random) const;
  void changeConstraints(AsmProgram &program, Random &random) const;
  void changeValues(AsmProgram &program, Random &random) const;
  void changeAround(AsmProgram &program, Random &random) const;

  std::vector<AsmProgram> seeds;
  Generator generator;
};

} // namespace mlir::tile::fuzz

#endif // TILE_FUZZ_INLINEASM_MUTATOR_H
