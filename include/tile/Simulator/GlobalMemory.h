//===- GlobalMemory.h - Device memory of the simulator ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers at device addresses. Addresses are never used twice and have gaps
// between them, so that each wrong access is recognised.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_GLOBALMEMORY_H
#define TILE_SIMULATOR_GLOBALMEMORY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mlir::tile::sim {

/// A piece of device memory.
struct Buffer {
  uint64_t address = 0;
  uint64_t size = 0;
  /// For messages: "a", "the array 'table' of the module".
  std::string name;
  /// In the list of all buffers.
  unsigned index = 0;
  bool isFreed = false;
  /// Stores to it are errors: `.const`.
  bool isReadOnly = false;
  /// The memory is the host's, at the same address, and stays its owner's.
  bool isHosts = false;
  /// The contents; null once freed.
  uint8_t *data = nullptr;
  /// One byte for each byte of the buffer, not 0 once it was written; null if
  /// that is not followed.
  uint8_t *written = nullptr;
  /// For each byte of the buffer, its bits that have no value yet; the host's
  /// or the buffer's own, or null if that is not followed.
  uint8_t *undefined = nullptr;
  std::unique_ptr<uint8_t[]> ownUndefined;

  bool contains(uint64_t begin, uint64_t bytes) const {
    return begin >= address && begin - address <= size &&
           bytes <= size - (begin - address);
  }
};

/// Bytes of a buffer or of the host.
struct Bytes {
  uint8_t *data = nullptr;
  /// For each byte its bits that have no value, or null if all have one.
  uint8_t *undefined = nullptr;

  static Bytes ofHost(const void *memory) {
    return {static_cast<uint8_t *>(const_cast<void *>(memory)), nullptr};
  }
  explicit operator bool() const { return data; }
  Bytes from(uint64_t offset) const {
    return {data + offset, undefined ? undefined + offset : nullptr};
  }
  /// Copies bytes of another place, which may overlap, to here.
  void copy(const Bytes &other, uint64_t bytes) const;
};

/// The device's memory. Not to be changed while a launch runs.
class GlobalMemory {
public:
  /// Buffers lie from the address on.
  explicit GlobalMemory(uint64_t first = kFirstAddress) : next(first) {}
  GlobalMemory(const GlobalMemory &) = delete;
  GlobalMemory &operator=(const GlobalMemory &) = delete;
  ~GlobalMemory();

  /// A buffer of zeros whose address is a multiple of 256, or of `alignment`,
  /// a power of two, if that is more. 0 if the host has not so much memory. A
  /// buffer of 0 bytes has an address, too. With `trackWrites` it is known
  /// afterwards which bytes kernels wrote, at the price of as many bytes.
  [[nodiscard]] uint64_t allocate(uint64_t bytes, llvm::StringRef name,
                                  bool trackWrites = false,
                                  uint64_t alignment = 256);
  /// False if there is no buffer at the address, or it is freed already. Ends
  /// pointers to other freed buffers.
  [[nodiscard]] bool free(uint64_t address);
  /// The bytes from the address on; null if no buffer has all of them.
  Bytes findBytes(uint64_t address, uint64_t bytes);
  /// From now on no bit of the buffer at the address has a value, until it is
  /// written. False if the host has no memory to follow that.
  [[nodiscard]] bool markUndefined(uint64_t address);

  /// Memory of the host that kernels reach at the host's address. False if it
  /// would overlap with another buffer. `undefined` is null, or a byte for each
  /// byte, whose 1-bits have no value yet; kernels clear them by stores. Found
  /// by programs that were loaded with `followsUndefined`.
  [[nodiscard]] bool addHostMemory(void *memory, uint64_t bytes,
                                   llvm::StringRef name,
                                   uint8_t *undefined = nullptr);
  /// Removes this memory, and all that is recorded about it. False if none was
  /// added at the address.
  [[nodiscard]] bool removeHostMemory(void *memory);
  /// Where variables with `.managed` go, if it is set: gives memory of the host
  /// that is added to this memory, or null.
  std::function<void *(uint64_t bytes, llvm::StringRef name)> allocateManaged;

  /// Whether programs that are loaded from now on follow which bits of global
  /// memory are undefined. This costs time wherever they use what they load.
  bool followsUndefined = false;

  /// The heap of `malloc` and `free` in kernels, which is one buffer. It is
  /// made when a program that needs it is loaded, and lives as long as the
  /// memory. False if the host has not so much memory.
  [[nodiscard]] bool makeHeap();
  /// An address, a multiple of 16; or 0 if the live blocks would need more than
  /// `heapLimit` bytes. From any thread.
  uint64_t allocateInHeap(uint64_t bytes);
  enum class HeapResult { Freed, FreedBefore, NoBlock };
  HeapResult freeInHeap(uint64_t address);
  /// The default is that of CUDA.
  uint64_t heapLimit = 8 << 20;

  /// Copies from and to the host; false if the range is not in one live buffer.
  [[nodiscard]] bool write(uint64_t address, llvm::ArrayRef<uint8_t> bytes);
  [[nodiscard]] bool read(uint64_t address,
                          llvm::MutableArrayRef<uint8_t> bytes) const;

  /// The buffer, live or among the last freed, at or before the address; null
  /// if the address is below all.
  const Buffer *findBefore(uint64_t address) const;
  Buffer *findBefore(uint64_t address);
  /// The live buffer that the address is in, or null.
  const Buffer *find(uint64_t address) const;

  /// In the order of their addresses.
  const std::vector<std::unique_ptr<Buffer>> &getBuffers() const {
    return buffers;
  }

private:
  /// Where its address belongs.
  void insert(std::unique_ptr<Buffer> buffer);
  /// Programs may allocate and free without end: only the last freed buffers
  /// stay.
  void forgetFreed();

  std::vector<std::unique_ptr<Buffer>> buffers;
  /// Blocks of the heap: bytes by address, 0 once freed. Addresses are not used
  /// again: a race would be found between two owners of a block.
  std::map<uint64_t, uint64_t> heapBlocks;
  uint64_t heapBegin = 0, heapNext = 0, heapBytes = 0;
  std::mutex heapMutex;
  unsigned numFreed = 0;
  uint64_t next;

public:
  /// Where addresses start, as high as a GPU's: a null pointer and small
  /// numbers are never valid, and tensor maps may begin far below their
  /// tensors.
  static constexpr uint64_t kFirstAddress = 0x7000'0000'0000;
};

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_GLOBALMEMORY_H
