//===- CodeGen.cpp - From the LLVM dialect to PTX -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"
#include "Parts.h"

#include "tile/Hardware/TargetInfo.h"
#include "tile/PTX/Characters.h"
#include "tile/Support/Threads.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

#include <atomic>

extern "C" {
void LLVMInitializeNVPTXTargetInfo(void);
void LLVMInitializeNVPTXTarget(void);
void LLVMInitializeNVPTXTargetMC(void);
void LLVMInitializeNVPTXAsmPrinter(void);
}

using namespace mlir;
using namespace mlir::tile;

static constexpr llvm::StringLiteral kTriple = "nvptx64-nvidia-cuda";

namespace {
/// A module of LLVM and what it needs.
struct Part {
  // In this order: the module goes before its context.
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  /// The PTX name of the first function that it defines.
  std::string firstFunction;
  bool hadError = false;
};

using Machine = std::unique_ptr<llvm::TargetMachine>;
} // namespace

struct CodeGen::Impl {
  Impl(CodeGenOptions options, CodeGenCache *cache)
      : options(std::move(options)), cache(cache) {}

  void createContext(Part &part);
  void forwardMessages(Part &part);
  LogicalResult createMachine(Machine &machine);
  LogicalResult protect(Part &part, Machine &machine,
                        llvm::function_ref<void()> body);
  LogicalResult divide();
  LogicalResult
  forEachPart(llvm::function_ref<void(Part &, llvm::TargetMachine &)> step);
  Location locate(StringRef function) const;
  Location locate(const llvm::DiagnosticInfo &info) const;

  CodeGenOptions options;
  CodeGenCache *cache;
  /// What machines are made from.
  std::string machineKey;
  ModuleOp module;
  /// One for each thread that compiles; null where none was made yet.
  std::vector<Machine> machines;
  /// The module as it is translated, then its parts.
  std::vector<Part> parts;
  /// The operations' locations that the calls of inline asm are marked with.
  std::vector<Location> asmLocations;
  /// MLIR symbol -> PTX name, where they differ.
  llvm::StringMap<std::string> renamed;
};

namespace {
/// Turns LLVM's diagnostics into MLIR's.
struct DiagnosticForwarder : llvm::DiagnosticHandler {
  using Callback = std::function<void(const llvm::DiagnosticInfo &)>;
  explicit DiagnosticForwarder(Callback callback)
      : callback(std::move(callback)) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    callback(info);
    return true;
  }
  // Remarks of the optimiser are not asked for: LLVM then does not make them.
  bool isAnyRemarkEnabled() const override { return false; }

  Callback callback;
};
} // namespace

void tile::registerTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  registerAsmTranslation(registry);
}

unsigned CodeGenOptions::getPTXVersion() const {
  return ptxVersion ? ptxVersion : target->getDefaultPTXVersion();
}

CodeGenCache::CodeGenCache() = default;
CodeGenCache::~CodeGenCache() = default;

std::vector<std::unique_ptr<llvm::TargetMachine>>
CodeGenCache::takeMachines(StringRef key) {
  std::vector<Machine> taken;
  if (machineKey == key)
    taken.swap(machines);
  return taken;
}

void CodeGenCache::giveMachines(
    std::string newKey,
    std::vector<std::unique_ptr<llvm::TargetMachine>> newMachines) {
  machineKey = std::move(newKey);
  machines = std::move(newMachines);
}

const std::string *CodeGenCache::findFunctions(StringRef key) const {
  auto it = functions.find(key);
  return it == functions.end() ? nullptr : &it->second;
}

void CodeGenCache::keepFunctions(StringRef key, std::string bitcode) {
  // Of some KB each.
  constexpr unsigned kMaxEntries = 64;
  if (functions.size() >= kMaxEntries)
    functions.clear();
  functions[key] = std::move(bitcode);
}

CodeGen::CodeGen(CodeGenOptions options, CodeGenCache *cache)
    : impl(std::make_unique<Impl>(std::move(options), cache)) {}

CodeGen::~CodeGen() {
  impl->parts.clear();
  llvm::erase(impl->machines, nullptr);
  if (impl->cache && !impl->machines.empty())
    impl->cache->giveMachines(std::move(impl->machineKey),
                              std::move(impl->machines));
}

const llvm::Function *CodeGen::findFunction(StringRef ptxName) const {
  for (const Part &part : impl->parts)
    if (const llvm::Function *function = part.module->getFunction(ptxName))
      return function;
  return nullptr;
}

std::string CodeGen::printModule() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (impl->parts.size() == 1) {
    impl->parts.front().module->print(stream, nullptr);
    return text;
  }
  llvm::LLVMContext context;
  llvm::Module whole(impl->parts.front().module->getModuleIdentifier(),
                     context);
  for (const Part &part : impl->parts) {
    llvm::SmallString<0> bitcode;
    llvm::raw_svector_ostream bits(bitcode);
    llvm::WriteBitcodeToFile(*part.module, bits);
    (void)llvm::Linker::linkModules(
        whole, llvm::cantFail(llvm::parseBitcodeFile(
                   llvm::MemoryBufferRef(bitcode, "part"), context)));
  }
  whole.print(stream, nullptr);
  return text;
}

