//===- SharedMemory.h - What kernels take of shared memory ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From lowered modules to the sizes in KernelInfo, and their limit.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_COMPILER_SHAREDMEMORY_H
#define TILE_LIB_COMPILER_SHAREDMEMORY_H

#include "tile/Image/KernelInfo.h"

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Function;
}

namespace mlir::tile {

struct TargetInfo;

/// Sets the bytes of dynamic shared memory of each kernel: what
/// `tile.dynamic_shared_memory` says at its function in the llvm dialect.
void readDynamicSharedMemory(ModuleOp module,
                             MutableArrayRef<KernelInfo> kernels);

/// Bytes of the shared memory with a size that a kernel can reach: what it
/// names, and what the functions and variables name that it can reach.
uint64_t getStaticSharedMemory(const llvm::Function &kernel);

/// An error at each kernel that needs more shared memory than a CTA of the
/// target can have.
LogicalResult verifySharedMemory(ModuleOp module, const TargetInfo &target,
                                 ArrayRef<KernelInfo> kernels);

} // namespace mlir::tile

#endif // TILE_LIB_COMPILER_SHAREDMEMORY_H
