//===- Options.cpp - The command line of tilec ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "CompilerFlags.h"
#include "OutputCheck.h"
#include "ToolSetup.h"

#include "tile/Dialect/TileGPU/Transforms/PipelineLoops.h"
#include "tile/Hardware/GPUNames.h"
#include "tile/Hardware/TargetInfo.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tile;
namespace cl = llvm::cl;

namespace {

/// The options as llvm::cl wants them: alive while the line is parsed.
struct Flags {
  cl::OptionCategory category{"tilec options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<file or ->"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{
      "o", cl::desc("Output file, - is the standard output"),
      cl::value_desc("file"), cl::init("-"), cl::cat(category)};
  cl::opt<std::string> emit{
      "emit",
      cl::desc(
          "Stage to stop at: tile, schedule, products, tilegpu, llvm, llvmir, "
          "ptx or cubin; "
          "without this flag, the output's suffix decides, or it is ptx. "
          "c writes "
          "<output>.h and <output>.c, which launch the kernels"),
      cl::value_desc("stage"), cl::cat(category)};
  cl::opt<std::string> target{
      "target",
      cl::desc("GPU, sm_80 or later, or a100, h100, h200, b200 (default: the "
               "module's, or sm_90a); "
               "several for --emit=c and for --report"),
      cl::value_desc("sm,..."), cl::cat(category)};
  cl::opt<std::string> dumpDir{
      "dump-dir",
      cl::desc(
          "Folder to write each stage to: 1-tile.mlir, 2-tilegpu.mlir, ..."),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<std::string> report{
      "report",
      cl::desc("Write a page on the kernel: its stages side by side, layouts, "
               "shared memory, occupancy. A name that ends in .json gets the "
               "page's data. If there are several kernels, each gets a file "
               "<file>-<kernel>. "
               "Without -o nothing else is written"),
      cl::value_desc("file.html"), cl::cat(category)};
  cl::opt<bool> printPipeline{
      "print-pipeline",
      cl::desc(
          "Write the passes that compile the file up to the stage llvm, or "
          "the stage of --emit if that is earlier, as tile-opt takes them "
          "in --pass-pipeline"),
      cl::cat(category)};
  cl::opt<bool> time{"time",
                     cl::desc("Print the time of each step in milliseconds"),
                     cl::cat(category)};
  cl::opt<std::string> ptxas{"ptxas",
                             cl::desc("ptxas to use, or libnvJitLink.so, "
                                      "instead of looking it up; empty: none"),
                             cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> resources{
      "resources",
      cl::desc("Print each kernel's registers, memory and spills; runs ptxas"),
      cl::cat(category)};
  CompilerFlags compiler{getOptionNamesExcept({"target", "ptxas"}), category};
};

constexpr StringLiteral kOverview =
    "Tilewright's compiler: from tile kernels to PTX\n\n"
    "Reads MLIR, as text or bytecode, or Triton's TTIR. ptxas and libdevice "
    "are\n"
    "looked up in TILEWRIGHT_PTXAS and TILEWRIGHT_LIBDEVICE, CUDA_HOME, PATH,\n"
    "and /usr/local/cuda; where there is no ptxas, libnvJitLink.so is, in\n"
    "CUDA_HOME, LD_LIBRARY_PATH, /usr/local/cuda and the system's folders.\n";

} // namespace

static int fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tilec") << message << '\n';
  return 1;
}

static std::optional<Stage> getStageOfFile(StringRef path) {
  StringRef suffix = llvm::sys::path::extension(path);
  suffix.consume_front(".");
  for (Stage stage : {Stage::Tile, Stage::LLVMIR, Stage::PTX, Stage::Cubin})
    if (getStageSuffix(stage) == suffix)
      return stage;
  return std::nullopt;
}

/// Reads a list of targets; false after an error.
static bool parseTargets(StringRef text, CommandLine &line) {
  SmallVector<StringRef> names;
  text.split(names, ',');
  for (StringRef name : names) {
    StringRef target = resolveGPUName(name);
    if (!lookupTarget(target)) {
      fail("unknown target '" + name + "', expected one of " +
           getTargetNames());
      return false;
    }
    line.targets.push_back(target.str());
  }
  if (names.size() == 1)
    return true;
  bool takesSeveral = line.emitC || line.isOnlyReport;
  if (!takesSeveral || !line.dumpDir.empty()) {
    fail("expected one target " +
         Twine(takesSeveral ? "with --dump-dir"
                            : "unless it is for --emit=c or --report alone") +
         ", found '" + text + "'");
    return false;
  }
  return true;
}

std::variant<CommandLine, int> tile::parseCommandLine(int argc, char **argv) {
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  setUpTool();
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  if (llvm::Error error =
          refuseTerminal(argc, "tilec kernel.mlir -o kernel.ptx"))
    return fail(llvm::toString(std::move(error)));

  CommandLine line;
  line.input = flags.input;
  line.output = flags.output;
  line.dumpDir = flags.dumpDir;
  line.report = flags.report;
  line.writesOutput = line.report.empty() || !flags.emit.empty() ||
                      flags.output.getNumOccurrences();
  line.isOnlyReport = !line.report.empty() && flags.emit.empty() &&
                      !flags.output.getNumOccurrences() && !flags.time &&
                      !flags.resources && line.dumpDir.empty();
  line.printPipeline = flags.printPipeline;
  if (line.printPipeline && (!line.report.empty() || flags.emit == "c"))
    return fail("expected no --report and no --emit=c with --print-pipeline");
  line.time = flags.time;
  line.resources = flags.resources;
  std::vector<std::string> outputs = {line.report};
  if (flags.emit == "c")
    outputs.insert(outputs.end(), {line.output + ".c", line.output + ".h"});
  else
    outputs.push_back(line.output);
  if (llvm::Error error = checkOutputs(line.input, outputs))
    return fail(llvm::toString(std::move(error)));
  if (flags.report.getNumOccurrences() && line.report.empty())
    return fail("expected a file for --report, found ''");
  if (flags.emit == "c") {
    line.emitC = true;
    line.stage = Stage::Cubin;
    if (line.output.empty() || line.output == "-")
      return fail("expected a name for --emit=c: -o add writes add.h and "
                  "add.c");
  } else if (flags.emit == "schedule" || flags.emit == "products") {
    line.stage = Stage::TileGPU;
    line.compiler.until = flags.emit == "products" ? tilegpu::Schedule::Products
                                                   : tilegpu::Schedule::Loads;
  } else if (!flags.emit.empty()) {
    auto stage = getStageByName(flags.emit);
    if (!stage)
      return fail("unknown stage '" + flags.emit +
                  "' for --emit, expected tile, schedule, products, "
                  "tilegpu, llvm, llvmir, ptx, cubin or c");
    line.stage = *stage;
  } else {
    line.stage = getStageOfFile(line.output).value_or(Stage::PTX);
  }

  CompilerOptions &compiler = line.compiler;
  if (!flags.target.getNumOccurrences())
    line.targets.emplace_back();
  else if (!parseTargets(flags.target, line))
    return 1;
  compiler.target = line.targets.front();
  compiler.threads = 0;
  if (llvm::Error error = flags.compiler.apply(compiler))
    return fail(llvm::toString(std::move(error)));
  if (flags.ptxas.getNumOccurrences())
    compiler.ptxasPath = flags.ptxas;
  compiler.verifyPTX |= flags.resources;
  if (line.emitC && compiler.ptxasPath.empty()) {
    if (!flags.ptxas.getNumOccurrences())
      llvm::WithColor::warning(llvm::errs(), "tilec")
          << "neither ptxas nor libnvJitLink.so was found: the C source will "
             "hold PTX and no cubin\n";
    line.stage = Stage::PTX;
  }
  return line;
}
