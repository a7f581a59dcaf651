//===- Compiler.cpp - A compile as one object -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Compiler.h"

#include "KernelFacts.h"

#include "tile/Compiler/NamedOptions.h"
#include "tile/Compiler/Passes.h"
#include "tile/Compiler/Pipelines.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/TileGPU/Transforms/PipelineLoops.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Image/ProgramComment.h"
#include "tile/Support/FloatModes.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include <array>
#include <chrono>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace mlir::tile;

struct CompilerSession::Impl {
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  struct Pipeline {
    /// The options that it was built from.
    std::string key;
    std::unique_ptr<PassManager> manager;
  };
  /// Of the stages that are pipelines.
  std::array<Pipeline, static_cast<unsigned>(Stage::LLVM) + 1> pipelines;
  CodeGenCache codeGen;
};

CompilerSession::CompilerSession() : impl(std::make_unique<Impl>()) {}
CompilerSession::~CompilerSession() = default;

MLIRContext *CompilerSession::getContext() const { return impl->context.get(); }

namespace {

/// One run of Compiler::compile.
class Compilation {
public:
  Compilation(const CompilerOptions &options, ModuleOp module, Stage last,
              CompilerSession::Impl *session)
      : options(options), module(module), first(findStage(module)), last(last),
        schedule(tilegpu::findSchedule(module)), session(session) {
    result.stage = last;
  }

  LogicalResult run();
  LogicalResult chooseLayouts();
  CompileResult takeResult() { return std::move(result); }
  bool wasCancelled() const { return cancelled; }

private:
  LogicalResult runMLIRStages();
  LogicalResult runLLVMStages();
  /// Runs passes, except if the module is at the stage already, verifies, and
  /// ends the stage.
  LogicalResult runPipeline(Stage stage,
                            llvm::function_ref<void(OpPassManager &)> build);
  LogicalResult runPasses(Stage stage, StringRef part,
                          llvm::function_ref<void(OpPassManager &)> build);
  std::unique_ptr<PassManager> &findPipeline(Stage stage, StringRef part);
  LogicalResult assemble(CodeGenOptions codeGenOptions);
  void reportAssembler(const AssemblerResult &assembled,
                       CodeGenOptions codeGenOptions);
  void recordKernels(const CodeGen &codeGen);

  /// Measures a step.
  LogicalResult timed(StringRef name, llvm::function_ref<LogicalResult()> step);
  /// Sticky: after it was true once, the callback is not called again.
  bool isCancelled();
  /// Hands out a stage's text if the caller wants it.
  bool isWanted(Stage stage) const { return options.onStage || stage == last; }
  bool runsPtxas() const { return last == Stage::Cubin || options.verifyPTX; }
  void finishStage(Stage stage, std::string text);
  std::string printModule() const;

  const CompilerOptions &options;
  ModuleOp module;
  /// Where the module is at first, and where it ends.
  Stage first, last;
  tilegpu::Schedule schedule;
  /// May be null.
  CompilerSession::Impl *session;
  CompileResult result;
  bool cancelled = false;
  /// Kernels are compiled on several threads, and the callback is the caller's.
  std::mutex cancelMutex;
};

} // namespace

bool Compilation::isCancelled() {
  std::lock_guard lock(cancelMutex);
  if (!cancelled && options.shouldCancel && options.shouldCancel())
    cancelled = true;
  return cancelled;
}

LogicalResult Compilation::timed(StringRef name,
                                 llvm::function_ref<LogicalResult()> step) {
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  LogicalResult outcome = step();
  std::chrono::duration<double, std::milli> time = Clock::now() - start;
  result.times.push_back({name.str(), time.count()});
  return outcome;
}

void Compilation::finishStage(Stage stage, std::string text) {
  if (options.onStage)
    options.onStage(stage, text);
  if (stage == last)
    result.text = std::move(text);
}

std::string Compilation::printModule() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo(options.lineInfo);
  ModuleOp(module).print(stream, flags);
  stream << '\n';
  return text;
}

