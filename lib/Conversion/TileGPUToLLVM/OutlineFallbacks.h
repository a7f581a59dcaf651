//===- OutlineFallbacks.h - Fallbacks as functions --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fallback that is used is copied for each element, or group of elements, of
// a thread. A long fallback becomes a function before that, and the copies are
// calls of it.
//
//===----------------------------------------------------------------------===//
//
//   %r = tile.elementwise_inline_asm "..." {..., use_fallback} %x fallback (%a)
//   {
//     %i = tile.call @__tile_fallback_0(%a)
//     tile.asm.return %i
//   }
//   tile.func private @__tile_fallback_0(%a) attributes {tile_fallback} { ... }
//
// Asms with equal fallbacks, of all kernels of the module, share a function. So
// it is lowered once, and LLVM simplifies it once, loops unrolled, before it
// inlines it everywhere (Optimize.cpp). That halves the compile time of a
// kernel with 48 copies of a loop of 25 operations.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_OUTLINEFALLBACKS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_OUTLINEFALLBACKS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Makes functions of the long fallbacks that are used and have no effects on
/// memory.
void outlineFallbacks(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_OUTLINEFALLBACKS_H
