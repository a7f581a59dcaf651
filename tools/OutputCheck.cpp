//===- OutputCheck.cpp - Where a tool may write ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputCheck.h"

#include "tile/Support/Status.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace mlir::tile;

/// Also of options that MLIR defines.
static Error checkOccurrences(StringRef name) {
  const auto &options = cl::getRegisteredOptions();
  auto it = options.find(name);
  if (it == options.end() || it->second->getNumOccurrences() <= 1)
    return Error::success();
  return mlir::tile::makeError(
      StatusCode::InvalidArgument,
      "expected " + std::string(name.size() == 1 ? "-" : "--") + name +
          " at most once, found it " +
          std::to_string(it->second->getNumOccurrences()) + " times");
}

Error mlir::tile::checkOutputs(StringRef input, ArrayRef<std::string> outputs) {
  for (StringRef name : {"o", "report", "dump-dir", "svg", "tune-plot"})
    if (Error error = checkOccurrences(name))
      return error;
  if (input == "-")
    return Error::success();
  for (const std::string &output : outputs)
    if (output != "-" && sys::fs::is_regular_file(output) &&
        sys::fs::equivalent(input, output))
      return mlir::tile::makeError(StatusCode::InvalidArgument,
                                   "expected an output that is not the input, "
                                   "found '" +
                                       output + "'");
  return Error::success();
}
