//===- SharedMemoryOps.cpp - Tiles in shared memory -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/PaddedShapes.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/SharedAccess.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

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
  ArrayRef<int64_t> tile = shape;
  if (shape.size() == layout.getRank() + 1) {
    // What fits into shared memory is checked where it is allocated.
    if (shape[0] < 1 || shape[0] > tile::kMaxElements)
      return emitError() << "expected 1 to " << tile::kMaxElements
                         << " places, found " << shape[0];
    tile = tile.drop_front();
  }
  if (failed(tile::verifyPaddedTileType(
          RankedTensorType::get(tile, elementType), emitError)))
    return failure();
  return layout.verifyShape(tile, emitError);
}

std::optional<int64_t> MemDescType::getNumPlaces() const {
  if (getShape().size() == getLayout().getRank())
    return std::nullopt;
  return getShape()[0];
}

ArrayRef<int64_t> MemDescType::getTileShape() const {
  return getNumPlaces() ? getShape().drop_front() : getShape();
}

tile::LinearLayout MemDescType::toLinearLayout() const {
  return getLayout().toLinearLayout(getTileShape());
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

/// Each tile lies at a place of its own; `op` accesses one place.
static LogicalResult verifyOnePlace(Operation *op, MemDescType place) {
  if (place.getNumPlaces())
    return op->emitOpError("expected one place, found ")
           << place << "; tilegpu.memdesc_index picks one of them";
  return success();
}

static LogicalResult verifyCopy(Operation *op, RankedTensorType tile,
                                MemDescType place) {
  if (!isa_and_present<tile::LayoutAttrInterface>(tile.getEncoding()))
    return op->emitOpError("expected a tile with a layout, found ") << tile;
  if (failed(verifyOnePlace(op, place)))
    return failure();
  if (tile.getShape() != place.getShape() ||
      tile.getElementType() != place.getElementType())
    return op->emitOpError("expected a tile and a place of one shape and "
                           "element type, found ")
           << tile << " and " << place;
  return success();
}

/// Of all warps, by vectors.
static tile::Work getSharedWork(RankedTensorType tile, Attribute layout,
                                const tile::LinearLayout &place, bool isStore) {
  tile::LinearLayout from =
      cast<tile::LayoutAttrInterface>(layout).toLinearLayout(tile.getShape());
  tile::SharedAccess access = tile::planSharedAccess(
      tile::getSharedOffsets(from, place),
      tile::getByteWidth(tile.getElementType()), isStore);
  return tile::getSharedWork(access).ofWarps(
      from.hasInDim("warp") ? from.getInDimSize("warp") : 1);
}

tile::Work LocalStoreOp::getWork(Attribute layout) {
  return getSharedWork(cast<RankedTensorType>(getSrc().getType()), layout,
                       cast<MemDescType>(getDst().getType()).toLinearLayout(),
                       /*isStore=*/true);
}

bool LocalStoreOp::isLayoutAnchor() { return true; }

bool LocalStoreOp::isOncePerElement() { return true; }

tile::Work LocalLoadOp::getWork(Attribute layout) {
  // A part costs the same wherever in the place it begins.
  return getSharedWork(cast<RankedTensorType>(getType()), layout,
                       cast<MemDescType>(getSrc().getType()).toLinearLayout(),
                       /*isStore=*/false);
}

bool LocalLoadOp::isLayoutAnchor() { return true; }

bool LocalCountOp::isOncePerElement() { return true; }

bool AsyncCopyOp::isOncePerElement() { return true; }

LogicalResult LocalStoreOp::verify() {
  return verifyCopy(*this, cast<RankedTensorType>(getSrc().getType()),
                    cast<MemDescType>(getDst().getType()));
}

LogicalResult LocalLoadOp::verify() {
  auto tile = cast<RankedTensorType>(getType());
  auto place = cast<MemDescType>(getSrc().getType());
  ArrayRef<int64_t> offsets = getOffsets();
  if (offsets.empty())
    return verifyCopy(*this, tile, place);
  if (!isa_and_present<tile::LayoutAttrInterface>(tile.getEncoding()))
    return emitOpError("expected a tile with a layout, found ") << tile;
  if (failed(verifyOnePlace(*this, place)))
    return failure();
  bool fits = tile.getElementType() == place.getElementType() &&
              tile.getRank() == int64_t(offsets.size()) &&
              place.getShape().size() == offsets.size();
  for (size_t dim = 0; fits && dim < offsets.size(); ++dim)
    fits = offsets[dim] >= 0 && offsets[dim] % tile.getDimSize(dim) == 0 &&
           offsets[dim] + tile.getDimSize(dim) <= place.getShape()[dim];
  if (!fits)
    return emitOpError("expected offsets in the place that are multiples of "
                       "the tile's extents, found [")
           << offsets << "] for " << tile << " in " << place;
  return success();
}

LogicalResult MemDescIndexOp::verify() {
  auto places = cast<MemDescType>(getSrc().getType());
  auto place = cast<MemDescType>(getType());
  if (!places.getNumPlaces() ||
      place != MemDescType::get(places.getTileShape(), places.getElementType(),
                                places.getLayout()))
    return emitOpError("expected several places and one of them, found ")
           << places << " and " << place;
  return success();
}

Value AsyncCopyOp::getAccessedPointers() { return getPtr(); }

Value AsyncCopyOp::getAccessMask() { return getMask(); }

LogicalResult AsyncCopyOp::verify() {
  // PTX ISA, "cp.async": .ca and .cg.
  if (!llvm::is_contained({tile::CacheModifier::None, tile::CacheModifier::CA,
                           tile::CacheModifier::CG},
                          getCache()))
    return emitOpError("expected the cache modifier ca or cg, found ")
           << stringifyCacheModifier(getCache());
  auto pointers = cast<RankedTensorType>(getPtr().getType());
  auto pointer = cast<tile::PtrType>(pointers.getElementType());
  if (pointer.getAddressSpace() != 1)
    return emitOpError("expected pointers to global memory, found ")
           << pointers;
  // A load makes 0 or 1 of the byte in memory, a copy does not.
  if (pointer.getPointeeType().isInteger(1))
    return emitOpError("expected pointers to elements other than i1, found ")
           << pointers;
  return verifyCopy(*this,
                    RankedTensorType::get(pointers.getShape(),
                                          pointer.getPointeeType(),
                                          pointers.getEncoding()),
                    cast<MemDescType>(getDst().getType()));
}

/// A place of one i64, or several if `isSeveral`.
static LogicalResult verifyBarriers(Operation *op, MemDescType type,
                                    bool isSeveral) {
  if (type.getElementType().isInteger(64) && type.getTileShape().size() == 1 &&
      type.getTileShape()[0] == 1 && bool(type.getNumPlaces()) == isSeveral)
    return success();
  return op->emitOpError("expected ")
         << (isSeveral ? "several places" : "a place")
         << " of one i64 as barrier, found " << type;
}

LogicalResult MBarrierInitOp::verify() {
  constexpr uint32_t kMaxCount = (1 << 20) - 1; // PTX ISA, "mbarrier.init"
  if (getCount() < 1 || getCount() > kMaxCount)
    return emitOpError("expected a count of 1 to ")
           << kMaxCount << ", found " << getCount();
  return verifyBarriers(*this, cast<MemDescType>(getBarriers().getType()),
                        /*isSeveral=*/true);
}

LogicalResult MBarrierWaitOp::verify() {
  return verifyBarriers(*this, cast<MemDescType>(getBarrier().getType()),
                        /*isSeveral=*/false);
}

LogicalResult MBarrierArriveOp::verify() {
  return verifyBarriers(*this, cast<MemDescType>(getBarrier().getType()),
                        /*isSeveral=*/false);
}

/// A place of two i64 for an answer.
static LogicalResult verifyAnswer(Operation *op, MemDescType type) {
  if (type.getElementType().isInteger(64) && !type.getNumPlaces() &&
      type.getTileShape() == ArrayRef<int64_t>{2})
    return success();
  return op->emitOpError("expected a place of two i64 as answer, found ")
         << type;
}

LogicalResult RequestProgramOp::verify() {
  if (!(*this)->getParentOfType<ProducerWarpOp>())
    return emitOpError("expected to be in 'tilegpu.producer_warp'");
  if (failed(verifyAnswer(*this, cast<MemDescType>(getAnswer().getType()))))
    return failure();
  return verifyBarriers(*this, cast<MemDescType>(getBarrier().getType()),
                        /*isSeveral=*/false);
}

LogicalResult ReadProgramOp::verify() {
  return verifyAnswer(*this, cast<MemDescType>(getAnswer().getType()));
}

unsigned ClusterSumOp::getRegistersAtOnce(RankedTensorType tile, int64_t words,
                                          unsigned threads) {
  int64_t all = tile::toLinearLayout(tile).getInDimSize(tile::kRegister);
  return std::min<int64_t>(all, llvm::bit_floor<uint64_t>(words / threads));
}

LogicalResult ClusterSumOp::verify() {
  auto tile = cast<RankedTensorType>(getSrc().getType());
  auto place = cast<MemDescType>(getPlace().getType());
  if (!tile.getElementType().isF32() && !tile.getElementType().isInteger(32))
    return emitOpError("expected elements of f32 or i32, found ") << tile;
  if (place.getNumPlaces() || place.getTileShape().size() != 1 ||
      !place.getElementType().isInteger(32))
    return emitOpError("expected a place of words in order, found ") << place;
  auto target = tile::getTarget(*this);
  if (!target ||
      !isa_and_present<tile::LayoutAttrInterface>(tile.getEncoding()))
    return success();
  int64_t threads = target.getNumWarps() * tile::kThreadsPerWarp;
  if (getRegistersAtOnce(tile, place.getTileShape()[0], threads) == 0)
    return emitOpError("expected a place of at least a word for each of ")
           << threads << " threads, found " << place;
  return success();
}

std::optional<tile::LinearLayout> BoxCopyOp::getPlace(ArrayRef<int64_t> shape,
                                                      unsigned elementBytes,
                                                      ArrayRef<int32_t> dims) {
  if (shape.size() == 2) {
    unsigned order[] = {unsigned(dims[0]), unsigned(dims[1])};
    return tile::getWarpgroupPlace(shape, elementBytes, order);
  }
  // CUDA driver API, "cuTensorMapEncodeTiled": each copy begins at a multiple
  // of 128 bytes.
  constexpr int64_t kAlignment = 128;
  if (shape.size() != 1 || shape[0] * elementBytes % kAlignment != 0)
    return std::nullopt;
  return tile::LinearLayout::identity1D(shape[0], "offset",
                                        tile::getDimName(0));
}

LogicalResult BoxCopyOp::verify() {
  auto place = cast<MemDescType>(getDst().getType());
  size_t rank = place.getTileShape().size();
  SmallVector<int32_t> dims(getDims());
  llvm::sort(dims);
  if (place.getNumPlaces() || rank < 1 || rank > 2 ||
      !llvm::equal(dims, llvm::seq<int32_t>(rank)))
    return emitOpError("expected a place of a vector or a matrix, and its "
                       "dimensions, found ")
           << place << " along [" << getDims() << "]";
  constexpr size_t kMaxRank = 5; // PTX ISA, "Tensor Dimension"
  if (getCoordinates().size() < rank || getCoordinates().size() > kMaxRank)
    return emitOpError("expected ")
           << rank << " to " << kMaxRank << " coordinates, found "
           << getCoordinates().size();
  std::optional<tile::LinearLayout> wanted =
      getPlace(place.getTileShape(), tile::getByteWidth(place.getElementType()),
               getDims());
  if (!wanted || *wanted != place.toLinearLayout())
    return emitOpError("expected a place of ")
           << (rank == 1 ? "elements in order, a multiple of 128 bytes"
                         : "swizzled lines")
           << ", found " << place;
  return verifyBarriers(*this, cast<MemDescType>(getBarrier().getType()),
                        /*isSeveral=*/false);
}

std::optional<std::array<int64_t, 2>>
BoxStoreOp::getPart(RankedTensorType tile, tile::NvidiaMmaLayoutAttr layout) {
  if (tile.getRank() != 2 || layout.getVersionMajor() == 2)
    return std::nullopt;
  int64_t rows = tile.getDimSize(0), width = tile.getDimSize(1);
  int64_t shares = layout.getWarpsPerCTA()[1];
  if (rows % (layout.getInstrShape()[0] * layout.getWarpsPerCTA()[0]) != 0)
    return std::nullopt;
  if (shares != 1) {
    int64_t all = layout.getInstrShape()[1] * shares;
    if (layout.getVersionMajor() != 3 || width % all != 0)
      return std::nullopt;
    width = layout.getInstrShape()[1];
  }
  unsigned bytes = tile::getByteWidth(tile.getElementType());
  int64_t columns =
      tile::getWarpgroupLine({rows, width}, bytes, /*order=*/{1, 0}) / bytes;
  if (columns == 0 || width % columns != 0)
    return std::nullopt;
  return std::array<int64_t, 2>{rows * shares, columns};
}

LogicalResult BoxStoreOp::verify() {
  auto tile = cast<RankedTensorType>(getValue().getType());
  auto place = cast<MemDescType>(getPlace().getType());
  auto layout = dyn_cast_or_null<tile::NvidiaMmaLayoutAttr>(tile.getEncoding());
  std::optional<std::array<int64_t, 2>> part;
  if (layout)
    part = getPart(tile, layout);
  if (!part)
    return emitOpError("expected sums of warpgroups, found ") << tile;
  std::optional<tile::LinearLayout> wanted = tile::getWarpgroupPlace(
      *part, tile::getByteWidth(tile.getElementType()), /*order=*/{1, 0});
  if (!place.getNumPlaces() || *place.getNumPlaces() > 2 ||
      place.getElementType() != tile.getElementType() || !wanted ||
      place.getTileShape() != ArrayRef<int64_t>(*part) ||
      *wanted != place.toLinearLayout())
    return emitOpError("expected one or two places of ")
           << (*part)[0] << " swizzled lines of the tile, found " << place;
  constexpr size_t kMaxRank = 5; // PTX ISA, "Tensor Dimension"
  if (getCoordinates().size() < 2 || getCoordinates().size() > kMaxRank)
    return emitOpError("expected 2 to ")
           << kMaxRank << " coordinates, found " << getCoordinates().size();
  return success();
}

LogicalResult AsyncWaitOp::verify() {
  if (static_cast<int32_t>(getPending()) < 0)
    return emitOpError("expected 0 or more pending groups, found ")
           << static_cast<int32_t>(getPending());
  return success();
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
  if (failed(verifyOnePlace(*this, place)))
    return failure();
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
  if (failed(verifyOnePlace(*this, dst)))
    return failure();
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
