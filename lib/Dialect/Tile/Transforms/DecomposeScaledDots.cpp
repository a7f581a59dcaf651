//===- DecomposeScaledDots.cpp - Scaled products as products --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of small numbers with scales, on targets whose matrix instructions
// do not take scales: each operand becomes numbers of 16 bits, multiplied by
// its scales, and tile.dot multiplies the two.
//
// Which type. A number of 4, 6 or 8 bits has at most 4 bits of significand, a
// scale one bit (i8, a power of two) or four (f8E4M3FN). Their product fits the
// 8 bits of bf16, and bf16 has the exponents of f32: so bf16 is exact, except
// where a product is beyond the range of f32 or lies among its smallest
// numbers. An operand of f16 has 11 bits, which bf16 lacks; then both operands
// are f16, and products are rounded once, to f16. An operand of f16 and one of
// bf16 have no type of 16 bits in common; both become f32, which tf32
// multiplies exactly.
//
// A scale becomes a number before it is repeated: what makes NaN of 255 and
// 2^-127 of 0 happens once for 32 elements.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "tile/Dialect/Tile/IR/BlockScaling.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEDECOMPOSESCALEDDOTS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

/// One operand of a scaled op.
struct ScaledOperand {
  Value elements, scale;
  ScaledElement kind;
  /// The dimension of K, and the one along which pairs lie.
  int64_t kDim, packedDim;
};

/// Makes the operations on tiles.
class Decomposer {
public:
  Decomposer(RewriterBase &rewriter, DotScaledOp op)
      : b(op.getLoc(), rewriter), op(op) {}

  Value decompose() {
    int64_t rank = cast<RankedTensorType>(op.getC().getType()).getRank();
    FloatType type = getComputeType();
    Value left = convert({op.getA(), op.getAScale(), op.getAElemType(),
                          rank - 1, op.getLhsKPack() ? rank - 1 : rank - 2},
                         type);
    Value right = convert({op.getB(), op.getBScale(), op.getBElemType(),
                           rank - 2, op.getRhsKPack() ? rank - 2 : rank - 1},
                          type);
    return DotOp::create(b, op.getC().getType(), left, right, op.getC(),
                         type.isF32() ? InputPrecision::TF32
                                      : InputPrecision::IEEE,
                         /*maxNumImpreciseAcc=*/0);
  }

  /// Gives an operand without scales those that the instruction wants.
  void addScales() {
    int64_t rank = getTile(op.getC()).getRank();
    if (!op.getAScale())
      op.getAScaleMutable().assign(makeOnes(op.getBScale(), rank - 2));
    if (!op.getBScale())
      op.getBScaleMutable().assign(makeOnes(op.getAScale(), rank - 1));
  }

  /// Pairs of e2m1 as bytes of e2m3, which has the same exponents and two more
  /// bits of mantissa, or of e4m3.
  void unpackOperands(ScaledElement byte) {
    int64_t rank = getTile(op.getC()).getRank();
    auto unpack = [&](Value bytes, int64_t dim) {
      Value two = bits(bytes, 2);
      Value low = arith::ShLIOp::create(
          b, arith::AndIOp::create(b, bytes, bits(bytes, 0x0f)), two);
      Value high = arith::AndIOp::create(
          b, arith::ShRUIOp::create(b, bytes, two), bits(bytes, 0x3c));
      if (byte == ScaledElement::E4M3) {
        low = biasExponents(low);
        high = biasExponents(high);
      }
      return joinPairs(low, high, dim);
    };
    if (op.getAElemType() == ScaledElement::E2M1) {
      op.getAMutable().assign(
          unpack(op.getA(), op.getLhsKPack() ? rank - 1 : rank - 2));
      op.setAElemType(byte);
    }
    if (op.getBElemType() == ScaledElement::E2M1) {
      op.getBMutable().assign(
          unpack(op.getB(), op.getRhsKPack() ? rank - 2 : rank - 1));
      op.setBElemType(byte);
    }
  }

private:
  /// Numbers of e2m1 become numbers of e2m3, s0eemm00, read as e4m3, whose bias
  /// is larger by 6: 48 is added, and 44 to the one subnormal number, 4.
  Value biasExponents(Value bytes) {
    Value magnitude = arith::AndIOp::create(b, bytes, bits(bytes, 0x1f));
    Value sign = arith::ShLIOp::create(
        b, arith::AndIOp::create(b, bytes, bits(bytes, 0x20)), bits(bytes, 2));
    auto is = [&](arith::CmpIPredicate predicate, uint64_t number) {
      return arith::CmpIOp::create(b, predicate, magnitude,
                                   bits(bytes, number));
    };
    Value added = arith::SelectOp::create(b, is(arith::CmpIPredicate::ugt, 4),
                                          bits(bytes, 0x30), bits(bytes, 0x2c));
    Value number =
        arith::SelectOp::create(b, is(arith::CmpIPredicate::eq, 0), magnitude,
                                arith::AddIOp::create(b, magnitude, added));
    return arith::OrIOp::create(b, number, sign);
  }

