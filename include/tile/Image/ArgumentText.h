//===- ArgumentText.h - How messages speak of arguments ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One way to name a kernel's argument, and to say how to compile for values
// that its code is not for.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMAGE_ARGUMENTTEXT_H
#define TILE_IMAGE_ARGUMENTTEXT_H

#include "tile/Image/KernelInfo.h"

namespace mlir::tile {

/// "argument 2 'n' of kernel 'copy'". Arguments are numbered from 0, in
/// messages, options and functions alike.
std::string describeArgument(const KernelInfo &kernel, unsigned index);

/// What a launch says that refused a value: "compile with --assume=n:1 to allow
/// any value", or the same of a fixed value.
std::string describeRemedy(const KernelInfo &kernel, unsigned index);

} // namespace mlir::tile

#endif // TILE_IMAGE_ARGUMENTTEXT_H
