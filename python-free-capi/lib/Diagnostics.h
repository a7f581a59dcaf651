//===- Diagnostics.h - Messages of a compile for C --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes MLIR's diagnostics apart, hands them to callbacks, and keeps them as
// text in images.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_DIAGNOSTICS_H
#define TILE_CAPI_DIAGNOSTICS_H

#include "tile-c/Compiler.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Diagnostic;
} // namespace mlir

namespace mlir::tile::capi {

/// A diagnostic that owns its strings.
struct Message {
  TileSeverity severity = TileSeverityError;
  std::string file, text;
  unsigned line = 0, column = 0;
  std::vector<Message> notes;
};

Message makeMessage(Diagnostic &diagnostic);

/// "k.mlir:3:5: error: ..."
std::string formatMessage(const Message &message);

/// Calls back, if there is a callback.
void deliver(const Message &message, const TileCompileCallbacks *callbacks);

/// As one line of JSON, and back; nothing if it is none.
std::string encodeMessage(const Message &message);
std::optional<Message> decodeMessage(llvm::StringRef text);

} // namespace mlir::tile::capi

#endif // TILE_CAPI_DIAGNOSTICS_H
