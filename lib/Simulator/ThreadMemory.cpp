//===- ThreadMemory.cpp - Local memory and parameters ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that each thread has of its own: the `.local` variables of the
// functions that are active, one after the other, and what calls hand over.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Block.h"
#include "Lanes.h"
#include "Shadow/Places.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

uint8_t *Warp::getLocal(unsigned lane, uint64_t bytes) {
  bool isFollowed = block.launch().program.followsLocal;
  auto allocate = [&](uint64_t capacity) {
    auto memory =
        std::make_unique<uint8_t[]>(isFollowed ? 2 * capacity : capacity);
    if (isFollowed)
      std::memset(memory.get() + capacity, 0xFF, capacity);
    return memory;
  };
  if (local.empty())
    local.resize(kNumLanes);
  if (localCapacity < bytes) {
    uint64_t capacity = llvm::NextPowerOf2(bytes - 1);
    for (auto &memory : local) {
      if (!memory)
        continue;
      auto grown = allocate(capacity);
      std::memcpy(grown.get(), memory.get(), localCapacity);
      if (isFollowed)
        std::memcpy(grown.get() + capacity, memory.get() + localCapacity,
                    localCapacity);
      memory = std::move(grown);
    }
    // Their keys are places that are no more.
    block.cluster.memoryOrigins.clear();
    localCapacity = capacity;
  }
  if (!local[lane])
    local[lane] = allocate(localCapacity);
  return local[lane].get();
}

void Warp::forgetLocal(uint64_t begin, uint64_t end, uint32_t lanes) {
  end = std::min(end, localCapacity);
  if (local.empty() || begin >= end || !block.launch().program.followsLocal)
    return;
  auto &origins = block.cluster.memoryOrigins;
  for (; lanes; lanes &= lanes - 1) {
    uint8_t *memory = local[__builtin_ctz(lanes)].get();
    if (!memory)
      continue;
    uint8_t *shadow = memory + localCapacity;
    std::memset(shadow + begin, 0xFF, end - begin);
    if (!origins.empty())
      for (uint64_t byte = begin; byte < end; ++byte)
        origins.erase(shadow + byte);
  }
}

uint32_t mlir::tile::sim::accessLocal(Warp &warp, const Inst &inst,
                                      uint32_t mask, const Access &access,
                                      const uint64_t *addresses,
                                      uint8_t **pointers) {
  const LaunchState &launch = warp.block.launch();
  bool isFollowed =
      launch.program.followsLocal && launch.options.findUninitialized;
  if (access.kind == AccessKind::Atomic) {
    unsigned lane = __builtin_ctz(mask);
    warp.report(ReportKind::OutOfBounds, inst, lane, [&] {
      return describe(access) + " at byte " + std::to_string(addresses[lane]) +
             " of local memory, expected global or shared memory";
    });
    return 0;
  }
  uint64_t size = warp.frame().localEnd;
  uint32_t good = 0;
  bool isReported = false;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint64_t address = addresses[lane];
    if (address > size || access.bytes > size - address) {
      if (!std::exchange(isReported, true))
        warp.report(ReportKind::OutOfBounds, inst, lane, [&] {
          return describeOtherSpace(
              warp, access, Space::Local, address,
              " at byte " + llvm::Twine(address) + " of the thread's " +
                  llvm::Twine(size) + " bytes of local memory");
        });
      continue;
    }
    uint8_t *memory = warp.getLocal(lane, size);
    pointers[lane] = memory + address;
    if (isFollowed)
      warp.followAccess(lane, access, Space::Local,
                        memory + warp.getLocalCapacity() + address);
    good |= 1u << lane;
  }
  if (good && access.isCounted) {
    Statistics &s = warp.worker->statistics;
    MemoryStatistics &m =
        access.kind == AccessKind::Read ? s.localLoads : s.localStores;
    ++m.requests;
    m.bytes += uint64_t(__builtin_popcount(good)) * access.bytes;
  }
  return good;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

uint32_t mlir::tile::sim::accessParam(Warp &warp, const Inst &inst,
                                      uint32_t mask, const Access &access,
                                      const uint64_t *addresses,
                                      uint8_t **pointers, bool isGeneric) {
  LaunchState &launch = warp.block.launch();
  const Frame &frame = warp.frame();
  bool isEntry = frame.function->isEntry;
  // Only the kernel's parameters have generic addresses, which functions that
  // it calls may get.
  if (isGeneric && !isEntry) {
    uint64_t size = launch.entry.formalParamSize;
    uint32_t good = 0;
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
      unsigned lane = __builtin_ctz(lanes);
      uint64_t address = addresses[lane];
      if (access.kind == AccessKind::Read && address <= size &&
          access.bytes <= size - address) {
        pointers[lane] = launch.params.data() + address;
        good |= 1u << lane;
      }
    }
    if (mask & ~good)
      warp.report(ReportKind::OutOfBounds, inst, __builtin_ctz(mask & ~good),
                  [&] {
                    unsigned lane = __builtin_ctz(mask & ~good);
                    return describe(access) + " at byte " +
                           std::to_string(addresses[lane]) + " of " +
                           std::to_string(size) +
                           " bytes of parameters of the kernel, which are "
                           "constant";
                  });
    return good;
  }
  bool isFollowed =
      launch.program.followsParams && launch.options.findUninitialized;
  uint64_t size = frame.function->paramSize;
  uint32_t good = 0;
  bool isReported = false;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint64_t address = addresses[lane];
    // The parameters of an entry are the launch's; variables that hand over
    // arguments are after them, and each thread has its own.
    if (address > size || access.bytes > size - address) {
      if (!std::exchange(isReported, true))
        warp.report(ReportKind::OutOfBounds, inst, lane, [&] {
          return describeOtherSpace(warp, access, Space::Param, address,
                                    " at byte " + llvm::Twine(address) +
                                        " of " + llvm::Twine(size) +
                                        " bytes of parameters");
        });
      continue;
    }
    if (isEntry && address < frame.function->formalParamSize) {
      if (access.kind != AccessKind::Read) {
        if (!std::exchange(isReported, true))
          warp.report(ReportKind::OutOfBounds, inst, lane, [&] {
            return describe(access) +
                   " to a parameter of the kernel, which is constant";
          });
        continue;
      }
      pointers[lane] = launch.params.data() + address;
    } else {
      pointers[lane] = frame.params + lane * size + address;
      if (isFollowed)
        warp.followAccess(lane, access, Space::Param,
                          pointers[lane] + kNumLanes * size);
    }
    good |= 1u << lane;
  }
  return good;
}
