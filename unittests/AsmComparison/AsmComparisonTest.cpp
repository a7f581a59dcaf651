//===- AsmComparisonTest.cpp - An inline asm against its fallback ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AsmComparison/AsmComparison.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Run/SpecialValues.h"
#include "tile/Runtime/Runtime.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::tile;
using run::ElementType;

namespace {

/// Every element type once; 64 + 64 + 32 + 32 + 16 * 3 + 8 * 3 + 1 bits.
constexpr StringLiteral kAllTypes = R"(
tile.func public @all(%a: f64, %b: i64, %c: f32, %d: i32, %e: f16, %f: bf16,
                      %g: i16, %h: f8E4M3FN, %i: f8E5M2, %j: i8, %k: i1) {
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $4;" {constraints = "=r,d,l,f,r,h,h,h,r,r,r,b", packed_element = 1 : i32, pure = true} %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k : f64, i64, f32, i32, f16, bf16, i16, f8E4M3FN, f8E5M2, i8, i1 -> i32 fallback (%a0: f64, %b0: i64, %c0: f32, %d0: i32, %e0: f16, %f0: bf16, %g0: i16, %h0: f8E4M3FN, %i0: f8E5M2, %j0: i8, %k0: i1) {
    tile.asm.return %d0 : i32
  }
  tile.return
}
)";

/// Three f16, of which the third is the result, so that it is shown.
constexpr StringLiteral kThree = R"(
tile.func public @three(%x: f16) {
  %xs = tile.splat %x : f16 -> tensor<128xf16>
  %0 = tile.elementwise_inline_asm "mov.b16 $0, $3;" {constraints = "=h,h,h,h", packed_element = 1 : i32, pure = true} %xs, %xs, %xs : tensor<128xf16>, tensor<128xf16>, tensor<128xf16> -> tensor<128xf16> fallback (%a: f16, %b: f16, %c: f16) {
    tile.asm.return %c : f16
  }
  tile.return
}
)";

/// Four i1 in a register, a byte that all have, a scalar, and an immediate.
constexpr StringLiteral kShared = R"(
tile.func public @shared(%x: i1, %y: i8, %z: i16) {
  %xs = tile.splat %x : i1 -> tensor<128xi1>
  %ys = tile.splat %y : i8 -> tensor<128xi8>
  %three = arith.constant dense<3> : tensor<128xi32>
  %0 = tile.elementwise_inline_asm "{ .reg .b32 t; prmt.b32 t, $2, 0, 0; xor.b32 $0, $1, t; prmt.b32 t, $3, $4, 0x6420; xor.b32 $0, $0, t; shr.u32 t, $0, $5; xor.b32 $0, $0, t; xor.b32 $0, $0, $6; xor.b32 $0, $0, $7; xor.b32 $0, $0, $8; }" {constraints = "=r,r,r,r,r,n,n,n,n", packed_element = 4 : i32, per_group = array<i32: 1>, pure = true} %xs, %ys, %z, %three : tensor<128xi1>, tensor<128xi8>, i16, tensor<128xi32> -> tensor<128xi8> fallback (%a: i1, %b: i8, %c: i16, %d: i32) {
    %a8 = arith.extui %a : i1 to i8
    tile.asm.return %a8 : i8
  }
  tile.return
}
)";

