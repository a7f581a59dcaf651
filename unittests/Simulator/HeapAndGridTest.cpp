//===- HeapAndGridTest.cpp - The heap, and barriers of a grid -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// malloc and free
//===----------------------------------------------------------------------===//

namespace {
struct HeapKernel : TestKernel {
  HeapKernel() {
    module = ".extern .func (.param .b64 result) malloc(.param .b64 bytes);"
             ".extern .func free(.param .b64 block);";
  }
};
} // namespace

static std::string allocate(const std::string &result,
                            const std::string &bytes) {
  return "{ .param .b64 p; .param .b64 q; st.param.b64 [p], " + bytes +
         "; call (q), malloc, (p); ld.param.b64 " + result + ", [q]; }\n";
}

static std::string release(const std::string &block) {
  return "{ .param .b64 p; st.param.b64 [p], " + block + "; call free, (p); }";
}

TEST(HeapTest, EachThreadHasItsOwnBlock) {
  TestRun run = HeapKernel().runClean(
      allocate("%d1", "24") +
      "st.u32 [%d1+20], %t;\nbar.sync 0;\nld.u32 %r1, [%d1+20];\n" +
      release("%d1") + "\nst.global.u32 [%out], %r1;");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t);
}

TEST(HeapTest, AFullHeapGivesNull) {
  TestRun run = HeapKernel().runClean(allocate("%d1", "8388609") +
                                      "st.global.u64 [%out], %d1;");
  EXPECT_EQ(run.get<uint64_t>(0), 0u);
}

TEST(HeapTest, WhatIsFreedCanBeAllocatedAgain) {
  TestRun run = HeapKernel().runClean(
      "mov.u32 %r1, 0;\nagain:\n" + allocate("%d1", "200000") +
      "setp.eq.u64 %p1, %d1, 0;\n@%p1 bra done;\n" + release("%d1") +
      "\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p2, %r1, 30;\n@%p2 bra again;\n"
      "done:\nst.global.u32 [%out], %r1;");
  EXPECT_EQ(run.get<uint32_t>(0), 30u);
}

TEST(HeapTest, FreeOfNullIsNoMistake) {
  HeapKernel().runClean("mov.u64 %d1, 0;\n" + release("%d1"));
}

TEST(HeapTest, FreedTwice) {
  TestRun run = runWrong(HeapKernel(),
                         allocate("%d1", "8") + release("%d1") + "\n" +
                             release("%d1") + " //!",
                         "use-after-free");
  EXPECT_NE(getMessage(run).find("which is freed already"), std::string::npos);
}

