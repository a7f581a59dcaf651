//===- CudaDevice.cpp - A GPU as a device ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"
#include "Checks.h"

#include "tile/Runtime/CudaTarget.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::DeviceAttribute;
using cuda::Result;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

llvm::Expected<unsigned> CudaDevice::count() {
  llvm::Expected<const cuda::Driver *> driver = cuda::Driver::get();
  if (!driver)
    return driver.takeError();
  int count = 0;
  Result result = (*driver)->deviceGetCount(&count);
  if (result != Result::Success)
    return (*driver)->makeError("counting the GPUs", result);
  return count;
}

llvm::Expected<std::shared_ptr<Device>> CudaDevice::open(unsigned ordinal) {
  llvm::Expected<unsigned> count = CudaDevice::count();
  if (!count)
    return count.takeError();
  if (ordinal >= *count)
    return makeError(StatusCode::NotFound,
                     "expected a GPU below cuda:" + Twine(*count) +
                         ", as the driver has " + Twine(*count) +
                         ", found cuda:" + Twine(ordinal));
  const cuda::Driver &driver = **cuda::Driver::get();
  cuda::Device handle = 0;
  Result result = driver.deviceGet(&handle, ordinal);
  if (result != Result::Success)
    return driver.makeError("opening cuda:" + Twine(ordinal), result);
  std::shared_ptr<CudaDevice> device(new CudaDevice(driver, handle));
  if (llvm::Error error = device->describe(ordinal))
    return error;
  result = driver.primaryContextRetain(&device->context, handle);
  if (result != Result::Success)
    return driver.makeError(
        "retaining the primary context of cuda:" + Twine(ordinal), result);
  device->isRetained = true;
  return device;
}

llvm::Expected<std::shared_ptr<Device>> CudaDevice::adopt(void *context) {
  if (!context)
    return makeError(StatusCode::InvalidArgument,
                     "expected a CUDA context to adopt, found null");
  llvm::Expected<const cuda::Driver *> driver = cuda::Driver::get();
  if (!driver)
    return driver.takeError();
  std::shared_ptr<CudaDevice> device(new CudaDevice(**driver, 0));
  device->context = static_cast<cuda::Context>(context);
  Result result = device->inContext(
      [&] { return (*driver)->contextGetDevice(&device->handle); });
  if (result != Result::Success)
    return (*driver)->makeError("adopting a CUDA context", result);
  // The driver numbers its devices as cuDeviceGet does.
  int count = 0;
  unsigned ordinal = 0;
  (void)(*driver)->deviceGetCount(&count);
  for (int i = 0; i < count; ++i) {
    cuda::Device handle = 0;
    if ((*driver)->deviceGet(&handle, i) == Result::Success &&
        handle == device->handle)
      ordinal = i;
  }
  if (llvm::Error error = device->describe(ordinal))
    return error;
  return device;
}

CudaDevice::CudaDevice(const cuda::Driver &driver, cuda::Device handle)
    : driver(driver), handle(handle) {}

CudaDevice::~CudaDevice() {
  // Its memory goes back before the context may go, and after its work.
  if (!blocks.isEmpty()) {
    (void)inContext([&] { return driver.contextSynchronize(); });
    blocks.freeAll();
  }
  // At the end of a process the driver may be gone before us: no error counts.
  if (isRetained)
    (void)driver.primaryContextRelease(handle);
}

llvm::Error CudaDevice::describe(unsigned ordinal) {
  Result result = Result::Success;
  auto get = [&](DeviceAttribute attribute) {
    int value = 0;
    Result one = driver.deviceGetAttribute(&value, attribute, handle);
    if (one != Result::Success)
      result = one;
    return static_cast<unsigned>(value);
  };
  info.ordinal = ordinal;
  info.driverVersion = driver.version;
  char name[256] = {};
  result = driver.deviceGetName(name, sizeof(name) - 1, handle);
  info.name = name;
  size_t totalMemory = 0;
  if (result == Result::Success)
    result = driver.deviceTotalMem(&totalMemory, handle);
  info.totalMemory = totalMemory;
  info.l2Bytes = get(DeviceAttribute::L2CacheSize);
  info.numMultiprocessors = get(DeviceAttribute::MultiprocessorCount);
  maxSharedMemory = get(DeviceAttribute::MaxSharedMemoryPerBlockOptin);
  capability = get(DeviceAttribute::ComputeCapabilityMajor) * 10 +
               get(DeviceAttribute::ComputeCapabilityMinor);
  if (result != Result::Success)
    return driver.makeError(
        "asking for the properties of cuda:" + Twine(ordinal), result);
  info.target = findTarget(capability).str();
  if (info.target.empty())
    return makeError(StatusCode::Unsupported,
                     "expected a GPU of compute capability 8.0 or more, found "
                     "'" +
                         info.name + "' of " + toString(capability));
  return llvm::Error::success();
}

