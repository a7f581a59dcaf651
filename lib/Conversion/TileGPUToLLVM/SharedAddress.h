//===- SharedAddress.h - Addresses of a tile in shared memory ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the element of a register lies, as a base that registers share as far
// as possible and a constant that fits into the instruction.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_SHAREDADDRESS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_SHAREDADDRESS_H

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/SharedAccess.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::tile {

/// The addresses of a tile of layout `tile` in the place at `base`, a pointer.
class SharedAddress {
public:
  SharedAddress(OpBuilder &builder, Location loc, RankedTensorType tile,
                tilegpu::MemDescType place, Value base)
      : builder(builder), loc(loc), base(base),
        offsets(getSharedOffsets(toLinearLayout(tile), place.toLinearLayout())),
        bytes(getByteWidth(tile.getElementType())) {
    SmallVector<uint32_t> columns;
    for (StringRef dim : {kLane, kWarp})
      for (int32_t bit = 0; bit < offsets.getInDimSizeLog2(dim); ++bit) {
        columns.push_back(offsets.getBasis(dim, bit)[0] * bytes);
        threadBits |= columns.back();
      }
    if (threadBits)
      threadOffset =
          emitLinearMap(builder, loc, emitThreadId(builder, loc), columns);
  }

  /// The address of the element in register `reg`: a pointer, and how many
  /// bytes after it.
  std::pair<Value, uint32_t> emit(uint32_t reg) {
    uint32_t constant = 0;
    for (int32_t bit = 0; bit < offsets.getInDimSizeLog2(kRegister); ++bit)
      if (reg >> bit & 1)
        constant ^= offsets.getBasis(kRegister, bit)[0] * bytes;
    // Bits that threads set as well have to be flipped in each thread.
    uint32_t flipped = constant & threadBits;
    Value &address = addresses[flipped];
    if (!address) {
      address = base;
      Value offset = threadOffset;
      if (offset && flipped)
        offset = LLVM::XOrOp::create(builder, loc, offset,
                                     emitI32(builder, loc, flipped));
      if (offset)
        address = LLVM::GEPOp::create(
            builder, loc, base.getType(), builder.getI8Type(), base,
            ValueRange{offset}, LLVM::GEPNoWrapFlags::inbounds);
    }
    return {address, constant & ~threadBits};
  }

private:
  OpBuilder &builder;
  Location loc;
  Value base;
  LinearLayout offsets;
  unsigned bytes;
  /// What the thread contributes to the offset in bytes, and the bits of it.
  Value threadOffset;
  uint32_t threadBits = 0;
  /// By the bits that are flipped in the thread's part.
  DenseMap<uint32_t, Value> addresses;
};

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_SHAREDADDRESS_H
