//===- ThreadLayout.cpp - A layout as one thread sees it ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

ThreadLayout::ThreadLayout(RankedTensorType type) : type(type) {
  LinearLayout layout = toLinearLayout(type);
  auto append = [&](StringRef inDim,
                    SmallVector<SmallVector<int32_t, 2>> &bases) {
    for (int32_t bit = 0; bit < layout.getInDimSizeLog2(inDim); ++bit) {
      SmallVector<int32_t, 2> &basis = bases.emplace_back();
      for (unsigned dim = 0; dim < getRank(); ++dim)
        basis.push_back(layout.getBasis(inDim, bit, getDimName(dim)));
    }
  };
  append(kRegister, registerBases);
  append(kLane, threadBases);
  append(kWarp, threadBases);
  numRegisters = layout.getInDimSize(kRegister);
  freeRegisterMask = layout.getFreeVariableMask(kRegister);
  freeThreadMask =
      layout.getFreeVariableMask(kLane) | layout.getFreeVariableMask(kWarp)
                                              << llvm::Log2_32(kThreadsPerWarp);

  // A free register bit is a sum of bits before it; elimination finds which.
  SmallVector<std::pair<uint64_t, unsigned>> pivots;
  for (auto [bit, basis] : llvm::enumerate(registerBases)) {
    uint64_t image = 0;
    for (unsigned dim = 0; dim < getRank(); ++dim)
      image = image * type.getDimSize(dim) + basis[dim];
    unsigned combination = 0;
    for (auto [pivot, bits] : pivots)
      if (image & llvm::bit_floor(pivot)) {
        image ^= pivot;
        combination ^= bits;
      }
    if (image == 0) {
      ownerBits.push_back(combination);
    } else {
      pivots.emplace_back(image, combination ^ 1u << bit);
      ownerBits.push_back(1u << bit);
    }
  }
}

bool ThreadLayout::freeThreadsMirrorOwners() const {
  for (auto [bit, basis] : llvm::enumerate(threadBases))
    if ((freeThreadMask >> bit & 1) &&
        llvm::any_of(basis, [](int32_t c) { return c != 0; }))
      return false;
  return true;
}

unsigned ThreadLayout::getOwnerRegister(unsigned reg) const {
  unsigned owner = 0;
  for (auto [bit, bits] : llvm::enumerate(ownerBits))
    if (reg >> bit & 1)
      owner ^= bits;
  return owner;
}

/// The exclusive or of the bases that the bits of `index` name.
static SmallVector<int32_t> combine(ArrayRef<SmallVector<int32_t, 2>> bases,
                                    unsigned index, unsigned rank) {
  SmallVector<int32_t> offset(rank, 0);
  for (auto [bit, basis] : llvm::enumerate(bases))
    if (index >> bit & 1)
      for (unsigned dim = 0; dim < rank; ++dim)
        offset[dim] ^= basis[dim];
  return offset;
}

SmallVector<int32_t> ThreadLayout::getRegisterOffset(unsigned reg) const {
  return combine(registerBases, reg, getRank());
}

SmallVector<int32_t> ThreadLayout::getThreadOffset(unsigned thread) const {
  return combine(threadBases, thread, getRank());
}

Value tile::emitI32(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                  builder.getI32IntegerAttr(value));
}

Value tile::emitThreadId(OpBuilder &builder, Location loc) {
  Region *region = builder.getInsertionBlock()->getParent();
  auto id = NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
  Value thread = id;
  // LLVM takes it that a row may have as many threads as the CTA.
  Operation *parent = region->getParentOp();
  TargetAttr target = getTarget(parent);
  if (target && getProgramsPerCTA(parent) > 1)
    id.setRangeAttr(LLVM::ConstantRangeAttr::get(
        builder.getContext(), APInt(32, 0),
        APInt(32, target.getNumWarps() * kThreadsPerWarp)));
  unsigned first = getFirstThread(region);
  return first ? LLVM::SubOp::create(builder, loc, thread,
                                     emitI32(builder, loc, first))
               : thread;
}

