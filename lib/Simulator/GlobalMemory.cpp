//===- GlobalMemory.cpp - Device memory of the simulator ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/GlobalMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir::tile::sim;

/// Between two buffers, so that an access past the end of one hits none.
static constexpr uint64_t kGap = 64 * 1024;

GlobalMemory::~GlobalMemory() {
  for (auto &buffer : buffers) {
    std::free(buffer->data);
    std::free(buffer->written);
  }
}

uint64_t GlobalMemory::allocate(uint64_t bytes, llvm::StringRef name,
                                bool trackWrites, uint64_t alignment) {
  if (bytes > (uint64_t(1) << 44))
    return 0;
  auto buffer = std::make_unique<Buffer>();
  // Zeros that take no memory until they are touched.
  buffer->data = static_cast<uint8_t *>(std::calloc(bytes + 64, 1));
  if (trackWrites)
    buffer->written = static_cast<uint8_t *>(std::calloc(bytes + 64, 1));
  if (!buffer->data || (trackWrites && !buffer->written)) {
    std::free(buffer->data);
    std::free(buffer->written);
    return 0;
  }
  buffer->address = llvm::alignTo(next, std::max<uint64_t>(alignment, 256));
  buffer->size = bytes;
  buffer->name = name.str();
  buffer->index = buffers.size();
  next = buffer->address + bytes + kGap;
  buffers.push_back(std::move(buffer));
  return buffers.back()->address;
}

/// Freed buffers that messages can name: about 200 KB.
static constexpr unsigned kMaxFreed = 2048;

void GlobalMemory::forgetFreed() {
  // They are in the order of allocation, so the oldest go.
  unsigned surplus = numFreed / 2;
  numFreed -= surplus;
  llvm::erase_if(buffers, [&](const std::unique_ptr<Buffer> &buffer) {
    if (!buffer->isFreed || surplus == 0)
      return false;
    --surplus;
    return true;
  });
  for (auto [index, buffer] : llvm::enumerate(buffers))
    buffer->index = index;
}

bool GlobalMemory::free(uint64_t address) {
  Buffer *buffer = findBefore(address);
  if (!buffer || buffer->address != address || buffer->isFreed)
    return false;
  buffer->isFreed = true;
  std::free(buffer->data);
  std::free(buffer->written);
  buffer->data = buffer->written = nullptr;
  if (++numFreed > kMaxFreed)
    forgetFreed();
  return true;
}

Buffer *GlobalMemory::findBefore(uint64_t address) {
  auto it = llvm::upper_bound(buffers, address,
                              [](uint64_t a, const std::unique_ptr<Buffer> &b) {
                                return a < b->address;
                              });
  return it == buffers.begin() ? nullptr : std::prev(it)->get();
}

const Buffer *GlobalMemory::findBefore(uint64_t address) const {
  return const_cast<GlobalMemory *>(this)->findBefore(address);
}

const Buffer *GlobalMemory::find(uint64_t address) const {
  const Buffer *buffer = findBefore(address);
  return buffer && !buffer->isFreed && buffer->contains(address, 1) ? buffer
                                                                    : nullptr;
}

bool GlobalMemory::write(uint64_t address, llvm::ArrayRef<uint8_t> bytes) {
  Buffer *buffer = findBefore(address);
  if (!buffer || buffer->isFreed || !buffer->contains(address, bytes.size()))
    return false;
  if (!bytes.empty())
    std::memcpy(buffer->data + (address - buffer->address), bytes.data(),
                bytes.size());
  return true;
}

bool GlobalMemory::read(uint64_t address,
                        llvm::MutableArrayRef<uint8_t> bytes) const {
  const Buffer *buffer = findBefore(address);
  if (!buffer || buffer->isFreed || !buffer->contains(address, bytes.size()))
    return false;
  if (!bytes.empty())
    std::memcpy(bytes.data(), buffer->data + (address - buffer->address),
                bytes.size());
  return true;
}
