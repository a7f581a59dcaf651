//===- Toolkit.cpp - Finding the CUDA toolkit -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Target/Assembler.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir::tile;
using namespace llvm;

static constexpr StringLiteral kToolkits[] = {"/usr/local/cuda",
                                              "/usr/lib/cuda"};

static std::string ptxasIn(const Twine &toolkit) {
  std::string path = (toolkit + "/bin/ptxas").str();
  return sys::fs::can_execute(path) ? path : std::string();
}

static std::string libdeviceIn(const Twine &toolkit) {
  std::string path = (toolkit + "/nvvm/libdevice/libdevice.10.bc").str();
  return sys::fs::exists(path) ? path : std::string();
}

static std::string findPtxas(StringRef home, StringRef searchPath) {
  if (!home.empty())
    if (std::string path = ptxasIn(home); !path.empty())
      return path;
  SmallVector<StringRef> folders;
  searchPath.split(folders, sys::EnvPathSeparator, -1, /*KeepEmpty=*/false);
  if (!folders.empty())
    if (auto path = sys::findProgramByName("ptxas", folders))
      return *path;
  for (StringRef toolkit : kToolkits)
    if (std::string path = ptxasIn(toolkit); !path.empty())
      return path;
  return {};
}

static std::string findLibdevice(StringRef home, StringRef ptxas) {
  if (!home.empty())
    if (std::string path = libdeviceIn(home); !path.empty())
      return path;
  // TOOLKIT/bin/ptxas, through symbolic links.
  SmallString<128> real;
  if (!ptxas.empty() && !sys::fs::real_path(ptxas, real)) {
    StringRef toolkit = sys::path::parent_path(sys::path::parent_path(real));
    if (std::string path = libdeviceIn(toolkit); !path.empty())
      return path;
  }
  for (StringRef toolkit : kToolkits)
    if (std::string path = libdeviceIn(toolkit); !path.empty())
      return path;
  return {};
}

ToolkitPaths
mlir::tile::findToolkit(function_ref<const char *(const char *)> getVariable) {
  auto get = [&](const char *name) {
    const char *value = getVariable(name);
    return StringRef(value ? value : "");
  };
  ToolkitPaths paths;
  StringRef home = get("CUDA_HOME");
  // A file that is named but missing is kept: using it then says so.
  paths.ptxas = get("TILEWRIGHT_PTXAS").str();
  if (paths.ptxas.empty())
    paths.ptxas = findPtxas(home, get("PATH"));
  paths.libdevice = get("TILEWRIGHT_LIBDEVICE").str();
  if (paths.libdevice.empty())
    paths.libdevice = findLibdevice(home, paths.ptxas);
  return paths;
}
