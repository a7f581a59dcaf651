//===- Options.cpp - The command line of tilec ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "tile/Compiler/Passes.h"
#include "tile/Hardware/TargetInfo.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <cstdlib>

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
      cl::desc("Stage to stop at: tile, tilegpu, llvm, llvmir, ptx or cubin; "
               "else the output's suffix says it, or it is ptx. c writes "
               "<output>.h and <output>.c, which launch the kernels"),
      cl::value_desc("stage"), cl::cat(category)};
  cl::opt<std::string> target{
      "target",
      cl::desc("GPU, sm_80 to sm_121a (default: the module's, or sm_90a); "
               "several for --emit=c"),
      cl::value_desc("sm,..."), cl::cat(category)};
  cl::opt<unsigned> numWarps{
      "num-warps",
      cl::desc("Warps in a CTA: 1, 2, 4, 8, 16 or 32 (default: the module's, "
               "or 4)"),
      cl::value_desc("n"), cl::cat(category)};
  cl::opt<std::string> ptxVersion{
      "ptx-version",
      cl::desc("PTX ISA version, 8.7 or 87 (default: the module's, or the "
               "first with all of the target's features)"),
      cl::value_desc("version"), cl::cat(category)};
  cl::opt<std::string> dumpDir{
      "dump-dir",
      cl::desc(
          "Folder to write each stage to: 1-tile.mlir, 2-tilegpu.mlir, ..."),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<bool> time{"time",
                     cl::desc("Print the time of each step in milliseconds"),
                     cl::cat(category)};
  cl::opt<bool> lineInfo{
      "line-info",
      cl::desc("Write source locations into PTX and MLIR, for profilers"),
      cl::cat(category)};
  cl::opt<bool> fastMath{"fast-math", cl::desc("Allow less exact mathematics"),
                         cl::cat(category)};
  cl::opt<FPContract> fpContract{
      "fp-contract", cl::desc("Where a*b+c may become one fma"),
      cl::init(FPContract::Fast),
      cl::values(clEnumValN(FPContract::Off, "off", "Nowhere"),
                 clEnumValN(FPContract::On, "on",
                            "Where both carry the contract flag"),
                 clEnumValN(FPContract::Fast, "fast", "Everywhere (default)")),
      cl::cat(category)};
  cl::opt<unsigned> maxRegisters{"max-registers",
                                 cl::desc("Most registers a thread may have"),
                                 cl::value_desc("n"), cl::cat(category)};
  cl::list<std::string> assume{
      "assume",
      cl::desc(
          "Promise that an argument, by number or name, is a multiple of a "
          "power of two (n:16), or has a value (n=1)"),
      cl::value_desc("argument:divisor"), cl::CommaSeparated,
      cl::cat(category)};
  cl::opt<std::string> ptxas{"ptxas",
                             cl::desc("ptxas to use, instead of looking it up; "
                                      "empty: none"),
                             cl::value_desc("file"), cl::cat(category)};
  cl::opt<unsigned> ptxasTimeLimit{
      "ptxas-time-limit",
      cl::desc("Seconds after which ptxas is ended, 0 is never (default 300)"),
      cl::value_desc("s"), cl::init(300), cl::cat(category)};
  cl::opt<std::string> libdevice{
      "libdevice", cl::desc("libdevice.10.bc to use, instead of looking it up"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> verifyPTX{
      "verify-ptx", cl::desc("Run ptxas on the PTX and drop what it makes"),
      cl::cat(category)};
  cl::opt<bool> resources{
      "resources",
      cl::desc("Print each kernel's registers, memory and spills; runs ptxas"),
      cl::cat(category)};
  cl::opt<bool> verifyEach{"verify-each",
                           cl::desc("Verify the IR after each pass"),
                           cl::cat(category)};
};

constexpr StringLiteral kOverview =
    "Tilewright's compiler: from tile kernels to PTX\n\n"
    "Reads MLIR, as text or bytecode, or Triton's TTIR. ptxas and libdevice "
    "are\n"
    "looked up in TILEWRIGHT_PTXAS and TILEWRIGHT_LIBDEVICE, CUDA_HOME, PATH,\n"
    "and /usr/local/cuda.\n";

} // namespace

static int fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tilec") << message << '\n';
  return 1;
}

