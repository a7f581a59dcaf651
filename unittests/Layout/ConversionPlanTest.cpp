//===- ConversionPlanTest.cpp - Plans, carried out element by element -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/ConversionPlan.h"

#include "tile/Layout/MatrixAccess.h"

#include "gtest/gtest.h"

#include <map>
#include <random>
#include <set>

using namespace mlir::tile;

namespace {

using Kind = ConversionPlan::Kind;

/// What each place (register, lane, warp) holds, as the packed element.
struct Machine {
  explicit Machine(const LinearLayout &layout)
      : registers(1u << layout.getInDimSizeLog2("register")),
        lanes(1u << layout.getInDimSizeLog2("lane")),
        warps(1u << layout.getInDimSizeLog2("warp")) {
    for (uint32_t warp = 0; warp < warps; ++warp)
      for (uint32_t lane = 0; lane < lanes; ++lane)
        for (uint32_t reg = 0; reg < registers; ++reg)
          elements.push_back(layout.applyPacked(getIndex(reg, lane, warp)));
  }

  uint64_t getIndex(uint32_t reg, uint32_t lane, uint32_t warp) const {
    return reg + uint64_t(registers) * (lane + uint64_t(lanes) * warp);
  }
  uint64_t get(uint32_t reg, uint32_t lane, uint32_t warp) const {
    return elements.at(getIndex(reg, lane, warp));
  }

