//===- RunComparison.h - An asm and its fallback on a device ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles what AsmComparison builds, and runs it in pieces, so that it can be
// seen how far it is.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILERUN_RUNCOMPARISON_H
#define TILE_TOOLS_TILERUN_RUNCOMPARISON_H

#include "Options.h"

#include "tile/AsmComparison/AsmComparison.h"
#include "tile/Runtime/Runtime.h"

namespace mlir::tile {

/// One group: its inputs, and what both made of them, as bits.
struct ShownGroup {
  std::vector<uint64_t> inputs, native, fallback;
};

/// What was found.
struct ComparisonOutcome {
  /// Groups compared, fewer than planned if a difference was found early, and
  /// the groups of special values. If `triesAll`, these are further groups, and
  /// are not counted if all were compared.
  uint64_t numGroups = 0, numSpecial = 0;
  uint64_t numDifferent = 0, numOnlyNaN = 0;
  /// As in AsmDifferences.
  uint64_t maxUlp = 0;
  /// The inputs are all, in order; all of them were compared.
  bool triesAll = false, isComplete = false;
  /// The first that differs; null if none does.
  std::unique_ptr<ShownGroup> first;
  double seconds = 0;
};

/// Compares all sections. Fails where the kernels do not compile (the messages
/// are the compiler's), or do something wrong. `place` names the asm for a line
/// on stderr that says how long it will take.
llvm::Expected<ComparisonOutcome>
runComparison(const AsmComparison &comparison, const CompilerOptions &compiler,
              const CheckAsmOptions &options,
              const std::shared_ptr<runtime::Device> &device, StringRef place);

/// "2^32", "1000".
std::string formatNumber(uint64_t number);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILERUN_RUNCOMPARISON_H
