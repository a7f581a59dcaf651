//===- Layouts.cpp - Layout attributes in C -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checked.h"
#include "LinearLayoutHandle.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/CAPI/Support.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;

/// Null if the attribute is null or of another kind.
template <typename Attr> static Attr get(MlirAttribute attribute) {
  return dyn_cast_if_present<Attr>(unwrap(attribute));
}

static LayoutAttrInterface getLayout(MlirAttribute attribute) {
  return get<LayoutAttrInterface>(attribute);
}

static unsigned getElement(ArrayRef<unsigned> values, size_t index) {
  return index < values.size() ? values[index] : 0;
}

//===----------------------------------------------------------------------===//
// All kinds
//===----------------------------------------------------------------------===//

bool tileAttributeIsALayout(MlirAttribute attribute) {
  return bool(getLayout(attribute));
}

unsigned tileLayoutAttrGetRank(MlirAttribute layout) {
  LayoutAttrInterface attr = getLayout(layout);
  return attr ? attr.getRank() : 0;
}

unsigned tileLayoutAttrGetNumWarps(MlirAttribute layout) {
  LayoutAttrInterface attr = getLayout(layout);
  return attr ? attr.getNumWarps() : 0;
}

unsigned tileLayoutAttrGetOrder(MlirAttribute layout, unsigned position) {
  LayoutAttrInterface attr = getLayout(layout);
  return attr ? getElement(attr.getOrder(), position) : 0;
}

/// Whether tiles of this shape exist.
static bool verifyShape(ArrayRef<int64_t> shape, Checked::EmitError emitError) {
  if (shape.empty() || shape.size() > kMaxRank) {
    emitError() << "expected a tile of 1 to " << kMaxRank
                << " dimensions, found " << shape.size();
    return false;
  }
  int64_t elements = 1;
  for (int64_t size : shape) {
    if (size < 1 || !llvm::isPowerOf2_64(size)) {
      emitError() << "expected sizes of a tile that are powers of two, found "
                  << size;
      return false;
    }
    elements =
        size > kMaxElements / elements ? kMaxElements + 1 : elements * size;
    if (elements > kMaxElements) {
      emitError() << "expected at most " << kMaxElements
                  << " elements in a tile, found more";
      return false;
    }
  }
  return true;
}

/// The layout's map for a tile of this shape, each of them from outside.
static std::optional<LinearLayout> getMap(LayoutAttrInterface layout,
                                          ArrayRef<int64_t> shape,
                                          Checked::EmitError emitError) {
  if (!verifyShape(shape, emitError))
    return std::nullopt;
  if (layout.getRank() != shape.size()) {
    emitError() << "expected a shape of the layout's " << layout.getRank()
                << " dimensions, found one of " << shape.size();
    return std::nullopt;
  }
  // A written layout can have so many registers that those which a larger tile
  // adds find no room.
  Attribute root = layout;
  SmallVector<int64_t> rootShape(shape);
  int64_t operandBits = 0;
  while (true) {
    if (auto slice = dyn_cast<SliceLayoutAttr>(root)) {
      rootShape.insert(rootShape.begin() + slice.getDim(), 1);
      root = slice.getParent();
    } else if (auto operand = dyn_cast<DotOperandLayoutAttr>(root)) {
      // The parent is for a tile without K, and K adds registers.
      int64_t &k = rootShape[rootShape.size() - 1 - operand.getOpIdx()];
      operandBits += llvm::Log2_64(k);
      k = 1;
      root = operand.getParent();
    } else {
      break;
    }
  }
  if (auto linear = dyn_cast<LinearLayoutAttr>(root)) {
    LinearLayout map = linear.getLinearLayout();
    int64_t bits = map.getInDimSizeLog2(kRegister) + operandBits;
    for (auto [size, out] : llvm::zip_equal(rootShape, map.getOutDims()))
      if (size > out.second)
        bits += llvm::Log2_64(size / out.second);
    if (bits > LinearLayout::maxDimLog2) {
      emitError() << "expected at most 2^" << LinearLayout::maxDimLog2
                  << " registers of a layout for this tile, found 2^" << bits;
      return std::nullopt;
    }
  }
  return layout.toLinearLayout(shape);
}

bool tileLayoutAttrIsEquivalent(MlirAttribute a, MlirAttribute b, size_t rank,
                                const int64_t *shape) {
  LayoutAttrInterface first = getLayout(a), second = getLayout(b);
  bool isNull = false;
  ArrayRef<int64_t> sizes = wrapArray(shape, rank, isNull);
  if (!first || !second || isNull)
    return false;
  return Checked(first.getContext())
      .make<bool>([&](auto emitError, MLIRContext *) {
        std::optional<LinearLayout> map = getMap(first, sizes, emitError);
        return map && map == getMap(second, sizes, emitError);
      });
}