/// Runs a stage's passes, or the passes of a part of it that has a name.
LogicalResult
Compilation::runPasses(Stage stage, StringRef part,
                       llvm::function_ref<void(OpPassManager &)> build) {
  std::unique_ptr<PassManager> own;
  std::unique_ptr<PassManager> &manager =
      session ? findPipeline(stage, part) : own;
  if (!manager) {
    manager = std::make_unique<PassManager>(module.getContext(),
                                            ModuleOp::getOperationName());
    manager->enableVerifier(options.verifyEach);
    build(*manager);
  }
  return manager->run(module);
}

LogicalResult
Compilation::runPipeline(Stage stage,
                         llvm::function_ref<void(OpPassManager &)> build) {
  // What is imported at a later stage still gets its target and its promises.
  if (stage == Stage::Tile || first < stage)
    if (failed(timed(getStageName(stage), [&] {
          if (failed(runPasses(stage, "", build)) || isCancelled())
            return failure();
          // LLVM verifies what this becomes.
          return stage == Stage::LLVM && last > stage ? success()
                                                      : verify(module);
        })))
      return failure();
  if (isWanted(stage))
    finishStage(stage, printModule());
  return success();
}

/// The session's pass manager of a stage; null if it has none for these
/// options.
std::unique_ptr<PassManager> &Compilation::findPipeline(Stage stage,
                                                        StringRef part) {
  CompilerSession::Impl::Pipeline &pipeline =
      session->pipelines[static_cast<unsigned>(stage)];
  // The passes may ask a ptxas that the compile runs.
  std::string key = describePassOptions(options, stage) +
                    (runsPtxas() ? "runs" : "") +
                    std::to_string(llvm::to_underlying(schedule));
  key += part;
  if (pipeline.key != key) {
    pipeline.manager = nullptr;
    pipeline.key = std::move(key);
  }
  return pipeline.manager;
}

LogicalResult Compilation::runMLIRStages() {
  std::function<unsigned()> getNewestPTXVersion;
  if (runsPtxas())
    getNewestPTXVersion = [path = options.ptxasPath] {
      return findPTXVersion(path);
    };
  if (failed(runPipeline(Stage::Tile, [&](OpPassManager &manager) {
        buildImportPipeline(manager, options, getNewestPTXVersion);
      })))
    return failure();
  result.kernels = collectKernels(module);
  if (result.kernels.empty())
    emitWarning(module.getLoc())
        << "expected a kernel, a public 'tile.func', in the module, found none";
  TargetAttr target = getTarget(module);
  result.target = target.getChip().str();
  result.numWarps = target.getNumWarps();
  if (last == Stage::Tile)
    return success();
  if (failed(runPipeline(Stage::TileGPU, [&](OpPassManager &manager) {
        buildLayoutPipeline(manager, options, schedule);
      })))
    return failure();
  // The layout pipeline may have chosen how many programs share a CTA.
  for (KernelInfo &kernel : result.kernels)
    if (auto func = module.lookupSymbol<FuncOp>(kernel.symbol)) {
      kernel.programsPerCTA = getProgramsPerCTA(func);
      kernel.numThreads =
          kernel.numWarps * kThreadsPerWarp * kernel.programsPerCTA;
    }
  readTensorMapEntries(module, result.kernels);
  if (last == Stage::TileGPU)
    return success();
  if (failed(runPipeline(Stage::LLVM, [&](OpPassManager &manager) {
        buildTileGPUToLLVMPipeline(manager, options);
      })))
    return failure();
  readDynamicSharedMemory(module, result.kernels);
  return success();
}

void Compilation::recordKernels(const CodeGen &codeGen) {
  auto getSharedMemory = [&](StringRef name) -> unsigned {
    const llvm::Function *function = codeGen.findFunction(name);
    return function ? std::min<uint64_t>(getStaticSharedMemory(*function),
                                         UINT32_MAX)
                    : 0;
  };
  for (KernelInfo &kernel : result.kernels) {
    kernel.name = codeGen.getPTXName(kernel.symbol);
    kernel.sharedMemory = getSharedMemory(kernel.name);
    if (std::optional<TensorMapEntry> &entry = kernel.tensorMapEntry) {
      entry->name = codeGen.getPTXName(entry->name);
      entry->sharedMemory = getSharedMemory(entry->name);
    }
  }
}

