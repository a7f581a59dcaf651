//===- Parameters.h - What kernels take of parameter memory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The limit on a kernel's parameters, which the driver and ptxas have.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_COMPILER_PARAMETERS_H
#define TILE_LIB_COMPILER_PARAMETERS_H

#include "tile/Image/KernelInfo.h"

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Module;
}

namespace mlir::tile {

/// An error at each kernel whose parameters, those that launches add included,
/// take more bytes than PTX of this version allows. `translated` has the
/// kernels by their PTX names.
LogicalResult verifyParameters(ModuleOp module, const llvm::Module &translated,
                               ArrayRef<KernelInfo> kernels,
                               unsigned ptxVersion);

} // namespace mlir::tile

#endif // TILE_LIB_COMPILER_PARAMETERS_H
