//===- SpacesTest.cpp - Addresses of another state space ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access must be to the space that it names: a finding says which one it is,
// and where the address is instead.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

namespace {
struct SpacesKernel : TestKernel {
  SpacesKernel() {
    module = ".const .align 16 .b32 table[4] = {10, 20, 30, 40}; "
             ".const .b32 second = 50; "
             ".global .align 16 .b32 numbers[4] = {1, 2, 3, 4}; "
             ".global .u64 pointer = generic(table); "
             ".const .u64 inside = table; "
             ".func (.param .b32 r) f(.param .b32 x) { st.param.b32 [r], 1; "
             "ret; }";
  }
};
} // namespace

/// What every body may use.
static const std::string kVariables =
    ".shared .align 16 .b32 buffer[4]; .local .align 16 .b32 own[4];\n"
    "st.local.b32 [own], 0; st.local.b32 [own+4], %t;\n"
    "st.shared.b32 [buffer+4], 0;\n";

/// The message of the only finding, without the address.
static std::string findWrong(const std::string &body,
                             const SpacesKernel &kernel = {}) {
  TestRun run = runWrong(kernel, kVariables + body, "out-of-bounds");
  std::string message = getMessage(run);
  size_t at = message.find("0x"), end = message.find_first_of(",:", at);
  return at == std::string::npos ? message : message.replace(at, end - at, "A");
}

//===----------------------------------------------------------------------===//
// What is right
//===----------------------------------------------------------------------===//

TEST(SpacesTest, EachSpaceByAllItsAddresses) {
  // By name, by the address in the space, by a generic one, and that made into
  // one of the space again; an initialiser of both kinds.
  TestRun run = SpacesKernel().runClean(kVariables + R"(
    ld.const.b32 %r1, [table+4];
    mov.u64 %d1, table; ld.const.b32 %r2, [%d1+8];
    cvta.const.u64 %d2, %d1; ld.b32 %r3, [%d2+12];
    cvta.to.const.u64 %d3, %d2; ld.const.b32 %r4, [%d3];
    ld.b32 %r5, [table];
    ld.global.u64 %d4, [pointer]; ld.b32 %r6, [%d4+4];
    ld.const.u64 %d5, [inside]; ld.const.b32 %r7, [%d5+4];
    cvt.u32.u64 %r8, %d1; ld.const.b32 %r8, [%r8+4];
    ld.const.b32 %r9, [second]; cvta.const.u64 %d6, second; ld.b32 %r10, [%d6];
    isspacep.const %p1, %d2; isspacep.global %p2, %d2; isspacep.const %p3, %out;
    selp.b32 %r11, 1, 0, %p1; selp.b32 %r12, 1, 0, %p2;
    selp.b32 %r13, 1, 0, %p3;
    st.global.v4.b32 [%out], {%r1, %r2, %r3, %r4};
    st.global.v4.b32 [%out+16], {%r5, %r6, %r7, %r8};
    st.global.v4.b32 [%out+32], {%r9, %r10, %r11, %r12};
    st.global.b32 [%out+48], %r13;)");
  const uint32_t expected[] = {20, 30, 40, 10, 10, 20, 20, 20, 50, 50, 1, 0, 0};
  for (unsigned e = 0; e < 13; ++e)
    EXPECT_EQ(run.get<uint32_t>(3, 4 * e), expected[e]) << e;
}

/// The eight bytes of an address, as an initialiser of bytes has them.
static std::string getBytes(const std::string &address) {
  std::string text, zeros;
  for (unsigned byte = 0; byte < 8; ++byte, zeros += "00")
    text += (byte ? ", 0xff" : "0xff") + zeros + "(" + address + ")";
  return "{" + text + "}";
}