TileStatus tileLinearLayoutCreateFromAttribute(MlirAttribute layout,
                                               size_t rank,
                                               const int64_t *shape,
                                               TileLinearLayout *result) {
  LayoutAttrInterface attr = getLayout(layout);
  bool isNull = false;
  ArrayRef<int64_t> sizes = wrapArray(shape, rank, isNull);
  if (isNull)
    return failNull("shape");
  if (!result)
    return failNull("result");
  if (!attr)
    return setError(StatusCode::InvalidArgument,
                    layout.ptr ? "expected a layout, found another attribute"
                               : "expected a layout, found a null attribute");
  auto map = Checked(attr.getContext())
                 .make<std::optional<LinearLayout>>(
                     [&](auto emitError, MLIRContext *) {
                       return getMap(attr, sizes, emitError);
                     });
  if (!map)
    return TileStatusInvalidArgument;
  return giveLinearLayout(std::move(*map), result);
}

TileStatus tileLinearLayoutCreateFromType(MlirType tile,
                                          TileLinearLayout *result) {
  auto type = dyn_cast_if_present<RankedTensorType>(unwrap(tile));
  if (!type)
    return setError(StatusCode::InvalidArgument,
                    tile.ptr ? "expected a tile's type, found another type"
                             : "expected a tile's type, found a null type");
  return tileLinearLayoutCreateFromAttribute(
      wrap(type.getEncoding()), type.getRank(), type.getShape().data(), result);
}

//===----------------------------------------------------------------------===//
// Blocked
//===----------------------------------------------------------------------===//

static MlirAttribute makeBlocked(Checked checked, size_t rank,
                                 const unsigned *sizePerThread,
                                 const unsigned *threadsPerWarp,
                                 const unsigned *warpsPerCTA,
                                 const unsigned *order) {
  bool isNull = false;
  ArrayRef<unsigned> sizes = wrapArray(sizePerThread, rank, isNull);
  ArrayRef<unsigned> threads = wrapArray(threadsPerWarp, rank, isNull);
  ArrayRef<unsigned> warps = wrapArray(warpsPerCTA, rank, isNull);
  ArrayRef<unsigned> dims = wrapArray(order, rank, isNull);
  return wrap(checked.make<Attribute>(
      [&](auto emitError, MLIRContext *context) -> Attribute {
        if (isNull) {
          emitError() << "expected four lists of " << rank
                      << " numbers, found a null pointer";
          return {};
        }
        return BlockedLayoutAttr::getChecked(emitError, context, sizes, threads,
                                             warps, dims);
      }));
}

bool tileAttributeIsABlockedLayout(MlirAttribute attribute) {
  return bool(get<BlockedLayoutAttr>(attribute));
}

MlirAttribute tileBlockedLayoutAttrGet(MlirContext context, size_t rank,
                                       const unsigned *sizePerThread,
                                       const unsigned *threadsPerWarp,
                                       const unsigned *warpsPerCTA,
                                       const unsigned *order) {
  return makeBlocked(Checked(context), rank, sizePerThread, threadsPerWarp,
                     warpsPerCTA, order);
}

MlirAttribute tileBlockedLayoutAttrGetChecked(MlirLocation location,
                                              size_t rank,
                                              const unsigned *sizePerThread,
                                              const unsigned *threadsPerWarp,
                                              const unsigned *warpsPerCTA,
                                              const unsigned *order) {
  return makeBlocked(Checked(location), rank, sizePerThread, threadsPerWarp,
                     warpsPerCTA, order);
}

MlirAttribute tileBlockedLayoutAttrGetForShape(MlirContext context, size_t rank,
                                               const int64_t *shape,
                                               const unsigned *sizePerThread,
                                               const unsigned *order,
                                               unsigned numWarps) {
  bool isNull = false;
  ArrayRef<int64_t> shapeSizes = wrapArray(shape, rank, isNull);
  return wrap(Checked(context).make<Attribute>(
      [&](auto emitError, MLIRContext *mlirContext) -> Attribute {
        if (isNull) {
          emitError() << "expected a shape of " << rank
                      << " sizes, found a null pointer";
          return {};
        }
        if (!verifyShape(shapeSizes, emitError))
          return {};
        SmallVector<unsigned> sizes(rank, 1), dims, grid(rank, 1);
        if (sizePerThread)
          sizes.assign(sizePerThread, sizePerThread + rank);
        for (size_t dim = 0; dim < rank; ++dim)
          dims.push_back(order ? order[dim] : rank - 1 - dim);
        if (!llvm::isPowerOf2_32(numWarps) || numWarps > 32) {
          emitError() << "expected 1, 2, 4, 8, 16 or 32 warps, found "
                      << numWarps;
          return {};
        }
        // Sizes and order as the attribute's verifier wants them, before
        // threads are spread by them.
        SmallVector<unsigned> threads(grid);
        threads[0] = kThreadsPerWarp;
        if (failed(BlockedLayoutAttr::verify(emitError, sizes, threads, grid,
                                             dims)))
          return {};
        return BlockedLayoutAttr::get(mlirContext, shapeSizes, sizes, dims,
                                      numWarps);
      }));
}

