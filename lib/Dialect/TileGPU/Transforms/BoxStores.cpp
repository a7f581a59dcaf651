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

/// Whether the store is in a loop of the program, not only in that over
/// programs.
static bool mayRunAgain(Operation *store) {
  auto loop = dyn_cast<scf::ForOp>(store->getParentOp());
  return loop && !loop->hasAttr(kProgramsAttrName);
}

/// What a store or an addition says of its box; none if it says nothing.
static std::optional<BoxStore> readBox(Operation *access) {
  BoxStore box;
  if (auto store = dyn_cast<StoreOp>(access)) {
    box.value = store.getValue();
    box.map = store.getMap();
    box.coordinates = store.getCoordinates();
    box.dims = store.getBoxDims();
  } else if (auto atomic = dyn_cast<AtomicRMWOp>(access)) {
    box.value = atomic.getVal();
    box.map = atomic.getMap();
    box.coordinates = atomic.getCoordinates();
    box.dims = atomic.getBoxDims();
    box.isAddition = true;
  }
  return box.map ? std::optional(box) : std::nullopt;
}

std::optional<BoxStore> tilegpu::matchBoxStore(Operation *access) {
  // At the kernel's end it waits for its copies: there has to be one.
  auto func = access->getParentOfType<FuncOp>();
  std::optional<BoxStore> box;
  if (func && func.getBody().hasOneBlock())
    box = readBox(access);
  if (!box || box->dims != ArrayRef<int32_t>{1, 0})
    return std::nullopt;
  // A program's last additions have nothing to run next to. On an H200, 1000 x
  // 1040 x 512, f16, three times: 14.9 us by threads, and 18.3.
  if (box->isAddition && !mayRunAgain(access))
    return std::nullopt;
  while (auto convert = box->value.getDefiningOp<ConvertLayoutOp>())
    box->value = convert.getSrc();
  auto tile = cast<RankedTensorType>(box->value.getType());
  box->layout = findSumsLayout(tile, getNumWarps(access));
  if (!box->layout)
    return std::nullopt;
  std::optional<std::array<int64_t, 2>> part =
      BoxStoreOp::getPart(tile, box->layout);
  if (!part)
    return std::nullopt;
  Type elements = tile.getElementType();
  SharedLayoutAttrInterface place =
      makeWarpgroupPlace(*part, elements, /*order=*/{1, 0});
  if (!place)
    return std::nullopt;
  constexpr int64_t kMostBytes = 32 * 1024;
  int64_t bytes = (*part)[0] * (*part)[1] * getByteWidth(elements);
  bool isDouble = tile.getNumElements() > (*part)[0] * (*part)[1] &&
                  2 * bytes <= kMostBytes;
  box->place = MemDescType::get({isDouble ? 2 : 1, (*part)[0], (*part)[1]},
                                elements, place);
  return box;
}

bool tilegpu::goesToBoxes(Operation *op, bool onlyAdditions) {
  return isa<ConvertLayoutOp>(op) &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           std::optional<BoxStore> found = matchBoxStore(user);
           return found && (found->isAddition || !onlyAdditions);
         });
}

/// Whether boxes that are not the same may have elements in common: planes
/// may, and so may lines of any number of columns, if tiles are next to each
/// other.
static bool mayOverlap(FuncOp entry, const BoxStore &store) {
  unsigned number = cast<BlockArgument>(store.map).getArgNumber();
  std::optional<TensorMapInfo> map =
      readTensorMap(entry.getArgAttr(number, kTensorMapAttrName));
  return !map || map->dims.size() > 2 ||
         (!map->dims[0].extent &&
          !matchPattern(store.coordinates[0], m_Constant()));
}

int64_t tilegpu::getBoxStoreBytes(FunctionOpInterface func,
                                  bool onlyAdditions) {
  DenseSet<Type> places;
  int64_t bytes = 0;
  func.walk([&](Operation *access) {
    std::optional<BoxStore> found = matchBoxStore(access);
    if (found && (found->isAddition || !onlyAdditions) &&
        places.insert(found->place).second)
      bytes += found->place.getNumBytes();
  });
  return bytes;
}

void tilegpu::useBoxStores(FuncOp entry, OpBuilder &builder,
                           bool onlyAdditions) {
  SmallVector<std::pair<Operation *, BoxStore>> stores;
  entry.walk([&](Operation *access) {
    std::optional<BoxStore> found = matchBoxStore(access);
    if (found && (found->isAddition || !onlyAdditions))
      stores.emplace_back(access, *found);
  });
  DenseMap<Type, Value> places;
  // The stores of one iteration write different boxes; an earlier iteration may
  // have written each.
  DenseSet<Block *> waiting;
  for (auto &[store, found] : stores) {
    Location loc = store->getLoc();
    describeBox(entry, found.map, found.place, found.layout.getInstrShape()[0]);
    Value &place = places[found.place];
    if (!place)
      place = LocalAllocOp::create(builder, loc, found.place);
    OpBuilder behind(store);
    if (!found.isAddition && mayRunAgain(store)) {
      // Other warps may have written what boxes have in common.
      bool isShared = mayOverlap(entry, found);
      if (waiting.insert(store->getBlock()).second || isShared)
        BoxStoreWaitOp::create(behind, loc, /*written=*/true);
      if (isShared)
        BarrierOp::create(behind, loc, BarrierScope::CTA);
    }
    auto tile = cast<RankedTensorType>(found.value.getType());
    if (tile.getEncoding() != found.layout)
      found.value = ConvertLayoutOp::create(
          behind, loc, withLayout(tile, found.layout), found.value);
    BoxStoreOp::create(behind, loc, found.value, found.map, found.coordinates,
                       place, found.isAddition);
    store->erase();
  }
  if (!stores.empty()) {
    OpBuilder atEnd(entry.getBody().front().getTerminator());
    BoxStoreWaitOp::create(atEnd, entry.getLoc(), /*written=*/false);
  }
}
