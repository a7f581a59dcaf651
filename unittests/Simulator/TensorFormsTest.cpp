//===- TensorFormsTest.cpp - Rare forms of tcgen05 ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sparse A, masks of columns, shifts and copies of single rows, loads that
// reduce. What is expected is computed in integers.
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"

#include <cmath>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
struct Type {
  const char *kind;
  unsigned code, bits, mantissa, bias, result;
};
constexpr Type kF16{"f16", 0, 16, 10, 15, 1}, kBF16{"f16", 1, 16, 7, 127, 1},
    kTF32{"tf32", 2, 32, 23, 127, 1}, kE4M3{"f8f6f4", 0, 8, 3, 7, 1},
    kE5M2{"f8f6f4", 1, 8, 2, 15, 1}, kS8{"i8", 1, 8, 0, 0, 2};

uint32_t encode(const Type &type, int value) {
  if (!type.mantissa)
    return uint8_t(value);
  if (value == 0)
    return 0;
  int exponent;
  double fraction = std::frexp(std::abs(value), &exponent);
  return uint32_t((fraction * 2 - 1) * (1u << type.mantissa)) |
         uint32_t(exponent - 1 + int(type.bias)) << type.mantissa |
         uint32_t(value < 0) << (type.bits - 1);
}

struct Case {
  const Type *type = &kF16;
  unsigned m = 128, n = 64;
  bool isPair = false, isWeightStationary = false, isSparse = false;
  unsigned selector = 0;
  /// Of all groups; 16: one after the other of those that PTX has.
  unsigned metadata = 16;
  bool hasMask = false;
  uint64_t mask = 0;
  /// Bits of the instruction descriptor: how far B may be shifted.
  unsigned maxShift = 0;

  unsigned stored() const { return 256 / type->bits; }
  unsigned k() const { return isSparse ? 2 * stored() : stored(); }
  bool isWide() const { return type->bits > 8; }
};

int valueA(unsigned m, unsigned k) {
  return int((m * 5 + k * 3 + m / 8) % 7) - 3;
}
int valueB(unsigned n, unsigned k) {
  return int((n * 3 + k * 5 + n / 8) % 6) - 3;
}

/// Four bits for a group of a row.
unsigned getMetadata(const Case &c, unsigned m, unsigned group) {
  if (c.metadata < 16)
    return c.metadata;
  if (c.type == &kTF32)
    return (m + group) % 2 ? 0b0100 : 0b1110;
  constexpr unsigned known[] = {4, 8, 12, 9, 13, 6, 14};
  return known[(3 * m + group) % 7];
}

/// The column of a stored element.
unsigned getColumn(const Case &c, unsigned m, unsigned e) {
  if (!c.isSparse)
    return e;
  if (c.type == &kTF32)
    return 2 * e + (getMetadata(c, m, e) == 0b1110);
  return e / 2 * 4 + (getMetadata(c, m, e / 2) >> e % 2 * 2 & 3);
}

void put(std::vector<uint8_t> &bytes, size_t at, uint32_t word, unsigned size) {
  std::memcpy(bytes.data() + at, &word, size);
}

/// Without a swizzle: units of 8 rows of 16 bytes.
size_t locate(unsigned row, unsigned byte, unsigned rowBytes) {
  return size_t(row / 8) * 8 * rowBytes + byte / 16 * 128 + row % 8 * 16 +
         byte % 16;
}
uint64_t getDescriptor(unsigned start, unsigned rowBytes) {
  return start >> 4 | uint64_t(8) << 16 | uint64_t(rowBytes / 2) << 32 |
         uint64_t(1) << 46;
}

