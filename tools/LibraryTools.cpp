//===- LibraryTools.cpp - The tools inside libtilewright.so ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryTools.h"

#include "Tools.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;

/// What the library's own calls of __cxa_atexit do not come to, see
/// python-free-capi/lib/StaticVariables.cpp.
extern "C" int __real___cxa_atexit(void (*)(void *), void *, void *) noexcept;

/// Writes what is left, and ends the process with an error if that, or
/// anything before, could not be written.
static void closeOutput(void *) { llvm::outs().~raw_fd_ostream(); }

int tileToolMain(const char *tool, int argc, char **argv) {
  static constexpr struct {
    llvm::StringLiteral name;
    int (*run)(int argc, char **argv);
  } kTools[] = {{"tilec", tilecMain},
                {"tile-layout", tileLayoutMain},
                {"tile-lsp-server", tileLspServerMain},
                {"tile-opt", tileOptMain},
                {"tile-ptx-table", tilePTXTableMain},
                {"tile-run", tileRunMain},
                {"tile-translate", tileTranslateMain}};
  for (const auto &entry : kTools)
    if (entry.name == tool) {
      // Not after the tool: llvm::cl, for one, ends the process by exit().
      (void)__real___cxa_atexit(closeOutput, nullptr, nullptr);
      return entry.run(argc, argv);
    }
  llvm::errs() << "this libtilewright.so has no tool '" << tool << "'\n";
  return 1;
}
