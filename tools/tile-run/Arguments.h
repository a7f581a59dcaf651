//===- Arguments.h - A kernel's arguments, before and after -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the arguments of a run, puts them into device memory, and afterwards
// takes the outputs from there, saves and checks them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILERUN_ARGUMENTS_H
#define TILE_TOOLS_TILERUN_ARGUMENTS_H

#include "Target.h"

#include "tile/Run/ArgumentNames.h"

namespace mlir::tile {

class RunArguments {
public:
  RunArguments(const RunCommandLine &line, RunTarget &target)
      : line(line), target(target) {}

  /// Makes the arrays and checks them by the kernel's parameters, about which
  /// MLIR knows more than PTX does. Whatever could fail after a long run fails
  /// here: names in checks, files.
  llvm::Error prepare(const std::optional<KernelInfo> &kernel);
  /// The kernel's name in PTX.
  StringRef getEntry() const { return entry; }
  std::vector<std::vector<uint8_t>> getLaunchArguments() const;

  /// Reads the outputs back, says what was never written, saves files, and runs
  /// the checks: `succeeded` becomes false if one fails.
  llvm::Error finish(bool &succeeded);

  StringRef getKernelName() const { return kernelName; }

private:
  struct Argument {
    run::HostArray array;
    /// What an output held before the run, if that is not poison.
    std::optional<run::HostArray> old;
    /// For messages: the parameter's own name, else "argument 1".
    std::string name;
    /// Empty if a tool gave it.
    std::string kernelName;
    /// Its bytes are the parameter: a scalar, or the array for a struct.
    bool isValue = false;
    uint64_t address = 0;
    /// The bytes of its tensor map, which are the parameter then.
    std::vector<uint8_t> tensorMap;
  };

  llvm::Error verifyTypes(const KernelInfo &kernel) const;
  llvm::Error verifySizes(ArrayRef<sim::ParameterInfo> parameters) const;
  llvm::Error allocate(const std::optional<KernelInfo> &kernel);
  llvm::Error makeTensorMap(const run::ArgumentSpec &spec, Argument &argument);
  llvm::Error prepareChecks();
  /// The output that --expected or --bounds means, by its name or as the only
  /// one.
  llvm::Expected<const Argument *> findOutput(const run::ExpectedSpec &spec,
                                              StringRef option) const;
  llvm::Error prepareExpected(const run::ExpectedSpec &spec);
  llvm::Error saveBounds(const run::ExpectedSpec &spec);
  llvm::Error readOutputs();
  llvm::Error warnIfChanged(const Argument &argument) const;

  const RunCommandLine &line;
  RunTarget &target;
  std::string entry;
  std::string kernelName;
  std::vector<Argument> arguments;
  run::ArgumentNames names;
  /// What --expected asks for.
  struct Expected {
    run::HostArray wanted;
    const run::HostArray *output = nullptr;
    run::Check check;
    /// The check as it is shown: "y ~= y.npy".
    std::string title;
  };
  std::vector<Expected> expected;
};

} // namespace mlir::tile

#endif // TILE_TOOLS_TILERUN_ARGUMENTS_H
