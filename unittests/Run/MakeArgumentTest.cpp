//===- MakeArgumentTest.cpp - The first contents of an argument -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/ArgumentSpec.h"
#include "tile/Run/Npy.h"
#include "tile/Run/Poison.h"

#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <cmath>
#include <set>

using namespace mlir::tile::run;
using llvm::StringRef;

namespace {

llvm::Expected<HostArray> tryMake(StringRef text, unsigned position = 1) {
  llvm::Expected<ArgumentSpec> spec =
      parseArgumentSpec(text, ArgumentRole::Input);
  if (!spec)
    return spec.takeError();
  return makeArgument(*spec, position);
}

HostArray make(StringRef text, unsigned position = 1) {
  llvm::Expected<HostArray> array = tryMake(text, position);
  if (array)
    return std::move(*array);
  ADD_FAILURE() << llvm::toString(array.takeError());
  return {};
}

std::vector<int64_t> integers(const HostArray &array) {
  std::vector<int64_t> values;
  for (uint64_t k = 0; k < array.getNumElements(); ++k)
    values.push_back(array.getInteger(k));
  return values;
}

std::vector<double> doubles(const HostArray &array) {
  std::vector<double> values;
  for (uint64_t k = 0; k < array.getNumElements(); ++k)
    values.push_back(array.getDouble(k));
  return values;
}

/// A temporary file with an array in it, removed at the end.
class TemporaryNpy {
public:
  explicit TemporaryNpy(const HostArray &array) {
    llvm::SmallString<64> name;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("make", "npy", name));
    path = name.str().str();
    EXPECT_FALSE(bool(writeNpy(path, array)));
  }
  ~TemporaryNpy() { llvm::sys::fs::remove(path); }
  std::string path;
};

TEST(MakeArgument, Scalars) {
  HostArray array = make("i32=-7");
  EXPECT_EQ(array.getShape().size(), 0u);
  EXPECT_EQ(array.getInteger(0), -7);
}

TEST(MakeArgument, Constants) {
  EXPECT_EQ(doubles(make("3xbf16=const:1.5")),
            (std::vector<double>{1.5, 1.5, 1.5}));
  EXPECT_EQ(integers(make("2x1xi8=zeros")), (std::vector<int64_t>{0, 0}));
}