/// "8.7" or "87".
static bool parsePTXVersion(StringRef text, unsigned &version) {
  auto [majorText, minorText] = text.split('.');
  unsigned majorVersion, minorVersion = 0;
  if (majorText.getAsInteger(10, majorVersion))
    return false;
  if (!text.contains('.')) {
    version = majorVersion;
    return true;
  }
  if (minorText.getAsInteger(10, minorVersion) || minorVersion > 9)
    return false;
  version = majorVersion * 10 + minorVersion;
  return true;
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
    if (!lookupTarget(name)) {
      fail("unknown target '" + name + "', expected one of " +
           getTargetNames());
      return false;
    }
    line.targets.push_back(name.str());
  }
  if (names.size() == 1)
    return true;
  if (!line.emitC || !line.dumpDir.empty()) {
    fail("expected one target " +
         Twine(line.emitC ? "with --dump-dir" : "unless it is for --emit=c") +
         ", found '" + text + "'");
    return false;
  }
  return true;
}

std::variant<CommandLine, int> tile::parseCommandLine(int argc, char **argv) {
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  cl::ParseCommandLineOptions(argc, argv, kOverview);

  CommandLine line;
  line.input = flags.input;
  line.output = flags.output;
  line.dumpDir = flags.dumpDir;
  line.time = flags.time;
  line.resources = flags.resources;
  if (flags.emit == "c") {
    line.emitC = true;
    line.stage = Stage::Cubin;
    if (line.output.empty() || line.output == "-")
      return fail("expected a name for --emit=c: -o add writes add.h and "
                  "add.c");
  } else if (!flags.emit.empty()) {
    auto stage = getStageByName(flags.emit);
    if (!stage)
      return fail("unknown stage '" + flags.emit +
                  "' for --emit, expected tile, tilegpu, llvm, llvmir, ptx, "
                  "cubin or c");
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
  compiler.numWarps = flags.numWarps;
  if (flags.numWarps.getNumOccurrences() &&
      (!llvm::isPowerOf2_32(flags.numWarps) || flags.numWarps > 32))
    return fail("expected 1, 2, 4, 8, 16 or 32 for --num-warps, found " +
                Twine(flags.numWarps));
  if (flags.ptxVersion.getNumOccurrences() &&
      !parsePTXVersion(flags.ptxVersion, compiler.ptxVersion))
    return fail("expected a version as 8.7 or 87 for --ptx-version, found '" +
                flags.ptxVersion + "'");
  compiler.lineInfo = flags.lineInfo;
  compiler.fastMath = flags.fastMath;
  compiler.fpContract = flags.fpContract;
  compiler.maxRegisters = flags.maxRegisters;
  // CUDA C++ Programming Guide, "Technical Specifications": 255 a thread.
  if (flags.maxRegisters.getNumOccurrences() &&
      (flags.maxRegisters < 1 || flags.maxRegisters > 255))
    return fail("expected 1 to 255 for --max-registers, found " +
                Twine(flags.maxRegisters));
  for (StringRef text : flags.assume) {
    std::optional<Assumption> assumption = parseAssumption(text);
    if (!assumption)
      return fail("expected an argument, a colon and a power of two (n:16), "
                  "or an equals sign and a value (n=1), for --assume, found '" +
                  text + "'");
    compiler.assumptions.push_back(std::move(*assumption));
  }
  compiler.verifyPTX = flags.verifyPTX || flags.resources;
  compiler.verifyEach = flags.verifyEach;
  compiler.ptxasTimeLimit = flags.ptxasTimeLimit;

  ToolkitPaths paths = findToolkit([](const char *name) {
    return static_cast<const char *>(std::getenv(name));
  });
  compiler.ptxasPath =
      flags.ptxas.getNumOccurrences() ? flags.ptxas : paths.ptxas;
  compiler.libdevicePath =
      flags.libdevice.empty() ? paths.libdevice : flags.libdevice;
  if (line.emitC && compiler.ptxasPath.empty()) {
    llvm::WithColor::warning(llvm::errs(), "tilec")
        << "ptxas was not found: the C source will hold PTX and no cubin\n";
    line.stage = Stage::PTX;
  }
  return line;
}