TEST(SpacesTest, BytesOfAddresses) {
  SpacesKernel kernel;
  kernel.module +=
      ".global .align 8 .u8 plain[8] = " + getBytes("numbers+8") +
      "; .global .align 8 .u8 inside_const[8] = " + getBytes("table+4") +
      "; .global .align 8 .u8 anywhere[8] = " + getBytes("generic(table)+4") +
      ";";
  TestRun run = kernel.runClean(R"(
    ld.global.u64 %d1, [plain]; ld.global.b32 %r1, [%d1];
    ld.global.u64 %d2, [inside_const]; ld.const.b32 %r2, [%d2];
    ld.global.u64 %d3, [anywhere]; ld.b32 %r3, [%d3];
    st.global.v4.b32 [%out], {%r1, %r2, %r3, %r3};)");
  EXPECT_EQ(run.get<uint32_t>(0, 0), 3u);
  EXPECT_EQ(run.get<uint32_t>(0, 4), 20u);
  EXPECT_EQ(run.get<uint32_t>(0, 8), 20u);
}

TEST(SpacesTest, GlobalAddressesAreGeneric) {
  // As on the hardware, and as PTX of nvcc and Triton has it: cvta does
  // nothing.
  TestRun run = SpacesKernel().runClean(R"(
    mov.u64 %d1, numbers; ld.b32 %r1, [%d1+4]; ld.global.b32 %r2, [%d1+8];
    cvta.global.u64 %d2, %d1; ld.global.b32 %r3, [%d2+12];
    cvta.to.global.u64 %d3, %out; st.global.b32 [%d3], %r1;
    // The host may give a kernel the address of a constant.
    cvta.const.u64 %d4, table; cvta.to.global.u64 %d4, %d4;
    ld.global.b32 %r4, [%d4+4];
    add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4;
    st.b32 [%out+4], %r2;)");
  EXPECT_EQ(run.get<uint32_t>(0, 0), 2u);
  EXPECT_EQ(run.get<uint32_t>(0, 4), 27u);
}

TEST(SpacesTest, PrefetchesPastTheEnd) {
  SpacesKernel().runClean(kVariables + R"(
    prefetch.global.L2 [%out+1000000];
    prefetch.global.L1 [16];
    mov.u64 %d1, own; prefetch.L1 [%d1];
    prefetch.local.L2 [%d1+4096];
    cvta.shared.u64 %d2, buffer; prefetch.L1 [%d2]; prefetchu.L1 [%d2];)");
}

//===----------------------------------------------------------------------===//
// What is not
//===----------------------------------------------------------------------===//

TEST(SpacesTest, ConstantMemory) {
  EXPECT_EQ(findWrong("ld.param.u64 %d1, [out];\n"
                      "ld.const.b32 %r1, [%d1+8]; //!"),
            "a load of 4 bytes at A, expected an address of constant memory, "
            "found that of byte 8 of out in global memory");
  EXPECT_EQ(findWrong("mov.u64 %d1, numbers;\n"
                      "ld.const.v2.b32 {%r1, %r2}, [%d1]; //!"),
            "a load of 8 bytes at A, expected an address of constant memory, "
            "found that of byte 0 of the variable 'numbers' in global memory");
  EXPECT_EQ(findWrong("cvta.const.u64 %d1, table;\n"
                      "ld.const.b32 %r1, [%d1+4]; //!"),
            "a load of 4 bytes at A, expected an address of constant memory, "
            "found the generic address of byte 4 of the variable 'table' in "
            "constant memory, which cvta.to.const makes one of constant "
            "memory");
  EXPECT_EQ(findWrong("cvta.shared.u64 %d1, buffer;\n"
                      "ld.const.b32 %r1, [%d1]; //!"),
            "a load of 4 bytes at A, expected an address of constant memory, "
            "found the generic address of byte 0 of 'buffer' in shared memory");
  EXPECT_EQ(findWrong("ld.const.b32 %r1, [table+16]; //!"),
            "a load of 4 bytes at A, 0 bytes past the end of the variable "
            "'table' of 16 bytes");
  EXPECT_EQ(findWrong("ld.const.b32 %r1, [0]; //!"),
            "a load of 4 bytes at A, 65536 bytes before the variable 'table' "
            "of 16 bytes");
}