TestRun runCase(const Case &c) {
  TensorKernel kernel;
  kernel.columns = c.n;
  kernel.isPair = c.isPair;
  kernel.storesA = c.isSparse;
  unsigned ctas = c.isPair ? 2 : 1, size = c.type->bits / 8;
  unsigned bytesOfB = c.isSparse ? 64 : 32, shift = c.mask >> 56 & 63;
  size_t perCTA = kSharedBytes + 512 * c.n + 4096;
  std::vector<uint8_t> input(perCTA * ctas);
  for (unsigned cta = 0; cta < ctas; ++cta) {
    size_t base = cta * perCTA;
    for (unsigned m = 0; m < c.m / ctas; ++m)
      for (unsigned e = 0; e < c.stored(); ++e)
        put(input, base + locate(m, e * size, 32),
            encode(*c.type, valueA(cta * (c.m / ctas) + m, e)), size);
    for (unsigned n = 0; n < c.n / ctas + shift; ++n)
      for (unsigned k = 0; k < c.k(); ++k)
        put(input, base + kStartB + locate(n, k * size, bytesOfB),
            encode(*c.type, valueB(cta * (c.n / ctas) + n, k)), size);
    // Rows r and r + 8 of each 16 share lanes, or a row has two words.
    for (unsigned lane = 0; c.isSparse && lane < 128; ++lane)
      for (unsigned word = 0; word < (c.isWide() ? 1 : 2); ++word) {
        uint32_t bits = 0;
        for (unsigned part = 0; part < 8; ++part) {
          unsigned m = lane, group = 8 * word + part;
          if (c.isWide()) {
            m = lane / 16 * 16 + lane % 8 + part / 4 * 8;
            group = lane % 16 / 8 * 4 + part % 4;
          }
          bits |= getMetadata(c, cta * 128 + m, group) << 4 * part;
        }
        put(input,
            base + kSharedBytes + 512 * c.n + 32 * lane +
                4 * (word + c.selector),
            bits, 4);
      }
  }
  uint32_t shape = c.type->result << 4 | c.type->code << 7 |
                   c.type->code << 10 | c.n >> 3 << 17 | c.m >> 4 << 24 |
                   c.maxShift << 30 | (c.isSparse ? 4 | c.selector : 0);
  kernel.product =
      "mov.u64 %da, " + std::to_string(getDescriptor(0, 32)) +
      "U;\nmov.u64 %db, " + std::to_string(getDescriptor(kStartB, bytesOfB)) +
      "U;\nmov.u32 %v9, " + std::to_string(shape) + "U;\nadd.u32 %v10, %a, " +
      std::to_string(kColumnA) + ";\nmov.u64 %x, " + std::to_string(c.mask) +
      "U;\nsetp.ne.u32 %p6, 0, 0;\ntcgen05.mma" +
      (c.isWeightStationary ? ".ws" : "") + (c.isSparse ? ".sp" : "") +
      (c.isPair ? ".cta_group::2" : ".cta_group::1") +
      ".kind::" + c.type->kind + " [%a], %da, %db, " +
      (c.isSparse ? "[%v10], " : "") + "%v9, %p6" + (c.hasMask ? ", %x" : "") +
      ";\n";
  return kernel.run(kernel.getText(), input);
}

std::string getMessages(const TestRun &run) {
  std::string messages = run.errors;
  for (const Report &report : run.result.reports)
    messages += report.message + "\n";
  return messages;
}

/// `isZero(n)`: the column of B is masked.
void check(const Case &c, const std::function<bool(unsigned)> &isZero = {}) {
  TestRun run = runCase(c);
  ASSERT_EQ(getMessages(run), "");
  unsigned wrong = 0, shift = c.mask >> 56 & 63;
  for (unsigned m = 0; m < c.m; ++m)
    for (unsigned n = 0; n < c.n; ++n) {
      int sum = 0;
      for (unsigned e = 0; e < c.stored(); ++e)
        sum += valueA(m, e) * valueB(n + shift, getColumn(c, m, e));
      if (isZero && isZero(n))
        sum = 0;
      // Parts of N are side by side on the lanes if there are less rows.
      unsigned parts = c.isWeightStationary ? 128 / c.m : 1;
      unsigned lane = m % 128 + c.m * (n / (c.n / parts));
      unsigned column = n % (c.n / parts);
      if (parts == 1)
        lane = m % 128;
      uint32_t found;
      std::memcpy(&found,
                  run.out.data() +
                      4 * ((size_t(m / 128) * 128 + lane) * c.n + column),
                  4);
      float number;
      std::memcpy(&number, &found, 4);
      int value = c.type->result == 2 ? int(found) : int(number);
      if (value != sum && wrong++ < 3)
        ADD_FAILURE() << "row " << m << " column " << n << ": expected " << sum
                      << ", found " << value;
    }
  EXPECT_EQ(wrong, 0u);
}

