//===- CompilerOptions.cpp - Options of tile-c/Compiler.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"
#include "Environment.h"

#include "mlir/CAPI/Support.h"
#include "tile/Compiler/NamedOptions.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;

namespace {

/// The options that only the C API has.
struct OwnOption {
  StringLiteral name, description;
  std::string (*get)(const OptionsObject &options);
  llvm::Error (*set)(OptionsObject &options, StringRef value);
};

} // namespace

static const OwnOption kOwnOptions[] = {
    {"keep-stages", "keeps each stage's text in the image",
     [](const OptionsObject &options) -> std::string {
       return options.keepStages ? "true" : "false";
     },
     [](OptionsObject &options, StringRef value) -> llvm::Error {
       if (value != "true" && value != "false")
         return makeError(StatusCode::InvalidArgument,
                          "expected true or false for 'keep-stages', found '" +
                              value + "'");
       options.keepStages = value == "true";
       return llvm::Error::success();
     }},
    {"cache", "where images are kept: off, default, or a folder",
     [](const OptionsObject &options) -> std::string {
       if (options.cacheMode == CacheMode::Given)
         return options.cache->getOptions().folder;
       return options.cacheMode == CacheMode::Off ? "off" : "default";
     },
     [](OptionsObject &options, StringRef value) -> llvm::Error {
       if (value.empty())
         return makeError(
             StatusCode::InvalidArgument,
             "expected off, default or a folder for 'cache', found ''");
       options.cache = nullptr;
       options.cacheMode = value == "off" ? CacheMode::Off : CacheMode::Default;
       if (value != "off" && value != "default") {
         options.cacheMode = CacheMode::Given;
         CacheOptions cache;
         cache.folder = value.str();
         options.cache = std::make_shared<Cache>(cache);
       }
       return llvm::Error::success();
     }},
};

TileCompilerOptions tileCompilerOptionsCreate(void) {
  return createHandle<TileCompilerOptions>(std::make_unique<OptionsObject>());
}

void tileCompilerOptionsDestroy(TileCompilerOptions options) {
  destroyHandle(options);
}

static TileStatus failUnknown(StringRef name) {
  std::string names;
  for (const NamedOption &option : getNamedOptions())
    names += option.name.str() + ", ";
  for (const OwnOption &own : kOwnOptions)
    names += own.name.str() + ", ";
  return setError(StatusCode::NotFound, "unknown option '" + name +
                                            "', expected one of " +
                                            StringRef(names).drop_back(2));
}

static TileStatus setByName(TileCompilerOptions options, StringRef name,
                            StringRef value) {
  OptionsObject *object = getObject(options);
  if (!object)
    return TileStatusInvalidHandle;
  for (const OwnOption &own : kOwnOptions)
    if (own.name == name)
      return setError(own.set(*object, value));
  for (const NamedOption &option : getNamedOptions())
    if (option.name == name)
      return setError(setOption(object->compiler, name, value));
  return failUnknown(name);
}

TileStatus tileCompilerOptionsSet(TileCompilerOptions options,
                                  MlirStringRef name, MlirStringRef value) {
  StringRef nameText, valueText;
  if (!unwrapString(name, "name", nameText) ||
      !unwrapString(value, "value", valueText))
    return TileStatusInvalidArgument;
  return setByName(options, nameText, valueText);
}

TileStatus tileCompilerOptionsGet(TileCompilerOptions options,
                                  MlirStringRef name,
                                  MlirStringCallback callback, void *userData) {
  OptionsObject *object = getObject(options);
  if (!object)
    return TileStatusInvalidHandle;
  StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  if (!callback)
    return failNull("callback");
  for (const OwnOption &own : kOwnOptions)
    if (own.name == text) {
      callback(wrapString(own.get(*object)), userData);
      return TileStatusSuccess;
    }
  for (const NamedOption &option : getNamedOptions())
    if (option.name == text) {
      callback(wrapString(option.get(object->compiler)), userData);
      return TileStatusSuccess;
    }
  return failUnknown(text);
}

