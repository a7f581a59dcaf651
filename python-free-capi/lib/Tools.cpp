//===- Tools.cpp - The tools inside libtilewright.so ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tools.h"

#include "../../tools/Tools.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;

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
    if (entry.name == tool)
      return entry.run(argc, argv);
  llvm::errs() << "this libtilewright.so has no tool '" << tool << "'\n";
  return 1;
}
