//===- DistributeTensorMemory.cpp - Matrix products by tcgen05 ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TensorMemoryEmitter.h says how.
//
//===----------------------------------------------------------------------===//

#include "DistributePrograms.h"
#include "Patterns.h"
#include "TensorMemoryEmitter.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Layout/TensorScales.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

LogicalResult lowerTensorMemoryAlloc(TensorMemoryAllocOp op,
                                     TensorMemoryAllocOp::Adaptor adaptor,
                                     ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  SmallVector<Type> types = TensorMemoryParts::getTypes(rewriter.getContext());
  SmallVector<Value> numbers;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    auto func = op->getParentOfType<FunctionOpInterface>();
    rewriter.setInsertionPointToStart(&func.getFunctionBody().front());
    Value one = emitI32(rewriter, loc, 1);
    for (int number : {0, 1})
      numbers.push_back(LLVM::AllocaOp::create(rewriter, loc, types[3 + number],
                                               rewriter.getI32Type(), one));
  }
  LLVM::StoreOp::create(rewriter, loc, emitI32(rewriter, loc, 0), numbers[0]);
  LLVM::StoreOp::create(rewriter, loc, emitI32(rewriter, loc, -1), numbers[1]);
  // The same in all lanes, for ptxas, too.
  Value warp = NVVM::ShflOp::create(
      rewriter, loc, types[2], emitI32(rewriter, loc, -1),
      LLVM::LShrOp::create(
          rewriter, loc, emitThreadId(rewriter, loc),
          emitI32(rewriter, loc, llvm::CTLog2<kThreadsPerWarp>())),
      emitI32(rewriter, loc, 0), emitI32(rewriter, loc, 31),
      NVVM::ShflKind::idx, UnitAttr());
  Value slot =
      LLVM::PtrToIntOp::create(rewriter, loc, types[0], adaptor.getAddress());
  TensorMemoryEmitter emitter(
      rewriter, op,
      TensorMemoryParts(
          {slot, adaptor.getBarriers(), warp, numbers[0], numbers[1]}));
  // The other CTA of a pair has to have begun.
  if (emitter.isPair())
    emitClusterBarrier(rewriter, loc);
  AsmText text(rewriter, loc, {});
  std::string first = text.addOperand(emitter.emitIsFirstWarp(), "b");
  std::string to = text.addOperand(slot, "r");
  text.addLine("@" + first + " tcgen05.alloc." + emitter.getGroup() +
               ".sync.aligned.shared::cta.b32 [" + to + "], " +
               Twine(op.getColumns()) + ";");
  text.addLine("@" + first + " tcgen05.relinquish_alloc_permit." +
               emitter.getGroup() + ".sync.aligned;");
  text.addLine("tcgen05.fence::before_thread_sync;");
  text.create();
  // With the threads of other warps, if these are still there.
  bool isBeforeOthers = false;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    isBeforeOthers |= isa<ProducerWarpOp>(next);
  if (isBeforeOthers)
    NVVM::Barrier0Op::create(rewriter, loc);
  else
    emitter.emitBarrier();
  AsmText address(rewriter, loc, {types[0]});
  std::string from = address.addOperand(slot, "r");
  address.addLine("tcgen05.fence::after_thread_sync;");
  address.addLine("ld.shared::cta.b32 $0, [" + from + "];");
  rewriter.replaceOpWithMultiple(
      op, {SmallVector<Value>{address.create()[0], adaptor.getBarriers(), warp,
                              numbers[0], numbers[1]}});
  return success();
}

LogicalResult lowerTensorMemoryDealloc(TensorMemoryDeallocOp op,
                                       Parts<TensorMemoryDeallocOp> adaptor,
                                       ConversionPatternRewriter &rewriter) {
  TensorMemoryParts memory(adaptor.getMemory());
  TensorMemoryEmitter emitter(rewriter, op, memory);
  if (emitter.isPair())
    emitClusterBarrier(rewriter, op.getLoc());
  else
    emitter.emitBarrier();
  AsmText text(rewriter, op.getLoc(), {});
  std::string first = text.addOperand(emitter.emitIsFirstWarp(), "b");
  std::string address = text.addOperand(memory.address, "r");
  text.addLine("tcgen05.fence::after_thread_sync;");
  text.addLine("@" + first + " tcgen05.dealloc." + emitter.getGroup() +
               ".sync.aligned.b32 " + address + ", " + Twine(op.getColumns()) +
               ";");
  text.create();
  rewriter.eraseOp(op);
  return success();
}

