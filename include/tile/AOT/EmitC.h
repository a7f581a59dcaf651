//===- EmitC.h - Kernels as C source ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns compiled kernels into a header and a source that a C or C++ program
// compiles in: the code for some GPUs as data, and a function that launches
// each kernel through the CUDA driver.
//
//===----------------------------------------------------------------------===//
//
// What is made of "add" with a kernel `vector_add(!tile.ptr<f32>, i32)`:
//
//   add.h   AddStatus add_vector_add(uint32_t gridX, uint32_t gridY,
//                                    uint32_t gridZ, void *stream,
//                                    const void *x, int32_t n);
//           AddStatus add_load(void);
//           const char *add_error(void);
//           void add_unload(void);
//   add.c   their code, and the cubins and PTX
//
// The same images and name give the same text: it holds no date and no path.
//
// Names. The name is the prefix of the functions, and in camel case that of the
// types: "my_add" gives MyAddStatus. A kernel's function is the prefix, "_" and
// the kernel's symbol, in which '_' stands for each character that C does not
// allow. Where that is taken ("load", "error" and "unload" are), "_2", "_3" and
// so on follow, in the order of the kernels. Parameters are called as the
// kernel's arguments by the same rule; "_" follows those that C or C++ keeps
// for itself, "arg" precedes those that begin with a digit or '_'.
//
// Shared memory. The loader asks the driver for what a kernel of the chosen
// code needs above 48 KiB, and each launch gives its dynamic bytes
// (KernelInfo::dynamicSharedMemory), which may differ between the images.
//
// Which code a GPU gets: see EmitC.cpp, which orders it, and the loader's
// `Fits` in LoaderText.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_AOT_EMITC_H
#define TILE_AOT_EMITC_H

#include "tile/Image/KernelImage.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::tile {

/// A pair of texts that belong together.
struct CSources {
  std::string header, source;
};

/// Makes the pair from images of the same kernels for different targets, each
/// with PTX or a cubin or both. `name` is a C identifier; the source includes
/// "<name>.h". Fails with InvalidArgument where the images do not agree, with
/// Unsupported for an argument that C has no type for.
llvm::Expected<CSources> emitC(llvm::ArrayRef<const KernelImage *> images,
                               llvm::StringRef name);

/// The same into "<prefix>.h" and "<prefix>.c"; what follows the last '/' of
/// the prefix is the name. Both files are whole, or as they were before; then
/// with IOError.
llvm::Error writeC(llvm::ArrayRef<const KernelImage *> images,
                   llvm::StringRef prefix);

} // namespace mlir::tile

#endif // TILE_AOT_EMITC_H
