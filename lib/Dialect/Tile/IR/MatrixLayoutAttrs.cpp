//===- MatrixLayoutAttrs.cpp - Layouts of matrix products -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linear maps of #tile.nvidia_mma and #tile.dot_op. TileAttrs.td has the
// formulas; here they are bases, one for each bit of register, lane and warp.
//
//===----------------------------------------------------------------------===//

#include "LayoutAttrs.h"

#include "tile/Dialect/Tile/IR/LayoutMaps.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::detail;

using Level = std::vector<std::vector<int32_t>>;

/// Appends a basis that moves one dimension alone.
static void add(Level &level, unsigned rank, unsigned dim, int32_t value) {
  level.emplace_back(rank, 0)[dim] = value;
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

void NvidiaMmaLayoutAttr::print(AsmPrinter &printer) const {
  auto list = [&](StringRef name, ArrayRef<unsigned> values) {
    printer << name << " = [";
    llvm::interleaveComma(values, printer.getStream());
    printer << "]";
  };
  printer << "<{versionMajor = " << getVersionMajor()
          << ", versionMinor = " << getVersionMinor();
  list(", warpsPerCTA", getWarpsPerCTA());
  list(", instrShape", getInstrShape());
  printer << "}>";
}

Attribute NvidiaMmaLayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  unsigned versions[2] = {0, 0};
  SmallVector<unsigned> lists[2];
  if (parseNamedFields(
          parser, {"versionMajor", "versionMinor", "warpsPerCTA", "instrShape"},
          [&](unsigned i) {
            return i < 2 ? parser.parseInteger(versions[i])
                         : parseUnsignedList(parser, lists[i - 2]);
          }))
    return {};
  // Triton writes that an instruction works on one of several matrices.
  auto &[warps, shape] = lists;
  if (warps.size() == 3 && shape.size() == 3 && shape[0] == 1)
    shape.erase(shape.begin());
  if (failed(verify([&] { return parser.emitError(loc); }, versions[0],
                    versions[1], lists[0], lists[1])))
    return {};
  return get(parser.getContext(), versions[0], versions[1], lists[0], lists[1]);
}

LogicalResult
NvidiaMmaLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                            unsigned versionMajor, unsigned versionMinor,
                            ArrayRef<unsigned> warpsPerCTA,
                            ArrayRef<unsigned> instrShape) {
  if (versionMajor != 2 && versionMajor != 3 && versionMajor != 5)
    return emitError() << "expected versionMajor to be 2 (mma.sync), 3 "
                          "(wgmma) or 5 (tcgen05.mma), found "
                       << versionMajor;
  size_t rank = warpsPerCTA.size();
  if (rank != 2 && rank != 3)
    return emitError() << "expected 2 or 3 sizes in warpsPerCTA, found "
                       << rank;
  if (instrShape.size() != 2)
    return emitError() << "expected 2 sizes in instrShape, found "
                       << instrShape.size();
  uint64_t warps = 1;
  for (unsigned size : warpsPerCTA) {
    if (!llvm::isPowerOf2_32(size) || size > 32)
      return emitError() << "expected powers of two up to 32 in warpsPerCTA, "
                            "found "
                         << size;
    warps *= size;
  }
  if (warps > 32)
    return emitError() << "expected the product of warpsPerCTA to be at most "
                          "32, found "
                       << warps;
  unsigned maxColumns = versionMajor == 2 ? 8 : 256;
  bool areRows =
      instrShape[0] == 16 || (versionMajor == 5 && instrShape[0] == 32);
  if (!areRows || !llvm::isPowerOf2_32(instrShape[1]) || instrShape[1] < 8 ||
      instrShape[1] > maxColumns)
    return emitError() << "expected instrShape to be [16, 8] for mma.sync, "
                          "[16, N] for wgmma, and [16, N] or [32, N] for "
                          "tcgen05.mma, N a power of two from 8 to 256, found ["
                       << instrShape << "]";
  if (versionMajor != 2 && warpsPerCTA[rank - 2] % 4 != 0)
    return emitError() << "expected a multiple of 4 warps along the rows for "
                          "wgmma and tcgen05.mma, found "
                       << warpsPerCTA[rank - 2];
  return success();
}

LogicalResult NvidiaMmaLayoutAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  return verifyRankAndShape(*this, shape, elementType, emitError);
}

unsigned NvidiaMmaLayoutAttr::getRank() const {
  return getWarpsPerCTA().size();
}

unsigned NvidiaMmaLayoutAttr::getNumWarps() const {
  unsigned warps = 1;
  for (unsigned size : getWarpsPerCTA())
    warps *= size;
  return warps;
}

SmallVector<unsigned> NvidiaMmaLayoutAttr::getOrder() const {
  return SmallVector<unsigned>(llvm::reverse(llvm::seq(0u, getRank())));
}

/// The bits of the warp's number: of each, the dimension along which warps
/// stand side by side, and how many of them come before.
static SmallVector<std::pair<unsigned, unsigned>>
getWarpBits(NvidiaMmaLayoutAttr layout) {
  unsigned rank = layout.getRank(), rows = rank - 2, columns = rank - 1;
  SmallVector<unsigned> order{columns, rows};
  if (layout.getVersionMajor() != 2)
    std::swap(order[0], order[1]);
  if (rank == 3)
    order.push_back(0);
  SmallVector<std::pair<unsigned, unsigned>> bits;
  for (unsigned dim : order)
    for (unsigned before = 1; before < layout.getWarpsPerCTA()[dim];
         before *= 2)
      bits.emplace_back(dim, before);
  return bits;
}

