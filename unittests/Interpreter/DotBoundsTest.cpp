//===- DotBoundsTest.cpp - How far the sums of a device can be ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bounds of matrix products, compared with what fused multiply-adds give in
// any order, and with the tensor cores of each architecture.
//
//===----------------------------------------------------------------------===//

#include "MatrixMultiply.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Interpreter/Interpreter.h"

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

constexpr unsigned kM = 16, kN = 8, kK = 32;

/// A kernel that multiplies 16x32 by 32x8 elements, and adds 16x8; with
/// `addsOnes` the product of a matrix of ones to that.
class Product {
public:
  Product(StringRef type, StringRef sum, StringRef precision,
          bool addsOnes = false)
      : context(Compiler::createContext()) {
    std::string text = "tile.func public @f(";
    auto shape = [](unsigned rows, unsigned columns, StringRef element) {
      return "tensor<" + std::to_string(rows) + "x" + std::to_string(columns) +
             "x" + element.str() + ">";
    };
    auto pointer = [](StringRef element) {
      return "!tile.ptr<" + element.str() + ">";
    };
    text += "%ap: " + pointer(type) + ", %bp: " + pointer(type) +
            ", %cp: " + pointer(sum) + ", %dp: " + pointer(sum) + ") {\n";
    auto addresses = [&](StringRef name, StringRef element, unsigned rows,
                         unsigned columns) {
      std::string n = name.str(), all = std::to_string(rows * columns);
      std::string line = "tensor<" + all + "x" + pointer(element) + ">";
      text += "%" + n + "i = tile.make_range {start = 0 : i32, end = " + all +
              " : i32} : tensor<" + all + "xi32>\n%" + n + "s = tile.splat %" +
              n + "p : " + pointer(element) + " -> " + line + "\n%" + n +
              "l = tile.addptr %" + n + "s, %" + n + "i : " + line +
              ", tensor<" + all + "xi32>\n%" + n + "q = tile.reshape %" + n +
              "l : " + line + " -> " + shape(rows, columns, pointer(element)) +
              "\n";
    };
    auto load = [&](StringRef name, StringRef element, unsigned rows,
                    unsigned columns) {
      addresses(name, element, rows, columns);
      text += "%" + name.str() + " = tile.load %" + name.str() +
              "q : " + shape(rows, columns, pointer(element)) + "\n";
    };
    load("a", type, kM, kK);
    load("b", type, kK, kN);
    load("c", sum, kM, kN);
    addresses("d", sum, kM, kN);
    auto dot = [&](StringRef result, StringRef left, StringRef addend) {
      text += "%" + result.str() + " = tile.dot %" + left.str() + ", %b, %" +
              addend.str() + ", inputPrecision = " + precision.str() + " : " +
              shape(kM, kK, type) + " * " + shape(kK, kN, type) + " -> " +
              shape(kM, kN, sum) + "\n";
    };
    dot("d1", "a", "c");
    text += "%ones = arith.constant dense<1.0> : " + shape(kM, kK, type) + "\n";
    if (addsOnes)
      dot("d2", "ones", "d1");
    text += "tile.store %dq, %" + std::string(addsOnes ? "d2" : "d1") + " : " +
            shape(kM, kN, pointer(sum)) + "\ntile.return\n}";
    module = parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(module) << text;
  }

  template <typename T, typename R>
  void run(const std::vector<T> &a, const std::vector<T> &b,
           const std::vector<R> &c) {
    Memory memory;
    auto put = [&](const auto &codes) {
      size_t size = codes.size() * sizeof(codes[0]);
      uint64_t address = memory.allocate(size, "x");
      EXPECT_TRUE(memory.write(
          address,
          ArrayRef(reinterpret_cast<const uint8_t *>(codes.data()), size)));
      return address;
    };
    uint64_t d = memory.allocate(kM * kN * sizeof(R), "d");
    InterpreterOptions options;
    options.followBounds = true;
    EXPECT_TRUE(
        succeeded(interpret(module->lookupSymbol<FuncOp>("f"),
                            {put(a), put(b), put(c), d}, memory, options)));
    std::vector<R> codes(kM * kN);
    EXPECT_TRUE(memory.read(
        d, MutableArrayRef(reinterpret_cast<uint8_t *>(codes.data()),
                           codes.size() * sizeof(R))));
    const std::vector<double> &all = memory.find(d, 1)->bounds;
    results.clear();
    bounds.clear();
    for (unsigned i = 0; i < kM * kN; ++i) {
      if constexpr (sizeof(R) == 2)
        results.push_back(sim::unpackF16(codes[i]).value);
      else
        results.push_back(sim::unpackF32(codes[i]).value);
      bounds.push_back(all.empty() ? 0 : all[i * sizeof(R)]);
    }
  }

