//===- TestFolder.h - A folder for a cache under test -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A new folder that goes with its object, and what is in it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_IMAGE_TESTFOLDER_H
#define TILE_UNITTESTS_IMAGE_TESTFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <chrono>
#include <string>
#include <vector>

namespace mlir::tile {

class TestFolder {
public:
  TestFolder() {
    llvm::SmallString<128> made;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("tile-cache-test", made));
    top = std::string(made);
  }
  ~TestFolder() { llvm::sys::fs::remove_directories(top); }

  /// A folder in it that does not exist at first.
  std::string getCache() const { return top + "/a/cache"; }

  std::string getEntry(llvm::StringRef key) const {
    return getCache() + "/llvmcache-" + key.str();
  }

  /// The names in the cache's folder, of those that start so.
  std::vector<std::string> list(llvm::StringRef prefix = "") const {
    std::vector<std::string> names;
    std::error_code code;
    for (llvm::sys::fs::directory_iterator it(getCache(), code), end;
         !code && it != end; it.increment(code)) {
      llvm::StringRef name = llvm::sys::path::filename(it->path());
      if (name.starts_with(prefix))
        names.push_back(name.str());
    }
    return names;
  }

  /// Makes a file look as if it was last changed so long ago.
  static void setAge(const std::string &path, std::chrono::seconds age) {
    int file;
    ASSERT_FALSE(llvm::sys::fs::openFileForRead(path, file));
    EXPECT_FALSE(llvm::sys::fs::setLastAccessAndModificationTime(
        file, std::chrono::system_clock::now() - age));
    llvm::sys::fs::file_t native = llvm::sys::fs::convertFDToNativeFile(file);
    EXPECT_FALSE(llvm::sys::fs::closeFile(native));
  }

  static std::string read(const std::string &path) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

  static void write(const std::string &path, llvm::StringRef contents) {
    std::error_code code;
    llvm::raw_fd_ostream stream(path, code);
    EXPECT_FALSE(code) << path;
    stream << contents;
  }

private:
  std::string top;
};

} // namespace mlir::tile

#endif // TILE_UNITTESTS_IMAGE_TESTFOLDER_H
