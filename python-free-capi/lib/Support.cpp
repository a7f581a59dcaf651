//===- Support.cpp - Statuses, versions and error messages ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile-c/Support.h"

MlirStringRef tileGetVersion(void) {
  return {TILE_VERSION, sizeof(TILE_VERSION) - 1};
}