std::string CodeGen::getPTXName(StringRef symbol) const {
  auto it = impl->renamed.find(symbol);
  return it == impl->renamed.end() ? symbol.str() : it->second;
}

/// The location of the function of that PTX name, or the module's.
Location CodeGen::Impl::locate(StringRef name) const {
  for (const auto &entry : renamed)
    if (entry.second == name)
      name = entry.first();
  if (Operation *function = SymbolTable::lookupSymbolIn(module, name))
    return function->getLoc();
  // Without a name: most modules hold one kernel.
  for (auto function : ModuleOp(module).getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      return function.getLoc();
  return ModuleOp(module).getLoc();
}

Location CodeGen::Impl::locate(const llvm::DiagnosticInfo &info) const {
  uint64_t cookie = asmLocations.size();
  if (const auto *asmInfo = dyn_cast<llvm::DiagnosticInfoInlineAsm>(&info))
    cookie = asmInfo->getLocCookie();
  else if (const auto *source = dyn_cast<llvm::DiagnosticInfoSrcMgr>(&info))
    cookie = source->getLocCookie();
  if (cookie < asmLocations.size())
    return asmLocations[cookie];
  if (const auto *unsupported =
          dyn_cast<llvm::DiagnosticInfoUnsupported>(&info))
    return locate(unsupported->getFunction().getName());
  return locate(StringRef());
}

/// Runs a step that may report errors in either of LLVM's two ways.
LogicalResult CodeGen::Impl::protect(Part &part, Machine &machine,
                                     llvm::function_ref<void()> body) {
  std::string message;
  if (succeeded(runProtected(body, message)))
    return failure(part.hadError);
  // LLVM stopped somewhere inside: nothing of it can be used or destroyed.
  (void)part.module.release();
  (void)machine.release();
  (void)part.context.release();
  part.hadError = true;
  // "Cannot select: ...\nIn function: k": what follows the first line is a dump
  // of LLVM's inner graph.
  auto [first, rest] = StringRef(message).split('\n');
  StringRef function = rest.split("In function: ").second.split('\n').first;
  emitError(locate(function.empty() ? part.firstFunction : function))
      << "LLVM cannot compile this: " << first;
  return failure();
}

/// Divides the module into parts. It stays whole with line information, as the
/// numbers of files and of debug labels are the module's.
LogicalResult CodeGen::Impl::divide() {
  if (options.lineInfo)
    return success();
  llvm::Module &whole = *parts.front().module;
  SmallVector<ModulePart> divided = divideModule(whole);
  if (divided.size() == 1)
    return success();
  llvm::SmallString<0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(whole, stream);
  llvm::MemoryBufferRef buffer(bitcode, whole.getModuleIdentifier());
  parts.resize(divided.size());
  return forEachPart([&](Part &part, llvm::TargetMachine &) {
    const ModulePart &kept = divided[&part - parts.data()];
    if (part.module) {
      forwardMessages(part);
      keepPart(*part.module, kept);
    } else {
      createContext(part);
      part.module = readPart(buffer, kept, *part.context);
    }
    for (const llvm::Function &function : llvm::reverse(*part.module))
      if (!function.isDeclaration())
        part.firstFunction = function.getName().str();
  });
}

/// Runs a step for all parts, on as many threads as `options` allow. Messages
/// come on the calling thread, in the order of the parts.
LogicalResult CodeGen::Impl::forEachPart(
    llvm::function_ref<void(Part &, llvm::TargetMachine &)> step) {
  size_t numThreads = std::min<size_t>(options.threads, parts.size());
  if (machines.size() < numThreads)
    machines.resize(numThreads);
  std::optional<ParallelDiagnosticHandler> ordered;
  if (numThreads > 1)
    ordered.emplace(module.getContext());
  std::atomic<size_t> next = 0;
  (void)runOnThreads(numThreads, [&](unsigned thread) {
    Machine &machine = machines[thread];
    for (size_t i; (i = next++) < parts.size();) {
      if (ordered)
        ordered->setOrderIDForThread(i);
      if (machine || succeeded(createMachine(machine)))
        (void)protect(parts[i], machine, [&] { step(parts[i], *machine); });
      else
        parts[i].hadError = true;
      if (ordered)
        ordered->eraseOrderIDForThread();
    }
  });
  return failure(
      llvm::any_of(parts, [](const Part &part) { return part.hadError; }));
}

LogicalResult CodeGen::Impl::createMachine(Machine &machine) {
  static const bool initialized = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)initialized;

  std::string error;
  llvm::Triple triple(kTriple);
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return emitError(module.getLoc()) << error;
  llvm::TargetOptions machineOptions;
  machineOptions.AllowFPOpFusion =
      options.fpContract == FPContract::Fast ? llvm::FPOpFusion::Fast
      : options.fpContract == FPContract::On ? llvm::FPOpFusion::Standard
                                             : llvm::FPOpFusion::Strict;
  machine.reset(target->createTargetMachine(
      triple, options.target->name,
      "+ptx" + std::to_string(options.getPTXVersion()), machineOptions,
      std::nullopt, std::nullopt,
      // `Aggressive` differs by a second value numbering, which finds nothing
      // after the one in optimizeModule, for a tenth of the back end's time.
      llvm::CodeGenOptLevel::Default));
  if (!machine)
    return emitError(module.getLoc())
           << "LLVM has no target machine for " << options.target->name;
  return success();
}

