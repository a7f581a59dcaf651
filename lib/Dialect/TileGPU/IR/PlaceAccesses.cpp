//===- PlaceAccesses.cpp - What operations do to places -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

#include "tile/Dialect/TileGPU/IR/PlaceAccessOpInterface.cpp.inc"

using By = PlaceAccess::By;
using Until = PlaceAccess::Until;
using Accesses = SmallVector<PlaceAccess, 2>;

Accesses tilegpu::getPlaceAccesses(Operation *op) {
  auto accessing = dyn_cast<PlaceAccessOpInterface>(op);
  return accessing ? accessing.getPlaceAccesses() : Accesses();
}

bool tilegpu::beginsCopy(Operation *op) {
  return llvm::any_of(getPlaceAccesses(op), [](const PlaceAccess &access) {
    return access.writesLater() && access.until != Until::Store;
  });
}

/// Nothing for a tile that has no layout yet.
static std::optional<LinearLayout> getLayout(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (!isa_and_present<LayoutAttrInterface>(type.getEncoding()))
    return std::nullopt;
  return toLinearLayout(type);
}

/// The layout of a part of a place, as if each thread had all other parts, too.
static LinearLayout extend(const LinearLayout &part, ArrayRef<int64_t> shape) {
  LinearLayout::BasesT bases = part.getBases();
  SmallVector<LinearLayout::NamedInt> dims;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    dims.emplace_back(getDimName(dim).str(), size);
    for (int64_t c = part.getOutDimSize(getDimName(dim)); c < size; c *= 2)
      for (auto &[name, vectors] : bases)
        if (name == kRegister)
          vectors.emplace_back(shape.size(), 0)[dim] = c;
  }
  return LinearLayout(bases, dims, /*requireSurjective=*/false);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Accesses LocalStoreOp::getPlaceAccesses() {
  PlaceAccess access{getDst()};
  access.writes = true;
  access.by = By::Owners;
  access.touched = getLayout(getSrc());
  access.mayMoveMatrices = true;
  return {access};
}

Accesses LocalLoadOp::getPlaceAccesses() {
  PlaceAccess access{getSrc()};
  access.reads = true;
  if (std::optional<LinearLayout> part = getLayout(getResult()))
    access.touched =
        extend(*part, cast<MemDescType>(getSrc().getType()).getShape());
  access.mayMoveMatrices = true;
  return {access};
}

/// Any threads read any bytes.
static Accesses read(Value place) {
  PlaceAccess access{place};
  access.reads = true;
  return {access};
}

Accesses LocalGatherOp::getPlaceAccesses() { return read(getSrc()); }

/// Row `warp mod rows` of the bins, as a map of register, lane and warp: a
/// thread has a register for each bin, and for each row that no warp counts in.
Accesses LocalCountOp::getPlaceAccesses() {
  ArrayRef<int64_t> shape = cast<MemDescType>(getDst().getType()).getShape();
  auto getBits = [](int64_t size, unsigned dim) {
    std::vector<std::vector<int32_t>> bits;
    for (int64_t bit = 1; bit < size; bit *= 2)
      bits.emplace_back(2, 0)[dim] = bit;
    return bits;
  };
  std::vector<std::vector<int32_t>> registers = getBits(shape[1], 1),
                                    warps = getBits(shape[0], 0);
  size_t numWarpBits = llvm::Log2_32(getNumWarps(*this));
  for (; warps.size() > numWarpBits; warps.pop_back())
    registers.push_back(warps.back());
  warps.resize(numWarpBits, {0, 0});
  LinearLayout::BasesT bases;
  bases.emplace_back(kRegister.str(), registers);
  bases.emplace_back(kLane.str(), std::vector<std::vector<int32_t>>(
                                      llvm::Log2_32(kThreadsPerWarp), {0, 0}));
  bases.emplace_back(kWarp.str(), warps);
  bases.emplace_back(kBlock.str(), std::vector<std::vector<int32_t>>());
  PlaceAccess access{getDst()};
  access.reads = access.writes = true;
  access.touched = LinearLayout(bases, {{getDimName(0).str(), shape[0]},
                                        {getDimName(1).str(), shape[1]}});
  return {access};
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Accesses AsyncCopyOp::getPlaceAccesses() {
  PlaceAccess access{getDst()};
  access.writes = true;
  access.by = By::Owners;
  access.until = Until::Group;
  access.touched = getLayout(getPtr());
  return {access};
}

/// A unit fills the place as a part of the barrier's phase.
static Accesses fill(Value barrier, Value place, By by) {
  PlaceAccess arrival{barrier}, filled{place};
  arrival.reads = filled.writes = true;
  filled.by = by;
  filled.until = Until::Phase;
  return {arrival, filled};
}

Accesses BoxCopyOp::getPlaceAccesses() {
  return fill(getBarrier(), getDst(), By::Copies);
}

Accesses BoxStoreOp::getPlaceAccesses() {
  PlaceAccess access{getPlace()};
  access.reads = access.writes = true;
  access.by = By::Copies;
  access.until = Until::Store;
  return {access};
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Accesses RequestProgramOp::getPlaceAccesses() {
  return fill(getBarrier(), getAnswer(), By::Grid);
}

Accesses ReadProgramOp::getPlaceAccesses() { return read(getAnswer()); }

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

/// Other CTAs' accesses come between its own first and last ones.
Accesses ClusterSumOp::getPlaceAccesses() {
  PlaceAccess access{getPlace()};
  access.reads = access.writes = true;
  return {access};
}

//===----------------------------------------------------------------------===//
// Barriers in shared memory: arrivals and waits need no order between them
//===----------------------------------------------------------------------===//

Accesses MBarrierInitOp::getPlaceAccesses() {
  PlaceAccess access{getBarriers()};
  access.reads = access.writes = true;
  return {access};
}

Accesses MBarrierWaitOp::getPlaceAccesses() { return read(getBarrier()); }

Accesses MBarrierArriveOp::getPlaceAccesses() { return read(getBarrier()); }

Accesses TensorCommitOp::getPlaceAccesses() { return read(getBarrier()); }

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static Accesses readOperands(ArrayRef<Value> operands, Until until) {
  Accesses accesses;
  for (Value operand : operands) {
    if (!isa<MemDescType>(operand.getType()))
      continue;
    PlaceAccess access{operand};
    access.reads = true;
    access.by = By::Products;
    access.until = until;
    accesses.push_back(access);
  }
  return accesses;
}

Accesses WarpgroupDotOp::getPlaceAccesses() {
  return readOperands({getA(), getB()}, Until::Product);
}

Accesses TensorProductOp::getPlaceAccesses() {
  return readOperands({getA(), getB()}, Until::Phase);
}
