//===- CudaLinker.cpp - Links code for a GPU ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"
#include "ForeignCode.h"

#include "llvm/ADT/STLExtras.h"

#include <dlfcn.h>

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::JITInput;
using cuda::JITOption;
using cuda::Result;
using llvm::Twine;

/// The code of an input: that of an image is its cubin, or else its PTX, which
/// the caller has chosen by the kind.
static llvm::StringRef getCode(const LinkInput &input, CodeKind kind) {
  if (!input.image)
    return input.code;
  return input.image->getStage(kind == CodeKind::Cubin ? Stage::Cubin
                                                       : Stage::PTX);
}

/// The error of a linker, with its log.
static llvm::Error makeLinkError(const Twine &linker, const std::string &log) {
  std::string message = ("linking by " + linker + " failed").str();
  llvm::StringRef text = llvm::StringRef(log.c_str()).trim();
  if (!text.empty())
    message += ":\n" + text.str();
  return makeError(StatusCode::CompileFailed, message);
}

//===----------------------------------------------------------------------===//
// nvJitLink
//===----------------------------------------------------------------------===//

namespace {

/// nvJitLink's interface, from nvJitLink.h of CUDA 12 and 13: the symbols have
/// the version in their names, and these are the oldest.
struct JitLink {
  using Handle = void *;
  int (*create)(Handle *handle, uint32_t numOptions, const char **options);
  int (*destroy)(Handle *handle);
  int (*addData)(Handle handle, int kind, const void *data, size_t size,
                 const char *name);
  int (*complete)(Handle handle);
  int (*getCubinSize)(Handle handle, size_t *size);
  int (*getCubin)(Handle handle, void *cubin);
  int (*getLogSize)(Handle handle, size_t *size);
  int (*getLog)(Handle handle, char *log);
  /// CUDA's major version.
  unsigned version = 0;

  /// Null if there is none.
  static const JitLink *get();

private:
  bool load(unsigned major);
};

/// nvJitLinkInputType.
enum JitLinkInput {
  kCubin = 1,
  kPTX = 2,
  kFatbin = 4,
  kObject = 5,
  kLibrary = 6
};

} // namespace

bool JitLink::load(unsigned major) {
  std::string name = "libnvJitLink.so." + std::to_string(major);
  void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return false;
  bool isWhole = true;
  auto find = [&](auto &function, const char *symbol) {
    // __nvJitLinkCreate_12_0 in 12 and in 13; plain names come last.
    std::string versioned =
        "__" + std::string(symbol) + "_" + std::to_string(major) + "_0";
    std::string older = "__" + std::string(symbol) + "_12_0";
    void *found = nullptr;
    for (const char *each : {versioned.c_str(), older.c_str(), symbol})
      if (!found)
        found = dlsym(library, each);
    function = reinterpret_cast<std::decay_t<decltype(function)>>(found);
    isWhole &= found != nullptr;
  };
  find(create, "nvJitLinkCreate");
  find(destroy, "nvJitLinkDestroy");
  find(addData, "nvJitLinkAddData");
  find(complete, "nvJitLinkComplete");
  find(getCubinSize, "nvJitLinkGetLinkedCubinSize");
  find(getCubin, "nvJitLinkGetLinkedCubin");
  find(getLogSize, "nvJitLinkGetErrorLogSize");
  find(getLog, "nvJitLinkGetErrorLog");
  version = major;
  return isWhole;
}

const JitLink *JitLink::get() {
  static const JitLink loaded = [] {
    JitLink library;
    if (!library.load(13) && !library.load(12))
      library.version = 0;
    return library;
  }();
  return loaded.version ? &loaded : nullptr;
}

static JitLinkInput getJitLinkKind(CodeKind kind) {
  switch (kind) {
  case CodeKind::Cubin:
    return kCubin;
  case CodeKind::Fatbin:
    return kFatbin;
  case CodeKind::Object:
    return kObject;
  case CodeKind::Library:
    return kLibrary;
  case CodeKind::PTX:
  case CodeKind::Auto:
    break;
  }
  return kPTX;
}

