//===- AssemblerProcess.h - Waiting for an assembler ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ptxas and the library that takes its place share: when they are ended,
// and how that is said.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TARGET_ASSEMBLERPROCESS_H
#define TILE_TARGET_ASSEMBLERPROCESS_H

#include "tile/Target/Assembler.h"

#include <chrono>

namespace mlir::tile {

enum class WaitOutcome { Ended, TimeOut, Cancelled };

/// Says when a process that was started just now has to end.
class Deadline {
public:
  explicit Deadline(const AssemblerOptions &options)
      : options(options),
        end(Clock::now() + std::chrono::seconds(options.timeLimit)) {}

  /// Whether there is anything to ask for while it runs.
  bool polls() const { return options.timeLimit || options.shouldCancel; }

  /// `Ended` as long as it may go on.
  WaitOutcome check() const {
    if (options.timeLimit && Clock::now() > end)
      return WaitOutcome::TimeOut;
    if (options.shouldCancel && options.shouldCancel())
      return WaitOutcome::Cancelled;
    return WaitOutcome::Ended;
  }

private:
  using Clock = std::chrono::steady_clock;
  const AssemblerOptions &options;
  Clock::time_point end;
};

/// Why `program` did not end by itself.
std::string describe(WaitOutcome outcome, llvm::StringRef program,
                     const AssemblerOptions &options);

/// Whether the bytes are an ELF file in which no section is missing.
bool isWholeFile(llvm::StringRef bytes);

/// Why bytes that are none are no result.
std::string describeNoCubin(llvm::StringRef bytes,
                            const AssemblerOptions &options);

/// The result with an error that has no line.
AssemblerResult failToAssemble(AssemblerResult result, const llvm::Twine &text);
/// A result with an error that no code is to blame for.
AssemblerResult failToStart(const llvm::Twine &text);

/// assemblePTX where the path is a library's.
AssemblerResult assembleByLibrary(llvm::StringRef ptx,
                                  const AssemblerOptions &options);

} // namespace mlir::tile

#endif // TILE_TARGET_ASSEMBLERPROCESS_H
