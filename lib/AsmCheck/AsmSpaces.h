//===- AsmSpaces.h - Where the addresses of an asm come from ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows pointers, and variables of the body, through what addresses are
// computed by: mov, cvta, cvt, add, sub and mad. A register has an origin where
// all that writes it has the same one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMSPACES_H
#define TILE_LIB_ASMCHECK_ASMSPACES_H

#include "AsmValues.h"

namespace mlir::tile::ptx {

/// What an address was computed from.
struct AsmOrigin {
  enum Kind {
    /// Nothing yet.
    None,
    /// An operand that is a pointer.
    Pointer,
    /// A variable that the body declares.
    Own,
    /// What `mapa` gave: shared memory of another CTA of the cluster.
    Remote,
    Unknown,
  };
  Kind kind = None;
  /// Of a Pointer or a variable: "global", "shared".
  llvm::StringRef space = {};
  /// Of a Pointer: its `$k`.
  unsigned placeholder = 0;
  /// Of a Pointer: what all that it may come from point to; "" if that is not
  /// the same, or not known.
  llvm::StringRef pointee = {};
  unsigned pointeeBits = 0;
  /// Of a variable: a cvta made a generic address of it.
  bool isGeneric = false;
  /// A `cvt` to 32 bits left out the upper ones.
  bool isCut = false;

  bool isSame(const AsmOrigin &other) const {
    return kind == other.kind && space == other.space &&
           isGeneric == other.isGeneric && isCut == other.isCut;
  }
};

/// The origins of registers in a body; works where it is asked first.
class AsmOrigins {
public:
  AsmOrigins(const AsmGraph &graph, const AsmContext &context)
      : graph(graph), context(context), values(graph, context) {}

  /// Of what stands at a place in an instruction.
  AsmOrigin get(const AsmNode &node, const Operand &operand) const;
  /// Whether all addresses of the instruction are addresses of the body's
  /// variables, in one space if that is not "".
  bool areAllOwn(const AsmNode &node, llvm::StringRef space = "") const;

private:
  void solve() const;
  AsmOrigin lookup(const AsmNode &node, const Operand &operand) const;
  AsmOrigin follow(const AsmNode &node, const Operand &operand,
                   unsigned depth) const;
  /// What an operand of an instruction comes from.
  using Lookup =
      llvm::function_ref<AsmOrigin(const AsmNode &, const Operand &)>;
  AsmOrigin compute(const AsmNode &node, Lookup find) const;
  AsmOrigin getArithmeticOrigin(const AsmNode &node, Lookup find) const;

  const AsmGraph &graph;
  const AsmContext &context;
  AsmValues values;
  mutable bool isSolved = false;
  mutable std::vector<AsmOrigin> origins;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMSPACES_H
