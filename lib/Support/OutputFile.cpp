//===- OutputFile.cpp - Files that are whole or not there -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
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

namespace {

/// A file on its way to its place. Not sys::fs::TempFile, which installs signal
/// handlers: this runs in other people's processes, too.
class PendingFile {
public:
  ~PendingFile() {
    if (!temporary.empty())
      (void)sys::fs::remove(temporary);
  }

  /// Writes all there is next to the place or, where nothing can be replaced,
  /// into it.
  Error write(StringRef path, StringRef contents);
  /// Puts it into its place.
  Error commit();

private:
  std::string path;
  SmallString<128> place;
  /// Where it is until then; empty if it is nowhere.
  SmallString<128> temporary;
};

} // namespace

Error PendingFile::write(StringRef outputPath, StringRef contents) {
  path = outputPath.str();
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
  place = path;
  if (sys::fs::exists(status))
    (void)sys::fs::real_path(path, place);
  int descriptor;
  if ((code = sys::fs::createUniqueFile(
           place + ".tmp-%%%%%%%%", descriptor, temporary, sys::fs::OF_None,
           sys::fs::all_read | sys::fs::all_write))) {
    temporary.clear();
    return makeError(path, code);
  }
  raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  return writeStream(stream, path, contents);
}

Error PendingFile::commit() {
  if (temporary.empty())
    return Error::success();
  if (std::error_code code = sys::fs::rename(temporary, place))
    return makeError(path, code);
  temporary.clear();
  return Error::success();
}

Error mlir::tile::writeOutputs(ArrayRef<Output> outputs) {
  SmallVector<PendingFile, 2> files(outputs.size());
  for (auto [file, output] : zip(files, outputs))
    if (Error error = file.write(output.first, output.second))
      return error;
  for (PendingFile &file : files)
    if (Error error = file.commit())
      return error;
  return Error::success();
}

Error mlir::tile::writeOutput(StringRef path, StringRef contents) {
  return writeOutputs({{path, contents}});
}
