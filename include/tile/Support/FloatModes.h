//===- FloatModes.h - The host's floating-point modes -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that calls the library may round otherwise than to nearest, flush
// denormal numbers, or end at floating-point exceptions. What folds constants
// or simulates arithmetic needs the usual modes.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SUPPORT_FLOATMODES_H
#define TILE_SUPPORT_FLOATMODES_H

#include <cfenv>

namespace mlir::tile {

/// The usual modes of IEEE 754 on this thread, and on those that it makes, as
/// long as the object lives; then all is as before, exception flags too. About
/// 50 ns.
class UsualFloatModes {
public:
  UsualFloatModes() {
    std::fegetenv(&saved);
    std::fesetenv(FE_DFL_ENV);
  }
  ~UsualFloatModes() { std::fesetenv(&saved); }
  UsualFloatModes(const UsualFloatModes &) = delete;
  UsualFloatModes &operator=(const UsualFloatModes &) = delete;

private:
  std::fenv_t saved;
};

} // namespace mlir::tile

#endif // TILE_SUPPORT_FLOATMODES_H
