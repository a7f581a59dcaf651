//===- tilec.cpp - The compiler driver ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerFlags.h"
#include "Options.h"
#include "SourceLines.h"
#include "ToolSetup.h"
#include "Tools.h"

#include "tile/AOT/EmitC.h"
#include "tile/Compiler/Pipelines.h"
#include "tile/Report/MakeReport.h"
#include "tile/Support/InputFile.h"
#include "tile/Support/OutputFile.h"
#include "tile/Target/Disassembler.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tile;

static int fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tilec") << message << '\n';
  return 1;
}

/// Writes each stage to its numbered file; keeps the first error.
static void dumpStages(CommandLine &line, llvm::Error &error) {
  line.compiler.onStage = [&](Stage stage, StringRef text) {
    SmallString<128> path(line.dumpDir);
    llvm::sys::path::append(path, Twine(static_cast<unsigned>(stage) + 1) +
                                      "-" + getStageName(stage) + "." +
                                      getStageSuffix(stage));
    error = llvm::joinErrors(std::move(error), writeOutput(path, text));
  };
}

static void printTimes(const CompileResult &result, double parseTime) {
  double total = parseTime;
  llvm::errs() << llvm::format("%10.3f ms  parse\n", parseTime);
  for (const StageTime &time : result.times) {
    llvm::errs() << llvm::format("%10.3f ms  ", time.milliseconds) << time.name
                 << '\n';
    total += time.milliseconds;
  }
  llvm::errs() << llvm::format("%10.3f ms  total\n", total);
}

/// A line for an entry: of a kernel, or of it with tensor maps.
template <typename Entry>
static void printResources(const Entry &entry, unsigned programsPerCTA,
                           StringRef target) {
  if (!entry.resources)
    return;
  const KernelResources &use = *entry.resources;
  uint64_t shared = uint64_t(use.sharedMemory) + entry.dynamicSharedMemory;
  llvm::errs() << entry.name << " for " << target << ": " << entry.numThreads
               << " threads, ";
  if (programsPerCTA > 1)
    llvm::errs() << programsPerCTA << " programs, ";
  llvm::errs() << use.registers << " registers, " << shared
               << " bytes of shared memory";
  if (entry.dynamicSharedMemory)
    llvm::errs() << " (" << use.sharedMemory << " static, "
                 << entry.dynamicSharedMemory << " dynamic)";
  llvm::errs() << ", " << use.stack << " bytes of stack, "
               << use.spillStores + use.spillLoads << " bytes spilled\n";
}

static void printResources(const CompileResult &result) {
  for (const KernelInfo &kernel : result.kernels) {
    printResources(kernel, kernel.programsPerCTA, result.target);
    if (kernel.tensorMapEntry)
      printResources(*kernel.tensorMapEntry, /*programsPerCTA=*/1,
                     result.target);
  }
}

/// "out.html" for the only kernel, "out-softmax.html" for one of several.
static std::string getReportPath(StringRef path, StringRef kernel,
                                 bool isOnlyOne) {
  if (isOnlyOne)
    return path.str();
  StringRef suffix = llvm::sys::path::extension(path);
  // A name may have characters that are none of a file's.
  std::string name = kernel.str();
  for (char &c : name)
    if (c == '/' || c == '\\' || c == '\0')
      c = '_';
  return (path.drop_back(suffix.size()) + "-" + name + suffix).str();
}

/// Compiles each kernel once more, and writes what a report shows of it.
static int writeReports(const CommandLine &line, llvm::MemoryBufferRef source,
                        MLIRContext *context) {
  ReportOptions options;
  options.compiler = line.compiler;
  options.compiler.target = line.targets.front();
  options.compiler.onStage = nullptr;
  options.otherTargets.assign(line.targets.begin() + 1, line.targets.end());
  options.disassemblerPath = findDisassembler(getEnvironmentVariable);
  options.showRemarks = line.isOnlyReport && line.compiler.remarks;
  FailureOr<std::vector<KernelReport>> reports = failure();
  {
    // Where the output was compiled, it has been said already.
    ScopedDiagnosticHandler quiet(context, [&](Diagnostic &diagnostic) {
      return success(!line.isOnlyReport &&
                     diagnostic.getSeverity() != DiagnosticSeverity::Error);
    });
    reports = makeReports(source, context, options);
  }
  if (failed(reports))
    return 1;
  if (line.report == "-" && reports->size() > 1)
    return fail("expected --kernel for --report=-, found " +
                Twine(reports->size()) + " kernels");
  for (const KernelReport &made : *reports)
    if (llvm::Error error =
            writeReport(getReportPath(line.report, made.report.kernel,
                                      reports->size() == 1),
                        made.report))
      return fail(llvm::toString(std::move(error)));
  return 0;
}

