//===- SimulatorMemory.cpp - Pools, host memory and rows of the simulator -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "SimulatorStream.h"

#include <array>
#include <cstdlib>
#include <unistd.h>

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

namespace mlir::tile::runtime {

/// Counts what is allocated from it; memory that is freed goes back at once.
class SimulatorPool final : public MemoryPool {
public:
  explicit SimulatorPool(std::shared_ptr<SimulatorDevice> device)
      : device(std::move(device)) {}
  llvm::Error setReleaseThreshold(uint64_t) override {
    return llvm::Error::success();
  }
  llvm::Error trim(uint64_t) override { return llvm::Error::success(); }
  llvm::Expected<std::pair<uint64_t, uint64_t>> getUsage() override {
    uint64_t bytes = *used;
    return std::pair<uint64_t, uint64_t>(bytes, bytes);
  }
  Device &getDevice() const override { return *device; }

private:
  friend class SimulatorDevice;
  std::shared_ptr<SimulatorDevice> device;
  SimulatorDevice::PoolUse used = std::make_shared<std::atomic<uint64_t>>(0);
};

} // namespace mlir::tile::runtime

llvm::Expected<std::unique_ptr<MemoryPool>> SimulatorDevice::createPool() {
  return std::make_unique<SimulatorPool>(getShared());
}

llvm::Expected<DeviceAddress> SimulatorDevice::allocateAsync(uint64_t bytes,
                                                             MemoryPool *pool,
                                                             Stream *stream) {
  if (llvm::Error error = check(stream))
    return std::move(error);
  if (llvm::Error error = checkNotCaptured(stream, kMemoryUse, kMemoryHint))
    return std::move(error);
  if (pool && &pool->getDevice() != this)
    return makeError(StatusCode::InvalidArgument,
                     "expected a pool of this simulator, found one of '" +
                         pool->getDevice().getInfo().name + "'");
  if (!pool)
    return allocate(bytes);
  llvm::Expected<DeviceAddress> address = allocateOwn(bytes);
  if (!address)
    return address;
  auto *own = static_cast<SimulatorPool *>(pool);
  std::lock_guard<std::mutex> lock(mutex);
  *own->used += bytes;
  pooled[*address] = {own->used, bytes};
  return address;
}

llvm::Error SimulatorDevice::freeAsync(DeviceAddress address, Stream *stream) {
  if (llvm::Error error = check(stream))
    return error;
  if (llvm::Error error = checkNotCaptured(stream, kMemoryUse, kMemoryHint))
    return error;
  return free(address);
}

llvm::Expected<std::pair<uint64_t, uint64_t>> SimulatorDevice::getMemory() {
  std::lock_guard<std::mutex> lock(mutex);
  uint64_t all = info.totalMemory;
  return std::pair<uint64_t, uint64_t>(all - std::min(all, allocatedBytes),
                                       all);
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

llvm::Expected<void *> SimulatorDevice::allocateHost(uint64_t bytes) {
  uint64_t page = sysconf(_SC_PAGESIZE);
  uint64_t rounded = (std::max<uint64_t>(bytes, 1) + page - 1) / page * page;
  void *made = rounded >= bytes ? std::aligned_alloc(page, rounded) : nullptr;
  std::unique_ptr<void, FreeHostMemory> owned(made);
  if (!made)
    return makeError(StatusCode::OutOfMemory,
                     "the host has no memory for an allocation of " +
                         Twine(bytes) + " bytes");
  std::lock_guard<std::mutex> lock(mutex);
  if (!memory.addHostMemory(made, std::max<uint64_t>(bytes, 1),
                            "memory of the host"))
    return makeError(StatusCode::Internal,
                     "memory of the host overlaps with memory of the device");
  hostMemory[made] = std::move(owned);
  return made;
}

llvm::Error SimulatorDevice::freeHost(void *address) {
  if (!address)
    return llvm::Error::success();
  std::lock_guard<std::mutex> lock(mutex);
  auto it = hostMemory.find(address);
  if (it == hostMemory.end())
    return makeError(StatusCode::InvalidArgument,
                     "expected memory of the host that the device allocated to "
                     "free, found " +
                         toHex(reinterpret_cast<uintptr_t>(address)));
  (void)memory.removeHostMemory(address);
  hostMemory.erase(it);
  return llvm::Error::success();
}

llvm::Error SimulatorDevice::registerHost(void *address, uint64_t bytes) {
  return addHostMemory(address, bytes, "registered memory of the host",
                       nullptr);
}

llvm::Error SimulatorDevice::unregisterHost(void *address) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (hostMemory.count(address))
      return makeError(StatusCode::InvalidArgument,
                       "expected memory of the host that is registered, found "
                       "memory that the device allocated, which is freed by "
                       "tileDeviceFreeHost");
  }
  return removeHostMemory(address);
}

