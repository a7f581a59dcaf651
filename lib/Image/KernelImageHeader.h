//===- KernelImageHeader.h - What an image says in JSON ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON header of a serialised kernel image: all of the image except the
// contents of its stages; it says where they are.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMAGE_KERNELIMAGEHEADER_H
#define TILE_LIB_IMAGE_KERNELIMAGEHEADER_H

#include "tile/Image/KernelImage.h"

namespace mlir::tile::detail {

/// The format's version, and the oldest that a reader knows:
///   1   kernels have no "dynamicSharedMemory", and need none
///   2   they have it, but no "programsPerCTA": each CTA has one program
///   3   they have both, and no "tensorMapEntry"
///   4   they may have one, without "numThreads": as many as the kernel
///   5   it says how many, and no "isPersistent": it is not
///   6   it says that, too, and dimensions have no "origin": it is 0
///   7   they have it, and entries no "split" and no clusters
///   8   entries may have these
inline constexpr unsigned kVersion = 8;
inline constexpr unsigned kOldestVersion = 1;

/// Where a stage's contents are, in bytes from the end of the header.
struct StagePlace {
  Stage stage;
  uint64_t offset = 0, size = 0;
};

/// One line, or with `pretty` many. Equal images give equal text, whatever the
/// locale. Strings that are not UTF-8 get U+FFFD in place of what is wrong.
std::string writeHeader(const KernelImage &image, bool pretty);

/// Reads what `writeHeader` made, from any text. Each stage is named at most
/// once in `places`; whether these fit the contents is not checked. False, with
/// the reason in `problem`, if it is anything else.
bool readHeader(llvm::StringRef text, KernelImage &image,
                std::vector<StagePlace> &places, std::string &problem);

} // namespace mlir::tile::detail

#endif // TILE_LIB_IMAGE_KERNELIMAGEHEADER_H
