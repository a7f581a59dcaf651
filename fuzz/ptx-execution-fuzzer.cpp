//===- ptx-execution-fuzzer.cpp - Any PTX through the simulator -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the input as a program and runs each of its kernels for a moment, with
// small buffers, and tensor maps of them, as arguments. Whatever it is, there
// must be findings and no crash, no run may go past its step limit, and two
// runs on one thread must end the same.
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"
#include "tile/Simulator/TensorMap.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

#include <cstdlib>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static constexpr unsigned kBufferBytes = 4096;
static constexpr unsigned kNumCTAs = 2, kThreads = 40;
static constexpr uint64_t kStepLimit = 5000;

namespace {
/// What a run leaves, to be compared.
struct Outcome {
  std::string text;
  std::vector<uint8_t> memory;
};
} // namespace

/// A map of a buffer; which one, the number decides.
static TensorMap makeTensorMap(uint64_t address, uint64_t number) {
  auto take = [&number](uint64_t bound) {
    uint64_t taken = number % bound;
    number /= bound;
    return taken;
  };
  TensorMap map;
  map.address = address;
  map.type = take(13);
  map.rank = 1 + take(TensorMap::kMaxRank);
  map.swizzle = take(4);
  map.fill = map.isFloat() && take(2);
  uint64_t bytes = std::max(map.getElementBytes(), 1u);
  // A row of as many bytes as a swizzle takes.
  map.box[0] = map.getSwizzleBytes() / bytes;
  map.sizes[0] = map.box[0] + take(2) * 16;
  uint64_t stride = llvm::alignTo(map.sizes[0] * bytes, 16);
  for (unsigned i = 1; i < map.rank; ++i) {
    map.sizes[i] = 1 + take(4);
    map.box[i] = 1 + take(4);
    map.strides[i - 1] = stride;
    stride *= map.sizes[i];
  }
  if (map.check().empty())
    return map;
  map = TensorMap();
  map.address = address;
  map.sizes[0] = map.box[0] = 64;
  return map;
}

/// Pointers to small buffers, tensor maps of them, and small numbers.
static std::vector<std::vector<uint8_t>>
makeArguments(const std::vector<ParameterInfo> &parameters,
              GlobalMemory &memory, std::vector<uint64_t> &buffers,
              uint64_t number) {
  std::vector<std::vector<uint8_t>> arguments;
  for (const ParameterInfo &parameter : parameters) {
    std::vector<uint8_t> bytes(parameter.size, 0);
    if (parameter.size == 8) {
      uint64_t address = memory.allocate(kBufferBytes, "buffer");
      buffers.push_back(address);
      std::memcpy(bytes.data(), &address, 8);
    } else if (parameter.size == TensorMap::kBytes) {
      uint64_t address = memory.allocate(kBufferBytes, "tensor");
      buffers.push_back(address);
      makeTensorMap(address, number).encode(bytes.data());
    } else if (!bytes.empty()) {
      bytes[0] = 100;
    }
    arguments.push_back(std::move(bytes));
  }
  return arguments;
}

/// No run goes on for longer.
static void checkSteps(const Statistics &statistics) {
  uint64_t steps = 0;
  for (uint64_t count : statistics.warpInstructions)
    steps += count;
  if (steps <= kNumCTAs * kStepLimit)
    return;
  llvm::errs() << steps << " instructions in a run of at most " << kStepLimit
               << " per CTA\n";
  std::abort();
}

static Outcome run(const ptx::Module &module, uint64_t number) {
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
    launch.grid = {kNumCTAs};
    if (!program->getRequiredBlock(kernel))
      launch.block = Dim3{kThreads};
    launch.dynamicSharedMemory = 16384;
    launch.arguments =
        makeArguments(program->getParameters(kernel), memory, buffers, number);
    RunOptions options;
    options.threads = 1;
    options.stepLimit = kStepLimit;
    options.output = &os;
    LaunchResult result = program->run(launch, options);
    os << kernel << ' ' << result.error << '\n';
    for (const Report &report : result.reports)
      print(os, report);
    checkSteps(result.statistics);
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
  uint64_t number = llvm::xxh3_64bits(text);
  Outcome first = run(parsed.value, number), second = run(parsed.value, number);
  if (first.text == second.text && first.memory == second.memory)
    return 0;
  llvm::errs() << "two runs differ:\n" << first.text << "\n" << second.text;
  std::abort();
}
