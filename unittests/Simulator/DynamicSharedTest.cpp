//===- DynamicSharedTest.cpp - Shared memory that a launch sizes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {

constexpr unsigned kMost = 227 * 1024;

/// A kernel with an array without a size; no thread gets in another's way.
struct DynamicKernel : TestKernel {
  explicit DynamicKernel(unsigned bytes) {
    module = ".extern .shared .align 16 .b8 dynamic[];";
    dynamicShared = bytes;
    threads = 1;
  }
};

std::string getMessage(const TestRun &run) {
  EXPECT_EQ(run.result.reports.size(), 1u);
  return run.result.reports.empty() ? "" : run.result.reports[0].message;
}

/// Writes and reads 4 bytes at an offset of the array.
std::string accessAt(unsigned offset) {
  std::string place = "[dynamic+" + std::to_string(offset) + "]";
  return "st.shared.u32 " + place + ", 7;\nld.shared.u32 %r1, " + place +
         ";\nst.global.u32 [%out], %r1;";
}

TEST(DynamicSharedTest, HasTheBytesOfTheLaunch) {
  for (unsigned bytes : {4u, 48u * 1024, 64u * 1024, kMost}) {
    DynamicKernel kernel(bytes);
    EXPECT_EQ(kernel.runClean(accessAt(bytes - 4)).get<uint32_t>(0), 7u);
    EXPECT_EQ(kernel.run(accessAt(bytes)).getFindings(),
              "out-of-bounds@24 out-of-bounds@25");
    EXPECT_EQ(kernel.run(accessAt(bytes - 2)).getFindings(),
              "misaligned@24 misaligned@25");
  }
}

TEST(DynamicSharedTest, OutOfBoundsSaysHowManyBytesThereAre) {
  std::string store = "st.shared.u32 [dynamic+64], 7;";
  EXPECT_EQ(getMessage(DynamicKernel(64).run(store)),
            "a store of 4 bytes at byte 64 of the CTA's 64 bytes of shared "
            "memory, 64 of them dynamic");
  EXPECT_EQ(getMessage(DynamicKernel(0).run(".shared .align 16 .b8 own[32];\n"
                                            "st.shared.u32 [own], 1;\n" +
                                            store)),
            "a store of 4 bytes at byte 96 of the CTA's 32 bytes of shared "
            "memory, 0 of them dynamic");
}

TEST(DynamicSharedTest, TheSystemsMemoryIsNotBehindIt) {
  // Sizes with and without padding behind them; the address is a number, as it
  // is where it was in memory.
  std::string ask = "mov.u32 %r9, %reserved_smem_offset_begin;\n"
                    "ld.shared.u32 %r8, [%r9];\nst.global.u32 [%out], %r8;\n";
  for (unsigned bytes : {64u, 68u, 1024u}) {
    DynamicKernel kernel(bytes);
    std::string store =
        "mov.u32 %r1, " + std::to_string(bytes) + ";\nst.shared.u32 [%r1], 7;";
    EXPECT_EQ(kernel.run(ask + store).getFindings(), "out-of-bounds@28");
    std::string text = std::to_string(bytes);
    EXPECT_EQ(getMessage(kernel.run(ask + store)),
              "a store of 4 bytes at byte " + text + " of the CTA's " + text +
                  " bytes of shared memory, " + text + " of them dynamic");
    std::string last = "mov.u32 %r1, " + std::to_string(bytes - 4) +
                       ";\nst.shared.u32 [%r1], 7;";
    kernel.runClean(ask + last);
    EXPECT_EQ(kernel.run(ask + "ld.shared.u32 %r8, [%r9+1024];").getFindings(),
              "out-of-bounds@27");
  }
  // The last bytes of an access alone are behind it.
  EXPECT_EQ(DynamicKernel(72)
                .run(ask + "mov.u32 %r1, 64;\nst.shared.v4.u32 "
                           "[%r1], {%r1, %r1, %r1, %r1};")
                .getFindings(),
            "out-of-bounds@28");
}

