//===- LayoutAttrs.cpp - Layout attributes as linear maps ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing, printing and verifying the layout attributes, and the linear map of
// each. The maps of blocked layouts are built bit by bit, in the order
// register, lane, warp; slices and linear layouts adapt a given map to a shape.
//
//===----------------------------------------------------------------------===//

#include "LayoutAttrs.h"

#include "tile/Dialect/Tile/IR/LayoutMaps.h"
#include "tile/Dialect/Tile/IR/PaddedShapes.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::detail;

#include "tile/Dialect/Tile/IR/TileAttrInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tile/Dialect/Tile/IR/TileAttrs.cpp.inc"

void TileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tile/Dialect/Tile/IR/TileAttrs.cpp.inc"
      >();
}

static constexpr StringLiteral kInDims[] = {kRegister, kLane, kWarp, kBlock};

StringRef tile::getDimName(unsigned dim) {
  static constexpr StringLiteral names[kMaxRank] = {
      "dim0",  "dim1",  "dim2",  "dim3",  "dim4",  "dim5",  "dim6",
      "dim7",  "dim8",  "dim9",  "dim10", "dim11", "dim12", "dim13",
      "dim14", "dim15", "dim16", "dim17", "dim18", "dim19"};
  assert(dim < kMaxRank);
  return names[dim];
}

SmallVector<LinearLayout::NamedInt> tile::getOutDims(ArrayRef<int64_t> shape) {
  SmallVector<LinearLayout::NamedInt> dims;
  for (auto [dim, size] : llvm::enumerate(shape))
    dims.emplace_back(getDimName(dim).str(), size);
  return dims;
}

std::optional<LinearLayout> tile::makeMapOnto(const LinearLayout::BasesT &bases,
                                              size_t rank, std::string &error) {
  SmallVector<int64_t> sizes(rank, 1);
  for (auto &entry : bases)
    for (const std::vector<int32_t> &basis : entry.second)
      for (size_t dim = 0; dim < rank; ++dim)
        sizes[dim] = std::max<int64_t>(
            sizes[dim], llvm::bit_ceil(unsigned(basis[dim]) + 1));
  return LinearLayout::tryCreate(bases, getOutDims(sizes),
                                 /*requireSurjective=*/true, &error);
}

LinearLayout tile::detail::adaptToShape(LinearLayout::BasesT bases,
                                        ArrayRef<int64_t> shape,
                                        ArrayRef<unsigned> order) {
  SmallVector<int64_t> reached(shape.size(), 1);
  for (auto &[inDim, vectors] : bases) {
    for (std::vector<int32_t> &basis : vectors)
      for (auto [dim, size] : llvm::enumerate(shape)) {
        reached[dim] = std::max<int64_t>(
            reached[dim], llvm::bit_ceil(unsigned(basis[dim]) + 1));
        basis[dim] &= size - 1;
      }
    if (inDim == kRegister)
      llvm::erase_if(vectors, [](const std::vector<int32_t> &basis) {
        return llvm::all_of(basis, [](int32_t c) { return c == 0; });
      });
  }
  auto &registers = bases[0].second;
  for (unsigned dim : order)
    for (int64_t c = reached[dim]; c < shape[dim]; c *= 2) {
      std::vector<int32_t> basis(shape.size(), 0);
      basis[dim] = c;
      registers.push_back(std::move(basis));
    }
  return LinearLayout(bases, getOutDims(shape), /*requireSurjective=*/true);
}

LinearLayout tile::toLinearLayout(RankedTensorType type) {
  return cast<LayoutAttrInterface>(type.getEncoding())
      .toLinearLayout(type.getShape());
}

bool tile::areEquivalent(ArrayRef<int64_t> shape, Attribute a, Attribute b) {
  if (a == b)
    return true;
  return cast<LayoutAttrInterface>(a).toLinearLayout(shape) ==
         cast<LayoutAttrInterface>(b).toLinearLayout(shape);
}

LogicalResult
tile::detail::verifyRankAndShape(LayoutAttrInterface layout,
                                 ArrayRef<int64_t> shape, Type elementType,
                                 function_ref<InFlightDiagnostic()> emitError) {
  if (layout.getRank() != shape.size())
    return emitError() << "expected a layout of the tile's " << shape.size()
                       << " dimensions, found one of " << layout.getRank()
                       << ": " << layout;
  // The parser asks this even after an error in the element type.
  if (!elementType)
    return failure();
  return verifyPaddedTileType(RankedTensorType::get(shape, elementType),
                              emitError);
}

//===----------------------------------------------------------------------===//
// Blocked
//===----------------------------------------------------------------------===//

