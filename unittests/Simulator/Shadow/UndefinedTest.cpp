//===- UndefinedTest.cpp - Where undefined bits matter --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rule has a kernel whose undefined bits have no effect, and a kernel
// whose last line uses them. %r9 and %p9 are never written.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include "gtest/gtest.h"

using namespace mlir::tile::sim;

namespace {
/// Code; what it makes that is defined; and what is not.
struct FlowCase {
  const char *name, *code, *defined, *undefined;
};

struct UndefinedFlowTest : testing::TestWithParam<FlowCase> {};
} // namespace

static std::string store(const std::string &value, bool is64 = false) {
  return "\nst.global." + std::string(is64 ? "b64" : "b32") + " [%out], " +
         value + "; //!";
}

TEST_P(UndefinedFlowTest, StopsWhereItShould) {
  const FlowCase &flow = GetParam();
  auto getStore = [](llvm::StringRef value) {
    if (value.starts_with("%p"))
      return "\n@" + value.str() + " st.global.b32 [%out], %t; //!";
    return store(value.str(), value.starts_with("%d"));
  };
  TestKernel().runClean(flow.code + getStore(flow.defined));
  runWrong(TestKernel(), flow.code + getStore(flow.undefined),
           "uninitialized-register");
}

static const FlowCase kFlows[] = {
    {"Arithmetic", "add.u32 %r1, %t, 1; mul.lo.u32 %r2, %r9, %t;", "%r1",
     "%r2"},
    {"Floats", "add.f32 %f1, %f9, %f9; mov.b32 %r2, %f1; mov.u32 %r1, 1;",
     "%r1", "%r2"},
    {"TheSideThatIsNotSelected",
     "setp.lt.u32 %p1, %t, 64; selp.b32 %r1, %t, %r9, %p1; "
     "selp.b32 %r2, %r9, %t, %p1;",
     "%r1", "%r2"},
    {"TheSideThatASignDoesNotSelect",
     "slct.b32.s32 %r1, %t, %r9, %t; slct.b32.s32 %r2, %r9, %t, %t;", "%r1",
     "%r2"},
    {"BitsThatAreMaskedOut", "and.b32 %r1, %r9, 0; and.b32 %r2, %r9, 1;", "%r1",
     "%r2"},
    {"BitsThatAreSet", "or.b32 %r1, %r9, -1; or.b32 %r2, %r9, 1;", "%r1",
     "%r2"},
    {"ATable",
     "lop3.b32 %r1, %r9, 0, %t, 0xF3; lop3.b32 %r2, %r9, %t, %t, 0xF0;", "%r1",
     "%r2"},
    {"Shifts",
     "mov.b32 %r1, 8; shl.b32 %r2, %r9, %r1; shl.b32 %r2, %r2, 24; "
     "shl.b32 %r3, %r9, 24; and.b32 %r1, %r2, 0xFFFFFF; mov.b32 %r2, %r3;",
     "%r1", "%r2"},
    {"AFunnel",
     "shf.l.wrap.b32 %r1, %r9, %t, 0; shf.l.wrap.b32 %r2, %r9, %t, 1;", "%r1",
     "%r2"},
    {"TheAmountOfAShift", "shl.b32 %r1, %t, 1; shl.b32 %r2, %t, %r9;", "%r1",
     "%r2"},
    {"Fields",
     "bfi.b32 %r3, %t, %r9, 8, 8; bfe.u32 %r1, %r3, 8, 8; "
     "bfe.u32 %r2, %r3, 8, 9;",
     "%r1", "%r2"},
    {"SumsUpward",
     "shl.b32 %r3, %r9, 8; add.u32 %r4, %r3, %t; and.b32 %r1, %r4, 255; "
     "and.b32 %r2, %r4, 256;",
     "%r1", "%r2"},
    {"Carries",
     "shl.b32 %r3, %r9, 31; add.cc.u32 %r4, %r3, %t; addc.u32 %r2, %t, 0; "
     "add.cc.u32 %r4, %t, %t; addc.u32 %r1, %t, 0;",
     "%r1", "%r2"},
    {"Conversions",
     "cvt.u64.u32 %d3, %r9; shr.u64 %d1, %d3, 32; cvt.s64.s32 %d3, %r9; "
     "shr.u64 %d2, %d3, 32;",
     "%d1", "%d2"},
    {"PairsOfHalves",
     "mov.b32 {%h1, %h2}, %t; mov.b32 %r3, {%h1, %h9}; "
     "add.f16x2 %r4, %r3, %r3; mov.b32 {%h3, %h4}, %r4; cvt.u32.u16 %r1, %h3; "
     "cvt.u32.u16 %r2, %h4;",
     "%r1", "%r2"},
    {"PairsMadeOfFloats",
     "cvt.rn.f16x2.f32 %r3, %f9, 0f3F800000; mov.b32 {%h3, %h4}, %r3; "
     "cvt.u32.u16 %r1, %h3; cvt.u32.u16 %r2, %h4;",
     "%r1", "%r2"},
    {"Predicates",
     "setp.lt.u32 %p8, %t, 0; and.pred %p1, %p9, %p8; or.pred %p2, %p9, %p8;",
     "%p1", "%p2"},
    {"ComparisonsThatAreDecided",
     "or.b32 %r3, %r9, 1; setp.eq.u32 %p1, %r3, 0; setp.eq.u32 %p2, %r3, 1;",
     "%p1", "%p2"},
    {"SignsThatAreKnown",
     "and.b32 %r3, %r9, 255; setp.lt.s32 %p1, %r3, 0; "
     "setp.lt.s32 %p2, %r3, 255;",
     "%p1", "%p2"},
    {"ComparisonsThatACombinationIgnores",
     "setp.lt.u32 %p8, %t, 0; setp.lt.and.u32 %p1, %r9, 5, %p8; "
     "setp.lt.or.u32 %p2, %r9, 5, %p8;",
     "%p1", "%p2"},
    {"Shuffles",
     "setp.lt.u32 %p1, %t, 16; @%p1 mov.u32 %r9, %t; "
     "and.b32 %r3, %t, 15; shfl.sync.idx.b32 %r1, %r9, %r3, 31, -1; "
     "shfl.sync.bfly.b32 %r2, %r9, 16, 31, -1;",
     "%r1", "%r2"},
    {"LanesOfAShuffle",
     "mov.u32 %r1, %t; shfl.sync.idx.b32 %r2, %t, %r9, 31, -1;", "%r1", "%r2"},
    {"Ballots",
     "setp.lt.u32 %p1, %t, 16; @%p1 setp.lt.u32 %p9, %t, 8; "
     "vote.sync.ballot.b32 %r3, %p9, -1; and.b32 %r1, %r3, 0xFFFF; "
     "and.b32 %r2, %r3, 0x10000;",
     "%r1", "%r2"},
    {"VotesThatAreDecided",
     "setp.lt.u32 %p1, %t, 16; @%p1 setp.lt.u32 %p9, %t, 8; "
     "vote.sync.any.pred %p3, %p9, -1; vote.sync.all.pred %p4, %p9, -1; "
     "not.pred %p5, %p4; and.pred %p1, %p3, %p5; @%p1 setp.lt.u32 %p9, %t, 0; "
     "setp.lt.u32 %p6, %t, 16; setp.lt.u32 %p7, %t, 0; @%p6 mov.pred %p7, %p8; "
     "vote.sync.any.pred %p2, %p7, -1;",
     "%p1", "%p2"},
    {"WhatMayNotHaveBeenWritten",
     "mov.u32 %r1, 0; mov.u32 %r2, 0; @%p9 mov.u32 %r2, 1;", "%r1", "%r2"},
};

