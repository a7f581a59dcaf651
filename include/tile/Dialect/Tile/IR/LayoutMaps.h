//===- LayoutMaps.h - The maps of layouts, kept ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context keeps the linear map of each layout attribute for each shape that
// it was asked for: a kernel has a few, and passes ask hundreds of times.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LAYOUTMAPS_H
#define TILE_DIALECT_TILE_IR_LAYOUTMAPS_H

#include "tile/Layout/LinearLayout.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <mutex>

namespace mlir::tile {

/// The maps of a dialect's layouts. They stay as long as the context, as its
/// attributes do.
class LayoutMaps : public DialectInterface::Base<LayoutMaps> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LayoutMaps)
  explicit LayoutMaps(Dialect *dialect) : Base(dialect) {}

  /// The map of a layout whose dialect has such an interface; `make` computes
  /// it. Any thread may call this.
  static LinearLayout get(Attribute layout, ArrayRef<int64_t> shape,
                          llvm::function_ref<LinearLayout()> make);

private:
  using Entry = std::pair<SmallVector<int64_t, 4>, LinearLayout>;

  mutable std::mutex mutex;
  mutable llvm::DenseMap<Attribute, SmallVector<Entry, 0>> maps;
};

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_LAYOUTMAPS_H