/// A comparison whose kernels are on a simulator.
class Loaded {
public:
  explicit Loaded(StringRef source, bool triesAll = false,
                  uint64_t numGroups = 1 << 20, AsmTolerance tolerance = {}) {
    context = Compiler::createContext();
    ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
      ADD_FAILURE() << diagnostic.str();
      return success();
    });
    module = Compiler::parse(llvm::MemoryBufferRef(source, "test.mlir"),
                             context.get());
    if (!module)
      return;
    module->walk([&](ElementwiseInlineAsmOp op) { asmOp = op; });
    EXPECT_EQ(AsmComparison::findObstacle(asmOp), "");
    comparison.emplace(asmOp);
    if (triesAll)
      comparison->tryAll();
    else
      comparison->trySome(numGroups);
    OwningOpRef<ModuleOp> kernels = comparison->buildModule(tolerance);
    CompilerOptions options;
    options.numWarps = 4;
    options.asmCheck = AsmCheck::Off;
    FailureOr<CompileResult> compiled =
        Compiler(options).compile(*kernels, Stage::PTX);
    if (failed(compiled))
      return;
    device = llvm::cantFail(runtime::Device::open("sim"));
    loaded = llvm::cantFail(device->load(makeImage(std::move(*compiled))));
    const std::vector<uint64_t> &values = comparison->getTable();
    table = llvm::cantFail(device->allocate(values.size() * 8 + 8));
    llvm::cantFail(
        device->copyToDevice(table, values.data(), values.size() * 8, nullptr));
    out = llvm::cantFail(device->allocate(1024));
  }

  std::vector<uint64_t> show(AsmInputs inputs, uint64_t number,
                             uint64_t seed = 0) {
    launch(AsmComparison::getKernelName(inputs, true), 1, number, 0, seed);
    std::vector<uint64_t> words(comparison->getInputs().size() +
                                2 * comparison->getResults().size());
    llvm::cantFail(
        device->copyToHost(words.data(), out, words.size() * 8, nullptr));
    return words;
  }

  AsmDifferences compare(AsmInputs inputs, uint32_t ctas, uint64_t start,
                         uint64_t end) {
    AsmDifferences found;
    llvm::cantFail(device->copyToDevice(out, &found, sizeof(found), nullptr));
    launch(AsmComparison::getKernelName(inputs, false), ctas, start, end, 0);
    llvm::cantFail(device->copyToHost(&found, out, sizeof(found), nullptr));
    return found;
  }

  std::optional<AsmComparison> comparison;

private:
  void launch(StringRef name, uint32_t ctas, uint64_t start, uint64_t end,
              uint64_t seed) {
    using runtime::ArgumentType;
    using runtime::LaunchArgument;
    LaunchArgument arguments[] = {
        LaunchArgument::integer(ArgumentType::I64, start),
        LaunchArgument::integer(ArgumentType::I64, end),
        LaunchArgument::integer(ArgumentType::I64, seed),
        LaunchArgument::pointer(table), LaunchArgument::pointer(out)};
    runtime::Kernel *kernel = llvm::cantFail(loaded->findKernel(name));
    llvm::cantFail(kernel->launch({ctas}, arguments, nullptr));
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  ElementwiseInlineAsmOp asmOp;
  std::shared_ptr<runtime::Device> device;
  std::unique_ptr<runtime::Module> loaded;
  uint64_t table = 0, out = 0;
};

//===----------------------------------------------------------------------===//
// A model of the random inputs, with a generator that has a state, and floats
// as numbers.
//===----------------------------------------------------------------------===//

struct SplitMix64 {
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
};

struct Format {
  unsigned width, mantissa;
  int bias, leastExponent, numExponents;
};

std::optional<Format> getFormat(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return Format{64, 52, 1023, -16, 32};
  case ElementType::F32:
    return Format{32, 23, 127, -16, 32};
  case ElementType::BF16:
    return Format{16, 7, 127, -16, 32};
  case ElementType::F16:
    return Format{16, 10, 15, -8, 16};
  case ElementType::F8E4M3:
    return Format{8, 3, 7, -4, 8};
  case ElementType::F8E5M2:
    return Format{8, 2, 15, -8, 16};
  default:
    return std::nullopt;
  }
}

/// Bits `first` to `first + count - 1`.
unsigned getBits(uint32_t word, unsigned first, unsigned count) {
  return word >> first & ((1u << count) - 1);
}