INSTANTIATE_TEST_SUITE_P(Rules, UndefinedFlowTest, testing::ValuesIn(kFlows),
                         [](const testing::TestParamInfo<FlowCase> &info) {
                           return std::string(info.param.name);
                         });

//===----------------------------------------------------------------------===//
// Where it matters
//===----------------------------------------------------------------------===//

TEST(UndefinedTest, WhatDecides) {
  for (auto [code, use] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {"@%p9 bra L; //!\nL:", "decides a branch"},
           {"@%p9 st.global.u32 [%out], %t; //!",
            "guards an instruction that has an effect"},
           {"ld.global.u32 %r1, [%d9]; //!", "is an address"},
           {"atom.global.add.u32 %r1, [%out], %r9; //!",
            "is an operand of an atomic operation"},
           {"bar.sync %r9; //!", "is an operand of a barrier"},
           {"st.global.u32 [%out], %r9; //!", "is stored to global memory"},
           {"shfl.sync.bfly.b32 %r1, %t, 1, 31, %r9; //!", "is read"}}) {
    // What comes of it may be wrong, too.
    std::string text;
    for (const Report &report : TestKernel().run(code).result.reports)
      if (report.kind == ReportKind::UninitializedRegister)
        text += report.message;
    EXPECT_NE(text.find(std::string("' ") + use + " but was never written"),
              std::string::npos)
        << code << text;
  }
}

