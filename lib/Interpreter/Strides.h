//===- Strides.h - Walks through a row-major array --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_STRIDES_H
#define TILE_LIB_INTERPRETER_STRIDES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cassert>
#include <cstdint>

namespace mlir::tile::interp {

/// How far apart neighbours along each dimension are.
inline llvm::SmallVector<int64_t> getStrides(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

/// Visits a shape in row-major order and says where in another array, of these
/// strides, each element is. Must be asked for 0, 1, 2, ... in turn.
class Walk {
public:
  Walk(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides)
      : shape(shape), strides(strides), index(shape.size(), 0) {}

  uint32_t operator()(uint32_t number) {
    if (number == 0) {
      index.assign(shape.size(), 0);
      return at = 0;
    }
    for (size_t d = shape.size(); d-- > 0;) {
      at += strides[d];
      if (++index[d] < shape[d])
        return at;
      at -= strides[d] * shape[d];
      index[d] = 0;
    }
    return at;
  }

private:
  llvm::SmallVector<int64_t> shape, strides, index;
  int64_t at = 0;
};

/// A shape as rows along one dimension: `outer` times `size` times `inner`.
struct AxisShape {
  uint32_t outer = 1, size = 1, inner = 1;

  AxisShape(llvm::ArrayRef<int64_t> shape, unsigned axis) {
    for (size_t d = 0; d < shape.size(); ++d)
      (d < axis ? outer : d == axis ? size : inner) *= shape[d];
  }
  uint32_t getNumRows() const { return outer * inner; }
  /// Where element `k` of a row is.
  uint32_t getIndex(uint32_t row, uint32_t k) const {
    return (row / inner * size + k) * inner + row % inner;
  }
};

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_STRIDES_H
