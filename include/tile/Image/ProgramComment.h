//===- ProgramComment.h - Programs per CTA, as PTX says it ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comments at the end of PTX, from which tools that get the text alone know how
// its kernels are launched:
//
//   // kernel k: 4 programs per CTA, the last parameter is their number
//   // kernel k_tensor_maps: with tensor maps, the other entry of k
//
// and after the last line's text, if the entry is persistent:
//
//   ..., persistent, the last parameters are the programs along x, y and z
//
// or, if launches fill up clusters:
//
//   ..., in whole clusters, the last parameter is the programs along x
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMAGE_PROGRAMCOMMENT_H
#define TILE_IMAGE_PROGRAMCOMMENT_H

#include "tile/Image/KernelInfo.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::tile {

/// A line for each kernel whose programs share CTAs, and for each second entry
/// of a kernel.
std::string writeProgramComments(llvm::ArrayRef<KernelInfo> kernels);

/// What the last such line of the text says of an entry; 1 if none does.
unsigned readProgramComment(llvm::StringRef ptx, llvm::StringRef entry);

/// Whether such a line says that the entry is the second one of a kernel, for
/// launches that make tensor maps.
bool isTensorMapEntry(llvm::StringRef ptx, llvm::StringRef entry);

} // namespace mlir::tile

#endif // TILE_IMAGE_PROGRAMCOMMENT_H
