//===- ExactArrays.h - Arrays in exact arithmetic ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of floats as arrays of numbers of a ring, which kernels compute with
// in exact arithmetic (tile/Simulator/Float/ExactArithmetic.h). Arrays of
// integers, and of floats of 8 bits, do not change.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_EXACTARRAYS_H
#define TILE_RUN_EXACTARRAYS_H

#include "tile/Run/HostArray.h"
#include "tile/Simulator/Float/ExactArithmetic.h"

namespace mlir::tile::run {

/// Gives floats the bits of their numbers.
void encodeExact(HostArray &array);

/// The number of an element whose bits `encodeExact` or a kernel has made.
sim::exact::Number getExact(const HostArray &array, uint64_t index);

/// The numbers as floats that are integers, from -25326 to 25326: of f64 as
/// f64, of other floats as f32. `encodeExact` gives the same numbers again.
/// Other arrays are copied.
llvm::Expected<HostArray> makeExactFloats(const HostArray &array);

} // namespace mlir::tile::run

#endif // TILE_RUN_EXACTARRAYS_H
