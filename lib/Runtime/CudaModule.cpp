//===- CudaModule.cpp - Modules and kernels on a GPU ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "CudaDevice.h"
#include "tile/Runtime/TensorMaps.h"

#include "tile/Runtime/CudaTarget.h"

#include "tile/Hardware/SharedMemory.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::Result;
using llvm::Twine;

/// The greatest alignment that an instruction asks of shared memory: PTX ISA,
/// "Tensor swizzling modes". Dynamic memory may begin so much after static one.
static constexpr unsigned kMaxSharedAlignment = 1024;
static constexpr unsigned kMaxJITOptLevel = 4;

namespace {

class CudaModule final : public Module {
public:
  static llvm::Expected<std::unique_ptr<Module>>
  load(std::shared_ptr<CudaDevice> device, const KernelImage &image,
       const LoadOptions &options);
  ~CudaModule() override;

  llvm::Expected<Kernel *> findKernel(llvm::StringRef name) override;
  Device &getDevice() const override { return *device; }

private:
  friend class CudaKernel;
  explicit CudaModule(std::shared_ptr<CudaDevice> device)
      : device(std::move(device)) {}
  llvm::Error loadCode(const KernelImage &image, const LoadOptions &options);
  llvm::Error compile(const std::string &ptx, const LoadOptions &options);
  llvm::Expected<cuda::Function> findEntry(const std::string &name,
                                           const KernelInfo &info) const;
  llvm::Error addKernel(const KernelInfo &info);

  std::shared_ptr<CudaDevice> device;
  cuda::Module module = nullptr;
  std::vector<std::unique_ptr<Kernel>> kernels;
};

class CudaKernel final : public Kernel {
public:
  /// `mapped` is the second entry, or null.
  CudaKernel(KernelInfo info, CudaModule &module, cuda::Function function,
             cuda::Function mapped);

  llvm::Error launchRaw(Grid grid, void **parameters, Stream *stream) override;
  llvm::Error setDynamicSharedMemory(uint64_t bytes) override;
  Device &getDevice() const override { return device; }
  Module &getModule() const override { return module; }
  void *getNative() const override { return function; }

  /// Once, before the first launch: lets launches give their dynamic shared
  /// memory, of which the caller has none yet, and take the second entry.
  llvm::Error prepare();

private:
  /// CTAs of the second entry that the GPU runs at a time; 0 if the entry is
  /// not persistent.
  uint64_t countResidentCTAs() const;
  llvm::Error allowSharedMemory(cuda::Function entry, uint64_t staticBytes,
                                uint64_t dynamicBytes) const;

  CudaDevice &device;
  CudaModule &module;
  cuda::Function function, mapped;
  /// getName(), for messages when the kernel is no more.
  const std::string *lastingName;
};

} // namespace

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

CudaKernel::CudaKernel(KernelInfo kernelInfo, CudaModule &module,
                       cuda::Function function, cuda::Function mapped)
    : Kernel(std::move(kernelInfo)), device(*module.device), module(module),
      function(function), mapped(mapped),
      lastingName(device.intern(getName())) {}

llvm::Error CudaKernel::launchRaw(Grid grid, void **parameters,
                                  Stream *stream) {
  if (LLVM_UNLIKELY(!device.owns(stream)))
    return device.makeStreamError(*stream);
  if (LLVM_UNLIKELY(isEmpty(grid)))
    return llvm::Error::success();
  if (LLVM_UNLIKELY(isTooLarge(grid)))
    return makeGridError(*this, grid);
  unsigned rows = info.programsPerCTA;
  Grid ctas = {getNumCTAs(info, grid), grid.y, grid.z};
  cuda::Function entry = function;
  unsigned dynamic = dynamicSharedMemory.load(std::memory_order_relaxed);
  unsigned threads = info.numThreads / rows;
  EncodedTensorMaps maps;
  llvm::SmallVector<void *, 128> extended;
  if (rows > 1) {
    extended.append(parameters, parameters + info.arguments.size());
    extended.push_back(&grid.x);
    parameters = extended.data();
  } else if (encodeTensorMaps(grid, parameters, maps)) {
    entry = mapped;
    ctas = maps.ctas;
    dynamic = info.tensorMapEntry->dynamicSharedMemory;
    threads = info.tensorMapEntry->numThreads;
    extended.append(parameters, parameters + info.arguments.size());
    for (unsigned i = 0, e = info.tensorMapEntry->maps.size(); i < e; ++i)
      extended.push_back(maps.maps[i]);
    if (info.tensorMapEntry->isPersistent)
      extended.append({&grid.x, &grid.y, &grid.z});
    parameters = extended.data();
  }
  Result result = device.inContext([&] {
    return device.getDriver().launchKernel(
        entry, ctas.x, ctas.y, ctas.z, threads, rows, 1, dynamic,
        CudaDevice::getStream(stream), parameters, /*extra=*/nullptr);
  });
  if (LLVM_UNLIKELY(result != Result::Success))
    return device.getDriver().makeError("launching kernel '" + getName() + "'",
                                        result, device.getLastKernel(stream));
  device.setLastKernel(stream, lastingName);
  return llvm::Error::success();
}

