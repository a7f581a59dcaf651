//===- DistributeScaledDot.cpp - Products by instructions with scales -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.dot_scaled on targets whose matrix instructions take scales.
//
//===----------------------------------------------------------------------===//
//
// `mma.sync` with `.block_scale`. All kinds take 32 bytes along K, so the plan
// of bytes (DotPlan.h) says which registers go together, and ScaleLayout.h
// where the scales are. A word has the scales of four blocks: with one scale
// per row and instruction, of four instructions, which select a byte each.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "BitBuilder.h"
#include "PackedWords.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/BlockScaling.h"
#include "tile/Layout/DotPlan.h"
#include "tile/Layout/ScaleLayout.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::tile;

/// Bytes along K that a lane has of an instruction, and that all have.
static constexpr unsigned kBytesOfLane = 8, kBytes = 32, kBytesOfWord = 4;

/// Where a register of lane 0 has its element.
static SmallVector<int32_t> getPlace(const LinearLayout &layout, uint32_t reg) {
  SmallVector<int32_t> place;
  for (auto &[name, coordinate] : layout.apply(
           {{"register", reg}, {"lane", 0}, {"warp", 0}, {"block", 0}}))
    place.push_back(coordinate);
  return place;
}

/// Why the blocks along K that instructions take are not those that share
/// scales; null if they are. `inOrder`: each half of an instruction has scales
/// of its own.
static const char *checkBlocks(const DotPlan &plan, const LinearLayout &a,
                               bool inOrder) {
  auto getDepth = [&](unsigned step) -> unsigned {
    return getPlace(a, plan.a[0][2 * step]).back();
  };
  unsigned lanes[2];
  for (int32_t bit : {0, 1})
    lanes[bit] = a.getBasis("lane", bit).back();
  const char *message =
      "expected instructions to take neighbouring blocks of 32 bytes along K";
  if (plan.copies || plan.depth % kBytesOfLane != 0)
    return message;
  for (unsigned step = 0; step < plan.depth; ++step) {
    unsigned depth = getDepth(step);
    unsigned place = step % kBytesOfLane,
             inBlock = place % kBytesOfWord + place / kBytesOfWord * 16;
    if (depth / kBytes != step / kBytesOfLane ||
        (inOrder && depth % kBytes != inBlock))
      return message;
  }
  if (inOrder ? lanes[0] != 4 || lanes[1] != 8
              : (lanes[0] | lanes[1]) >= kBytes)
    return message;
  return nullptr;
}

namespace {

/// The scales of one operand.
class Scales {
public:
  Scales(const BitBuilder &e, RankedTensorType type,
         const LinearLayout &operand, bool isLeft, ValueRange values)
      : e(e), operand(operand), isLeft(isLeft), values(values),
        numBlocks(type.getShape().back()) {
    LinearLayout layout = toLinearLayout(type);
    for (uint32_t reg = 0; reg < values.size(); ++reg)
      registers.try_emplace(pack(getPlace(layout, reg)), reg);
  }

  /// The word with the scales from `block` on of the row or column of the
  /// operand's register, and the byte of the first.
  std::pair<Value, unsigned> get(uint32_t reg, unsigned block) {
    SmallVector<int32_t> place = getPlace(operand, reg);
    size_t rank = place.size();
    int32_t outer = place[isLeft ? rank - 2 : rank - 1];
    place[rank - 2] = outer;
    unsigned first = block / kBytesOfWord * kBytesOfWord;
    place[rank - 1] = first;
    Value &word = words[pack(place)];
    if (!word) {
      SmallVector<Value, 4> bytes;
      for (unsigned i = first; i < first + kBytesOfWord; ++i) {
        place[rank - 1] = std::min(i, numBlocks - 1);
        Value byte = values[registers.lookup(pack(place))];
        bytes.push_back(byte.getType() == e.i8() ? byte
                                                 : e.bitcast(byte, e.i8()));
      }
      word = packWord(e, bytes);
    }
    return {word, block - first};
  }

private:
  static uint64_t pack(ArrayRef<int32_t> place) {
    uint64_t key = 0;
    for (int32_t coordinate : place)
      key = key << 21 | uint32_t(coordinate);
    return key;
  }

  const BitBuilder &e;
  const LinearLayout &operand;
  bool isLeft;
  ValueRange values;
  unsigned numBlocks;
  /// By place: the registers of scales, and the words made of them.
  llvm::DenseMap<uint64_t, uint32_t> registers;
  llvm::DenseMap<uint64_t, Value> words;
};

struct ScaledDotLowering : OpConversionPattern<DotScaledOp> {
  ScaledDotLowering(const TypeConverter &converter, MLIRContext *context,
                    const TargetInfo &target)
      : OpConversionPattern(converter, context), target(target) {}

