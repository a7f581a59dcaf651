//===- Options.h - The command line of tile-run -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command line asks for, as plain values.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILERUN_OPTIONS_H
#define TILE_TOOLS_TILERUN_OPTIONS_H

#include "tile/AsmComparison/AsmComparison.h"
#include "tile/Compiler/Compiler.h"
#include "tile/Report/MakeReport.h"
#include "tile/Run/ArgumentSpec.h"
#include "tile/Run/Check.h"
#include "tile/Simulator/Simulator.h"

#include "llvm/Support/raw_ostream.h"

#include <variant>

namespace mlir::tile {

enum class StatisticsFormat { None, Text, JSON };

/// What --check-asm does.
struct CheckAsmOptions {
  bool isWanted = false;
  /// Inputs to try; no value: all where that is possible, else a number that
  /// fits the device.
  std::optional<uint64_t> samples;
  /// Of the random inputs.
  uint64_t seed = 0;
  AsmTolerance tolerance;
};

struct RunCommandLine {
  std::string input = "-";
  /// As runtime::Device::open takes it, or "interpreter".
  std::string device = "auto";
  /// The options given that only the simulator has: "--stats".
  std::vector<std::string> simulatorOptions;
  /// The input is PTX.
  bool isPTX = false;
  std::string kernel;
  sim::Dim3 grid;
  std::optional<sim::Dim3> block, cluster;
  /// Bytes of dynamic shared memory, in addition to the compiler's own.
  unsigned sharedMemory = 0;
  /// In the order of the kernel's parameters.
  std::vector<run::ArgumentSpec> arguments;
  std::vector<run::Check> checks;
  std::vector<run::ExpectedSpec> expected;
  /// Files for the bounds of outputs.
  std::vector<run::ExpectedSpec> bounds;
  StatisticsFormat statistics = StatisticsFormat::None;
  /// Where the report goes; empty: none.
  std::string report;
  /// What is known of the kernel before it runs, if there is to be a report.
  std::shared_ptr<KernelReport> kernelReport;
  /// Measure the kernel after the checks; only on a GPU.
  bool benchmark = false;
  CheckAsmOptions checkAsm;
  /// The file of configurations; the best one runs; empty: no tuning.
  std::string tuningFile;
  /// Where the choice is kept: off, default or a folder.
  std::string tuningCache = "off";
  /// Where the picture of the tuning goes; empty: none.
  std::string tuningPlot;
  /// The most CTAs of a launch of a persistent entry; 0: the simulator's number
  /// of multiprocessors.
  unsigned persistentCTAs = 0;
  /// The CTAs that share a program of a kernel whose loop is split; 0: as a
  /// launch chooses.
  unsigned ctasPerProgram = 0;
  sim::Arithmetic arithmetic = sim::Arithmetic::Floats;
  sim::RunOptions options;
  CompilerOptions compiler;
  /// The compiler's target is the command line's, not the device's.
  bool isTargetGiven = false;

  /// For messages: the file's name, or "<stdin>".
  StringRef getInputName() const {
    return input == "-" ? StringRef("<stdin>") : StringRef(input);
  }
  bool isInterpreter() const { return device == "interpreter"; }
  bool isExact() const { return arithmetic == sim::Arithmetic::Exact; }
  bool wantsBounds() const { return !bounds.empty(); }
  /// Something checks, shows or saves what a run in the simulator does.
  bool wantsRun() const;
  /// Where results go; the statistics as JSON have stdout for themselves.
  llvm::raw_ostream &getOutput() const {
    return statistics == StatisticsFormat::JSON ? llvm::errs() : llvm::outs();
  }
};

/// Reads the command line and, for the toolkit, the environment. After an
/// error, which it prints, or `--help`, returns the exit code instead.
std::variant<RunCommandLine, int> parseRunCommandLine(int argc, char **argv);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILERUN_OPTIONS_H
