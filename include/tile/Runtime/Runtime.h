//===- Runtime.h - Devices, memory and launches -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads kernel images on a GPU, through the CUDA driver, or on the simulator,
// and launches them. The driver is loaded when a device of it is asked for.
//
//===----------------------------------------------------------------------===//
//
//   auto device = Device::open("auto");              // Expected<shared_ptr<>>
//   auto x = (*device)->allocate(4096);
//   auto module = (*device)->load(image);
//   auto kernel = (*module)->findKernel("scale");
//   LaunchArgument arguments[] = {
//       LaunchArgument::pointer(*x),
//       LaunchArgument::integer(ArgumentType::I32, n)};
//   llvm::Error error =
//       (*kernel)->launch({grid}, arguments, /*stream=*/nullptr);
//
// Addresses are the device's: a CUdeviceptr, or an address of the simulator's
// memory. A null stream is the device's default stream: for CUDA the legacy
// default stream of the context; a call that copies or fills with a
// null stream has finished when it returns. On the simulator all work is done
// when the call that asks for it returns, whatever the stream.
//
// Lifetime: what a device makes holds on to the device.
// Threads: a device and what it makes may be used from any threads at once; the
// simulator runs one launch of a device at a time. A kernel and a stream must
// not be destroyed while another thread uses them.
// The caller's current CUDA context is the same after each call as before.
//
// Errors are StatusErrors. The driver's asynchronous errors show at the next
// call that waits: that error names the kernel launched last on the stream.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_RUNTIME_H
#define TILE_RUNTIME_RUNTIME_H

#include "tile/Image/KernelImage.h"
#include "tile/Support/Status.h"

#include "llvm/ADT/ArrayRef.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace mlir::tile::sim {
struct Report;
} // namespace mlir::tile::sim

namespace mlir::tile::runtime {

using DeviceAddress = uint64_t;

/// CTAs in each dimension.
struct Grid {
  uint32_t x = 1, y = 1, z = 1;
};

/// TileArgumentType in tile-c/Runtime.h has the same values.
enum class ArgumentType : uint32_t {
  Pointer = 0,
  I1 = 1,
  I8 = 2,
  I16 = 3,
  I32 = 4,
  I64 = 5,
  F16 = 6,
  BF16 = 7,
  F32 = 8,
  F64 = 9,
  F8E4M3FN = 10,
  F8E5M2 = 11,
};

/// "pointer", "i32", "f8E4M3FN", ...
llvm::StringRef getName(ArgumentType type);
/// Bytes of the kernel's parameter.
unsigned getSize(ArgumentType type);

/// An argument of a launch: 16 bytes, the layout of TileArgument. The value's
/// bytes come first in `bits` (little endian); floating-point types as their
/// bits.
struct LaunchArgument {
  ArgumentType type = ArgumentType::Pointer;
  /// For later versions; checks refuse anything but 0.
  uint32_t reserved = 0;
  uint64_t bits = 0;

