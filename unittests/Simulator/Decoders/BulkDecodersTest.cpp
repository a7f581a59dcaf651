//===- BulkDecodersTest.cpp - Bulk copies, clusters -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile::sim;

static std::vector<uint8_t> getNumbers(unsigned threads) {
  std::vector<uint8_t> input(threads * kSlot);
  for (size_t i = 0; i < input.size() / 4; ++i) {
    uint32_t value = uint32_t(i * 2654435761u);
    std::memcpy(input.data() + 4 * i, &value, 4);
  }
  return input;
}

/// Thread 0 copies 1024 bytes of the input; each thread reads 16 of them.
static std::string getLoadKernel(const std::string &wait,
                                 const std::string &space = "shared::cta") {
  return R"(
    .shared .align 16 .b8 s[1024]; .shared .align 8 .b64 bar;
    setp.eq.u32 %p1, %t, 0;
    @%p1 mbarrier.init.shared::cta.b64 [bar], 1;
    bar.sync 0;
    ld.param.u64 %d1, [in];
    mov.u32 %r1, s; mov.u32 %r9, bar;
    @!%p1 bra A;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 1024;
    cp.async.bulk.)" +
         space +
         R"(.global.mbarrier::complete_tx::bytes [%r1], [%d1], 1024, [%r9];
  A:
    )" + wait +
         R"(
    shl.b32 %r2, %t, 4;
    add.u32 %r3, %r1, %r2;
    ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3]; //!
    st.global.v4.u32 [%out], {%r4, %r5, %r6, %r7};)";
}

static const char kWait[] = R"(
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
)";

TEST(BulkDecodersTest, LoadsCompleteTransactions) {
  TestKernel kernel;
  kernel.threads = 64;
  std::vector<uint8_t> input = getNumbers(64);
  for (const char *space : {"shared::cta", "shared::cluster"}) {
    TestRun run = kernel.runClean(getLoadKernel(kWait, space), input);
    for (unsigned t = 0; t < 64; ++t)
      EXPECT_EQ(
          std::memcmp(run.out.data() + t * kSlot, input.data() + t * 16, 16),
          0);
    EXPECT_EQ(run.result.statistics.globalLoads.sectors, 32u);
    EXPECT_EQ(run.result.statistics.sharedStores.wavefronts, 8u);
  }
}

TEST(BulkDecodersTest, LoadsThatNobodyWaitedFor) {
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = runWrong(kernel, getLoadKernel("bar.sync 0;"),
                         "uninitialized-shared", getNumbers(64));
  EXPECT_EQ(run.get<uint32_t>(1), 0u);
}

TEST(BulkDecodersTest, BytesThatWereNotExpected) {
  // 1024 are copied but 1040 expected: the phase is never complete.
  std::string body = getLoadKernel(R"(
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; //!
    @!%p2 bra WAIT;)");
  size_t at = body.find("[bar], 1024");
  body.replace(at, 11, "[bar], 1040");
  TestRun run = runWrong(TestKernel(), body, "deadlock", getNumbers(32));
  EXPECT_NE(getMessage(run).find(
                "0 of 1 arrivals and 16 bytes are missing; expected 1040 "
                "bytes: 1040 at PTX line"),
            std::string::npos)
      << getMessage(run);
  EXPECT_NE(getMessage(run).find("; arrived 1024 bytes: 1024 at PTX line"),
            std::string::npos)
      << getMessage(run);
  // And 1008.
  body.replace(at, 11, "[bar], 1008");
  run = runWrong(TestKernel(), body, "deadlock", getNumbers(32));
  EXPECT_NE(
      getMessage(run).find(
          "0 of 1 arrivals are missing and 16 bytes too many have arrived"),
      std::string::npos)
      << getMessage(run);
}

