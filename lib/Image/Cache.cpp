//===- Cache.cpp - Images on disk, by their content -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/Cache.h"

#include "CacheFolder.h"
#include "tile/Support/Status.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::tile;
using llvm::SmallString;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The share of the bound that may be stored between two prunings.
static constexpr uint64_t kPruneShare = 16;
/// The age from which a temporary file is that of a killed writer.
static constexpr std::chrono::hours kTemporaryLife(1);

std::string mlir::tile::findCacheFolder(
    llvm::function_ref<const char *(const char *)> getVariable) {
  auto get = [&](const char *name) -> StringRef {
    const char *value = getVariable(name);
    return value ? value : "";
  };
  if (StringRef folder = get("TILEWRIGHT_CACHE_DIR"); !folder.empty())
    return folder.str();
  SmallString<128> folder;
  if (StringRef caches = get("XDG_CACHE_HOME"); path::is_absolute(caches))
    path::append(folder, caches, "tilewright");
  else if (StringRef home = get("HOME"); !home.empty())
    path::append(folder, home, ".cache", "tilewright");
  return std::string(folder);
}

std::string mlir::tile::makeCacheKey(llvm::ArrayRef<StringRef> parts) {
  llvm::SHA256 hash;
  for (StringRef part : parts) {
    uint8_t size[8];
    llvm::support::endian::write64le(size, part.size());
    hash.update(size);
    hash.update(part);
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

/// A number that differs between processes and between objects of one.
static uint64_t makeSeed(const void *object) {
  uint64_t parts[] = {
      static_cast<uint64_t>(llvm::sys::Process::getProcessId()),
      static_cast<uint64_t>(
          std::chrono::steady_clock::now().time_since_epoch().count()),
      static_cast<uint64_t>(reinterpret_cast<uintptr_t>(object))};
  return llvm::xxh3_64bits(llvm::ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(parts), sizeof(parts)));
}

Cache::Cache(CacheOptions options) : options(std::move(options)) {
  if (uint64_t share = this->options.maxBytes / kPruneShare)
    unpruned = makeSeed(this) % share;
}

std::string Cache::getEntryPath(StringRef key) const {
  SmallString<128> entry(options.folder);
  path::append(entry, detail::kEntryPrefix + key);
  return std::string(entry);
}

void Cache::fail(std::string &warning, std::string message) {
  ++failures;
  warning = std::move(message);
}

std::optional<KernelImage> Cache::load(StringRef key, std::string &warning) {
  if (options.folder.empty() || !detail::isCacheKey(key)) {
    ++misses;
    return std::nullopt;
  }
  std::string entry = getEntryPath(key);
  detail::CacheRead read = detail::readCacheFile(entry, options.maxBytes);
  if (read.bytes) {
    llvm::Expected<KernelImage> image = deserialize(read.bytes->getBuffer());
    if (image) {
      ++hits;
      return std::move(*image);
    }
    read.problem = takeStatus(image.takeError()).second;
    read.isDamaged = true;
  }
  ++misses;
  // Not possible for a folder that is not empty, or in a folder of others; a
  // store then says so.
  if (read.isDamaged)
    (void)fs::remove(entry);
  if (!read.problem.empty())
    fail(warning, "cannot use cache entry '" + entry + "': " + read.problem);
  return std::nullopt;
}

bool Cache::store(StringRef key, const KernelImage &image,
                  std::string &warning) {
  if (options.folder.empty()) {
    fail(warning, "cannot write to the cache: it has no folder");
    return false;
  }
  if (!detail::isCacheKey(key)) {
    fail(warning, ("cannot write to the cache: expected hex digits as key, "
                   "found '" +
                   key + "'")
                      .str());
    return false;
  }
  std::string bytes = serialize(image);
  if (bytes.size() > options.maxBytes) {
    fail(warning, ("cannot write to cache '" + Twine(options.folder) +
                   "': expected images of at most " + Twine(options.maxBytes) +
                   " bytes, found " + Twine(bytes.size()))
                      .str());
    return false;
  }
  if (std::error_code code =
          detail::writeCacheFile(options.folder, getEntryPath(key), bytes)) {
    fail(warning,
         "cannot write to cache '" + options.folder + "': " + code.message());
    return false;
  }
  ++stores;
  uint64_t since = unpruned += bytes.size();
  if (since >= options.maxBytes / kPruneShare)
    if (std::unique_lock<std::mutex> lock(pruning, std::try_to_lock); lock)
      pruneLocked();
  return true;
}

void Cache::prune() {
  std::lock_guard<std::mutex> lock(pruning);
  pruneLocked();
}

void Cache::pruneLocked() {
  if (options.folder.empty())
    return;
  unpruned = 0;
  std::vector<detail::CacheFile> files = detail::listCacheFiles(options.folder);
  auto now = std::chrono::system_clock::now();
  uint64_t size = 0;
  for (const detail::CacheFile &file : files)
    if (!file.isTemporary)
      size += file.size;
    else if (now - file.modified > kTemporaryLife)
      (void)fs::remove(file.path);
  llvm::sort(files, [](const auto &a, const auto &b) {
    return std::tie(a.modified, a.path) < std::tie(b.modified, b.path);
  });
  // A file that is gone was removed by another process, which looked at the
  // same files; one that cannot be removed goes on counting.
  for (const detail::CacheFile &file : files) {
    if (size <= options.maxBytes)
      break;
    if (!file.isTemporary && !fs::remove(file.path))
      size -= file.size;
  }
}

llvm::Error Cache::clear() {
  if (options.folder.empty())
    return llvm::Error::success();
  std::lock_guard<std::mutex> lock(pruning);
  // Writers whose temporary file goes write another.
  std::string problem;
  for (const detail::CacheFile &file : detail::listCacheFiles(options.folder))
    if (std::error_code code = fs::remove(file.path); code && problem.empty())
      problem = "cannot remove '" + file.path + "': " + code.message();
  unpruned = 0;
  if (problem.empty())
    return llvm::Error::success();
  return makeError(StatusCode::IOError, problem);
}

CacheStatistics Cache::getStatistics() const {
  return {hits, misses, stores, failures};
}

uint64_t Cache::getSize() const {
  uint64_t size = 0;
  if (!options.folder.empty())
    for (const detail::CacheFile &file : detail::listCacheFiles(options.folder))
      if (!file.isTemporary)
        size += file.size;
  return size;
}
