//===- RegisterSlotsTest.cpp - Registers that share their place -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random programs with more registers than keep their own places, whose lanes
// go different ways. Each thread is computed here, too, with a place for each
// register.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include <random>

using namespace mlir::tile::sim;

namespace {
constexpr unsigned kRegisters = 400, kStored = 16, kThreads = 64;

/// What a statement of the program does.
struct Step {
  enum Kind { Compute, Guarded, Shuffle, If, Else, EndIf, Loop, EndLoop };
  Kind kind;
  unsigned d = 0, a = 0, b = 0;
  /// Of computations: add, xor, multiply; of If: the bit that decides.
  unsigned op = 0;
};

class RandomProgram {
public:
  explicit RandomProgram(unsigned seed) : random(seed) {
    for (unsigned i = 0; i < 40; ++i)
      known.push_back(i);
    make(300, 0);
  }

  std::string getText() {
    std::string text = ".reg .b32 %v<" + std::to_string(kRegisters) +
                       ">; .reg .b32 %i<8>; .reg .pred %g<8>;\n";
    for (unsigned i = 0; i < 40; ++i)
      text += "mad.lo.u32 %v" + std::to_string(i) + ", %t, " +
              std::to_string(2 * i + 1) + ", " + std::to_string(i) + ";\n";
    std::vector<unsigned> labels;
    unsigned numLabels = 0;
    for (const Step &step : steps)
      text += print(step, labels, numLabels);
    for (unsigned i = 0; i < kStored; ++i)
      text += "st.global.u32 [%out+" + std::to_string(4 * i) + "], %v" +
              std::to_string(getStored(i)) + ";\n";
    return text;
  }

  /// What each thread stores.
  std::vector<std::array<uint32_t, kStored>> compute() {
    values.assign(kThreads, std::vector<uint32_t>(kRegisters, 0));
    for (unsigned t = 0; t < kThreads; ++t)
      for (unsigned i = 0; i < 40; ++i)
        values[t][i] = t * (2 * i + 1) + i;
    std::vector<bool> active(kThreads, true);
    run(0, steps.size(), active);
    std::vector<std::array<uint32_t, kStored>> result(kThreads);
    for (unsigned t = 0; t < kThreads; ++t)
      for (unsigned i = 0; i < kStored; ++i)
        result[t][i] = values[t][getStored(i)];
    return result;
  }

private:
  unsigned draw(unsigned count) { return random() % count; }
  unsigned getStored(unsigned i) const {
    return known[(i * 7919) % known.size()];
  }
  static std::string name(unsigned i) { return "%v" + std::to_string(i); }

  /// Statements at a depth of branches and loops. Only what all ways have
  /// written is read.
  void make(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i) {
      unsigned kind = draw(40);
      if (kind == 0 && depth < 3) {
        steps.push_back({Step::If, 0, pick(), 0, draw(8)});
        std::vector<unsigned> before = known;
        make(10, depth + 1);
        known = before;
        steps.push_back({Step::Else});
        make(10, depth + 1);
        known = before;
        steps.push_back({Step::EndIf});
      } else if (kind == 1 && depth < 2) {
        steps.push_back({Step::Loop});
        std::vector<unsigned> before = known;
        make(10, depth + 1);
        known = before;
        steps.push_back({Step::EndLoop});
      } else if (kind < 6) {
        // A write that some lanes do, of what was written before.
        steps.push_back({Step::Guarded, pick(), pick(), pick(), draw(8)});
      } else if (kind < 8 && depth == 0) {
        unsigned d = draw(kRegisters);
        steps.push_back({Step::Shuffle, d, pick(), 0, 1u << draw(5)});
        add(d);
      } else {
        unsigned d = draw(kRegisters);
        steps.push_back({Step::Compute, d, pick(), pick(), draw(3)});
        add(d);
      }
    }
  }
  unsigned pick() { return known[draw(known.size())]; }
  void add(unsigned d) {
    if (std::find(known.begin(), known.end(), d) == known.end())
      known.push_back(d);
    // Most values are used soon.
    if (known.size() > 60)
      known.erase(known.begin() + draw(known.size()));
  }

