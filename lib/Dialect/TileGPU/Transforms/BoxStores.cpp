//===- BoxStores.cpp - Stores by bulk copies ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxStores.h"

#include "TensorMapArguments.h"

#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Layout/WarpgroupPlan.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Rows that a warp has one below the other.
static int64_t getRows(Value value) {
  auto tile = cast<RankedTensorType>(value.getType());
  return cast<NvidiaMmaLayoutAttr>(tile.getEncoding()).getInstrShape()[0];
}

std::optional<BoxStore> tilegpu::matchBoxStore(StoreOp store) {
  if (!store.getMap() || store.getBoxDims() != ArrayRef<int32_t>{1, 0})
    return std::nullopt;
  Value value = store.getValue();
  while (auto convert = value.getDefiningOp<ConvertLayoutOp>())
    value = convert.getSrc();
  auto tile = cast<RankedTensorType>(value.getType());
  if (!isWarpgroupLayout(tile.getEncoding()))
    return std::nullopt;
  auto layout = cast<NvidiaMmaLayoutAttr>(tile.getEncoding());
  if (layout.getWarpsPerCTA()[1] != 1 ||
      tile.getDimSize(0) % (getRows(value) * layout.getWarpsPerCTA()[0]) != 0)
    return std::nullopt;
  Type elements = tile.getElementType();
  unsigned bytes = getByteWidth(elements);
  int64_t columns =
      getWarpgroupLine(tile.getShape(), bytes, /*order=*/{1, 0}) / bytes;
  if (columns == 0)
    return std::nullopt;
  int64_t shape[] = {tile.getDimSize(0), columns};
  SharedLayoutAttrInterface place =
      makeWarpgroupPlace(shape, elements, /*order=*/{1, 0});
  if (!place)
    return std::nullopt;
  constexpr int64_t kMostBytes = 32 * 1024;
  bool isDouble = tile.getDimSize(1) > columns &&
                  2 * shape[0] * columns * bytes <= kMostBytes;
  int64_t count = isDouble ? 2 : 1;
  return BoxStore{
      value, MemDescType::get({count, shape[0], shape[1]}, elements, place)};
}

unsigned tilegpu::useBoxStores(FuncOp entry, OpBuilder &builder) {
  SmallVector<std::pair<StoreOp, BoxStore>> stores;
  entry.walk([&](StoreOp store) {
    if (std::optional<BoxStore> found = matchBoxStore(store))
      stores.emplace_back(store, *found);
  });
  DenseMap<Type, Value> places;
  for (auto &[store, found] : stores) {
    Location loc = store.getLoc();
    describeBox(entry, store, getRows(found.value));
    Value &place = places[found.place];
    if (!place)
      place = LocalAllocOp::create(builder, loc, found.place);
    OpBuilder behind(store);
    BoxStoreOp::create(behind, loc, found.value, store.getMap(),
                       store.getCoordinates(), place);
    store.erase();
  }
  if (!stores.empty()) {
    OpBuilder atEnd(entry.getBody().front().getTerminator());
    BoxStoreWaitOp::create(atEnd, entry.getLoc());
  }
  return stores.size();
}
