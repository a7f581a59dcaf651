//===- DistributeClusters.cpp - Sums over the CTAs of a cluster -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread writes its registers to its CTA's place, in vectors: vector v of
// thread t is the one of number v * threads + t. The CTAs then share the
// numbers v, not the threads, so that each reads as much of the other CTAs'
// memory. What a CTA adds is written to the place of rank 0, from which every
// thread reads its own vectors back. No thread reads what another one of its
// CTA has written, except from one barrier of the cluster to the next.
//
//===----------------------------------------------------------------------===//

#include "BitBuilder.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// Adds registers of threads to those of the cluster's other CTAs.
class ClusterAdder {
public:
  /// `width` registers make a vector.
  ClusterAdder(OpBuilder &builder, Location loc, Value place, unsigned threads,
               unsigned width, Type element)
      : b(builder, loc), place(place), vector(VectorType::get(width, element)) {
    bytes = width * sizeof(uint32_t);
    stride = bytes * threads;
    own = b.multiply(emitThreadId(builder, loc), bytes);
    rank = b.create<NVVM::ClusterId>(b.i32());
    size = b.create<NVVM::ClusterDim>(b.i32());
  }

  void add(MutableArrayRef<Value> registers) {
    unsigned width = vector.getNumElements(),
             numVectors = registers.size() / width;
    for (unsigned v = 0; v < numVectors; ++v) {
      Value packed = b.create<LLVM::PoisonOp>(vector);
      for (unsigned i = 0; i < width; ++i)
        packed = b.create<LLVM::InsertElementOp>(
            packed, registers[v * width + i], emitI32(i));
      store(packed, getOwn(v));
    }
    waitForCluster();
    addShare(numVectors);
    waitForCluster();
    for (unsigned v = 0; v < numVectors; ++v) {
      Value packed =
          b.create<LLVM::LoadOp>(vector, getOwn(v), /*alignment=*/bytes);
      for (unsigned i = 0; i < width; ++i)
        registers[v * width + i] =
            b.create<LLVM::ExtractElementOp>(packed, emitI32(i));
    }
  }

private:
  Value emitI32(int64_t value) const { return b.integer(b.i32(), value); }

  Value advance(Value base, Value offset) const {
    return b.create<LLVM::GEPOp>(base.getType(), b.getBuilder().getI8Type(),
                                 base, ValueRange{offset});
  }

  Value getOwn(unsigned v) const {
    return advance(place, b.add(own, int64_t(v) * stride));
  }

  void store(Value value, Value address) const {
    LLVM::StoreOp::create(b.getBuilder(), b.getLoc(), value, address,
                          /*alignment=*/bytes);
  }

  /// The place of another CTA.
  Value map(Value rank) const {
    auto type = LLVM::LLVMPointerType::get(
        rank.getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
    return b.create<NVVM::MapaOp>(type, place, rank);
  }

  /// Threads that have ended, as the producer warp's, are not waited for.
  void waitForCluster() const {
    UnitAttr aligned = b.getBuilder().getUnitAttr();
    NVVM::ClusterArriveOp::create(b.getBuilder(), b.getLoc(), aligned);
    NVVM::ClusterWaitOp::create(b.getBuilder(), b.getLoc(), aligned);
  }

  /// Each CTA begins with the vectors of its rank.
  void addShare(unsigned numVectors) {
    OpBuilder &builder = b.getBuilder();
    OpBuilder::InsertionGuard guard(builder);
    for (unsigned ctas = kMaxCTAs; ctas > 2; ctas /= 2) {
      auto branch = scf::IfOp::create(
          builder, b.getLoc(),
          b.create<LLVM::ICmpOp>(LLVM::ICmpPredicate::eq, size, emitI32(ctas)),
          /*withElseRegion=*/true);
      builder.setInsertionPointToStart(branch.thenBlock());
      addShare(numVectors, ctas);
      builder.setInsertionPointToStart(branch.elseBlock());
    }
    addShare(numVectors, 2);
  }

  /// The same in a cluster of so many CTAs. Many loads are in flight at a time,
  /// as the memory of another CTA is far away; and each CTA begins with another
  /// one's.
  void addShare(unsigned numVectors, unsigned ctas) {
    constexpr unsigned kMaxInFlight = 16;
    unsigned atOnce =
        std::clamp(numVectors / ctas, 1u, std::max(1u, kMaxInFlight / ctas));
    OpBuilder &builder = b.getBuilder();
    auto loop = scf::ForOp::create(builder, b.getLoc(), rank,
                                   emitI32(numVectors), emitI32(atOnce * ctas),
                                   ValueRange(), nullptr, /*unsignedCmp=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> offsets, sums;
    Value first = loop.getInductionVar(), number = first;
    for (unsigned i = 0; i < atOnce; ++i) {
      if (i)
        number = b.add(number, ctas);
      // Instead of vectors that are not there the first one is added again.
      Value isThere = b.create<LLVM::ICmpOp>(LLVM::ICmpPredicate::ult, number,
                                             emitI32(numVectors));
      offsets.push_back(
          b.add(own, b.multiply(b.select(isThere, number, first), stride)));
    }
    for (unsigned i = 0; i < ctas; ++i) {
      Value from = map(b.bitAnd(b.add(rank, i), ctas - 1));
      for (auto [j, offset] : llvm::enumerate(offsets)) {
        Value value = b.create<LLVM::LoadOp>(vector, advance(from, offset),
                                             /*alignment=*/bytes);
        if (i == 0)
          sums.push_back(value);
        else
          sums[j] = vector.getElementType().isF32()
                        ? b.create<LLVM::FAddOp>(sums[j], value)
                        : b.add(sums[j], value);
      }
    }
    Value to = map(emitI32(0));
    for (auto [sum, offset] : llvm::zip(sums, offsets))
      store(sum, advance(to, offset));
  }

  static constexpr unsigned kMaxCTAs = 8;
  BitBuilder b;
  Value place;
  VectorType vector;
  /// Of a vector, and from a thread's vector to its next one.
  unsigned bytes, stride;
  /// Where the thread's first vector is.
  Value own;
  Value rank, size;
};

struct ClusterSumLowering : OpConversionPattern<ClusterSumOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ClusterSumOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tile = cast<RankedTensorType>(op.getSrc().getType());
    auto place = cast<MemDescType>(op.getPlace().getType());
    unsigned threads = getNumWarps(op) * kThreadsPerWarp;
    SmallVector<Value> registers(adaptor.getSrc());
    unsigned all = registers.size();
    unsigned atOnce = ClusterSumOp::getRegistersAtOnce(
        tile, place.getTileShape()[0], threads);
    constexpr unsigned kMaxWidth = 4;
    unsigned width = std::gcd(std::gcd(atOnce, all), kMaxWidth);
    ClusterAdder adder(rewriter, op.getLoc(), adaptor.getPlace().front(),
                       threads, width, tile.getElementType());
    for (unsigned first = 0; first < all; first += atOnce)
      adder.add(MutableArrayRef(registers).slice(
          first, std::min(atOnce, all - first)));
    rewriter.replaceOpWithMultiple(op, {registers});
    return success();
  }
};

template <typename OpTy, typename RegisterOpTy>
struct RegisterLowering : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<RegisterOpTy>(op, rewriter.getI32Type());
    return success();
  }
};

} // namespace

void tile::populateClusterPatterns(const ThreadTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<RegisterLowering<CTARankOp, NVVM::ClusterId>,
               RegisterLowering<ClusterSizeOp, NVVM::ClusterDim>,
               ClusterSumLowering>(converter, patterns.getContext());
}
