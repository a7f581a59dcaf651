//===- TTIRAsm.cpp - Inline asm as Triton runs it -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTIRAsm.h"

#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/PTX/Instructions.h"
#include "tile/PTX/Parser.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::tile;

/// Whether a body does no more than `text`, one statement.
static bool isBody(const ptx::AsmBody &body, StringRef text) {
  ptx::ParseResult<ptx::AsmBody> other = ptx::parseAsmBody(text);
  return other && isSame(body, other.value);
}

static bool isGridDependencyWait(const ptx::AsmBody &body) {
  return isBody(body, "griddepcontrol.wait;");
}

static bool isGridDependencyLaunch(const ptx::AsmBody &body) {
  return isBody(body, "griddepcontrol.launch_dependents;");
}

bool tile::needsThreadScope(Attribute text, Attribute pure, Attribute scope) {
  auto string = dyn_cast_if_present<StringAttr>(text);
  auto isPure = dyn_cast_if_present<BoolAttr>(pure);
  if (scope || !string || !isPure || isPure.getValue())
    return false;
  ptx::ParseResult<ptx::AsmBody> body = ptx::parseAsmBody(string.getValue());
  return body && ((ptx::getAsmEffects(body.value) & ptx::AcrossWarps) ||
                  isGridDependencyWait(body.value) ||
                  isGridDependencyLaunch(body.value));
}

void tile::raiseGridDependencies(ModuleOp module) {
  module.walk([](ElementwiseInlineAsmOp op) {
    if (op.getScope() != AsmScope::Thread || op.getPure() || !op->use_empty() ||
        op->getNumOperands() != 0 || op.hasFallback())
      return;
    ptx::ParseResult<ptx::AsmBody> body = ptx::parseAsmBody(op.getAsmString());
    if (!body)
      return;
    OpBuilder builder(op);
    if (isGridDependencyWait(body.value))
      GridDependencyWaitOp::create(builder, op.getLoc());
    else if (isGridDependencyLaunch(body.value))
      GridDependencyLaunchDependentsOp::create(builder, op.getLoc());
    else
      return;
    op.erase();
  });
}