/// What one instruction gives a warp along a dimension.
static unsigned getInstrSize(NvidiaMmaLayoutAttr layout, unsigned dim) {
  unsigned rows = layout.getRank() - 2;
  return dim < rows ? 1 : layout.getInstrShape()[dim - rows];
}

LinearLayout
NvidiaMmaLayoutAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return LayoutMaps::get(*this, shape, [&] {
    unsigned rank = getRank(), rows = rank - 2, columns = rank - 1;
    Level registers, lanes, warps;
    add(registers, rank, columns, 1);
    for (unsigned row = 8; row < getInstrShape()[0]; row *= 2)
      add(registers, rank, rows, row);
    for (unsigned column = 8; column < getInstrShape()[1]; column *= 2)
      add(registers, rank, columns, column);
    add(lanes, rank, columns, 2);
    add(lanes, rank, columns, 4);
    for (int32_t row : {1, 2, 4})
      add(lanes, rank, rows, row);
    for (auto [dim, before] : getWarpBits(*this))
      add(warps, rank, dim, before * getInstrSize(*this, dim));
    LinearLayout::BasesT bases{{kRegister.str(), registers},
                               {kLane.str(), lanes},
                               {kWarp.str(), warps},
                               {kBlock.str(), Level()}};
    return adaptToShape(std::move(bases), shape, getOrder());
  });
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

LogicalResult
DotOperandLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                             unsigned opIdx, LayoutAttrInterface parent,
                             unsigned kWidth) {
  if (opIdx > 1)
    return emitError() << "expected opIdx to be 0 or 1, found " << opIdx;
  if (parent.getRank() != 2 && parent.getRank() != 3)
    return emitError() << "expected a parent layout of 2 or 3 dimensions, "
                          "found one of "
                       << parent.getRank();
  if (isa<DotOperandLayoutAttr>(parent))
    return emitError() << "expected the layout of a product as parent, found "
                       << parent;
  if (!isa<NvidiaMmaLayoutAttr>(parent)) {
    if (kWidth != 0)
      return emitError() << "expected no kWidth with a parent that is not "
                            "#tile.nvidia_mma, found "
                         << kWidth;
    return success();
  }
  if (!llvm::isPowerOf2_32(kWidth) || kWidth > 16)
    return emitError() << "expected kWidth to be a power of two up to 16, "
                          "found "
                       << kWidth;
  return success();
}

LogicalResult DotOperandLayoutAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  return verifyRankAndShape(*this, shape, elementType, emitError);
}

unsigned DotOperandLayoutAttr::getRank() const { return getParent().getRank(); }

unsigned DotOperandLayoutAttr::getNumWarps() const {
  return getParent().getNumWarps();
}

SmallVector<unsigned> DotOperandLayoutAttr::getOrder() const {
  // K first.
  unsigned rank = getRank();
  SmallVector<unsigned> order{rank - 1, rank - 2};
  if (getOpIdx() == 1)
    std::swap(order[0], order[1]);
  if (rank == 3)
    order.push_back(0);
  return order;
}

LinearLayout
DotOperandLayoutAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return LayoutMaps::get(*this, shape, [&] {
    unsigned rank = getRank();
    unsigned k = getOpIdx() == 0 ? rank - 1 : rank - 2;
    unsigned outer = getOpIdx() == 0 ? rank - 2 : rank - 1;
    auto mma = dyn_cast<NvidiaMmaLayoutAttr>(getParent());
    if (!mma) {
      // The parent's map for a tile of this many rows, or columns; along the
      // other dimension it moves nothing, which makes room for K.
      SmallVector<int64_t> parentShape(shape);
      parentShape[k] = 1;
      return adaptToShape(getParent().toLinearLayout(parentShape).getBases(),
                          shape, getOrder());
    }
    // In tensor memory warps of the same rows can store a part of K each, if
    // the parts are steps of an instruction.
    int64_t depth = shape[k];
    if (mma.getVersionMajor() == 5 && getOpIdx() == 0 &&
        mma.getInstrShape()[0] == 32) {
      int64_t part = depth / mma.getWarpsPerCTA()[k];
      if (part >= 8 * getKWidth())
        depth = part;
    }
    Level registers, lanes, warps;
    for (unsigned e = 1; e < getKWidth(); e *= 2)
      add(registers, rank, k, e);
    if (getOpIdx() == 0)
      add(registers, rank, outer, 8);
    add(registers, rank, k, 4 * getKWidth());
    if (getOpIdx() == 0)
      for (unsigned row = 16; row < mma.getInstrShape()[0]; row *= 2)
        add(registers, rank, outer, row);
    if (getOpIdx() == 1)
      for (unsigned column = 8; column < mma.getInstrShape()[1]; column *= 2)
        add(registers, rank, outer, column);
    if (depth != shape[k])
      for (int64_t step = 8 * getKWidth(); step < depth; step *= 2)
        add(registers, rank, k, step);
    add(lanes, rank, k, getKWidth());
    add(lanes, rank, k, 2 * getKWidth());
    for (int32_t place : {1, 2, 4})
      add(lanes, rank, outer, place);
    for (auto [dim, before] : getWarpBits(mma))
      if (dim != k)
        add(warps, rank, dim, before * getInstrSize(mma, dim));
      else if (depth != shape[k])
        add(warps, rank, k, before * depth);
      else
        warps.emplace_back(rank, 0);
    LinearLayout::BasesT bases{{kRegister.str(), registers},
                               {kLane.str(), lanes},
                               {kWarp.str(), warps},
                               {kBlock.str(), Level()}};
    return adaptToShape(std::move(bases), shape, getOrder());
  });
}
