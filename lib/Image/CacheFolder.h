//===- CacheFolder.h - The files of a cache ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files in a cache's folder: their names, finding them, reading, writing
// and removing one. Knows nothing of what is in them. A folder is a descriptor
// as of openSafeFolder; names are relative to it.
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
/// "t" is not a hex digit, so no key makes an entry of such a name.
inline constexpr llvm::StringLiteral kTemporaryPrefix = "llvmcache-tmp-";

/// Whether it can name an entry: hex digits, at most 200.
bool isCacheKey(llvm::StringRef key);

struct CacheFile {
  std::string name;
  uint64_t size = 0;
  llvm::sys::TimePoint<> modified;
  bool isTemporary = false;
};

/// The entries and temporary files there are, in no order. None of other names,
/// and none that are not regular files. Whatever cannot be read is left out.
std::vector<CacheFile> listCacheFiles(int folder);

/// What reading a file came to.
struct CacheRead {
  /// Null if it could not be read.
  std::unique_ptr<llvm::MemoryBuffer> bytes;
  /// The reason; empty if there is no such file.
  std::string problem;
  /// Whether what is there can be something else than an entry, now or later.
  bool isDamaged = false;
};

/// Reads a safe file (SafeFolder.h) of at most `maxBytes` and renews its time
/// of modification.
CacheRead readCacheFile(int folder, const std::string &name, uint64_t maxBytes);

/// Makes or replaces a file in one step, for its owner alone. After an error
/// the file is what it was before.
std::error_code writeCacheFile(int folder, const std::string &name,
                               llvm::StringRef bytes);

/// Removes a file, a link or an empty folder.
std::error_code removeCacheFile(int folder, const std::string &name);

} // namespace mlir::tile::detail

#endif // TILE_LIB_IMAGE_CACHEFOLDER_H