BlockedLayoutAttr tile::getDefaultLayout(MLIRContext *context,
                                         ArrayRef<int64_t> shape,
                                         unsigned numWarps) {
  SmallVector<unsigned> sizePerThread(shape.size(), 1);
  SmallVector<unsigned> order(
      llvm::reverse(llvm::to_vector(llvm::seq<unsigned>(0, shape.size()))));
  return BlockedLayoutAttr::get(context, shape, sizePerThread, order, numWarps);
}

void BlockedLayoutAttr::print(AsmPrinter &printer) const {
  auto list = [&](StringRef name, ArrayRef<unsigned> values) {
    printer << name << " = [";
    llvm::interleaveComma(values, printer.getStream());
    printer << "]";
  };
  printer << "<{";
  list("sizePerThread", getSizePerThread());
  list(", threadsPerWarp", getThreadsPerWarp());
  list(", warpsPerCTA", getWarpsPerCTA());
  list(", order", getDimOrder());
  printer << "}>";
}

ParseResult tile::detail::parseUnsignedList(AsmParser &parser,
                                            SmallVectorImpl<unsigned> &values) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        int64_t value;
        SMLoc loc = parser.getCurrentLocation();
        if (parser.parseInteger(value))
          return failure();
        if (value < 0 || value > kMaxElements)
          return parser.emitError(loc) << "expected a number from 0 to "
                                       << kMaxElements << ", found " << value;
        values.push_back(value);
        return success();
      });
}

ParseResult
tile::detail::parseNamedFields(AsmParser &parser, ArrayRef<StringRef> names,
                               function_ref<ParseResult(unsigned)> parseValue) {
  if (parser.parseLess() || parser.parseLBrace())
    return failure();
  llvm::SmallBitVector seen(names.size());
  auto parseField = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    const auto *it = llvm::find(names, name);
    if (it == names.end())
      return parser.emitError(loc)
             << "unknown field '" << name << "', expected one of "
             << llvm::join(names, ", ");
    unsigned index = it - names.begin();
    if (seen.test(index))
      return parser.emitError(loc) << "field '" << name << "' is given twice";
    seen.set(index);
    if (parser.parseEqual())
      return failure();
    return parseValue(index);
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(parseField) || parser.parseRBrace() ||
      parser.parseGreater())
    return failure();
  if (int missing = seen.find_first_unset(); missing >= 0)
    return parser.emitError(loc)
           << "field '" << names[missing] << "' is missing";
  return success();
}

Attribute BlockedLayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<unsigned> lists[4];
  if (parseNamedFields(
          parser, {"sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"},
          [&](unsigned i) { return parseUnsignedList(parser, lists[i]); }))
    return {};
  return parser.getChecked<BlockedLayoutAttr>(
      loc, parser.getContext(), lists[0], lists[1], lists[2], lists[3]);
}

LogicalResult BlockedLayoutAttr::verify(
    function_ref<InFlightDiagnostic()> emitError,
    ArrayRef<unsigned> sizePerThread, ArrayRef<unsigned> threadsPerWarp,
    ArrayRef<unsigned> warpsPerCTA, ArrayRef<unsigned> order) {
  size_t rank = order.size();
  if (rank < 1 || rank > kMaxRank)
    return emitError() << "expected a layout of 1 to " << kMaxRank
                       << " dimensions, found " << rank;
  std::pair<StringRef, ArrayRef<unsigned>> lists[] = {
      {"sizePerThread", sizePerThread},
      {"threadsPerWarp", threadsPerWarp},
      {"warpsPerCTA", warpsPerCTA}};
  for (auto [name, list] : lists) {
    if (list.size() != rank)
      return emitError() << "expected " << rank << " sizes in " << name
                         << ", as many as in order, found " << list.size();
    for (unsigned size : list)
      if (!llvm::isPowerOf2_32(size) || size > kMaxElements)
        return emitError() << "expected powers of two up to " << kMaxElements
                           << " in " << name << ", found " << size;
  }
  uint64_t threads = 1, warps = 1;
  for (size_t i = 0; i < rank; ++i) {
    threads *= threadsPerWarp[i];
    warps *= warpsPerCTA[i];
    if (threads > kMaxElements || warps > kMaxElements)
      break;
  }
  if (threads != kThreadsPerWarp)
    return emitError() << "expected the product of threadsPerWarp to be "
                       << kThreadsPerWarp << ", found " << threads;
  if (warps > 32)
    return emitError() << "expected the product of warpsPerCTA to be at most "
                          "32, found "
                       << warps;
  llvm::SmallBitVector seen(rank);
  for (unsigned dim : order) {
    if (dim >= rank || seen.test(dim))
      return emitError() << "expected order to be a permutation of 0 to "
                         << rank - 1 << ", found [" << order << "]";
    seen.set(dim);
  }
  return success();
}

