//===- OperationHelp.h - Descriptions of operations for editors -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sections of docs/reference about operations, which are in the server.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_OPERATIONHELP_H
#define TILE_TOOLS_TILELSPSERVER_OPERATIONHELP_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::tile {

/// Markdown about an operation of the dialects tile and tilegpu, or about one
/// of Triton's tt that has a namesake in tile; "" of other names.
std::string describeOperation(llvm::StringRef name);

/// Markdown about a type or attribute, "!tile.ptr" or "#tile.blocked"; of
/// Triton's "!tt.ptr" as of its namesake; "" of other names.
std::string describeTypeOrAttribute(llvm::StringRef name);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_OPERATIONHELP_H
