//===- TensorMemoryTest.cpp - Tensor memory, and mistakes with it ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"

#include "llvm/ADT/StringRef.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Shapes of loads and stores
//===----------------------------------------------------------------------===//

namespace {
struct Shape {
  const char *name;
  /// Registers of a thread for .x1, and the words that they take of a lane.
  unsigned registers, columns;
  /// The lane and column of a register, PTX ISA 9.0, 9.7.16.2.3.1.
  unsigned (*lane)(unsigned thread, unsigned r);
  unsigned (*column)(unsigned thread, unsigned r);
};

const Shape kShapes[] = {
    {"32x32b", 1, 1, [](unsigned t, unsigned) { return t; },
     [](unsigned, unsigned r) { return r; }},
    {"16x64b", 1, 2, [](unsigned t, unsigned) { return t / 4 + t % 2 * 8; },
     [](unsigned t, unsigned r) { return 2 * r + t / 2 % 2; }},
    {"16x128b", 2, 4, [](unsigned t, unsigned r) { return t / 4 + r % 2 * 8; },
     [](unsigned t, unsigned r) { return r / 2 * 4 + t % 4; }},
    {"16x256b", 4, 8,
     [](unsigned t, unsigned r) { return t / 4 + r / 2 % 2 * 8; },
     [](unsigned t, unsigned r) { return r / 4 * 8 + t % 4 * 2 + r % 2; }},
    {"16x32bx2", 1, 1, [](unsigned t, unsigned) { return t % 16; },
     [](unsigned t, unsigned r) { return r + t / 16 * 32; }},
};

std::string getList(unsigned count) {
  std::string text = "{";
  for (unsigned r = 0; r < count; ++r)
    text += (r ? ", %c" : "%c") + std::to_string(r);
  return text + "}";
}

/// Warps 0 to 3 write lane * 1000 + column to 64 columns by 32x32b, or by the
/// shape; and read them by the shape, or by 32x32b.
TestRun runShape(const Shape &shape, unsigned num, bool isLoad, unsigned base,
                 const std::string &packs) {
  unsigned count = shape.registers * num;
  bool isSplit = std::string(shape.name) == "16x32bx2";
  std::string text =
      ".version 8.8\n.target sm_100a\n.address_size 64\n.shared .b32 slot;\n"
      ".visible .entry k(.param .u64 in, .param .u64 out)\n.reqntid 128\n"
      "{\n.reg .pred %p<4>;\n.reg .b32 %t, %w, %a, %at, %v<8>, %c<128>;\n"
      ".reg .b64 %in, %out, %x;\nld.param.u64 %in, [in];\nld.param.u64 %out, "
      "[out];\nmov.u32 %t, %tid.x;\nshr.u32 %w, %t, 5;\n"
      "setp.eq.u32 %p0, %w, 0;\n@%p0 tcgen05.alloc.cta_group::1.sync.aligned."
      "shared::cta.b32 [slot], 512;\nbar.sync 0;\nld.shared.b32 %a, [slot];\n"
      "shl.b32 %at, %w, 21;\nadd.u32 %at, %at, %a;\n";
  std::string shaped =
      std::string(shape.name) + ".x" + std::to_string(num) + packs + ".b32 ";
  std::string at =
      "[%at+" + std::to_string(base << 16) + "]" + (isSplit ? ", 32" : "");
  // Whole columns, and back, register by register.
  auto moveAll = [&](bool loads) {
    std::string each;
    for (unsigned c = 0; c < 128; ++c) {
      std::string column = std::to_string(c);
      each += loads ? "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%at+" +
                          column +
                          "];\ntcgen05.wait::ld.sync.aligned;\nst.global.b32 "
                          "[%x+" +
                          std::to_string(4 * c) + "], %v0;\n"
                    : "mad.lo.u32 %v0, %t, 1000, " + column +
                          ";\ntcgen05.st.sync.aligned.32x32b.x1.b32 [%at+" +
                          column + "], {%v0};\n";
    }
    return each;
  };
  text += "mad.wide.u32 %x, %t, 512, %out;\n" + moveAll(false) +
          "tcgen05.wait::st.sync.aligned;\n";
  if (isLoad) {
    text += "tcgen05.ld.sync.aligned." + shaped + getList(count) + ", " + at +
            ";\ntcgen05.wait::ld.sync.aligned;\n";
    for (unsigned r = 0; r < count; ++r)
      text += "st.global.b32 [%x+" + std::to_string(4 * r) + "], %c" +
              std::to_string(r) + ";\n";
  } else {
    for (unsigned r = 0; r < count; ++r)
      text += "mad.lo.u32 %c" + std::to_string(r) + ", %t, 256, " +
              std::to_string(1000000 + r) + ";\n";
    text += "tcgen05.st.sync.aligned." + shaped + at + ", " + getList(count) +
            ";\ntcgen05.wait::st.sync.aligned;\n" + moveAll(true);
  }
  text += "bar.sync 0;\n@%p0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 "
          "%a, 512;\nret;\n}\n";
  TensorKernel kernel;
  kernel.columns = 128;
  return kernel.run(text, std::vector<uint8_t>(16));
}

uint32_t getWord(const TestRun &run, unsigned thread, unsigned word) {
  uint32_t value;
  std::memcpy(&value, run.out.data() + thread * 512 + 4 * word, 4);
  return value;
}
} // namespace

