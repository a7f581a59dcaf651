//===- DotOps.cpp - Matrix products ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "MatrixProduct.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static ArrayRef<int64_t> getShape(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

static std::vector<double> getBounds(const Elements &elements) {
  return elements.getBounds() ? *elements.getBounds() : std::vector<double>();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// How a device makes sums of type `sum` of elements of type `factor`.
static Accumulation getAccumulation(ElementType sum, ElementType factor) {
  Accumulation result;
  withFloat(sum, [&](auto format) {
    using T = decltype(format);
    result.digits = T::kDigits;
    result.largest = T::load(typename T::Bits(T::kInfinity - 1));
    // The least number above 0, and a unit; tensor cores lose two units.
    result.leastStep = T::load(1);
    result.unit = std::ldexp(1.0, 1 - int(T::kDigits));
  });
  result.isDouble = sum == ElementType::F64;
  // Before sm_90, tensor cores add 8-bit floats with 13 bits after the point.
  if (factor == ElementType::F8E4M3 || factor == ElementType::F8E5M2) {
    result.digits = std::min(result.digits, 13u);
    result.leastStep = std::max(result.leastStep, 0x1p-138);
    result.unit = std::max(result.unit, 0x1p-12);
  }
  return result;
}

/// The least normal number of a type of floats.
static double getLeastNormal(ElementType type) {
  double least = 0;
  withAnyFloat(type, [&](auto format) {
    using T = decltype(format);
    // The exponent's last bit, without that of infinity.
    least = T::load(typename T::Bits(1) << (T::kDigits - 1));
  });
  return least;
}

/// Sets the product and, if they are wanted, its bounds.
static void setProduct(const Step &s, int64_t k, const Factor &a,
                       const Factor &b, const Accumulation &accumulation) {
  const Elements &c = s.get(2);
  ProductShape shape(getShape(s.op->getResult(0)), k);
  std::vector<double> addends = loadNumbers(c), sums = addends;
  addProducts(shape, a, b, accumulation.isDouble, sums);
  Elements result = storeNumbers(c.getType(), sums);
  if (s.e.options.followBounds)
    result.setBounds(getProductBounds(shape, a, b, addends, getBounds(c), sums,
                                      loadNumbers(result), accumulation));
  s.set(0, std::move(result));
}

//===----------------------------------------------------------------------===//
// tile.dot
//===----------------------------------------------------------------------===//

/// The sums of i8 in i32, which wrap around.
static LogicalResult multiplyIntegers(const Step &s, int64_t k) {
  const auto *a = s.get(0).get<int8_t>(), *b = s.get(1).get<int8_t>();
  ProductShape shape(getShape(s.op->getResult(0)), k);
  const Elements &c = s.get(2);
  Elements result(ElementType::I32, c.size());
  std::copy_n(c.get<uint32_t>(), c.size(), result.get<uint32_t>());
  for (size_t row = 0; row < size_t(shape.batch) * shape.m; ++row) {
    uint32_t *sum = result.get<uint32_t>() + row * shape.n;
    for (size_t at = 0; at < shape.k; ++at) {
      int32_t x = a[row * shape.k + at];
      const int8_t *y = b + (row / shape.m * shape.k + at) * shape.n;
      for (size_t n = 0; n < shape.n; ++n)
        sum[n] += uint32_t(x * int32_t(y[n]));
    }
  }
  // Integers are exact, unless they come from floats that are not.
  if (llvm::any_of(s.i.operands, [&](uint32_t operand) {
        const auto &bounds = s.frame[operand].getBounds();
        return bounds && llvm::any_of(*bounds, [](double x) { return x != 0; });
      }))
    result.setBounds(std::vector<double>(c.size(), kUnknownBound));
  return s.give(std::move(result));
}

/// f32 cut to the 10 bits of mantissa of tf32.
static double cutToTF32(double value) {
  if (value != value)
    return value;
  return F32Format::load(F32Format::store(float(value)) & 0xffffe000);
}

static double roundToBF16(double value) {
  return BF16Format::load(BF16Format::store(value));
}

/// Splits each number into `count` parts of fewer digits. A part of what is
/// infinite or NaN is that, and the others are 0.
static void split(Factor &factor, unsigned count, double (*shorten)(double)) {
  factor.parts.assign(count, std::vector<double>(factor.values.size(), 0));
  for (size_t i = 0; i < factor.values.size(); ++i) {
    double rest = factor.values[i];
    for (std::vector<double> &part : factor.parts) {
      part[i] = shorten(rest);
      if (!std::isfinite(part[i]))
        break;
      rest -= part[i];
    }
  }
}

/// Adds the bounds of the operand, and `relative` of each number that is none
/// of the short ones: a device may round where another cuts off.
static void setErrors(Factor &factor, const Elements &elements, double relative,
                      double (*shorten)(double)) {
  factor.errors = getBounds(elements);
  if (!shorten)
    return;
  factor.errors.resize(factor.values.size(), 0);
  for (auto [error, value] : llvm::zip(factor.errors, factor.values))
    if (std::isfinite(value) && shorten(value) != value)
      error += relative * std::fabs(value);
}

static Factor makeFactor(const Elements &elements, InputPrecision precision,
                         bool followBounds) {
  Factor factor;
  factor.values = loadNumbers(elements);
  factor.leastNormal = getLeastNormal(elements.getType());
  if (elements.getType() != ElementType::F32)
    precision = InputPrecision::IEEE;
  // Parts of 11 or 8 digits. What two of them or three leave out, and products
  // that do not count, differ by less than this between parts that are cut off
  // and parts that are rounded.
  double relative = 0;
  double (*shorten)(double) = nullptr;
  unsigned count = 0;
  switch (precision) {
  case InputPrecision::IEEE:
    break;
  case InputPrecision::TF32:
    relative = 0x1p-10;
    shorten = cutToTF32;
    break;
  case InputPrecision::TF32x3:
    relative = 0x1p-17;
    shorten = cutToTF32;
    count = 2;
    break;
  case InputPrecision::BF16x3:
    relative = 0x1p-11;
    shorten = roundToBF16;
    count = 2;
    break;
  case InputPrecision::BF16x6:
    relative = 0x1p-17;
    shorten = roundToBF16;
    count = 3;
    break;
  }
  if (followBounds)
    setErrors(factor, elements, relative, shorten);
  if (count > 0)
    split(factor, count, shorten);
  else if (shorten)
    llvm::transform(factor.values, factor.values.begin(), shorten);
  return factor;
}

static LogicalResult evaluateDot(const Step &s) {
  auto op = cast<DotOp>(s.op);
  int64_t k = getShape(op.getA()).back();
  const Elements &a = s.get(0), &b = s.get(1);
  if (a.getType() == ElementType::I8)
    return multiplyIntegers(s, k);
  bool followBounds = s.e.options.followBounds;
  setProduct(s, k, makeFactor(a, op.getInputPrecision(), followBounds),
             makeFactor(b, op.getInputPrecision(), followBounds),
             getAccumulation(getResultType(s), a.getType()));
  return success();
}

//===----------------------------------------------------------------------===//
// tile.dot_scaled
//===----------------------------------------------------------------------===//

/// A number of a small format without infinities: a sign, `exponentBits`, and
/// `mantissaBits` (OCP Microscaling Formats, version 1.0, section 5.3).
static double loadSmall(uint64_t code, unsigned exponentBits,
                        unsigned mantissaBits) {
  int bias = (1 << (exponentBits - 1)) - 1;
  int exponent = code >> mantissaBits & ((1u << exponentBits) - 1);
  int digits = code & ((1u << mantissaBits) - 1);
  if (exponent == 0)
    exponent = 1;
  else
    digits |= 1 << mantissaBits;
  double value = std::ldexp(digits, exponent - bias - int(mantissaBits));
  return code >> (exponentBits + mantissaBits) & 1 ? -value : value;
}

static double loadScaled(ScaledElement element, uint64_t code) {
  switch (element) {
  case ScaledElement::E4M3:
    return F8E4M3Format::load(code);
  case ScaledElement::E5M2:
    return F8E5M2Format::load(code);
  case ScaledElement::E2M3:
    return loadSmall(code, 2, 3);
  case ScaledElement::E3M2:
    return loadSmall(code, 3, 2);
  case ScaledElement::E2M1:
    return loadSmall(code, 2, 1);
  case ScaledElement::BF16:
    return BF16Format::load(code);
  case ScaledElement::FP16:
    return F16Format::load(code);
  }
  llvm_unreachable("all elements are above");
}

namespace {
/// One of the operands of dot_scaled. `a` has K last, `b` before the last.
struct ScaledOperand {
  const Elements &elements;
  const Elements *scale;
  ScaledElement element;
  bool isPackedAlongK;
  bool isA;
  /// Extents without packing: of the batch, of M or N, and of K.
  uint32_t batch, outer, k;
};
} // namespace

/// Of 32 elements: a power of two with bias 127, or a float for 16.
static double loadScale(const Elements &scale, uint32_t index) {
  uint64_t code = scale.getBits(index);
  if (scale.getType() == ElementType::F8E4M3)
    return F8E4M3Format::load(code);
  return code == 255 ? std::numeric_limits<double>::quiet_NaN()
                     : std::ldexp(1.0, int(code) - 127);
}

/// The numbers of an operand, times their scales.
static Factor makeScaledFactor(const ScaledOperand &operand, bool isHalf,
                               bool followBounds, bool fastMath) {
  uint32_t rows = operand.isA ? operand.outer : operand.k,
           columns = operand.isA ? operand.k : operand.outer;
  bool isPacked = operand.element == ScaledElement::E2M1;
  // Whether pairs are neighbours in a row.
  bool inRow = operand.isPackedAlongK == operand.isA;
  uint32_t blocks =
      operand.scale ? operand.scale->size() / (operand.batch * operand.outer)
                    : 0;
  Factor factor;
  factor.values.resize(size_t(operand.batch) * rows * columns);
  factor.leastNormal =
      getLeastNormal(isHalf ? ElementType::F16 : ElementType::BF16);
  if (followBounds)
    factor.errors.assign(factor.values.size(), 0);
  for (size_t i = 0; i < factor.values.size(); ++i) {
    size_t batch = i / (size_t(rows) * columns), row = i / columns % rows,
           column = i % columns;
    size_t from = i;
    unsigned shift = 0;
    if (isPacked && inRow) {
      from = i / 2;
      shift = column % 2 * 4;
    } else if (isPacked) {
      from = (batch * (rows / 2) + row / 2) * columns + column;
      shift = row % 2 * 4;
    }
    double value =
        loadScaled(operand.element, operand.elements.getBits(from) >> shift);
    size_t k = operand.isA ? column : row, outer = operand.isA ? row : column;
    double scale = 1;
    bool hasExactScale = true;
    if (operand.scale) {
      size_t at =
          (batch * operand.outer + outer) * blocks + k / (operand.k / blocks);
      scale = loadScale(*operand.scale, at);
      hasExactScale = operand.scale->getBound(at) == 0;
    }
    value *= scale;
    factor.values[i] = value;
    if (!followBounds)
      continue;
    // A device multiplies in bf16, or in f16 where an operand has that.
    double shorter = isHalf ? F16Format::load(F16Format::store(value))
                            : BF16Format::load(BF16Format::store(value));
    double error = operand.elements.getBound(from);
    if (error != 0)
      error *= std::fabs(scale);
    if (shorter != value && std::isfinite(value))
      error += 2 * std::fabs(shorter - value);
    if ((value != value && fastMath) || !hasExactScale)
      error = kUnknownBound;
    factor.errors[i] = error;
  }
  return factor;
}

static LogicalResult evaluateDotScaled(const Step &s) {
  auto op = cast<DotScaledOp>(s.op);
  ArrayRef<int64_t> result = getShape(op.getResult());
  bool isHalf = op.getAElemType() == ScaledElement::FP16 ||
                op.getBElemType() == ScaledElement::FP16;
  int64_t k = getShape(op.getA()).back();
  if (op.getAElemType() == ScaledElement::E2M1 && op.getLhsKPack())
    k *= 2;
  ProductShape shape(result, k);
  const Elements *scaleA = s.find(op.getAScale());
  const Elements *scaleB = s.find(op.getBScale());
  Factor a =
      makeScaledFactor({s.get(0), scaleA, op.getAElemType(), op.getLhsKPack(),
                        /*isA=*/true, shape.batch, shape.m, shape.k},
                       isHalf, s.e.options.followBounds, op.getFastMath());
  Factor b =
      makeScaledFactor({s.get(1), scaleB, op.getBElemType(), op.getRhsKPack(),
                        /*isA=*/false, shape.batch, shape.n, shape.k},
                       isHalf, s.e.options.followBounds, op.getFastMath());
  // Tensor cores that take 8-bit floats add them with fewer digits.
  setProduct(s, k, a, b,
             getAccumulation(ElementType::F32,
                             isHalf ? ElementType::F16 : ElementType::F8E4M3));
  return success();
}

void interp::addDotEvaluators(EvaluatorTable &table) {
  table.addWithBounds("tile.dot", evaluateDot);
  table.addWithBounds("tile.dot_scaled", evaluateDotScaled);
}
