//===- SpecializeKernels.cpp - What a compile asks of a module's kernels --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Compiler.h"
#include "tile/Compiler/NamedOptions.h"
#include "tile/Compiler/Passes.h"
#include "tile/Compiler/Tunables.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESPECIALIZEKERNELS
#include "tile/Compiler/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TileSpecializeKernels
    : tile::impl::TileSpecializeKernelsBase<TileSpecializeKernels> {
  using TileSpecializeKernelsBase::TileSpecializeKernelsBase;
  TileSpecializeKernels(const TileSpecializeKernelsOptions &options,
                        std::vector<Assumption> assumptions)
      : TileSpecializeKernelsBase(options),
        assumptions(std::move(assumptions)) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // The text is that of the list, if there is one.
    CompilerOptions options;
    options.assumptions = assumptions;
    if (assumptions.empty())
      if (llvm::Error error = setOption(options, "assume", assume)) {
        emitError(module.getLoc()) << llvm::toString(std::move(error));
        return signalPassFailure();
      }
    if (!kernel.empty() && failed(keepKernel(module, kernel)))
      return signalPassFailure();
    for (const Assumption &assumption : options.assumptions)
      if (failed(applyAssumption(module, assumption)))
        return signalPassFailure();
    numAssumptions += options.assumptions.size();
    dropTunables(module);
  }

  std::vector<Assumption> assumptions;
};

} // namespace

std::unique_ptr<Pass>
tile::createSpecializeKernelsPass(const CompilerOptions &options) {
  TileSpecializeKernelsOptions texts;
  texts.kernel = options.kernel;
  for (const NamedOption &option : getNamedOptions())
    if (option.name == "assume")
      texts.assume = option.get(options);
  return std::make_unique<TileSpecializeKernels>(texts, options.assumptions);
}