TEST(TensorMemoryTest, ShapesOfLoads) {
  for (const Shape &shape : kShapes)
    for (unsigned num : {1, 2, 8})
      for (unsigned base : {0, 16})
        for (bool isPacked : {false, true}) {
          if (base && shape.columns == 1 && &shape == kShapes)
            continue;
          SCOPED_TRACE(shape.name + std::string(" x") + std::to_string(num));
          TestRun run = runShape(shape, num, /*isLoad=*/true, base,
                                 isPacked ? ".pack::16b" : "");
          ASSERT_EQ(run.errors, "");
          ASSERT_EQ(run.getFindings(), "");
          for (unsigned t = 0; t < 128; ++t)
            for (unsigned r = 0; r < shape.registers * num; ++r) {
              unsigned lane = t / 32 * 32 + base + shape.lane(t % 32, r),
                       column = shape.column(t % 32, r);
              uint32_t expected = lane * 1000 + column;
              if (isPacked) {
                // The offset of a second half is one of columns.
                unsigned half = column >= 32 ? 32 : 0;
                column = half + 2 * (column - half);
                if (std::string(shape.name) != "16x32bx2")
                  column = 2 * shape.column(t % 32, r);
                expected = (lane * 1000 + column) % 65536 |
                           (lane * 1000 + column + 1) << 16;
              }
              ASSERT_EQ(getWord(run, t, r), expected)
                  << "thread " << t << " register " << r;
            }
        }
}

TEST(TensorMemoryTest, ShapesOfStores) {
  for (const Shape &shape : kShapes)
    for (unsigned num : {1, 4}) {
      SCOPED_TRACE(shape.name + std::string(" x") + std::to_string(num));
      TestRun run = runShape(shape, num, /*isLoad=*/false, 0, "");
      ASSERT_EQ(run.errors, "");
      ASSERT_EQ(run.getFindings(), "");
      std::vector<uint32_t> expected(128 * 128);
      for (unsigned lane = 0; lane < 128; ++lane)
        for (unsigned c = 0; c < 128; ++c)
          expected[lane * 128 + c] = lane * 1000 + c;
      for (unsigned t = 0; t < 128; ++t)
        for (unsigned r = 0; r < shape.registers * num; ++r)
          expected[(t / 32 * 32 + shape.lane(t % 32, r)) * 128 +
                   shape.column(t % 32, r)] = t * 256 + 1000000 + r;
      for (unsigned lane = 0; lane < 128; ++lane)
        for (unsigned c = 0; c < 128; ++c)
          ASSERT_EQ(getWord(run, lane, c), expected[lane * 128 + c])
              << "lane " << lane << " column " << c;
    }
}

//===----------------------------------------------------------------------===//
// Mistakes
//===----------------------------------------------------------------------===//