  static LaunchArgument pointer(DeviceAddress address) {
    return {ArgumentType::Pointer, 0, address};
  }
  static LaunchArgument integer(ArgumentType type, int64_t value) {
    return {type, 0, static_cast<uint64_t>(value)};
  }
  static LaunchArgument f32(float value) {
    LaunchArgument argument{ArgumentType::F32, 0, 0};
    std::memcpy(&argument.bits, &value, sizeof(value));
    return argument;
  }
};

struct DeviceInfo {
  bool isSimulator = false;
  /// The N of cuda:N; 0 for the simulator.
  unsigned ordinal = 0;
  /// "NVIDIA H200", "PTX simulator".
  std::string name;
  /// What to compile for: "sm_90a". The simulator runs code for every target.
  std::string target;
  uint64_t totalMemory = 0;
  uint64_t l2Bytes = 0;
  unsigned numMultiprocessors = 0;
  /// The driver's CUDA version, 13000 for 13.0; 0 for the simulator.
  unsigned driverVersion = 0;
};

/// What a device allows, by name, in an order that stays.
using Limits = std::vector<std::pair<llvm::StringRef, int64_t>>;

struct LoadOptions {
  /// Of the driver's JIT compiler, for an image without a fitting cubin.
  unsigned jitOptLevel = 4;
};

/// The kind of code that another compiler made. TileCodeKind in
/// tile-c/Modules.h has the same values.
enum class CodeKind : uint32_t {
  /// Seen from the first bytes: all but Object, which begins as Cubin does.
  Auto = 0,
  PTX = 1,
  Cubin = 2,
  Fatbin = 3,
  /// An object file of the host with code for GPUs in it.
  Object = 4,
  /// An archive of such files.
  Library = 5,
};

/// A part of a module: an image, or code of another compiler.
struct LinkInput {
  /// Null: `code` counts.
  const KernelImage *image = nullptr;
  /// For messages; may be empty.
  llvm::StringRef name;
  llvm::StringRef code;
  CodeKind kind = CodeKind::Auto;
};

/// A variable of a module.
struct GlobalVariable {
  DeviceAddress address = 0;
  uint64_t bytes = 0;
};

/// Where a device's memory comes from instead of the driver or the host. Called
/// from any threads at once, without a lock of this library.
struct DeviceAllocator {
  /// Of addresses, which memory of the driver and of the simulator has, too.
  static constexpr uint64_t kAlignment = 256;
  /// A CUstream, null among them, or none.
  using NativeStream = std::optional<void *>;
  /// 0 if there is no memory. On the simulator, an address of the host. Work of
  /// the stream, or of all streams, may use the memory at once.
  std::function<DeviceAddress(uint64_t bytes, NativeStream stream)> allocate;
  /// Work in the stream may use the memory still; without a stream none does.
  std::function<void(DeviceAddress address, uint64_t bytes,
                     NativeStream stream)>
      free;
};

/// What a kernel takes when it runs. The simulator has no machine code: there
/// `isKnown` is false, and what only machine code has is 0.
struct KernelUsage {
  bool isKnown = false;
  unsigned registers = 0;
  /// Bytes per thread, spilled registers among them.
  unsigned localMemory = 0;
  /// Bytes per CTA, static.
  unsigned sharedMemory = 0;
  unsigned constantMemory = 0;
  /// Threads that a CTA may have.
  unsigned maxThreads = 0;
  /// Of the target of the PTX, and of the machine code: 90.
  unsigned ptxTarget = 0, binaryTarget = 0;
};

/// How a launch differs from a plain one.
struct LaunchOptions {
  /// Threads of a CTA; 0 in x: what the kernel says.
  Grid block{0, 0, 0};
  /// CTAs of a cluster; 0 in x: what the kernel says.
  Grid cluster{0, 0, 0};
  /// Bytes per CTA in addition to the bytes that each launch of the kernel has.
  unsigned dynamicSharedMemory = 0;
  /// All CTAs are on the device at once.
  bool isCooperative = false;
  /// May begin when all CTAs of the launch before it in the stream have ended
  /// or run `tile.grid_dependency_launch_dependents`.
  bool isDependent = false;
  /// Of the launch; none: that of the stream.
  std::optional<int> priority;
};

class Device;
class Graph;
class Stream;
class Event;
class MemoryPool;
class Module;
class Kernel;
class TensorMaps;
struct EncodedTensorMaps;

/// An ordered queue of work.
class Stream {
public:
  virtual ~Stream();
  /// Waits for all work in it.
  virtual llvm::Error synchronize() = 0;
  /// Whether all work in it is done.
  virtual llvm::Expected<bool> isDone() = 0;
  /// Work added from now on waits for the event.
  virtual llvm::Error wait(Event &event) = 0;
  /// Calls the function on a thread of the host when all work before is done.
  /// It must call nothing of CUDA.
  virtual llvm::Error addCallback(std::function<void()> callback) = 0;
  virtual llvm::Expected<int> getPriority() = 0;
  /// Work added from now on becomes nodes of a graph, and is not done.
  virtual llvm::Error beginCapture() = 0;
  /// The graph of all work since `beginCapture`, in all streams that waited for
  /// events of this one; ready to be launched.
  virtual llvm::Expected<std::unique_ptr<Graph>> endCapture() = 0;
  virtual llvm::Expected<bool> isCapturing() = 0;
  /// The CUstream, or null.
  virtual void *getNative() const = 0;
  virtual Device &getDevice() const = 0;
};

/// A mark in a stream, with a time.
class Event {
public:
  virtual ~Event();
  /// `stream` may be null.
  virtual llvm::Error record(Stream *stream) = 0;
  virtual llvm::Error synchronize() = 0;
  virtual llvm::Expected<bool> isDone() = 0;
  /// Milliseconds from this event to a later one; both are recorded and done.
  virtual llvm::Expected<float> getElapsed(Event &end) = 0;
  /// The CUevent, or null.
  virtual void *getNative() const = 0;
  virtual Device &getDevice() const = 0;
};

/// What a node of a graph does. TileGraphNodeKind in tile-c/Launches.h has the
/// same values.
enum class GraphNodeKind : uint32_t {
  Kernel = 0,
  Copy = 1,
  Fill = 2,
  Callback = 3,
  Other = 4,
};

/// Work that was captured, and can be done again and again.
class Graph {
public:
  virtual ~Graph();
  virtual llvm::Error launch(Stream *stream) = 0;
  /// Numbered in the order in which they were added.
  virtual size_t getNumNodes() const = 0;
  virtual GraphNodeKind getNodeKind(size_t node) const = 0;
  /// The kernel of a node; null if it has none that this library launched. It
  /// is kept alive by the graph.
  virtual Kernel *getNodeKernel(size_t node) const = 0;
  /// Launches from now on launch the node's kernel with this grid and these
  /// parameters, which are read before the call returns.
  virtual llvm::Error setNode(size_t node, Grid grid, void **parameters) = 0;
  /// The CUgraphExec, or null.
  virtual void *getNative() const = 0;
  virtual Device &getDevice() const = 0;
};

/// Rows of the same width, a pitch apart from each other, on two sides. A side
/// on the host has a pointer, one on the device an address.
struct Rows {
  void *host = nullptr;
  DeviceAddress address = 0;
  uint64_t pitch = 0;
};

/// Where asynchronous allocations are taken from.
class MemoryPool {
public:
  virtual ~MemoryPool();
  /// Bytes that stay with the pool when it waits for its stream.
  virtual llvm::Error setReleaseThreshold(uint64_t bytes) = 0;
  /// Gives back all but so many bytes, as far as they are free.
  virtual llvm::Error trim(uint64_t bytes) = 0;
  /// Bytes that the pool has, and how many of them are allocated.
  virtual llvm::Expected<std::pair<uint64_t, uint64_t>> getUsage() = 0;
  virtual Device &getDevice() const = 0;
};

/// What a benchmark does. Times in milliseconds.
struct BenchmarkOptions {
  /// Runs before the first sample, at least one launch.
  double warmUp = 25;
  /// Samples are taken until they add up to this, within the next two.
  double duration = 100;
  unsigned minSamples = 10, maxSamples = 10000;
  /// Writes more than the L2 cache holds before each sample, outside of its
  /// time; else a launch that does not count comes before each sample. The
  /// simulator has no cache and does neither.
  bool coldL2 = true;
};

/// Milliseconds a launch. On the simulator, of the host.
struct BenchmarkResult {
  double median = 0, mean = 0, min = 0, max = 0;
  double p10 = 0, p90 = 0, p99 = 0;
  unsigned numSamples = 0;
};

/// Compares the arguments of launches with what a kernel expects.
class ArgumentChecker {
public:
  explicit ArgumentChecker(const KernelInfo &kernel);

