//===- Simulate.cpp - The cases on the simulator --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulate.h"

#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"
#include "tile/Support/Threads.h"

#include <atomic>
#include <thread>

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::ArrayRef;

namespace {
/// The cases of one module, which share a program if it loads.
class ModuleRun {
public:
  ModuleRun(const TestSuite &suite, ArrayRef<uint8_t> inputs)
      : suite(suite), inputs(inputs) {}

  void run(ArrayRef<TestCase> cases, unsigned first,
           llvm::function_ref<void(unsigned, SimulatedCase &)> visit) {
    sim::GlobalMemory memory;
    std::vector<ptx::Diagnostic> errors;
    ptx::ParseResult<ptx::Module> parsed =
        ptx::parseModule(suite.getModuleText(cases));
    std::unique_ptr<sim::Program> program;
    errors = parsed.errors;
    if (errors.empty())
      program = sim::Program::load(std::move(parsed.value), memory, errors);
    if (!program && cases.size() > 1) {
      for (const TestCase &test : cases)
        run(test, first++, visit);
      return;
    }
    if (!program) {
      SimulatedCase result;
      result.status = SimulatedCase::Failed;
      result.message = errors.empty() ? "not loaded" : errors[0].message;
      visit(first, result);
      return;
    }
    uint64_t in = memory.allocate(inputs.size(), "in");
    if (!memory.write(in, inputs))
      return;
    for (const TestCase &test : cases) {
      SimulatedCase result;
      runCase(*program, memory, in, test, result);
      visit(first++, result);
    }
  }

private:
  static void runCase(const sim::Program &program, sim::GlobalMemory &memory,
                      uint64_t in, const TestCase &test,
                      SimulatedCase &result) {
    uint64_t out = memory.allocate(test.getOutputBytes(), "out");
    sim::Launch launch;
    launch.kernel = test.name;
    launch.grid = {test.threads / kBlock};
    launch.block = sim::Dim3{kBlock};
    launch.addArgument(in);
    launch.addArgument(out);
    launch.addArgument(KernelWriter::kValue);
    sim::RunOptions options;
    options.threads = 1;
    options.maxReports = 1;
    options.stepLimit = 100'000;
    // Threads stay with their own, as far as the instruction lets them.
    options.findGlobalRaces = false;
    sim::LaunchResult run = program.run(launch, options);
    if (!run.succeeded()) {
      result.status = SimulatedCase::Failed;
      result.message = run.error;
      for (const sim::Report &report : run.reports) {
        if (report.kind == sim::ReportKind::NotSimulated)
          result.status = SimulatedCase::NotSimulated;
        result.message =
            (getReportKindName(report.kind) + ": " + report.message + " at '" +
             report.location.instruction + "', thread " +
             llvm::Twine(report.thread.x) + " of CTA " +
             llvm::Twine(report.block.x))
                .str();
      }
    }
    result.output.resize(test.getOutputBytes());
    (void)memory.read(out, result.output);
    (void)memory.free(out);
  }

  const TestSuite &suite;
  ArrayRef<uint8_t> inputs;
};
} // namespace

void mlir::tile::itest::simulate(
    const TestSuite &suite, unsigned workers,
    llvm::function_ref<void(unsigned, SimulatedCase &)> visit) {
  std::vector<uint8_t> inputs = suite.arena.getBytes();
  std::atomic<unsigned> next{0};
  auto work = [&](unsigned) {
    for (unsigned number; (number = next++) < suite.getNumModules();)
      ModuleRun(suite, inputs)
          .run(suite.getModule(number), number * TestSuite::kCasesPerModule,
               visit);
  };
  if (workers == 0)
    workers = std::max(1u, std::thread::hardware_concurrency());
  (void)runOnThreads(workers, work);
}
