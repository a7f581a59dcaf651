//===- NearestNamesTest.cpp - Tests for NearestNames.h ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/NearestNames.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

TEST(NearestNamesTest, CountsChanges) {
  EXPECT_EQ(getDistance("load", "load"), 0u);
  EXPECT_EQ(getDistance("load", "LOAD"), 0u);
  EXPECT_EQ(getDistance("load", "loda"), 1u); // exchanged
  EXPECT_EQ(getDistance("load", "lod"), 1u);
  EXPECT_EQ(getDistance("load", "lload"), 1u);
  EXPECT_EQ(getDistance("load", "lead"), 1u);
  EXPECT_EQ(getDistance("", "abc"), 3u);
}

TEST(NearestNamesTest, LongWordsNeedMoreEqualLetters) {
  EXPECT_TRUE(isNear("atomic_wait", "atomic_cas"));
  EXPECT_FALSE(isNear("atomic_wait", "atomic_cas", /*letters=*/4));
  EXPECT_TRUE(isNear("adddf", "addf", /*letters=*/4));
  EXPECT_FALSE(isNear("sort", "store"));
}

TEST(NearestNamesTest, KeepsTheNearest) {
  NearestNames nearest("expnad_dims");
  for (const char *name : {"load", "expand_dim", "expand_dims", "expand_dims"})
    nearest.add(name);
  ASSERT_EQ(nearest.get().size(), 1u);
  EXPECT_EQ(nearest.get()[0], "expand_dims");

  NearestNames none("frobnicate");
  for (const char *name : {"load", "store"})
    none.add(name);
  EXPECT_TRUE(none.get().empty());
}
