//===- Options.cpp - The command line of tile-run -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "CompilerFlags.h"
#include "OutputCheck.h"
#include "ToolSetup.h"

#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tile;
namespace cl = llvm::cl;

namespace {

/// When two NaNs are equal.
enum class NaNComparison { Equal, Bits };

/// The options as llvm::cl wants them: alive while the line is parsed.
struct Flags {
  cl::OptionCategory category{"tile-run options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<file or ->"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> grid{"grid",
                            cl::desc("CTAs to run: X or XxYxZ (default: 1)"),
                            cl::value_desc("size"), cl::cat(category)};
  cl::list<std::string> inputs{
      "input",
      cl::desc("Next parameter: a scalar, or an array that the kernel reads"),
      cl::value_desc("[name:]spec"), cl::cat(category)};
  cl::list<std::string> outputs{
      "output", cl::desc("Next parameter: an array that the kernel writes"),
      cl::value_desc("[name:]spec"), cl::cat(category)};
  cl::list<std::string> checks{
      "check",
      cl::desc("What outputs must be: 'out ~= a + b rtol=1e-6; d == c * c'"),
      cl::value_desc("formulas"), cl::cat(category)};
  cl::list<std::string> expected{
      "expected",
      cl::desc("A file that an output must equal, compared as ~= does"),
      cl::value_desc("[name=]file.npy"), cl::cat(category)};
  cl::opt<std::string> device{
      "device",
      cl::desc("cuda:N, a GPU; sim or sim:sm_80, the simulator; interpreter, "
               "which compiles nothing; or auto: the first GPU, or the "
               "simulator if there is none or another option needs it "
               "(default: TILEWRIGHT_DEVICE, or auto)"),
      cl::value_desc("device"), cl::cat(category)};
  cl::list<std::string> bounds{
      "bounds",
      cl::desc("A file for the largest difference between an output and the "
               "same sums in another order; only in the interpreter"),
      cl::value_desc("[name=]file.npy"), cl::cat(category)};
  cl::opt<bool> benchmark{
      "benchmark", cl::desc("Measure the kernel after the checks, on a GPU"),
      cl::cat(category)};
  cl::opt<StatisticsFormat> statistics{
      "stats",
      cl::ValueOptional,
      cl::desc("Print what the run counted; only in the simulator"),
      cl::init(StatisticsFormat::None),
      cl::values(clEnumValN(StatisticsFormat::Text, "text", "as text"),
                 clEnumValN(StatisticsFormat::JSON, "json",
                            "as JSON, the only text on stdout"),
                 clEnumValN(StatisticsFormat::Text, "", "")),
      cl::cat(category)};
  cl::opt<std::string> report{
      "report",
      cl::desc("Write a page on the kernel, as tilec --report does, with what "
               "the run counted at each line; only in the simulator"),
      cl::value_desc("file.html"), cl::cat(category)};
  cl::opt<std::string> trace{
      "trace", cl::ValueOptional,
      cl::desc("Show the instructions of a thread, 3:17 or 1,2,0:5, with "
               "their values (default: 0:0); only in the simulator"),
      cl::value_desc("cta:thread"), cl::cat(category)};
  cl::opt<bool> ptx{"ptx",
                    cl::desc("The input is PTX (so are files named .ptx)"),
                    cl::cat(category)};
  cl::opt<std::string> kernel{
      "kernel",
      cl::desc("Kernel to run, if there are several; no other is compiled"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> block{
      "block", cl::desc("Threads in a CTA, for PTX without .reqntid"),
      cl::value_desc("size"), cl::cat(category)};
  cl::opt<std::string> cluster{
      "cluster", cl::desc("CTAs in a cluster; only in the simulator"),
      cl::value_desc("size"), cl::cat(category)};
  cl::opt<unsigned> shared{
      "shared",
      cl::desc("Bytes of dynamic shared memory per CTA, in addition to the "
               "bytes that a kernel compiled here needs (default 0)"),
      cl::value_desc("bytes"), cl::init(0), cl::cat(category)};
  cl::opt<unsigned> persistentCTAs{
      "persistent-ctas",
      cl::desc(
          "The most CTAs of a kernel whose CTAs run several programs each; "
          "0: as many as an H200 has multiprocessors (default); only in "
          "the simulator"),
      cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<unsigned> ctasPerProgram{
      "ctas-per-program",
      cl::desc("The CTAs that share a program, if its kernel can be split: 1, "
               "2, 4 or 8; 0: as a launch on an H200 chooses (default); only "
               "in the simulator"),
      cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<unsigned> threads{
      "threads",
      cl::desc("Host threads to compile and simulate on (default: all cores)"),
      cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<uint64_t> stepLimit{
      "step-limit",
      cl::desc(
          "Instructions that the warps of a CTA may execute in the simulator, "
          "or steps of a program in the interpreter (default: "
          "100000000)"),
      cl::value_desc("n"), cl::init(100'000'000), cl::cat(category)};
  cl::opt<uint64_t> maxRepeats{
      "max-repeats",
      cl::desc("How often a finding may repeat in the simulator before the run "
               "stops (default: 100000)"),
      cl::value_desc("n"), cl::init(100'000), cl::cat(category)};
  enum class OnFinding { Stop, Continue };
  cl::opt<OnFinding> onFinding{
      "on-finding",
      cl::desc(
          "What the simulator does after many findings, or many repeats of "
          "one"),
      cl::values(clEnumValN(OnFinding::Stop, "stop", "ends the run (default)"),
                 clEnumValN(OnFinding::Continue, "continue",
                            "continues to the end of the launch, saves the "
                            "results and checks them")),
      cl::init(OnFinding::Stop), cl::cat(category)};
  cl::opt<sim::Arithmetic> arithmetic{
      "arithmetic", cl::desc("How floats compute; only in the simulator"),
      cl::values(
          clEnumValN(sim::Arithmetic::Floats, "floats",
                     "as on a GPU, bit for bit (default)"),
          clEnumValN(
              sim::Arithmetic::Exact, "exact",
              "as numbers modulo 37^3, whose sums do not depend on the order: "
              "kernels that compute the same have equal results")),
      cl::init(sim::Arithmetic::Floats), cl::cat(category)};
  cl::opt<bool> strictRaces{
      "strict-races",
      cl::desc("Report races that may be intended as errors instead of notes: "
               "threads that store equal values to one address, volatile "
               "accesses without an order; only in the simulator"),
      cl::cat(category)};
  cl::opt<uint64_t> failingCancels{
      "failing-cancels",
      cl::desc("In the simulator each n-th clusterlaunchcontrol.try_cancel "
               "fails although clusters are left, as it may on a GPU (default: "
               "0, none fails)"),
      cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<bool> lateCopies{
      "late-copies",
      cl::desc(
          "In the simulator copies signal their mbarriers some turns after "
          "they begin, not as soon as a thread tests the barrier: finds "
          "waits that end too early, as for a wrong parity"),
      cl::cat(category)};
  cl::opt<bool> checkAsm{
      "check-asm",
      cl::desc("Instead of running a kernel, run each inline asm that has a "
               "fallback and its fallback on all inputs, or on many, and show "
               "the first difference"),
      cl::cat(category)};
  cl::opt<std::string> samples{
      "samples",
      cl::desc("With --check-asm: how many inputs to try, at least half of "
               "them random (default: all if there are at most 2^32, or else "
               "2^22 in the simulator and 2^34 on a GPU)"),
      cl::value_desc("n or 2^n"), cl::cat(category)};
  cl::opt<uint64_t> seed{"seed",
                         cl::desc("With --check-asm: seed of random inputs"),
                         cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<NaNComparison> nan{
      "nan", cl::desc("With --check-asm: whether two NaNs are equal"),
      cl::values(clEnumValN(NaNComparison::Equal, "equal", "always (default)"),
                 clEnumValN(NaNComparison::Bits, "bits", "if their bits are")),
      cl::init(NaNComparison::Equal), cl::cat(category)};
  cl::opt<uint64_t> maxUlp{
      "max-ulp",
      cl::desc("With --check-asm: how many values of their format two floats "
               "may be apart and still be equal (default: 0)"),
      cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<std::string> tune{
      "tune",
      cl::desc("Compile the kernel in the configurations of a file, measure "
               "them (on the simulator: by its counts), print a table, and "
               "run the best one (on the simulator: if a flag checks, shows or "
               "saves the run); docs/c-api.md has the format"),
      cl::value_desc("file.json"), cl::cat(category)};
  cl::opt<std::string> tuneCache{
      "tune-cache",
      cl::desc("With --tune: where the choice is kept for the next start: off "
               "(default), default (the folder of compiled kernels), or a "
               "folder"),
      cl::value_desc("folder"), cl::init("off"), cl::cat(category)};
  cl::opt<std::string> tunePlot{
      "tune-plot", cl::desc("With --tune: write the measurements as a picture"),
      cl::value_desc("file.svg"), cl::cat(category)};
  CompilerFlags compiler{
      getOptionNamesExcept({"line-info", "remarks", "kernel", "ptxas",
                            "ptxas-opt-level", "ptxas-time-limit", "threads",
                            "verify-each"}),
      category};
  cl::extrahelp parameters{
      "\nParameters, each with or without NAME: before it:\n"
      "  TYPE=VALUE                       a scalar: i32=98432, f32=0.5\n"
      "  SHAPExTYPE[=INIT]                an array: 128x64xf16=rand\n"
      "  SHAPExTYPE[=INIT]:save=FILE.npy  an output that is kept\n"
      "  FILE.npy                         type and shape of the file\n"
      "  tensormap:BOX[:swizzle=N][:fill=nan]:ARRAY  an array by its tensor "
      "map: \n"
      "    tensormap:64x64:swizzle=128:512x512xf16=rand; only in the "
      "simulator\n"
      "An input that PTX declares as an array of bytes, a struct, is passed by "
      "value.\n"
      "INIT is zeros, const:V, iota[:START[:STEP]], rand[:LO:HI][:seed=N],\n"
      "randn[:MEAN:DEV][:seed=N], special (inf, nan, -0 ...) or FILE.npy. "
      "Inputs without\nit are random; outputs without it hold a pattern that "
      "shows what was never written.\n\n"
      "Checks call arrays by NAME, by the kernel's names for them, or a, b, "
      "... (inputs)\nand out, out1, ... (outputs).\n"};
  cl::extrahelp examples{
      "\nExamples, from the root of the source tree:\n"
      "  tile-run bench/kernels/vector_add.mlir --grid=98 "
      "--input=98432xf32=rand \\\n"
      "    --input=98432xf32=rand --output=98432xf32 --input=i32=98432 \\\n"
      "    --check='out == a + b' --stats\n"
      "  tile-run bench/kernels/divide_rcp.mlir --grid=1 "
      "--input=1000xf32=iota \\\n"
      "    --input=1000xf32=rand:1:2:seed=7 --output=1000xf32:save=/tmp/c.npy "
      "\\\n"
      "    --input=i32=1000 --check='out ~= a / b rtol=1e-6'\n"
      "  tilec bench/kernels/copy.mlir -o /tmp/copy.ptx && tile-run "
      "/tmp/copy.ptx \\\n"
      "    --grid=1 --input=8xf32=special --output=8xf32 --input=i32=8 "
      "--trace=0:1\n"};
};

constexpr StringLiteral kOverview =
    "Runs a kernel, of MLIR, TTIR or PTX, and checks what it computes\n\n"
    "The --input and --output flags, in their order, are the "
    "kernel's\nparameters. The exit code is 1 if the kernel is wrong: a check "
    "fails, or the\nsimulator finds a race, an access out of bounds and the "
    "like. On a GPU, only\nstores next to an array are found.\n\n"
    "With --check-asm it is 1 if an inline asm and its fallback differ.\n";

} // namespace

static int fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tile-run") << message << '\n';
  return 1;
}

static int fail(llvm::Error error) {
  return fail(llvm::toString(std::move(error)));
}

/// More than any host has, and not too many to start.
static constexpr unsigned kMaxThreads = 1024;
/// More than a GPU does in a day.
static constexpr uint64_t kMaxSamples = uint64_t(1) << 48;

/// "98", "16x2", "4,4,2".
static std::optional<sim::Dim3> parseSize(StringRef text) {
  SmallVector<StringRef, 3> parts;
  text.split(parts, text.contains(',') ? ',' : 'x');
  unsigned values[3] = {1, 1, 1};
  if (parts.size() > 3)
    return std::nullopt;
  for (auto [i, part] : llvm::enumerate(parts))
    if (part.getAsInteger(10, values[i]) || values[i] == 0)
      return std::nullopt;
  return sim::Dim3{values[0], values[1], values[2]};
}

/// Reads a size if there is one; false after an error.
static bool readSize(const cl::opt<std::string> &flag,
                     std::optional<sim::Dim3> &size) {
  if (!flag.getNumOccurrences())
    return true;
  size = parseSize(flag);
  if (!size)
    fail("expected one to three positive sizes for --" + flag.ArgStr +
         ", such as 98 or 16x2, found '" + flag + "'");
  return size.has_value();
}

/// "3:17", "1,2,0:5".
static std::optional<sim::TraceTarget> parseTrace(StringRef text) {
  sim::TraceTarget target;
  if (text.empty())
    return target;
  auto parse = [](StringRef part, sim::Dim3 &to) {
    SmallVector<StringRef, 3> parts;
    part.split(parts, ',');
    unsigned *values[] = {&to.x, &to.y, &to.z};
    if (parts.size() > 3)
      return false;
    for (auto [i, p] : llvm::enumerate(parts))
      if (p.getAsInteger(10, *values[i]))
        return false;
    return true;
  };
  auto [block, thread] = text.split(':');
  if (!parse(block, target.block) || !parse(thread, target.thread))
    return std::nullopt;
  return target;
}

/// The arguments in the order of the command line.
static llvm::Error collectArguments(Flags &flags, RunCommandLine &line) {
  std::vector<std::pair<unsigned, run::ArgumentSpec>> found;
  auto collect = [&](cl::list<std::string> &list,
                     run::ArgumentRole role) -> llvm::Error {
    for (unsigned i = 0; i < list.size(); ++i) {
      llvm::Expected<run::ArgumentSpec> spec =
          run::parseArgumentSpec(list[i], role);
      if (!spec)
        return spec.takeError();
      found.emplace_back(list.getPosition(i), std::move(*spec));
    }
    return llvm::Error::success();
  };
  if (llvm::Error error = collect(flags.inputs, run::ArgumentRole::Input))
    return error;
  if (llvm::Error error = collect(flags.outputs, run::ArgumentRole::Output))
    return error;
  llvm::stable_sort(
      found, [](const auto &a, const auto &b) { return a.first < b.first; });
  for (auto &[position, spec] : found)
    line.arguments.push_back(std::move(spec));
  for (const std::string &text : flags.checks) {
    llvm::Expected<std::vector<run::Check>> checks = run::parseChecks(text);
    if (!checks)
      return checks.takeError();
    for (run::Check &check : *checks)
      line.checks.push_back(std::move(check));
  }
  for (const std::string &text : flags.expected) {
    llvm::Expected<run::ExpectedSpec> spec = run::parseExpectedSpec(text);
    if (!spec)
      return spec.takeError();
    line.expected.push_back(std::move(*spec));
  }
  for (const std::string &text : flags.bounds) {
    llvm::Expected<run::ExpectedSpec> spec =
        run::parseExpectedSpec(text, "--bounds");
    if (!spec)
      return spec.takeError();
    line.bounds.push_back(std::move(*spec));
  }
  return llvm::Error::success();
}

/// The device's name, and what on the command line rules out a GPU.
static void readDevice(const Flags &flags, RunCommandLine &line) {
  const char *variable = getEnvironmentVariable("TILEWRIGHT_DEVICE");
  if (flags.device.getNumOccurrences())
    line.device = flags.device;
  else if (variable && *variable)
    line.device = variable;
  for (const cl::Option *option :
       {static_cast<const cl::Option *>(&flags.statistics),
        static_cast<const cl::Option *>(&flags.report),
        static_cast<const cl::Option *>(&flags.trace),
        static_cast<const cl::Option *>(&flags.cluster),
        static_cast<const cl::Option *>(&flags.persistentCTAs),
        static_cast<const cl::Option *>(&flags.ctasPerProgram),
        static_cast<const cl::Option *>(&flags.threads),
        static_cast<const cl::Option *>(&flags.stepLimit),
        static_cast<const cl::Option *>(&flags.maxRepeats),
        static_cast<const cl::Option *>(&flags.onFinding),
        static_cast<const cl::Option *>(&flags.arithmetic),
        static_cast<const cl::Option *>(&flags.strictRaces),
        static_cast<const cl::Option *>(&flags.failingCancels),
        static_cast<const cl::Option *>(&flags.lateCopies)})
    if (option->getNumOccurrences())
      line.simulatorOptions.push_back("--" + option->ArgStr.str());
  line.benchmark = flags.benchmark;
}

/// What the interpreter has no use for.
static llvm::Error verifyInterpreterOptions(const Flags &flags,
                                            const RunCommandLine &line) {
  if (!line.isInterpreter()) {
    if (flags.bounds.empty())
      return llvm::Error::success();
    return makeError(StatusCode::Unsupported,
                     "expected --device=interpreter for --bounds, found " +
                         line.device);
  }
  std::vector<std::string> others;
  for (const std::string &name : line.simulatorOptions)
    if (name != "--step-limit")
      others.push_back(name);
  for (const cl::Option *option :
       {static_cast<const cl::Option *>(&flags.benchmark),
        static_cast<const cl::Option *>(&flags.tune),
        static_cast<const cl::Option *>(&flags.checkAsm),
        static_cast<const cl::Option *>(&flags.block),
        static_cast<const cl::Option *>(&flags.shared)})
    if (option->getNumOccurrences())
      others.push_back("--" + option->ArgStr.str());
  for (StringRef name : flags.compiler.getGiven())
    if (name != "assume")
      others.push_back("--" + name.str());
  if (!others.empty())
    return makeError(StatusCode::Unsupported,
                     "expected a GPU or the simulator for " +
                         llvm::join(others, ", ") +
                         ", found the interpreter, which compiles nothing and "
                         "has no threads");
  if (line.isPTX)
    return makeError(StatusCode::Unsupported,
                     "expected MLIR or TTIR with --device=interpreter, found "
                     "PTX in '" +
                         line.getInputName() + "'");
  return llvm::Error::success();
}

bool RunCommandLine::wantsRun() const {
  return !checks.empty() || !expected.empty() || !bounds.empty() ||
         !simulatorOptions.empty() ||
         llvm::any_of(arguments, [](const run::ArgumentSpec &spec) {
           return !spec.saveFile.empty();
         });
}

/// Reads the options of --tune.
static llvm::Error readTuning(const Flags &flags, RunCommandLine &line) {
  line.tuningFile = flags.tune;
  line.tuningCache = flags.tuneCache;
  line.tuningPlot = flags.tunePlot;
  if (!flags.tune.getNumOccurrences()) {
    for (const cl::Option *option :
         {static_cast<const cl::Option *>(&flags.tuneCache),
          static_cast<const cl::Option *>(&flags.tunePlot)})
      if (option->getNumOccurrences())
        return makeError(StatusCode::InvalidArgument,
                         "expected --tune with --" + option->ArgStr);
    return llvm::Error::success();
  }
  if (flags.tunePlot.getNumOccurrences() && line.tuningPlot.empty())
    return makeError(StatusCode::InvalidArgument,
                     "expected a file for --tune-plot, found ''");
  for (const std::string &input : {line.input, line.tuningFile})
    if (llvm::Error error = checkOutputs(input, line.tuningPlot))
      return error;
  if (line.tuningFile.empty() || line.tuningCache.empty())
    return makeError(StatusCode::InvalidArgument,
                     "expected a file for --tune, and off, default or a folder "
                     "for --tune-cache, found ''");
  if (line.isPTX)
    return makeError(StatusCode::InvalidArgument,
                     "expected MLIR or TTIR with --tune, found PTX, which is "
                     "already compiled, in '" +
                         line.getInputName() + "'");
  for (const cl::Option *option :
       {static_cast<const cl::Option *>(&flags.block),
        static_cast<const cl::Option *>(&flags.cluster),
        static_cast<const cl::Option *>(&flags.shared)})
    if (option->getNumOccurrences())
      return makeError(StatusCode::InvalidArgument,
                       "expected no --" + option->ArgStr + " with --tune");
  return llvm::Error::success();
}

/// Reads --report.
static llvm::Error readReport(const Flags &flags, RunCommandLine &line) {
  line.report = flags.report;
  if (!flags.report.getNumOccurrences())
    return llvm::Error::success();
  if (llvm::Error error = checkOutputs(line.input, line.report))
    return error;
  if (line.report.empty())
    return makeError(StatusCode::InvalidArgument,
                     "expected a file for --report, found ''");
  if (line.isPTX)
    return makeError(StatusCode::InvalidArgument,
                     "expected MLIR or TTIR with --report, found PTX, whose "
                     "earlier stages are not known, in '" +
                         line.getInputName() + "'");
  if (flags.tune.getNumOccurrences())
    return makeError(StatusCode::InvalidArgument,
                     "expected no --tune with --report");
  line.options.countLines = true;
  return llvm::Error::success();
}

/// "1000", "2^22".
static std::optional<uint64_t> parseSamples(StringRef text) {
  uint64_t value;
  if (text.consume_front("2^")) {
    if (text.getAsInteger(10, value) || value > 48)
      return std::nullopt;
    return uint64_t(1) << value;
  }
  if (text.getAsInteger(10, value) || value == 0 || value > kMaxSamples)
    return std::nullopt;
  return value;
}

/// Reads the options of --check-asm; false after an error.
static bool readCheckAsm(Flags &flags, RunCommandLine &line) {
  CheckAsmOptions &options = line.checkAsm;
  options.isWanted = flags.checkAsm;
  const cl::Option *itsOwn[] = {&flags.samples, &flags.seed, &flags.nan,
                                &flags.maxUlp};
  // A list is also a vector, whose address & would be.
  auto asOption = [](const cl::Option &option) { return &option; };
  const cl::Option *others[] = {&flags.grid,
                                asOption(flags.inputs),
                                asOption(flags.outputs),
                                asOption(flags.checks),
                                asOption(flags.expected),
                                &flags.benchmark,
                                &flags.tune,
                                &flags.statistics,
                                &flags.arithmetic,
                                &flags.report,
                                &flags.trace,
                                &flags.block,
                                &flags.cluster,
                                &flags.shared};
  auto findGiven = [](ArrayRef<const cl::Option *> list) -> const cl::Option * {
    for (const cl::Option *option : list)
      if (option->getNumOccurrences())
        return option;
    return nullptr;
  };
  if (!options.isWanted) {
    if (const cl::Option *given = findGiven(itsOwn)) {
      fail("expected --check-asm with --" + given->ArgStr);
      return false;
    }
    return true;
  }
  if (const cl::Option *given = findGiven(others)) {
    fail("expected no --" + given->ArgStr +
         " with --check-asm, which runs no kernel of the file");
    return false;
  }
  if (line.isPTX) {
    fail("expected MLIR with --check-asm, found PTX, which has no fallbacks, "
         "in '" +
         line.getInputName() + "'");
    return false;
  }
  if (flags.samples.getNumOccurrences()) {
    options.samples = parseSamples(flags.samples);
    if (!options.samples) {
      fail("expected a number from 1 to 2^48 for --samples, such as 1000000 or "
           "2^20, found '" +
           flags.samples + "'");
      return false;
    }
  }
  options.seed = flags.seed;
  options.tolerance.areNaNsEqual = flags.nan == NaNComparison::Equal;
  options.tolerance.maxUlp = flags.maxUlp;
  return true;
}

std::variant<RunCommandLine, int> tile::parseRunCommandLine(int argc,
                                                            char **argv) {
  // LLVM has a --stats of its own, on passes; here it is the run's.
  if (cl::Option *option = cl::getRegisteredOptions().lookup("stats"))
    option->removeArgument();
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  setUpTool();
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  if (llvm::Error error =
          refuseTerminal(argc, "tile-run kernel.mlir --input=x:1024xf32=rand "
                               "--output=y:1024xf32"))
    return fail(std::move(error));

  RunCommandLine line;
  line.input = flags.input;
  line.isPTX = flags.ptx || StringRef(line.input).ends_with(".ptx");
  line.kernel = flags.kernel;
  line.sharedMemory = flags.shared;
  line.statistics = flags.statistics;
  readDevice(flags, line);
  if (llvm::Error error = verifyInterpreterOptions(flags, line))
    return fail(std::move(error));
  if (!readCheckAsm(flags, line))
    return 1;
  if (llvm::Error error = readTuning(flags, line))
    return fail(std::move(error));
  if (llvm::Error error = readReport(flags, line))
    return fail(std::move(error));
  std::optional<sim::Dim3> grid;
  if (!readSize(flags.grid, grid) || !readSize(flags.block, line.block) ||
      !readSize(flags.cluster, line.cluster))
    return 1;
  line.grid = grid.value_or(sim::Dim3());
  if (llvm::Error error = collectArguments(flags, line))
    return fail(std::move(error));
  if (flags.threads > kMaxThreads)
    return fail("expected at most " + Twine(kMaxThreads) +
                " for --threads, found " + Twine(flags.threads));
  line.persistentCTAs = flags.persistentCTAs;
  if (flags.ctasPerProgram > 8 ||
      (flags.ctasPerProgram & (flags.ctasPerProgram - 1)) != 0)
    return fail("expected 0, 1, 2, 4 or 8 for --ctas-per-program, found " +
                Twine(flags.ctasPerProgram));
  line.ctasPerProgram = flags.ctasPerProgram;
  line.options.threads = flags.threads;
  line.options.stepLimit = flags.stepLimit;
  line.options.maxRepeats = flags.maxRepeats;
  line.options.continuesAfterFindings =
      flags.onFinding == Flags::OnFinding::Continue;
  line.options.strictRaces = flags.strictRaces;
  line.options.failingCancels = flags.failingCancels;
  line.options.lateCopies = flags.lateCopies;
  line.arithmetic = flags.arithmetic;
  line.options.output = &line.getOutput();
  if (flags.trace.getNumOccurrences()) {
    line.options.trace = parseTrace(flags.trace);
    if (!line.options.trace)
      return fail("expected CTA:THREAD for --trace, such as 3:17, found '" +
                  flags.trace + "'");
    // One after the other, so that the trace is readable.
    line.options.threads = 1;
  }

  CompilerOptions &compiler = line.compiler;
  if (std::vector<StringRef> given = flags.compiler.getGiven();
      line.isPTX && !given.empty())
    return fail("expected MLIR or TTIR with --" + given.front() +
                ", found PTX, which is already compiled, in '" +
                line.getInputName() + "'");
  compiler.threads = line.options.threads;
  if (llvm::Error error = flags.compiler.apply(compiler))
    return fail(std::move(error));
  line.isTargetGiven = !compiler.target.empty();
  // For the places that findings name; the code is the same.
  compiler.lineInfo = true;
  return line;
}