TEST(MakeArgument, Iota) {
  EXPECT_EQ(integers(make("4xi32=iota")), (std::vector<int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(doubles(make("3xf16=iota:1:-0.5")),
            (std::vector<double>{1, 0.5, 0}));
  HostArray wrapped = make("300xi8=iota");
  EXPECT_EQ(wrapped.getInteger(127), 127);
  EXPECT_EQ(wrapped.getInteger(128), -128);
  EXPECT_EQ(wrapped.getInteger(256), 0);
}

TEST(MakeArgument, Poison) {
  HostArray array = make("5xf32=poison");
  for (uint64_t k = 0; k < 5; ++k)
    EXPECT_TRUE(isPoison(array, k));
}

TEST(MakeArgument, RandomBitsAreTheKnownSequence) {
  // The first numbers of SplitMix64 with the seed 1234567, as published with
  // the generator's reference implementation.
  HostArray array = make("5xu64=rand:seed=1234567");
  const uint64_t known[] = {6457827717110365317u, 3203168211198807973u,
                            9817491932198370423u, 4593380528125082431u,
                            16408922859458223821u};
  for (uint64_t k = 0; k < 5; ++k)
    EXPECT_EQ(array.getBits(k), known[k]);
}

TEST(MakeArgument, RandomFloatsFromThoseBits) {
  HostArray array = make("2xf64=rand:0:1:seed=1234567");
  EXPECT_EQ(array.getDouble(0),
            std::ldexp(double(6457827717110365317u >> 11), -53));
  HostArray shifted = make("2xf64=rand:10:14:seed=1234567");
  EXPECT_NEAR(shifted.getDouble(1), 10 + 4 * array.getDouble(1), 1e-14);
}

TEST(MakeArgument, RandomNumbersStayInTheirRange) {
  std::vector<double> reals = doubles(make("20000xf32=rand:-2:3"));
  double sum = 0;
  for (double value : reals) {
    EXPECT_TRUE(value >= -2 && value <= 3) << value;
    sum += value;
  }
  EXPECT_NEAR(sum / 20000, 0.5, 0.05);

  std::vector<int64_t> values = integers(make("2000xi32=rand:-3:4"));
  std::set<int64_t> distinct(values.begin(), values.end());
  EXPECT_EQ(distinct, (std::set<int64_t>{-3, -2, -1, 0, 1, 2, 3, 4}));
  values = integers(make("100xi1=rand"));
  EXPECT_EQ(std::set<int64_t>(values.begin(), values.end()),
            (std::set<int64_t>{0, 1}));
  values = integers(make("20xi64=rand:5:5"));
  EXPECT_EQ(std::set<int64_t>(values.begin(), values.end()),
            (std::set<int64_t>{5}));
}

TEST(MakeArgument, RandomRangeOfAllOfF64) {
  for (double value : doubles(make("100xf64=rand:-1.7e308:1.7e308")))
    EXPECT_TRUE(std::isfinite(value));
}

TEST(MakeArgument, NormalNumbers) {
  std::vector<double> values = doubles(make("20000xf64=randn:3:0.5"));
  double sum = 0, squares = 0;
  unsigned numWithinOne = 0;
  for (double value : values) {
    sum += value;
    squares += (value - 3) * (value - 3);
    numWithinOne += std::fabs(value - 3) < 0.5;
  }
  EXPECT_NEAR(sum / 20000, 3, 0.02);
  EXPECT_NEAR(squares / 20000, 0.25, 0.01);
  EXPECT_NEAR(numWithinOne / 20000., 0.6827, 0.02);
}

TEST(MakeArgument, ThePositionIsTheSeed) {
  EXPECT_EQ(doubles(make("9xf32", 2)), doubles(make("9xf32=rand:seed=2", 1)));
  EXPECT_NE(doubles(make("9xf32", 2)), doubles(make("9xf32", 1)));
}

TEST(MakeArgument, TheShapeDoesNotMatter) {
  EXPECT_EQ(doubles(make("4x6xf32")), doubles(make("24xf32")));
}

TEST(MakeArgument, SpecialFloats) {
  HostArray array = make("17xf16=special");
  const uint64_t bits[] = {0x0000, 0x8000, 0x3C00, 0xBC00, 0x0001, 0x8001,
                           0x0400, 0x8400, 0x03FF, 0x3C01, 0x7BFF, 0xFBFF,
                           0x7C00, 0xFC00, 0x7E00, 0x3800, 0x0000};
  for (uint64_t k = 0; k < 17; ++k)
    EXPECT_EQ(array.getBits(k), bits[k]) << k;
  HostArray small = make("16xf8e4m3=special");
  EXPECT_EQ(small.getDouble(12), 2);
  EXPECT_EQ(small.getBits(10), 0x7Eu);
  EXPECT_TRUE(std::isnan(small.getDouble(14)));
}

TEST(MakeArgument, SpecialIntegers) {
  EXPECT_EQ(integers(make("9xi8=special")),
            (std::vector<int64_t>{0, 1, -1, 2, -128, 127, -127, 126, 0}));
  EXPECT_EQ(integers(make("3xi1=special")), (std::vector<int64_t>{0, 1, 0}));
}

TEST(MakeArgument, TwoSpecialArgumentsGiveAllPairs) {
  HostArray a = make("256xf32=special"), b = make("256xf32=special:16");
  std::set<std::pair<uint64_t, uint64_t>> pairs;
  for (uint64_t k = 0; k < 256; ++k)
    pairs.insert({a.getBits(k), b.getBits(k)});
  EXPECT_EQ(pairs.size(), 256u);
}

TEST(MakeArgument, FilesGiveTypeAndShape) {
  TemporaryNpy file(make("3x2xf32=iota"));
  HostArray array = make(file.path);
  EXPECT_EQ(array.getType(), ElementType::F32);
  EXPECT_EQ(array.getShape().vec(), (std::vector<uint64_t>{3, 2}));
  EXPECT_EQ(array.getDouble(5), 5);
  HostArray flat = make("6xf32=" + file.path);
  EXPECT_EQ(flat.getShape().vec(), (std::vector<uint64_t>{6}));
  EXPECT_EQ(doubles(flat), doubles(array));
}

TEST(MakeArgument, FilesOfIntegersHoldOtherTypes) {
  TemporaryNpy file(make("2xbf16=const:1.5"));
  EXPECT_EQ(make(file.path).getType(), ElementType::U16);
  HostArray array = make("bf16=" + file.path);
  EXPECT_EQ(array.getType(), ElementType::BF16);
  EXPECT_EQ(doubles(array), (std::vector<double>{1.5, 1.5}));
}

TEST(MakeArgument, FilesThatDoNotFit) {
  TemporaryNpy file(make("3x2xf32=iota"));
  auto errorOf = [](const std::string &text) {
    return llvm::toString(tryMake(text).takeError());
  };
  EXPECT_EQ(errorOf("8xf32=" + file.path),
            file.path + ": expected the 8 elements of 8xf32, found the 6 of "
                        "3x2xf32");
  EXPECT_EQ(errorOf("f16=" + file.path),
            file.path + ": expected elements of type f16 or integers of 16 "
                        "bits, found f32");
  EXPECT_EQ(errorOf("6xi32=" + file.path),
            file.path + ": expected elements of type i32 or integers of 32 "
                        "bits, found f32");
  EXPECT_EQ(errorOf("i1=" + file.path),
            file.path + ": expected elements of type i1, found f32");
}

} // namespace
