//===- tile-opt.cpp - The pass driver -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with our dialects and passes, and one difference: an error that any
// pass reports makes the run fail, also where the pass itself did not.
//
//===----------------------------------------------------------------------===//

#include "Tools.h"

#include "tile/BuildInfo/BuildInfo.h"
#include "tile/Compiler/Registration.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

#include <atomic>

using namespace mlir;

/// Counts the errors of each context that a pass manager is set up for. With
/// -split-input-file there are several, perhaps at once.
static void countErrors(MlirOptMainConfig &config,
                        std::atomic<unsigned> &errors) {
  MlirOptMainConfig inner = config;
  config.setPassPipelineSetupFn([inner, &errors](PassManager &manager) {
    manager.getContext()->getDiagEngine().registerHandler(
        [&errors](Diagnostic &diagnostic) {
          errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
          return failure(); // on to the handler that prints
        });
    return inner.setupPassPipeline(manager);
  });
}

static LogicalResult fail(StringRef message) {
  llvm::errs() << message << '\n';
  return failure();
}

static LogicalResult run(int argc, char **argv) {
  DialectRegistry registry;
  tile::registerDialects(registry);
  tile::registerPasses();
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "Tilewright's pass driver\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, inputName, outputName, registry);

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputName, &message);
  if (!input)
    return fail(message);
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output)
    return fail(message);

  std::atomic<unsigned> errors = 0;
  countErrors(config, errors);
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return failure();
  if (errors != 0 && !config.shouldVerifyDiagnostics())
    return failure();
  output->keep();
  return success();
}

int tile::tileOptMain(int argc, char **argv) {
  llvm::InitLLVM setup(argc, argv);
  setVersionPrinter();
  return asMainReturnCode(run(argc, argv));
}
