//===- RealKernelsTest.cpp - Kernels as CUDA C++ becomes them -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels are in Inputs, each below its CUDA source. What they compute is
// computed here once more.
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"

#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
/// A module of Inputs and its memory.
class RealKernel {
public:
  explicit RealKernel(const std::string &file) {
    auto buffer = llvm::MemoryBuffer::getFile(
        std::string(TILE_SIMULATOR_INPUTS) + "/" + file);
    if (!buffer) {
      ADD_FAILURE() << "cannot read " << file;
      return;
    }
    ptx::ParseResult<ptx::Module> parsed =
        ptx::parseModule((*buffer)->getBuffer());
    std::vector<ptx::Diagnostic> errors = parsed.errors;
    if (errors.empty())
      program = Program::load(std::move(parsed.value), memory, errors);
    for (const ptx::Diagnostic &error : errors)
      ADD_FAILURE() << file << ":" << error.location.line << ": "
                    << error.message;
    options.threads = 1;
  }

  uint64_t add(const std::vector<int32_t> &values, const char *name) {
    uint64_t address = memory.allocate(values.size() * 4, name);
    std::vector<uint8_t> bytes(values.size() * 4);
    std::memcpy(bytes.data(), values.data(), bytes.size());
    EXPECT_TRUE(memory.write(address, bytes));
    return address;
  }
  std::vector<int32_t> get(uint64_t address, size_t count) {
    std::vector<uint8_t> bytes(count * 4);
    EXPECT_TRUE(memory.read(address, bytes));
    std::vector<int32_t> values(count);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  /// The findings, "kind source" of each.
  std::string run(Launch &launch) {
    if (!program)
      return "nothing to run";
    LaunchResult result = program->run(launch, options);
    std::string text = result.error;
    for (const Report &report : result.reports) {
      if (report.isNote)
        continue;
      text += getReportKindName(report.kind);
      text += " " + report.location.source + "\n";
    }
    return text;
  }

  GlobalMemory memory;
  std::unique_ptr<Program> program;
  RunOptions options;
};
} // namespace

