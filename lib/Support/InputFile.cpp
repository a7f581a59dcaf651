//===- InputFile.cpp - Sources from files, pipes and devices --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/InputFile.h"

#include "tile/Support/Status.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace mlir::tile;

static Error makeReadError(StringRef name, const Twine &reason) {
  return mlir::tile::makeError(StatusCode::IOError,
                               "cannot read '" + name + "': " + reason);
}

static Error makeSizeError(StringRef name, uint64_t maxBytes) {
  return makeReadError(name, "expected at most " + Twine(maxBytes) +
                                 " bytes, found more");
}

/// Reads to the end, or to where there is too much.
static Expected<std::unique_ptr<MemoryBuffer>>
readStream(sys::fs::file_t file, StringRef name, uint64_t maxBytes) {
  SmallVector<char, 0> bytes;
  constexpr size_t kChunk = 1 << 16;
  for (;;) {
    size_t size = bytes.size();
    if (size > maxBytes)
      return makeSizeError(name, maxBytes);
    bytes.resize_for_overwrite(size + kChunk);
    Expected<size_t> read = sys::fs::readNativeFile(
        file, MutableArrayRef<char>(bytes).drop_front(size));
    if (!read)
      return makeReadError(name, errorToErrorCode(read.takeError()).message());
    bytes.truncate(size + *read);
    if (*read == 0)
      return MemoryBuffer::getMemBufferCopy(StringRef(bytes.data(), size),
                                            name);
  }
}

Expected<std::unique_ptr<MemoryBuffer>>
mlir::tile::readInputFile(StringRef path, uint64_t maxBytes) {
  sys::fs::file_status status;
  if (std::error_code code = sys::fs::status(path, status))
    return makeReadError(path, code.message());
  if (sys::fs::is_directory(status))
    return makeReadError(
        path, std::make_error_code(std::errc::is_a_directory).message());
  // The size of a file in /proc is 0, whatever it has.
  if (sys::fs::is_regular_file(status) && status.getSize() != 0) {
    if (status.getSize() > maxBytes)
      return makeSizeError(path, maxBytes);
    auto buffer = MemoryBuffer::getFile(path);
    if (!buffer)
      return makeReadError(path, buffer.getError().message());
    return std::move(*buffer);
  }
  Expected<sys::fs::file_t> file = sys::fs::openNativeFileForRead(path);
  if (!file)
    return makeReadError(path, errorToErrorCode(file.takeError()).message());
  auto result = readStream(*file, path, maxBytes);
  (void)sys::fs::closeFile(*file);
  return result;
}

Expected<std::unique_ptr<MemoryBuffer>> mlir::tile::readInput(StringRef path) {
  if (path == "-")
    return readStream(sys::fs::getStdinHandle(), "<stdin>", kMaxInputBytes);
  return readInputFile(path);
}
