//===- TestKernel.h - Small kernels for tests -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a kernel of a few lines of PTX, runs it on one array and gives back
// another: each thread has kSlot bytes of both.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_SIMULATOR_TESTKERNEL_H
#define TILE_UNITTESTS_SIMULATOR_TESTKERNEL_H

#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"

#include "gtest/gtest.h"

#include <cstring>
#include <string>
#include <vector>

namespace mlir::tile::sim {

/// Bytes of input, and of output, that a thread has.
inline constexpr unsigned kSlot = 64;

struct TestRun {
  LaunchResult result;
  std::vector<uint8_t> out;
  /// What is wrong with the PTX: "3:5: expected ...".
  std::string errors;

  template <typename T> T get(unsigned thread, unsigned byte = 0) const {
    T value;
    std::memcpy(&value, out.data() + thread * kSlot + byte, sizeof(T));
    return value;
  }
  /// "kind@line", of all findings or all notes, with blanks between.
  std::string getFindings(bool notes = false) const {
    std::string text;
    for (const Report &report : result.reports) {
      if (report.isNote != notes)
        continue;
      if (!text.empty())
        text += ' ';
      text += getReportKindName(report.kind).str() + "@" +
              std::to_string(report.location.ptxLine);
    }
    return text;
  }
  std::string getNotes() const { return getFindings(/*notes=*/true); }
};

struct TestKernel {
  std::string version = "8.8";
  std::string target = "sm_100a";
  /// Declarations before the kernel.
  std::string module;
  unsigned threads = 32;
  unsigned blocks = 1;
  unsigned clusterSize = 1;
  unsigned dynamicShared = 0;
  Arithmetic arithmetic = Arithmetic::Floats;
  RunOptions options;

  /// The whole module. The first line of `body` is line 24 if `module` has no
  /// line end. In the body, %in and %out are the thread's slots (generic and
  /// global addresses), and the registers %p<16> (pred), %h<16> (b16),
  /// %r<32> (b32), %d<32> (b64), %f<16> (f32), %q<16> (f64), %b<8> (b8) and
  /// %x<8> (b128) are declared; %tid.x is in %t.
  std::string getText(const std::string &body) const {
    return ".version " + version + "\n.target " + target +
           "\n.address_size 64\n" + module +
           "\n.visible .entry k(.param .u64 in, .param .u64 out)\n"
           ".reqntid " +
           std::to_string(threads) +
           "\n{\n"
           ".reg .pred %p<16>;\n.reg .b16 %h<16>;\n.reg .b32 %r<32>;\n"
           ".reg .b64 %d<32>;\n.reg .f32 %f<16>;\n.reg .f64 %q<16>;\n"
           ".reg .b8 %b<8>;\n"
           ".reg .b32 %t, %cta;\n.reg .b64 %in, %out, %slot;\n"
           "mov.u32 %t, %tid.x; mov.u32 %cta, %ctaid.x;\n"
           "mad.lo.u32 %cta, %cta, " +
           std::to_string(threads) +
           ", %t;\n"
           "mul.wide.u32 %slot, %cta, 64;\n"
           "ld.param.u64 %in, [in];\n"
           "ld.param.u64 %out, [out];\n"
           "add.u64 %in, %in, %slot;\n"
           "add.u64 %out, %out, %slot;\n" +
           body + "\nret;\n}\n";
  }

  TestRun runText(const std::string &text,
                  const std::vector<uint8_t> &input = {}) const {
    TestRun run;
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
    std::vector<ptx::Diagnostic> errors = parsed.errors;
    GlobalMemory memory;
    std::unique_ptr<Program> program;
    if (errors.empty())
      program =
          Program::load(std::move(parsed.value), memory, errors, arithmetic);
    for (const ptx::Diagnostic &error : errors)
      run.errors += std::to_string(error.location.line) + ":" +
                    std::to_string(error.location.column) + ": " +
                    error.message + "\n";
    if (!program)
      return run;
    std::vector<uint8_t> bytes = input;
    bytes.resize(size_t(threads) * blocks * kSlot);
    Launch launch;
    uint64_t in = memory.allocate(bytes.size(), "in");
    uint64_t out = memory.allocate(bytes.size(), "out", /*trackWrites=*/true);
    EXPECT_TRUE(memory.write(in, bytes));
    launch.grid = {blocks};
    if (clusterSize != 1)
      launch.cluster = Dim3{clusterSize};
    launch.dynamicSharedMemory = dynamicShared;
    launch.addArgument(in);
    launch.addArgument(out);
    run.result = program->run(launch, options);
    run.out.resize(bytes.size());
    EXPECT_TRUE(memory.read(out, run.out));
    return run;
  }

  TestRun run(const std::string &body,
              const std::vector<uint8_t> &input = {}) const {
    return runText(getText(body), input);
  }

  /// `run`, of a kernel that must be right.
  TestRun runClean(const std::string &body,
                   const std::vector<uint8_t> &input = {}) const {
    TestRun result = run(body, input);
    EXPECT_EQ(result.errors, "");
    EXPECT_EQ(result.result.error, "");
    EXPECT_EQ(result.getFindings(), "");
    return result;
  }
};

/// The slots of input: `value(thread)` at byte `byte` of each.
template <typename T, typename F>
void fillSlots(std::vector<uint8_t> &input, unsigned threads, unsigned byte,
               F value) {
  input.resize(size_t(threads) * kSlot);
  for (unsigned thread = 0; thread < threads; ++thread) {
    T v = value(thread);
    std::memcpy(input.data() + thread * kSlot + byte, &v, sizeof(T));
  }
}

} // namespace mlir::tile::sim

#endif // TILE_UNITTESTS_SIMULATOR_TESTKERNEL_H
