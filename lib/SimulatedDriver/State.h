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
// Two variables of the environment, read by cuInit:
//
//   TILEWRIGHT_SIM_CAPABILITY   the compute capability: 90, or 9.0 (default 90)
//   TILEWRIGHT_SIM_DEVICES      how many devices there are (default 1)
//
// Addresses of two devices may be equal: there is no unified addressing.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATEDDRIVER_STATE_H
#define TILE_LIB_SIMULATEDDRIVER_STATE_H

#include "tile/Runtime/CudaTypes.h"
#include "tile/Simulator/Simulator.h"

#include <chrono>
#include <deque>
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
  /// The addresses of its variables.
  std::vector<uint64_t> variables;
  unsigned ptxVersion = 0;
  std::map<std::string, FunctionObject> functions;
};

struct StreamObject {
  Context context;
};

struct EventObject {
  Context context;
  bool isRecorded = false;
  std::chrono::steady_clock::time_point time;
};

/// A device. The mutex is held while its memory is used, launches included.
struct SimulatedDevice {
  std::mutex mutex;
  sim::GlobalMemory memory;
  /// What cuMemAlloc gave.
  std::set<uint64_t> allocations;
  ContextObject primary{this};
};

/// What is the same for all threads.
struct State {
  std::mutex mutex;
  bool isInitialized = false;
  /// major * 10 + minor.
  unsigned capability = 90;
  std::deque<SimulatedDevice> devices;
  /// Modules, streams, events and contexts that exist.
  std::set<const void *> live;

  /// Never destroyed: other threads and destructors may come later.
  static State &get();

  void add(const void *object);
  /// False if there is no such object.
  bool remove(const void *object);
  bool isLive(const void *object);
  /// The device of that number, or null.
  SimulatedDevice *find(Device device);
};

/// The driver's version of CUDA.
inline constexpr int kDriverVersion = 13000;

/// The current context of this thread; an error if there is none, or it is
/// destroyed.
Result getCurrent(Context &context);

/// Whether the stream is a number that stands for one or exists.
bool isStream(Stream stream);

} // namespace mlir::tile::cuda

#endif // TILE_LIB_SIMULATEDDRIVER_STATE_H
