//===- AutoChoice.h - What the compiler or a user decides -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_AUTOCHOICE_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_AUTOCHOICE_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir::tilegpu {

/// Where something is done: where it gains; wherever it can be; or nowhere.
enum class AutoChoice { Auto, Always, Never };

/// The names of the cases, in order.
inline constexpr llvm::StringLiteral kAutoChoiceNames[] = {"auto", "true",
                                                           "false"};

/// The case of a name; nothing if it is none of them.
std::optional<AutoChoice> parseAutoChoice(llvm::StringRef text);
llvm::StringRef stringifyAutoChoice(AutoChoice choice);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_AUTOCHOICE_H
