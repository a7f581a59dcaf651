//===- CudaModule.cpp - Modules and kernels on a GPU ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "CudaKernel.h"
#include "ForeignCode.h"

#include "tile/PTX/Parser.h"
#include "tile/Runtime/CudaTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::Result;
using llvm::Twine;

static constexpr unsigned kMaxJITOptLevel = 4;

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

llvm::Error CudaModule::loadBinary(llvm::StringRef code, const Twine &what) {
  // What the driver reads is as long as its headers say: see checkCode. The
  // simulated driver reads text to a null character.
  std::string bytes = code.str();
  Result result = device->inContext([&] {
    return device->getDriver().moduleLoadDataEx(&module, bytes.c_str(), 0,
                                                nullptr, nullptr);
  });
  if (result == Result::Success)
    return llvm::Error::success();
  if (result == Result::NoBinaryForGPU)
    return makeError(StatusCode::Unsupported,
                     what + " has no code that '" + device->getInfo().name +
                         "' of compute capability " +
                         toString(device->getCapability()) + " can run");
  return device->getDriver().makeError("loading " + what, result,
                                       device->getLastKernel(nullptr));
}

llvm::Expected<std::unique_ptr<Module>>
CudaModule::link(std::shared_ptr<CudaDevice> device,
                 llvm::ArrayRef<LinkInput> inputs, const LoadOptions &options) {
  if (inputs.empty())
    return makeError(StatusCode::InvalidArgument,
                     "expected a part to link, found none");
  if (inputs.size() == 1 && inputs.front().image)
    return load(std::move(device), *inputs.front().image, options);
  std::vector<CodeKind> kinds;
  std::vector<KernelInfo> infos;
  std::unique_ptr<CudaModule> module(new CudaModule(device));
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (input.image) {
      if (llvm::Error error = checkImage(
              *input.image, device->getMaxSharedMemory(), device->getInfo()))
        return std::move(error);
      // PTX has what a linker may need; a cubin of a whole program has not.
      bool hasPTX = !input.image->getStage(Stage::PTX).empty();
      if (!hasPTX && input.image->getStage(Stage::Cubin).empty())
        return makeError(StatusCode::Unsupported,
                         "expected PTX or a cubin in the image of " +
                             describeInput(i, input) + " found neither");
      kinds.push_back(hasPTX ? CodeKind::PTX : CodeKind::Cubin);
      if (llvm::Error error = addKernels(infos, input.image->kernels))
        return std::move(error);
      continue;
    }
    llvm::Expected<CodeKind> kind = checkCode(i, input);
    if (!kind)
      return kind.takeError();
    kinds.push_back(*kind);
    if (*kind != CodeKind::PTX) {
      module->hasForeignKernels = true;
      continue;
    }
    // PTX that this library cannot read the driver may know.
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(input.code);
    if (!parsed)
      module->hasForeignKernels = true;
    else if (llvm::Error error =
                 addKernels(infos, describeEntries(parsed.value)))
      return std::move(error);
    // Of several parts, the linker says it.
    if (parsed && inputs.size() == 1)
      if (llvm::Error error =
              checkDefined(parsed.value, describeInput(i, input)))
        return std::move(error);
  }
  if (inputs.size() == 1 && kinds.front() == CodeKind::PTX) {
    if (llvm::Error error = module->compile(inputs.front().code.str(), options))
      return std::move(error);
  } else if (inputs.size() == 1 && (kinds.front() == CodeKind::Cubin ||
                                    kinds.front() == CodeKind::Fatbin)) {
    if (llvm::Error error = module->loadBinary(
            inputs.front().code,
            getName(kinds.front()) + " of " + describeInput(0, inputs.front())))
      return std::move(error);
  } else {
    llvm::Expected<std::string> linked =
        linkCode(*device, inputs, kinds, options);
    if (!linked)
      return linked.takeError();
    if (llvm::Error error = module->loadBinary(*linked, "the linked code"))
      return std::move(error);
  }
  for (const KernelInfo &info : infos)
    if (llvm::Error error = module->addKernel(info))
      return std::move(error);
  if (module->hasForeignKernels)
    if (llvm::Error error = module->addNamedKernels())
      return std::move(error);
  return module;
}

