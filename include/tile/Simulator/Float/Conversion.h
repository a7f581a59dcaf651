//===- Conversion.h - What every form of `cvt` computes ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.21 "cvt" and 9.7.9.22 "cvt.pack" as functions of one
// lane's bits, made once from the words of the instruction.
//
//===----------------------------------------------------------------------===//
//
//   cvt.rn.satfinite.e4m3x2.f32 d, a, b;
//
//   std::optional<Conversion> c =
//       Conversion::get("e4m3x2", "f32", {"rn", "satfinite"});
//   c->getNumSources()       2
//   c->convert(a, b)         e4m3(a) << 8 | e4m3(b)
//
// Where PTX leaves the result open (bits of a NaN, mostly), the top of
// Conversion.cpp says what is assumed of the hardware, and nothing else does.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_FLOAT_CONVERSION_H
#define TILE_SIMULATOR_FLOAT_CONVERSION_H

#include "tile/Simulator/Float/FloatFormat.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir::tile::sim {

/// A type as `cvt` knows it, an integer or a FloatFormat, once or packed.
struct ConversionType {
  /// Null for integers.
  const FloatFormat *format = nullptr;
  bool isSigned = false;
  /// Of one number.
  uint8_t bits = 0;
  /// Numbers in a register: 1, 2 or 4.
  uint8_t count = 1;
  /// From one number to the next: 8 for e2m3x2, 4 for e2m1x2.
  uint8_t stride = 0;

  /// The type of a word like "s32", "e4m3x2".
  static std::optional<ConversionType> get(llvm::StringRef word);

  unsigned getTotalBits() const { return count * stride; }
};

/// One form of `cvt` or `cvt.pack`: from sources to a result, for one lane.
class Conversion {
public:
  /// The conversion of types and words without their dots, the words in any
  /// order: get("f16x2", "f32", {"rn", "relu"}). For `cvt.pack` one of the
  /// words is "pack". Empty words and the types among the words are ignored, so
  /// the words of a ptx::InstructionMatch can be passed. Nullopt if it is none:
  /// an unknown type or word, words that exclude each other, a rounding that is
  /// missing. It does not ask what a target or version has: the table of
  /// instructions does.
  static std::optional<Conversion> get(llvm::StringRef dstType,
                                       llvm::StringRef srcType,
                                       llvm::ArrayRef<llvm::StringRef> words);

  /// How many sources there are, the elements of a vector counted one by one:
  /// 1; 2 if they are packed; 3 or 5 with `rbits`, 3 with `c` of `cvt.pack`.
  unsigned getNumSources() const { return numSources; }

  /// Bits of the source `index` that are read: 16 for `cvt.f32.f16`.
  unsigned getSourceBits(unsigned index) const;

  /// Bits of the result: 8 for e2m1x2, 32 for e2m3x4 and `cvt.pack`.
  unsigned getResultBits() const { return resultBits; }

  /// Whether a wider register gets the result sign-extended, not zero-extended.
  bool isResultSigned() const { return isSigned; }

  /// The result of the sources, in the order of the operands. Of the sources,
  /// bits above getSourceBits are ignored, of the result, those above
  /// getResultBits are zero.
  uint64_t convert(uint64_t a, uint64_t b = 0, uint64_t c = 0, uint64_t d = 0,
                   uint64_t e = 0) const {
    return function(*this, a, b, c, d, e);
  }

  /// convert() for those with one source, over `count` registers of lanes as
  /// they lie in memory. The types say how wide a register is: Dst may be wider
  /// than the result, which is then extended.
  template <typename Dst, typename Src>
  void convertAll(Dst *dst, const Src *src, unsigned count) const {
    unsigned shift = isSigned ? 64 - resultBits : 0;
    for (unsigned i = 0; i < count; ++i)
      dst[i] = Dst(int64_t(convert(src[i]) << shift) >> shift);
  }

private:
  using Function = uint64_t (*)(const Conversion &, uint64_t, uint64_t,
                                uint64_t, uint64_t, uint64_t);

  /// What happens to NaN.
  enum class NaNResult : uint8_t {
    Canonical,   ///< FloatFormat::nan
    KeepPayload, ///< Sign and highest bits of the mantissa, made quiet.
    KeepBits,    ///< The same, not made quiet.
  };

  /// The row of NaN rules for the types; see Conversion.cpp.
  static NaNResult getNaNResult(const FloatFormat &to, const FloatFormat &from,
                                bool isRoundedToIntegral);

  static uint64_t copyBits(const Conversion &, uint64_t, uint64_t, uint64_t,
                           uint64_t, uint64_t);
  static uint64_t convertScalar(const Conversion &, uint64_t, uint64_t,
                                uint64_t, uint64_t, uint64_t);
  static uint64_t convertPacked(const Conversion &, uint64_t, uint64_t,
                                uint64_t, uint64_t, uint64_t);
  static uint64_t packIntegers(const Conversion &, uint64_t, uint64_t, uint64_t,
                               uint64_t, uint64_t);

  bool setWord(llvm::StringRef word);
  bool setIntegerResult();
  bool setFloatResult();
  /// A faster function with the same results, or null.
  Function getShortWay(llvm::StringRef dstType, llvm::StringRef srcType) const;

  uint64_t convertElement(uint64_t code, uint64_t randomBits) const;
  uint64_t convertInteger(uint64_t code) const;
  uint64_t convertToFloat(FloatValue value, uint64_t randomBits) const;
  uint64_t convertToInteger(const FloatValue &value) const;
  uint64_t getRandomBits(uint64_t rbits, unsigned index) const;

  Function function = nullptr;
  ConversionType to, from;
  uint8_t numSources = 1;
  uint8_t resultBits = 0;
  bool isSigned = false;

  bool hasRounding = false;
  /// By an integer rounding: `.rni`.
  bool isIntegral = false;
  bool isStochastic = false;
  bool isFlushing = false;
  bool isSaturating = false;
  bool isSatFinite = false;
  bool isRelu = false;
  bool isPack = false;
  Rounding rounding = Rounding::NearestEven;
  NaNResult nanResult = NaNResult::Canonical;
  /// Random bits of one number, for `.rs`.
  uint8_t numRandomBits = 0;
};

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_FLOAT_CONVERSION_H