Value tile::emitThreadBitsAreZero(OpBuilder &builder, Location loc,
                                  unsigned mask) {
  Value thread = emitThreadId(builder, loc);
  Value bits =
      LLVM::AndOp::create(builder, loc, thread, emitI32(builder, loc, mask));
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, bits,
                              emitI32(builder, loc, 0));
}

/// `a ^ b`, where it is known which bits each may set.
static Value emitXor(OpBuilder &builder, Location loc, Value a, uint32_t aBits,
                     Value b, uint32_t bBits) {
  if (aBits & bBits)
    return LLVM::XOrOp::create(builder, loc, a, b);
  auto result = LLVM::OrOp::create(builder, loc, a, b);
  result.setIsDisjoint(true);
  return result;
}

Value tile::emitLinearMap(OpBuilder &builder, Location loc, Value index,
                          ArrayRef<uint32_t> columns) {
  // Bits of the index that move by the same distance go together: for a
  // distance, the mask of index bits.
  SmallVector<std::pair<int, uint32_t>> shifts;
  for (auto [bit, column] : llvm::enumerate(columns))
    for (uint32_t rest = column; rest; rest &= rest - 1) {
      int distance = int(llvm::countr_zero(rest)) - int(bit);
      auto *it = llvm::find_if(
          shifts, [&](auto &entry) { return entry.first == distance; });
      if (it == shifts.end())
        shifts.emplace_back(distance, 1u << bit);
      else
        it->second |= 1u << bit;
    }
  Value sum;
  uint32_t sumBits = 0;
  for (auto [distance, mask] : shifts) {
    Value term = index;
    if (mask != llvm::maskTrailingOnes<uint32_t>(columns.size()))
      term =
          LLVM::AndOp::create(builder, loc, term, emitI32(builder, loc, mask));
    if (distance > 0)
      term = LLVM::ShlOp::create(builder, loc, term,
                                 emitI32(builder, loc, distance));
    else if (distance < 0)
      term = LLVM::LShrOp::create(builder, loc, term,
                                  emitI32(builder, loc, -distance));
    uint32_t bits = distance > 0 ? mask << distance : mask >> -distance;
    sum = sum ? emitXor(builder, loc, sum, sumBits, term, bits) : term;
    sumBits |= bits;
  }
  return sum ? sum : emitI32(builder, loc, 0);
}

SmallVector<Value> ThreadLayout::emitThreadOffset(OpBuilder &builder,
                                                  Location loc) const {
  Value thread;
  SmallVector<Value> offsets;
  for (unsigned dim = 0; dim < getRank(); ++dim) {
    SmallVector<uint32_t> columns;
    for (ArrayRef<int32_t> basis : threadBases)
      columns.push_back(basis[dim]);
    bool isZero = llvm::all_of(columns, [](uint32_t c) { return c == 0; });
    if (!thread && !isZero)
      thread = emitThreadId(builder, loc);
    offsets.push_back(emitLinearMap(builder, loc, thread, columns));
  }
  return offsets;
}

Value ThreadLayout::emitCoordinate(OpBuilder &builder, Location loc,
                                   Value threadOffset, unsigned reg,
                                   unsigned dim) const {
  int32_t constant = getRegisterOffset(reg)[dim];
  if (constant == 0)
    return threadOffset;
  uint32_t threadBits = 0;
  for (ArrayRef<int32_t> basis : threadBases)
    threadBits |= basis[dim];
  return emitXor(builder, loc, threadOffset, threadBits,
                 emitI32(builder, loc, constant), constant);
}

