//===- Report.h - What a simulated run found wrong --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One finding of a run: what is wrong, at which PTX line and source line, in
// which CTA and thread. The same finding at the same instruction is kept once.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_REPORT_H
#define TILE_SIMULATOR_REPORT_H

#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::tile::sim {

/// Sizes and positions of grids, clusters and CTAs.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;

  uint64_t count() const { return uint64_t(x) * y * z; }
  /// The position of a linear index, x fastest.
  Dim3 at(uint64_t index) const {
    return {unsigned(index % x), unsigned(index / x % y),
            unsigned(index / x / y)};
  }
};

enum class ReportKind : uint8_t {
  OutOfBounds,
  Misaligned,
  UseAfterFree,
  UninitializedRegister,
  UninitializedShared,
  UninitializedLocal,
  UninitializedGlobal,
  SharedRace,
  GlobalRace,
  DivergentBarrier,
  Deadlock,
  StepLimit,
  /// The kernel said so: `trap`, a failed assertion.
  Trap,
  /// Operands that the PTX ISA leaves undefined, such as a shuffle from a lane
  /// that is not there.
  Undefined,
  /// Right PTX that versions of ptxas in use make wrong machine code of.
  PtxasDefect,
  /// The simulator does not have the instruction.
  NotSimulated,
  /// In exact arithmetic, results depend on the bits that stand for a number.
  NotExact,
};

/// "out-of-bounds", "shared-race", ...: how tools name it.
llvm::StringRef getReportKindName(ReportKind kind);

/// A place in a program.
struct CodeLocation {
  /// From 1, of the PTX text; 0 if there is none.
  unsigned ptxLine = 0;
  /// "kernel.mlir:12:5", from `.loc`; empty without line information. Of what
  /// is inlined, the innermost line that is in the file of the kernel itself.
  std::string source;
  /// Lines of other files, headers, that are inlined there, the innermost last.
  std::vector<std::string> inlined;
  /// The lines where `source` is inlined itself; the last is in the kernel.
  std::vector<std::string> callers;
  /// Whether the PTX names source files at all.
  bool hasLineInfo = false;
  /// The instruction as text.
  std::string instruction;
};

struct Report {
  ReportKind kind;
  /// Not wrong for sure: a run with notes alone succeeds. Notes and findings of
  /// one kind at one instruction are two reports.
  bool isNote = false;
  std::string message;
  CodeLocation location;
  Dim3 block, thread;
  /// Of a race: the other access.
  bool hasOther = false;
  CodeLocation other;
  Dim3 otherBlock, otherThread;
  /// Of undefined bits that matter elsewhere than where they are from.
  bool hasOrigin = false;
  CodeLocation origin;
  /// Of a dead lock: threads that wait elsewhere, those that wait for one thing
  /// at one place together.
  struct Waiter {
    /// What they wait for; empty if they run in a loop.
    std::string what;
    CodeLocation location;
    Dim3 block;
    /// The first of them, and how many they are.
    Dim3 thread;
    uint64_t threads = 0;
  };
  std::vector<Waiter> waiters;
  /// How often it was found at this instruction.
  uint64_t count = 1;
};

/// "error: shared-race: ..." or "note: shared-race: ...", and the lines that
/// say where.
/// With `adviseLineInfo` it says how the next run names the line of the source,
/// where this one cannot: of a list, the first report is enough.
void print(llvm::raw_ostream &os, const Report &report,
           bool adviseLineInfo = true);

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_REPORT_H