uint64_t modelRandom(ElementType type, uint64_t hash,
                     ArrayRef<uint64_t> specials) {
  unsigned width = run::getBitWidth(type);
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  uint32_t choice = (width == 64 ? hash * 0xBF58476D1CE4E5B9 : hash) >> 32;
  uint64_t raw = hash & mask;
  if (width == 1)
    return raw;
  unsigned kind = getBits(choice, 0, 3);
  if (kind == 0)
    return specials[getBits(choice, 3, 8)];
  std::optional<Format> format = getFormat(type);
  uint64_t nearby;
  if (format) {
    // The mantissa as a number from 1 to 2, times a power of two.
    uint64_t fraction = raw % (uint64_t(1) << format->mantissa);
    bool isNegative = raw >> (width - 1);
    int exponent = format->leastExponent +
                   int(getBits(choice, 21, 5)) % format->numExponents;
    nearby = (uint64_t(exponent + format->bias) << format->mantissa) +
             fraction + (uint64_t(isNegative) << (width - 1));
  } else {
    // Division by a power of two, rounded down.
    unsigned by = getBits(choice, 11, 8) * width / 256;
    auto value = int64_t(raw << (64 - width));
    __int128 wide = value;
    wide = (wide >> (64 - width)) >> by;
    nearby = uint64_t(wide);
  }
  auto cut = [&](uint64_t value) {
    unsigned length =
        getBits(choice, 11, 8) * (format ? format->mantissa + 1 : width) / 256;
    return value - value % (uint64_t(1) << length) + getBits(choice, 19, 2) - 1;
  };
  uint64_t result = raw;
  if (kind == 2 || kind == 3)
    result = nearby;
  else if (kind == 4 || kind == 5)
    result = cut(format ? nearby : raw);
  else if (kind == 6)
    result = cut(raw);
  return result & mask;
}

TEST(AsmComparison, RandomInputsAreThoseOfTheModel) {
  Loaded loaded(kAllTypes);
  ArrayRef<AsmElement> inputs = loaded.comparison->getInputs();
  ASSERT_EQ(inputs.size(), 11u);
  EXPECT_EQ(loaded.comparison->getInputBits(), 265u);
  ArrayRef<uint64_t> table = loaded.comparison->getTable();
  ASSERT_EQ(table.size(), 11u * 256);
  for (uint64_t seed : {uint64_t(0), uint64_t(0xFEDCBA9876543210)})
    for (uint64_t k = 0; k < 150; ++k) {
      uint64_t number = k < 100 ? k : (k << 33) + 5;
      std::vector<uint64_t> shown =
          loaded.show(AsmInputs::Random, number, seed);
      SplitMix64 random{seed + number * 11 * 0x9E3779B97F4A7C15};
      for (unsigned i = 0; i < 11; ++i)
        ASSERT_EQ(shown[i], modelRandom(inputs[i].type, random.next(),
                                        table.slice(i * 256, 256)))
            << "group " << number << ", input " << i;
      // Both give operand 3.
      EXPECT_EQ(shown[11], shown[3]);
      EXPECT_EQ(shown[12], shown[3]);
    }
}

TEST(AsmComparison, SeedsAreScrambledBySplitMix64) {
  EXPECT_EQ(AsmComparison::scrambleSeed(42), SplitMix64{42}.next());
}

//===----------------------------------------------------------------------===//
// Special values
//===----------------------------------------------------------------------===//

/// The product in GF(2^8) by logarithms to base x + 1, which generates it.
unsigned multiply(unsigned a, unsigned b) {
  static const std::vector<unsigned> powers = [] {
    std::vector<unsigned> list{1};
    while (list.size() < 255) {
      unsigned last = list.back(), next = last ^ (last << 1);
      list.push_back(next > 255 ? next ^ 0x11B : next);
    }
    return list;
  }();
  if (a == 0 || b == 0)
    return 0;
  auto log = [&](unsigned x) {
    return std::find(powers.begin(), powers.end(), x) - powers.begin();
  };
  return powers[(log(a) + log(b)) % 255];
}

TEST(AsmComparison, SpecialValuesComeInAllPairs) {
  Loaded loaded(kThree);
  ArrayRef<AsmSection> sections = loaded.comparison->getSections();
  ASSERT_EQ(sections.size(), 2u);
  EXPECT_EQ(sections[0].numGroups, 65536u);
  EXPECT_EQ(sections[1].numGroups, (1u << 20) - 65536);
  std::vector<uint64_t> values = run::getSpecialValues(ElementType::F16);
  for (unsigned k = 0; k < 300; ++k) {
    unsigned number = k * 40503 % 65536, a = number % 256, b = number / 256;
    std::vector<uint64_t> shown = loaded.show(AsmInputs::Special, number);
    EXPECT_EQ(shown[0], values[a]);
    EXPECT_EQ(shown[1], values[a ^ b]);
    EXPECT_EQ(shown[2], values[a ^ multiply(2, b)]);
  }
  // What the formula is good for: the pairs of inputs 1 and 2.
  std::set<std::pair<unsigned, unsigned>> pairs;
  for (unsigned a = 0; a < 256; ++a)
    for (unsigned b = 0; b < 256; ++b)
      pairs.insert({a ^ b, a ^ multiply(2, b)});
  EXPECT_EQ(pairs.size(), 65536u);
}

