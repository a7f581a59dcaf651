//===- SharedAccess.cpp - How threads access shared memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/SharedAccess.h"

#include "ConversionPlanParts.h"

#include "tile/Layout/Subspace.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>

using namespace mlir::tile;

/// The wavefronts of a warp's access of `bytes` at these addresses, one per
/// lane: lanes in groups that fill 128 bytes; in each group, as many as the
/// different words of the fullest bank. Lanes of `idle` do not take part.
static void countWavefronts(SharedAccess &access, ArrayRef<uint64_t> addresses,
                            unsigned bytes, uint32_t idle) {
  unsigned perGroup = kWavefrontBytes / std::max(bytes, kBankBytes);
  access.wavefronts = access.conflicts = 0;
  for (size_t begin = 0; begin < addresses.size(); begin += perGroup) {
    std::array<SmallVector<uint64_t>, kWavefrontBytes / kBankBytes> banks;
    size_t most = 0;
    for (size_t lane = begin;
         lane < std::min(begin + perGroup, addresses.size()); ++lane)
      for (unsigned byte = 0; !(lane & idle) && byte < bytes;
           byte += kBankBytes) {
        uint64_t word = (addresses[lane] + byte) / kBankBytes;
        auto &bank = banks[word % banks.size()];
        if (!llvm::is_contained(bank, word))
          bank.push_back(word);
        most = std::max(most, bank.size());
      }
    access.wavefronts += most;
    access.conflicts += most - (most != 0);
  }
}

SmallVector<uint32_t> SharedAccess::getRegisters(uint32_t number) const {
  uint32_t first = applyColumns(repetitions, number);
  SmallVector<uint32_t> registers;
  for (uint32_t i = 0; i < 1u << vector.size(); ++i)
    registers.push_back(first ^ applyColumns(vector, i));
  return registers;
}

LinearLayout mlir::tile::getSharedOffsets(const LinearLayout &layout,
                                          const LinearLayout &shared) {
  return layout.compose(shared.invert());
}

namespace {
/// Where the registers and the threads of a layout find their elements.
struct Offsets {
  explicit Offsets(const LinearLayout &offsets) {
    ArrayRef<uint64_t> columns = offsets.getColumns();
    size_t numRegisterBits = offsets.getInDimSizeLog2("register");
    registers = columns.take_front(numRegisterBits);
    lanes = columns.slice(numRegisterBits, offsets.getInDimSizeLog2("lane"));
    threads = columns.drop_front(numRegisterBits);
  }
  ArrayRef<uint64_t> registers, lanes, threads;
};
} // namespace

SharedAccess mlir::tile::planSharedAccess(const LinearLayout &offsets,
                                          unsigned elementBytes, bool isStore) {
  Offsets places(offsets);
  Subspace reached;
  SmallVector<uint32_t> registerBits;
  for (auto [bit, offset] : llvm::enumerate(places.registers))
    if (reached.insert(offset))
      registerBits.push_back(1u << bit);
  auto getRegister = [&](uint64_t offset) {
    return applyColumns(registerBits, *reached.getCoordinates(offset));
  };

  SharedAccess access;
  Subspace words;
  uint64_t within = 0;
  for (unsigned bytes = elementBytes; bytes < kMaxSharedAccessBytes;
       bytes *= 2) {
    uint64_t offset = within + 1;
    if (!reached.contains(offset) ||
        llvm::any_of(places.threads,
                     [&](uint64_t thread) { return thread & offset; }))
      break;
    access.vector.push_back(getRegister(offset));
    words.insert(access.vector.back());
    within |= offset;
  }
  // An access begins at the register with the lowest offset.
  for (uint32_t bit : registerBits)
    if (words.insert(bit))
      access.repetitions.push_back(
          bit ^ applyColumns(access.vector,
                             applyColumns(places.registers, bit) & within));
  // Lanes that are replicas do not store.
  uint32_t idle = isStore ? offsets.getFreeVariableMask("lane") : 0;
  SmallVector<uint64_t> addresses;
  for (uint32_t lane = 0; lane < 1u << places.lanes.size(); ++lane)
    addresses.push_back(elementBytes * applyColumns(places.lanes, lane));
  countWavefronts(access, addresses, elementBytes << access.vector.size(),
                  idle);
  return access;
}

/// The input bits that take part in an access, as pairs of what they do to the
/// offset and of the thread's bit (0 for a register's).
static SmallVector<std::pair<uint64_t, uint64_t>>
getParts(const LinearLayout &offsets, bool isStore) {
  SmallVector<std::pair<uint64_t, uint64_t>> parts;
  unsigned column = 0, threadBit = 0;
  for (StringRef dim : offsets.getInDimNames()) {
    uint32_t idle = isStore ? offsets.getFreeVariableMask(dim) : 0;
    for (int32_t bit = 0; bit < offsets.getInDimSizeLog2(dim);
         ++bit, ++column) {
      uint64_t thread = dim == "register" ? 0 : uint64_t(1) << threadBit++;
      if (!(idle >> bit & 1))
        parts.emplace_back(offsets.getColumns()[column], thread);
    }
  }
  return parts;
}

SharedReuse mlir::tile::getSharedReuse(const LinearLayout &first,
                                       bool isFirstStore,
                                       const LinearLayout &second,
                                       bool isSecondStore) {
  // Two places meet if the XOR of their offsets is 0. The sums of parts with
  // that property are a space; their threads differ by what its basis says.
  // Elimination: rows of (offset, difference of threads).
  SmallVector<std::pair<uint64_t, uint64_t>> parts =
      getParts(first, isFirstStore);
  llvm::append_range(parts, getParts(second, isSecondStore));
  SmallVector<std::pair<uint64_t, uint64_t>> rows;
  uint64_t differences = 0;
  for (auto [offset, thread] : parts) {
    for (auto [pivot, pivotThread] : rows)
      if (offset & llvm::bit_floor(pivot)) {
        offset ^= pivot;
        thread ^= pivotThread;
      }
    if (offset == 0) {
      differences |= thread;
      continue;
    }
    for (auto &[pivot, pivotThread] : rows)
      if (pivot & llvm::bit_floor(offset)) {
        pivot ^= offset;
        pivotThread ^= thread;
      }
    rows.emplace_back(offset, thread);
  }
  unsigned laneBits = first.getInDimSizeLog2("lane");
  if (differences == 0)
    return SharedReuse::SameThread;
  return differences >> laneBits ? SharedReuse::SameCTA : SharedReuse::SameWarp;
}