  std::vector<double> results, bounds;

private:
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
};

/// Finite numbers of all kinds of exponents around 1, or of all that there are,
/// and zeros.
template <typename T>
std::vector<T> makeCodes(std::mt19937 &random, unsigned count,
                         unsigned mantissa, unsigned bias, bool isWide) {
  std::vector<T> codes(count);
  for (T &code : codes) {
    unsigned span = isWide ? 2 * bias : std::min(8u, bias),
             least = isWide ? 0 : bias - span / 2;
    uint32_t exponent = least + random() % span;
    uint32_t digits = random() & ((1u << mantissa) - 1);
    uint32_t sign = random() & 1;
    code = random() % 8 == 0 ? T(0)
                             : T((sign << (sizeof(T) * 8 - 1)) |
                                 (exponent << mantissa) | digits);
  }
  return codes;
}

struct Kind {
  StringRef name, type;
  unsigned mantissa, bias;
};

constexpr unsigned kArchitectures[] = {80, 89, 90, 100, 120};

/// Compares with the tensor cores of all architectures. `unpack` makes a
/// matrix element of a code of the type, for tensor cores that emulate it.
template <typename T, typename R, typename F, typename G>
void compareWithTensorCores(Kind kind, StringRef sum, F unpack, G unpackSum,
                            unsigned sumMantissa, unsigned sumBias) {
  bool isHalf = sum == "f16";
  Product product(kind.type, sum, kind.name == "tf32" ? "tf32" : "ieee");
  std::mt19937 random(kind.mantissa);
  for (unsigned seed = 0; seed < 60; ++seed) {
    // f16 sums of all exponents are infinite.
    bool isWide = seed % 3 == 2 && !isHalf && kind.bias < 127;
    auto a = makeCodes<T>(random, kM * kK, kind.mantissa, kind.bias, isWide),
         b = makeCodes<T>(random, kK * kN, kind.mantissa, kind.bias, isWide);
    auto c = makeCodes<R>(random, kM * kN, sumMantissa, sumBias, false);
    product.run(a, b, c);
    for (unsigned capability : kArchitectures) {
      sim::DotModel model = sim::DotModel::get(capability, kind.name);
      sim::FloatMatrices x;
      x.k = kK;
      for (unsigned i = 0; i < kM * kK; ++i)
        x.setA(i / kK, i % kK, unpack(a[i], model.isEmulated));
      for (unsigned i = 0; i < kK * kN; ++i)
        x.setB(i / kN, i % kN, unpack(b[i], model.isEmulated));
      for (unsigned i = 0; i < kM * kN; ++i)
        x.setC(i / kN, i % kN, unpackSum(c[i]));
      x.multiply(model, isHalf);
      for (unsigned i = 0; i < kM * kN; ++i)
        ASSERT_LE(std::fabs(x.c[i / kN][i % kN] - product.results[i]),
                  product.bounds[i])
            << kind.name.str() << " sm_" << capability << " seed " << seed
            << " element " << i;
    }
  }
}

constexpr Kind kF16 = {"f16", "f16", 10, 15}, kBF16 = {"bf16", "bf16", 7, 127},
               kTF32 = {"tf32", "f32", 23, 127},
               kE4M3 = {"e4m3", "f8E4M3FN", 3, 7},
               kE5M2 = {"e5m2", "f8E5M2", 2, 15};

sim::MatrixElement unpackF16(uint16_t code, bool) {
  return sim::unpackF16(code);
}
sim::MatrixElement unpackBF16(uint16_t code, bool) {
  return sim::unpackBF16(code);
}
sim::MatrixElement unpackTF32(uint32_t code, bool) {
  return sim::unpackTF32(code);
}

} // namespace

