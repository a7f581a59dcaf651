//===- CachePolicy.h - What the L2 cache keeps ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_CACHEPOLICY_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_CACHEPOLICY_H

#include "AsmText.h"

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// The operand of `.L2::cache_hint`, for all bytes of an access (PTX ISA,
/// "createpolicy"). It has no effects: LLVM makes one of equal ones.
inline Value emitCachePolicy(OpBuilder &builder, Location loc,
                             EvictionPolicy policy) {
  return emitAsm(builder, loc, builder.getI64Type(), {},
                 "createpolicy.fractional.L2::" +
                     stringifyEvictionPolicy(policy) + ".b64 $0, 1.0;",
                 "=l", /*hasSideEffects=*/false)
      .getRes();
}

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_CACHEPOLICY_H
