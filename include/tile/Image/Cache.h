//===- Cache.h - Images on disk, by their content ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder of compiled images that processes share: found again by a hash of
// all that they depend on, bounded in size, and never in the way of a compile.
//
//===----------------------------------------------------------------------===//
//
// An entry is one file, "llvmcache-<key in hex>", that holds a serialised
// image. It is written under another name and renamed, so a reader sees all of
// it or nothing, whenever a writer is killed; a damaged file fails its
// checksum, is removed, and counts as a miss. A hit renews the entry's time
// stamp. When the entries become more than the bound, those unused for longest
// go, by llvm::pruneCache, which asks for the file names above.
//
// Threads: any at once. Processes: any at once, also over NFS where rename is
// atomic.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMAGE_CACHE_H
#define TILE_IMAGE_CACHE_H

#include "tile/Image/KernelImage.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <atomic>
#include <mutex>

namespace mlir::tile {

struct CacheOptions {
  /// Made if it does not exist.
  std::string folder;
  uint64_t maxBytes = 1ull << 30;
};

struct CacheStatistics {
  uint64_t hits = 0, misses = 0, stores = 0;
  /// Reads and writes that failed, damaged entries among them.
  uint64_t failures = 0;
};

/// The folder that a user expects: TILEWRIGHT_CACHE_DIR, or `tilewright` in
/// XDG_CACHE_HOME, or in ~/.cache. Empty if none can be named. `getVariable`
/// returns the value of an environment variable or null.
std::string
findCacheFolder(llvm::function_ref<const char *(const char *)> getVariable);

/// SHA-256 of strings one after the other, each with its length, so that no two
/// lists of strings run together. In hex.
std::string makeCacheKey(llvm::ArrayRef<llvm::StringRef> parts);

class Cache {
public:
  /// Does not touch the folder; problems show as failures of `store`.
  explicit Cache(CacheOptions options) : options(std::move(options)) {}

  /// The image of that key, if it is there and whole. `warning`, empty before,
  /// says why an entry that is there could not be used.
  std::optional<KernelImage> load(llvm::StringRef key, std::string &warning);

  /// Keeps an image. False, with `warning`, if it cannot (no space, no rights);
  /// nothing is left behind then.
  bool store(llvm::StringRef key, const KernelImage &image,
             std::string &warning);

  /// Removes all entries.
  llvm::Error clear();
  /// Removes entries until the bound holds; `store` does it now and then.
  void prune();

  CacheStatistics getStatistics() const;
  /// Bytes of all entries now.
  uint64_t getSize() const;
  const CacheOptions &getOptions() const { return options; }

private:
  CacheOptions options;
  std::atomic<uint64_t> hits{0}, misses{0}, stores{0}, failures{0};
  /// Bytes stored since the last pruning; pruning by one thread at a time.
  std::atomic<uint64_t> unpruned{0};
  std::mutex pruning;
};

} // namespace mlir::tile

#endif // TILE_IMAGE_CACHE_H
