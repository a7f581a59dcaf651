//===- KernelImage.h - Compiled kernels as one value ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compile makes and a launch needs: each stage's text or bytes that was
// kept, and what is known of the kernels. Can be written to bytes and read
// back.
//
//===----------------------------------------------------------------------===//
//
// As bytes an image is
//
//   "TILEIMG1"                       8 bytes
//   size of the header               8 bytes, little endian
//   header                           JSON: "version", "target", "kernels", ...,
//                                    and "stages": name, offset, size
//   the stages' contents             at the offsets, from the header's end;
//                                    one after the other, no gaps
//   SHA-256 of all before it         32 bytes
//
// A reader refuses what it does not know whole: another magic, a newer version,
// sizes that do not add up, a wrong checksum, fields of another type. It reads
// older versions: in those before 2 no kernel needs dynamic shared memory, in
// those before 3 each CTA has one program, and in those before 4 no kernel has
// an entry for tensor maps.
//
// What does not come back as it was: strings in the header that are not UTF-8
// (U+FFFD replaces what is wrong), and times below a nanosecond.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMAGE_KERNELIMAGE_H
#define TILE_IMAGE_KERNELIMAGE_H

#include "tile/Image/KernelInfo.h"

#include "llvm/Support/Error.h"

#include <array>

namespace mlir::tile {

struct KernelImage {
  /// "sm_90a".
  std::string target;
  unsigned numWarps = 0;
  std::vector<KernelInfo> kernels;
  /// What was kept of each stage, PTX always if the compile got there. An empty
  /// string: not kept, or not reached.
  std::array<std::string, kNumStages> stages;
  /// How long each step of the compile took; an image from a cache has the
  /// times of the compile that made it.
  std::vector<StageTime> times;
  /// Warnings and remarks of the compile, as text with their locations. One
  /// that comes from a cache still has them.
  std::vector<std::string> messages;

  llvm::StringRef getStage(Stage stage) const {
    return stages[static_cast<unsigned>(stage)];
  }
  /// By symbol or PTX name; null if there is none. An empty name finds the only
  /// kernel there is.
  const KernelInfo *findKernel(llvm::StringRef name) const;
};

/// The image as bytes; equal images give equal bytes.
std::string serialize(const KernelImage &image);

/// Reads what `serialize` made. Fails with CorruptData; never crashes on any
/// input, nor takes memory in proportion to more than its size.
llvm::Expected<KernelImage> deserialize(llvm::StringRef bytes);

/// The header alone: target, kernels with their arguments, sizes; as JSON that
/// other programs may read. `pretty` breaks lines.
std::string getMetadataAsJSON(const KernelImage &image, bool pretty = true);

} // namespace mlir::tile

#endif // TILE_IMAGE_KERNELIMAGE_H
