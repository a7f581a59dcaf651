//===- MakeArgument.cpp - The first contents of an argument ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library is compiled without fused multiply-add, and nothing here calls
// the C library's functions, so that each machine makes the same numbers.
//
//===----------------------------------------------------------------------===//

#include "tile/Run/ArgumentSpec.h"
#include "tile/Run/Npy.h"
#include "tile/Run/Poison.h"

using namespace mlir::tile::run;
using llvm::APFloat;
using llvm::Expected;
using llvm::StringRef;

/// Number `index` of the SplitMix64 sequence of a seed (Steele, Lea and Flood,
/// "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014). Any number
/// can be had without those before it.
static uint64_t drawBits(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Uniform in [0, 1): a multiple of 2^-53.
static double drawUniform(uint64_t seed, uint64_t index) {
  return static_cast<double>(drawBits(seed, index) >> 11) * 0x1p-53;
}

/// The sum of 12 uniform numbers less 6: mean 0, variance 1, within -6 to 6.
/// Box and Muller's way would need a logarithm that is the same everywhere.
static double drawNormal(uint64_t seed, uint64_t index) {
  constexpr uint64_t kNumTerms = 12;
  double sum = 0;
  for (uint64_t term = 0; term < kNumTerms; ++term)
    sum += drawUniform(seed, index * kNumTerms + term);
  return sum - 6;
}

/// From `min` to `max`, both included. The bias is below 2^-64 per value.
static Integer drawInteger(uint64_t bits, Integer min, Integer max) {
  auto count = static_cast<unsigned __int128>(max - min) + 1;
  if (count >> 64)
    return min + Integer(bits);
  return min + Integer((count * bits) >> 64);
}

static llvm::SmallVector<uint64_t, 16> listSpecialValues(ElementType type) {
  llvm::SmallVector<uint64_t, 16> values;
  if (!isFloat(type)) {
    if (type == ElementType::I1)
      return {0, 1};
    Integer min = getMin(type), max = getMax(type);
    for (Integer value : {Integer(0), Integer(1), Integer(-1), Integer(2), min,
                          max, min + 1, max - 1})
      values.push_back(encodeInteger(type, value));
    return values;
  }
  const llvm::fltSemantics &semantics = getSemantics(type);
  auto add = [&](const APFloat &value) {
    values.push_back(value.bitcastToAPInt().getZExtValue());
  };
  auto addBothSigns = [&](APFloat value) {
    add(value);
    value.changeSign();
    add(value);
  };
  addBothSigns(APFloat::getZero(semantics));
  addBothSigns(APFloat::getOne(semantics));
  addBothSigns(APFloat::getSmallest(semantics));
  addBothSigns(APFloat::getSmallestNormalized(semantics));
  APFloat largestSubnormal = APFloat::getSmallestNormalized(semantics);
  largestSubnormal.next(/*nextDown=*/true);
  add(largestSubnormal);
  APFloat afterOne = APFloat::getOne(semantics);
  afterOne.next(/*nextDown=*/false);
  add(afterOne);
  addBothSigns(APFloat::getLargest(semantics));
  // E4M3 has no infinity; 2 keeps the number of values the same.
  addBothSigns(type == ElementType::F8E4M3 ? APFloat(semantics, 2)
                                           : APFloat::getInf(semantics));
  add(APFloat::getQNaN(semantics));
  values.push_back(encodeFloat(type, 0.5));
  return values;
}

static void fill(HostArray &array, const Initializer &init, uint64_t seed) {
  ElementType type = array.getType();
  uint64_t count = array.getNumElements();
  auto set = [&](auto &&makeDouble, auto &&makeInteger) {
    for (uint64_t k = 0; k < count; ++k)
      array.setBits(k, isFloat(type) ? encodeFloat(type, makeDouble(k))
                                     : encodeInteger(type, makeInteger(k)));
  };
  auto noInteger = [](uint64_t) { return Integer(0); };
  switch (init.kind) {
  case Initializer::Kind::Poison:
    return fillPoison(array);
  case Initializer::Kind::Constant:
    // The array is new: zero.
    for (uint64_t k = 0; k < count && init.bits; ++k)
      array.setBits(k, init.bits);
    return;
  case Initializer::Kind::Iota:
    return set(
        [&](uint64_t k) {
          return init.first + init.second * static_cast<double>(k);
        },
        [&](uint64_t k) {
          return init.firstInteger + init.secondInteger * Integer(k);
        });
  case Initializer::Kind::Uniform:
    return set(
        [&](uint64_t k) {
          // `second - first` could overflow an f64.
          double part = drawUniform(seed, k);
          return init.first * (1 - part) + init.second * part;
        },
        [&](uint64_t k) {
          return drawInteger(drawBits(seed, k), init.firstInteger,
                             init.secondInteger);
        });
  case Initializer::Kind::Normal:
    return set(
        [&](uint64_t k) {
          return init.first + init.second * drawNormal(seed, k);
        },
        noInteger);
  case Initializer::Kind::Special: {
    llvm::SmallVector<uint64_t, 16> values = listSpecialValues(type);
    for (uint64_t k = 0; k < count; ++k)
      array.setBits(k, values[k / init.hold % values.size()]);
    return;
  }
  case Initializer::Kind::File:
    break;
  }
  llvm_unreachable("makeArgument reads files");
}

/// The elements of a file in the shape and type of the spec.
static Expected<HostArray> readArgument(const ArgumentSpec &spec) {
  StringRef file = spec.init.file;
  Expected<HostArray> array =
      spec.type ? readNpyAs(file, *spec.type) : readNpy(file);
  if (!array)
    return array;
  if (!spec.shape)
    return array;
  Expected<HostArray> shaped = HostArray::create(*spec.type, *spec.shape);
  if (!shaped)
    return shaped;
  if (shaped->getNumElements() != array->getNumElements())
    return llvm::createStringError(
        file + ": expected the " + llvm::Twine(shaped->getNumElements()) +
        " elements of " + formatShape(*spec.type, *spec.shape) +
        ", found the " + llvm::Twine(array->getNumElements()) + " of " +
        formatShape(array->getType(), array->getShape()));
  llvm::copy(array->getBytes(), shaped->getBytes().begin());
  return shaped;
}

Expected<HostArray> mlir::tile::run::makeArgument(const ArgumentSpec &spec,
                                                  unsigned position) {
  if (spec.init.kind == Initializer::Kind::File)
    return readArgument(spec);
  Expected<HostArray> array = HostArray::create(*spec.type, *spec.shape);
  if (array)
    fill(*array, spec.init, spec.init.seed.value_or(position));
  return array;
}