std::shared_ptr<CudaDevice> CudaDevice::getShared() {
  return std::static_pointer_cast<CudaDevice>(shared_from_this());
}

//===----------------------------------------------------------------------===//
// Streams and names of kernels
//===----------------------------------------------------------------------===//

bool CudaDevice::owns(Stream *stream) const {
  if (!stream)
    return true;
  Device &device = stream->getDevice();
  return &device == this ||
         (!device.getInfo().isSimulator &&
          static_cast<CudaDevice &>(device).context == context);
}

llvm::Error CudaDevice::makeStreamError(Stream &stream) const {
  const DeviceInfo &other = stream.getDevice().getInfo();
  std::string found = other.isSimulator ? "the simulator"
                                        : "another context of cuda:" +
                                              std::to_string(other.ordinal);
  return makeError(StatusCode::InvalidArgument,
                   "expected a stream of this context of cuda:" +
                       Twine(info.ordinal) + ", found one of " + found);
}

cuda::Stream CudaDevice::getStream(Stream *stream) {
  return stream ? static_cast<CudaStream *>(stream)->stream : nullptr;
}

const std::string *CudaDevice::intern(llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(namesMutex);
  return &*names.insert(name.str()).first;
}

void CudaDevice::setLastKernel(Stream *stream, const std::string *name) {
  lastKernel.store(name, std::memory_order_relaxed);
  if (stream)
    static_cast<CudaStream *>(stream)->lastKernel.store(
        name, std::memory_order_relaxed);
}

