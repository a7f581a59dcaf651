//===- CudaMemory.cpp - Pools, host memory, peers and rows of a GPU -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "CudaDevice.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::Result;
using llvm::Twine;

static_assert(sizeof(cuda::RowCopy) == 128 &&
              sizeof(cuda::MemoryPoolProps) == 88);

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

namespace {

class CudaPool final : public MemoryPool {
public:
  CudaPool(std::shared_ptr<CudaDevice> device, cuda::MemoryPool pool)
      : device(std::move(device)), pool(pool) {}
  ~CudaPool() override {
    (void)device->inContext(
        [&] { return device->getDriver().memPoolDestroy(pool); });
  }

  llvm::Error setReleaseThreshold(uint64_t bytes) override {
    return finish("setting the threshold of a memory pool", [&] {
      return device->getDriver().memPoolSetAttribute(
          pool, cuda::MemoryPoolAttribute::ReleaseThreshold, &bytes);
    });
  }
  llvm::Error trim(uint64_t bytes) override {
    return finish("trimming a memory pool", [&] {
      return device->getDriver().memPoolTrimTo(pool, bytes);
    });
  }
  llvm::Expected<std::pair<uint64_t, uint64_t>> getUsage() override {
    uint64_t reserved = 0, used = 0;
    if (llvm::Error error = finish("asking for the use of a memory pool", [&] {
          Result result = device->getDriver().memPoolGetAttribute(
              pool, cuda::MemoryPoolAttribute::ReservedCurrent, &reserved);
          return result == Result::Success
                     ? device->getDriver().memPoolGetAttribute(
                           pool, cuda::MemoryPoolAttribute::UsedCurrent, &used)
                     : result;
        }))
      return std::move(error);
    return std::pair<uint64_t, uint64_t>(reserved, used);
  }
  Device &getDevice() const override { return *device; }
  cuda::MemoryPool get() const { return pool; }

private:
  template <typename F> llvm::Error finish(const char *what, F &&call) {
    Result result = device->inContext(call);
    if (result == Result::Success)
      return llvm::Error::success();
    return device->getDriver().makeError(what, result,
                                         device->getLastKernel(nullptr));
  }

  std::shared_ptr<CudaDevice> device;
  cuda::MemoryPool pool;
};

} // namespace

llvm::Expected<std::unique_ptr<MemoryPool>> CudaDevice::createPool() {
  if (!driver.memPoolCreate)
    return driver.makeMissing("memory pools", "cuMemPoolCreate", "11.2");
  cuda::MemoryPoolProps props;
  props.location = handle;
  cuda::MemoryPool pool = nullptr;
  Result result =
      inContext([&] { return driver.memPoolCreate(&pool, &props); });
  if (result != Result::Success)
    return driver.makeError("creating a memory pool", result,
                            getLastKernel(nullptr));
  return std::make_unique<CudaPool>(getShared(), pool);
}

llvm::Expected<DeviceAddress>
CudaDevice::allocateAsync(uint64_t bytes, MemoryPool *pool, Stream *stream) {
  if (!owns(stream))
    return makeStreamError(*stream);
  if (llvm::Error error = checkNotCaptured(stream, kMemoryUse, kMemoryHint))
    return std::move(error);
  if (pool && &pool->getDevice() != this)
    return makeError(StatusCode::InvalidArgument,
                     "expected a pool of this object of cuda:" +
                         Twine(info.ordinal) + ", found one of another device");
  if (!pool) {
    if (auto block = blocks.allocate(bytes, getStream(stream))) {
      if (!*block)
        return block->takeError();
      return (*block)->address;
    }
  }
  if (!driver.memAllocAsync || !driver.memAllocFromPoolAsync)
    return driver.makeMissing("asynchronous allocation", "cuMemAllocAsync",
                              "11.2");
  cuda::Pointer address = 0;
  uint64_t size = std::max<uint64_t>(bytes, 1);
  Result result = inContext([&] {
    return pool ? driver.memAllocFromPoolAsync(
                      &address, size, static_cast<CudaPool *>(pool)->get(),
                      getStream(stream))
                : driver.memAllocAsync(&address, size, getStream(stream));
  });
  if (result != Result::Success)
    return driver.makeError("allocating " + Twine(bytes) + " bytes on '" +
                                info.name + "' in a stream",
                            result, getLastKernel(stream));
  return address;
}

