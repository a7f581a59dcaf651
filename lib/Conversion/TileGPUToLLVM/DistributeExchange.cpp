//===- DistributeExchange.cpp - Elements that change threads --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout conversions within a warp, as ConversionPlan.h plans them: renamed
// registers, or rounds of shuffles with selects before and after. Section 2
// there has the names used here: in round k, lane x sends register P k + Q x,
// lane l receives from lane D k + T l into register k + G l.
//
//===----------------------------------------------------------------------===//

#include "LaneShuffle.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/ConversionPlan.h"
#include "tile/Layout/Subspace.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The XOR of the columns that the bits of `word` choose.
uint32_t applyColumns(ArrayRef<uint32_t> columns, uint32_t word) {
  uint32_t sum = 0;
  for (auto [bit, column] : llvm::enumerate(columns))
    if (word >> bit & 1)
      sum ^= column;
  return sum;
}

/// Registers, each moved to another one by an amount that depends on the lane:
/// register r becomes register r XOR M l of `registers`, for lane l. One select
/// for each register and each dimension of what M reaches.
class LaneSelector {
public:
  /// `columns` are the columns of M.
  LaneSelector(OpBuilder &builder, Location loc, Value lane,
               ArrayRef<uint32_t> columns)
      : builder(builder), loc(loc) {
    Subspace reached;
    for (uint32_t column : columns)
      reached.insert(column);
    // For each vector of a basis, the lane bits whose sum says whether it takes
    // part.
    for (auto [i, vector] : llvm::enumerate(reached.getBasis())) {
      uint32_t laneBits = 0;
      for (auto [bit, column] : llvm::enumerate(columns))
        laneBits |= (*reached.getCoordinates(column) >> i & 1) << bit;
      stages.push_back(Stage{static_cast<uint32_t>(vector),
                             emitParity(lane, laneBits),
                             DenseMap<uint32_t, Value>()});
    }
  }

  /// Register `reg`, of the registers that `get` gives by their numbers.
  Value select(uint32_t reg, function_ref<Value(uint32_t)> get) {
    return select(stages.size(), reg, get);
  }

private:
  struct Stage {
    uint32_t vector;
    Value condition;
    DenseMap<uint32_t, Value> done;
  };

  Value select(size_t numStages, uint32_t reg,
               function_ref<Value(uint32_t)> get) {
    if (numStages == 0)
      return get(reg);
    Stage &stage = stages[numStages - 1];
    if (Value value = stage.done.lookup(reg))
      return value;
    Value moved = select(numStages - 1, reg ^ stage.vector, get);
    Value own = select(numStages - 1, reg, get);
    Value value =
        LLVM::SelectOp::create(builder, loc, stage.condition, moved, own);
    stage.done[reg] = value;
    return value;
  }

  /// Whether the sum of these bits of the lane is odd: an i1.
  Value emitParity(Value lane, uint32_t laneBits) {
    Value bits = LLVM::AndOp::create(builder, loc, lane,
                                     emitI32(builder, loc, laneBits));
    Value zero = emitI32(builder, loc, 0);
    if (!llvm::isPowerOf2_32(laneBits)) {
      bits = LLVM::CtPopOp::create(builder, loc, bits);
      bits = LLVM::AndOp::create(builder, loc, bits, emitI32(builder, loc, 1));
    }
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                                zero);
  }

  OpBuilder &builder;
  Location loc;
  SmallVector<Stage> stages;
};

/// Carries out the exchange between the lanes of each warp.
class LaneExchanger {
public:
  LaneExchanger(OpBuilder &builder, Location loc, const LaneExchange &plan,
                ValueRange source, unsigned numResults)
      : builder(builder), loc(loc), plan(plan), source(source),
        elementType(source[0].getType()), numResults(numResults) {
    elementBits = getElementBits(elementType);
    numParts = 1u << plan.packed.size();
    words = std::max(1u, elementBits * numParts / 32);
  }