/// Two stages of 512 bytes, filled five times; each of two consumer warps adds
/// up what it reads.
static std::string getPipeline(bool waitsForEmpty) {
  return R"(
    .shared .align 16 .b8 s[1024]; .shared .align 8 .b64 full[2];
    .shared .align 8 .b64 empty[2];
    setp.eq.u32 %p1, %t, 64;
    @!%p1 bra READY;
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.init.shared::cta.b64 [full+8], 1;
    mbarrier.init.shared::cta.b64 [empty], 64;
    mbarrier.init.shared::cta.b64 [empty+8], 64;
  READY:
    bar.sync 0;
    mov.u32 %r1, s; mov.u32 %r2, full; mov.u32 %r3, empty;
    mov.u32 %r4, 0; mov.u32 %r9, 0; // The step, and the sum.
    ld.param.u64 %d1, [in];
    setp.ge.u32 %p2, %t, 64;
    @!%p2 bra CONSUMER;
    @!%p1 bra DONE;
  PRODUCER:
    and.b32 %r5, %r4, 1; shl.b32 %r6, %r5, 3;
    add.u32 %r7, %r2, %r6; add.u32 %r8, %r3, %r6;
    shl.b32 %r6, %r5, 9; add.u32 %r6, %r1, %r6;
    shr.u32 %r10, %r4, 1; and.b32 %r10, %r10, 1; xor.b32 %r10, %r10, 1;
  EMPTY:
    )" +
         std::string(waitsForEmpty ? "mbarrier.try_wait.parity.shared::cta.b64 "
                                     "%p3, [%r8], %r10;\n@!%p3 bra EMPTY;"
                                   : "") +
         R"(
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], 512;
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r6], [%d1], 512, [%r7]; //!
    add.u64 %d1, %d1, 512;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p3, %r4, 10;
    @%p3 bra PRODUCER;
    bra DONE;
  CONSUMER:
    and.b32 %r5, %r4, 1; shl.b32 %r6, %r5, 3;
    add.u32 %r7, %r2, %r6; add.u32 %r8, %r3, %r6;
    shl.b32 %r6, %r5, 9; add.u32 %r6, %r1, %r6;
    shl.b32 %r11, %t, 2; add.u32 %r6, %r6, %r11;
    shr.u32 %r10, %r4, 1; and.b32 %r10, %r10, 1;
  FULL:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r7], %r10;
    @!%p3 bra FULL;
    ld.shared.u32 %r12, [%r6];
    ld.shared.u32 %r13, [%r6+256];
    mbarrier.arrive.shared::cta.b64 _, [%r8];
    add.u32 %r9, %r9, %r12; add.u32 %r9, %r9, %r13;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p3, %r4, 10;
    @%p3 bra CONSUMER;
  DONE:
    st.global.u32 [%out], %r9;)";
}

TEST(BulkDecodersTest, Pipeline) {
  TestKernel kernel;
  kernel.threads = 96;
  std::vector<uint8_t> input = getNumbers(96);
  TestRun run = kernel.runClean(getPipeline(true), input);
  for (unsigned t = 0; t < 64; ++t) {
    uint32_t sum = 0;
    for (unsigned step = 0; step < 10; ++step)
      for (unsigned half = 0; half < 2; ++half) {
        uint32_t value;
        std::memcpy(&value, input.data() + step * 512 + half * 256 + t * 4, 4);
        sum += value;
      }
    EXPECT_EQ(run.get<uint32_t>(t), sum);
  }
}

TEST(BulkDecodersTest, APipelineThatOverwritesWhatIsRead) {
  TestKernel kernel;
  kernel.threads = 96;
  TestRun run = kernel.run(getPipeline(false), getNumbers(96));
  bool isFound = false;
  for (const Report &report : run.result.reports)
    isFound |= report.kind == ReportKind::SharedRace;
  EXPECT_TRUE(isFound) << run.getFindings();
}

/// Each thread fills 16 bytes, thread 0 copies all to the output.
static std::string getStoreKernel(const std::string &copy,
                                  const std::string &wait) {
  return R"(
    .shared .align 16 .b8 s[1024];
    mov.u32 %r1, s; shl.b32 %r2, %t, 4; add.u32 %r3, %r1, %r2;
    mul.lo.u32 %r4, %t, 7;
    st.shared.v4.u32 [%r3], {%r4, %t, %r4, %t};
    fence.proxy.async.shared::cta;
    bar.sync 0;
    setp.ne.u32 %p1, %t, 0;
    @%p1 bra DONE;
    ld.param.u64 %d1, [out];
    )" + copy +
         "\ncp.async.bulk.commit_group;\n" + wait + "\nDONE:\nbar.sync 0;";
}

