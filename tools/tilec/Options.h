//===- Options.h - The command line of tilec --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command line asks for, as plain values.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILEC_OPTIONS_H
#define TILE_TOOLS_TILEC_OPTIONS_H

#include "tile/Compiler/Compiler.h"

#include <string>
#include <variant>
#include <vector>

namespace mlir::tile {

struct CommandLine {
  std::string input = "-", output = "-", dumpDir;
  Stage stage = Stage::PTX;
  /// The output is C: a header and a source with the code of that stage.
  bool emitC = false;
  /// At least one, and one alone unless for C. Empty: what the module says.
  std::vector<std::string> targets;
  /// Where the report goes; empty: none.
  std::string report;
  /// Nothing but the report is asked for: no output, stage, time or resources.
  bool isOnlyReport = false;
  /// The last stage goes to `output`; false where a report takes its place.
  bool writesOutput = true;
  /// The passes go to `output`, and nothing is compiled.
  bool printPipeline = false;
  bool time = false;
  bool resources = false;
  CompilerOptions compiler;
};

/// Reads the command line and, for the toolkit, the environment. After an
/// error, which it prints, or `--help`, returns the exit code instead.
std::variant<CommandLine, int> parseCommandLine(int argc, char **argv);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILEC_OPTIONS_H
