//===- ToolSetup.cpp - What each tool does first --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolSetup.h"

#include "CompilerFlags.h"

#include "tile/BuildInfo/BuildInfo.h"
#include "tile/Support/Status.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::tile;
namespace cl = llvm::cl;

void tile::setUpTool() {
  setVersionPrinter();
  const char *noColor = getEnvironmentVariable("NO_COLOR");
  if (noColor && *noColor)
    llvm::WithColor::setAutoDetectFunction(
        [](const llvm::raw_ostream &) { return false; });
}

void tile::hideLibraryOptions() {
  for (auto &[name, option] : cl::getRegisteredOptions()) {
    bool isHelp = name == "help" || name == "help-hidden" || name == "version";
    if (!isHelp && option->getOptionHiddenFlag() == cl::NotHidden)
      option->setHiddenFlag(cl::Hidden);
  }
}

llvm::Error tile::refuseTerminal(int argc, StringRef example) {
  if (argc > 1 || !isatty(STDIN_FILENO))
    return llvm::Error::success();
  return makeError(StatusCode::InvalidArgument,
                   "expected the name of a file, found none; try '" + example +
                       "', or --help for all options");
}

llvm::Error tile::refusePython(llvm::MemoryBufferRef input) {
  StringRef text = input.getBuffer();
  // The first line that says something.
  StringRef line;
  while (line.empty() || line.starts_with("#!") || line.starts_with("# ")) {
    if (text.empty())
      break;
    std::tie(line, text) = text.split('\n');
    line = line.rtrim();
  }
  bool isPython = input.getBufferIdentifier().ends_with(".py") ||
                  line.starts_with("import ") || line.starts_with("def ") ||
                  line.starts_with("\"\"\"") ||
                  line.starts_with("@triton.jit") ||
                  (line.starts_with("from ") && line.contains(" import "));
  if (!isPython)
    return llvm::Error::success();
  return makeError(
      StatusCode::InvalidArgument,
      "expected MLIR or TTIR, found Python in '" + input.getBufferIdentifier() +
          "'; triton.compile makes TTIR of a kernel in Python, with the lines "
          "of "
          "the first page, README.md; share/tilewright/triton_replay runs a "
          "program that uses Triton as it is, see docs/triton.md");
}
