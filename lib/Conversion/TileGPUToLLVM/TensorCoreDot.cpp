//===- TensorCoreDot.cpp - Matrix products by mma.sync --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of several parts, as tf32x3 and bf16x3, is several products of one
// kind, the small ones first. Along K outermost: neighbouring instructions have
// other accumulators, so that none waits for the one before.
//
// The instructions are LLVM's intrinsics by name: nvvm.mma.sync lacks those for
// 8-bit floats and for f64 with 16 rows.
//
//===----------------------------------------------------------------------===//

#include "TensorCoreDot.h"

#include "BitBuilder.h"
#include "FpConversionSoftware.h"
#include "PackedWords.h"
#include "RoundTF32.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// What elements become before they are multiplied.
enum class Preparation {
  /// They stay as they are.
  None,
  /// 8-bit floats become f16, exactly.
  Widen,
  /// f32 is rounded to tf32.
  RoundTF32,
  /// f32 as sums of two numbers of tf32.
  SplitTF32,
  /// f32 as sums of two or three numbers of bf16.
  SplitBF16
};

/// One way to make a product.
struct Scheme {
  /// The intrinsic without "llvm.nvvm.mma." and the shape: "f32.f32". Types of
  /// it that depend on the element are appended: `namesElements`.
  std::string signature;
  /// Elements in a word, and steps of K that one lane has in the longest and in
  /// the shortest instruction.
  unsigned perWord, maxSteps, minSteps;
  /// Rows of the instruction.
  unsigned rows;
  /// The type of a word and of an accumulator.
  Type word, accumulator;
  /// Whether two accumulators share a register.
  bool isAccumulatorPacked = false;
  Preparation preparation = Preparation::None;
  /// The parts of each operand, 0 being the largest, and the products of them
  /// that count, in the order in which they are added.
  unsigned numParts = 1;
  SmallVector<std::pair<unsigned, unsigned>> products = {{0, 0}};
};

