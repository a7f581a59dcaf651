//===- Status.cpp - Errors with a code ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/Status.h"

using namespace mlir::tile;

char StatusError::ID = 0;

llvm::StringRef mlir::tile::getStatusName(StatusCode code) {
  switch (code) {
  case StatusCode::Success:
    return "success";
  case StatusCode::InvalidArgument:
    return "invalid-argument";
  case StatusCode::InvalidHandle:
    return "invalid-handle";
  case StatusCode::NotFound:
    return "not-found";
  case StatusCode::Unavailable:
    return "unavailable";
  case StatusCode::CompileFailed:
    return "compile-failed";
  case StatusCode::Cancelled:
    return "cancelled";
  case StatusCode::OutOfMemory:
    return "out-of-memory";
  case StatusCode::IOError:
    return "io-error";
  case StatusCode::AssumptionViolated:
    return "assumption-violated";
  case StatusCode::LaunchFailed:
    return "launch-failed";
  case StatusCode::DriverError:
    return "driver-error";
  case StatusCode::Unsupported:
    return "unsupported";
  case StatusCode::CorruptData:
    return "corrupt-data";
  case StatusCode::Internal:
    return "internal";
  }
  return "unknown";
}

llvm::Error mlir::tile::makeError(StatusCode code, const llvm::Twine &message) {
  return llvm::make_error<StatusError>(code, message.str());
}

std::pair<StatusCode, std::string> mlir::tile::takeStatus(llvm::Error error) {
  std::pair<StatusCode, std::string> status{StatusCode::Success, ""};
  llvm::handleAllErrors(
      std::move(error),
      [&](const StatusError &info) {
        if (status.first == StatusCode::Success)
          status = {info.getCode(), info.getMessage()};
        else
          status.second += "; " + info.getMessage();
      },
      [&](const llvm::ErrorInfoBase &info) {
        if (status.first == StatusCode::Success)
          status = {StatusCode::Internal, info.message()};
        else
          status.second += "; " + info.message();
      });
  return status;
}