void expectWrong(const Case &c, const char *message) {
  std::string messages = getMessages(runCase(c));
  EXPECT_NE(messages.find(message), std::string::npos) << message << "\n"
                                                       << messages;
}
} // namespace

TEST(TensorFormsTest, SparseA) {
  for (const Type *type : {&kF16, &kBF16, &kTF32, &kE4M3, &kE5M2, &kS8})
    for (bool isPair : {false, true})
      for (unsigned selector : {0, 1}) {
        SCOPED_TRACE(std::string(type->kind) + (isPair ? " pair " : " ") +
                     std::to_string(selector));
        Case c;
        c.type = type;
        c.isSparse = true;
        c.isPair = isPair;
        c.m = isPair ? 256 : 128;
        c.selector = c.isWide() ? selector : 0;
        check(c);
      }
  Case c;
  c.isSparse = c.isWeightStationary = true;
  check(c);
}

TEST(TensorFormsTest, SparseMistakes) {
  Case c;
  c.isSparse = true;
  c.metadata = 0b0000;
  expectWrong(c, "expected two places, the lower one first, in the metadata of "
                 "row 0, found 0b0000");
  c.type = &kTF32;
  c.metadata = 0b0101;
  expectWrong(c, "expected 0b0100 or 0b1110 in the metadata of row 0, found "
                 "0b0101");
  c.metadata = 16;
  c.selector = 2;
  expectWrong(c, "a sparsity selector of 2 is not simulated");
  c.type = &kE4M3;
  c.selector = 1;
  expectWrong(c, "0 in bits 0 and 1, as this kind has no sparsity selector, "
                 "found 1");
  c.selector = 0;
  c.m = 64;
  expectWrong(c, "a sparse A with M of 64 is not simulated in this form");
}

/// A mask of columns: PTX ISA, "Zero-Column Mask Descriptor".
static uint64_t getMask(std::vector<unsigned> starts,
                        std::vector<unsigned> spans, unsigned isMasked,
                        unsigned skip, unsigned use, unsigned shift) {
  uint64_t mask = uint64_t(isMasked) << 39 | uint64_t(skip) << 40 |
                  uint64_t(use) << 48 | uint64_t(shift) << 56;
  for (unsigned part = 0; part < starts.size(); ++part)
    mask |= uint64_t(starts[part]) << 8 * part | uint64_t(spans[part])
                                                     << (32 + part);
  return mask;
}

TEST(TensorFormsTest, MasksOfColumns) {
  // The examples of the PTX ISA, as it prints the masks: column 0 is the last
  // character, and what is before repeats.
  struct Example {
    unsigned m, n;
    uint64_t mask;
    std::vector<std::string> masks;
  };
  const Example examples[] = {
      {128, 64, getMask({0}, {0}, 0, 4, 3, 0), {"0"}},
      {128, 64, getMask({0}, {0}, 1, 2, 3, 0), {"1110000"}},
      {64, 128, getMask({0, 0}, {1, 0}, 1, 2, 3, 0), {"0000111", "1110000"}},
      {32,
       128,
       getMask({0, 1, 2, 1}, {1, 1, 0, 0}, 1, 2, 3, 2),
       {"0000111", "1000011", "1110000", "1110000"}},
  };
  for (const Example &example : examples) {
    SCOPED_TRACE(example.m);
    Case c;
    c.isWeightStationary = c.hasMask = true;
    c.m = example.m;
    c.n = example.n;
    c.mask = example.mask;
    c.maxShift = 1;
    unsigned parts = 128 / example.m;
    // Where the pattern of a part begins.
    const unsigned skipped[] = {0, 0, 2, 1};
    check(c, [&](unsigned n) {
      unsigned part = n / (example.n / parts), at = n % (example.n / parts);
      const std::string &pattern = example.masks[part % example.masks.size()];
      if (example.m == 32)
        at += skipped[part];
      return pattern[pattern.size() - 1 - at % pattern.size()] == '1';
    });
  }
}

