//===- CallsTest.cpp - Frames of functions and their local memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each active function has `.local` variables of its own: those of its callers
// stay as they are, and may be reached through pointers.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

namespace {
/// Calls of one function `f` whose argument and result are 32 bits.
struct CallKernel : TestKernel {
  explicit CallKernel(const std::string &functions) { module = functions; }
};
} // namespace

/// `result` = f(`argument`), with `number` to tell the calls of a body apart.
static std::string call(const std::string &result, const std::string &function,
                        const std::string &argument, const std::string &type) {
  return "{ .param .b32 q; .param ." + type + " p; st.param." + type +
         " [p], " + argument + "; call (q), " + function +
         ", (p); ld.param.b32 " + result + ", [q]; }\n";
}

static std::string function(const std::string &name, const std::string &type,
                            const std::string &body) {
  return ".func (.param .b32 result) " + name + "(.param ." + type +
         " x) { .reg .b32 %a, %b, %c; .reg .b64 %p, %q; .reg .pred %t; " +
         body + " st.param.b32 [result], %a; ret; } ";
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST(CallsTest, AFunctionHasItsOwnVariables) {
  // Both by name and through addresses, generic or not.
  for (const char *put :
       {"st.local.u32 [mine], %b;", "mov.u64 %p, mine; st.local.u32 [%p], %b;",
        "mov.u64 %p, mine; cvta.local.u64 %p, %p; st.u32 [%p], %b;",
        "cvta.local.u64 %p, mine; st.u32 [%p], %b;", "st.u32 [mine], %b;"}) {
    TestKernel kernel;
    kernel.module =
        function("f", "b32",
                 ".local .u32 mine; ld.param.b32 %a, [x]; "
                 "add.u32 %b, %a, 100; " +
                     std::string(put) + " ld.local.u32 %a, [mine];");
    TestRun run = kernel.runClean(".local .u32 own; st.local.u32 [own], %t;\n" +
                                  call("%r1", "f", "%t", "b32") +
                                  "ld.local.u32 %r2, [own];\n"
                                  "st.global.v2.u32 [%out], {%r1, %r2};");
    for (unsigned t = 0; t < 32; ++t) {
      EXPECT_EQ(run.get<uint32_t>(t, 0), t + 100) << put;
      EXPECT_EQ(run.get<uint32_t>(t, 4), t) << put;
    }
  }
}

TEST(CallsTest, APointerToTheCallersVariable) {
  // f changes what its caller has, through both kinds of addresses.
  for (const char *change :
       {"ld.local.u32 %a, [%p]; add.u32 %b, %a, 7; st.local.u32 [%p], %b;",
        "cvta.local.u64 %p, %p; ld.u32 %a, [%p]; add.u32 %b, %a, 7; "
        "st.u32 [%p], %b;"}) {
    TestKernel kernel;
    kernel.module =
        function("f", "b64",
                 ".local .u32 mine[3]; ld.param.b64 %p, [x]; "
                 "st.local.u32 [mine], 1; st.local.u32 [mine+8], 2; " +
                     std::string(change));
    TestRun run =
        kernel.runClean(".local .u32 own[2]; st.local.u32 [own+4], %t;\n"
                        "mov.u64 %d1, own; add.u64 %d1, %d1, 4;\n" +
                        call("%r1", "f", "%d1", "b64") +
                        "ld.local.u32 %r2, [own+4];\n"
                        "st.global.v2.u32 [%out], {%r1, %r2};");
    for (unsigned t = 0; t < 32; ++t) {
      EXPECT_EQ(run.get<uint32_t>(t, 0), t);
      EXPECT_EQ(run.get<uint32_t>(t, 4), t + 7);
    }
  }
}

TEST(CallsTest, AParameterWhoseAddressIsTaken) {
  // It is a copy in the local memory of the call, as PTX ISA 9.0, 9.7.9.4
  // "mov", has it. The caller's variables and its argument stay.
  std::string read = "ld.local.u32 %a, [%p+4];";
  for (std::string change :
       {"mov.b64 %p, x; ld.local.u32 %b, [%p+4]; add.u32 %b, %b, 100; "
        "st.local.u32 [%p+4], %b; " +
            read,
        "mov.b64 %q, x+4; cvta.local.u64 %q, %q; ld.u32 %b, [%q]; "
        "add.u32 %b, %b, 100; st.u32 [%q], %b; mov.b64 %p, x; " +
            read,
        "mov.b64 %p, x; ld.param.u32 %b, [x+4]; add.u32 %b, %b, 100; "
        "st.local.u32 [%p+4], %b; " +
            read}) {
    TestKernel kernel;
    kernel.module = ".func (.param .b32 result) f(.param .align 8 .b8 x[12]) "
                    "{ .reg .b32 %a, %b; .reg .b64 %p, %q; .local .b32 own; "
                    "st.local.b32 [own], 5; " +
                    change + " st.param.b32 [result], %a; ret; }";
    TestRun run = kernel.runClean(
        ".local .b32 own[4]; st.local.b32 [own+4], %t;\n"
        "{ .param .b32 q; .param .align 8 .b8 p[12]; st.param.b32 [p+4], %t;\n"
        "call (q), f, (p); ld.param.b32 %r1, [q]; ld.param.b32 %r3, [p+4]; }\n"
        "ld.local.b32 %r2, [own+4];\n"
        "st.global.v4.u32 [%out], {%r1, %r2, %r3, %r3};");
    for (unsigned t = 0; t < 32; ++t) {
      EXPECT_EQ(run.get<uint32_t>(t, 0), t + 100) << change;
      EXPECT_EQ(run.get<uint32_t>(t, 4), t) << change;
      EXPECT_EQ(run.get<uint32_t>(t, 8), t) << change;
    }
    // The first four bytes of the argument are nowhere set.
    kernel.module.replace(kernel.module.find(read), read.size(),
                          "ld.local.u32 %a, [%p];");
    EXPECT_EQ(kernel
                  .run("{ .param .b32 q; .param .align 8 .b8 p[12];\n"
                       "st.param.b32 [p+4], %t;\ncall (q), f, (p);\n"
                       "ld.param.b32 %r1, [q]; }\nst.global.u32 [%out], %r1;")
                  .getFindings(),
              "uninitialized-local@28");
    // Behind its end.
    kernel.module.replace(kernel.module.find("[%p];"), 5, "[%p+12];");
    EXPECT_EQ(kernel
                  .run("{ .param .b32 q; .param .align 8 .b8 p[12];\n"
                       "st.param.b32 [p+4], %t;\ncall (q), f, (p); }")
                  .getFindings(),
              "out-of-bounds@4");
  }
}

TEST(CallsTest, VariablesAreAlignedInEachFrame) {
  // Addresses of frames whose callers have odd sizes are multiples of what the
  // variables ask for.
  TestKernel kernel;
  kernel.module =
      function("g", "b32",
               ".local .align 64 .b8 wide[64]; mov.u64 %p, wide; "
               "and.b64 %p, %p, 63; cvt.u32.u64 %a, %p;") +
      function("f", "b32",
               ".local .b8 mine[17]; mov.u64 %p, mine; ld.param.b32 %b, [x]; " +
                   call("%a", "g", "%b", "b32"));
  TestRun run = kernel.runClean(".local .b8 own[3];\nmov.u64 %d1, own;\n" +
                                call("%r1", "f", "%t", "b32") +
                                "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.get<uint32_t>(5), 0u);
}

TEST(CallsTest, RecursionKeepsEachFramesVariables) {
  // The sum of own * 2^depth: own is read after the call. Lanes go to depths of
  // 0 to 7.
  TestKernel kernel;
  kernel.module =
      ".func (.param .b32 result) f(.param .b32 x); " +
      function("f", "b32",
               ".local .u32 own; ld.param.b32 %b, [x]; mov.u32 %a, 0; "
               "st.local.u32 [own], %b; setp.eq.u32 %t, %b, 0; @%t bra END; "
               "sub.u32 %b, %b, 1; " +
                   call("%a", "f", "%b", "b32") +
                   "END: ld.local.u32 %c, [own]; shl.b32 %a, %a, 1; "
                   "add.u32 %a, %a, %c;");
  TestRun run =
      kernel.runClean("and.b32 %r1, %t, 7;\n" + call("%r2", "f", "%r1", "b32") +
                      "activemask.b32 %r3;\n"
                      "st.global.v2.u32 [%out], {%r2, %r3};");
  for (unsigned t = 0; t < 32; ++t) {
    uint32_t expected = 0;
    for (unsigned n = 0; n <= (t & 7); ++n)
      expected = 2 * expected + n;
    EXPECT_EQ(run.get<uint32_t>(t, 0), expected);
    EXPECT_EQ(run.get<uint32_t>(t, 4), 0xFFFFFFFFu);
  }
}

TEST(CallsTest, LanesInFunctionsOfDifferentFrames) {
  // Half of the lanes call f, half g, through one pointer; both call h, whose
  // variables are then at different addresses.
  TestKernel kernel;
  kernel.module =
      function("h", "b32",
               ".local .u32 own; ld.param.b32 %a, [x]; st.local.u32 [own], %a; "
               "mov.u64 %p, own; cvt.u32.u64 %b, %p; ld.local.u32 %a, [own]; "
               "mad.lo.u32 %a, %b, 1000, %a;") +
      function("f", "b32",
               ".local .u32 mine; ld.param.b32 %b, [x]; "
               "st.local.u32 [mine], %b; " +
                   call("%a", "h", "%b", "b32") +
                   "ld.local.u32 %c, [mine]; "
                   "add.u32 %a, %a, %c;") +
      function("g", "b32",
               ".local .u32 mine[20]; ld.param.b32 %b, [x]; "
               "st.local.u32 [mine+76], %b; " +
                   call("%a", "h", "%b", "b32") +
                   "ld.local.u32 %c, [mine+76]; "
                   "add.u32 %a, %a, %c;");
  TestRun run = kernel.runClean(
      "and.b32 %r1, %t, 1; setp.eq.u32 %p1, %r1, 1;\n"
      "mov.u64 %d1, f; mov.u64 %d2, g; selp.b64 %d1, %d1, %d2, %p1;\n"
      "{ .param .b32 q; .param .b32 p; st.param.b32 [p], %t;\n"
      "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
      "call (q), %d1, (p), proto; ld.param.b32 %r2, [q]; }\n"
      "st.global.u32 [%out], %r2;");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), (t & 1 ? 16u : 80u) * 1000 + 2 * t);
}

