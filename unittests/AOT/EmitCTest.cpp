//===- EmitCTest.cpp - Tests of kernels as C source -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AOT/EmitC.h"

#include "tile/Support/Status.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace mlir::tile;
using llvm::StringRef;

static KernelArgument makeArgument(StringRef name, StringRef type,
                                   unsigned size) {
  KernelArgument argument;
  argument.name = name.str();
  argument.type = type.str();
  argument.size = size;
  argument.isPointer = type.starts_with("!tile.ptr");
  return argument;
}

/// A kernel k(!tile.ptr<f32> x, i32 n).
static KernelImage makeImage(StringRef target) {
  KernelImage image;
  image.target = target.str();
  KernelInfo &kernel = image.kernels.emplace_back();
  kernel.symbol = kernel.name = "k";
  kernel.numThreads = 128;
  kernel.arguments = {makeArgument("x", "!tile.ptr<f32>", 8),
                      makeArgument("n", "i32", 4)};
  image.stages[static_cast<unsigned>(Stage::PTX)] =
      ".target " + target.str() + "\n";
  return image;
}

static std::string &getStage(KernelImage &image, Stage stage) {
  return image.stages[static_cast<unsigned>(stage)];
}

static CSources emit(llvm::ArrayRef<const KernelImage *> images,
                     StringRef name = "lib") {
  auto sources = emitC(images, name);
  if (sources)
    return *sources;
  ADD_FAILURE() << llvm::toString(sources.takeError());
  return {};
}

static void expectError(StatusCode code, StringRef message,
                        llvm::ArrayRef<const KernelImage *> images,
                        StringRef name = "lib") {
  auto sources = emitC(images, name);
  ASSERT_FALSE(sources);
  auto [foundCode, foundMessage] = takeStatus(sources.takeError());
  EXPECT_EQ(foundCode, code);
  EXPECT_EQ(foundMessage, message);
}

static bool contains(StringRef text, StringRef part) {
  return text.contains(part);
}

TEST(EmitC, namesMustBeIdentifiers) {
  KernelImage image = makeImage("sm_80");
  for (StringRef name : {"", "a.b", "1", "a b"})
    expectError(StatusCode::InvalidArgument,
                ("expected a C identifier as the name of C sources, found '" +
                 name + "'")
                    .str(),
                {&image}, name);
}

TEST(EmitC, imagesMustAgree) {
  constexpr StatusCode kInvalid = StatusCode::InvalidArgument;
  KernelImage a = makeImage("sm_80"), b = makeImage("sm_90");
  expectError(kInvalid, "expected at least one image, found none", {});
  expectError(kInvalid,
              "expected images for different targets, found two for sm_80",
              {&a, &b, &a});
  b.kernels[0].name = "k_1";
  expectError(kInvalid,
              "expected the same kernels in the images for sm_80 and sm_90, "
              "found 'k' and 'k'",
              {&a, &b});
  b = makeImage("sm_90");
  b.kernels.push_back(b.kernels.front());
  expectError(kInvalid,
              "expected the same kernels in the images for sm_80 and sm_90, "
              "found 1 and 2",
              {&a, &b});
  b = makeImage("sm_90");
  b.kernels[0].numThreads = 64;
  expectError(kInvalid,
              "expected the same number of threads for kernel 'k' in the "
              "images for sm_80 and sm_90, found 128 and 64",
              {&a, &b});
  b = makeImage("sm_90");
  b.kernels[0].programsPerCTA = 4;
  expectError(
      kInvalid,
      "expected the same number of programs per CTA for kernel 'k' in "
      "the images for sm_80 and sm_90, found 1 and 4; compile both with "
      "the same programs-per-cta",
      {&a, &b});
  b = makeImage("sm_90");
  b.kernels[0].arguments.pop_back();
  expectError(kInvalid,
              "expected the same arguments of kernel 'k' in the images for "
              "sm_80 and sm_90, found 2 and 1",
              {&a, &b});
  b = makeImage("sm_90");
  b.kernels[0].arguments[0].divisibility = 16;
  expectError(kInvalid,
              "expected the same type and assumptions of argument 0 'x' of "
              "kernel 'k' in the images for sm_80 and sm_90",
              {&a, &b});
}