TEST(TensorFormsTest, MistakesInMasksOfColumns) {
  Case c;
  c.isWeightStationary = c.hasMask = true;
  c.mask = getMask({4}, {0}, 1, 2, 3, 0);
  expectWrong(c, "expected a start count 0 that is less than its first span");
  c.mask = getMask({0}, {0}, 1, 2, 3, 2);
  expectWrong(c, "expected a shift of at most 0, which bits 30 and 31 of the "
                 "instruction descriptor allow, in bits 56 to 61, found 2");
  c.mask = getMask({0}, {0}, 1, 2, 3, 33);
  c.maxShift = 3;
  expectWrong(c, "expected a shift of at most 32 in bits 56 to 61, found 33");
  c.mask = uint64_t(1) << 36;
  expectWrong(c, "expected 0 in bits 36 to 38, 62 and 63");
}

namespace {
/// D is lane * 1000 + column in the beginning.
TestRun runMove(const std::string &product, bool isReduction = false,
                const std::string &load = "") {
  TensorKernel kernel;
  kernel.columns = 32;
  if (isReduction)
    kernel.target = "sm_103a";
  std::vector<uint8_t> input(kSharedBytes + 512 * 32 + 4096);
  for (unsigned row = 0; row < 4; ++row)
    for (unsigned c = 0; c < 8; ++c)
      put(input, kStartScales + locate(row, 4 * c, 32), 7000 + 10 * row + c, 4);
  for (unsigned lane = 0; lane < 128; ++lane)
    for (unsigned c = 0; c < 32; ++c) {
      int value = int(lane * 7 + c * c * 5) % 61 - 30;
      float number = float(value);
      uint32_t word = lane * 1000 + c;
      if (isReduction)
        std::memcpy(&word, &number, 4);
      put(input, kSharedBytes + 4 * (size_t(lane) * 32 + c), word, 4);
    }
  // A commit needs something to wait for.
  kernel.product = product.empty()
                       ? "mov.u64 %da, " +
                             std::to_string(getDescriptor(kStartScales, 32)) +
                             "U;\nadd.u32 %v10, %a, 64;\n"
                             "tcgen05.cp.cta_group::1.128x256b [%v10], %da;\n"
                       : product;
  std::string text = kernel.getText();
  if (!load.empty()) {
    const std::string plain =
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%v1}, [%v2];";
    text.replace(text.find(plain), plain.size(), load);
    // The last column has no next one.
    size_t end = text.rfind("setp.lt.u32 %p0, %v0, 32;");
    text.replace(end, 25, "setp.lt.u32 %p0, %v0, 31;");
  }
  return kernel.run(text, input);
}

uint32_t getWord(const TestRun &run, unsigned lane, unsigned column) {
  uint32_t word;
  std::memcpy(&word, run.out.data() + 4 * (size_t(lane) * 32 + column), 4);
  return word;
}
} // namespace

