//===- Wgmma.cpp - Matrix products of warpgroups --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wgmma.h"

#include "AsyncCopies.h"
#include "Decoders/MemoryOperand.h"

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

std::string mlir::tile::sim::describeSwizzle(unsigned bytes) {
  return bytes == 16 ? "no swizzle"
                     : "a swizzle of " + std::to_string(bytes) + " bytes";
}

std::string SharedMatrix::describe(const char *name) const {
  Fields f(descriptor);
  return "the descriptor of " + std::string(name) + " has " +
         describeSwizzle(f.width) + " and offsets of " +
         std::to_string(f.leading) + " and " + std::to_string(f.stride) +
         " bytes";
}

//===----------------------------------------------------------------------===//
// Registers in flight
//===----------------------------------------------------------------------===//

bool mlir::tile::sim::isWgmma(const InstInfo &info) {
  return info.source && info.source->opcode == "wgmma";
}

static bool isMove(const InstInfo &info) {
  return info.source && info.source->opcode == "mov";
}

/// A load or store that may be of local memory.
static bool isLocalAccess(const Inst &inst, const InstInfo &info) {
  if (!info.source || !inst.data ||
      (info.source->opcode != "ld" && info.source->opcode != "st") ||
      llvm::is_contained(info.source->modifiers, "async") ||
      llvm::is_contained(info.source->modifiers, "bulk"))
    return false;
  Space space = static_cast<const MemoryOperand *>(inst.data)->access.space;
  return space == Space::Local || space == Space::Generic;
}

template <typename F> static void forUses(const InstInfo &info, F f) {
  for (const RegisterUse &use : info.reads)
    f(use);
  for (const RegisterUse &use : info.writes)
    f(use);
}

/// Marks what accesses registers that tcgen05.ld loads.
static void markLoadedRegisters(ProgramCode &program,
                                const FunctionCode &function) {
  llvm::DenseSet<int32_t> registers;
  for (uint32_t pc = function.begin; pc < function.end; ++pc)
    if (isTensorLoad(program.infos[pc]))
      for (const RegisterUse &use : program.infos[pc].writes)
        if (use.index >= 0)
          registers.insert(use.index);
  if (registers.empty())
    return;
  for (uint32_t pc = function.begin; pc < function.end; ++pc)
    forUses(program.infos[pc], [&](const RegisterUse &use) {
      if (use.index >= 0 && registers.contains(use.index))
        program.code[pc].flags |= TouchesMatrix;
    });
}