unsigned tileBlockedLayoutAttrGetSizePerThread(MlirAttribute layout,
                                               unsigned dim) {
  auto attr = get<BlockedLayoutAttr>(layout);
  return attr ? getElement(attr.getSizePerThread(), dim) : 0;
}

unsigned tileBlockedLayoutAttrGetThreadsPerWarp(MlirAttribute layout,
                                                unsigned dim) {
  auto attr = get<BlockedLayoutAttr>(layout);
  return attr ? getElement(attr.getThreadsPerWarp(), dim) : 0;
}

unsigned tileBlockedLayoutAttrGetWarpsPerCTA(MlirAttribute layout,
                                             unsigned dim) {
  auto attr = get<BlockedLayoutAttr>(layout);
  return attr ? getElement(attr.getWarpsPerCTA(), dim) : 0;
}

MlirTypeID tileBlockedLayoutAttrGetTypeID(void) {
  return wrap(BlockedLayoutAttr::getTypeID());
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

static MlirAttribute makeSlice(Checked checked, unsigned dim,
                               MlirAttribute parent) {
  return wrap(
      checked.make<Attribute>([&](auto emitError, MLIRContext *) -> Attribute {
        LayoutAttrInterface layout = getLayout(parent);
        if (layout)
          return SliceLayoutAttr::getChecked(emitError, dim, layout);
        InFlightDiagnostic diagnostic = emitError();
        diagnostic << "expected a parent that is a layout, found ";
        if (parent.ptr)
          diagnostic << unwrap(parent);
        else
          diagnostic << "null";
        return {};
      }));
}

bool tileAttributeIsASliceLayout(MlirAttribute attribute) {
  return bool(get<SliceLayoutAttr>(attribute));
}

MlirAttribute tileSliceLayoutAttrGet(unsigned dim, MlirAttribute parent) {
  return makeSlice(Checked(parent.ptr ? unwrap(parent).getContext() : nullptr),
                   dim, parent);
}

MlirAttribute tileSliceLayoutAttrGetChecked(MlirLocation location, unsigned dim,
                                            MlirAttribute parent) {
  return makeSlice(Checked(location), dim, parent);
}

unsigned tileSliceLayoutAttrGetDim(MlirAttribute layout) {
  auto attr = get<SliceLayoutAttr>(layout);
  return attr ? attr.getDim() : 0;
}

MlirAttribute tileSliceLayoutAttrGetParent(MlirAttribute layout) {
  auto attr = get<SliceLayoutAttr>(layout);
  return wrap(attr ? Attribute(attr.getParent()) : Attribute());
}

MlirTypeID tileSliceLayoutAttrGetTypeID(void) {
  return wrap(SliceLayoutAttr::getTypeID());
}

//===----------------------------------------------------------------------===//
// Linear
//===----------------------------------------------------------------------===//

static MlirAttribute makeLinear(Checked checked, TileLinearLayout map) {
  const LinearLayout *layout = getObject(map);
  if (!layout)
    return {nullptr};
  return wrap(checked.make<Attribute>(
      [&](auto emitError, MLIRContext *context) -> Attribute {
        // What the attribute's parser sees to, and its verifier does not.
        for (auto [dim, out] : llvm::enumerate(layout->getOutDims())) {
          if (dim < kMaxRank && out.first != getDimName(dim)) {
            emitError() << "expected the outputs dim0, dim1, ..., found '"
                        << out.first << "'";
            return {};
          }
          if (out.second > kMaxElements) {
            emitError() << "expected at most " << kMaxElements
                        << " positions of an output, found " << out.second;
            return {};
          }
        }
        if (!layout->isSurjective()) {
          emitError() << "expected a layout that reaches every element, found "
                         "one that reaches 2^"
                      << layout->rank() << " of 2^"
                      << layout->getTotalOutDimSizeLog2();
          return {};
        }
        return LinearLayoutAttr::getChecked(emitError, context, *layout);
      }));
}

bool tileAttributeIsALinearLayout(MlirAttribute attribute) {
  return bool(get<LinearLayoutAttr>(attribute));
}

MlirAttribute tileLinearLayoutAttrGet(MlirContext context,
                                      TileLinearLayout map) {
  return makeLinear(Checked(context), map);
}

MlirAttribute tileLinearLayoutAttrGetChecked(MlirLocation location,
                                             TileLinearLayout map) {
  return makeLinear(Checked(location), map);
}

TileStatus tileLinearLayoutAttrGetMap(MlirAttribute layout,
                                      TileLinearLayout *result) {
  auto attr = get<LinearLayoutAttr>(layout);
  if (!attr)
    return setError(StatusCode::InvalidArgument,
                    "expected a #tile.linear attribute, found another one, or "
                    "null");
  if (!result)
    return failNull("result");
  return giveLinearLayout(attr.getLinearLayout(), result);
}

MlirTypeID tileLinearLayoutAttrGetTypeID(void) {
  return wrap(LinearLayoutAttr::getTypeID());
}
