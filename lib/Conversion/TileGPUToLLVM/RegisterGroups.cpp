//===- RegisterGroups.cpp - Registers that one access takes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterGroups.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

SmallVector<SmallVector<unsigned>>
tile::groupRegisters(Type type, ModuleAxisInfo::VectorShape shape, bool owned) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile)
    return {{0}};
  ThreadLayout layout(tile);
  auto [dim, width] = shape;
  SmallVector<int32_t> bits =
      toLinearLayout(tile).getContiguousBits(kRegister, getDimName(dim));
  bits.truncate(llvm::Log2_32(width));
  unsigned groupMask = 0;
  for (int32_t bit : bits)
    groupMask |= 1u << bit;
  SmallVector<SmallVector<unsigned>> groups;
  llvm::DenseSet<unsigned> owners;
  for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg) {
    if (reg & groupMask)
      continue;
    // The other bits of `reg` may move it within the group: then another
    // member is the first one in memory.
    unsigned first = layout.getRegisterOffset(reg)[dim] & (width - 1);
    SmallVector<unsigned> group;
    for (unsigned i = 0; i < width; ++i) {
      unsigned member = reg;
      for (auto [j, bit] : llvm::enumerate(bits))
        if ((i ^ first) >> j & 1)
          member ^= 1u << bit;
      group.push_back(member);
    }
    if (owned && !owners.insert(layout.getOwnerRegister(group.front())).second)
      continue;
    groups.push_back(std::move(group));
  }
  return groups;
}

unsigned tile::getMemoryBytes(Type elementType) {
  return elementType.isIntOrFloat()
             ? llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8)
             : 8;
}

StringRef tile::getStateSpace(unsigned addressSpace) {
  switch (addressSpace) {
  case 1:
    return ".global";
  case 3:
    return ".shared";
  case 4:
    return ".const";
  case 5:
    return ".local";
  default:
    return "";
  }
}

Value tile::emitOwnerPredicate(OpBuilder &builder, Location loc, Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return ThreadLayout(tile).emitIsOwner(builder, loc);
  return emitThreadBitsAreZero(builder, loc, ~0u);
}

Value tile::emitAnd(OpBuilder &builder, Location loc, Value owner, Value mask) {
  return owner ? LLVM::AndOp::create(builder, loc, owner, mask).getRes() : mask;
}
