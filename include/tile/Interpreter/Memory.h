//===- Memory.h - The memory of an interpreted launch -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named buffers at addresses that a kernel can be given. Nothing else is
// memory: an access outside of them is an error.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INTERPRETER_MEMORY_H
#define TILE_INTERPRETER_MEMORY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlir::tile::interp {

class SumBound;

/// For one thread at a time.
class Memory {
public:
  /// A live buffer.
  struct Buffer {
    uint64_t address = 0, size = 0;
    std::string name;
    uint8_t *bytes = nullptr;
    /// A byte for each byte: 1 if it was stored to; null if that is not
    /// tracked.
    uint8_t *written = nullptr;
    /// For each byte at which an element of a float sum was stored, the bound
    /// of its reassociation error; see InterpreterOptions. Empty if there is
    /// none.
    std::vector<double> bounds;
    /// What is known of the float sums that atomic operations add to, by their
    /// first bytes.
    std::map<uint64_t, std::shared_ptr<SumBound>> sums;

    bool contains(uint64_t at, uint64_t count) const {
      return at >= address && count <= size && at - address <= size - count;
    }

  private:
    friend class Memory;
    struct Free {
      void operator()(uint8_t *memory) const { std::free(memory); }
    };
    std::unique_ptr<uint8_t[], Free> memory, writtenMemory;
  };

  /// Makes a buffer of zeros, with at least 256 bytes before and after it that
  /// belong to no buffer. Its address is a multiple of 256 and of `alignment`,
  /// a power of two. With `followWrites` it remembers which of its bytes were
  /// stored to. 0 if there is no memory for it.
  uint64_t allocate(uint64_t size, llvm::StringRef name,
                    bool followWrites = false, uint64_t alignment = 1);

  /// Ends the life of the buffer that starts at `address`; false if there is
  /// none.
  bool release(uint64_t address);

  /// Copies; false if the bytes are not all in one buffer.
  bool read(uint64_t address, llvm::MutableArrayRef<uint8_t> bytes) const;
  bool write(uint64_t address, llvm::ArrayRef<uint8_t> bytes);

  /// The buffer that has all of these bytes; null if none has.
  Buffer *find(uint64_t address, uint64_t size);
  const Buffer *find(uint64_t address, uint64_t size) const {
    return const_cast<Memory *>(this)->find(address, size);
  }

  /// Where an address is that is in no buffer: "4 bytes past the end of 'x',
  /// which has 1024 bytes at 0x100000000".
  std::string describe(uint64_t address) const;

private:
  /// By address.
  std::vector<std::unique_ptr<Buffer>> buffers;
  /// Above 32 bits, so that an address cut off to them is found.
  uint64_t next = uint64_t(1) << 32;
};

} // namespace mlir::tile::interp

#endif // TILE_INTERPRETER_MEMORY_H
