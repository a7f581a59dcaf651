//===- DistributeAtomics.cpp - Atomic operations --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each element, or each group of neighbours that one instruction takes, is one
// `atom` or `red` of inline PTX, under a predicate: the thread is the one that
// acts for the element, and the mask is true. LLVM's own atomicrmw would need a
// branch for that, and of its order and scope LLVM 22 writes neither into the
// instruction. Results go on to the threads that hold copies: between lanes by
// shuffles, between warps through shared memory, which
// `tile-insert-shared-memory` has made explicit.
//
// If a thread has several of them, one fence before or after all replaces the
// order of each (PTX ISA, "Release and Acquire Patterns"): each
// `.release` would wait for the previous one.
//
// Targets before sm_90 have no `atom.add` on bf16. A loop of `atom.cas`
// replaces it: `fma.rn.bf16` of the old value, 1 and the operand rounds like
// the sum.
//
// A pair of 64 bits is a register of 128 bits within the inline PTX only: LLVM
// has none for this back end. Numbers of 8 bits have registers of 16, as the
// smallest ones have.
//
// A poll reads in relaxed order, so that failed reads cost less, and has one
// fence after all of its elements.
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "AtomicEmitter.h"
#include "Patterns.h"
#include "RegisterGroups.h"
#include "Replicas.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

/// ".gpu" or the like. Without clusters each CTA is one.
static std::string getScope(MemSyncScope scope, const TargetInfo &target) {
  if (scope == MemSyncScope::Cluster && !target.hasClusters())
    scope = MemSyncScope::CTA;
  return ("." + stringifyMemSyncScope(scope)).str();
}

/// The type of the pointers.
static Type getPtrType(Operation *op) { return op->getOperand(0).getType(); }

static AtomicText getText(AtomicOpInterface op, const TargetInfo &target,
                          StringRef opcode = "atom") {
  unsigned space =
      cast<PtrType>(getScalarType(getPtrType(op))).getAddressSpace();
  std::string scope = getScope(op.getScope(), target);
  std::string place = scope + getStateSpace(space).str();
  AtomicText text;
  text.opcode = opcode;
  text.relaxed = ".relaxed" + place;
  text.fence = ".acq_rel" + scope;
  text.order = ("." + stringifyMemSemantic(op.getSem())).str() + place;
  return text;
}

/// PTX ISA, "atom": what stands between the space and the operands.
static std::string getRMWOperation(AtomicRMWOp op, const AtomicShape &shape) {
  std::string bits = std::to_string(shape.elementBits);
  Type element = getScalarType(op.getVal().getType());
  switch (op.getAtomicRmwOp()) {
  case RMWOp::And:
  case RMWOp::Or:
  case RMWOp::Xor:
  case RMWOp::Exch:
    return ("." + stringifyRMWOp(op.getAtomicRmwOp()) + ".b" + bits).str();
  case RMWOp::Add:
    return ".add.u" + bits;
  case RMWOp::Max:
  case RMWOp::Min:
    return ("." + stringifyRMWOp(op.getAtomicRmwOp()) + ".s" + bits).str();
  case RMWOp::UMax:
    return ".max.u" + bits;
  case RMWOp::UMin:
    return ".min.u" + bits;
  case RMWOp::FAdd:
    break;
  }
  if (shape.elementBits != 16)
    return ".add" + shape.getVector() + ".f" + bits;
  return ".add.noftz" + shape.getVector() +
         (element.isBF16() ? ".bf16" : ".f16") +
         (shape.perWord == 2 ? "x2" : "");
}