  uint32_t registers, lanes, warps;
  std::vector<uint64_t> elements;
};

uint32_t sum(llvm::ArrayRef<uint32_t> columns, uint32_t word) {
  uint32_t result = 0;
  for (size_t bit = 0; bit < columns.size(); ++bit)
    if (word >> bit & 1)
      result ^= columns[bit];
  return result;
}

/// Carries the shuffles out: no lane sends two registers in a round, and each
/// destination register that is not a copy receives its element.
void runLanes(const ConversionPlan &plan, const Machine &from,
              const Machine &to, uint32_t copies) {
  const LaneExchange &lanes = plan.getLanes();
  std::set<uint64_t> received;
  uint32_t packMask = 0;
  for (auto [bit, source] : lanes.packed)
    packMask |= bit;
  ASSERT_EQ(lanes.rounds & packMask, 0u);
  ASSERT_EQ(lanes.rounds | packMask | copies, to.registers - 1);
  for (uint32_t warp = 0; warp < to.warps; ++warp)
    for (uint32_t round = 0; round < to.registers; ++round) {
      if (round & ~lanes.rounds)
        continue;
      for (uint32_t lane = 0; lane < to.lanes; ++lane) {
        uint32_t sender = lanes.getSender(round, lane);
        ASSERT_LT(sender, from.lanes);
        if (lanes.isLocal(round)) {
          ASSERT_EQ(sender, lane);
        }
        uint32_t sent = lanes.getSentRegister(round, sender);
        uint32_t target = lanes.getReceivedRegister(round, lane);
        for (uint32_t part = 0; part < 1u << lanes.packed.size(); ++part) {
          uint32_t sentPart = sent, targetPart = target;
          for (size_t i = 0; i < lanes.packed.size(); ++i)
            if (part >> i & 1) {
              targetPart ^= lanes.packed[i].first;
              sentPart ^= lanes.packed[i].second;
            }
          ASSERT_LT(targetPart, to.registers);
          ASSERT_EQ(from.get(sentPart, sender, warp),
                    to.get(targetPart, lane, warp));
          ASSERT_TRUE(
              received.insert(to.getIndex(targetPart, lane, warp)).second);
        }
      }
    }
  ASSERT_EQ(received.size(), to.elements.size() >> llvm::popcount(copies));
}

/// The wavefronts that a warp needs at these byte addresses, one per lane that
/// takes part; the least possible number of them in `least`.
unsigned countWavefronts(const std::map<uint32_t, uint64_t> &addresses,
                         unsigned bytes, unsigned &least) {
  unsigned group = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8, result = 0;
  least = 0;
  for (uint32_t begin = 0; begin < 32; begin += group) {
    std::map<uint64_t, std::set<uint64_t>> banks;
    for (auto [lane, address] : addresses)
      if (lane / group * group == begin)
        for (unsigned byte = 0; byte < bytes; ++byte)
          banks[(address + byte) / 4 % 32].insert((address + byte) / 4);
    size_t most = 0;
    for (auto &[bank, words] : banks)
      most = std::max(most, words.size());
    result += most;
    least += !banks.empty();
  }
  return result;
}

/// Carries the exchange out: accesses are aligned vectors, the planned
/// wavefronts are those of the addresses and the fewest there can be, and each
/// place reads its element.
void runShared(const ConversionPlan &plan, const LinearLayout &source,
               const LinearLayout &destination, const Machine &from,
               const Machine &to, unsigned elementBytes) {
  const SharedExchange &shared = plan.getShared();
  ASSERT_TRUE(shared.layout.isInvertible());
  ASSERT_EQ(plan.getShared().bytes,
            elementBytes * shared.layout.getTotalInDimSize());
  LinearLayout offsetOf = shared.layout.invert();
  std::map<uint64_t, uint64_t> memory;
  std::map<uint64_t, uint32_t> writer;
  unsigned total = 0;
  auto access = [&](const SharedAccess &access, const Machine &machine,
                    uint32_t idleLanes, uint32_t idleWarps, auto perElement) {
    ASSERT_LE(elementBytes << access.vector.size(), 16u);
    total += access.wavefronts * access.getNumAccesses();
    for (uint32_t warp = 0; warp < machine.warps; ++warp)
      for (uint32_t k = 0; k < access.getNumAccesses(); ++k) {
        std::map<uint32_t, uint64_t> addresses;
        if (warp & idleWarps)
          continue;
        for (uint32_t lane = 0; lane < machine.lanes; ++lane) {
          if (lane & idleLanes)
            continue;
          uint32_t first = sum(access.repetitions, k);
          uint64_t offset =
              offsetOf.applyPacked(machine.get(first, lane, warp));
          ASSERT_EQ(offset % (1u << access.vector.size()), 0u);
          addresses[lane] = offset * elementBytes;
          for (uint32_t i = 0; i < 1u << access.vector.size(); ++i) {
            uint32_t reg = first ^ sum(access.vector, i);
            ASSERT_EQ(offsetOf.applyPacked(machine.get(reg, lane, warp)),
                      offset + i);
            perElement(offset + i, reg, lane, warp);
          }
        }
        unsigned least;
        unsigned found = countWavefronts(
            addresses, elementBytes << access.vector.size(), least);
        ASSERT_EQ(found, access.wavefronts);
        ASSERT_EQ(found, least) << "a bank conflict";
      }
  };
  access(shared.store, from, source.getFreeVariableMask("lane"),
         source.getFreeVariableMask("warp"),
         [&](uint64_t offset, uint32_t reg, uint32_t lane, uint32_t warp) {
           ASSERT_TRUE(memory.emplace(offset, from.get(reg, lane, warp)).second)
               << "stored twice";
           writer[offset] = warp;
         });
  ASSERT_EQ(int64_t(memory.size()), shared.layout.getTotalInDimSize());
  access(shared.load, to, 0, 0,
         [&](uint64_t offset, uint32_t reg, uint32_t lane, uint32_t warp) {
           ASSERT_EQ(memory.at(offset), to.get(reg, lane, warp));
           if (shared.isWithinWarp) {
             ASSERT_EQ(writer.at(offset), warp);
           }
         });
  ASSERT_EQ(total, plan.getWork().wavefronts);
}

void run(const LinearLayout &source, const LinearLayout &destination,
         unsigned elementBits, const ConversionPlan &plan) {
  SCOPED_TRACE(source.toString() + "to\n" + destination.toString() +
               std::to_string(elementBits) + " bits");
  Machine from(source), to(destination);
  switch (plan.getKind()) {
  case Kind::Nothing:
    ASSERT_EQ(from.elements, to.elements);
    break;
  case Kind::Registers:
    for (uint32_t warp = 0; warp < to.warps; ++warp)
      for (uint32_t lane = 0; lane < to.lanes; ++lane)
        for (uint32_t reg = 0; reg < to.registers; ++reg)
          ASSERT_EQ(from.get(plan.getMap().applyPacked(reg), lane, warp),
                    to.get(reg, lane, warp));
    break;
  case Kind::Lanes:
    runLanes(plan, from, to, destination.getFreeVariableMask("register"));
    break;
  case Kind::Shared:
    runShared(plan, source, destination, from, to,
              std::max(8u, elementBits) / 8);
    break;
  }
}

//===----------------------------------------------------------------------===//
// Random layouts
//===----------------------------------------------------------------------===//

/// A layout of a tile of this shape, of 32 lanes: any assignment of bits, with
/// swizzles and, by chance, replicas.
LinearLayout makeLayout(std::mt19937 &random,
                        llvm::ArrayRef<LinearLayout::NamedInt> shape,
                        unsigned warpBits) {
  std::vector<std::vector<int32_t>> bases;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    for (int32_t value = 1; value < shape[dim].second; value *= 2) {
      bases.emplace_back(shape.size(), 0);
      bases.back()[dim] = value;
    }
  std::shuffle(bases.begin(), bases.end(), random);
  if (random() % 3 == 0)
    for (size_t i = 1; i < bases.size(); ++i)
      if (random() % 2)
        for (size_t dim = 0; dim < shape.size(); ++dim)
          bases[i][dim] ^= bases[random() % i][dim];
  unsigned replicas = random() % 3 == 0 ? random() % 4 : 0;
  for (unsigned i = 0; i < replicas; ++i) {
    std::vector<int32_t> basis(shape.size(), 0);
    if (random() % 3 == 0 && !bases.empty())
      basis = bases[random() % bases.size()];
    bases.insert(bases.begin() + random() % (bases.size() + 1), basis);
  }
  while (bases.size() < 5 + warpBits)
    bases.insert(bases.begin() + random() % (bases.size() + 1),
                 std::vector<int32_t>(shape.size(), 0));
  LinearLayout::BasesT result(3);
  result[0].first = "register";
  result[1].first = "lane";
  result[2].first = "warp";
  result[1].second.assign(bases.begin(), bases.begin() + 5);
  result[2].second.assign(bases.begin() + 5, bases.begin() + 5 + warpBits);
  result[0].second.assign(bases.begin() + 5 + warpBits, bases.end());
  return LinearLayout(result, shape);
}

TEST(ConversionPlan, RandomPairsConvertExactly) {
  std::mt19937 random(7);
  std::map<Kind, unsigned> kinds;
  for (int round = 0; round < 500; ++round) {
    unsigned rank = 1 + random() % 5, warpBits = random() % 3;
    SmallVector<LinearLayout::NamedInt> shape;
    unsigned bits = 0;
    for (unsigned dim = 0; dim < rank; ++dim) {
      unsigned log2 = std::min<unsigned>(random() % 7, 10 - bits);
      bits += log2;
      shape.emplace_back("dim" + std::to_string(dim), 1 << log2);
    }
    LinearLayout source = makeLayout(random, shape, warpBits);
    LinearLayout destination = makeLayout(random, shape, warpBits);
    if (random() % 2) {
      // The same warps: what lanes can do.
      auto bases = source.getBases();
      auto &regs = bases[0].second, &lanes = bases[1].second;
      for (int swaps = random() % 6; swaps; --swaps)
        if (!regs.empty())
          std::swap(regs[random() % regs.size()], lanes[random() % 5]);
      std::shuffle(lanes.begin(), lanes.end(), random);
      destination = LinearLayout(bases, shape);
    }
    static constexpr unsigned kBits[] = {1, 8, 16, 32, 64};
    unsigned elementBits = kBits[random() % 5];
    auto plan = ConversionPlan::create(source, destination, elementBits);
    ASSERT_TRUE(plan);
    ++kinds[plan->getKind()];
    run(source, destination, elementBits, *plan);
    auto shared =
        ConversionPlan::createShared(source, destination, elementBits);
    ASSERT_TRUE(shared);
    run(source, destination, elementBits, *shared);
    if (HasFatalFailure())
      return;
  }
  for (Kind kind : {Kind::Lanes, Kind::Shared})
    EXPECT_GT(kinds[kind], 50u);
}

//===----------------------------------------------------------------------===//
// Known cases
//===----------------------------------------------------------------------===//

LinearLayout make(std::vector<std::vector<int32_t>> registers,
                  std::vector<std::vector<int32_t>> lanes,
                  std::vector<std::vector<int32_t>> warps,
                  llvm::ArrayRef<LinearLayout::NamedInt> shape) {
  return LinearLayout(
      {{"register", registers}, {"lane", lanes}, {"warp", warps}}, shape);
}

TEST(ConversionPlan, EqualLayoutsNeedNothing) {
  auto layout =
      make({{1}, {2}}, {{4}, {8}, {16}, {32}, {64}}, {{128}}, {{"dim0", 256}});
  auto plan = ConversionPlan::create(layout, layout, 32);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->getKind(), Kind::Nothing);
  EXPECT_EQ(plan->getWork().getPrice(), 0);
}

