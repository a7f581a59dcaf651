//===- AsmPrograms.h - Inline asm that needs a CTA of its own ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether an inline asm means the same where several programs share a CTA.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ASMCHECK_ASMPROGRAMS_H
#define TILE_ASMCHECK_ASMPROGRAMS_H

#include "tile/PTX/AST.h"

#include <optional>
#include <string>

namespace mlir::tile::ptx {

/// What an asm names of its CTA.
struct CTAUse {
  Location location;
  /// For a sentence: "the barrier 'bar.sync'", "'%ctaid.x'".
  std::string what;
};

/// The first part of a body that another program in the same CTA would disturb,
/// or that says something else there: what several warps do together, shared
/// memory, registers such as %ctaid.x, and what is not in the instruction
/// table. None if all of it is a matter of each thread or warp.
std::optional<CTAUse> findCTAUse(const AsmBody &body);

} // namespace mlir::tile::ptx

#endif // TILE_ASMCHECK_ASMPROGRAMS_H