  /// Scales of 1, as many along K as `like` has, for each element of the sum
  /// along a dimension.
  Value makeOnes(Value like, int64_t dim) {
    RankedTensorType type = getTile(like);
    SmallVector<int64_t> shape(type.getShape());
    shape[shape.size() - 2] = getTile(op.getC()).getDimSize(dim);
    RankedTensorType ones = type.clone(shape);
    Attribute one = type.getElementType().isInteger(8)
                        ? Attribute(b.getI8IntegerAttr(127))
                        : Attribute(b.getFloatAttr(type.getElementType(), 1));
    return arith::ConstantOp::create(b, DenseElementsAttr::get(ones, one));
  }

  bool hasOperandOf(ScaledElement kind) {
    return op.getAElemType() == kind || op.getBElemType() == kind;
  }

  FloatType getComputeType() {
    if (!hasOperandOf(ScaledElement::FP16))
      return b.getBF16Type();
    return hasOperandOf(ScaledElement::BF16) ? FloatType(b.getF32Type())
                                             : FloatType(b.getF16Type());
  }

  /// A tile like `like`, each element a number given as bits.
  Value bits(Value like, uint64_t number) {
    RankedTensorType type = getTile(like);
    APInt value(type.getElementTypeBitWidth(), number);
    Attribute element;
    if (auto real = dyn_cast<FloatType>(type.getElementType()))
      element = FloatAttr::get(real, APFloat(real.getFloatSemantics(), value));
    else
      element = IntegerAttr::get(type.getElementType(), value);
    return arith::ConstantOp::create(b, DenseElementsAttr::get(type, element));
  }

  /// A tile like `like` of a power of two.
  Value power(Value like, int exponent) {
    RankedTensorType type = getTile(like);
    auto real = cast<FloatType>(type.getElementType());
    APFloat value = scalbn(APFloat(real.getFloatSemantics(), 1), exponent,
                           APFloat::rmNearestTiesToEven);
    return arith::ConstantOp::create(b, DenseElementsAttr::get(type, value));
  }

  Value convertFloats(Value value, FloatType type) {
    RankedTensorType from = getTile(value);
    if (from.getElementType() == type)
      return value;
    return FpToFpOp::create(b, from.clone(type), value, RoundingModeAttr());
  }

  /// Numbers of fewer than 8 bits, each in the bits from `first` of a byte. As
  /// bits of the wide type they are powers of two too small: a number without
  /// infinities whose exponent starts elsewhere. Its subnormal numbers are
  /// subnormal in the wide type, too, so one product makes all of them right.
  Value widen(Value bytes, const llvm::fltSemantics &narrow, unsigned first,
              FloatType type) {
    unsigned mantissa = APFloat::semanticsPrecision(narrow) - 1;
    unsigned sign = first + APFloat::semanticsSizeInBits(narrow) - 1;
    // What is made of bf16 and f16 has 16 bits.
    FloatType made = type.isF32() ? FloatType(b.getF16Type()) : type;
    const llvm::fltSemantics &wide = made.getFloatSemantics();
    unsigned up = APFloat::semanticsPrecision(wide) - 1 - mantissa;
    auto words = getTile(bytes).clone(b.getI16Type());
    Value word = arith::ExtUIOp::create(b, words, bytes);
    auto take = [&](uint64_t mask, int shift) -> Value {
      Value taken = arith::AndIOp::create(b, word, bits(word, mask));
      if (shift < 0)
        return arith::ShRUIOp::create(b, taken, bits(word, -shift));
      return arith::ShLIOp::create(b, taken, bits(word, shift));
    };
    uint64_t magnitude = ((1u << sign) - 1) & ~((1u << first) - 1);
    Value both = arith::OrIOp::create(
        b, take(magnitude, static_cast<int>(up) - static_cast<int>(first)),
        take(1u << sign, 15 - static_cast<int>(sign)));
    Value small = BitcastOp::create(b, words.clone(made), both);
    // The bias of a format is 1 minus its smallest exponent.
    int bias = APFloat::semanticsMinExponent(narrow) -
               APFloat::semanticsMinExponent(wide);
    Value result = arith::MulFOp::create(b, small, power(small, bias));
    return convertFloats(result, type);
  }

