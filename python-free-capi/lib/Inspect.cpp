//===- Inspect.cpp - Limits, counts, reports, checks of tile-c/Inspect.h --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"
#include "Diagnostics.h"
#include "ForkGate.h"
#include "RuntimeObjects.h"

#include "tile-c/Inspect.h"
#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/Dialect/Tile/IR/InlineAsm.h"
#include "tile/Import/Passes.h"
#include "tile/Interpreter/Interpreter.h"
#include "tile/PTX/Parser.h"
#include "tile/Report/MakeReport.h"
#include "tile/Runtime/CountedLaunch.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TileStatus tileDeviceGetLimit(TileDevice device, MlirStringRef name,
                              int64_t *number) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  if (!number)
    return failNull("number");
  Expected<runtime::Limits> limits = object->device->getLimits();
  if (!limits)
    return setError(limits.takeError());
  std::string names;
  for (auto [known, value] : *limits) {
    if (known == text) {
      *number = value;
      return TileStatusSuccess;
    }
    names += (names.empty() ? "" : ", ") + known.str();
  }
  return setError(StatusCode::NotFound, "expected one of the limits " + names +
                                            ", found '" + text + "'");
}

TileStatus tileDeviceForEachLimit(TileDevice device,
                                  TileNumberCallback callback, void *userData) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!callback)
    return failNull("callback");
  Expected<runtime::Limits> limits = object->device->getLimits();
  if (!limits)
    return setError(limits.takeError());
  for (auto [name, value] : *limits)
    callback(wrapString(name), value, userData);
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// The integers of an object; integers of objects within it have names with a
/// dot.
static void forEachNumber(const llvm::json::Object &object,
                          const std::string &prefix,
                          TileNumberCallback callback, void *userData) {
  std::vector<llvm::StringRef> keys;
  for (const auto &entry : object)
    keys.push_back(entry.first);
  llvm::sort(keys);
  for (llvm::StringRef key : keys) {
    std::string name = prefix + key.str();
    const llvm::json::Value &value = *object.get(key);
    if (const llvm::json::Object *inner = value.getAsObject())
      forEachNumber(*inner, name + ".", callback, userData);
    else if (std::optional<int64_t> number = value.getAsInteger())
      callback(wrapString(name), *number, userData);
  }
}

