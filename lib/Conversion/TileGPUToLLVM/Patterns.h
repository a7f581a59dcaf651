//===- Patterns.h - The groups of distribution patterns ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `tile-distribute-to-threads` is made of, one function a source file.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_PATTERNS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_PATTERNS_H

#include "tile/Analysis/AxisInfo.h"
#include "tile/Conversion/TileGPUToLLVM/Lowering.h"
#include "tile/Dialect/Tile/IR/TF32Rounding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tile {

/// For each access of memory by tiles, what one access takes; computed before
/// the conversion starts.
using VectorShapes = llvm::DenseMap<Operation *, ModuleAxisInfo::VectorShape>;

/// For each comparison, quotient or load of tiles whose result is known to be
/// the same in several registers of every thread: for each register, the lowest
/// one that is equal. Computed before the conversion starts.
using EqualRegisters = llvm::DenseMap<Operation *, SmallVector<unsigned>>;

/// What patterns are made for, and what they read. The referenced objects must
/// outlive the patterns.
struct Distribution {
  ThreadTypeConverter &converter;
  RewritePatternSet &patterns;
  const TargetInfo &target;
  /// The PTX version (major * 10 + minor) that the kernels are compiled as.
  unsigned ptxVersion;
  TF32Rounding rounding;
  const VectorShapes &shapes;
  const EqualRegisters &equal;
};

/// What `axisInfo` says of the registers of a comparison, a quotient or a load;
/// empty if each may differ, and for all other operations.
SmallVector<unsigned> findEqualRegisters(Operation *op,
                                         const ModuleAxisInfo &axisInfo);

/// tile.func, call, return, the program's place in the grid, and how grids
/// depend on each other.
void populateFunctionPatterns(const Distribution &d);

/// arith, math and ub operations on tiles: a copy for each register; pointer
/// arithmetic and casts.
void populateElementwisePatterns(const Distribution &d);

/// Conversions of bytes to f16 and bf16 by words, where the target adds pairs
/// of both. Take precedence.
void populateByteConversionPatterns(const Distribution &d);

/// Makes operations that only change the signs of 8-bit floats, which no
/// instruction does, operations on their bits.
void lowerFloat8Signs(Operation *root);

/// Fails, with a message, at the first operation in `root` that computes with
/// 8-bit floats: no instruction does, and the patterns would take their bits
/// for integers.
LogicalResult verifyFloat8Uses(Operation *root);

/// make_range, splat, unsplat, expand_dims, broadcast, reshape, trans, join,
/// split and constants.
void populateShapePatterns(const Distribution &d);

/// Layout conversions within a warp.
void populateExchangePatterns(const Distribution &d);

/// Places in shared memory, copies to and from them, and barriers.
void populateSharedMemoryPatterns(const Distribution &d);

/// What CTAs of a cluster do together: tilegpu.cluster_sum, and the rank and
/// the size that it needs.
void populateClusterPatterns(const Distribution &d);

/// tilegpu.local_count.
void populateCountPatterns(const Distribution &d);

/// Declares the shared memory of each function of the module that has some.
void declareSharedMemory(ModuleOp module);

/// Whether a function's tiles in shared memory lie in the array that launches
/// size: true for a kernel that needs more than every GPU gives without a
/// request.
bool hasDynamicSharedMemory(FuncOp func);

/// Bytes of a function's tiles in shared memory, for all programs of a CTA.
int64_t getSharedMemory(FuncOp func);

/// tile.dot, for a target and the PTX version (major * 10 + minor) it is
/// compiled as.
void populateDotPatterns(const Distribution &d);

/// tilegpu.warpgroup_dot, its wait, tilegpu.fence_proxy and memdesc_trans.
void populateWarpgroupDotPatterns(const Distribution &d);

/// Products of warpgroups in tensor memory, and its allocation.
void populateTensorMemoryPatterns(const Distribution &d);

/// tile.reduce along a dimension that each warp holds all of.
void populateReducePatterns(const Distribution &d);

/// tile.scan along a dimension that each warp holds all of.
void populateScanPatterns(const Distribution &d);

/// tile.gather within a warp, and tilegpu.local_gather.
void populateGatherPatterns(const Distribution &d);

/// tile.map_elementwise.
void populateMapPatterns(const Distribution &d);

/// tilegpu.compare_exchange, keep_first and relabel.
void populateSortPatterns(const Distribution &d);

/// tile.load and tile.store.
void populateMemoryPatterns(const Distribution &d);

/// Fails, with a message, at a tile.atomic_cas_pair for which the target or the
/// PTX version has no instruction.
LogicalResult verifyAtomicPairs(ModuleOp module, const TargetInfo &target);

/// tile.atomic_rmw, atomic_cas, atomic_cas_pair, atomic_load, atomic_store and
/// atomic_poll. `shapes` and
void populateAtomicPatterns(const Distribution &d);

/// tilegpu.async_copy, its groups, and tilegpu.memdesc_index.
void populateAsyncCopyPatterns(const Distribution &d);

/// tilegpu.box_copy, the barriers that it signals, and tilegpu.box_store.
void populateBoxCopyPatterns(const Distribution &d);

/// Makes branches of the module's producer warps, whose regions are lowered.
void lowerProducerWarps(ModuleOp module);

/// tile.fp_to_fp, by `cvt` where the target has it.
void populateFpConversionPatterns(const Distribution &d);

/// tile.bitcast, clampf, precise_sqrt, precise_divf, approx_divf, mulhiui and
/// extern_elementwise.
void populateMathOpPatterns(const Distribution &d);

/// tile.elementwise_inline_asm.
void populateAsmPatterns(const Distribution &d);

/// tile.print and tile.assert.
void populateDebugPatterns(const Distribution &d);

/// Erases what `scf.for` under `root`, a function, carries for nothing but
/// itself, and if there is any, all operations whose results nothing needs. Of
/// a tile of pointers, a vector access takes the first one of each vector, and
/// a loop would carry the others to their ends. Canonicalization keeps such
/// circles.
void eraseDeadLoopValues(Operation *root);

/// Lets `scf.for` under `root`, a function, carry a word in place of four bytes
/// that an iteration only packs to this word: bytes take a register each, and
/// instructions to pack them in each iteration.
void carryWords(Operation *root);

/// Makes functions of the long fallbacks that are used and have no effects on
/// memory.
void outlineFallbacks(ModuleOp module);

/// Shares a scalar remainder among the elements of tiles of 64-bit integers of
/// which each thread has several. Tiles have their layouts.
void shareRemainders(Operation *root);

/// tile.dot_scaled on targets whose matrix instructions take scales.
void populateScaledDotPatterns(const Distribution &d);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_PATTERNS_H
