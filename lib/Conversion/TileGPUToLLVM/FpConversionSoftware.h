//===- FpConversionSoftware.h - 8-bit floats without cvt --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from and to 8-bit floats by integer arithmetic, for targets that
// have no instruction for them and for the rounding modes that have none.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_FPCONVERSIONSOFTWARE_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_FPCONVERSIONSOFTWARE_H

#include "BitBuilder.h"

namespace mlir::tile {

/// Narrows `value`, an f16 or f32, to the 8-bit type `type`; returns the bits
/// as an i8. Rounds to nearest even, or toward zero where `towardZero`;
/// saturates to the largest finite value; NaN becomes 0x7f. Branch-free.
///
/// Bit for bit what `cvt.rn.satfinite` gives (PTX ISA, "cvt").
Value narrowToFloat8(const BitBuilder &b, Value value, FloatType type,
                     bool towardZero);

/// Widens two 8-bit floats of type `type`, given as i8, to a vector of two f16.
/// Exact; NaN becomes 0x7fff. Branch-free.
///
/// Bit for bit what `cvt.rn.f16x2` gives (PTX ISA, "cvt").
Value widenFloat8Pair(const BitBuilder &b, Value first, Value second,
                      FloatType type);

/// Rounds an f64 to an f32 to odd: an inexact result gets a last bit of 1. A
/// second rounding to a type with at most 22 bits of significand then gives the
/// same as rounding the f64 at once (Boldo and Melquiond, "When double rounding
/// is odd", 2005).
Value roundToOdd(const BitBuilder &b, Value value);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_FPCONVERSIONSOFTWARE_H
