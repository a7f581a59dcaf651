//===- BoundsTest.cpp - How far reassociated sums can be ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Interpreter/Interpreter.h"

#include "tile/Compiler/Compiler.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

namespace {

/// A kernel that loads 64 f32 as %x, and stores the f32 that `body` calls %y.
class Sums {
public:
  explicit Sums(StringRef body) : context(Compiler::createContext()) {
    std::string text = R"(
      tile.func public @f(%in: !tile.ptr<f32>, %out: !tile.ptr<f32>) {
        %i = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
        %s = tile.splat %in : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
        %p = tile.addptr %s, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
        %x = tile.load %p : tensor<64x!tile.ptr<f32>>
    )" + body.str() + R"(
        tile.store %out, %y : !tile.ptr<f32>
        tile.return
      })";
    module = parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(module) << text;
  }

  /// The result, and its bound.
  std::pair<float, double> run(ArrayRef<float> numbers) {
    Memory memory;
    uint64_t in = memory.allocate(4 * 64, "in"),
             out = memory.allocate(4, "out");
    EXPECT_TRUE(memory.write(
        in, ArrayRef(reinterpret_cast<const uint8_t *>(numbers.data()),
                     4 * numbers.size())));
    InterpreterOptions options;
    options.followBounds = true;
    EXPECT_TRUE(succeeded(interpret(module->lookupSymbol<FuncOp>("f"),
                                    {in, out}, memory, options)));
    float result = 0;
    EXPECT_TRUE(memory.read(
        out, MutableArrayRef(reinterpret_cast<uint8_t *>(&result), 4)));
    const std::vector<double> &bounds = memory.find(out, 4)->bounds;
    return {result, bounds.empty() ? 0 : bounds.front()};
  }

private:
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
};

/// Numbers of very different magnitudes, of both signs.
std::vector<float> makeNumbers(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> exponent(-6, 6), sign(-1, 1);
  std::vector<float> numbers(64);
  for (float &number : numbers)
    number = sign(random) * std::exp2(exponent(random));
  return numbers;
}

constexpr StringLiteral kSum = R"(
  %y = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<64xf32>) -> f32
)";

std::string substitute(StringRef text, StringRef from, StringRef to) {
  std::string result = text.str();
  result.replace(text.find(from), from.size(), to.str());
  return result;
}

/// Runs the body with the numbers of each group of `size` in other orders, and
/// expects a bound up to `limit`, and all results within.
void expectEveryOrderWithin(StringRef body, std::vector<float> numbers,
                            unsigned size, double limit) {
  Sums sums(body);
  auto [result, bound] = sums.run(numbers);
  EXPECT_GT(bound, 0);
  EXPECT_LT(bound, limit);
  std::mt19937 random(1);
  for (unsigned order = 0; order < 20; ++order) {
    for (unsigned k = 0; k < numbers.size(); k += size)
      std::shuffle(numbers.begin() + k, numbers.begin() + k + size, random);
    EXPECT_LE(std::fabs(double(sums.run(numbers).first) - result), bound);
  }
}

} // namespace

TEST(BoundsTest, EveryOrderOfASumIsWithin) {
  Sums sums(kSum);
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::vector<float> numbers = makeNumbers(seed);
    auto [result, bound] = sums.run(numbers);
    EXPECT_GT(bound, 0);
    double magnitude = 0;
    for (float number : numbers)
      magnitude += std::fabs(number);
    // Not just any bound: 64 roundings, and the own error.
    EXPECT_LT(bound, 2 * 64 * 0x1p-24 * magnitude);
    std::mt19937 random(seed);
    for (unsigned order = 0; order < 20; ++order) {
      std::shuffle(numbers.begin(), numbers.end(), random);
      float other = std::accumulate(numbers.begin(), numbers.end(), 0.0f);
      EXPECT_LE(std::fabs(other - result), bound);
    }
  }
}

TEST(BoundsTest, SumsOfSmallIntegersAreExact) {
  std::vector<float> numbers(64);
  for (unsigned i = 0; i < 64; ++i)
    numbers[i] = i % 2 ? -float(i) : 3.0f * i;
  auto [result, bound] = Sums(kSum).run(numbers);
  EXPECT_EQ(result, 2 * 31 * 32 / 2 * 3 - 32 * 32);
  EXPECT_EQ(bound, 0);
}

