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
    if (!buffer->isHosts)
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
  next = buffer->address + bytes + kGap;
  uint64_t address = buffer->address;
  insert(std::move(buffer));
  return address;
}

void GlobalMemory::insert(std::unique_ptr<Buffer> buffer) {
  // Only the host's memory follows.
  auto at = llvm::upper_bound(buffers, buffer->address,
                              [](uint64_t a, const std::unique_ptr<Buffer> &b) {
                                return a < b->address;
                              });
  size_t index = at - buffers.begin();
  buffers.insert(at, std::move(buffer));
  for (; index < buffers.size(); ++index)
    buffers[index]->index = index;
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

bool GlobalMemory::addHostMemory(void *memory, uint64_t bytes,
                                 llvm::StringRef name, uint8_t *undefined) {
  uint64_t address = reinterpret_cast<uintptr_t>(memory);
  const Buffer *last = findBefore(address + std::max<uint64_t>(bytes, 1) - 1);
  if (!memory || (last && last->address + last->size > address))
    return false;
  auto buffer = std::make_unique<Buffer>();
  buffer->data = static_cast<uint8_t *>(memory);
  buffer->address = address;
  buffer->size = bytes;
  buffer->name = name.str();
  buffer->isHosts = true;
  buffer->undefined = undefined;
  insert(std::move(buffer));
  return true;
}

bool GlobalMemory::removeHostMemory(void *memory) {
  uint64_t address = reinterpret_cast<uintptr_t>(memory);
  Buffer *buffer = findBefore(address);
  if (!buffer || buffer->address != address || !buffer->isHosts)
    return false;
  buffers.erase(buffers.begin() + buffer->index);
  for (auto [index, other] : llvm::enumerate(buffers))
    other->index = index;
  return true;
}

//===----------------------------------------------------------------------===//
// The heap of kernels
//===----------------------------------------------------------------------===//

/// Addresses of the heap: more than its limit, as none is used twice. They take
/// no memory until they are touched.
static constexpr uint64_t kHeapAddresses = 256 << 20;

bool GlobalMemory::makeHeap() {
  if (!heapBegin)
    heapBegin = heapNext = allocate(kHeapAddresses, "the heap of malloc");
  return heapBegin;
}

uint64_t GlobalMemory::allocateInHeap(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(heapMutex);
  uint64_t size = std::max<uint64_t>(bytes, 1),
           end = heapBegin + kHeapAddresses;
  if (!heapBegin || size > heapLimit || heapBytes + size > heapLimit ||
      heapNext + size + 16 > end)
    return 0;
  uint64_t address = heapNext;
  heapNext = llvm::alignTo(address + size, 16);
  heapBytes += size;
  heapBlocks[address] = size;
  return address;
}

GlobalMemory::HeapResult GlobalMemory::freeInHeap(uint64_t address) {
  std::lock_guard<std::mutex> lock(heapMutex);
  auto block = heapBlocks.find(address);
  if (block == heapBlocks.end())
    return HeapResult::NoBlock;
  if (!block->second)
    return HeapResult::FreedBefore;
  heapBytes -= block->second;
  block->second = 0;
  return HeapResult::Freed;
}

//===----------------------------------------------------------------------===//
// Freed buffers
//===----------------------------------------------------------------------===//

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
  if (!buffer || buffer->address != address || buffer->isFreed ||
      address == heapBegin)
    return false;
  buffer->isFreed = true;
  if (!buffer->isHosts)
    std::free(buffer->data);
  std::free(buffer->written);
  buffer->data = buffer->written = buffer->undefined = nullptr;
  buffer->ownUndefined.reset();
  if (++numFreed > kMaxFreed)
    forgetFreed();
  return true;
}

void Bytes::copy(const Bytes &other, uint64_t bytes) const {
  std::memmove(data, other.data, bytes);
  if (undefined && other.undefined)
    std::memmove(undefined, other.undefined, bytes);
  else if (undefined)
    std::memset(undefined, 0, bytes);
}

Bytes GlobalMemory::findBytes(uint64_t address, uint64_t bytes) {
  Buffer *buffer = findBefore(address);
  if (!buffer || buffer->isFreed || !buffer->contains(address, bytes))
    return {};
  return Bytes{buffer->data, buffer->undefined}.from(address - buffer->address);
}

bool GlobalMemory::markUndefined(uint64_t address) {
  Buffer *buffer = findBefore(address);
  buffer->ownUndefined.reset(new (std::nothrow) uint8_t[buffer->size]);
  buffer->undefined = buffer->ownUndefined.get();
  if (!buffer->undefined)
    return false;
  std::memset(buffer->undefined, 0xff, buffer->size);
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