/// Says what ptxas said, where the PTX's line information leads.
void Compilation::reportAssembler(const AssemblerResult &assembled,
                                  CodeGenOptions codeGenOptions) {
  MLIRContext *context = module.getContext();
  // Where no assembler ran, its one message has no place.
  auto isAboutCode = [](const auto &message) { return message.isAboutCode; };
  if (!assembled.messages.empty() &&
      llvm::none_of(assembled.messages, isAboutCode)) {
    for (const AssemblerMessage &message : assembled.messages)
      emitError(UnknownLoc::get(context)) << message.text;
    return;
  }
  // PTX without line information is made once more with it: the instructions
  // are the same, and so are the messages.
  std::string ptx = result.ptx;
  AssemblerResult located = assembled;
  if (!codeGenOptions.lineInfo) {
    codeGenOptions.lineInfo = true;
    CodeGen codeGen(codeGenOptions);
    if (failed(codeGen.translate(module)) || failed(codeGen.optimize()))
      return;
    FailureOr<std::string> withLines = codeGen.emitPTX();
    if (failed(withLines))
      return;
    AssemblerOptions assembler;
    assembler.ptxasPath = options.ptxasPath;
    assembler.chip = result.target;
    assembler.optLevel = options.ptxasOptLevel;
    assembler.timeLimit = options.ptxasTimeLimit;
    AssemblerResult again = assemblePTX(*withLines, assembler);
    if (again.messages.size() == assembled.messages.size()) {
      ptx = std::move(*withLines);
      located = std::move(again);
    }
  }
  SmallVector<StringRef> lines;
  StringRef(ptx).split(lines, '\n');
  for (const AssemblerMessage &message : located.messages) {
    if (message.severity == AssemblerMessage::Info)
      continue;
    Location loc = module.getLoc();
    if (!result.kernels.empty())
      if (Operation *kernel = SymbolTable::lookupSymbolIn(
              module, result.kernels.front().symbol))
        loc = kernel->getLoc();
    if (message.line)
      if (auto place = lookupPTXLine(ptx, message.line))
        loc = FileLineColLoc::get(context, place->file, place->line,
                                  place->column);
    InFlightDiagnostic diagnostic = message.severity == AssemblerMessage::Error
                                        ? emitError(loc)
                                        : emitWarning(loc);
    diagnostic << (message.line ? "ptxas: " : "") << message.text;
    if (message.line && message.line <= lines.size())
      diagnostic.attachNote(loc)
          << "in the PTX: " << lines[message.line - 1].trim();
  }
}

LogicalResult Compilation::assemble(CodeGenOptions codeGenOptions) {
  AssemblerOptions assembler;
  assembler.ptxasPath = options.ptxasPath;
  assembler.chip = result.target;
  assembler.optLevel = options.ptxasOptLevel;
  assembler.timeLimit = options.ptxasTimeLimit;
  assembler.lineInfo = options.lineInfo;
  if (options.shouldCancel)
    assembler.shouldCancel = [this] { return isCancelled(); };
  AssemblerResult assembled;
  (void)timed("cubin", [&] {
    assembled = assemblePTX(result.ptx, assembler);
    return success();
  });
  if (isCancelled())
    return failure();
  bool warned = llvm::any_of(assembled.messages, [](const auto &message) {
    return message.severity == AssemblerMessage::Warning;
  });
  if (!assembled.success || warned)
    reportAssembler(assembled, std::move(codeGenOptions));
  if (!assembled.success)
    return failure();
  for (KernelInfo &kernel : result.kernels)
    for (KernelResources &resources : assembled.kernels)
      if (resources.name == kernel.name)
        kernel.resources = resources;
      else if (kernel.tensorMapEntry &&
               resources.name == kernel.tensorMapEntry->name)
        kernel.tensorMapEntry->resources = resources;
  if (last == Stage::Cubin)
    finishStage(Stage::Cubin, std::move(assembled.cubin));
  return success();
}

