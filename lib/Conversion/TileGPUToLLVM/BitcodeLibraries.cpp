//===- BitcodeLibraries.cpp - Device functions from bitcode ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/TileGPUToLLVM/BitcodeLibraries.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tile;

SmallVector<StringRef> tile::getBitcodeLibraries(ModuleOp module) {
  SmallVector<StringRef> paths;
  if (auto list = module->getAttrOfType<ArrayAttr>(kBitcodeLibrariesAttrName))
    for (StringAttr path : list.getAsRange<StringAttr>())
      paths.push_back(path.getValue());
  return paths;
}

/// Adds `path` to the module's list, which stays sorted.
static void noteBitcodeLibrary(RewriterBase &rewriter, ModuleOp module,
                               StringRef path) {
  SmallVector<StringRef> paths = getBitcodeLibraries(module);
  auto *it = llvm::lower_bound(paths, path);
  if (it != paths.end() && *it == path)
    return;
  paths.insert(it, path);
  rewriter.modifyOpInPlace(module, [&] {
    module->setAttr(kBitcodeLibrariesAttrName, rewriter.getStrArrayAttr(paths));
  });
}

LLVM::LLVMFuncOp tile::getOrDeclareBitcodeFunction(
    RewriterBase &rewriter, Operation *op, StringRef symbol,
    LLVM::LLVMFunctionType type, StringRef path, bool pure, Operation **found) {
  auto module = op->getParentOfType<ModuleOp>();
  if (Operation *existing = module.lookupSymbol(symbol)) {
    if (found)
      *found = existing;
    auto func = dyn_cast<LLVM::LLVMFuncOp>(existing);
    if (!func || func.getFunctionType() != type)
      return nullptr;
    noteBitcodeLibrary(rewriter, module, path);
    return func;
  }

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(module.getBody());
  auto func = LLVM::LLVMFuncOp::create(rewriter, op->getLoc(), symbol, type);
  if (pure) {
    using LLVM::ModRefInfo;
    func.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
        rewriter.getContext(),
        {/*other=*/ModRefInfo::NoModRef, /*argMem=*/ModRefInfo::NoModRef,
         /*inaccessibleMem=*/ModRefInfo::NoModRef,
         /*errnoMem=*/ModRefInfo::NoModRef,
         /*targetMem0=*/ModRefInfo::NoModRef,
         /*targetMem1=*/ModRefInfo::NoModRef}));
    func.setNoUnwind(true);
    func.setWillReturn(true);
  }
  noteBitcodeLibrary(rewriter, module, path);
  return func;
}
