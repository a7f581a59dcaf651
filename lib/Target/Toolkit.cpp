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

static std::string ptxasIn(const Twine &toolkit) {
  std::string path = (toolkit + "/bin/ptxas").str();
  return sys::fs::can_execute(path) ? path : std::string();
}

static std::string libdeviceIn(const Twine &toolkit) {
  std::string path = (toolkit + "/nvvm/libdevice/libdevice.10.bc").str();
  return sys::fs::exists(path) ? path : std::string();
}

static std::string findPtxas(StringRef home, StringRef searchPath,
                             ArrayRef<StringRef> toolkits) {
  if (!home.empty())
    if (std::string path = ptxasIn(home); !path.empty())
      return path;
  SmallVector<StringRef> folders;
  searchPath.split(folders, sys::EnvPathSeparator, -1, /*KeepEmpty=*/false);
  if (!folders.empty())
    if (auto path = sys::findProgramByName("ptxas", folders))
      return *path;
  for (StringRef toolkit : toolkits)
    if (std::string path = ptxasIn(toolkit); !path.empty())
      return path;
  return {};
}

static std::string findLibdevice(StringRef home, StringRef ptxas,
                                 ArrayRef<StringRef> toolkits) {
  if (!home.empty())
    if (std::string path = libdeviceIn(home); !path.empty())
      return path;
  // TOOLKIT/bin/ptxas, through symbolic links.
  SmallString<128> real;
  if (!ptxas.empty() && !isAssemblerLibrary(ptxas) &&
      !sys::fs::real_path(ptxas, real)) {
    StringRef toolkit = sys::path::parent_path(sys::path::parent_path(real));
    if (std::string path = libdeviceIn(toolkit); !path.empty())
      return path;
  }
  for (StringRef toolkit : toolkits)
    if (std::string path = libdeviceIn(toolkit); !path.empty())
      return path;
  return {};
}

/// libnvJitLink.so in a folder; newer ones know more GPUs.
static std::string nvJitLinkIn(const Twine &folder) {
  for (StringRef version : {"13", "12"}) {
    std::string path = (folder + "/libnvJitLink.so." + version).str();
    if (sys::fs::exists(path))
      return path;
  }
  return {};
}

static std::string findNvJitLink(StringRef home, StringRef searchPath,
                                 ArrayRef<StringRef> toolkits,
                                 ArrayRef<StringRef> libraryFolders) {
  auto findIn = [](StringRef toolkit) {
    for (StringRef folder : {"lib64", "lib", kToolkitLibraries})
      if (std::string path = nvJitLinkIn(toolkit + "/" + folder); !path.empty())
        return path;
    return std::string();
  };
  if (!home.empty())
    if (std::string path = findIn(home); !path.empty())
      return path;
  SmallVector<StringRef> folders;
  searchPath.split(folders, ':', -1, /*KeepEmpty=*/false);
  for (StringRef folder : folders)
    if (std::string path = nvJitLinkIn(folder); !path.empty())
      return path;
  for (StringRef toolkit : toolkits)
    if (std::string path = findIn(toolkit); !path.empty())
      return path;
  for (StringRef folder : libraryFolders)
    if (std::string path = nvJitLinkIn(folder); !path.empty())
      return path;
  return {};
}

ToolkitPaths
mlir::tile::findToolkit(function_ref<const char *(const char *)> getVariable,
                        ArrayRef<StringRef> folders,
                        ArrayRef<StringRef> libraryFolders) {
  auto get = [&](const char *name) {
    const char *value = getVariable(name);
    return StringRef(value ? value : "");
  };
  ToolkitPaths paths;
  StringRef home = get("CUDA_HOME");
  // A file that is named but missing is kept: using it then says so.
  paths.ptxas = get("TILEWRIGHT_PTXAS").str();
  if (paths.ptxas.empty())
    paths.ptxas = findPtxas(home, get("PATH"), folders);
  if (paths.ptxas.empty())
    paths.ptxas =
        findNvJitLink(home, get("LD_LIBRARY_PATH"), folders, libraryFolders);
  paths.libdevice = get("TILEWRIGHT_LIBDEVICE").str();
  if (paths.libdevice.empty())
    paths.libdevice = findLibdevice(home, paths.ptxas, folders);
  return paths;
}
