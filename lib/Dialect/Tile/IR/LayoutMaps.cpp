//===- LayoutMaps.cpp - The maps of layouts, kept -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutMaps.h"

#include "mlir/IR/Dialect.h"

using namespace mlir;
using namespace mlir::tile;

LinearLayout LayoutMaps::get(Attribute layout, ArrayRef<int64_t> shape,
                             llvm::function_ref<LinearLayout()> make) {
  const auto &kept = *layout.getDialect().getRegisteredInterface<LayoutMaps>();
  {
    std::lock_guard<std::mutex> lock(kept.mutex);
    auto found = kept.maps.find(layout);
    if (found != kept.maps.end())
      for (const auto &[itsShape, map] : found->second)
        if (shape == ArrayRef(itsShape))
          return map;
  }
  // It may ask for the map of another layout. If another thread has made the
  // same map meanwhile, both are kept.
  LinearLayout map = make();
  std::lock_guard<std::mutex> lock(kept.mutex);
  kept.maps[layout].emplace_back(SmallVector<int64_t, 4>(shape), map);
  return map;
}
