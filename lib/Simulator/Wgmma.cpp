//===- Wgmma.cpp - Matrix products of warpgroups --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wgmma.h"

#include "AsyncCopies.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

namespace {
struct Fields {
  uint64_t start, leading, stride;
  /// Bytes; 16: none.
  unsigned width;

  explicit Fields(uint64_t descriptor)
      : start((descriptor & 0x3FFF) << 4),
        leading((descriptor >> 16 & 0x3FFF) << 4),
        stride((descriptor >> 32 & 0x3FFF) << 4),
        width(descriptor >> 62 ? 256 >> (descriptor >> 62) : 16) {}
};
} // namespace

static uint64_t swizzle(uint64_t address, const Fields &fields,
                        uint64_t descriptor) {
  uint64_t baseOffset = descriptor >> 49 & 7;
  uint64_t mask = fields.width / 16 - 1;
  return address ^ (((address >> 7) - baseOffset) & mask) << 4;
}

uint64_t SharedMatrix::locate(unsigned row, unsigned byte) const {
  Fields f(descriptor);
  uint64_t address = f.start + row / 8 * f.stride + byte / f.width * f.leading +
                     row % 8 * f.width + byte % f.width;
  return swizzle(address, f, descriptor);
}

uint64_t SharedMatrix::locateTransposed(unsigned rowByte, unsigned k) const {
  Fields f(descriptor);
  uint64_t step = f.width == 16 ? f.stride : f.leading;
  uint64_t groups = f.width == 16 ? f.leading : f.stride;
  uint64_t address = f.start + rowByte / f.width * step + k / 8 * groups +
                     k % 8 * f.width + rowByte % f.width;
  return swizzle(address, f, descriptor);
}

//===----------------------------------------------------------------------===//
// Registers in flight
//===----------------------------------------------------------------------===//

bool mlir::tile::sim::isWgmma(const InstInfo &info) {
  return info.source && info.source->opcode == "wgmma";
}

void mlir::tile::sim::markMatrixRegisters(ProgramCode &program,
                                          const FunctionCode &function) {
  llvm::DenseSet<int32_t> registers;
  auto forUses = [](const InstInfo &info, auto f) {
    for (const RegisterUse &use : info.reads)
      f(use);
    for (const RegisterUse &use : info.writes)
      f(use);
  };
  for (uint32_t pc = function.begin; pc < function.end; ++pc)
    if (isWgmma(program.infos[pc]))
      forUses(program.infos[pc], [&](const RegisterUse &use) {
        if (use.index >= 0 && use.bits == 32)
          registers.insert(use.index);
      });
  if (registers.empty())
    return;
  // Copies of accumulators are in flight, too.
  auto isMatrix = [&](const RegisterUse &use) {
    return use.index >= 0 && registers.contains(use.index);
  };
  bool isChanged = true;
  while (std::exchange(isChanged, false))
    for (uint32_t pc = function.begin; pc < function.end; ++pc) {
      const InstInfo &info = program.infos[pc];
      if (!info.source || info.source->opcode != "mov" ||
          !llvm::any_of(info.reads, isMatrix))
        continue;
      for (const RegisterUse &use : info.writes)
        isChanged |= use.index >= 0 && registers.insert(use.index).second;
    }
  for (uint32_t pc = function.begin; pc < function.end; ++pc) {
    const InstInfo &info = program.infos[pc];
    if (!isWgmma(info) && (llvm::any_of(info.reads, isMatrix) ||
                           llvm::any_of(info.writes, isMatrix)))
      program.code[pc].flags |= TouchesMatrix;
  }
}

static void report(Warp &warp, const Inst &inst, const RegisterUse &use,
                   const MatrixState::Register &in, bool isWrite) {
  warp.report(ReportKind::Undefined, inst, kNumLanes, [&] {
    CodeLocation begun = warp.block.launch().program.locate(in.pc);
    return (isWrite ? "writes register " : "reads register ") + use.name.str() +
           (in.isAccumulator ? ", an accumulator"
                             : ", which has elements of A") +
           " of the wgmma at PTX line " + std::to_string(begun.ptxLine) +
           ", which is in flight: expected wgmma.wait_group before";
  });
}

void mlir::tile::sim::followMatrixRegisters(Warp &warp, const Inst &inst) {
  if (!warp.async)
    return;
  MatrixState &state = warp.async->matrix;
  if (state.frame != &warp.frame())
    return;
  const ProgramCode &program = warp.block.launch().program;
  const InstInfo &info = program.infos[program.getPc(inst)];
  bool isCopy = info.source && info.source->opcode == "mov";
  const MatrixState::Register *copied = nullptr;
  bool isTouched = false;
  for (const RegisterUse &use : info.reads) {
    auto it = state.inFlight.find(use.offset);
    if (use.index < 0 || it == state.inFlight.end() ||
        !it->second.isAccumulator)
      continue;
    if (isCopy) {
      copied = &it->second;
      isTouched |= state.touched.contains(use.offset);
      continue;
    }
    report(warp, inst, use, it->second, /*isWrite=*/false);
    state.touched.insert(use.offset);
  }
  std::optional<MatrixState::Register> source;
  if (copied)
    source = *copied;
  for (const RegisterUse &use : info.writes) {
    if (use.index < 0)
      continue;
    auto it = state.inFlight.find(use.offset);
    // A copy of what is in flight takes the place of what was there.
    if (it != state.inFlight.end() && !source)
      report(warp, inst, use, it->second, /*isWrite=*/true);
    if (it != state.inFlight.end())
      state.inFlight.erase(it);
    if (!source || isTouched)
      state.touched.insert(use.offset);
    else
      state.touched.erase(use.offset);
    if (source)
      state.inFlight[use.offset] = *source;
  }
}