  /// Number and types (InvalidArgument, or Unsupported for a parameter of a
  /// type that ArgumentType does not have), values that fit their type
  /// (InvalidArgument), divisibility and fixed values (AssumptionViolated). A
  /// null pointer is a multiple of everything. The error names the kernel and
  /// the argument, whose number is from 0, as everywhere. Allocates nothing if
  /// all fits.
  llvm::Error check(llvm::ArrayRef<LaunchArgument> arguments) const;

private:
  /// What is known of an argument, in the form in which it is quickly checked.
  struct Rule {
    ArgumentType type;
    /// False: of a type that ArgumentType does not have.
    bool isKnown;
    /// Not 0: any type of as many bytes, because PTX types differ from the
    /// types of sources.
    unsigned char anyOfBytes;
    bool hasFixedValue;
    /// How many upper bits of `bits` are not the value's; 0 if not looked at.
    unsigned char unusedBits;
    int64_t divisibility;
    int64_t fixedValue;
  };
  llvm::Error makeError(unsigned index, const LaunchArgument &argument) const;
  static bool isRightBySize(const Rule &rule, const LaunchArgument &argument);

  std::vector<Rule> rules;
  /// For messages.
  KernelInfo kernel;
};

/// A kernel of a loaded module.
class Kernel {
public:
  virtual ~Kernel();

  const KernelInfo &getInfo() const { return info; }
  /// The name that messages give it: the symbol in the source.
  const std::string &getName() const { return info.symbol; }

