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

namespace mlir::tile {

class CodeGen;

/// An error at each kernel whose parameters, those that launches add included,
/// take more bytes than PTX of this version allows.
LogicalResult verifyParameters(ModuleOp module, const CodeGen &codeGen,
                               ArrayRef<KernelInfo> kernels,
                               unsigned ptxVersion);

} // namespace mlir::tile

#endif // TILE_LIB_COMPILER_PARAMETERS_H