//===----------------------------------------------------------------------===//
// The end of a frame
//===----------------------------------------------------------------------===//

/// f gives the address of its variable away.
static std::string getDangling() {
  return ".func (.param .b64 result) f() { .reg .b64 %p; .local .u32 mine; "
         "st.local.u32 [mine], 5; mov.u64 %p, mine; "
         "st.param.b64 [result], %p; ret; } ";
}

TEST(CallsTest, VariablesOfAnEndedFrameAreOutOfBounds) {
  TestKernel kernel;
  kernel.module = getDangling();
  TestRun run = runWrong(kernel, R"(
    .local .u32 own;
    { .param .b64 q; call (q), f, (); ld.param.b64 %d1, [q]; }
    ld.local.u32 %r1, [%d1]; //!)",
                         "out-of-bounds");
  EXPECT_EQ(getMessage(run), "a load of 4 bytes at byte 16 of the thread's 4 "
                             "bytes of local memory");
}

TEST(CallsTest, VariablesOfAnEndedFrameHaveNoValue) {
  // Another frame is where the ended one was.
  TestKernel kernel;
  kernel.module = getDangling() +
                  ".func (.param .b32 result) g(.param .b64 x) { "
                  ".reg .b64 %p; .reg .b32 %a; .local .u32 other; "
                  "ld.param.b64 %p, [x]; ld.local.u32 %a, [%p]; "
                  "add.u32 %a, %a, 1; st.param.b32 [result], %a; ret; } ";
  TestRun run = runWrong(kernel,
                         "{ .param .b64 q; call (q), f, (); "
                         "ld.param.b64 %d1, [q]; }\n" +
                             call("%r1", "g", "%d1", "b64") +
                             "\nst.global.u32 [%out], %r1; //!",
                         "uninitialized-local");
  EXPECT_EQ(
      getMessage(run),
      "the register '%r1' is stored to global memory but comes from local "
      "memory that was never written, which line 4 loads");
}

