//===- WidenBytes.cpp - Bytes as floats of 16 bits ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// arith.sitofp and arith.uitofp of two or four bytes that share a word. The
// hardware converts one integer at a time, at half the speed of additions and
// less. But a byte in the low bits of a large power of two is a float already,
// and what there is too much is subtracted from two numbers at once, exactly.
//
// An f16 has 10 bits after its first: 0x6400 + u is 1024 + u for an unsigned
// byte u, and a signed byte with its sign turned is an unsigned one.
//
// A bf16 has 7, so the byte's highest bit falls into the exponent. For a byte
// of the lower bits l and the highest bit h:
//
//   0x4300 + l       is  128 + l
//   0x4300 + 128 h   is  128 + 128 h
//
// Their difference is l - 128 h, the signed byte; and l + 128 h, the unsigned
// one, is the first one plus the second one less 256.
//
//===----------------------------------------------------------------------===//

#include "PackedWords.h"
#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

class ByteWidener {
public:
  ByteWidener(const BitBuilder &b, Type to, bool isSigned)
      : b(b), to(to), isSigned(isSigned) {}

  /// The floats of the first `count` bytes of a word.
  SmallVector<Value> widen(Value word, unsigned count) const {
    SmallVector<Value> results;
    if (to.isF16() && isSigned)
      word = b.bitXor(word, int32_t(0x80808080));
    for (unsigned first = 0; first < count; first += 2) {
      Value pair =
          to.isF16() ? widenToF16(word, first) : widenToBF16(word, first);
      results.push_back(b.element(pair, 0));
      results.push_back(b.element(pair, 1));
    }
    return results;
  }

private:
  Value widenToF16(Value word, unsigned first) const {
    Value large = b.bitcast(spread(word, first, 0x64), pairOf());
    return subtract(large, isSigned ? 1024 + 128 : 1024);
  }

  Value widenToBF16(Value word, unsigned first) const {
    Value bits = spread(word, first, 0x43);
    Value lower = b.bitcast(b.bitAnd(bits, int32_t(0xff7fff7f)), pairOf());
    Value highest = b.bitcast(b.bitAnd(bits, int32_t(0xff80ff80)), pairOf());
    if (isSigned)
      return b.create<LLVM::FSubOp>(lower, highest);
    return b.create<LLVM::FAddOp>(lower, subtract(highest, 256));
  }

  /// Bytes `first` and `first` + 1 of the word as the lower bytes of two
  /// halves, and `upper` as their upper ones.
  Value spread(Value word, unsigned first, int64_t upper) const {
    int64_t selector = 0x4040 + first + ((first + 1) << 8);
    return b.create<NVVM::PermuteOp>(b.i32(), word, b.integer(b.i32(), upper),
                                     b.integer(b.i32(), selector),
                                     NVVM::PermuteMode::DEFAULT);
  }

  Value subtract(Value pair, double number) const {
    APFloat value = b.getBuilder().getFloatAttr(to, number).getValue();
    auto both = DenseElementsAttr::get(cast<ShapedType>(pairOf()), value);
    return b.create<LLVM::FSubOp>(pair,
                                  b.create<LLVM::ConstantOp>(pairOf(), both));
  }

  Type pairOf() const { return BitBuilder::pairOf(to); }

  const BitBuilder &b;
  Type to;
  bool isSigned;
};

template <typename CastOp> struct BytesToFloats : OpConversionPattern<CastOp> {
  BytesToFloats(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern<CastOp>(converter, context, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(CastOp op,
                  typename OpConversionPattern<CastOp>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type to = getScalarType(op.getType());
    if (!getScalarType(op.getIn().getType()).isInteger(8) ||
        !(to.isF16() || to.isBF16()))
      return rewriter.notifyMatchFailure(op, "not from i8 to f16 or bf16");
    SmallVector<Value> bytes(adaptor.getIn());
    BitBuilder b(rewriter, op.getLoc());
    ByteWidener widener(b, to, std::is_same_v<CastOp, arith::SIToFPOp>);
    for (size_t perWord : {4, 2}) {
      if (bytes.size() % perWord != 0)
        continue;
      auto words = llvm::map_to_vector(
          llvm::seq<size_t>(0, bytes.size() / perWord), [&](size_t i) {
            return ArrayRef(bytes).slice(perWord * i, perWord);
          });
      if (!llvm::all_of(words, isPacked))
        continue;
      SmallVector<Value> results;
      for (ArrayRef<Value> word : words)
        llvm::append_range(
            results,
            widener.widen(packWord(b, word, /*ofVectors=*/true), perWord));
      rewriter.replaceOpWithMultiple(op, {results});
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not in words");
  }
};

} // namespace

void tile::populateByteConversionPatterns(const Distribution &d) {
  if (d.target.hasBF16Arithmetic())
    d.patterns
        .add<BytesToFloats<arith::SIToFPOp>, BytesToFloats<arith::UIToFPOp>>(
            d.converter, d.patterns.getContext());
}
