//===- TensorDecodersTest.cpp - Bulk copies of tensors --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More than 600 lines: all tests share the kernel around a copy.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include "tile/Simulator/TensorMap.h"

#include <array>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
constexpr unsigned kF16 = 6, kF32 = 7, kTF32 = 11, kU8 = 0, kS32 = 3, kS64 = 5;
constexpr unsigned kShared = 16384;

/// Runs code with a tensor in global memory, whose bytes count up, and 16 KiB
/// of shared memory at `smem`, which the kernel stores to `out` in the end.
struct TensorRun {
  TensorMap map;
  std::vector<uint8_t> tensor, before, shared;
  LaunchResult result;
  RunOptions options;
  std::string errors, messages;
  std::string target = ".version 8.3\n.target sm_90a";
  /// Boxes that one instruction moves.
  unsigned numBoxes = 1;

  TensorRun(unsigned type, std::vector<uint64_t> sizes,
            std::vector<uint32_t> box, unsigned swizzle = 0) {
    map.type = type;
    map.rank = unsigned(sizes.size());
    map.swizzle = swizzle;
    uint64_t bytes = map.getElementBytes();
    for (unsigned d = 0; d < map.rank; ++d) {
      map.sizes[d] = sizes[d];
      map.box[d] = box[d];
      bytes = (bytes * sizes[d] + 15) / 16 * 16;
      if (d + 1 < map.rank)
        map.strides[d] = bytes;
    }
    tensor.resize(bytes);
    for (size_t at = 0; at < bytes; ++at)
      tensor[at] = uint8_t(1 + at % 251);
  }

  /// Of a byte that a box has at `at` (from its begin, at 0): where the swizzle
  /// puts it.
  uint64_t place(uint64_t at) const {
    uint64_t line = at / 128, chunk = at % 128 / 16;
    chunk ^= map.swizzle == 3   ? line % 8
             : map.swizzle == 2 ? line % 4
             : map.swizzle == 1 ? line % 2
                                : 0;
    return line * 128 + chunk * 16 + at % 16;
  }

  /// Calls `f(at in the box, at in the tensor or -1)` for the bytes of the box.
  template <typename F>
  void forBytes(std::vector<int64_t> coordinates, F f) const {
    uint64_t size = map.getElementBytes(), total = map.getBoxBytes();
    for (uint64_t at = 0; at < total; ++at) {
      uint64_t rest = at / size;
      int64_t where = int64_t(at % size);
      bool isInside = true;
      for (unsigned d = 0; d < map.rank; ++d) {
        int64_t index =
            coordinates[d] + int64_t(rest % map.getCount(d)) * map.getStep(d);
        rest /= map.getCount(d);
        isInside &= index >= 0 && index < int64_t(map.sizes[d]);
        where += index * int64_t(d ? map.strides[d - 1] : size);
      }
      f(at, isInside ? where : -1);
    }
  }

