//===- TTIRNames.h - The vocabulary of TTIR ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which names TTIR has, what they become, and how to say that one of them is
// not supported. Shared by the parser hooks and the conversion.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_TTIRNAMES_H
#define TILE_LIB_IMPORT_TTIRNAMES_H

#include "mlir/IR/OperationSupport.h"

#include <optional>
#include <string>

namespace mlir::tile {

/// The namespaces of Triton's dialects: TTIR, and the later stage TTGIR with
/// its part for NVIDIA's GPUs.
inline constexpr StringLiteral kTTNamespace = "tt";
inline constexpr StringLiteral kTTGNamespace = "ttg";
inline constexpr StringLiteral kTTNGNamespace = "ttng";

/// The versions of Triton whose TTIR is known.
inline constexpr StringLiteral kTritonVersions = "Triton 3.3 to 3.9";

/// Stands for an operation that the parser has reported.
inline constexpr StringLiteral kUnsupportedName = "tt.unsupported";

/// The operation that is read as `tt.x`, with its syntax: that of the tile
/// dialect, or for an older name the one of the dialect `tt`. Null if there is
/// none, and for operations of `tt` under their own name. Both dialects must be
/// loaded.
std::optional<RegisteredOperationName> getTileOperation(StringRef ttName,
                                                        MLIRContext *context);

/// Whether `name` ends the body of a TTIR operation that has one, as
/// `tt.reduce.return` does.
bool isBodyTerminator(StringRef name);

/// Whether Triton has an operation `name` (TTIROperations.h).
bool isTritonOperation(StringRef name);

/// Why the importer takes no operation `name`: it is not supported yet, unknown
/// to all versions of Triton so far, or from a later stage.
std::string explainUnsupported(StringRef name);

/// What becomes of a discardable attribute `tt.x`.
enum class AttributeFate {
  Rename,     ///< It becomes `tile.x`.
  KeepOnLoop, ///< On a loop it becomes `tile.x`; elsewhere it is dropped.
  Unroll,     ///< The loop is unrolled.
  Drop,       ///< The compiler has no use for it.
  Reject,     ///< It changes what a program means, and is not supported yet.
  Unknown,    ///< No version of Triton so far has an attribute of this name.
};
AttributeFate getAttributeFate(StringRef name);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_TTIRNAMES_H