TEST(CallsTest, AFrameThatBeginsAgainHasNoValues) {
  // The first call writes its variable, the second one only reads it.
  TestKernel kernel;
  kernel.module = function("f", "b32",
                           ".local .u32 mine; ld.param.b32 %a, [x]; "
                           "setp.eq.u32 %t, %a, 1; "
                           "@%t st.local.u32 [mine], 5; "
                           "ld.local.u32 %b, [mine]; add.u32 %a, %a, %b;");
  std::string store = "\nst.global.u32 [%out], %r1; //!";
  kernel.runClean(call("%r1", "f", "1", "b32") + store);
  runWrong(kernel,
           call("%r1", "f", "1", "b32") + call("%r1", "f", "2", "b32") + store,
           "uninitialized-local");
  kernel.options.findUninitialized = false;
  kernel.runClean(call("%r1", "f", "2", "b32") + store);
}

//===----------------------------------------------------------------------===//
// Memory without a value
//===----------------------------------------------------------------------===//

TEST(CallsTest, LocalMemoryThatNobodyWrote) {
  TestRun run = runWrong(TestKernel(), R"(
    .local .u32 own[4];
    st.local.u32 [own], %t;
    ld.local.v2.u32 {%r1, %r2}, [own];
    st.global.u32 [%out], %r1;
    st.global.u32 [%out], %r2; //!)",
                         "uninitialized-local");
  EXPECT_EQ(
      getMessage(run),
      "the register '%r2' is stored to global memory but comes from local "
      "memory that was never written, which line 27 loads");
  EXPECT_EQ(run.result.reports[0].origin.ptxLine, 27u);
  EXPECT_EQ(run.result.reports[0].thread.x, 0u);
  // In some lanes only, through a generic address, guarded.
  run = runWrong(TestKernel(), R"(
    .local .u32 own[4];
    setp.ne.u32 %p1, %t, 9;
    mov.u32 %r1, 0;
    cvta.local.u64 %d1, own;
    @%p1 st.u32 [%d1+12], %t;
    setp.lt.u32 %p2, %t, 10;
    @%p2 ld.u32 %r1, [%d1+12];
    st.global.u32 [%out], %r1; //!)",
                 "uninitialized-local");
  EXPECT_EQ(run.result.reports[0].thread.x, 9u);
}