  static std::string print(const Step &step, std::vector<unsigned> &labels,
                           unsigned &numLabels) {
    static constexpr const char *kNames[] = {"add.u32 ", "xor.b32 ",
                                             "mul.lo.u32 "};
    std::string d = name(step.d), a = name(step.a), b = name(step.b);
    std::string depth = std::to_string(labels.size());
    auto test = [&] {
      return "and.b32 %r1, " + a + ", " + std::to_string(1u << step.op) +
             "; setp.ne.u32 %p1, %r1, 0;\n";
    };
    auto label = [](const char *kind, unsigned number) {
      return kind + std::to_string(number);
    };
    switch (step.kind) {
    case Step::Compute:
      return kNames[step.op] + d + ", " + a + ", " + b + ";\n";
    case Step::Guarded:
      return test() + "@%p1 sub.u32 " + d + ", " + d + ", " + b + ";\n";
    case Step::Shuffle:
      return "shfl.sync.bfly.b32 " + d + ", " + a + ", " +
             std::to_string(step.op) + ", 31, -1;\n";
    case Step::If:
      labels.push_back(numLabels++);
      return test() + "@!%p1 bra " + label("ELSE", labels.back()) + ";\n";
    case Step::Else:
      return "bra " + label("END", labels.back()) + ";\n" +
             label("ELSE", labels.back()) + ":\n";
    case Step::EndIf: {
      unsigned number = labels.back();
      labels.pop_back();
      return label("END", number) + ":\n";
    }
    case Step::Loop:
      labels.push_back(numLabels++);
      return "mov.u32 %i" + depth + ", 0;\n" + label("LOOP", labels.back()) +
             ":\n";
    case Step::EndLoop: {
      unsigned number = labels.back();
      labels.pop_back();
      std::string i = "%i" + std::to_string(labels.size());
      return "add.u32 " + i + ", " + i + ", 1; setp.lt.u32 %p1, " + i +
             ", 3; @%p1 bra " + label("LOOP", number) + ";\n";
    }
    }
    return "";
  }

  /// The end of the If or Loop at `at`; of an If, `middle` is its Else.
  size_t findEnd(size_t at, size_t &middle) const {
    for (unsigned depth = 0;; ++at) {
      Step::Kind kind = steps[at].kind;
      depth += kind == Step::If || kind == Step::Loop;
      if (kind == Step::Else && depth == 1)
        middle = at;
      if ((kind == Step::EndIf || kind == Step::EndLoop) && --depth == 0)
        return at;
    }
  }

  void run(size_t begin, size_t end, const std::vector<bool> &active) {
    for (size_t at = begin; at < end; ++at) {
      const Step &step = steps[at];
      size_t middle = at, last;
      std::vector<bool> taken = active, other = active;
      std::vector<std::vector<uint32_t>> before;
      switch (step.kind) {
      case Step::If:
        last = findEnd(at, middle);
        for (unsigned t = 0; t < kThreads; ++t) {
          bool isSet = values[t][step.a] >> step.op & 1;
          taken[t] = active[t] && isSet;
          other[t] = active[t] && !isSet;
        }
        run(at + 1, middle, taken);
        run(middle + 1, last, other);
        at = last;
        break;
      case Step::Loop:
        last = findEnd(at, middle);
        for (unsigned round = 0; round < 3; ++round)
          run(at + 1, last, active);
        at = last;
        break;
      case Step::Shuffle:
        before = values;
        for (unsigned t = 0; t < kThreads; ++t)
          values[t][step.d] = before[t ^ step.op][step.a];
        break;
      default:
        for (unsigned t = 0; t < kThreads; ++t)
          if (active[t])
            compute(step, values[t]);
      }
    }
  }

  static void compute(const Step &step, std::vector<uint32_t> &v) {
    if (step.kind == Step::Guarded) {
      if (v[step.a] >> step.op & 1)
        v[step.d] -= v[step.b];
      return;
    }
    uint32_t a = v[step.a], b = v[step.b];
    v[step.d] = step.op == 0 ? a + b : step.op == 1 ? a ^ b : a * b;
  }

  std::mt19937 random;
  std::vector<Step> steps;
  std::vector<unsigned> known;
  std::vector<std::vector<uint32_t>> values;
};
} // namespace