  /// As ArgumentChecker does.
  llvm::Error checkArguments(llvm::ArrayRef<LaunchArgument> arguments) const {
    return checker.check(arguments);
  }

  /// Checks arguments and grid, and launches. Takes no lock on a GPU, and
  /// allocates nothing up to 128 arguments. A grid with a 0 in it does nothing;
  /// x may be up to 2^31 - 1, y and z up to 65535.
  llvm::Error launch(Grid grid, llvm::ArrayRef<LaunchArgument> arguments,
                     Stream *stream, const LaunchOptions *options = nullptr);

  /// Launches without looking at the arguments: `parameters` points to one
  /// pointer for each, to its value, as for cuLaunchKernel. On a GPU about as
  /// fast as that. A kernel with a TensorMapEntry has it launched where that is
  /// allowed, with maps of the arguments' values. Maps of the last launches are
  /// kept; a new one takes about a microsecond. Null `options` are a plain
  /// launch; options of a block, a cluster or a cooperative launch take the
  /// plain entry.
  virtual llvm::Error launchRaw(Grid grid, void **parameters, Stream *stream,
                                const LaunchOptions *options = nullptr) = 0;

  /// Bytes of dynamic shared memory for launches from now on, after the bytes
  /// that the code needs and every launch has
  /// (KernelInfo::dynamicSharedMemory); 0 at first. With any of these, launches
  /// take the plain entry.
  virtual llvm::Error setDynamicSharedMemory(uint64_t bytes) = 0;

  /// How much of a multiprocessor's L1 cache and shared memory should be shared
  /// memory: 0 to 100 per cent, or -1 for the driver's choice, as at first.
  virtual llvm::Error setSharedMemoryCarveout(int percent) = 0;

  virtual llvm::Expected<KernelUsage> getUsage() = 0;
  /// CTAs of so many threads, with so many bytes of dynamic shared memory, that
  /// a multiprocessor runs at a time.
  virtual llvm::Expected<unsigned> countResidentCTAs(unsigned threads,
                                                     uint64_t dynamicBytes) = 0;
  /// Clusters of a launch with these options that the device runs at a time.
  virtual llvm::Expected<unsigned>
  countResidentClusters(const LaunchOptions &options) = 0;

  /// False: launches from now on take the plain entry. True at first.
  void setUsesTensorMaps(bool uses);
  /// Whether `launchRaw` would take the TensorMapEntry of the kernel.
  bool takesTensorMaps(Grid grid, void *const *parameters) const;

  virtual Device &getDevice() const = 0;
  virtual Module &getModule() const = 0;
  /// The CUfunction, or null; of the plain entry.
  virtual void *getNative() const = 0;

protected:
  explicit Kernel(KernelInfo info);
  /// The threads of a CTA of a launch with these options; an error if neither
  /// the options nor the kernel set them, or the kernel requires another
  /// number.
  llvm::Expected<Grid> getBlock(const LaunchOptions &options) const;
  /// Whether a launch may take the TensorMapEntry, as far as its arguments do
  /// not decide.
  bool mayTakeTensorMaps() const;
  /// Whether a launch takes the TensorMapEntry; then it has these maps. For
  /// `ctasPerProgram` see TensorMaps::encode.
  bool encodeTensorMaps(const Grid &grid, void *const *parameters,
                        EncodedTensorMaps &maps,
                        unsigned ctasPerProgram = 0) const;

  KernelInfo info;
  /// Null where the kernel has no such entry, or the device encodes no maps.
  std::unique_ptr<TensorMaps> tensorMaps;
  /// Of each launch: what the code needs, and what the caller asks for.
  std::atomic<unsigned> dynamicSharedMemory;

private:
  std::atomic<bool> usesTensorMaps{true};
  ArgumentChecker checker;
};

/// An image on a device. Owns its kernels. A graph with nodes of its kernels
/// keeps one that a shared_ptr owns.
class Module : public std::enable_shared_from_this<Module> {
public:
  virtual ~Module();
  /// By symbol or PTX name; an empty name finds the only kernel. The kernel
  /// lives as long as the module.
  virtual llvm::Expected<Kernel *> findKernel(llvm::StringRef name) = 0;
  /// Symbols of the kernels. Unsupported where a driver before CUDA 12.4 does
  /// not say them.
  virtual llvm::Expected<std::vector<std::string>> getKernelNames() = 0;
  /// A variable of global or constant memory, by its name in PTX.
  virtual llvm::Expected<GlobalVariable> findGlobal(llvm::StringRef name) = 0;
  /// The CUmodule, or null.
  virtual void *getNative() const = 0;
  virtual Device &getDevice() const = 0;
};

class Device : public std::enable_shared_from_this<Device> {
public:
  /// "sim", "sim:sm_80" (says that target, for compiles), "cuda", "cuda:1",
  /// "auto": the first GPU if there is one that works, else the simulator.
  static llvm::Expected<std::shared_ptr<Device>> open(llvm::StringRef spec);
  /// The device of an existing CUcontext, which the caller keeps alive.
  static llvm::Expected<std::shared_ptr<Device>> adopt(void *context);
  /// How many GPUs the driver has; fails with Unavailable where there is no
  /// driver, with its reason.
  static llvm::Expected<unsigned> countGPUs();