/// How threads have the operation's sums; fails if they are not in tensor
/// memory, and, with a message, if it is not known where.
template <typename OpTy>
FailureOr<WarpgroupSums> planSums(OpTy op, PendingType type,
                                  OpBuilder &builder) {
  if (!isInTensorMemory(type))
    return failure();
  if (!op.getMemory())
    return op.emitOpError("expected tensor memory at this stage; run "
                          "tile-allocate-tensor-memory first");
  return TensorMemoryEmitter(builder, op, TensorMemoryParts())
      .planSums(type.getTile());
}

LogicalResult lowerTensorDot(WarpgroupDotOp op, Parts<WarpgroupDotOp> adaptor,
                             ConversionPatternRewriter &rewriter) {
  FailureOr<WarpgroupSums> plan = planSums(op, op.getType(), rewriter);
  if (failed(plan))
    return failure();
  RankedTensorType type = op.getType().getTile();
  TensorMemoryParts memory(adaptor.getMemory());
  TensorMemoryEmitter emitter(rewriter, op, memory);
  // The barrier that it signals is free, and so are the columns of its left
  // operand and of scales.
  BitBuilder b(rewriter, op.getLoc());
  Value before = emitter.emitOldest(emitter.load(memory.count));
  auto left = dyn_cast<RankedTensorType>(op.getA().getType());
  if (left || op.getAScale())
    before = b.create<LLVM::SMaxOp>(before, emitter.load(memory.lastLeft));
  emitter.emitWaitFor(before);
  ValueRange c = adaptor.getC();
  bool adds =
      isa<PendingType>(op.getC().getType()) || !llvm::all_of(c, [](Value sum) {
        return matchPattern(sum, m_PosZeroFloat()) ||
               matchPattern(sum, m_Zero());
      });
  // First what has the fewer registers after it.
  if (left &&
      failed(emitter.storeLeft(left, *plan, op.getColumnOfA(), adaptor.getA())))
    return failure();
  if (adds && !isa<PendingType>(op.getC().getType()))
    emitter.storeSums(type, *plan, op.getColumn(), c);
  if (op.getAScale()) {
    auto scalesOfA = cast<RankedTensorType>(op.getAScale().getType()),
         scalesOfB = cast<RankedTensorType>(op.getBScale().getType());
    emitter.storeScales(scalesOfA, op.getColumnOfScales(), adaptor.getAScale());
    emitter.storeScales(
        scalesOfB,
        op.getColumnOfScales() +
            countScaleColumns(scalesOfA.getDimSize(0), scalesOfA.getDimSize(1)),
        adaptor.getBScale());
  }
  emitter.emitBarrier();
  Value count = emitter.load(memory.count);
  TensorMemoryEmitter::Issue product;
  product.sums = type;
  product.a = op.getA();
  product.b = op.getB();
  product.left = left ? b.add(memory.address, int64_t(op.getColumnOfA()))
                      : adaptor.getA().front();
  product.right = adaptor.getB().front();
  product.sum = b.add(memory.address, int64_t(op.getColumn()));
  product.addsAlways = adds;
  product.isFirstWarpOnly = true;
  product.barrier = emitter.emitBarrierOf(count);
  if (op.getAScale()) {
    product.scales = b.add(memory.address, int64_t(op.getColumnOfScales()));
    product.scaled = op;
  }
  if (failed(emitter.issue(product)))
    return failure();
  emitter.store(b.add(count, 1), memory.count);
  if (left || op.getAScale())
    emitter.store(count, memory.lastLeft);
  rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
  return success();
}

LogicalResult lowerTensorWait(WarpgroupWaitOp op,
                              Parts<WarpgroupWaitOp> adaptor,
                              ConversionPatternRewriter &rewriter) {
  FailureOr<WarpgroupSums> plan = planSums(op, op.getSrc().getType(), rewriter);
  if (failed(plan))
    return failure();
  RankedTensorType type = op.getSrc().getType().getTile();
  TensorMemoryParts memory(adaptor.getMemory());
  TensorMemoryEmitter emitter(rewriter, op, memory);
  // Older ones have ended when the newest one was issued.
  if (op.getPending() < kTensorProductBarriers)
    emitter.emitWaitFor(
        BitBuilder(rewriter, op.getLoc())
            .add(emitter.load(memory.count), -1 - int64_t(op.getPending())));
  SmallVector<Value> tile;
  if (isa<RankedTensorType>(op.getType()))
    tile = emitter.loadSums(type, *plan, op.getColumn());
  rewriter.replaceOpWithMultiple(op, {tile});
  return success();
}