TEST(AsmComparison, SpecialValuesComeInAllCombinationsWhereThereIsRoom) {
  Loaded loaded(kThree, /*triesAll=*/false, /*numGroups=*/1 << 25);
  EXPECT_EQ(loaded.comparison->getSections()[0].numGroups, 1u << 24);
  std::vector<uint64_t> values = run::getSpecialValues(ElementType::F16);
  for (unsigned number : {0u, 0x010203u, 0xFEDCBAu, 0xFFFFFFu}) {
    std::vector<uint64_t> shown = loaded.show(AsmInputs::Special, number);
    EXPECT_EQ(shown[0], values[number % 256]);
    EXPECT_EQ(shown[1], values[number / 256 % 256]);
    EXPECT_EQ(shown[2], values[number / 65536]);
  }
  // One of each, or none.
  Loaded few(kThree, false, 512);
  EXPECT_EQ(few.comparison->getSections()[0].numGroups, 256u);
  EXPECT_EQ(few.show(AsmInputs::Special, 77)[2], values[77]);
  Loaded none(kThree, false, 511);
  ASSERT_EQ(none.comparison->getSections().size(), 1u);
  EXPECT_EQ(none.comparison->getSections()[0].inputs, AsmInputs::Random);
}

//===----------------------------------------------------------------------===//
// All inputs, and what is found
//===----------------------------------------------------------------------===//

TEST(AsmComparison, InputsThatAGroupSharesComeOnce) {
  Loaded loaded(kShared, /*triesAll=*/true);
  const AsmComparison &comparison = *loaded.comparison;
  // Four bits, a byte, 16 bits; the immediate is none.
  EXPECT_EQ(comparison.getInputBits(), 28u);
  ASSERT_EQ(comparison.getInputs().size(), 6u);
  EXPECT_FALSE(comparison.getInputs()[3].isShared);
  EXPECT_TRUE(comparison.getInputs()[4].isShared);
  EXPECT_TRUE(comparison.getInputs()[5].isShared);
  ASSERT_EQ(comparison.getSections().size(), 2u);
  EXPECT_EQ(comparison.getSections()[1].numGroups, 1u << 28);
  std::vector<uint64_t> shown = loaded.show(AsmInputs::All, 0xBEEF5A5);
  std::vector<uint64_t> inputs = {1, 0, 1, 0, 0x5A, 0xBEEF};
  EXPECT_EQ(std::vector<uint64_t>(shown.begin(), shown.begin() + 6), inputs);
  // The asm by hand: bytes of i1, ^ the byte four times, ^ the low bytes of the
  // scalar four times, then x ^= x >> 3, and x ^= 3 three times.
  uint32_t x = 0x00010001 ^ 0x5A5A5A5A ^ 0xEFEFEFEF;
  x ^= x >> 3;
  x ^= 3;
  for (unsigned k = 0; k < 4; ++k) {
    EXPECT_EQ(shown[6 + k], (x >> (8 * k)) % 256) << k;
    EXPECT_EQ(shown[10 + k], inputs[k]) << k;
  }
}

/// y = x, except for x = 5.0, 6.0 and 7.0: 1, 3 and 2 values of the format
/// away.
constexpr StringLiteral kNear = R"(
tile.func public @near(%x: f16) {
  %0 = tile.elementwise_inline_asm "mov.b16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x : f16 -> f16 fallback (%a: f16) {
    %5 = arith.constant 0x4500 : i16
    %6 = arith.constant 0x4600 : i16
    %7 = arith.constant 0x4700 : i16
    %one = arith.constant 1 : i16
    %three = arith.constant 3 : i16
    %minus_two = arith.constant -2 : i16
    %zero = arith.constant 0 : i16
    %bits = arith.bitcast %a : f16 to i16
    %is5 = arith.cmpi eq, %bits, %5 : i16
    %is6 = arith.cmpi eq, %bits, %6 : i16
    %is7 = arith.cmpi eq, %bits, %7 : i16
    %d5 = arith.select %is5, %one, %zero : i16
    %d6 = arith.select %is6, %three, %d5 : i16
    %d7 = arith.select %is7, %minus_two, %d6 : i16
    %moved = arith.addi %bits, %d7 : i16
    %b = arith.bitcast %moved : i16 to f16
    tile.asm.return %b : f16
  }
  tile.return
}
)";