llvm::Error CudaKernel::setDynamicSharedMemory(uint64_t bytes) {
  if (llvm::Error error =
          checkDynamicSharedMemory(*this, bytes, device.getMaxSharedMemory()))
    return error;
  bytes += info.dynamicSharedMemory;
  if (llvm::Error error = allowSharedMemory(function, info.sharedMemory, bytes))
    return error;
  dynamicSharedMemory = bytes;
  return llvm::Error::success();
}

llvm::Error CudaKernel::prepare() {
  if (llvm::Error error = setDynamicSharedMemory(0))
    return error;
  if (!mapped)
    return llvm::Error::success();
  if (llvm::Error error =
          allowSharedMemory(mapped, info.tensorMapEntry->sharedMemory,
                            info.tensorMapEntry->dynamicSharedMemory))
    return error;
  if (!device.getDriver().tensorMapEncodeTiled)
    return llvm::Error::success();
  tensorMaps = std::make_unique<TensorMaps>(
      info, countResidentCTAs(),
      [&device = device](const sim::TensorMap &tensor, void *map) {
        return device.inContext([&] {
          return device.getDriver().tensorMapEncodeTiled(
              map, tensor.type, tensor.rank,
              reinterpret_cast<void *>(tensor.address), tensor.sizes,
              tensor.strides, tensor.box, tensor.elementStrides,
              tensor.interleave, tensor.swizzle, tensor.promotion, tensor.fill);
        }) == Result::Success;
      });
  return llvm::Error::success();
}

uint64_t CudaKernel::countResidentCTAs() const {
  const TensorMapEntry &entry = *info.tensorMapEntry;
  if (!entry.isPersistent)
    return 0;
  // A driver that does not say leaves one: any number gives the same results.
  int perMultiprocessor = 0;
  if (device.getDriver().occupancyMaxActiveBlocks)
    (void)device.inContext([&] {
      return device.getDriver().occupancyMaxActiveBlocks(
          &perMultiprocessor, mapped, static_cast<int>(entry.numThreads),
          entry.dynamicSharedMemory);
    });
  return uint64_t(device.getInfo().numMultiprocessors) *
         std::max(perMultiprocessor, 1);
}

llvm::Error CudaKernel::allowSharedMemory(cuda::Function entry,
                                          uint64_t staticBytes,
                                          uint64_t bytes) const {
  // How much of the L1 cache becomes shared memory is left to the driver: on an
  // H100, kernels that copy through 16 to 227 KiB per CTA gain at most 1 % from
  // asking for all of it, and lose as much.
  if (bytes && bytes + llvm::alignTo(staticBytes, kMaxSharedAlignment) >
                   kDefaultSharedMemory) {
    Result result = device.inContext([&] {
      return device.getDriver().functionSetAttribute(
          entry, cuda::FunctionAttribute::MaxDynamicSharedSizeBytes,
          static_cast<int>(bytes));
    });
    if (result != Result::Success)
      return device.getDriver().makeError("giving kernel '" + getName() + "' " +
                                              Twine(bytes) +
                                              " bytes of dynamic shared memory",
                                          result);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

llvm::Error CudaModule::compile(const std::string &ptx,
                                const LoadOptions &options) {
  std::string log(8192, '\0');
  cuda::JITOption names[] = {cuda::JITOption::ErrorLogBuffer,
                             cuda::JITOption::ErrorLogBufferSizeBytes,
                             cuda::JITOption::OptimizationLevel};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size() - 1),
                    reinterpret_cast<void *>(uintptr_t(options.jitOptLevel))};
  Result result = device->inContext([&] {
    return device->getDriver().moduleLoadDataEx(&module, ptx.c_str(), 3, names,
                                                values);
  });
  if (result == Result::Success)
    return llvm::Error::success();
  std::string message = "the driver cannot compile the PTX of the image: " +
                        device->getDriver().describe(result);
  llvm::StringRef text = llvm::StringRef(log.c_str()).trim();
  if (!text.empty())
    message += "\n" + text.str();
  return makeError(result == Result::OutOfMemory ? StatusCode::OutOfMemory
                                                 : StatusCode::CompileFailed,
                   message);
}

