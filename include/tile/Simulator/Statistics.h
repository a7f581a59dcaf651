//===- Statistics.h - What a simulated run counted --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts of a run: instructions by class, global sectors, shared wavefronts,
// barriers, divergence. They are exact and the same in every run.
//
//===----------------------------------------------------------------------===//
//
// A request is one warp instruction that accesses memory with at least one
// lane. A sector is 32 bytes of global memory; a request moves each sector that
// any of its lanes touches, once. A wavefront is one pass through the 32 banks
// of shared memory, 4 bytes each: lanes that want the same word of a bank share
// it, different words of a bank take one wavefront each. Accesses of 8 bytes
// per lane go in two halves of the warp, accesses of 16 bytes in four quarters.
//
// Example: 32 lanes read consecutive floats from an address that 128 divides:
// 1 request, 4 sectors, 128 bytes. The same at a stride of 32 words from shared
// memory: 1 request, 32 wavefronts, 31 of them bank conflicts.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_STATISTICS_H
#define TILE_SIMULATOR_STATISTICS_H

#include "llvm/Support/raw_ostream.h"

#include <cstdint>

namespace mlir::tile::sim {

/// What an instruction is counted as.
enum class InstructionClass : uint8_t {
  Integer,    ///< Integer and bit arithmetic, comparisons of integers.
  Float,      ///< f32, f64, and comparisons of them.
  Half,       ///< f16, bf16.
  Special,    ///< Approximate functions: rcp, ex2, sin ...
  Conversion, ///< cvt.
  Move,       ///< mov, prmt, selp, cvta.
  Global,     ///< ld, st of global or generic addresses, prefetch.
  Shared,     ///< ld, st, ldmatrix, stmatrix.
  Local,      ///< Local memory: arrays of a thread, spilled registers.
  Param,      ///< Parameters and constants.
  Atomic,     ///< atom, red.
  Async,      ///< cp.async and relatives, mbarrier.
  Matrix,     ///< mma.
  Collective, ///< shfl, vote, match, redux.
  Barrier,    ///< bar, barrier, fence, membar.
  Control,    ///< bra, call, ret, exit.
};
inline constexpr unsigned kNumInstructionClasses = 16;

/// "integer", "float", ...
llvm::StringRef getInstructionClassName(InstructionClass c);

/// Accesses of a kind.
struct MemoryStatistics {
  uint64_t requests = 0;
  /// What the lanes asked for.
  uint64_t bytes = 0;
  /// Of global memory: 32 bytes each.
  uint64_t sectors = 0;
  /// Of shared memory, and how many of them conflicts caused.
  uint64_t wavefronts = 0;
  uint64_t bankConflicts = 0;

  void add(const MemoryStatistics &other);
};

/// What bulk copies (`cp.async.bulk`) did, between global and shared memory, in
/// both directions. It is a part of what the accesses of these memories are.
struct BulkStatistics {
  /// Copies. A multicast has one for each CTA that it writes to.
  uint64_t copies = 0;
  /// Of shared memory, and its wavefronts.
  uint64_t bytes = 0, wavefronts = 0;
  /// Of global memory: sectors of 32 bytes, and lines of 128 bytes, both of
  /// each row of a box. A row of 128 bytes that no multiple of 128 begins has
  /// two lines.
  uint64_t sectors = 0, lines = 0;

  void add(const BulkStatistics &other);
};

/// What one line of the PTX did in a run.
struct LineStatistics {
  /// In the PTX text, from 1.
  unsigned line = 0;
  /// Warps that executed it, and the lanes that were active in them.
  uint64_t warps = 0, lanes = 0;
  /// Its accesses, of all kinds.
  MemoryStatistics memory;
  /// Branches whose lanes went different ways.
  uint64_t divergentBranches = 0;
};

struct Statistics {
  uint64_t blocks = 0, warps = 0, threads = 0;
  /// Bytes of shared memory per CTA: of the kernel's variables, and what the
  /// launch adds to them.
  uint64_t staticSharedMemory = 0, dynamicSharedMemory = 0;
  /// Instructions of warps, and of the lanes that were active in them.
  uint64_t warpInstructions[kNumInstructionClasses] = {};
  uint64_t laneInstructions[kNumInstructionClasses] = {};
  MemoryStatistics globalLoads, globalStores, globalAtomics;
  MemoryStatistics sharedLoads, sharedStores, sharedAtomics;
  /// Local memory of threads: 4-byte words interleaved as the hardware does are
  /// not modelled, so only requests and bytes.
  MemoryStatistics localLoads, localStores;
  BulkStatistics bulkCopies;
  /// Multiply-adds of `wgmma`, by the bits of a factor: 8, 16, 32 (tf32). With
  /// sparse A, those that are done.
  uint64_t warpgroupProducts[3] = {};
  /// Barriers that a warp waited at.
  uint64_t barriers = 0;
  /// Branches that a warp took, and those whose lanes went different ways.
  uint64_t branches = 0, divergentBranches = 0;
  /// Time of the run in seconds, of the host; not part of the JSON's counts.
  double seconds = 0;

  uint64_t getWarpInstructions() const;
  uint64_t getLaneInstructions() const;
  /// The accesses of all kinds together.
  MemoryStatistics getAllMemory() const;
  void add(const Statistics &other);
};

/// As lines of text for a person.
void print(llvm::raw_ostream &os, const Statistics &statistics);
/// As one JSON object. Keys are the names of the fields, with '_' between
/// words.
void printJSON(llvm::raw_ostream &os, const Statistics &statistics);

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_STATISTICS_H
