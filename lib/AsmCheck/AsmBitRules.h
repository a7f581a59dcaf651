//===- AsmBitRules.h - What instructions do to bits ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bits of its operands each bit of an instruction's results depends on,
// by the meaning of the instruction: moves, `prmt`, shifts, logic, sums,
// conversions, packed arithmetic, comparisons. What is not known here, and what
// comes from memory or other lanes, is open.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMBITRULES_H
#define TILE_LIB_ASMCHECK_ASMBITRULES_H

#include "AsmBits.h"
#include "AsmGraph.h"

namespace mlir::tile::ptx {

class AsmBitRules {
public:
  AsmBitRules(const AsmGraph &graph, const AsmContext &context,
              AsmBitAlgebra &algebra)
      : graph(graph), context(context), algebra(algebra) {}

  /// Runs an instruction over what is known of each symbol.
  void run(const AsmNode &node, std::vector<AsmBits> &state);

private:
  AsmBits read(const Operand &operand);
  AsmBits read(unsigned position);
  AsmBits readPart(const Operand &operand);
  std::optional<uint64_t> readConstant(unsigned position);
  void write(const Operand &operand, AsmBits value);
  void writeSymbol(unsigned symbol, AsmBits value);
  void writeAllOpen();
  bool isSame(unsigned first, unsigned second) const;
  std::optional<unsigned> findCarry(bool isWritten) const;

  AsmBits mixAll(unsigned width, AsmBitAlgebra::Certainty certainty,
                 bool mayCancel);
  AsmBits keep(const AsmBits &a, uint64_t mask);
  AsmBits vague(llvm::ArrayRef<AsmBits> inputs, unsigned width);

  AsmBits computeLogic(uint8_t table);
  AsmBits computeShift();
  AsmBits computeFunnel();
  AsmBits computePermute();
  AsmBits computeFieldExtract();
  AsmBits computeFieldInsert();
  AsmBits computeSum();
  bool isSmallProduct(const AsmBits &a, const AsmBits &b) const;
  AsmBits computeConversion();
  AsmBits computePack();
  AsmBits computeDotProduct();
  AsmBits computeVideo(unsigned numLanes);
  AsmBits computeLanes(unsigned width, bool mayCancel);
  AsmBits computeReversed();
  std::optional<AsmBits> compute();
  void runMove();
  void runComparison();

  const AsmGraph &graph;
  const AsmContext &context;
  AsmBitAlgebra &algebra;
  /// The arguments of the call of `run`.
  const AsmNode *node = nullptr;
  std::vector<AsmBits> *state = nullptr;
  unsigned width = 0;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMBITRULES_H