TEST(AsmComparison, CountsDifferences) {
  for (auto [maxUlp, expected] : {std::pair(0, 3), {1, 2}, {2, 1}, {3, 0}}) {
    AsmTolerance tolerance;
    tolerance.maxUlp = maxUlp;
    Loaded loaded(kNear, /*triesAll=*/true, 0, tolerance);
    // 16 bits are few: all at once.
    ASSERT_EQ(loaded.comparison->getSections().size(), 1u);
    AsmDifferences found = loaded.compare(AsmInputs::All, 16, 0, 65536);
    EXPECT_EQ(found.numGroups, unsigned(expected));
    EXPECT_EQ(found.numOnlyNaN, 0u);
    EXPECT_EQ(found.maxUlp, expected ? 3u : 0u);
    uint64_t firsts[] = {0x4500, 0x4600, 0x4600, ~uint64_t(0)};
    EXPECT_EQ(found.firstGroup, firsts[maxUlp]);
  }
}

TEST(AsmComparison, StartsAndEndsWhereOptionsSay) {
  Loaded loaded(kNear, /*triesAll=*/true);
  EXPECT_EQ(loaded.compare(AsmInputs::All, 16, 0, 0x4600).numGroups, 1u);
  EXPECT_EQ(loaded.compare(AsmInputs::All, 16, 0, 0x4601).numGroups, 2u);
  EXPECT_EQ(loaded.compare(AsmInputs::All, 1, 0x4601, 0x4700).numGroups, 0u);
  EXPECT_EQ(loaded.compare(AsmInputs::All, 1, 0x4601, 0x4701).firstGroup,
            0x4700u);
}

/// A map of one type by a table: what is not in it stays as it is.
std::string makeMoves(StringRef type, unsigned width,
                      ArrayRef<std::pair<unsigned, unsigned>> moves) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "tile.func public @moves(%x: " << type << ") {\n"
     << "%0 = tile.elementwise_inline_asm \"mov.b" << std::max(width, 16u)
     << " $0, $1;\" {constraints = \"=h,h\", packed_element = 1 : i32, "
        "pure = true} %x : "
     << type << " -> " << type << " fallback (%a: " << type << ") {\n"
     << "%bits = arith.bitcast %a : " << type << " to i" << width << "\n";
  std::string last = "%bits";
  for (auto [k, move] : llvm::enumerate(moves)) {
    std::string n = std::to_string(k), i = " : i" + std::to_string(width);
    os << "%from" << n << " = arith.constant " << move.first << i << "\n"
       << "%to" << n << " = arith.constant " << move.second << i << "\n"
       << "%is" << n << " = arith.cmpi eq, %bits, %from" << n << i << "\n"
       << "%moved" << n << " = arith.select %is" << n << ", %to" << n << ", "
       << last << i << "\n";
    last = "%moved" + n;
  }
  os << "%b = arith.bitcast " << last << " : i" << width << " to " << type
     << "\ntile.asm.return %b : " << type << "\n}\ntile.return\n}\n";
  return text;
}

TEST(AsmComparison, MeasuresDistancesInValues) {
  // From f16's second denormal to the third below zero; away from -5; from the
  // largest to infinity.
  std::string source = makeMoves(
      "f16", 16, {{0x0002, 0x8003}, {0xC500, 0xC504}, {0x7BFF, 0x7C00}});
  uint64_t numGroups[] = {3, 2, 2, 2, 1, 0};
  for (unsigned maxUlp = 0; maxUlp < 6; ++maxUlp) {
    AsmTolerance tolerance;
    tolerance.maxUlp = maxUlp;
    AsmDifferences found = Loaded(source, /*triesAll=*/true, 0, tolerance)
                               .compare(AsmInputs::All, 16, 0, 65536);
    EXPECT_EQ(found.numGroups, numGroups[maxUlp]) << maxUlp;
    EXPECT_EQ(found.maxUlp, maxUlp == 5 ? 0u : 5u) << maxUlp;
  }
}

