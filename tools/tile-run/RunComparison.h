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

#include "tile/Compiler/AsmComparison.h"
#include "tile/Runtime/Runtime.h"

namespace mlir::tile {

/// One group: its inputs, and what both made of them, as bits.
struct ShownGroup {
  std::vector<uint64_t> inputs, native, fallback;
};

/// What was found.
struct ComparisonOutcome {
  /// Groups compared, and those that were to be: where differences are found
  /// early, a long comparison ends early.
  uint64_t numGroups = 0, numPlanned = 0;
  uint64_t numSpecial = 0; ///< of numGroups
  uint64_t numDifferent = 0;
  uint64_t numOnlyNaN = 0;
  std::optional<ShownGroup> first;
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
