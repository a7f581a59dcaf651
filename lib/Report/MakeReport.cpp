//===- MakeReport.cpp - Compiles a kernel and reports on it ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Report/MakeReport.h"

#include "Panes.h"

#include "tile/Target/Disassembler.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::tile;

namespace {
/// Makes the report of one kernel.
class ReportMaker {
public:
  ReportMaker(llvm::MemoryBufferRef source, MLIRContext *context,
              const ReportOptions &options, const KernelInfo &kernel)
      : source(source), context(context), options(options), kernel(kernel) {}

  FailureOr<KernelReport> make();

private:
  LogicalResult compile();
  void addPanes();
  void addSourcePanes();
  void addSASSPane();
  LogicalResult addOtherTargets();
  void addTarget(const CompileResult &result);
  void record(Diagnostic &diagnostic);

  ReportPane &addPane(StringRef name, StringRef title) {
    ReportPane &pane = report().panes.emplace_back();
    pane.name = name.str();
    pane.title = title.str();
    return pane;
  }
  Report &report() { return made.report; }
  bool hasAssembler() const { return !options.compiler.ptxasPath.empty(); }

  llvm::MemoryBufferRef source;
  MLIRContext *context;
  const ReportOptions &options;
  const KernelInfo &kernel;
  KernelReport made;
  std::string stages[kNumStages];
};
} // namespace

/// Where an assembler is, as far as a cubin; else as far as PTX.
static Stage getLastStage(const CompilerOptions &options) {
  return options.ptxasPath.empty() ? Stage::PTX : Stage::Cubin;
}

void ReportMaker::record(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
    return;
  ReportMessage &message = report().messages.emplace_back();
  message.severity = diagnostic.getSeverity() == DiagnosticSeverity::Warning
                         ? "warning"
                         : "remark";
  message.text = diagnostic.str();
  // The page has the operation that MLIR prints with each remark.
  for (Diagnostic &note : diagnostic.getNotes())
    if (std::string text = note.str();
        !StringRef(text).starts_with("see current operation"))
      message.notes.push_back(std::move(text));
  addPlaces(diagnostic.getLocation(), report().places, message.places);
  llvm::sort(message.places);
}

LogicalResult ReportMaker::compile() {
  CompilerOptions compiler = options.compiler;
  compiler.kernel = kernel.symbol;
  compiler.lineInfo = true;
  compiler.remarks = true;
  compiler.onStage = [&](Stage stage, StringRef text) {
    stages[unsigned(stage)] = text.str();
  };
  ScopedDiagnosticHandler recorder(context, [&](Diagnostic &diagnostic) {
    record(diagnostic);
    return success(!options.showRemarks &&
                   diagnostic.getSeverity() == DiagnosticSeverity::Remark);
  });
  FailureOr<CompileResult> result =
      Compiler(compiler).compile(source, context, getLastStage(compiler));
  if (failed(result))
    return failure();
  made.result = std::move(*result);
  return success();
}

void ReportMaker::addTarget(const CompileResult &result) {
  for (const KernelInfo &info : result.kernels) {
    if (info.symbol != kernel.symbol)
      continue;
    ReportTarget &target = report().targets.emplace_back();
    target.name = result.target;
    target.threads = info.numThreads;
    target.staticSharedMemory = info.sharedMemory;
    target.dynamicSharedMemory = info.dynamicSharedMemory;
    target.resources = info.resources;
    const TargetInfo *gpu = lookupTarget(result.target);
    if (!info.resources || !gpu)
      continue;
    // ptxas may find more static memory, but never less.
    target.staticSharedMemory =
        std::max<uint64_t>(info.sharedMemory, info.resources->sharedMemory);
    target.occupancy = computeOccupancy(
        *gpu, {info.numThreads, info.resources->registers,
               target.staticSharedMemory + target.dynamicSharedMemory});
  }
}

LogicalResult ReportMaker::addOtherTargets() {
  for (const std::string &name : options.otherTargets) {
    CompilerOptions compiler = options.compiler;
    compiler.kernel = kernel.symbol;
    compiler.target = name;
    // The first target's compile has said what there is to say, except errors.
    ScopedDiagnosticHandler quiet(context, [&](Diagnostic &diagnostic) {
      return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
    });
    FailureOr<CompileResult> result =
        Compiler(compiler).compile(source, context, getLastStage(compiler));
    if (failed(result))
      return failure();
    addTarget(*result);
  }
  return success();
}

/// The file of most of the places that a source has, if it is not the source
/// itself: a Python file, of TTIR.
static std::string findOrigin(const ReportPane &pane, const PlaceTable &places,
                              StringRef source) {
  std::map<unsigned, unsigned> counts;
  unsigned best = 0, most = 0;
  for (const ReportLine &line : pane.lines)
    for (unsigned place : line.places) {
      unsigned file = places.getPlaces()[place].first;
      if (++counts[file] > most) {
        most = counts[file];
        best = file;
      }
    }
  // As PlaceTable has the names.
  SmallString<128> path(source);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  if (most == 0 || places.getFiles()[best] == path)
    return "";
  return places.getFiles()[best];
}