TEST(BulkDecodersTest, StoresAreInGroups) {
  TestKernel kernel;
  kernel.threads = 64;
  std::string copy =
      "cp.async.bulk.global.shared::cta.bulk_group [%d1], [%r1], 1024; //!";
  for (const char *wait :
       {"cp.async.bulk.wait_group 0;", "cp.async.bulk.wait_group.read 0;"}) {
    TestRun run = kernel.runClean(getStoreKernel(copy, wait));
    for (uint32_t t = 0; t < 64; ++t) {
      const uint32_t expected[] = {7 * t, t, 7 * t, t};
      EXPECT_EQ(std::memcmp(run.out.data() + 16 * t, expected, 16), 0);
    }
  }
  // No thread waits before the end.
  std::string body = getStoreKernel(copy, "cp.async.bulk.wait_group 1;");
  TestRun run = kernel.runClean(body);
  EXPECT_EQ(run.getNotes().substr(0, 10), "undefined@");
  EXPECT_NE(getMessage(run).find("expected cp.async.bulk.wait_group.read"),
            std::string::npos);
  kernel.options.strictRaces = true;
  runWrong(kernel, body, "undefined");
}

TEST(BulkDecodersTest, WhatWasStoredIsThereAfterTheWaitForAllOfIt) {
  TestKernel kernel;
  kernel.threads = 64;
  std::string copy =
      "cp.async.bulk.global.shared::cta.bulk_group [%d1], [%r1], 1024;";
  std::string load = R"(
    ld.param.u64 %d1, [out];
    ld.global.u32 %r9, [%d1+512]; //!)";
  TestRun run = runWrong(
      kernel, getStoreKernel(copy, "cp.async.bulk.wait_group.read 0;") + load,
      "global-race");
  EXPECT_NE(getMessage(run).find("a bulk store that no thread has waited for"),
            std::string::npos)
      << getMessage(run);
  kernel.runClean(getStoreKernel(copy, "cp.async.bulk.wait_group 0;") + load);
}

TEST(BulkDecodersTest, StoresWithAMaskOfBytes) {
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.runClean(getStoreKernel(
      "mov.b16 %h1, 0xF00F;\ncp.async.bulk.global.shared::cta.bulk_group."
      "cp_mask [%d1], [%r1], 1024, %h1;",
      "cp.async.bulk.wait_group 0;"));
  for (uint32_t t = 0; t < 64; ++t) {
    const uint32_t expected[] = {7 * t, 0, 0, t};
    EXPECT_EQ(std::memcmp(run.out.data() + 16 * t, expected, 16), 0);
  }
}

TEST(BulkDecodersTest, ReductionsToGlobalMemory) {
  TestKernel kernel;
  kernel.threads = 64;
  kernel.blocks = 3;
  TestRun run = kernel.runClean(getStoreKernel(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d1], "
      "[%r1], 1024;",
      "cp.async.bulk.wait_group 0;"));
  for (uint32_t t = 0; t < 64; ++t) {
    const uint32_t expected[] = {21 * t, 3 * t, 21 * t, 3 * t};
    EXPECT_EQ(std::memcmp(run.out.data() + 16 * t, expected, 16), 0);
  }
}

TEST(BulkDecodersTest, WrongSizesAndAddresses) {
  TestKernel kernel;
  kernel.threads = 64;
  runWrong(kernel,
           getStoreKernel("cp.async.bulk.global.shared::cta.bulk_group [%d1], "
                          "[%r1], 24; //!",
                          "cp.async.bulk.wait_group 0;"),
           "undefined");
  runWrong(kernel,
           getStoreKernel("cp.async.bulk.global.shared::cta.bulk_group "
                          "[%d1+8], [%r1], 16; //!",
                          "cp.async.bulk.wait_group 0;"),
           "misaligned");
  runWrong(kernel,
           getStoreKernel("cp.async.bulk.global.shared::cta.bulk_group "
                          "[%d1+4080], [%r1], 32; //!",
                          "cp.async.bulk.wait_group 0;"),
           "out-of-bounds");
}

TEST(BulkDecodersTest, CopiesOfImagesAreNotSimulated) {
  TestKernel kernel;
  kernel.target = "sm_90a";
  runWrong(kernel, R"(
    .shared .align 128 .b8 s[1024]; .shared .align 8 .b64 bar;
    mov.u32 %r1, s; mov.u32 %r2, bar;
    mov.u16 %h1, 0;
    cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r1], [%in, {%t, %t, %t}], [%r2], {%h1}; //!)",
           "not-simulated");
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

