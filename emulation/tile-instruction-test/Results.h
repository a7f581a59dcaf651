//===- Results.h - Simulated results against a GPU's results ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holds what the simulator computes to what instructions-on-gpu.py wrote: bit
// by bit, or by hashes alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INSTRUCTIONTEST_RESULTS_H
#define TILE_INSTRUCTIONTEST_RESULTS_H

#include "Simulate.h"

#include "llvm/Support/Error.h"

namespace mlir::tile::itest {

/// "add.u32 (wider registers)"
std::string getTitle(const TestCase &test);

/// Simulates and prints what came of it; true if nothing was found.
bool runAndSummarize(const TestSuite &suite, unsigned workers, bool lists);

/// Simulates and compares with the outputs in a folder of results; true if all
/// exact results agree and all approximate ones are within their bounds.
llvm::Expected<bool> compareOutputs(const TestSuite &suite, unsigned workers,
                                    llvm::StringRef folder);

/// Simulates and compares with recorded hashes, of exact results.
llvm::Expected<bool> compareHashes(const TestSuite &suite, unsigned workers,
                                   llvm::StringRef file);

/// Simulates what PTX leaves open, approximate and undefined results, and
/// prints the hash of each kernel's outputs. They are the same on every host.
/// False if one was not simulated.
bool printHashes(const TestSuite &suite, unsigned workers);

} // namespace mlir::tile::itest

#endif // TILE_INSTRUCTIONTEST_RESULTS_H
