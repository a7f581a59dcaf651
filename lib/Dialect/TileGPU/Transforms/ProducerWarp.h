//===- ProducerWarp.h - Copies by a warp of their own -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the producer warp of a kernel runs: the loops whose loads are boxes,
// with all that makes the boxes' coordinates, and nothing else of the kernel.
// PipelineLoops.h has the idea. And what the product warp runs: of these loops
// those whose products are in tensor memory, with nothing but the products.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PRODUCERWARP_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PRODUCERWARP_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tilegpu {

/// The operations and values of a kernel, all of them scalars and without
/// effects, that make some values, and the loops and branches around them.
class ScalarSlice {
public:
  /// Takes in what makes some values of a loop. Or says why there cannot be
  /// such a slice; then it is of no use any more. `mayLoad` says whether a
  /// scalar that is loaded is the same at any time.
  std::string add(scf::ForOp loop, ArrayRef<Value> values,
                  function_ref<bool(tile::LoadOp)> mayLoad);

  /// Takes in all of another one of the same kernel.
  void merge(const ScalarSlice &other) {
    ops.insert_range(other.ops);
    args.insert_range(other.args);
  }

  bool contains(Operation *op) const { return ops.contains(op); }
  /// Of what a loop carries, and of a branch's results.
  bool contains(Value value) const { return args.contains(value); }

private:
  void addValue(Value value);
  void addOperation(Operation *op);
  void addAround(Operation *op);

  function_ref<bool(tile::LoadOp)> mayLoad;
  std::string problem;
  DenseSet<Operation *> ops;
  DenseSet<Value> args;
};

/// Loads of a loop whose boxes come together, and what says so.
struct Ring {
  SmallVector<tile::LoadOp> loads;
  /// Barriers by place: the boxes are there, and all have read them.
  Value full, empty;
};

/// The product of a loop that the product warp runs.
struct RingProduct {
  tile::DotOp dot;
  /// Places of its sums in tensor memory.
  Value sums;
  /// Barriers by place: the sums are there, and all have loaded them. The
  /// second ones only if the loop runs several times.
  Value full, empty;
  unsigned getNumPlaces() const {
    return cast<TensorPlacesType>(sums.getType()).getCount();
  }
};

/// A loop whose loads the producer warp makes.
struct RingLoop {
  scf::ForOp loop;
  /// Places of each load.
  unsigned depth = 0;
  SmallVector<Ring, 2> rings;
  /// By load: all its places.
  DenseMap<Operation *, Value> places;
  /// One barrier: the others have come to the loop. None of a loop that runs
  /// several times: its places are the producer's from the beginning on.
  Value start;
  /// If the product warp runs it, its product.
  std::optional<RingProduct> product;
};

/// Whether `isIt` takes something that one of the values depends on, through
/// what loops carry, except for how often they run; or that is not known.
bool dependsOn(llvm::SetVector<Value> values,
               function_ref<bool(Operation *)> isIt);

/// A number of 32 bits.
Value emitI32(OpBuilder &builder, Location loc, int64_t value);

/// Whether one more warp may run next to a kernel: nothing in it counts threads
/// in its own way.
bool mayHaveProducerWarp(FunctionOpInterface kernel);

/// The loops around a loop, from inside out.
SmallVector<scf::ForOp> getLoopsAround(scf::ForOp loop);

/// Places of barriers; each barrier's phase ends with so many arrivals.
Value createBarriers(OpBuilder &builder, Location loc, unsigned places,
                     unsigned count);

/// Of several places, the one with this number.
Value pickPlace(OpBuilder &builder, Location loc, Value places, Value index);

/// The number of the place after this one, round, and whether that is the
/// first.
std::pair<Value, Value> emitNextPlace(OpBuilder &builder, Location loc,
                                      Value place, unsigned depth);

/// The parity of the next place, where `wraps` says that it is the first.
Value emitNextParity(OpBuilder &builder, Location loc, Value parity,
                     Value wraps);

/// The copy of a load's box, whose coordinates `map` may know, to a place.
void emitBoxCopy(OpBuilder &builder, tile::LoadOp load, const IRMapping &map,
                 Value place, Value barrier, Value pred);

/// Fills a producer warp, which is empty, for loops of the kernel around it
/// that are still as they were written.
void emitProducerWarp(ProducerWarpOp producer, const ScalarSlice &slice,
                      ArrayRef<RingLoop> loops);

/// Fills a product warp, which is empty, likewise.
void emitProductWarp(ProductWarpOp warp, const ScalarSlice &slice,
                     ArrayRef<RingLoop> loops);

/// What an operand of a product was loaded by, and whether it is transposed
/// since; null if it was not just loaded.
std::pair<tile::LoadOp, bool> findLoad(Value operand);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PRODUCERWARP_H
