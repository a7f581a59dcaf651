//===- tile-c/Owners.hpp - The C API for C++ --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owners of the C API's handles, which destroy what they own, and statuses as
// exceptions. C++17, this header alone; no other library. Since 0.1.
//
//   tilewright::Device device;
//   tilewright::check(tileDeviceOpen(tileString("auto"), device.put()));
//   tilewright::Memory x(device, n * sizeof(float));
//   tilewright::check(tileDeviceCopyToDevice(device, x, data, bytes, {}));
//
// An owner converts to its handle, so each function of the C API takes it. It
// may be moved and not copied. Its threads' rules are those of its handle.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_C_OWNERS_HPP
#define TILE_C_OWNERS_HPP

#include "tile-c/Dialect.h"
#include "tile-c/Launches.h"
#include "tile-c/Memory.h"
#include "tile-c/Runtime.h"
#include "tile-c/Tuner.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tilewright {

/// A string that need not end in a null character, as the C API takes it. The
/// characters must be there during the call.
inline MlirStringRef text(std::string_view text) {
  return mlirStringRefCreate(text.data(), text.size());
}

/// What the C API returns, as a view that is valid as long as the original.
inline std::string_view view(MlirStringRef text) {
  return {text.data, text.length};
}

/// A call that failed: its status, and the library's message as what().
class Error : public std::runtime_error {
public:
  explicit Error(TileStatus status)
      : std::runtime_error(std::string(view(tileGetLastErrorMessage()))),
        status(status) {}
  TileStatus getStatus() const { return status; }

private:
  TileStatus status;
};

/// Throws Error if a call of this thread, the last one, failed.
inline void check(TileStatus status) {
  if (status != TileStatusSuccess)
    throw Error(status);
}

/// Owns an object of the C API: destroys it, and is not copied.
template <typename Handle, void (*destroy)(Handle)> class Owner {
public:
  Owner() = default;
  explicit Owner(Handle handle) : handle(handle) {}
  Owner(Owner &&other) noexcept : handle(other.release()) {}
  Owner &operator=(Owner &&other) noexcept {
    reset(other.release());
    return *this;
  }
  ~Owner() { reset(); }

  operator Handle() const { return handle; }
  Handle get() const { return handle; }
  explicit operator bool() const { return handle.ptr; }

  /// For the last parameter of ...Create, ...Open and the like. What was owned
  /// is destroyed before.
  Handle *put() {
    reset();
    return &handle;
  }
  /// Destroys what was owned and owns another object.
  void reset(Handle other = Handle{nullptr}) {
    Handle old = std::exchange(handle, other);
    if (old.ptr && old.ptr != other.ptr)
      destroy(old);
  }
  /// The caller destroys the object.
  Handle release() { return std::exchange(handle, Handle{nullptr}); }

private:
  Handle handle{nullptr};
};

using Cache = Owner<TileCache, tileCacheDestroy>;
using Compiler = Owner<TileCompiler, tileCompilerDestroy>;
using CompilerOptions = Owner<TileCompilerOptions, tileCompilerOptionsDestroy>;
using Device = Owner<TileDevice, tileDeviceDestroy>;
using Event = Owner<TileEvent, tileEventDestroy>;
using Graph = Owner<TileGraph, tileGraphDestroy>;
using KernelImage = Owner<TileKernelImage, tileKernelImageDestroy>;
using LinearLayout = Owner<TileLinearLayout, tileLinearLayoutDestroy>;
using MemoryPool = Owner<TileMemoryPool, tileMemoryPoolDestroy>;
using Module = Owner<TileModule, tileModuleDestroy>;
using Specializer = Owner<TileSpecializer, tileSpecializerDestroy>;
using Stream = Owner<TileStream, tileStreamDestroy>;
using Tuner = Owner<TileTuner, tileTunerDestroy>;

/// Memory of a device, which is freed. The device must be there as long.
class Memory {
public:
  Memory() = default;
  Memory(TileDevice device, uint64_t bytes) : device(device) {
    check(tileDeviceAllocate(device, bytes, &address));
  }
  Memory(Memory &&other) noexcept
      : device(other.device), address(std::exchange(other.address, 0)) {}
  Memory &operator=(Memory &&other) noexcept {
    std::swap(device, other.device);
    std::swap(address, other.address);
    return *this;
  }
  ~Memory() {
    if (address)
      tileDeviceFree(device, address);
  }
  operator TileDeviceAddress() const { return address; }
  TileDeviceAddress get() const { return address; }

private:
  TileDevice device{nullptr};
  TileDeviceAddress address = 0;
};

} // namespace tilewright

#endif // TILE_C_OWNERS_HPP