TEST(BoundsTest, OnePartTooSmallForTheOthersIsNotExact) {
  std::vector<float> numbers(64, 0);
  numbers[0] = 0x1p24f;
  numbers[1] = numbers[2] = 1;
  EXPECT_GE(Sums(kSum).run(numbers).second, 2);
}

TEST(BoundsTest, AnInfinityIsOneInEveryOrder) {
  std::vector<float> numbers = makeNumbers(1);
  numbers[7] = INFINITY;
  auto [result, bound] = Sums(kSum).run(numbers);
  EXPECT_EQ(result, INFINITY);
  EXPECT_EQ(bound, 0);
}

TEST(BoundsTest, AMaximumIsExact) {
  auto [result, bound] = Sums(substitute(kSum, "arith.addf", "arith.maximumf"))
                             .run(makeNumbers(2));
  EXPECT_EQ(bound, 0);
}

TEST(BoundsTest, EveryOrderOfAProductIsWithin) {
  std::vector<float> numbers = makeNumbers(2);
  for (float &number : numbers)
    number = 1 + number / 128;
  expectEveryOrderWithin(substitute(kSum, "arith.addf", "arith.mulf"), numbers,
                         64, 2 * 64 * 0x1p-24);
}

TEST(BoundsTest, AProductThatMayOverflowHasNone) {
  std::vector<float> numbers(64, 1);
  for (unsigned i = 0; i < 64; ++i)
    numbers[i] = i % 2 ? 0x1p10f / 3 : 0x3p-10f;
  auto [result, bound] =
      Sums(substitute(kSum, "arith.addf", "arith.mulf")).run(numbers);
  EXPECT_TRUE(std::isfinite(result));
  EXPECT_EQ(bound, INFINITY);
}

TEST(BoundsTest, AProductOfFewDigitsIsExact) {
  std::vector<float> numbers(64, 2);
  numbers[3] = -3;
  numbers[5] = 0.5;
  auto [result, bound] =
      Sums(substitute(kSum, "arith.addf", "arith.mulf")).run(numbers);
  EXPECT_EQ(result, -3 * 0x1p61);
  EXPECT_EQ(bound, 0);
}

TEST(BoundsTest, ASumThatMayOverflowHasNone) {
  std::vector<float> numbers(64, 0);
  for (unsigned i = 0; i < 64; ++i)
    numbers[i] = i % 2 ? -0x1p125f : 0x1p125f;
  auto [result, bound] = Sums(kSum).run(numbers);
  EXPECT_EQ(result, 0);
  EXPECT_EQ(bound, INFINITY);
}

TEST(BoundsTest, EveryOrderOfAWelfordReductionIsWithin) {
  std::string merge = R"(
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    %one = arith.constant dense<1.0> : tensor<64xf32>
    %m, %q, %n = "tile.reduce"(%x, %zero, %one) <{axis = 0 : i32}> ({
    ^bb0(%ml: f32, %ql: f32, %wl: f32, %mr: f32, %qr: f32, %wr: f32):
      %d = arith.subf %mr, %ml : f32
      %w = arith.addf %wl, %wr : f32
      %f = arith.divf %wr, %w : f32
      %df = arith.mulf %d, %f : f32
      %mean = arith.addf %ml, %df : f32
      %dd = arith.mulf %d, %df : f32
      %ddw = arith.mulf %dd, %wl : f32
      %sum = arith.addf %ql, %qr : f32
      %squares = arith.addf %sum, %ddw : f32
      tile.reduce.return %mean, %squares, %w : f32, f32, f32
    }) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (f32, f32, f32)
    %none = arith.constant 0.0 : f32
    %y = arith.addf RESULT, %none : f32
  )";
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::vector<float> numbers = makeNumbers(seed);
    // Some 20 roundings for each merge, of numbers below 128, and of their
    // squares, of which there are 64.
    expectEveryOrderWithin(substitute(merge, "RESULT", "%m"), numbers, 64,
                           64 * 20 * 0x1p-24 * 128);
    expectEveryOrderWithin(substitute(merge, "RESULT", "%q"), numbers, 64,
                           64 * 128 * 0x1p-24 * 64 * 64 * 64);
    EXPECT_EQ(Sums(substitute(merge, "RESULT", "%n")).run(numbers).second, 0);
  }
  // What is merged in another way is not known.
  EXPECT_EQ(Sums(substitute(substitute(merge, "RESULT", "%m"),
                            "arith.divf %wr, %w", "arith.divf %wl, %w"))
                .run(makeNumbers(1))
                .second,
            INFINITY);
}

