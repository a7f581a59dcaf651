//===- Environment.h - What the C API reads of the environment --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where environment variables come in, and the identity of this
// build.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_ENVIRONMENT_H
#define TILE_CAPI_ENVIRONMENT_H

#include "tile/Target/Assembler.h"

#include <string>

namespace mlir::tile::capi {

/// ptxas and libdevice, as tile/Target/Assembler.h says.
ToolkitPaths findToolkitFiles();

/// As tile/Image/Cache.h says; empty if there is no such folder.
std::string findDefaultCacheFolder();

/// The version and, so that a changed build does not read what another left in
/// a cache, the build ID that the linker gave this library.
const std::string &getBuildIdentity();

} // namespace mlir::tile::capi

#endif // TILE_CAPI_ENVIRONMENT_H
