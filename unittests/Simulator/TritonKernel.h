//===- TritonKernel.h - A kernel as Triton compiles it ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_SIMULATOR_TRITONKERNEL_H
#define TILE_UNITTESTS_SIMULATOR_TRITONKERNEL_H

#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <cstring>
#include <random>

namespace mlir::tile::sim {

/// A kernel of Inputs with its arrays. The first line that has `from` gets `to`
/// there.
class TritonKernel {
public:
  explicit TritonKernel(const std::string &file, llvm::StringRef from = "",
                        const std::string &to = "") {
    auto buffer = llvm::MemoryBuffer::getFile(
        std::string(TILE_SIMULATOR_INPUTS) + "/triton-" + file + ".ptx");
    if (!buffer) {
      ADD_FAILURE() << "cannot read " << file;
      return;
    }
    std::string text = (*buffer)->getBuffer().str();
    if (!from.empty()) {
      size_t at = text.find(from);
      EXPECT_NE(at, std::string::npos) << from.str();
      text.replace(at, from.size(), to);
    }
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
    std::vector<ptx::Diagnostic> errors = parsed.errors;
    if (errors.empty())
      program = Program::load(std::move(parsed.value), memory, errors);
    for (const ptx::Diagnostic &error : errors)
      ADD_FAILURE() << file << ":" << error.location.line << ": "
                    << error.message;
    options.threads = 1;
  }

  template <typename T>
  uint64_t add(const std::vector<T> &values, const char *name) {
    uint64_t address = memory.allocate(values.size() * sizeof(T), name);
    std::vector<uint8_t> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    EXPECT_TRUE(memory.write(address, bytes));
    return address;
  }
  template <typename T> std::vector<T> get(uint64_t address, size_t count) {
    std::vector<uint8_t> bytes(count * sizeof(T));
    EXPECT_TRUE(memory.read(address, bytes));
    std::vector<T> values(count);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  /// The kinds of the findings. The two last arguments are pointers that no
  /// kernel here uses.
  template <typename... Ts>
  std::string run(Dim3 grid, unsigned shared, Ts... arguments) {
    return runWithScratch(grid, shared, 0, arguments...);
  }
  /// The same with memory for the first of the two.
  template <typename... Ts>
  std::string runWithScratch(Dim3 grid, unsigned shared, uint64_t scratch,
                             Ts... arguments) {
    if (!program)
      return "nothing to run";
    Launch launch;
    launch.grid = grid;
    launch.dynamicSharedMemory = shared;
    (launch.addArgument(arguments), ...);
    launch.addArgument(scratch);
    launch.addArgument(uint64_t(0));
    result = program->run(launch, options);
    std::string text = result.error;
    for (const Report &report : result.reports)
      text +=
          getReportKindName(report.kind).str() + ": " + report.message + "\n";
    return text;
  }

  RunOptions options;
  LaunchResult result;

private:
  GlobalMemory memory;
  std::unique_ptr<Program> program;
};

inline std::vector<float> getRandom(size_t count) {
  std::mt19937 engine(7);
  std::normal_distribution<float> distribution;
  std::vector<float> values(count);
  for (float &value : values)
    value = distribution(engine);
  return values;
}

inline uint16_t toHalf(float value) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return uint16_t(number.bitcastToAPInt().getZExtValue());
}

inline float fromHalf(uint16_t bits) {
  return llvm::APFloat(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits))
      .convertToFloat();
}

} // namespace mlir::tile::sim

#endif // TILE_UNITTESTS_SIMULATOR_TRITONKERNEL_H