//===----------------------------------------------------------------------===//
// Peers
//===----------------------------------------------------------------------===//

static llvm::Error makePeerError(const Device &peer) {
  return makeError(StatusCode::InvalidArgument,
                   "expected another simulator as the peer, found '" +
                       peer.getInfo().name + "'");
}

llvm::Error SimulatorDevice::copyFromPeer(DeviceAddress destination,
                                          Device &peer, DeviceAddress source,
                                          uint64_t bytes, Stream *stream) {
  if (!peer.getInfo().isSimulator)
    return makePeerError(peer);
  if (&peer == this)
    return copy(destination, source, bytes, stream);
  if (llvm::Error error = check(stream))
    return error;
  if (!bytes)
    return llvm::Error::success();
  auto other = static_cast<SimulatorDevice &>(peer).getShared();
  return submit(stream, {GraphNodeKind::Copy, [=]() -> llvm::Error {
                           std::scoped_lock lock(mutex, other->mutex);
                           llvm::Expected<sim::Bytes> from =
                               other->find("copying from", source, bytes);
                           if (!from)
                             return from.takeError();
                           llvm::Expected<sim::Bytes> to =
                               find("copying to", destination, bytes);
                           if (!to)
                             return to.takeError();
                           to->copy(*from, bytes);
                           return llvm::Error::success();
                         }});
}

llvm::Expected<bool> SimulatorDevice::canAccessPeer(Device &peer) {
  if (!peer.getInfo().isSimulator)
    return makePeerError(peer);
  return false;
}

llvm::Error SimulatorDevice::setPeerAccess(Device &peer, bool enable) {
  if (!peer.getInfo().isSimulator)
    return makePeerError(peer);
  return makeError(StatusCode::Unsupported,
                   "kernels of a simulated device reach the memory of no other "
                   "one; copy it by tileDeviceCopyFromPeer");
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

llvm::Expected<sim::Bytes> SimulatorDevice::findRows(const char *what,
                                                     const Rows &rows,
                                                     uint64_t width,
                                                     uint64_t height) {
  if (rows.host)
    return sim::Bytes::ofHost(rows.host);
  return find(what, rows.address, (height - 1) * rows.pitch + width);
}

llvm::Error SimulatorDevice::copyRows(const Rows &destination,
                                      const Rows &source, uint64_t width,
                                      uint64_t height, Stream *stream) {
  if (llvm::Error error = check(stream))
    return error;
  if (llvm::Error error = checkRows("destination", destination, width, height))
    return error;
  if (llvm::Error error = checkRows("source", source, width, height))
    return error;
  if (!width || !height)
    return llvm::Error::success();
  return submit(stream,
                {GraphNodeKind::Copy, [=]() -> llvm::Error {
                   std::lock_guard<std::mutex> lock(mutex);
                   llvm::Expected<sim::Bytes> from =
                       findRows("copying rows from", source, width, height);
                   if (!from)
                     return from.takeError();
                   llvm::Expected<sim::Bytes> to =
                       findRows("copying rows to", destination, width, height);
                   if (!to)
                     return to.takeError();
                   for (uint64_t row = 0; row < height; ++row)
                     to->from(row * destination.pitch)
                         .copy(from->from(row * source.pitch), width);
                   return llvm::Error::success();
                 }});
}

llvm::Error SimulatorDevice::fillRows(const Rows &destination,
                                      const void *pattern,
                                      unsigned patternBytes, uint64_t width,
                                      uint64_t height, Stream *stream) {
  if (llvm::Error error = check(stream))
    return error;
  if (llvm::Error error = checkRowPattern(destination, patternBytes))
    return error;
  constexpr uint64_t kMostPatterns = uint64_t(1) << 56;
  uint64_t bytes = std::min(width, kMostPatterns) * patternBytes;
  if (llvm::Error error = checkRows("destination", destination, bytes, height))
    return error;
  if (!width || !height)
    return llvm::Error::success();
  std::array<uint8_t, 4> kept{};
  std::memcpy(kept.data(), pattern, patternBytes);
  return submit(stream,
                {GraphNodeKind::Fill, [=]() -> llvm::Error {
                   std::lock_guard<std::mutex> lock(mutex);
                   llvm::Expected<sim::Bytes> to =
                       findRows("filling rows at", destination, bytes, height);
                   if (!to)
                     return to.takeError();
                   for (uint64_t row = 0; row < height; ++row)
                     for (uint64_t at = 0; at < bytes; at += patternBytes)
                       to->from(row * destination.pitch + at)
                           .copy(sim::Bytes::ofHost(kept.data()), patternBytes);
                   return llvm::Error::success();
                 }});
}
