//===- tilec.cpp - The compiler driver ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Tools.h"

#include "tile/Support/OutputFile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
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

static void printResources(const CompileResult &result) {
  for (const KernelInfo &kernel : result.kernels) {
    if (!kernel.resources)
      continue;
    const KernelResources &use = *kernel.resources;
    llvm::errs() << kernel.name << " for " << result.target << ": "
                 << kernel.numThreads << " threads, " << use.registers
                 << " registers, " << use.sharedMemory
                 << " bytes of shared memory, " << use.stack
                 << " bytes of stack, " << use.spillStores + use.spillLoads
                 << " bytes spilled\n";
  }
}

int tile::tilecMain(int argc, char **argv) {
  auto parsed = parseCommandLine(argc, argv);
  if (int *code = std::get_if<int>(&parsed))
    return *code;
  auto &line = std::get<CommandLine>(parsed);

  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(line.input);
  if (!buffer)
    return fail("cannot read '" + line.input +
                "': " + buffer.getError().message());
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
  SourceMgrDiagnosticHandler handler(sourceMgr, context.get());

  auto start = std::chrono::steady_clock::now();
  OwningOpRef<ModuleOp> module = Compiler::parse(source, context.get());
  std::chrono::duration<double, std::milli> parseTime =
      std::chrono::steady_clock::now() - start;
  if (!module)
    return 1;
  FailureOr<CompileResult> result =
      Compiler(line.compiler).compile(*module, line.stage);
  if (dumpError)
    return fail(llvm::toString(std::move(dumpError)));
  if (failed(result))
    return 1;
  if (llvm::Error error = writeOutput(line.output, result->text))
    return fail(llvm::toString(std::move(error)));
  if (line.time)
    printTimes(*result, parseTime.count());
  if (line.resources)
    printResources(*result);
  return 0;
}