LogicalResult BlockedLayoutAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  return verifyRankAndShape(*this, shape, elementType, emitError);
}

/// Spreads threads over the tile, along the fastest dimension first, so that
/// each gets its block; threads left over go to the slowest dimension.
BlockedLayoutAttr BlockedLayoutAttr::get(MLIRContext *context,
                                         ArrayRef<int64_t> shape,
                                         ArrayRef<unsigned> sizePerThread,
                                         ArrayRef<unsigned> order,
                                         unsigned numWarps) {
  size_t rank = shape.size();
  SmallVector<unsigned> threadsPerWarp(rank, 1), warpsPerCTA(rank, 1);
  unsigned lanesLeft = kThreadsPerWarp, warpsLeft = numWarps;
  for (unsigned dim : order) {
    unsigned blocks = std::max<int64_t>(1, shape[dim] / sizePerThread[dim]);
    threadsPerWarp[dim] = std::min(lanesLeft, blocks);
    lanesLeft /= threadsPerWarp[dim];
    warpsPerCTA[dim] = std::min(warpsLeft, blocks / threadsPerWarp[dim]);
    warpsLeft /= warpsPerCTA[dim];
  }
  threadsPerWarp[order.back()] *= lanesLeft;
  warpsPerCTA[order.back()] *= warpsLeft;
  return get(context, sizePerThread, threadsPerWarp, warpsPerCTA, order);
}

LinearLayout BlockedLayoutAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return LayoutMaps::get(*this, shape, [&] {
    LinearLayout::BasesT bases;
    SmallVector<unsigned> nextBit(getRank(), 0);
    auto addLevel = [&](StringRef inDim, ArrayRef<unsigned> sizes) {
      auto &vectors =
          bases.emplace_back(inDim.str(), std::vector<std::vector<int32_t>>())
              .second;
      for (unsigned dim : getDimOrder())
        for (unsigned bit = 0; bit < llvm::Log2_32(sizes[dim]); ++bit) {
          std::vector<int32_t> basis(getRank(), 0);
          // What lies beyond the largest tile wraps to 0 in any case.
          if (nextBit[dim] <= llvm::Log2_64(kMaxElements))
            basis[dim] = 1 << nextBit[dim];
          ++nextBit[dim];
          vectors.push_back(std::move(basis));
        }
    };
    addLevel(kRegister, getSizePerThread());
    addLevel(kLane, getThreadsPerWarp());
    addLevel(kWarp, getWarpsPerCTA());
    bases.emplace_back(kBlock.str(), std::vector<std::vector<int32_t>>());
    return adaptToShape(std::move(bases), shape, getDimOrder());
  });
}

unsigned BlockedLayoutAttr::getRank() const { return getDimOrder().size(); }

unsigned BlockedLayoutAttr::getNumWarps() const {
  unsigned warps = 1;
  for (unsigned size : getWarpsPerCTA())
    warps *= size;
  return warps;
}

SmallVector<unsigned> BlockedLayoutAttr::getOrder() const {
  return SmallVector<unsigned>(getDimOrder());
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

LogicalResult
SliceLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        unsigned dim, LayoutAttrInterface parent) {
  if (parent.getRank() < 2)
    return emitError() << "expected a parent layout of at least 2 dimensions, "
                          "found one of "
                       << parent.getRank();
  if (dim >= parent.getRank())
    return emitError() << "expected dim to be one of the parent's "
                       << parent.getRank() << " dimensions, found " << dim;
  return success();
}

LogicalResult SliceLayoutAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  return verifyRankAndShape(*this, shape, elementType, emitError);
}

LinearLayout SliceLayoutAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return LayoutMaps::get(*this, shape, [&] {
    SmallVector<int64_t> parentShape(shape);
    parentShape.insert(parentShape.begin() + getDim(), 1);
    LinearLayout parent = getParent().toLinearLayout(parentShape);
    // The parent's map without its coordinate `dim`, later dimensions renamed.
    LinearLayout::BasesT bases = parent.getBases();
    for (auto &[inDim, vectors] : bases)
      for (std::vector<int32_t> &basis : vectors)
        basis.erase(basis.begin() + getDim());
    return LinearLayout(bases, getOutDims(shape), /*requireSurjective=*/true);
  });
}

unsigned SliceLayoutAttr::getRank() const { return getParent().getRank() - 1; }

unsigned SliceLayoutAttr::getNumWarps() const {
  return getParent().getNumWarps();
}

SmallVector<unsigned> SliceLayoutAttr::getOrder() const {
  SmallVector<unsigned> order;
  for (unsigned dim : getParent().getOrder())
    if (dim != getDim())
      order.push_back(dim > getDim() ? dim - 1 : dim);
  return order;
}

