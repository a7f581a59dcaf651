//===- SimulatorDevice.cpp - The simulator as a device --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatorDevice.h"
#include "Checks.h"
#include "SimulatorStream.h"

#include "tile/Hardware/SharedMemory.h"

#include <array>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// More than a device allocates.
static constexpr uint64_t kReservedBytes = uint64_t(1) << 40;
/// Sanitizers have their own memory at the first ones.
static constexpr unsigned kMostPlaces = 64;

ReservedAddresses::ReservedAddresses() {
  // The address is a wish. The thread sanitizer makes it 0 where its own memory
  // is, and with MAP_FIXED_NOREPLACE root would get the page at 0.
  auto reserve = [](uint64_t address) -> void * {
    void *at =
        mmap(reinterpret_cast<void *>(address), kReservedBytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? nullptr : at;
  };
  for (unsigned place = 0; place < kMostPlaces && !reserved; ++place) {
    uint64_t wanted = first + place * kReservedBytes;
    reserved = reserve(wanted);
    if (reserved && reinterpret_cast<uintptr_t>(reserved) != wanted) {
      munmap(reserved, kReservedBytes);
      reserved = nullptr;
    }
  }
  if (!reserved)
    reserved = reserve(0);
  if (reserved)
    first = reinterpret_cast<uintptr_t>(reserved);
}

ReservedAddresses::~ReservedAddresses() {
  if (reserved)
    munmap(reserved, kReservedBytes);
}

//===----------------------------------------------------------------------===//
// SimulatorDevice
//===----------------------------------------------------------------------===//

llvm::Expected<std::shared_ptr<Device>>
SimulatorDevice::open(llvm::StringRef target) {
  if (target.empty())
    target = "sm_90a";
  if (!lookupTarget(target))
    return makeError(StatusCode::NotFound,
                     "expected one of the targets " + getTargetNames() +
                         " after 'sim:', found '" + target + "'");
  return std::shared_ptr<SimulatorDevice>(new SimulatorDevice(target.str()));
}

SimulatorDevice::SimulatorDevice(std::string target) {
  info.isSimulator = true;
  info.name = "PTX simulator";
  info.target = std::move(target);
  info.totalMemory =
      uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
  info.numMultiprocessors = settings.numMultiprocessors;
}

std::shared_ptr<SimulatorDevice> SimulatorDevice::getShared() {
  return std::static_pointer_cast<SimulatorDevice>(shared_from_this());
}

llvm::Error SimulatorDevice::check(Stream *stream) const {
  if (!stream || &stream->getDevice() == this)
    return llvm::Error::success();
  return makeError(StatusCode::InvalidArgument,
                   "expected a stream of this simulator, found one of '" +
                       stream->getDevice().getInfo().name + "'");
}

unsigned SimulatorDevice::getCapability() const {
  return lookupTarget(info.target)->capability;
}

unsigned SimulatorDevice::getMaxSharedMemory() const {
  return tile::getMaxSharedMemory(getCapability());
}

void SimulatorDevice::setSettings(const SimulatorSettings &newSettings) {
  std::lock_guard<std::mutex> lock(mutex);
  settings = newSettings;
  info.numMultiprocessors = settings.numMultiprocessors;
  memory.followsUndefined = settings.findUninitializedGlobal;
}

llvm::Expected<sim::Bytes>
SimulatorDevice::find(const char *what, DeviceAddress address, uint64_t bytes) {
  if (sim::Bytes found = memory.findBytes(address, bytes))
    return found;
  sim::Buffer *buffer = memory.findBefore(address);
  std::string nearest;
  if (buffer)
    nearest = "; before it is " + buffer->name + " of " +
              std::to_string(buffer->size) + " bytes at " +
              toHex(buffer->address) +
              (buffer->isFreed ? ", which is freed" : "");
  return makeError(StatusCode::InvalidArgument,
                   Twine(what) + " " + Twine(bytes) + " bytes at " +
                       toHex(address) + ": they are not in one allocation" +
                       nearest);
}

static llvm::Error makeNoMemoryError(uint64_t bytes) {
  return makeError(StatusCode::OutOfMemory,
                   "the host has no memory for the " + Twine(bytes) +
                       " bytes of an allocation on the simulator");
}

llvm::Expected<DeviceAddress> SimulatorDevice::allocate(uint64_t bytes) {
  auto block = blocks.allocate(bytes, /*stream=*/std::nullopt);
  if (!block)
    return allocateOwn(bytes);
  if (!*block)
    return block->takeError();
  DeviceAddress address = (*block)->address;
  void *memoryOfHost = reinterpret_cast<void *>(uintptr_t(address));
  bool isAdded, isFollowed = true;
  {
    std::lock_guard<std::mutex> lock(mutex);
    std::string name = "allocation " + std::to_string(++numAllocations);
    isAdded = memory.addHostMemory(memoryOfHost, (*block)->bytes, name);
    if (isAdded && memory.followsUndefined && !memory.markUndefined(address)) {
      (void)memory.removeHostMemory(memoryOfHost);
      isFollowed = false;
    }
  }
  if (isAdded && isFollowed)
    return address;
  if (auto taken = blocks.take(address))
    taken->free(/*stream=*/std::nullopt);
  if (!isFollowed)
    return makeNoMemoryError(bytes);
  return makeError(StatusCode::InvalidArgument,
                   "expected the program's allocator to give memory that the "
                   "device does not have, found " +
                       toHex(address));
}

llvm::Expected<DeviceAddress> SimulatorDevice::allocateOwn(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  std::string name = "allocation " + std::to_string(++numAllocations);
  DeviceAddress address = memory.allocate(bytes, name);
  if (address && memory.followsUndefined && !memory.markUndefined(address)) {
    (void)memory.free(address);
    address = 0;
  }
  if (!address)
    return makeNoMemoryError(bytes);
  allocations.insert(address);
  allocatedBytes += sizes[address] = bytes;
  return address;
}

llvm::Error SimulatorDevice::free(DeviceAddress address) {
  if (!address)
    return llvm::Error::success();
  if (auto block = blocks.take(address)) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      (void)memory.removeHostMemory(reinterpret_cast<void *>(address));
    }
    block->free(/*stream=*/std::nullopt);
    return llvm::Error::success();
  }
  std::lock_guard<std::mutex> lock(mutex);
  if (allocations.erase(address) && memory.free(address)) {
    auto size = sizes.find(address);
    allocatedBytes -= size->second;
    sizes.erase(size);
    if (auto pool = pooled.find(address); pool != pooled.end()) {
      *pool->second.first -= pool->second.second;
      pooled.erase(pool);
    }
    return llvm::Error::success();
  }
  return makeError(StatusCode::InvalidArgument,
                   "expected the address of an allocation to free, found " +
                       toHex(address));
}

