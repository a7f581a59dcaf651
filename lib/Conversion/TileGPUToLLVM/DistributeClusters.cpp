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

#include "AsmText.h"
#include "BitBuilder.h"
#include "DistributePrograms.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// Adds registers of threads to the registers of the cluster's other CTAs.
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
    emitClusterBarrier(b.getBuilder(), b.getLoc());
    addShare(numVectors);
    emitClusterBarrier(b.getBuilder(), b.getLoc());
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

  /// Each CTA begins with the vectors of its rank, and with its own summands. A
  /// few loads are in flight at a time, which is as much as goes from SM to SM.
  /// Launches without clusters have this code in their way, so it is short:
  /// inline PTX, whose loops LLVM does not unroll.
  void addShare(unsigned numVectors) {
    constexpr unsigned kInFlight = 4;
    unsigned atOnce = std::clamp(numVectors / 4, 1u, kInFlight);
    unsigned width = vector.getNumElements();
    bool isFloat = vector.getElementType().isF32();
    auto getNames = [&](StringRef letter, unsigned i) {
      std::string names;
      for (unsigned j = 0; j < width; ++j)
        names += (j ? ", " : "") + letter.str() + std::to_string(i * width + j);
      return width == 1 ? names : "{" + names + "}";
    };
    auto at = [](unsigned i) { return "at" + std::to_string(i); };
    std::string type =
        width == 1 ? ".b32" : ".v" + std::to_string(width) + ".b32";

    AsmText text(b.getBuilder(), b.getLoc(), {});
    std::string ownRank = text.addOperand(rank, "r"),
                ctas = text.addOperand(size, "r"),
                base = text.addOperand(
                    b.create<LLVM::PtrToIntOp>(b.i32(), advance(place, own)),
                    "r");
    text.addLine("{");
    text.addLine(".reg .b32 first, number, other, far, next, at<" +
                 Twine(atOnce) + ">, s<" + Twine(atOnce * width) + ">, x<" +
                 Twine(atOnce * width) + ">;");
    text.addLine(".reg .pred goesOn;");
    text.addLine("mov.b32 first, " + ownRank + ";");
    text.addLine("share:");
    text.addLine("setp.ge.u32 goesOn, first, " + Twine(numVectors) + ";");
    text.addLine("@goesOn bra done;");
    text.addLine("mov.b32 next, first;");
    for (unsigned i = 0; i < atOnce; ++i) {
      // Instead of vectors that are not there the first one is added again.
      text.addLine("setp.lt.u32 goesOn, next, " + Twine(numVectors) + ";");
      text.addLine("selp.b32 number, next, first, goesOn;");
      text.addLine("mad.lo.u32 " + at(i) + ", number, " + Twine(stride) + ", " +
                   base + ";");
      text.addLine("ld.shared" + type + " " + getNames("s", i) + ", [" + at(i) +
                   "];");
      text.addLine("add.u32 next, next, " + ctas + ";");
    }
    text.addLine("mov.b32 other, 1;");
    text.addLine("others:");
    text.addLine(".pragma \"nounroll\";");
    text.addLine("add.u32 number, " + ownRank + ", other;");
    text.addLine("sub.u32 far, " + ctas + ", 1;");
    text.addLine("and.b32 number, number, far;");
    for (unsigned i = 0; i < atOnce; ++i) {
      text.addLine("mapa.shared::cluster.u32 far, " + at(i) + ", number;");
      text.addLine("ld.shared::cluster" + type + " " + getNames("x", i) +
                   ", [far];");
    }
    for (unsigned i = 0; i < atOnce * width; ++i)
      text.addLine((isFloat ? "add.f32 s" : "add.s32 s") + Twine(i) + ", s" +
                   Twine(i) + ", x" + Twine(i) + ";");
    text.addLine("add.u32 other, other, 1;");
    text.addLine("setp.lt.u32 goesOn, other, " + ctas + ";");
    text.addLine("@goesOn bra others;");
    for (unsigned i = 0; i < atOnce; ++i) {
      text.addLine("mapa.shared::cluster.u32 far, " + at(i) + ", 0;");
      text.addLine("st.shared::cluster" + type + " [far], " + getNames("s", i) +
                   ";");
    }
    text.addLine("mov.b32 first, next;");
    text.addLine("bra share;");
    text.addLine("done:");
    text.addLine("}");
    text.create();
  }

  BitBuilder b;
  Value place;
  VectorType vector;
  /// Of a vector, and from a thread's vector to its next one.
  unsigned bytes, stride;
  /// Where the thread's first vector is.
  Value own;
  Value rank, size;
};

LogicalResult lowerClusterSum(ClusterSumOp op, Parts<ClusterSumOp> adaptor,
                              ConversionPatternRewriter &rewriter) {
  auto tile = cast<RankedTensorType>(op.getSrc().getType());
  auto place = cast<MemDescType>(op.getPlace().getType());
  unsigned threads = getNumWarps(op) * kThreadsPerWarp;
  SmallVector<Value> registers(adaptor.getSrc());
  unsigned all = registers.size();
  unsigned atOnce =
      ClusterSumOp::getRegistersAtOnce(tile, place.getTileShape()[0], threads);
  constexpr unsigned kMaxWidth = 4;
  unsigned width = std::gcd(std::gcd(atOnce, all), kMaxWidth);
  ClusterAdder adder(rewriter, op.getLoc(), adaptor.getPlace().front(), threads,
                     width, tile.getElementType());
  for (unsigned first = 0; first < all; first += atOnce)
    adder.add(
        MutableArrayRef(registers).slice(first, std::min(atOnce, all - first)));
  rewriter.replaceOpWithMultiple(op, {registers});
  return success();
}

template <typename OpTy, typename RegisterOpTy>
LogicalResult lowerRegister(OpTy op, typename OpTy::Adaptor,
                            ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<RegisterOpTy>(op, rewriter.getI32Type());
  return success();
}

} // namespace

void tile::populateClusterPatterns(const Distribution &d) {
  addLowerings(d.converter, d.patterns, lowerClusterSum,
               lowerRegister<CTARankOp, NVVM::ClusterId>,
               lowerRegister<ClusterSizeOp, NVVM::ClusterDim>);
}
