//===- DistributeMap.cpp - Maps written for scalars -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tile.map_elementwise: a copy of the region for each group of elements that a
// thread holds. Registers that repeat an element take no part: they get the
// results of the one that they repeat.
//
//===----------------------------------------------------------------------===//

#include "CombineElements.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

LogicalResult lowerMapElementwise(MapElementwiseOp op,
                                  Parts<MapElementwiseOp> adaptor,
                                  ConversionPatternRewriter &rewriter,
                                  const TypeConverter &converter) {
  auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
  ThreadLayout layout(type);
  unsigned pack = op.getPack();
  // Where copies are in other registers they have another place in the group,
  // and may get another result.
  if (pack > 1 && !layout.freeThreadsMirrorOwners())
    return op.emitOpError("expected a layout in which threads have their "
                          "copies in the same registers, as 'pack' is ")
           << pack << ", found " << type.getEncoding();
  SmallVector<unsigned> owners;
  for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg)
    if (layout.getOwnerRegister(reg) == reg)
      owners.push_back(reg);
  SmallVector<SmallVector<Value>> results(
      op.getNumResults(), SmallVector<Value>(layout.getNumRegisters()));
  SmallVector<Type> types;
  for (Type result : op.getResultTypes())
    types.append(pack, converter.convertType(getScalarType(result)));
  for (size_t first = 0; first < owners.size(); first += pack) {
    // A thread with too few elements repeats the last one.
    auto getRegister = [&](unsigned i) {
      return owners[std::min(first + i, owners.size() - 1)];
    };
    SmallVector<Value> arguments;
    for (ValueRange registers : adaptor.getSrcs())
      for (unsigned i = 0; i < pack; ++i)
        arguments.push_back(registers[getRegister(i)]);
    SmallVector<Value> made =
        copyBody(op.getScalarOp().front(), arguments, types, rewriter);
    for (auto [number, list] : llvm::enumerate(results))
      for (unsigned i = 0; i < pack && first + i < owners.size(); ++i)
        list[getRegister(i)] = made[number * pack + i];
  }
  for (SmallVector<Value> &list : results)
    for (unsigned reg = 0; reg < list.size(); ++reg)
      list[reg] = list[layout.getOwnerRegister(reg)];
  rewriter.replaceOpWithMultiple(op, std::move(results));
  return success();
}

} // namespace

void tile::populateMapPatterns(const Distribution &d) {
  addLowering(d.converter, d.patterns, lowerMapElementwise, d.converter);
}