bool is8BitFloat(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

Type getElement(Value tile) { return getScalarType(tile.getType()); }

/// PTX ISA, "mma": .e4m3 and .e5m2, from PTX 8.4 on.
bool hasFloat8Products(const TargetInfo &target, unsigned ptxVersion) {
  return target.hasFP8Products() && ptxVersion >= 84;
}

std::optional<Scheme> getScheme(DotOp op, const TargetInfo &target,
                                unsigned ptxVersion) {
  Type a = getElement(op.getA()), b = getElement(op.getB()),
       c = getElement(op.getC());
  Builder builder(op.getContext());
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type(),
       f16 = builder.getF16Type();
  Scheme scheme;
  scheme.rows = 16;
  scheme.word = i32;
  scheme.accumulator = f32;
  auto steps = [&](unsigned perWord, unsigned minSteps, unsigned maxSteps) {
    scheme.perWord = perWord;
    scheme.minSteps = minSteps;
    scheme.maxSteps = maxSteps;
  };
  auto halves = [&](bool isSumHalf) {
    steps(2, 2, 4);
    scheme.word = BitBuilder::pairOf(f16);
    scheme.isAccumulatorPacked = isSumHalf;
    scheme.signature = isSumHalf ? "f16.f16" : "f32.f32";
    if (isSumHalf)
      scheme.accumulator = f16;
  };
  if (a.isF16()) {
    halves(c.isF16());
  } else if (a.isBF16()) {
    steps(2, 2, 4);
    scheme.signature = "bf16";
  } else if (is8BitFloat(a) && hasFloat8Products(target, ptxVersion)) {
    auto getName = [](Type type) {
      return isa<Float8E5M2Type>(type) ? "e5m2" : "e4m3";
    };
    steps(4, 8, 8);
    scheme.signature =
        (Twine("f32.") + getName(a) + "." + getName(b) + ".f32").str();
  } else if (is8BitFloat(a)) {
    halves(false);
    scheme.preparation = Preparation::Widen;
  } else if (a.isInteger(8)) {
    steps(4, 4, 8);
    scheme.accumulator = i32;
    scheme.signature = "s8";
  } else if (a.isF64()) {
    // PTX ISA, "mma": m8n8k4 from sm_80 on, m16n8k4 and more from sm_90 on.
    bool isLarge = target.capability >= 90;
    steps(1, 1, isLarge ? 4 : 1);
    scheme.rows = isLarge ? 16 : 8;
    scheme.word = scheme.accumulator = builder.getF64Type();
    scheme.signature = "f64";
  } else if (a.isF32()) {
    steps(1, 1, 2);
    scheme.signature = "tf32";
    switch (op.getInputPrecision()) {
    case InputPrecision::IEEE:
      return std::nullopt;
    case InputPrecision::TF32:
      scheme.preparation = Preparation::RoundTF32;
      break;
    case InputPrecision::TF32x3:
      scheme.preparation = Preparation::SplitTF32;
      scheme.numParts = 2;
      scheme.products = {{1, 0}, {0, 1}, {0, 0}};
      break;
    case InputPrecision::BF16x3:
    case InputPrecision::BF16x6:
      steps(2, 2, 4);
      scheme.signature = "bf16";
      scheme.preparation = Preparation::SplitBF16;
      scheme.numParts = 2;
      scheme.products = {{1, 0}, {0, 1}, {0, 0}};
      if (op.getInputPrecision() == InputPrecision::BF16x6) {
        scheme.numParts = 3;
        scheme.products = {{2, 0}, {0, 2}, {1, 1}, {1, 0}, {0, 1}, {0, 0}};
      }
      break;
    }
  } else {
    return std::nullopt;
  }
  return scheme;
}

/// Emits the instructions of one product.
class DotEmitter {
public:
  DotEmitter(OpBuilder &builder, DotOp op, const DotPlan &plan, Scheme scheme,
             ValueRange a, ValueRange b, const TargetInfo &target,
             TF32Rounding rounding)
      : e(builder, op.getLoc()), op(op), plan(plan), scheme(std::move(scheme)),
        a(a), b(b), target(target), rounding(rounding) {
    steps = std::clamp<unsigned>(llvm::bit_ceil(plan.depth),
                                 this->scheme.minSteps, this->scheme.maxSteps);
    numInstructions = llvm::divideCeil(plan.depth, steps);
    // Four lanes have the steps of an instruction.
    name = ("llvm.nvvm.mma.m" + Twine(this->scheme.rows) + "n8k" +
            Twine(4 * steps) + ".row.col." + this->scheme.signature)
               .str();
  }

  /// For each part of the plan the sums, of the accumulator's type.
  using Sums = SmallVector<SmallVector<Value, 4>>;

  Sums emit(Sums sums) {
    prepareOperands();
    size_t numProducts = scheme.products.size();
    if (numProducts == 1)
      return emitImprecise(std::move(sums));
    // The small products by themselves: of an infinite factor they are NaN,
    // where the large ones say what the result is.
    Sums small = getZeros();
    for (size_t product = 0; product + 1 < numProducts; ++product)
      emitProduct(small, product, 0, numInstructions);
    Value zero = e.real(scheme.accumulator, 0);
    for (auto [part, smallPart] : llvm::zip(sums, small))
      for (auto [sum, smallSum] : llvm::zip(part, smallPart)) {
        Value isNumber = e.create<LLVM::FCmpOp>(LLVM::FCmpPredicate::ord,
                                                smallSum, smallSum);
        sum = e.create<LLVM::FAddOp>(sum, e.select(isNumber, smallSum, zero));
      }
    emitProduct(sums, numProducts - 1, 0, numInstructions);
    return sums;
  }

private:
  /// The words of an operand's row or column for one instruction: of each part,
  /// and for each word along K the words of all halves of rows.
  using Words = SmallVector<SmallVector<Value, 4>, 1>;

  Sums getZeros() {
    Value zero = isa<FloatType>(scheme.accumulator)
                     ? e.real(scheme.accumulator, 0)
                     : e.integer(scheme.accumulator, 0);
    return Sums(plan.parts.size(),
                SmallVector<Value, 4>(scheme.rows / 4, zero));
  }

  /// With `maxNumImpreciseAcc`, adds sums of so many steps to the full ones.
  Sums emitImprecise(Sums sums) {
    unsigned limit = op.getMaxNumImpreciseAcc();
    unsigned group = std::max(1u, limit / (4 * steps));
    if (limit == 0 || !is8BitFloat(getElement(op.getA())) ||
        scheme.preparation != Preparation::None || limit > plan.depth * 4) {
      emitProduct(sums, 0, 0, numInstructions);
      return sums;
    }
    for (unsigned begin = 0; begin < numInstructions; begin += group) {
      Sums some = getZeros();
      emitProduct(some, 0, begin, std::min(begin + group, numInstructions));
      for (auto [part, somePart] : llvm::zip(sums, some))
        for (auto [sum, someSum] : llvm::zip(part, somePart))
          sum = e.create<LLVM::FAddOp>(sum, someSum);
    }
    return sums;
  }

  void emitProduct(Sums &sums, size_t product, unsigned begin, unsigned end) {
    auto [partOfA, partOfB] = scheme.products[product];
    for (unsigned instruction = begin; instruction < end; ++instruction)
      for (auto [part, sum] : llvm::zip(plan.parts, sums))
        emitInstruction(wordsOfA[part.row][instruction][partOfA],
                        wordsOfB[part.column][instruction][partOfB], sum);
  }

  void emitInstruction(ValueRange left, ValueRange right,
                       SmallVectorImpl<Value> &sum) {
    SmallVector<Value> arguments(left);
    llvm::append_range(arguments, right);
    size_t perRegister = scheme.isAccumulatorPacked ? 2 : 1;
    size_t numRegisters = sum.size() / perRegister;
    for (size_t i = 0; i < numRegisters; ++i)
      arguments.push_back(scheme.isAccumulatorPacked
                              ? e.pair(sum[2 * i], sum[2 * i + 1])
                              : sum[i]);
    Type type = arguments.back().getType();
    Value result =
        e.intrinsic(name,
                    LLVM::LLVMStructType::getLiteral(
                        op.getContext(), SmallVector<Type>(numRegisters, type)),
                    arguments);
    for (size_t i = 0; i < numRegisters; ++i) {
      Value field = e.create<LLVM::ExtractValueOp>(result, i);
      if (!scheme.isAccumulatorPacked) {
        sum[i] = field;
        continue;
      }
      sum[2 * i] = e.element(field, 0);
      sum[2 * i + 1] = e.element(field, 1);
    }
  }

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  void prepareOperands() {
    // Only lanes count that repeat no step of K.
    if (plan.copies)
      counts = emitThreadBitsAreZero(e.getBuilder(), e.getLoc(), plan.copies);
    auto prepare = [&](ArrayRef<SmallVector<uint32_t>> list, ValueRange values,
                       Type type, unsigned halves,
                       SmallVectorImpl<SmallVector<Words>> &words) {
      for (ArrayRef<uint32_t> registers : list) {
        SmallVector<Words> &all = words.emplace_back();
        for (unsigned i = 0; i < numInstructions; ++i)
          all.push_back(makeWords(registers, values, type, i * steps, halves));
      }
    };
    prepare(plan.a, a, getElement(op.getA()), scheme.rows / 8, wordsOfA);
    prepare(plan.b, b, getElement(op.getB()), 1, wordsOfB);
  }

  /// The words of `steps` steps of K from `first` on.
  Words makeWords(ArrayRef<uint32_t> registers, ValueRange values, Type type,
                  unsigned first, unsigned halves) {
    Words words(scheme.numParts);
    for (unsigned step = first; step < first + steps; step += scheme.perWord)
      for (unsigned half = 0; half < halves; ++half) {
        SmallVector<Value, 4> elements;
        for (unsigned i = step; i < step + scheme.perWord; ++i)
          elements.push_back(
              i < plan.depth ? values[registers[i * halves + half]] : Value());
        SmallVector<Value, 3> parts = makeParts(elements, type);
        for (auto [list, word] : llvm::zip(words, parts))
          list.push_back(word);
      }
    return words;
  }

  Value getZeroWord() { return e.create<LLVM::ZeroOp>(scheme.word); }

  /// The word of these elements, or one for each part of them. Null elements
  /// are zeros.
  SmallVector<Value, 3> makeParts(SmallVector<Value, 4> elements, Type type) {
    if (llvm::all_of(elements, [](Value element) { return !element; }))
      return SmallVector<Value, 3>(scheme.numParts, getZeroWord());
    Type scalar = elements[0].getType();
    for (Value &element : elements)
      if (!element)
        element = e.create<LLVM::ZeroOp>(scalar);
    SmallVector<Value, 3> parts;
    switch (scheme.preparation) {
    case Preparation::None:
      parts.push_back(packWord(e, elements));
      break;
    case Preparation::Widen:
      parts.push_back(widen(elements, cast<FloatType>(type)));
      break;
    case Preparation::RoundTF32:
      parts.push_back(roundToTF32(e, elements[0], rounding));
      break;
    case Preparation::SplitTF32:
      splitTF32(elements[0], parts);
      break;
    case Preparation::SplitBF16:
      splitBF16(elements, parts);
      break;
    }
    for (Value &part : parts) {
      if (part.getType() != scheme.word)
        part = e.bitcast(part, scheme.word);
      if (counts)
        part = e.select(counts, part, getZeroWord());
    }
    return parts;
  }

  Value widen(ArrayRef<Value> elements, FloatType type) {
    if (!target.hasFP8Conversions())
      return widenFloat8Pair(e, elements[0], elements[1], type);
    return e.create<NVVM::ConvertF8x2ToF16x2Op>(
        scheme.word, e.pair(elements[0], elements[1]), /*relu=*/false, type);
  }

  /// The upper 19 bits, and the rest; the instruction takes the upper 19 bits
  /// of the rest itself.
  void splitTF32(Value element, SmallVectorImpl<Value> &parts) {
    Value large = e.bitcast(
        e.bitAnd(e.bitcast(element, e.i32()), int32_t(0xffffe000)), e.f32());
    parts.push_back(large);
    parts.push_back(e.create<LLVM::FSubOp>(element, large));
  }

  void splitBF16(ArrayRef<Value> elements, SmallVectorImpl<Value> &parts) {
    Type pair = BitBuilder::pairOf(e.getBuilder().getBF16Type());
    Value left = e.pair(elements[0], elements[1]);
    for (unsigned part = 0; part < scheme.numParts; ++part) {
      if (part > 0)
        left = e.create<LLVM::FSubOp>(
            left, e.create<LLVM::FPExtOp>(left.getType(), parts.back()));
      parts.push_back(e.create<LLVM::FPTruncOp>(pair, left));
    }
  }

  BitBuilder e;
  DotOp op;
  const DotPlan &plan;
  Scheme scheme;
  ValueRange a, b;
  const TargetInfo &target;
  TF32Rounding rounding;
  /// Steps of K that a lane has in an instruction.
  unsigned steps, numInstructions;
  std::string name;
  /// Whether the lane repeats no steps of K; null if none does.
  Value counts;
  /// By row or column, and by instruction.
  SmallVector<SmallVector<Words>> wordsOfA, wordsOfB;
};

} // namespace

