//===- KernelFacts.h - What a launch needs to know --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From lowered modules to KernelInfo, and the limits of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_COMPILER_KERNELFACTS_H
#define TILE_LIB_COMPILER_KERNELFACTS_H

#include "tile/Image/KernelInfo.h"

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Function;
}

namespace mlir::tile {

class CodeGen;

/// An error at each kernel whose parameters, those that launches add included,
/// take more bytes than PTX of this version allows.
LogicalResult verifyParameters(ModuleOp module, const CodeGen &codeGen,
                               ArrayRef<KernelInfo> kernels,
                               unsigned ptxVersion);

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

/// Sets the second entry of each kernel that has one in a module with layouts:
/// its symbol, maps and conditions.
void readTensorMapEntries(ModuleOp module, MutableArrayRef<KernelInfo> kernels);

} // namespace mlir::tile

#endif // TILE_LIB_COMPILER_KERNELFACTS_H
