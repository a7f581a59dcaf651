//===- TileTypes.cpp - Pointers and shapes of tiles ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/TileTypes.h"
#include "tile/Dialect/Tile/IR/TileAttrs.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult PtrType::verify(function_ref<InFlightDiagnostic()> emitError,
                              Type pointeeType, unsigned addressSpace) {
  // PTX ISA, "State Spaces", in LLVM's numbers: generic, global, shared,
  // constant, local.
  if (addressSpace != 0 && addressSpace != 1 && addressSpace != 3 &&
      addressSpace != 4 && addressSpace != 5)
    return emitError() << "expected an address space of 0 (generic), 1 "
                          "(global), 3 (shared), 4 (constant) or 5 (local), "
                          "found "
                       << addressSpace;
  if ((!pointeeType.isIntOrFloat() || pointeeType.isInteger(0)) &&
      !isa<PtrType>(pointeeType))
    return emitError() << "expected a pointer to an integer, a floating-point "
                          "number or a pointer, found a pointer to "
                       << pointeeType;
  return success();
}

Type tile::getScalarType(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return tile.getElementType();
  return type;
}

Type tile::getLike(Type like, Type scalar) {
  if (auto tile = dyn_cast<RankedTensorType>(like))
    return RankedTensorType::get(tile.getShape(), scalar, tile.getEncoding());
  return scalar;
}

Type tile::getI1Like(Type like) {
  return getLike(like, IntegerType::get(like.getContext(), 1));
}

Type tile::getPointeeLike(Type ptrLike) {
  auto ptr = dyn_cast<PtrType>(getScalarType(ptrLike));
  if (!ptr)
    return {};
  return getLike(ptrLike, ptr.getPointeeType());
}

unsigned tile::getBitWidth(Type scalar) {
  return isa<PtrType>(scalar) ? 64 : scalar.getIntOrFloatBitWidth();
}

unsigned tile::getByteWidth(Type scalar) {
  return llvm::divideCeil(getBitWidth(scalar), 8);
}

Attribute tile::getLayout(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.getEncoding() : Attribute();
}

RankedTensorType tile::withLayout(RankedTensorType type, Attribute layout) {
  return RankedTensorType::get(type.getShape(), type.getElementType(), layout);
}

LogicalResult
tile::verifyTileType(Type type, function_ref<InFlightDiagnostic()> emitError) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return success();
  if (tensor.getRank() < 1 || tensor.getRank() > int64_t(kMaxRank))
    return emitError() << "expected a tile of 1 to " << kMaxRank
                       << " dimensions, found " << tensor.getRank() << " in "
                       << type;
  int64_t elements = 1;
  bool isPadded = false;
  for (auto [dim, size] : llvm::enumerate(tensor.getShape())) {
    if (ShapedType::isDynamic(size))
      return emitError() << "expected a tile of static shape, found " << type;
    if (size < 1)
      return emitError() << "expected a size of 1 or more for dimension " << dim
                         << " of a tile, found " << size << " in " << type;
    isPadded |= !llvm::isPowerOf2_64(size);
    elements = size > kMaxElements
                   ? kMaxElements + 1
                   : elements * int64_t(llvm::PowerOf2Ceil(size));
    if (elements > kMaxElements)
      return emitError() << "expected at most " << kMaxElements
                         << " elements in a tile"
                         << (isPadded ? " whose dimensions are made powers of "
                                        "two"
                                      : "")
                         << ", found more in " << type;
  }
  return success();
}

LogicalResult
tile::verifyTypes(Operation *root,
                  function_ref<LogicalResult(Operation *, Type)> check) {
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (failed(check(op, type)))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          if (failed(check(op, type)))
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult tile::verifyTilesHaveLayouts(Operation *root) {
  return verifyTypes(root, [](Operation *op, Type type) -> LogicalResult {
    if (!isa<TensorType>(type) ||
        isa_and_present<LayoutAttrInterface>(getLayout(type)))
      return success();
    return op->emitOpError("expected tiles with layouts, found ")
           << type << "; tile-assign-layouts gives every tile one";
  });
}
