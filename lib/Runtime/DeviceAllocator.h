//===- DeviceAllocator.h - Memory of the program's allocator ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blocks of a device that its DeviceAllocator gave: each goes back to the
// allocator that it came from, once.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_DEVICEALLOCATOR_H
#define TILE_LIB_RUNTIME_DEVICEALLOCATOR_H

#include "tile/Runtime/Runtime.h"

#include <map>
#include <mutex>
#include <optional>

namespace mlir::tile::runtime {

/// Any thread may call any function. The allocator is called without a lock.
class AllocatorBlocks {
public:
  struct Block {
    std::shared_ptr<const DeviceAllocator> allocator;
    DeviceAddress address = 0;
    uint64_t bytes = 0;
    /// Gives it back.
    void free(DeviceAllocator::NativeStream stream) const {
      allocator->free(address, bytes, stream);
    }
  };

  ~AllocatorBlocks() { freeAll(); }

  /// For blocks from now on; null: there is no allocator.
  void setAllocator(std::shared_ptr<const DeviceAllocator> allocator);
  /// None where there is no allocator. OutOfMemory if it gives nothing,
  /// InvalidArgument if its address is wrong. At least one byte is asked for.
  std::optional<llvm::Expected<Block>>
  allocate(uint64_t bytes, DeviceAllocator::NativeStream stream);
  /// Takes out the block at the address, which the caller gives back.
  std::optional<Block> take(DeviceAddress address);
  bool contains(DeviceAddress address) const;
  bool isEmpty() const;
  /// What is left goes back.
  void freeAll();

private:
  mutable std::mutex mutex;
  std::shared_ptr<const DeviceAllocator> current;
  std::map<DeviceAddress, Block> blocks;
};

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_DEVICEALLOCATOR_H
