//===- Runtime.h - The CUDA runtime on the simulated driver -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libcudart.so.13 without a GPU: what nvcc's programs with <<<>>> call, as
// calls of the driver's public interface. NVIDIA's own runtime checks that the
// driver is NVIDIA's, so it cannot run on another one.
//
// Names and layouts: CUDA Runtime API reference, 13.0, and crt/host_runtime.h
// of the CUDA toolkit.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EMULATION_SIMULATEDRUNTIME_RUNTIME_H
#define TILE_EMULATION_SIMULATEDRUNTIME_RUNTIME_H

#include "tile/Runtime/CudaTypes.h"

#include <algorithm>
#include <cstring>

/// cudaError_t: the driver's numbers, and few others.
using Error = int;

/// A function that the library exports.
#define TILE_RUNTIME_API extern "C" __attribute__((visibility("default"))) Error

/// A function of the driver.
#define TILE_DRIVER(name, ...) extern "C" Error name(__VA_ARGS__);

namespace mlir::tile::cudart {

using cuda::Context;
using cuda::Device;
using cuda::Event;
using cuda::Pointer;
using cuda::Stream;
/// CUlibrary, CUkernel, CUgraph, CUgraphNode, CUgraphExec.
using Library = struct LibraryObject *;
using Kernel = struct KernelObject *;
using Graph = struct GraphObject *;
using GraphNode = struct GraphNodeObject *;
using GraphExec = struct GraphExecObject *;

enum : Error {
  Success = 0,
  InvalidValue = 1,
  InvalidConfiguration = 9,
  InvalidSymbol = 13,
  InvalidDeviceFunction = 98,
  LaunchFailure = 719,
  NotSupported = 801
};

/// dim3.
struct Dim3 {
  unsigned x, y, z;
};

/// Remembers an error for cudaGetLastError, and returns it.
Error note(Error error);
/// The error of a failed kernel, which all later calls that wait return, too.
Error getSticky();
void setSticky(Error error);

/// The thread has a context: that of its device, which it may choose before.
Error enter();

/// The kernel of a function on the host, or of a handle.
Error findKernel(const void *function, Kernel &kernel);
/// The place of a variable on the host.
Error findVariable(const void *symbol, Pointer &address, size_t &bytes);

inline Pointer toPointer(const void *address) {
  return reinterpret_cast<Pointer>(address);
}

/// Calls `f` on the thread's device, and remembers its error.
template <typename F> Error call(F f) {
  Error error = enter();
  return note(error != Success ? error : f());
}

} // namespace mlir::tile::cudart

#endif // TILE_EMULATION_SIMULATEDRUNTIME_RUNTIME_H
