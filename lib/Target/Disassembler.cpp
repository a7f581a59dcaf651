//===- Disassembler.cpp - From cubin to SASS ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Target/Disassembler.h"

#include "TemporaryFile.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir::tile;
using namespace llvm;

static constexpr StringLiteral kLineTool = "nvdisasm", kOtherTool = "cuobjdump";

std::string mlir::tile::findDisassembler(
    function_ref<const char *(const char *)> getVariable,
    ArrayRef<StringRef> toolkits) {
  auto get = [&](const char *name) {
    const char *value = getVariable(name);
    return StringRef(value ? value : "");
  };
  // A file that is named but missing is kept: using it then says so.
  if (StringRef named = get("TILEWRIGHT_NVDISASM"); !named.empty())
    return named.str();
  SmallVector<std::string> folders;
  if (StringRef home = get("CUDA_HOME"); !home.empty())
    folders.push_back((home + "/bin").str());
  SmallVector<StringRef> searched;
  get("PATH").split(searched, sys::EnvPathSeparator, -1, /*KeepEmpty=*/false);
  for (StringRef folder : searched)
    folders.push_back(folder.str());
  for (StringRef toolkit : toolkits)
    folders.push_back((toolkit + "/bin").str());
  for (StringRef tool : {kLineTool, kOtherTool})
    for (const std::string &folder : folders)
      if (std::string path = folder + "/" + tool.str();
          sys::fs::can_execute(path))
        return path;
  return {};
}

Expected<std::string> mlir::tile::disassemble(StringRef cubin,
                                              const std::string &path) {
  auto fail = [&](const Twine &why) {
    return createStringError("cannot disassemble by '" + path + "': " + why);
  };
  TemporaryFile input, output, errors;
  std::error_code error;
  if ((error = input.create("cubin")) || (error = output.create("sass")) ||
      (error = errors.create("txt")) || (error = input.write(cubin)) ||
      (error = output.write("")) || (error = errors.write("")))
    return fail("cannot write a temporary file: " + error.message());
  SmallVector<StringRef> arguments = {path};
  if (sys::path::filename(path).contains(kOtherTool))
    arguments.push_back("-sass");
  else
    // The code alone, with lines; lines of inlined code come with their calls.
    llvm::append_range(arguments, ArrayRef<StringRef>{"-c", "-gi"});
  arguments.push_back(input.getPath());
  std::optional<StringRef> redirects[] = {StringRef(), output.getPath(),
                                          errors.getPath()};
  std::string message;
  bool executionFailed = false;
  int code = sys::ExecuteAndWait(path, arguments, std::nullopt, redirects,
                                 /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                 &message, &executionFailed);
  if (executionFailed || code < 0)
    return fail(message);
  if (code != 0)
    return fail("it failed with code " + Twine(code) + ": " +
                StringRef(errors.read()).trim());
  return output.read();
}
