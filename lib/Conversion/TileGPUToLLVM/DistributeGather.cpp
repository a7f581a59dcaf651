//===- DistributeGather.cpp - Elements chosen by number -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tile.gather within a warp, as GatherPlan.h plans it, and
// tilegpu.local_gather. Where an element comes from is a linear map of
// register, lane, warp and index: what the register contributes is a constant,
// what the thread contributes is computed once, what the index contributes once
// per element. Bits of an index beyond the extent are cut off, so that nothing
// outside is read.
//
//===----------------------------------------------------------------------===//

#include "LaneShuffle.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/KnownIndex.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/GatherPlan.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// The bits of an index that count, as an i32.
static Value emitIndex(OpBuilder &builder, Location loc, Value index,
                       int64_t extent) {
  unsigned width = index.getType().getIntOrFloatBitWidth();
  Type i32 = builder.getI32Type();
  if (width < 32)
    index = LLVM::ZExtOp::create(builder, loc, i32, index);
  else if (width > 32)
    index = LLVM::TruncOp::create(builder, loc, i32, index);
  return LLVM::AndOp::create(builder, loc, index,
                             emitI32(builder, loc, extent - 1));
}

namespace {

/// One output of a map from register, lane, warp and index, times a factor.
class OutputEmitter {
public:
  /// `known` is the index of all elements, if that is known.
  OutputEmitter(OpBuilder &builder, Location loc, const LinearLayout &map,
                StringRef output, uint32_t factor = 1,
                std::optional<uint32_t> known = std::nullopt)
      : builder(builder), loc(loc) {
    auto append = [&](SmallVectorImpl<uint32_t> &columns, StringRef input) {
      if (map.hasInDim(input))
        for (int32_t bit = 0; bit < map.getInDimSizeLog2(input); ++bit)
          columns.push_back(map.hasOutDim(output)
                                ? map.getBasis(input, bit, output) * factor
                                : 0);
    };
    append(registerColumns, kRegister);
    append(indexColumns, GatherPlan::kIndex);
    SmallVector<uint32_t> threadColumns;
    append(threadColumns, kLane);
    append(threadColumns, kWarp);
    for (uint32_t column : threadColumns)
      runtimeBits |= column;
    if (runtimeBits)
      thread = emitLinearMap(builder, loc, emitThreadId(builder, loc),
                             threadColumns);
    for (auto [bit, column] : llvm::enumerate(indexColumns)) {
      if (known) {
        ofIndex ^= *known >> bit & 1 ? column : 0;
        continue;
      }
      usesIndex |= column != 0;
      runtimeBits |= column;
    }
  }

  /// What a register contributes, and the index if it is known.
  uint32_t getConstant(unsigned reg) const {
    uint32_t sum = ofIndex;
    for (auto [bit, column] : llvm::enumerate(registerColumns))
      if (reg >> bit & 1)
        sum ^= column;
    return sum;
  }

  /// The bits that thread or index may set.
  uint32_t getRuntimeBits() const { return runtimeBits; }

