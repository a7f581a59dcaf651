//===- WarpgroupOps.cpp - Products of warpgroups --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"

using namespace mlir;
using namespace mlir::tilegpu;

/// The place of the transposed matrix; null, with a reason, if there is none.
static MemDescType getTransposed(MemDescType place) {
  if (place.getNumPlaces() || place.getShape().size() != 2)
    return {};
  tile::LinearLayout layout = place.toLinearLayout();
  tile::LinearLayout::BasesT bases = layout.getBases();
  for (auto &[name, list] : bases)
    for (std::vector<int32_t> &basis : list)
      std::swap(basis[0], basis[1]);
  int64_t rows = place.getShape()[1], columns = place.getShape()[0];
  return MemDescType::get(
      {rows, columns}, place.getElementType(),
      LinearSharedAttr::get(
          place.getContext(),
          tile::LinearLayout(bases, {{tile::getDimName(0).str(), rows},
                                     {tile::getDimName(1).str(), columns}})));
}

void MemDescTransOp::build(OpBuilder &builder, OperationState &state,
                           Value src) {
  build(builder, state, getTransposed(cast<MemDescType>(src.getType())), src);
}

LogicalResult MemDescTransOp::verify() {
  MemDescType src = getSrc().getType(), result = getType();
  MemDescType expected = getTransposed(src);
  if (!expected)
    return emitOpError("expected one place of a matrix, found ") << src;
  if (result.getShape() != expected.getShape() ||
      result.getElementType() != expected.getElementType() ||
      result.toLinearLayout() != expected.toLinearLayout())
    return emitOpError("expected ") << expected << ", found " << result;
  return success();
}

/// The tile type of a product's operand or result.
static RankedTensorType getTile(Type type) {
  if (auto pending = dyn_cast<PendingType>(type))
    return pending.getTile();
  return dyn_cast<RankedTensorType>(type);
}

LogicalResult WarpgroupDotOp::verify() {
  auto getShape = [](Type type) {
    auto place = dyn_cast<MemDescType>(type);
    return place ? place.getShape() : cast<RankedTensorType>(type).getShape();
  };
  for (Type type : {getA().getType(), Type(getB().getType())})
    if (auto place = dyn_cast<MemDescType>(type))
      if (place.getNumPlaces())
        return emitOpError("expected one place, found ") << place;
  RankedTensorType result = getType().getTile();
  if (getTile(getC().getType()) != result)
    return emitOpError("expected a sum of the result's type, found ")
           << getC().getType() << " and " << getType();
  ArrayRef<int64_t> a = getShape(getA().getType()),
                    b = getShape(getB().getType()), c = result.getShape();
  if (a.size() != 2 || b.size() != 2 || c.size() != 2 || a[1] != b[0] ||
      c[0] != a[0] || c[1] != b[1])
    return emitOpError("expected matrices of M x K, K x N and M x N, found [")
           << a << "], [" << b << "] and [" << c << "]";
  if (!isa_and_present<tile::LayoutAttrInterface>(result.getEncoding()))
    return emitOpError("expected tiles with a layout, found ") << result;
  if (bool(getAScale()) != bool(getBScale()) ||
      bool(getAScale()) != getAElemType().has_value() ||
      bool(getAScale()) != getBElemType().has_value())
    return emitOpError("expected scales and types of elements of both operands "
                       "or of none");
  if (getAScale() && !isInTensorMemory(getType()))
    return emitOpError("expected sums in a layout of version 5 with scales, "
                       "found ")
           << getType();
  return success();
}

void PendingSumOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  // Tensor memory is as shared memory for who moves operations.
  if (isInTensorMemory(getType()))
    effects.emplace_back(MemoryEffects::Write::get(), SharedMemory::get());
}

bool tilegpu::isInTensorMemory(PendingType type) {
  auto layout =
      dyn_cast_or_null<tile::NvidiaMmaLayoutAttr>(type.getTile().getEncoding());
  return layout && layout.getVersionMajor() == 5;
}

int64_t tilegpu::countTensorMemoryColumns(RankedTensorType sums) {
  constexpr int64_t kWarps = 4;
  int64_t rows =
      kWarps *
      cast<tile::NvidiaMmaLayoutAttr>(sums.getEncoding()).getInstrShape()[0];
  return llvm::divideCeil(sums.getDimSize(0), rows) * sums.getDimSize(1);
}

LogicalResult
TensorPlacesType::verify(function_ref<InFlightDiagnostic()> emitError,
                         unsigned count, RankedTensorType tile) {
  if (count < 1 || count > 2)
    return emitError() << "expected 1 or 2 places, found " << count;
  if (!isInTensorMemory(PendingType::get(tile)))
    return emitError() << "expected sums in a layout of version 5, found "
                       << tile;
  return success();
}

LogicalResult TensorProductOp::verify() {
  MemDescType a = getA().getType(), b = getB().getType();
  RankedTensorType sums = getSums().getType().getTile();
  if (a.getNumPlaces() || b.getNumPlaces())
    return emitOpError("expected one place of each operand, found ")
           << a << " and " << b;
  // Each CTA of a pair has a half of the right one.
  int64_t ctas = tile::hasCTAPairs(*this) ? 2 : 1;
  if (a.getShape().size() != 2 || b.getShape().size() != 2 ||
      a.getShape()[1] != b.getShape()[0] ||
      sums.getShape() !=
          ArrayRef<int64_t>{a.getShape()[0], b.getShape()[1] * ctas})
    return emitOpError("expected matrices of M x K, K x N and M x N, found ")
           << a << ", " << b << " and " << sums;
  return success();
}

LogicalResult TensorLoadOp::verify() {
  if (getType() != getSums().getType().getTile())
    return emitOpError("expected a tile as in the places, found ")
           << getType() << " of " << getSums().getType();
  return success();
}

LogicalResult TensorMemoryAllocOp::verify() {
  // PTX ISA, "tcgen05.alloc".
  auto columns = static_cast<int32_t>(getColumns());
  if (columns < 32 || columns > int32_t(kTensorMemoryColumns) ||
      !llvm::isPowerOf2_32(columns))
    return emitOpError("expected a power of two from 32 to 512 as columns, "
                       "found ")
           << columns;
  MemDescType address = getAddress().getType(),
              barriers = getBarriers().getType();
  if (address.getNumPlaces() || !address.getElementType().isInteger(32) ||
      address.getNumElements() != 1)
    return emitOpError("expected a place of one i32 as address, found ")
           << address;
  if (barriers.getNumPlaces() != int64_t(kTensorProductBarriers) ||
      !barriers.getElementType().isInteger(64) ||
      barriers.getNumElements() != int64_t(kTensorProductBarriers))
    return emitOpError("expected ")
           << kTensorProductBarriers << " places of one i64 as barriers, found "
           << barriers;
  return success();
}

LogicalResult WarpgroupWaitOp::verify() {
  RankedTensorType source = getSrc().getType().getTile();
  if (getTile(getType()) != source)
    return emitOpError("expected a result of the sum's type, found ")
           << getSrc().getType() << " and " << getType();
  // PTX ISA, "wgmma.wait_group".
  auto pending = static_cast<int32_t>(getPending());
  if (pending < 0 || pending > 7)
    return emitOpError("expected 0 to 7 pending products, found ") << pending;
  // In tensor memory a sum that has ended can stay where it is.
  auto stays = dyn_cast<PendingType>(getType());
  if (pending == 0 && stays && !isInTensorMemory(stays))
    return emitOpError("expected a tile if no product is pending, found ")
           << getType();
  return success();
}
