//===- Bounds.h - What an element can be elsewhere --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bound says how far an element can be from what it is with sums in another
// order. Of a float it is a distance of numbers: a NaN or an infinity has none
// but 0. Of an integer it is a distance in modular arithmetic, and of an i1 it
// is 1 where both values are possible.
//
// A float with a finite bound is finite in every order: where another order may
// overflow, the bound is kUnknownBound.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_BOUNDS_H
#define TILE_LIB_INTERPRETER_BOUNDS_H

#include "Evaluation.h"

namespace mlir::tile::interp {

/// An element of floats as a number.
double loadNumber(const Elements &value, uint32_t index);

/// The largest finite number of a type of floats.
double getLargestNumber(ElementType type);

/// The smallest one above 0 that has all digits.
double getSmallestNormal(ElementType type);

/// The elements moved by their bounds, up or down, to what the type has. Those
/// whose range is unknown stay, and so do integers whose range wraps around,
/// read with a sign or without.
Elements getEnd(const Elements &value, bool isHigh, bool isSigned = true);

/// Whether `getEnd` moved this element, or needed not to.
bool hasRange(const Elements &value, uint32_t index, bool isSigned = true);

/// How far apart two elements are; kUnknownBound if one is not a number.
double getDistance(ElementType type, uint64_t a, uint64_t b);

/// The bound of an element that a condition chose: where the condition may be
/// another, it may as well be the `other` one.
double getChoiceBound(const Elements &condition, const Elements &chosen,
                      const Elements &other, uint32_t index);

/// The bounds of the results that follow from the operands' bounds; called
/// where an operand has some and the evaluator does not keep them.
///
/// Most operations have their extremes at ends of the ranges of their operands:
/// monotone functions, products and quotients. They are evaluated there, in the
/// type that they have; as rounding is monotone, too, what comes out bounds
/// every result, to the last bit.
void deriveBounds(const Step &s);

/// The same for an operation on integers, or to them.
double deriveIntegerBound(Operation *op, ArrayRef<const Elements *> operands,
                          const Elements &result, uint32_t index);

/// Makes a value of elements of others, with their bounds.
class ElementsBuilder {
public:
  ElementsBuilder(ElementType type, uint32_t count) : result(type, count) {}

  void set(uint32_t index, const Elements &from, uint32_t at) {
    result.setBits(index, from.getBits(at));
    if (double bound = from.getBound(at)) {
      bounds.resize(result.size());
      bounds[index] = bound;
    }
  }

  /// As set, of an element that was set before.
  void replace(uint32_t index, const Elements &from, uint32_t at) {
    if (!bounds.empty())
      bounds[index] = 0;
    set(index, from, at);
  }

  Elements take() {
    if (!bounds.empty())
      result.setBounds(std::move(bounds));
    return std::move(result);
  }

private:
  Elements result;
  std::vector<double> bounds;
};

/// Gives the results of a combination their bounds. `rows` are the operands,
/// rows of `size` elements, in the order in which they are combined. The
/// results have an element per row, or, of a scan, one per element.
///
/// Sums, products, and means with sums of squares have the bounds of Sums.h. A
/// result of operations that round nothing, such as a maximum, is the same in
/// each order: it keeps the bounds that follow from the operands' bounds.
/// Others have no bound that is known.
void setCombinedBounds(Region &region, ArrayRef<Elements> rows, uint32_t size,
                       MutableArrayRef<Elements> results, bool isScan);

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_BOUNDS_H