namespace {

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// What the patterns know.
struct AtomicFacts {
  const ThreadTypeConverter &converter;
  const VectorShapes &shapes;
  const TargetInfo &target;
};

/// Completes `results`, which the registers have that acted.
void handOn(Operation *op, MutableArrayRef<Value> results, OpBuilder &builder) {
  unsigned freeThreads = getNumWarps(op) * kThreadsPerWarp - 1;
  if (auto tile = dyn_cast<RankedTensorType>(getPtrType(op))) {
    ThreadLayout layout(tile);
    freeThreads = layout.getFreeThreadMask();
    SmallVector<Value> ofOwner(results.size());
    for (auto [reg, value] : llvm::enumerate(results))
      if (value)
        ofOwner[layout.getOwnerRegister(reg)] = value;
    // Of registers that hold one element, all have what the first one got.
    for (auto [reg, value] : llvm::enumerate(results))
      value = ofOwner[layout.getOwnerRegister(reg)];
  }
  if (freeThreads != 0 && !tilegpu::needsSharedMemory(op))
    shareInWarp(builder, op->getLoc(), results, freeThreads);
}

/// Replaces `op`. `data` has the registers of each operand, `masks` the
/// registers of the mask, if there is one. `finish` makes an element's result
/// of what the inline PTX returns.
LogicalResult lower(Operation *op, const AtomicFacts &facts, ValueRange ptrs,
                    ArrayRef<ValueRange> data, ValueRange masks,
                    AtomicText text, ConversionPatternRewriter &rewriter,
                    ArrayRef<Value> limits = {},
                    function_ref<Value(Value, unsigned)> finish = {}) {
  if (failed(verifyResultsAreShared(op)))
    return failure();
  Location loc = op->getLoc();
  Type type = getPtrType(op);
  bool isUsed = !op->use_empty();
  auto atomic = cast<AtomicOpInterface>(op);
  SmallVector<SmallVector<unsigned>> groups =
      groupRegisters(type, facts.shapes.lookup(op), /*owned=*/true);
  bool isFenced = groups.size() > 1 || text.isPoll;
  if (isFenced)
    text.order = text.relaxed;
  AtomicEmitter emitter(
      rewriter, loc, facts.converter.convertElement(getPointeeLike(type)),
      facts.shapes.lookup(op).width, text,
      /*hasResult=*/op->getNumResults() != 0 && text.opcode != "red", limits);
  Value owner = emitOwnerPredicate(rewriter, loc, type);
  if (isFenced && atomic.releases())
    emitter.emitFence(owner);
  SmallVector<SmallVector<Value>> results(op->getNumResults(),
                                          SmallVector<Value>(ptrs.size()));
  for (ArrayRef<unsigned> group : groups) {
    SmallVector<SmallVector<Value>> elements;
    for (ValueRange registers : data) {
      SmallVector<Value> &list = elements.emplace_back();
      for (unsigned reg : group)
        list.push_back(registers[reg]);
    }
    Value predicate = masks.empty()
                          ? owner
                          : emitAnd(rewriter, loc, owner, masks[group.front()]);
    SmallVector<Value> old =
        emitter.emit(ptrs[group.front()], predicate, elements);
    // Of the registers of a group, or of both results of one register.
    for (auto [i, value] : llvm::enumerate(old))
      (text.isPair ? results[i][group.front()] : results[0][group[i]]) =
          finish ? finish(value, group[i]) : value;
  }
  if (isFenced && atomic.acquires())
    emitter.emitFence(owner);
  if (!isUsed) {
    rewriter.eraseOp(op);
    return success();
  }
  for (MutableArrayRef<Value> result : results)
    handOn(op, result, rewriter);
  rewriter.replaceOpWithMultiple(
      op, SmallVector<ValueRange>(results.begin(), results.end()));
  return success();
}

LogicalResult lowerAtomicRMW(AtomicRMWOp op, Parts<AtomicRMWOp> adaptor,
                             ConversionPatternRewriter &rewriter,
                             AtomicFacts facts) {
  AtomicText text = getText(op, facts.target);
  Type elementType = facts.converter.convertElement(op.getVal().getType());
  text.operation = getRMWOperation(
      op, AtomicShape(elementType, facts.shapes.lookup(op).width));
  text.isLoop = elementType.isBF16() && !facts.target.hasBF16Atomics();
  // PTX ISA, "red": neither exchanges nor acquires.
  if (op.getResult().use_empty() &&
      !cast<AtomicOpInterface>(op.getOperation()).acquires() &&
      op.getAtomicRmwOp() != RMWOp::Exch)
    text.opcode = "red";
  return lower(op, facts, adaptor.getPtr(), {adaptor.getVal()},
               adaptor.getMask(), text, rewriter);
}

LogicalResult lowerAtomicCAS(AtomicCASOp op, Parts<AtomicCASOp> adaptor,
                             ConversionPatternRewriter &rewriter,
                             AtomicFacts facts) {
  AtomicText text = getText(op, facts.target);
  Type elementType = facts.converter.convertElement(op.getVal().getType());
  text.operation = ".cas.b" + std::to_string(8 * getMemoryBytes(elementType));
  return lower(op, facts, adaptor.getPtr(),
               {adaptor.getCmp(), adaptor.getVal()}, adaptor.getMask(), text,
               rewriter);
}

LogicalResult lowerAtomicCASPair(AtomicCASPairOp op,
                                 Parts<AtomicCASPairOp> adaptor,
                                 ConversionPatternRewriter &rewriter,
                                 AtomicFacts facts) {
  AtomicText text = getText(op, facts.target);
  text.operation = ".cas.b128";
  text.isPair = true;
  return lower(op, facts, adaptor.getPtr(),
               {adaptor.getCmpFirst(), adaptor.getCmpSecond(),
                adaptor.getFirst(), adaptor.getSecond()},
               adaptor.getMask(), text, rewriter);
}

/// ".b32", of what pointers point to.
std::string getBits(const ThreadTypeConverter &converter, Operation *op) {
  Type element = converter.convertElement(getPointeeLike(getPtrType(op)));
  return ".b" + std::to_string(8 * getMemoryBytes(element));
}

LogicalResult lowerAtomicLoad(AtomicLoadOp op, Parts<AtomicLoadOp> adaptor,
                              ConversionPatternRewriter &rewriter,
                              AtomicFacts facts) {
  AtomicText text = getText(op, facts.target, "ld");
  text.operation = getBits(facts.converter, op);
  return lower(op, facts, adaptor.getPtr(), {}, adaptor.getMask(), text,
               rewriter);
}

LogicalResult lowerAtomicStore(AtomicStoreOp op, Parts<AtomicStoreOp> adaptor,
                               ConversionPatternRewriter &rewriter,
                               AtomicFacts facts) {
  AtomicText text = getText(op, facts.target, "st");
  text.operation = getBits(facts.converter, op);
  return lower(op, facts, adaptor.getPtr(), {adaptor.getValue()},
               adaptor.getMask(), text, rewriter);
}

LogicalResult lowerAtomicPoll(AtomicPollOp op, Parts<AtomicPollOp> adaptor,
                              ConversionPatternRewriter &rewriter,
                              AtomicFacts facts) {
  Location loc = op.getLoc();
  AtomicText text = getText(op, facts.target, "ld");
  text.isPoll = true;
  SmallVector<Value> limits;
  if (op.getTimeout()) {
    limits.push_back(emitAsm(rewriter, loc, rewriter.getI64Type(), {},
                             "mov.u64 $0, %globaltimer;", "=l")
                         .getRes());
    limits.push_back(adaptor.getTimeout().front());
  }
  ValueRange expected = adaptor.getExpected();
  return lower(op, facts, adaptor.getPtr(), {expected}, adaptor.getMask(), text,
               rewriter, limits, [&](Value read, unsigned reg) -> Value {
                 return LLVM::ICmpOp::create(rewriter, loc,
                                             LLVM::ICmpPredicate::eq, read,
                                             expected[reg]);
               });
}

} // namespace

