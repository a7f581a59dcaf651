//===- Reference.h - What approximate instructions approximate -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions in the host's double and long double, and the errors that the
// PTX ISA allows. Not the simulator's own code, which they judge.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INSTRUCTIONTEST_REFERENCE_H
#define TILE_INSTRUCTIONTEST_REFERENCE_H

#include "KernelWriter.h"

#include <optional>

namespace mlir::tile::itest {

/// Errors of one side against the exact function, over all threads.
struct ErrorStatistics {
  /// In units of the last place of the result's format, and as part of what
  /// PTX allows: above 1 is outside.
  double ulps = 0, partOfBound = 0;
  /// NaN, infinities and zeros where the function has others.
  unsigned wrongSpecials = 0;
};

/// An approximate function of one or two operands.
class Reference {
public:
  /// No value for what is no such function, as mma.
  static std::optional<Reference> get(const TestCase &test);

  /// Elements in a register: 2 of f16x2.
  unsigned getElements() const { return elements; }
  unsigned getBits() const { return bits; }
  /// Adds the error of one result; operands and result are bits of the format.
  void judge(uint64_t a, uint64_t b, uint64_t result,
             ErrorStatistics &statistics) const;
  /// Distance of two results in units of the last place; 0 for two NaN.
  double getDistance(uint64_t a, uint64_t b) const;
  /// "2 ulp", "2^-20.5 absolute in [-2pi, 2pi]"; "none" where PTX says nothing.
  llvm::StringRef getBoundText() const { return boundText; }

private:
  double decode(uint64_t value) const;
  double getUlp(double value) const;
  double flush(double value) const;

  std::string opcode;
  llvm::StringRef boundText;
  unsigned bits = 32, elements = 1, mantissaBits = 23;
  int minExponent = -126;
  bool isFlushed = false, isFull = false;
};

} // namespace mlir::tile::itest

#endif // TILE_INSTRUCTIONTEST_REFERENCE_H