TEST(SpacesTest, GlobalMemory) {
  for (const char *access :
       {"ld.global.b32 %r1, [%d1+4]; //!", "ldu.global.b32 %r1, [%d1+4]; //!",
        "ld.global.nc.b32 %r1, [%d1+4]; //!"})
    EXPECT_EQ(findWrong("cvta.shared.u64 %d1, buffer;\n" + std::string(access)),
              "a load of 4 bytes at A, expected an address of global memory, "
              "found the generic address of byte 4 of 'buffer' in shared "
              "memory");
  EXPECT_EQ(findWrong("cvta.local.u64 %d1, own;\n"
                      "st.global.b32 [%d1+8], %t; //!"),
            "a store of 4 bytes at A, expected an address of global memory, "
            "found the generic address of byte 8 of 'own' in local memory");
  EXPECT_EQ(findWrong("mov.b64 %d1, f;\nld.global.b32 %r1, [%d1]; //!"),
            "a load of 4 bytes at A, expected an address of global memory, "
            "found the generic address of the function 'f'");
  for (const char *access : {"atom.global.add.u32 %r1, [%d1], 1; //!",
                             "red.global.add.u32 [%d1], 1; //!",
                             "atom.global.cas.b32 %r1, [%d1], 1, 2; //!"})
    EXPECT_EQ(findWrong("cvta.shared.u64 %d1, buffer;\n" + std::string(access)),
              "an atomic operation of 4 bytes at A, expected an address of "
              "global memory, found the generic address of byte 0 of 'buffer' "
              "in shared memory");
}

TEST(SpacesTest, AForgottenConversion) {
  // A small number as a generic address, where it would be one of a window.
  for (const char *load :
       {"ld.b32 %r1, [%d1+4]; //!", "ld.global.b32 %r1, [%d1+4]; //!"}) {
    std::string expected =
        std::string("a load of 4 bytes at A, expected ") +
        (load[3] == 'b' ? "a generic address" : "an address of global memory") +
        ", found what would be ";
    EXPECT_EQ(findWrong("mov.u64 %d1, buffer;\n" + std::string(load)),
              expected + "byte 4 of 'buffer' in shared memory after "
                         "cvta.shared");
    EXPECT_EQ(findWrong("mov.u64 %d1, table;\n" + std::string(load)),
              expected + "byte 4 of the variable 'table' in constant memory "
                         "after cvta.const");
  }
  EXPECT_EQ(getMessage(runWrong(TestKernel(),
                                ".local .b32 own[4];\nmov.u64 %d1, own;\n"
                                "st.b32 [%d1+4], %t; //!",
                                "out-of-bounds")),
            "a store of 4 bytes at 0x4, expected a generic address, found what "
            "would be byte 4 of 'own' in local memory after cvta.local");
  EXPECT_EQ(findWrong("ld.global.b32 %r1, [0]; //!"),
            "a load of 4 bytes at A, which is in no buffer");
}

TEST(SpacesTest, SharedMemory) {
  std::string expected = "expected an address of shared memory, found ";
  EXPECT_EQ(findWrong("ld.param.u64 %d1, [out];\n"
                      "ld.shared.b32 %r1, [%d1]; //!"),
            "a load of 4 bytes at A, " + expected +
                "that of byte 0 of out in global memory");
  EXPECT_EQ(findWrong("cvta.shared.u64 %d1, buffer;\n"
                      "ld.shared.b32 %r1, [%d1+4]; //!"),
            "a load of 4 bytes at A, " + expected +
                "the generic address of byte 4 of 'buffer' in shared memory, "
                "which cvta.to.shared makes one of shared memory");
  EXPECT_EQ(findWrong("cvta.local.u64 %d1, own;\n"
                      "st.shared.b32 [%d1], %t; //!"),
            "a store of 4 bytes at A, " + expected +
                "the generic address of byte 0 of 'own' in local memory");
  EXPECT_EQ(findWrong("ld.param.u64 %d1, [out];\n"
                      "atom.shared.add.u32 %r1, [%d1], 1; //!"),
            "an atomic operation of 4 bytes at A, " + expected +
                "that of byte 0 of out in global memory");
  EXPECT_EQ(findWrong("cvta.shared.u64 %d1, buffer;\n"
                      "cp.async.ca.shared.global [%d1], [%in], 4; //!"),
            "a store of 4 bytes at A, " + expected +
                "the generic address of byte 0 of 'buffer' in shared memory, "
                "which cvta.to.shared makes one of shared memory");
  EXPECT_EQ(findWrong("cvta.shared.u64 %d1, buffer;\n"
                      "cp.async.ca.shared.global [buffer], [%d1], 4; //!"),
            "a load of 4 bytes at A, expected an address of global memory, "
            "found the generic address of byte 0 of 'buffer' in shared memory");
}