TEST(DotBoundsTest, TensorCoresAreWithin) {
  compareWithTensorCores<uint16_t, uint32_t>(kF16, "f32", unpackF16,
                                             sim::unpackF32, 23, 127);
  compareWithTensorCores<uint16_t, uint32_t>(kBF16, "f32", unpackBF16,
                                             sim::unpackF32, 23, 127);
  compareWithTensorCores<uint32_t, uint32_t>(kTF32, "f32", unpackTF32,
                                             sim::unpackF32, 23, 127);
  compareWithTensorCores<uint16_t, uint16_t>(kF16, "f16", unpackF16,
                                             sim::unpackF16, 10, 15);
}

TEST(DotBoundsTest, TensorCoresFor8BitFloatsAreWithin) {
  for (Kind kind : {kE4M3, kE5M2}) {
    auto unpack = [&](uint8_t code, bool isEmulated) {
      return sim::getElementTable(kind.name, isEmulated)[code];
    };
    compareWithTensorCores<uint8_t, uint32_t>(kind, "f32", unpack,
                                              sim::unpackF32, 23, 127);
  }
}

TEST(DotBoundsTest, RoundingToTF32IsWithin) {
  // cvt.rna.tf32 before the product.
  auto round = [](uint32_t code, bool) {
    return sim::unpackTF32(code + 0x1000);
  };
  compareWithTensorCores<uint32_t, uint32_t>(kTF32, "f32", round,
                                             sim::unpackF32, 23, 127);
}

TEST(DotBoundsTest, FusedMultiplyAddsAreWithinInEveryOrder) {
  Product product("f32", "f32", "ieee");
  std::mt19937 random(7);
  auto number = [](uint32_t code) { return llvm::bit_cast<float>(code); };
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto a = makeCodes<uint32_t>(random, kM * kK, 23, 127, false),
         b = makeCodes<uint32_t>(random, kK * kN, 23, 127, false),
         c = makeCodes<uint32_t>(random, kM * kN, 23, 127, false);
    product.run(a, b, c);
    std::vector<unsigned> order(kK);
    std::iota(order.begin(), order.end(), 0);
    for (unsigned other = 0; other < 10; ++other) {
      std::shuffle(order.begin(), order.end(), random);
      for (unsigned i = 0; i < kM * kN; ++i) {
        float sum = number(c[i]);
        double magnitude = std::fabs(sum);
        for (unsigned k : order) {
          float x = number(a[i / kN * kK + k]), y = number(b[k * kN + i % kN]);
          sum = std::fma(x, y, sum);
          magnitude += std::fabs(double(x) * y);
        }
        ASSERT_LE(std::fabs(sum - product.results[i]), product.bounds[i]);
        // Not just any bound.
        ASSERT_LT(product.bounds[i], 3 * kK * 0x1p-23 * magnitude + 0x1p-140);
      }
    }
  }
}

TEST(DotBoundsTest, PartsAreWithinWhetherCutOrRounded) {
  // What a device may make of a number: parts that are cut off, or rounded.
  auto cut = [](double value, unsigned drop, bool rounds) {
    uint32_t bits = llvm::bit_cast<uint32_t>(float(value));
    if (rounds)
      bits += (1u << drop) / 2;
    return double(llvm::bit_cast<float>(bits >> drop << drop));
  };
  struct Split {
    StringRef name;
    unsigned parts, drop;
  };
  for (Split kind :
       {Split{"tf32x3", 2, 13}, Split{"bf16x3", 2, 16}, Split{"bf16x6", 3, 16}})
    for (bool rounds : {false, true}) {
      Product product("f32", "f32", kind.name);
      std::mt19937 random(11);
      auto a = makeCodes<uint32_t>(random, kM * kK, 23, 127, false),
           b = makeCodes<uint32_t>(random, kK * kN, 23, 127, false);
      std::vector<uint32_t> c(kM * kN, 0);
      product.run(a, b, c);
      auto split = [&](uint32_t code) {
        std::vector<double> parts;
        double rest = llvm::bit_cast<float>(code);
        for (unsigned part = 0; part < kind.parts; ++part) {
          parts.push_back(cut(rest, kind.drop, rounds));
          rest -= parts.back();
        }
        return parts;
      };
      for (unsigned i = 0; i < kM * kN; ++i) {
        float sum = 0;
        double exact = 0, magnitude = 0;
        for (unsigned k = 0; k < kK; ++k) {
          uint32_t left = a[i / kN * kK + k], right = b[k * kN + i % kN];
          std::vector<double> x = split(left), y = split(right);
          for (unsigned m = 0; m < kind.parts; ++m)
            for (unsigned n = 0; m + n < kind.parts; ++n)
              sum += float(x[m] * y[n]);
          double product = double(llvm::bit_cast<float>(left)) *
                           llvm::bit_cast<float>(right);
          exact += product;
          magnitude += std::fabs(product);
        }
        ASSERT_LE(std::fabs(sum - product.results[i]), product.bounds[i])
            << kind.name.str() << rounds;
        // It is a product of all digits but the last ones.
        double digits = kind.name == "bf16x3" ? 0x1p-13 : 0x1p-18;
        ASSERT_LE(std::fabs(exact - product.results[i]), digits * magnitude)
            << kind.name.str();
      }
    }
}