TEST(CallsTest, WhatHasNoValueMayBeCopied) {
  // A struct {char; int} with its padding, by words, by bytes, by a call; then
  // one of the copies of a word that is not set is used.
  TestKernel kernel;
  kernel.module = function("f", "b64",
                           ".local .b64 mine; ld.param.b64 %p, [x]; "
                           "st.local.b64 [mine], %p; ld.local.u8 %a, [mine]; "
                           "ld.local.u32 %b, [mine+4]; add.u32 %a, %a, %b;");
  std::string body = R"(
    .local .b64 from; .local .b64 to; .local .b32 none; .local .b32 copy;
    st.local.u8 [from], %t;
    st.local.u32 [from+4], %t;
    ld.local.u32 %r1, [from]; st.local.u32 [to], %r1;
    ld.local.u8 %h1, [from+5]; st.local.u8 [to+5], %h1;
    ld.local.u8 %h1, [from+2]; st.local.u8 [to+2], %h1;
    ld.local.u8 %h1, [to+2]; mov.u16 %h2, %h1;
    ld.local.b64 %d1, [from];
    ld.local.u32 %r3, [none]; st.local.u32 [copy], %r3;
    )" + call("%r2", "f", "%d1", "b64") +
                     R"(
    setp.lt.u32 %p1, %t, 32;
    selp.b32 %r4, %t, %r3, %p1;
    add.u32 %r2, %r2, %r4;
    st.global.u32 [%out], %r2;)";
  TestRun run = kernel.runClean(body);
  EXPECT_EQ(run.get<uint32_t>(9), 27u);
  for (const char *use : {"ld.local.u32 %r5, [copy];\n"
                          "st.global.u32 [%out], %r5; //!",
                          "selp.b32 %r4, %r3, %t, %p1;\n"
                          "not.b32 %r4, %r4;\nst.global.u32 [%out], %r4; //!",
                          "st.global.u16 [%out], %h2; //!"})
    runWrong(kernel, body + "\n" + use, "uninitialized-local");
}