llvm::Error SimulatorDevice::submitCopy(uint64_t bytes, Stream *stream,
                                        Place from, Place to) {
  if (llvm::Error error = check(stream))
    return error;
  if (!bytes)
    return llvm::Error::success();
  return submit(stream, {GraphNodeKind::Copy, [=]() -> llvm::Error {
                           std::lock_guard<std::mutex> lock(mutex);
                           llvm::Expected<sim::Bytes> source = from();
                           if (!source)
                             return source.takeError();
                           llvm::Expected<sim::Bytes> target = to();
                           if (!target)
                             return target.takeError();
                           target->copy(*source, bytes);
                           return llvm::Error::success();
                         }});
}

llvm::Error SimulatorDevice::copyToDevice(DeviceAddress destination,
                                          const void *source, uint64_t bytes,
                                          Stream *stream) {
  return submitCopy(
      bytes, stream, [=] { return sim::Bytes::ofHost(source); },
      [=] { return find("copying to", destination, bytes); });
}

llvm::Error SimulatorDevice::copyToHost(void *destination, DeviceAddress source,
                                        uint64_t bytes, Stream *stream) {
  return submitCopy(
      bytes, stream, [=] { return find("copying from", source, bytes); },
      [=] { return sim::Bytes::ofHost(destination); });
}

llvm::Error SimulatorDevice::copy(DeviceAddress destination,
                                  DeviceAddress source, uint64_t bytes,
                                  Stream *stream) {
  return submitCopy(
      bytes, stream, [=] { return find("copying from", source, bytes); },
      [=] { return find("copying to", destination, bytes); });
}