CudaModule::~CudaModule() {
  kernels.clear();
  if (module)
    (void)device->inContext(
        [&] { return device->getDriver().moduleUnload(module); });
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

KernelInfo CudaModule::describeEntry(const std::string &name,
                                     cuda::Function function) const {
  KernelInfo info;
  info.symbol = info.name = name;
  const cuda::Driver &driver = device->getDriver();
  size_t offset = 0, size = 0;
  for (size_t i = 0; driver.functionGetParamInfo; ++i) {
    Result result = device->inContext([&] {
      return driver.functionGetParamInfo(function, i, &offset, &size);
    });
    if (result != Result::Success)
      break;
    KernelArgument argument;
    argument.name = "arg" + std::to_string(i);
    argument.size = size;
    bool isScalar = size <= 8 && llvm::isPowerOf2_64(size);
    argument.type = isScalar ? "b" + std::to_string(8 * size)
                             : "b8[" + std::to_string(size) + "]";
    info.arguments.push_back(std::move(argument));
  }
  return info;
}

llvm::Error CudaModule::addNamedKernels() {
  const cuda::Driver &driver = device->getDriver();
  if (!driver.moduleGetFunctionCount || !driver.moduleEnumerateFunctions ||
      !driver.functionGetName)
    return llvm::Error::success();
  unsigned count = 0;
  std::vector<cuda::Function> functions;
  Result result = device->inContext([&] {
    Result counted = driver.moduleGetFunctionCount(&count, module);
    functions.resize(count);
    return counted == Result::Success && count
               ? driver.moduleEnumerateFunctions(functions.data(), count,
                                                 module)
               : counted;
  });
  if (result != Result::Success)
    return driver.makeError("asking for the kernels of a module", result,
                            device->getLastKernel(nullptr));
  for (cuda::Function function : functions) {
    const char *text = nullptr;
    result = device->inContext(
        [&] { return driver.functionGetName(&text, function); });
    if (result != Result::Success || !text)
      continue;
    std::string name = text;
    bool isKnown = llvm::any_of(kernels, [&](auto &kernel) {
      const KernelInfo &info = kernel->getInfo();
      return info.name == name ||
             (info.tensorMapEntry && info.tensorMapEntry->name == name);
    });
    if (!isKnown)
      if (llvm::Error error = addKernel(describeEntry(name, function)))
        return error;
  }
  return llvm::Error::success();
}

llvm::Expected<Kernel *> CudaModule::findKernel(llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<const Kernel *> all;
  for (auto &kernel : kernels)
    all.push_back(kernel.get());
  llvm::Expected<size_t> index = findKernelIndex(all, name);
  if (index)
    return kernels[*index].get();
  // A driver that does not list its kernels finds them by name.
  cuda::Function function = nullptr;
  std::string text = name.str();
  Result result = hasForeignKernels && !name.empty() ? device->inContext([&] {
    return device->getDriver().moduleGetFunction(&function, module,
                                                 text.c_str());
  })
                                                     : Result::NotFound;
  if (result != Result::Success)
    return index.takeError();
  llvm::consumeError(index.takeError());
  if (llvm::Error error = addKernel(describeEntry(text, function)))
    return std::move(error);
  return kernels.back().get();
}

llvm::Expected<std::vector<std::string>> CudaModule::getKernelNames() {
  if (hasForeignKernels && !device->getDriver().moduleEnumerateFunctions)
    return device->getDriver().makeMissing(
        "the kernels of a module", "cuModuleEnumerateFunctions", "12.4");
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<std::string> names;
  for (auto &kernel : kernels)
    names.push_back(kernel->getName());
  return names;
}

llvm::Expected<GlobalVariable> CudaModule::findGlobal(llvm::StringRef name) {
  std::string text = name.str();
  cuda::Pointer address = 0;
  size_t bytes = 0;
  Result result = device->inContext([&] {
    return device->getDriver().moduleGetGlobal(&address, &bytes, module,
                                               text.c_str());
  });
  if (result == Result::NotFound)
    return makeError(StatusCode::NotFound,
                     "expected a variable of the module, found '" + text + "'");
  if (result != Result::Success)
    return device->getDriver().makeError("finding the variable '" + text + "'",
                                         result,
                                         device->getLastKernel(nullptr));
  return GlobalVariable{address, bytes};
}

llvm::Expected<std::unique_ptr<Module>>
CudaDevice::load(const KernelImage &image, const LoadOptions &options) {
  return CudaModule::load(getShared(), image, options);
}

llvm::Expected<std::unique_ptr<Module>>
CudaDevice::link(llvm::ArrayRef<LinkInput> inputs, const LoadOptions &options) {
  return CudaModule::link(getShared(), inputs, options);
}
