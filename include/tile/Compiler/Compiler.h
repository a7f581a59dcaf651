//===- Compiler.h - A compile as one object ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From text or a module, and options, to PTX or a cubin and what a launch must
// know of it.
//
//===----------------------------------------------------------------------===//
//
// Everything that the outcome depends on is in the module and in the options;
// nothing reads the environment. Errors are MLIR diagnostics of the module's
// context, at the operation that they concern. One error, whichever step gives
// it, makes the compile fail even if that step went on.
//
// Threads: a Compiler has no state beyond its options and may be used from many
// threads at once, each with an MLIRContext of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_COMPILER_H
#define TILE_COMPILER_COMPILER_H

#include "tile/Dialect/Tile/IR/TF32Rounding.h"
#include "tile/Dialect/Tile/Transforms/AsmCheck.h"
#include "tile/Dialect/TileGPU/Transforms/AutoChoice.h"
#include "tile/Image/KernelImage.h"
#include "tile/Target/Assembler.h"
#include "tile/Target/CodeGen.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::tilegpu {
enum class Schedule;
} // namespace mlir::tilegpu

namespace mlir::tile {

/// A promise about an argument of a kernel.
struct Assumption {
  /// The argument's name, or its number from 0.
  std::string argument;
  /// A power of two that divides it (a pointer: in bytes). 1 withdraws what the
  /// source promises.
  int64_t divisibility = 1;
  /// The value of an integer, for which alone the code is then made.
  std::optional<int64_t> value;
};

/// Reads "n:16", an argument and a power of two, or "n=1", an argument and its
/// value; nothing if it is neither.
std::optional<Assumption> parseAssumption(StringRef text);

struct CompilerOptions {
  /// sm_80 or later. Empty: the module's `tile.target`, or sm_90a. Where
  /// both say something the option wins: a file can be compiled for each GPU.
  std::string target;
  /// Warps of a program; 0: the module's, or what fits.
  unsigned numWarps = 0;
  /// Programs in a CTA, each on `numWarps` warps of its own; 0: the module's,
  /// or what tile-choose-programs-per-cta chooses, 4 or 1. ProgramsPerCTA.h
  /// says how such kernels are launched.
  unsigned programsPerCTA = 0;
  /// Iterations in flight at a time in loops of matrix products that do not say
  /// it themselves (PipelineLoops.h); 0 and 1: one after the other.
  unsigned numStages = 3;
  /// Kernels whose loads for products are boxes of tensors get a second entry,
  /// for launches that can make tensor maps (FindBoxes.cpp, KernelInfo.h).
  bool tensorMaps = true;
  /// In these entries, whether a warp of its own copies (PipelineLoops.h).
  tilegpu::AutoChoice producerWarp = tilegpu::AutoChoice::Auto;
  /// Whether CTAs of these entries take one program after the other
  /// (PersistentGrid.h).
  tilegpu::AutoChoice persistentGrid = tilegpu::AutoChoice::Auto;
  /// Whether launches of entries for tensor maps may give a program a cluster
  /// of CTAs, which share the iterations of its loop (SplitLoops.h).
  bool splitLoops = true;
  /// Whether two CTAs of such an entry multiply together (CTAPairs.h).
  tilegpu::AutoChoice ctaPairs = tilegpu::AutoChoice::Auto;
  /// Products of warpgroups run during other work of their loops
  /// (OverlapProducts.h, ProductOrder.h).
  bool overlapProducts = true;
  /// PTX ISA version, major * 10 + minor; 0: the module's, or the first that
  /// has all the target's features and all that inline PTX needs, if ptxas has
  /// it where the compile runs ptxas.
  unsigned ptxVersion = 0;
  /// Less exact mathematics, see docs/math.md.
  bool fastMath = false;
  FPContract fpContract = FPContract::Fast;
  /// What products of tf32 do with the bits that tf32 lacks, see
  /// docs/matmul.md.
  TF32Rounding tf32 = TF32Rounding::Cut;
  /// What becomes of errors in inline PTX, see docs/inline-ptx.md. Those that
  /// LLVM would die of always stop a compile.
  AsmCheck asmCheck = AsmCheck::Error;
  /// Which of an inline asm and its fallback runs.
  AsmChoice asmChoice = AsmChoice::Auto;
  /// Says of each layout conversion that remains how it is done and what it
  /// costs, and of each access of memory what it costs (docs/stages.md).
  bool remarks = false;
  /// `.loc` directives in the PTX, and locations in the text of MLIR stages.
  bool lineInfo = false;
  /// Registers a thread; 0 leaves it to ptxas.
  unsigned maxRegisters = 0;
  /// Only this kernel of the module is compiled; empty: all.
  std::string kernel;
  /// Set on every kernel that has such an argument.
  std::vector<Assumption> assumptions;