TEST(SpacesTest, SharedMemoryOfAnotherCTA) {
  SpacesKernel kernel;
  kernel.blocks = kernel.clusterSize = 2;
  std::string mapped = "mov.u32 %r1, buffer; mov.u32 %r4, %cluster_ctarank;\n"
                       "xor.b32 %r2, %r4, FLIP;\n"
                       "mapa.shared::cluster.u32 %r3, %r1, %r2;\n"
                       "barrier.cluster.arrive; barrier.cluster.wait;\n"
                       "LOAD\n"
                       "barrier.cluster.arrive; barrier.cluster.wait;";
  auto getBody = [&](const char *flip, const char *load) {
    std::string body = mapped;
    body.replace(body.find("FLIP"), 4, flip);
    return kVariables + body.replace(body.find("LOAD"), 4, load);
  };
  kernel.runClean(
      getBody("1", "ld.shared::cluster.b32 %r5, [%r3+4]; mov.u32 %r6, %r5;"));
  kernel.runClean(getBody("0", "ld.shared::cta.b32 %r5, [%r3+4];"));
  TestRun run = runWrong(
      kernel, getBody("1", "ld.shared.b32 %r5, [%r3+4]; //!"), "out-of-bounds");
  EXPECT_EQ(getMessage(run),
            "a load of 4 bytes at 0x1000004, expected an address of shared "
            "memory, found that of byte 4 of 'buffer' in shared memory of the "
            "CTA of rank 1 in the cluster");
}

// CUTLASS's way from a CTA of a pair to its leader, and back by mapa.
TEST(SpacesTest, RankInSharedAddresses) {
  SpacesKernel kernel;
  kernel.blocks = kernel.clusterSize = 2;
  std::string begin = "mov.u32 %r1, buffer; mov.u32 %r4, %cluster_ctarank;\n"
                      "mapa.shared::cluster.u32 %r3, %r1, %r4;\n"
                      "and.b32 %r5, %r1, 0xFEFFFFFF;\n";
  TestRun run = kernel.runClean(
      kVariables + begin +
      "cvta.shared.u64 %d1, buffer; cvta.to.shared.u64 %d2, %d1;\n"
      "cvt.u32.u64 %r6, %d2; getctarank.shared::cluster.u32 %r7, %r1;\n"
      "isspacep.shared::cta %p1, %d1; selp.u32 %r8, 1, 0, %p1;\n"
      "shl.b32 %r9, %r4, 4; or.b32 %r9, %r9, 7;\n"
      "setp.eq.u32 %p2, %t, 0;\n"
      "bar.sync 0; @%p2 st.shared.u32 [buffer+4], %r9;\n"
      "barrier.cluster.arrive; barrier.cluster.wait;\n"
      "ld.shared::cluster.u32 %r10, [%r5+4];\n"
      "ld.shared.u32 %r11, [4]; ld.shared.u32 %r12, [%r1+4];\n"
      "st.global.v4.u32 [%out], {%r1, %r3, %r5, %r6};\n"
      "st.global.v4.u32 [%out+16], {%r7, %r8, %r10, %r11};\n"
      "st.global.u32 [%out+32], %r12;\n"
      "barrier.cluster.arrive; barrier.cluster.wait;");
  for (uint32_t rank : {0, 1}) {
    unsigned thread = rank * kernel.threads;
    uint32_t own = run.get<uint32_t>(thread);
    EXPECT_EQ(own, rank << 24);
    EXPECT_EQ(run.get<uint32_t>(thread, 4), own);
    EXPECT_EQ(run.get<uint32_t>(thread, 8), 0u);
    EXPECT_EQ(run.get<uint32_t>(thread, 12), own);
    EXPECT_EQ(run.get<uint32_t>(thread, 16), rank);
    EXPECT_EQ(run.get<uint32_t>(thread, 20), 1u);
    EXPECT_EQ(run.get<uint32_t>(thread, 24), 7u);
    EXPECT_EQ(run.get<uint32_t>(thread, 28), rank << 4 | 7);
    EXPECT_EQ(run.get<uint32_t>(thread, 32), rank << 4 | 7);
  }
  // .shared::cta does not reach the leader.
  run = runWrong(kernel,
                 kVariables + begin +
                     "bar.sync 0; ld.shared.b32 %r5, [%r5+4]; //!",
                 "out-of-bounds");
  EXPECT_EQ(getMessage(run),
            "a load of 4 bytes at 0x4, expected an address of shared memory, "
            "found that of byte 4 of 'buffer' in shared memory of the CTA of "
            "rank 0 in the cluster");
}

