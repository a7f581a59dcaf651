//===- NamedOptions.h - Compiler options by name ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of a compile as names and texts, for command lines, the C API and
// cache keys.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_NAMEDOPTIONS_H
#define TILE_COMPILER_NAMEDOPTIONS_H

#include "tile/Compiler/Compiler.h"
#include "tile/Support/Status.h"

namespace mlir::tile {

/// What an option decides about a stage's passes, which a session builds once
/// and uses again.
enum class OptionUse {
  /// Which they are, or options of theirs: the named pipelines take it, too.
  Passes,
  /// The same, of the first stage alone.
  FirstPasses,
  /// How they are run.
  Run,
  /// Nothing: it is read at each compile.
  Compile,
  /// Nothing, and nothing about the result either: it is in no key.
  Speed,
};

struct NamedOption {
  /// The flag without its dashes.
  StringLiteral name;
  StringLiteral description;
  /// The value as text that `set` takes.
  std::string (*get)(const CompilerOptions &options);
  /// Fails with what was expected, for a sentence that ends in ", found ...".
  bool (*set)(CompilerOptions &options, StringRef value);
  /// What `set` takes: "1, 2, 4, 8, 16 or 32".
  StringLiteral expected;
  /// Where nothing is said, the option is in the session's key.
  OptionUse use = OptionUse::Passes;

  /// Whether it is on or off, so that its name alone can stand for "true".
  bool isSwitch() const;
};

/// All of them, in the order in which help texts list them.
ArrayRef<NamedOption> getNamedOptions();

/// Sets an option from text; a list gets longer. InvalidArgument says what was
/// expected and found; NotFound lists the names.
llvm::Error setOption(CompilerOptions &options, StringRef name,
                      StringRef value);

/// Every option's name and value, for keys: equal texts compile alike.
std::string describeOptions(const CompilerOptions &options);

/// The same of the options that decide about the passes of a stage: for equal
/// texts, the passes of a session can be used again.
std::string describePassOptions(const CompilerOptions &options, Stage stage);

} // namespace mlir::tile

#endif // TILE_COMPILER_NAMEDOPTIONS_H
