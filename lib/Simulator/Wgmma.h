//===- Wgmma.h - Matrix products of warpgroups ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrices that wgmma.mma_async reads from shared memory, and what of it is
// in flight.
//
//===----------------------------------------------------------------------===//
//
// A descriptor (PTX ISA 9.0, 9.7.15.5.1.2.2) says where a matrix begins and how
// far its parts of 16 bytes are apart. With r the row of A or the column of B,
// W the width of the swizzle in bytes, 16 if there is none, and E the bytes of
// an element, the element (r, k) is at
//
//     K-major                       start + r / 8 * SBO + k * E / W * LBO
//                                       + r % 8 * W + k * E % W
//     MN-major    W = 32, 64, 128   start + r * E / W * LBO + k / 8 * SBO
//                                       + k % 8 * W + r * E % W
//                 W = 16            start + r * E / 16 * SBO + k / 8 * LBO
//                                       + k % 8 * 16 + r * E % 16
//
// and then bits 4 to 6 of the address are changed by bits 7 to 9: by as many as
// W has, less the base offset. For example with W = 64, row 2 of a matrix that
// starts at 0 is at 128, where bit 7 is 1: its first 16 bytes are at 144.
//
// A product is computed when it is issued, and by each of the four warps for
// its 16 rows. It is one operation of the whole warpgroup: a warp waits for it
// until all four have issued it, and then all of its reads are over, also the
// other warps' reads. Until it is waited for, its accumulators and its
// registers of A are in flight, and the bytes that it reads are
// (SharedShadow.h). Copies of accumulators by `mov`, to local memory and from
// there are no accesses: ptxas makes none of the moves, and debug builds keep
// variables in local memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_WGMMA_H
#define TILE_LIB_SIMULATOR_WGMMA_H

#include "Warp.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <deque>

namespace mlir::tile::sim {

/// Whether the instruction is a wgmma.mma_async.
bool isWgmma(const InstInfo &info);

/// "a swizzle of 64 bytes"; 16: none.
std::string describeSwizzle(unsigned bytes);

/// A matrix in shared memory.
struct SharedMatrix {
  uint64_t descriptor = 0;
  /// Rows of A or columns of B from `first` on.
  unsigned first = 0, count = 0;
  /// MN-major: elements of 2 bytes, of 16 or (by K) fewer.
  bool isTransposed = false;
  /// Bytes of a row, 64 of the B of a sparse product, and its elements.
  unsigned rowBytes = 32;
  unsigned k = 16;

  /// Bytes of the swizzle; 16: none.
  unsigned getWidth() const {
    return descriptor >> 62 ? 256 >> (descriptor >> 62) : 16;
  }
  /// "the descriptor of A has a swizzle of 64 bytes and offsets of 16 and 512
  /// bytes"
  std::string describe(const char *name) const;

  uint64_t locate(unsigned row, unsigned byte) const;
  uint64_t locateTransposed(unsigned rowByte, unsigned k) const;

  /// Calls `f(address, row, k)` for each 16 bytes: of one row from byte `k` on;
  /// if transposed, of 8 rows from `row` on, at one k.
  template <typename F> void forChunks(F f) const {
    if (isTransposed) {
      for (unsigned i = 0; i < k; ++i)
        for (unsigned row = first; row < first + count; row += 8)
          f(locateTransposed(row * 2, i), row, i);
      return;
    }
    for (unsigned row = first; row < first + count; ++row)
      for (unsigned byte = 0; byte < rowBytes; byte += 16)
        f(locate(row, byte), row, byte);
  }
};

/// What a warp has begun.
struct MatrixState {
  struct Product {
    /// The number of groups that were committed before.
    uint32_t group = 0, pc = 0;
    /// Among the products of the warpgroup.
    uint64_t number = 0;
    /// What it reads; of A, `count` is 0 if A is in registers.
    SharedMatrix a, b;
  };
  struct Register {
    uint32_t group = 0, pc = 0;
    bool isAccumulator = false;
  };
  std::vector<Product> products;
  /// By offset in `frame`.
  llvm::DenseMap<uint32_t, Register> inFlight;
  /// Copies in local memory, by address.
  llvm::DenseMap<uint64_t, Register> stored;
  /// Registers that were accessed since the last wgmma.fence, and what of local
  /// memory.
  llvm::DenseSet<uint32_t> touched;
  llvm::DenseSet<uint64_t> touchedLocal;
  Frame *frame = nullptr;
  /// Of each group that was not waited for: how many products of the warpgroup
  /// are in it and in those before.
  std::deque<uint64_t> ends;
  /// Nothing is known of the registers of a frame that has ended.
  void forgetFrame() {
    inFlight.clear();
    touched.clear();
    frame = nullptr;
  }
  uint32_t committed = 0;
  bool hasFence = false;
};

/// An instruction with the flag TouchesMatrix is about to run for the lanes.
void followMatrixRegisters(Warp &warp, const Inst &inst, uint32_t mask);

/// Marks the instructions that access registers of wgmma.
void markMatrixRegisters(ProgramCode &program, const FunctionCode &function);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_WGMMA_H
