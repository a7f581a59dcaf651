//===- SimulatorDevice.h - The simulator as a device ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device whose memory is a sim::GlobalMemory and whose modules are programs
// of the simulator. Everything is done when a call returns.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_SIMULATORDEVICE_H
#define TILE_LIB_RUNTIME_SIMULATORDEVICE_H

#include "DeviceAllocator.h"
#include "tile/Simulator/Simulator.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <atomic>
#include <map>
#include <mutex>

namespace mlir::tile::runtime {

/// Addresses that no other device of the process has, nor the host: so that a
/// pointer of another one is found. They are reserved of the system, and take
/// no memory; two copies of the library in a process do not meet either.
class ReservedAddresses {
public:
  /// The first device of a process has the addresses of every first device.
  ReservedAddresses();
  ~ReservedAddresses();
  ReservedAddresses(const ReservedAddresses &) = delete;
  ReservedAddresses &operator=(const ReservedAddresses &) = delete;

  uint64_t getFirst() const { return first; }

private:
  uint64_t first = sim::GlobalMemory::kFirstAddress;
  /// Null if the system refused, as it does where address space is limited.
  void *reserved = nullptr;
};

class SimulatorDevice final : public Device {
public:
  /// `target` is the name of one, or empty for the default.
  static llvm::Expected<std::shared_ptr<Device>> open(llvm::StringRef target);

  llvm::Expected<Limits> getLimits() override;
  llvm::Expected<DeviceAddress> allocate(uint64_t bytes) override;
  llvm::Error free(DeviceAddress address) override;
  llvm::Error copyToDevice(DeviceAddress destination, const void *source,
                           uint64_t bytes, Stream *stream) override;
  llvm::Error copyToHost(void *destination, DeviceAddress source,
                         uint64_t bytes, Stream *stream) override;
  llvm::Error copy(DeviceAddress destination, DeviceAddress source,
                   uint64_t bytes, Stream *stream) override;
  llvm::Error fill(DeviceAddress destination, const void *pattern,
                   unsigned patternBytes, uint64_t count,
                   Stream *stream) override;
  void setAllocator(std::shared_ptr<const DeviceAllocator> allocator) override {
    blocks.setAllocator(std::move(allocator));
  }
  llvm::Expected<DeviceAddress> allocateAsync(uint64_t bytes, MemoryPool *pool,
                                              Stream *stream) override;
  llvm::Error freeAsync(DeviceAddress address, Stream *stream) override;
  llvm::Expected<std::unique_ptr<MemoryPool>> createPool() override;
  llvm::Expected<std::pair<uint64_t, uint64_t>> getMemory() override;
  llvm::Expected<void *> allocateHost(uint64_t bytes) override;
  llvm::Error freeHost(void *memory) override;
  llvm::Error registerHost(void *memory, uint64_t bytes) override;
  llvm::Error unregisterHost(void *memory) override;
  llvm::Error copyFromPeer(DeviceAddress destination, Device &peer,
                           DeviceAddress source, uint64_t bytes,
                           Stream *stream) override;
  llvm::Expected<bool> canAccessPeer(Device &peer) override;
  llvm::Error setPeerAccess(Device &peer, bool enable) override;
  llvm::Error copyRows(const Rows &destination, const Rows &source,
                       uint64_t width, uint64_t height,
                       Stream *stream) override;
  llvm::Error fillRows(const Rows &destination, const void *pattern,
                       unsigned patternBytes, uint64_t width, uint64_t height,
                       Stream *stream) override;
  llvm::Error synchronize() override;
  llvm::Expected<std::unique_ptr<Stream>> createStream() override;
  llvm::Expected<std::unique_ptr<Stream>> adoptStream(void *native) override;
  llvm::Expected<std::unique_ptr<Stream>>
  createStream(int priority, bool isBlocking) override;
  llvm::Expected<std::pair<int, int>> getPriorities() override;
  llvm::Expected<std::unique_ptr<Event>> createEvent() override;
  llvm::Expected<std::unique_ptr<Event>> adoptEvent(void *native) override;
  void *getNative() const override { return nullptr; }
  llvm::Expected<std::unique_ptr<Module>>
  load(const KernelImage &image, const LoadOptions &options) override;
  llvm::Expected<std::unique_ptr<Module>>
  link(llvm::ArrayRef<LinkInput> inputs, const LoadOptions &options) override;

  /// Of the device's target, as major * 10 + minor.
  unsigned getCapability() const;
  /// Bytes that a CTA can have on a GPU of the device's target.
  unsigned getMaxSharedMemory() const;
  void setSettings(const SimulatorSettings &settings);
  void setFindingHandler(FindingHandler handler);
  llvm::Error addHostMemory(void *memory, uint64_t bytes, llvm::StringRef name,
                            uint8_t *undefined);
  llvm::Error removeHostMemory(void *memory);
  /// An error if the stream is one of a GPU.
  llvm::Error check(Stream *stream) const;
  std::shared_ptr<SimulatorDevice> getShared();

private:
  friend class SimulatorModule;
  friend class SimulatorPool;
  friend class SimulatorKernel;
  explicit SimulatorDevice(std::string target);
  /// Not from the program's allocator.
  llvm::Expected<DeviceAddress> allocateOwn(uint64_t bytes);
  /// Where the bytes are on the host, or an error that begins with `what`. The
  /// mutex is held.
  llvm::Expected<sim::Bytes> find(const char *what, DeviceAddress address,
                                  uint64_t bytes);
  /// The same for all rows of a side; a host's is its pointer.
  llvm::Expected<sim::Bytes> findRows(const char *what, const Rows &rows,
                                      uint64_t width, uint64_t height);
  /// Copies between two places, which are looked up when the copy runs.
  using Place = std::function<llvm::Expected<sim::Bytes>()>;
  llvm::Error submitCopy(uint64_t bytes, Stream *stream, Place from, Place to);

  /// Held while the memory is read, written or changed, launches included.
  std::mutex mutex;
  ReservedAddresses addresses;
  sim::GlobalMemory memory{addresses.getFirst()};
  /// What `allocate` gave and `free` may take: not the variables of modules.
  llvm::DenseSet<DeviceAddress> allocations;
  unsigned numAllocations = 0;
  /// The pools that allocations are of, and the bytes allocated there.
  using PoolUse = std::shared_ptr<std::atomic<uint64_t>>;
  llvm::DenseMap<DeviceAddress, std::pair<PoolUse, uint64_t>> pooled;
  uint64_t allocatedBytes = 0;
  llvm::DenseMap<DeviceAddress, uint64_t> sizes;
  /// Of the program's allocator; memory of the host in `memory`.
  AllocatorBlocks blocks;
  /// What `allocateHost` gave, by its address.
  struct FreeHostMemory {
    void operator()(void *memory) const { std::free(memory); }
  };
  std::map<void *, std::unique_ptr<void, FreeHostMemory>> hostMemory;
  SimulatorSettings settings;
  FindingHandler onFinding;
};

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_SIMULATORDEVICE_H
