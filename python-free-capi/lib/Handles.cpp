//===- Handles.cpp - Objects that handles of the C API name ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "llvm/Support/xxhash.h"

#include <mutex>
#include <new>
#include <vector>

using namespace mlir::tile;
using namespace mlir::tile::capi;
using namespace mlir::tile::capi::detail;

std::atomic<HandleChunk *> mlir::tile::capi::detail::handleChunks[kMaxChunks];

/// Of the address of the table: two copies of the library have two. Mixed, as
/// two addresses differ in few bits. The highest bit is set, which no kind has:
/// so no handle is null.
static uint64_t makeSalt() {
  auto address = reinterpret_cast<uintptr_t>(&handleChunks);
  return llvm::xxh3_64bits(
             {reinterpret_cast<const uint8_t *>(&address), sizeof(address)}) |
         uint64_t(1) << 63;
}

const uint64_t mlir::tile::capi::detail::handleSalt = makeSalt();

// The kind takes 8 bits of a number, the index 32.
static constexpr uint32_t kLastGeneration = (1u << 24) - 1;

namespace {
/// What changes with objects coming and going.
struct Table {
  std::mutex mutex;
  uint32_t numSlots = 0;
  std::vector<uint32_t> freeSlots;
};
} // namespace

/// Never destroyed, as no static variable of the library is: atexit handlers
/// and the like destroy objects, too.
static Table table;

void capi::lockHandles() { table.mutex.lock(); }
void capi::unlockHandles() { table.mutex.unlock(); }

static HandleSlot *getSlot(uint32_t index) {
  HandleChunk *chunk =
      handleChunks[index >> kSlotsPerChunkLog2].load(std::memory_order_acquire);
  return &(*chunk)[index & ((1u << kSlotsPerChunkLog2) - 1)];
}

void *detail::add(HandleKind kind, void *object) {
  std::lock_guard<std::mutex> lock(table.mutex);
  uint32_t index;
  if (!table.freeSlots.empty()) {
    index = table.freeSlots.back();
    table.freeSlots.pop_back();
  } else {
    index = table.numSlots;
    uint32_t chunk = index >> kSlotsPerChunkLog2;
    if (chunk >= kMaxChunks)
      return nullptr;
    if (!handleChunks[chunk].load(std::memory_order_relaxed)) {
      void *memory = ::operator new(sizeof(HandleChunk), std::nothrow);
      if (!memory)
        return nullptr;
      auto *slots = static_cast<HandleSlot *>(memory);
      for (uint32_t i = 0; i < 1u << kSlotsPerChunkLog2; ++i)
        new (slots + i) HandleSlot;
      handleChunks[chunk].store(reinterpret_cast<HandleChunk *>(slots),
                                std::memory_order_release);
    }
    ++table.numSlots;
  }
  HandleSlot *slot = getSlot(index);
  uint64_t number = static_cast<uint64_t>(kind) << 56 |
                    static_cast<uint64_t>(++slot->generation) << 32 | index;
  slot->object.store(object, std::memory_order_relaxed);
  slot->number.store(number, std::memory_order_release);
  return reinterpret_cast<void *>(static_cast<uintptr_t>(number ^ handleSalt));
}

void *detail::remove(HandleKind kind, const void *ptr) {
  std::lock_guard<std::mutex> lock(table.mutex);
  void *object = lookup(kind, ptr);
  if (!object)
    return nullptr;
  auto index = static_cast<uint32_t>(removeSalt(ptr));
  HandleSlot *slot = getSlot(index);
  slot->number.store(0, std::memory_order_release);
  slot->object.store(nullptr, std::memory_order_relaxed);
  if (slot->generation < kLastGeneration)
    table.freeSlots.push_back(index);
  return object;
}