  void run(const std::string &body, unsigned cluster = 1,
           bool fillsShared = false) {
    std::string text =
        target +
        "\n.address_size 64\n"
        ".visible .entry k(.param .align 64 .b8 map[128], .param .u64 out)\n"
        ".reqntid 32\n{\n.reg .pred %p<8>;\n.reg .b32 %t, %r<16>;\n"
        ".reg .b64 %d<16>, %m, %out;\n.reg .b16 %h<4>;\n"
        ".shared .align 1024 .b8 smem[16384];\n.shared .align 8 .b64 bar;\n"
        "mov.u32 %t, %tid.x;\nld.param.u64 %out, [out];\n"
        "mov.u64 %m, map;\ncvta.param.u64 %m, %m;\n"
        "setp.eq.u32 %p0, %t, 0;\n";
    if (fillsShared)
      text += "mov.u32 %r0, 0;\nF:\nmad.lo.u32 %r1, %t, 4, %r0;\n"
              "mov.u32 %r2, smem;\nadd.u32 %r2, %r2, %r1;\n"
              "st.shared.u32 [%r2], %r1;\nadd.u32 %r0, %r0, 128;\n"
              "setp.lt.u32 %p1, %r0, 16384;\n@%p1 bra F;\n"
              "fence.proxy.async.shared::cta;\nbar.sync 0;\n";
    text += body;
    text +=
        "mov.u32 %r0, 0;\nmov.u32 %r4, %ctaid.x;\nmul.lo.u32 %r4, %r4, 16384;\n"
        "E:\nmad.lo.u32 %r1, %t, 4, %r0;\n"
        "mov.u32 %r2, smem;\nadd.u32 %r2, %r2, %r1;\n"
        "setp.lt.u32 %p2, %r1, " +
        std::to_string(fillsShared ? 0 : numBoxes * map.getBoxBytes()) +
        ";\n"
        "mov.u32 %r3, 0;\n@%p2 ld.shared.u32 %r3, [%r2];\n"
        "add.u32 %r1, %r1, %r4;\ncvt.u64.u32 %d0, %r1;\n"
        "add.u64 %d0, %out, %d0;\nst.global.u32 [%d0], %r3;\n"
        "add.u32 %r0, %r0, 128;\nsetp.lt.u32 %p1, %r0, 16384;\n@%p1 bra E;\n"
        "ret;\n}\n";
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
    std::vector<ptx::Diagnostic> diagnostics = parsed.errors;
    GlobalMemory memory;
    std::unique_ptr<Program> program;
    if (diagnostics.empty())
      program = Program::load(std::move(parsed.value), memory, diagnostics);
    for (const ptx::Diagnostic &error : diagnostics)
      errors += error.message + "\n";
    if (!program)
      return;
    uint64_t at = memory.allocate(tensor.size(), "tensor");
    EXPECT_TRUE(memory.write(at, tensor));
    uint64_t out = memory.allocate(kShared * cluster, "out");
    map.address = at;
    Launch launch;
    launch.grid = {cluster};
    if (cluster != 1)
      launch.cluster = Dim3{cluster};
    std::array<uint8_t, 128> bytes;
    map.encode(bytes.data());
    launch.addArgument(bytes);
    launch.addArgument(out);
    result = program->run(launch, options);
    EXPECT_EQ(result.error, "");
    for (const Report &report : result.reports)
      messages +=
          getReportKindName(report.kind).str() + ": " + report.message + "\n";
    shared.resize(kShared * cluster);
    EXPECT_TRUE(memory.read(out, shared));
    before = tensor;
    EXPECT_TRUE(memory.read(at, tensor));
  }
};

std::string getCoordinates(const std::vector<int64_t> &coordinates) {
  std::string text;
  for (int64_t c : coordinates)
    text += (text.empty() ? "" : ", ") + std::to_string(c);
  return "{" + text + "}";
}

const char *kInit = "@%p0 mbarrier.init.shared.b64 [bar], 1;\n"
                    "fence.mbarrier_init.release.cluster;\nbar.sync 0;\n";
const char *kWait = "W: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0;\n"
                    "@!%p3 bra W;\n";

std::string getLoad(const TensorRun &run,
                    const std::vector<int64_t> &coordinates) {
  return std::string(kInit) +
         "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [bar], " +
         std::to_string(run.map.getBoxBytes()) +
         ";\n@%p0 cp.async.bulk.tensor." + std::to_string(coordinates.size()) +
         "d.shared::cluster.global.mbarrier::complete_tx::bytes [smem], [%m, " +
         getCoordinates(coordinates) + "], [bar];\n" + kWait;
}

void checkLoad(TensorRun run, std::vector<int64_t> coordinates) {
  run.run(getLoad(run, coordinates));
  ASSERT_EQ(run.errors, "");
  EXPECT_EQ(run.messages, "");
  unsigned wrong = 0;
  run.forBytes(coordinates, [&](uint64_t at, int64_t where) {
    uint8_t fill = !run.map.fill ? 0 : at % 2 ? 0x7F : 0xF7;
    uint8_t expected = where < 0 ? fill : run.tensor[where];
    wrong += run.shared[run.place(at)] != expected;
  });
  EXPECT_EQ(wrong, 0u);
}