LogicalResult tile::verifyAtomicPairs(ModuleOp module,
                                      const TargetInfo &target) {
  unsigned version = getTarget(module).getPtxVersion();
  if (version == 0)
    version = target.getDefaultPTXVersion();
  WalkResult result = module.walk([&](AtomicCASPairOp op) {
    if (!target.has128BitAtomics()) {
      op.emitOpError("expected a target with atomic operations on 128 bits, "
                     "which sm_90 and later ones have, found ")
          << StringRef(target.name);
      return WalkResult::interrupt();
    }
    unsigned needed = op.getNeededPTXVersion();
    if (version >= needed)
      return WalkResult::advance();
    op.emitOpError("expected PTX ISA ")
        << needed / 10 << "." << needed % 10
        << " or later for an atomic operation on 128 bits of scope "
        << stringifyMemSyncScope(op.getScope()) << ", found " << version / 10
        << "." << version % 10;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void tile::populateAtomicPatterns(const Distribution &d) {
  AtomicFacts facts{d.converter, d.shapes, d.target};
  addLowering(d.converter, d.patterns, lowerAtomicRMW, facts);
  addLowering(d.converter, d.patterns, lowerAtomicCAS, facts);
  addLowering(d.converter, d.patterns, lowerAtomicCASPair, facts);
  addLowering(d.converter, d.patterns, lowerAtomicLoad, facts);
  addLowering(d.converter, d.patterns, lowerAtomicStore, facts);
  addLowering(d.converter, d.patterns, lowerAtomicPoll, facts);
}
