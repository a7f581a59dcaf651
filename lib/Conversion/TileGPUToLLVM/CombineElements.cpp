//===- CombineElements.cpp - Copies of the region of a reduction ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineElements.h"

#include "tile/Dialect/Tile/IR/CombineRegions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

ElementCombiner::ElementCombiner(Block &body,
                                 ConversionPatternRewriter &rewriter)
    : body(body), rewriter(rewriter), needsBranch(hasAsserts(body)) {}

Elements ElementCombiner::combine(const Elements &left,
                                  const Elements &right) const {
  SmallVector<Value> both(left.begin(), left.end());
  both.append(right.begin(), right.end());
  SmallVector<Value> results =
      copyBody(body, both, ValueRange(left).getTypes(), rewriter);
  return Elements(results.begin(), results.end());
}

Elements ElementCombiner::combineIf(Value condition, const Elements &left,
                                    const Elements &right,
                                    const Elements &otherwise) const {
  Location loc = condition.getLoc();
  Elements result;
  if (!needsBranch) {
    for (auto [a, b] : llvm::zip(combine(left, right), otherwise))
      result.push_back(LLVM::SelectOp::create(rewriter, loc, condition, a, b));
    return result;
  }
  auto branch =
      scf::IfOp::create(rewriter, loc, ValueRange(otherwise).getTypes(),
                        condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, combine(left, right));
  rewriter.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, otherwise);
  llvm::append_range(result, branch.getResults());
  return result;
}