LogicalResult lowerTensorSum(PendingSumOp op, Parts<PendingSumOp> adaptor,
                             ConversionPatternRewriter &rewriter) {
  FailureOr<WarpgroupSums> plan = planSums(op, op.getType(), rewriter);
  if (failed(plan))
    return failure();
  RankedTensorType type = op.getType().getTile();
  TensorMemoryEmitter emitter(rewriter, op,
                              TensorMemoryParts(adaptor.getMemory()));
  // Others may have loaded from these columns before a barrier.
  emitter.emitFence();
  emitter.storeSums(type, *plan, op.getColumn(), adaptor.getSrc());
  rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
  return success();
}

LogicalResult lowerTensorPlaces(TensorPlacesOp op,
                                Parts<TensorPlacesOp> adaptor,
                                ConversionPatternRewriter &rewriter) {
  if (!op.getMemory())
    return op.emitOpError("expected tensor memory at this stage; run "
                          "tile-allocate-tensor-memory first");
  TensorMemoryParts memory(adaptor.getMemory());
  BitBuilder b(rewriter, op.getLoc());
  rewriter.replaceOpWithMultiple(
      op, {SmallVector<Value>{b.add(memory.address, int64_t(op.getColumn())),
                              memory.warp}});
  return success();
}

/// The address of a place, of the address of the first one.
Value emitPlace(BitBuilder &b, TensorPlacesType type, ValueRange places,
                Value index) {
  return b.add(places[0],
               b.multiply(index, countTensorMemoryColumns(type.getTile())));
}

LogicalResult lowerTensorProduct(TensorProductOp op,
                                 Parts<TensorProductOp> adaptor,
                                 ConversionPatternRewriter &rewriter) {
  BitBuilder b(rewriter, op.getLoc());
  TensorMemoryEmitter emitter(rewriter, op, TensorMemoryParts());
  TensorMemoryEmitter::Issue product;
  product.sums = op.getSums().getType().getTile();
  product.a = op.getA();
  product.b = op.getB();
  product.left = adaptor.getA().front();
  product.right = adaptor.getB().front();
  product.sum = emitPlace(b, op.getSums().getType(), adaptor.getSums(),
                          adaptor.getIndex().front());
  product.adds = adaptor.getAdds().front();
  if (failed(emitter.issue(product)))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult lowerTensorCommit(TensorCommitOp op,
                                TensorCommitOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) {
  TensorMemoryEmitter(rewriter, op, TensorMemoryParts())
      .commit(adaptor.getBarrier());
  rewriter.eraseOp(op);
  return success();
}

LogicalResult lowerTensorLoad(TensorLoadOp op, Parts<TensorLoadOp> adaptor,
                              ConversionPatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getType());
  TensorMemoryParts memory;
  BitBuilder b(rewriter, op.getLoc());
  memory.address = emitPlace(b, op.getSums().getType(), adaptor.getSums(),
                             adaptor.getIndex().front());
  memory.warp = adaptor.getSums()[1];
  TensorMemoryEmitter emitter(rewriter, op, memory);
  FailureOr<WarpgroupSums> plan = emitter.planSums(type);
  if (failed(plan))
    return failure();
  rewriter.replaceOpWithMultiple(op,
                                 {emitter.loadSums(type, *plan, /*column=*/0)});
  return success();
}

} // namespace

void tile::populateTensorMemoryPatterns(const Distribution &d) {
  d.converter.addConversion([](TensorMemoryType type,
                               SmallVectorImpl<Type> &types) {
    llvm::append_range(types, TensorMemoryParts::getTypes(type.getContext()));
    return success();
  });
  // The address of the first one, and the number of the thread's warp.
  d.converter.addConversion(
      [](TensorPlacesType type, SmallVectorImpl<Type> &types) {
        types.append(2, IntegerType::get(type.getContext(), 32));
        return success();
      });
  addLowerings(d.converter, d.patterns, lowerTensorMemoryAlloc,
               lowerTensorMemoryDealloc, lowerTensorDot, lowerTensorWait,
               lowerTensorSum, lowerTensorPlaces, lowerTensorProduct,
               lowerTensorCommit, lowerTensorLoad);
}
