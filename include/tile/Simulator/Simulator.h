//===- Simulator.h - Runs PTX on the CPU ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes kernels of a PTX module on simulated memory, finds what is wrong
// with them, and counts what they do. Needs no GPU and no MLIR.
//
//===----------------------------------------------------------------------===//
//
//   ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
//   GlobalMemory memory;
//   std::vector<ptx::Diagnostic> errors;
//   std::unique_ptr<Program> program =
//       Program::load(std::move(parsed.value), memory, errors);
//   uint64_t x = memory.allocate(4096, "x");
//   Launch launch;
//   launch.kernel = "scale";
//   launch.grid = {4};
//   launch.addArgument(x);
//   launch.addArgument(1024u);
//   LaunchResult result = program->run(launch, {});
//
// A program and its memory belong together, and run one launch at a time; the
// launch itself runs on many threads. Two programs with a memory each have
// nothing in common and may run at once.
//
// docs/simulator.md says what is modelled, and how exactly.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_SIMULATOR_H
#define TILE_SIMULATOR_SIMULATOR_H

#include "tile/PTX/AST.h"
#include "tile/Simulator/GlobalMemory.h"
#include "tile/Simulator/Report.h"
#include "tile/Simulator/Statistics.h"

#include <cstring>
#include <functional>
#include <memory>
#include <optional>

namespace mlir::tile::sim {

/// What to run.
struct Launch {
  /// The entry's name; may be empty if the module has only one.
  std::string kernel;
  /// CTAs in the grid.
  Dim3 grid;
  /// Threads in a CTA; no value: what `.reqntid` says.
  std::optional<Dim3> block;
  /// CTAs in a cluster; no value: what `.reqnctapercluster` says, or one.
  std::optional<Dim3> cluster;
  /// Bytes of dynamic shared memory per CTA.
  unsigned dynamicSharedMemory = 0;
  /// All CTAs are there at once and take turns, and the kernel has the place
  /// that `grid.sync()` of cooperative groups counts in.
  bool isCooperative = false;
  /// The bytes of each argument, in order.
  std::vector<std::vector<uint8_t>> arguments;

  template <typename T> void addArgument(T value) {
    std::vector<uint8_t> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    arguments.push_back(std::move(bytes));
  }
};

/// A thread whose instructions are to be shown.
struct TraceTarget {
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
};

/// Multiprocessors of an H100 and an H200, which a simulated GPU has too.
inline constexpr unsigned kNumMultiprocessors = 132;

/// Clusters of a size that are on the device at once: one is within a GPC. An
/// H200's 132 multiprocessors are in 8 GPCs of 16 or 18.
inline unsigned countClusters(unsigned multiprocessors, unsigned perSM,
                              unsigned size) {
  constexpr unsigned kMostInGPC = 18;
  unsigned numGPCs = (multiprocessors + kMostInGPC - 1) / kMostInGPC;
  unsigned pairs = multiprocessors / 2, count = 0;
  for (unsigned gpc = 0; gpc < numGPCs; ++gpc) {
    unsigned inside = 2 * (pairs / numGPCs + (gpc < pairs % numGPCs));
    if (gpc == 0)
      inside += multiprocessors % 2;
    count += inside * perSM / size;
  }
  return count;
}

struct RunOptions {
  /// Host threads; 0: one per core.
  unsigned threads = 0;
  /// Instructions that the warps of one CTA may execute together.
  uint64_t stepLimit = 100'000'000;
  /// Different findings after which the run stops.
  unsigned maxReports = 20;
  /// How often one finding may repeat before the run stops: a loop may come to
  /// it without end.
  uint64_t maxRepeats = 100'000;
  /// Neither number stops the run: it goes on to the end of the last CTA, a
  /// dead lock, a trap or the step limit. More findings than `maxReports` are
  /// only counted.
  bool continuesAfterFindings = false;
  /// What %nsmid says; CTAs are numbered through by %smid.
  unsigned numMultiprocessors = kNumMultiprocessors;
  /// Costs about 16 bytes per byte of global memory that is accessed.
  bool findGlobalRaces = true;
  bool findSharedRaces = true;
  bool findUninitialized = true;
  /// Fills LaunchResult::lines; takes up to half as long again.
  bool countLines = false;
  /// What may be a race, and may be meant, is a finding and no note: threads
  /// that store equal values to one place, volatile and relaxed accesses that
  /// nothing orders, threads that end before a barrier of their warp.
  bool strictRaces = false;
  /// Each n-th request of `clusterlaunchcontrol.try_cancel` fails though there
  /// are clusters that have not begun, as a GPU may do; 0: none does.
  uint64_t failingCancels = 0;
  /// Instructions of a cluster's warps after which other clusters begin next to
  /// it: it may wait for one of them.
  uint64_t instructionsAlone = 4'000'000;
  /// Copies that an mbarrier tracks end some turns of the warps after they
  /// begin, and one phase at a time, not as soon as a thread tests the barrier.
  bool lateCopies = false;
  /// Shows a thread's instructions with the values they read and write.
  std::optional<TraceTarget> trace;
  /// Where the trace and the kernel's own output (`vprintf`) go; null: nowhere.
  llvm::raw_ostream *output = nullptr;
  /// Called with a finding when it is first met, from any thread, one at a time
  /// and not while something is written to `output`. That of another thread may
  /// stand for it in the end, the first one in the order of the grid.
  std::function<void(const Report &)> onFinding;
  /// Called now and then, from any thread, one at a time, with the CTAs done.
  std::function<void(uint64_t done, uint64_t total)> onProgress;
  /// Asked now and then: true stops the run.
  std::function<bool()> shouldStop;
};

struct LaunchResult {
  /// Why nothing ran: no such kernel, wrong arguments. Empty if it ran.
  std::string error;
  /// In order of CTA and time, with notes; empty if nothing was found.
  std::vector<Report> reports;
  Statistics statistics;
  /// With RunOptions::countLines: each line of the PTX that has an instruction,
  /// executed or not, in ascending order.
  std::vector<LineStatistics> lines;
  /// Different findings, without notes, that are not among the reports.
  size_t numOmitted = 0;
  /// The run ended before the last CTA did.
  bool stopped = false;

