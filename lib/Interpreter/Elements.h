//===- Elements.h - The value of a scalar or a tile -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array of elements of one type, in row-major order. Its shape is that of
// the type in the IR; here only the number of elements counts.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_ELEMENTS_H
#define TILE_LIB_INTERPRETER_ELEMENTS_H

#include "tile/Run/ElementType.h"

#include "mlir/IR/Types.h"

#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace mlir::tile::interp {

using run::ElementType;

/// How an element of the scalar type is kept: pointers as U64, `index` as I64,
/// an i1 as a byte of 0 or 1. None for types that no tile has.
std::optional<ElementType> getElementType(Type scalar);

/// The bound of an element that may be anything.
inline constexpr double kUnknownBound = std::numeric_limits<double>::infinity();

/// A value; cheap to copy, since copies share the elements. What shares them
/// must not be changed: only who has just created an array fills it.
class Elements {
public:
  Elements() = default;

  /// Uninitialised.
  Elements(ElementType type, uint32_t count)
      : type(type), width(run::getByteSize(type)), count(count) {
    if (count > 1)
      memory.reset(new uint8_t[size_t(count) * width]);
  }

  static Elements makeScalar(ElementType type, uint64_t bits) {
    Elements result(type, 1);
    result.setBits(0, bits);
    return result;
  }

  ElementType getType() const { return type; }
  uint32_t size() const { return count; }
  unsigned getByteWidth() const { return width; }

  template <typename T> const T *get() const {
    return reinterpret_cast<const T *>(data());
  }
  template <typename T> T *get() { return reinterpret_cast<T *>(data()); }

  const uint8_t *data() const {
    return memory ? memory.get() : reinterpret_cast<const uint8_t *>(&scalar);
  }
  uint8_t *data() {
    return memory ? memory.get() : reinterpret_cast<uint8_t *>(&scalar);
  }

  /// An element; of an array of one element, that one.
  uint64_t getBits(uint32_t index) const {
    uint64_t bits = 0;
    std::memcpy(&bits, data() + size_t(count == 1 ? 0 : index) * width, width);
    return bits;
  }
  void setBits(uint32_t index, uint64_t bits) {
    std::memcpy(data() + size_t(index) * width, &bits, width);
  }

  /// The same bits as another type of the same width.
  Elements withType(ElementType other) const {
    Elements result = *this;
    result.type = other;
    result.bounds = nullptr;
    return result;
  }

  /// Element `getSource(i)` at `i`, for each `i` below `number`.
  template <typename F> Elements gather(uint32_t number, F getSource) const;

  /// Bounds of the error of reassociated sums, one per element; null if every
  /// element is exact. Bounds.h says what they mean.
  using Bounds = std::shared_ptr<const std::vector<double>>;
  const Bounds &getBounds() const { return bounds; }
  double getBound(uint32_t index) const {
    return bounds ? (*bounds)[count == 1 ? 0 : index] : 0;
  }
  void setBounds(std::vector<double> values) {
    bounds = nullptr;
    for (double value : values)
      if (value != 0) {
        bounds = std::make_shared<const std::vector<double>>(std::move(values));
        return;
      }
  }

private:
  template <typename T, typename F>
  static void gatherTo(const T *from, T *to, uint32_t number, F getSource) {
    for (uint32_t i = 0; i < number; ++i)
      to[i] = from[getSource(i)];
  }

  ElementType type = ElementType::I1;
  uint8_t width = 1;
  uint32_t count = 0;
  /// Of one element.
  uint64_t scalar = 0;
  /// Of more.
  std::shared_ptr<uint8_t[]> memory;
  Bounds bounds;
};

template <typename F>
Elements Elements::gather(uint32_t number, F getSource) const {
  Elements result(type, number);
  switch (width) {
  case 1:
    gatherTo(get<uint8_t>(), result.get<uint8_t>(), number, getSource);
    break;
  case 2:
    gatherTo(get<uint16_t>(), result.get<uint16_t>(), number, getSource);
    break;
  case 4:
    gatherTo(get<uint32_t>(), result.get<uint32_t>(), number, getSource);
    break;
  default:
    gatherTo(get<uint64_t>(), result.get<uint64_t>(), number, getSource);
    break;
  }
  if (bounds) {
    std::vector<double> values(number);
    gatherTo(bounds->data(), values.data(), number, getSource);
    result.setBounds(std::move(values));
  }
  return result;
}

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_ELEMENTS_H
