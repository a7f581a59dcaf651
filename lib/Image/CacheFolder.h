//===- CacheFolder.h - The files of a cache ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files in a cache's folder: their names, finding them, reading and writing
// one. Knows nothing of what is in them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMAGE_CACHEFOLDER_H
#define TILE_LIB_IMAGE_CACHEFOLDER_H

#include "llvm/Support/Chrono.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::tile::detail {

inline constexpr llvm::StringLiteral kEntryPrefix = "llvmcache-";
/// "t" is no hex digit, so no key makes an entry of such a name.
inline constexpr llvm::StringLiteral kTemporaryPrefix = "llvmcache-tmp-";

/// Whether it can name an entry: hex digits, at most 200.
bool isCacheKey(llvm::StringRef key);

struct CacheFile {
  std::string path;
  uint64_t size = 0;
  llvm::sys::TimePoint<> modified;
  bool isTemporary = false;
};

/// The entries and temporary files there are, in no order. None of other names,
/// and none that are not regular files. Whatever cannot be read is left out.
std::vector<CacheFile> listCacheFiles(llvm::StringRef folder);

/// What reading a file came to.
struct CacheRead {
  /// Null if it could not be read.
  std::unique_ptr<llvm::MemoryBuffer> bytes;
  /// The reason; empty if there is no such file.
  std::string problem;
  /// Whether what is there can be no entry, now or later.
  bool isDamaged = false;
};

/// Reads a regular file of at most `maxBytes` and renews its time of
/// modification.
CacheRead readCacheFile(const std::string &path, uint64_t maxBytes);

/// Makes or replaces a file in one step, and the folder if there is none. After
/// an error the file is what it was before.
std::error_code writeCacheFile(llvm::StringRef folder, const std::string &path,
                               llvm::StringRef bytes);

} // namespace mlir::tile::detail

#endif // TILE_LIB_IMAGE_CACHEFOLDER_H
