//===- SharedMemoryOps.cpp - Tiles in shared memory -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tilegpu;

#define GET_TYPEDEF_CLASSES
#include "tile/Dialect/TileGPU/IR/TileGPUTypes.cpp.inc"

void TileGPUDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tile/Dialect/TileGPU/IR/TileGPUTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// MemDescType
//===----------------------------------------------------------------------===//

Type MemDescType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  SharedLayoutAttrInterface layout;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseComma() ||
      parser.parseAttribute(layout) || parser.parseGreater())
    return {};
  return parser.getChecked<MemDescType>(loc, parser.getContext(), shape,
                                        elementType, layout);
}

void MemDescType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t size : getShape())
    printer << size << "x";
  printer << getElementType() << ", " << getLayout() << ">";
}

LogicalResult MemDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type elementType,
                                  SharedLayoutAttrInterface layout) {
  bool isNumber =
      elementType.isSignlessInteger(1) ||
      (elementType.isIntOrFloat() && !elementType.isUnsignedInteger() &&
       !elementType.isSignedInteger() &&
       llvm::is_contained({8u, 16u, 32u, 64u},
                          elementType.getIntOrFloatBitWidth()));
  if (!isNumber && !isa<tile::PtrType>(elementType))
    return emitError() << "expected elements of 1, 8, 16, 32 or 64 bits, or "
                          "pointers, found "
                       << elementType;
  if (failed(tile::verifyTileType(RankedTensorType::get(shape, elementType),
                                  emitError)))
    return failure();
  return layout.verifyShape(shape, emitError);
}

tile::LinearLayout MemDescType::toLinearLayout() const {
  return getLayout().toLinearLayout(getShape());
}

int64_t MemDescType::getNumElements() const {
  return ShapedType::getNumElements(getShape());
}

int64_t MemDescType::getNumBytes() const {
  return getNumElements() * tile::getByteWidth(getElementType());
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static LogicalResult verifyCopy(Operation *op, RankedTensorType tile,
                                MemDescType place) {
  if (!isa_and_present<tile::LayoutAttrInterface>(tile.getEncoding()))
    return op->emitOpError("expected a tile with a layout, found ") << tile;
  if (tile.getShape() != place.getShape() ||
      tile.getElementType() != place.getElementType())
    return op->emitOpError("expected a tile and a place of one shape and "
                           "element type, found ")
           << tile << " and " << place;
  return success();
}

LogicalResult LocalStoreOp::verify() {
  return verifyCopy(*this, cast<RankedTensorType>(getSrc().getType()),
                    cast<MemDescType>(getDst().getType()));
}

LogicalResult LocalLoadOp::verify() {
  return verifyCopy(*this, cast<RankedTensorType>(getType()),
                    cast<MemDescType>(getSrc().getType()));
}

LogicalResult LocalGatherOp::verify() {
  MemDescType place = getSrc().getType();
  auto indices = cast<RankedTensorType>(getIndices().getType());
  auto result = cast<RankedTensorType>(getType());
  if (!isa_and_present<tile::LayoutAttrInterface>(indices.getEncoding()))
    return emitOpError("expected indices with a layout, found ") << indices;
  if (result != RankedTensorType::get(indices.getShape(),
                                      place.getElementType(),
                                      indices.getEncoding()))
    return emitOpError("expected a result of the shape and layout of the "
                       "indices, with elements of the place, found ")
           << result;
  ArrayRef<int64_t> extents = place.getShape();
  int64_t axis = static_cast<int32_t>(getAxis());
  if (axis < 0 || axis >= static_cast<int64_t>(extents.size()))
    return emitOpError("expected a place with a dimension ")
           << axis << ", found " << place;
  bool matches = extents.size() == indices.getShape().size();
  for (auto [dim, extent] : llvm::enumerate(extents))
    matches &= matches && (static_cast<int64_t>(dim) == axis ||
                           extent == indices.getDimSize(dim));
  if (!matches)
    return emitOpError("expected indices with the extents of the place except "
                       "along dimension ")
           << axis << ", found " << place << " and " << indices;
  return success();
}

LogicalResult LocalCountOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  auto dst = cast<MemDescType>(getDst().getType());
  if (!isa_and_present<tile::LayoutAttrInterface>(src.getEncoding()))
    return emitOpError("expected a tile with a layout, found ") << src;
  if (src.getElementType().isInteger(1))
    return emitOpError("expected numbers of 8 to 64 bits, found ") << src;
  if (dst.getShape().size() != 2 || !dst.getElementType().isInteger(32))
    return emitOpError("expected rows of bins of i32, found ") << dst;
  return success();
}

LogicalResult BarrierOp::verify() {
  bool isGroup = getScope() == BarrierScope::Group;
  if (isGroup != getId().has_value() || isGroup != getWarps().has_value())
    return emitOpError("expected 'id' and 'warps' with scope group, and with "
                       "no other, found scope ")
           << stringifyBarrierScope(getScope());
  if (!isGroup)
    return success();
  // PTX ISA, "bar, barrier": a CTA has 16 barriers.
  int32_t id = *getId(), warps = *getWarps();
  if (id < 1 || id > 15)
    return emitOpError("expected an 'id' from 1 to 15, found ") << id;
  if (warps < 1 || warps > 32)
    return emitOpError("expected 1 to 32 'warps', found ") << warps;
  return success();
}

void BarrierOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  // Accesses of any memory stay on their side.
  for (SideEffects::Resource *resource :
       {static_cast<SideEffects::Resource *>(SharedMemory::get()),
        static_cast<SideEffects::Resource *>(
            SideEffects::DefaultResource::get())}) {
    effects.emplace_back(MemoryEffects::Read::get(), resource);
    effects.emplace_back(MemoryEffects::Write::get(), resource);
  }
}
