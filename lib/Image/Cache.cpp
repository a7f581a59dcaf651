//===- Cache.cpp - Images on disk, by their content -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/Cache.h"

#include "CacheFolder.h"
#include "SafeFolder.h"
#include "tile/Support/Status.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"

#include <cerrno>

using namespace mlir::tile;
using llvm::SmallString;
using llvm::StringRef;
using llvm::Twine;
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

detail::FolderOpening Cache::open(bool create) const {
  std::optional<detail::FolderIdentity> known;
  if (std::unique_lock<std::mutex> lock(safeFolderMutex, std::try_to_lock);
      lock)
    known = safeFolder;
  detail::FolderOpening opening =
      detail::openSafeFolder(options.folder, create, known);
  if (opening.folder && known != opening.identity)
    if (std::unique_lock<std::mutex> lock(safeFolderMutex, std::try_to_lock);
        lock)
      safeFolder = opening.identity;
  return opening;
}

void Cache::fail(Trouble trouble, std::string &warning, const Twine &message) {
  ++failures;
  if (!(warned.fetch_or(trouble) & trouble))
    warning = message.str();
}

static std::string getEntryName(StringRef key) {
  return (detail::kEntryPrefix + key).str();
}

std::optional<KernelImage> Cache::load(StringRef key, std::string &warning) {
  if (options.backend)
    return loadFromBackend(key, warning);
  if (options.folder.empty() || !detail::isCacheKey(key)) {
    ++misses;
    return std::nullopt;
  }
  detail::FolderOpening opening = open(/*create=*/false);
  if (!opening.folder) {
    ++misses;
    if (!opening.problem.empty())
      fail(FolderTrouble, warning,
           "cannot use cache '" + options.folder + "': " + opening.problem);
    return std::nullopt;
  }
  int folder = opening.folder.get();
  std::string entry = getEntryName(key);
  detail::CacheRead read =
      detail::readCacheFile(folder, entry, options.maxBytes);
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
  // Not possible for a folder that is not empty, or where others may not write;
  // a store then says so.
  if (read.isDamaged)
    (void)detail::removeCacheFile(folder, entry);
  if (!read.problem.empty()) {
    SmallString<128> place(options.folder);
    path::append(place, entry);
    fail(ReadTrouble, warning,
         "cannot use cache entry '" + place.str() + "': " + read.problem);
  }
  return std::nullopt;
}

bool Cache::store(StringRef key, const KernelImage &image,
                  std::string &warning) {
  if (options.backend)
    return storeInBackend(key, image, warning);
  if (options.folder.empty()) {
    fail(FolderTrouble, warning, "cannot write to the cache: it has no folder");
    return false;
  }
  if (!detail::isCacheKey(key)) {
    fail(WriteTrouble, warning,
         "cannot write to the cache: expected hex digits as key, found '" +
             key + "'");
    return false;
  }
  std::string bytes = serialize(image);
  std::string intro = "cannot write to cache '" + options.folder + "': ";
  if (bytes.size() > options.maxBytes) {
    fail(WriteTrouble, warning,
         intro + "expected images of at most " + Twine(options.maxBytes) +
             " bytes, found " + Twine(bytes.size()));
    return false;
  }
  // The folder may be removed at any moment; twice is bad luck.
  std::string problem;
  Trouble trouble = FolderTrouble;
  for (int attempt = 0; attempt < 3; ++attempt) {
    detail::FolderOpening opening = open(/*create=*/true);
    trouble = opening.folder ? WriteTrouble : FolderTrouble;
    problem = opening.problem;
    if (!opening.folder)
      continue;
    std::error_code code =
        detail::writeCacheFile(opening.folder.get(), getEntryName(key), bytes);
    if (code)
      problem = code.message();
    // On NFS a folder that is gone is a stale handle.
    if (code != llvm::errc::no_such_file_or_directory && code.value() != ESTALE)
      break;
  }
  if (!problem.empty()) {
    fail(trouble, warning, intro + problem);
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
  detail::FolderOpening opening = open(/*create=*/false);
  if (!opening.folder)
    return;
  int folder = opening.folder.get();
  std::vector<detail::CacheFile> files = detail::listCacheFiles(folder);
  auto now = std::chrono::system_clock::now();
  uint64_t size = 0;
  for (const detail::CacheFile &file : files)
    if (!file.isTemporary)
      size += file.size;
    else if (now - file.modified > kTemporaryLife)
      (void)detail::removeCacheFile(folder, file.name);
  llvm::sort(files, [](const auto &a, const auto &b) {
    return std::tie(a.modified, a.name) < std::tie(b.modified, b.name);
  });
  // A file that is gone was removed by another process, which looked at the
  // same files; one that cannot be removed goes on counting.
  for (const detail::CacheFile &file : files) {
    if (size <= options.maxBytes)
      break;
    if (!file.isTemporary && !detail::removeCacheFile(folder, file.name))
      size -= file.size;
  }
}

llvm::Error Cache::clear() {
  if (options.backend)
    return makeError(StatusCode::Unsupported,
                     "expected a cache in a folder to clear, found one of "
                     "callbacks");
  if (options.folder.empty())
    return llvm::Error::success();
  std::lock_guard<std::mutex> lock(pruning);
  detail::FolderOpening opening = open(/*create=*/false);
  std::string intro = "cannot clear cache '" + options.folder + "': ";
  if (!opening.folder && !opening.problem.empty())
    return makeError(StatusCode::IOError, intro + opening.problem);
  if (!opening.folder)
    return llvm::Error::success();
  // Writers whose temporary file goes write another.
  int folder = opening.folder.get();
  std::string problem;
  for (const detail::CacheFile &file : detail::listCacheFiles(folder))
    if (std::error_code code = detail::removeCacheFile(folder, file.name);
        code && problem.empty())
      problem = intro + "'" + file.name + "': " + code.message();
  unpruned = 0;
  if (problem.empty())
    return llvm::Error::success();
  return makeError(StatusCode::IOError, problem);
}

CacheStatistics Cache::getStatistics() const {
  return {hits, misses, stores, failures};
}

uint64_t Cache::getSize() const {
  if (options.folder.empty())
    return 0;
  uint64_t size = 0;
  if (detail::FolderOpening opening = open(/*create=*/false); opening.folder)
    for (const detail::CacheFile &file :
         detail::listCacheFiles(opening.folder.get()))
      if (!file.isTemporary)
        size += file.size;
  return size;
}
