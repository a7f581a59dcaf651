//===- CacheFolder.cpp - The files of a cache -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheFolder.h"

#include "SafeFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::tile;
using namespace mlir::tile::detail;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;

/// How old an entry's time may be before a hit renews it: over a network each
/// renewal is a message.
static constexpr std::chrono::seconds kRenewAfter(1);

static std::error_code makeCode(int error) {
  return std::error_code(error, std::generic_category());
}

static llvm::sys::TimePoint<> getModified(const struct stat &status) {
  return llvm::sys::toTimePoint(status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

bool detail::isCacheKey(StringRef key) {
  return !key.empty() && key.size() <= 200 &&
         llvm::all_of(key, llvm::isHexDigit);
}

std::vector<CacheFile> detail::listCacheFiles(int folder) {
  std::vector<CacheFile> files;
  int readable = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (readable < 0)
    return files;
  DIR *stream = fdopendir(readable);
  if (!stream) {
    (void)close(readable);
    return files;
  }
  while (const dirent *entry = readdir(stream)) {
    StringRef name = entry->d_name;
    bool isTemporary = name.starts_with(kTemporaryPrefix);
    if (!isTemporary && !(name.consume_front(kEntryPrefix) && isCacheKey(name)))
      continue;
    struct stat status;
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode))
      continue;
    files.push_back({entry->d_name, static_cast<uint64_t>(status.st_size),
                     getModified(status), isTemporary});
  }
  (void)closedir(stream);
  return files;
}

/// On NFS: another machine removed the file, or put a new one in its place.
static bool isGone(const std::error_code &code) {
  return code.value() == ENOENT || code.value() == ESTALE;
}

/// Reads `buffer` full, or says why not. A file that is gone is not a problem.
static bool readAll(fs::file_t file, llvm::MutableArrayRef<char> buffer,
                    std::string &problem) {
  while (!buffer.empty()) {
    llvm::Expected<size_t> count = fs::readNativeFile(file, buffer);
    if (!count) {
      std::error_code code = llvm::errorToErrorCode(count.takeError());
      if (!isGone(code))
        problem = code.message();
      return false;
    }
    if (*count == 0) {
      problem = "the file became shorter while it was read";
      return false;
    }
    buffer = buffer.drop_front(*count);
  }
  return true;
}

CacheRead detail::readCacheFile(int folder, const std::string &name,
                                uint64_t maxBytes) {
  // Not to wait: opening a pipe can take forever.
  Descriptor file(
      openat(folder, name.c_str(),
             O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file && isGone(makeCode(errno)))
    return {};
  // A socket cannot be opened at all.
  if (!file && errno == ENXIO)
    return {nullptr, "not a regular file", /*isDamaged=*/true};
  if (!file && errno == ELOOP)
    return {nullptr, "expected a file, found a symbolic link",
            /*isDamaged=*/true};
  struct stat status;
  if (!file || fstat(file.get(), &status) != 0) {
    std::error_code code = makeCode(errno);
    return {nullptr, isGone(code) ? "" : code.message()};
  }
  if (std::string problem = checkSafeFile(status); !problem.empty())
    return {nullptr, problem, /*isDamaged=*/true};
  uint64_t size = status.st_size;
  if (size > maxBytes)
    return {
        nullptr,
        ("expected at most " + Twine(maxBytes) + " bytes, found " + Twine(size))
            .str(),
        /*isDamaged=*/true};
  // Into memory, not mapped: a mapped file that another process cuts off is a
  // bus error.
  std::unique_ptr<llvm::WritableMemoryBuffer> buffer =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(size);
  if (!buffer)
    return {nullptr, ("no memory for " + Twine(size) + " bytes").str()};
  std::string problem;
  if (!readAll(fs::convertFDToNativeFile(file.get()), buffer->getBuffer(),
               problem))
    return {nullptr, problem};
  auto now = std::chrono::system_clock::now();
  auto age = now - getModified(status);
  // Fails on folders of others and read-only ones; then the entry ages. A time
  // to come is that of another clock.
  if (age > kRenewAfter || age < -kRenewAfter)
    (void)fs::setLastAccessAndModificationTime(file.get(), now);
  return {std::move(buffer), ""};
}

/// Makes a file of a new name, for its owner alone under any umask.
static Descriptor createTemporary(int folder, std::string &name) {
  // Names of other processes are random, too.
  for (int attempt = 0; attempt < 100; ++attempt) {
    uint64_t number = llvm::sys::Process::GetRandomNumber();
    number = number << 32 | llvm::sys::Process::GetRandomNumber();
    name = (kTemporaryPrefix + llvm::utohexstr(number, /*LowerCase=*/true, 16))
               .str();
    Descriptor file(openat(folder, name.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           S_IRUSR | S_IWUSR));
    if (file)
      (void)fchmod(file.get(), S_IRUSR | S_IWUSR);
    if (file || errno != EEXIST)
      return file;
  }
  return Descriptor();
}

/// Writes and closes a file.
static std::error_code writeAndClose(Descriptor file, StringRef bytes) {
  llvm::raw_fd_ostream stream(file.release(), /*shouldClose=*/true,
                              /*unbuffered=*/true);
  stream << bytes;
  // Some file systems report only now that there is no space.
  stream.close();
  std::error_code code = stream.error();
  stream.clear_error();
  return code;
}

std::error_code detail::writeCacheFile(int folder, const std::string &name,
                                       StringRef bytes) {
  // Not fs::TempFile, which installs signal handlers in the host.
  std::string temporary;
  Descriptor file = createTemporary(folder, temporary);
  if (!file)
    return makeCode(errno);
  std::error_code code = writeAndClose(std::move(file), bytes);
  if (!code && renameat(folder, temporary.c_str(), folder, name.c_str()) != 0)
    code = makeCode(errno);
  if (code)
    (void)unlinkat(folder, temporary.c_str(), /*flag=*/0);
  return code;
}

std::error_code detail::removeCacheFile(int folder, const std::string &name) {
  if (unlinkat(folder, name.c_str(), /*flag=*/0) == 0 || errno == ENOENT)
    return {};
  int error = errno;
  if (error == EISDIR && unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0)
    return {};
  return makeCode(error);
}
