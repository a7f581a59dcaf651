//===- Lowerings.h - Functions as patterns of conversions -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a pattern of a function that replaces one kind of operation:
//
//   LogicalResult lowerSplat(SplatOp op, SplatOp::Adaptor adaptor,
//                            ConversionPatternRewriter &rewriter);
//
// The adaptor has a value for each operand, or, as Parts<SplatOp>, all values
// of each. What else a function needs comes after that.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LOWERINGS_H
#define TILE_DIALECT_TILE_IR_LOWERINGS_H

#include "mlir/Transforms/DialectConversion.h"

#include <functional>
#include <tuple>

namespace mlir::tile {

/// An operation's operands, each with all values that it was converted to.
template <typename Op>
using Parts = typename Op::template GenericAdaptor<ArrayRef<ValueRange>>;

/// The pattern that calls a function.
template <typename Op, typename Adaptor>
class Lowering : public OpConversionPattern<Op> {
public:
  using Function =
      std::function<LogicalResult(Op, Adaptor, ConversionPatternRewriter &)>;

  Lowering(const TypeConverter &converter, MLIRContext *context,
           Function function)
      : OpConversionPattern<Op>(converter, context),
        function(std::move(function)) {}

  LogicalResult
  matchAndRewrite(Op op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return function(op, adaptor, rewriter);
  }

private:
  Function function;
};

/// Adds the pattern that calls `lower` with `given` as its last arguments. What
/// it takes by reference must outlive the patterns.
template <typename Op, typename Adaptor, typename... Args, typename... Given>
void addLowering(const TypeConverter &converter, RewritePatternSet &patterns,
                 LogicalResult (*lower)(Op, Adaptor,
                                        ConversionPatternRewriter &, Args...),
                 Given &...given) {
  patterns.add<Lowering<Op, Adaptor>>(
      converter, patterns.getContext(),
      [lower, args = std::tuple<Args...>(given...)](
          Op op, Adaptor adaptor, ConversionPatternRewriter &rewriter) {
        return std::apply(
            [&](auto &...more) {
              return lower(op, adaptor, rewriter, more...);
            },
            args);
      });
}

/// Adds the patterns that call each of these.
template <typename... Functions>
void addLowerings(const TypeConverter &converter, RewritePatternSet &patterns,
                  Functions... functions) {
  (addLowering(converter, patterns, functions), ...);
}

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_LOWERINGS_H
