//===- ArgumentSpecTest.cpp - A kernel's arguments on a command line ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/ArgumentSpec.h"

#include "gtest/gtest.h"

using namespace mlir::tile::run;
using llvm::StringRef;
using Kind = Initializer::Kind;

namespace {

ArgumentSpec parse(StringRef text, ArgumentRole role = ArgumentRole::Input) {
  llvm::Expected<ArgumentSpec> spec = parseArgumentSpec(text, role);
  if (spec)
    return std::move(*spec);
  ADD_FAILURE() << llvm::toString(spec.takeError());
  return {};
}

std::string errorOf(StringRef text, ArgumentRole role = ArgumentRole::Input) {
  llvm::Expected<ArgumentSpec> spec = parseArgumentSpec(text, role);
  return spec ? "none" : llvm::toString(spec.takeError());
}

/// The message without the flag and the value: "column 3: ...".
std::string problemOf(StringRef text, ArgumentRole role = ArgumentRole::Input) {
  std::string message = errorOf(text, role);
  size_t at = message.find("', column ");
  return at == std::string::npos ? message : message.substr(at + 3);
}

std::vector<uint64_t> toVector(const std::optional<Shape> &shape) {
  return shape ? std::vector<uint64_t>(shape->begin(), shape->end())
               : std::vector<uint64_t>{~0ull};
}

constexpr StringRef kTypes = "f64, f32, f16, bf16, f8e4m3, f8e5m2, i64, i32, "
                             "i16, i8, i1, u64, u32, u16, u8";

TEST(ArgumentSpec, Scalars) {
  ArgumentSpec spec = parse("i32=98432");
  EXPECT_TRUE(spec.isScalar);
  EXPECT_EQ(spec.type, ElementType::I32);
  EXPECT_EQ(toVector(spec.shape), std::vector<uint64_t>());
  EXPECT_EQ(spec.init.kind, Kind::Constant);
  EXPECT_EQ(spec.init.bits, 98432u);
  EXPECT_EQ(parse("f32=0.5").init.bits, 0x3F000000u);
  EXPECT_EQ(parse("f32=-inf").init.bits, 0xFF800000u);
  EXPECT_EQ(parse("i64=-1").init.bits, ~0ull);
  EXPECT_EQ(parse("i1=true").init.bits, 1u);
}

TEST(ArgumentSpec, AnArrayWithoutValues) {
  ArgumentSpec input = parse("128x64xf16");
  EXPECT_FALSE(input.isScalar);
  EXPECT_EQ(input.type, ElementType::F16);
  EXPECT_EQ(toVector(input.shape), (std::vector<uint64_t>{128, 64}));
  EXPECT_EQ(input.init.kind, Kind::Uniform);
  EXPECT_EQ(input.init.first, -1);
  EXPECT_EQ(input.init.second, 1);
  EXPECT_EQ(input.init.seed, std::nullopt);

  ArgumentSpec output = parse("98432xf32", ArgumentRole::Output);
  EXPECT_EQ(output.role, ArgumentRole::Output);
  EXPECT_EQ(output.init.kind, Kind::Poison);
}

TEST(ArgumentSpec, TensorMaps) {
  ArgumentSpec spec =
      parse("x:tensormap:64x32:swizzle=128:fill=nan:256x96xf16=zeros");
  EXPECT_EQ(spec.name, "x");
  ASSERT_TRUE(spec.tensorMap);
  EXPECT_EQ(toVector(spec.tensorMap->box), (std::vector<uint64_t>{64, 32}));
  EXPECT_EQ(spec.tensorMap->swizzle, 128u);
  EXPECT_TRUE(spec.tensorMap->fillsNaN);
  EXPECT_EQ(toVector(spec.shape), (std::vector<uint64_t>{256, 96}));
  EXPECT_EQ(spec.init.kind, Kind::Constant);
  spec = parse("tensormap:64:128xf32:save=x.npy", ArgumentRole::Output);
  EXPECT_EQ(spec.name, "");
  EXPECT_EQ(spec.tensorMap->swizzle, 0u);
  EXPECT_FALSE(spec.tensorMap->fillsNaN);
  EXPECT_EQ(spec.saveFile, "x.npy");
  EXPECT_FALSE(parse("128xf32").tensorMap);
}

TEST(ArgumentSpec, WrongTensorMaps) {
  EXPECT_EQ(problemOf("tensormap:x:128xf32"),
            "column 11: expected a box such as '64x64' after 'tensormap:', "
            "found 'x'");
  EXPECT_EQ(problemOf("tensormap:64,2:128xf32"),
            "column 13: expected 'x' or ':' in the box of a tensor map, found "
            "',2'");
  EXPECT_EQ(problemOf("tensormap:64:swizzle=48:128xf32"),
            "column 22: expected 32, 64 or 128 after 'swizzle=', found '48'");
  EXPECT_EQ(problemOf("tensormap:64:fill=zero:128xf32"),
            "column 19: expected nan after 'fill=', found 'zero'");
  EXPECT_EQ(problemOf("tensormap:64:f32=1"),
            "column 14: expected an array such as '512x512xf16' after a tensor "
            "map, found 'f32'");
}

TEST(ArgumentSpec, Names) {
  EXPECT_EQ(parse("x:8xf32").name, "x");
  EXPECT_EQ(parse("n_1:i32=5").name, "n_1");
  EXPECT_EQ(parse("x:a.npy").name, "x");
  EXPECT_EQ(parse("8xf32=rand:0:1").name, "");
}

TEST(ArgumentSpec, Files) {
  ArgumentSpec spec = parse("dir/x.npy");
  EXPECT_EQ(spec.init.kind, Kind::File);
  EXPECT_EQ(spec.init.file, "dir/x.npy");
  EXPECT_EQ(spec.type, std::nullopt);
  EXPECT_EQ(spec.shape, std::nullopt);
  EXPECT_FALSE(spec.isScalar);

  spec = parse("bf16=./a:b.npy");
  EXPECT_EQ(spec.init.file, "./a:b.npy");
  EXPECT_EQ(spec.type, ElementType::BF16);
  EXPECT_EQ(spec.shape, std::nullopt);

  spec = parse("w:4x2xf32=x.npy");
  EXPECT_EQ(spec.init.file, "x.npy");
  EXPECT_EQ(toVector(spec.shape), (std::vector<uint64_t>{4, 2}));
}

TEST(ArgumentSpec, OutputsAreSaved) {
  ArgumentSpec spec = parse("out:8xf32:save=a:b.npy", ArgumentRole::Output);
  EXPECT_EQ(spec.name, "out");
  EXPECT_EQ(spec.saveFile, "a:b.npy");
  EXPECT_EQ(spec.init.kind, Kind::Poison);
  spec = parse("8xf32=in.npy:save=out.npy", ArgumentRole::Output);
  EXPECT_EQ(spec.init.file, "in.npy");
  EXPECT_EQ(spec.saveFile, "out.npy");
  spec = parse("in.npy:save=out.npy", ArgumentRole::Output);
  EXPECT_EQ(spec.init.file, "in.npy");
  EXPECT_EQ(spec.saveFile, "out.npy");
  spec = parse("8xf32=zeros:save=o.npy", ArgumentRole::Output);
  EXPECT_EQ(spec.init.kind, Kind::Constant);
  EXPECT_EQ(spec.init.bits, 0u);
}

TEST(ArgumentSpec, FirstContents) {
  EXPECT_EQ(parse("8xf32=poison").init.kind, Kind::Poison);
  EXPECT_EQ(parse("8xf16=const:3.5").init.bits, 0x4300u);
  EXPECT_EQ(parse("8xu8=const:0xA5").init.bits, 0xA5u);
  Initializer iota = parse("8xf32=iota").init;
  EXPECT_EQ(iota.kind, Kind::Iota);
  EXPECT_EQ(iota.first, 0);
  EXPECT_EQ(iota.second, 1);
  iota = parse("8xf32=iota:-1:0.25").init;
  EXPECT_EQ(iota.first, -1);
  EXPECT_EQ(iota.second, 0.25);
  iota = parse("8xi8=iota:5:-3").init;
  EXPECT_TRUE(iota.firstInteger == 5 && iota.secondInteger == -3);
  EXPECT_EQ(parse("8xf32=special").init.hold, 1u);
  EXPECT_EQ(parse("8xf32=special:16").init.hold, 16u);
}

TEST(ArgumentSpec, RandomNumbers) {
  Initializer init = parse("8xf32=rand:0.5:2:seed=7").init;
  EXPECT_EQ(init.kind, Kind::Uniform);
  EXPECT_EQ(init.first, 0.5);
  EXPECT_EQ(init.second, 2);
  EXPECT_EQ(init.seed, 7u);
  init = parse("8xf32=rand:seed=9").init;
  EXPECT_EQ(init.first, -1);
  EXPECT_EQ(init.seed, 9u);
  init = parse("8xi8=rand").init;
  EXPECT_TRUE(init.firstInteger == -128 && init.secondInteger == 127);
  init = parse("8xu64=rand").init;
  EXPECT_TRUE(init.firstInteger == 0 &&
              init.secondInteger == (Integer(1) << 64) - 1);
  init = parse("8xi32=rand:-3:4").init;
  EXPECT_TRUE(init.firstInteger == -3 && init.secondInteger == 4);
  init = parse("8xf16=randn:1:0.5").init;
  EXPECT_EQ(init.kind, Kind::Normal);
  EXPECT_EQ(init.first, 1);
  EXPECT_EQ(init.second, 0.5);
  EXPECT_EQ(parse("8xf16=randn").init.first, 0);
}

TEST(ArgumentSpecErrors, AllOfTheMessage) {
  EXPECT_EQ(errorOf("8xf32=const:abc"),
            "--input '8xf32=const:abc', column 13: expected a number after "
            "'const:', found 'abc'");
  EXPECT_EQ(errorOf("8xf32=q", ArgumentRole::Output),
            "--output '8xf32=q', column 7: expected zeros, const:VALUE, iota, "
            "rand, randn, special, poison or a .npy file after '=', found 'q'");
}

TEST(ArgumentSpecErrors, Heads) {
  std::string types = "(" + kTypes.str() + ")";
  EXPECT_EQ(problemOf(""), "column 1: expected a shape such as '128x64xf16', a "
                           ".npy file or a type " +
                               types + ", found the end");
  EXPECT_EQ(problemOf("foo=1"),
            "column 1: expected a shape such as '128x64xf16', a .npy file or a "
            "type " +
                types + ", after a name as in 'foo:i32=8', found 'foo'");
  EXPECT_EQ(problemOf("128xq16=rand"),
            "column 5: expected a type " + types + ", found 'q16'");
  EXPECT_EQ(problemOf("128x"),
            "column 5: expected a type " + types + ", found the end");
  EXPECT_EQ(problemOf("128"),
            "column 4: expected 'x' and a type after '128', found the end");
  EXPECT_EQ(problemOf("128x64f16"),
            "column 7: expected 'x' and a type after '128x64', found 'f16'");
  EXPECT_EQ(problemOf("99999999999999999999xf16"),
            "column 1: expected a size below 2^64, found "
            "'99999999999999999999'");
  EXPECT_EQ(problemOf("34359738369xf16"),
            "column 1: expected an array of at most 64 GiB, found "
            "'34359738369xf16'");
  EXPECT_EQ(problemOf("4294967296x4294967296xi8"),
            "column 1: expected an array of at most 64 GiB, found "
            "'4294967296x4294967296xi8'");
  std::string deep;
  for (int k = 0; k < 33; ++k)
    deep += "1x";
  EXPECT_EQ(problemOf(deep + "f32"),
            "column 1: expected at most 32 dimensions, found 33");
  EXPECT_EQ(problemOf("i32:8xf32"),
            "column 4: expected '=' after 'i32', found ':8xf32'");
}

TEST(ArgumentSpecErrors, Scalars) {
  EXPECT_EQ(problemOf("i32"),
            "column 4: expected '=' and a value after 'i32', found the end");
  EXPECT_EQ(problemOf("i8=300"), "column 4: expected a number from -128 to 127 "
                                 "after 'i8=', found '300'");
  EXPECT_EQ(problemOf("n:f32=x"),
            "column 7: expected a number after 'f32=', found 'x'");
  EXPECT_EQ(problemOf("i32=5", ArgumentRole::Output),
            "column 1: expected an array such as '128xf32', found a scalar, "
            "which a kernel cannot write");
}

TEST(ArgumentSpecErrors, FirstContents) {
  EXPECT_EQ(problemOf("8xf32=zeros:1"),
            "column 12: expected the end after 'zeros', found ':1'");
  EXPECT_EQ(problemOf("8xf32=const"),
            "column 12: expected ':' after 'const', found the end");
  EXPECT_EQ(problemOf("8xf16=const:1e6"),
            "column 13: expected a number that fits f16, whose largest is "
            "65504 after 'const:', found '1e6'");
  EXPECT_EQ(problemOf("8xf32=iota:"),
            "column 12: expected a number after 'iota:', found the end");
  EXPECT_EQ(problemOf("8xi32=iota:1.5"),
            "column 12: expected a number from -9223372036854775808 to "
            "9223372036854775807 after 'iota:', found '1.5'");
  EXPECT_EQ(problemOf("8xf32=iota:1:x"),
            "column 14: expected a number after 'iota:START:', found 'x'");
  EXPECT_EQ(problemOf("8xf32=iota:1:2:3"),
            "column 16: expected the end after 'iota:START:STEP', found '3'");
  EXPECT_EQ(problemOf("8xf32=iota:inf"),
            "column 12: expected a finite number after 'iota:', found 'inf'");
  EXPECT_EQ(problemOf("65506xf16=iota"),
            "column 15: expected numbers that fit f16, whose largest is 65504, "
            "found an iota from 0 to 65505");
  EXPECT_EQ(problemOf("65505xf16=iota"), "none");
  EXPECT_EQ(problemOf("8xf32=special:0"),
            "column 15: expected a positive integer after 'special:', found "
            "'0'");
}

TEST(ArgumentSpecErrors, RandomNumbers) {
  EXPECT_EQ(problemOf("8xf32=rand:"),
            "column 12: expected a number after 'rand:', found the end");
  EXPECT_EQ(problemOf("8xf32=rand:q:1"),
            "column 12: expected a number after 'rand:', found 'q'");
  EXPECT_EQ(problemOf("8xf32=rand:0"),
            "column 13: expected a number after 'rand:0:', found the end");
  EXPECT_EQ(problemOf("8xf32=rand:0:inf"),
            "column 14: expected a finite number after 'rand:0:', found 'inf'");
  EXPECT_EQ(problemOf("8xf32=rand:1:-1"),
            "column 14: expected a number of at least 1, found '-1'");
  EXPECT_EQ(problemOf("8xi8=rand:3:2"),
            "column 13: expected a number of at least 3, found '2'");
  EXPECT_EQ(problemOf("8xf32=rand:0:1:7"),
            "column 16: expected 'seed=' or the end, found '7'");
  EXPECT_EQ(problemOf("8xf32=rand:seed=q"),
            "column 17: expected an integer of at most 64 bits after 'seed=', "
            "found 'q'");
  EXPECT_EQ(problemOf("8xi32=randn"),
            "column 7: expected a float type for 'randn', found i32");
  EXPECT_EQ(problemOf("8xf32=randn:0:-1"),
            "column 15: expected a deviation of at least 0, found '-1'");
}

TEST(ArgumentSpecErrors, Saving) {
  EXPECT_EQ(problemOf("8xf32:save=x.npy"),
            "column 6: expected the end, found ':save=', which only an "
            "--output takes");
  EXPECT_EQ(problemOf("8xf32:save=", ArgumentRole::Output),
            "column 12: expected a .npy file after ':save=', found the end");
  EXPECT_EQ(problemOf("8xf32:save=x.txt", ArgumentRole::Output),
            "column 12: expected a .npy file after ':save=', found 'x.txt'");
}

TEST(ExpectedSpec, FilesWithAndWithoutName) {
  llvm::Expected<ExpectedSpec> spec = parseExpectedSpec("out=dir/x.npy");
  ASSERT_TRUE(bool(spec));
  EXPECT_EQ(spec->name, "out");
  EXPECT_EQ(spec->file, "dir/x.npy");
  spec = parseExpectedSpec("dir=1/x.npy");
  ASSERT_TRUE(bool(spec));
  EXPECT_EQ(spec->name, "dir");
  spec = parseExpectedSpec("./x.npy");
  ASSERT_TRUE(bool(spec));
  EXPECT_EQ(spec->name, "");
}

TEST(ExpectedSpec, OtherTextIsAnError) {
  EXPECT_EQ(llvm::toString(parseExpectedSpec("out=x.txt").takeError()),
            "--expected 'out=x.txt', column 5: expected [NAME=]FILE.npy, found "
            "'x.txt'");
}

} // namespace
