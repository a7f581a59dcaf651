//===- GroupPrograms.cpp - How many programs share a CTA ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Passes.h"

#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/PTX/AsmPrograms.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEGROUPPROGRAMS
#include "tile/Compiler/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// What an inline asm has to do with the whole CTA; empty if nothing.
static std::string findCTAUse(ElementwiseInlineAsmOp op) {
  // The text of one whose fallback runs is not used.
  if (op.getUseFallback())
    return "";
  std::optional<ptx::CTAUse> use = ptx::findCTAUse(getAsmInfo(op)->body);
  return use ? use->what : "";
}

/// What an operation has to do with the whole CTA; empty if nothing. What is
/// not known may do anything.
static std::string findCTAUse(Operation *op, ModuleOp module) {
  if (auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(op))
    return findCTAUse(inlineAsm);
  if (auto barrier = dyn_cast<tilegpu::BarrierOp>(op))
    return barrier.getScope() == tilegpu::BarrierScope::Group
               ? "a barrier with a number of its own"
               : "";
  if (auto call = dyn_cast<CallOp>(op)) {
    auto callee = module.lookupSymbol<FuncOp>(call.getCallee());
    return callee && !callee.isDeclaration()
               ? ""
               : "a call of a function that is defined elsewhere";
  }
  if (auto external = dyn_cast<ExternElementwiseOp>(op))
    return external.getPure() ? "" : "an impure function of a library";
  Dialect *dialect = op->getDialect();
  if (isa_and_present<TileDialect, tilegpu::TileGPUDialect, arith::ArithDialect,
                      math::MathDialect, scf::SCFDialect,
                      cf::ControlFlowDialect, ub::UBDialect>(dialect))
    return "";
  if (isa_and_present<LLVM::LLVMDialect>(dialect) &&
      !isa<LLVM::InlineAsmOp>(op) && isMemoryEffectFree(op))
    return "";
  return "an operation that may concern all of it";
}

LogicalResult tile::groupPrograms(ModuleOp module, unsigned programs,
                                  bool *changed) {
  auto old = module->getAttrOfType<IntegerAttr>(kProgramsPerCTAAttrName);
  if (!programs)
    programs = old ? old.getInt() : 1;
  if (changed)
    *changed = programs != (old ? old.getInt() : 1);
  if (programs == 1) {
    module->removeAttr(kProgramsPerCTAAttrName);
    return success();
  }
  TargetAttr target = requireTarget(module);
  if (!target)
    return failure();
  std::string problem = checkProgramsPerCTA(programs, target.getNumWarps());
  if (!problem.empty())
    return module.emitError(problem);
  WalkResult walked = WalkResult::advance();
  for (FuncOp func : module.getOps<FuncOp>()) {
    walked = func.getBody().walk([&](Operation *op) {
      std::string use = findCTAUse(op, module);
      if (use.empty())
        return WalkResult::advance();
      op->emitOpError("expected nothing that concerns a whole CTA, which ")
          << programs << " programs share, found " << use
          << "; compile the kernel with programs-per-cta = 1";
      return WalkResult::interrupt();
    });
    if (walked.wasInterrupted())
      return failure();
  }
  module->setAttr(
      kProgramsPerCTAAttrName,
      IntegerAttr::get(IntegerType::get(module.getContext(), 32), programs));
  return success();
}

namespace {

struct TileGroupPrograms
    : tile::impl::TileGroupProgramsBase<TileGroupPrograms> {
  using TileGroupProgramsBase::TileGroupProgramsBase;

  void runOnOperation() override {
    bool changed = false;
    if (failed(groupPrograms(getOperation(), programs, &changed)))
      return signalPassFailure();
    numChanged += changed;
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