TileStatus tileKernelCount(TileKernel kernel, TileGrid grid,
                           const TileArgument *arguments, size_t numArguments,
                           uint64_t maxCTAs, TileNumberCallback callback,
                           void *userData) {
  runtime::Kernel *object = getObject(kernel);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::ArrayRef<runtime::LaunchArgument> list;
  if (!unwrapArguments(arguments, numArguments, list))
    return TileStatusInvalidArgument;
  if (!callback)
    return failNull("callback");
  Expected<runtime::LaunchCounts> counts =
      runtime::countLaunch(*object, {grid.x, grid.y, grid.z}, list, maxCTAs);
  if (!counts)
    return setError(counts.takeError());
  std::string text;
  llvm::raw_string_ostream os(text);
  sim::printJSON(os, counts->statistics);
  Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return setError(StatusCode::Internal, llvm::toString(value.takeError()));
  if (const llvm::json::Object *numbers = value->getAsObject())
    forEachNumber(*numbers, "", callback, userData);
  callback(wrapString("grid_blocks"), counts->numCTAs, userData);
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Inline asm
//===----------------------------------------------------------------------===//

/// The type of a register class, as ptx::AsmOperand has it.
static llvm::StringRef getRegisterType(char letter) {
  switch (letter) {
  case 'h':
    return "b16";
  case 'r':
    return "b32";
  case 'l':
    return "b64";
  case 'q':
    return "b128";
  case 'f':
    return "f32";
  case 'd':
    return "f64";
  case 'b':
    return "pred";
  default:
    return "";
  }
}

TileStatus tileAsmCheckText(MlirStringRef text, MlirStringRef constraints,
                            MlirStringRef target, unsigned version,
                            TileAsmFindingHandler handler, void *userData) {
  llvm::StringRef body, items, name;
  if (!unwrapString(text, "text", body) ||
      !unwrapString(constraints, "constraints", items) ||
      !unwrapString(target, "target", name))
    return TileStatusInvalidArgument;
  if (!handler)
    return failNull("handler");
  ptx::AsmContext context;
  context.version = version;
  context.isVersionGiven = version != 0;
  if (!name.empty()) {
    context.target = ptx::Target::parse(name);
    if (!context.target)
      return setError(StatusCode::InvalidArgument,
                      "expected a target such as 'sm_90a', found '" + name +
                          "'");
  }
  FailureOr<AsmConstraints> parsed = parseAsmConstraints(items, nullptr);
  if (failed(parsed))
    return setError(StatusCode::InvalidArgument,
                    "expected constraints such as '=r,r,l', found '" + items +
                        "'");
  std::vector<ptx::AsmOperand> operands;
  for (const AsmConstraint &item : parsed->registers) {
    ptx::AsmOperand operand;
    operand.isOutput = item.isOutput;
    operand.tiedTo = item.tiedTo;
    operand.isImmediate = item.isImmediate;
    operand.type = item.isImmediate ? "" : getRegisterType(item.letter);
    operand.value = operands.size();
    operands.push_back(operand);
  }
  context.operands = operands;
  auto report = [&](const ptx::Finding &finding) {
    TileAsmFinding given = {
        wrapString(finding.name), wrapString(finding.message),
        wrapString(finding.hint), finding.location.line,
        finding.location.column,  finding.severity == ptx::Severity::Warning};
    handler(&given, userData);
  };
  ptx::ParseResult<ptx::AsmBody> read = ptx::parseAsmBody(body);
  for (const ptx::Diagnostic &error : read.errors)
    report({error.location, ptx::Severity::Error, "syntax", error.message, ""});
  if (read)
    for (const ptx::Finding &finding : ptx::analyzeAsmBody(read.value, context))
      report(finding);
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Reports and the interpreter
//===----------------------------------------------------------------------===//

namespace {

/// A session of a compiler, and the first error in it. A failure drops it.
class Session {
public:
  explicit Session(CompilerObject &compiler)
      : compiler(compiler), entry(compiler.sessions.take()),
        handler(std::in_place, get(), [this](Diagnostic &diagnostic) {
          Message message = makeMessage(diagnostic);
          if (message.severity == TileSeverityError && firstError.empty())
            firstError = formatMessage(message);
          return success();
        }) {}
  MLIRContext *get() const { return entry.session->getContext(); }
  TileStatus fail(StatusCode code) const {
    return setError(code,
                    firstError.empty() ? "the compile failed" : firstError);
  }
  /// Gives the session back, when nothing of it is there any more.
  void succeed() {
    handler.reset();
    compiler.sessions.give(std::move(entry));
  }

private:
  WorkInside work;
  CompilerObject &compiler;
  SessionPool::Entry entry;
  std::string firstError;
  std::optional<ScopedDiagnosticHandler> handler;
};

} // namespace

TileStatus tileCompilerReport(TileCompiler compiler, MlirStringRef source,
                              MlirStringRef name, TileReportFormat format,
                              MlirStringCallback callback, void *userData) {
  CompilerObject *object = getObject(compiler);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::StringRef text, file;
  if (!unwrapString(source, "source", text) ||
      !unwrapString(name, "name", file))
    return TileStatusInvalidArgument;
  if (unsigned(format) > TileReportFormatHTML)
    return setError(StatusCode::InvalidArgument,
                    "expected a TileReportFormat of 0 or 1, found " +
                        llvm::Twine(unsigned(format)));
  if (!callback)
    return failNull("callback");
  std::vector<std::string> texts;
  {
    Session session(*object);
    ReportOptions options;
    options.compiler = object->options.compiler;
    std::string bytes = text.str();
    FailureOr<std::vector<KernelReport>> reports =
        makeReports(llvm::MemoryBufferRef(bytes, file), session.get(), options);
    if (failed(reports))
      return session.fail(StatusCode::CompileFailed);
    for (const KernelReport &report : *reports) {
      llvm::raw_string_ostream os(texts.emplace_back());
      if (format == TileReportFormatJSON)
        writeJSON(os, report.report);
      else
        writePage(os, report.report);
    }
    reports->clear();
    session.succeed();
  }
  for (const std::string &each : texts)
    callback(wrapString(each), userData);
  return TileStatusSuccess;
}

/// The kernel that a name means; a status other than Success after an error.
static TileStatus findKernel(llvm::ArrayRef<KernelInfo> kernels,
                             llvm::StringRef name, const KernelInfo *&found) {
  std::string names;
  for (const KernelInfo &kernel : kernels) {
    if (name.empty() ? kernels.size() == 1 : kernel.symbol == name) {
      found = &kernel;
      return TileStatusSuccess;
    }
    names += (names.empty() ? "" : ", ") + kernel.symbol;
  }
  return setError(StatusCode::NotFound,
                  "expected one of the kernels " +
                      (names.empty() ? std::string("(there is none)") : names) +
                      ", found '" + name + "'");
}

namespace {

/// Arrays of the caller as memory of the interpreter.
class InterpretedArrays {
public:
  TileStatus add(llvm::ArrayRef<TileHostArray> given);
  /// The interpreter's address of a place in an array, or none.
  std::optional<uint64_t> translate(uint64_t address) const;
  void copyBack();

  interp::Memory memory;

private:
  std::vector<std::pair<TileHostArray, uint64_t>> arrays;
};

} // namespace

TileStatus InterpretedArrays::add(llvm::ArrayRef<TileHostArray> given) {
  for (auto [i, array] : llvm::enumerate(given)) {
    if (!array.memory && array.bytes)
      return failNull("arrays->memory");
    uint64_t address =
        memory.allocate(array.bytes, "array " + std::to_string(i));
    if (!address)
      return setError(StatusCode::OutOfMemory,
                      "the host has no memory for a copy of array " +
                          llvm::Twine(i) + " of " + llvm::Twine(array.bytes) +
                          " bytes");
    if (array.bytes)
      (void)memory.write(address, {static_cast<const uint8_t *>(array.memory),
                                   static_cast<size_t>(array.bytes)});
    arrays.emplace_back(array, address);
  }
  return TileStatusSuccess;
}

std::optional<uint64_t> InterpretedArrays::translate(uint64_t address) const {
  if (!address)
    return 0;
  // Where one array ends another one may begin.
  std::optional<uint64_t> end;
  for (const auto &[array, place] : arrays) {
    auto begin = reinterpret_cast<uintptr_t>(array.memory);
    if (address < begin || address - begin > array.bytes)
      continue;
    if (address - begin < array.bytes)
      return place + (address - begin);
    end = place + array.bytes;
  }
  return end;
}

void InterpretedArrays::copyBack() {
  for (const auto &[array, place] : arrays)
    if (array.bytes)
      (void)memory.read(place, {static_cast<uint8_t *>(array.memory),
                                static_cast<size_t>(array.bytes)});
}

TileStatus tileCompilerInterpret(TileCompiler compiler, MlirStringRef source,
                                 MlirStringRef name, MlirStringRef kernel,
                                 TileGrid grid, const TileArgument *arguments,
                                 size_t numArguments,
                                 const TileHostArray *arrays, size_t numArrays,
                                 uint64_t stepLimit) {
  CompilerObject *object = getObject(compiler);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::StringRef text, file, symbol;
  if (!unwrapString(source, "source", text) ||
      !unwrapString(name, "name", file) ||
      !unwrapString(kernel, "kernel", symbol))
    return TileStatusInvalidArgument;
  llvm::ArrayRef<runtime::LaunchArgument> list;
  if (!unwrapArguments(arguments, numArguments, list))
    return TileStatusInvalidArgument;
  if (!arrays && numArrays)
    return failNull("arrays");
  InterpretedArrays memory;
  if (TileStatus status = memory.add({arrays, numArrays}))
    return status;

  Session session(*object);
  std::string bytes = text.str();
  OwningOpRef<ModuleOp> module =
      Compiler::parse(llvm::MemoryBufferRef(bytes, file), session.get());
  if (!module)
    return session.fail(StatusCode::CompileFailed);
  PassManager import(session.get(), ModuleOp::getOperationName());
  import.addPass(createTileImportTTIR());
  if (failed(import.run(*module)))
    return session.fail(StatusCode::CompileFailed);
  for (const Assumption &assumption : object->options.compiler.assumptions)
    if (failed(applyAssumption(*module, assumption)))
      return session.fail(StatusCode::CompileFailed);
  std::vector<KernelInfo> kernels = collectKernels(*module);
  const KernelInfo *info = nullptr;
  if (TileStatus status = findKernel(kernels, symbol, info))
    return status;
  if (llvm::Error error = runtime::ArgumentChecker(*info).check(list))
    return setError(std::move(error));
  std::vector<uint64_t> values;
  for (auto [i, argument] : llvm::enumerate(list)) {
    uint64_t value = argument.bits;
    if (argument.type == runtime::ArgumentType::Pointer) {
      std::optional<uint64_t> place = memory.translate(value);
      if (!place)
        return setError(StatusCode::InvalidArgument,
                        "expected an address in one of the arrays for "
                        "argument " +
                            llvm::Twine(i) + " of kernel '" + info->symbol +
                            "', found 0x" + llvm::utohexstr(value, true));
      value = *place;
    }
    values.push_back(value);
  }
  interp::InterpreterOptions options;
  options.grid = {grid.x, grid.y, grid.z};
  if (stepLimit)
    options.stepLimit = stepLimit;
  options.output = &llvm::outs();
  auto function = module->lookupSymbol<FuncOp>(info->symbol);
  if (!function)
    return setError(StatusCode::Unsupported,
                    "expected a kernel of the tile dialect, found '" +
                        info->symbol + "' of another one");
  LogicalResult outcome =
      interp::interpret(function, values, memory.memory, options);
  llvm::outs().flush();
  memory.copyBack();
  if (failed(outcome))
    return session.fail(StatusCode::LaunchFailed);
  module = nullptr;
  session.succeed();
  return TileStatusSuccess;
}