LogicalResult Compilation::runLLVMStages() {
  TargetAttr target = getTarget(module);
  CodeGenOptions codeGenOptions;
  codeGenOptions.target = lookupTarget(target.getChip());
  codeGenOptions.ptxVersion = target.getPtxVersion();
  codeGenOptions.fpContract = options.fpContract;
  codeGenOptions.lineInfo = options.lineInfo;
  codeGenOptions.maxRegisters = options.maxRegisters;
  codeGenOptions.libdevicePath = options.libdevicePath;
  codeGenOptions.verify = options.verifyEach;
  codeGenOptions.threads =
      options.threads ? options.threads
                      : std::max(1u, std::thread::hardware_concurrency());
  if (options.shouldCancel)
    codeGenOptions.shouldCancel = [this] { return isCancelled(); };

  CodeGen codeGen(codeGenOptions, session ? &session->codeGen : nullptr);
  if (failed(timed("translate", [&] { return codeGen.translate(module); })) ||
      failed(timed("optimize", [&] { return codeGen.optimize(); })) ||
      isCancelled())
    return failure();
  if (isWanted(Stage::LLVMIR))
    finishStage(Stage::LLVMIR, codeGen.printModule());
  if (last == Stage::LLVMIR)
    return success();

  recordKernels(codeGen);
  if (failed(
          verifySharedMemory(module, *codeGenOptions.target, result.kernels)) ||
      failed(verifyParameters(module, codeGen, result.kernels,
                              codeGenOptions.getPTXVersion())))
    return failure();
  FailureOr<std::string> ptx = failure();
  if (failed(timed("ptx",
                   [&] {
                     ptx = codeGen.emitPTX();
                     return LogicalResult(ptx);
                   })) ||
      isCancelled())
    return failure();
  result.ptx = std::move(*ptx) + writeProgramComments(result.kernels);
  if (isWanted(Stage::PTX))
    finishStage(Stage::PTX, result.ptx);
  if (runsPtxas())
    return assemble(std::move(codeGenOptions));
  return success();
}

LogicalResult Compilation::run() {
  if (options.shouldCancel)
    module.getContext()->registerActionHandler(
        [this](llvm::function_ref<void()> action,
               const tracing::Action &description) {
          if (!isa<PassExecutionAction>(description) || !isCancelled())
            action();
        });
  LogicalResult outcome = runMLIRStages();
  if (options.shouldCancel)
    module.getContext()->registerActionHandler({});
  if (failed(outcome))
    return failure();
  return last <= Stage::LLVM ? success() : runLLVMStages();
}

LogicalResult Compilation::chooseLayouts() {
  return runPasses(Stage::TileGPU, "layouts", [&](OpPassManager &manager) {
    buildLayoutChoicePipeline(manager, options);
  });
}

LogicalResult Compiler::chooseLayouts(ModuleOp module,
                                      CompilerSession &session) const {
  UsualFloatModes floatModes;
  return Compilation(options, module, Stage::TileGPU, session.impl.get())
      .chooseLayouts();
}

FailureOr<CompileResult> Compiler::compile(ModuleOp module, Stage last) const {
  return compile(module, last, static_cast<CompilerSession::Impl *>(nullptr));
}

FailureOr<CompileResult> Compiler::compile(ModuleOp module, Stage last,
                                           CompilerSession &session) const {
  return compile(module, last, session.impl.get());
}

FailureOr<CompileResult>
Compiler::compile(ModuleOp module, Stage last,
                  CompilerSession::Impl *session) const {
  // Folding constants computes with the host's floating point.
  UsualFloatModes floatModes;
  // Sees every diagnostic first and lets it pass to the caller's handlers.
  unsigned errors = 0;
  ScopedDiagnosticHandler counter(
      module.getContext(), [&](Diagnostic &diagnostic) {
        errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
        return failure();
      });
  Compilation compilation(options, module, last, session);
  if (failed(compilation.run()) || errors != 0) {
    if (errors == 0 && !compilation.wasCancelled())
      emitError(module.getLoc()) << "compilation failed without a message";
    return failure();
  }
  return compilation.takeResult();
}

FailureOr<CompileResult> Compiler::compile(llvm::MemoryBufferRef source,
                                           MLIRContext *context,
                                           Stage last) const {
  OwningOpRef<ModuleOp> module = parse(source, context);
  if (!module)
    return failure();
  return compile(*module, last);
}

KernelImage tile::makeImage(CompileResult result) {
  KernelImage image;
  image.target = std::move(result.target);
  image.numWarps = result.numWarps;
  image.kernels = std::move(result.kernels);
  image.times = std::move(result.times);
  image.stages[static_cast<unsigned>(result.stage)] = std::move(result.text);
  if (!result.ptx.empty())
    image.stages[static_cast<unsigned>(Stage::PTX)] = std::move(result.ptx);
  return image;
}
