//===- FatBinary.h - The PTX in fat binaries --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nvcc and fatbinary put PTX and machine code into. The simulator takes
// the PTX, as a driver does that finds no machine code for its GPU.
//
//===----------------------------------------------------------------------===//
//
// A fat binary is a header of 16 bytes and entries with a header each, of PTX
// or machine code for one target, that may be compressed by LZ4 (CUDA 11 and
// 12) or zstd (CUDA 13). The CUDA toolkit does not describe this: it is what
// files of CUDA 11 to 13 look like.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_FATBINARY_H
#define TILE_RUNTIME_FATBINARY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tile::runtime {

inline constexpr uint32_t kFatBinaryMagic = 0xBA55ED50;

/// Bytes of the header.
inline constexpr size_t kFatBinaryHeader = 16;
/// How many bytes the fat binary has that begins with this header.
uint64_t getFatBinarySize(const void *header);

/// Of the PTX that a GPU of the compute capability (90 for 9.0) can run, the
/// newest. CorruptData if an entry is damaged, or ends after the bytes.
/// Unsupported, with what there is, if no PTX fits.
llvm::Expected<std::string> findPTX(llvm::StringRef fatBinary,
                                    unsigned capability);

} // namespace mlir::tile::runtime

#endif // TILE_RUNTIME_FATBINARY_H
