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

#include "OutputCheck.h"
#include "SourceCheck.h"
#include "SourceLines.h"
#include "ToolSetup.h"
#include "Tools.h"

#include "tile/Compiler/OperationNames.h"
#include "tile/Compiler/Registration.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Support/InputFile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

#include <atomic>
#include <mutex>

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

namespace {
/// Prints messages with lines that are cut, where MlirOptMain's own handler
/// would print them whole. That one is made with the context; this one comes
/// after it, with the first use of the dialect, and so is asked first.
class LineCutter : public DialectExtension<LineCutter, tile::TileDialect> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LineCutter)

  explicit LineCutter(const llvm::MemoryBuffer &input)
      : shared(std::make_shared<Printer>(input)) {}

  void apply(MLIRContext *context, tile::TileDialect *) const final {
    context->getDiagEngine().registerHandler(
        [shared = shared](Diagnostic &diagnostic) {
          std::lock_guard<std::mutex> lock(shared->mutex);
          tile::addSuggestion(diagnostic);
          shared->emitDiagnostic(diagnostic);
          return success();
        });
  }

private:
  /// What it prints through is registered with a context that has no other use.
  struct Source {
    explicit Source(const llvm::MemoryBuffer &input) {
      sourceMgr.AddNewSourceBuffer(
          llvm::MemoryBuffer::getMemBuffer(input.getBuffer(),
                                           input.getBufferIdentifier(),
                                           /*RequiresNullTerminator=*/false),
          SMLoc());
      tile::cutSourceLines(sourceMgr);
    }
    MLIRContext context{MLIRContext::Threading::DISABLED};
    llvm::SourceMgr sourceMgr;
    std::mutex mutex;
  };
  struct Printer : Source, SourceMgrDiagnosticHandler {
    explicit Printer(const llvm::MemoryBuffer &input)
        : Source(input), SourceMgrDiagnosticHandler(sourceMgr, &context) {}
    using SourceMgrDiagnosticHandler::emitDiagnostic;
  };
  std::shared_ptr<Printer> shared;
};
} // namespace

static LogicalResult fail(StringRef message) {
  llvm::WithColor::error(llvm::errs(), "tile-opt") << message << '\n';
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

  if (llvm::Error error = tile::checkOutputs(inputName, outputName))
    return fail(llvm::toString(std::move(error)));
  auto read = tile::readInput(inputName);
  if (!read)
    return fail(llvm::toString(read.takeError()));
  std::unique_ptr<llvm::MemoryBuffer> input = std::move(*read);
  if (failed(tile::checkToolSource(*input, config.inputSplitMarker())))
    return failure();
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output)
    return fail(message);

  // Messages about a part of a file (-split-input-file) name the lines of the
  // whole file.
  if (!config.shouldVerifyDiagnostics())
    registry.addExtension(TypeID::get<LineCutter>(),
                          std::make_unique<LineCutter>(*input));
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
  setUpTool();
  hideLibraryOptions();
  return asMainReturnCode(run(argc, argv));
}
