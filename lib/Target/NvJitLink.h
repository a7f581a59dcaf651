//===- NvJitLink.h - NVIDIA's PTX compiler as a library ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is used of libnvJitLink.so, which CUDA toolkits have since 12.0: the
// declarations are our own, and the library is loaded where it is needed and
// never linked. Source: "nvJitLink" in the CUDA toolkit's documentation.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TARGET_NVJITLINK_H
#define TILE_TARGET_NVJITLINK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace mlir::tile {

struct NvJitLink {
  using Handle = void *;
  /// Success; the other results are errors.
  enum Result : int { Success = 0 };
  enum Input : int { PTX = 2 };

  Result (*create)(Handle *handle, uint32_t numOptions,
                   const char *const *options) = nullptr;
  Result (*destroy)(Handle *handle) = nullptr;
  Result (*addData)(Handle handle, Input kind, const void *data, size_t size,
                    const char *name) = nullptr;
  Result (*complete)(Handle handle) = nullptr;
  Result (*getCubinSize)(Handle handle, size_t *size) = nullptr;
  Result (*getCubin)(Handle handle, void *cubin) = nullptr;
  Result (*getErrorLogSize)(Handle handle, size_t *size) = nullptr;
  Result (*getErrorLog)(Handle handle, char *log) = nullptr;
  Result (*getInfoLogSize)(Handle handle, size_t *size) = nullptr;
  Result (*getInfoLog)(Handle handle, char *log) = nullptr;

  /// Loads the library; it stays loaded. False, with `problem` set, if that
  /// does not work.
  [[nodiscard]] bool load(const std::string &path, std::string &problem);

  /// What became of PTX text.
  struct Output {
    int32_t result = Success;
    std::string cubin, errors, info;
  };
  /// Compiles, on this thread and for as long as it takes.
  Output compile(llvm::StringRef ptx,
                 llvm::ArrayRef<const char *> options) const;
};

} // namespace mlir::tile

#endif // TILE_TARGET_NVJITLINK_H