llvm::Error CudaModule::loadCode(const KernelImage &image,
                                 const LoadOptions &options) {
  const std::string &cubin = image.stages[unsigned(Stage::Cubin)];
  const std::string &ptx = image.stages[unsigned(Stage::PTX)];
  std::optional<CudaTarget> target = CudaTarget::parse(image.target);
  if (!target)
    return makeError(StatusCode::Unsupported,
                     "expected an image for a target such as 'sm_90a', found "
                     "'" +
                         image.target + "'");
  unsigned capability = device->getCapability();
  bool fitsPTX = !ptx.empty() && target->fitsPTX(capability);
  if (!cubin.empty() && target->fitsCubin(capability)) {
    Result result = device->inContext([&] {
      return device->getDriver().moduleLoadDataEx(&module, cubin.data(), 0,
                                                  nullptr, nullptr);
    });
    if (result == Result::Success)
      return llvm::Error::success();
    if (result != Result::NoBinaryForGPU || !fitsPTX)
      return device->getDriver().makeError("loading the cubin of the image",
                                           result,
                                           device->getLastKernel(nullptr));
  }
  if (fitsPTX)
    return compile(ptx, options);
  const DeviceInfo &info = device->getInfo();
  std::string has = cubin.empty() && ptx.empty() ? "neither cubin nor PTX"
                    : cubin.empty()              ? "PTX"
                    : ptx.empty()                ? "a cubin"
                                                 : "a cubin and PTX";
  return makeError(StatusCode::Unsupported,
                   "the image has " + has + " for " + image.target +
                       ", which '" + info.name + "' of compute capability " +
                       toString(capability) + " cannot run; compile for " +
                       info.target);
}

llvm::Expected<cuda::Function>
CudaModule::findEntry(const std::string &name, const KernelInfo &info) const {
  cuda::Function function = nullptr;
  Result result = device->inContext([&] {
    return device->getDriver().moduleGetFunction(&function, module,
                                                 name.c_str());
  });
  if (result == Result::NotFound)
    return makeError(StatusCode::NotFound, "the image's code has no entry '" +
                                               name + "' for the kernel '" +
                                               info.symbol + "'");
  if (result != Result::Success)
    return device->getDriver().makeError(
        "finding the entry '" + name + "' of the image", result,
        device->getLastKernel(nullptr));
  return function;
}

llvm::Error CudaModule::addKernel(const KernelInfo &info) {
  llvm::Expected<cuda::Function> function = findEntry(info.name, info);
  if (!function)
    return function.takeError();
  cuda::Function mapped = nullptr;
  if (info.tensorMapEntry) {
    llvm::Expected<cuda::Function> found =
        findEntry(info.tensorMapEntry->name, info);
    if (!found)
      return found.takeError();
    mapped = *found;
  }
  auto kernel = std::make_unique<CudaKernel>(info, *this, *function, mapped);
  if (llvm::Error error = kernel->prepare())
    return error;
  kernels.push_back(std::move(kernel));
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Module>>
CudaModule::load(std::shared_ptr<CudaDevice> device, const KernelImage &image,
                 const LoadOptions &options) {
  if (options.jitOptLevel > kMaxJITOptLevel)
    return makeError(StatusCode::InvalidArgument,
                     "expected an optimisation level of the JIT of 0 to 4, "
                     "found " +
                         Twine(options.jitOptLevel));
  if (llvm::Error error =
          checkImage(image, device->getMaxSharedMemory(), device->getInfo()))
    return error;
  std::unique_ptr<CudaModule> module(new CudaModule(std::move(device)));
  if (llvm::Error error = module->loadCode(image, options))
    return error;
  for (const KernelInfo &info : image.kernels)
    if (llvm::Error error = module->addKernel(info))
      return error;
  return module;
}

CudaModule::~CudaModule() {
  kernels.clear();
  if (module)
    (void)device->inContext(
        [&] { return device->getDriver().moduleUnload(module); });
}

llvm::Expected<Kernel *> CudaModule::findKernel(llvm::StringRef name) {
  std::vector<const Kernel *> all;
  for (auto &kernel : kernels)
    all.push_back(kernel.get());
  llvm::Expected<size_t> index = findKernelIndex(all, name);
  if (!index)
    return index.takeError();
  return kernels[*index].get();
}

llvm::Expected<std::unique_ptr<Module>>
CudaDevice::load(const KernelImage &image, const LoadOptions &options) {
  return CudaModule::load(getShared(), image, options);
}