  LogicalResult
  matchAndRewrite(DotScaledOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<BlockScaling> scaling =
        getBlockScaling(ScaledTypes::get(op), target);
    if (!scaling || !op.getAScale() || !op.getBScale())
      return op.emitOpError("expected types for which the target has an "
                            "instruction with scales, found ")
             << stringifyScaledElement(op.getAElemType()) << " and "
             << stringifyScaledElement(op.getBElemType()) << " for "
             << target.name;
    DotLayouts layouts{toLinearLayout(getTile(op.getA())),
                       toLinearLayout(getTile(op.getB())),
                       toLinearLayout(getTile(op.getC()))};
    std::string why;
    std::optional<DotPlan> plan =
        planTensorCores(layouts, /*numRows=*/16, &why);
    if (plan)
      if (const char *message =
              checkBlocks(*plan, layouts.a, scaling->numScales > 1))
        return op.emitOpError(message)
               << ", found " << getTile(op.getA()).getEncoding();
    if (!plan)
      return op.emitOpError("expected a and b in #tile.dot_op of the result's "
                            "layout, ")
             << getTile(op.getC()).getEncoding() << ", found "
             << getTile(op.getA()).getEncoding() << " and "
             << getTile(op.getB()).getEncoding() << ": " << why;
    for (bool isLeft : {true, false}) {
      RankedTensorType type = getTile(isLeft ? op.getAScale() : op.getBScale());
      LinearLayout wanted = getScaleLayout(isLeft ? layouts.a : layouts.b,
                                           isLeft, type.getShape().back());
      if (wanted != toLinearLayout(type))
        return op.emitOpError("expected the scales of ")
               << (isLeft ? "a" : "b") << " in the layout "
               << LinearLayoutAttr::get(op.getContext(), wanted) << ", found "
               << type.getEncoding();
    }
    BitBuilder e(rewriter, op.getLoc());
    SmallVector<Value> results = emit(e, op, adaptor, layouts, *plan, *scaling);
    ThreadLayout layout(getTile(op.getC()));
    for (auto [reg, value] : llvm::enumerate(results))
      if (!value)
        value = results[layout.getOwnerRegister(reg)];
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

private:
  SmallVector<Value> emit(const BitBuilder &e, DotScaledOp op,
                          OneToNOpAdaptor adaptor, const DotLayouts &layouts,
                          const DotPlan &plan,
                          const BlockScaling &scaling) const {
    Scales scalesOfA(e, getTile(op.getAScale()), layouts.a, /*isLeft=*/true,
                     adaptor.getAScale()),
        scalesOfB(e, getTile(op.getBScale()), layouts.b, /*isLeft=*/false,
                  adaptor.getBScale());
    std::string name =
        ("llvm.nvvm.mma.block.scale.m16n8k" + Twine(scaling.depth) +
         ".row.col." + scaling.kind + ".scale." + Twine(scaling.numScales) +
         "x.f32." + stringifyScaledElement(op.getAElemType()) + "." +
         stringifyScaledElement(op.getBElemType()) + ".f32." +
         scaling.scaleType)
            .str();
    Type i16 = e.getBuilder().getI16Type();
    auto type = LLVM::LLVMStructType::getLiteral(op.getContext(),
                                                 SmallVector<Type>(4, e.f32()));
    SmallVector<Value> sums(adaptor.getC().begin(), adaptor.getC().end()),
        results(sums.size());
    // Neighbouring instructions have other sums.
    for (unsigned first = 0; first < plan.depth; first += kBytesOfLane)
      for (const DotPlan::Part &part : plan.parts) {
        ArrayRef<uint32_t> a = plan.a[part.row], b = plan.b[part.column];
        SmallVector<Value> arguments;
        for (unsigned step = 0; step < kBytesOfLane; step += kBytesOfWord)
          for (unsigned half : {0, 1})
            arguments.push_back(getWord(
                e, adaptor.getA(), a.drop_front(2 * (first + step)), 2, half));
        for (unsigned step = 0; step < kBytesOfLane; step += kBytesOfWord)
          arguments.push_back(
              getWord(e, adaptor.getB(), b.drop_front(first + step), 1, 0));
        for (uint32_t reg : part.registers)
          arguments.push_back(sums[reg]);
        unsigned block = first / kBytesOfLane * scaling.numScales;
        for (auto [word, byte] :
             {scalesOfA.get(a[0], block), scalesOfB.get(b[0], block)})
          // Of each four lanes that have scales the first ones.
          arguments.append({word, e.integer(i16, byte), e.integer(i16, 0)});
        Value result = e.intrinsic(name, type, arguments);
        for (auto [i, reg] : llvm::enumerate(part.registers))
          sums[reg] = e.create<LLVM::ExtractValueOp>(result, i);
      }
    for (const DotPlan::Part &part : plan.parts)
      for (uint32_t reg : part.registers)
        results[reg] = sums[reg];
    return results;
  }

  /// Four bytes of a row or column: of `list`, each `stride`-th from `first`
  /// on.
  static Value getWord(const BitBuilder &e, ValueRange values,
                       ArrayRef<uint32_t> list, unsigned stride,
                       unsigned first) {
    SmallVector<Value, 4> bytes;
    for (unsigned i = 0; i < kBytesOfWord; ++i)
      bytes.push_back(values[list[i * stride + first]]);
    Value word = packWord(e, bytes);
    return word.getType() == e.i32() ? word : e.bitcast(word, e.i32());
  }

  const TargetInfo &target;
};

} // namespace

void tile::populateScaledDotPatterns(const Distribution &d) {
  d.patterns.add<ScaledDotLowering>(d.converter, d.patterns.getContext(),
                                    d.target);
}
