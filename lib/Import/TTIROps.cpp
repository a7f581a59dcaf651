//===- TTIROps.cpp - What TTIR has and the tile dialect lacks -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTIR.h"

#include "TTIRNames.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::ttir;

#include "tile/Import/TTIREnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tile/Import/TTIRAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tile/Import/TTIRTypes.cpp.inc"

#define GET_OP_CLASSES
#include "tile/Import/TTIROps.cpp.inc"

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static RankedTensorType withoutLayout(RankedTensorType type) {
  return RankedTensorType::get(type.getShape(), type.getElementType());
}

/// The type after `<`: `tensor<32x64xf16>`, or as Triton 3.8 writes the block
/// of a descriptor `32x64xf16`, with a layout after a comma. A layout says how
/// a block lies in shared memory, and nothing of the tensor: it is dropped.
static RankedTensorType parseBlock(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  OptionalParseResult parsed = parser.parseOptionalType(type);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return {};
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      parser.emitError(loc, "expected a tensor, found ") << type;
    return tensor ? withoutLayout(tensor) : tensor;
  }
  SmallVector<int64_t> shape;
  Type element;
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element))
    return {};
  if (!RankedTensorType::isValidElementType(element)) {
    parser.emitError(loc, "expected a block of scalars, found one of ")
        << element;
    return {};
  }
  return RankedTensorType::get(shape, element);
}

Type TensorDescType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  RankedTensorType block = parseBlock(parser);
  Attribute layout;
  if (!block ||
      (succeeded(parser.parseOptionalComma()) &&
       parser.parseAttribute(layout)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TensorDescType>(loc, parser.getContext(), block);
}

void TensorDescType::print(AsmPrinter &printer) const {
  printer << "<" << getBlockType() << ">";
}

/// Reads an address space: its number, or from Triton 3.9 on its name.
static ParseResult parseAddressSpace(AsmParser &parser, unsigned &space) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  if (failed(parser.parseOptionalString(&name)))
    return parser.parseInteger(space);
  // What `const` promises of global memory is that the kernel does not write
  // it; it is no .const of PTX.
  auto found = llvm::StringSwitch<std::optional<unsigned>>(name)
                   .Cases({"global", "constant"}, 1)
                   .Case("descriptor", 0)
                   .Default(std::nullopt);
  if (!found)
    return parser.emitError(loc, "expected the address space global, constant "
                                 "or descriptor, found '")
           << name << "'";
  space = *found;
  return success();
}

/// Also the pointer to a scalar, as both have one name.
Type BlockPtrType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type pointee;
  unsigned addressSpace = 1;
  if (parser.parseLess() || parser.parseType(pointee) ||
      (succeeded(parser.parseOptionalComma()) &&
       parseAddressSpace(parser, addressSpace)) ||
      parser.parseGreater())
    return {};
  if (auto block = dyn_cast<RankedTensorType>(pointee))
    return parser.getChecked<BlockPtrType>(loc, parser.getContext(),
                                           withoutLayout(block), addressSpace);
  return parser.getChecked<PtrType>(loc, pointee, addressSpace);
}

void BlockPtrType::print(AsmPrinter &printer) const {
  printer << "<" << getBlockType();
  if (getAddressSpace() != 1)
    printer << ", " << getAddressSpace();
  printer << ">";
}

void TTDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tile/Import/TTIRTypes.cpp.inc"
      >();
}

Type TTDialect::parseType(DialectAsmParser &parser) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Type type;
  if (generatedTypeParser(parser, &mnemonic, type).has_value())
    return type;
  parser.emitError(loc, "expected a type of ")
      << kTritonVersions << ", found '!tt." << mnemonic << "'";
  return {};
}

void TTDialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}

void TTDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tile/Import/TTIRAttrs.cpp.inc"
      >();
}

Attribute TTDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attribute;
  if (generatedAttributeParser(parser, &mnemonic, type, attribute).has_value())
    return attribute;
  parser.emitError(loc, "expected an attribute of ")
      << kTritonVersions << ", found '#tt." << mnemonic << "'";
  return {};
}

void TTDialect::printAttribute(Attribute attribute,
                               DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

static LogicalResult verifyBlock(function_ref<InFlightDiagnostic()> emitError,
                                 RankedTensorType block, bool canHaveSign) {
  Type element = block.getElementType();
  bool isNumber =
      isa<Float16Type, BFloat16Type, Float32Type, Float64Type, Float8E4M3FNType,
          Float8E5M2Type>(element) ||
      (isa<IntegerType>(element) &&
       (canHaveSign || element.isSignlessInteger()) &&
       llvm::is_contained({1, 8, 16, 32, 64}, element.getIntOrFloatBitWidth()));
  if (!isNumber)
    return emitError()
           << "expected a block of integers or floating-point numbers, found "
              "one of "
           << element;
  if (!block.hasStaticShape())
    return emitError() << "expected a block of known size, found " << block;
  return verifyTileType(block, emitError);
}

LogicalResult
TensorDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                       RankedTensorType block) {
  return verifyBlock(emitError, block, /*canHaveSign=*/true);
}

LogicalResult BlockPtrType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   RankedTensorType block, unsigned) {
  return verifyBlock(emitError, block, /*canHaveSign=*/false);
}

RankedTensorType TensorDescType::getTileType() const {
  Type element = getBlockType().getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(getContext(), integer.getWidth());
  return RankedTensorType::get(getBlockType().getShape(), element);
}

