//===- CudaDriver.cpp - The CUDA driver, loaded when needed ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include <dlfcn.h>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

namespace {

/// The driver, or why there is none.
struct LoadedDriver {
  Driver driver;
  std::string problem;

  LoadedDriver();

private:
  template <typename Function>
  void find(void *library, const char *symbol, Function &function);
};

} // namespace

template <typename Function>
void LoadedDriver::find(void *library, const char *symbol, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, symbol));
  if (!function && problem.empty())
    problem = "the CUDA driver (libcuda.so.1) has no function " +
              std::string(symbol) + "; CUDA 11.0 or later is needed";
}

LoadedDriver::LoadedDriver() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    problem = "the CUDA driver (libcuda.so.1) was not found";
    if (reason)
      problem += std::string(": ") + reason;
    return;
  }
#define TILE_CUDA_FUNCTION(member, symbol, parameters)                         \
  find(library, #symbol, driver.member);
#define TILE_CUDA_OPTIONAL_FUNCTION(member, symbol, parameters)                \
  driver.member =                                                              \
      reinterpret_cast<decltype(driver.member)>(dlsym(library, #symbol));
#include "CudaFunctions.def"
  if (!problem.empty())
    return;
  if (Result result = driver.init(0); result != Result::Success) {
    problem = "the CUDA driver does not start: " + driver.describe(result);
    return;
  }
  int version = 0;
  if (driver.driverGetVersion(&version) == Result::Success)
    driver.version = version;
}

llvm::Expected<const Driver *> Driver::get() {
  static const LoadedDriver loaded;
  if (!loaded.problem.empty())
    return mlir::tile::makeError(StatusCode::Unavailable, loaded.problem);
  return &loaded.driver;
}

std::string Driver::describe(Result result) const {
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(result, &name) != Result::Success || !name)
    return "error " + std::to_string(static_cast<int>(result));
  if (getErrorString(result, &text) != Result::Success || !text)
    return name;
  return std::string(text) + " (" + name + ")";
}

llvm::Error Driver::makeMissing(const llvm::Twine &what, const char *symbol,
                                const char *version) const {
  return mlir::tile::makeError(
      StatusCode::Unsupported,
      "expected a CUDA driver with the function " + llvm::Twine(symbol) +
          ", which CUDA " + version + " and later have, for " + what +
          ", found one of CUDA " + llvm::Twine(this->version / 1000) + "." +
          llvm::Twine(this->version % 1000 / 10));
}

/// Whether the error is one of a kernel while it ran. After these the context
/// cannot be used any more.
static bool isOfKernel(Result result) {
  switch (result) {
  case Result::IllegalAddress:
  case Result::LaunchTimeout:
  case Result::Assert:
  case Result::HardwareStackError:
  case Result::IllegalInstruction:
  case Result::MisalignedAddress:
  case Result::InvalidAddressSpace:
  case Result::InvalidPC:
  case Result::LaunchFailed:
    return true;
  default:
    return false;
  }
}

llvm::Error Driver::makeError(const llvm::Twine &what, Result result,
                              const std::string *lastKernel) const {
  std::string message = (what + " failed: " + describe(result)).str();
  if (isOfKernel(result)) {
    if (lastKernel)
      message += "; the last kernel launched before is '" + *lastKernel + "'";
    return mlir::tile::makeError(StatusCode::LaunchFailed, message);
  }
  return mlir::tile::makeError(result == Result::OutOfMemory
                                   ? StatusCode::OutOfMemory
                                   : StatusCode::DriverError,
                               message);
}
