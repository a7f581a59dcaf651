//===- Passes.cpp - Passes and pipelines in C -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile-c/Passes.h"

#include "ForkGate.h"
#include "Status.h"

#include "tile/Analysis/Passes.h"
#include "tile/Compiler/Passes.h"
#include "tile/Compiler/Pipelines.h"
#include "tile/Compiler/Registration.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Import/Passes.h"

#include "mlir/CAPI/Pass.h"
#include "mlir/Pass/PassManager.h"

#include <mutex>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Making and registering
//===----------------------------------------------------------------------===//

namespace {
/// MLIR's registry of passes has no lock.
class RegistryLock {
  // Before the lock: fork() must not find it held.
  WorkInside work;
  std::lock_guard<std::mutex> lock{mutex};
  static std::mutex mutex;
};
} // namespace

std::mutex RegistryLock::mutex;

#define TILE_DEFINE_PASS(name)                                                 \
  MlirPass tileCreate##name##Pass(void) {                                      \
    return wrap(createTile##name().release());                                 \
  }                                                                            \
  void tileRegister##name##Pass(void) {                                        \
    RegistryLock lock;                                                         \
    registerTile##name();                                                      \
  }

TILE_DEFINE_PASS(ImportTTIR)
TILE_DEFINE_PASS(SetTarget)
TILE_DEFINE_PASS(GroupPrograms)
TILE_DEFINE_PASS(CheckInlineAsm)
TILE_DEFINE_PASS(RaisePTXVersion)
TILE_DEFINE_PASS(SelectInlineAsm)
TILE_DEFINE_PASS(FixArguments)
TILE_DEFINE_PASS(InlineFunctions)
TILE_DEFINE_PASS(BroadcastAsmOperands)
TILE_DEFINE_PASS(RaiseSorts)
TILE_DEFINE_PASS(FindBoxes)
TILE_DEFINE_PASS(GuardRemainders)
TILE_DEFINE_PASS(DecomposeScaledDots)
TILE_DEFINE_PASS(FlattenLoops)
TILE_DEFINE_PASS(VersionMaskedBlocks)
TILE_DEFINE_PASS(PadTiles)
TILE_DEFINE_PASS(AssignLayouts)
TILE_DEFINE_PASS(ChooseDotLayouts)
TILE_DEFINE_PASS(CoalesceMemory)
TILE_DEFINE_PASS(RemoveLayoutConversions)
TILE_DEFINE_PASS(SplitReductions)
TILE_DEFINE_PASS(PipelineLoops)
TILE_DEFINE_PASS(SplitScans)
TILE_DEFINE_PASS(ExpandSorts)
TILE_DEFINE_PASS(InsertSharedMemory)
TILE_DEFINE_PASS(UseWarpgroupDots)
TILE_DEFINE_PASS(OverlapProducts)
TILE_DEFINE_PASS(AllocateTensorMemory)
TILE_DEFINE_PASS(SliceDots)
TILE_DEFINE_PASS(PrefetchSlices)
TILE_DEFINE_PASS(AllocateSharedMemory)
TILE_DEFINE_PASS(WeakenAtomics)
TILE_DEFINE_PASS(InsertBarriers)
TILE_DEFINE_PASS(ChooseProgramsPerCTA)
TILE_DEFINE_PASS(DistributeToThreads)
TILE_DEFINE_PASS(ConvertToLLVM)
TILE_DEFINE_PASS(PrintAxisInfo)

void tileRegisterAllPasses(void) {
  RegistryLock lock;
  registerPasses();
}

void tilePassDestroy(MlirPass pass) { delete unwrap(pass); }

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
struct PassOption {
  StringRef pass, name;
  enum { Boolean, Unsigned, Integer, AsmCheck, AsmChoice } kind;
};
} // namespace