std::string getStore(const std::vector<int64_t> &coordinates,
                     const char *what = "cp.async.bulk.tensor",
                     const char *words = "") {
  return "@%p0 " + std::string(what) + "." +
         std::to_string(coordinates.size()) + "d.global.shared::cta" + words +
         ".bulk_group [%m, " + getCoordinates(coordinates) +
         "], [smem];\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group "
         "0;\n";
}
} // namespace

TEST(TensorDecodersTest, LoadsOfEachRank) {
  checkLoad({kF32, {100}, {64}}, {20});
  checkLoad({kF16, {40, 30}, {32, 16}}, {8, 9});
  checkLoad({kF16, {40, 10, 8}, {16, 4, 4}}, {8, 5, 2});
  checkLoad({kU8, {32, 5, 4, 3}, {16, 3, 2, 2}}, {16, 1, 1, 1});
  checkLoad({kF32, {8, 3, 4, 3, 4}, {4, 2, 3, 2, 2}}, {4, 1, 1, 0, 2});
}

TEST(TensorDecodersTest, EachSwizzle) {
  for (unsigned swizzle : {0, 1, 2, 3}) {
    unsigned columns = swizzle == 1 ? 16 : swizzle == 2 ? 32 : 64;
    checkLoad({kF16, {64, 64}, {columns, 32}, swizzle}, {0, 8});
  }
}

TEST(TensorDecodersTest, WhatIsCounted) {
  // Rows of 128 bytes: of 16, 12 are inside. The pitch of 144 bytes has one in
  // eight begin with a line.
  TensorRun run(kF16, {72, 20}, {64, 16}, 3);
  run.run(getLoad(run, {0, 8}));
  ASSERT_EQ(run.messages, "");
  const Statistics &s = run.result.statistics;
  EXPECT_EQ(s.bulkCopies.copies, 1u);
  EXPECT_EQ(s.bulkCopies.bytes, 16u * 128);
  EXPECT_EQ(s.bulkCopies.wavefronts, 16u);
  // Rows begin at 16-byte parts of their sectors; every other one has a fifth.
  EXPECT_EQ(s.bulkCopies.sectors, 6u * 4 + 6u * 5);
  EXPECT_EQ(s.bulkCopies.lines, 2u + 10u * 2);
  EXPECT_EQ(s.globalLoads.sectors, s.bulkCopies.sectors);
  EXPECT_EQ(s.warpgroupProducts[1], 0u);
}

TEST(TensorDecodersTest, OutsideIsFilled) {
  checkLoad({kF16, {40, 30}, {64, 16}, 3}, {-8, 20});
  checkLoad({kF16, {40, 30}, {32, 16}}, {24, -5});
  checkLoad({kF16, {40, 30}, {32, 16}}, {104, 100});
  TensorRun nan(kF32, {40, 30}, {32, 16});
  nan.map.fill = 1;
  checkLoad(nan, {28, 20});
}

TEST(TensorDecodersTest, ElementStrides) {
  TensorRun run(kF16, {64, 40}, {32, 16});
  run.map.elementStrides[1] = 3;
  checkLoad(run, {8, 5});
}

TEST(TensorDecodersTest, InnerElementStrideDoesNotCount) {
  TensorRun run(kF16, {64, 40}, {32, 16});
  run.map.elementStrides[0] = 2;
  EXPECT_EQ(run.map.getCount(0), 32u);
  checkLoad(run, {8, 5});
}

TEST(TensorDecodersTest, ShortRowsHaveALineOfTheSwizzle) {
  TensorRun run(kF16, {64, 40}, {16, 12}, 3);
  EXPECT_EQ(run.map.getBoxBytes(), 12u * 32);
  EXPECT_EQ(run.map.getSharedBytes(), 12u * 128);
  run.run(getStore({8, 3}), 1, /*fillsShared=*/true);
  EXPECT_EQ(run.messages, "");
  for (unsigned row = 0; row < 12; ++row)
    for (unsigned byte = 0; byte < 32; ++byte) {
      uint64_t from = run.place(row * 128 + byte);
      EXPECT_EQ(run.tensor[(row + 3) * 128 + 16 + byte],
                uint8_t(from / 4 * 4 >> 8 * (from % 4)));
    }
}

