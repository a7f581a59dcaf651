//===- CombineElements.cpp - Copies of the region of a reduction ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineElements.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::tile;

SmallVector<Value> tile::copyBody(Block &body, ValueRange arguments,
                                  TypeRange resultTypes,
                                  ConversionPatternRewriter &rewriter) {
  IRMapping mapping;
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments)) {
    Value scalar = value;
    // Pointers and 8-bit floats are something else by now; what is cast here
    // meets the casts of the operations that use it, and both go.
    if (scalar.getType() != argument.getType())
      scalar = UnrealizedConversionCastOp::create(rewriter, argument.getLoc(),
                                                  argument.getType(), scalar)
                   .getResult(0);
    mapping.map(argument, scalar);
  }
  for (Operation &nested : body.without_terminator())
    rewriter.clone(nested, mapping);
  SmallVector<Value> results;
  for (auto [value, type] :
       llvm::zip(body.getTerminator()->getOperands(), resultTypes)) {
    Value result = mapping.lookupOrDefault(value);
    if (result.getType() != type)
      result = UnrealizedConversionCastOp::create(rewriter, result.getLoc(),
                                                  type, result)
                   .getResult(0);
    results.push_back(result);
  }
  return results;
}

Elements ElementCombiner::combine(const Elements &left,
                                  const Elements &right) const {
  SmallVector<Value> both(left.begin(), left.end());
  both.append(right.begin(), right.end());
  SmallVector<Value> results =
      copyBody(body, both, ValueRange(left).getTypes(), rewriter);
  return Elements(results.begin(), results.end());
}