  /// The result's registers; those that are copies are null.
  SmallVector<Value> run() {
    Value lane =
        LLVM::AndOp::create(builder, loc, emitThreadId(builder, loc),
                            emitI32(builder, loc, kThreadsPerWarp - 1));
    LaneSelector sent(builder, loc, lane, plan.sentByLane);
    LaneSelector received(builder, loc, lane, plan.receivedByLane);
    bool isButterfly = true;
    for (auto [bit, column] : llvm::enumerate(plan.senderByLane))
      isButterfly &= column == 1u << bit;
    Value sender;
    if (!isButterfly)
      sender = emitLinearMap(builder, loc, lane, plan.senderByLane);

    // Words of a round are selected and moved one by one.
    SmallVector<DenseMap<uint32_t, Value>> arrived(words);
    SmallVector<DenseMap<uint32_t, Value>> packedWords(words);
    auto getSourceWord = [&](unsigned word) {
      return [&, word](uint32_t reg) -> Value {
        if (Value value = packedWords[word].lookup(reg))
          return value;
        SmallVector<Value> all = packWords(reg);
        for (auto [w, value] : llvm::enumerate(all))
          packedWords[w][reg] = value;
        return packedWords[word][reg];
      };
    };
    SmallVector<LaneSelector> sentByWord, receivedByWord;
    for (unsigned word = 0; word < words; ++word) {
      sentByWord.push_back(sent);
      receivedByWord.push_back(received);
    }
    for (uint32_t round = 0; round < numResults; ++round) {
      if (round & ~plan.rounds)
        continue;
      uint32_t distance = applyColumns(plan.senderByRound, round);
      for (unsigned word = 0; word < words; ++word) {
        Value value = sentByWord[word].select(
            applyColumns(plan.sentByRound, round), getSourceWord(word));
        if (!plan.isLocal(round))
          value = emitShuffle(value, sender, distance);
        arrived[word][round] = value;
      }
    }
    SmallVector<Value> results(numResults);
    for (uint32_t reg = 0; reg < numResults; ++reg) {
      if (reg & ~plan.rounds)
        continue;
      SmallVector<Value> wordsOfRegister;
      for (unsigned word = 0; word < words; ++word)
        wordsOfRegister.push_back(receivedByWord[word].select(
            reg, [&](uint32_t round) { return arrived[word].lookup(round); }));
      SmallVector<Value> parts = unpackWords(wordsOfRegister);
      for (uint32_t part = 0; part < numParts; ++part) {
        uint32_t target = reg;
        for (auto [i, entry] : llvm::enumerate(plan.packed))
          if (part >> i & 1)
            target ^= entry.first;
        results[target] = parts[part];
      }
    }
    return results;
  }

private:
  static unsigned getElementBits(Type type) {
    if (isa<LLVM::LLVMPointerType>(type))
      return 64;
    return llvm::bit_ceil(std::max(8u, type.getIntOrFloatBitWidth()));
  }
  Type getInteger(unsigned bits) { return builder.getIntegerType(bits); }

  /// The source's register, with those that travel with it, as 32-bit words.
  SmallVector<Value> packWords(uint32_t reg) {
    SmallVector<Value> parts;
    for (uint32_t part = 0; part < numParts; ++part) {
      uint32_t from = reg;
      for (auto [i, entry] : llvm::enumerate(plan.packed))
        if (part >> i & 1)
          from ^= entry.second;
      parts.push_back(toInteger(builder, loc, source[from]));
    }
    Type i32 = builder.getI32Type();
    unsigned bits = elementBits * numParts;
    if (bits >= 32)
      return bitcastElements(parts, i32, words);
    Value part = bitcastElements(parts, getInteger(bits), 1)[0];
    return {LLVM::ZExtOp::create(builder, loc, i32, part)};
  }

  SmallVector<Value> unpackWords(ArrayRef<Value> values) {
    SmallVector<Value> whole(values);
    if (unsigned bits = elementBits * numParts; bits < 32)
      whole[0] =
          LLVM::TruncOp::create(builder, loc, getInteger(bits), whole[0]);
    SmallVector<Value> parts =
        bitcastElements(whole, getInteger(elementBits), numParts);
    for (Value &value : parts)
      value = fromInteger(builder, loc, value, elementType);
    return parts;
  }

