//===- tile-translate.cpp - Between MLIR and what is not MLIR -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Single translations, for tests: --import-ttir, --mlir-to-llvmir,
// --tile-to-ptx. tilec does whole compiles. --ttir-operations prints a table of
// the documents.
//
//===----------------------------------------------------------------------===//

#include "OutputCheck.h"
#include "SourceCheck.h"
#include "SourceLines.h"
#include "ToolSetup.h"
#include "Tools.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Compiler/OperationNames.h"
#include "tile/Compiler/Registration.h"
#include "tile/Import/ImportTTIR.h"
#include "tile/Import/TTIROperations.h"
#include "tile/Support/InputFile.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/ParseUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tile;
namespace cl = llvm::cl;

static void registerAll(DialectRegistry &registry) {
  registerDialects(registry);
  registerTranslations(registry);
}

static LogicalResult writeLLVMIR(Operation *op, raw_ostream &output) {
  llvm::LLVMContext context;
  auto module = translateModuleToLLVMIR(op, context);
  if (!module)
    return failure();
  module->print(output, nullptr);
  return success();
}

static LogicalResult writePTX(Operation *op, raw_ostream &output) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    return op->emitError("expected a module, found '") << op->getName() << "'";
  FailureOr<CompileResult> result =
      Compiler(CompilerOptions()).compile(module, Stage::PTX);
  if (failed(result))
    return failure();
  output << result->text;
  return success();
}

/// mlir-translate has the flag, but does not show it.
static bool hasImplicitModule() {
  const auto &options = llvm::cl::getRegisteredOptions();
  auto it = options.find("no-implicit-module");
  return it == options.end() ||
         !static_cast<llvm::cl::opt<bool> *>(it->second)->getValue();
}

static LogicalResult fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tile-translate") << message << '\n';
  return failure();
}

/// As mlirTranslateMain, with inputs that end and outputs that are no input.
static LogicalResult translate(int argc, char **argv) {
  cl::opt<const Translation *, false, TranslationParser> requested(
      "", cl::desc("Translation to perform"), cl::Required);
  cl::opt<std::string> inputName(cl::Positional, cl::desc("<input file>"),
                                 cl::init("-"));
  cl::opt<std::string> outputName("o", cl::desc("Output filename"),
                                  cl::value_desc("filename"), cl::init("-"));
  cl::opt<bool> allowUnregistered(
      "allow-unregistered-dialect",
      cl::desc("Allow operations of dialects that are not registered"));
  cl::opt<bool> verifiesDiagnostics(
      "verify-diagnostics",
      cl::desc("Check that the messages match the expected-* lines"));
  cl::opt<bool> splits(
      "split-input-file",
      cl::desc("Translate each part of the file that '// -----' ends"));
  llvm::InitLLVM setup(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Tilewright's translations\n");

  if (llvm::Error error = checkOutputs(inputName, outputName.getValue()))
    return fail(llvm::toString(std::move(error)));
  auto input = readInput(inputName);
  if (!input)
    return fail(llvm::toString(input.takeError()));
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output)
    return fail(message);

  auto translateOne = [&](std::unique_ptr<llvm::MemoryBuffer> part,
                          raw_ostream &os) {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    context.allowUnregisteredDialects(allowUnregistered);
    auto sourceMgr = std::make_shared<llvm::SourceMgr>();
    sourceMgr->AddNewSourceBuffer(std::move(part), SMLoc());
    if (!verifiesDiagnostics) {
      SourceMgrDiagnosticHandler handler(*sourceMgr, &context);
      return (*requested)(sourceMgr, os, &context);
    }
    context.printOpOnDiagnostic(false);
    SourceMgrDiagnosticVerifierHandler handler(*sourceMgr, &context);
    (void)(*requested)(sourceMgr, os, &context);
    return handler.verify();
  };
  if (failed(splitAndProcessBuffer(std::move(*input), translateOne,
                                   output->os(),
                                   splits ? kDefaultSplitMarker : "")))
    return failure();
  output->keep();
  return success();
}

using WriteFunction = LogicalResult (*)(Operation *, raw_ostream &);

/// What TranslateFromMLIRRegistration makes, with lines that are cut.
static TranslateFunction makeTranslation(WriteFunction write) {
  return [write](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
                 raw_ostream &output, MLIRContext *context) {
    cutSourceLines(*sourceMgr);
    if (failed(checkToolSource(
            *sourceMgr->getMemoryBuffer(sourceMgr->getMainFileID()))))
      return failure();
    DialectRegistry registry;
    registerAll(registry);
    context->appendDialectRegistry(registry);
    OperationSuggester suggester(context);
    OwningOpRef<Operation *> op =
        parseSourceFileForTool(sourceMgr, context, hasImplicitModule());
    if (!op || failed(verify(*op)))
      return failure();
    return write(*op, output);
  };
}

int tile::tileTranslateMain(int argc, char **argv) {
  setUpTool();
  hideLibraryOptions();
  TranslateToMLIRRegistration importTTIRRegistration(
      "import-ttir", "read Triton's TTIR as the tile dialect",
      [](llvm::SourceMgr &sourceMgr, MLIRContext *context) {
        cutSourceLines(sourceMgr);
        if (failed(checkToolSource(
                *sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID()))))
          return OwningOpRef<Operation *>();
        OperationSuggester suggester(context);
        return OwningOpRef<Operation *>(
            importTTIR(sourceMgr, context).release());
      },
      registerAll);
  TranslateRegistration toLLVMIR("mlir-to-llvmir",
                                 "write the llvm and nvvm dialects as LLVM IR",
                                 makeTranslation(writeLLVMIR));
  TranslateRegistration toPTX(
      "tile-to-ptx", "compile to PTX for the target that the module names",
      makeTranslation(writePTX));
  TranslateRegistration operations(
      "ttir-operations",
      "print how each operation of Triton's TTIR is imported, as Markdown; the "
      "input is not read",
      [](const std::shared_ptr<llvm::SourceMgr> &, raw_ostream &output,
         MLIRContext *context) {
        DialectRegistry registry;
        registerAll(registry);
        context->appendDialectRegistry(registry);
        context->loadAllAvailableDialects();
        return printTTIROperations(output, context);
      });
  return failed(translate(argc, argv));
}