static TestKernel getCluster(unsigned size, unsigned threads) {
  TestKernel kernel;
  kernel.blocks = kernel.clusterSize = size;
  kernel.threads = threads;
  return kernel;
}

/// Each CTA writes, and reads what its right neighbour wrote.
static std::string getNeighbourKernel(const std::string &barrier) {
  return R"(
    .shared .u32 values[64];
    mov.u32 %r1, values; shl.b32 %r2, %t, 2; add.u32 %r3, %r1, %r2;
    st.shared.u32 [%r3], %cta;
    )" + barrier +
         R"(
    mov.u32 %r4, %cluster_ctarank; add.u32 %r4, %r4, 1; and.b32 %r4, %r4, 3;
    mapa.shared::cluster.u32 %r5, %r3, %r4;
    ld.shared::cluster.u32 %r6, [%r5]; //!
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    st.global.u32 [%out], %r6;)";
}

TEST(BulkDecodersTest, ClusterBarriersOrderCTAs) {
  TestKernel kernel = getCluster(4, 64);
  TestRun run = kernel.runClean(getNeighbourKernel(
      "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"));
  for (unsigned t = 0; t < 256; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), (t + 64) % 256);
  EXPECT_EQ(run.result.statistics.barriers, 4u * 2 * 2);
  runWrong(kernel,
           getNeighbourKernel("barrier.cluster.arrive.relaxed; "
                              "barrier.cluster.wait;"),
           "shared-race");
}

/// CTA 0 initialises an mbarrier, at which CTA 1 arrives. `between` stands
/// before the first access.
static std::string getRemoteArrival(const std::string &between) {
  return R"(
    .shared .align 8 .b64 bar;
    .shared .align 4 .u32 value;
    mov.u32 %r1, bar; mov.u32 %r4, value;
    setp.eq.u32 %p1, %t, 0;
    mov.u32 %r2, %cluster_ctarank; setp.eq.u32 %p2, %r2, 0;
    and.pred %p3, %p1, %p2; not.pred %p4, %p2; and.pred %p5, %p1, %p4;
    @%p3 mbarrier.init.shared::cta.b64 [%r1], 1;
    @%p3 st.shared.u32 [%r4], 5;
    )" + between +
         R"(
    mov.u32 %r5, 0; mapa.shared::cluster.u32 %r3, %r1, %r5;
    @%p5 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r3];
    @%p4 bra DONE;
    WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p6, [%r1], 0;
    @!%p6 bra WAIT;
    DONE:
    barrier.cluster.arrive; barrier.cluster.wait;)";
}

TEST(BulkDecodersTest, RelaxedClusterBarriersGiveInitialisedMbarriers) {
  TestKernel kernel = getCluster(2, 32);
  std::string meet = "barrier.cluster.arrive.relaxed; barrier.cluster.wait;",
              fence = "@%p3 fence.mbarrier_init.release.cluster;";
  kernel.runClean(getRemoteArrival(fence + meet));
  auto findsRace = [&](const std::string &body, const char *part) {
    TestRun run = kernel.run(body);
    EXPECT_EQ(run.errors, "");
    return llvm::any_of(run.result.reports, [&](const Report &report) {
      return report.kind == ReportKind::SharedRace &&
             report.message.find(part) != std::string::npos;
    });
  };
  // Without the fence, with the fence behind the arrival, or before the
  // initialisation, the arrival gives nothing.
  const char *unknown = "was initialised by another thread";
  EXPECT_TRUE(findsRace(getRemoteArrival(meet), unknown));
  EXPECT_TRUE(findsRace(getRemoteArrival("barrier.cluster.arrive.relaxed;" +
                                         fence + "barrier.cluster.wait;"),
                        unknown));
  std::string early = getRemoteArrival(meet);
  early.insert(early.find("@%p3 mbarrier.init"), fence);
  EXPECT_TRUE(findsRace(early, unknown));
  // Nor does the fence order anything else.
  std::string load = "mov.u32 %r5, 0; mapa.shared::cluster.u32 %r6, %r4, %r5;\n"
                     "@%p5 ld.shared::cluster.u32 %r7, [%r6];";
  EXPECT_TRUE(findsRace(getRemoteArrival(fence + meet + load),
                        "a load of 4 bytes at byte 0 of 'value'"));
}

