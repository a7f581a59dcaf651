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

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tile {

/// For each access of memory by tiles, what one access takes; computed before
/// the conversion starts.
using VectorShapes = llvm::DenseMap<Operation *, ModuleAxisInfo::VectorShape>;

/// For each comparison, quotient or load of tiles whose result is known to be
/// the same in several registers of every thread: for each register, the lowest
/// one that is equal. Computed before the conversion starts.
using EqualRegisters = llvm::DenseMap<Operation *, SmallVector<unsigned>>;

/// What `axisInfo` says of the registers of a comparison, a quotient or a load;
/// empty if each may differ, and for all other operations.
SmallVector<unsigned> findEqualRegisters(Operation *op,
                                         const ModuleAxisInfo &axisInfo);

/// tile.func, call, return, the program's place in the grid, and how grids
/// depend on each other.
void populateFunctionPatterns(const ThreadTypeConverter &converter,
                              RewritePatternSet &patterns,
                              const TargetInfo &target);

/// arith, math and ub operations on tiles: a copy for each register; pointer
/// arithmetic and casts. `equal` must outlive the patterns.
void populateElementwisePatterns(const ThreadTypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 const EqualRegisters &equal);

/// Conversions of bytes to f16 and bf16 by words, where the target adds pairs
/// of both. Take precedence.
void populateByteConversionPatterns(const ThreadTypeConverter &converter,
                                    RewritePatternSet &patterns,
                                    const TargetInfo &target);

/// Makes operations that only change the signs of 8-bit floats, which no
/// instruction does, operations on their bits.
void lowerFloat8Signs(Operation *root);

/// Fails, with a message, at the first operation in `root` that computes with
/// 8-bit floats: no instruction does, and the patterns would take their bits
/// for integers.
LogicalResult verifyFloat8Uses(Operation *root);

/// make_range, splat, unsplat, expand_dims, broadcast, reshape, trans, join,
/// split and constants.
void populateShapePatterns(const ThreadTypeConverter &converter,
                           RewritePatternSet &patterns);

/// Layout conversions within a warp.
void populateExchangePatterns(const ThreadTypeConverter &converter,
                              RewritePatternSet &patterns);

/// Places in shared memory, copies to and from them, and barriers.
/// `target` must outlive the patterns.
void populateSharedMemoryPatterns(ThreadTypeConverter &converter,
                                  RewritePatternSet &patterns,
                                  const TargetInfo &target);

/// What CTAs of a cluster do together: tilegpu.cluster_sum, and the rank and
/// the size that it needs.
void populateClusterPatterns(const ThreadTypeConverter &converter,
                             RewritePatternSet &patterns);

/// tilegpu.local_count.
void populateCountPatterns(const ThreadTypeConverter &converter,
                           RewritePatternSet &patterns);

/// Declares the shared memory of each function of the module that has some.
void declareSharedMemory(ModuleOp module);

/// Whether a function's tiles in shared memory lie in the array that launches
/// size: true for a kernel that needs more than every GPU gives without a
/// request.
bool hasDynamicSharedMemory(FuncOp func);

/// Bytes of a function's tiles in shared memory, for all programs of a CTA.
int64_t getSharedMemory(FuncOp func);

/// tile.dot, for a target and the PTX version (major * 10 + minor) it is
/// compiled as. `target` must outlive the patterns.
void populateDotPatterns(const ThreadTypeConverter &converter,
                         RewritePatternSet &patterns, const TargetInfo &target,
                         unsigned ptxVersion);

/// tilegpu.warpgroup_dot, its wait, tilegpu.fence_proxy and memdesc_trans.
void populateWarpgroupDotPatterns(ThreadTypeConverter &converter,
                                  RewritePatternSet &patterns);

/// Products of warpgroups in tensor memory, and its allocation.
void populateTensorMemoryPatterns(ThreadTypeConverter &converter,
                                  RewritePatternSet &patterns);

/// tile.reduce along a dimension that each warp holds all of.
void populateReducePatterns(const ThreadTypeConverter &converter,
                            RewritePatternSet &patterns);

/// tile.scan along a dimension that each warp holds all of.
void populateScanPatterns(const ThreadTypeConverter &converter,
                          RewritePatternSet &patterns);

/// tile.gather within a warp, and tilegpu.local_gather.
void populateGatherPatterns(const ThreadTypeConverter &converter,
                            RewritePatternSet &patterns);

/// tile.map_elementwise.
void populateMapPatterns(const ThreadTypeConverter &converter,
                         RewritePatternSet &patterns);

/// tilegpu.compare_exchange, keep_first and relabel.
void populateSortPatterns(const ThreadTypeConverter &converter,
                          RewritePatternSet &patterns);

/// tile.load and tile.store. `shapes` and `equal` must outlive the patterns.
void populateMemoryPatterns(const ThreadTypeConverter &converter,
                            RewritePatternSet &patterns,
                            const VectorShapes &shapes,
                            const EqualRegisters &equal);

/// Fails, with a message, at a tile.atomic_cas_pair for which the target or the
/// PTX version has no instruction.
LogicalResult verifyAtomicPairs(ModuleOp module, const TargetInfo &target);

/// tile.atomic_rmw, atomic_cas, atomic_cas_pair, atomic_load, atomic_store and
/// atomic_poll. `shapes` and `target` must outlive the patterns.
void populateAtomicPatterns(const ThreadTypeConverter &converter,
                            RewritePatternSet &patterns,
                            const VectorShapes &shapes,
                            const TargetInfo &target);

/// tilegpu.async_copy, its groups, and tilegpu.memdesc_index. `shapes` must
/// outlive the patterns.
void populateAsyncCopyPatterns(const ThreadTypeConverter &converter,
                               RewritePatternSet &patterns,
                               const VectorShapes &shapes);

/// tilegpu.box_copy, the barriers that it signals, and tilegpu.box_store.
/// `target` must outlive the patterns.
void populateBoxCopyPatterns(const ThreadTypeConverter &converter,
                             RewritePatternSet &patterns,
                             const TargetInfo &target);

/// Makes branches of the module's producer warps, whose regions are lowered.
void lowerProducerWarps(ModuleOp module);

/// tile.elementwise_inline_asm.
void populateAsmPatterns(const ThreadTypeConverter &converter,
                         RewritePatternSet &patterns);

/// tile.print and tile.assert.
void populateDebugPatterns(const ThreadTypeConverter &converter,
                           RewritePatternSet &patterns);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_PATTERNS_H