void mlir::tile::sim::markMatrixRegisters(ProgramCode &program,
                                          const FunctionCode &function) {
  if (program.usesTensorMemory)
    markLoadedRegisters(program, function);
  llvm::DenseSet<int32_t> registers;
  for (uint32_t pc = function.begin; pc < function.end; ++pc)
    if (isWgmma(program.infos[pc]))
      forUses(program.infos[pc], [&](const RegisterUse &use) {
        if (use.index >= 0 && use.bits == 32)
          registers.insert(use.index);
      });
  if (registers.empty())
    return;
  auto isMatrix = [&](const RegisterUse &use) {
    return use.index >= 0 && registers.contains(use.index);
  };
  auto insertAll = [&](llvm::ArrayRef<RegisterUse> uses) {
    bool isChanged = false;
    for (const RegisterUse &use : uses)
      isChanged |= use.index >= 0 && !use.isAddress && use.bits != 1 &&
                   registers.insert(use.index).second;
    return isChanged;
  };
  // Copies of accumulators are in flight, too; what accumulators are copies of
  // may have been accessed after the fence.
  bool isChanged = true, isStored = false;
  while (std::exchange(isChanged, false))
    for (uint32_t pc = function.begin; pc < function.end; ++pc) {
      const InstInfo &info = program.infos[pc];
      bool isLocal = isLocalAccess(program.code[pc], info);
      if (isMove(info)) {
        if (llvm::any_of(info.reads, isMatrix))
          isChanged |= insertAll(info.writes);
        if (llvm::any_of(info.writes, isMatrix))
          isChanged |= insertAll(info.reads);
      } else if (isLocal && info.source->opcode == "st" && !isStored &&
                 llvm::any_of(info.reads, isMatrix)) {
        isChanged = isStored = true;
      } else if (isLocal && info.source->opcode == "ld" && isStored) {
        isChanged |= insertAll(info.writes);
      }
    }
  for (uint32_t pc = function.begin; pc < function.end; ++pc) {
    const InstInfo &info = program.infos[pc];
    bool isLocal = isStored && isLocalAccess(program.code[pc], info);
    if (!isWgmma(info) && (isLocal || llvm::any_of(info.reads, isMatrix) ||
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

/// The address in local memory that a load or store of words has in its first
/// lane; nothing if it is of anything else.
static std::optional<uint64_t> getLocalAddress(Warp &warp, const Inst &inst,
                                               const InstInfo &info,
                                               uint32_t mask) {
  if (!isLocalAccess(inst, info))
    return std::nullopt;
  const auto &memory = *static_cast<const MemoryOperand *>(inst.data);
  if (memory.access.bytes != 4u * inst.listSize)
    return std::nullopt;
  unsigned lane = __builtin_ctz(mask);
  uint64_t addresses[kNumLanes];
  computeAddresses(warp, memory, 1u << lane, addresses);
  if (memory.access.space == Space::Local)
    return addresses[lane];
  uint64_t address = addresses[lane] - kLocalWindow;
  return address < kWindowSize ? std::optional(address) : std::nullopt;
}

template <typename Key>
static std::optional<MatrixState::Register>
findAccumulator(const llvm::DenseMap<Key, MatrixState::Register> &inFlight,
                Key key) {
  auto it = inFlight.find(key);
  if (it == inFlight.end() || !it->second.isAccumulator)
    return std::nullopt;
  return it->second;
}

/// Sets what is known of a place that something was copied to: it is in flight
/// like its source, and was touched if that was.
template <typename Key>
static void setCopy(llvm::DenseMap<Key, MatrixState::Register> &inFlight,
                    llvm::DenseSet<Key> &touched, Key to,
                    const std::optional<MatrixState::Register> &source,
                    bool isTouched) {
  if (source)
    inFlight[to] = *source;
  else
    inFlight.erase(to);
  if (isTouched)
    touched.insert(to);
  else
    touched.erase(to);
}

/// An accumulator in flight gives way to another copy in flight alone, an
/// element of A to nothing.
static void checkWrite(Warp &warp, const Inst &inst, const MatrixState &state,
                       const RegisterUse &use, bool isCopyInFlight) {
  auto it = state.inFlight.find(use.offset);
  if (it != state.inFlight.end() &&
      !(it->second.isAccumulator && isCopyInFlight))
    report(warp, inst, use, it->second, /*isWrite=*/true);
}

static void followStore(MatrixState &state, const Inst &inst,
                        uint64_t address) {
  for (unsigned e = 0; e < inst.listSize; ++e)
    setCopy(state.stored, state.touchedLocal, address + 4 * e,
            findAccumulator(state.inFlight, inst.list[e]),
            state.touched.contains(inst.list[e]));
}

static void followLoad(Warp &warp, const Inst &inst, const InstInfo &info,
                       MatrixState &state, uint64_t address) {
  for (unsigned e = 0; e < inst.listSize; ++e) {
    uint32_t to = inst.list[e];
    std::optional<MatrixState::Register> source =
        findAccumulator(state.stored, address + 4 * e);
    for (const RegisterUse &use : info.writes)
      if (use.offset == to)
        checkWrite(warp, inst, state, use, source.has_value());
    setCopy(state.inFlight, state.touched, to, source,
            state.touchedLocal.contains(address + 4 * e));
  }
}

void mlir::tile::sim::followMatrixRegisters(Warp &warp, const Inst &inst,
                                            uint32_t mask) {
  if (!warp.async)
    return;
  const ProgramCode &program = warp.block.launch().program;
  const InstInfo &info = program.infos[program.getPc(inst)];
  followLoading(warp, inst, info);
  MatrixState &state = warp.async->matrix;
  if (state.frame != &warp.frame())
    return;
  if (std::optional<uint64_t> address = getLocalAddress(warp, inst, info, mask))
    return info.source->opcode == "st"
               ? followStore(state, inst, *address)
               : followLoad(warp, inst, info, state, *address);
  bool isCopy = isMove(info) && !info.reads.empty(), isTouched = !isCopy;
  std::optional<MatrixState::Register> source;
  for (const RegisterUse &use : info.reads) {
    if (use.index < 0)
      continue;
    isTouched |= state.touched.contains(use.offset);
    std::optional<MatrixState::Register> in =
        findAccumulator(state.inFlight, use.offset);
    if (!in)
      continue;
    if (isCopy) {
      source = in;
      continue;
    }
    report(warp, inst, use, *in, /*isWrite=*/false);
    state.touched.insert(use.offset);
  }
  for (const RegisterUse &use : info.writes)
    if (use.index >= 0) {
      checkWrite(warp, inst, state, use, source.has_value());
      setCopy(state.inFlight, state.touched, use.offset, source, isTouched);
    }
}
