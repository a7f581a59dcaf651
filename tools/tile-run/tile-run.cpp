//===- tile-run.cpp - Runs a kernel and checks it -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "CheckAsm.h"
#include "CompilerFlags.h"
#include "SourceLines.h"
#include "ToolSetup.h"
#include "Tools.h"
#include "Tune.h"

#include "tile/Support/InputFile.h"
#include "tile/Target/Disassembler.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tile;

static int fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tile-run") << message << '\n';
  return 1;
}

/// The kernel of an image that the command line selects; sets its name in the
/// command line. Prints an error if there is no such kernel.
static std::optional<KernelInfo> chooseKernel(RunCommandLine &line,
                                              const KernelImage &image) {
  std::vector<std::string> names;
  std::optional<KernelInfo> kernel;
  for (const KernelInfo &info : image.kernels) {
    if (line.kernel.empty()
            ? image.kernels.size() == 1
            : info.symbol == line.kernel || info.name == line.kernel)
      kernel = info;
    names.push_back(info.symbol);
  }
  if (kernel)
    line.kernel = kernel->name;
  else if (names.empty())
    fail("expected a kernel in '" + line.getInputName() + "', found none");
  else
    fail("expected the name of a kernel for --kernel, one of " +
         llvm::join(names, ", ") + ", found '" + line.kernel + "'");
  return kernel;
}

/// Compiles each kernel for a report, and keeps that of the kernel which the
/// command line means. Its PTX has this kernel alone. Errors are printed.
static std::optional<KernelImage>
getReportedImage(RunCommandLine &line, llvm::MemoryBufferRef source,
                 MLIRContext *context, std::optional<KernelInfo> &kernel) {
  ReportOptions options;
  options.compiler = line.compiler;
  options.disassemblerPath = findDisassembler(getEnvironmentVariable);
  FailureOr<std::vector<KernelReport>> reports =
      makeReports(source, context, options);
  if (failed(reports))
    return std::nullopt;
  KernelImage all;
  for (KernelReport &report : *reports)
    all.kernels.push_back(report.result.kernels.front());
  kernel = chooseKernel(line, all);
  if (!kernel)
    return std::nullopt;
  for (KernelReport &report : *reports)
    if (report.report.kernel == kernel->symbol)
      line.kernelReport = std::make_shared<KernelReport>(std::move(report));
  KernelImage image;
  image.target = line.kernelReport->result.target;
  image.kernels = {*kernel};
  image.stages[unsigned(Stage::PTX)] = line.kernelReport->result.ptx;
  return image;
}

/// The input's code, compiled if it is MLIR, for a GPU as far as it can load
/// it; an error is printed. `kernel` is what the compiler says of the kernel.
static std::optional<KernelImage>
getImage(RunCommandLine &line, std::unique_ptr<llvm::MemoryBuffer> buffer,
         bool isForGPU, std::optional<KernelInfo> &kernel) {
  KernelImage image;
  if (line.isPTX) {
    image.stages[unsigned(Stage::PTX)] = buffer->getBuffer().str();
    return image;
  }
  llvm::SourceMgr sourceMgr;
  llvm::MemoryBufferRef source = *buffer;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  cutSourceLines(sourceMgr);
  SourceMgrDiagnosticHandler handler(sourceMgr, context.get());
  if (!line.report.empty())
    return getReportedImage(line, source, context.get(), kernel);
  // The driver compiles PTX as well as nvJitLink does, which it has inside.
  const std::string &ptxas = line.compiler.ptxasPath;
  bool makesCubin = isForGPU && !ptxas.empty() && !isAssemblerLibrary(ptxas);
  OwningOpRef<ModuleOp> module = Compiler::parse(source, context.get());
  if (!module)
    return std::nullopt;
  // Of several kernels, only the one that runs is worth a compile. One that is
  // called by its name in PTX, or that is not there, is known only afterwards.
  CompilerOptions options = line.compiler;
  if (llvm::any_of(collectKernels(*module), [&](const KernelInfo &info) {
        return info.symbol == line.kernel;
      }))
    options.kernel = line.kernel;
  FailureOr<CompileResult> result = Compiler(options).compile(
      *module, makesCubin ? Stage::Cubin : Stage::PTX);
  if (failed(result))
    return std::nullopt;
  image = makeImage(std::move(*result));
  kernel = chooseKernel(line, image);
  if (!kernel)
    return std::nullopt;
  return image;
}

/// The word of `.target`.
static std::string getTargetOf(StringRef ptx) {
  size_t at = ptx.find(".target");
  if (at == StringRef::npos)
    return "";
  return ptx.substr(at + 7)
      .ltrim()
      .take_until([](char c) { return llvm::isSpace(c) || c == ','; })
      .str();
}

/// Opens what the command line asks for, and takes its target for compiles
/// unless that is given.
static llvm::Expected<std::shared_ptr<runtime::Device>>
openDevice(RunCommandLine &line) {
  bool isAuto = line.device == "auto";
  auto device = runtime::Device::open(
      isAuto && !line.simulatorOptions.empty() ? "sim" : line.device);
  if (!device)
    return device.takeError();
  const runtime::DeviceInfo &info = (*device)->getInfo();
  if (!info.isSimulator && !line.simulatorOptions.empty())
    return makeError(StatusCode::Unsupported,
                     "expected --device=sim for " +
                         llvm::join(line.simulatorOptions, ", ") + ", found " +
                         line.device + ", " + info.name);
  if (info.isSimulator && line.benchmark)
    return makeError(StatusCode::Unsupported,
                     "expected a GPU for --benchmark, found the simulator");
  // `sim` alone and `auto` leave it to the module.
  bool saysTarget = !info.isSimulator || StringRef(line.device).contains(':');
  if (line.compiler.target.empty() && saysTarget)
    line.compiler.target = info.target;
  return device;
}

