//===- Passes.h - Passes that set up a compile ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration of the passes that Passes.td declares, and the
// functions that do their work.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_PASSES_H
#define TILE_COMPILER_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::tile {

struct CompilerOptions;

/// What is compiled for where neither options nor module say it, and the least
/// warps of a program then.
inline constexpr StringLiteral kDefaultTarget = "sm_90a";
inline constexpr unsigned kDefaultNumWarps = 4;

#define GEN_PASS_DECL
#include "tile/Compiler/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tile/Compiler/Passes.h.inc"

/// Completes `tile.target` as the pass's description says. `changed` tells
/// whether the attribute is another one now. Fails after an error.
LogicalResult setTarget(ModuleOp module, StringRef target, unsigned numWarps,
                        unsigned ptxVersion, bool *changed = nullptr,
                        bool showRemarks = false);

/// How many warps the programs of a module without layouts get where nothing
/// says a number: kDefaultNumWarps, or 8 or 16 where its tiles need more
/// registers than so many warps have. With `showRemarks` a remark says so.
unsigned chooseNumWarps(ModuleOp module, bool showRemarks = false);

/// The pass with the kernel and the assumptions of the options.
std::unique_ptr<Pass>
createSpecializeKernelsPass(const CompilerOptions &options);

/// Sets `tile.programs_per_cta` as the description of tile-group-programs says;
/// with 0 programs it stays as it is. `changed` tells whether the number is
/// another one now. Fails after an error.
LogicalResult groupPrograms(ModuleOp module, unsigned programs,
                            bool *changed = nullptr);

/// How many programs a CTA gets if no option and no attribute sets a number;
/// measured on an H200, where 2 and 8 are slower.
inline constexpr unsigned kChosenProgramsPerCTA = 4;

/// How many programs of this module, which has layouts, shared memory and
/// barriers, should share a CTA: kChosenProgramsPerCTA or 1. The description of
/// tile-choose-programs-per-cta has the rules. A remark says what stands in the
/// way of kernels that would gain.
unsigned chooseProgramsPerCTA(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_COMPILER_PASSES_H
