//===- AsmAddressing.h - What place an address of an asm is ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An address as a variable of the body, or a register, and a number of bytes
// after it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMADDRESSING_H
#define TILE_LIB_ASMCHECK_ASMADDRESSING_H

#include "AsmValues.h"

namespace mlir::tile::ptx {

struct AsmAddress {
  /// The variable, or null.
  const Declarator *variable = nullptr;
  /// Else the register that it is computed from, or -1.
  int symbol = -1;
  /// Bytes after it; none where a register decides.
  std::optional<int64_t> offset;
  /// Where a register decides: the instruction that computed the address, and
  /// the bytes after its result.
  const AsmNode *root = nullptr;
  int64_t rootOffset = 0;

  bool isKnown() const { return variable || symbol >= 0; }
  void addBytes(int64_t bytes) {
    if (offset)
      *offset += bytes;
    rootOffset += bytes;
  }
  /// Whether both are surely the same place.
  bool isSame(const AsmAddress &other) const {
    if (root || other.root)
      return root == other.root && rootOffset == other.rootOffset;
    return isKnown() && variable == other.variable && symbol == other.symbol &&
           offset && other.offset && *offset == *other.offset;
  }
};

class AsmAddressing {
public:
  AsmAddressing(const AsmGraph &graph, const AsmContext &context)
      : values(graph, context) {}

  /// Of a name or `$k` in the brackets of a node.
  AsmAddress resolve(const AsmNode &node, const Operand &operand,
                     unsigned depth = 0) const;

private:
  AsmAddress resolveWritten(const AsmNode &writer, unsigned depth) const;

  AsmValues values;
};

/// The bytes of a variable; none where that is not known, or too many.
std::optional<int64_t> getVariableSize(const Variable &variable,
                                       const Declarator &declarator);
/// What the address of a variable is a multiple of.
int64_t getVariableAlignment(const Variable &variable);

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMADDRESSING_H