TEST(TensorDecodersTest, LoadsRoundToTF32) {
  TensorRun run(kTF32, {8}, {8});
  uint32_t from[8] = {0x3F801234, 0x3F801000, 0xBF803000, 0x00000FFF,
                      0x7F7FF000, 0x7F800000, 0x7F812345, 0xFF812345},
           to[8] = {0x3F802000, 0x3F800000, 0xBF804000, 0,
                    0x7F800000, 0x7F800000, 0x7FFFE000, 0x7FFFE000};
  std::memcpy(run.tensor.data(), from, sizeof(from));
  run.run(getLoad(run, {0}));
  EXPECT_EQ(run.messages, "");
  for (unsigned i = 0; i < 8; ++i) {
    uint32_t word;
    std::memcpy(&word, &run.shared[4 * i], 4);
    EXPECT_EQ(word, to[i]) << i;
  }
}

TEST(TensorDecodersTest, StoresLeaveWhatIsOutside) {
  for (unsigned swizzle : {0, 1, 2, 3}) {
    unsigned columns = swizzle == 1 ? 16 : swizzle == 2 ? 32 : 64;
    TensorRun run(kF16, {72, 40}, {columns, 16}, swizzle);
    std::vector<int64_t> coordinates = {64, 30};
    run.run(getStore(coordinates), 1, /*fillsShared=*/true);
    ASSERT_EQ(run.errors, "");
    EXPECT_EQ(run.messages, "");
    std::vector<uint8_t> expected = run.before;
    run.forBytes(coordinates, [&](uint64_t at, int64_t where) {
      // Each word of shared memory is its own offset.
      uint64_t from = run.place(at);
      if (where >= 0)
        expected[where] = uint8_t(from / 4 * 4 >> 8 * (from % 4));
    });
    EXPECT_EQ(run.tensor, expected);
  }
}

TEST(TensorDecodersTest, StoresGoInWhole16Bytes) {
  // Of two columns of f32 in rows of 16 bytes.
  TensorRun run(kF32, {2, 4}, {8, 2});
  run.run(getStore({0, 1}), 1, /*fillsShared=*/true);
  EXPECT_EQ(run.messages, "");
  for (unsigned at = 0; at < 64; ++at) {
    unsigned from = (at / 16 - 1) * 32 + at % 16;
    uint8_t stored = uint8_t(from / 4 * 4 >> 8 * (from % 4));
    EXPECT_EQ(run.tensor[at],
              at / 16 == 1 || at / 16 == 2 ? stored : run.before[at]);
  }
}

TEST(TensorDecodersTest, Reductions) {
  TensorRun run(kS32, {32, 8}, {32, 4});
  run.run(getStore({0, 2}, "cp.reduce.async.bulk.tensor", ".add"), 1, true);
  ASSERT_EQ(run.errors, "");
  EXPECT_EQ(run.messages, "");
  for (unsigned at = 0; at < 512; at += 4) {
    uint32_t was, is;
    std::memcpy(&was, &run.before[256 + at], 4);
    std::memcpy(&is, &run.tensor[256 + at], 4);
    EXPECT_EQ(is, was + at);
  }
  TensorRun floats(kF32, {32, 8}, {32, 4});
  floats.run(getStore({0, 2}, "cp.reduce.async.bulk.tensor", ".and"), 1, true);
  EXPECT_EQ(floats.messages, "");
  floats.run(getStore({0, 2}, "cp.reduce.async.bulk.tensor", ".inc"), 1, true);
  EXPECT_EQ(floats.messages,
            "undefined: no reduction 'inc' of elements of type f32\n");
  TensorRun large(kS64, {32, 8}, {16, 4});
  large.run(getStore({0, 2}, "cp.reduce.async.bulk.tensor", ".xor"), 1, true);
  EXPECT_EQ(large.messages,
            "undefined: no reduction 'xor' of elements of type s64\n");
}