Value ThreadLayout::emitLinearIndex(OpBuilder &builder, Location loc,
                                    ArrayRef<Value> threadOffset,
                                    unsigned reg) const {
  Value index;
  for (unsigned dim = 0; dim < getRank(); ++dim) {
    Value coordinate =
        emitCoordinate(builder, loc, threadOffset[dim], reg, dim);
    if (!index) {
      index = coordinate;
      continue;
    }
    index = LLVM::MulOp::create(builder, loc, index,
                                emitI32(builder, loc, type.getDimSize(dim)));
    index = LLVM::AddOp::create(builder, loc, index, coordinate);
  }
  return index;
}

Value ThreadLayout::emitIsOwner(OpBuilder &builder, Location loc) const {
  return freeThreadMask ? emitThreadBitsAreZero(builder, loc, freeThreadMask)
                        : Value();
}

std::optional<SmallVector<unsigned>>
ThreadLayout::findRegisters(const ThreadLayout &to,
                            ArrayRef<bool> collapsed) const {
  assert(getRank() == to.getRank() && collapsed.size() == getRank());
  auto project = [&](ArrayRef<int32_t> coordinates) {
    SmallVector<int32_t, 2> result(coordinates);
    for (auto [dim, drop] : llvm::enumerate(collapsed))
      if (drop)
        result[dim] = 0;
    return result;
  };
  // The thread's part must be the same on both sides, or registers could not
  // answer for every thread alike.
  if (threadBases.size() != to.threadBases.size())
    return std::nullopt;
  for (auto [from, target] : llvm::zip(threadBases, to.threadBases))
    if (from != project(target))
      return std::nullopt;

  // For each coordinate that registers alone reach, the lowest register.
  llvm::SmallDenseMap<int64_t, unsigned> registerAt;
  auto key = [&](ArrayRef<int32_t> coordinates) {
    int64_t linear = 0;
    for (unsigned dim = 0; dim < getRank(); ++dim)
      linear = linear * type.getDimSize(dim) + coordinates[dim];
    return linear;
  };
  for (unsigned reg = 0; reg < numRegisters; ++reg)
    registerAt.try_emplace(key(getRegisterOffset(reg)), reg);
  SmallVector<unsigned> registers;
  for (unsigned reg = 0; reg < to.numRegisters; ++reg) {
    auto it = registerAt.find(key(project(to.getRegisterOffset(reg))));
    if (it == registerAt.end())
      return std::nullopt;
    registers.push_back(it->second);
  }
  return registers;
}

bool ThreadLayout::holds(unsigned thread, ArrayRef<int32_t> element) const {
  SmallVector<int32_t> offset = getThreadOffset(thread);
  for (unsigned dim = 0; dim < getRank(); ++dim)
    offset[dim] ^= element[dim];
  return llvm::any_of(llvm::seq(numRegisters), [&](unsigned reg) {
    return getRegisterOffset(reg) == offset;
  });
}

unsigned ThreadLayout::findThread(ArrayRef<int32_t> element) const {
  unsigned thread = 0;
  while (!holds(thread, element))
    ++thread;
  return thread;
}

std::optional<ThreadLayout::Crossing>
ThreadLayout::findCrossing(const ThreadLayout &to,
                           ArrayRef<bool> collapsed) const {
  // What the single bits of register and thread reach says all of linear maps.
  auto check = [&](unsigned thread, unsigned reg) -> std::optional<Crossing> {
    SmallVector<int32_t> element = to.getThreadOffset(thread);
    SmallVector<int32_t> offset = to.getRegisterOffset(reg);
    for (unsigned dim = 0; dim < getRank(); ++dim)
      element[dim] = collapsed[dim] ? 0 : element[dim] ^ offset[dim];
    if (holds(thread, element))
      return std::nullopt;
    return Crossing{element, findThread(element), thread};
  };
  for (unsigned bit = 0; bit < to.registerBases.size(); ++bit)
    if (auto crossing = check(0, 1u << bit))
      return crossing;
  if (threadBases.size() == to.threadBases.size())
    for (unsigned bit = 0; bit < threadBases.size(); ++bit)
      if (auto crossing = check(1u << bit, 0))
        return crossing;
  return std::nullopt;
}
