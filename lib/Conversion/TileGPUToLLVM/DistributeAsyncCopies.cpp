//===- DistributeAsyncCopies.cpp - Copies that go on by themselves --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each cp.async copies the elements of a group of registers. They are
// neighbours in global memory, as for a load, and in shared memory. They have
// the same mask, so a copy reads all of its bytes or none. Bytes that are not
// read become 0.
//
// A copy that only some threads make, or that a scalar predicate may turn off,
// is a predicated instruction: the loop goes on without a branch.
//
// No copy names a cache policy, even if its load had one:
// ptxas before 13.4 may make an illegal instruction of it (KnownDefects.h), and
// policies gain nothing. Measured on an H200, with ptxas 13.5, of five products
// that read their operands by 16-byte copies: with evict_first and evict_last
// between 0.2 % faster and 0.4 % slower than with evict_normal.
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "Patterns.h"
#include "RegisterGroups.h"
#include "SharedAddress.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// PTX ISA, "cp.async": the sizes of a copy in bytes.
static constexpr unsigned kMinCopyBytes = 4, kMaxCopyBytes = 16;

/// How many elements, neighbours along `dim` from a multiple of their number,
/// follow each other in the place, up to `width`.
static unsigned getPlaceContiguity(MemDescType place, unsigned dim,
                                   unsigned width) {
  LinearLayout offsets = place.toLinearLayout().invert();
  StringRef name = getDimName(dim);
  int32_t bits = 0;
  while (1u << bits < width && bits < offsets.getInDimSizeLog2(name) &&
         offsets.getBasis(name, bits)[0] == 1 << bits)
    ++bits;
  // No other bit of a coordinate changes the places within the vector.
  for (StringRef other : offsets.getInDimNames())
    for (int32_t bit = other == name ? bits : 0;
         bit < offsets.getInDimSizeLog2(other); ++bit)
      if (int32_t offset = offsets.getBasis(other, bit)[0])
        bits = std::min<int32_t>(bits, llvm::countr_zero(unsigned(offset)));
  return 1u << bits;
}

namespace {

/// Emits the copies of one operation.
class CopyEmitter {
public:
  CopyEmitter(OpBuilder &builder, Location loc, AsyncCopyOp op, unsigned bytes,
              Value predicate)
      : builder(builder), loc(loc), bytes(bytes), predicate(predicate),
        isCached(bytes < kMaxCopyBytes || op.getCache() == CacheModifier::CA) {}

  /// Copies to `offset` bytes after `to`; reads nothing if `mask`, which may be
  /// null, is false.
  void emit(Value to, uint32_t offset, Value from, Value mask) {
    Value size;
    if (mask)
      size = LLVM::SelectOp::create(builder, loc, mask,
                                    emitI32(builder, loc, bytes),
                                    emitI32(builder, loc, 0));
    if (!predicate) {
      NVVM::CpAsyncOp::create(builder, loc,
                              SharedAddress::advance(builder, loc, to, offset),
                              from, bytes,
                              isCached ? NVVM::LoadCacheModifierKind::CA
                                       : NVVM::LoadCacheModifierKind::CG,
                              size);
      return;
    }
    AsmText copy(builder, loc);
    std::string target = copy.addAddress(to);
    if (offset)
      target += "+" + std::to_string(offset);
    std::string text = std::string("cp.async.") + (isCached ? "ca" : "cg") +
                       ".shared.global [" + target + "], [" +
                       copy.addOperand(from, "l") + "], " +
                       std::to_string(bytes);
    if (size)
      text += ", " + copy.addOperand(size, "r");
    copy.addText("@" + copy.addOperand(predicate, "b") + " " + text + ";");
    copy.create();
  }

private:
  OpBuilder &builder;
  Location loc;
  unsigned bytes;
  Value predicate;
  bool isCached;
};

LogicalResult lowerAsyncCopy(AsyncCopyOp op, Parts<AsyncCopyOp> adaptor,
                             ConversionPatternRewriter &rewriter,
                             const VectorShapes &shapes) {
  Location loc = op.getLoc();
  auto pointers = cast<RankedTensorType>(op.getPtr().getType());
  auto place = cast<MemDescType>(op.getDst().getType());
  auto tile = RankedTensorType::get(pointers.getShape(), place.getElementType(),
                                    pointers.getEncoding());
  ModuleAxisInfo::VectorShape shape = shapes.lookup(op);
  unsigned elementBytes = getByteWidth(place.getElementType());
  shape.width =
      std::min(shape.width, getPlaceContiguity(place, shape.dim, shape.width));
  unsigned bytes = shape.width * elementBytes;
  if (bytes < kMinCopyBytes)
    return op.emitOpError("expected a layout, addresses, a mask and a place "
                          "for copies of 4, 8 or 16 bytes, found copies of ")
           << bytes << (bytes == 1 ? " byte" : " bytes");

  Value predicate = emitOwnerPredicate(rewriter, loc, tile);
  if (op.getPred())
    predicate = emitAnd(rewriter, loc, predicate, adaptor.getPred().front());
  CopyEmitter emitter(rewriter, loc, op, bytes, predicate);
  SharedAddress address(rewriter, loc, tile, place, adaptor.getDst().front());
  for (ArrayRef<unsigned> group : groupRegisters(tile, shape, /*owned=*/true)) {
    auto [to, offset] = address.emit(group.front());
    emitter.emit(to, offset, adaptor.getPtr()[group.front()],
                 op.getMask() ? adaptor.getMask()[group.front()] : Value());
  }
  rewriter.eraseOp(op);
  return success();
}

LogicalResult lowerAsyncCommitGroup(AsyncCommitGroupOp op,
                                    AsyncCommitGroupOp::Adaptor,
                                    ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<NVVM::CpAsyncCommitGroupOp>(op);
  return success();
}

LogicalResult lowerAsyncWait(AsyncWaitOp op, AsyncWaitOp::Adaptor,
                             ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<NVVM::CpAsyncWaitGroupOp>(op, op.getPending());
  return success();
}

LogicalResult lowerMemDescIndex(MemDescIndexOp op,
                                MemDescIndexOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  int64_t bytes = cast<MemDescType>(op.getType()).getNumBytes();
  Value places = adaptor.getSrc();
  // In bytes. An i32 can count all bytes of shared memory.
  Value offset = LLVM::MulOp::create(rewriter, loc, adaptor.getIndex(),
                                     emitI32(rewriter, loc, bytes));
  rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
      op, places.getType(), rewriter.getI8Type(), places, ValueRange{offset},
      LLVM::GEPNoWrapFlags::inbounds);
  return success();
}

} // namespace

void tile::populateAsyncCopyPatterns(const Distribution &d) {
  addLowering(d.converter, d.patterns, lowerAsyncCopy, d.shapes);
  addLowerings(d.converter, d.patterns, lowerAsyncCommitGroup, lowerAsyncWait,
               lowerMemDescIndex);
}
