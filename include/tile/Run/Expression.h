//===- Expression.h - The expressions of checks ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --check compares a kernel's outputs with: formulas over whole arrays,
// element by element, as a tree. See Check.h for the rest.
//
//===----------------------------------------------------------------------===//
//
// Operators, loosest first; operators of a line group from left to right:
//
//   <  <=  >  >=  ==  !=      1 or 0
//   |
//   ^
//   &
//   <<  >>
//   +  -
//   *  /  %
//   -x  ~x
//   **                        from right to left: -a ** 2 is -(a ** 2)
//
// Operands: numbers (7, 0x1F, 2.5e-3, inf, nan), names of arguments, `i`, the
// flat index of the element, x[index], which is element `index` of x, and
//
//   abs(x) min(x, y) max(x, y) clamp(x, low, high) where(condition, x, y)
//   sqrt rsqrt exp exp2 log log2 sin cos tanh sigmoid erf floor ceil trunc
//   round (half to even), pow(x, y), fma(x, y, z)
//   f16(x), i32(x), ...       x rounded to a type; int(x) is i64(x)
//   sum(x) min(x) max(x)      of all elements
//   sum(k, count, x)          of x for k = 0, 1, ... count - 1; so do
//                             min(k, count, x) and max(k, count, x)
//   size(name)                the number of elements
//   old(name)                 an output's contents before the run
//
// A product of two matrices, a of 32x64, b of 64x16:
//
//   out ~= sum(k, 64, a[i / 16 * 64 + k] * b[k * 16 + i % 16])
//
// Integers of arguments, and what is made of integers only, are computed
// exactly (in 128 bits); `/` and `%` truncate, as in C. All else is computed in
// double precision. Arrays must have the same number of elements, or one. Of
// `where`, only the value that is chosen is computed. min and max ignore a NaN,
// as PTX's do. Casts round as the device's conversions, see ElementType.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_EXPRESSION_H
#define TILE_RUN_EXPRESSION_H

#include "tile/Run/ElementType.h"

#include <vector>

namespace mlir::tile::run {

enum class Operation : uint8_t {
  // No operands.
  Integer,
  Real,
  Argument,
  Index,    ///< `i`
  Variable, ///< The `k` of a sum.
  // An Argument and, of Gather, an index.
  Size,
  Gather,
  // Arithmetic.
  Negate,
  Not,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Power,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  // Functions.
  Abs,
  Min,
  Max,
  Clamp,
  Where,
  Sqrt,
  Rsqrt,
  Exp,
  Exp2,
  Log,
  Log2,
  Sin,
  Cos,
  Tanh,
  Sigmoid,
  Erf,
  Fma,
  Floor,
  Ceil,
  Trunc,
  Round,
  Cast,
  // Of a whole array.
  ReduceSum,
  ReduceMin,
  ReduceMax,
  /// Operands: count and body.
  SumOver,
  MinOver,
  MaxOver,
};

/// Trees are no higher than this, so that walking them is safe.
inline constexpr unsigned kMaxExpressionHeight = 200;

struct Expression {
  Operation operation = Operation::Integer;
  /// Its place in the text of the check.
  size_t offset = 0, length = 0;
  Integer integer = 0;
  double real = 0;
  /// Of an Argument.
  std::string name;
  bool isOld = false;
  /// Of a Variable, a SumOver and the like: how many sums are around this
  /// one.
  unsigned variable = 0;
  /// Of a Cast.
  ElementType type = ElementType::F64;
  unsigned height = 1;
  std::vector<Expression> operands;
};

} // namespace mlir::tile::run

#endif // TILE_RUN_EXPRESSION_H
