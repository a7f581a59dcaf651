//===- TileUnitTestPCH.h - Precompiled headers of unit tests ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TileSupportPCH.h and GoogleTest.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTPCH_H
#define TILE_UNITTESTPCH_H

#include "TileSupportPCH.h"

#include "gtest/gtest.h"

#endif // TILE_UNITTESTPCH_H