  virtual ~Device();
  const DeviceInfo &getInfo() const { return info; }
  virtual llvm::Expected<Limits> getLimits() = 0;

  /// At a multiple of 256. 0 bytes are allowed and get an address. What is not
  /// freed stays allocated when the device's object goes.
  virtual llvm::Expected<DeviceAddress> allocate(uint64_t bytes) = 0;
  /// Address 0 is allowed and nothing.
  virtual llvm::Error free(DeviceAddress address) = 0;
  /// With a stream, `source` and `destination` on the host must stay until the
  /// stream is done with them.
  virtual llvm::Error copyToDevice(DeviceAddress destination,
                                   const void *source, uint64_t bytes,
                                   Stream *stream) = 0;
  virtual llvm::Error copyToHost(void *destination, DeviceAddress source,
                                 uint64_t bytes, Stream *stream) = 0;
  /// Within the device.
  virtual llvm::Error copy(DeviceAddress destination, DeviceAddress source,
                           uint64_t bytes, Stream *stream) = 0;
  /// Writes `count` patterns of 1, 2, 4, 8 or 16 bytes one after the other.
  /// `destination` is a multiple of the pattern's size, or of 4 if that is
  /// less; the pattern is read before the call returns.
  virtual llvm::Error fill(DeviceAddress destination, const void *pattern,
                           unsigned patternBytes, uint64_t count,
                           Stream *stream) = 0;

  /// Memory that is allocated from now on, without a pool, comes from the
  /// allocator; null: as at first. What comes from it goes back to it: when it
  /// is freed, or when the device's object goes.
  virtual void
  setAllocator(std::shared_ptr<const DeviceAllocator> allocator) = 0;

  /// In the order of the stream; `stream` and `pool` may be null: the null
  /// stream, the device's own pool. Not while the stream is captured.
  virtual llvm::Expected<DeviceAddress>
  allocateAsync(uint64_t bytes, MemoryPool *pool, Stream *stream) = 0;
  virtual llvm::Error freeAsync(DeviceAddress address, Stream *stream) = 0;
  virtual llvm::Expected<std::unique_ptr<MemoryPool>> createPool() = 0;
  /// Bytes that are free, and all.
  virtual llvm::Expected<std::pair<uint64_t, uint64_t>> getMemory() = 0;

  /// Memory of the host that the device reaches at the same address, and that
  /// copies need not wait for.
  virtual llvm::Expected<void *> allocateHost(uint64_t bytes) = 0;
  virtual llvm::Error freeHost(void *memory) = 0;
  /// Makes memory of the caller such memory.
  virtual llvm::Error registerHost(void *memory, uint64_t bytes) = 0;
  virtual llvm::Error unregisterHost(void *memory) = 0;

  /// From the memory of another device, or of this one.
  virtual llvm::Error copyFromPeer(DeviceAddress destination, Device &peer,
                                   DeviceAddress source, uint64_t bytes,
                                   Stream *stream) = 0;
  /// Whether kernels of this device can be let access the peer's memory.
  virtual llvm::Expected<bool> canAccessPeer(Device &peer) = 0;
  virtual llvm::Error setPeerAccess(Device &peer, bool enable) = 0;

  /// Copies `height` rows of `width` bytes.
  virtual llvm::Error copyRows(const Rows &destination, const Rows &source,
                               uint64_t width, uint64_t height,
                               Stream *stream) = 0;
  /// Writes `width` patterns of 1, 2 or 4 bytes into each of `height` rows.
  virtual llvm::Error fillRows(const Rows &destination, const void *pattern,
                               unsigned patternBytes, uint64_t width,
                               uint64_t height, Stream *stream) = 0;
  /// Waits for all work of the device (of its context).
  virtual llvm::Error synchronize() = 0;

