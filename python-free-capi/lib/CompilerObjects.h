//===- CompilerObjects.h - Objects of tile-c/Compiler.h ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the handles of options, compilers, images and caches stand for.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_COMPILEROBJECTS_H
#define TILE_CAPI_COMPILEROBJECTS_H

#include "SessionPool.h"
#include "Status.h"

#include "tile-c/Compiler.h"
#include "tile/Compiler/Compiler.h"
#include "tile/Image/Cache.h"

namespace mlir::tile::capi {

/// Which cache compiles use.
enum class CacheMode { Default, Off, Given };

/// What the options of the C API say beyond CompilerOptions.
struct OptionsObject {
  CompilerOptions compiler;
  bool keepStages = false;
  CacheMode cacheMode = CacheMode::Default;
  std::shared_ptr<Cache> cache;
  llvm::ThreadPoolInterface *threadPool = nullptr;
};

struct CompilerObject {
  explicit CompilerObject(OptionsObject given);

  /// With the toolkit's files looked up, and the cache that is meant.
  OptionsObject options;
  /// All that compiles depend on in addition to their source.
  std::string identity;
  SessionPool sessions;
};

struct CacheObject {
  std::shared_ptr<Cache> cache;
};

struct ImageObject {
  KernelImage image;
  bool isFromCache = false;
};

/// Compiles for the C API: cache, callbacks, cancellation. `changes` may adapt
/// the options to this one compile. A null result has its status in `status`,
/// and the error set.
std::unique_ptr<ImageObject>
compileSource(CompilerObject &compiler, llvm::MemoryBufferRef source,
              Stage last, const TileCompileCallbacks *callbacks,
              TileStatus &status,
              llvm::function_ref<void(CompilerOptions &)> changes = {});

/// False, with the error set, for a number that is not a stage.
bool unwrapStage(TileStage stage, Stage &result);

/// Fills in what the C API says of a kernel.
TileKernelInfo wrapKernel(const KernelInfo &kernel);
TileArgumentInfo wrapArgument(const KernelArgument &argument);

template <> struct HandleTraits<TileCompilerOptions> {
  using Object = OptionsObject;
  static constexpr HandleKind kind = HandleKind::CompilerOptions;
  static constexpr const char *name = "TileCompilerOptions";
};
template <> struct HandleTraits<TileCompiler> {
  using Object = CompilerObject;
  static constexpr HandleKind kind = HandleKind::Compiler;
  static constexpr const char *name = "TileCompiler";
};
template <> struct HandleTraits<TileKernelImage> {
  using Object = ImageObject;
  static constexpr HandleKind kind = HandleKind::KernelImage;
  static constexpr const char *name = "TileKernelImage";
};
template <> struct HandleTraits<TileCache> {
  using Object = CacheObject;
  static constexpr HandleKind kind = HandleKind::Cache;
  static constexpr const char *name = "TileCache";
};

} // namespace mlir::tile::capi

#endif // TILE_CAPI_COMPILEROBJECTS_H
