//===- DotPlan.cpp - Matrix products of what threads hold -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/DotPlan.h"

#include "tile/Layout/Subspace.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir::tile;

namespace {

/// Coordinates (batch, row, column) as a vector over F2: XOR is by parts.
struct Coordinates {
  uint32_t batch = 0, row = 0, column = 0;

  bool operator==(const Coordinates &other) const {
    return batch == other.batch && row == other.row && column == other.column;
  }
  Coordinates operator^(const Coordinates &other) const {
    return {batch ^ other.batch, row ^ other.row, column ^ other.column};
  }
  uint64_t pack() const {
    // A tile has fewer than 2^21 elements along each dimension.
    return uint64_t(batch) << 42 | uint64_t(row) << 21 | column;
  }
};

/// A layout by the coordinates of its bits.
class Operand {
public:
  explicit Operand(const LinearLayout &layout) : layout(layout) {
    uint32_t numRegisters = layout.getInDimSize("register");
    registers.resize(numRegisters);
    for (uint32_t reg = 0; reg < numRegisters; ++reg) {
      if (reg != 0) {
        uint32_t rest = reg & (reg - 1);
        registers[reg] =
            registers[rest] ^ getBit("register", llvm::countr_zero(reg));
      }
      lookup.try_emplace(registers[reg].pack(), reg);
    }
  }

  Coordinates getBit(StringRef dim, int32_t bit) const {
    return toCoordinates(layout.getBasis(dim, bit));
  }
  int32_t getNumBits(StringRef dim) const {
    return layout.getInDimSizeLog2(dim);
  }
  uint32_t getNumRegisters() const { return registers.size(); }
  /// The coordinates of a register of thread 0.
  const Coordinates &get(uint32_t reg) const { return registers[reg]; }
  /// The lowest register of thread 0 with these coordinates.
  std::optional<uint32_t> find(const Coordinates &coordinates) const {
    auto it = lookup.find(coordinates.pack());
    return it == lookup.end() ? std::nullopt : std::optional(it->second);
  }

private:
  static Coordinates toCoordinates(ArrayRef<int32_t> basis) {
    Coordinates result;
    if (basis.size() == 3)
      result.batch = basis[0];
    result.row = basis[basis.size() - 2];
    result.column = basis[basis.size() - 1];
    return result;
  }

  const LinearLayout &layout;
  SmallVector<Coordinates> registers;
  llvm::DenseMap<uint64_t, uint32_t> lookup;
};

/// The operands, and what both ways ask of them.
class Planner {
public:
  Planner(const DotLayouts &layouts, std::string *error)
      : a(layouts.a), b(layouts.b), c(layouts.c), error(error) {}

  std::nullopt_t fail(const char *message) {
    if (error)
      *error = message;
    return std::nullopt;
  }

  /// Whether bit `bit` of `dim` chooses the same rows in a and c, the same
  /// columns in b and c, and no steps of K.
  bool isSharedBit(StringRef dim, int32_t bit) {
    Coordinates inA = a.getBit(dim, bit), inB = b.getBit(dim, bit),
                inC = c.getBit(dim, bit);
    return inA == Coordinates{inC.batch, inC.row, 0} &&
           inB == Coordinates{inC.batch, 0, inC.column};
  }

  bool haveSameBits() {
    for (StringRef dim : {"lane", "warp"})
      if (a.getNumBits(dim) != c.getNumBits(dim) ||
          b.getNumBits(dim) != c.getNumBits(dim))
        return false;
    return true;
  }

  /// Adds the part of c whose first register has the coordinates `first`, and
  /// the others `others`. `below` is the distance of the second row, if there
  /// are two.
  bool addPart(const Coordinates &first, ArrayRef<uint32_t> registers,
               ArrayRef<uint32_t> depth, std::optional<uint32_t> below) {
    auto addOperand = [&](const Operand &operand,
                          SmallVector<SmallVector<uint32_t>> &list,
                          llvm::DenseMap<uint64_t, uint32_t> &numbers,
                          const Coordinates &place, bool isA) -> int64_t {
      auto [it, isNew] = numbers.try_emplace(place.pack(), list.size());
      if (!isNew)
        return it->second;
      SmallVector<uint32_t> &found = list.emplace_back();
      for (uint32_t k : depth)
        for (uint32_t half = 0; half < (isA && below ? 2u : 1u); ++half) {
          Coordinates element = place;
          if (isA) {
            element.row ^= half ? *below : 0;
            element.column = k;
          } else {
            element.row = k;
          }
          auto reg = operand.find(element);
          if (!reg)
            return -1;
          found.push_back(*reg);
        }
      return it->second;
    };
    int64_t row =
        addOperand(a, plan.a, rows, {first.batch, first.row, 0}, true);
    int64_t column =
        addOperand(b, plan.b, columns, {first.batch, 0, first.column}, false);
    if (row < 0 || column < 0)
      return false;
    plan.parts.push_back(
        {uint32_t(row), uint32_t(column), SmallVector<uint32_t, 4>(registers)});
    return true;
  }

  DotPlan finish(uint32_t depth) {
    plan.depth = depth;
    llvm::stable_sort(plan.parts, [](auto &left, auto &right) {
      return left.row < right.row;
    });
    return std::move(plan);
  }

