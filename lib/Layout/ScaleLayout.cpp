//===- ScaleLayout.cpp - Where mma finds the scales of blocks -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/ScaleLayout.h"

using namespace mlir::tile;

LinearLayout mlir::tile::getScaleLayout(const LinearLayout &operand,
                                        bool isLeft, int32_t numBlocks) {
  SmallVector<LinearLayout::NamedInt> outDims = operand.getOutDims();
  size_t rank = outDims.size(), depth = isLeft ? rank - 1 : rank - 2,
         outer = isLeft ? rank - 2 : rank - 1;
  using Basis = std::vector<int32_t>;
  // The coordinates of an element without its K, and then of its block.
  auto make = [&](llvm::ArrayRef<int32_t> element) {
    Basis basis(element.begin(), element.begin() + (rank - 2));
    basis.push_back(element[outer]);
    basis.push_back(0);
    return basis;
  };
  auto isNothing = [](const Basis &basis) {
    return llvm::all_of(basis, [](int32_t x) { return x == 0; });
  };
  std::vector<Basis> registers, lanes, warps;
  for (int32_t block = 1; block < numBlocks; block *= 2) {
    registers.emplace_back(rank, 0).back() = block;
  }
  Basis below(rank, 0);
  for (int32_t bit = 0; bit < operand.getInDimSizeLog2("register"); ++bit) {
    llvm::SmallVector<int32_t> element = operand.getBasis("register", bit);
    Basis basis = make(element);
    if (isNothing(basis))
      continue;
    // The first that moves along the rows; where there are no 16, there may be
    // others, of batches.
    bool isBelow = isLeft && isNothing(below) && element[depth] == 0 &&
                   element[outer] != 0;
    (isBelow ? below : registers.emplace_back()) = basis;
  }
  lanes.push_back(below);
  lanes.emplace_back(rank, 0);
  for (int32_t bit = 2; bit < operand.getInDimSizeLog2("lane"); ++bit)
    lanes.push_back(make(operand.getBasis("lane", bit)));
  for (int32_t bit = 0; bit < operand.getInDimSizeLog2("warp"); ++bit)
    warps.push_back(make(operand.getBasis("warp", bit)));
  LinearLayout::BasesT bases{
      {"register", registers}, {"lane", lanes}, {"warp", warps}, {"block", {}}};
  SmallVector<LinearLayout::NamedInt> sizes;
  for (size_t dim = 0; dim < rank; ++dim) {
    int32_t size = dim + 1 == rank   ? numBlocks
                   : dim + 2 == rank ? outDims[outer].second
                                     : outDims[dim].second;
    sizes.push_back({outDims[dim].first, size});
  }
  return LinearLayout(bases, sizes);
}