namespace {
/// K-major, a swizzle of 128 bytes, 1024 bytes from 8 rows to the next.
constexpr uint64_t kDescriptor =
    uint64_t(2) << 61 | uint64_t(1) << 46 | uint64_t(64) << 32 | 1 << 16;
/// bf16, f32, M 128, N 64.
constexpr uint32_t kInstruction =
    1 << 4 | 1 << 7 | 1 << 10 | 64 >> 3 << 17 | 128 >> 4 << 24;

TensorKernel makeKernel(bool isPair = false) {
  TensorKernel kernel;
  kernel.isPair = isPair;
  std::string group = isPair ? "cta_group::2" : "cta_group::1";
  kernel.product =
      "mov.u64 %da, " + std::to_string(kDescriptor) + "U;\nmov.u64 %db, " +
      std::to_string(kDescriptor + (kStartB >> 4)) + "U;\nmov.u32 %v9, " +
      std::to_string(isPair ? kInstruction + (128 >> 4 << 24) : kInstruction) +
      ";\nsetp.eq.u32 %p6, 0, 0;\ntcgen05.mma." + group +
      ".kind::f16 [%a], %da, %db, %v9, %p6;\n";
  return kernel;
}

TestRun runEdited(const TensorKernel &kernel, const std::string &text) {
  unsigned ctas = kernel.isPair ? 2 : 1;
  return kernel.run(
      text, std::vector<uint8_t>(ctas * (kSharedBytes + 512 * 64 + 4096)));
}

std::string replace(std::string text, llvm::StringRef from,
                    llvm::StringRef to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from.str();
  if (at != std::string::npos)
    text.replace(at, from.size(), to.data(), to.size());
  return text;
}

/// What is put in the place of what, and what is then found: a part of the
/// message of the first finding.
struct Mistake {
  const char *from;
  std::string to;
  const char *message;
  bool isPair = false, isStrict = false;
};

void expectFound(const Mistake &mistake) {
  SCOPED_TRACE(std::string(mistake.from) + " -> " + mistake.to);
  TensorKernel kernel = makeKernel(mistake.isPair);
  kernel.options.strictRaces = mistake.isStrict;
  std::string text = kernel.getText();
  TestRun right = runEdited(kernel, text);
  EXPECT_EQ(right.errors, "");
  EXPECT_EQ(right.getFindings(), "");
  TestRun wrong = runEdited(kernel, replace(text, mistake.from, mistake.to));
  EXPECT_EQ(wrong.errors, "");
  std::string messages;
  for (const Report &report : wrong.result.reports)
    messages += report.message + "\n";
  EXPECT_NE(messages.find(mistake.message), std::string::npos) << messages;
}

std::string getInstruction(uint32_t bits) {
  return "mov.u32 %v9, " + std::to_string(bits) + ";\n";
}
std::string getDescriptor(uint64_t bits) {
  return "mov.u64 %da, " + std::to_string(bits) + "U;\n";
}
const std::string kSetInstruction = getInstruction(kInstruction);
const std::string kSetDescriptor = getDescriptor(kDescriptor);
} // namespace

TEST(TensorMemoryTest, MissingWaits) {
  for (const Mistake &mistake : {
           Mistake{"tcgen05.wait::ld.sync.aligned;\nst.global",
                   "mov.u32 %v1, 0;\nst.global",
                   "which the tcgen05.ld at PTX line"},
           {"tcgen05.wait::ld.sync.aligned;\nst.global", "st.global",
            "expected tcgen05.wait::ld, and then a barrier, between them"},
           {"tcgen05.wait::st.sync.aligned;\n", "",
            "expected tcgen05.wait::st, and then a barrier, between them"},
           {"bar.sync 0;\ntcgen05.fence::after_thread_sync;\n@!%p4", "@!%p4",
            "expected a barrier between them"},
           {"@!%p5 bra WAIT;\n", "",
            "expected tcgen05.commit, and a wait for its mbarrier, between"},
           {"tcgen05.commit.cta_group::1.mbarrier::arrive::one."
            "shared::cluster.b64 [%m];\n",
            "mbarrier.arrive.shared.b64 %x, [smem+65536];\n",
            "expected tcgen05.commit, and a wait for its mbarrier, between"},
           {"tcgen05.commit.cta_group::1.mbarrier::arrive::one."
            "shared::cluster.b64 [%m];\n",
            "", "1 of 1 arrivals"},
           {"tcgen05.fence::before_thread_sync;\nbar.sync 0;\n@%p2 "
            "tcgen05.dealloc",
            "@%p2 tcgen05.dealloc", "no columns are allocated"},
           {"fence.proxy.async.shared::cta;\n", "",
            "with no fence.proxy.async of its own between"},
           {"DONE:\n", "st.shared.b32 [smem], %t;\nDONE:\n",
            "which a tcgen05.mma or tcgen05.cp may not have read yet"},
           {"ld.shared.b32 %a, [smem+65544];\n",
            "ld.shared.b32 %a, [smem+65548];\n", "was never written"},
       })
    expectFound(mistake);
}

