//===- TensorMatrix.cpp - What tcgen05 reads of shared memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMatrix.h"

#include "Access.h"
#include "Block.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static constexpr unsigned kChunkBytes = 16;

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

namespace {
enum Swizzle : unsigned {
  kNone = 0,
  k128In32 = 1,
  k128 = 2,
  k64 = 4,
  k32 = 6,
};

struct Fields {
  uint64_t start, leading, stride;
  unsigned baseOffset, swizzle, width;

  explicit Fields(uint64_t descriptor)
      : start((descriptor & 0x3FFF) << 4),
        leading((descriptor >> 16 & 0x3FFF) << 4),
        stride((descriptor >> 32 & 0x3FFF) << 4),
        baseOffset(descriptor >> 49 & 7), swizzle(descriptor >> 61) {
    width = swizzle == k128 || swizzle == k128In32 ? 128
            : swizzle == k64                       ? 64
            : swizzle == k32                       ? 32
                                                   : 16;
  }
  uint64_t apply(uint64_t address) const {
    uint64_t line = (address >> 7) - baseOffset;
    if (swizzle == k128In32)
      return address ^ (line & 3) << 5;
    return address ^ (line & (width / 16 - 1)) << 4;
  }
};
} // namespace

uint64_t TensorMatrix::locate(unsigned row, unsigned byte) const {
  Fields f(descriptor);
  return f.apply(f.start + row / 8 * f.stride + byte / f.width * f.leading +
                 row % 8 * f.width + byte % f.width);
}

uint64_t TensorMatrix::locateTransposed(unsigned rowByte, unsigned k) const {
  Fields f(descriptor);
  uint64_t step = f.swizzle == kNone ? f.stride : f.leading;
  uint64_t groups = f.swizzle == kNone ? f.leading : f.stride;
  unsigned lines = f.swizzle == k128In32 ? 4 : 8;
  return f.apply(f.start + rowByte / f.width * step + k / lines * groups +
                 k % lines * f.width + rowByte % f.width);
}

bool mlir::tile::sim::checkTensorDescriptor(Warp &w, const Inst &i,
                                            unsigned lane, uint64_t descriptor,
                                            llvm::StringRef name) {
  Fields f(descriptor);
  std::string wrong;
  unsigned version = descriptor >> 46 & 7;
  if (version != 1)
    wrong = "1 in bits 46 to 48, found " + std::to_string(version);
  else if (f.swizzle != kNone && f.swizzle != k128In32 && f.swizzle != k128 &&
           f.swizzle != k64 && f.swizzle != k32)
    wrong = "a swizzle of 0, 1, 2, 4 or 6 in bits 61 to 63, found " +
            std::to_string(f.swizzle);
  else if (descriptor >> 52 & 1)
    wrong = "0 in bit 52, as only sm_103a has leading offsets that are "
            "addresses, found 1";
  if (wrong.empty())
    return true;
  w.report(ReportKind::Undefined, i, lane,
           "the descriptor of " + llvm::Twine(name) + ", 0x" +
               llvm::Twine::utohexstr(descriptor) + ": expected " + wrong);
  return false;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

void MatrixBytes::resize(unsigned rows, unsigned rowBytes) {
  pitch = rowBytes;
  bytes.resize(size_t(rows) * rowBytes);
  isUndefined.assign(rows, 0);
  origin = 0;
}

void mlir::tile::sim::readTensorMatrix(Warp &w, const Inst &i, unsigned lane,
                                       Block &block, const TensorMatrix &matrix,
                                       uint32_t number, MatrixBytes &to,
                                       unsigned first) {
  Access access;
  access.space = Space::Shared;
  access.bytes = kChunkBytes;
  access.isAsync = true;
  SharedFollower follower(w, i, access);
  follower.actAs(w.block.cluster.getTensorPlace(w.block.indexInCluster(w),
                                                unsigned(TensorPipe::Product)),
                 number);
  bool isReported = false;
  // The 16 bytes at an address, or null.
  auto get = [&](uint64_t address, const uint8_t *&shadow) -> const uint8_t * {
    if (address + kChunkBytes > block.sharedSize) {
      if (!std::exchange(isReported, true))
        w.report(ReportKind::OutOfBounds, i, lane,
                 "the matrix at byte " + llvm::Twine(address) +
                     " of shared memory; the CTA has " +
                     llvm::Twine(block.sharedSize) + " bytes");
      return nullptr;
    }
    follower.follow(lane, block, address);
    shadow = block.sharedShadow.empty() ? nullptr
                                        : block.sharedShadow.data() + address;
    if (shadow && !hasUndefinedBits(shadow, matrix.usedBytes))
      shadow = nullptr;
    if (shadow && !to.origin)
      to.origin =
          packOrigin({w.block.launch().program.getPc(i), 0, Space::Shared});
    return block.shared.data() + address;
  };
  w.worker->statistics.sharedLoads.bytes += matrix.rows * matrix.rowBytes;
  const uint8_t *shadow = nullptr;
  if (!matrix.isTransposed) {
    for (unsigned row = 0; row < matrix.rows; ++row)
      for (unsigned byte = 0; byte < matrix.rowBytes; byte += kChunkBytes) {
        uint8_t *into = to.row(first + row) + byte;
        const uint8_t *from = get(matrix.locate(row, byte), shadow);
        if (!from) {
          std::memset(into, 0, kChunkBytes);
          continue;
        }
        std::memcpy(into, from, kChunkBytes);
        to.isUndefined[first + row] |= shadow != nullptr;
      }
    return;
  }
  unsigned size = matrix.elementBytes, perChunk = kChunkBytes / size;
  for (unsigned k = 0; k < matrix.k; ++k)
    for (unsigned row = 0; row < matrix.rows; row += perChunk) {
      const uint8_t *from = get(matrix.locateTransposed(row * size, k), shadow);
      for (unsigned e = 0; e < perChunk && row + e < matrix.rows; ++e) {
        uint8_t *into = to.row(first + row + e) + k * size;
        if (!from) {
          std::memset(into, 0, size);
          continue;
        }
        std::memcpy(into, from + e * size, size);
        to.isUndefined[first + row + e] |=
            shadow && hasUndefinedBits(shadow + e * size, size);
      }
    }
}

void mlir::tile::sim::unpackSmallElements(const uint8_t *from, unsigned count,
                                          unsigned bits, uint8_t *to) {
  for (unsigned chunk = 0; chunk < count; chunk += kChunkBytes)
    for (unsigned e = 0; e < kChunkBytes; ++e) {
      unsigned at = e * bits;
      uint16_t word;
      std::memcpy(&word, from + chunk + at / 8, 2);
      unsigned code = word >> at % 8 & ((1u << bits) - 1);
      to[chunk + e] = uint8_t(bits == 4 ? code << 2 : code);
    }
}
