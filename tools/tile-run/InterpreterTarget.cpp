//===- InterpreterTarget.cpp - Runs in the interpreter --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "SourceLines.h"

#include "tile/Import/Passes.h"
#include "tile/Interpreter/Interpreter.h"
#include "tile/Run/Poison.h"
#include "tile/Run/Progress.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

class InterpreterTarget final : public RunTarget {
public:
  explicit InterpreterTarget(RunCommandLine &line)
      : RunTarget(""), line(line), context(Compiler::createContext()) {}
  bool load(std::unique_ptr<llvm::MemoryBuffer> buffer);
  /// Null if the command line names none of several.
  const KernelInfo *findKernel() const;

  std::vector<std::string> getKernels() const override {
    std::vector<std::string> names;
    for (const KernelInfo &kernel : kernels)
      names.push_back(kernel.symbol);
    return names;
  }
  std::vector<sim::ParameterInfo>
  getParameters(StringRef kernel) const override;
  std::optional<sim::Dim3> getRequiredBlock(StringRef) const override {
    return sim::Dim3();
  }
  llvm::Expected<uint64_t> allocate(StringRef name, const run::HostArray &array,
                                    bool followWrites,
                                    uint64_t alignment) override;
  llvm::Error read(uint64_t address, MutableArrayRef<uint8_t> bytes) override;
  llvm::Expected<std::vector<double>> readBounds(uint64_t address) override;
  std::string getUnwritten(uint64_t address, StringRef name,
                           const run::HostArray &array) const override;
  llvm::Expected<RunCounts> run(const sim::Launch &launch) override;
  llvm::Error finish(const sim::Launch &) override {
    return llvm::Error::success();
  }
  std::string getName() const override { return "the interpreter"; }

private:
  RunCommandLine &line;
  llvm::SourceMgr sourceMgr;
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<SourceMgrDiagnosticHandler> handler;
  OwningOpRef<ModuleOp> module;
  std::vector<KernelInfo> kernels;
  interp::Memory memory;
};

} // namespace

bool InterpreterTarget::load(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  llvm::MemoryBufferRef source = *buffer;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  cutSourceLines(sourceMgr);
  // The source line is shown, and the values of an operation alone have no
  // names.
  context->printOpOnDiagnostic(false);
  handler =
      std::make_unique<SourceMgrDiagnosticHandler>(sourceMgr, context.get());
  module = Compiler::parse(source, context.get());
  if (!module)
    return false;
  PassManager import(context.get(), ModuleOp::getOperationName());
  import.addPass(createTileImportTTIR());
  if (failed(import.run(*module)))
    return false;
  for (const Assumption &assumption : line.compiler.assumptions)
    if (failed(applyAssumption(*module, assumption)))
      return false;
  kernels = collectKernels(*module);
  return true;
}

const KernelInfo *InterpreterTarget::findKernel() const {
  for (const KernelInfo &kernel : kernels)
    if (line.kernel.empty() ? kernels.size() == 1
                            : kernel.symbol == line.kernel)
      return &kernel;
  return nullptr;
}

std::vector<sim::ParameterInfo>
InterpreterTarget::getParameters(StringRef kernel) const {
  std::vector<sim::ParameterInfo> parameters;
  for (const KernelInfo &info : kernels)
    if (info.symbol == kernel)
      for (const KernelArgument &argument : info.arguments)
        parameters.push_back({argument.name,
                              "b" + std::to_string(8 * argument.size),
                              argument.size, argument.size});
  return parameters;
}

llvm::Expected<uint64_t>
InterpreterTarget::allocate(StringRef name, const run::HostArray &array,
                            bool followWrites, uint64_t alignment) {
  ArrayRef<uint8_t> bytes = array.getBytes();
  uint64_t address =
      memory.allocate(bytes.size(), name, followWrites, alignment);
  if (!address || !memory.write(address, bytes))
    return makeError("no memory for '" + name + "' of " + Twine(bytes.size()) +
                     " bytes");
  return address;
}

llvm::Error InterpreterTarget::read(uint64_t address,
                                    MutableArrayRef<uint8_t> bytes) {
  if (memory.read(address, bytes))
    return llvm::Error::success();
  return makeError("cannot read " + Twine(bytes.size()) + " bytes at 0x" +
                   llvm::utohexstr(address));
}

llvm::Expected<std::vector<double>>
InterpreterTarget::readBounds(uint64_t address) {
  const interp::Memory::Buffer *buffer = memory.find(address, 0);
  return buffer ? buffer->bounds : std::vector<double>();
}

std::string InterpreterTarget::getUnwritten(uint64_t address, StringRef name,
                                            const run::HostArray &array) const {
  const interp::Memory::Buffer *buffer = memory.find(address, 0);
  if (!buffer || !buffer->written)
    return "";
  size_t size = array.getBytes().size();
  std::vector<uint64_t> written((size + 63) / 64, 0);
  for (size_t i = 0; i < size; ++i)
    written[i / 64] |= uint64_t(buffer->written[i] != 0) << (i % 64);
  return run::formatUnwritten(name, array, written);
}

llvm::Expected<RunCounts> InterpreterTarget::run(const sim::Launch &launch) {
  auto kernel = module->lookupSymbol<FuncOp>(launch.kernel);
  SmallVector<uint64_t> arguments;
  for (const std::vector<uint8_t> &bytes : launch.arguments) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data(), std::min<size_t>(bytes.size(), 8));
    arguments.push_back(bits);
  }
  interp::InterpreterOptions options;
  options.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  options.stepLimit = line.options.stepLimit;
  options.output = &line.getOutput();
  options.followBounds = line.wantsBounds();
  uint64_t ended = 0;
  LogicalResult outcome = failure();
  {
    run::Progress progress("programs");
    options.onProgress = [&](uint64_t done, uint64_t total) {
      ended = done;
      progress.update(done, total);
    };
    outcome = interp::interpret(kernel, arguments, memory, options);
  }
  llvm::outs().flush();
  if (failed(outcome))
    return makeError("the run stopped here, when " + Twine(ended) + " of " +
                     formatCount(launch.grid.count(), "program") +
                     " had ended; nothing is checked");
  return RunCounts{ended, 0, true};
}

std::unique_ptr<RunTarget>
tile::loadInInterpreter(RunCommandLine &line,
                        std::unique_ptr<llvm::MemoryBuffer> buffer,
                        std::optional<KernelInfo> &kernel) {
  auto target = std::make_unique<InterpreterTarget>(line);
  if (!target->load(std::move(buffer)))
    return nullptr;
  if (const KernelInfo *found = target->findKernel()) {
    kernel = *found;
    line.kernel = found->symbol;
  }
  return target;
}