TEST(CallsTest, ArgumentsAndResultsWithoutAValue) {
  TestKernel kernel;
  kernel.module = ".func (.param .align 8 .b8 result[8]) f(.param .align 8 .b8 "
                  "x[8]) { .reg .b32 %a, %b; ld.param.b32 %a, [x]; "
                  "ld.param.b32 %b, [x+4]; st.param.b32 [result], %b; "
                  "st.param.b32 [result+4], %a; ret; } ";
  std::string body = R"(
    .local .b32 none;
    ld.local.u32 %r1, [none];
    { .param .align 8 .b8 q[8]; .param .align 8 .b8 p[8];
      st.param.b32 [p], %t; st.param.b32 [p+4], %r1; call (q), f, (p);
      ld.param.b32 %r2, [q]; ld.param.b32 %r3, [q+4]; }
    add.u32 %r3, %r3, 1;
    st.global.u32 [%out], %r3;)";
  TestRun run = kernel.runClean(body);
  EXPECT_EQ(run.get<uint32_t>(9), 10u);
  run = runWrong(kernel, body + "\nst.global.u32 [%out], %r2; //!",
                 "uninitialized-local");
  EXPECT_EQ(
      getMessage(run),
      "the register '%r2' is stored to global memory but comes from local "
      "memory that was never written, which line 26 loads");
  // Half of an argument that was never set.
  body.replace(body.find("st.param.b32 [p+4], %r1;"), 24, "");
  run = runWrong(kernel, body + "\nst.global.u32 [%out], %r2; //!",
                 "uninitialized-local");
  EXPECT_EQ(getMessage(run),
            "the register '%r2' is stored to global memory but comes from an "
            "argument or a result that was never set, which line 4 loads");
}

TEST(CallsTest, PaddingIsTakenApartAndPutTogether) {
  std::string body = R"(
    .local .b64 from; .local .b64 to;
    st.local.u8 [from+4], %t;
    ld.local.u8 %h1, [from+1]; cvt.u32.u16 %r1, %h1; shl.b32 %r2, %r1, 8;
    bfe.u32 %r3, %r2, 8, 8; and.b32 %r3, %r3, 255;
    ld.local.u8 %h2, [from+4]; cvt.u32.u16 %r4, %h2;
    or.b32 %r5, %r2, %r4; bfi.b32 %r6, %r1, %r4, 8, 8;
    st.local.u8 [to], %r3; st.local.u32 [to+4], %r5;
    st.global.u8 [%out], %r5; st.global.u8 [%out], %r6;)";
  TestKernel().runClean(body);
  for (const char *use : {"%r3", "%r5", "%r6"})
    runWrong(TestKernel(), body + "\nst.global.u32 [%out], " + use + "; //!",
             "uninitialized-local");
  runWrong(TestKernel(),
           body + "\nxor.b32 %r8, %r1, %r4;\n"
                  "setp.eq.u32 %p1, %r8, 0;\n"
                  "@%p1 st.global.u32 [%out], %t; //!",
           "uninitialized-local");
}

TEST(CallsTest, AConstantHasAValueWhateverTheGuard) {
  TestRun run = TestKernel().runClean(R"(
    setp.lt.u32 %p2, %t, 40;
    @%p2 setp.lt.u32 %p1, %t, 16;
    @%p2 mov.u32 %r1, 0;
    @%p1 mov.u32 %r1, 1;
    st.global.u32 [%out], %r1;)");
  EXPECT_EQ(run.get<uint32_t>(9), 1u);
}

TEST(CallsTest, ThePredicateOfASelectionIsRead) {
  std::string store = "\nst.global.u32 [%out], %r1; //!";
  TestRun run = runWrong(TestKernel(), "selp.b32 %r1, 1, 2, %p1;" + store,
                         "uninitialized-register");
  EXPECT_EQ(getMessage(run),
            "the register '%r1' is stored to global memory but comes from "
            "'%p1', which line 24 reads and which was never written");
  runWrong(TestKernel(), "mov.u32 %r1, 0;\n@%p1 mov.u32 %r1, 1;" + store,
           "uninitialized-register");
}

TEST(CallsTest, AtomicsOnLocalMemory) {
  TestRun run = runWrong(TestKernel(), R"(
    .local .u32 own;
    st.local.u32 [own], 1;
    cvta.local.u64 %d1, own;
    atom.add.u32 %r1, [%d1], 1; //!)",
                         "out-of-bounds");
  EXPECT_EQ(getMessage(run),
            "an atomic operation of 4 bytes at byte 0 of local "
            "memory, expected global or shared memory");
}

//===----------------------------------------------------------------------===//
// alloca
//===----------------------------------------------------------------------===//

