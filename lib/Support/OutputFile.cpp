//===- OutputFile.cpp - Files that are whole or not there
//---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static Error makeError(StringRef path, std::error_code code) {
  return createStringError(code,
                           "cannot write '" + path + "': " + code.message());
}

/// Writes to an open stream; errors become values instead of a fatal error when
/// the stream goes.
static Error writeStream(raw_fd_ostream &stream, StringRef path,
                         StringRef contents) {
  stream << contents;
  stream.flush();
  std::error_code code = stream.error();
  stream.clear_error();
  return code ? makeError(path, code) : Error::success();
}

Error mlir::tile::writeOutput(StringRef path, StringRef contents) {
  if (path == "-")
    return writeStream(outs(), "<stdout>", contents);
  std::error_code code;
  sys::fs::file_status status;
  (void)sys::fs::status(path, status);
  if (sys::fs::exists(status) && !sys::fs::is_regular_file(status)) {
    // A device or a pipe cannot be replaced; a folder is an error on opening.
    raw_fd_ostream stream(path, code, sys::fs::CD_OpenExisting,
                          sys::fs::FA_Write, sys::fs::OF_None);
    return code ? makeError(path, code) : writeStream(stream, path, contents);
  }
  // Through symbolic links: the link stays, its target is replaced.
  SmallString<128> place(path);
  if (sys::fs::exists(status))
    (void)sys::fs::real_path(path, place);
  auto file = sys::fs::TempFile::create(place + ".tmp-%%%%%%%%",
                                        sys::fs::all_read | sys::fs::all_write);
  if (!file)
    return makeError(path, errorToErrorCode(file.takeError()));
  {
    raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
    if (Error error = writeStream(stream, path, contents))
      return joinErrors(std::move(error), file->discard());
  }
  if (Error error = file->keep(place)) {
    consumeError(file->discard());
    return makeError(path, errorToErrorCode(std::move(error)));
  }
  return Error::success();
}
