//===- FixArguments.cpp - Arguments whose value is known ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of the pass tile-fix-arguments.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEFIXARGUMENTS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// Replaces the uses of the arguments that carry `tile.value` by constants.
/// Returns how many had uses.
static unsigned fixArguments(RewriterBase &rewriter, FuncOp function) {
  unsigned fixed = 0;
  if (function.isExternal())
    return fixed;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&function.getBody().front());
  for (BlockArgument argument : function.getArguments()) {
    auto value = function.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(),
                                                        kValueAttrName);
    if (!value || argument.use_empty())
      continue;
    auto constant =
        arith::ConstantOp::create(rewriter, argument.getLoc(), value);
    rewriter.replaceAllUsesWith(argument, constant.getResult());
    ++fixed;
  }
  return fixed;
}

namespace {

struct TileFixArguments : tile::impl::TileFixArgumentsBase<TileFixArguments> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (auto function : getOperation().getOps<FuncOp>())
      numFixed += fixArguments(rewriter, function);
  }
};

} // namespace