TEST(CallsTest, TheStackOfAFrame) {
  // Two pieces of different sizes in each lane, a call whose variables are
  // behind them, and the same place again after stackrestore.
  TestKernel kernel;
  kernel.module = function(
      "f", "b32",
      ".local .u32 mine; ld.param.b32 %a, [x]; "
      "st.local.u32 [mine], %a; mov.u64 %p, mine; cvt.u32.u64 %a, %p;");
  TestRun run = kernel.runClean(
      ".local .u32 own; st.local.u32 [own], %t;\n"
      "stacksave.u64 %d1;\n"
      "shl.b32 %r1, %t, 2; add.u32 %r1, %r1, 4; cvt.u64.u32 %d2, %r1;\n"
      "alloca.u64 %d3, %d2, 16; alloca.u64 %d4, %d2;\n"
      "shl.b32 %r2, %t, 2; cvt.u64.u32 %d5, %r2;\n"
      "add.u64 %d6, %d3, %d5; add.u64 %d7, %d4, %d5;\n"
      "st.local.u32 [%d6], 7; cvta.local.u64 %d7, %d7; st.u32 [%d7], 9;\n" +
      call("%r3", "f", "%t", "b32") +
      "ld.local.u32 %r4, [%d6]; ld.u32 %r5, [%d7]; ld.local.u32 %r6, [own];\n"
      "stackrestore.u64 %d1; alloca.u64 %d8, 8, 16;\n"
      "sub.u64 %d8, %d8, %d3; cvt.u32.u64 %r7, %d8;\n"
      "st.global.v4.u32 [%out], {%r3, %r4, %r5, %r6};\n"
      "st.global.u32 [%out+16], %r7;");
  for (unsigned t = 0; t < 32; ++t) {
    // own, two pieces of 128 bytes.
    EXPECT_EQ(run.get<uint32_t>(t, 0), 16u + 2 * 128);
    EXPECT_EQ(run.get<uint32_t>(t, 4), 7u);
    EXPECT_EQ(run.get<uint32_t>(t, 8), 9u);
    EXPECT_EQ(run.get<uint32_t>(t, 12), t);
    EXPECT_EQ(run.get<uint32_t>(t, 16), 0u);
  }
}

TEST(CallsTest, TheStackHasNoValuesAndAnEnd) {
  runWrong(TestKernel(), R"(
    stacksave.u64 %d9;
    alloca.u64 %d1, 16; st.local.u32 [%d1], 1;
    stackrestore.u64 %d9;
    alloca.u64 %d2, 16; ld.local.u32 %r1, [%d2];
    st.global.u32 [%out], %r1; //!)",
           "uninitialized-local");
  runWrong(TestKernel(), "alloca.u64 %d1, 16;\nst.local.u32 [%d1+16], 1; //!",
           "out-of-bounds");
  TestRun run = runWrong(TestKernel(), "L: alloca.u64 %d1, 100000; //!\nbra L;",
                         "out-of-bounds");
  EXPECT_EQ(getMessage(run), "alloca of 100000 bytes with 500000 bytes of "
                             "local memory in use; a thread has 524288");
  EXPECT_TRUE(run.result.stopped);
  run = runWrong(TestKernel(), "mov.u64 %d1, 64;\nstackrestore.u64 %d1; //!",
                 "undefined");
  EXPECT_EQ(getMessage(run),
            "expected what stacksave gave, from 0 to 0, found 64");
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST(CallsTest, LocalMemoryHasAnEnd) {
  // 100,000 bytes per call: the sixth one is too much.
  TestKernel kernel;
  std::string self = ".func (.param .b32 result) f(.param .b32 x); ";
  kernel.module =
      self + function("f", "b32",
                      ".local .b8 mine[100000]; ld.param.b32 %b, [x]; "
                      "mov.u32 %a, 0; setp.eq.u32 %t, %b, 0; @%t bra END; "
                      "sub.u32 %b, %b, 1; " +
                          call("%a", "f", "%b", "b32") +
                          "END: st.local.u8 [mine+99999], %b;");
  kernel.runClean(call("%r1", "f", "4", "b32"));
  TestRun run = kernel.run(call("%r1", "f", "5", "b32"));
  EXPECT_EQ(run.getFindings(), "out-of-bounds@4");
  EXPECT_EQ(getMessage(run), "the call of 'f' needs 600000 bytes of local "
                             "memory; a thread has 524288");
  EXPECT_TRUE(run.result.stopped);
}

TEST(CallsTest, RecursionHasAnEnd) {
  TestKernel kernel;
  kernel.module = ".func f(); .func f() { call f, (); ret; } ";
  TestRun run = kernel.run("call f, ();");
  EXPECT_EQ(run.getFindings(), "step-limit@4");
  EXPECT_EQ(getMessage(run), "calls nest deeper than 1000");
}