  Operand a, b, c;
  DotPlan plan;

private:
  std::string *error;
  llvm::DenseMap<uint64_t, uint32_t> rows, columns;
};

} // namespace

std::optional<DotPlan> mlir::tile::planTensorCores(const DotLayouts &layouts,
                                                   unsigned numRows,
                                                   std::string *error) {
  Planner planner(layouts, error);
  Operand &a = planner.a, &b = planner.b, &c = planner.c;
  if (!planner.haveSameBits() || c.getNumBits("lane") != 5)
    return planner.fail("the layouts have different numbers of threads");
  for (int32_t bit = 0; bit < c.getNumBits("warp"); ++bit)
    if (!planner.isSharedBit("warp", bit))
      return planner.fail("a warp has other rows or columns of the operands "
                          "than of the result");

  // Lanes.
  uint32_t steps[2], column[3];
  for (int32_t bit = 0; bit < 2; ++bit) {
    steps[bit] = a.getBit("lane", bit).column;
    if (!(a.getBit("lane", bit) == Coordinates{0, 0, steps[bit]}) ||
        !(b.getBit("lane", bit) == Coordinates{0, steps[bit], 0}))
      return planner.fail("lanes 1 and 2 have other steps along K in a than in "
                          "b");
  }
  for (int32_t bit = 0; bit < 3; ++bit) {
    Coordinates inC = c.getBit("lane", 2 + bit);
    if (!(inC == Coordinates{0, inC.row, 0}) ||
        !(a.getBit("lane", 2 + bit) == inC))
      return planner.fail("lanes 4, 8 and 16 have other rows of a than of the "
                          "result");
    column[bit] = b.getBit("lane", 2 + bit).column;
    if (!(b.getBit("lane", 2 + bit) == Coordinates{0, 0, column[bit]}) ||
        (bit > 0 &&
         !(c.getBit("lane", bit - 1) == Coordinates{0, 0, column[bit]})))
      return planner.fail("lanes have other columns of b than of the result");
  }

  // The steps of K that lane 0 has.
  SmallVector<uint32_t> depth;
  for (uint32_t reg = 0; reg < a.getNumRegisters(); ++reg)
    if (const Coordinates &at = a.get(reg); at.row == 0 && at.batch == 0)
      depth.push_back(at.column);
  llvm::sort(depth);
  depth.erase(llvm::unique(depth), depth.end());
  Subspace all;
  for (uint32_t k : depth)
    all.insert(k);
  for (unsigned bit = 0; bit < 2; ++bit)
    if (!all.insert(steps[bit]))
      planner.plan.copies |= 1u << bit;
  StringRef lastOfA = layouts.a.getOutDimNames().back();
  if (1 << all.getDimension() != layouts.a.getOutDimSize(lastOfA))
    return planner.fail("a warp has only a part of K");

  // Rows 8 and below: the first of the bits of registers.
  uint32_t below = 0;
  for (int32_t bit = 0; bit < c.getNumBits("register") && !below; ++bit)
    if (Coordinates at = c.getBit("register", bit);
        at == Coordinates{0, at.row, 0})
      below = at.row;
  uint32_t numHalves = numRows / 8;
  SmallVector<bool> done(c.getNumRegisters());
  for (uint32_t reg = 0; reg < c.getNumRegisters(); ++reg) {
    if (done[reg])
      continue;
    SmallVector<uint32_t> registers;
    for (uint32_t half = 0; half < numHalves; ++half)
      for (uint32_t next : {0u, column[0]}) {
        auto found =
            c.find(c.get(reg) ^ Coordinates{0, half ? below : 0, next});
        if (!found)
          return planner.fail("lanes have other columns of b than of the "
                              "result");
        registers.push_back(*found);
      }
    // A copy of one that came before.
    if (done[registers[0]])
      continue;
    for (uint32_t part : registers)
      done[part] = true;
    if (!planner.addPart(c.get(reg), registers, depth,
                         numHalves == 2 ? std::optional(below) : std::nullopt))
      return planner.fail("a thread has other rows or columns of the operands "
                          "than of the result");
  }
  return planner.finish(depth.size());
}

std::optional<DotPlan> mlir::tile::planThreads(const DotLayouts &layouts,
                                               std::string *error) {
  Planner planner(layouts, error);
  if (!planner.haveSameBits())
    return planner.fail("the layouts have different numbers of threads");
  for (StringRef dim : {"lane", "warp"})
    for (int32_t bit = 0; bit < planner.c.getNumBits(dim); ++bit)
      if (!planner.isSharedBit(dim, bit))
        return planner.fail(
            "a thread has other rows or columns of the operands "
            "than of the result");
  StringRef lastOfA = layouts.a.getOutDimNames().back();
  SmallVector<uint32_t> depth =
      llvm::to_vector(llvm::seq<uint32_t>(0, layouts.a.getOutDimSize(lastOfA)));
  for (uint32_t reg = 0; reg < planner.c.getNumRegisters(); ++reg) {
    const Coordinates &at = planner.c.get(reg);
    if (planner.c.find(at) != reg)
      continue;
    if (!planner.addPart(at, reg, depth, std::nullopt))
      return planner.fail("a thread has only a part of K");
  }
  return planner.finish(depth.size());
}