TEST(BulkDecodersTest, MulticastCopiesToEachCTA) {
  TestKernel kernel = getCluster(4, 32);
  std::vector<uint8_t> input;
  fillSlots<uint32_t>(input, 128, 0, [](unsigned t) { return t + 1; });
  TestRun run = kernel.runClean(R"(
    .shared .align 128 .b8 s[64]; .shared .align 8 .b64 bar;
    setp.eq.u32 %p0, %t, 0;
    @%p0 mbarrier.init.shared.b64 [bar], 1;
    @%p0 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    mov.u32 %r1, %cluster_ctarank; setp.eq.and.u32 %p1, %r1, 2, %p0;
    mov.u32 %r2, s; mov.u32 %r3, bar; mov.u16 %h1, 0xB; mov.u32 %r4, 64;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r2], [%in], %r4, [%r3], %h1;
    mov.u32 %r5, 0;
    setp.eq.u32 %p3, %r1, 2;
    @%p3 bra END;
  WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
    ld.shared.u32 %r5, [s];
  END:
    st.global.u32 [%out], %r5;
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;)",
                                input);
  // The first slot of the CTA of rank 2, for the other three.
  for (unsigned t = 0; t < 128; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t / 32 == 2 ? 0 : 65u);
}

TEST(BulkDecodersTest, ClusterBarriersOfThreadsThatExit) {
  TestRun run = getCluster(2, 64).runClean(R"(
    setp.lt.u32 %p1, %t, 7;
    @%p1 exit;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mov.u32 %r1, 1;
    st.global.u32 [%out], %r1;)");
  EXPECT_EQ(run.get<uint32_t>(6), 0u);
  EXPECT_EQ(run.get<uint32_t>(7), 1u);
}

TEST(BulkDecodersTest, ClusterBarriersInDifferentPhases) {
  // Even lanes arrive on one way and wait on another than odd ones, twice.
  TestRun run = getCluster(2, 32).runClean(R"(
    and.b32 %r1, %t, 1; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, 0;
  AGAIN:
    @%p1 bra A;
    barrier.cluster.arrive;
    bra B;
  A:
    barrier.cluster.arrive;
    barrier.cluster.wait;
  B:
    @!%p1 barrier.cluster.wait;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, 2;
    @%p2 bra AGAIN;
    st.global.u32 [%out], %r2;)");
  for (unsigned t = 0; t < 64; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), 2u);
}

TEST(BulkDecodersTest, WrongClusterBarriers) {
  runWrong(getCluster(2, 32), R"(
    barrier.cluster.arrive;
    barrier.cluster.arrive; //!
    barrier.cluster.wait;)",
           "undefined");
  runWrong(getCluster(2, 32), "barrier.cluster.wait; //!", "undefined");
  TestRun run = runWrong(getCluster(2, 32), R"(
    mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 1;
    @%p1 bra A;
    barrier.cluster.arrive;
    barrier.cluster.wait; //!
    exit;
  A:
    .shared .align 8 .b64 bar;
    bar.sync 1, 64;)",
                         "deadlock");
}

/// CTA 0 waits until the others have sent their values.
static std::string getSendKernel(const std::string &send, unsigned bytes,
                                 const std::string &result) {
  return R"(
    .shared .align 16 .b8 s[512]; .shared .align 8 .b64 bar;
    mov.u32 %r1, s; mov.u32 %r2, bar; shl.b32 %r3, %t, 4;
    add.u32 %r4, %r1, %r3;
    setp.eq.u32 %p1, %t, 0;
    mov.u32 %r10, %cluster_ctarank;
    mov.u32 %r11, 0;
    st.shared.v4.u32 [%r4], {%r11, %r11, %r11, %r11};
    @%p1 mbarrier.init.shared::cta.b64 [bar], 1;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    setp.eq.u32 %p2, %r10, 0;
    @%p2 bra RECEIVE;
    mov.u32 %r12, 0;
    mapa.shared::cluster.u32 %r5, %r4, %r12;
    mapa.shared::cluster.u32 %r6, %r2, %r12;
    mapa.shared::cluster.u32 %r9, %r1, %r12;
    add.u32 %r7, %cta, 1000;
    )" + send +
         R"(
    bra DONE;
  RECEIVE:
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], )" +
         std::to_string(bytes) + R"(;
  WAIT:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [bar], 0;
    @!%p3 bra WAIT;
    )" + result +
         R"(
  DONE:
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;)";
}

