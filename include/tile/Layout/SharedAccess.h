//===- SharedAccess.h - How threads access shared memory --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which registers of a thread go to shared memory, or come from it, in one
// access, given who owns the elements and where in memory they lie. Needs no
// MLIR.
//
//===----------------------------------------------------------------------===//
//
// Two linear maps meet here: a distributed layout says which element each
// (register, lane, warp) holds, a shared layout which element lies at each
// offset. The first followed by the inverse of the second says at which offset
// each place finds its element, and that map is linear as well:
//
//   offset(register, thread) = offset(register) XOR offset(thread)
//
// An access of 2^k elements is possible if some registers count the lowest k
// bits of the offset up, and no thread changes these bits: then each access
// begins at a multiple of 2^k elements and takes its elements in the same order
// in all threads. The largest k with at most 128 bits is taken.
//
// Example: 32 lanes hold rows of a 32x4 tile of f32, memory is row-major.
// Registers 1 and 2 are offsets 1 and 2, lanes are offsets 4, 8, ... 64: one
// access of 128 bits. If memory is column-major, registers 1 and 2 are offsets
// 32 and 64, lanes 1, 2, ... 16: four accesses of 32 bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_SHAREDACCESS_H
#define TILE_LAYOUT_SHAREDACCESS_H

#include "tile/Hardware/Cost.h"
#include "tile/Layout/LinearLayout.h"

namespace mlir::tile {

/// How a thread accesses shared memory, as store or as load: registers that
/// differ by a sum of `vector` together, from the first of them at a sum of
/// `repetitions`. Registers that repeat an element take no part.
struct SharedAccess {
  /// Bit i of the element's position in an access adds this to the register.
  SmallVector<uint32_t> vector;
  /// Bit i of the access's number adds this to the register.
  SmallVector<uint32_t> repetitions;
  /// What one access of a whole warp costs: 128 bytes each.
  unsigned wavefronts = 1;
  /// How many of these would not be there if no two lanes met in a bank.
  unsigned conflicts = 0;

  [[nodiscard]] unsigned getNumAccesses() const {
    return 1u << repetitions.size();
  }
  /// The registers of access `number`, in the order of their offsets.
  [[nodiscard]] SmallVector<uint32_t> getRegisters(uint32_t number) const;
};

/// What an access, of this kind or a MatrixAccess, makes a warp do.
template <typename Access>
[[nodiscard]] Work getSharedWork(const Access &access) {
  Work work;
  work.accesses = access.getNumAccesses();
  work.wavefronts = work.accesses * access.wavefronts;
  return work;
}

/// The offset, in elements, at which each place of `layout` (register, lane,
/// warp, block) finds its element in `shared`, a bijection from "offset" to the
/// outputs of `layout` up to order.
[[nodiscard]] LinearLayout getSharedOffsets(const LinearLayout &layout,
                                            const LinearLayout &shared);

/// The widest accesses of elements of `elementBytes` (1, 2, 4 or 8) at the
/// offsets that `getSharedOffsets` gave. Of lanes that are replicas, one
/// stores.
[[nodiscard]] SharedAccess planSharedAccess(const LinearLayout &offsets,
                                            unsigned elementBytes,
                                            bool isStore);

/// The threads that touch the same bytes in two accesses, given their offsets
/// (`getSharedOffsets`) in one memory.
enum class SharedReuse {
  /// Each byte is touched by one thread only, the same one in both.
  SameThread,
  /// By threads of one warp only, the same one in both.
  SameWarp,
  /// By several warps.
  SameCTA
};

/// What orders two accesses to one memory. Of replicas, one thread stores, and
/// all of them load.
[[nodiscard]] SharedReuse getSharedReuse(const LinearLayout &first,
                                         bool isFirstStore,
                                         const LinearLayout &second,
                                         bool isSecondStore);

} // namespace mlir::tile

#endif // TILE_LAYOUT_SHAREDACCESS_H
