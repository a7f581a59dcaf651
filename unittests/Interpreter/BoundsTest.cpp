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

TEST(BoundsTest, AProductHasNoBoundThatIsKnown) {
  auto [result, bound] =
      Sums(substitute(kSum, "arith.addf", "arith.mulf")).run(makeNumbers(2));
  EXPECT_EQ(bound, INFINITY);
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
  EXPECT_GT(carried, bound / 2);
  EXPECT_LT(carried, bound);
}

TEST(BoundsTest, OtherOperationsMakeThemInfinite) {
  Sums sums(substitute(kSum, "%y", "%s0") + "%y = math.exp %s0 : f32\n");
  EXPECT_EQ(sums.run(makeNumbers(4)).second, INFINITY);
  // But not of what is exact.
  EXPECT_EQ(sums.run(std::vector<float>(64, 0.5f)).second, 0);
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