TEST(ConversionPlan, OtherOrderOfRegistersIsARenaming) {
  auto a = make({{1}, {2}}, {{4}, {8}, {16}, {32}, {64}}, {}, {{"dim0", 128}});
  auto b = make({{2}, {1}}, {{4}, {8}, {16}, {32}, {64}}, {}, {{"dim0", 128}});
  auto plan = ConversionPlan::create(a, b, 16);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->getKind(), Kind::Registers);
  run(a, b, 16, *plan);
}

// The example of the header: one of two rounds is a shuffle.
TEST(ConversionPlan, OneSwapTakesHalfAShufflePerRegister) {
  auto a = make({{1}}, {{2}, {4}, {8}, {16}, {32}}, {}, {{"dim0", 64}});
  auto b = make({{2}}, {{1}, {4}, {8}, {16}, {32}}, {}, {{"dim0", 64}});
  auto plan = ConversionPlan::create(a, b, 32);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->getKind(), Kind::Lanes);
  EXPECT_EQ(plan->getWork().shuffles, 1u);
  EXPECT_EQ(plan->getWork().selects, 3u);
  run(a, b, 32, *plan);
}

TEST(ConversionPlan, LanesAloneNeedNoSelect) {
  auto a = make({{1}}, {{2}, {4}, {8}, {16}, {32}}, {}, {{"dim0", 64}});
  auto b = make({{1}}, {{32}, {2}, {4}, {8}, {16}}, {}, {{"dim0", 64}});
  auto plan = ConversionPlan::create(a, b, 32);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->getKind(), Kind::Lanes);
  EXPECT_EQ(plan->getWork().shuffles, 2u);
  EXPECT_EQ(plan->getWork().selects, 0u);
  run(a, b, 32, *plan);
}