void ReportMaker::addSourcePanes() {
  ReportPane pane;
  pane.name = "source";
  pane.title = "Source";
  std::unique_ptr<MLIRContext> own = Compiler::createContext();
  fillSourcePane(pane, source, own.get(), report().places);
  std::string origin =
      findOrigin(pane, report().places, source.getBufferIdentifier());
  if (!origin.empty()) {
    ReportPane file;
    file.name = "origin";
    file.title = llvm::sys::path::filename(origin).str();
    fillFilePane(file, origin, report().places);
    if (!file.lines.empty())
      report().panes.push_back(std::move(file));
  }
  if (!pane.lines.empty())
    report().panes.push_back(std::move(pane));
}

void ReportMaker::addSASSPane() {
  if (!hasAssembler()) {
    report().gaps.push_back("no registers, no occupancy and no SASS: neither "
                            "ptxas nor libnvJitLink.so was found");
    return;
  }
  if (options.disassemblerPath.empty()) {
    report().gaps.push_back(
        "no SASS: neither nvdisasm nor cuobjdump was found");
    return;
  }
  llvm::Expected<std::string> text =
      disassemble(stages[unsigned(Stage::Cubin)], options.disassemblerPath);
  if (!text) {
    report().gaps.push_back("no SASS: " + llvm::toString(text.takeError()));
    return;
  }
  StringRef name = made.result.kernels.front().name;
  fillSASSPane(addPane("sass", "SASS"), *text, name, report().places);
}

void ReportMaker::addPanes() {
  PlaceTable &places = report().places;
  // Contexts of their own: modules are not in the way of each other's aliases.
  std::unique_ptr<MLIRContext> own = Compiler::createContext();
  addSourcePanes();
  fillModulePane(addPane("tile", "tile"), stages[unsigned(Stage::Tile)],
                 own.get(), places);
  std::optional<PrintedModule> printed =
      fillModulePane(addPane("tilegpu", "tilegpu"),
                     stages[unsigned(Stage::TileGPU)], own.get(), places);
  if (printed) {
    describeTileGPU(report(), *printed);
    describeSchedules(report(), *printed);
  }
  fillModulePane(addPane("llvm", "llvm"), stages[unsigned(Stage::LLVM)],
                 own.get(), places);
  CallPlaces calls = fillLLVMIRPane(addPane("llvmir", "LLVM IR"),
                                    stages[unsigned(Stage::LLVMIR)], places);
  made.ptxLines = fillPTXPane(addPane("ptx", "PTX"), made.result.ptx, places);
  addSASSPane();
  for (ReportPane &pane : report().panes)
    if (pane.name == "ptx" || pane.name == "sass")
      addCalls(pane, calls);
}

FailureOr<KernelReport> ReportMaker::make() {
  report().kernel = kernel.symbol;
  report().input = source.getBufferIdentifier().str();
  if (failed(compile()))
    return failure();
  const KernelInfo &info = made.result.kernels.front();
  report().numWarps = info.numWarps;
  report().programsPerCTA = info.programsPerCTA;
  report().arguments = info.arguments;
  addTarget(made.result);
  addPanes();
  if (failed(addOtherTargets()))
    return failure();
  return std::move(made);
}

FailureOr<std::vector<KernelReport>>
tile::makeReports(llvm::MemoryBufferRef source, MLIRContext *context,
                  const ReportOptions &options) {
  // Which kernels there are; each one's own compile says the rest again.
  std::vector<KernelInfo> kernels;
  {
    ScopedDiagnosticHandler quiet(context, [&](Diagnostic &diagnostic) {
      return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
    });
    FailureOr<CompileResult> result =
        Compiler(options.compiler).compile(source, context, Stage::Tile);
    if (failed(result))
      return failure();
    kernels = std::move(result->kernels);
  }
  if (kernels.empty()) {
    emitError(FileLineColLoc::get(context, source.getBufferIdentifier(), 0, 0))
        << "expected a kernel to report on, found none";
    return failure();
  }
  std::vector<KernelReport> reports;
  for (const KernelInfo &kernel : kernels) {
    FailureOr<KernelReport> report =
        ReportMaker(source, context, options, kernel).make();
    if (failed(report))
      return failure();
    reports.push_back(std::move(*report));
  }
  return reports;
}

void tile::addRun(KernelReport &report, std::string description,
                  const sim::Statistics &statistics,
                  ArrayRef<sim::LineStatistics> lines) {
  ReportRun &run = report.report.run.emplace();
  run.description = std::move(description);
  run.statistics = statistics;
  for (sim::LineStatistics line : lines) {
    if (line.line >= report.ptxLines.size() || !report.ptxLines[line.line])
      continue;
    line.line = report.ptxLines[line.line];
    run.lines.push_back(line);
  }
}