static std::vector<int32_t> makeValues(size_t count) {
  std::vector<int32_t> values(count);
  uint32_t state = 12345;
  for (int32_t &value : values) {
    state = state * 1664525 + 1013904223;
    value = state >> 24;
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

// The return is where the branch's ways meet: those who came first must not
// wait there, but end.
TEST(RealKernels, ThreadsThatEndEarlyAreNotWaitedFor) {
  for (int n : {1, 31, 32, 50, 127, 128}) {
    RealKernel kernel("early-exit.ptx");
    std::vector<int32_t> in = makeValues(128);
    Launch launch;
    launch.block = Dim3{128};
    uint64_t out = kernel.add(std::vector<int32_t>(128, -1), "out");
    launch.addArgument(kernel.add(in, "in"));
    launch.addArgument(out);
    launch.addArgument(n);
    EXPECT_EQ(kernel.run(launch), "") << n;
    std::vector<int32_t> wanted(128, -1);
    for (int t = 0; t < n; ++t)
      wanted[t] = in[n - 1 - t];
    EXPECT_EQ(kernel.get(out, 128), wanted) << n;
  }
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

static std::string runScan(const char *name) {
  RealKernel kernel("warp-scan.ptx");
  std::vector<int32_t> in = makeValues(64);
  Launch launch;
  launch.kernel = name;
  launch.block = Dim3{64};
  uint64_t out = kernel.add(std::vector<int32_t>(64), "out");
  launch.addArgument(kernel.add(in, "in"));
  launch.addArgument(out);
  std::string findings = kernel.run(launch);
  std::vector<int32_t> wanted(64);
  std::partial_sum(in.begin(), in.begin() + 32, wanted.begin());
  std::partial_sum(in.begin() + 32, in.end(), wanted.begin() + 32);
  EXPECT_EQ(kernel.get(out, 64), wanted);
  return findings;
}

TEST(RealKernels, WarpSynchronousScanIsRight) {
  EXPECT_EQ(runScan("right_scan"), "");
}

// Two lanes read a place, its owner last: the other one's read races with the
// owner's store.
TEST(RealKernels, ScanWithoutSyncwarpRaces) {
  EXPECT_EQ(runScan("wrong_scan"), "shared-race warp-scan.cu:15:5\n");
}

static std::string runInPlace(const char *name, bool isInPlace) {
  RealKernel kernel("in-place.ptx");
  constexpr int kN = 256;
  std::vector<int32_t> in = makeValues(kN);
  Launch launch;
  launch.kernel = name;
  launch.grid = {kN / 32};
  launch.block = Dim3{32};
  uint64_t data = kernel.add(in, "data");
  uint64_t out = isInPlace ? data : kernel.add(in, "out");
  launch.addArgument(data);
  if (!isInPlace)
    launch.addArgument(out);
  launch.addArgument(kN);
  std::string findings = kernel.run(launch);
  std::vector<int32_t> wanted(kN);
  for (int i = 0; i < kN; ++i)
    wanted[i] = in[i] + in[std::min(i + 1, kN - 1)];
  EXPECT_EQ(kernel.get(out, kN), wanted);
  return findings;
}

TEST(RealKernels, ReadingANeighboursPartIsRight) {
  EXPECT_EQ(runInPlace("right_in_place", false), "");
}

// A CTA reads and then writes what the one before has read: the values happen
// to be right, CTA after CTA on one host thread.
TEST(RealKernels, WritingWhatANeighbourReadRaces) {
  EXPECT_EQ(runInPlace("wrong_in_place", true),
            "global-race in-place.cu:7:3\n");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

TEST(RealKernels, FunctionsOfAllKinds) {
  struct Five {
    int values[5] = {10, -20, 30, -40, 50};
    short extra = -3;
  } five;
  RealKernel kernel("calls.ptx");
  std::vector<int32_t> in = makeValues(128);
  std::iota(in.begin(), in.begin() + 16, 0);
  Launch launch;
  launch.block = Dim3{128};
  uint64_t out = kernel.add(std::vector<int32_t>(128), "out");
  launch.addArgument(five);
  launch.addArgument(kernel.add(in, "in"));
  launch.addArgument(out);
  EXPECT_EQ(kernel.run(launch), "");
  std::vector<int32_t> wanted;
  for (int x : in) {
    int cases[] = {7,
                   x * 2,
                   5,
                   -1,
                   x / 3,
                   x % 7,
                   x << 2,
                   __builtin_popcount(x),
                   x ? __builtin_clz(x) : 32};
    int digits[] = {3, 1, 4, 1, 5, 9, 2, 6};
    int functions[] = {x + 1, x * 3, x ^ 0x55};
    int local = 0;
    for (int k = 0; k < 16; ++k)
      local += ((k * x) & 15) == (x & 15) ? k + x : 0;
    wanted.push_back(((x & 15) < 9 ? cases[x & 15] : 100) + fibonacci(x % 10) +
                     functions[x % 3] + digits[x >> 2 & 7] + local +
                     (x & 1 ? x * (x & 7) : x + 3) + five.values[x % 5] +
                     five.extra);
  }
  EXPECT_EQ(kernel.get(out, 128), wanted);
}

// frames.cu, once more.
namespace frames {
struct Padded {
  int8_t c; // nvcc's char has a sign, and Arm's has none.
  int i;
  short s;
  double d;
};
int sum(const int *a, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += a[i] * (i + 1);
  return total;
}
int fill(int *a, int n, int x) {
  int own[6];
  for (int i = 0; i < 6; ++i)
    own[i] = x * i + 1;
  for (int i = 0; i < n; ++i)
    a[i] = own[(i + x) % 6] + i;
  return sum(own, 6);
}
int descend(int n, int x) {
  int own[5];
  for (int i = 0; i < 5; ++i)
    own[i] = n * i + x;
  int below = n > 0 ? descend(n - 1, own[n % 5]) : 7;
  return below * 3 + sum(own, 5);
}
int odd(int n, int *path, int depth);
int even(int n, int *path, int depth) {
  int own[3] = {n, depth, n ^ depth};
  path[depth] = sum(own, 3);
  int rest = n > 0 ? odd(n - 1, path, depth + 1) : 1;
  return rest + own[depth % 3] * path[depth];
}
int odd(int n, int *path, int depth) {
  int own[4] = {depth, n, 2, n + depth};
  path[depth] = sum(own, 4) + path[depth - 1];
  int rest = n > 0 ? even(n - 1, path, depth + 1) : 2;
  return rest * 5 - own[depth % 4];
}
int small(int x, int *a) {
  int own[2] = {x, a[0]};
  a[1] += own[x & 1];
  return sum(own, 2);
}
int large(int x, int *a) {
  int own[40];
  for (int i = 0; i < 40; ++i)
    own[i] = a[i % 7] + i;
  a[2] = own[x % 40];
  return small(x + 1, own + x % 8) + sum(own, 40);
}
int unpad(Padded p) {
  Padded copies[3] = {p, p, p};
  copies[p.i % 3].i += 1;
  return copies[p.s % 3].c + copies[1].i + copies[2].s + int(copies[0].d);
}
int run(int x) {
  int a[7], path[12];
  int filled = fill(a, 7, x);
  int depth = even(x % 11, path, 0);
  int down = x % 3 ? descend(x % 6, x) : -1;
  int chosen = x & 1 ? large(x, a) : small(x, a);
  Padded padded = {int8_t(x), x * 2, short(x * 3), x * 0.5};
  return filled + sum(a, 7) + depth + path[x % 11] + down + chosen +
         unpad(padded);
}
} // namespace frames

TEST(RealKernels, FunctionsWithArraysOfTheirOwn) {
  for (const char *file : {"frames.ptx", "frames-debug.ptx"}) {
    RealKernel kernel(file);
    std::vector<int32_t> in = makeValues(128), wanted;
    std::iota(in.begin(), in.begin() + 32, 0);
    Launch launch;
    launch.block = Dim3{128};
    uint64_t out = kernel.add(std::vector<int32_t>(128), "out");
    launch.addArgument(kernel.add(in, "in"));
    launch.addArgument(out);
    EXPECT_EQ(kernel.run(launch), "") << file;
    for (int x : in)
      wanted.push_back(frames::run(x));
    EXPECT_EQ(kernel.get(out, 128), wanted) << file;
  }
}