TEST(RegisterSlotsTest, RandomProgramsComputeTheSame) {
  TestKernel kernel;
  kernel.threads = kThreads;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    RandomProgram program(seed);
    TestRun run = kernel.runClean(program.getText());
    auto expected = program.compute();
    for (unsigned t = 0; t < kThreads; ++t)
      for (unsigned i = 0; i < kStored; ++i)
        ASSERT_EQ(run.get<uint32_t>(t, 4 * i), expected[t][i])
            << "seed " << seed << ", thread " << t << ", value " << i;
  }
}

/// A kernel whose registers are too many for their own places: `body` behind
/// them.
static std::string withManyRegisters(const std::string &body) {
  std::string text = ".reg .b32 %v<200>;\nmov.u32 %v0, %t;\n";
  for (unsigned i = 1; i < 200; ++i)
    text += "add.u32 %v" + std::to_string(i) + ", %v" + std::to_string(i - 1) +
            ", 1;\n";
  return text + body;
}

TEST(RegisterSlotsTest, UnwrittenRegistersAreFoundAmongThoseThatShare) {
  TestRun run = TestKernel().run(
      withManyRegisters("setp.gt.u32 %p1, %t, 3;\n@%p1 mov.u32 %r9, %v199;\n"
                        "st.global.u32 [%out], %r9;"));
  ASSERT_EQ(run.result.reports.size(), 1u);
  EXPECT_EQ(run.result.reports[0].kind, ReportKind::UninitializedRegister);
  EXPECT_EQ(run.result.reports[0].thread.x, 0u);
}

TEST(RegisterSlotsTest, UndefinedBitsDoNotStayInAPlace) {
  // %r1 has undefined bits, and is needed no more when %r2 gets its place.
  TestKernel kernel;
  TestRun run = kernel.runClean(withManyRegisters(R"(
    .shared .u32 s[64];
    mov.u32 %r20, s; mad.lo.u32 %r21, %t, 4, %r20;
    ld.shared.u32 %r1, [%r21];
    add.u32 %r3, %r1, 1;
    st.shared.u32 [%r21], %t;
    ld.shared.u32 %r2, [%r21];
    xor.b32 %r4, %r2, 5;
    st.global.u32 [%out], %r4;)"));
  EXPECT_EQ(run.get<uint32_t>(9), 9u ^ 5u);
  // The same with another source that has undefined bits.
  for (const char *use :
       {"bfi.b32 %r6, %r2, %r5, 0, 8; and.b32 %r4, %r6, 255;",
        "prmt.b32 %r6, %r2, %r5, 0x7610; and.b32 %r4, %r6, 255;",
        "lop3.b32 %r6, %r2, %r5, 255, 0xE4; and.b32 %r4, %r6, 255;",
        "mad.lo.u32 %r21, %t, 8, v; st.shared.v2.u32 [%r21], {%r2, %r5}; "
        "ld.shared.u32 %r4, [%r21];"}) {
    run = kernel.runClean(withManyRegisters(R"(
      .shared .u32 s[64], u; .shared .align 8 .u32 v[128];
      mov.u32 %r20, s; mad.lo.u32 %r21, %t, 4, %r20;
      ld.shared.u32 %r5, [u];
      ld.shared.u32 %r1, [%r21];
      add.u32 %r3, %r1, 1;
      st.shared.u32 [%r21], %t;
      ld.shared.u32 %r2, [%r21];
      )" + std::string(use) + R"(
      st.global.u32 [%out], %r4;)"));
    EXPECT_EQ(run.get<uint32_t>(9), 9u) << use;
  }
}

TEST(RegisterSlotsTest, ParametersAndResultsOfFunctionsKeepTheirPlaces) {
  TestKernel kernel;
  std::string body = ".reg .b32 %v<200>;\nadd.u32 %v0, %a, 1;\n";
  for (unsigned i = 1; i < 200; ++i)
    body += "add.u32 %v" + std::to_string(i) + ", %v" + std::to_string(i - 1) +
            ", %a;\n";
  kernel.module = ".func (.reg .b32 %o) f (.reg .b32 %a) { mov.u32 %o, 0; " +
                  body + "add.u32 %o, %o, %v199; ret; }\n";
  TestRun run = kernel.runClean("call (%r1), f, (%t);\n"
                                "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.get<uint32_t>(7), 7u * 200 + 1);
}
