//===- CudaDriver.h - The CUDA driver, loaded when needed -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver's functions as a table that is filled from libcuda.so.1 at the
// first call, and its errors as StatusErrors.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_CUDADRIVER_H
#define TILE_LIB_RUNTIME_CUDADRIVER_H

#include "tile/Runtime/CudaTypes.h"
#include "tile/Support/Status.h"

namespace mlir::tile::cuda {

struct Driver {
#define TILE_CUDA_FUNCTION(member, symbol, parameters)                         \
  Result(*member) parameters = nullptr;
#include "CudaFunctions.def"

  /// 13000 for CUDA 13.0.
  unsigned version = 0;

  /// The driver, initialised; loaded once in a process, and never unloaded.
  /// Fails with Unavailable, saying why. Any thread may call.
  static llvm::Expected<const Driver *> get();

  /// "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)".
  std::string describe(Result result) const;

  /// The error that an optional function is not there.
  llvm::Error makeMissing(const llvm::Twine &what, const char *symbol,
                          const char *version) const;

  /// The error of a call: "<what> failed: <result>". An error of a kernel that
  /// ran before names `lastKernel`, where that is not null.
  llvm::Error makeError(const llvm::Twine &what, Result result,
                        const std::string *lastKernel = nullptr) const;
};

} // namespace mlir::tile::cuda

#endif // TILE_LIB_RUNTIME_CUDADRIVER_H
