//===- RegisterPool.cpp - setmaxnreg --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.19.5 "setmaxnreg". A CTA has the registers that it was
// launched with: `.dec` gives some back, and `.inc` waits until there are
// enough.
//
// How many a thread has at its start is known to PTX only by `.maxnreg`, or by
// `.minnctapersm` together with the number of threads: then it is what the
// register file has for each. ptxas ignores setmaxnreg without them, and so
// does this.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Decoders/Decoder.h"
#include "Decoders/MatrixDecoders.h"
#include "Lanes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// Of an SM; of a thread; and what counts of registers are multiples of.
static constexpr unsigned kRegistersOfSM = 65536, kMostRegisters = 255,
                          kRegisterStep = 8;

/// Registers of a thread when it starts; 0: not known.
static unsigned getEntryRegisters(const LaunchState &launch) {
  const FunctionCode &entry = launch.entry;
  if (entry.maxRegisters)
    return llvm::alignDown(entry.maxRegisters, kRegisterStep);
  if (!entry.minBlocks)
    return 0;
  unsigned each = kRegistersOfSM / (entry.minBlocks * launch.block.count());
  return llvm::alignDown(std::min(each, kMostRegisters), kRegisterStep);
}

/// `Inst::imm` is the count, `Inst::mode` 1 for `.inc`.
static void runSetRegisters(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  Block &block = w.block;
  unsigned entry = getEntryRegisters(block.launch());
  if (entry == 0)
    return;
  unsigned before = w.numRegisters ? w.numRegisters : entry;
  auto count = unsigned(i.imm);
  if (i.mode ? count < before : count > before) {
    w.report(ReportKind::Undefined, i, kNumLanes,
             llvm::Twine("expected at ") + (i.mode ? "least" : "most") +
                 " the " + llvm::Twine(before) +
                 " registers that a thread has, found " + llvm::Twine(count));
    return;
  }
  if (!i.mode) {
    block.freeRegisters += (before - count) * kNumLanes;
    w.numRegisters = count;
    for (const auto &warp : block.warps)
      warp->release(WaitKind::Registers, 0);
    return;
  }
  unsigned wanted = (count - before) * kNumLanes;
  if (wanted > block.freeRegisters)
    return w.wait(WaitKind::Registers, 0, /*again=*/true);
  block.freeRegisters -= wanted;
  w.numRegisters = count;
}

void mlir::tile::sim::decodeSetRegisters(Decoder &d) {
  int64_t count;
  if (!d.immediate(d.operand(0), count))
    return;
  d.inst.imm = uint64_t(count);
  d.inst.mode = d.has("inc");
  d.inst.control = Control::Wait;
  d.emit(runSetRegisters);
}
