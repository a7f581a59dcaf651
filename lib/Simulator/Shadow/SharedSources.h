//===- SharedSources.h - What shared memory is a copy of --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds matrices of wgmma whose descriptor does not fit the way in which
// threads copied them from global memory.
//
//===----------------------------------------------------------------------===//
//
// Of each 16 bytes of shared memory it is known from where in global memory
// they are copied: by cp.async, by cp.async.bulk, and by a store of what the
// same thread has loaded, if nothing but that load writes the register.
//
// Rows of a tile may come from anywhere, as rows of a convolution or of a cache
// in pages do. But the bytes of one row are side by side in global memory, and
// a swizzle gives them another order in shared memory: the 16 bytes
// number n of a line are number n ^ x of the row, and x depends on the line. So
// it is known with which swizzle a tile was copied, and the descriptor must
// have the same. With a swizzle of 64 bytes in the copy and of 128 in the
// descriptor:
//
//     line of 128 bytes        0   1   2   3   4   5   6   7
//     x of the copy            0   1   2   3   0   1   2   3
//     x of the descriptor      0   1   2   3   4   5   6   7
//
// A tile that is in shared memory as it is in global memory may be swizzled
// there already, so it is not compared.
//
// Two things more are known. If the ninth line and the second part of a matrix
// are those that the other one of the two offsets would give, then the offsets
// are exchanged. And no two places of a matrix are the same bytes.
//
// All of it is found only where a program has wgmma: elsewhere nothing is
// followed.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_SHAREDSOURCES_H
#define TILE_LIB_SIMULATOR_SHADOW_SHAREDSOURCES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace mlir::tile::sim {

class ProgramCode;
class Warp;
struct Access;
struct FunctionCode;
struct Inst;
struct SharedMatrix;

/// Where the bytes of a CTA's shared memory are copied from.
class SharedSources {
public:
  static constexpr unsigned kUnitBytes = 16;
  struct Unit {
    /// The global address of its first byte, and the instruction that wrote
    /// there last.
    uint64_t address = 0;
    uint32_t pc = 0;
    /// The bytes that are from there.
    uint16_t bytes = 0;
  };

  /// `bytes` 0: nothing is followed.
  void reset(uint64_t bytes);
  /// Something else is written.
  void forget(uint64_t offset, uint64_t bytes);
  /// A copy of the bytes from `address` on is written.
  void set(uint64_t offset, uint64_t bytes, uint64_t address, uint32_t pc);
  /// Whether anything was a copy.
  bool hasCopies() const { return isAnyCopied; }
  /// Null if the 16 bytes are not a copy.
  const Unit *find(uint64_t offset) const;

private:
  /// Calls `f(unit, bytes of it, offset)`.
  template <typename F> void forUnits(uint64_t offset, uint64_t bytes, F f);

  std::vector<Unit> units;
  bool isAnyCopied = false;
};

/// Which stores to shared memory store what which loads have loaded.
struct CopyLinks {
  struct Element {
    /// Which load; kNone: something else.
    uint32_t load;
    /// Bytes after its address.
    uint32_t offset;
  };
  static constexpr uint32_t kNone = ~0u;
  /// The numbers of loads, by instruction.
  llvm::DenseMap<uint32_t, uint32_t> loads;
  /// Of stores, by instruction: where each element is from.
  llvm::DenseMap<uint32_t, llvm::SmallVector<Element, 4>> stores;
};

/// Finds the links of a program that has wgmma, and gives their instructions
/// the flag CopiesToShared.
void linkCopies(ProgramCode &program);

/// An instruction with the flag has loaded from, or stored to, the addresses.
void noteLoad(Warp &warp, const Inst &inst, uint32_t mask,
              const uint64_t *addresses);
void noteStore(Warp &warp, const Inst &inst, uint32_t mask,
               const Access &access, const uint64_t *addresses);

/// Notes a matrix of a product that does not fit what it is a copy of; `name`
/// is "A" or "B".
void compareWithSources(Warp &warp, const Inst &inst,
                        const SharedMatrix &matrix, const char *name);
/// Notes a matrix that has the same bytes in two places.
void findSharedLines(Warp &warp, const Inst &inst, const SharedMatrix &matrix,
                     const char *name);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_SHAREDSOURCES_H
