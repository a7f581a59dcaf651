//===- CompilerFlags.cpp - Options of a compile as flags ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerFlags.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::tile;
namespace cl = llvm::cl;

const char *tile::getEnvironmentVariable(const char *name) {
  return std::getenv(name);
}

/// What stands for the value in the help text.
static StringRef getPlaceholder(const NamedOption &option) {
  return llvm::StringSwitch<StringRef>(option.name)
      .Case("target", "sm")
      .Case("ptx-version", "version")
      .Case("fp-contract", "where")
      .Case("asm-check", "mode")
      .Case("tf32", "rounding")
      .Case("asm", "which")
      .Case("kernel", "name")
      .Case("assume", "argument:divisor")
      .Cases({"ptxas", "libdevice"}, "file")
      .Case("ptxas-time-limit", "s")
      .Default(option.isSwitch() ? "bool" : "n");
}

/// As the tools' own flags are described: with a capital, except names.
static std::string getDescription(const NamedOption &option) {
  std::string text = option.description.str();
  StringRef word = StringRef(text).take_until([](char c) { return c == ' '; });
  if (!word.starts_with("ptxas") && !word.starts_with("libdevice"))
    text[0] = llvm::toUpper(text[0]);
  return text;
}

std::vector<StringRef> tile::getOptionNamesExcept(ArrayRef<StringRef> own) {
  std::vector<StringRef> names;
  for (const NamedOption &option : getNamedOptions())
    if (!llvm::is_contained(own, option.name))
      names.push_back(option.name);
  return names;
}

CompilerFlags::CompilerFlags(ArrayRef<StringRef> names,
                             cl::OptionCategory &category) {
  for (const NamedOption &option : getNamedOptions()) {
    if (!llvm::is_contained(names, option.name))
      continue;
    descriptions.push_back(getDescription(option));
    auto flag = std::make_unique<Flag>(
        StringRef(option.name), cl::desc(descriptions.back()),
        cl::value_desc(getPlaceholder(option)), cl::cat(category));
    if (option.isSwitch())
      flag->setValueExpectedFlag(cl::ValueOptional);
    flags.push_back(std::move(flag));
  }
}

std::vector<StringRef> CompilerFlags::getGiven() const {
  std::vector<StringRef> names;
  for (const std::unique_ptr<Flag> &flag : flags)
    if (flag->getNumOccurrences())
      names.push_back(flag->ArgStr);
  return names;
}

llvm::Error CompilerFlags::apply(CompilerOptions &options) const {
  for (const std::unique_ptr<Flag> &flag : flags)
    for (const std::string &value : *flag) {
      // A switch without a value.
      bool isOn =
          value.empty() && flag->getValueExpectedFlag() == cl::ValueOptional;
      if (llvm::Error error =
              setOption(options, flag->ArgStr, isOn ? "true" : value))
        return error;
    }
  ToolkitPaths paths = findToolkit(getEnvironmentVariable);
  if (options.ptxasPath.empty())
    options.ptxasPath = paths.ptxas;
  if (options.libdevicePath.empty())
    options.libdevicePath = paths.libdevice;
  return llvm::Error::success();
}