TEST(DotBoundsTest, SmallIntegersAreExact) {
  for (StringRef type : {"f16", "f32"})
    for (StringRef precision : {"ieee", "tf32", "tf32x3", "bf16x6"}) {
      Product product(type, "f32", precision);
      std::mt19937 random(3);
      auto encode = [&](int value) {
        float number = value;
        return type == "f16"
                   ? sim::convertF32ToF16(llvm::bit_cast<uint32_t>(number))
                   : llvm::bit_cast<uint32_t>(number);
      };
      std::vector<int> x(kM * kK), y(kK * kN);
      for (std::vector<int> *numbers : {&x, &y})
        for (int &number : *numbers)
          number = int(random() % 17) - 8;
      std::vector<uint32_t> c(kM * kN, llvm::bit_cast<uint32_t>(5.0f));
      if (type == "f16") {
        std::vector<uint16_t> a(x.size()), b(y.size());
        llvm::transform(x, a.begin(), encode);
        llvm::transform(y, b.begin(), encode);
        product.run(a, b, c);
      } else {
        std::vector<uint32_t> a(x.size()), b(y.size());
        llvm::transform(x, a.begin(), encode);
        llvm::transform(y, b.begin(), encode);
        product.run(a, b, c);
      }
      for (unsigned i = 0; i < kM * kN; ++i) {
        int sum = 5;
        for (unsigned k = 0; k < kK; ++k)
          sum += x[i / kN * kK + k] * y[k * kN + i % kN];
        ASSERT_EQ(product.results[i], sum);
        ASSERT_EQ(product.bounds[i], 0);
      }
    }
}

TEST(DotBoundsTest, AnAddendThatIsNotExactMakesTheSumInexact) {
  // 2^15 + 2^-14 - 2^15 has few digits, and so has the sum with 32. But another
  // device may have made something else of the first sum, of which the second
  // product can lose digits.
  std::vector<uint16_t> a(kM * kK, 0), b(kK * kN, 0x3c00);
  std::vector<uint32_t> c(kM * kN, 0);
  a[0] = 0x7800;
  a[1] = 0x0400;
  a[2] = 0xf800;
  Product first("f16", "f32", "ieee"),
      both("f16", "f32", "ieee", /*addsOnes=*/true);
  first.run(a, b, c);
  both.run(a, b, c);
  EXPECT_GT(first.bounds[0], 0);
  EXPECT_GT(both.bounds[0], first.bounds[0] + 32 * 0x1p-24);
  // Nothing of the sort in the other rows.
  EXPECT_EQ(both.bounds[kN], 0);
}

TEST(DotBoundsTest, WhatMayOverflowHasNoBound) {
  Product product("f16", "f16", "ieee");
  std::vector<uint16_t> a(kM * kK, 0), b(kK * kN, 0x5bff), c(kM * kN, 0);
  // 65504 and -65504 times 255.9 cancel out, or do not.
  a[0] = 0x7bff;
  a[1] = 0xfbff;
  product.run(a, b, c);
  EXPECT_EQ(product.results[0], 0);
  EXPECT_EQ(product.bounds[0], INFINITY);
  EXPECT_EQ(product.bounds[kN], 0);
}

TEST(DotBoundsTest, AnInfinityIsOneInEveryOrder) {
  Product product("bf16", "f32", "ieee");
  std::mt19937 random(5);
  auto a = makeCodes<uint16_t>(random, kM * kK, 7, 127, false),
       b = makeCodes<uint16_t>(random, kK * kN, 7, 127, false);
  std::vector<uint32_t> c(kM * kN, 0);
  a[3] = 0x7f80;
  b[3 * kN] = 0x3f80;
  product.run(a, b, c);
  EXPECT_EQ(product.results[0], INFINITY);
  EXPECT_EQ(product.bounds[0], 0);
}