TEST(TensorDecodersTest, Multicast) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  std::string body =
      std::string(kInit) +
      "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 1024;\n"
      "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
      "mov.u32 %r5, %cluster_ctarank;\nsetp.eq.and.u32 %p4, %r5, 0, %p0;\n"
      "mov.u16 %h0, 3;\n"
      "@%p4 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_"
      "tx::bytes.multicast::cluster [smem], [%m, {0, 0}], [bar], %h0;\n" +
      kWait;
  run.run(body, 2);
  ASSERT_EQ(run.errors, "");
  EXPECT_EQ(run.messages, "");
  unsigned wrong = 0;
  run.forBytes({0, 0}, [&](uint64_t at, int64_t where) {
    wrong += run.shared[at] != run.tensor[where];
    wrong += run.shared[kShared + at] != run.tensor[where];
  });
  EXPECT_EQ(wrong, 0u);
}

TEST(TensorDecodersTest, MulticastToTheLeaderOfAPair) {
  // Rank 1 copies a box to both CTAs. All bytes count at the mbarrier of rank
  // 0.
  auto runWith = [](const char *mask) {
    TensorRun run(kF16, {40, 30}, {32, 16});
    run.target = ".version 8.6\n.target sm_100a";
    run.run(std::string(kInit) +
                "mov.u32 %r5, %cluster_ctarank;\n"
                "setp.eq.and.u32 %p4, %r5, 0, %p0;\n"
                "setp.ne.and.u32 %p5, %r5, 0, %p0;\nmov.u16 %h0, 3;\n"
                "@%p4 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 2048;\n"
                "barrier.cluster.arrive.aligned;\n"
                "barrier.cluster.wait.aligned;\nmov.u32 %r6, bar;\n"
                "and.b32 %r6, %r6, " +
                mask +
                ";\n@%p5 cp.async.bulk.tensor.2d.shared::cluster.global."
                "mbarrier::complete_tx::bytes.multicast::cluster.cta_group::2 "
                "[smem], [%m, {0, 0}], [%r6], %h0;\n"
                "setp.ne.u32 %p5, %r5, 0;\n@%p5 bra DONE;\n" +
                kWait +
                "DONE: barrier.cluster.arrive.aligned;\n"
                "barrier.cluster.wait.aligned;\n",
            2);
    EXPECT_EQ(run.errors, "");
    return run;
  };
  TensorRun run = runWith("0xFEFFFFFF");
  EXPECT_EQ(run.messages, "");
  unsigned wrong = 0;
  run.forBytes({0, 0}, [&](uint64_t at, int64_t where) {
    wrong += run.shared[at] != run.tensor[where];
    wrong += run.shared[kShared + at] != run.tensor[where];
  });
  EXPECT_EQ(wrong, 0u);
  // By its own mbarrier, the bytes count at that of the odd rank.
  run = runWith("0xFFFFFFFF");
  EXPECT_NE(run.messages.find("deadlock"), std::string::npos) << run.messages;
}

TEST(TensorDecodersTest, FourRowsByTheirNumbers) {
  const int64_t rows[] = {7, 0, 40, 3};
  for (unsigned swizzle : {0, 1, 2, 3}) {
    TensorRun run(/*bf16*/ 9, {72, 24}, {64u >> (3 - std::max(swizzle, 1u)), 1},
                  swizzle);
    run.target = ".version 8.6\n.target sm_100";
    run.numBoxes = 4;
    uint64_t bytes = run.map.getBoxBytes();
    run.run(std::string(kInit) +
            "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [bar], " +
            std::to_string(4 * bytes) +
            ";\n@%p0 cp.async.bulk.tensor.2d.shared::cta.global."
            "tile::gather4.mbarrier::complete_tx::bytes [smem], [%m, "
            "{8, 7, 0, 40, 3}], [bar];\n" +
            kWait);
    ASSERT_EQ(run.errors, "");
    EXPECT_EQ(run.messages, "");
    for (unsigned n = 0; n < 4; ++n)
      for (uint64_t at = 0; at < bytes; ++at) {
        uint64_t where = rows[n] * run.map.strides[0] + 16 + at;
        bool isInside = rows[n] < 24 && 16 + at < 144;
        ASSERT_EQ(run.shared[run.place(n * bytes + at)],
                  isInside ? run.tensor[where] : 0)
            << n << " " << at;
      }
  }
  // Back, with the same rows.
  TensorRun store(9, {72, 48}, {64, 1}, 3);
  store.target = ".version 8.6\n.target sm_100a";
  store.run("@%p0 cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4."
            "bulk_group [%m, {8, 7, 0, 40, 3}], [smem];\n"
            "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n",
            1, /*fillsShared=*/true);
  ASSERT_EQ(store.errors, "");
  EXPECT_EQ(store.messages, "");
  unsigned changed = 0;
  for (size_t at = 0; at < store.tensor.size(); ++at)
    changed += store.tensor[at] != store.before[at];
  for (unsigned n = 0; n < 4; ++n)
    for (uint64_t at = 0; at < 128; ++at) {
      // A word of shared memory holds its place.
      uint64_t from = store.place(n * 128 + at);
      ASSERT_EQ(store.tensor[rows[n] * store.map.strides[0] + 16 + at],
                uint8_t((from & ~uint64_t(3)) >> 8 * (from % 4)))
          << n << " " << at;
    }
  EXPECT_LE(changed, 512u);
  EXPECT_GT(changed, 400u);

  TensorRun wrong(9, {72, 24}, {64, 2}, 3);
  wrong.target = ".version 8.6\n.target sm_100";
  wrong.run(std::string(kInit) +
            "@%p0 cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4."
            "mbarrier::complete_tx::bytes [smem], [%m, {8, 7, 0, 40, 3}], "
            "[bar];\n");
  EXPECT_NE(wrong.messages.find("expected a box of one row"), std::string::npos)
      << wrong.messages;
}

