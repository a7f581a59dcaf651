//===- Inputs.h - The operands that instructions are tried on --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of operands, one value per thread: first the values at which
// instructions go wrong, each with each, then random ones. The same at each
// run, on each machine.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INSTRUCTIONTEST_INPUTS_H
#define TILE_INSTRUCTIONTEST_INPUTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlir::tile::itest {

/// Threads that most kernels have.
inline constexpr unsigned kThreads = 2048;
/// Enough for all values of 16 bits.
inline constexpr unsigned kExhaustiveThreads = 65536;
/// Bytes; what wmma.load needs.
inline constexpr unsigned kArrayAlignment = 32;
/// Threads in a CTA.
inline constexpr unsigned kBlock = 128;

/// A step of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
inline uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/// A hash that numpy computes as fast as this: the sum of all
/// mix(word ^ index * 0xd6e8feb86659fd93), words of 8 bytes, filled with zeros.
uint64_t hashBytes(llvm::ArrayRef<uint8_t> bytes);

/// Which values an operand takes.
struct InputKey {
  /// A type word of PTX ("f32", "s16x2", "b128"), or of these:
  ///   count        b32, how far to shift: mostly 0 to 70
  ///   lane         b32, 0 to 31
  ///   clamp        b32, the third operand of shfl
  ///   offset       b32, -33 to 33
  ///   few          b32, few different values: for match
  ///   few64        the same in b64
  ///   metadata2    b32, two of four elements, for mma.sp
  ///   metadata1    b32, one of two
  ///   nonzero-T    integers T but 0
  ///   int24-T      integers of 24 bits, extended to T
  ///   small-T      integers -4 to 4 as T, for products that are exact
  ///   near-T       floats from 0.5 to 2, of both signs
  ///   far-T        floats of all exponents, infinities and NaN
  /// T of the last three may be an element of 8 bits: e4m3x4.
  std::string kind;
  /// Operands that are combined with this one, and its place among them.
  unsigned arity = 1, position = 0;
  unsigned threads = kThreads;

  std::string getName() const;
  /// The kind of 32 or 64 bits of a matrix whose elements have a type; floats
  /// are of a range: small, near or far.
  static std::string getFragmentKind(llvm::StringRef range,
                                     llvm::StringRef element);
};

struct InputArray {
  std::string name;
  unsigned elementBytes;
  /// In the arena, a multiple of kArrayAlignment.
  uint64_t offset;
  std::vector<uint8_t> bytes;
  uint64_t hash;
};

/// All arrays that were asked for, one after the other.
class InputArena {
public:
  const InputArray &get(const InputKey &key);
  const InputArray *lookup(llvm::StringRef name) const {
    return names.lookup(name);
  }
  std::vector<uint8_t> getBytes() const;

private:
  std::vector<std::unique_ptr<InputArray>> arrays;
  llvm::StringMap<InputArray *> names;
  uint64_t size = 0;
};

} // namespace mlir::tile::itest

#endif // TILE_INSTRUCTIONTEST_INPUTS_H
