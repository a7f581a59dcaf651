//===- TensorMaps.cpp - How launches make tensor maps ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/TensorMaps.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::tile;

static constexpr StringLiteral kArgument = "argument", kElement = "element",
                               kExtents = "extents", kStrides = "strides",
                               kBox = "box", kSwizzle = "swizzle",
                               kOrigins = "origins", kLength = "length",
                               kStep = "step";

Attribute tile::makeSumAttr(MLIRContext *context, const ArgumentSum &sum) {
  SmallVector<Attribute> terms;
  for (const ArgumentTerm &term : sum) {
    SmallVector<int64_t> numbers{term.factor};
    llvm::append_range(numbers, term.arguments);
    terms.push_back(DenseI64ArrayAttr::get(context, numbers));
  }
  return ArrayAttr::get(context, terms);
}

Attribute tile::makeSumsAttr(MLIRContext *context, ArrayRef<ArgumentSum> sums) {
  SmallVector<Attribute> attrs;
  for (const ArgumentSum &sum : sums)
    attrs.push_back(makeSumAttr(context, sum));
  return ArrayAttr::get(context, attrs);
}

Attribute tile::makeTensorMapAttr(MLIRContext *context,
                                  const TensorMapInfo &map) {
  Builder builder(context);
  SmallVector<Attribute> extents, strides;
  SmallVector<int32_t> box, origins;
  for (const TensorMapDim &dim : map.dims) {
    extents.push_back(dim.extent ? makeSumAttr(context, *dim.extent)
                                 : builder.getUnitAttr());
    strides.push_back(makeSumAttr(context, dim.stride));
    box.push_back(dim.box);
    origins.push_back(dim.origin);
  }
  SmallVector<NamedAttribute> attrs = {
      builder.getNamedAttr(kArgument, builder.getI32IntegerAttr(map.argument)),
      builder.getNamedAttr(kElement, builder.getStringAttr(map.elementType)),
      builder.getNamedAttr(kExtents, builder.getArrayAttr(extents)),
      builder.getNamedAttr(kStrides, builder.getArrayAttr(strides)),
      builder.getNamedAttr(kBox, builder.getDenseI32ArrayAttr(box)),
      builder.getNamedAttr(kSwizzle, builder.getI32IntegerAttr(map.swizzle))};
  if (llvm::any_of(origins, [](int32_t origin) { return origin != 0; }))
    attrs.push_back(
        builder.getNamedAttr(kOrigins, builder.getDenseI32ArrayAttr(origins)));
  return builder.getDictionaryAttr(attrs);
}

Attribute tile::makeLoopSplitAttr(MLIRContext *context,
                                  const LoopSplit &split) {
  Builder builder(context);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(kLength, makeSumAttr(context, split.length)),
       builder.getNamedAttr(kStep, builder.getI64IntegerAttr(split.step))});
}

std::optional<LoopSplit> tile::readLoopSplit(Attribute attr) {
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(attr);
  if (!dictionary)
    return std::nullopt;
  std::optional<ArgumentSum> length = readSum(dictionary.get(kLength));
  auto step = dictionary.getAs<IntegerAttr>(kStep);
  if (!length || !step || !step.getType().isSignlessInteger(64) ||
      step.getInt() < 1)
    return std::nullopt;
  return LoopSplit{std::move(*length), step.getInt()};
}

std::optional<ArgumentSum> tile::readSum(Attribute attr) {
  auto terms = dyn_cast_or_null<ArrayAttr>(attr);
  if (!terms)
    return std::nullopt;
  ArgumentSum sum;
  for (Attribute entry : terms) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(entry);
    if (!numbers || numbers.empty())
      return std::nullopt;
    ArgumentTerm &term = sum.emplace_back();
    term.factor = numbers[0];
    for (int64_t argument : numbers.asArrayRef().drop_front()) {
      if (!llvm::isUInt<31>(argument))
        return std::nullopt;
      term.arguments.push_back(argument);
    }
  }
  return sum;
}

std::optional<std::vector<ArgumentSum>> tile::readSums(Attribute attr) {
  auto entries = dyn_cast_or_null<ArrayAttr>(attr);
  if (!entries)
    return std::nullopt;
  std::vector<ArgumentSum> sums;
  for (Attribute entry : entries) {
    std::optional<ArgumentSum> sum = readSum(entry);
    if (!sum)
      return std::nullopt;
    sums.push_back(std::move(*sum));
  }
  return sums;
}

std::optional<TensorMapInfo> tile::readTensorMap(Attribute attr) {
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(attr);
  if (!dictionary)
    return std::nullopt;
  auto argument = dictionary.getAs<IntegerAttr>(kArgument);
  auto element = dictionary.getAs<StringAttr>(kElement);
  auto extents = dictionary.getAs<ArrayAttr>(kExtents);
  auto strides = dictionary.getAs<ArrayAttr>(kStrides);
  auto box = dictionary.getAs<DenseI32ArrayAttr>(kBox);
  auto swizzle = dictionary.getAs<IntegerAttr>(kSwizzle);
  auto origins = dictionary.getAs<DenseI32ArrayAttr>(kOrigins);
  if (!argument || !element || !extents || !strides || !box || !swizzle ||
      extents.size() != strides.size() ||
      extents.size() != size_t(box.size()) ||
      (dictionary.contains(kOrigins) &&
       (!origins || origins.size() != box.size())) ||
      !argument.getType().isInteger(32) || argument.getInt() < 0 ||
      !swizzle.getType().isInteger(32) || swizzle.getInt() < 0)
    return std::nullopt;
  TensorMapInfo map;
  map.argument = argument.getInt();
  map.elementType = element.getValue().str();
  map.swizzle = swizzle.getInt();
  for (auto [extent, stride, elements] :
       llvm::zip(extents, strides, box.asArrayRef())) {
    TensorMapDim &dim = map.dims.emplace_back();
    dim.box = elements;
    if (!isa<UnitAttr>(extent) && !(dim.extent = readSum(extent)))
      return std::nullopt;
    std::optional<ArgumentSum> sum = readSum(stride);
    if (!sum)
      return std::nullopt;
    dim.stride = std::move(*sum);
  }
  if (origins)
    for (auto [dim, origin] : llvm::zip(map.dims, origins.asArrayRef())) {
      if (origin < 0)
        return std::nullopt;
      dim.origin = origin;
    }
  return map;
}

bool tile::hasCTAPairs(Operation *op) {
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func)
    func = op->getParentOfType<FunctionOpInterface>();
  return func && func->hasAttr(kCTAPairsAttrName);
}

StringRef tile::getEntryOf(Operation *function) {
  auto name = function->getAttrOfType<StringAttr>(kTensorMapEntryOfAttrName);
  return name ? name.getValue() : StringRef();
}

bool tile::isInLoopsOnly(Operation *op) {
  do
    op = op->getParentOp();
  while (isa<scf::ForOp>(op));
  return isa<FuncOp>(op);
}