TEST(UndefinedTest, OneMistakeIsOneFinding) {
  runWrong(TestKernel(), R"(
    add.u32 %r1, %r9, 1;
    st.global.u32 [%out], %r1; //!
    st.global.u32 [%out+4], %r1;)",
           "uninitialized-register");
}

TEST(UndefinedTest, ALoadOfPartOfARegister) {
  TestKernel().runClean("and.b32 %r1, %r9, 0xFFFFFF00;\n"
                        "st.global.u8 [%out], %r1;");
  runWrong(TestKernel(),
           "and.b32 %r1, %r9, 0xFFFFFF00;\n"
           "st.global.u16 [%out], %r1; //!",
           "uninitialized-register");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST(UndefinedTest, ReductionOfWarpsInSharedMemory) {
  // As Triton does it: lanes that have no partial result shuffle and store
  // nothing that is used.
  std::string body = R"(
    .shared .b32 partial[4];
    shr.u32 %r1, %t, 5; shl.b32 %r2, %r1, 2; mov.u32 %r3, partial;
    add.u32 %r2, %r3, %r2; and.b32 %r4, %t, 31; setp.eq.u32 %p1, %r4, 0;
    @%p1 st.shared.b32 [%r2], %t;
    bar.sync 0;
    setp.lt.u32 %p2, %t, 4;
    shl.b32 %r5, %t, 2; add.u32 %r5, %r3, %r5;
    @%p2 ld.shared.b32 %r6, [%r5];
    shfl.sync.bfly.b32 %r7, %r6, 2, 31, -1; max.u32 %r6, %r6, %r7;
    shfl.sync.bfly.b32 %r7, %r6, 1, 31, -1; max.u32 %r6, %r6, %r7;
    setp.eq.u32 %p3, %t, 0;
    @%p3 st.shared.b32 [partial], %r6;
    bar.sync 0;
    ld.shared.b32 %r8, [partial];
    st.global.b32 [%out], %r8;)";
  TestKernel kernel;
  kernel.threads = 128;
  EXPECT_EQ(kernel.runClean(body).get<uint32_t>(77), 96u);
  // One partial result too many.
  body.replace(body.find("bfly.b32 %r7, %r6, 2"), 20, "bfly.b32 %r7, %r6, 4");
  body += " //!";
  TestRun run = runWrong(kernel, body, "uninitialized-register");
  EXPECT_EQ(
      getMessage(run).find("the register '%r8' is stored to global memory "
                           "but comes from '%r6', which line "),
      0u)
      << getMessage(run);
}

TEST(UndefinedTest, BitsGoThroughMemory) {
  for (const char *space : {"shared", "local"}) {
    std::string name = space;
    std::string body = "." + name +
                       " .b64 x;\nmov.b32 %r1, 0xFF; and.b32 %r1, "
                       "%r9, %r1;\nst." +
                       name + ".b32 [x], %r1;\nld." + name +
                       ".b32 %r2, [x];\nshr.u32 %r3, %r2, 8;\n"
                       "ld." +
                       name +
                       ".b64 %d1, [x];\ncvt.u32.u64 %r4, %d1;\n"
                       "shr.u32 %r5, %r4, 8;\nst.global.b32 [%out], %r3;\n"
                       "st.global.b32 [%out], %r5;\n";
    TestKernel kernel;
    kernel.threads = 1;
    kernel.runClean(body);
    TestRun run = runWrong(kernel, body + "st.global.b32 [%out], %r2; //!",
                           "uninitialized-register");
    EXPECT_EQ(getMessage(run),
              "the register '%r2' is stored to global memory but comes from "
              "'%r9', which line 25 reads and which was never written");
    runWrong(kernel, body + "st.global.b64 [%out], %d1; //!",
             "uninitialized-register");
  }
}

