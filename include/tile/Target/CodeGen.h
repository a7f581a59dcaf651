//===- CodeGen.h - From the LLVM dialect to PTX -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps after the `llvm` stage: translation to LLVM IR, optimisation, and
// the writing of PTX. Nothing here reads the environment or ends the process.
//
//===----------------------------------------------------------------------===//
//
// LLVM reports what it cannot compile in two ways, and both end as MLIR
// diagnostics here:
//
// * Through the LLVMContext (inline asm whose constraints cannot be met,
//   unsupported operations). These name an instruction; the diagnostic goes to
//   the llvm.inline_asm operation it was made of, or to the function.
// * By `report_fatal_error` ("Cannot select"), which ends the process unless
// its
//   handler does not return. `runProtected` installs such a handler, see
//   FatalErrors.cpp for what that costs.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TARGET_CODEGEN_H
#define TILE_TARGET_CODEGEN_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalValue;
class TargetMachine;
} // namespace llvm

namespace mlir {
class DialectRegistry;
class ModuleOp;

namespace tile {
struct TargetInfo;

/// Where a multiplication and an addition may become one fma.
enum class FPContract {
  Off,  ///< Nowhere.
  On,   ///< Where both carry the `contract` flag.
  Fast, ///< Everywhere, as nvcc does by default.
};

/// What code generation needs to know in addition to the module.
struct CodeGenOptions {
  /// The GPU; never null.
  const TargetInfo *target = nullptr;
  /// PTX ISA version, major * 10 + minor; 0 takes the target's default.
  unsigned ptxVersion = 0;
  FPContract fpContract = FPContract::Fast;
  /// Writes `.file` and `.loc` directives after the operations' locations.
  bool lineInfo = false;
  /// Upper bound of registers per thread (`.maxnreg`); 0 sets none.
  unsigned maxRegisters = 0;
  /// Path of libdevice.10.bc; needed only by modules that call `__nv_*`.
  std::string libdevicePath;
  /// Runs LLVM's verifier on what each step makes.
  bool verify = false;
  /// How many kernels are compiled at the same time, each on a thread: at least
  /// 1, where the calling thread does all.
  unsigned threads = 1;
  /// Asked before each of LLVM's passes on the IR, and now and then in the back
  /// end, on the threads that compile; from the first true on the former are
  /// left out. May be empty.
  std::function<bool()> shouldCancel;

  /// The version that `ptxVersion` says or stands for.
  unsigned getPTXVersion() const;
};

/// Registers the interfaces by which the dialects of the `llvm` stage translate
/// to LLVM IR.
void registerTranslations(DialectRegistry &registry);

/// What compiles that come one after the other use again. Used by one thread at
/// a time.
class CodeGenCache {
public:
  CodeGenCache();
  ~CodeGenCache();
  /// Takes out the target machines of this key. Making one takes a tenth of a
  /// small kernel's time in LLVM.
  std::vector<std::unique_ptr<llvm::TargetMachine>>
  takeMachines(llvm::StringRef key);
  void giveMachines(std::string key,
                    std::vector<std::unique_ptr<llvm::TargetMachine>> machines);

  /// The bitcode of functions of a library that was kept with this key; null
  /// if there is none. Finding them in libdevice takes as long as a small
  /// kernel's whole compile.
  const std::string *findFunctions(llvm::StringRef key) const;
  void keepFunctions(llvm::StringRef key, std::string bitcode);

private:
  std::string machineKey;
  std::vector<std::unique_ptr<llvm::TargetMachine>> machines;
  llvm::StringMap<std::string> functions;
};

/// One compile through LLVM: contexts, target machines and modules, and what it
/// takes to lead LLVM's messages back to operations. Use from one thread.
///
/// Kernels that share no function or variable are modules of their own. So what
/// becomes of a kernel does not depend on the kernels next to it, and several
/// are compiled at the same time.
class CodeGen {
public:
  /// `cache` may be null.
  explicit CodeGen(CodeGenOptions options, CodeGenCache *cache = nullptr);
  ~CodeGen();
  CodeGen(const CodeGen &) = delete;

  /// Translates a module of the llvm and nvvm dialects. Links the bitcode
  /// libraries it asks for. With `lineInfo`, adds debug scopes to the locations
  /// of `module`; else leaves it as it is. `module` must outlive this object.
  LogicalResult translate(ModuleOp module);

  /// LLVM's optimisations, chosen for straight-line GPU code.
  LogicalResult optimize();

  /// Writes PTX. The LLVM modules are used up.
  FailureOr<std::string> emitPTX();

  /// After `translate`: the function of that name in PTX, or null.
  const llvm::Function *findFunction(llvm::StringRef ptxName) const;
  /// After `translate`: all functions and variables as text of LLVM IR.
  std::string printModule() const;

  /// The PTX name of the function of that name in the MLIR module. They differ
  /// where the latter is no PTX identifier.
  std::string getPTXName(llvm::StringRef symbol) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Calls `visit` for each function and variable that `value` uses, in
/// initialisers and constant expressions, too, and for what these use if
/// `visit` returns true.
void visitUsedGlobals(
    const llvm::GlobalValue &value,
    llvm::function_ref<bool(const llvm::GlobalValue &)> visit);

/// Runs `body`; when LLVM reports a fatal error on this thread meanwhile, stops
/// it there, sets `message`, and fails. What the body held on the heap is then
/// lost: it must not own objects whose destruction others rely on.
LogicalResult runProtected(llvm::function_ref<void()> body,
                           std::string &message);

} // namespace tile
} // namespace mlir

#endif // TILE_TARGET_CODEGEN_H
