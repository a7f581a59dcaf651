//===- ElementType.h - The types of array elements -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The element types of a kernel's arrays as the host sees them, and the exact
// conversion of their bits to and from double. Needs only LLVM's Support.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_ELEMENTTYPE_H
#define TILE_RUN_ELEMENTTYPE_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlir::tile::run {

/// Kernels know integers without sign: `I` and `U` differ only in how the host
/// prints and compares them. I1 takes a byte, 0 or 1.
enum class ElementType : uint8_t {
  F64,
  F32,
  F16,
  BF16,
  F8E4M3, ///< MLIR's f8E4M3FN: no infinity, largest value 448.
  F8E5M2,
  I64,
  I32,
  I16,
  I8,
  I1,
  U64,
  U32,
  U16,
  U8,
};
inline constexpr unsigned kNumElementTypes = 15;

/// Wide enough for every value of I64 and U64 and for their products.
using Integer = __int128;

/// "f32", "f8e4m3", "u16".
llvm::StringRef getName(ElementType type);

/// The type of a name; `f8E4M3FN`, `f8E5M2`, `e4m3` and `e5m2` are accepted
/// too.
std::optional<ElementType> parseElementType(llvm::StringRef name);

/// The names of all types for a message: "f64, f32, ...".
std::string listElementTypes();

unsigned getBitWidth(ElementType type);
/// The bytes that an element takes in memory.
unsigned getByteSize(ElementType type);
bool isFloat(ElementType type);
/// Of an integer type; I1 is unsigned.
bool isSigned(ElementType type);

/// Of a floating-point type.
const llvm::fltSemantics &getSemantics(ElementType type);
double getLargest(ElementType type);
/// The distance of two neighbouring values around `value`, at least that of the
/// subnormal numbers.
double getUlp(ElementType type, double value);

/// The range of an integer type.
Integer getMin(ElementType type);
Integer getMax(ElementType type);

/// The value of an element's bits. Exact.
double decodeFloat(ElementType type, uint64_t bits);
Integer decodeInteger(ElementType type, uint64_t bits);

/// The bits of `value` rounded to nearest even. The 8-bit types saturate, also
/// at infinity, as PTX's `cvt.rn.satfinite` does, the only one that it has.
uint64_t encodeFloat(ElementType type, double value);
/// The bits of `value` modulo 2^width.
uint64_t encodeInteger(ElementType type, Integer value);

/// `value` as an integer of the type: rounded toward zero, outside of the range
/// the nearest end, 0 for NaN; as PTX's `cvt.rzi`.
Integer convertToInteger(ElementType type, double value);

/// A value for people, with the digits that tell it from its neighbours, and
/// some more if wanted.
std::string formatFloat(ElementType type, double value,
                        unsigned numMoreDigits = 0);
std::string formatInteger(Integer value);

/// Reads a number of the type, correctly rounded, and gives its bits. Integers
/// may be decimal or, with `0x`, the bits themselves; I1 also `true` and
/// `false`; floats also `inf` and `nan`. On failure, what was expected: "a
/// number from -128 to 127".
std::optional<std::string> parseElement(ElementType type, llvm::StringRef text,
                                        uint64_t &bits);

} // namespace mlir::tile::run

#endif // TILE_RUN_ELEMENTTYPE_H
