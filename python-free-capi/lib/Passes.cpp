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

#define TILE_PASS(name)                                                        \
  MlirPass tileCreate##name##Pass(void) {                                      \
    return wrap(createTile##name().release());                                 \
  }                                                                            \
  void tileRegister##name##Pass(void) {                                        \
    RegistryLock lock;                                                         \
    registerTile##name();                                                      \
  }
#define TILE_OPTION(pass, name, type)
#include "PassTable.inc"
#undef TILE_PASS
#undef TILE_OPTION

void tileRegisterAllPasses(void) {
  RegistryLock lock;
  registerPasses();
}

void tilePassDestroy(MlirPass pass) { delete unwrap(pass); }

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// What LLVM's command line library takes for an option of a C++ type.
struct OptionType {
  StringLiteral expected;
  bool (*isValue)(StringRef text);
};

struct PassOption {
  StringLiteral pass, name;
  OptionType type;
};
} // namespace

template <typename T> static constexpr OptionType getOptionType() = delete;

template <> constexpr OptionType getOptionType<std::string>() {
  return {"a text", [](StringRef) { return true; }};
}
template <> constexpr OptionType getOptionType<bool>() {
  return {"'true' or 'false'", [](StringRef text) {
            return llvm::is_contained({"", "true", "TRUE", "True", "1", "false",
                                       "FALSE", "False", "0"},
                                      text);
          }};
}
template <> constexpr OptionType getOptionType<unsigned>() {
  return {"a number from 0 to 4294967295", [](StringRef text) {
            unsigned number;
            return !text.getAsInteger(0, number);
          }};
}
template <> constexpr OptionType getOptionType<int64_t>() {
  return {"a number", [](StringRef text) {
            int64_t number;
            return !text.getAsInteger(0, number);
          }};
}
template <> constexpr OptionType getOptionType<AsmCheck>() {
  return {"'error', 'warn' or 'off'", [](StringRef text) {
            return llvm::is_contained(kAsmCheckNames, text);
          }};
}
template <> constexpr OptionType getOptionType<AsmChoice>() {
  return {"'auto', 'native' or 'fallback'", [](StringRef text) {
            return llvm::is_contained(kAsmChoiceNames, text);
          }};
}

/// The options of the project's passes. LLVM writes what it has to say about a
/// wrong value to standard error, so it gets none.
static constexpr PassOption kOptions[] = {
#define TILE_PASS(name)
#define TILE_OPTION(pass, name, type) {pass, name, getOptionType<type>()},
#include "PassTable.inc"
#undef TILE_PASS
#undef TILE_OPTION
};

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
      if (option.pass == pass && option.name == name &&
          !option.type.isValue(value))
        return setError(StatusCode::InvalidArgument,
                        "expected " + option.type.expected +
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
  auto build = [](OpPassManager &pm, const CompilerOptions &options) {
    buildLayoutPipeline(pm, options);
  };
  return addPipeline(build, passes, options);
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