size_t tileCompilerOptionsForEach(TileOptionCallback callback, void *userData) {
  if (callback) {
    for (const NamedOption &option : getNamedOptions())
      callback(wrapString(option.name), wrapString(option.description),
               userData);
    for (const OwnOption &own : kOwnOptions)
      callback(wrapString(own.name), wrapString(own.description), userData);
  }
  return getNamedOptions().size() + std::size(kOwnOptions);
}

static TileStatus setText(TileCompilerOptions options, StringRef name,
                          MlirStringRef value, const char *parameter) {
  StringRef text;
  if (!unwrapString(value, parameter, text))
    return TileStatusInvalidArgument;
  return setByName(options, name, text);
}

static TileStatus setNumber(TileCompilerOptions options, StringRef name,
                            unsigned value) {
  return setByName(options, name, std::to_string(value));
}

static TileStatus setFlag(TileCompilerOptions options, StringRef name,
                          bool value) {
  return setByName(options, name, value ? "true" : "false");
}

TileStatus tileCompilerOptionsSetTarget(TileCompilerOptions options,
                                        MlirStringRef target) {
  return setText(options, "target", target, "target");
}

TileStatus tileCompilerOptionsSetNumWarps(TileCompilerOptions options,
                                          unsigned numWarps) {
  return setNumber(options, "num-warps", numWarps);
}

TileStatus tileCompilerOptionsSetProgramsPerCTA(TileCompilerOptions options,
                                                unsigned programs) {
  return setNumber(options, "programs-per-cta", programs);
}

TileStatus tileCompilerOptionsSetNumStages(TileCompilerOptions options,
                                           unsigned stages) {
  return setNumber(options, "num-stages", stages);
}

TileStatus tileCompilerOptionsSetPTXVersion(TileCompilerOptions options,
                                            unsigned version) {
  return setNumber(options, "ptx-version", version);
}

TileStatus tileCompilerOptionsSetFastMath(TileCompilerOptions options,
                                          bool enable) {
  return setFlag(options, "fast-math", enable);
}

TileStatus tileCompilerOptionsSetFPContract(TileCompilerOptions options,
                                            TileFPContract contract) {
  switch (contract) {
  case TileFPContractOff:
    return setByName(options, "fp-contract", "off");
  case TileFPContractOn:
    return setByName(options, "fp-contract", "on");
  case TileFPContractFast:
    return setByName(options, "fp-contract", "fast");
  }
  return setError(StatusCode::InvalidArgument,
                  "expected a TileFPContract, found " +
                      Twine(static_cast<int>(contract)));
}

TileStatus tileCompilerOptionsSetAsmCheck(TileCompilerOptions options,
                                          TileAsmCheck check) {
  if (static_cast<unsigned>(check) > TileAsmCheckOff)
    return setError(StatusCode::InvalidArgument,
                    "expected a TileAsmCheck, found " +
                        Twine(static_cast<int>(check)));
  return setByName(options, "asm-check",
                   kAsmCheckNames[static_cast<size_t>(check)]);
}

TileStatus tileCompilerOptionsSetAsmChoice(TileCompilerOptions options,
                                           TileAsmChoice choice) {
  if (static_cast<unsigned>(choice) > TileAsmChoiceFallback)
    return setError(StatusCode::InvalidArgument,
                    "expected a TileAsmChoice, found " +
                        Twine(static_cast<int>(choice)));
  return setByName(options, "asm",
                   kAsmChoiceNames[static_cast<size_t>(choice)]);
}

TileStatus tileCompilerOptionsSetLineInfo(TileCompilerOptions options,
                                          bool enable) {
  return setFlag(options, "line-info", enable);
}

TileStatus tileCompilerOptionsSetMaxRegisters(TileCompilerOptions options,
                                              unsigned maxRegisters) {
  return setNumber(options, "max-registers", maxRegisters);
}

