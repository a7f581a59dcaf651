//===- RuntimeObjects.h - Objects of tile-c/Runtime.h -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the handles of devices, streams, events, modules and kernels stand for.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_RUNTIMEOBJECTS_H
#define TILE_CAPI_RUNTIMEOBJECTS_H

#include "Status.h"

#include "tile-c/Launches.h"
#include "tile-c/Memory.h"
#include "tile/Runtime/Runtime.h"

#include <algorithm>
#include <mutex>

namespace mlir::tile::capi {

struct DeviceObject {
  std::shared_ptr<runtime::Device> device;
};

struct StreamObject {
  std::unique_ptr<runtime::Stream> stream;
};

struct EventObject {
  std::unique_ptr<runtime::Event> event;
};

struct GraphObject {
  std::unique_ptr<runtime::Graph> graph;
};

struct MemoryPoolObject {
  std::unique_ptr<runtime::MemoryPool> pool;
};

/// A module, and the handles that its kernels were given, which end with it.
class ModuleObject {
public:
  explicit ModuleObject(std::unique_ptr<runtime::Module> module)
      : module(std::move(module)) {}
  ~ModuleObject();

  /// The same handle each time.
  llvm::Expected<TileKernel> getKernel(llvm::StringRef name);
  runtime::Module &get() { return *module; }

private:
  /// Graphs with its kernels have it, too.
  std::shared_ptr<runtime::Module> module;
  std::mutex mutex;
  std::vector<std::pair<runtime::Kernel *, TileKernel>> kernels;
};

class SpecializerObject;

template <> struct HandleTraits<TileDevice> {
  using Object = DeviceObject;
  static constexpr HandleKind kind = HandleKind::Device;
  static constexpr const char *name = "TileDevice";
};
template <> struct HandleTraits<TileStream> {
  using Object = StreamObject;
  static constexpr HandleKind kind = HandleKind::Stream;
  static constexpr const char *name = "TileStream";
};
template <> struct HandleTraits<TileEvent> {
  using Object = EventObject;
  static constexpr HandleKind kind = HandleKind::Event;
  static constexpr const char *name = "TileEvent";
};
template <> struct HandleTraits<TileGraph> {
  using Object = GraphObject;
  static constexpr HandleKind kind = HandleKind::Graph;
  static constexpr const char *name = "TileGraph";
};
template <> struct HandleTraits<TileMemoryPool> {
  using Object = MemoryPoolObject;
  static constexpr HandleKind kind = HandleKind::MemoryPool;
  static constexpr const char *name = "TileMemoryPool";
};
template <> struct HandleTraits<TileModule> {
  using Object = ModuleObject;
  static constexpr HandleKind kind = HandleKind::Module;
  static constexpr const char *name = "TileModule";
};
/// Kernels belong to their module.
template <> struct HandleTraits<TileKernel> {
  using Object = runtime::Kernel;
  static constexpr HandleKind kind = HandleKind::Kernel;
  static constexpr const char *name = "TileKernel";
};
template <> struct HandleTraits<TileSpecializer> {
  using Object = SpecializerObject;
  static constexpr HandleKind kind = HandleKind::Specializer;
  static constexpr const char *name = "TileSpecializer";
};

/// A stream that may be null; false, with the error set, for a bad handle.
inline bool unwrapStream(TileStream handle, runtime::Stream *&stream) {
  stream = nullptr;
  if (!handle.ptr)
    return true;
  StreamObject *object = getObject(handle);
  if (!object)
    return false;
  stream = object->stream.get();
  return true;
}

/// Bounds on a number of samples, where 0 is the default, or the other bound if
/// that is beyond. The results hold the defaults.
inline void unwrapSamples(unsigned givenMin, unsigned givenMax,
                          unsigned &minSamples, unsigned &maxSamples) {
  if (givenMin != 0)
    minSamples = givenMin;
  else if (givenMax != 0)
    minSamples = std::min(minSamples, givenMax);
  maxSamples = givenMax != 0 ? givenMax : std::max(maxSamples, minSamples);
}

/// The arguments as the runtime has them; false, with the error set, for a null
/// pointer with a number.
bool unwrapArguments(const TileArgument *arguments, size_t numArguments,
                     llvm::ArrayRef<runtime::LaunchArgument> &result);

} // namespace mlir::tile::capi

#endif // TILE_CAPI_RUNTIMEOBJECTS_H