TEST(EmitC, imagesMustBeWhole) {
  constexpr StatusCode kInvalid = StatusCode::InvalidArgument;
  KernelImage image = makeImage("sm_80");
  image.kernels.clear();
  expectError(kInvalid, "expected a kernel in the image for sm_80, found none",
              {&image});
  image = makeImage("sm_80");
  getStage(image, Stage::PTX).clear();
  expectError(kInvalid,
              "expected PTX or a cubin in the image for sm_80, found neither",
              {&image});
  image = makeImage("sm_80");
  getStage(image, Stage::PTX)[3] = '\0';
  expectError(kInvalid,
              "expected text as PTX in the image for sm_80, found a null "
              "character",
              {&image});
  image = makeImage("sm_42");
  auto sources = emitC({&image}, "lib");
  ASSERT_FALSE(sources);
  EXPECT_TRUE(contains(takeStatus(sources.takeError()).second,
                       "unknown target 'sm_42' of an image, expected one of "
                       "sm_80, "));
  image = makeImage("sm_80");
  image.kernels[0].numThreads = 0;
  expectError(kInvalid,
              "expected 1 to 1024 threads per CTA for kernel 'k', found 0",
              {&image});
  image = makeImage("sm_80");
  image.kernels[0].programsPerCTA = 3;
  expectError(kInvalid,
              "expected a divisor of 128 threads as the number of programs per "
              "CTA for kernel 'k', found 3",
              {&image});
}

TEST(EmitC, argumentsThatCannotBe) {
  KernelImage image = makeImage("sm_80");
  KernelArgument &n = image.kernels[0].arguments[1];
  n = makeArgument("n", "i128", 16);
  expectError(StatusCode::Unsupported,
              "argument 1 'n' of kernel 'k' is of type i128, for which C has "
              "none",
              {&image});
  n = makeArgument("n", "i32", 8);
  expectError(StatusCode::InvalidArgument,
              "expected 4 bytes for argument 1 'n' of kernel 'k' of type i32, "
              "found 8",
              {&image});
  n = makeArgument("n", "f32", 4);
  n.divisibility = 2;
  expectError(StatusCode::InvalidArgument,
              "argument 1 'n' of kernel 'k' of type f32 cannot be a multiple "
              "of 2",
              {&image});
  n = makeArgument("n", "i32", 4);
  n.divisibility = 0;
  expectError(StatusCode::InvalidArgument,
              "argument 1 'n' of kernel 'k' of type i32 cannot be a multiple "
              "of 0",
              {&image});
  n = makeArgument("n", "i8", 1);
  n.fixedValue = 256;
  expectError(StatusCode::InvalidArgument,
              "argument 1 'n' of kernel 'k' of type i8 cannot always be 256",
              {&image});
}

TEST(EmitC, fixedValuesAreThoseOfTheType) {
  KernelImage image = makeImage("sm_80");
  KernelArgument &n = image.kernels[0].arguments[1];
  n = makeArgument("n", "i8", 1);
  n.fixedValue = 255;
  EXPECT_TRUE(contains(emit({&image}).source, "if (n != -1)"));
  n = makeArgument("n", "i1", 1);
  n.fixedValue = -1;
  EXPECT_TRUE(contains(emit({&image}).source, "if (n != 1)"));
  n = makeArgument("n", "i64", 8);
  n.fixedValue = INT64_MIN;
  EXPECT_TRUE(contains(emit({&image}).source,
                       "if (n != (-INT64_C(9223372036854775807) - 1))"));
  n.fixedValue = 5000000000;
  EXPECT_TRUE(contains(emit({&image}).source, "if (n != INT64_C(5000000000))"));
}

TEST(EmitC, namesThatAreNoneInC) {
  KernelImage image = makeImage("sm_80");
  image.kernels.push_back(image.kernels[0]);
  image.kernels[0].symbol = "a*/ int";
  image.kernels[1].symbol = "a\n/ int";
  image.kernels[0].arguments[0].name = "*/";
  image.kernels[0].arguments[1].name = "libFail";
  CSources sources = emit({&image});
  EXPECT_TRUE(contains(sources.header, "/* Kernel 'a__ int'"));
  EXPECT_TRUE(contains(sources.header,
                       "LibStatus lib_a___int(uint64_t gridX, uint64_t gridY, "
                       "uint64_t gridZ,"));
  EXPECT_TRUE(contains(sources.header, "LibStatus lib_a___int_2("));
  EXPECT_TRUE(contains(sources.header, "const void *arg__, int32_t libFail_)"));
  EXPECT_TRUE(contains(sources.source, "{\"a\\n/ int\", \"k\", 128, 1}"));
}

