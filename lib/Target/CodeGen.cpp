//===- CodeGen.cpp - From the LLVM dialect to PTX -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "tile/Hardware/TargetInfo.h"
#include "tile/PTX/Characters.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Pass.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

extern "C" {
void LLVMInitializeNVPTXTargetInfo(void);
void LLVMInitializeNVPTXTarget(void);
void LLVMInitializeNVPTXTargetMC(void);
void LLVMInitializeNVPTXAsmPrinter(void);
}

using namespace mlir;
using namespace mlir::tile;

static constexpr llvm::StringLiteral kTriple = "nvptx64-nvidia-cuda";

struct CodeGen::Impl {
  Impl(CodeGenOptions options, CodeGenCache *cache)
      : options(std::move(options)), cache(cache) {}

  LogicalResult createMachine();
  LogicalResult protect(llvm::function_ref<void()> body);
  Location locate(StringRef function) const;
  Location locate(const llvm::DiagnosticInfo &info) const;

  CodeGenOptions options;
  CodeGenCache *cache;
  /// What the machine was made from.
  std::string machineKey;
  ModuleOp module;
  // In this order: the module goes before its context.
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> llvmModule;
  /// The operations' locations that the calls of inline asm are marked with.
  std::vector<Location> asmLocations;
  /// MLIR symbol -> PTX name, where they differ.
  llvm::StringMap<std::string> renamed;
  bool hadError = false;
};

namespace {
/// Asks `shouldCancel` and changes nothing: the pass managers of LLVM's back
/// ends have no hook between two passes. What is cancelled goes on to the end,
/// as these passes cannot be left out.
class AskBetweenPasses : public llvm::FunctionPass {
public:
  explicit AskBetweenPasses(const std::function<bool()> &shouldCancel)
      : FunctionPass(ID), shouldCancel(shouldCancel) {}

  bool runOnFunction(llvm::Function &) override {
    (void)shouldCancel();
    return false;
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesAll();
  }
  llvm::StringRef getPassName() const override { return "Ask between passes"; }

private:
  static char ID;
  const std::function<bool()> &shouldCancel;
};
char AskBetweenPasses::ID = 0;

/// A pass manager that leaves out what does not pay, and asks after every
/// fourth pass on functions, which all the long ones are: after each of them,
/// it takes 1 % of a small kernel's compile.
///
/// Straight-line strength reduction turns (b + 1) * s, (b + 2) * s, ... into
/// additions of s: for addresses with strides that are arguments, it saves a
/// third of the instructions. Where all factors are constants, instruction
/// selection folds as much by itself, and the pass takes more than half of the
/// back end's time for nothing (2.7 of 4.6 ms for a vector add of 8 elements
/// per thread), growing with the square of the number of addresses. N-ary
/// reassociation looks for sums and products to share in a + (b + c). It pays
/// for the same addresses, and takes as long: 6.4 of 7.2 s for a sort with 128
/// elements per thread, whose keys it compares with each other. LLVM puts
/// common subexpression elimination before it and after it. Without it neither
/// is needed: a third one follows all passes on IR.
///
/// What serves other languages and processors (`kOfNoUse`) finds nothing to do
/// here, and each pass costs its place in the pass manager.
///
/// The vectorizer of loads and stores numbers all instructions of a block again
/// for each access that it moves. With the 40,000 accesses of a tile of a
/// million elements that takes minutes, in which shouldCancel is not called.
class LeanPassManager : public llvm::legacy::PassManager {
public:
  /// `shouldCancel` may be empty.
  LeanPassManager(bool reduceStrength, bool vectorizeAccesses,
                  const std::function<bool()> &shouldCancel)
      : reduceStrength(reduceStrength), vectorizeAccesses(vectorizeAccesses),
        shouldCancel(shouldCancel) {}

  void add(llvm::Pass *pass) override {
    llvm::AnalysisID id = pass->getPassID();
    bool servesStrength = id == strengthReduction || id == reassociation ||
                          // The two that stand around the reassociation.
                          (id == earlyCSE && numEarlyCSEs++ < 2);
    if ((!reduceStrength && servesStrength) ||
        (!vectorizeAccesses && id == accessVectorizer) ||
        llvm::is_contained(kOfNoUse, pass->getPassName())) {
      delete pass;
      return;
    }
    // A pass that is there already is deleted.
    bool isOnFunctions = pass->getPassKind() == llvm::PT_Function;
    llvm::legacy::PassManager::add(pass);
    if (shouldCancel && isOnFunctions && ++numOnFunctions % 4 == 0)
      llvm::legacy::PassManager::add(new AskBetweenPasses(shouldCancel));
  }

private:
  /// Passes by name, as most have no header. One that LLVM calls differently
  /// some day runs again, and does nothing.
  static constexpr llvm::StringLiteral kOfNoUse[] = {
      "Lower Garbage Collection Instructions",
      "Shadow Stack GC Lowering",
      "Analyze Machine Code For Garbage Collection",
      "Fixup Statepoint Caller Saved",
      "ObjC ARC contraction",
      "Lower invoke and unwind, for unwindless code generators",
      "Prepare callbr",
      "Safe Stack instrumentation pass",
      "Insert stack protectors",
      "Merge contiguous icmps into a memcmp",
      "Expand memcmp() to load/stores",
      "Replace intrinsics with calls to vector library",
      "Partially inline calls to library functions",
      "Instrument function entry/exit with calls to e.g. mcount() (post "
      "inlining)",
      "Insert fentry calls",
      "Insert XRay ops",
      "Machine Sanitizer Binary Metadata",
      "Stack Frame Layout Analysis",
  };