  /// The bits of all values as `count` elements of another type.
  SmallVector<Value> bitcastElements(ArrayRef<Value> values, Type type,
                                     unsigned count) {
    Value whole = values[0];
    if (values.size() > 1) {
      auto vectorType =
          VectorType::get({int64_t(values.size())}, values[0].getType());
      whole = LLVM::PoisonOp::create(builder, loc, vectorType);
      for (auto [i, value] : llvm::enumerate(values))
        whole = LLVM::InsertElementOp::create(builder, loc, whole, value,
                                              emitI32(builder, loc, i));
    }
    Type target =
        count == 1 ? type : Type(VectorType::get({int64_t(count)}, type));
    if (whole.getType() != target)
      whole = LLVM::BitcastOp::create(builder, loc, target, whole);
    if (count == 1)
      return {whole};
    SmallVector<Value> elements;
    for (unsigned i = 0; i < count; ++i)
      elements.push_back(LLVM::ExtractElementOp::create(
          builder, loc, whole, emitI32(builder, loc, i)));
    return elements;
  }

  /// PTX ISA, "shfl.sync". `sender` is null where lanes differ by `distance`
  /// alone.
  Value emitShuffle(Value value, Value sender, uint32_t distance) {
    Value all = emitI32(builder, loc, -1);
    Value clamp = emitI32(builder, loc, kThreadsPerWarp - 1);
    Value lane = emitI32(builder, loc, distance);
    if (sender)
      lane = distance ? LLVM::XOrOp::create(builder, loc, sender, lane).getRes()
                      : sender;
    return NVVM::ShflOp::create(
        builder, loc, builder.getI32Type(), all, value, lane, clamp,
        sender ? NVVM::ShflKind::idx : NVVM::ShflKind::bfly, UnitAttr());
  }

  OpBuilder &builder;
  Location loc;
  const LaneExchange &plan;
  ValueRange source;
  Type elementType;
  unsigned numResults;
  unsigned elementBits, numParts, words;
};

uint32_t getSourceRegister(const ConversionPlan &plan, uint32_t reg) {
  const LinearLayout &map = plan.getMap();
  uint32_t source = 0;
  for (int32_t bit = 0; bit < map.getInDimSizeLog2(kRegister); ++bit)
    if (reg >> bit & 1)
      source ^= map.getBasis(kRegister, bit, kRegister);
  return source;
}

LogicalResult lowerConvertLayout(tilegpu::ConvertLayoutOp op,
                                 Parts<tilegpu::ConvertLayoutOp> adaptor,
                                 ConversionPatternRewriter &rewriter) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  auto to = cast<RankedTensorType>(op.getType());
  std::string error;
  std::optional<ConversionPlan> plan =
      ConversionPlan::create(toLinearLayout(from), toLinearLayout(to),
                             getBitWidth(from.getElementType()), &error);
  if (!plan)
    return op.emitOpError(error);
  ValueRange source = adaptor.getSrc();
  ThreadLayout layout(to);
  SmallVector<Value> results(layout.getNumRegisters());
  switch (plan->getKind()) {
  case ConversionPlan::Kind::Nothing:
    llvm::copy(source, results.begin());
    break;
  case ConversionPlan::Kind::Registers:
    for (auto [reg, result] : llvm::enumerate(results))
      result = source[getSourceRegister(*plan, reg)];
    break;
  case ConversionPlan::Kind::Lanes: {
    LaneExchanger exchanger(rewriter, op.getLoc(), plan->getLanes(), source,
                            results.size());
    results = exchanger.run();
    for (auto [reg, result] : llvm::enumerate(results))
      if (!result)
        result = results[layout.getOwnerRegister(reg)];
    break;
  }
  case ConversionPlan::Kind::Shared:
    return op.emitOpError("expected conversions through shared memory to be "
                          "explicit at this stage; run "
                          "tile-insert-shared-memory first");
  }
  rewriter.replaceOpWithMultiple(op, {results});
  return success();
}

} // namespace

void tile::populateExchangePatterns(const Distribution &d) {
  addLowering(d.converter, d.patterns, lowerConvertLayout);
}