TEST(BulkDecodersTest, StoresToAnotherCTA) {
  TestRun run = getCluster(2, 32).runClean(getSendKernel(
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 "
      "[%r5], {%r7, %t, %r7, %cta}, [%r6];",
      512,
      "ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r4];\n"
      "st.global.v4.u32 [%out], {%r20, %r21, %r22, %r23};"));
  for (uint32_t t = 0; t < 32; ++t) {
    const uint32_t expected[] = {1032 + t, t, 1032 + t, 32 + t};
    EXPECT_EQ(std::memcmp(run.out.data() + t * kSlot, expected, 16), 0);
  }
}

TEST(BulkDecodersTest, ReductionsInAnotherCTA) {
  TestRun run = getCluster(4, 32).runClean(getSendKernel(
      "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
      ".add.u32 [%r9], %r7, [%r6];\n"
      "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
      ".max.u32 [%r9+4], %r7, [%r6];",
      3 * 32 * 8,
      "ld.shared.v2.u32 {%r20, %r21}, [%r1];\n"
      "st.global.v2.u32 [%out], {%r20, %r21};"));
  uint32_t sum = 0;
  for (uint32_t t = 32; t < 128; ++t)
    sum += 1000 + t;
  EXPECT_EQ(run.get<uint32_t>(17, 0), sum);
  EXPECT_EQ(run.get<uint32_t>(17, 4), 1127u);
}

TEST(BulkDecodersTest, CopiesToAnotherCTA) {
  TestRun run = getCluster(2, 32).runClean(getSendKernel(
      "st.shared.v4.u32 [%r4], {%r7, %r7, %r7, %cta};\n"
      "fence.proxy.async.shared::cta; bar.warp.sync 0xffffffff;\n"
      "@%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
      "bytes [%r9], [%r1], 512, [%r6];",
      512,
      "ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r4];\n"
      "st.global.v4.u32 [%out], {%r20, %r21, %r22, %r23};"));
  for (uint32_t t = 0; t < 32; ++t) {
    const uint32_t expected[] = {1032 + t, 1032 + t, 1032 + t, 32 + t};
    EXPECT_EQ(std::memcmp(run.out.data() + t * kSlot, expected, 16), 0);
  }
}

TEST(BulkDecodersTest, ArrivalsFromAnotherCTA) {
  TestRun run = getCluster(2, 32).runClean(R"(
    .shared .align 8 .b64 bar; .shared .u32 value;
    setp.eq.u32 %p1, %t, 0;
    @%p1 mbarrier.init.shared::cta.b64 [bar], 32;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p2, %r1, 0;
    mov.u32 %r2, 0; mov.u32 %r3, bar; mov.u32 %r4, value;
    mapa.shared::cluster.u32 %r5, %r3, %r2;
    mapa.shared::cluster.u32 %r6, %r4, %r2;
    @%p2 bra RECEIVE;
    mov.u32 %r7, 4711;
    @%p1 st.shared::cluster.u32 [%r6], %r7;
    bar.warp.sync 0xffffffff;
    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];
    bra DONE;
  RECEIVE:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [bar], 0;
    @!%p3 bra RECEIVE;
    ld.shared.u32 %r8, [value];
    st.global.u32 [%out], %r8;
  DONE:
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;)");
  EXPECT_EQ(run.get<uint32_t>(9), 4711u);
}

TEST(BulkDecodersTest, FillsWithZeros) {
  TestRun run = TestKernel().runClean(R"(
    .shared .align 16 .b8 s[1024];
    mov.u32 %r1, s; shl.b32 %r2, %t, 4; add.u32 %r3, %r1, %r2;
    st.shared.v4.u32 [%r3], {%t, %t, %t, %t};
    bar.sync 0;
    setp.eq.u32 %p1, %t, 0;
    mov.u64 %d1, 768;
    @%p1 st.bulk.weak.shared::cta [%r1+256], %d1, 0;
    bar.sync 0;
    ld.shared.u32 %r4, [%r3];
    ld.shared.u32 %r5, [%r3+512];
    st.global.v2.u32 [%out], {%r4, %r5};)");
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t), t < 16 ? t : 0u);
    EXPECT_EQ(run.get<uint32_t>(t, 4), 0u);
  }
}