  /// A stream that, as CUDA's are by default, waits for earlier work of the
  /// null stream, and the other way round.
  virtual llvm::Expected<std::unique_ptr<Stream>> createStream() = 0;
  /// Wraps a CUstream of the device's context; not destroyed with the object.
  virtual llvm::Expected<std::unique_ptr<Stream>> adoptStream(void *native) = 0;
  /// Of a priority between the two of `getPriorities`; others become the nearer
  /// one. One that is not blocking does not wait for the null stream.
  virtual llvm::Expected<std::unique_ptr<Stream>>
  createStream(int priority, bool isBlocking) = 0;
  /// The least priority and the greatest, which is the smaller number.
  virtual llvm::Expected<std::pair<int, int>> getPriorities() = 0;
  virtual llvm::Expected<std::unique_ptr<Event>> createEvent() = 0;
  /// Wraps a CUevent of the device's context; not destroyed with the object.
  virtual llvm::Expected<std::unique_ptr<Event>> adoptEvent(void *native) = 0;
  /// The CUcontext, or null.
  virtual void *getNative() const = 0;

  /// Takes the cubin if the image has one that fits the device, else the PTX.
  /// The error says what the image is for and what the device is.
  virtual llvm::Expected<std::unique_ptr<Module>>
  load(const KernelImage &image, const LoadOptions &options = {}) = 0;
  /// Links images and code of other compilers into one module, which has the
  /// kernels of all parts. One part of code alone is loaded as it is.
  virtual llvm::Expected<std::unique_ptr<Module>>
  link(llvm::ArrayRef<LinkInput> inputs, const LoadOptions &options = {}) = 0;

protected:
  DeviceInfo info;
};

/// Measures launches of a kernel on the null stream.
llvm::Expected<BenchmarkResult>
benchmark(Kernel &kernel, Grid grid, llvm::ArrayRef<LaunchArgument> arguments,
          const BenchmarkOptions &options);

/// Measures anything that adds work to the device's null stream: a copy, say.
llvm::Expected<BenchmarkResult>
benchmark(Device &device, const std::function<llvm::Error()> &step,
          const BenchmarkOptions &options);

/// Settings of a simulated device; an error for a GPU.
struct SimulatorSettings {
  /// Host threads that a launch runs on; 0: one per core.
  unsigned threads = 0;
  bool findGlobalRaces = true, findSharedRaces = true, findUninitialized = true;
  /// What may be a race is an error: sim::RunOptions::strictRaces.
  bool strictRaces = false;
  /// Modules and allocations from now on: sim::GlobalMemory::followsUndefined.
  bool findUninitializedGlobal = false;
  uint64_t stepLimit = 100'000'000;
  /// sim::RunOptions::continuesAfterFindings: a launch with findings fails all
  /// the same, but when it has done all its work.
  bool continuesAfterFindings = false;
  /// DeviceInfo::numMultiprocessors from now on; 132 are an H200's. Persistent
  /// entries of modules loaded from now on are launched with as many CTAs.
  unsigned numMultiprocessors = 132;
  /// Modules that are loaded from now on have exact arithmetic:
  /// sim::Arithmetic::Exact.
  bool exactArithmetic = false;
};
llvm::Error setSimulatorSettings(Device &device,
                                 const SimulatorSettings &settings);

/// Lets kernels on a simulated device reach memory of the host at the host's
/// address, until that is removed. `name` is what findings call it. An error
/// for a GPU, and if the memory would overlap with other memory of the device.
/// `undefined` as in sim::GlobalMemory::addHostMemory.
llvm::Error addHostMemory(Device &device, void *memory, uint64_t bytes,
                          llvm::StringRef name, uint8_t *undefined = nullptr);
llvm::Error removeHostMemory(Device &device, void *memory);

/// Gets what a launch on the simulator found, notes too, when it has ended.
using FindingHandler =
    std::function<void(const Kernel &kernel, const sim::Report &report)>;
/// Replaces the device's handler; null: none. An error for a GPU.
llvm::Error setFindingHandler(Device &device, FindingHandler handler);

} // namespace mlir::tile::runtime

#endif // TILE_RUNTIME_RUNTIME_H
