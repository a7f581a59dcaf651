//===- State.h - What the simulated CUDA driver remembers -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libcuda.so.1 without a GPU: the functions of the CUDA driver that programs
// with kernels in PTX call, on the simulator. All work is done when the call
// that asks for it returns.
//
//===----------------------------------------------------------------------===//
//
// Variables of the environment, read by cuInit:
//
//   TILEWRIGHT_SIM_CAPABILITY   the compute capability: 90, or 9.0 (default 90)
//   TILEWRIGHT_SIM_DEVICES      how many devices there are (default 1)
//   TILEWRIGHT_SIM_STRICT_RACES 1: what may be a race is a finding, no note
//   TILEWRIGHT_SIM_FAILING_CANCELS
//                               each n-th clusterlaunchcontrol.try_cancel fails
//                               though clusters are left (default: none)
//   TILEWRIGHT_SIM_STEP_LIMIT   how many instructions the warps of a CTA may
//                               execute (default 100 million)
//   TILEWRIGHT_SIM_EXIT_CODE    the exit code of a program with findings, 1 to
//                               255; with it, a summary is printed always
//
// Each device has addresses of its own, and none is one of the host's memory:
// an address alone says where memory is.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EMULATION_SIMULATEDDRIVER_STATE_H
#define TILE_EMULATION_SIMULATEDDRIVER_STATE_H

#include "tile/Runtime/CudaTypes.h"
#include "tile/Simulator/Simulator.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>

/// A function that the library exports, as in cuda.h.
#define TILE_CUDA_API                                                          \
  extern "C" __attribute__((visibility("default"))) mlir::tile::cuda::Result

namespace mlir::tile::cuda {

struct SimulatedDevice;

struct ContextObject {
  SimulatedDevice *device;
  /// Of a primary context: how often it is retained. Others have 1.
  unsigned uses = 0;
  /// No two contexts of a process have the same.
  uint64_t number = 0;
};

struct FunctionObject {
  ModuleObject *module;
  std::string name;
  std::vector<sim::ParameterInfo> parameters;
  /// Static bytes, and up to how many dynamic ones a launch may have.
  unsigned staticShared = 0, maxDynamicShared = 0;
};

struct ModuleObject {
  SimulatedDevice *device;
  std::unique_ptr<sim::Program> program;
  std::vector<sim::ProgramVariable> variables;
  /// The architecture of its `.target`: what the attribute PTX_VERSION says.
  unsigned ptxVersion = 0;
  std::map<std::string, FunctionObject> functions;
};

struct GraphObject;

/// A library: modules that are loaded on each device when they are needed.
struct LibraryObject;
/// CUkernel: a name in a library. May stand where a Function does.
struct KernelObject {
  LibraryObject *library;
  std::string name;
};

struct LibraryObject {
  /// PTX.
  std::string text;
  std::map<SimulatedDevice *, Module> modules;
  std::map<std::string, KernelObject> kernels;
};

struct StreamObject {
  Context context;
  unsigned flags = 0;
  int priority = 0;
  uint64_t id = 0;
  /// What is done goes into this graph; null: it is done at once.
  GraphObject *capture = nullptr;
  /// Whether a call was made that a capture does not survive.
  bool isCaptureInvalid = false;
};

struct EventObject {
  Context context;
  /// Recorded while this graph was captured.
  GraphObject *capture = nullptr;
  bool isRecorded = false;
  /// Of the processor time of the process, so that what else runs on the
  /// machine makes no kernel slower.
  std::chrono::nanoseconds time{0};
};

/// A device. The mutex is held while its memory is used, launches included.
struct SimulatedDevice {
  explicit SimulatedDevice(unsigned number);
  std::mutex mutex;
  sim::GlobalMemory memory;
  /// What cuMemAlloc gave.
  std::set<uint64_t> allocations;
  ContextObject primary{this};
};

/// Memory of the host that the driver made or knows, by its address.
struct HostMemory {
  uint64_t bytes = 0;
  unsigned flags = 0;
  bool isManaged = false;
  /// The program's own, made known by cuMemHostRegister.
  bool isRegistered = false;
};

/// What launches found, for the summary at the end.
struct Findings {
  uint64_t launches = 0, failedLaunches = 0, findings = 0, notes = 0;
  /// Names of the kinds.
  std::map<std::string, uint64_t> byKind;
  /// A cause: kind, kernel and place. How often it came in how many launches.
  struct Cause {
    uint64_t count = 0, launches = 0;
  };
  std::map<std::string, Cause> causes;
  /// The counts of notes.
  std::set<std::string> notedCauses;
  /// Why launches were refused, as printed.
  std::set<std::string> refusals;
};

/// What is the same for all threads.
struct State {
  std::mutex mutex;
  bool isInitialized = false;
  /// major * 10 + minor.
  unsigned capability = 90;
  bool strictRaces = false;
  uint64_t failingCancels = 0;
  /// A launch with findings ends as on a GPU that did not notice.
  bool continuesAfterFindings = true;
  unsigned numMultiprocessors = sim::kNumMultiprocessors;
  unsigned stepLimit = 100'000'000;
  /// 0: that of the program.
  unsigned exitCode = 0;
  std::deque<SimulatedDevice> devices;
  std::map<uint64_t, HostMemory> hostMemory;
  /// Kernels of libraries.
  std::set<const void *> kernels;
  Findings findings;
  /// Of the region that HostMemory.cpp gives away: the next address, the end.
  uint64_t hostNext = 0, hostEnd = 0;
  bool hasExplainedRuntime = false;
  /// Modules, streams, events and contexts that exist.
  std::set<const void *> live;