llvm::Error CudaDevice::freeAsync(DeviceAddress address, Stream *stream) {
  if (!owns(stream))
    return makeStreamError(*stream);
  if (llvm::Error error = checkNotCaptured(stream, kMemoryUse, kMemoryHint))
    return error;
  if (!address)
    return llvm::Error::success();
  if (auto block = blocks.take(address)) {
    block->free(getStream(stream));
    return llvm::Error::success();
  }
  if (!driver.memFreeAsync)
    return driver.makeMissing("asynchronous freeing", "cuMemFreeAsync", "11.2");
  Result result = inContext(
      [&] { return driver.memFreeAsync(address, getStream(stream)); });
  if (result == Result::InvalidValue)
    return makeError(StatusCode::InvalidArgument,
                     "expected the address of an allocation to free, found " +
                         toHex(address));
  if (result != Result::Success)
    return driver.makeError("freeing " + toHex(address) + " in a stream",
                            result, getLastKernel(stream));
  return llvm::Error::success();
}

llvm::Expected<std::pair<uint64_t, uint64_t>> CudaDevice::getMemory() {
  size_t free = 0, total = 0;
  Result result = inContext([&] { return driver.memGetInfo(&free, &total); });
  if (result != Result::Success)
    return driver.makeError("asking for the memory of '" + info.name + "'",
                            result, getLastKernel(nullptr));
  return std::pair<uint64_t, uint64_t>(free, total);
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

llvm::Expected<void *> CudaDevice::allocateHost(uint64_t bytes) {
  void *memory = nullptr;
  Result result = inContext([&] {
    return driver.memHostAlloc(&memory, std::max<uint64_t>(bytes, 1),
                               cuda::kHostMemoryFlags);
  });
  if (result != Result::Success)
    return driver.makeError("allocating " + Twine(bytes) +
                                " bytes of the host's memory",
                            result, getLastKernel(nullptr));
  return memory;
}

/// The error of a call with memory of the host that the driver does not know.
static llvm::Error makeHostError(const cuda::Driver &driver, const char *what,
                                 void *memory, Result result) {
  return makeError(StatusCode::InvalidArgument,
                   Twine("expected memory of the host that ") + what +
                       ", found " + toHex(reinterpret_cast<uintptr_t>(memory)) +
                       ": " + driver.describe(result));
}

llvm::Error CudaDevice::freeHost(void *memory) {
  if (!memory)
    return llvm::Error::success();
  Result result = inContext([&] { return driver.memFreeHost(memory); });
  if (result != Result::Success)
    return makeHostError(driver, "the device allocated to free", memory,
                         result);
  return llvm::Error::success();
}

llvm::Error CudaDevice::registerHost(void *memory, uint64_t bytes) {
  Result result = inContext([&] {
    return driver.memHostRegister(memory, bytes, cuda::kHostMemoryFlags);
  });
  if (result != Result::Success)
    return makeHostError(driver, "can be registered", memory, result);
  return llvm::Error::success();
}

llvm::Error CudaDevice::unregisterHost(void *memory) {
  Result result = inContext([&] { return driver.memHostUnregister(memory); });
  if (result != Result::Success)
    return makeHostError(driver, "is registered", memory, result);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Peers
//===----------------------------------------------------------------------===//

static llvm::Error makePeerError(const Device &peer) {
  return makeError(StatusCode::InvalidArgument,
                   "expected another GPU as the peer, found '" +
                       peer.getInfo().name + "'");
}

llvm::Error CudaDevice::copyFromPeer(DeviceAddress destination, Device &peer,
                                     DeviceAddress source, uint64_t bytes,
                                     Stream *stream) {
  if (peer.getInfo().isSimulator)
    return makePeerError(peer);
  if (!owns(stream))
    return makeStreamError(*stream);
  if (!bytes)
    return llvm::Error::success();
  auto &other = static_cast<CudaDevice &>(peer);
  Result result = inContext([&] {
    return driver.memcpyPeerAsync(destination, context, source, other.context,
                                  bytes, getStream(stream));
  });
  auto what = [&] {
    return "copying " + std::to_string(bytes) + " bytes from " + toHex(source) +
           " of cuda:" + std::to_string(peer.getInfo().ordinal) + " to " +
           toHex(destination);
  };
  return finish(result, what, stream);
}

llvm::Expected<bool> CudaDevice::canAccessPeer(Device &peer) {
  if (peer.getInfo().isSimulator)
    return makePeerError(peer);
  int canAccess = 0;
  Result result = driver.deviceCanAccessPeer(
      &canAccess, handle, static_cast<CudaDevice &>(peer).handle);
  if (result != Result::Success)
    return driver.makeError("asking for access to a peer", result);
  return canAccess != 0;
}

llvm::Error CudaDevice::setPeerAccess(Device &peer, bool enable) {
  llvm::Expected<bool> canAccess = canAccessPeer(peer);
  if (!canAccess)
    return canAccess.takeError();
  if (!*canAccess)
    return makeError(StatusCode::Unsupported,
                     "kernels of cuda:" + Twine(info.ordinal) +
                         " cannot access the memory of cuda:" +
                         Twine(peer.getInfo().ordinal) +
                         "; copy it by tileDeviceCopyFromPeer");
  auto &other = static_cast<CudaDevice &>(peer);
  Result result = inContext([&] {
    return enable ? driver.contextEnablePeerAccess(other.context, 0)
                  : driver.contextDisablePeerAccess(other.context);
  });
  // It is as it should be.
  if (result == Result::Success ||
      result == (enable ? Result::PeerAccessAlreadyEnabled
                        : Result::PeerAccessNotEnabled))
    return llvm::Error::success();
  return driver.makeError(
      Twine(enable ? "allowing" : "ending") +
          " access to the memory of cuda:" + Twine(peer.getInfo().ordinal),
      result, getLastKernel(nullptr));
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static cuda::RowCopy::Side makeSide(const Rows &rows, uint64_t width) {
  cuda::RowCopy::Side side;
  side.type = rows.host ? cuda::RowMemory::Host : cuda::RowMemory::Device;
  side.host = rows.host;
  side.device = rows.address;
  // A single row has no pitch to look at.
  side.pitch = std::max(rows.pitch, width);
  return side;
}

llvm::Error CudaDevice::copyRows(const Rows &destination, const Rows &source,
                                 uint64_t width, uint64_t height,
                                 Stream *stream) {
  if (!owns(stream))
    return makeStreamError(*stream);
  if (llvm::Error error = checkRows("destination", destination, width, height))
    return error;
  if (llvm::Error error = checkRows("source", source, width, height))
    return error;
  if (!width || !height)
    return llvm::Error::success();
  cuda::RowCopy copy;
  copy.source = makeSide(source, width);
  copy.destination = makeSide(destination, width);
  copy.width = width;
  copy.height = height;
  Result result =
      inContext([&] { return driver.memcpy2DAsync(&copy, getStream(stream)); });
  auto what = [&] {
    return "copying " + std::to_string(height) + " rows of " +
           std::to_string(width) + " bytes";
  };
  return finish(result, what, stream);
}

llvm::Error CudaDevice::fillRows(const Rows &destination, const void *pattern,
                                 unsigned patternBytes, uint64_t width,
                                 uint64_t height, Stream *stream) {
  if (!owns(stream))
    return makeStreamError(*stream);
  if (llvm::Error error = checkRowPattern(destination, patternBytes))
    return error;
  constexpr uint64_t kMostPatterns = uint64_t(1) << 56;
  uint64_t bytes = std::min(width, kMostPatterns) * patternBytes;
  if (llvm::Error error = checkRows("destination", destination, bytes, height))
    return error;
  if (!width || !height)
    return llvm::Error::success();
  uint32_t value = 0;
  std::memcpy(&value, pattern, patternBytes);
  cuda::Stream native = getStream(stream);
  uint64_t pitch = std::max(destination.pitch, bytes);
  Result result = inContext([&] {
    if (patternBytes == 1)
      return driver.memsetRowsD8Async(destination.address, pitch, value, width,
                                      height, native);
    if (patternBytes == 2)
      return driver.memsetRowsD16Async(destination.address, pitch, value, width,
                                       height, native);
    return driver.memsetRowsD32Async(destination.address, pitch, value, width,
                                     height, native);
  });
  auto what = [&] {
    return "filling " + std::to_string(height) + " rows of " +
           std::to_string(bytes) + " bytes at " + toHex(destination.address);
  };
  return finish(result, what, stream);
}
