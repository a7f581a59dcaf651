//===- Support.cpp - tile-c/Support.h -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile-c/Support.h"

#include "Status.h"
#include "tile/BuildInfo/BuildInfo.h"
#include "tile/Support/Version.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;

static std::string &getLastError() {
  thread_local std::string message;
  return message;
}

TileStatus capi::setError(StatusCode code, const llvm::Twine &message) {
  getLastError() = message.str();
  return static_cast<TileStatus>(code);
}

TileStatus capi::setError(llvm::Error error) {
  if (!error)
    return TileStatusSuccess;
  auto [code, message] = takeStatus(std::move(error));
  getLastError() = std::move(message);
  return static_cast<TileStatus>(code);
}

TileStatus capi::failHandle(const char *handleName, const void *ptr) {
  return setError(StatusCode::InvalidHandle,
                  llvm::Twine("expected a ") + handleName +
                      (ptr ? ", found a handle of another kind or of an "
                             "object that was destroyed"
                           : ", found a null handle"));
}

TileStatus capi::failNull(const char *parameter) {
  return setError(StatusCode::InvalidArgument,
                  llvm::Twine("expected a pointer for '") + parameter +
                      "', found null");
}

bool capi::unwrapString(MlirStringRef string, const char *parameter,
                        llvm::StringRef &result) {
  if (!string.data && string.length != 0) {
    (void)setError(StatusCode::InvalidArgument,
                   llvm::Twine("expected a string for '") + parameter +
                       "', found a null pointer with a length");
    return false;
  }
  result = llvm::StringRef(string.data, string.length);
  return true;
}

MlirStringRef tileStatusGetName(TileStatus status) {
  return wrapString(getStatusName(static_cast<StatusCode>(status)));
}

MlirStringRef tileGetLastErrorMessage(void) {
  return wrapString(getLastError());
}

MlirStringRef tileGetVersion(void) { return wrapString(kVersion); }

MlirStringRef tileGetBuildInfo(void) { return wrapString(describeBuild()); }
