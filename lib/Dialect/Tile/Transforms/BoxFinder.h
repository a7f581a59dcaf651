//===- BoxFinder.h - Proves that accesses are boxes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FindBoxes.cpp says what is proven.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_TRANSFORMS_BOXFINDER_H
#define TILE_LIB_DIALECT_TILE_TRANSFORMS_BOXFINDER_H

#include "TileIndices.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"

namespace mlir::tile {

/// A load or store as a box.
struct Box {
  Operation *access = nullptr;
  TensorMapInfo map;
  /// The tile's dimensions as the map's first ones.
  SmallVector<int32_t> tileDims;
  SmallVector<ScalarSum> coordinates;
  /// Those that the kernel must test, and trap if they are negative.
  SmallVector<unsigned> trapping;
  /// The coordinates of a store that put the whole box outside if they are
  /// negative: it is past the end, then.
  SmallVector<unsigned> leaving;
};

/// Where a box begins that is nowhere in a tensor: copies add rows and columns
/// of a tile to it.
inline constexpr int64_t kOutside = 0x7fff0000;

class BoxFinder {
public:
  explicit BoxFinder(const ModuleAxisInfo &axisInfo) : axisInfo(axisInfo) {}

  /// Or why it is none.
  std::optional<Box> find(LoadOp load, std::string &reason);
  std::optional<Box> find(StoreOp store, std::string &reason);
  std::optional<Box> find(AtomicRMWOp atomic, std::string &reason);

  /// Arguments that must be positive at a launch, for the boxes found.
  ArrayRef<ArgumentSum> getPositives() const { return positives; }

private:
  std::optional<ArgumentSum> getArgumentSum(const ScalarSum &sum) const;
  void addPositive(ArgumentSum sum);
  bool isArgument(Value value) const {
    auto arg = dyn_cast<BlockArgument>(value);
    return arg && arg.getOwner()->isEntryBlock() &&
           isa<FuncOp>(arg.getOwner()->getParentOp());
  }
  std::optional<Box> find(LoadOp load, bool isSeparate, std::string &reason);
  std::optional<Box> find(StoreOp store, bool isSeparate, std::string &reason);
  std::optional<Box> find(AtomicRMWOp atomic, bool isSeparate,
                          std::string &reason);
  bool keepInside(Box &box, ArrayRef<bool> isBounded, std::string &reason);
  template <typename Access>
  std::optional<Box> findEither(Access access, std::string &reason);
  std::optional<TileIndex> setTensor(Box &box, bool isSeparate,
                                     std::string &reason);
  bool setStrides(Box &box, const TileIndex &index, ScalarTerm &stride);
  bool setCoordinates(Box &box, const ScalarSum &start,
                      const ScalarTerm &stride, bool isSeparate);
  bool applyMask(Box &box, SmallVectorImpl<bool> &isBounded);
  bool applyWraps(Box &box, const TileIndex &index);
  bool fitsInt32(const ScalarSum &sum);
  bool isNonNegative(const ScalarSum &sum);
  bool isNonNegative(Value value, SmallVectorImpl<ArgumentSum> &needed) const;
  int64_t getDivisibility(const ScalarSum &sum) const;
  bool isInGrid(const Box &box) const;
  bool isInGrid(const Box &box, unsigned number) const;
  bool setEnd(const TensorMapDim &dim);
  void keepLinesApart(const TensorMapInfo &map);
  bool writesOther(const Box &box, StoreOp store, bool isSeparate);
  bool endsAtCopies(const TensorMapInfo &map, FuncOp func, int64_t bytes) const;
  bool reachesNoMemory(Value tile, unsigned dim, const ScalarSum &from);

  const ModuleAxisInfo &axisInfo;
  TileIndices indices;
  std::vector<ArgumentSum> positives;
  /// What the kernel traps for if it is negative.
  std::vector<ScalarSum> tested;
};

/// Lets numbers that go with the counters of a function's loops
/// (LoopCounters.cpp) be the induction variables, and what is computed of both
/// be one value; returns whether there were any.
bool unifyLoopCounters(FuncOp func);

/// Lets a kernel's programs with long loops start first (OrderPrograms.cpp);
/// returns whether it did.
bool startLongProgramsFirst(FuncOp kernel);

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_TRANSFORMS_BOXFINDER_H