unsigned tile::getTensorCoreRows(DotOp op, const TargetInfo &target) {
  std::optional<Scheme> scheme = getScheme(op, target, /*ptxVersion=*/0);
  return scheme ? scheme->rows : 0;
}

SmallVector<Value> tile::emitTensorCoreDot(OpBuilder &builder, DotOp op,
                                           const DotPlan &plan, ValueRange a,
                                           ValueRange b, ValueRange c,
                                           const TargetInfo &target,
                                           unsigned ptxVersion,
                                           TF32Rounding rounding) {
  Scheme scheme = *getScheme(op, target, ptxVersion);
  BitBuilder e(builder, op.getLoc());
  Type type = getElement(op.getC()), accumulator = scheme.accumulator;
  DotEmitter::Sums sums;
  for (const DotPlan::Part &part : plan.parts) {
    auto &sum = sums.emplace_back();
    for (uint32_t reg : part.registers)
      sum.push_back(type == accumulator
                        ? c[reg]
                        : e.create<LLVM::FPExtOp>(accumulator, c[reg]));
  }
  sums =
      DotEmitter(builder, op, plan, std::move(scheme), a, b, target, rounding)
          .emit(std::move(sums));
  SmallVector<Value> results(c.size());
  // Two by two, so that one `cvt` rounds both.
  for (auto [part, sum] : llvm::zip(plan.parts, sums))
    for (size_t i = 0; i < sum.size(); i += 2) {
      if (type != accumulator) {
        Value pair = e.create<LLVM::FPTruncOp>(BitBuilder::pairOf(type),
                                               e.pair(sum[i], sum[i + 1]));
        sum[i] = e.element(pair, 0);
        sum[i + 1] = e.element(pair, 1);
      }
      results[part.registers[i]] = sum[i];
      results[part.registers[i + 1]] = sum[i + 1];
    }
  return results;
}
