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
// image. It is written as "llvmcache-tmp-<random>" and renamed, so a reader
// sees all of it or nothing, whenever a writer is killed; a damaged file fails
// its checksum, is removed, and counts as a miss. A hit renews the entry's time
// of modification, unless that is less than a second old. When the entries
// become more than the bound, those unused for longest go. What killed writers
// left goes after an hour. Other files in the folder are left alone.
//
// Pruning looks at each entry, so it is not done at each store, but once for
// each sixteenth of the bound that was stored. A cache starts at a random point
// of this count: programs that store one image each then prune in their turn,
// without a file to share the count. Between prunings the entries so exceed the
// bound by about a sixteenth.
//
// The file names are those that llvm::pruneCache knows. It is not used itself:
// it ends the process if the folder is removed while it looks, goes by the
// time of access, which many file systems do not keep, and takes files away
// from their writers.
//
// An image is code that runs, so it must be the work of the process's user or
// of root: no other user may be able to change the folder, the folders above
// it, or an entry. lib/Image/SafeFolder.h has the rules. A folder that breaks
// them is not used, and such an entry is a miss. What a cache makes is its
// owner's alone, whatever the umask: folders 0700, entries 0600.
//
// A host compiles many times, and reads a warning once: what is wrong with the
// folder, with reading entries and with writing them is said at most once each
// by one object. The statistics count all failures.
//
// Threads: any at once. Processes: any at once, also over NFS where rename is
// atomic. Starts neither, and installs no signal handlers.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMAGE_CACHE_H
#define TILE_IMAGE_CACHE_H

#include "tile/Image/KernelImage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>

namespace mlir::tile {

namespace detail {
struct FolderOpening;
} // namespace detail

/// Where a cache keeps its entries instead of a folder. The functions may be
/// called from any threads at once.
struct CacheBackend {
  /// How a call ended.
  enum class Answer {
    Done,
    /// `get`: there is no entry.
    Missing,
    /// With the reason in `problem`, which may stay empty.
    Failed,
  };
  /// Sets `bytes` to what `put` got.
  std::function<Answer(llvm::StringRef key, std::string &bytes,
                       std::string &problem)>
      get;
  std::function<Answer(llvm::StringRef key, llvm::StringRef bytes,
                       std::string &problem)>
      put;
  /// Removes an entry that is damaged. May be null.
  std::function<void(llvm::StringRef key)> remove;
  /// After a call that fails, or takes longer than this, none is made for a
  /// pause: compiles go on without the cache.
  std::chrono::milliseconds patience{1000}, pause{10000};
};

struct CacheOptions {
  /// Made if it does not exist, for its owner alone.
  std::string folder;
  /// Of all entries. An image larger than this is not kept.
  uint64_t maxBytes = 1ull << 30;
  /// Null: the folder.
  std::shared_ptr<const CacheBackend> backend = nullptr;
};

struct CacheStatistics {
  uint64_t hits = 0, misses = 0, stores = 0;
  /// Reads and writes that failed, damaged entries among them.
  uint64_t failures = 0;
};

/// The folder that a user expects: TILEWRIGHT_CACHE_DIR, or `tilewright` in
/// XDG_CACHE_HOME (which must be absolute, as the XDG Base Directory
/// Specification says), or in ~/.cache. Empty if none can be named.
/// `getVariable` returns the value of an environment variable or null; an empty
/// value is as good as none.
std::string
findCacheFolder(llvm::function_ref<const char *(const char *)> getVariable);

/// SHA-256 of strings one after the other, each after its length (8 bytes,
/// little endian), so that no two lists of strings run together. In hex.
std::string makeCacheKey(llvm::ArrayRef<llvm::StringRef> parts);

class Cache {
public:
  /// Does not touch the folder; problems show as failures of `store`.
  explicit Cache(CacheOptions options);

  /// The image of that key, in hex as from makeCacheKey, if it is there and
  /// whole. `warning`, empty before, says why an entry that is there could not
  /// be used, or the folder; it stays empty if this object said so before.
  std::optional<KernelImage> load(llvm::StringRef key, std::string &warning);

  /// Keeps an image. False if it cannot (no space, no rights), with `warning`
  /// as for `load`; no part of a file is left then.
  bool store(llvm::StringRef key, const KernelImage &image,
             std::string &warning);

  /// Removes all entries. Fails with IOError, after having removed what it can,
  /// or if the folder is not safe.
  llvm::Error clear();
  /// Removes entries until the bound holds; `store` does it now and then. What
  /// cannot be removed stays.
  void prune();

  CacheStatistics getStatistics() const;
  /// Bytes of all entries now.
  uint64_t getSize() const;
  const CacheOptions &getOptions() const { return options; }

private:
  /// What can go wrong, for a warning each.
  enum Trouble : unsigned {
    FolderTrouble = 1,
    ReadTrouble = 2,
    WriteTrouble = 4
  };

  std::optional<KernelImage> loadFromBackend(llvm::StringRef key,
                                             std::string &warning);
  bool storeInBackend(llvm::StringRef key, const KernelImage &image,
                      std::string &warning);
  /// Calls the backend, unless there is a pause; counts time and failures.
  CacheBackend::Answer callBackend(
      const char *what, Trouble trouble, std::string &warning,
      llvm::function_ref<CacheBackend::Answer(std::string &problem)> call);
  detail::FolderOpening open(bool create) const;
  void fail(Trouble trouble, std::string &warning, const llvm::Twine &message);
  void pruneLocked();

  CacheOptions options;
  /// The folder as it was last found safe: device and inode. The lock is only
  /// tried, so that a child of fork() never waits for it.
  mutable std::optional<std::pair<uint64_t, uint64_t>> safeFolder;
  mutable std::mutex safeFolderMutex;
  /// Of Trouble: what a warning was given of.
  std::atomic<unsigned> warned{0};
  std::atomic<uint64_t> hits{0}, misses{0}, stores{0}, failures{0};
  /// Bytes stored since the last pruning; pruning by one thread at a time.
  std::atomic<uint64_t> unpruned{0};
  std::mutex pruning;
  /// Until when the backend is not called, of the steady clock.
  std::atomic<std::chrono::steady_clock::rep> pauseEnd{0};
};

} // namespace mlir::tile

#endif // TILE_IMAGE_CACHE_H