  bool reduceStrength, vectorizeAccesses;
  /// What distinguishes a pass from others: its kind. This makes one of the
  /// kind.
  const void *strengthReduction =
      std::unique_ptr<llvm::Pass>(llvm::createStraightLineStrengthReducePass())
          ->getPassID();
  const void *reassociation =
      std::unique_ptr<llvm::Pass>(llvm::createNaryReassociatePass())
          ->getPassID();
  const void *accessVectorizer =
      std::unique_ptr<llvm::Pass>(llvm::createLoadStoreVectorizerPass())
          ->getPassID();
  const void *earlyCSE =
      std::unique_ptr<llvm::Pass>(llvm::createEarlyCSEPass())->getPassID();
  const std::function<bool()> &shouldCancel;
  unsigned numOnFunctions = 0, numEarlyCSEs = 0;
};

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

CodeGenCache::CodeGenCache() = default;
CodeGenCache::~CodeGenCache() = default;

std::unique_ptr<llvm::TargetMachine> CodeGenCache::takeMachine(StringRef key) {
  return machineKey == key ? std::move(machine) : nullptr;
}

void CodeGenCache::giveMachine(
    std::string newKey, std::unique_ptr<llvm::TargetMachine> newMachine) {
  machineKey = std::move(newKey);
  machine = std::move(newMachine);
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
  if (!impl->cache || !impl->machine)
    return;
  impl->llvmModule.reset();
  impl->cache->giveMachine(std::move(impl->machineKey),
                           std::move(impl->machine));
}

llvm::Module *CodeGen::getModule() const { return impl->llvmModule.get(); }

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
LogicalResult CodeGen::Impl::protect(llvm::function_ref<void()> body) {
  std::string message;
  if (succeeded(runProtected(body, message)))
    return failure(hadError);
  // LLVM stopped somewhere inside: nothing of it can be used or destroyed.
  (void)llvmModule.release();
  (void)machine.release();
  (void)context.release();
  // "Cannot select: ...\nIn function: k": what follows the first line is a dump
  // of LLVM's inner graph.
  auto [first, rest] = StringRef(message).split('\n');
  StringRef function = rest.split("In function: ").second.split('\n').first;
  emitError(locate(function)) << "LLVM cannot compile this: " << first;
  return failure();
}

LogicalResult CodeGen::Impl::createMachine() {
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
  unsigned version = options.ptxVersion
                         ? options.ptxVersion
                         : options.target->getDefaultPTXVersion();
  machineKey = (options.target->name + " " + Twine(version) + " " +
                Twine(static_cast<int>(options.fpContract)))
                   .str();
  if (cache && (machine = cache->takeMachine(machineKey)))
    return success();
  llvm::TargetOptions machineOptions;
  machineOptions.AllowFPOpFusion =
      options.fpContract == FPContract::Fast ? llvm::FPOpFusion::Fast
      : options.fpContract == FPContract::On ? llvm::FPOpFusion::Standard
                                             : llvm::FPOpFusion::Strict;
  machine.reset(target->createTargetMachine(
      triple, options.target->name, "+ptx" + std::to_string(version),
      machineOptions, std::nullopt, std::nullopt,
      // `Aggressive` differs by a second value numbering, which finds nothing
      // after the one in optimizeModule, for a tenth of the back end's time.
      llvm::CodeGenOptLevel::Default));
  if (!machine)
    return emitError(module.getLoc())
           << "LLVM has no target machine for " << options.target->name;
  return success();
}

LogicalResult CodeGen::translate(ModuleOp module) {
  impl->module = module;
  if (impl->options.lineInfo && failed(addDebugScopes(module)))
    return failure();
  impl->context = std::make_unique<llvm::LLVMContext>();
  impl->context->setDiagnosticHandler(
      std::make_unique<DiagnosticForwarder>(DiagnosticForwarder::Callback(
          [impl = impl.get()](const llvm::DiagnosticInfo &info) {
            llvm::DiagnosticSeverity severity = info.getSeverity();
            if (severity != llvm::DS_Error && severity != llvm::DS_Warning)
              return;
            std::string text;
            llvm::raw_string_ostream stream(text);
            llvm::DiagnosticPrinterRawOStream printer(stream);
            info.print(printer);
            if (severity == llvm::DS_Warning) {
              emitWarning(impl->locate(info)) << text;
              return;
            }
            impl->hadError = true;
            emitError(impl->locate(info)) << text;
          })));
  if (failed(impl->createMachine()))
    return failure();

  numberInlineAsm(module, impl->asmLocations);
  LogicalResult translated = impl->protect([&] {
    // Verification comes after verifyInlineAsm, whose messages say more.
    impl->llvmModule = translateModuleToLLVMIR(
        module, *impl->context, module.getName().value_or("tile"),
        /*disableVerification=*/true);
    impl->hadError |= !impl->llvmModule;
  });
  forgetNumbers(module);
  if (failed(translated))
    return failure();

  return impl->protect([&] {
    llvm::Module *llvmModule = impl->llvmModule.get();
    if (failed(verifyInlineAsm(module, *llvmModule, impl->asmLocations))) {
      impl->hadError = true;
      return;
    }
    llvmModule->setDataLayout(impl->machine->createDataLayout());
    llvmModule->setTargetTriple(llvm::Triple(kTriple));
    std::string message;
    llvm::raw_string_ostream stream(message);
    if (llvm::verifyModule(*llvmModule, &stream)) {
      impl->hadError = true;
      emitError(module.getLoc())
          << "translation to LLVM IR is invalid: " << message;
      return;
    }
    if (failed(linkBitcodeLibraries(module, *llvmModule, impl->options,
                                    *impl->machine, impl->cache))) {
      impl->hadError = true;
      return;
    }
    legalizeNames(*llvmModule, impl->renamed);
    if (impl->options.maxRegisters)
      for (llvm::Function &function : *llvmModule)
        if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
          function.addFnAttr("nvvm.maxnreg",
                             std::to_string(impl->options.maxRegisters));
  });
}

LogicalResult CodeGen::optimize() {
  return impl->protect([&] {
    optimizeModule(*impl->llvmModule, *impl->machine, impl->options.verify,
                   impl->options.shouldCancel);
  });
}

/// Whether products share a factor that is not a constant, in a function with
/// few enough sums, products and addresses for a pass that compares each with
/// each: 1000 take a second.
static bool needsStrengthReduction(const llvm::Module &module) {
  constexpr unsigned kMaxInstructions = 4096, kMaxCandidates = 192;
  for (const llvm::Function &function : module) {
    if (function.getInstructionCount() > kMaxInstructions)
      return false;
    unsigned candidates = 0;
    bool isShared = false;
    llvm::SmallPtrSet<const llvm::Value *, 8> factors;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      candidates += llvm::is_contained<unsigned>(
          {llvm::Instruction::Add, llvm::Instruction::Sub,
           llvm::Instruction::Shl, llvm::Instruction::Mul,
           llvm::Instruction::GetElementPtr},
          instruction.getOpcode());
      if (instruction.getOpcode() == llvm::Instruction::Mul &&
          !isa<llvm::Constant>(instruction.getOperand(0)) &&
          !isa<llvm::Constant>(instruction.getOperand(1)))
        for (const llvm::Value *factor : instruction.operand_values())
          isShared |= !factors.insert(factor).second;
    }
    if (candidates > kMaxCandidates)
      return false;
    if (isShared)
      return true;
  }
  return false;
}