  /// The pairs in bytes, in order along a dimension.
  Value unpackPairs(Value bytes, int64_t dim, FloatType type) {
    const llvm::fltSemantics &narrow = APFloat::Float4E2M1FN();
    return joinPairs(widen(bytes, narrow, 0, type),
                     widen(bytes, narrow, 4, type), dim);
  }

  /// The elements of two tiles in turn along a dimension.
  Value joinPairs(Value low, Value high, int64_t dim) {
    Value pairs = JoinOp::create(b, low, high);
    RankedTensorType joined = getTile(pairs);
    int64_t rank = joined.getRank() - 1;
    if (dim != rank - 1) {
      // The new dimension goes after the one along which pairs lie.
      auto order = llvm::to_vector(llvm::seq<int32_t>(0, dim + 1));
      order.push_back(rank);
      llvm::append_range(order, llvm::seq<int32_t>(dim + 1, rank));
      pairs = TransOp::create(b, pairs, order);
    }
    SmallVector<int64_t> shape(getTile(low).getShape());
    shape[dim] *= 2;
    return ReshapeOp::create(b, joined.clone(shape), pairs);
  }

  Value convertElements(const ScaledOperand &operand, FloatType type) {
    Value elements = operand.elements;
    auto asFloat8 = [&](Type float8) {
      RankedTensorType tile = getTile(elements);
      if (tile.getElementType() != float8)
        elements = BitcastOp::create(b, tile.clone(float8), elements);
      return convertFloats(elements, type);
    };
    switch (operand.kind) {
    case ScaledElement::E4M3:
      return asFloat8(b.getType<Float8E4M3FNType>());
    case ScaledElement::E5M2:
      return asFloat8(b.getType<Float8E5M2Type>());
    case ScaledElement::E2M3:
      return widen(elements, APFloat::Float6E2M3FN(), 0, type);
    case ScaledElement::E3M2:
      return widen(elements, APFloat::Float6E3M2FN(), 0, type);
    case ScaledElement::E2M1:
      return unpackPairs(elements, operand.packedDim, type);
    case ScaledElement::BF16:
    case ScaledElement::FP16:
      break;
    }
    return convertFloats(elements, type);
  }

