//===- RegisterSwap.h - Stores without bank conflicts -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A warp's stores to shared memory may meet in a bank because of where the place
// has its elements, which a bulk copy fixes. Then some lanes store their
// registers in another order. For instance, lanes 0 and 1 hold two rows whose
// elements k lie in the same bank, so that each store takes two wavefronts:
//
//             lane 0  lane 1              lane 0  lane 1
//   store 0   x[0]    y[0]       to       x[0]    y[1]
//   store 1   x[1]    y[1]                x[1]    y[0]
//
// Lane 1 swaps its registers before, with a select each.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_REGISTERSWAP_H
#define TILE_LAYOUT_REGISTERSWAP_H

#include "tile/Layout/LinearLayout.h"

namespace mlir::tile {

/// Lanes with bit `lane` in their number swap registers that differ in bit
/// `reg`.
struct RegisterSwap {
  unsigned reg, lane;
};

/// Where the elements are after the swap.
[[nodiscard]] LinearLayout swapRegisters(const LinearLayout &layout,
                                         RegisterSwap swap);

/// The swap after which the stores of `layout` to `shared` take the fewest
/// wavefronts; none if that saves less than the selects cost. Elements have
/// `elementBytes`.
[[nodiscard]] std::optional<RegisterSwap>
findRegisterSwap(const LinearLayout &layout, const LinearLayout &shared,
                 unsigned elementBytes);

} // namespace mlir::tile

#endif // TILE_LAYOUT_REGISTERSWAP_H