// No lane keeps an element for that: selects would cost more than the shuffle.
TEST(ConversionPlan, WhatAllLanesGetNeedsNoSelect) {
  auto a = make({}, {{1}, {2}, {4}, {0}, {0}}, {{0}, {0}}, {{"dim0", 8}});
  auto b = make({{1}, {2}, {4}}, {{0}, {0}, {0}, {0}, {0}}, {{0}, {0}},
                {{"dim0", 8}});
  auto plan = ConversionPlan::create(a, b, 32);
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->getKind(), Kind::Lanes);
  for (uint32_t column : plan->getLanes().receivedByLane)
    EXPECT_EQ(column, 0u);
  for (uint32_t column : plan->getLanes().sentByLane)
    EXPECT_EQ(column, 0u);
  run(a, b, 32, *plan);
}

TEST(ConversionPlan, NarrowElementsShareAShuffle) {
  auto a = make({{1}, {2}, {4}}, {{8}, {16}, {32}, {64}, {128}}, {},
                {{"dim0", 256}});
  auto b = make({{1}, {2}, {8}}, {{4}, {16}, {32}, {64}, {128}}, {},
                {{"dim0", 256}});
  for (unsigned bits : {8, 16, 32, 64}) {
    auto plan = ConversionPlan::create(a, b, bits);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->getKind(), Kind::Lanes);
    EXPECT_EQ(plan->getWork().shuffles, bits / 8);
    run(a, b, bits, *plan);
  }
}

// A tile of 32 x 32 floats, rows across lanes to columns across lanes: each
// element is 128 bytes from the next row's, which without a swizzle is 32
// wavefronts for each load.
TEST(ConversionPlan, TransposeHasNoBankConflict) {
  std::vector<std::vector<int32_t>> rows, columns;
  for (int32_t bit = 1; bit < 32; bit *= 2) {
    rows.push_back({bit, 0});
    columns.push_back({0, bit});
  }
  SmallVector<LinearLayout::NamedInt> shape = {{"dim0", 32}, {"dim1", 32}};
  auto a = make(rows, columns, {}, shape), b = make(columns, rows, {}, shape);
  auto plan = ConversionPlan::createShared(a, b, 32);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->getWork().wavefronts, 64u);
  EXPECT_EQ(plan->getWork().barriers, 0u);
  run(a, b, 32, *plan);
}

