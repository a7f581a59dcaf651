//===- HostArray.h - A typed array in the host's memory --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel reads and writes, and what a check compares: an element type, a
// shape and the bytes, in C order (the last dimension is contiguous).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_HOSTARRAY_H
#define TILE_RUN_HOSTARRAY_H

#include "tile/Run/ElementType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdlib>
#include <memory>

namespace mlir::tile::run {

/// Larger arrays are refused.
inline constexpr uint64_t kMaxArrayBytes = uint64_t(64) << 30;
/// So many dimensions an array may have, as in numpy before 2.0.
inline constexpr unsigned kMaxRank = 32;

using Shape = llvm::SmallVector<uint64_t, 4>;

/// The number of bytes of an array; nothing if they exceed kMaxArrayBytes.
std::optional<uint64_t> getNumBytes(ElementType type,
                                    llvm::ArrayRef<uint64_t> shape);

/// "128x64xf16"; for a scalar "f16".
std::string formatShape(ElementType type, llvm::ArrayRef<uint64_t> shape);

/// Owns its bytes; moves, does not copy by accident.
class HostArray {
public:
  /// One element of type I8: 0.
  HostArray();

  /// An array of zeros; a shape of no dimensions has one element. Fails if it
  /// is too large or the memory is not there.
  static llvm::Expected<HostArray> create(ElementType type,
                                          llvm::ArrayRef<uint64_t> shape);

  HostArray(HostArray &&) = default;
  HostArray &operator=(HostArray &&) = default;
  llvm::Expected<HostArray> clone() const;

  ElementType getType() const { return type; }
  llvm::ArrayRef<uint64_t> getShape() const { return shape; }
  uint64_t getNumElements() const { return numElements; }
  llvm::ArrayRef<uint8_t> getBytes() const { return {bytes.get(), numBytes}; }
  llvm::MutableArrayRef<uint8_t> getBytes() { return {bytes.get(), numBytes}; }

  /// Indices are flat and must be below getNumElements().
  uint64_t getBits(uint64_t index) const;
  void setBits(uint64_t index, uint64_t bits);

  double getDouble(uint64_t index) const;
  /// Exact for integers; a float is converted like convertToInteger(I64).
  int64_t getInteger(uint64_t index) const;
  /// Rounds like encodeFloat and convertToInteger.
  void setDouble(uint64_t index, double value);
  /// Integers wrap, floats round to nearest even.
  void setInteger(uint64_t index, int64_t value);

  /// The element for people: "0.5", "-7", "nan".
  std::string format(uint64_t index) const;

private:
  struct Free {
    void operator()(uint8_t *memory) const { std::free(memory); }
  };
  ElementType type = ElementType::I8;
  unsigned elementSize = 1;
  Shape shape;
  uint64_t numElements = 1;
  uint64_t numBytes = 1;
  std::unique_ptr<uint8_t[], Free> bytes;
};

} // namespace mlir::tile::run

#endif // TILE_RUN_HOSTARRAY_H
