//===- AxisInfoPrinter.cpp - Remarks on what AxisInfo knows -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/AxisInfo.h"
#include "tile/Analysis/Passes.h"

#include "tile/Dialect/Tile/IR/LayoutModel.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEPRINTAXISINFO
#include "tile/Analysis/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TilePrintAxisInfo
    : tile::impl::TilePrintAxisInfoBase<TilePrintAxisInfo> {
  using Base::Base;

  void runOnOperation() override {
    AxisInfoOptions options;
    options.assumeNoSignedWrap = assumeNoSignedWrap;
    ModuleAxisInfo infos(getOperation(), options);
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpResult result : op->getResults()) {
        Type scalar = getScalarType(result.getType());
        if (scalar.isIntOrIndex() || isa<PtrType>(scalar))
          remark(result, infos.lookup(result));
      }
      bool isAccess =
          isa<LoadOp, StoreOp>(op) || LayoutModel(op).getAccessedPointers();
      if (printAccess && isAccess)
        emitRemark(op->getLoc(), "elements per access = ")
            << infos.getVectorWidth(op);
    });
    markAllAnalysesPreserved();
  }

  void remark(OpResult result, const AxisInfo *info) {
    InFlightDiagnostic diagnostic = emitRemark(result.getLoc());
    if (result.getOwner()->getNumResults() > 1)
      diagnostic << "result " << result.getResultNumber() << ": ";
    if (!info) {
      diagnostic << "never reached";
      return;
    }
    ++numValues;
    std::string text;
    llvm::raw_string_ostream os(text);
    info->print(os);
    diagnostic << text;
  }
};

} // namespace