TEST(TensorDecodersTest, PrefetchesDoNothing) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.run("cp.async.bulk.prefetch.tensor.2d.L2.global [%m, {0, 0}];\n" +
          getLoad(run, {0, 0}));
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.messages, "");
}

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

static bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

static std::string replaceAll(std::string text, const std::string &from,
                              const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

/// A load that is not waited for, as it will not come.
static std::string getIssue(const TensorRun &run,
                            const std::vector<int64_t> &coordinates) {
  return replaceAll(getLoad(run, coordinates), kWait, "exit;\n");
}

TEST(TensorDecodersTest, ALoadThatNobodyWaitsFor) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.run(replaceAll(getLoad(run, {0, 0}), kWait, ""));
  EXPECT_TRUE(
      contains(run.messages, "uninitialized-shared: a load of 4 bytes"));
}

TEST(TensorDecodersTest, BoxBeginsAt16Bytes) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.run(getIssue(run, {-3, 0}));
  EXPECT_EQ(run.messages.substr(0, run.messages.find('\n')),
            "misaligned: a box that begins at byte -6 of a row of the tensor "
            "(coordinate -3), which is not a multiple of 16");
}

TEST(TensorDecodersTest, MbarrierWithoutAFence) {
  const char *fence = "fence.mbarrier_init.release.cluster;\n";
  auto run = [&](bool isStrict, const char *instead) {
    TensorRun run(kF16, {40, 30}, {32, 16});
    run.options.strictRaces = isStrict;
    run.run(replaceAll(getLoad(run, {0, 0}), fence, instead));
    EXPECT_EQ(run.errors, "");
    return run.messages;
  };
  EXPECT_EQ(run(true, ""),
            "shared-race: the mbarrier at byte 16384 of shared memory is "
            "signalled through the async proxy: expected fence.mbarrier_init "
            "or fence.proxy.async after mbarrier.init\n");
  EXPECT_EQ(run(true, fence), "");
  EXPECT_EQ(run(true, "fence.proxy.async.shared::cta;\n"), "");
  // Triton leaves it out.
  EXPECT_EQ(run(false, ""), "");
}

TEST(TensorDecodersTest, StoreBeforeTheTensor) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.run(getStore({0, -2}), 1, /*fillsShared=*/true);
  EXPECT_EQ(run.messages,
            "out-of-bounds: a box that is stored at the coordinate -2 of "
            "dimension 1: expected none below 0\n");
}

TEST(TensorDecodersTest, BytesOfTheBoxThatAreNotExpected) {
  // Only what is inside is expected; the full box arrives.
  TensorRun run(kF16, {16, 30}, {32, 16});
  run.run(replaceAll(getLoad(run, {0, 0}), "1024;", "512;"));
  EXPECT_TRUE(contains(run.messages, "deadlock: "));
}