// Eight lines of bytes that no thread may move four at once: lanes that share a
// word must not meet others in its bank.
TEST(ConversionPlan, SingleBytesHaveNoBankConflict) {
  auto a = make({{699}, {673}}, {{953}, {429}, {797}, {871}, {738}},
                {{956}, {580}, {703}}, {{"dim0", 1024}});
  auto b = make({{128}, {8}, {128}}, {{256}, {1}, {64}, {2}, {512}},
                {{32}, {4}, {16}}, {{"dim0", 1024}});
  auto plan = ConversionPlan::createShared(a, b, 8);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->getShared().store.conflicts, 0u);
  EXPECT_EQ(plan->getShared().load.conflicts, 0u);
  run(a, b, 8, *plan);
}

// The place is chosen for vectors. Rows of matrices may meet in it, and the
// instruction is taken where it needs no more wavefronts than they do.
TEST(ConversionPlan, RowsOfMatricesMayMeetInABank) {
  auto a = make({{64}, {16}, {8}}, {{4}, {32}, {2}, {1}, {128}}, {{256}, {36}},
                {{"dim0", 512}});
  auto b = make({{1}, {2}, {128}}, {{4}, {8}, {16}, {32}, {256}}, {{64}, {0}},
                {{"dim0", 512}});
  auto plan = ConversionPlan::createShared(a, b, 16);
  ASSERT_TRUE(plan);
  const SharedExchange &shared = plan->getShared();
  EXPECT_EQ(shared.store.conflicts, 0u);
  EXPECT_EQ(shared.load.conflicts, 0u);
  EXPECT_EQ(shared.store.getNumAccesses() * shared.store.wavefronts, 8u);
  auto matrices = chooseMatrixAccess(getSharedOffsets(a, shared.layout), 2,
                                     /*isStore=*/true);
  ASSERT_TRUE(matrices);
  EXPECT_EQ(matrices->getNumAccesses(), 1u);
  EXPECT_EQ(matrices->wavefronts, 8u);
  EXPECT_EQ(matrices->conflicts, 4u);
}

// A tile of 128 bytes has all words in different banks, so the one side moves
// 16 bytes at once, whatever the other side's lanes reach.
TEST(ConversionPlan, TheWideSideIsAsWideAsPossible) {
  auto a = make({{8}, {16}, {1}, {32}, {64}}, {{4}, {0}, {0}, {0}, {2}}, {},
                {{"dim0", 128}});
  auto b = make({{50}, {77}}, {{0}, {125}, {85}, {63}, {16}}, {{105}},
                {{"dim0", 128}});
  auto plan = ConversionPlan::createShared(a, b, 8);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->getShared().store.getNumAccesses(), 2u);
  EXPECT_EQ(plan->getShared().store.conflicts, 0u);
  run(a, b, 8, *plan);
}

TEST(ConversionPlan, WhatCannotBeConvertedHasAReason) {
  auto a = make({}, {{1}, {2}, {4}, {8}, {16}}, {}, {{"dim0", 32}});
  auto b = make({{32}}, {{1}, {2}, {4}, {8}, {16}}, {}, {{"dim0", 64}});
  std::string error;
  EXPECT_FALSE(ConversionPlan::create(a, b, 32, &error));
  EXPECT_EQ(error, "expected layouts of the same elements");
  EXPECT_FALSE(ConversionPlan::create(b, a, 32, &error));
  EXPECT_EQ(error, "expected layouts of the same elements");
  EXPECT_FALSE(ConversionPlan::create(a, a, 65, &error));
  EXPECT_EQ(error, "expected elements of 1 to 64 bits");
  EXPECT_FALSE(ConversionPlan::create(
      a, LinearLayout::identity1D(32, "thread", "dim0"), 32, &error));
  EXPECT_EQ(error, "the destination has an input 'thread', expected register, "
                   "lane, warp or block");
  auto twoBlocks = LinearLayout::identity1D(2, "block", "dim0") *
                   LinearLayout::identity1D(16, "lane", "dim0");
  auto swapped = LinearLayout::identity1D(16, "lane", "dim0") *
                 LinearLayout::identity1D(2, "block", "dim0");
  EXPECT_FALSE(ConversionPlan::create(twoBlocks, swapped, 32, &error));
  EXPECT_EQ(error, "the conversion moves elements between CTAs");
}

} // namespace
