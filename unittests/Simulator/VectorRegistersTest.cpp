//===- VectorRegistersTest.cpp - Registers declared as vectors ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Vectors": `.reg .v2 .b32 v` is a pair, and v.x is the first of it.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace mlir::tile::sim;

TEST(VectorRegistersTest, AsAWholeAndByTheirElements) {
  TestRun run = TestKernel().runClean(
      ".reg .v2 .b32 v, w<3>; .reg .v4 .b8 bytes; .reg .v2 .b16 halves;\n"
      "mov.b32 v.x, %t; add.u32 v.g, %t, 1;\n"
      "mov.b64 %d1, v; mov.b64 w2, %d1;\n"
      "mul.lo.u32 %r1, %t, 0x01010101; mov.b32 bytes, %r1; cvt.u32.u8 %r2, "
      "bytes.z;\n"
      "mov.b32 halves, 0x00050003; mov.b32 %r3, {halves.y, halves.x};\n"
      "st.global.v2.b32 [%out], w2; st.global.v2.b32 [%out+8], {%r2, %r3};\n"
      "ld.global.v2.b32 v, [%out]; st.global.b32 [%out+16], v.y;");
  for (uint32_t t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t, 0), t);
    EXPECT_EQ(run.get<uint32_t>(t, 4), t + 1);
    EXPECT_EQ(run.get<uint32_t>(t, 8), t);
    EXPECT_EQ(run.get<uint32_t>(t, 12), 0x00030005u);
    EXPECT_EQ(run.get<uint32_t>(t, 16), t + 1);
  }
}

TEST(VectorRegistersTest, AnInnerNameHidesAVector) {
  TestRun run = TestKernel().runClean(
      ".reg .v2 .b32 v1; mov.b32 v1.x, 7; mov.b32 v1.y, 8;\n"
      "{ .reg .b32 v<2>; mov.b32 v1, %t; st.global.b32 [%out], v1; }\n"
      "st.global.v2.b32 [%out+8], v1;");
  for (uint32_t t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t, 0), t);
    EXPECT_EQ(run.get<uint32_t>(t, 8), 7u);
    EXPECT_EQ(run.get<uint32_t>(t, 12), 8u);
  }
}

TEST(VectorRegistersTest, TooMany) {
  TestRun run = TestKernel().run(".reg .v2 .b32 v<70000>;");
  EXPECT_NE(run.errors.find("expected at most 65536 vector registers of a "
                            "body, found 'v'"),
            std::string::npos)
      << run.errors;
}
