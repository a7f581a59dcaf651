//===- RemainderFunction.h - The exact remainder ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C's fmod as a function of the module, since PTX has no instruction for it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_REMAINDERFUNCTION_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_REMAINDERFUNCTION_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Finds or makes the internal function that computes x - trunc(x/y) * y for
/// f32 or f64 exactly, with the sign of x; NaN where x is infinite, y is zero
/// or one of them is NaN. Null if the module has something else of its name.
///
/// Cost: one division where |x / y| < 2^24 (f32) or 2^53 (f64), one more for
/// every further 23 or 52 bits of the quotient, so 13 or 41 at most.
LLVM::LLVMFuncOp getOrCreateRemainder(OpBuilder &builder, ModuleOp module,
                                      FloatType type);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_REMAINDERFUNCTION_H
