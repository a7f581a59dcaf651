//===- DistributeReduce.cpp - Reductions within a thread ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction along a dimension that lies in registers: for each register of
// the result, the registers of the operand along the axis, in the order of the
// axis, as a balanced tree of copies of the region. Neighbours are combined
// first and the order is kept, so a region that is associative but does not
// commute is right, too. Of registers that repeat an element the lowest counts.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/IR/IRMapping.h"

#include <map>

using namespace mlir;
using namespace mlir::tile;

namespace {

/// One element of each operand.
using Elements = SmallVector<Value, 2>;

class ReduceLowering : public OpConversionPattern<ReduceOp> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
    for (Value src : op.getSrcs()) {
      Type element = getScalarType(src.getType());
      if (getTypeConverter()->convertType(element) != element)
        return op.emitOpError("reducing pointers and 8-bit floats is not "
                              "supported yet, found ")
               << src.getType();
    }
    auto resultType = dyn_cast<RankedTensorType>(op.getResultTypes()[0]);
    std::vector<SmallVector<unsigned>> groups;
    if (failed(findGroups(op, type, resultType, groups)))
      return failure();

    ArrayRef<ValueRange> operands = adaptor.getSrcs();
    SmallVector<SmallVector<Value>> results(op.getNumResults());
    for (ArrayRef<unsigned> group : groups) {
      SmallVector<Elements> level;
      for (unsigned reg : group) {
        Elements &elements = level.emplace_back();
        for (ValueRange registers : operands)
          elements.push_back(registers[reg]);
      }
      for (; level.size() > 1; level.resize(level.size() / 2))
        for (size_t i = 0; i < level.size() / 2; ++i)
          level[i] = combine(op, level[2 * i], level[2 * i + 1], rewriter);
      for (auto [list, value] : llvm::zip(results, level.front()))
        list.push_back(value);
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  /// For each register of the result, those of the operand along the axis, in
  /// its order. Fails, with an error, where a thread lacks some of them.
  static LogicalResult findGroups(ReduceOp op, RankedTensorType type,
                                  RankedTensorType resultType,
                                  std::vector<SmallVector<unsigned>> &groups) {
    ThreadLayout layout(type);
    unsigned axis = op.getAxis();
    std::map<SmallVector<int32_t>, unsigned> registerAt;
    for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg)
      registerAt.try_emplace(layout.getRegisterOffset(reg), reg);
    SmallVector<SmallVector<int32_t>> offsets(1);
    if (resultType) {
      ThreadLayout resultLayout(resultType);
      offsets.clear();
      for (unsigned reg = 0; reg < resultLayout.getNumRegisters(); ++reg)
        offsets.push_back(resultLayout.getRegisterOffset(reg));
    }
    auto fail = [&](ArrayRef<int32_t> first, ArrayRef<int32_t> other) {
      return op.emitOpError("reducing between threads is not supported yet: "
                            "along dimension ")
             << axis << ", elements (" << first << ") and (" << other
             << ") are in threads " << layout.findThread(first) << " and "
             << layout.findThread(other) << ", by layout "
             << type.getEncoding();
    };
    for (SmallVector<int32_t> &offset : offsets) {
      SmallVector<unsigned> &group = groups.emplace_back();
      offset.insert(offset.begin() + axis, 0);
      for (int32_t i = 0; i < type.getDimSize(axis); ++i) {
        SmallVector<int32_t> element = offset;
        element[axis] = i;
        auto it = registerAt.find(element);
        if (it == registerAt.end())
          return fail(offset, element);
        group.push_back(it->second);
      }
    }
    // Threads that hold all of the axis, but each in another order, would round
    // differently what they all have a copy of.
    if (!toLinearLayout(type).sublayoutIsZero({kLane, kWarp},
                                              {getDimName(axis)}))
      return op.emitOpError("expected the order along dimension ")
             << axis << " to be the same in all threads, found layout "
             << type.getEncoding();
    return success();
  }

  /// A copy of the region on two lists of elements.
  static Elements combine(ReduceOp op, const Elements &left,
                          const Elements &right,
                          ConversionPatternRewriter &rewriter) {
    Block &body = op.getCombineOp().front();
    IRMapping mapping;
    mapping.map(body.getArguments().take_front(left.size()), left);
    mapping.map(body.getArguments().drop_front(left.size()), right);
    for (Operation &nested : body.without_terminator())
      rewriter.clone(nested, mapping);
    Elements results;
    for (Value value : body.getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(value));
    return results;
  }
};

} // namespace

void tile::populateReducePatterns(const ThreadTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ReduceLowering>(converter, patterns.getContext());
}