/// Loads the code where it is to run. Null after errors in the PTX, which are
/// printed.
static llvm::Expected<std::unique_ptr<RunTarget>>
load(RunCommandLine &line, std::shared_ptr<runtime::Device> device,
     const KernelImage &image) {
  if (!device->getInfo().isSimulator) {
    auto target = loadOnGPU(line, std::move(device), image);
    if (target || line.device != "auto" || line.benchmark)
      return target;
    auto [code, message] = takeStatus(target.takeError());
    if (code != StatusCode::Unsupported)
      return makeError(code, message);
    // Code for another GPU.
  }
  return loadInSimulator(line, image.getStage(Stage::PTX),
                         line.isPTX ? nullptr : image.findKernel(line.kernel));
}

/// What is to run, where it can run.
struct Loaded {
  std::unique_ptr<RunTarget> target;
  /// What the compiler says of the kernel.
  std::optional<KernelInfo> kernel;
  /// What its PTX is for; empty if there is none.
  std::string chip;
};

/// Compiles the input if that is needed. No target after errors, which are
/// printed.
static Loaded load(RunCommandLine &line,
                   std::unique_ptr<llvm::MemoryBuffer> buffer,
                   std::shared_ptr<runtime::Device> device) {
  Loaded loaded;
  if (line.isInterpreter()) {
    loaded.target = loadInInterpreter(line, std::move(buffer), loaded.kernel);
    return loaded;
  }
  std::optional<KernelImage> image;
  if (!line.tuningFile.empty()) {
    image = tuneKernel(line, *buffer, device);
    loaded.kernel = image ? chooseKernel(line, *image) : std::nullopt;
  } else {
    image = getImage(line, std::move(buffer), !device->getInfo().isSimulator,
                     loaded.kernel);
  }
  if (!image || (!line.tuningFile.empty() && !loaded.kernel))
    return loaded;
  loaded.chip = getTargetOf(image->getStage(Stage::PTX));
  auto target = load(line, std::move(device), *image);
  if (target)
    loaded.target = std::move(*target);
  else
    fail(llvm::toString(target.takeError()));
  return loaded;
}

/// "copy: 1 CTA, 128 threads, on the simulator (sm_90a)".
static void printRun(RunCommandLine &line, StringRef kernel,
                     const RunTarget &target, const RunCounts &counts,
                     StringRef chip) {
  llvm::raw_ostream &os = line.getOutput();
  os << kernel << ": ";
  if (line.isInterpreter())
    os << formatCount(counts.blocks, "program") << ", in ";
  else
    os << formatCount(counts.blocks, "CTA") << ", "
       << formatCount(counts.threads, "thread") << ", on ";
  os << target.getName();
  if (!chip.empty())
    os << " (" << chip << ')';
  os << '\n';
}

int tile::tileRunMain(int argc, char **argv) {
  auto parsed = parseRunCommandLine(argc, argv);
  if (int *code = std::get_if<int>(&parsed))
    return *code;
  auto &line = std::get<RunCommandLine>(parsed);
  auto buffer = readInput(line.input);
  if (!buffer)
    return fail(llvm::toString(buffer.takeError()));
  if (llvm::Error error = refusePython(**buffer))
    return fail(llvm::toString(std::move(error)));
  std::shared_ptr<runtime::Device> device;
  if (!line.isInterpreter()) {
    auto opened = openDevice(line);
    if (!opened)
      return fail(llvm::toString(opened.takeError()));
    device = std::move(*opened);
  }
  if (line.checkAsm.isWanted)
    return checkAsm(line, std::move(*buffer), std::move(device));
  bool isSimulator = device && device->getInfo().isSimulator;
  Loaded loaded = load(line, std::move(*buffer), std::move(device));
  if (!loaded.target)
    return 1;
  // All CTAs of a large product take hours there, and the tuner has run some.
  if (!line.tuningFile.empty() && isSimulator && !line.wantsRun()) {
    line.getOutput()
        << "not run: no flag checks, shows or saves what it does\n";
    return 0;
  }
  RunTarget &target = *loaded.target;
  const std::optional<KernelInfo> &kernel = loaded.kernel;

  RunArguments arguments(line, target);
  if (llvm::Error error = arguments.prepare(kernel))
    return fail(llvm::toString(std::move(error)));
  sim::Launch launch;
  launch.kernel = arguments.getEntry();
  launch.grid = line.grid;
  launch.block = line.block;
  launch.cluster = line.cluster;
  launch.dynamicSharedMemory = llvm::SaturatingAdd(
      line.sharedMemory, kernel ? kernel->dynamicSharedMemory : 0);
  launch.arguments = arguments.getLaunchArguments();
  llvm::Expected<RunCounts> counts = target.run(launch);
  if (!counts)
    return fail(llvm::toString(counts.takeError()));
  printRun(line, arguments.getKernelName(), target, *counts, loaded.chip);
  // Warnings and errors come after it.
  llvm::outs().flush();
  bool succeeded = counts->succeeded;
  if (llvm::Error error = arguments.finish(succeeded))
    return fail(llvm::toString(std::move(error)));
  if (llvm::Error error = target.finish(launch))
    return fail(llvm::toString(std::move(error)));
  return succeeded ? 0 : 1;
}