//===----------------------------------------------------------------------===//
// Linear
//===----------------------------------------------------------------------===//

void LinearLayoutAttr::print(AsmPrinter &printer) const {
  LinearLayout::BasesT bases = getLinearLayout().getBases();
  printer << "<{";
  llvm::interleaveComma(bases, printer.getStream(), [&](auto &entry) {
    printer << entry.first << " = [";
    llvm::interleaveComma(entry.second, printer.getStream(),
                          [&](const std::vector<int32_t> &basis) {
                            printer << "[";
                            llvm::interleaveComma(basis, printer.getStream());
                            printer << "]";
                          });
    printer << "]";
  });
  printer << "}>";
}

Attribute LinearLayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  LinearLayout::BasesT bases;
  for (StringRef name : kInDims)
    bases.emplace_back(name.str(), std::vector<std::vector<int32_t>>());
  size_t rank = 0;
  auto parseBases = [&](unsigned index) -> ParseResult {
    return parser.parseCommaSeparatedList(
        AsmParser::Delimiter::Square, [&]() -> ParseResult {
          std::vector<int32_t> &basis = bases[index].second.emplace_back();
          SMLoc basisLoc = parser.getCurrentLocation();
          if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
                return parser.parseInteger(basis.emplace_back());
              }))
            return failure();
          if (rank == 0)
            rank = basis.size();
          if (basis.size() != rank || rank == 0 || rank > kMaxRank)
            return parser.emitError(basisLoc)
                   << "expected 1 to " << kMaxRank
                   << " coordinates in each basis, as many in all, found "
                   << basis.size();
          for (int32_t c : basis)
            if (c < 0 || c >= kMaxElements)
              return parser.emitError(basisLoc)
                     << "expected coordinates from 0 to " << kMaxElements - 1
                     << ", found " << c;
          return success();
        });
  };
  if (parseNamedFields(parser, {kRegister, kLane, kWarp, kBlock}, parseBases))
    return {};
  std::string error;
  std::optional<LinearLayout> layout = makeMapOnto(bases, rank, error);
  if (!layout) {
    parser.emitError(loc) << error;
    return {};
  }
  return parser.getChecked<LinearLayoutAttr>(loc, parser.getContext(), *layout);
}

LogicalResult
LinearLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         LinearLayout layout) {
  SmallVector<StringRef> inDims = layout.getInDimNames();
  if (!llvm::equal(inDims, kInDims))
    return emitError() << "expected the inputs register, lane, warp and block, "
                          "found "
                       << llvm::join(inDims, ", ");
  if (layout.getNumOutDims() < 1 || layout.getNumOutDims() > int(kMaxRank))
    return emitError() << "expected 1 to " << kMaxRank
                       << " coordinates in each basis, found "
                       << layout.getNumOutDims();
  if (layout.getInDimSize(kLane) != int(kThreadsPerWarp))
    return emitError() << "expected " << llvm::Log2_32(kThreadsPerWarp)
                       << " lane bases, found "
                       << layout.getInDimSizeLog2(kLane);
  if (layout.getInDimSize(kWarp) > 32)
    return emitError() << "expected at most 5 warp bases, found "
                       << layout.getInDimSizeLog2(kWarp);
  if (layout.getInDimSize(kBlock) != 1)
    return emitError()
           << "expected no block bases (clusters are not supported yet), found "
           << layout.getInDimSizeLog2(kBlock);
  return success();
}

LogicalResult LinearLayoutAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  return verifyRankAndShape(*this, shape, elementType, emitError);
}

mlir::tile::LinearLayout
LinearLayoutAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return LayoutMaps::get(*this, shape, [&] {
    return adaptToShape(getLinearLayout().getBases(), shape, getOrder());
  });
}

unsigned LinearLayoutAttr::getRank() const {
  return getLinearLayout().getNumOutDims();
}

unsigned LinearLayoutAttr::getNumWarps() const {
  return getLinearLayout().getInDimSize(kWarp);
}

/// Dimensions in the order in which register bits, then lane bits, then warp
/// bits first move them; those that never move come last, the last one first.
SmallVector<unsigned> LinearLayoutAttr::getOrder() const {
  SmallVector<unsigned> order;
  LinearLayout::BasesT bases = getLinearLayout().getBases();
  for (auto &entry : bases)
    for (const std::vector<int32_t> &basis : entry.second)
      for (auto [dim, c] : llvm::enumerate(basis))
        if (c != 0 && !llvm::is_contained(order, dim))
          order.push_back(dim);
  for (unsigned dim = getRank(); dim-- > 0;)
    if (!llvm::is_contained(order, dim))
      order.push_back(dim);
  return order;
}
