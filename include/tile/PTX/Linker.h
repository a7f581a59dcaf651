//===- Linker.h - Several modules of PTX as one -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins modules of PTX as a linker joins objects: what one module declares with
// `.extern` is what another one defines. Needs no GPU and no MLIR.
//
//===----------------------------------------------------------------------===//
//
//   // a: .extern .func (.reg .b32 r) twice (.reg .b32 x); .entry k() { ... }
//   // b: .visible .func (.reg .b32 r) twice (.reg .b32 x) { ... }
//   std::vector<Diagnostic> errors;
//   std::optional<Module> linked = linkModules({{"a", a}, {"b", b}}, errors);
//
// - Names without a linkage belong to their module. If two modules have the
//   same name, the later module's gets `$` and the module's number appended.
// - Of definitions with `.weak` the first one stays, or the one that is not
//   weak. Of variables with `.common` the largest one stays.
// - What no module defines stays declared: `vprintf`, `malloc` and the like are
//   the system's, and `.extern .shared` arrays get their size at the launch.
// - The result has the newest version and the newest target of its parts. A
//   part for `sm_90a` joins with parts for `sm_90a` and older plain targets.
// - Sections of debug information name places of their own texts, and go. Lines
//   of sources stay.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_LINKER_H
#define TILE_PTX_LINKER_H

#include "tile/PTX/AST.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::tile::ptx {

/// A module to be linked.
struct LinkInput {
  /// For messages: "a.ptx".
  std::string name;
  Module module;
};

/// The modules as one; no value after errors, whose messages name the inputs.
[[nodiscard]] std::optional<Module>
linkModules(std::vector<LinkInput> inputs, std::vector<Diagnostic> &errors);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_LINKER_H