// PTX ISA, "Register dependencies, same thread".
TEST(TensorMemoryTest, LoadedRegistersAreReadBeforeTheWait) {
  std::string from = "tcgen05.wait::ld.sync.aligned;\nst.global",
              end = "tcgen05.fence::before_thread_sync;\nbar.sync 0;\n@%p2 "
                    "tcgen05.dealloc";
  TensorKernel kernel = makeKernel();
  std::string text = replace(kernel.getText(), from, "st.global");
  TestRun run = runEdited(
      kernel, replace(text, end, "tcgen05.wait::ld.sync.aligned;\n" + end));
  EXPECT_EQ(run.getFindings(), "");
}

TEST(TensorMemoryTest, FencesAreAskedFor) {
  for (const Mistake &mistake : {
           Mistake{"tcgen05.wait::st.sync.aligned;\ntcgen05.fence::before_"
                   "thread_sync;\n",
                   "tcgen05.wait::st.sync.aligned;\n",
                   "expected tcgen05.fence::before_thread_sync before the "
                   "barrier",
                   false, true},
           {"tcgen05.fence::after_thread_sync;\n@!%p4", "@!%p4",
            "expected tcgen05.fence::after_thread_sync after the barrier",
            false, true},
           {"@!%p5 bra WAIT;\ntcgen05.fence::after_thread_sync;\n",
            "@!%p5 bra WAIT;\n",
            "expected tcgen05.fence::after_thread_sync after the barrier",
            false, true},
       }) {
    expectFound(mistake);
    TensorKernel kernel = makeKernel();
    TestRun run =
        runEdited(kernel, replace(kernel.getText(), mistake.from, mistake.to));
    EXPECT_EQ(run.getFindings(), "");
    EXPECT_EQ(run.getNotes(), "");
  }
}

TEST(TensorMemoryTest, Allocations) {
  for (const Mistake &mistake : {
           Mistake{"@%p2 tcgen05.dealloc",
                   "@!%p1 bra END;\nEND:\n@%p7 "
                   "tcgen05.dealloc",
                   "512 columns of tensor memory are still allocated"},
           {"%a, 512;\nret", "%a, 256;\nret",
            "expected the address, the number of columns and .cta_group of"},
           {"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %a",
            "add.u32 %a, %a, 0x10000;\n@%p2 tcgen05.dealloc.cta_group::1.sync."
            "aligned.b32 %a",
            "expected an address that tcgen05.alloc gave"},
           {"[smem+65544], 512;\n", "[smem+65544], 32;\n",
            "allocated are columns 0 to 31"},
           {"[smem+65544], 512;\n", "[smem+65544], %v4;\n",
            "expected a power of two from 32 to 512 as the number of columns"},
           {"@%p2 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n",
            "@%p2 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 "
            "[smem+65544], 32;\n",
            "columns of tensor memory, which its CTA has allocated"},
           {"[smem+65544], 512;\n@%p2 tcgen05.relinquish_alloc_permit."
            "cta_group::1.sync.aligned;\n",
            "[smem+65544], 128;\n@%p2 tcgen05.relinquish_alloc_permit."
            "cta_group::1.sync.aligned;\n@%p2 tcgen05.alloc.cta_group::1.sync."
            "aligned.shared::cta.b32 [smem+65548], 32;\n",
            "after tcgen05.relinquish_alloc_permit at PTX line"},
           {"@%p2 tcgen05.alloc", "@%p1 tcgen05.alloc",
            "expected all 32 threads of the warp"},
           {"add.u32 %at, %at, %a;\n",
            "add.u32 %at, %at, %a;\nadd.u32 %at, %at, 0x10000;\n",
            "and this shape begins at lane"},
           {"shl.b32 %at, %w, 21;\n", "mov.u32 %at, 0;\n",
            "warp 1 of the CTA reaches lanes 32 to 63"},
           {"shl.b32 %at, %w, 21;\n", "shl.b32 %at, %t, 16;\n",
            "expected the same address of tensor memory in all threads"},
       })
    expectFound(mistake);
}