static llvm::Expected<std::string>
linkByLibrary(const JitLink &library, CudaDevice &device,
              llvm::ArrayRef<LinkInput> inputs, llvm::ArrayRef<CodeKind> kinds,
              const LoadOptions &options) {
  std::string arch = "-arch=" + device.getInfo().target;
  std::string level = "-O" + std::to_string(std::min(options.jitOptLevel, 3u));
  const char *words[] = {arch.c_str(), level.c_str()};
  JitLink::Handle handle = nullptr;
  if (library.create(&handle, std::size(words), words) != 0)
    return makeLinkError("nvJitLink",
                         "it refuses the options " + arch + " " + level);
  bool isGood = true;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    std::string name = describeInput(i, input);
    // PTX ends in a null character.
    std::string code = getCode(input, kinds[i]).str();
    size_t size = code.size() + (kinds[i] == CodeKind::PTX);
    isGood = isGood && library.addData(handle, getJitLinkKind(kinds[i]),
                                       code.c_str(), size, name.c_str()) == 0;
  }
  std::string result;
  size_t size = 0;
  isGood = isGood && library.complete(handle) == 0 &&
           library.getCubinSize(handle, &size) == 0;
  if (isGood) {
    result.resize(size);
    isGood = library.getCubin(handle, result.data()) == 0;
  }
  std::string log;
  if (!isGood && library.getLogSize(handle, &size) == 0) {
    log.resize(size + 1);
    (void)library.getLog(handle, log.data());
  }
  (void)library.destroy(&handle);
  if (!isGood)
    return makeLinkError("nvJitLink", log);
  return result;
}

//===----------------------------------------------------------------------===//
// The driver's linker
//===----------------------------------------------------------------------===//

static JITInput getDriverKind(CodeKind kind) {
  switch (kind) {
  case CodeKind::Cubin:
    return JITInput::Cubin;
  case CodeKind::Fatbin:
    return JITInput::Fatbin;
  case CodeKind::Object:
    return JITInput::Object;
  case CodeKind::Library:
    return JITInput::Library;
  case CodeKind::PTX:
  case CodeKind::Auto:
    break;
  }
  return JITInput::PTX;
}

static llvm::Expected<std::string>
linkByDriver(CudaDevice &device, llvm::ArrayRef<LinkInput> inputs,
             llvm::ArrayRef<CodeKind> kinds, const LoadOptions &options) {
  const cuda::Driver &driver = device.getDriver();
  std::string log(8192, '\0');
  JITOption names[] = {JITOption::ErrorLogBuffer,
                       JITOption::ErrorLogBufferSizeBytes,
                       JITOption::OptimizationLevel};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size() - 1),
                    reinterpret_cast<void *>(uintptr_t(options.jitOptLevel))};
  std::string cubin;
  Result result = device.inContext([&] {
    cuda::LinkState state = nullptr;
    Result done = driver.linkCreate(std::size(names), names, values, &state);
    if (done != Result::Success)
      return done;
    for (auto [i, input] : llvm::enumerate(inputs)) {
      if (done != Result::Success)
        break;
      std::string name = describeInput(i, input);
      std::string code = getCode(input, kinds[i]).str();
      size_t size = code.size() + (kinds[i] == CodeKind::PTX);
      done = driver.linkAddData(state, getDriverKind(kinds[i]), code.data(),
                                size, name.c_str(), 0, nullptr, nullptr);
    }
    void *linked = nullptr;
    size_t size = 0;
    if (done == Result::Success)
      done = driver.linkComplete(state, &linked, &size);
    if (done == Result::Success)
      cubin.assign(static_cast<const char *>(linked), size);
    (void)driver.linkDestroy(state);
    return done;
  });
  if (result == Result::Success)
    return cubin;
  if (result == Result::OutOfMemory)
    return driver.makeError("linking", result);
  return makeLinkError("the driver",
                       driver.describe(result) + "\n" + log.c_str());
}

llvm::Expected<std::string> mlir::tile::runtime::linkCode(
    CudaDevice &device, llvm::ArrayRef<LinkInput> inputs,
    llvm::ArrayRef<CodeKind> kinds, const LoadOptions &options) {
  // A driver before nvJitLink's version cannot load what it makes.
  const JitLink *library = JitLink::get();
  if (library && library->version <= device.getDriver().version / 1000 &&
      !device.isSimulated()) {
    if (llvm::Error error = checkDefinitions(inputs, kinds))
      return std::move(error);
    return linkByLibrary(*library, device, inputs, kinds, options);
  }
  return linkByDriver(device, inputs, kinds, options);
}