  /// It ran to the end, and all that was found are notes.
  bool succeeded() const {
    return error.empty() && countFindings() == 0 && !stopped;
  }
  /// The reports that are not notes.
  size_t countFindings() const {
    size_t count = 0;
    for (const Report &report : reports)
      count += !report.isNote;
    return count;
  }
};

/// A parameter of a kernel.
struct ParameterInfo {
  std::string name;
  /// As PTX writes it: "u64", "f32", "b8" for an array of bytes.
  std::string type;
  unsigned size = 0, alignment = 0;
};

/// A variable of a module, `.global` or `.const`, at its generic address.
struct ProgramVariable {
  std::string name;
  uint64_t address = 0, size = 0;
  bool isManaged = false;
};

class ProgramCode;

/// What a program's floats are.
enum class Arithmetic : uint8_t {
  /// What the hardware has, bit for bit.
  Floats,
  /// Numbers of a ring (ExactArithmetic.h), where the order of sums does not
  /// matter. Arrays and arguments have these, too.
  Exact,
};

/// A PTX module, made ready to run.
class Program {
public:
  /// Decodes a module; its variables are put into `memory`, which must outlive
  /// the program. Null after errors: each instruction must be one of the table
  /// of instructions, for the module's target and version, with operands that
  /// fit; an instruction that is not simulated is not an error unless it runs.
  static std::unique_ptr<Program>
  load(ptx::Module module, GlobalMemory &memory,
       std::vector<ptx::Diagnostic> &errors,
       Arithmetic arithmetic = Arithmetic::Floats);
  ~Program();

  /// Names of the kernels, in order.
  std::vector<std::string> getKernels() const;
  /// Empty if there is no such kernel, or it has none.
  std::vector<ParameterInfo> getParameters(llvm::StringRef kernel) const;
  /// What `.reqntid` says of a kernel.
  std::optional<Dim3> getRequiredBlock(llvm::StringRef kernel) const;
  /// The variables that `load` put into the memory.
  std::vector<ProgramVariable> getVariables() const;
  /// The most threads per CTA that `.maxntid` and `.reqntid` allow, or 1024.
  unsigned getMaxThreads(llvm::StringRef kernel) const;
  /// What `.reqnctapercluster` says of a kernel.
  std::optional<Dim3> getRequiredCluster(llvm::StringRef kernel) const;
  /// Bytes of static shared memory per CTA: the variables of the kernel, and
  /// the variables of the module and of functions that it can reach.
  uint64_t getStaticSharedMemory(llvm::StringRef kernel) const;

  [[nodiscard]] LaunchResult run(const Launch &launch,
                                 const RunOptions &options) const;

private:
  explicit Program(std::unique_ptr<ProgramCode> code);
  std::unique_ptr<ProgramCode> code;
};

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_SIMULATOR_H