TEST(SpacesTest, LocalMemory) {
  std::string expected = "expected an address of local memory, found ";
  EXPECT_EQ(findWrong("ld.param.u64 %d1, [out];\n"
                      "ld.local.b32 %r1, [%d1]; //!"),
            "a load of 4 bytes at A, " + expected +
                "that of byte 0 of out in global memory");
  EXPECT_EQ(findWrong("cvta.local.u64 %d1, own;\n"
                      "ld.local.b32 %r1, [%d1+4]; //!"),
            "a load of 4 bytes at A, " + expected +
                "the generic address of byte 4 of 'own' in local memory, which "
                "cvta.to.local makes one of local memory");
  EXPECT_EQ(findWrong("cvta.const.u64 %d1, table;\n"
                      "st.local.b32 [%d1], %t; //!"),
            "a store of 4 bytes at A, " + expected +
                "the generic address of byte 0 of the variable 'table' in "
                "constant memory");
}

TEST(SpacesTest, Parameters) {
  EXPECT_EQ(findWrong("ld.param.u64 %d1, [out];\n"
                      "ld.param.b32 %r1, [%d1]; //!"),
            "a load of 4 bytes at A, expected an address of parameters, found "
            "that of byte 0 of out in global memory");
}

TEST(SpacesTest, Hints) {
  EXPECT_EQ(findWrong("cvta.shared.u64 %d1, buffer;\n"
                      "prefetch.global.L2 [%d1]; //!"),
            "the address A: expected an address of global memory, found the "
            "generic address of byte 0 of 'buffer' in shared memory");
  EXPECT_EQ(findWrong("ld.param.u64 %d1, [out];\n"
                      "prefetch.local.L1 [%d1]; //!"),
            "the address A: expected an address of local memory, found that of "
            "byte 0 of out in global memory");
  EXPECT_EQ(findWrong("cvta.local.u64 %d1, own;\n"
                      "discard.global.L2 [%d1], 128; //!"),
            "the address A: expected an address of global memory, found the "
            "generic address of byte 0 of 'own' in local memory");
  EXPECT_EQ(findWrong("cvta.local.u64 %d1, own;\n"
                      "cp.async.bulk.prefetch.L2.global [%d1], 16; //!"),
            "the address A: expected an address of global memory, found the "
            "generic address of byte 0 of 'own' in local memory");
}

TEST(SpacesTest, BulkCopies) {
  SpacesKernel kernel;
  kernel.threads = 1;
  EXPECT_EQ(findWrong("mov.b32 %r9, 0;\n"
                      "st.shared.v4.b32 [buffer], {%r9, %r9, %r9, %r9};\n"
                      "fence.proxy.async;\n"
                      "cvta.shared.u64 %d1, buffer;\n"
                      "cp.async.bulk.global.shared::cta.bulk_group [%d1], "
                      "[buffer], 16; //!",
                      kernel),
            "a store of 16 bytes at A, expected an address of global memory, "
            "found the generic address of byte 0 of 'buffer' in shared memory");
}