  /// What thread and index contribute, an i32; `constant` is added.
  Value emit(Value index, uint32_t constant = 0) {
    Value sum = thread;
    if (usesIndex) {
      Value part = emitLinearMap(builder, loc, index, indexColumns);
      sum =
          sum ? LLVM::XOrOp::create(builder, loc, sum, part).getResult() : part;
    }
    if (!sum)
      return emitI32(builder, loc, constant);
    return constant ? LLVM::XOrOp::create(builder, loc, sum,
                                          emitI32(builder, loc, constant))
                          .getResult()
                    : sum;
  }

private:
  OpBuilder &builder;
  Location loc;
  SmallVector<uint32_t> registerColumns, indexColumns;
  Value thread;
  bool usesIndex = false;
  uint32_t ofIndex = 0;
  uint32_t runtimeBits = 0;
};

LogicalResult lowerGather(GatherOp op, Parts<GatherOp> adaptor,
                          ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto src = cast<RankedTensorType>(op.getSrc().getType());
  auto result = cast<RankedTensorType>(op.getType());
  int64_t extent = src.getDimSize(op.getAxis());
  std::optional<uint32_t> known = getKnownIndex(op);
  GatherPlan plan = GatherPlan::create(
      toLinearLayout(src), toLinearLayout(result), getDimName(op.getAxis()),
      getBitWidth(src.getElementType()), known.has_value());
  if (!plan.isWithinWarp())
    return op.emitOpError("expected no gather that goes through shared "
                          "memory at this stage; run "
                          "tile-insert-shared-memory first");
  OutputEmitter registers(rewriter, loc, plan.getMap(), kRegister,
                          /*factor=*/1, known);
  OutputEmitter lanes(rewriter, loc, plan.getMap(), kLane, /*factor=*/1, known);
  LaneShuffler shuffler(rewriter, loc);
  ThreadLayout layout(result);
  ValueRange elements = adaptor.getSrc(), indices = adaptor.getIndices();
  SmallVector<Value> results(layout.getNumRegisters());
  for (unsigned reg = 0; reg < results.size(); ++reg) {
    if (unsigned owner = layout.getOwnerRegister(reg); owner < reg) {
      results[reg] = results[owner];
      continue;
    }
    Value index =
        known ? Value() : emitIndex(rewriter, loc, indices[reg], extent);
    Value lane = plan.changesLane() ? lanes.emit(index, lanes.getConstant(reg))
                                    : Value();
    SmallVector<Value> candidates;
    ArrayRef<uint32_t> choices = plan.getChoices();
    for (unsigned choice = 0; choice < 1u << choices.size(); ++choice) {
      uint32_t from = registers.getConstant(reg);
      for (auto [bit, added] : llvm::enumerate(choices))
        if (choice >> bit & 1)
          from ^= added;
      Value value = elements[from];
      candidates.push_back(lane ? shuffler.readLane(value, lane) : value);
    }
    Value chosen = choices.empty() ? Value() : registers.emit(index);
    for (uint32_t added : choices) {
      Value bit = LLVM::AndOp::create(
          rewriter, loc, chosen,
          emitI32(rewriter, loc, int64_t(1) << llvm::Log2_32(added)));
      Value isSet = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ne,
                                         bit, emitI32(rewriter, loc, 0));
      for (unsigned i = 0; i < candidates.size() / 2; ++i)
        candidates[i] = LLVM::SelectOp::create(
            rewriter, loc, isSet, candidates[2 * i + 1], candidates[2 * i]);
      candidates.resize(candidates.size() / 2);
    }
    results[reg] = candidates.front();
  }
  rewriter.replaceOpWithMultiple(op, {results});
  return success();
}

LogicalResult lowerLocalGather(LocalGatherOp op, Parts<LocalGatherOp> adaptor,
                               ConversionPatternRewriter &rewriter,
                               const TypeConverter &converter) {
  Location loc = op.getLoc();
  MemDescType place = op.getSrc().getType();
  auto result = cast<RankedTensorType>(op.getType());
  int64_t extent = place.getShape()[op.getAxis()];
  unsigned bytes = getByteWidth(place.getElementType());
  LinearLayout map = getGatheredCoordinates(toLinearLayout(result),
                                            getDimName(op.getAxis()), extent)
                         .compose(place.toLinearLayout().invert());
  OutputEmitter offsets(rewriter, loc, map, map.getOutDimNames().front(),
                        bytes);
  Value base = adaptor.getSrc().front();
  Type elementType = converter.convertType(place.getElementType());
  Type loaded = rewriter.getIntegerType(8 * bytes);
  auto getAddress = [&](Value from, LLVM::GEPArg offset) -> Value {
    return LLVM::GEPOp::create(rewriter, loc, base.getType(),
                               rewriter.getI8Type(), from, {offset},
                               LLVM::GEPNoWrapFlags::inbounds);
  };
  ThreadLayout layout(result);
  SmallVector<Value> results(layout.getNumRegisters());
  for (unsigned reg = 0; reg < results.size(); ++reg) {
    if (unsigned owner = layout.getOwnerRegister(reg); owner < reg) {
      results[reg] = results[owner];
      continue;
    }
    Value index = emitIndex(rewriter, loc, adaptor.getIndices()[reg], extent);
    // Bits that nothing else sets go into the instruction.
    uint32_t constant = offsets.getConstant(reg);
    uint32_t flipped = constant & offsets.getRuntimeBits();
    Value address = getAddress(base, offsets.emit(index, flipped));
    if (constant != flipped)
      address = getAddress(address, static_cast<int32_t>(constant ^ flipped));
    Value bits = LLVM::LoadOp::create(rewriter, loc, loaded, address, bytes);
    results[reg] = fromInteger(rewriter, loc, bits, elementType);
  }
  rewriter.replaceOpWithMultiple(op, {results});
  return success();
}

} // namespace

void tile::populateGatherPatterns(const Distribution &d) {
  addLowerings(d.converter, d.patterns, lowerGather);
  addLowering(d.converter, d.patterns, lowerLocalGather, d.converter);
}