TEST(DynamicSharedTest, BeginsBehindStaticMemory) {
  DynamicKernel kernel(16);
  TestRun run = kernel.runClean(".shared .b8 own[5];\n"
                                "mov.u32 %r1, own;\n"
                                "mov.u32 %r2, dynamic;\n"
                                "st.shared.u8 [own+4], 1;\n"
                                "st.shared.u32 [dynamic+12], 2;\n"
                                "sub.u32 %r1, %r2, %r1;\n"
                                "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.get<uint32_t>(0), 16u);
}

TEST(DynamicSharedTest, ReadsOfWhatNobodyWrote) {
  TestRun run = DynamicKernel(kMost).run("ld.shared.u32 %r1, [dynamic+232444];"
                                         "\nst.global.u32 [%out], %r1;");
  EXPECT_EQ(run.getFindings(), "uninitialized-shared@25");
}

TEST(DynamicSharedTest, Races) {
  DynamicKernel kernel(kMost);
  kernel.threads = 64;
  std::string body = "shl.b32 %r1, %t, 2;\nmov.u32 %r2, dynamic;\n"
                     "add.u32 %r2, %r2, 232192;\n"
                     "add.u32 %r3, %r2, %r1;\nst.shared.u32 [%r3], %t;\n";
  std::string load = "sub.u32 %r4, 252, %r1;\nadd.u32 %r4, %r2, %r4;\n"
                     "ld.shared.u32 %r5, [%r4];\nst.global.u32 [%out], %r5;";
  EXPECT_EQ(kernel.run(body + load).getFindings().substr(0, 11), "shared-race");
  EXPECT_EQ(kernel.runClean(body + "bar.sync 0;\n" + load).get<uint32_t>(3),
            60u);
}

TEST(DynamicSharedTest, Statistics) {
  TestRun run = DynamicKernel(65536).runClean(
      ".shared .align 4 .b8 own[8];\nst.shared.u32 [own], 1;\n" +
      accessAt(65532));
  const Statistics &statistics = run.result.statistics;
  EXPECT_EQ(statistics.sharedStores.requests, 2u);
  EXPECT_EQ(statistics.sharedLoads.requests, 1u);
  EXPECT_EQ(statistics.staticSharedMemory, 8u);
  EXPECT_EQ(statistics.dynamicSharedMemory, 65536u);
  std::string text, json;
  llvm::raw_string_ostream os(text), jsonOS(json);
  print(os, statistics);
  printJSON(jsonOS, statistics);
  EXPECT_NE(text.find("shared memory: 65544 bytes per CTA (8 static, 65536 "
                      "dynamic)\n"),
            std::string::npos)
      << text;
  EXPECT_NE(json.find("\"static_shared_memory\": 8,"), std::string::npos);
  EXPECT_NE(json.find("\"dynamic_shared_memory\": 65536,"), std::string::npos);
}

TEST(DynamicSharedTest, TooManyBytesAreAnError) {
  std::string expected =
      "expected at most 232448 bytes of shared memory a CTA, found ";
  EXPECT_EQ(DynamicKernel(kMost + 1).run("").result.error, expected + "232449");
  EXPECT_EQ(DynamicKernel(UINT32_MAX).run("").result.error,
            expected + "4294967295");
  EXPECT_EQ(DynamicKernel(kMost).run(".shared .b8 own[8];").result.error,
            expected + "232456");
}

/// What the kernel cannot reach is not there for it on a GPU either.
TEST(DynamicSharedTest, StaticMemoryOfOthersDoesNotCount) {
  DynamicKernel kernel(200 * 1024);
  kernel.module +=
      " .shared .b8 unused[40960];"
      " .func other() { .shared .b8 s[8192]; st.shared.u8 [s], 1; ret; }"
      " .visible .entry big() { .shared .b8 s[40960];"
      " st.shared.u8 [s], 1; st.shared.u8 [unused], 1; ret; }";
  std::string text = kernel.getText("mov.u32 %r1, %total_smem_size;\n"
                                    "st.global.u32 [%out], %r1;");
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
  std::vector<ptx::Diagnostic> errors = parsed.errors;
  GlobalMemory memory;
  auto program = Program::load(std::move(parsed.value), memory, errors);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->getStaticSharedMemory("k"), 0u);
  EXPECT_EQ(program->getStaticSharedMemory("big"), 81920u);
  EXPECT_EQ(program->getStaticSharedMemory("absent"), 0u);
  Launch launch;
  launch.kernel = "k";
  launch.dynamicSharedMemory = kernel.dynamicShared;
  uint64_t out = memory.allocate(kSlot, "out");
  launch.addArgument(out);
  launch.addArgument(out);
  EXPECT_EQ(program->run(launch, {}).error, "");
  uint32_t total = 0;
  EXPECT_TRUE(memory.read(
      out, llvm::MutableArrayRef<uint8_t>(reinterpret_cast<uint8_t *>(&total),
                                          sizeof(total))));
  EXPECT_EQ(total, 200u * 1024);
  launch.kernel = "big";
  launch.arguments.clear();
  launch.block = Dim3{1};
  EXPECT_EQ(program->run(launch, {}).error,
            "expected at most 232448 bytes of shared memory a CTA, found "
            "286720");
}

/// By a call, by an address in a register, and by one in a table.
TEST(DynamicSharedTest, StaticMemoryOfCalleesCounts) {
  std::string callee = ".func callee() { .shared .b8 s[1024];"
                       " st.shared.u8 [s], 1; ret; } ";
  auto count = [&](std::string module, std::string body) {
    TestKernel kernel;
    kernel.module = callee + module;
    ptx::ParseResult<ptx::Module> parsed =
        ptx::parseModule(kernel.getText(body));
    std::vector<ptx::Diagnostic> errors = parsed.errors;
    GlobalMemory memory;
    auto program = Program::load(std::move(parsed.value), memory, errors);
    for (const ptx::Diagnostic &error : errors)
      ADD_FAILURE() << error.message;
    return program ? program->getStaticSharedMemory("k") : 0;
  };
  EXPECT_EQ(count("", ""), 0u);
  EXPECT_EQ(count("", "call callee;"), 1024u);
  EXPECT_EQ(count(".func outer() { call callee; ret; }", "call outer;"), 1024u);
  EXPECT_EQ(count("", "mov.u64 %d1, callee;"), 1024u);
  EXPECT_EQ(count(".global .u64 table[1] = {callee};", ""), 1024u);
}

} // namespace
