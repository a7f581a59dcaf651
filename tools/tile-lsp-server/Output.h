//===- Output.h - What MLIR's server writes ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's server writes its messages to the standard output, and knows no hook
// for them. Here a file in memory replaces that output; what is in it
// goes on, changed where a function says so, each time that the server has
// answered a message. It does so on the thread that reads the next one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_OUTPUT_H
#define TILE_TOOLS_TILELSPSERVER_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::tile {

class Output {
public:
  explicit Output(bool isPretty) : isPretty(isPretty) {}

  /// Replaces the standard output, once; false if the system has no memory for
  /// it.
  bool intercept();

  /// Sends what was written since the last time. `change` gets each message;
  /// true if it changed it.
  void flush(llvm::function_ref<bool(llvm::json::Object &)> change);

  /// Sends a message that is as the editor shall have it.
  void sendMessage(llvm::StringRef message);

private:
  void send(llvm::StringRef bytes);

  bool isPretty;
  int memory = -1; ///< what the server writes to
  int real = -1;   ///< what was the standard output
};

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_OUTPUT_H
