//===- AsmElements.h - Elements of a group, computed alike -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements make a group of an inline asm is unspecified. So an element of
// the result must not depend on the place in the group that it has. Here the
// body runs on elements, and on the same elements one place further on.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_ASMELEMENTS_H
#define TILE_SIMULATOR_ASMELEMENTS_H

#include "tile/AsmCheck/AnalyzedAsm.h"

namespace mlir::tile::sim {

/// A warning where an element of a result differs by its place. Nothing of a
/// body with effects, without groups, or that does not run to its end. The
/// body was analyzed and has no findings.
std::optional<ptx::Finding>
compareAsmElements(const ptx::AsmBody &body, const ptx::AsmContext &context,
                   const ptx::AnalyzedAsm &analyzed);

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_ASMELEMENTS_H
