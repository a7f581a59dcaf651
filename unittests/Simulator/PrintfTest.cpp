//===- PrintfTest.cpp - What kernels print ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vprintf with formats that a kernel may have made of anything: the C library
// is asked for no more than it can do, and no more than a GPU prints.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile::sim;

/// A variable of the bytes of a string, and its 0.
static std::string makeString(const std::string &name,
                              const std::string &text) {
  std::string bytes;
  for (char c : text)
    bytes += std::to_string(int(c)) + ", ";
  return ".global .align 1 .b8 " + name + "[" +
         std::to_string(text.size() + 1) + "] = {" + bytes + "0};\n";
}

/// What one thread prints by a format whose arguments are `bits`, as often as
/// it asks for them.
static std::string print(const std::string &format, uint64_t bits) {
  TestKernel kernel;
  kernel.threads = 1;
  kernel.module = ".extern .func (.param .b32 r) vprintf(.param .b64 p, "
                  ".param .b64 q);\n" +
                  makeString("format", format) +
                  makeString("word", std::string(60'000, 'w'));
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel.options.output = &os;
  std::string stores, value = "mov.u64 %d1, " + std::to_string(bits) + ";\n";
  if (bits == 0)
    value = "mov.u64 %d1, word;\n";
  for (unsigned i = 0; i < 64; ++i)
    stores += "st.local.b64 [l+" + std::to_string(8 * i) + "], %d1;\n";
  TestRun run =
      kernel.run(".local .align 8 .b8 l[512];\n" + value + stores + R"(
    mov.u64 %d2, l; cvta.local.u64 %d2, %d2; mov.u64 %d3, format;
    { .param .b64 p; .param .b64 q; .param .b32 r;
    st.param.b64 [p], %d3; st.param.b64 [q], %d2;
    call (r), vprintf, (p, q); })");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.result.error, "");
  EXPECT_EQ(run.getFindings(), "");
  return text;
}

/// Two arguments of C's int.
static uint64_t makeTwo(uint32_t value) {
  return uint64_t(value) << 32 | value;
}

TEST(PrintfTest, FlagsWidthsAndPrecisions) {
  EXPECT_EQ(print("%d|%5d|%-5d|%05d|%+d|%.3d", makeTwo(42)),
            "42|   42|42   |00042|+42|042");
  EXPECT_EQ(print("%lld %llu %llx %hd", 0xffffffffffffffff),
            "-1 18446744073709551615 ffffffffffffffff -1");
  EXPECT_EQ(print("%f %.1f %08.2f", 0x3FF8000000000000),
            "1.500000 1.5 00001.50");
  EXPECT_EQ(print("%c%%%c", makeTwo('x')), "x%x");
}

TEST(PrintfTest, LongNumbersAreWhole) {
  EXPECT_EQ(print("%600d", 7), std::string(599, ' ') + "7");
}

TEST(PrintfTest, WidthsAreBounded) {
  // That of the second and third is not an int.
  for (const char *width : {"2000000000", "3000000000", "99999999999999999999"})
    EXPECT_EQ(print(std::string("%") + width + "d|", 7),
              std::string(1023, ' ') + "7|")
        << width;
  EXPECT_EQ(print("%.2000000000d", 7), std::string(1023, '0') + "7");
}

TEST(PrintfTest, OneCallPrintsNoMoreThanItsBuffer) {
  std::string format;
  for (unsigned i = 0; i < 60; ++i)
    format += "%s";
  size_t size = print(format, 0).size();
  EXPECT_GE(size, 1u << 20);
  EXPECT_LT(size, (1u << 20) + 64 * 1024);
}
