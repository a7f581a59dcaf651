//===- Simulate.h - The cases on the simulator -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs all kernels of a suite and gives their outputs away, module by module.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INSTRUCTIONTEST_SIMULATE_H
#define TILE_INSTRUCTIONTEST_SIMULATE_H

#include "KernelWriter.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tile::itest {

struct SimulatedCase {
  enum Status { Ran, NotSimulated, Failed };
  Status status = Ran;
  /// Why it failed: what the simulator found, or why it refused the kernel.
  std::string message;
  /// All outputs, one after the other.
  std::vector<uint8_t> output;
};

/// Simulates on `workers` threads (0: all cores). `visit` is called once per
/// case, from any thread, several at a time.
void simulate(const TestSuite &suite, unsigned workers,
              llvm::function_ref<void(unsigned index, SimulatedCase &)> visit);

} // namespace mlir::tile::itest

#endif // TILE_INSTRUCTIONTEST_SIMULATE_H
