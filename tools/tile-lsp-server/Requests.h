//===- Requests.h - What the server answers next to MLIR's --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's language server knows no hook for hovers, completions and the like. So
// messages pass here before they come to it, and those that this file can
// answer better do not get there.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_REQUESTS_H
#define TILE_TOOLS_TILELSPSERVER_REQUESTS_H

namespace mlir::tile {

/// Replaces the C library's `stdin` until the process ends. The command line
/// says how messages are framed. The same for the standard output. False, after
/// a message, if there is no memory for it.
bool interceptRequests(int argc, char **argv);

/// Sends what the server wrote last.
void endRequests();

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_REQUESTS_H