TEST(TensorDecodersTest, ABufferThatIsOverwrittenBeforeTheStoreHasRead) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.run(replaceAll(getStore({0, 0}), "cp.async.bulk.wait_group 0;\n",
                     "@%p0 st.shared.u32 [smem+16], 0;\n"
                     "cp.async.bulk.wait_group 0;\n"),
          1, true);
  EXPECT_TRUE(contains(
      run.messages, "shared-race: a store of 4 bytes at byte 16 of 'smem' in "
                    "shared memory, which an asynchronous operation that no "
                    "thread has waited for still reads"));
  run.messages = "";
  run.run(getStore({0, 0}) + "bar.sync 0;\n@%p0 st.shared.u32 [smem+16], 0;\n",
          1, true);
  EXPECT_EQ(run.messages, "");
}

TEST(TensorDecodersTest, AStoreWithoutAProxyFence) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  std::string write = "mov.u32 %r2, smem;\nmad.lo.u32 %r2, %t, 4, %r2;\n"
                      "st.shared.u32 [%r2], 1;\nbar.sync 0;\n";
  run.run(write + getStore({0, 0}), 1, true);
  EXPECT_TRUE(contains(run.messages,
                       "shared-race: a load of 16 bytes at byte 0 of 'smem' in "
                       "shared memory through the async proxy, which a thread "
                       "wrote with no fence.proxy.async of its own "
                       "between"));
  run.messages = "";
  run.run(replaceAll(write, "bar.sync", "fence.proxy.async;\nbar.sync") +
              getStore({0, 0}),
          1, true);
  EXPECT_EQ(run.messages, "");
}

TEST(TensorDecodersTest, AStoreOfWhatNobodyWrote) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.run(getStore({0, 0}) + "exit;\n");
  EXPECT_TRUE(contains(run.messages,
                       "uninitialized-shared: stores a box at byte "
                       "0 of shared memory, which were not all written"));
}

TEST(TensorDecodersTest, AStoreDoesNotReadWhatLiesOutside) {
  // Of a box of 16 rows of 64 bytes, the first 10 are inside.
  for (unsigned swizzle : {0, 2}) {
    for (unsigned rows : {10, 9}) {
      TensorRun run(kF16, {32, 30}, {32, 16}, swizzle);
      std::string fill =
          "mov.u32 %r0, 0;\nG:\nmad.lo.u32 %r1, %t, 4, %r0;\n"
          "mov.u32 %r2, smem;\nadd.u32 %r2, %r2, %r1;\n"
          "st.shared.u32 [%r2], %r1;\nadd.u32 %r0, %r0, 128;\n"
          "setp.lt.u32 %p1, %r0, " +
          std::to_string(rows * 64) +
          ";\n@%p1 bra G;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n";
      run.run(fill + getStore({0, 20}) + "exit;\n");
      ASSERT_EQ(run.errors, "");
      // The loop fills two rows at a time.
      EXPECT_EQ(run.messages, "");
      run = TensorRun(kF16, {32, 30}, {32, 16}, swizzle);
      run.run(fill + getStore({0, 18}) + "exit;\n");
      EXPECT_TRUE(contains(run.messages, "uninitialized-shared: stores a box"));
    }
  }
}

TEST(TensorDecodersTest, NoTensorMap) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.run(replaceAll(getIssue(run, {0, 0}), kInit,
                     std::string(kInit) + "mov.u64 %m, %out;\n"));
  EXPECT_TRUE(contains(run.messages,
                       "undefined: expected the address of a tensor map, as "
                       "cuTensorMapEncodeTiled makes it"));
}

TEST(TensorDecodersTest, AMapOfAnotherRank) {
  TensorRun one(kF16, {40}, {32});
  one.run(getIssue(one, {0, 0}));
  EXPECT_TRUE(contains(one.messages, "undefined: the tensor map: expected a "
                                     "tensor of 2 dimensions, found 1"));
}

