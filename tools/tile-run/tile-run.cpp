//===- tile-run.cpp - Runs a kernel and checks it -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Options.h"
#include "Tools.h"

#include "tile/PTX/Parser.h"
#include "tile/Run/Progress.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tile;

static int fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tile-run") << message << '\n';
  return 1;
}

/// The PTX of the input, compiled if it is MLIR; an error is printed.
static std::optional<std::string>
getPTX(RunCommandLine &line, std::unique_ptr<llvm::MemoryBuffer> buffer,
       std::optional<KernelInfo> &kernel) {
  if (line.isPTX)
    return buffer->getBuffer().str();
  llvm::SourceMgr sourceMgr;
  llvm::MemoryBufferRef source = *buffer;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  SourceMgrDiagnosticHandler handler(sourceMgr, context.get());
  FailureOr<CompileResult> result =
      Compiler(line.compiler).compile(source, context.get(), Stage::PTX);
  if (failed(result))
    return std::nullopt;
  std::vector<std::string> names;
  for (KernelInfo &info : result->kernels) {
    if (line.kernel.empty()
            ? result->kernels.size() == 1
            : info.symbol == line.kernel || info.name == line.kernel)
      kernel = info;
    names.push_back(info.symbol);
  }
  if (kernel) {
    line.kernel = kernel->name;
    return std::move(result->ptx);
  }
  if (names.empty())
    fail("expected a kernel in '" + line.getInputName() + "', found none");
  else
    fail("expected the name of a kernel for --kernel, one of " +
         llvm::join(names, ", ") + ", found '" + line.kernel + "'");
  return std::nullopt;
}

static std::unique_ptr<sim::Program>
load(const RunCommandLine &line, StringRef text, sim::GlobalMemory &memory) {
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
  std::vector<ptx::Diagnostic> errors = std::move(parsed.errors);
  std::unique_ptr<sim::Program> program;
  if (errors.empty())
    program = sim::Program::load(std::move(parsed.value), memory, errors);
  // Of what was compiled here, nobody has seen the text.
  SmallVector<StringRef> lines;
  if (!line.isPTX && !errors.empty())
    text.split(lines, '\n');
  for (const ptx::Diagnostic &error : errors) {
    unsigned number = error.location.line;
    if (line.isPTX)
      llvm::errs() << line.getInputName();
    else
      llvm::errs() << "PTX of " << line.getInputName();
    llvm::errs() << ':' << number << ':' << error.location.column
                 << ": error: " << error.message << '\n';
    if (number > 0 && number <= lines.size())
      llvm::errs() << "  " << lines[number - 1].trim() << '\n';
  }
  return program;
}

/// A line of the source often becomes several instructions, all wrong for the
/// same reason: the first one stands for them.
static void printFindings(ArrayRef<sim::Report> reports) {
  auto isSame = [](const sim::Report &a, const sim::Report &b) {
    return a.kind == b.kind && !a.location.source.empty() &&
           a.location.source == b.location.source;
  };
  for (auto [i, report] : llvm::enumerate(reports)) {
    auto isThis = [&, &report = report](const sim::Report &other) {
      return isSame(other, report);
    };
    if (llvm::any_of(reports.take_front(i), isThis))
      continue;
    sim::print(llvm::errs(), report);
    if (size_t others = llvm::count_if(reports.drop_front(i + 1), isThis))
      llvm::errs() << "  the same at " << others << " other instruction"
                   << (others == 1 ? "" : "s") << " of "
                   << report.location.source << '\n';
  }
}

static std::string count(uint64_t number, StringRef unit) {
  return std::to_string(number) + " " + unit.str() + (number == 1 ? "" : "s");
}

int tile::tileRunMain(int argc, char **argv) {
  auto parsed = parseRunCommandLine(argc, argv);
  if (int *code = std::get_if<int>(&parsed))
    return *code;
  auto &line = std::get<RunCommandLine>(parsed);
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(line.input);
  if (!buffer)
    return fail("cannot read '" + line.getInputName() +
                "': " + buffer.getError().message());
  std::optional<KernelInfo> kernel;
  std::optional<std::string> ptx = getPTX(line, std::move(*buffer), kernel);
  if (!ptx)
    return 1;
  sim::GlobalMemory memory;
  std::unique_ptr<sim::Program> program = load(line, *ptx, memory);
  if (!program)
    return 1;

  RunArguments arguments(line, memory);
  if (llvm::Error error = arguments.prepare(*program, kernel))
    return fail(llvm::toString(std::move(error)));
  sim::Launch launch;
  launch.kernel = line.kernel;
  launch.grid = line.grid;
  launch.block = line.block;
  launch.cluster = line.cluster;
  launch.dynamicSharedMemory = line.sharedMemory;
  launch.arguments = arguments.getLaunchArguments();

  sim::LaunchResult result;
  {
    run::Progress progress("CTAs");
    line.options.onProgress = [&](uint64_t done, uint64_t total) {
      progress.update(done, total);
    };
    result = program->run(launch, line.options);
  }
  if (!result.error.empty())
    return fail(result.error);
  llvm::outs().flush();
  printFindings(result.reports);
  bool succeeded = result.succeeded();
  if (result.stopped) {
    bool hasMany = result.reports.size() >= line.options.maxReports;
    return fail("the run stopped " +
                (hasMany ? "after " + count(result.reports.size(), "finding")
                         : std::string("here")) +
                ", when " + Twine(result.statistics.blocks) + " of " +
                count(launch.grid.count(), "CTA") +
                " had ended; nothing is checked");
  }
  line.getOutput() << arguments.getKernelName() << ": "
                   << count(result.statistics.blocks, "CTA") << ", "
                   << count(result.statistics.threads, "thread")
                   << ", on the simulator (" << arguments.getTarget(*ptx)
                   << ")\n";
  // Warnings and errors come after it.
  llvm::outs().flush();
  if (llvm::Error error = arguments.finish(succeeded))
    return fail(llvm::toString(std::move(error)));
  if (line.statistics == StatisticsFormat::Text)
    sim::print(llvm::outs(), result.statistics);
  else if (line.statistics == StatisticsFormat::JSON)
    sim::printJSON(llvm::outs(), result.statistics);
  return succeeded ? 0 : 1;
}