TEST(UndefinedTest, AtomicsOnSharedMemoryThatNobodyWrote) {
  TestKernel kernel;
  kernel.threads = 1;
  TestRun run =
      runWrong(kernel, ".shared .b32 x;\natom.shared.add.u32 %r1, [x], 1; //!",
               "uninitialized-shared");
  EXPECT_EQ(getMessage(run), "an atomic operation of 4 bytes at byte 0 of "
                             "shared memory, which was never written");
}

TEST(UndefinedTest, RowsOfMatrices) {
  // 8 rows of 16 bytes, and the last one is not written; lanes 28 to 31
  // have it.
  std::string body = R"(
    .shared .align 16 .b8 x[128];
    mov.u32 %r1, x; shl.b32 %r2, %t, 2; add.u32 %r2, %r1, %r2;
    setp.lt.u32 %p1, %t, 28;
    @%p1 st.shared.b32 [%r2], %t;
    shl.b32 %r3, %t, 4; add.u32 %r3, %r1, %r3;
    bar.warp.sync -1;
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r3];
    @%p1 st.global.b32 [%out], %r4;)";
  EXPECT_EQ(TestKernel().runClean(body).get<uint32_t>(27), 27u);
  TestRun run =
      runWrong(TestKernel(), body + store("%r4"), "uninitialized-shared");
  EXPECT_EQ(run.result.reports[0].thread.x, 28u);
  // And back.
  body += "\nbar.warp.sync -1;\n"
          "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r3], {%r4};\n"
          "bar.warp.sync -1; ld.shared.b32 %r5, [%r2];\n"
          "@%p1 st.global.b32 [%out], %r5;";
  EXPECT_EQ(TestKernel().runClean(body).get<uint32_t>(27), 27u);
  runWrong(TestKernel(), body + store("%r5"), "uninitialized-shared");
}

TEST(UndefinedTest, RowsOfAMatrixProduct) {
  // Row 0 of A, which lanes 0 to 3 have, is undefined: so is row 0 of D.
  std::string body = R"(
    setp.ge.u32 %p1, %t, 4; mov.b32 %r3, 0; @%p1 mov.b32 %r9, 0;
    mov.b32 %f5, 0f00000000;
    mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r9, %r3}, {%r3}, {%f5, %f5, %f5, %f5};
    st.global.f32 [%out], %f3;
    @%p1 st.global.f32 [%out], %f1;)";
  TestKernel().runClean(body);
  TestRun run =
      runWrong(TestKernel(), body + "\nst.global.f32 [%out], %f1; //!",
               "uninitialized-register");
  EXPECT_EQ(run.result.reports[0].thread.x, 0u);
}

TEST(UndefinedTest, ArgumentsInRegisters) {
  TestKernel kernel;
  kernel.module = ".func (.reg .b32 r) f(.reg .b32 a, .reg .b32 b) { "
                  "mov.b32 r, a; ret; } ";
  std::string body = "call (%r1), f, (%t, %r9);\ncall (%r2), f, (%r9, %t);";
  kernel.runClean(body + store("%r1"));
  runWrong(kernel, body + store("%r2"), "uninitialized-register");
}

TEST(UndefinedTest, NothingIsFoundIfNobodyAsks) {
  TestKernel kernel;
  kernel.options.findUninitialized = false;
  kernel.runClean(".shared .b32 x; ld.shared.b32 %r1, [x];\n"
                  "st.global.b32 [%out], %r1; st.global.b32 [%out], %r9;");
}
