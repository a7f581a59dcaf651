//===- BoxStores.cpp - Stores by bulk copies ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxStores.h"

#include "TensorMapArguments.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// The layout of sums of warpgroups that the tile has, if by another name, as
/// columns have that were split off.
static NvidiaMmaLayoutAttr findSumsLayout(RankedTensorType tile,
                                          unsigned numWarps) {
  if (isWarpgroupLayout(tile.getEncoding()))
    return cast<NvidiaMmaLayoutAttr>(tile.getEncoding());
  constexpr unsigned kRows = 16, kMostColumns = 256;
  if (tile.getRank() != 2 || numWarps % kWarpgroupWarps != 0 ||
      tile.getDimSize(1) % 8 != 0)
    return {};
  unsigned warps[] = {numWarps, 1};
  unsigned instruction[] = {
      kRows, unsigned(std::min<int64_t>(tile.getDimSize(1), kMostColumns))};
  auto layout =
      NvidiaMmaLayoutAttr::get(tile.getContext(), /*versionMajor=*/3,
                               /*versionMinor=*/0, warps, instruction);
  return layout.toLinearLayout(tile.getShape()) == toLinearLayout(tile)
             ? layout
             : NvidiaMmaLayoutAttr();
}

std::optional<BoxStore> tilegpu::matchBoxStore(StoreOp store) {
  if (!store.getMap() || store.getBoxDims() != ArrayRef<int32_t>{1, 0})
    return std::nullopt;
  Value value = store.getValue();
  while (auto convert = value.getDefiningOp<ConvertLayoutOp>())
    value = convert.getSrc();
  auto tile = cast<RankedTensorType>(value.getType());
  NvidiaMmaLayoutAttr layout = findSumsLayout(tile, getNumWarps(store));
  if (!layout || layout.getWarpsPerCTA()[1] != 1 ||
      tile.getDimSize(0) %
              (layout.getInstrShape()[0] * layout.getWarpsPerCTA()[0]) !=
          0)
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
      value, layout,
      MemDescType::get({count, shape[0], shape[1]}, elements, place)};
}

/// Whether the store is in a loop of the program, not only in that over
/// programs.
static bool mayRunAgain(StoreOp store, bool isPersistent) {
  Operation *parent = store->getParentOp();
  return isa<scf::ForOp>(parent) &&
         !(isPersistent && isa<FuncOp>(parent->getParentOp()));
}

/// Whether boxes that are not the same may have elements in common: planes
/// may, and so may lines of any number of columns, if tiles are next to each
/// other.
static bool mayOverlap(FuncOp entry, StoreOp store) {
  unsigned number = cast<BlockArgument>(store.getMap()).getArgNumber();
  std::optional<TensorMapInfo> map =
      readTensorMap(entry.getArgAttr(number, kTensorMapAttrName));
  return !map || map->dims.size() > 2 ||
         (!map->dims[0].extent &&
          !matchPattern(store.getCoordinates()[0], m_Constant()));
}

unsigned tilegpu::useBoxStores(FuncOp entry, OpBuilder &builder) {
  SmallVector<std::pair<StoreOp, BoxStore>> stores;
  entry.walk([&](StoreOp store) {
    if (std::optional<BoxStore> found = matchBoxStore(store))
      stores.emplace_back(store, *found);
  });
  DenseMap<Type, Value> places;
  // Those of one iteration write different boxes; an earlier iteration may have
  // written each.
  bool isPersistent = entry->hasAttr(kPersistentAttrName);
  DenseSet<Block *> waiting;
  for (auto &[store, found] : stores) {
    Location loc = store.getLoc();
    describeBox(entry, store, found.layout.getInstrShape()[0]);
    Value &place = places[found.place];
    if (!place)
      place = LocalAllocOp::create(builder, loc, found.place);
    OpBuilder behind(store);
    if (mayRunAgain(store, isPersistent)) {
      // Other warps may have written what boxes have in common.
      bool isShared = mayOverlap(entry, store);
      if (waiting.insert(store->getBlock()).second || isShared)
        BoxStoreWaitOp::create(behind, loc, /*written=*/true);
      if (isShared)
        BarrierOp::create(behind, loc, BarrierScope::CTA);
    }
    auto tile = cast<RankedTensorType>(found.value.getType());
    if (tile.getEncoding() != found.layout)
      found.value = ConvertLayoutOp::create(
          behind, loc, withLayout(tile, found.layout), found.value);
    BoxStoreOp::create(behind, loc, found.value, store.getMap(),
                       store.getCoordinates(), place);
    store.erase();
  }
  if (!stores.empty()) {
    OpBuilder atEnd(entry.getBody().front().getTerminator());
    BoxStoreWaitOp::create(atEnd, entry.getLoc(), /*written=*/false);
  }
  return stores.size();
}