/// The options of the project's passes that are not strings. LLVM writes what
/// it has to say about a wrong value to standard error, so it gets none; a test
/// compares this list with the passes' definitions.
static const PassOption kOptions[] = {
    {"tile-set-target", "num-warps", PassOption::Unsigned},
    {"tile-set-target", "ptx-version", PassOption::Unsigned},
    {"tile-set-target", "remarks", PassOption::Boolean},
    {"tile-check-inline-asm", "mode", PassOption::AsmCheck},
    {"tile-check-inline-asm", "choice", PassOption::AsmChoice},
    {"tile-raise-ptx-version", "choice", PassOption::AsmChoice},
    {"tile-raise-ptx-version", "newest", PassOption::Unsigned},
    {"tile-select-inline-asm", "choice", PassOption::AsmChoice},
    {"tile-group-programs", "programs", PassOption::Unsigned},
    {"tile-pipeline-loops", "num-stages", PassOption::Unsigned},
    {"tile-version-masked-blocks", "max-ops", PassOption::Integer},
    {"tile-version-masked-blocks", "num-stages", PassOption::Unsigned},
    {"tile-version-masked-blocks", "all-masks", PassOption::Boolean},
    {"tile-insert-shared-memory", "remarks", PassOption::Boolean},
    {"tile-find-boxes", "remarks", PassOption::Boolean},
    {"tile-convert-to-llvm", "fast-math", PassOption::Boolean},
    {"tile-print-axis-info", "assume-no-signed-wrap", PassOption::Boolean},
    {"tile-print-axis-info", "print-access", PassOption::Boolean},
};

/// Whether LLVM's command line library takes the text for the option.
static bool isValue(const PassOption &option, StringRef text) {
  unsigned number;
  int64_t integer;
  switch (option.kind) {
  case PassOption::Boolean:
    return llvm::is_contained(
        {"", "true", "TRUE", "True", "1", "false", "FALSE", "False", "0"},
        text);
  case PassOption::Unsigned:
    return !text.getAsInteger(0, number);
  case PassOption::Integer:
    return !text.getAsInteger(0, integer);
  case PassOption::AsmCheck:
    return llvm::is_contained(kAsmCheckNames, text);
  case PassOption::AsmChoice:
    return llvm::is_contained(kAsmChoiceNames, text);
  }
  return false;
}

/// Options that are lists of pipelines nest in MLIR; none of them so deeply.
/// Its parser calls itself for each bracket.
static constexpr size_t kMaxBrackets = 500;

/// Sets the error at the first "name=value" whose value is wrong.
static TileStatus checkValues(StringRef pass, StringRef options) {
  size_t brackets = llvm::count_if(
      options, [](char c) { return StringRef("{[('\"").contains(c); });
  if (brackets > kMaxBrackets)
    return setError(StatusCode::InvalidArgument,
                    "expected options of '" + Twine(pass) + "' with at most " +
                        Twine(kMaxBrackets) + " brackets and quotes, found " +
                        Twine(brackets));
  SmallVector<StringRef> words;
  options.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    auto [name, value] = word.split('=');
    if (value.size() > 1 && ((value.front() == '{' && value.back() == '}') ||
                             (value.front() == '\'' && value.back() == '\'') ||
                             (value.front() == '"' && value.back() == '"')))
      value = value.drop_front().drop_back();
    for (const PassOption &option : kOptions)
      if (option.pass == pass && option.name == name && !isValue(option, value))
        return setError(StatusCode::InvalidArgument,
                        "expected " +
                            Twine(option.kind == PassOption::Boolean
                                      ? "'true' or 'false'"
                                  : option.kind == PassOption::AsmCheck
                                      ? "'error', 'warn' or 'off'"
                                  : option.kind == PassOption::AsmChoice
                                      ? "'auto', 'native' or 'fallback'"
                                  : option.kind == PassOption::Unsigned
                                      ? "a number from 0 to 4294967295"
                                      : "a number") +
                            " for the option '" + name + "' of '" + pass +
                            "', found '" + value + "'");
  }
  return TileStatusSuccess;
}