  /// Files of the CUDA toolkit; tools fill them by `findToolkit`.
  std::string ptxasPath, libdevicePath;
  /// ptxas's optimisation level, and after how many seconds it is ended.
  unsigned ptxasOptLevel = 3, ptxasTimeLimit = 300;

  /// Runs MLIR's verifier after each pass, LLVM's after each step, and ptxas on
  /// PTX that no cubin is made of.
  bool verifyEach = false;
  bool verifyPTX = false;

  /// How many kernels LLVM compiles at the same time, each on a thread; 0: one
  /// per processor. The result is the same.
  unsigned threads = 1;

  /// The stage `TileGPU` ends where its text has this schedule, unless it is
  /// `None` (PipelineLoops.h).
  tilegpu::Schedule until{};

  /// Called with each stage's text (or cubin) as it is done, also if a later
  /// stage fails. Costs the printing of each.
  std::function<void(Stage, StringRef)> onStage;
  /// Asked before each pass, and while ptxas runs, on the thread that then
  /// works on the module, never on two at a time: from the first true on the
  /// compile ends, without a result and without an error. May be empty.
  std::function<bool()> shouldCancel;
};

struct CompileResult {
  /// The stage that was asked for, and its text or, of `Cubin`, its bytes.
  Stage stage = Stage::PTX;
  std::string text;
  /// The PTX, if the compile got there.
  std::string ptx;
  /// What was compiled for.
  std::string target;
  unsigned numWarps = 0;
  std::vector<KernelInfo> kernels;
  std::vector<StageTime> times;
};

/// What compiles one after the other can use again: a context, pass managers
/// and a target machine, which take as long to make as a small kernel to
/// compile. For one thread at a time; a compile that fails should be its last.
class CompilerSession {
public:
  CompilerSession();
  ~CompilerSession();

  /// As Compiler::createContext makes it. It keeps every type, attribute and
  /// location that compiles make.
  MLIRContext *getContext() const;

  struct Impl;

private:
  friend class Compiler;
  std::unique_ptr<Impl> impl;
};

class Compiler {
public:
  explicit Compiler(CompilerOptions options) : options(std::move(options)) {}

  /// A context that can parse everything this compiles, with MLIR's threads
  /// off: starting them costs more than one kernel's compile.
  static std::unique_ptr<MLIRContext> createContext();

  /// Parses MLIR text or bytecode, TTIR included. Null after errors. Function
  /// arguments get their names in the source as locations.
  static OwningOpRef<ModuleOp> parse(llvm::MemoryBufferRef source,
                                     MLIRContext *context);

  /// Compiles a module as far as `last`. The module is changed: afterwards it
  /// is in the last MLIR stage that was reached. Its context must have what
  /// `registerDialects` and `registerTranslations` add.
  FailureOr<CompileResult> compile(ModuleOp module, Stage last) const;

  /// The same for a module in the session's context.
  FailureOr<CompileResult> compile(ModuleOp module, Stage last,
                                   CompilerSession &session) const;

  /// Gives the values of a module at the stage `tile` their layouts, and makes
  /// no text of it: for editors, which ask while a person types. What changes
  /// no layout is left out.
  LogicalResult chooseLayouts(ModuleOp module, CompilerSession &session) const;

  /// Parses and compiles.
  FailureOr<CompileResult> compile(llvm::MemoryBufferRef source,
                                   MLIRContext *context, Stage last) const;

  const CompilerOptions &getOptions() const { return options; }

private:
  FailureOr<CompileResult> compile(ModuleOp module, Stage last,
                                   CompilerSession::Impl *session) const;

  CompilerOptions options;
};

/// What a launch needs of a compile, and the text of its last stage.
KernelImage makeImage(CompileResult result);

/// Erases the other kernels, of both dialects. Fails after an error if there is
/// none of the name.
LogicalResult keepKernel(ModuleOp module, StringRef name);

/// Sets `tile.divisibility` or `tile.value` on the argument of every kernel
/// that has it. Fails after an error if none has, the divisor is not a power of
/// two, or the value does not fit the argument's type.
LogicalResult applyAssumption(ModuleOp module, const Assumption &assumption);

/// What the module says of its kernels, at any MLIR stage. PTX names, shared
/// memory and resources are left open.
std::vector<KernelInfo> collectKernels(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_COMPILER_COMPILER_H
