//===- Extents.cpp - Elements that are not padding ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

Value tile::emitIsWithin(OpBuilder &builder, Location loc,
                         const ThreadLayout &layout, ArrayRef<Value> thread,
                         unsigned reg, ArrayRef<int64_t> extents) {
  Value all = LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    Value coordinate =
        layout.emitCoordinate(builder, loc, thread[dim], reg, dim);
    Value limit = LLVM::ConstantOp::create(
        builder, loc, IntegerAttr::get(coordinate.getType(), extent));
    Value isWithin = LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::ult, coordinate, limit);
    all = LLVM::AndOp::create(builder, loc, all, isWithin);
  }
  return all;
}
