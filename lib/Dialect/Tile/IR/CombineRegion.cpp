//===- CombineRegion.cpp - How two elements become one --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult tile::verifyCombineRegion(Operation *op, ValueRange srcs,
                                        Block &body, StringRef returnName) {
  auto first = cast<RankedTensorType>(srcs[0].getType());
  for (Value src : srcs.drop_front())
    if (cast<RankedTensorType>(src.getType()).getShape() != first.getShape())
      return op->emitOpError("expected operands of one shape, found ")
             << first << " and " << src.getType();

  SmallVector<Type> elements;
  for (Value src : srcs)
    elements.push_back(getScalarType(src.getType()));
  SmallVector<Type> expected(elements);
  llvm::append_range(expected, elements);
  if (!llvm::equal(body.getArgumentTypes(), expected))
    return op->emitOpError("expected a region with arguments (")
           << expected << "), found (" << body.getArgumentTypes() << ")";
  Operation *ret = body.empty() ? nullptr : &body.back();
  if (!ret || ret->getName().getStringRef() != returnName)
    return op->emitOpError("expected a region that ends in ") << returnName;
  if (!llvm::equal(ret->getOperandTypes(), elements))
    return ret->emitOpError("expected values of types (")
           << elements << "), found (" << ret->getOperandTypes() << ")";
  for (Operation &nested : body)
    if (!isMemoryEffectFree(&nested))
      return nested.emitOpError("expected no side effects in the region of ")
             << op->getName();
  return success();
}
