//===- DistributeCounts.cpp - Counts in shared memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One `red.shared.add.u32` of 1 for each element, under a predicate: the thread
// is the one that acts for the element, the mask is true, and there is such a
// bin. Addresses in shared memory have 32 bits.
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "BitBuilder.h"
#include "Patterns.h"
#include "RegisterGroups.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// The bins that a thread counts in.
class Bins {
public:
  Bins(const BitBuilder &b, MemDescType place, Value base)
      : b(b), bits(llvm::Log2_64(place.getShape()[1])) {
    LinearLayout offsets = place.toLinearLayout().invert();
    auto getColumns = [&](unsigned dim) {
      SmallVector<uint32_t> columns;
      StringRef name = getDimName(dim);
      for (int32_t bit = 0; bit < offsets.getInDimSizeLog2(name); ++bit)
        columns.push_back(kBytes * offsets.getBasis(name, bit)[0]);
      return columns;
    };
    binColumns = getColumns(1);
    address = b.create<LLVM::PtrToIntOp>(b.i32(), base);
    // The row follows from the warp, whose bits are above the lane's bits.
    SmallVector<uint32_t> columns(llvm::Log2_32(kThreadsPerWarp), 0);
    llvm::append_range(columns, getColumns(0));
    if (columns.back() != 0)
      row = emitLinearMap(b.getBuilder(), b.getLoc(),
                          emitThreadId(b.getBuilder(), b.getLoc()), columns);
  }

  /// Whether there is a bin for `value`; null if there always is one.
  Value has(Value value) const {
    if (value.getType().getIntOrFloatBitWidth() <= bits)
      return {};
    return b.create<LLVM::ICmpOp>(
        LLVM::ICmpPredicate::ult, value,
        b.integer(value.getType(), int64_t(1) << bits));
  }

  Value getAddress(Value value) const {
    unsigned width = value.getType().getIntOrFloatBitWidth();
    if (width > 32)
      value = b.truncate(value, b.i32());
    else if (width < 32)
      value = b.zeroExtend(value, b.i32());
    Value offset = emitLinearMap(b.getBuilder(), b.getLoc(), value, binColumns);
    if (row)
      offset = b.create<LLVM::XOrOp>(offset, row);
    return b.add(address, offset);
  }

private:
  static constexpr uint32_t kBytes = 4;

  const BitBuilder &b;
  unsigned bits;
  SmallVector<uint32_t> binColumns;
  Value address, row;
};

void emitCount(const BitBuilder &b, Value address, Value predicate) {
  SmallVector<Value> operands{address};
  std::string text = "red.relaxed.cta.shared.add.u32 [$0], 1;";
  std::string constraints = "r";
  if (predicate) {
    operands.push_back(predicate);
    text = "@$1 " + text;
    constraints += ",b";
  }
  emitAsm(b.getBuilder(), b.getLoc(), TypeRange(), operands, text, constraints);
}

LogicalResult lowerLocalCount(LocalCountOp op, Parts<LocalCountOp> adaptor,
                              ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  BitBuilder b(rewriter, loc);
  auto tile = cast<RankedTensorType>(op.getSrc().getType());
  Value owner = emitOwnerPredicate(rewriter, loc, tile);
  Bins bins(b, cast<MemDescType>(op.getDst().getType()),
            adaptor.getDst().front());
  ThreadLayout layout(tile);
  for (auto [reg, value] : llvm::enumerate(adaptor.getSrc())) {
    if (layout.getOwnerRegister(reg) != reg)
      continue;
    Value predicate = owner;
    for (Value condition :
         {op.getMask() ? adaptor.getMask()[reg] : Value(), bins.has(value)})
      if (condition)
        predicate = emitAnd(rewriter, loc, predicate, condition);
    emitCount(b, bins.getAddress(value), predicate);
  }
  rewriter.eraseOp(op);
  return success();
}

} // namespace

void tile::populateCountPatterns(const Distribution &d) {
  addLowering(d.converter, d.patterns, lowerLocalCount);
}
