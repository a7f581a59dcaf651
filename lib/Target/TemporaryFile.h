//===- TemporaryFile.h - What another program reads or writes ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files for the programs of the CUDA toolkit, which are removed in the end.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_TARGET_TEMPORARYFILE_H
#define TILE_LIB_TARGET_TEMPORARYFILE_H

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tile {

/// A temporary file, removed when this goes out of scope.
class TemporaryFile {
public:
  std::error_code create(llvm::StringRef suffix) {
    int descriptor;
    if (std::error_code error = llvm::sys::fs::createTemporaryFile(
            "tilewright", suffix, descriptor, path))
      return error;
    remover.setFile(path);
    stream = std::make_unique<llvm::raw_fd_ostream>(descriptor,
                                                    /*shouldClose=*/true);
    return {};
  }
  /// Writes and closes; an error if the disk is full, for example.
  std::error_code write(llvm::StringRef text) {
    *stream << text;
    stream->close();
    std::error_code error = stream->error();
    stream->clear_error();
    return error;
  }
  llvm::StringRef getPath() const { return path; }
  std::string read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

private:
  llvm::SmallString<128> path;
  llvm::FileRemover remover;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
};

} // namespace mlir::tile

#endif // TILE_LIB_TARGET_TEMPORARYFILE_H
