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
  /// The tile's first element lies at the coordinates `start`, multiples of its
  /// extents; none mean 0.
  SharedAddress(OpBuilder &builder, Location loc, RankedTensorType tile,
                tilegpu::MemDescType place, Value base,
                ArrayRef<int64_t> start = {})
      : builder(builder), loc(loc), base(base),
        offsets(getSharedOffsets(toLinearLayout(tile), place.toLinearLayout())),
        bytes(getByteWidth(tile.getElementType())) {
    // The map is linear, so that a start adds the same in all places.
    LinearLayout elements = place.toLinearLayout().invert();
    SmallVector<LinearLayout::NamedIntRef> coordinates;
    for (auto [dim, at] : llvm::zip(elements.getInDimNames(), start))
      coordinates.emplace_back(dim, at);
    if (!coordinates.empty())
      first = elements.apply(coordinates)[0].second * bytes;
  }

  /// The offset in elements of each place of the tile, without the start's.
  const LinearLayout &getOffsets() const { return offsets; }

  /// From now on `emit` gives the address that lane l has to give if bit i of l
  /// adds `columns[i]` elements, instead of its own. Before the first `emit`.
  void setLanes(ArrayRef<uint64_t> columns) {
    lanes = SmallVector<uint64_t>(columns);
  }

  /// The address of the element in register `reg`: a pointer, and how many
  /// bytes after it.
  std::pair<Value, uint32_t> emit(uint32_t reg) {
    emitThreadOffset();
    uint32_t constant = first;
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

  /// The same as one pointer.
  Value emitPointer(uint32_t reg) {
    auto [pointer, constant] = emit(reg);
    return advance(builder, loc, pointer, constant);
  }

  /// The address `bytes` bytes after a pointer, within the same place.
  static Value advance(OpBuilder &builder, Location loc, Value pointer,
                       uint32_t bytes) {
    if (bytes == 0)
      return pointer;
    return LLVM::GEPOp::create(
        builder, loc, pointer.getType(), builder.getI8Type(), pointer,
        {LLVM::GEPArg(bytes)}, LLVM::GEPNoWrapFlags::inbounds);
  }

private:
  void emitThreadOffset() {
    if (hasThreadOffset)
      return;
    hasThreadOffset = true;
    SmallVector<uint32_t> columns;
    for (StringRef dim : {kLane, kWarp})
      for (int32_t bit = 0; bit < offsets.getInDimSizeLog2(dim); ++bit) {
        bool isGiven = lanes && dim == kLane;
        columns.push_back(
            (isGiven ? (*lanes)[bit] : offsets.getBasis(dim, bit)[0]) * bytes);
        threadBits |= columns.back();
      }
    if (threadBits)
      threadOffset =
          emitLinearMap(builder, loc, emitThreadId(builder, loc), columns);
  }

  OpBuilder &builder;
  Location loc;
  Value base;
  LinearLayout offsets;
  unsigned bytes;
  /// What the tile's start contributes to the offset in bytes.
  uint32_t first = 0;
  std::optional<SmallVector<uint64_t>> lanes;
  bool hasThreadOffset = false;
  /// What the thread contributes to the offset in bytes, and the bits of it.
  Value threadOffset;
  uint32_t threadBits = 0;
  /// By the bits that are flipped in the thread's part.
  DenseMap<uint32_t, Value> addresses;
};

/// Stores a tile to the place at `base`. No two threads have the same element.
/// Where that takes fewer wavefronts, lanes swap registers before
/// (`RegisterSwap.h`).
void emitSharedStore(OpBuilder &builder, Location loc, RankedTensorType tile,
                     tilegpu::MemDescType place, Value base,
                     ArrayRef<Value> registers, bool mayUseMatrices);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_SHAREDADDRESS_H