TEST(AsmComparison, NumbersAreNotNaN) {
  // Infinity, and e4m3's largest, 448, next to its NaN.
  AsmTolerance tolerance;
  for (uint64_t maxUlp : {uint64_t(0), ~uint64_t(0)}) {
    tolerance.maxUlp = maxUlp;
    AsmDifferences found =
        Loaded(makeMoves("f16", 16, {{0x7C00, 0x7C01}, {0xFE00, 0xFC00}}),
               /*triesAll=*/true, 0, tolerance)
            .compare(AsmInputs::All, 16, 0, 65536);
    EXPECT_EQ(found.numGroups, 2u);
    EXPECT_EQ(found.maxUlp, ~uint64_t(0));
    found = Loaded(makeMoves("f8E4M3FN", 8, {{0x7E, 0x7F}, {0x7F, 0xFF}}),
                   /*triesAll=*/true, 0, tolerance)
                .compare(AsmInputs::All, 1, 0, 256);
    EXPECT_EQ(found.numGroups, 1u);
    EXPECT_EQ(found.firstGroup, 0x7Eu);
    EXPECT_EQ(found.numOnlyNaN, 1u);
    found = Loaded(makeMoves("f8E5M2", 8, {{0x7C, 0x7D}, {0x7D, 0x7E}}),
                   /*triesAll=*/true, 0, tolerance)
                .compare(AsmInputs::All, 1, 0, 256);
    EXPECT_EQ(found.numGroups, 1u);
    EXPECT_EQ(found.firstGroup, 0x7Cu);
    EXPECT_EQ(found.numOnlyNaN, 1u);
  }
}

/// The sign of zeros and NaNs goes.
constexpr StringLiteral kSigns = R"(
tile.func public @signs(%x: bf16) {
  %0 = tile.elementwise_inline_asm "mov.b16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x : bf16 -> bf16 fallback (%a: bf16) {
    %bits = arith.bitcast %a : bf16 to i16
    %seven = arith.constant 0x7FFF : i16
    %last = arith.constant 0x7F80 : i16
    %zero = arith.constant 0 : i16
    %abs = arith.andi %bits, %seven : i16
    %is_nan = arith.cmpi ugt, %abs, %last : i16
    %is_zero = arith.cmpi eq, %abs, %zero : i16
    %either = arith.ori %is_nan, %is_zero : i1
    %kept = arith.select %either, %abs, %bits : i16
    %b = arith.bitcast %kept : i16 to bf16
    tile.asm.return %b : bf16
  }
  tile.return
}
)";

TEST(AsmComparison, NaNsAreOneOrMany) {
  // bf16 has 127 NaNs of each sign.
  Loaded equal(kSigns, /*triesAll=*/true);
  AsmDifferences found = equal.compare(AsmInputs::All, 16, 0, 65536);
  EXPECT_EQ(found.numGroups, 1u);
  EXPECT_EQ(found.firstGroup, 0x8000u);
  EXPECT_EQ(found.numOnlyNaN, 127u);
  EXPECT_EQ(found.maxUlp, 0u);
  AsmTolerance tolerance;
  tolerance.areNaNsEqual = false;
  Loaded bits(kSigns, /*triesAll=*/true, 0, tolerance);
  found = bits.compare(AsmInputs::All, 16, 0, 65536);
  EXPECT_EQ(found.numGroups, 128u);
  EXPECT_EQ(found.numOnlyNaN, 0u);
  EXPECT_EQ(found.maxUlp, ~uint64_t(0));
  // Zeros are 0 ulp apart.
  tolerance.areNaNsEqual = true;
  tolerance.maxUlp = 1;
  Loaded near(kSigns, /*triesAll=*/true, 0, tolerance);
  EXPECT_EQ(near.compare(AsmInputs::All, 16, 0, 65536).numGroups, 0u);
}

} // namespace
