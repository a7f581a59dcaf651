//===- OperandPlace.cpp - Where operands of products are stored -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"

#include "tile/Layout/MatrixAccess.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// A swizzle of rows that is this map, if there is one.
static SwizzledSharedAttr findSwizzle(MLIRContext *context,
                                      const LinearLayout &place,
                                      ArrayRef<int64_t> shape,
                                      ArrayRef<unsigned> order) {
  auto isPlace = [&](SwizzledSharedAttr attr) {
    return attr.toLinearLayout(shape) == place;
  };
  if (auto rows = SwizzledSharedAttr::get(context, 1, 1, 1, order);
      isPlace(rows))
    return rows;
  int64_t row = shape[order[0]];
  int64_t numRows = order.size() > 1 ? shape[order[1]] : 1;
  for (int64_t vec = 1; vec < row; vec *= 2)
    for (int64_t perPhase = 1; perPhase < numRows; perPhase *= 2)
      for (int64_t maxPhase = 2; maxPhase <= row / vec; maxPhase *= 2)
        if (auto attr = SwizzledSharedAttr::get(context, vec, perPhase,
                                                maxPhase, order);
            isPlace(attr))
          return attr;
  return {};
}

SharedLayoutAttrInterface
tilegpu::pickOperandPlace(ArrayRef<int64_t> shape, Type elementType,
                          ArrayRef<unsigned> order,
                          LayoutAttrInterface operand) {
  LinearLayout place = tile::pickOperandPlace(operand.toLinearLayout(shape),
                                              getByteWidth(elementType), order);
  MLIRContext *context = elementType.getContext();
  if (auto attr = findSwizzle(context, place, shape, order))
    return attr;
  return LinearSharedAttr::get(context, place);
}
