//===- Status.h - Errors with a code ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts that C programs call say when they fail: one of a few codes to
// branch on, and a message for people. TileStatus in tile-c/Support.h has the
// same values.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SUPPORT_STATUS_H
#define TILE_SUPPORT_STATUS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tile {

enum class StatusCode {
  Success = 0,
  /// A value that no call of this kind could take.
  InvalidArgument = 1,
  /// A null handle, one of another kind, or of an object that is destroyed.
  InvalidHandle = 2,
  /// No file, kernel, option or device of that name.
  NotFound = 3,
  /// What is asked for is not on this machine: driver, GPU, ptxas.
  Unavailable = 4,
  CompileFailed = 5,
  /// A callback said to stop.
  Cancelled = 6,
  OutOfMemory = 7,
  /// Reading or writing a file failed.
  IOError = 8,
  /// Arguments of a launch do not fit what the kernel was compiled for.
  AssumptionViolated = 9,
  /// The kernel ran and did something wrong, as the simulator or GPU saw it.
  LaunchFailed = 10,
  /// Another error of the CUDA driver.
  DriverError = 11,
  /// Right, but not possible on this device or with this image.
  Unsupported = 12,
  /// Bytes that should be an image are not, or are damaged.
  CorruptData = 13,
  Internal = 14,
};

/// "success", "invalid-argument", ...
llvm::StringRef getStatusName(StatusCode code);

/// An llvm::Error with a code.
class StatusError : public llvm::ErrorInfo<StatusError> {
public:
  static char ID;
  StatusError(StatusCode code, std::string message)
      : code(code), message(std::move(message)) {}
  StatusCode getCode() const { return code; }
  const std::string &getMessage() const { return message; }
  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  StatusCode code;
  std::string message;
};

/// The usual way to fail. The message starts in lower case, has no full stop,
/// and says what was expected and found.
llvm::Error makeError(StatusCode code, const llvm::Twine &message);

/// Takes an error apart; `Success` and no message if there is none, `Internal`
/// for errors of other kinds.
std::pair<StatusCode, std::string> takeStatus(llvm::Error error);

} // namespace mlir::tile

#endif // TILE_SUPPORT_STATUS_H