TEST(TensorFormsTest, ShiftsAndCopiesOfSingleRows) {
  TestRun run = runMove("add.u32 %v10, %a, 2097156;\n"
                        "tcgen05.shift.cta_group::1.down [%v10];\n");
  ASSERT_EQ(getMessages(run), "");
  for (unsigned lane = 0; lane < 128; ++lane)
    for (unsigned c = 0; c < 32; ++c) {
      bool isShifted = lane >= 32 && lane < 63 && c >= 4 && c < 12;
      ASSERT_EQ(getWord(run, lane, c), (lane + isShifted) * 1000 + c)
          << lane << " " << c;
    }
  // The last lane of each quarter is made new.
  run = runMove("mov.u64 %da, " +
                std::to_string(getDescriptor(kStartScales, 32)) +
                "U;\nadd.u32 %v10, %a, 2031616;\n"
                "tcgen05.shift.cta_group::1.down [%a];\n"
                "tcgen05.cp.cta_group::1.4x256b [%v10], %da;\n");
  ASSERT_EQ(getMessages(run), "");
  for (unsigned lane = 0; lane < 128; ++lane)
    for (unsigned c = 0; c < 32; ++c) {
      uint32_t expected = (lane + (lane < 31 && c < 8)) * 1000 + c;
      if (lane % 32 == 31 && c < 8)
        expected = 7000 + 10 * (lane / 32) + c;
      ASSERT_EQ(getWord(run, lane, c), expected) << lane << " " << c;
    }
  EXPECT_NE(
      getMessages(runMove("add.u32 %v10, %a, 1048576;\ntcgen05.shift."
                          "cta_group::1.down [%v10];\n"))
          .find("expected a lane that is a multiple of 32, found lane 16"),
      std::string::npos);
  EXPECT_NE(
      getMessages(runMove("mov.u64 %da, " +
                          std::to_string(getDescriptor(kStartScales, 32)) +
                          "U;\nadd.u32 %v10, %a, 2097152;\ntcgen05.cp."
                          "cta_group::1.4x256b [%v10], %da;\n"))
          .find("expected a lane from 0 to 31 in the address of a copy of "
                "four rows, found lane 32"),
      std::string::npos);
}

TEST(TensorFormsTest, LoadsThatReduce) {
  struct Reduction {
    const char *words;
    std::function<float(float, float)> reduce;
  };
  for (const Reduction &r : {
           Reduction{"32x32b.x2.max.f32",
                     [](float a, float b) { return std::max(a, b); }},
           {"32x32b.x2.min.NaN.f32",
            [](float a, float b) { return std::min(a, b); }},
           {"32x32b.x2.max.abs.f32",
            [](float a, float b) {
              return std::max(std::abs(a), std::abs(b));
            }},
           {"16x32bx2.x2.min.f32",
            [](float a, float b) { return std::min(a, b); }},
           // As integers, numbers below 0 are the greater the less they are.
           {"32x32b.x2.s32.max",
            [](float a, float b) {
              return a < 0 && b < 0 ? std::min(a, b) : std::max(a, b);
            }},
           {"32x32b.x2.min.u32",
            [](float a, float b) {
              bool isA = std::signbit(a) == std::signbit(b)
                             ? std::abs(a) < std::abs(b)
                             : std::signbit(b);
              return isA ? a : b;
            }},
       }) {
    SCOPED_TRACE(r.words);
    bool isSplit = std::string(r.words)[0] == '1';
    TestRun run = runMove(
        "", true,
        "tcgen05.ld.red.sync.aligned." + std::string(r.words) +
            " {%v14, %v15}, %v1, [%v2]" + (isSplit ? ", 1048576;" : ";"));
    ASSERT_EQ(getMessages(run), "");
    for (unsigned lane = 0; lane < 128; ++lane)
      for (unsigned c = 0; c < 31; ++c) {
        auto at = [&](unsigned column) {
          return float(int(lane * 7 + column * column * 5) % 61 - 30);
        };
        uint32_t word = getWord(run, lane, c);
        float found;
        std::memcpy(&found, &word, 4);
        ASSERT_EQ(found, r.reduce(at(c), at(c + 1))) << lane << " " << c;
      }
  }
  // The result is loaded until the wait, like the other registers.
  TestRun run = runMove("", true,
                        "tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%v14, "
                        "%v15}, %v1, [%v2]; mov.u32 %v1, 0;");
  EXPECT_NE(getMessages(run).find("writes register %v1, which the tcgen05.ld"),
            std::string::npos)
      << getMessages(run);
}
