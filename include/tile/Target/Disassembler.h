//===- Disassembler.h - From cubin to SASS ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs NVIDIA's nvdisasm or cuobjdump on a cubin. Needs no MLIR, no GPU, and
// reads no environment variable.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TARGET_DISASSEMBLER_H
#define TILE_TARGET_DISASSEMBLER_H

#include "tile/Target/Assembler.h"

#include "llvm/Support/Error.h"

namespace mlir::tile {

/// Looks up nvdisasm and then cuobjdump, each in this order: the file that
/// TILEWRIGHT_NVDISASM names, the toolkit in CUDA_HOME, PATH, the toolkits in
/// `folders`. Empty if there is none. nvdisasm comes first because it alone
/// prints source lines.
std::string
findDisassembler(llvm::function_ref<const char *(const char *)> getVariable,
                 llvm::ArrayRef<llvm::StringRef> folders = kToolkitFolders);

/// The text of all functions of a cubin, with the lines of the source where the
/// cubin has them and the tool prints them. An error if it cannot be run, or
/// fails.
llvm::Expected<std::string> disassemble(llvm::StringRef cubin,
                                        const std::string &path);

} // namespace mlir::tile

#endif // TILE_TARGET_DISASSEMBLER_H
