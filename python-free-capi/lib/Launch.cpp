//===- Launch.cpp - Modules, kernels and launches of tile-c/Runtime.h -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"
#include "RuntimeObjects.h"

#include "llvm/ADT/APFloat.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Expected;
using runtime::ArgumentType;
using runtime::LaunchArgument;

// A TileArgument is a LaunchArgument; so launches copy nothing.
static_assert(sizeof(TileArgument) == sizeof(LaunchArgument) &&
              alignof(TileArgument) == alignof(LaunchArgument) &&
              offsetof(TileArgument, value) == offsetof(LaunchArgument, bits));
static_assert(TileArgumentTypePointer == unsigned(ArgumentType::Pointer) &&
              TileArgumentTypeI1 == unsigned(ArgumentType::I1) &&
              TileArgumentTypeI64 == unsigned(ArgumentType::I64) &&
              TileArgumentTypeF16 == unsigned(ArgumentType::F16) &&
              TileArgumentTypeF8E5M2 == unsigned(ArgumentType::F8E5M2));

bool capi::unwrapArguments(const TileArgument *arguments, size_t numArguments,
                           llvm::ArrayRef<LaunchArgument> &result) {
  if (!arguments && numArguments) {
    (void)failNull("arguments");
    return false;
  }
  result = {reinterpret_cast<const LaunchArgument *>(arguments), numArguments};
  return true;
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

ModuleObject::~ModuleObject() {
  for (auto &[kernel, handle] : kernels)
    releaseHandle(handle);
}

Expected<TileKernel> ModuleObject::getKernel(llvm::StringRef name) {
  Expected<runtime::Kernel *> found = module->findKernel(name);
  if (!found)
    return found.takeError();
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[kernel, handle] : kernels)
    if (kernel == *found)
      return handle;
  auto handle = lendHandle<TileKernel>(*found);
  if (!handle.ptr)
    return makeError(StatusCode::OutOfMemory, "too many objects");
  kernels.emplace_back(*found, handle);
  return handle;
}

TileStatus tileModuleLoad(TileDevice device, TileKernelImage image,
                          TileModule *module) {
  DeviceObject *place = getObject(device);
  ImageObject *code = place ? getObject(image) : nullptr;
  if (!code)
    return TileStatusInvalidHandle;
  if (!module)
    return failNull("module");
  Expected<std::unique_ptr<runtime::Module>> loaded =
      place->device->load(code->image);
  if (!loaded)
    return setError(loaded.takeError());
  return giveHandle(std::make_unique<ModuleObject>(std::move(*loaded)), module);
}

void tileModuleDestroy(TileModule module) { destroyHandle(module); }

TileStatus tileModuleGetKernel(TileModule module, MlirStringRef name,
                               TileKernel *kernel) {
  ModuleObject *object = getObject(module);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  if (!kernel)
    return failNull("kernel");
  Expected<TileKernel> found = object->getKernel(text);
  if (!found)
    return setError(found.takeError());
  *kernel = *found;
  return TileStatusSuccess;
}

TileStatus tileKernelGetInfo(TileKernel kernel, TileKernelInfo *info) {
  runtime::Kernel *object = getObject(kernel);
  if (!object)
    return TileStatusInvalidHandle;
  if (!info)
    return failNull("info");
  *info = wrapKernel(object->getInfo());
  return TileStatusSuccess;
}

TileStatus tileKernelGetArgument(TileKernel kernel, size_t argument,
                                 TileArgumentInfo *info) {
  runtime::Kernel *object = getObject(kernel);
  if (!object)
    return TileStatusInvalidHandle;
  size_t count = object->getInfo().arguments.size();
  if (argument >= count)
    return setError(StatusCode::InvalidArgument,
                    "expected an argument's number below " +
                        llvm::Twine(count) + ", found " +
                        llvm::Twine(argument));
  if (!info)
    return failNull("info");
  *info = wrapArgument(object->getInfo().arguments[argument]);
  return TileStatusSuccess;
}

TileStatus tileKernelSetDynamicSharedMemory(TileKernel kernel, uint64_t bytes) {
  runtime::Kernel *object = getObject(kernel);
  return object ? setError(object->setDynamicSharedMemory(bytes))
                : TileStatusInvalidHandle;
}

