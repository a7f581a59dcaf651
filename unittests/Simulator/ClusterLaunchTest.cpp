//===- ClusterLaunchTest.cpp - clusterlaunchcontrol -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
/// Each CTA adds 1 to the word of its place in the grid, and then to those of
/// the CTAs whose place it takes, until there are none.
std::string getText(unsigned clusterSize, bool byDimension) {
  bool isCluster = clusterSize > 1;
  std::string size = std::to_string(clusterSize);
  return ".version 8.8\n.target sm_100a\n.address_size 64\n"
         ".visible .entry k(.param .u64 out)\n.reqntid 32\n" +
         (isCluster ? ".reqnctapercluster " + size + "\n" : "") +
         "{\n.reg .pred %p<4>;\n.reg .b32 %t, %x, %y, %z, %n, %r, %phase;\n"
         ".reg .b64 %out, %at;\n.reg .b128 %answer;\n"
         ".shared .align 16 .b8 answer[16];\n.shared .align 8 .b64 bar;\n"
         "ld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n"
         "setp.eq.u32 %p0, %t, 0;\nmov.u32 %x, %ctaid.x;\n"
         "mov.u32 %y, %ctaid.y;\nmov.u32 %r, %cluster_ctarank;\n"
         "mov.u32 %n, %nctaid.x;\nmov.u32 %phase, 0;\n"
         "@%p0 mbarrier.init.shared.b64 [bar], 1;\n"
         "@%p0 fence.mbarrier_init.release.cluster;\n"
         "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
         "LOOP:\nmad.lo.u32 %z, %y, %n, %x;\nmad.wide.u32 %at, %z, 4, %out;\n"
         "@%p0 red.global.add.u32 [%at], 1;\n"
         "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;\n" +
         (isCluster ? "barrier.cluster.arrive.aligned;\n"
                      "barrier.cluster.wait.aligned;\n"
                      "setp.eq.u32 %p2, %r, 0;\nand.pred %p2, %p2, %p0;\n"
                      "@%p2 clusterlaunchcontrol.try_cancel.async.shared::cta."
                      "mbarrier::complete_tx::bytes.multicast::cluster::all."
                      "b128 [answer], [bar];\n"
                    : "@%p0 clusterlaunchcontrol.try_cancel.async.shared::cta."
                      "mbarrier::complete_tx::bytes.b128 [answer], [bar];\n") +
         "WAIT:\nmbarrier.try_wait.parity.shared.b64 %p1, [bar], %phase;\n"
         "@!%p1 bra WAIT;\nxor.b32 %phase, %phase, 1;\n"
         "ld.shared.b128 %answer, [answer];\n"
         "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, "
         "%answer;\n@!%p3 bra END;\n" +
         (byDimension
              ? "clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 "
                "%x, %answer;\nclusterlaunchcontrol.query_cancel."
                "get_first_ctaid::y.b32.b128 %y, %answer;\n"
              : "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
                "{%x, %y, %z, _}, %answer;\n") +
         "add.u32 %x, %x, %r;\n"
         // Who writes the answer knows that it was read.
         "fence.proxy.async.shared::cta;\nbarrier.cluster.arrive.aligned;\n"
         "barrier.cluster.wait.aligned;\nbra LOOP;\nEND:\n"
         "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
         "ret;\n}\n";
}

TestRun runText(const std::string &text, unsigned threads,
                uint64_t failingCancels = 0) {
  TestRun run;
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
  std::vector<ptx::Diagnostic> errors = parsed.errors;
  GlobalMemory memory;
  std::unique_ptr<Program> program;
  if (errors.empty())
    program = Program::load(std::move(parsed.value), memory, errors);
  for (const ptx::Diagnostic &error : errors)
    run.errors += std::to_string(error.location.line) + ": " + error.message;
  if (!program)
    return run;
  run.out.resize(4 * 8 * 5);
  uint64_t out = memory.allocate(run.out.size(), "out", true);
  EXPECT_TRUE(memory.write(out, run.out));
  Launch launch;
  launch.grid = {8, 5};
  launch.addArgument(out);
  RunOptions options;
  options.threads = threads;
  options.failingCancels = failingCancels;
  run.result = program->run(launch, options);
  EXPECT_TRUE(memory.read(out, run.out));
  return run;
}

std::string replace(std::string text, const std::string &from,
                    const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}
} // namespace

TEST(ClusterLaunchTest, EachPlaceOfTheGridOnce) {
  for (unsigned clusterSize : {1, 2, 4})
    for (bool byDimension : {false, true})
      for (unsigned threads : {1, 3}) {
        SCOPED_TRACE(std::to_string(clusterSize) + " " +
                     std::to_string(threads));
        TestRun run = runText(getText(clusterSize, byDimension), threads);
        ASSERT_EQ(run.errors, "");
        ASSERT_EQ(run.getFindings(), "") << run.result.reports.front().message;
        for (unsigned place = 0; place < 40; ++place) {
          uint32_t count;
          std::memcpy(&count, run.out.data() + 4 * place, 4);
          EXPECT_EQ(count, 1u) << place;
        }
        EXPECT_LE(run.result.statistics.blocks, threads * clusterSize);
      }
}

TEST(ClusterLaunchTest, RequestsThatFailTooEarly) {
  for (uint64_t failing : {1, 2, 5})
    for (unsigned threads : {1, 3}) {
      SCOPED_TRACE(failing);
      TestRun run = runText(getText(2, false), threads, failing);
      ASSERT_EQ(run.errors, "");
      ASSERT_EQ(run.getFindings(), "") << run.result.reports.front().message;
      for (unsigned place = 0; place < 40; ++place) {
        uint32_t count;
        std::memcpy(&count, run.out.data() + 4 * place, 4);
        EXPECT_EQ(count, 1u) << place;
      }
      // 20 clusters, which end at each n-th request.
      if (threads == 1)
        EXPECT_EQ(run.result.statistics.blocks,
                  2 * (failing == 1 ? 20 : (20 + failing - 1) / failing));
    }
  // Who takes a failed answer for the end of the grid, and starts anew.
  TestRun run =
      runText(replace(getText(1, false), "@!%p3 bra END;\n",
                      "@%p3 bra GO;\nmov.u32 %x, 0;\nmov.u32 %y, 0;\nGO:\n"),
              1, 1);
  EXPECT_NE(run.result.countFindings(), 0u);
}

TEST(ClusterLaunchTest, Mistakes) {
  struct Mistake {
    const char *from, *to, *message;
  };
  for (const Mistake &mistake :
       {Mistake{"@!%p3 bra END;\n",
                "@%p3 bra GO;\nclusterlaunchcontrol.query_cancel."
                "get_first_ctaid::x.b32.b128 %x, %answer;\nbra END;\nGO:\n",
                "reads the CTA of an answer that names none"},
        {"END:\n",
         "END:\n@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;\n@%p0 "
         "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::"
         "complete_tx::bytes.b128 [answer], [bar];\n",
         "asks for another cluster after an answer"},
        {"WAIT:\nmbarrier.try_wait.parity.shared.b64 %p1, [bar], "
         "%phase;\n@!%p1 bra WAIT;\n",
         "", "asynchronous copy"}}) {
    SCOPED_TRACE(mistake.message);
    TestRun run =
        runText(replace(getText(1, false), mistake.from, mistake.to), 1);
    EXPECT_EQ(run.errors, "");
    std::string messages;
    for (const Report &report : run.result.reports)
      messages += report.message + "\n";
    EXPECT_NE(messages.find(mistake.message), std::string::npos) << messages;
  }
}