TEST(BoundsTest, ArithmeticCarriesThem) {
  // 3 - s, twice over 4: a quarter of twice the bound, and roundings.
  Sums sums(substitute(kSum, "%y", "%s0") + R"(
    %three = arith.constant 3.0 : f32
    %four = arith.constant 4.0 : f32
    %d = arith.subf %three, %s0 : f32
    %n = arith.negf %d : f32
    %t = arith.addf %n, %n : f32
    %y = arith.divf %t, %four : f32
  )");
  std::vector<float> numbers = makeNumbers(3);
  double bound = Sums(kSum).run(numbers).second;
  double carried = sums.run(numbers).second;
  // What the type has no number for is left out.
  EXPECT_GT(carried, 0.49 * bound);
  EXPECT_LT(carried, bound);
}

TEST(BoundsTest, MonotoneFunctionsCarryThem) {
  std::vector<float> numbers = makeNumbers(4);
  for (float &number : numbers)
    number /= 64;
  for (StringRef function :
       {"math.exp", "math.tanh", "math.absf", "math.sin", "math.erf"}) {
    std::string body = substitute(kSum, "%y", "%s0") +
                       "%y = " + function.str() + " %s0 : f32\n";
    expectEveryOrderWithin(body, numbers, 64, 1e-3);
  }
  // A root of what may be negative is none.
  std::vector<float> zero = numbers;
  for (unsigned i = 1; i < 64; i += 2)
    zero[i] = -zero[i - 1];
  EXPECT_EQ(Sums(substitute(kSum, "%y", "%s0") + "%y = math.sqrt %s0 : f32\n")
                .run(zero)
                .second,
            INFINITY);
}

TEST(BoundsTest, OtherOperationsMakeThemInfinite) {
  Sums sums(substitute(kSum, "%y", "%s0") + "%y = arith.remf %s0, %s0 : f32\n");
  EXPECT_EQ(sums.run(makeNumbers(4)).second, INFINITY);
  // But not of what is exact.
  EXPECT_EQ(sums.run(std::vector<float>(64, 0.5f)).second, 0);
}

TEST(BoundsTest, AComparisonIsDecidedWhereTheRangesAreApart) {
  std::string body = substitute(kSum, "%y", "%s0") + R"(
    %limit = arith.constant LIMIT : f32
    %c = arith.cmpf olt, %s0, %limit : f32
    %n = arith.constant -7.0 : f32
    %y = arith.select %c, %n, %limit : f32
  )";
  std::vector<float> numbers(64, 0.1f);
  EXPECT_EQ(Sums(substitute(body, "LIMIT", "6.0")).run(numbers).second, 0);
  // Here it may be the other one, 13.4 away.
  double bound = Sums(substitute(body, "LIMIT", "6.4")).run(numbers).second;
  EXPECT_GE(bound, 13.4);
  EXPECT_LE(bound, 13.5);
}

TEST(BoundsTest, ABranchThatMayGoTheOtherWayHasBothResults) {
  std::string body = substitute(kSum, "%y", "%s0") + R"(
    %limit = arith.constant LIMIT : f32
    %c = arith.cmpf olt, %s0, %limit : f32
    %y = scf.if %c -> (f32) {
      %twice = arith.addf %s0, %s0 : f32
      scf.yield %twice : f32
    } else {
      scf.yield %s0 : f32
    }
  )";
  std::vector<float> numbers(64, 0.1f);
  EXPECT_LE(Sums(substitute(body, "LIMIT", "6.0")).run(numbers).second, 0.01);
  double bound = Sums(substitute(body, "LIMIT", "6.4")).run(numbers).second;
  EXPECT_GE(bound, 6.39);
  EXPECT_LE(bound, 6.5);
}

TEST(BoundsTest, IntegersMadeOfThemHaveSome) {
  // The bits of a float around 6.4 are as many apart as the floats.
  std::string body = substitute(kSum, "%y", "%s0") + R"(
    %bits = tile.bitcast %s0 : f32 -> i32
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %m = arith.muli %bits, %three : i32
    %a = arith.addi %m, %five : i32
    %d = arith.shrui %a, %three : i32
    %y = arith.uitofp %d : i32 to f32
  )";
  std::vector<float> numbers(64, 0.1f);
  double bound = Sums(kSum).run(numbers).second;
  double integers = Sums(body).run(numbers).second;
  EXPECT_GT(integers, 0);
  // The product wraps around, and the difference does not: 2^21 floats are in
  // each 1 there, an eighth of three times as many come out.
  EXPECT_LE(integers, bound * 0x1p21 * 3 / 8 + 64);
}

