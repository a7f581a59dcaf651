//===- GroupPrograms.cpp - How many programs share a CTA ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Passes.h"

#include "tile/AsmCheck/AsmPrograms.h"
#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEGROUPPROGRAMS
#define GEN_PASS_DEF_TILECHOOSEPROGRAMSPERCTA
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

static void setProgramsPerCTA(ModuleOp module, unsigned programs) {
  module->setAttr(
      kProgramsPerCTAAttrName,
      IntegerAttr::get(IntegerType::get(module.getContext(), 32), programs));
}

LogicalResult tile::groupPrograms(ModuleOp module, unsigned programs,
                                  bool *changed) {
  auto old = module->getAttrOfType<IntegerAttr>(kProgramsPerCTAAttrName);
  bool isAsked = programs != 0;
  if (!isAsked)
    programs = old ? old.getInt() : 1;
  if (changed)
    *changed = programs != (old ? old.getInt() : 1);
  if (programs == 1) {
    // A module that says 1 keeps it, for tile-choose-programs-per-cta.
    if (isAsked)
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
      op->emitOpError("expected no operation that concerns a whole CTA, which ")
          << programs << " programs share, found " << use
          << "; compile the kernel with programs-per-cta = 1";
      return WalkResult::interrupt();
    });
    if (walked.wasInterrupted())
      return failure();
  }
  setProgramsPerCTA(module, programs);
  return success();
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

namespace {

/// What decides whether the programs of a kernel share CTAs.
struct ProgramCost {
  /// Programs take turns, wait for each other, or differ in length.
  bool hasLoop = false;
  bool usesX = false, usesYOrZ = false;
  /// Of global memory that a program reads and writes.
  int64_t bytes = 0;
  int64_t sharedBytes = 0;

  /// Whether the start of its CTA is what such a program waits for.
  bool isLimitedByStart() const {
    return !hasLoop && usesX && !usesYOrZ && bytes <= kMostBytes &&
           sharedBytes <= kMostSharedBytes;
  }

  /// An H200 starts 1.6 CTAs per ns, and moves 4.2 KB per ns. Measured there,
  /// programs that move 2 KB run 1.2 times as fast in fours, those that move 4
  /// KB as fast, and those that read 2 KB and compute much 0.9 times.
  static constexpr int64_t kMostBytes = 2048;
  /// An SM has 32 CTAs. 32 programs with 3 KB each fit every target's SM (100
  /// KB on sm_86 and the like), so sharing never lets fewer of them run.
  static constexpr int64_t kMostSharedBytes = 3072;
};

} // namespace

/// Whether a block may lead back to itself or to one before it.
static bool hasJumpBack(Region &region) {
  llvm::SmallPtrSet<Block *, 8> seen;
  for (Block &block : region) {
    seen.insert(&block);
    if (llvm::any_of(block.getSuccessors(),
                     [&](Block *next) { return seen.contains(next); }))
      return true;
  }
  return false;
}

static int64_t getBytes(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  auto pointer = dyn_cast<PtrType>(tile ? tile.getElementType() : type);
  if (!pointer)
    return 0;
  unsigned bits = getBitWidth(pointer.getPointeeType());
  return (tile ? tile.getNumElements() : 1) * llvm::divideCeil(bits, 8);
}

static ProgramCost getCost(FuncOp func) {
  ProgramCost cost;
  if (auto shared =
          func->getAttrOfType<IntegerAttr>(tilegpu::kSharedMemoryAttrName))
    cost.sharedBytes = shared.getInt();
  func->walk([&](Operation *op) {
    cost.hasLoop |= isa<LoopLikeOpInterface>(op) ||
                    llvm::any_of(op->getRegions(), hasJumpBack);
    if (auto id = dyn_cast<GetProgramIdOp>(op))
      (id.getAxis() == ProgramAxis::X ? cost.usesX : cost.usesYOrZ) = true;
    // What a function that is called does is not looked at.
    cost.hasLoop |= isa<CallOpInterface>(op);
    if (!isMemoryEffectFree(op))
      for (Type type : op->getOperandTypes())
        cost.bytes += getBytes(type);
  });
  return cost;
}

/// What keeps an operation from running in a CTA with other programs unless the
/// user asks for it; empty if nothing does.
static std::string findObstacle(Operation *op, ModuleOp module) {
  if (isa<AssertOp>(op))
    return "an assertion, whose message names the CTA and the thread";
  // The text of each asm counts, so that all targets get the same number.
  if (auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(op)) {
    std::optional<ptx::CTAUse> use =
        ptx::findCTAUse(getAsmInfo(inlineAsm)->body);
    return use ? use->what : "";
  }
  return findCTAUse(op, module);
}

unsigned tile::chooseProgramsPerCTA(ModuleOp module) {
  TargetAttr target = getTarget(module);
  if (!target || target.getNumWarps() != 1)
    return 1;
  bool hasKernel = false;
  for (FuncOp func : module.getOps<FuncOp>()) {
    if (!func.isKernel())
      continue;
    hasKernel = true;
    if (!getCost(func).isLimitedByStart())
      return 1;
  }
  if (!hasKernel)
    return 1;
  WalkResult walked = module.walk([&](Operation *op) {
    if (!op->getParentOfType<FuncOp>())
      return WalkResult::advance();
    std::string obstacle = findObstacle(op, module);
    if (obstacle.empty())
      return WalkResult::advance();
    op->emitRemark() << "'" << op->getName()
                     << "' keeps small programs from sharing a CTA: found "
                     << obstacle;
    return WalkResult::interrupt();
  });
  return walked.wasInterrupted() ? 1 : kChosenProgramsPerCTA;
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

struct TileChooseProgramsPerCTA
    : tile::impl::TileChooseProgramsPerCTABase<TileChooseProgramsPerCTA> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    unsigned programs = 1;
    if (!module->hasAttr(kProgramsPerCTAAttrName))
      programs = chooseProgramsPerCTA(module);
    if (programs == 1)
      return markAllAnalysesPreserved();
    setProgramsPerCTA(module, programs);
    ++numChosen;
  }
};

} // namespace
