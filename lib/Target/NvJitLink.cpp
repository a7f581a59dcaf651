//===- NvJitLink.cpp - NVIDIA's PTX compiler as a library -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvJitLink.h"

#include <dlfcn.h>

using namespace mlir::tile;

bool NvJitLink::load(const std::string &path, std::string &problem) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    problem = "cannot load '" + path + "'";
    if (reason)
      problem += std::string(": ") + reason;
    return false;
  }
  auto find = [&](const char *symbol, auto &function) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        dlsym(library, symbol));
    if (!function && problem.empty())
      problem = "'" + path + "' has no function " + symbol +
                "; expected libnvJitLink.so of CUDA 12.0 or later";
  };
  find("nvJitLinkCreate", create);
  find("nvJitLinkDestroy", destroy);
  find("nvJitLinkAddData", addData);
  find("nvJitLinkComplete", complete);
  find("nvJitLinkGetLinkedCubinSize", getCubinSize);
  find("nvJitLinkGetLinkedCubin", getCubin);
  find("nvJitLinkGetErrorLogSize", getErrorLogSize);
  find("nvJitLinkGetErrorLog", getErrorLog);
  find("nvJitLinkGetInfoLogSize", getInfoLogSize);
  find("nvJitLinkGetInfoLog", getInfoLog);
  return problem.empty();
}

/// A log or a cubin; empty if there is none.
template <typename Byte>
static std::string read(NvJitLink::Handle handle,
                        NvJitLink::Result (*getSize)(NvJitLink::Handle,
                                                     size_t *),
                        NvJitLink::Result (*get)(NvJitLink::Handle, Byte *)) {
  size_t size = 0;
  if (getSize(handle, &size) != NvJitLink::Success || size == 0)
    return {};
  std::string bytes(size, '\0');
  if (get(handle, bytes.data()) != NvJitLink::Success)
    return {};
  return bytes;
}

NvJitLink::Output
NvJitLink::compile(llvm::StringRef ptx,
                   llvm::ArrayRef<const char *> options) const {
  Output output;
  Handle handle = nullptr;
  Result result = create(&handle, options.size(), options.data());
  // The text ends in a null character.
  std::string text = ptx.str();
  if (result == Success)
    result = addData(handle, PTX, text.c_str(), text.size() + 1, "ptx");
  if (result == Success)
    result = complete(handle);
  output.result = result;
  if (!handle)
    return output;
  if (result == Success)
    output.cubin = read(handle, getCubinSize, getCubin);
  output.errors = read(handle, getErrorLogSize, getErrorLog);
  output.info = read(handle, getInfoLogSize, getInfoLog);
  destroy(&handle);
  return output;
}
