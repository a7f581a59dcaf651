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

/// What `sink` keeps of what a callback gives, up to a bound.
namespace {
struct SinkState {
  std::string *bytes;
  uint64_t maxBytes;
  bool isCalled = false;
};
} // namespace

static void keepBytes(MlirStringRef bytes, void *data) {
  auto *state = static_cast<SinkState *>(data);
  if (bytes.length && !bytes.data)
    return;
  state->isCalled = true;
  if (bytes.length <= state->maxBytes)
    state->bytes->assign(bytes.data ? bytes.data : "", bytes.length);
}

TileStatus tileCacheCreateWithCallbacks(const TileCacheCallbacks *callbacks,
                                        TileCache *cache) {
  if (!callbacks)
    return failNull("callbacks");
  if (!callbacks->get)
    return failNull("callbacks->get");
  if (!cache)
    return failNull("cache");
  using Answer = CacheBackend::Answer;
  TileCacheCallbacks given = *callbacks;
  CacheOptions options;
  if (given.maxBytes)
    options.maxBytes = given.maxBytes;
  auto describe = [](TileStatus status) {
    return "the callback returned " +
           std::string(tileStatusGetName(status).data);
  };
  auto backend = std::make_shared<CacheBackend>();
  backend->get = [=, maxBytes = options.maxBytes](llvm::StringRef key,
                                                  std::string &bytes,
                                                  std::string &problem) {
    SinkState state = {&bytes, maxBytes};
    TileStatus status =
        given.get(wrapString(key), keepBytes, &state, given.userData);
    if (status == TileStatusNotFound)
      return Answer::Missing;
    if (status == TileStatusSuccess && state.isCalled)
      return Answer::Done;
    problem = status == TileStatusSuccess ? "the callback gave no bytes"
                                          : describe(status);
    return Answer::Failed;
  };
  if (given.put)
    backend->put = [=](llvm::StringRef key, llvm::StringRef bytes,
                       std::string &problem) {
      TileStatus status =
          given.put(wrapString(key), wrapString(bytes), given.userData);
      if (status == TileStatusSuccess)
        return Answer::Done;
      problem = describe(status);
      return Answer::Failed;
    };
  if (given.remove)
    backend->remove = [=](llvm::StringRef key) {
      (void)given.remove(wrapString(key), given.userData);
    };
  if (given.patience)
    backend->patience = std::chrono::milliseconds(given.patience);
  if (given.pause)
    backend->pause = std::chrono::milliseconds(given.pause);
  options.backend = std::move(backend);
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