void *tileKernelGetCUDA(TileKernel kernel) {
  runtime::Kernel *object = lookupHandle(kernel);
  return object ? object->getNative() : nullptr;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// A number rounded to a type of 16 bits.
static TileArgument makeHalf(TileArgumentType type,
                             const llvm::fltSemantics &semantics,
                             double value) {
  llvm::APFloat rounded(value);
  bool losesInfo;
  (void)rounded.convert(semantics, llvm::APFloat::rmNearestTiesToEven,
                        &losesInfo);
  return tileArgumentBits(type, rounded.bitcastToAPInt().getZExtValue());
}

TileArgument tileArgumentF16(double value) {
  return makeHalf(TileArgumentTypeF16, llvm::APFloat::IEEEhalf(), value);
}

TileArgument tileArgumentBF16(double value) {
  return makeHalf(TileArgumentTypeBF16, llvm::APFloat::BFloat(), value);
}

TileStatus tileKernelLaunch(TileKernel kernel, TileGrid grid,
                            const TileArgument *arguments, size_t numArguments,
                            TileStream stream) {
  runtime::Kernel *object = getObject(kernel);
  runtime::Stream *queue;
  if (LLVM_UNLIKELY(!object || !unwrapStream(stream, queue)))
    return TileStatusInvalidHandle;
  llvm::ArrayRef<LaunchArgument> list;
  if (LLVM_UNLIKELY(!unwrapArguments(arguments, numArguments, list)))
    return TileStatusInvalidArgument;
  return setError(object->launch({grid.x, grid.y, grid.z}, list, queue));
}

TileStatus tileKernelLaunchRaw(TileKernel kernel, TileGrid grid,
                               void **parameters, TileStream stream) {
  runtime::Kernel *object = getObject(kernel);
  runtime::Stream *queue;
  if (LLVM_UNLIKELY(!object || !unwrapStream(stream, queue)))
    return TileStatusInvalidHandle;
  if (LLVM_UNLIKELY(!parameters && !object->getInfo().arguments.empty()))
    return failNull("parameters");
  return setError(
      object->launchRaw({grid.x, grid.y, grid.z}, parameters, queue));
}

TileStatus tileKernelCheckArguments(TileKernel kernel,
                                    const TileArgument *arguments,
                                    size_t numArguments) {
  runtime::Kernel *object = getObject(kernel);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::ArrayRef<LaunchArgument> list;
  if (!unwrapArguments(arguments, numArguments, list))
    return TileStatusInvalidArgument;
  return setError(object->checkArguments(list));
}

//===----------------------------------------------------------------------===//
// Benchmarks
//===----------------------------------------------------------------------===//

static runtime::BenchmarkOptions
unwrapOptions(const TileBenchmarkOptions *options) {
  runtime::BenchmarkOptions result;
  if (!options)
    return result;
  if (options->warmUp != 0)
    result.warmUp = options->warmUp;
  if (options->duration != 0)
    result.duration = options->duration;
  unwrapSamples(options->minSamples, options->maxSamples, result.minSamples,
                result.maxSamples);
  result.coldL2 = !options->warmL2;
  return result;
}

static TileStatus giveResult(Expected<runtime::BenchmarkResult> measured,
                             TileBenchmarkResult *result) {
  if (!measured)
    return setError(measured.takeError());
  *result = {measured->median, measured->mean,      measured->min,
             measured->max,    measured->p10,       measured->p90,
             measured->p99,    measured->numSamples};
  return TileStatusSuccess;
}

TileBenchmarkOptions tileBenchmarkOptionsGetDefault(void) {
  runtime::BenchmarkOptions options;
  return {options.warmUp, options.duration, options.minSamples,
          options.maxSamples, !options.coldL2};
}

TileStatus tileKernelBenchmark(TileKernel kernel, TileGrid grid,
                               const TileArgument *arguments,
                               size_t numArguments,
                               const TileBenchmarkOptions *options,
                               TileBenchmarkResult *result) {
  runtime::Kernel *object = getObject(kernel);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::ArrayRef<LaunchArgument> list;
  if (!unwrapArguments(arguments, numArguments, list))
    return TileStatusInvalidArgument;
  if (!result)
    return failNull("result");
  return giveResult(runtime::benchmark(*object, {grid.x, grid.y, grid.z}, list,
                                       unwrapOptions(options)),
                    result);
}

TileStatus tileDeviceBenchmark(TileDevice device, TileBenchmarkStep step,
                               void *userData,
                               const TileBenchmarkOptions *options,
                               TileBenchmarkResult *result) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!step)
    return failNull("step");
  if (!result)
    return failNull("result");
  auto run = [&]() -> llvm::Error {
    TileStatus status = step(userData);
    if (status == TileStatusSuccess)
      return llvm::Error::success();
    // The step's own last call said why.
    return makeError(static_cast<StatusCode>(status),
                     tileGetLastErrorMessage().data);
  };
  return giveResult(
      runtime::benchmark(*object->device, run, unwrapOptions(options)), result);
}