/// Parses the source, compiles it, and prints what was asked for.
static FailureOr<CompileResult> compile(const CommandLine &line,
                                        llvm::MemoryBufferRef source,
                                        MLIRContext *context) {
  auto start = std::chrono::steady_clock::now();
  OwningOpRef<ModuleOp> module = Compiler::parse(source, context);
  std::chrono::duration<double, std::milli> parseTime =
      std::chrono::steady_clock::now() - start;
  if (!module)
    return failure();
  FailureOr<CompileResult> result =
      Compiler(line.compiler).compile(*module, line.stage);
  if (failed(result))
    return failure();
  if (line.time)
    printTimes(*result, parseTime.count());
  if (line.resources)
    printResources(*result);
  return result;
}

/// Writes what tile-opt needs to repeat the compile.
static int printPipeline(const CommandLine &line, llvm::MemoryBufferRef source,
                         MLIRContext *context) {
  OwningOpRef<ModuleOp> module = Compiler::parse(source, context);
  if (!module)
    return 1;
  PassManager manager(context, ModuleOp::getOperationName());
  buildStagesPipeline(manager, line.compiler, *module, line.stage);
  std::string text;
  llvm::raw_string_ostream stream(text);
  manager.printAsTextualPipeline(stream);
  stream << '\n';
  if (llvm::Error error = writeOutput(line.output, text))
    return fail(llvm::toString(std::move(error)));
  return 0;
}

/// Compiles for each target and writes the C.
static int emitSources(CommandLine &line, llvm::MemoryBufferRef source,
                       MLIRContext *context, llvm::Error &dumpError) {
  std::vector<KernelImage> images;
  for (const std::string &target : line.targets) {
    line.compiler.target = target;
    FailureOr<CompileResult> result = compile(line, source, context);
    if (dumpError)
      return fail(llvm::toString(std::move(dumpError)));
    if (failed(result))
      return 1;
    KernelImage &image = images.emplace_back();
    image.target = std::move(result->target);
    image.numWarps = result->numWarps;
    image.kernels = std::move(result->kernels);
    if (line.stage == Stage::Cubin)
      image.stages[static_cast<unsigned>(Stage::Cubin)] =
          std::move(result->text);
    image.stages[static_cast<unsigned>(Stage::PTX)] = std::move(result->ptx);
  }
  SmallVector<const KernelImage *> pointers;
  for (const KernelImage &image : images)
    pointers.push_back(&image);
  if (llvm::Error error = writeC(pointers, line.output))
    return fail(llvm::toString(std::move(error)));
  return 0;
}

int tile::tilecMain(int argc, char **argv) {
  auto parsed = parseCommandLine(argc, argv);
  if (int *code = std::get_if<int>(&parsed))
    return *code;
  auto &line = std::get<CommandLine>(parsed);

  auto buffer = readInput(line.input);
  if (!buffer)
    return fail(llvm::toString(buffer.takeError()));
  if (llvm::Error error = refusePython(**buffer))
    return fail(llvm::toString(std::move(error)));
  llvm::Error dumpError = llvm::Error::success();
  llvm::cantFail(std::move(dumpError));
  if (!line.dumpDir.empty()) {
    if (std::error_code code = llvm::sys::fs::create_directories(line.dumpDir))
      return fail("cannot create folder '" + line.dumpDir +
                  "': " + code.message());
    dumpStages(line, dumpError);
  }

  llvm::SourceMgr sourceMgr;
  llvm::MemoryBufferRef source = **buffer;
  sourceMgr.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  cutSourceLines(sourceMgr);
  SourceMgrDiagnosticHandler handler(sourceMgr, context.get());

  if (line.printPipeline)
    return printPipeline(line, source, context.get());
  if (line.isOnlyReport)
    return writeReports(line, source, context.get());
  if (line.emitC) {
    int code = emitSources(line, source, context.get(), dumpError);
    return code || line.report.empty()
               ? code
               : writeReports(line, source, context.get());
  }
  FailureOr<CompileResult> result = compile(line, source, context.get());
  if (dumpError)
    return fail(llvm::toString(std::move(dumpError)));
  if (failed(result))
    return 1;
  if (line.writesOutput)
    if (llvm::Error error = writeOutput(line.output, result->text))
      return fail(llvm::toString(std::move(error)));
  return line.report.empty() ? 0 : writeReports(line, source, context.get());
}