TEST(TensorMemoryTest, WhoIssues) {
  for (const Mistake &mistake : {
           Mistake{"and.pred %p4, %p1, %p3;\n", "and.pred %p4, %p2, %p3;\n",
                   "expected one thread, found 32 of the warp"},
           {"DONE:\n",
            "bra DONE;\nOTHER:\nDONE:\n@%p4 bra SKIP;\nsetp.eq.u32 %p7, %t, "
            "1;\nmov.u64 %m, smem;\nadd.u64 %m, %m, 65536;\n@%p7 "
            "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster."
            "b64 [%m];\nSKIP:\n",
            "this thread has issued no tcgen05.mma"},
           {"mov.u64 %m, smem;\nadd.u64 %m, %m, 65536;\n",
            "mov.u64 %m, smem;\nadd.u64 %m, %m, 65552;\n", "mbarrier"},
           {"mbarrier.init.shared.b64 [smem+65536], 1;\n",
            "st.shared.b64 [smem+65536], 0;\n", "was never initialised"},
           {"tcgen05.commit.cta_group::1", "tcgen05.commit.cta_group::2",
            "expected .cta_group::1 as in the products"},
           {"and.pred %p4, %p1, %p3;\n",
            "not.pred %p3, %p3;\nand.pred %p4, %p1, %p3;\n",
            "expected the CTA of even rank of the pair", true},
           {".reqnctapercluster 2\n", "",
            "expected a cluster in which each CTA has another one", true},
           {"barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
            "tcgen05.fence::after_thread_sync;\n@!%p4",
            "bar.sync 0;\ntcgen05.fence::after_thread_sync;\n@!%p4",
            "between them", true},
       })
    expectFound(mistake);
}

TEST(TensorMemoryTest, InstructionDescriptors) {
  const char *from = kSetInstruction.c_str();
  auto with = [&](unsigned first, unsigned count, uint32_t value) {
    uint32_t mask = ((1u << count) - 1) << first;
    return getInstruction((kInstruction & ~mask) | value << first);
  };
  for (const Mistake &mistake : {
           Mistake{from, with(17, 6, 72 / 8), "found M 128 and N 72"},
           {from, with(17, 6, 0), "found M 128 and N 0"},
           {from, with(24, 5, 96 / 16), "found M 96 and N 64"},
           {from, with(24, 5, 256 / 16), "found M 256 and N 64"},
           {from, with(7, 3, 2), "a type of A of this kind in bits 7 to 9"},
           {from, with(10, 3, 3), "a type of B of this kind in bits 10 to 12"},
           {from, with(10, 3, 0), "the same type of A and B"},
           {from, with(4, 2, 0), "a type of D that goes with this kind"},
           {from, with(4, 2, 2), "a type of D that goes with this kind"},
           {from, with(3, 1, 1), "only integers saturate"},
           {from, with(2, 1, 1), "as A is not sparse"},
           {"[%a], %da", "[%at], %da", "expected D to begin at lane 0"},
       }) {
    if (std::string(mistake.from) == "[%a], %da") {
      Mistake moved = mistake;
      moved.to = "[%a+0x100000], %da";
      expectFound(moved);
      continue;
    }
    expectFound(mistake);
  }
}

TEST(TensorMemoryTest, MatrixDescriptors) {
  const char *from = kSetDescriptor.c_str();
  for (const Mistake &mistake : {
           Mistake{from, getDescriptor(kDescriptor & ~(uint64_t(7) << 46)),
                   "expected 1 in bits 46 to 48, found 0"},
           {from, getDescriptor(kDescriptor | uint64_t(1) << 61),
            "expected a swizzle of 0, 1, 2, 4 or 6"},
           {from, getDescriptor(kDescriptor | uint64_t(1) << 52),
            "only sm_103a has leading offsets that are addresses"},
           {from, getDescriptor(kDescriptor | 0x3FFF),
            "of shared memory; the CTA has 65552 bytes"},
       })
    expectFound(mistake);
}

TEST(TensorMemoryTest, UndefinedSums) {
  // The product is added to D, which was never written.
  TensorKernel kernel = makeKernel();
  std::string text =
      replace(kernel.getText(),
              "tcgen05.st.sync.aligned.32x32b.x1.b32 [%v2], {%v1};\n", "");
  EXPECT_NE(runEdited(kernel, text).getFindings(), "");
  // The product is the first.
  text = replace(text, "setp.eq.u32 %p6, 0, 0;\n", "setp.ne.u32 %p6, 0, 0;\n");
  EXPECT_EQ(runEdited(kernel, text).getFindings(), "");
}
