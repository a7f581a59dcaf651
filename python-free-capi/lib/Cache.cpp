//===- Cache.cpp - Caches of tile-c/Compiler.h ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"
#include "Environment.h"
#include "ForkGate.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;

/// Empty, with the error set, if there is none.
static std::string requireDefaultFolder() {
  std::string folder = findDefaultCacheFolder();
  if (folder.empty())
    (void)setError(StatusCode::NotFound,
                   "expected TILEWRIGHT_CACHE_DIR, XDG_CACHE_HOME or HOME in "
                   "the environment, to find the cache, found none of them");
  return folder;
}

TileStatus tileCacheCreate(MlirStringRef folder, uint64_t maxBytes,
                           TileCache *cache) {
  llvm::StringRef text;
  if (!unwrapString(folder, "folder", text))
    return TileStatusInvalidArgument;
  if (!cache)
    return failNull("cache");
  CacheOptions options;
  options.folder = text.empty() ? requireDefaultFolder() : text.str();
  if (options.folder.empty())
    return TileStatusNotFound;
  if (maxBytes)
    options.maxBytes = maxBytes;
  auto object = std::make_unique<CacheObject>();
  object->cache = std::make_shared<Cache>(std::move(options));
  return giveHandle(std::move(object), cache);
}

void tileCacheDestroy(TileCache cache) { destroyHandle(cache); }

MlirStringRef tileCacheGetFolder(TileCache cache) {
  CacheObject *object = lookupHandle(cache);
  return wrapString(object ? llvm::StringRef(object->cache->getOptions().folder)
                           : llvm::StringRef());
}

TileStatus tileCacheGetStatistics(TileCache cache,
                                  TileCacheStatistics *statistics) {
  CacheObject *object = getObject(cache);
  if (!object)
    return TileStatusInvalidHandle;
  if (!statistics)
    return failNull("statistics");
  CacheStatistics found = object->cache->getStatistics();
  *statistics = {found.hits, found.misses, found.stores, found.failures,
                 object->cache->getSize()};
  return TileStatusSuccess;
}

TileStatus tileCacheClear(TileCache cache) {
  CacheObject *object = getObject(cache);
  if (!object)
    return TileStatusInvalidHandle;
  WorkInside work;
  return setError(object->cache->clear());
}

TileStatus tileCachePrune(TileCache cache) {
  CacheObject *object = getObject(cache);
  if (!object)
    return TileStatusInvalidHandle;
  WorkInside work;
  object->cache->prune();
  return TileStatusSuccess;
}

TileStatus tileCacheGetDefaultFolder(MlirStringCallback callback,
                                     void *userData) {
  if (!callback)
    return failNull("callback");
  std::string folder = requireDefaultFolder();
  if (folder.empty())
    return TileStatusNotFound;
  callback(wrapString(folder), userData);
  return TileStatusSuccess;
}