TileStatus tileCompilerOptionsSetKernel(TileCompilerOptions options,
                                        MlirStringRef kernel) {
  return setText(options, "kernel", kernel, "kernel");
}

static TileStatus assume(TileCompilerOptions options, MlirStringRef argument,
                         Assumption assumption) {
  OptionsObject *object = getObject(options);
  if (!object)
    return TileStatusInvalidHandle;
  StringRef name;
  if (!unwrapString(argument, "argument", name))
    return TileStatusInvalidArgument;
  if (name.empty())
    return setError(StatusCode::InvalidArgument,
                    "expected the name or number of an argument, found ''");
  assumption.argument = name.str();
  object->compiler.assumptions.push_back(std::move(assumption));
  return TileStatusSuccess;
}

TileStatus tileCompilerOptionsAssumeDivisible(TileCompilerOptions options,
                                              MlirStringRef argument,
                                              int64_t divisor) {
  if (divisor < 1 || !llvm::isPowerOf2_64(divisor))
    return setError(StatusCode::InvalidArgument,
                    "expected a power of two for 'divisor', found " +
                        Twine(divisor));
  return assume(options, argument, {"", divisor, std::nullopt});
}

TileStatus tileCompilerOptionsAssumeValue(TileCompilerOptions options,
                                          MlirStringRef argument,
                                          int64_t value) {
  return assume(options, argument, {"", 1, value});
}

TileStatus tileCompilerOptionsClearAssumptions(TileCompilerOptions options) {
  OptionsObject *object = getObject(options);
  if (!object)
    return TileStatusInvalidHandle;
  object->compiler.assumptions.clear();
  return TileStatusSuccess;
}

TileStatus tileCompilerOptionsSetPtxasPath(TileCompilerOptions options,
                                           MlirStringRef path) {
  return setText(options, "ptxas", path, "path");
}

TileStatus tileCompilerOptionsSetLibdevicePath(TileCompilerOptions options,
                                               MlirStringRef path) {
  return setText(options, "libdevice", path, "path");
}

TileStatus tileCompilerOptionsSetPtxasOptLevel(TileCompilerOptions options,
                                               unsigned level) {
  return setNumber(options, "ptxas-opt-level", level);
}

TileStatus tileCompilerOptionsSetPtxasTimeLimit(TileCompilerOptions options,
                                                unsigned seconds) {
  return setNumber(options, "ptxas-time-limit", seconds);
}

TileStatus tileCompilerOptionsSetRemarks(TileCompilerOptions options,
                                         bool enable) {
  return setFlag(options, "remarks", enable);
}

TileStatus tileCompilerOptionsSetVerifyEach(TileCompilerOptions options,
                                            bool enable) {
  return setFlag(options, "verify-each", enable);
}

TileStatus tileCompilerOptionsSetVerifyPTX(TileCompilerOptions options,
                                           bool enable) {
  return setFlag(options, "verify-ptx", enable);
}

TileStatus tileCompilerOptionsSetKeepStages(TileCompilerOptions options,
                                            bool enable) {
  return setFlag(options, "keep-stages", enable);
}

TileStatus tileCompilerOptionsSetCache(TileCompilerOptions options,
                                       TileCache cache) {
  OptionsObject *object = getObject(options);
  if (!object)
    return TileStatusInvalidHandle;
  if (!cache.ptr) {
    object->cacheMode = CacheMode::Off;
    object->cache = nullptr;
    return TileStatusSuccess;
  }
  CacheObject *given = getObject(cache);
  if (!given)
    return TileStatusInvalidHandle;
  object->cacheMode = CacheMode::Given;
  object->cache = given->cache;
  return TileStatusSuccess;
}

TileStatus tileCompilerOptionsSetThreadPool(TileCompilerOptions options,
                                            MlirLlvmThreadPool pool) {
  OptionsObject *object = getObject(options);
  if (!object)
    return TileStatusInvalidHandle;
  object->threadPool = pool.ptr ? unwrap(pool) : nullptr;
  return TileStatusSuccess;
}
