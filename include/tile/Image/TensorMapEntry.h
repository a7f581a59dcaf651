//===- TensorMapEntry.h - Checks what is known of a second entry -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a launch can compute what a TensorMapEntry says, for readers of
// images and for devices.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMAGE_TENSORMAPENTRY_H
#define TILE_IMAGE_TENSORMAPENTRY_H

#include "tile/Image/KernelInfo.h"

namespace mlir::tile {

inline constexpr unsigned kMaxTensorMaps = 16, kMaxTensorMapDims = 5;
/// Bytes of an encoded map, and of the kernel's parameter.
inline constexpr unsigned kTensorMapBytes = 128;
/// The most programs of a launch of a persistent entry, which counts them and
/// its CTAs in 32 bits with a sign.
inline constexpr unsigned kMaxPersistentPrograms = 1u << 30;
/// Of a persistent entry, after its maps: the programs along x, y and z.
inline constexpr unsigned kNumPersistentParameters = 3;

/// The numbers of programs, along x first, that an entry has as parameters
/// after its maps.
unsigned countGridParameters(const TensorMapEntry &entry);

/// What is wrong with `kernel.tensorMapEntry`: "expected ..., found ..."; empty
/// if nothing is, or if the kernel has none. Numbers of arguments, which must
/// be integers of 1, 2, 4 or 8 bytes in sums and pointers as tensors; the
/// numbers of maps and dimensions, boxes and swizzles; clusters of 1, 2, 4 or 8
/// CTAs; a name of its own; and CTAs of one program.
std::string findTensorMapProblem(const KernelInfo &kernel);

} // namespace mlir::tile

#endif // TILE_IMAGE_TENSORMAPENTRY_H
