//===- Extension.cpp - An operation and a pass of your own ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect of Extension.td, a pass that replaces its operation by inline
// PTX, and mlir-opt with both next to Tilewright's dialects and passes.
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Registration.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include "ExtensionDialect.h.inc"
#define GET_OP_CLASSES
#include "Extension.h.inc"

#include "ExtensionDialect.cpp.inc"
#define GET_OP_CLASSES
#include "Extension.cpp.inc"

using namespace mlir;

void extension::ExtensionDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Extension.cpp.inc"
      >();
}

namespace {
/// tanh.approx.f32 for each element, which every target of Tilewright has.
struct ExpandFastTanh : OpRewritePattern<extension::FastTanhOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(extension::FastTanhOp op,
                                PatternRewriter &rewriter) const override {
    OperationState state(op.getLoc(),
                         tile::ElementwiseInlineAsmOp::getOperationName());
    state.addOperands(op.getSource());
    state.addTypes(op.getType());
    state.addAttribute("asm_string",
                       rewriter.getStringAttr("tanh.approx.f32 $0, $1;"));
    state.addAttribute("constraints", rewriter.getStringAttr("=f,f"));
    state.addAttribute("pure", rewriter.getBoolAttr(true));
    state.addAttribute("packed_element", rewriter.getI32IntegerAttr(1));
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

struct ExpandPass : PassWrapper<ExpandPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandPass)

  StringRef getArgument() const override { return "extension-expand"; }
  StringRef getDescription() const override {
    return "replaces operations of this dialect by inline PTX";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<tile::TileDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandFastTanh>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  tile::registerDialects(registry);
  registry.insert<extension::ExtensionDialect>();
  tile::registerPasses();
  PassRegistration<ExpandPass>();
  return asMainReturnCode(
      MlirOptMain(argc, argv, "Tilewright and an extension\n", registry));
}