/// Whether some block has so many loads and stores that to vectorize them takes
/// more than a second.
static bool hasManyAccesses(const llvm::Module &module) {
  constexpr unsigned kMaxAccesses = 8192;
  for (const llvm::Function &function : module)
    for (const llvm::BasicBlock &block : function)
      if (llvm::count_if(block, [](const llvm::Instruction &instruction) {
            return isa<llvm::LoadInst, llvm::StoreInst>(instruction);
          }) > kMaxAccesses)
        return true;
  return false;
}

FailureOr<std::string> CodeGen::emitPTX() {
  llvm::SmallString<0> text;
  LogicalResult result = impl->protect([&] {
    llvm::raw_svector_ostream stream(text);
    LeanPassManager passes(needsStrengthReduction(*impl->llvmModule),
                           !hasManyAccesses(*impl->llvmModule),
                           impl->options.shouldCancel);
    if (impl->machine->addPassesToEmitFile(
            passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile,
            /*DisableVerify=*/!impl->options.verify)) {
      impl->hadError = true;
      emitError(impl->module.getLoc()) << "LLVM cannot write PTX";
      return;
    }
    passes.run(*impl->llvmModule);
  });
  if (failed(result))
    return failure();
  return ptx::makeQuotesOctal(ptx::makeCommentsASCII(text));
}