TEST(TensorDecodersTest, ABoxThatIsNotAligned) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.run(replaceAll(getIssue(run, {0, 0}), "[smem]", "[smem+64]"));
  EXPECT_TRUE(contains(run.messages, "misaligned: a box at byte 64 of shared "
                                     "memory, which is not a multiple of 128"));
}

TEST(TensorDecodersTest, ABoxPastTheEnd) {
  TensorRun run(kF16, {256, 256}, {64, 256});
  run.run(replaceAll(getIssue(run, {0, 0}), "[smem]", "[smem+1024]"));
  EXPECT_TRUE(contains(run.messages, "out-of-bounds: a box of 32768 bytes"));
}

TEST(TensorDecodersTest, ATensorPastItsBuffer) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  run.tensor.resize(1024);
  run.run(getIssue(run, {0, 0}));
  EXPECT_TRUE(contains(run.messages, "out-of-bounds: a load of 64 bytes"));
}

TEST(TensorDecodersTest, MapsThatTheDriverRefuses) {
  auto check = [](auto change) {
    TensorMap map;
    map.type = kF16;
    map.rank = 2;
    map.sizes[0] = map.sizes[1] = 64;
    map.strides[0] = 128;
    map.box[0] = map.box[1] = 32;
    EXPECT_EQ(map.check(), "");
    change(map);
    return map.check();
  };
  EXPECT_EQ(check([](TensorMap &m) { m.rank = 6; }),
            "expected a rank from 1 to 5, found 6");
  EXPECT_EQ(check([](TensorMap &m) { m.type = 14; }),
            "expected a type of 8 bits or more, found number 14");
  EXPECT_EQ(check([](TensorMap &m) { m.interleave = 1; }),
            "expected no interleave, found number 1");
  EXPECT_EQ(
      check([](TensorMap &m) { m.swizzle = 4; }),
      "expected no swizzle or one of 32, 64 or 128 bytes, found number 4");
  EXPECT_EQ(check([](TensorMap &m) { m.address = 8; }),
            "expected an address that is a multiple of 16");
  EXPECT_EQ(check([](TensorMap &m) {
              m.type = kS32;
              m.fill = 1;
            }),
            "expected zeros as fill of integers");
  EXPECT_EQ(check([](TensorMap &m) { m.sizes[1] = 0; }),
            "expected a size from 1 to 2^32, found 0 in dimension 1");
  EXPECT_EQ(check([](TensorMap &m) { m.box[1] = 257; }),
            "expected a box from 1 to 256, found 257 in dimension 1");
  EXPECT_EQ(check([](TensorMap &m) { m.elementStrides[0] = 9; }),
            "expected an element stride from 1 to 8, found 9 in dimension 0");
  EXPECT_EQ(check([](TensorMap &m) { m.strides[0] = 130; }),
            "expected a stride that is a multiple of 16 below 2^40, found 130 "
            "in dimension 1");
  EXPECT_EQ(check([](TensorMap &m) { m.box[0] = 4; }),
            "expected rows of the box of a multiple of 16 bytes, found 8");
  EXPECT_EQ(check([](TensorMap &m) { m.swizzle = 1; }),
            "expected rows of the box of at most the 32 bytes of the swizzle, "
            "found 64");
}

TEST(TensorDecodersTest, MapsThatAKernelMakesOfSomethingElse) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  // Shared memory holds numbers.
  run.run("@%p0 tensormap.replace.tile.rank.shared::cta.b1024.b32 [smem], 1;\n",
          1, true);
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.messages, "undefined: expected a tensor map, or 128 bytes of "
                          "zeros to make one of\n");
}

TEST(TensorDecodersTest, FieldsOutsideOfTheirRange) {
  TensorRun run(kF16, {40, 30}, {32, 16});
  std::string zeros = "mov.u32 %r2, smem;\nmad.lo.u32 %r2, %t, 4, %r2;\n"
                      "st.shared.u32 [%r2], 0;\nbar.sync 0;\n";
  run.run(zeros + "mov.u32 %r6, 257;\n"
                  "@%p0 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 "
                  "[smem], 0, %r6;\nexit;\n");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.messages, "undefined: expected a number from 1 to 256 for the "
                          "tensor map, found 257\n");
}
