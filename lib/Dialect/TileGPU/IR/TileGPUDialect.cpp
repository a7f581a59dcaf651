//===- TileGPUDialect.cpp - The tilegpu dialect -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "tile/Dialect/Tile/IR/LayoutMaps.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::tilegpu;

#include "tile/Dialect/TileGPU/IR/TileGPUDialect.cpp.inc"
#include "tile/Dialect/TileGPU/IR/TileGPUEnums.cpp.inc"

namespace {

/// Short names for the layouts of a printed module: `#shared`.
struct TileGPUAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<SharedLayoutAttrInterface>(attr))
      return AliasResult::NoAlias;
    os << "shared";
    return AliasResult::FinalAlias;
  }
};

} // namespace

void TileGPUDialect::initialize() {
  registerAttributes();
  registerTypes();
  addInterfaces<TileGPUAsmInterface, tile::LayoutMaps>();
  registerTileGPUDialectOperations(this);
}

Operation *TileGPUDialect::materializeConstant(OpBuilder &builder,
                                               Attribute value, Type type,
                                               Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// That a load can run ahead as the attribute says; what other loads of its
/// loop say is not asked.
static LogicalResult verifyAhead(Operation *op, Attribute attr) {
  auto load = dyn_cast<tile::LoadOp>(op);
  auto tile = dyn_cast<RankedTensorType>(load ? load.getType() : Type());
  auto ahead = dyn_cast<AheadAttr>(attr);
  auto expect = [&] {
    return op->emitOpError("expected '") << kAheadAttrName << "' ";
  };
  if (!tile || !ahead)
    return expect() << "to be #tilegpu.ahead on a tile.load of a tile, found "
                    << attr;
  auto places = dyn_cast<MemDescType>(ahead.getPlaces());
  bool isRight = places && places.getNumPlaces() &&
                 places.getElementType() == tile.getElementType();
  // Of a pair of CTAs each has half of the right operand.
  if (isRight && tile::hasCTAPairs(op))
    isRight = places.getTileShape().size() == size_t(tile.getRank());
  else if (isRight)
    isRight = places.getTileShape() == tile.getShape();
  if (!isRight)
    return expect() << "to name several places of " << tile.getShape()
                    << " elements of " << tile.getElementType() << ", found "
                    << ahead.getPlaces();
  if (ahead.getDistance() < 1)
    return expect() << "of at least 1 iteration, found " << ahead.getDistance();
  if (ahead.getKind() == AheadKind::Box && !load.getMap())
    return expect() << "of a box on a load with a tensor map, found none";
  return success();
}

LogicalResult TileGPUDialect::verifyOperationAttribute(Operation *op,
                                                       NamedAttribute attr) {
  auto value = dyn_cast<IntegerAttr>(attr.getValue());
  bool isCount = value && !value.getValue().isNegative() &&
                 value.getValue().getActiveBits() <= 31;
  auto verify = [&](bool isRightOp, StringRef place) -> LogicalResult {
    if (isRightOp && isCount)
      return success();
    return op->emitOpError("expected '")
           << attr.getName().getValue() << "' to be a number of bytes on "
           << place << ", found " << attr.getValue();
  };
  if (attr.getName() == kOffsetAttrName)
    return verify(isa<LocalAllocOp>(op), "tilegpu.local_alloc");
  if (attr.getName() == kSharedMemoryAttrName)
    return verify(isa<FunctionOpInterface>(op), "a function");
  if (attr.getName() == kTensorMemoryAttrName) {
    if (isa<FunctionOpInterface>(op) && isCount && value.getInt() >= 1 &&
        value.getInt() <= int64_t(kTensorMemoryColumns))
      return success();
    return op->emitOpError("expected 1 to ")
           << kTensorMemoryColumns << " columns as '" << kTensorMemoryAttrName
           << "' on a function, found " << attr.getValue();
  }
  if (attr.getName() == kPrefetchBytesAttrName)
    return verify(isa<tile::LoadOp>(op) && isCount &&
                      llvm::is_contained({64, 128, 256}, value.getInt()),
                  "tile.load, 64, 128 or 256");
  auto verifyUnit = [&](bool isRightOp, StringRef place) -> LogicalResult {
    if (isRightOp && isa<UnitAttr>(attr.getValue()))
      return success();
    return op->emitOpError("expected '")
           << attr.getName().getValue() << "' to be a unit attribute on "
           << place << ", found " << attr.getValue();
  };
  if (attr.getName() == kAheadAttrName)
    return verifyAhead(op, attr.getValue());
  bool isLoop = op->getName().getStringRef() == "scf.for";
  if (llvm::is_contained({kProductsInFlightAttrName, kCopiesInPlaceAttrName,
                          kProgramsAttrName, kProductWarpAttrName,
                          kTurnsAttrName, kFirstSliceAheadAttrName},
                         attr.getName()))
    return verifyUnit(isLoop, "scf.for");
  if (attr.getName() == kProductsScheduledAttrName)
    return verifyUnit(isa<FunctionOpInterface>(op), "a function");
  if (attr.getName() == kLateAttrName)
    return verifyUnit(isa<WarpgroupDotOp>(op), "tilegpu.warpgroup_dot");
  if (attr.getName() == kSliceAttrName) {
    if (isa<tile::DotOp>(op) && isCount && value.getInt() >= 1)
      return success();
    return op->emitOpError("expected '")
           << kSliceAttrName << "' to be a number of elements along K, at "
           << "least 1, on tile.dot, found " << attr.getValue();
  }
  if (attr.getName() == kProducerWarpAttrName)
    return verifyUnit(isLoop || isa<FunctionOpInterface>(op),
                      "scf.for or a function");
  return op->emitOpError("unknown attribute '")
         << attr.getName().getValue() << "'";
}

LogicalResult ConvertLayoutOp::verify() {
  for (Type type : {getSrc().getType(), getType()})
    if (!isa_and_present<tile::LayoutAttrInterface>(tile::getLayout(type)))
      return emitOpError("expected tiles with layouts, found ") << type;
  return success();
}

unsigned ConvertLayoutOp::getNumLayoutClasses() { return getPinned() ? 2 : 1; }

unsigned ConvertLayoutOp::getResultLayoutClass(unsigned) {
  return getPinned() ? 1 : 0;
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(cast<ShapedType>(getType()));
  auto inner = getSrc().getDefiningOp<ConvertLayoutOp>();
  if (inner && !getPinned() && !inner.getPinned()) {
    getSrcMutable().assign(inner.getSrc());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// The producer warp
//===----------------------------------------------------------------------===//

unsigned ProducerWarpOp::getRegionNumWarps(unsigned) { return 1; }

unsigned ProducerWarpOp::getRegionFirstWarp(unsigned) {
  return tile::getNumWarps(getOperation());
}

/// A warp by itself has scalars only.
static LogicalResult verifyScalars(Operation *warp) {
  Operation *tiles = nullptr;
  warp->getRegion(0).walk([&](Operation *op) {
    auto isTile = llvm::IsaPred<RankedTensorType>;
    if (llvm::any_of(op->getOperandTypes(), isTile) ||
        llvm::any_of(op->getResultTypes(), isTile))
      tiles = op;
  });
  if (!tiles)
    return success();
  InFlightDiagnostic diagnostic =
      warp->emitOpError("expected scalars only, found a tile");
  diagnostic.attachNote(tiles->getLoc()) << "it is here";
  return diagnostic;
}

LogicalResult ProducerWarpOp::verify() {
  auto kernel = dyn_cast<tile::FuncOp>((*this)->getParentOp());
  if (kernel && (!kernel.isKernel() ||
                 getOperation()->getBlock() != &kernel.getBody().front()))
    return emitOpError("expected to stand in the first block of a kernel");
  if (kernel && getProducerWarp(kernel) != *this)
    return emitOpError("expected one in a kernel, found another one before");
  return verifyScalars(*this);
}

unsigned ProductWarpOp::getRegionNumWarps(unsigned) { return 1; }

unsigned ProductWarpOp::getRegionFirstWarp(unsigned) {
  return tile::getNumWarps(getOperation()) + 1;
}

LogicalResult ProductWarpOp::verify() {
  if (!isa_and_present<ProducerWarpOp>(getOperation()->getPrevNode()))
    return emitOpError("expected to stand after a tilegpu.producer_warp");
  return verifyScalars(*this);
}

ProducerWarpOp tilegpu::getProducerWarp(FunctionOpInterface kernel) {
  if (kernel.isExternal())
    return {};
  auto producers = kernel.getFunctionBody().front().getOps<ProducerWarpOp>();
  return producers.empty() ? ProducerWarpOp() : *producers.begin();
}

ProductWarpOp tilegpu::getProductWarp(FunctionOpInterface kernel) {
  ProducerWarpOp producer = getProducerWarp(kernel);
  return dyn_cast_or_null<ProductWarpOp>(producer ? producer->getNextNode()
                                                  : nullptr);
}

unsigned tilegpu::getThreadsPerCTA(FunctionOpInterface kernel) {
  unsigned warps = tile::getNumWarps(kernel) * tile::getProgramsPerCTA(kernel) +
                   (getProducerWarp(kernel) ? kProducerWarps : 0);
  return warps * tile::kThreadsPerWarp;
}