/// Eight sums of eight neighbours, as a tile %t.
static constexpr StringLiteral kEightSums = R"(
  %rows = tile.reshape %x : tensor<64xf32> -> tensor<8x8xf32>
  %t = "tile.reduce"(%rows) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<8x8xf32>) -> tensor<8xf32>
)";

TEST(BoundsTest, TheOrderOfSumsIsKnownWhereTheyAreApart) {
  std::string body = kEightSums.str() + R"(
    %places = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
    %k, %v = tile.sort %t, %places {axis = 0 : i32, stable} : tensor<8xf32>, tensor<8xi32>
    %f = arith.sitofp %v : tensor<8xi32> to tensor<8xf32>
    %at = arith.constant dense<INDEX> : tensor<1xi32>
    %g = tile.gather RESULT[%at] {axis = 0 : i32} : (tensor<8xf32>, tensor<1xi32>) -> tensor<1xf32>
    %y = tile.unsplat %g : tensor<1xf32>
  )";
  auto get = [&](StringRef result, StringRef index) {
    // The sums of rows 2 and 5 are equal but for roundings.
    std::vector<float> numbers(64);
    for (unsigned k = 0; k < 64; ++k)
      numbers[k] = (k / 8 == 5 ? 2 : k / 8) + 0.1f * (k % 8);
    return Sums(substitute(substitute(body, "RESULT", result), "INDEX", index))
        .run(numbers);
  };
  for (StringRef index : {"0", "2", "3", "7"}) {
    auto [result, bound] = get("%k", index);
    EXPECT_GT(bound, 0);
    EXPECT_LT(bound, 1e-3);
  }
  EXPECT_EQ(get("%f", "1"), std::make_pair(1.0f, 0.0));
  EXPECT_EQ(get("%f", "7"), std::make_pair(7.0f, 0.0));
  EXPECT_EQ(get("%f", "2").second, 3);
  EXPECT_EQ(get("%f", "3").second, 3);
}

TEST(BoundsTest, AHistogramOfUncertainNumbersIsCounted) {
  // One of eight sums may be in the next bin.
  std::string body = kEightSums.str() + R"(
    %n = arith.fptosi %t : tensor<8xf32> to tensor<8xi32>
    %h = tile.histogram %n : tensor<8xi32> -> tensor<8xi32>
    %f = arith.sitofp %h : tensor<8xi32> to tensor<8xf32>
    %at = arith.constant dense<0> : tensor<1xi32>
    %g = tile.gather %f[%at] {axis = 0 : i32} : (tensor<8xf32>, tensor<1xi32>) -> tensor<1xf32>
    %y = tile.unsplat %g : tensor<1xf32>
  )";
  std::vector<float> numbers(64, 0.06f);
  for (unsigned k = 0; k < 8; ++k)
    numbers[k] = k == 7 ? 0.3f : 0.1f;
  auto [result, bound] = Sums(body).run(numbers);
  EXPECT_GE(result, 7);
  EXPECT_EQ(bound, 1);
}

TEST(BoundsTest, AScanHasOneForEachElement) {
  // The second of the running sums is of two numbers, and the last of 64.
  std::string scan = R"(
    %r = "tile.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile.scan.return %c : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    %at = arith.constant dense<INDEX> : tensor<1xi32>
    %g = tile.gather %r[%at] {axis = 0 : i32} : (tensor<64xf32>, tensor<1xi32>) -> tensor<1xf32>
    %y = tile.unsplat %g : tensor<1xf32>
  )";
  std::vector<float> numbers = makeNumbers(5);
  double first = Sums(substitute(scan, "INDEX", "0")).run(numbers).second;
  double early = Sums(substitute(scan, "INDEX", "2")).run(numbers).second;
  double last = Sums(substitute(scan, "INDEX", "63")).run(numbers).second;
  EXPECT_EQ(first, 0);
  EXPECT_GT(early, 0);
  EXPECT_GT(last, early);
}