  /// Exponents in bytes as powers of two, in bf16 or f32.
  Value convertExponents(Value exponents, FloatType type) {
    auto integer = b.getIntegerType(type.getWidth());
    unsigned mantissa =
        APFloat::semanticsPrecision(type.getFloatSemantics()) - 1;
    Value wide =
        arith::ExtUIOp::create(b, getTile(exponents).clone(integer), exponents);
    Value number = arith::ShLIOp::create(b, wide, bits(wide, mantissa));
    // 2^-127 is half of the smallest normal number.
    Value isZero =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, wide, bits(wide, 0));
    number = arith::SelectOp::create(
        b, isZero, bits(wide, uint64_t(1) << (mantissa - 1)), number);
    if (!op.getFastMath()) {
      Value isNaN = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, wide,
                                          bits(wide, 255));
      APInt nan = APFloat::getQNaN(type.getFloatSemantics()).bitcastToAPInt();
      number = arith::SelectOp::create(b, isNaN, bits(wide, nan.getZExtValue()),
                                       number);
    }
    return BitcastOp::create(b, getTile(wide).clone(type), number);
  }

  /// Scales with the blocks along the last dimension, as one for each element.
  Value repeatScales(Value scales, int64_t kDim, RankedTensorType elements) {
    int64_t rank = elements.getRank();
    if (kDim != rank - 1) {
      auto order = llvm::to_vector(llvm::seq<int32_t>(0, rank - 2));
      order.push_back(static_cast<int32_t>(rank - 1));
      order.push_back(static_cast<int32_t>(rank - 2));
      scales = TransOp::create(b, scales, order);
    }
    Value column = ExpandDimsOp::create(b, scales, kDim + 1);
    SmallVector<int64_t> shape(getTile(column).getShape());
    shape[kDim + 1] = elements.getDimSize(kDim) / shape[kDim];
    RankedTensorType type = getTile(column);
    Value blocks = BroadcastOp::create(b, type.clone(shape), column);
    return ReshapeOp::create(b, type.clone(elements.getShape()), blocks);
  }

  Value convert(const ScaledOperand &operand, FloatType type) {
    Value elements = convertElements(operand, type);
    if (!operand.scale)
      return elements;
    // f16 lacks most powers of two: the product is made in f32, then rounded.
    bool isExponent = getTile(operand.scale).getElementType().isInteger(8);
    FloatType product =
        isExponent && type.isF16() ? FloatType(b.getF32Type()) : type;
    Value scales = isExponent ? convertExponents(operand.scale, product)
                              : convertFloats(operand.scale, product);
    Value factors = repeatScales(scales, operand.kDim, getTile(elements));
    Value scaled =
        arith::MulFOp::create(b, convertFloats(elements, product), factors);
    return convertFloats(scaled, type);
  }

  ImplicitLocOpBuilder b;
  DotScaledOp op;
};

} // namespace

/// Changes `op`, whose tiles have no layouts, to one that an instruction of the
/// target makes as it is (BlockScaling.h); false, and nothing changes, if there
/// is none. An operand without scales gets scales of 1. Pairs of e2m1 become
/// bytes of e2m3 unless both operands are pairs along K.
static bool takeScales(RewriterBase &rewriter, DotScaledOp op,
                       const TargetInfo &target) {
  ScaledTypes types = ScaledTypes::get(op);
  bool isInTensorMemory = target.hasTensorMemory();
  if (isInTensorMemory && !fitsTensorMemory(op))
    return false;
  ScaledElement byte =
      isInTensorMemory ? ScaledElement::E4M3 : ScaledElement::E2M3;
  TargetAttr attr = getTarget(op);
  unsigned version = attr && attr.getPtxVersion()
                         ? attr.getPtxVersion()
                         : target.getDefaultPTXVersion();
  auto hasInstruction = [&](const ScaledTypes &types) {
    std::optional<BlockScaling> scaling = isInTensorMemory
                                              ? getTensorBlockScaling(types)
                                              : getBlockScaling(types, target);
    return scaling && (!isInTensorMemory || scaling->minPTXVersion <= version);
  };
  bool unpacks = !hasInstruction(types);
  // As pairs they have no instruction; as bytes they may have one.
  if (unpacks && !hasInstruction(types.getUnpacked(byte)))
    return false;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  rewriter.modifyOpInPlace(op, [&] {
    Decomposer decomposer(rewriter, op);
    decomposer.addScales();
    if (unpacks)
      decomposer.unpackOperands(byte);
  });
  return true;
}

/// Replaces `op`, whose tiles have no layouts, by a tile.dot of what its
/// operands and scales mean.
static void decomposeScaledDot(RewriterBase &rewriter, DotScaledOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(op, Decomposer(rewriter, op).decompose());
}

namespace {

struct TileDecomposeScaledDots
    : tile::impl::TileDecomposeScaledDotsBase<TileDecomposeScaledDots> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    TargetAttr attr = getTarget(getOperation());
    const TargetInfo *target = attr ? lookupTarget(attr.getChip()) : nullptr;
    SmallVector<DotScaledOp> ops;
    getOperation()->walk([&](DotScaledOp op) {
      // With layouts, an earlier pass has decided otherwise.
      if (!cast<RankedTensorType>(op.getResult().getType()).getEncoding())
        ops.push_back(op);
    });
    for (DotScaledOp op : ops) {
      if (target && takeScales(rewriter, op, *target)) {
        ++numTaken;
        continue;
      }
      decomposeScaledDot(rewriter, op);
      ++numDots;
    }
  }
};

} // namespace
