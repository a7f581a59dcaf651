//===- MatrixLayouts.cpp - Layouts of matrix products in C ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checked.h"

#include "tile-c/Dialect.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;

/// Null if the attribute is null or of another kind.
template <typename Attr> static Attr get(MlirAttribute attribute) {
  return dyn_cast_if_present<Attr>(unwrap(attribute));
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

static MlirAttribute makeNvidiaMma(Checked checked, unsigned versionMajor,
                                   unsigned versionMinor, size_t rank,
                                   const unsigned *warpsPerCTA,
                                   const unsigned *instrShape) {
  bool isNull = false;
  ArrayRef<unsigned> warps = wrapArray(warpsPerCTA, rank, isNull);
  ArrayRef<unsigned> shape = wrapArray(instrShape, 2, isNull);
  return wrap(checked.make<Attribute>(
      [&](auto emitError, MLIRContext *context) -> Attribute {
        if (isNull) {
          emitError() << "expected lists of " << rank
                      << " and 2 numbers, found a null pointer";
          return {};
        }
        return NvidiaMmaLayoutAttr::getChecked(emitError, context, versionMajor,
                                               versionMinor, warps, shape);
      }));
}

bool tileAttributeIsANvidiaMmaLayout(MlirAttribute attribute) {
  return bool(get<NvidiaMmaLayoutAttr>(attribute));
}

MlirAttribute tileNvidiaMmaLayoutAttrGet(MlirContext context,
                                         unsigned versionMajor,
                                         unsigned versionMinor, size_t rank,
                                         const unsigned *warpsPerCTA,
                                         const unsigned *instrShape) {
  return makeNvidiaMma(Checked(context), versionMajor, versionMinor, rank,
                       warpsPerCTA, instrShape);
}

MlirAttribute tileNvidiaMmaLayoutAttrGetChecked(
    MlirLocation location, unsigned versionMajor, unsigned versionMinor,
    size_t rank, const unsigned *warpsPerCTA, const unsigned *instrShape) {
  return makeNvidiaMma(Checked(location), versionMajor, versionMinor, rank,
                       warpsPerCTA, instrShape);
}

unsigned tileNvidiaMmaLayoutAttrGetVersionMajor(MlirAttribute layout) {
  auto attr = get<NvidiaMmaLayoutAttr>(layout);
  return attr ? attr.getVersionMajor() : 0;
}

unsigned tileNvidiaMmaLayoutAttrGetVersionMinor(MlirAttribute layout) {
  auto attr = get<NvidiaMmaLayoutAttr>(layout);
  return attr ? attr.getVersionMinor() : 0;
}

unsigned tileNvidiaMmaLayoutAttrGetWarpsPerCTA(MlirAttribute layout,
                                               unsigned dim) {
  auto attr = get<NvidiaMmaLayoutAttr>(layout);
  return attr && dim < attr.getWarpsPerCTA().size() ? attr.getWarpsPerCTA()[dim]
                                                    : 0;
}

unsigned tileNvidiaMmaLayoutAttrGetInstrShape(MlirAttribute layout,
                                              unsigned dim) {
  auto attr = get<NvidiaMmaLayoutAttr>(layout);
  return attr && dim < attr.getInstrShape().size() ? attr.getInstrShape()[dim]
                                                   : 0;
}

MlirTypeID tileNvidiaMmaLayoutAttrGetTypeID(void) {
  return wrap(NvidiaMmaLayoutAttr::getTypeID());
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static MlirAttribute makeDotOperand(Checked checked, unsigned opIdx,
                                    MlirAttribute parent, unsigned kWidth) {
  return wrap(checked.make<Attribute>([&](auto emitError,
                                          MLIRContext *) -> Attribute {
    if (auto layout = get<LayoutAttrInterface>(parent))
      return DotOperandLayoutAttr::getChecked(emitError, opIdx, layout, kWidth);
    InFlightDiagnostic diagnostic = emitError();
    diagnostic << "expected a parent that is a layout, found ";
    if (parent.ptr)
      diagnostic << unwrap(parent);
    else
      diagnostic << "null";
    return {};
  }));
}

bool tileAttributeIsADotOperandLayout(MlirAttribute attribute) {
  return bool(get<DotOperandLayoutAttr>(attribute));
}

MlirAttribute tileDotOperandLayoutAttrGet(unsigned opIdx, MlirAttribute parent,
                                          unsigned kWidth) {
  return makeDotOperand(
      Checked(parent.ptr ? unwrap(parent).getContext() : nullptr), opIdx,
      parent, kWidth);
}

MlirAttribute tileDotOperandLayoutAttrGetChecked(MlirLocation location,
                                                 unsigned opIdx,
                                                 MlirAttribute parent,
                                                 unsigned kWidth) {
  return makeDotOperand(Checked(location), opIdx, parent, kWidth);
}

unsigned tileDotOperandLayoutAttrGetOpIdx(MlirAttribute layout) {
  auto attr = get<DotOperandLayoutAttr>(layout);
  return attr ? attr.getOpIdx() : 0;
}

MlirAttribute tileDotOperandLayoutAttrGetParent(MlirAttribute layout) {
  auto attr = get<DotOperandLayoutAttr>(layout);
  return wrap(attr ? Attribute(attr.getParent()) : Attribute());
}

unsigned tileDotOperandLayoutAttrGetKWidth(MlirAttribute layout) {
  auto attr = get<DotOperandLayoutAttr>(layout);
  return attr ? attr.getKWidth() : 0;
}

MlirTypeID tileDotOperandLayoutAttrGetTypeID(void) {
  return wrap(DotOperandLayoutAttr::getTypeID());
}
