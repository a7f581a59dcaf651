//===- Fix.h - Changes that put a finding right -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of an inline asm say in words what would be right. Where that is one
// change of the text, they give the change, too, as data that an editor can
// apply. A finding that could mean several things has several fixes.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_FIX_H
#define TILE_PTX_FIX_H

#include "tile/PTX/AST.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::tile::ptx {

/// A piece of the body, and what takes its place.
struct BodyEdit {
  size_t offset;      ///< of its first byte in the body
  std::string before; ///< what must stand there, or the edit does not apply
  std::string after;
};

struct Fix {
  /// What an editor offers: "write 'tanh.approx.f32'".
  std::string title;
  std::vector<BodyEdit> edits;
  /// The letter that the constraint of a `$k` becomes.
  std::vector<std::pair<unsigned, char>> constraints;
  /// Sets `pure = false`.
  bool makesImpure = false;
  /// Sets `scope = thread`.
  bool setsThreadScope = false;
  /// Leaves out the scope.
  bool dropsScope = false;

  /// "write 'after'": the piece at `location` that is `before`.
  static Fix replace(Location location, llvm::StringRef before,
                     llvm::StringRef after);
  /// The same of the name of an instruction.
  static Fix rename(const Instruction &instruction, llvm::StringRef mnemonic);
  /// "use constraint 'l' for $1".
  static Fix setConstraint(unsigned number, char letter);
  /// "set pure = false".
  static Fix makeImpure();
  /// "leave out the scope".
  static Fix dropScope();
  /// "set scope = thread", and `pure = false` for an asm that is pure.
  static Fix setThreadScope(bool isPure);
};

/// An operand as it is written, where that is a name or a `$k`, with its
/// component; "" of others.
std::string spellName(const Operand &operand);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_FIX_H
