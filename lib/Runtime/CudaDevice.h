//===- CudaDevice.h - A GPU as a device -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context of the CUDA driver, its memory, streams and events.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_CUDADEVICE_H
#define TILE_LIB_RUNTIME_CUDADEVICE_H

#include "CudaDriver.h"

#include "tile/Runtime/Runtime.h"

#include <atomic>
#include <mutex>
#include <set>

namespace mlir::tile::runtime {

class CudaStream;

class CudaDevice final : public Device {
public:
  static llvm::Expected<std::shared_ptr<Device>> open(unsigned ordinal);
  static llvm::Expected<std::shared_ptr<Device>> adopt(void *context);
  static llvm::Expected<unsigned> count();
  ~CudaDevice() override;

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
  llvm::Error synchronize() override;
  llvm::Expected<std::unique_ptr<Stream>> createStream() override;
  llvm::Expected<std::unique_ptr<Stream>> adoptStream(void *native) override;
  llvm::Expected<std::unique_ptr<Event>> createEvent() override;
  llvm::Expected<std::unique_ptr<Module>>
  load(const KernelImage &image, const LoadOptions &options) override;

  const cuda::Driver &getDriver() const { return driver; }
  std::shared_ptr<CudaDevice> getShared();
  /// Compute capability as major * 10 + minor.
  unsigned getCapability() const { return capability; }
  /// Bytes that a CTA may have.
  unsigned getMaxSharedMemory() const { return maxSharedMemory; }

  /// Calls `function` with the device's context current; the thread's own is
  /// current again afterwards.
  template <typename F> cuda::Result inContext(F &&function) const {
    cuda::Context current = nullptr;
    cuda::Result result = driver.contextGetCurrent(&current);
    if (result != cuda::Result::Success)
      return result;
    if (LLVM_LIKELY(current == context))
      return function();
    result = driver.contextPushCurrent(context);
    if (result != cuda::Result::Success)
      return result;
    result = function();
    driver.contextPopCurrent(&current);
    return result;
  }

  /// Whether a stream, or null, belongs to the context.
  bool owns(Stream *stream) const;
  llvm::Error makeStreamError(Stream &stream) const;
  /// The driver's stream; 0 for null.
  static cuda::Stream getStream(Stream *stream);

  /// A string that lives as long as the device, for names in messages.
  const std::string *intern(llvm::StringRef name);
  void setLastKernel(Stream *stream, const std::string *name);
  const std::string *getLastKernel(Stream *stream) const;

private:
  CudaDevice(const cuda::Driver &driver, cuda::Device handle);
  /// Fills `info`.
  llvm::Error describe(unsigned ordinal);
  /// The end of a call that put work into a stream: waits if that is null.
  llvm::Error finish(cuda::Result result,
                     llvm::function_ref<std::string()> what, Stream *stream);
  cuda::Result fillWide(DeviceAddress destination, const uint32_t *words,
                        unsigned numWords, uint64_t count,
                        cuda::Stream stream) const;

  const cuda::Driver &driver;
  cuda::Device handle;
  cuda::Context context = nullptr;
  /// The primary context is retained.
  bool isRetained = false;
  unsigned capability = 0;
  unsigned maxSharedMemory = 0;
  /// Of those in `names`.
  std::atomic<const std::string *> lastKernel{nullptr};
  std::mutex namesMutex;
  std::set<std::string> names;
};

class CudaStream final : public Stream {
public:
  CudaStream(std::shared_ptr<CudaDevice> device, cuda::Stream stream,
             bool isOwned)
      : device(std::move(device)), stream(stream), isOwned(isOwned) {}
  ~CudaStream() override;
  llvm::Error synchronize() override;
  llvm::Expected<bool> isDone() override;
  llvm::Error wait(Event &event) override;
  void *getNative() const override { return stream; }
  Device &getDevice() const override { return *device; }

private:
  friend class CudaDevice;
  std::shared_ptr<CudaDevice> device;
  cuda::Stream stream;
  bool isOwned;
  std::atomic<const std::string *> lastKernel{nullptr};
};

class CudaEvent final : public Event {
public:
  CudaEvent(std::shared_ptr<CudaDevice> device, cuda::Event event)
      : device(std::move(device)), event(event) {}
  ~CudaEvent() override;
  llvm::Error record(Stream *stream) override;
  llvm::Error synchronize() override;
  llvm::Expected<bool> isDone() override;
  llvm::Expected<float> getElapsed(Event &end) override;
  Device &getDevice() const override { return *device; }

private:
  friend class CudaStream;
  std::shared_ptr<CudaDevice> device;
  cuda::Event event;
  std::atomic<bool> isRecorded{false};
};

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_CUDADEVICE_H
