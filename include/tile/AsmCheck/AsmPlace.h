//===- AsmPlace.h - Places in an inline asm, for messages -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every message about a place in an asm begins and ends in the same way:
//
//   in the asm, line 2, column 9: expected ...
//       add.f32 t, $1, $1;
//               ^
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ASMCHECK_ASMPLACE_H
#define TILE_ASMCHECK_ASMPLACE_H

#include "tile/PTX/Lexer.h"

namespace mlir::tile::ptx {

/// The place of a byte of the text.
Location locateByte(llvm::StringRef text, size_t offset);

/// "in the asm, line 2, column 9: ".
std::string describePlace(Location location);

/// A line break, the line of the text, and a caret under the place. Of a long
/// line the part around the place.
std::string showPlace(llvm::StringRef text, Location location);

} // namespace mlir::tile::ptx

#endif // TILE_ASMCHECK_ASMPLACE_H
