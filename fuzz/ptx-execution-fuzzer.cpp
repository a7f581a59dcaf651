//===- ptx-execution-fuzzer.cpp - Any PTX through the simulator -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the input as a program and runs each of its kernels for a moment, with
// small buffers as arguments. Whatever it is, there must be findings and no
// crash, and two runs on one thread must end the same.
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"

#include <cstdlib>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static constexpr unsigned kBufferBytes = 4096;

namespace {
/// What a run leaves, to be compared.
struct Outcome {
  std::string text;
  std::vector<uint8_t> memory;
};
} // namespace

/// Pointers to small buffers, and small numbers.
static std::vector<std::vector<uint8_t>>
makeArguments(const std::vector<ParameterInfo> &parameters,
              GlobalMemory &memory, std::vector<uint64_t> &buffers) {
  std::vector<std::vector<uint8_t>> arguments;
  for (const ParameterInfo &parameter : parameters) {
    std::vector<uint8_t> bytes(parameter.size, 0);
    if (parameter.size == 8) {
      uint64_t address = memory.allocate(kBufferBytes, "buffer");
      buffers.push_back(address);
      std::memcpy(bytes.data(), &address, 8);
    } else if (!bytes.empty()) {
      bytes[0] = 100;
    }
    arguments.push_back(std::move(bytes));
  }
  return arguments;
}

static Outcome run(const ptx::Module &module) {
  Outcome outcome;
  llvm::raw_string_ostream os(outcome.text);
  GlobalMemory memory;
  std::vector<ptx::Diagnostic> errors;
  std::unique_ptr<Program> program = Program::load(module, memory, errors);
  if (!program) {
    if (errors.empty()) {
      llvm::errs() << "the program was refused without a reason\n";
      std::abort();
    }
    return outcome;
  }
  for (const std::string &kernel : program->getKernels()) {
    std::vector<uint64_t> buffers;
    Launch launch;
    launch.kernel = kernel;
    launch.grid = {2};
    if (!program->getRequiredBlock(kernel))
      launch.block = Dim3{40};
    launch.dynamicSharedMemory = 256;
    launch.arguments =
        makeArguments(program->getParameters(kernel), memory, buffers);
    RunOptions options;
    options.threads = 1;
    options.stepLimit = 2000;
    options.output = &os;
    LaunchResult result = program->run(launch, options);
    os << kernel << ' ' << result.error << '\n';
    for (const Report &report : result.reports)
      print(os, report);
    result.statistics.seconds = 0;
    printJSON(os, result.statistics);
    for (uint64_t buffer : buffers) {
      std::vector<uint8_t> bytes(kBufferBytes);
      if (memory.read(buffer, bytes))
        outcome.memory.insert(outcome.memory.end(), bytes.begin(), bytes.end());
    }
  }
  return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
  if (!parsed)
    return 0;
  Outcome first = run(parsed.value), second = run(parsed.value);
  if (first.text == second.text && first.memory == second.memory)
    return 0;
  llvm::errs() << "two runs differ:\n" << first.text << "\n" << second.text;
  std::abort();
}
