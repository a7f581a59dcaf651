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

#include "DeviceAllocator.h"

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
  void *getNative() const override { return context; }
  llvm::Expected<std::unique_ptr<Module>>
  load(const KernelImage &image, const LoadOptions &options) override;
  llvm::Expected<std::unique_ptr<Module>>
  link(llvm::ArrayRef<LinkInput> inputs, const LoadOptions &options) override;

  const cuda::Driver &getDriver() const { return driver; }
  std::shared_ptr<CudaDevice> getShared();
  /// Compute capability as major * 10 + minor.
  unsigned getCapability() const { return capability; }
  /// Bytes that a CTA may have.
  unsigned getMaxSharedMemory() const { return maxSharedMemory; }
  /// Whether the driver is that of emulation/SimulatedDriver, which runs PTX
  /// alone.
  bool isSimulated() const { return info.name == "PTX simulator"; }

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

  /// A launch of a captured stream: its kernel, for the graph.
  struct CapturedLaunch {
    uint64_t capture;
    cuda::GraphNode node;
    Kernel *kernel;
    std::shared_ptr<Module> module;
    /// Of the launch, for later parameters.
    LaunchOptions options;
    unsigned ctasPerProgram;
  };
  /// Called after each launch; costs a load while nothing is captured.
  void noteLaunch(Stream *stream, Kernel &kernel, const LaunchOptions *options,
                  unsigned ctasPerProgram) {
    if (LLVM_UNLIKELY(numCaptures.load(std::memory_order_relaxed)) && stream)
      noteCapturedLaunch(stream, kernel, options, ctasPerProgram);
  }
  void beginCapture() { ++numCaptures; }
  /// Takes the launches of a capture.
  std::vector<CapturedLaunch> endCapture(uint64_t capture);
  /// The capture of a stream, and the last node of it; false if it is not
  /// captured, or the driver does not say.
  bool findCapture(cuda::Stream stream, uint64_t &capture,
                   cuda::GraphNode &node) const;

private:
  void noteCapturedLaunch(Stream *stream, Kernel &kernel,
                          const LaunchOptions *options,
                          unsigned ctasPerProgram);
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
  std::atomic<unsigned> numCaptures{0};
  std::mutex capturesMutex;
  std::vector<CapturedLaunch> captured;
  /// Of the program's allocator.
  AllocatorBlocks blocks;
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
  llvm::Error addCallback(std::function<void()> callback) override;
  llvm::Expected<int> getPriority() override;
  llvm::Error beginCapture() override;
  llvm::Expected<std::unique_ptr<Graph>> endCapture() override;
  llvm::Expected<bool> isCapturing() override;
  void *getNative() const override { return stream; }
  Device &getDevice() const override { return *device; }

private:
  friend class CudaDevice;
  std::shared_ptr<CudaDevice> device;
  cuda::Stream stream;
  bool isOwned;
  /// A capture began with it.
  std::atomic<bool> isOrigin{false};
  std::atomic<const std::string *> lastKernel{nullptr};
};

class CudaEvent final : public Event {
public:
  CudaEvent(std::shared_ptr<CudaDevice> device, cuda::Event event, bool isOwned)
      : device(std::move(device)), event(event), isOwned(isOwned),
        isRecorded(!isOwned) {}
  ~CudaEvent() override;
  llvm::Error record(Stream *stream) override;
  llvm::Error synchronize() override;
  llvm::Expected<bool> isDone() override;
  llvm::Expected<float> getElapsed(Event &end) override;
  void *getNative() const override { return event; }
  Device &getDevice() const override { return *device; }

private:
  friend class CudaStream;
  std::shared_ptr<CudaDevice> device;
  cuda::Event event;
  bool isOwned;
  /// It is not known for an adopted one; the driver says.
  std::atomic<bool> isRecorded;
};

/// A graph of the driver, instantiated.
class CudaGraph final : public Graph {
public:
  /// Takes over `graph`. `launches` are its launches that are known.
  static llvm::Expected<std::unique_ptr<Graph>>
  create(std::shared_ptr<CudaDevice> device, cuda::Graph graph,
         std::vector<CudaDevice::CapturedLaunch> launches);
  ~CudaGraph() override;
  llvm::Error launch(Stream *stream) override;
  size_t getNumNodes() const override { return nodes.size(); }
  GraphNodeKind getNodeKind(size_t node) const override {
    return nodes[node].kind;
  }
  Kernel *getNodeKernel(size_t node) const override {
    return nodes[node].launch ? nodes[node].launch->kernel : nullptr;
  }
  llvm::Error setNode(size_t node, Grid grid, void **parameters) override;
  void *getNative() const override { return exec; }
  Device &getDevice() const override { return *device; }

private:
  struct Node {
    cuda::GraphNode node;
    GraphNodeKind kind;
    std::optional<CudaDevice::CapturedLaunch> launch;
  };
  CudaGraph(std::shared_ptr<CudaDevice> device, cuda::Graph graph)
      : device(std::move(device)), graph(graph) {}

  std::shared_ptr<CudaDevice> device;
  cuda::Graph graph;
  cuda::GraphExec exec = nullptr;
  std::vector<Node> nodes;
};

/// Links inputs into a cubin for the device: by nvJitLink where that is found,
/// which knows PTX of its own version, else by the driver.
llvm::Expected<std::string> linkCode(CudaDevice &device,
                                     llvm::ArrayRef<LinkInput> inputs,
                                     llvm::ArrayRef<CodeKind> kinds,
                                     const LoadOptions &options);

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_CUDADEVICE_H