const std::string *CudaDevice::getLastKernel(Stream *stream) const {
  const std::string *name = nullptr;
  if (stream)
    name = static_cast<CudaStream *>(stream)->lastKernel.load(
        std::memory_order_relaxed);
  return name ? name : lastKernel.load(std::memory_order_relaxed);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

llvm::Expected<DeviceAddress> CudaDevice::allocate(uint64_t bytes) {
  if (auto block = blocks.allocate(bytes, /*stream=*/std::nullopt)) {
    if (!*block)
      return block->takeError();
    return (*block)->address;
  }
  cuda::Pointer address = 0;
  Result result = inContext(
      [&] { return driver.memAlloc(&address, std::max<uint64_t>(bytes, 1)); });
  if (result != Result::Success)
    return driver.makeError("allocating " + Twine(bytes) + " bytes on '" +
                                info.name + "'",
                            result, getLastKernel(nullptr));
  return address;
}

llvm::Error CudaDevice::free(DeviceAddress address) {
  if (!address)
    return llvm::Error::success();
  if (auto block = blocks.take(address)) {
    block->free(/*stream=*/std::nullopt);
    return llvm::Error::success();
  }
  Result result = inContext([&] { return driver.memFree(address); });
  if (result == Result::InvalidValue)
    return makeError(StatusCode::InvalidArgument,
                     "expected the address of an allocation to free, found " +
                         toHex(address));
  if (result != Result::Success)
    return driver.makeError("freeing " + toHex(address), result,
                            getLastKernel(nullptr));
  return llvm::Error::success();
}

llvm::Error CudaDevice::finish(Result result,
                               llvm::function_ref<std::string()> what,
                               Stream *stream) {
  if (result == Result::Success && !stream)
    result = inContext([&] { return driver.streamSynchronize(nullptr); });
  if (result == Result::Success)
    return llvm::Error::success();
  if (result == Result::InvalidValue)
    return makeError(StatusCode::InvalidArgument,
                     what() + " failed: " + driver.describe(result) +
                         "; are they in one allocation?");
  return driver.makeError(what(), result, getLastKernel(stream));
}

llvm::Error CudaDevice::copyToDevice(DeviceAddress destination,
                                     const void *source, uint64_t bytes,
                                     Stream *stream) {
  if (!owns(stream))
    return makeStreamError(*stream);
  if (!bytes)
    return llvm::Error::success();
  Result result = inContext([&] {
    return driver.memcpyHtoDAsync(destination, source, bytes,
                                  getStream(stream));
  });
  auto what = [&] {
    return "copying to " + std::to_string(bytes) + " bytes at " +
           toHex(destination);
  };
  return finish(result, what, stream);
}

llvm::Error CudaDevice::copyToHost(void *destination, DeviceAddress source,
                                   uint64_t bytes, Stream *stream) {
  if (!owns(stream))
    return makeStreamError(*stream);
  if (!bytes)
    return llvm::Error::success();
  Result result = inContext([&] {
    return driver.memcpyDtoHAsync(destination, source, bytes,
                                  getStream(stream));
  });
  auto what = [&] {
    return "copying from " + std::to_string(bytes) + " bytes at " +
           toHex(source);
  };
  return finish(result, what, stream);
}

llvm::Error CudaDevice::copy(DeviceAddress destination, DeviceAddress source,
                             uint64_t bytes, Stream *stream) {
  if (!owns(stream))
    return makeStreamError(*stream);
  if (!bytes)
    return llvm::Error::success();
  Result result = inContext([&] {
    return driver.memcpyDtoDAsync(destination, source, bytes,
                                  getStream(stream));
  });
  auto what = [&] {
    return "copying " + std::to_string(bytes) + " bytes from " + toHex(source) +
           " to " + toHex(destination);
  };
  return finish(result, what, stream);
}

/// Writes one pattern word by word, then doubles it by copies on the device: no
/// host memory is read, so that nothing has to stay.
Result CudaDevice::fillWide(DeviceAddress destination, const uint32_t *words,
                            unsigned numWords, uint64_t count,
                            cuda::Stream stream) const {
  for (unsigned i = 0; i < numWords; ++i) {
    Result result =
        driver.memsetD32Async(destination + 4 * i, words[i], 1, stream);
    if (result != Result::Success)
      return result;
  }
  uint64_t bytes = 4 * numWords * count;
  for (uint64_t done = 4 * numWords; done < bytes; done *= 2) {
    Result result = driver.memcpyDtoDAsync(
        destination + done, destination, std::min(done, bytes - done), stream);
    if (result != Result::Success)
      return result;
  }
  return Result::Success;
}

llvm::Error CudaDevice::fill(DeviceAddress destination, const void *pattern,
                             unsigned patternBytes, uint64_t count,
                             Stream *stream) {
  if (!owns(stream))
    return makeStreamError(*stream);
  if (llvm::Error error = checkFill(destination, patternBytes, count))
    return error;
  if (!count)
    return llvm::Error::success();
  uint32_t words[4] = {};
  std::memcpy(words, pattern, patternBytes);
  unsigned numWords = std::max(patternBytes / 4, 1u);
  uint64_t numPatterns = count;
  // A wide pattern of equal words is a narrow one.
  if (std::equal(words + 1, words + numWords, words)) {
    numPatterns *= numWords;
    numWords = 1;
  }
  cuda::Stream native = getStream(stream);
  Result result = inContext([&] {
    if (patternBytes == 1)
      return driver.memsetD8Async(destination, words[0], count, native);
    if (patternBytes == 2)
      return driver.memsetD16Async(destination, words[0], count, native);
    if (numWords == 1)
      return driver.memsetD32Async(destination, words[0], numPatterns, native);
    return fillWide(destination, words, numWords, count, native);
  });
  auto what = [&] {
    return "filling " + std::to_string(patternBytes * count) + " bytes at " +
           toHex(destination);
  };
  return finish(result, what, stream);
}

llvm::Error CudaDevice::synchronize() {
  Result result = inContext([&] { return driver.contextSynchronize(); });
  if (result != Result::Success)
    return driver.makeError("waiting for cuda:" + Twine(info.ordinal), result,
                            getLastKernel(nullptr));
  return llvm::Error::success();
}
