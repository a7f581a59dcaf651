//===- ArgumentNamesTest.cpp - What a check calls the arguments -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/ArgumentNames.h"

#include "gtest/gtest.h"

using namespace mlir::tile::run;
using llvm::StringRef;

namespace {

/// An addition kernel: x_ptr, n, y_ptr, out_ptr, flags_ptr.
class ArgumentNamesTest : public ::testing::Test {
protected:
  void SetUp() override {
    add(ArgumentRole::Input, "x_ptr", 0);
    add(ArgumentRole::Input, "n", 1, /*isScalar=*/true);
    add(ArgumentRole::Input, "y_ptr", 2);
    add(ArgumentRole::Output, "z_ptr", 3);
    add(ArgumentRole::Output, "flags_ptr", 4);
  }
  void add(ArgumentRole role, StringRef name, unsigned number,
           bool isScalar = false, StringRef specName = "") {
    ArgumentNames::Argument argument;
    argument.role = role;
    argument.isScalar = isScalar;
    argument.kernelName = name.str();
    argument.specName = specName.str();
    argument.array = &arrays[number];
    EXPECT_FALSE(bool(names.add(argument)));
  }
  /// The number of the array of a name, -1 for none.
  int find(StringRef name, bool isOld = false) {
    const HostArray *array = names.find(name, isOld);
    return array ? static_cast<int>(array - arrays) : -1;
  }

  HostArray arrays[8];
  ArgumentNames names;
};

TEST_F(ArgumentNamesTest, NamesOfTheKernel) {
  EXPECT_EQ(find("x_ptr"), 0);
  EXPECT_EQ(find("x"), 0);
  EXPECT_EQ(find("n"), 1);
  EXPECT_EQ(find("z"), 3);
  EXPECT_EQ(find("flags"), 4);
}

TEST_F(ArgumentNamesTest, NamesByOrder) {
  EXPECT_EQ(find("a"), 0);
  // The scalar does not count.
  EXPECT_EQ(find("b"), 2);
  EXPECT_EQ(find("c"), -1);
  EXPECT_EQ(find("out"), 3);
  EXPECT_EQ(find("out0"), 3);
  EXPECT_EQ(find("out1"), 4);
  EXPECT_EQ(find("out2"), -1);
  EXPECT_EQ(find("arg1"), 1);
  EXPECT_EQ(find("arg4"), 4);
  EXPECT_EQ(find("arg5"), -1);
}

TEST_F(ArgumentNamesTest, OthersAreUnknown) {
  for (StringRef name : {"", "q", "x_", "ptr", "out_", "argx", "_ptr"})
    EXPECT_EQ(find(name), -1) << name.str();
}

TEST_F(ArgumentNamesTest, TheKernelsNamesComeFirst) {
  add(ArgumentRole::Input, "a_ptr", 5);
  EXPECT_EQ(find("a"), 5);
  add(ArgumentRole::Input, "out", 6);
  EXPECT_EQ(find("out"), 6);
}

TEST_F(ArgumentNamesTest, TheSpecificationsNamesComeBeforeThose) {
  add(ArgumentRole::Input, "w_ptr", 5, /*isScalar=*/false, "x");
  EXPECT_EQ(find("x"), 5);
  EXPECT_EQ(find("x_ptr"), 0);
}

TEST_F(ArgumentNamesTest, OldContents) {
  EXPECT_EQ(find("x", /*isOld=*/true), 0);
  EXPECT_EQ(find("out", /*isOld=*/true), -1);
  ArgumentNames::Argument inout;
  inout.role = ArgumentRole::Output;
  inout.kernelName = "acc_ptr";
  inout.array = &arrays[5];
  inout.old = &arrays[6];
  ASSERT_FALSE(bool(names.add(inout)));
  EXPECT_EQ(find("acc"), 5);
  EXPECT_EQ(find("acc", /*isOld=*/true), 6);
}

TEST_F(ArgumentNamesTest, ListOfNames) {
  add(ArgumentRole::Input, "", 5);
  add(ArgumentRole::Output, "", 6);
  add(ArgumentRole::Input, "", 7, /*isScalar=*/true);
  EXPECT_EQ(names.listNames(), "x, n, y, z, flags, c, out2, arg7");
}

TEST_F(ArgumentNamesTest, NamesThatCannotBe) {
  auto errorOf = [&](StringRef name) {
    ArgumentNames::Argument argument;
    argument.specName = name.str();
    argument.array = &arrays[5];
    return llvm::toString(names.add(argument));
  };
  EXPECT_EQ(errorOf("w"), "");
  EXPECT_EQ(errorOf("w"), "expected one argument named 'w', found two");
  EXPECT_EQ(errorOf("i"), "expected a name for an argument other than i, inf "
                          "and nan, found 'i'");
}

} // namespace
