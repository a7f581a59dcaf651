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

/// "k.mlir:3:5: error: ...\n", and a line for each note.
std::string formatWithNotes(const Message &message);

/// The same of the thread's last error.
std::string formatLastError();

/// Makes the text that tileGetLastCompileLog returns on this thread.
void setCompileLog(std::string log);
/// The same for a compile that failed without a diagnostic: its log is the
/// thread's last error. Returns the status.
TileStatus failCompile(TileStatus status);

/// As one line of JSON, and back; nothing if it is none.
std::string encodeMessage(const Message &message);
std::optional<Message> decodeMessage(llvm::StringRef text);

} // namespace mlir::tile::capi

#endif // TILE_CAPI_DIAGNOSTICS_H