TileStatus tilePassSetOptions(MlirPass pass, MlirStringRef options) {
  if (!pass.ptr)
    return failNull("pass");
  StringRef text;
  if (!unwrapString(options, "options", text))
    return TileStatusInvalidArgument;
  StringRef name = unwrap(pass)->getArgument();
  if (TileStatus status = checkValues(name, text))
    return status;
  std::string message;
  if (succeeded(
          unwrap(pass)->initializeOptions(text, [&](const Twine &problem) {
            message = problem.str();
            return failure();
          })))
    return TileStatusSuccess;
  StringRef problem = StringRef(message).trim();
  problem.consume_front("<Pass-Options-Parser>: ");
  return setError(StatusCode::InvalidArgument,
                  "expected options of '" + Twine(name) + "', found '" + text +
                      "'" + (problem.empty() ? "" : ": ") + problem);
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

using BuildPipeline = void (*)(OpPassManager &, const CompilerOptions &);

static TileStatus addPipeline(BuildPipeline build, MlirOpPassManager passes,
                              const TilePipelineOptions *options) {
  if (!passes.ptr)
    return failNull("passes");
  // Adding a pass for modules to another pass manager ends the process.
  std::optional<StringRef> anchor = unwrap(passes)->getOpName();
  if (anchor && *anchor != ModuleOp::getOperationName())
    return setError(StatusCode::InvalidArgument,
                    "expected a pass manager for '" +
                        Twine(ModuleOp::getOperationName()) +
                        "', found one for '" + *anchor + "'");
  CompilerOptions values;
  if (options) {
    StringRef target;
    if (!unwrapString(options->target, "target", target))
      return TileStatusInvalidArgument;
    values.target = target.str();
    values.numWarps = options->numWarps;
    values.ptxVersion = options->ptxVersion;
    values.fastMath = options->fastMath;
    if (static_cast<unsigned>(options->asmCheck) > TileAsmCheckOff)
      return setError(StatusCode::InvalidArgument,
                      "expected a TileAsmCheck, found " +
                          Twine(static_cast<int>(options->asmCheck)));
    values.asmCheck = static_cast<AsmCheck>(options->asmCheck);
    if (static_cast<unsigned>(options->asmChoice) > TileAsmChoiceFallback)
      return setError(StatusCode::InvalidArgument,
                      "expected a TileAsmChoice, found " +
                          Twine(static_cast<int>(options->asmChoice)));
    values.asmChoice = static_cast<AsmChoice>(options->asmChoice);
    values.programsPerCTA = options->programsPerCTA;
    if (options->numStages > kMaxStages)
      return setError(StatusCode::InvalidArgument,
                      "expected 0 to " + Twine(kMaxStages) +
                          " for 'numStages', found " +
                          Twine(options->numStages));
    if (options->numStages)
      values.numStages = options->numStages;
  }
  build(*unwrap(passes), values);
  return TileStatusSuccess;
}

TileStatus tilePipelineBuildImport(MlirOpPassManager passes,
                                   const TilePipelineOptions *options) {
  return addPipeline(
      [](OpPassManager &manager, const CompilerOptions &values) {
        buildImportPipeline(manager, values);
      },
      passes, options);
}

TileStatus tilePipelineBuildLayout(MlirOpPassManager passes,
                                   const TilePipelineOptions *options) {
  return addPipeline(buildLayoutPipeline, passes, options);
}

TileStatus tilePipelineBuildTileToTileGPU(MlirOpPassManager passes,
                                          const TilePipelineOptions *options) {
  return addPipeline(buildTileToTileGPUPipeline, passes, options);
}

TileStatus tilePipelineBuildTileGPUToLLVM(MlirOpPassManager passes,
                                          const TilePipelineOptions *options) {
  return addPipeline(buildTileGPUToLLVMPipeline, passes, options);
}

TileStatus tilePipelineBuildTileToLLVM(MlirOpPassManager passes,
                                       const TilePipelineOptions *options) {
  return addPipeline(buildTileToLLVMPipeline, passes, options);
}
