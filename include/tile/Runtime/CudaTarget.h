//===- CudaTarget.h - Which code runs on which GPU --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of compute capabilities. Source: CUDA C++ Programming Guide,
// "Binary Compatibility" and "PTX Compatibility"; PTX ISA, ".target".
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_CUDATARGET_H
#define TILE_RUNTIME_CUDATARGET_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::tile::runtime {

/// The parts of "sm_90a". Targets that TargetInfo does not know count, too.
struct CudaTarget {
  /// major * 10 + minor.
  unsigned capability = 0;
  /// 'a', 'f' or 0.
  char suffix = 0;

  static std::optional<CudaTarget> parse(llvm::StringRef name);

  /// Machine code runs on later GPUs of its major version; that for an
  /// architecture or family, on the GPUs of its own version.
  bool fitsCubin(unsigned deviceCapability) const;
  /// PTX is compiled for all later GPUs; that for a family, for the later ones
  /// of the major version; that for an architecture, for it alone.
  bool fitsPTX(unsigned deviceCapability) const;
};

/// What to compile for, for a GPU: its own target with all of its features if
/// there is one in TargetInfo.h, else the nearest one below. Empty if all are
/// above.
llvm::StringRef findTarget(unsigned deviceCapability);

/// "9.0".
std::string toString(unsigned capability);

} // namespace mlir::tile::runtime

#endif // TILE_RUNTIME_CUDATARGET_H
