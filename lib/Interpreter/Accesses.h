//===- Accesses.h - Checked accesses of one operation -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_ACCESSES_H
#define TILE_LIB_INTERPRETER_ACCESSES_H

#include "Evaluation.h"

namespace mlir::tile::interp {

/// Finds the buffers of an operation's accesses, all of one width.
class Accesses {
public:
  /// The operation's first operand has the pointers; `verb` is "reads",
  /// "writes" or "changes".
  Accesses(const Step &s, unsigned width, StringRef verb)
      : s(s), width(width), verb(verb) {}

  /// The buffer of an access; null after an error.
  Memory::Buffer *find(uint64_t address, uint32_t element) {
    // Most accesses are in the buffer of the one before. What is not global
    // memory never gets one.
    if (last && last->contains(address, width) && address % width == 0)
      return last;
    return findSlowly(address, element);
  }

  /// `isSum`: it is what was there and more.
  template <typename B>
  void write(Memory::Buffer &buffer, uint64_t address, B value, double bound,
             bool isSum = false) {
    uint64_t offset = address - buffer.address;
    std::memcpy(buffer.bytes + offset, &value, sizeof(B));
    if (buffer.written)
      std::memset(buffer.written + offset, 1, sizeof(B));
    if (LLVM_UNLIKELY(!buffer.sums.empty()) && !isSum)
      buffer.sums.erase(offset);
    if (bound != 0 || !buffer.bounds.empty()) {
      buffer.bounds.resize(buffer.size);
      buffer.bounds[offset] = bound;
    }
  }

private:
  Memory::Buffer *findSlowly(uint64_t address, uint32_t element);

  const Step &s;
  unsigned width;
  StringRef verb;
  Memory::Buffer *last = nullptr;
};

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_ACCESSES_H
