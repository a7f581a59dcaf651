//===- SharedLayoutAttrs.cpp - Layouts of shared memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutMaps.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tilegpu;
using tile::LinearLayout;

#include "tile/Dialect/TileGPU/IR/TileGPUAttrInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tile/Dialect/TileGPU/IR/TileGPUAttrs.cpp.inc"

void TileGPUDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tile/Dialect/TileGPU/IR/TileGPUAttrs.cpp.inc"
      >();
}

static LogicalResult verifyRank(Attribute layout, size_t rank,
                                ArrayRef<int64_t> shape,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (rank != shape.size())
    return emitError() << "expected a layout of the tile's " << shape.size()
                       << " dimensions, found one of " << rank << ": "
                       << layout;
  return success();
}

//===----------------------------------------------------------------------===//
// Swizzled
//===----------------------------------------------------------------------===//

LogicalResult
SwizzledSharedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           unsigned vec, unsigned perPhase, unsigned maxPhase,
                           ArrayRef<unsigned> order) {
  std::pair<StringRef, unsigned> numbers[] = {
      {"vec", vec}, {"perPhase", perPhase}, {"maxPhase", maxPhase}};
  for (auto [name, value] : numbers)
    if (!llvm::isPowerOf2_32(value) || value > tile::kMaxElements)
      return emitError() << "expected a power of two up to "
                         << tile::kMaxElements << " as " << name << ", found "
                         << value;
  size_t rank = order.size();
  if (rank < 1 || rank > tile::kMaxRank)
    return emitError() << "expected a layout of 1 to " << tile::kMaxRank
                       << " dimensions, found " << rank;
  llvm::SmallBitVector seen(rank);
  for (unsigned dim : order) {
    if (dim >= rank || seen.test(dim))
      return emitError() << "expected order to be a permutation of 0 to "
                         << rank - 1 << ", found [" << order << "]";
    seen.set(dim);
  }
  return success();
}

unsigned SwizzledSharedAttr::getRank() const { return getOrder().size(); }

LogicalResult SwizzledSharedAttr::verifyShape(
    ArrayRef<int64_t> shape,
    function_ref<InFlightDiagnostic()> emitError) const {
  return verifyRank(*this, getOrder().size(), shape, emitError);
}

LinearLayout SwizzledSharedAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return tile::LayoutMaps::get(*this, shape, [&] {
    LinearLayout::BasesT bases(1);
    bases[0].first = "offset";
    unsigned fastest = getOrder()[0];
    for (auto [position, dim] : llvm::enumerate(getOrder()))
      for (int64_t c = 1; c < shape[dim]; c *= 2) {
        std::vector<int32_t> &basis =
            bases[0].second.emplace_back(shape.size(), 0);
        basis[dim] = c;
        // A row's bit permutes the vectors of the row.
        if (position == 1)
          basis[fastest] ^= static_cast<int32_t>(
              (c / getPerPhase() % getMaxPhase() * getVec()) &
              (shape[fastest] - 1));
      }
    return LinearLayout(bases, tile::getOutDims(shape));
  });
}

//===----------------------------------------------------------------------===//
// Linear
//===----------------------------------------------------------------------===//

void LinearSharedAttr::print(AsmPrinter &printer) const {
  LinearLayout::BasesT bases = getLinearLayout().getBases();
  printer << "<[";
  llvm::interleaveComma(bases[0].second, printer.getStream(),
                        [&](const std::vector<int32_t> &basis) {
                          printer << "[";
                          llvm::interleaveComma(basis, printer.getStream());
                          printer << "]";
                        });
  printer << "]";
  // Without bases nothing says the rank.
  if (bases[0].second.empty())
    printer << ", rank = " << getLinearLayout().getNumOutDims();
  printer << ">";
}

Attribute LinearSharedAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  LinearLayout::BasesT bases(1);
  bases[0].first = "offset";
  size_t rank = 0;
  auto checkRank = [&](SMLoc where, size_t found) -> ParseResult {
    if (rank == 0)
      rank = found;
    if (found != rank || rank == 0 || rank > tile::kMaxRank)
      return parser.emitError(where)
             << "expected 1 to " << tile::kMaxRank
             << " coordinates in each basis, as many in all, found " << found;
    return success();
  };
  auto parseBasis = [&]() -> ParseResult {
    std::vector<int32_t> &basis = bases[0].second.emplace_back();
    SMLoc where = parser.getCurrentLocation();
    if (parser.parseCommaSeparatedList(
            AsmParser::Delimiter::Square,
            [&] { return parser.parseInteger(basis.emplace_back()); }) ||
        checkRank(where, basis.size()))
      return failure();
    for (int32_t c : basis)
      if (c < 0 || c >= tile::kMaxElements)
        return parser.emitError(where)
               << "expected coordinates from 0 to " << tile::kMaxElements - 1
               << ", found " << c;
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseBasis))
    return {};
  if (bases[0].second.empty()) {
    SMLoc where = parser.getCurrentLocation();
    if (parser.parseComma() || parser.parseKeyword("rank") ||
        parser.parseEqual() || parser.parseInteger(rank) ||
        checkRank(where, rank))
      return {};
  }
  if (parser.parseGreater())
    return {};
  std::string error;
  std::optional<LinearLayout> layout = tile::makeMapOnto(bases, rank, error);
  if (!layout) {
    parser.emitError(loc) << error;
    return {};
  }
  return parser.getChecked<LinearSharedAttr>(loc, parser.getContext(), *layout);
}

LogicalResult
LinearSharedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         LinearLayout layout) {
  SmallVector<StringRef> inDims = layout.getInDimNames();
  if (inDims.size() != 1 || inDims[0] != "offset")
    return emitError() << "expected the input offset, found "
                       << llvm::join(inDims, ", ");
  if (layout.getNumOutDims() < 1 ||
      layout.getNumOutDims() > int(tile::kMaxRank))
    return emitError() << "expected 1 to " << tile::kMaxRank
                       << " coordinates in each basis, found "
                       << layout.getNumOutDims();
  if (!layout.isInvertible())
    return emitError() << "expected each element at one offset, found "
                       << layout.getTotalInDimSize() << " offsets for "
                       << layout.getTotalOutDimSize() << " elements";
  return success();
}

unsigned LinearSharedAttr::getRank() const {
  return getLinearLayout().getNumOutDims();
}

LogicalResult LinearSharedAttr::verifyShape(
    ArrayRef<int64_t> shape,
    function_ref<InFlightDiagnostic()> emitError) const {
  const LinearLayout &layout = getLinearLayout();
  if (failed(verifyRank(*this, layout.getNumOutDims(), shape, emitError)))
    return failure();
  for (auto [dim, size] : llvm::enumerate(shape))
    if (layout.getOutDimSize(tile::getDimName(dim)) != size)
      return emitError() << "expected a layout of size " << size
                         << " along dimension " << dim << ", found "
                         << layout.getOutDimSize(tile::getDimName(dim)) << ": "
                         << *this;
  return success();
}

LinearLayout LinearSharedAttr::toLinearLayout(ArrayRef<int64_t>) const {
  return getLinearLayout();
}