TEST(EmitC, sharedMemoryIsThatOfEachImage) {
  KernelImage images[] = {makeImage("sm_80"), makeImage("sm_90")};
  CSources sources = emit({&images[0], &images[1]});
  EXPECT_FALSE(contains(sources.header, "bytes of shared memory"));
  EXPECT_FALSE(contains(sources.source, "libShared_"));
  images[1].kernels[0].sharedMemory = 1024;
  sources = emit({&images[1]});
  EXPECT_TRUE(
      contains(sources.header, "128 threads per CTA, 1024 bytes of shared"));
  EXPECT_FALSE(contains(sources.source, "libShared_"));
  images[1].kernels[0].dynamicSharedMemory = 65536;
  sources = emit({&images[0], &images[1]});
  EXPECT_TRUE(
      contains(sources.header,
               "128 threads per CTA, 0 to 66560 bytes of shared memory"));
  EXPECT_TRUE(contains(sources.source, "static const libShared "
                                       "libShared_sm_90[] = {\n"
                                       "    {1024, 65536},\n};\n"));
  EXPECT_FALSE(contains(sources.source, "libShared_sm_80"));
  EXPECT_TRUE(contains(sources.source, ", libShared_sm_90},\n"));
}

/// Where each entry of the table of codes begins, in its order.
static std::vector<std::string> getCodes(StringRef source) {
  std::vector<std::string> codes;
  StringRef table = source.split("libCodes[] = {").second.split("};").first;
  while (true) {
    auto [before, rest] = table.split("{\"");
    if (rest.empty())
      return codes;
    codes.push_back(rest.split('"').first.str());
    table = rest;
  }
}

TEST(EmitC, orderOfCodesIsBestFirst) {
  std::vector<KernelImage> images;
  for (StringRef target :
       {"sm_90", "sm_100f", "sm_80", "sm_90a", "sm_100", "sm_100a"})
    images.push_back(makeImage(target));
  getStage(images[0], Stage::Cubin) = "cubin";
  getStage(images[2], Stage::Cubin) = "cubin";
  getStage(images[3], Stage::Cubin) = "cubin";
  getStage(images[3], Stage::PTX).clear();
  std::vector<const KernelImage *> pointers;
  for (KernelImage &image : images)
    pointers.push_back(&image);
  CSources sources = emit(pointers);
  EXPECT_EQ(getCodes(sources.source),
            std::vector<std::string>(
                {"sm_90a cubin", "sm_90 cubin", "sm_80 cubin", "sm_100a PTX",
                 "sm_100f PTX", "sm_100 PTX", "sm_90 PTX", "sm_80 PTX"}));
  EXPECT_TRUE(contains(sources.source,
                       "only for \"\n      \"sm_80 (cubin, PTX), sm_90 "
                       "(cubin, PTX), sm_90a (cubin), sm_100 (PTX), sm_100a "
                       "(PTX), sm_100f (PTX)\""));
}

TEST(EmitC, cubinsKeepTheirBytes) {
  KernelImage image = makeImage("sm_80");
  std::string cubin;
  for (unsigned i = 0; i < 1003; ++i)
    cubin += static_cast<char>(i % 16 < 8 ? 0 : i * 37);
  getStage(image, Stage::Cubin) = cubin;
  std::string source = emit({&image}).source;
  StringRef list =
      StringRef(source).split("libCubin_sm_80[] = {").second.split("}").first;
  std::string bytes;
  llvm::SmallVector<StringRef> words;
  list.split(words, ',');
  for (StringRef word : words) {
    uint64_t value;
    ASSERT_FALSE(word.trim().getAsInteger(0, value)) << word.str();
    for (unsigned i = 0; i < 8; ++i)
      bytes += static_cast<char>(value >> (8 * i));
  }
  ASSERT_EQ(bytes.size(), 1008u);
  EXPECT_EQ(bytes.substr(0, cubin.size()), cubin);
}

TEST(EmitC, stringLiteralsStayShort) {
  KernelImage image = makeImage("sm_80");
  std::string &ptx = getStage(image, Stage::PTX);
  for (unsigned i = 0; i < 2000; ++i)
    ptx += "mov.b32 %r" + std::to_string(i) + ", 0;\n";
  ptx += "//" + std::string(9000, '?') + "\n";
  std::string source = emit({&image}).source;
  StringRef list =
      StringRef(source).split("libPTX_sm_80[] = {").second.split("};").first;
  llvm::SmallVector<StringRef> pieces, lines;
  list.split(pieces, "\",\n");
  EXPECT_GE(pieces.size(), ptx.size() / 4000);
  size_t length = 0;
  for (StringRef piece : pieces) {
    size_t size = 0;
    llvm::SmallVector<StringRef> literals;
    piece.split(literals, '\n');
    for (StringRef literal : literals) {
      EXPECT_LE(literal.size(), 4095u);
      literal = literal.trim();
      literal.consume_front("\"");
      literal.consume_back("\"");
      size += literal.size() - literal.count("\\");
    }
    EXPECT_LE(size, 4095u);
    length += size;
  }
  EXPECT_EQ(length, ptx.size());
}
