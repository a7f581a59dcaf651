//===- ToolSetup.h - What each tool does first ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TOOLSETUP_H
#define TILE_TOOLS_TOOLSETUP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::tile {

/// What --version says; no colours where the environment has a NO_COLOR that is
/// not empty (https://no-color.org).
void setUpTool();

/// Leaves the options that exist so far, from LLVM's libraries, out of
/// `--help`; `--help-hidden` has them.
void hideLibraryOptions();

/// An error if a tool without arguments would wait for input from the keyboard:
/// its standard input is a terminal. It says what to type instead.
llvm::Error refuseTerminal(int argc, llvm::StringRef example);

/// An error where the input is Python: a program that makes TTIR is no TTIR.
llvm::Error refusePython(llvm::MemoryBufferRef input);

} // namespace mlir::tile

#endif // TILE_TOOLS_TOOLSETUP_H