  /// Never destroyed: other threads and destructors may come later.
  static State &get();

  void add(const void *object);
  /// False if there is no such object.
  bool remove(const void *object);
  bool isLive(const void *object);
  /// Streams and events are no longer captured into the graph.
  void endCapture(const GraphObject *graph);
  /// The streams and events that exist.
  std::set<StreamObject *> streams;
  std::set<EventObject *> events;
  /// What cuCtxGetId gives for a new context.
  uint64_t getContextNumber() { return nextContext++; }
  std::atomic<uint64_t> nextContext = 1;
  /// The device of that number, or null.
  SimulatedDevice *find(Device device);
};

/// The driver's version of CUDA.
inline constexpr int kDriverVersion = 13000;

/// The current context of this thread; an error if there is none, or it is
/// destroyed.
Result getCurrent(Context &context);

/// Reads an optional number from the environment; false, and says so, if the
/// variable is something else.
bool readNumber(const char *name, unsigned low, unsigned high,
                unsigned &number);

/// The number of a device.
Device getNumber(const SimulatedDevice *device);

/// Does `work` for the current context, or adds it to the graph that the stream
/// is captured in. `type` is that of graph nodes: CUgraphNodeType.
Result submit(Stream stream, int type,
              std::function<Result(SimulatedDevice &)> work);
/// Whether the stream is being captured, so that no thread can wait for it.
bool isCapturing(Stream stream);

/// Checks a launch and reads its arguments; `work` runs it.
Result prepareLaunch(Function function, sim::Launch &launch, void **parameters,
                     void **extra,
                     std::function<Result(SimulatedDevice &)> &work);

/// Loads PTX on a device; a message about errors goes to `text`.
Result loadModule(SimulatedDevice &device, const char *ptx, Module &module,
                  std::string &text);
void unloadModule(Module module);
/// Messages of the compiler go to the caller's buffer, if the options have one,
/// else to stderr.
void reportErrors(const std::string &text, unsigned numOptions,
                  const JITOption *options, void *const *values);
/// The PTX in an image for modules, which may be text or a fat binary.
Result findText(const void *image, std::string &text, std::string &errors);
/// A function, or the function of a kernel on the current device.
Result resolveFunction(Function &function);

/// Where the bytes are that are at an address of the device, or of memory of
/// the host that the driver knows; null if they are not in one buffer. The
/// device is locked.
sim::Bytes findBytes(SimulatedDevice &device, Pointer address, size_t bytes);
/// The same for the device whose memory it is; any other address is one of
/// memory of the host that the driver does not know.
sim::Bytes findBytesAnywhere(Pointer address, size_t bytes, bool &isValid);
/// Writes `width` elements in each of `height` rows; the device is locked.
Result fillRows(SimulatedDevice &device, Pointer destination, size_t pitch,
                unsigned value, unsigned elementSize, size_t width,
                size_t height);
/// Memory of the host for kernels and the host, at an address that is not used
/// again.
void *allocateHost(size_t bytes, bool isManaged, unsigned flags);
bool freeHost(void *memory);

/// Whether the stream is a number that stands for one or exists.
bool isStream(Stream stream);

} // namespace mlir::tile::cuda

// Functions of the interface that others of it call.
TILE_CUDA_API cuDeviceGetAttribute(int *value,
                                   mlir::tile::cuda::DeviceAttribute attribute,
                                   mlir::tile::cuda::Device device);
TILE_CUDA_API
cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count,
                                            mlir::tile::cuda::Function function,
                                            int threads, size_t sharedMemory);

#endif // TILE_EMULATION_SIMULATEDDRIVER_STATE_H
