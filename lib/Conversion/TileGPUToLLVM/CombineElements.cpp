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

Elements ElementCombiner::combine(const Elements &left,
                                  const Elements &right) const {
  IRMapping mapping;
  Elements both(left);
  both.append(right);
  for (auto [argument, element] : llvm::zip(body.getArguments(), both)) {
    Value value = element;
    // Pointers and 8-bit floats are something else by now; what is cast here
    // meets the casts of the operations that use it, and both go.
    if (value.getType() != argument.getType())
      value = UnrealizedConversionCastOp::create(rewriter, argument.getLoc(),
                                                 argument.getType(), value)
                  .getResult(0);
    mapping.map(argument, value);
  }
  for (Operation &nested : body.without_terminator())
    rewriter.clone(nested, mapping);
  Elements results;
  for (auto [value, element] :
       llvm::zip(body.getTerminator()->getOperands(), left)) {
    Value result = mapping.lookupOrDefault(value);
    if (result.getType() != element.getType())
      result = UnrealizedConversionCastOp::create(rewriter, result.getLoc(),
                                                  element.getType(), result)
                   .getResult(0);
    results.push_back(result);
  }
  return results;
}
