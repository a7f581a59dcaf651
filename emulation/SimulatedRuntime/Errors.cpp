//===- Errors.cpp - Errors of the simulated runtime
//--------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <atomic>

using namespace mlir::tile::cudart;

TILE_DRIVER(cuGetErrorName, Error, const char **)
TILE_DRIVER(cuGetErrorString, Error, const char **)

static thread_local Error lastError = Success;

Error mlir::tile::cudart::note(Error error) {
  if (error != Success)
    lastError = error;
  return error;
}

static std::atomic<Error> &sticky() {
  static std::atomic<Error> error = Success;
  return error;
}

Error mlir::tile::cudart::getSticky() { return sticky(); }
void mlir::tile::cudart::setSticky(Error error) { sticky() = error; }

TILE_RUNTIME_API cudaGetLastError() {
  Error error = lastError;
  lastError = Success;
  return error;
}

TILE_RUNTIME_API cudaPeekAtLastError() { return lastError; }

namespace {
struct ErrorInfo {
  Error error;
  const char *name, *text;
};
} // namespace

/// Those that the runtime names otherwise than the driver, or that the driver
/// does not have.
static constexpr ErrorInfo kErrors[] = {
    {0, "cudaSuccess", "no error"},
    {1, "cudaErrorInvalidValue", "invalid argument"},
    {2, "cudaErrorMemoryAllocation", "out of memory"},
    {3, "cudaErrorInitializationError", "initialization error"},
    {9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {13, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {21, "cudaErrorInvalidMemcpyDirection", "invalid direction of a copy"},
    {98, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {100, "cudaErrorNoDevice", "there is no device"},
    {101, "cudaErrorInvalidDevice", "there is no device of that number"},
    {200, "cudaErrorInvalidKernelImage", "the image is no module"},
    {201, "cudaErrorDeviceUninitialized", "no context is current"},
    {209, "cudaErrorNoKernelImageForDevice",
     "the program has no PTX that the device can run"},
    {218, "cudaErrorInvalidPtx", "the PTX has errors"},
    {301, "cudaErrorFileNotFound", "file not found"},
    {400, "cudaErrorInvalidResourceHandle", "there is no such object"},
    {401, "cudaErrorIllegalState", "not in this state"},
    {500, "cudaErrorSymbolNotFound", "nothing of that name"},
    {600, "cudaErrorNotReady", "not ready"},
    {712, "cudaErrorHostMemoryAlreadyRegistered",
     "the memory is registered already"},
    {713, "cudaErrorHostMemoryNotRegistered", "the memory is not registered"},
    {719, "cudaErrorLaunchFailure",
     "the simulator found errors in the kernel and printed them"},
    {720, "cudaErrorCooperativeLaunchTooLarge",
     "too many CTAs in a cooperative launch"},
    {801, "cudaErrorNotSupported", "the simulator does not have this"},
    {900, "cudaErrorStreamCaptureUnsupported",
     "not while a stream is captured"},
    {906, "cudaErrorStreamCaptureImplicit",
     "the default stream cannot be captured"},
    {910, "cudaErrorGraphExecUpdateFailure", "the graph has another form"},
};

static const ErrorInfo *find(Error error) {
  for (const ErrorInfo &info : kErrors)
    if (info.error == error)
      return &info;
  return nullptr;
}

extern "C" __attribute__((visibility("default"))) const char *
cudaGetErrorName(Error error) {
  if (const ErrorInfo *info = find(error))
    return info->name;
  const char *name = nullptr;
  return cuGetErrorName(error, &name) == Success ? name : "unrecognized error";
}

extern "C" __attribute__((visibility("default"))) const char *
cudaGetErrorString(Error error) {
  if (const ErrorInfo *info = find(error))
    return info->text;
  const char *text = nullptr;
  return cuGetErrorString(error, &text) == Success ? text
                                                   : "unrecognized error";
}
