//===- UnknownNames.h - Names that nothing declares ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the author of an asm may have meant by a name that is not a register:
// the `%0` of GCC and CUDA, a special register without its '%', a misspelt
// name.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_UNKNOWNNAMES_H
#define TILE_LIB_ASMCHECK_UNKNOWNNAMES_H

#include "tile/PTX/Fix.h"
#include "tile/PTX/RegisterScopes.h"

namespace mlir::tile::ptx {

struct UnknownName {
  std::string message;
  /// "write $0"; empty if nothing is near.
  std::string hint;
  std::vector<Fix> fixes = {};
};

/// `registers` are those that are declared where the name stands; the asm has
/// `$0` to `$numOperands - 1`.
UnknownName explainUnknownName(const Operand &operand, unsigned numOperands,
                               const RegisterScopes &registers);

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_UNKNOWNNAMES_H