TEST(HeapTest, FreeOfWhatMallocHasNotGiven) {
  TestRun run = runWrong(HeapKernel(),
                         allocate("%d1", "8") + "add.u64 %d1, %d1, 4;\n" +
                             release("%d1") + " //!",
                         "out-of-bounds");
  EXPECT_NE(getMessage(run).find("expected free of what malloc has given"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Cooperative launches
//===----------------------------------------------------------------------===//

/// Each CTA writes, all meet, each reads what its neighbour wrote.
static const char *const kGridKernel = R"(
.version 8.8
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .pred %p; .reg .b32 %cta, %n, %lo, %hi, %add, %old, %now, %v;
  .reg .b64 %ws, %out, %a;
  ld.param.u64 %out, [out];
  mov.u32 %cta, %ctaid.x;
  mov.u32 %n, %nctaid.x;
  mul.wide.u32 %a, %cta, 8;
  add.u64 %a, %a, %out;
  st.global.u32 [%a], %cta;
  mov.u32 %hi, %envreg1;
  mov.u32 %lo, %envreg2;
  mov.b64 %ws, {%lo, %hi};
  // What cooperative groups do: bit 31 flips when all have come.
  sub.u32 %add, 0x80000001, %n;
  setp.ne.u32 %p, %cta, 0;
  @%p mov.u32 %add, 1;
  atom.add.release.gpu.u32 %old, [%ws+4], %add;
wait:
  ld.acquire.gpu.u32 %now, [%ws+4];
  xor.b32 %now, %now, %old;
  setp.ge.s32 %p, %now, 0;
  @%p bra wait;
  add.u32 %v, %cta, 1;
  rem.u32 %v, %v, %n;
  mul.wide.u32 %a, %v, 8;
  add.u64 %a, %a, %out;
  ld.global.u32 %v, [%a];
  mul.wide.u32 %a, %cta, 8;
  add.u64 %a, %a, %out;
  st.global.u32 [%a+4], %v;
  ret;
}
)";

static LaunchResult runGrid(unsigned blocks, bool isCooperative,
                            std::vector<uint32_t> &out, unsigned threads) {
  GlobalMemory memory;
  std::vector<mlir::tile::ptx::Diagnostic> errors;
  auto program = Program::load(mlir::tile::ptx::parseModule(kGridKernel).value,
                               memory, errors);
  EXPECT_TRUE(program);
  uint64_t address = memory.allocate(8 * blocks, "out");
  Launch launch;
  launch.grid = {blocks};
  launch.block = Dim3{1};
  launch.isCooperative = isCooperative;
  launch.addArgument(address);
  RunOptions options;
  options.threads = threads;
  LaunchResult result = program->run(launch, options);
  out.resize(2 * blocks);
  EXPECT_TRUE(memory.read(
      address, {reinterpret_cast<uint8_t *>(out.data()), 4 * out.size()}));
  return result;
}

TEST(GridTest, AllCTAsMeet) {
  // More than take part in turns otherwise; on one host thread and on several.
  for (unsigned threads : {1, 3}) {
    std::vector<uint32_t> out;
    LaunchResult result = runGrid(200, true, out, threads);
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(result.reports.size(), 0u);
    for (unsigned i = 0; i < 200; ++i)
      EXPECT_EQ(out[2 * i + 1], (i + 1) % 200);
  }
}

TEST(GridTest, OtherLaunchesHaveNoBarrier) {
  std::vector<uint32_t> out;
  LaunchResult result = runGrid(2, false, out, 1);
  ASSERT_FALSE(result.reports.empty());
  EXPECT_EQ(result.reports.front().kind, ReportKind::OutOfBounds);
}

TEST(GridTest, TheSystemsSharedMemoryBeginsAsZeros) {
  TestRun run = TestKernel().runClean(
      "mov.u32 %r1, %reserved_smem_offset_begin;\nld.shared.u32 %r2, [%r1];\n"
      "st.global.u32 [%out], %r2;");
  EXPECT_EQ(run.get<uint32_t>(0), 0u);
}

//===----------------------------------------------------------------------===//
// Parameters of the kernel, in functions
//===----------------------------------------------------------------------===//

/// A function that reads or writes at a generic address.
static TestKernel getPointerKernel(const std::string &access) {
  TestKernel kernel;
  kernel.module = ".func (.param .b64 r) f(.param .b64 a, .param .b64 b, "
                  ".param .b64 c) { .reg .b64 %p, %v; ld.param.b64 %p, [a]; "
                  "mov.b64 %v, 0; " +
                  access + " st.param.b64 [r], %v; ret; } ";
  return kernel;
}

static std::string passAddress(unsigned offset) {
  return "mov.b64 %d1, out;\ncvta.param.u64 %d1, %d1;\nadd.u64 %d1, %d1, " +
         std::to_string(offset) +
         ";\n{ .param .b64 p; .param .b64 q; .param .b64 s; .param .b64 t; "
         "st.param.b64 [p], %d1; st.param.b64 [q], 0; st.param.b64 [s], 0; "
         "call (t), f, (p, q, s); ld.param.b64 %d2, [t]; }\n"
         "st.global.u64 [%out], %d2;\nld.param.u64 %d3, [out];\n"
         "st.global.u64 [%out+8], %d3;";
}

TEST(ParameterTest, AFunctionReadsAKernelsParameter) {
  TestRun run = getPointerKernel("ld.b64 %v, [%p];").runClean(passAddress(0));
  EXPECT_EQ(run.get<uint64_t>(0, 0), run.get<uint64_t>(0, 8));
}

TEST(ParameterTest, AFunctionReadsPastAKernelsParameters) {
  TestRun run = getPointerKernel("ld.b64 %v, [%p];").run(passAddress(8));
  EXPECT_NE(getMessage(run).find("a load of 8 bytes at byte 16 of 16 bytes of "
                                 "parameters of the kernel"),
            std::string::npos)
      << getMessage(run);
}

TEST(ParameterTest, AFunctionWritesAKernelsParameter) {
  TestRun run = getPointerKernel("st.b64 [%p], %v;").run(passAddress(0));
  EXPECT_NE(getMessage(run).find("which are constant"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

TEST(GlobalMemoryTest, HostMemoryIsAtItsOwnAddress) {
  GlobalMemory memory;
  std::vector<uint32_t> own(16, 7);
  uint64_t address = reinterpret_cast<uintptr_t>(own.data());
  EXPECT_TRUE(memory.addHostMemory(own.data(), 64, "own"));
  EXPECT_FALSE(memory.addHostMemory(own.data() + 4, 4, "a part of it"));
  // Buffers that come later stay in the order of addresses.
  uint64_t other = memory.allocate(64, "other");
  ASSERT_NE(memory.find(address), nullptr);
  EXPECT_EQ(memory.find(address)->name, "own");
  EXPECT_EQ(memory.find(other)->name, "other");
  for (size_t i = 0; i < memory.getBuffers().size(); ++i)
    EXPECT_EQ(memory.getBuffers()[i]->index, i);
  uint32_t value = 9;
  EXPECT_TRUE(memory.write(address + 8,
                           {reinterpret_cast<const uint8_t *>(&value), 4}));
  EXPECT_EQ(own[2], 9u);
  EXPECT_TRUE(memory.removeHostMemory(own.data()));
  EXPECT_FALSE(memory.removeHostMemory(own.data()));
  EXPECT_EQ(memory.find(address), nullptr);
}

TEST(GlobalMemoryTest, ManagedVariablesGoWhereTheHostSays) {
  GlobalMemory memory;
  std::vector<uint32_t> own(4);
  memory.allocateManaged = [&](uint64_t bytes, llvm::StringRef name) -> void * {
    return memory.addHostMemory(own.data(), bytes, name) ? own.data() : nullptr;
  };
  std::vector<mlir::tile::ptx::Diagnostic> errors;
  auto program = Program::load(
      mlir::tile::ptx::parseModule(
          ".version 8.8\n.target sm_90\n.address_size 64\n.global "
          ".attribute(.managed) .align 4 .u32 m = 5;\n.global .u32 g;\n")
          .value,
      memory, errors);
  ASSERT_TRUE(program);
  EXPECT_EQ(own[0], 5u);
  for (const ProgramVariable &variable : program->getVariables())
    EXPECT_EQ(variable.isManaged, variable.name == "m");
  EXPECT_EQ(program->getVariables().size(), 2u);
}
