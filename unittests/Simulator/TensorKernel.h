//===- TensorKernel.h - Kernels with one tcgen05.mma ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CTA, or a pair of them, puts matrices into shared memory, multiplies them
// once, and stores its tensor memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_SIMULATOR_TENSORKERNEL_H
#define TILE_UNITTESTS_SIMULATOR_TENSORKERNEL_H

#include "TestKernel.h"

#include <functional>

namespace mlir::tile::sim {

/// Where the matrices begin in shared memory, and D, A and the scales in tensor
/// memory (columns).
inline constexpr unsigned kStartB = 32768, kStartScales = 16384,
                          kSharedBytes = 65536;
inline constexpr unsigned kColumnA = 256, kColumnScaleA = 384,
                          kColumnScaleB = 400;

/// The kernel, in parts that a test may change. The input has, for each CTA,
/// the bytes of its shared memory, then `columns` words for each of its 128
/// lanes for D, and 8 for A. The output has the words of D.
struct TensorKernel {
  unsigned columns = 64;
  bool isPair = false, storesA = false;
  std::string target = "sm_100a";
  /// From the product on to the commit, by the elected thread.
  std::string product;
  /// By one thread before: copies to tensor memory.
  std::string copies;
  RunOptions options;

  std::string getText() const {
    std::string group = isPair ? "cta_group::2" : "cta_group::1";
    std::string c = std::to_string(columns);
    std::string sync = isPair ? "barrier.cluster.arrive.aligned;\n"
                                "barrier.cluster.wait.aligned;\n"
                              : "bar.sync 0;\n";
    size_t perCTA = kSharedBytes + 512 * columns + 4096;
    std::string text =
        ".version 8.8\n.target " + target +
        "\n.address_size 64\n.extern .shared .align 1024 .b8 smem[];\n"
        ".visible .entry k(.param .u64 in, .param .u64 out)\n"
        ".reqntid 128\n" +
        (isPair ? ".reqnctapercluster 2\n" : "") +
        "{\n.reg .pred %p<8>;\n.reg .b32 %t, %w, %lane, %rank, %a, %at, "
        "%v<16>;\n.reg .b64 %in, %out, %x, %y, %m, %da, %db;\n.reg .b16 %h;\n"
        "mov.u32 %t, %tid.x;\nshr.u32 %w, %t, 5;\nand.b32 %lane, %t, 31;\n"
        "mov.u32 %rank, %ctaid.x;\n"
        "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n"
        "mad.wide.u32 %in, %rank, " +
        std::to_string(perCTA) + ", %in;\nmad.wide.u32 %out, %rank, " +
        std::to_string(512 * columns) + ", %out;\n";
    text += "mov.u32 %v6, 0;\nCOPY:\nshl.b32 %v7, %t, 4;\nadd.u32 %v7, %v7, "
            "%v6;\ncvt.u64.u32 %x, %v7;\nadd.u64 %y, %in, %x;\n"
            "ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%y];\n"
            "mov.u32 %v5, smem;\nadd.u32 %v4, %v7, %v5;\n"
            "st.shared.v4.b32 [%v4], {%v0, %v1, %v2, %v3};\n"
            "add.u32 %v6, %v6, 2048;\nsetp.lt.u32 %p0, %v6, " +
            std::to_string(kSharedBytes) + ";\n@%p0 bra COPY;\n";
    text += "setp.eq.u32 %p1, %t, 0;\nsetp.eq.u32 %p2, %w, 0;\n"
            "setp.eq.u32 %p3, %rank, 0;\nand.pred %p4, %p1, %p3;\n"
            "@%p1 mbarrier.init.shared.b64 [smem+65536], 1;\n"
            "fence.proxy.async.shared::cta;\n" +
            sync + "@%p2 tcgen05.alloc." + group +
            ".sync.aligned.shared::cta.b32 [smem+65544], 512;\n"
            "@%p2 tcgen05.relinquish_alloc_permit." +
            group + ".sync.aligned;\n" +
            "bar.sync 0;\nld.shared.b32 %a, [smem+65544];\n"
            "shl.b32 %at, %w, 21;\nadd.u32 %at, %at, %a;\n";
    // D and A from the input: each thread has a lane.
    auto fill = [&](const std::string &label, size_t begin, unsigned count,
                    unsigned column) {
      std::string n = std::to_string(count);
      return "add.u64 %x, %in, " + std::to_string(begin) +
             ";\nmad.wide.u32 %x, %t, " + std::to_string(4 * count) +
             ", %x;\nmov.u32 %v0, 0;\nadd.u32 %v2, %at, " +
             std::to_string(column) + ";\n" + label +
             ":\nld.global.b32 %v1, [%x];\n"
             "tcgen05.st.sync.aligned.32x32b.x1.b32 [%v2], {%v1};\n"
             "add.u64 %x, %x, 4;\nadd.u32 %v2, %v2, 1;\n"
             "add.u32 %v0, %v0, 1;\nsetp.lt.u32 %p0, %v0, " +
             n + ";\n@%p0 bra " + label + ";\n";
    };
    text += fill("FILL", kSharedBytes, columns, 0);
    if (storesA)
      text += fill("FILLA", kSharedBytes + 512 * columns, 8, kColumnA);
    text += "tcgen05.wait::st.sync.aligned;\n"
            "tcgen05.fence::before_thread_sync;\n" +
            sync + "tcgen05.fence::after_thread_sync;\n";
    text += "@!%p4 bra DONE;\n" + copies + product +
            (isPair ? "mov.u16 %h, 3;\n"
                      "mov.u64 %m, smem;\nadd.u64 %m, %m, 65536;\n"
                      "tcgen05.commit.cta_group::2.mbarrier::arrive::one."
                      "shared::cluster.multicast::cluster.b64 [%m], %h;\n"
                    : "mov.u64 %m, smem;\nadd.u64 %m, %m, 65536;\n"
                      "tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                      "shared::cluster.b64 [%m];\n") +
            "DONE:\nbar.warp.sync -1;\n";
    text += "WAIT:\nmbarrier.try_wait.parity.shared.b64 %p5, [smem+65536], 0;\n"
            "@!%p5 bra WAIT;\n"
            "tcgen05.fence::after_thread_sync;\n"
            "mad.wide.u32 %x, %t, " +
            std::to_string(4 * columns) +
            ", %out;\nmov.u32 %v0, 0;\nmov.u32 %v2, %at;\nLOAD:\n"
            "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%v1}, [%v2];\n"
            "tcgen05.wait::ld.sync.aligned;\n"
            "st.global.b32 [%x], %v1;\nadd.u64 %x, %x, 4;\n"
            "add.u32 %v2, %v2, 1;\nadd.u32 %v0, %v0, 1;\n"
            "setp.lt.u32 %p0, %v0, " +
            c + ";\n@%p0 bra LOAD;\n" + "tcgen05.fence::before_thread_sync;\n" +
            sync + "@%p2 tcgen05.dealloc." + group +
            ".sync.aligned.b32 %a, 512;\nret;\n}\n";
    return text;
  }

  TestRun run(const std::string &text,
              const std::vector<uint8_t> &input) const {
    TestRun run;
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
    std::vector<ptx::Diagnostic> errors = parsed.errors;
    GlobalMemory memory;
    std::unique_ptr<Program> program;
    if (errors.empty())
      program = Program::load(std::move(parsed.value), memory, errors);
    for (const ptx::Diagnostic &error : errors)
      run.errors +=
          std::to_string(error.location.line) + ": " + error.message + "\n";
    if (!program)
      return run;
    unsigned ctas = isPair ? 2 : 1;
    uint64_t in = memory.allocate(input.size(), "in");
    run.out.resize(size_t(512) * columns * ctas);
    uint64_t out = memory.allocate(run.out.size(), "out", true);
    EXPECT_TRUE(memory.write(in, input));
    Launch launch;
    launch.grid = {ctas};
    // The barrier, and the address of tensor memory.
    launch.dynamicSharedMemory = kSharedBytes + 16;
    launch.addArgument(in);
    launch.addArgument(out);
    run.result = program->run(launch, options);
    EXPECT_TRUE(memory.read(out, run.out));
    return run;
  }
};

} // namespace mlir::tile::sim

#endif // TILE_UNITTESTS_SIMULATOR_TENSORKERNEL_H
