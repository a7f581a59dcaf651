//===- AsmInfo.h - What the strings of an inline asm say --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The asm and the constraints of a tile.elementwise_inline_asm, read once for
// all that ask: the verifier, the checks, and the lowering.
//
//===----------------------------------------------------------------------===//
//
// The context keeps what was read, by the two strings. It keeps the strings
// that were asked for last, as far as they are short enough together, so that a
// context in which many kernels are compiled does not grow by them. An entry
// that it does not keep any more lives as long as it is used.
//
// What `$k` is depends on types as well, which layout passes change: see
// getAsmRegisters.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_ASMINFO_H
#define TILE_DIALECT_TILE_IR_ASMINFO_H

#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/Dialect/Tile/IR/InlineAsm.h"

#include <atomic>
#include <memory>

namespace mlir::tile {

class AsmInfo {
public:
  AsmInfo(StringRef text, StringRef constraintText);

  /// None if the constraint string is wrong; parseAsmConstraints says why. The
  /// clobbers are in the op's string.
  std::optional<AsmConstraints> constraints;
  AsmSummary summary;
  /// As far as it is right.
  ptx::AsmBody body;

  /// ptx::getAsmEffects of the body.
  unsigned getEffects() const;

  /// ptx::mayDifferByThread of the body.
  bool mayDifferByThread() const { return ptx::mayDifferByThread(body); }

private:
  mutable std::atomic<int> effects{-1};
};

/// What the op's strings say. May be called from many threads at once.
std::shared_ptr<const AsmInfo> getAsmInfo(ElementwiseInlineAsmOp op);

/// How many asms the context keeps, and how many it has read, for tests.
struct AsmInfoCounts {
  size_t numKept, numRead;
};
AsmInfoCounts getAsmInfoCounts(MLIRContext *context);

/// Adds to the dialect what keeps the infos of its context.
void addAsmInfoCache(TileDialect &dialect);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_ASMINFO_H
