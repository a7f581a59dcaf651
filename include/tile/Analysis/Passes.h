//===- Passes.h - Passes that print analyses -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration of the passes that Passes.td declares.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_PASSES_H
#define TILE_ANALYSIS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::tile {

#define GEN_PASS_DECL
#include "tile/Analysis/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tile/Analysis/Passes.h.inc"

} // namespace mlir::tile

#endif // TILE_ANALYSIS_PASSES_H
