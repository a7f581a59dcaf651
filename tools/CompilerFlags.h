//===- CompilerFlags.h - Options of a compile as flags ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags by which tools set the compiler's options: --num-warps=8, with the
// names, values and messages of tile/Compiler/NamedOptions.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_COMPILERFLAGS_H
#define TILE_TOOLS_COMPILERFLAGS_H

#include "tile/Compiler/NamedOptions.h"

#include "llvm/Support/CommandLine.h"

#include <deque>
#include <memory>

namespace mlir::tile {

/// Lives while the command line is parsed. Of a flag that is given twice the
/// last one holds, as of the tools' own; promises add up.
class CompilerFlags {
public:
  /// Registers a flag for each of these options.
  CompilerFlags(ArrayRef<StringRef> names, llvm::cl::OptionCategory &category);

  /// Sets what the command line gives, and the files of the toolkit, which it
  /// looks up, where the environment says, unless they are given.
  llvm::Error apply(CompilerOptions &options) const;

  /// The names of the options that the command line gives.
  std::vector<StringRef> getGiven() const;

private:
  using Flag = llvm::cl::list<std::string>;
  std::vector<std::unique_ptr<Flag>> flags;
  /// The flags refer to these.
  std::deque<std::string> descriptions;
};

/// The names of all options except those that a tool has flags of its own for.
std::vector<StringRef> getOptionNamesExcept(ArrayRef<StringRef> own);

/// The environment, for findToolkit.
const char *getEnvironmentVariable(const char *name);

} // namespace mlir::tile

#endif // TILE_TOOLS_COMPILERFLAGS_H
