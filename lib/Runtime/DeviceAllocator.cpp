//===- DeviceAllocator.cpp - Memory of the program's allocator ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceAllocator.h"

#include "Checks.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

void AllocatorBlocks::setAllocator(
    std::shared_ptr<const DeviceAllocator> allocator) {
  std::lock_guard<std::mutex> lock(mutex);
  current = std::move(allocator);
}

std::optional<llvm::Expected<AllocatorBlocks::Block>>
AllocatorBlocks::allocate(uint64_t bytes,
                          DeviceAllocator::NativeStream stream) {
  Block block;
  {
    std::lock_guard<std::mutex> lock(mutex);
    block.allocator = current;
  }
  if (!block.allocator)
    return std::nullopt;
  block.bytes = std::max<uint64_t>(bytes, 1);
  block.address = block.allocator->allocate(block.bytes, stream);
  if (!block.address)
    return makeError(StatusCode::OutOfMemory,
                     "the program's allocator gave no memory for " +
                         Twine(bytes) + " bytes");
  if (block.address % DeviceAllocator::kAlignment != 0) {
    block.free(stream);
    return makeError(StatusCode::InvalidArgument,
                     "expected the program's allocator to give a multiple of " +
                         Twine(DeviceAllocator::kAlignment) + ", found " +
                         toHex(block.address));
  }
  std::lock_guard<std::mutex> lock(mutex);
  // The block at this address is not free: it must not go back twice.
  if (!blocks.try_emplace(block.address, block).second)
    return makeError(StatusCode::InvalidArgument,
                     "expected the program's allocator to give memory that is "
                     "free, found " +
                         toHex(block.address) + ", which it gave before");
  return block;
}

std::optional<AllocatorBlocks::Block>
AllocatorBlocks::take(DeviceAddress address) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = blocks.find(address);
  if (found == blocks.end())
    return std::nullopt;
  Block block = std::move(found->second);
  blocks.erase(found);
  return block;
}

bool AllocatorBlocks::contains(DeviceAddress address) const {
  std::lock_guard<std::mutex> lock(mutex);
  return blocks.count(address);
}

bool AllocatorBlocks::isEmpty() const {
  std::lock_guard<std::mutex> lock(mutex);
  return blocks.empty();
}

void AllocatorBlocks::freeAll() {
  std::map<DeviceAddress, Block> left;
  {
    std::lock_guard<std::mutex> lock(mutex);
    left.swap(blocks);
  }
  for (const auto &entry : left)
    entry.second.free(/*stream=*/std::nullopt);
}
