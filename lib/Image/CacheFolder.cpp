//===- CacheFolder.cpp - The files of a cache -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheFolder.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;
using namespace mlir::tile::detail;
using llvm::SmallString;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// How old an entry's time may be before a hit renews it: over a network each
/// renewal is a message.
static constexpr std::chrono::seconds kRenewAfter(1);

bool detail::isCacheKey(StringRef key) {
  return !key.empty() && key.size() <= 200 &&
         llvm::all_of(key, llvm::isHexDigit);
}

std::vector<CacheFile> detail::listCacheFiles(StringRef folder) {
  std::vector<CacheFile> files;
  std::error_code code;
  for (fs::directory_iterator it(folder, code, /*follow_symlinks=*/false), end;
       !code && it != end; it.increment(code)) {
    StringRef name = path::filename(it->path());
    bool isTemporary = name.starts_with(kTemporaryPrefix);
    if (!isTemporary && !(name.consume_front(kEntryPrefix) && isCacheKey(name)))
      continue;
    llvm::ErrorOr<fs::basic_file_status> status = it->status();
    if (!status || status->type() != fs::file_type::regular_file)
      continue;
    files.push_back({it->path(), status->getSize(),
                     status->getLastModificationTime(), isTemporary});
  }
  return files;
}

/// Reads `buffer` full, or says why not.
static bool readAll(fs::file_t file, llvm::MutableArrayRef<char> buffer,
                    std::string &problem) {
  while (!buffer.empty()) {
    llvm::Expected<size_t> count = fs::readNativeFile(file, buffer);
    if (!count) {
      problem = llvm::toString(count.takeError());
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

CacheRead detail::readCacheFile(const std::string &path, uint64_t maxBytes) {
  fs::file_status status;
  // Before opening: to open a pipe can wait forever.
  std::error_code code = fs::status(path, status);
  if (!code && !fs::is_regular_file(status))
    return {nullptr, "not a regular file", /*isDamaged=*/true};
  int file;
  if (!code)
    code = fs::openFileForRead(path, file);
  // A folder that is a file shows when something is to be written there.
  if (code == llvm::errc::no_such_file_or_directory ||
      code == llvm::errc::not_a_directory)
    return {};
  if (code)
    return {nullptr, code.message()};
  llvm::scope_exit close([&] {
    fs::file_t native = fs::convertFDToNativeFile(file);
    (void)fs::closeFile(native);
  });
  // Again, for another file may have been put there before the opening.
  if ((code = fs::status(file, status)))
    return {nullptr, code.message()};
  uint64_t size = status.getSize();
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
  if (!readAll(fs::convertFDToNativeFile(file), buffer->getBuffer(), problem))
    return {nullptr, problem};
  auto now = std::chrono::system_clock::now();
  auto age = now - status.getLastModificationTime();
  // Fails on folders of others and read-only ones; then the entry ages. A time
  // to come is that of another clock.
  if (age > kRenewAfter || age < -kRenewAfter)
    (void)fs::setLastAccessAndModificationTime(file, now);
  return {std::move(buffer), ""};
}

/// Writes and closes a file.
static std::error_code writeAndClose(int file, StringRef bytes) {
  llvm::raw_fd_ostream stream(file, /*shouldClose=*/true, /*unbuffered=*/true);
  stream << bytes;
  // Some file systems report only now that there is no space.
  stream.close();
  std::error_code code = stream.error();
  stream.clear_error();
  return code;
}

std::error_code detail::writeCacheFile(StringRef folder,
                                       const std::string &path,
                                       StringRef bytes) {
  // Not fs::TempFile, which installs signal handlers in the host.
  SmallString<128> model(folder);
  path::append(model, kTemporaryPrefix + Twine("%%%%%%%%%%%%%%%%"));
  std::error_code code;
  // The folder may be removed at any moment; twice is bad luck.
  for (int attempt = 0; attempt < 3; ++attempt) {
    int file;
    SmallString<128> temporary;
    code = fs::createUniqueFile(model, file, temporary);
    if (!code) {
      code = writeAndClose(file, bytes);
      if (!code)
        code = fs::rename(temporary, path);
      if (!code)
        return code;
      (void)fs::remove(temporary);
    }
    if (code != llvm::errc::no_such_file_or_directory)
      return code;
    if ((code = fs::create_directories(folder, /*IgnoreExisting=*/true,
                                       fs::perms::owner_all)))
      return code;
    code = make_error_code(llvm::errc::no_such_file_or_directory);
  }
  return code;
}
