//===- Errors.cpp - Names of the simulated driver's errors ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace mlir::tile;
using namespace mlir::tile::cuda;

namespace {
struct ErrorInfo {
  Result result;
  const char *name;
  const char *text;
};
} // namespace

/// Those that this driver returns. Names: CUDA Driver API, "CUresult".
static constexpr ErrorInfo kErrors[] = {
    {Result::Success, "CUDA_SUCCESS", "no error"},
    {Result::InvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {Result::OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {Result::NotInitialized, "CUDA_ERROR_NOT_INITIALIZED",
     "cuInit was not called"},
    {Result::NoDevice, "CUDA_ERROR_NO_DEVICE", "there is no device"},
    {Result::InvalidDevice, "CUDA_ERROR_INVALID_DEVICE",
     "there is no device of that number"},
    {Result::InvalidImage, "CUDA_ERROR_INVALID_IMAGE",
     "the image is no module"},
    {Result::InvalidContext, "CUDA_ERROR_INVALID_CONTEXT",
     "no context is current"},
    {Result::NoBinaryForGPU, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "the simulator runs PTX and no machine code"},
    {Result::InvalidPTX, "CUDA_ERROR_INVALID_PTX", "the PTX has errors"},
    {Result::UnsupportedPTXVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the PTX has an unknown version"},
    {Result::InvalidHandle, "CUDA_ERROR_INVALID_HANDLE",
     "there is no such object"},
    {Result::NotFound, "CUDA_ERROR_NOT_FOUND", "nothing of that name"},
    {Result::NotReady, "CUDA_ERROR_NOT_READY", "not ready"},
    {Result(709), "CUDA_ERROR_CONTEXT_IS_DESTROYED",
     "the current context is destroyed"},
    {Result::LaunchFailed, "CUDA_ERROR_LAUNCH_FAILED",
     "the simulator found errors in the kernel and printed them"},
    {Result::NotSupported, "CUDA_ERROR_NOT_SUPPORTED",
     "the simulator does not have this"},
    {Result::Unknown, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

static const ErrorInfo *find(Result result) {
  for (const ErrorInfo &error : kErrors)
    if (error.result == result)
      return &error;
  return nullptr;
}

TILE_CUDA_API cuGetErrorName(Result result, const char **name) {
  const ErrorInfo *error = find(result);
  if (name)
    *name = error ? error->name : nullptr;
  return error && name ? Result::Success : Result::InvalidValue;
}

TILE_CUDA_API cuGetErrorString(Result result, const char **text) {
  const ErrorInfo *error = find(result);
  if (text)
    *text = error ? error->text : nullptr;
  return error && text ? Result::Success : Result::InvalidValue;
}
