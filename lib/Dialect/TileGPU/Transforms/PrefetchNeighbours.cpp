//===- PrefetchNeighbours.cpp - What the next program reads ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that transposes a tile of 64x64 bytes of a wide matrix reads 64
// bytes of each of 64 rows. The next 64 bytes of these rows are read by the
// program whose number is the next one, soon, and from other lines of memory
// again. A load can ask the L2 cache to fetch more than it reads: the half of a
// row's 128 bytes that a neighbour reads comes with the other half. On an H200
// such a transpose takes 15 % less time with 64 bytes per row, and 3 % less
// with 128. With 256 bytes or more per row nothing is won.
//
// It is asked for where all of this holds:
//
// * Along one dimension the tile's addresses are consecutive, a run of 32 to
//   128 bytes, and the range begins at the program's number times its size. So
//   what is next to it is another program's.
// * Along the others they are apart. In a gather by loaded indices, it may be
//   that no program reads the neighbours.
// * The load is in no loop, and the program says nothing of caches.
//
// The attribute `tilegpu.prefetch_bytes` says twice the run. For instance, in
// CTA (x, y) of a transpose with tiles of 64x64 bytes, a row's
//
//   bytes    64 y ... 64 y + 63     are loaded by .L2::128B, with
//   bytes    64 (y ^ 1) ...         which CTA (x, y ^ 1) finds in the cache.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "AddressSteps.h"

#include "tile/Analysis/AxisInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// The bytes that an L2 cache fetches at most (PTX ISA, "ld":
/// .level::prefetch_size), and half of the least.
static constexpr int64_t kMostBytes = 256, kLeastRun = 32;

/// Whether a scalar is the program's number times `extent`.
static bool isProgramTimes(Value value, int64_t extent) {
  if (auto cast = value.getDefiningOp<arith::ExtSIOp>())
    value = cast.getIn();
  auto product = value.getDefiningOp<arith::MulIOp>();
  if (!product)
    return false;
  auto isBoth = [&](Value number, Value factor) {
    APInt constant;
    return number.getDefiningOp<GetProgramIdOp>() &&
           matchPattern(factor, m_ConstantInt(&constant)) && constant == extent;
  };
  return isBoth(product.getLhs(), product.getRhs()) ||
         isBoth(product.getRhs(), product.getLhs());
}

/// Whether coordinates or addresses along `dim` are a range that begins at the
/// program's number times its size.
static bool followsProgram(Value value, unsigned dim, unsigned depth = 0) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  constexpr unsigned kMostOperations = 12;
  Operation *op = value.getDefiningOp();
  if (!type || type.getDimSize(dim) == 1 || !op || depth == kMostOperations)
    return false;
  auto follows = [&](Value operand, unsigned operandDim) {
    return followsProgram(operand, operandDim, depth + 1);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](ExpandDimsOp expand) {
        return follows(expand.getSrc(), dim - (dim > expand.getAxis()));
      })
      .Case<BroadcastOp, ConvertLayoutOp>(
          [&](auto same) { return follows(same.getSrc(), dim); })
      .Case<arith::ExtSIOp, arith::ExtUIOp>(
          [&](auto cast) { return follows(cast.getIn(), dim); })
      .Case([&](arith::AddIOp sum) {
        auto getSource = [](Value operand) {
          while (auto convert = operand.getDefiningOp<ConvertLayoutOp>())
            operand = convert.getSrc();
          return operand;
        };
        Value lhs = getSource(sum.getLhs()), rhs = getSource(sum.getRhs());
        for (auto [range, start] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
          if (auto splat = start.getDefiningOp<SplatOp>();
              splat && range.getDefiningOp<MakeRangeOp>())
            return isProgramTimes(splat.getSrc(), type.getDimSize(dim));
        return follows(sum.getLhs(), dim) || follows(sum.getRhs(), dim);
      })
      .Case([&](AddPtrOp sum) {
        return follows(sum.getPtr(), dim) || follows(sum.getOffset(), dim);
      })
      .Default(false);
}

/// The bytes that the L2 cache should fetch for a load, or 0.
static int64_t getPrefetchBytes(LoadOp load, const ModuleAxisInfo &axisInfo) {
  Value pointers = load.getPtr();
  auto type = dyn_cast<RankedTensorType>(pointers.getType());
  const AxisInfo *info = axisInfo.lookup(pointers);
  if (!type || type.getRank() < 2 || !info || load.getIsVolatile() ||
      load.getCache() != CacheModifier::None ||
      load.getEvict() != EvictionPolicy::Normal ||
      load->getParentOfType<LoopLikeOpInterface>())
    return 0;
  auto pointer = cast<PtrType>(type.getElementType());
  if (pointer.getAddressSpace() != 1)
    return 0;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t extent = type.getDimSize(dim);
    int64_t run = extent * getByteWidth(pointer.getPointeeType());
    if (extent == 1 || info->getContiguity(dim) < extent || run < kLeastRun ||
        2 * run > kMostBytes || !followsProgram(pointers, dim))
      continue;
    // Rows that follow one another are read in any case.
    bool isApart = llvm::all_of(
        llvm::seq<unsigned>(0, type.getRank()), [&](unsigned other) {
          AddressStep step = getAddressStep(pointers, other);
          return other == dim || type.getDimSize(other) == 1 ||
                 step.kind == AddressStep::Kind::Far ||
                 (step.kind == AddressStep::Kind::Known &&
                  step.elements >= 2 * extent);
        });
    return isApart ? 2 * run : 0;
  }
  return 0;
}

unsigned tilegpu::prefetchNeighbours(FunctionOpInterface func,
                                     const ModuleAxisInfo &axisInfo) {
  // PTX ISA, "ld": .level::prefetch_size is new in 7.4. Without a number the
  // version is the target's default, which has it.
  unsigned version = getTarget(func).getPtxVersion();
  if (version != 0 && version < 74)
    return 0;
  unsigned count = 0;
  func->walk([&](LoadOp load) {
    int64_t bytes = getPrefetchBytes(load, axisInfo);
    if (!bytes)
      return;
    load->setAttr(kPrefetchBytesAttrName,
                  Builder(load.getContext()).getI32IntegerAttr(bytes));
    ++count;
  });
  return count;
}