llvm::Error SimulatorDevice::fill(DeviceAddress destination,
                                  const void *pattern, unsigned patternBytes,
                                  uint64_t count, Stream *stream) {
  if (llvm::Error error = check(stream))
    return error;
  if (llvm::Error error = checkFill(destination, patternBytes, count))
    return error;
  if (!count)
    return llvm::Error::success();
  std::array<uint8_t, 16> kept{};
  std::memcpy(kept.data(), pattern, patternBytes);
  return submit(stream,
                {GraphNodeKind::Fill, [=]() -> llvm::Error {
                   std::lock_guard<std::mutex> lock(mutex);
                   uint64_t bytes = patternBytes * count;
                   llvm::Expected<sim::Bytes> to =
                       find("filling", destination, bytes);
                   if (!to)
                     return to.takeError();
                   to->copy(sim::Bytes::ofHost(kept.data()), patternBytes);
                   for (uint64_t done = patternBytes; done < bytes; done *= 2)
                     to->from(done).copy(*to, std::min(done, bytes - done));
                   return llvm::Error::success();
                 }});
}

llvm::Error SimulatorDevice::synchronize() { return llvm::Error::success(); }

//===----------------------------------------------------------------------===//
// What only the simulator can do
//===----------------------------------------------------------------------===//

static llvm::Expected<SimulatorDevice *> getSimulator(Device &device,
                                                      const char *what) {
  if (device.getInfo().isSimulator)
    return static_cast<SimulatorDevice *>(&device);
  return makeError(StatusCode::Unsupported, Twine("expected a simulator for ") +
                                                what + ", found '" +
                                                device.getInfo().name + "'");
}

void SimulatorDevice::setFindingHandler(FindingHandler handler) {
  std::lock_guard<std::mutex> lock(mutex);
  onFinding = std::move(handler);
}

llvm::Error SimulatorDevice::addHostMemory(void *address, uint64_t bytes,
                                           llvm::StringRef name,
                                           uint8_t *undefined) {
  std::lock_guard<std::mutex> lock(mutex);
  if (memory.addHostMemory(address, bytes, name, undefined))
    return llvm::Error::success();
  return makeError(StatusCode::InvalidArgument,
                   "expected memory of the host that overlaps with no other "
                   "memory of the device, found " +
                       Twine(bytes) + " bytes at " +
                       toHex(reinterpret_cast<uintptr_t>(address)));
}

llvm::Error SimulatorDevice::removeHostMemory(void *address) {
  if (blocks.contains(reinterpret_cast<uintptr_t>(address)))
    return makeError(StatusCode::InvalidArgument,
                     "expected memory of the host that was added to the "
                     "device, found memory that it allocated, which is freed "
                     "by tileDeviceFree");
  std::lock_guard<std::mutex> lock(mutex);
  if (memory.removeHostMemory(address))
    return llvm::Error::success();
  return makeError(StatusCode::InvalidArgument,
                   "expected the address of memory of the host that was added "
                   "to the device, found " +
                       toHex(reinterpret_cast<uintptr_t>(address)));
}

llvm::Error
mlir::tile::runtime::setSimulatorSettings(Device &device,
                                          const SimulatorSettings &settings) {
  llvm::Expected<SimulatorDevice *> simulator =
      getSimulator(device, "these settings");
  if (!simulator)
    return simulator.takeError();
  (*simulator)->setSettings(settings);
  return llvm::Error::success();
}

llvm::Error mlir::tile::runtime::addHostMemory(Device &device, void *memory,
                                               uint64_t bytes,
                                               llvm::StringRef name,
                                               uint8_t *undefined) {
  llvm::Expected<SimulatorDevice *> simulator =
      getSimulator(device, "memory of the host");
  return simulator ? (*simulator)->addHostMemory(memory, bytes, name, undefined)
                   : simulator.takeError();
}

llvm::Error mlir::tile::runtime::removeHostMemory(Device &device,
                                                  void *memory) {
  llvm::Expected<SimulatorDevice *> simulator =
      getSimulator(device, "memory of the host");
  return simulator ? (*simulator)->removeHostMemory(memory)
                   : simulator.takeError();
}

llvm::Error mlir::tile::runtime::setFindingHandler(Device &device,
                                                   FindingHandler handler) {
  llvm::Expected<SimulatorDevice *> simulator =
      getSimulator(device, "a handler of findings");
  if (!simulator)
    return simulator.takeError();
  (*simulator)->setFindingHandler(std::move(handler));
  return llvm::Error::success();
}
