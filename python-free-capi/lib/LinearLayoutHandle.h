//===- LinearLayoutHandle.h - Handles of linear layouts ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The object of a TileLinearLayout.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_LINEARLAYOUTHANDLE_H
#define TILE_CAPI_LINEARLAYOUTHANDLE_H

#include "Status.h"

#include "tile-c/Dialect.h"
#include "tile/Layout/LinearLayout.h"

namespace mlir::tile::capi {

template <> struct HandleTraits<TileLinearLayout> {
  using Object = LinearLayout;
  static constexpr HandleKind kind = HandleKind::LinearLayout;
  static constexpr const char *name = "TileLinearLayout";
};

/// Gives a layout to the caller. `result` is not null.
inline TileStatus giveLinearLayout(LinearLayout layout,
                                   TileLinearLayout *result) {
  return giveHandle(std::make_unique<LinearLayout>(std::move(layout)), result);
}

} // namespace mlir::tile::capi

#endif // TILE_CAPI_LINEARLAYOUTHANDLE_H