void CodeGen::Impl::createContext(Part &part) {
  part.context = std::make_unique<llvm::LLVMContext>();
  forwardMessages(part);
}

/// Leads the messages of a part's context to operations; again after it moved.
void CodeGen::Impl::forwardMessages(Part &part) {
  part.context->setDiagnosticHandler(
      std::make_unique<DiagnosticForwarder>(DiagnosticForwarder::Callback(
          [this, &part](const llvm::DiagnosticInfo &info) {
            llvm::DiagnosticSeverity severity = info.getSeverity();
            if (severity != llvm::DS_Error && severity != llvm::DS_Warning)
              return;
            std::string text;
            llvm::raw_string_ostream stream(text);
            llvm::DiagnosticPrinterRawOStream printer(stream);
            info.print(printer);
            if (severity == llvm::DS_Warning) {
              emitWarning(locate(info)) << text;
              return;
            }
            part.hadError = true;
            emitError(locate(info)) << text;
          })));
}

LogicalResult CodeGen::translate(ModuleOp module) {
  impl->module = module;
  if (impl->options.lineInfo && failed(addDebugScopes(module)))
    return failure();
  impl->machineKey =
      (impl->options.target->name + " " + Twine(impl->options.getPTXVersion()) +
       " " + Twine(static_cast<int>(impl->options.fpContract)))
          .str();
  if (impl->cache)
    impl->machines = impl->cache->takeMachines(impl->machineKey);
  impl->parts = std::vector<Part>(1);
  Part &whole = impl->parts.front();
  impl->createContext(whole);

  numberInlineAsm(module, impl->asmLocations);
  LogicalResult translated =
      impl->forEachPart([&](Part &, llvm::TargetMachine &) {
        // Verification comes after verifyInlineAsm, whose messages say more.
        whole.module = translateModuleToLLVMIR(
            module, *whole.context, module.getName().value_or("tile"),
            /*disableVerification=*/true);
        whole.hadError |= !whole.module;
      });
  forgetNumbers(module);
  if (failed(translated))
    return failure();

  if (failed(impl->forEachPart([&](Part &, llvm::TargetMachine &machine) {
        llvm::Module *llvmModule = whole.module.get();
        if (failed(verifyInlineAsm(module, *llvmModule, impl->asmLocations))) {
          whole.hadError = true;
          return;
        }
        llvmModule->setDataLayout(machine.createDataLayout());
        llvmModule->setTargetTriple(llvm::Triple(kTriple));
        std::string message;
        llvm::raw_string_ostream stream(message);
        if (llvm::verifyModule(*llvmModule, &stream)) {
          whole.hadError = true;
          emitError(module.getLoc())
              << "translation to LLVM IR is invalid: " << message;
          return;
        }
        if (failed(linkBitcodeLibraries(module, *llvmModule, impl->options,
                                        machine, impl->cache))) {
          whole.hadError = true;
          return;
        }
        legalizeNames(*llvmModule, impl->renamed);
        if (impl->options.maxRegisters)
          for (llvm::Function &function : *llvmModule)
            if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
              function.addFnAttr("nvvm.maxnreg",
                                 std::to_string(impl->options.maxRegisters));
      })))
    return failure();
  return impl->divide();
}

LogicalResult CodeGen::optimize() {
  return impl->forEachPart([&](Part &part, llvm::TargetMachine &machine) {
    optimizeModule(*part.module, machine, impl->options.verify,
                   impl->options.shouldCancel);
  });
}

FailureOr<std::string> CodeGen::emitPTX() {
  std::vector<llvm::SmallString<0>> texts(impl->parts.size());
  std::vector<PartText> written(impl->parts.size());
  if (failed(impl->forEachPart([&](Part &part, llvm::TargetMachine &machine) {
        size_t i = &part - impl->parts.data();
        llvm::raw_svector_ostream stream(texts[i]);
        if (!writePTX(*part.module, machine, impl->options.verify,
                      impl->options.shouldCancel, stream)) {
          part.hadError = true;
          emitError(impl->module.getLoc()) << "LLVM cannot write PTX";
          return;
        }
        auto isDefined = [](const llvm::Function &function) {
          return !function.isDeclaration();
        };
        written[i] = {texts[i], static_cast<unsigned>(
                                    llvm::count_if(*part.module, isDefined))};
      })))
    return failure();
  return ptx::makeQuotesOctal(ptx::makeCommentsASCII(joinPTX(written)));
}