Type BlockPtrType::getElementPtrType() const {
  return PtrType::get(getBlockType().getElementType(), getAddressSpace());
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool ttir::haveSameElements(ArrayRef<int64_t> shape, ArrayRef<int64_t> other) {
  auto isLong = [](int64_t size) { return size != 1; };
  return llvm::equal(llvm::make_filter_range(shape, isLong),
                     llvm::make_filter_range(other, isLong));
}

/// One number for each dimension of a block.
static LogicalResult verifyCount(Operation *op, RankedTensorType block,
                                 ValueRange numbers, StringRef what) {
  if (int64_t(numbers.size()) == block.getRank())
    return success();
  return op->emitOpError("expected ")
         << block.getRank() << " " << what << " for blocks of " << block
         << ", found " << numbers.size();
}

static LogicalResult verifyTile(Operation *op, RankedTensorType block,
                                Type tile) {
  auto tensor = cast<RankedTensorType>(tile);
  if (tensor.getElementType() == block.getElementType() &&
      haveSameElements(tensor.getShape(), block.getShape()))
    return success();
  return op->emitOpError("expected a tile of the block's type ")
         << block << ", found " << tile;
}

LogicalResult MakeTensorDescOp::verify() {
  RankedTensorType tile = getResult().getType().getTileType();
  if (getBase().getType().getPointeeType() != tile.getElementType())
    return emitOpError("expected a pointer to the block's elements, of type ")
           << tile.getElementType() << ", found " << getBase().getType();
  if (getPadding() == PaddingOption::NaN &&
      !isa<FloatType>(tile.getElementType()))
    return emitOpError("expected padding by NaN in blocks of floating-point "
                       "numbers, found it in ")
           << tile;
  return failure(failed(verifyCount(*this, tile, getShape(), "sizes")) ||
                 failed(verifyCount(*this, tile, getStrides(), "strides")));
}

LogicalResult DescriptorLoadOp::verify() {
  if (getCachePolicy() && (getCache() != CacheModifier::None ||
                           getEvict() != EvictionPolicy::Normal))
    return emitOpError(
        "expected cache hints once, found them outside of 'cachePolicy', too");
  RankedTensorType tile = getDesc().getType().getTileType();
  return failure(failed(verifyCount(*this, tile, getIndices(), "indices")) ||
                 failed(verifyTile(*this, tile, getType())));
}

LogicalResult DescriptorStoreOp::verify() {
  RankedTensorType tile = getDesc().getType().getTileType();
  return failure(failed(verifyCount(*this, tile, getIndices(), "indices")) ||
                 failed(verifyTile(*this, tile, getSrc().getType())));
}

LogicalResult DescriptorReduceOp::verify() {
  RankedTensorType tile = getDesc().getType().getTileType();
  return failure(failed(verifyCount(*this, tile, getIndices(), "indices")) ||
                 failed(verifyTile(*this, tile, getSrc().getType())));
}

/// Rows: a block has one, a tile as many as there are `x_offsets`.
static LogicalResult verifyRows(Operation *op, TensorDescType desc,
                                RankedTensorType offsets, Type tile) {
  RankedTensorType block = desc.getTileType();
  if (block.getRank() != 2 || block.getDimSize(0) != 1)
    return op->emitOpError("expected a descriptor of blocks of one row, found ")
           << desc;
  if (offsets.getRank() != 1)
    return op->emitOpError(
               "expected the rows' numbers in one dimension, found ")
           << offsets;
  auto expected = RankedTensorType::get(
      {offsets.getDimSize(0), block.getDimSize(1)}, block.getElementType());
  if (tile == expected)
    return success();
  return op->emitOpError("expected a tile of type ")
         << expected << ", found " << tile;
}

LogicalResult DescriptorGatherOp::verify() {
  return verifyRows(*this, getDesc().getType(), getXOffsets().getType(),
                    getType());
}

LogicalResult DescriptorScatterOp::verify() {
  return verifyRows(*this, getDesc().getType(), getXOffsets().getType(),
                    getSrc().getType());
}

LogicalResult MakeTensorPtrOp::verify() {
  RankedTensorType tile = getResult().getType().getTileType();
  return failure(failed(verifyCount(*this, tile, getShape(), "sizes")) ||
                 failed(verifyCount(*this, tile, getStrides(), "strides")) ||
                 failed(verifyCount(*this, tile, getOffsets(), "offsets")));
}

LogicalResult AdvanceOp::verify() {
  return verifyCount(*this, getType().getTileType(), getOffsets(), "offsets");
}

/// A load or a store has Triton's name in messages.
static InFlightDiagnostic emitAccessError(Operation *op) {
  StringRef name = isa<BlockLoadOp>(op) ? "tt.load" : "tt.store";
  return op->emitError() << "'" << name << "' op ";
}

static LogicalResult verifyAccess(Operation *op, RankedTensorType tile,
                                  Type type, ArrayRef<int32_t> dims) {
  if (type != tile)
    return emitAccessError(op) << "expected a tile of the block's type " << tile
                               << ", found " << type;
  for (int32_t dim : dims)
    if (dim < 0 || dim >= tile.getRank())
      return emitAccessError(op)
             << "expected 'boundaryCheck' to name dimensions of " << tile
             << ", found " << dim;
  return success();
}

LogicalResult BlockLoadOp::verify() {
  RankedTensorType tile = getPtr().getType().getTileType();
  if (getPadding() == PaddingOption::NaN &&
      !isa<FloatType>(tile.getElementType()))
    return emitAccessError(*this)
           << "expected padding by NaN in blocks of floating-point numbers, "
              "found it in "
           << tile;
  return verifyAccess(*this, tile, getType(), getBoundaryCheck());
}

LogicalResult BlockStoreOp::verify() {
  return verifyAccess(*this, getPtr().getType().getTileType(),
                      getValue().getType(), getBoundaryCheck());
}
