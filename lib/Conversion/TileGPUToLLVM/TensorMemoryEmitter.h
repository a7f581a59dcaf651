//===- TensorMemoryEmitter.h - Code for tensor memory -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is emitted for operations on tensor memory: loads, stores, products and
// waits for these.
//
//===----------------------------------------------------------------------===//
//
// Products in tensor memory are numbered as they are issued, by a counter that
// each thread has. Number i signals mbarrier i mod `kTensorProductBarriers`,
// and is issued when the one before on that barrier has ended: so a barrier is
// never more than a phase ahead of a thread that waits at it. Before each
// product all threads meet at a barrier of the CTA. It orders what they have
// stored and loaded before the product, and no thread is more than a product
// after the others.
//
// The element (row, column) of sums of N columns is, for instructions of M
// rows, in column `begin + row / M * N + column` of lane `row mod M`, or, if M
// is 64, of lane `row mod 64 / 16 * 32 + row mod 16` (PTX ISA, "tcgen05.mma",
// Layouts D and F). Each warp has 32 lanes. The shape .16x256b gives its
// threads of 16 of them what `wgmma` would, .16x128b takes a left operand as
// mma.sync has it, and .32x32b scales as TensorScales.h says.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_TENSORMEMORYEMITTER_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_TENSORMEMORYEMITTER_H

#include "AsmText.h"
#include "BitBuilder.h"

#include "tile/Dialect/Tile/IR/BlockScaling.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/WarpgroupPlan.h"

namespace mlir::tile {

/// What a `!tilegpu.tensor_memory` is of: the address, the first barrier, the
/// number of the thread's warp, and two numbers in the thread's memory, which
/// become registers: how many products there were, and the last one that read
/// its left operand or scales there.
struct TensorMemoryParts {
  Value address, barriers, warp, count, lastLeft;

  TensorMemoryParts() = default;
  explicit TensorMemoryParts(ValueRange parts)
      : address(parts[0]), barriers(parts[1]), warp(parts[2]), count(parts[3]),
        lastLeft(parts[4]) {}

  static SmallVector<Type> getTypes(MLIRContext *context) {
    constexpr unsigned kSharedSpace = 3;
    Type pointer = LLVM::LLVMPointerType::get(context);
    Type number = IntegerType::get(context, 32);
    return {number, LLVM::LLVMPointerType::get(context, kSharedSpace), number,
            pointer, pointer};
  }
};

/// Emits code for one operation.
class TensorMemoryEmitter {
public:
  TensorMemoryEmitter(OpBuilder &builder, Operation *op,
                      TensorMemoryParts memory)
      : b(builder, op->getLoc()), op(op), memory(memory) {}

  /// How threads have a tile of version 5; or a message.
  FailureOr<WarpgroupSums> planSums(RankedTensorType type);

  /// Whether the thread is one of the CTA's first warp.
  Value emitIsFirstWarp();

  /// Whether the CTA works with another one, and so what instructions say.
  bool isPair() const;
  StringRef getGroup() const;

  /// A barrier of the program's threads.
  void emitBarrier();

  /// A number in the thread's memory.
  Value load(Value variable);
  void store(Value value, Value variable);

  /// The barrier that a product signals.
  Value emitBarrierOf(Value number);

  /// Waits for a product. It must not be more than `kTensorProductBarriers`
  /// older than the next one; those before the first one have ended.
  void emitWaitFor(Value number);
  /// Accesses of tensor memory that follow come after the barrier before it.
  void emitFence();

  /// The number of the product before `count` on the same barrier.
  Value emitOldest(Value count);

  /// Loads sums, or stores them, from a column on.
  SmallVector<Value> loadSums(RankedTensorType type, const WarpgroupSums &plan,
                              int64_t column);
  void storeSums(RankedTensorType type, const WarpgroupSums &plan,
                 int64_t column, ValueRange tile);

  /// Stores the left operand of a product, from a column on; or a message.
  LogicalResult storeLeft(RankedTensorType type, const WarpgroupSums &plan,
                          int64_t column, ValueRange tile);

  /// Stores the scales of a matrix, from a column on.
  void storeScales(RankedTensorType type, int64_t column, ValueRange tile);

  /// A product that one thread of a warp issues.
  struct Issue {
    RankedTensorType sums;
    /// As the operation has them.
    Value a, b;
    /// The places, or the address of a left operand in tensor memory; the
    /// address of the sums.
    Value left, right, sum;
    /// Whether it adds to these; null: `addsAlways` says so.
    Value adds;
    bool addsAlways = false;
    /// Whether all warps come here; the first one issues.
    bool isFirstWarpOnly = false;
    /// What it signals; null: nothing.
    Value barrier;
    /// If it has scales, their first address and the product as it is written.
    Value scales;
    tilegpu::WarpgroupDotOp scaled;
  };

  /// Issues it; or a message.
  LogicalResult issue(const Issue &product);

  /// Lets a barrier be signalled when what the thread has issued has ended.
  void commit(Value place);

private:
  /// Of a product with scales.
  struct Scaling {
    BlockScaling scaling;
    /// The kind with its qualifiers, and the descriptor's types.
    std::string kind;
    uint32_t types;
    /// Columns of a word of a block of rows, and of all scales of a.
    int64_t columnsOfA, columnsOfB, allOfA;
  };

  static std::optional<Scaling> getScaling(tilegpu::WarpgroupDotOp dot);

  Value emitI32(int32_t value) { return b.integer(b.i32(), value); }

  /// The address of what the thread's warp has of a matrix from `column` on. In
  /// a warpgroup the matrix has `columns` per row.
  Value emitAddress(const WarpgroupSums &plan, int64_t column, int64_t columns);
  static int64_t getColumn(const WarpgroupSums &plan, int64_t row,
                           int64_t column, int64_t columns);

  /// What a block is from the warp's address on.
  static std::string getOffset(const WarpgroupSums &plan,
                               const WarpgroupSums::Block &block,
                               int64_t columns);

  /// Whether the thread's warp stores: not if it has a copy of what another one
  /// has. Null if all do. And as what stands before an instruction.
  Value emitStores(ArrayRef<std::pair<int32_t, int32_t>> groups);
  std::string addGuard(AsmText &text,
                       ArrayRef<std::pair<int32_t, int32_t>> groups);

  /// Waits for the stores of an asm, and creates it.
  void finishStores(AsmText &text);

  static std::string getList(ArrayRef<std::string> names);
  void addCommit(AsmText &text, const std::string &barrier);

  /// The kind and the instruction descriptor without its extents and majors
  /// (PTX ISA, "Instruction descriptor"); nothing if there is none.
  static std::optional<std::pair<std::string, uint32_t>> getKind(Type a, Type b,
                                                                 Type c);

  /// The descriptor of a place, from its beginning.
  Value emitDescriptor(const MatrixDescriptor &descriptor, Value place);

  BitBuilder b;
  Operation *op;
  TensorMemoryParts memory;
};

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_TENSORMEMORYEMITTER_H
