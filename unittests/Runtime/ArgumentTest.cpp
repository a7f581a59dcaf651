//===- ArgumentTest.cpp - Arguments of a launch ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDevice.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;

namespace {

/// Remembers the bytes that a launch passes.
class FakeKernel final : public Kernel {
public:
  explicit FakeKernel(KernelInfo info) : Kernel(std::move(info)) {}
  llvm::Error launchRaw(Grid grid, void **parameters, Stream *,
                        const LaunchOptions *) override {
    for (size_t i = 0; i < getInfo().arguments.size(); ++i) {
      auto *bytes = static_cast<const char *>(parameters[i]);
      passed.emplace_back(bytes, bytes + getInfo().arguments[i].size);
    }
    return llvm::Error::success();
  }
  llvm::Error setDynamicSharedMemory(uint64_t) override {
    return llvm::Error::success();
  }
  llvm::Error setSharedMemoryCarveout(int) override {
    return llvm::Error::success();
  }
  llvm::Expected<KernelUsage> getUsage() override { return KernelUsage(); }
  llvm::Expected<unsigned> countResidentCTAs(unsigned, uint64_t) override {
    return 1u;
  }
  llvm::Expected<unsigned>
  countResidentClusters(const LaunchOptions &) override {
    return 1u;
  }
  Device &getDevice() const override { std::abort(); }
  Module &getModule() const override { std::abort(); }
  void *getNative() const override { return nullptr; }

  std::vector<std::string> passed;
};

KernelInfo makeInfo(std::vector<KernelArgument> arguments) {
  KernelInfo info;
  info.symbol = "k";
  info.name = "k_entry";
  info.arguments = std::move(arguments);
  return info;
}

using T = ArgumentType;

TEST(ArgumentTest, NamesAndSizes) {
  struct {
    T type;
    const char *name;
    unsigned size;
  } expected[] = {{T::Pointer, "pointer", 8},
                  {T::I1, "i1", 1},
                  {T::I8, "i8", 1},
                  {T::I16, "i16", 2},
                  {T::I32, "i32", 4},
                  {T::I64, "i64", 8},
                  {T::F16, "f16", 2},
                  {T::BF16, "bf16", 2},
                  {T::F32, "f32", 4},
                  {T::F64, "f64", 8},
                  {T::F8E4M3FN, "f8E4M3FN", 1},
                  {T::F8E5M2, "f8E5M2", 1}};
  for (auto &row : expected) {
    EXPECT_EQ(getName(row.type), row.name);
    EXPECT_EQ(getSize(row.type), row.size) << row.name;
  }
  static_assert(sizeof(LaunchArgument) == 16, "the layout of TileArgument");
}

TEST(ArgumentTest, EachTypeIsReadFromItsTextInMLIR) {
  struct {
    const char *text;
    T type;
  } rows[] = {{"!tile.ptr<f32>", T::Pointer},
              {"!llvm.ptr<1>", T::Pointer},
              {"!llvm.ptr", T::Pointer},
              {"i1", T::I1},
              {"i8", T::I8},
              {"i16", T::I16},
              {"i32", T::I32},
              {"i64", T::I64},
              {"f16", T::F16},
              {"bf16", T::BF16},
              {"f32", T::F32},
              {"f64", T::F64},
              {"f8E4M3FN", T::F8E4M3FN},
              {"f8E5M2", T::F8E5M2}};
  for (auto &row : rows) {
    FakeKernel kernel(
        makeInfo({makeArgument("x", row.text, getSize(row.type))}));
    check(kernel.checkArguments({{row.type, 0, 0}}));
    T other = row.type == T::I32 ? T::F32 : T::I32;
    EXPECT_EQ(getText(kernel.checkArguments({{other, 0, 0}})),
              "invalid-argument: expected " + getName(row.type).str() +
                  " for argument 0 'x' of kernel 'k', found " +
                  getName(other).str());
  }
}

TEST(ArgumentTest, NumberOfArguments) {
  FakeKernel two(
      makeInfo({makeArgument("x", "i32", 4), makeArgument("y", "i32", 4)}));
  LaunchArgument one[] = {LaunchArgument::integer(T::I32, 1)};
  EXPECT_EQ(getText(two.checkArguments(one)),
            "invalid-argument: expected 2 arguments for kernel 'k', found 1");
  FakeKernel single(makeInfo({makeArgument("x", "i32", 4)}));
  EXPECT_EQ(getText(single.checkArguments({})),
            "invalid-argument: expected 1 argument for kernel 'k', found 0");
  EXPECT_EQ(getText(single.launch({}, {}, nullptr)),
            "invalid-argument: expected 1 argument for kernel 'k', found 0");
}

TEST(ArgumentTest, TypesOfTheWrongKind) {
  FakeKernel kernel(makeInfo(
      {makeArgument("p", "!tile.ptr<f16>", 8), makeArgument("x", "f32", 4)}));
  LaunchArgument arguments[] = {LaunchArgument::pointer(0),
                                LaunchArgument::integer(T::I32, 0)};
  EXPECT_EQ(getText(kernel.checkArguments(arguments)),
            "invalid-argument: expected f32 for argument 1 'x' of kernel 'k', "
            "found i32");
  arguments[1].type = T(77);
  EXPECT_EQ(getText(kernel.checkArguments(arguments)),
            "invalid-argument: expected f32 for argument 1 'x' of kernel 'k', "
            "found a type that is none");
}

TEST(ArgumentTest, Divisibility) {
  FakeKernel kernel(makeInfo({makeArgument("n", "i32", 4, 16)}));
  auto n = [&](int64_t value) {
    return getText(
        kernel.checkArguments({LaunchArgument::integer(T::I32, value)}));
  };
  EXPECT_EQ(n(32), "success: ");
  EXPECT_EQ(n(0), "success: ");
  EXPECT_EQ(n(-16), "success: ");
  EXPECT_EQ(n(17),
            "assumption-violated: argument 0 'n' of kernel 'k': expected a "
            "multiple of 16, as its code relies on it, found 17; compile with "
            "--assume=n:1 to allow any value, or use a specializer "
            "(tileSpecializerCreate)");
  EXPECT_EQ(n(-8),
            "assumption-violated: argument 0 'n' of kernel 'k': expected a "
            "multiple of 16, as its code relies on it, found -8; compile with "
            "--assume=n:1 to allow any value, or use a specializer "
            "(tileSpecializerCreate)");
}

TEST(ArgumentTest, ValuesThatDoNotFitTheirType) {
  struct {
    const char *text;
    T type;
    std::vector<uint64_t> right;
    uint64_t wrong;
    const char *found;
  } rows[] = {
      {"i1", T::I1, {0, 1, ~0ull}, 2, "2"},
      {"i8", T::I8, {0, 127, 128, 255, uint64_t(-128)}, 256, "256"},
      {"i8", T::I8, {}, uint64_t(-129), "-129"},
      {"i16", T::I16, {65535, uint64_t(-32768)}, 65536, "65536"},
      {"i32",
       T::I32,
       {0xFFFF'FFFF, uint64_t(INT32_MIN)},
       1ull << 32,
       "4294967296"},
      {"i32", T::I32, {}, uint64_t(INT32_MIN) - 1, "-2147483649"},
      {"i64", T::I64, {0, ~0ull, 1ull << 63}, 0, nullptr},
      {"f16", T::F16, {0x3C00, 0xFFFF}, 0x3F80'0000, "the bits 0x3f800000"},
      {"bf16", T::BF16, {0x3F80}, 0x1'0000, "the bits 0x10000"},
      {"f8E4M3FN", T::F8E4M3FN, {0xFF}, 0x100, "the bits 0x100"},
      {"f8E5M2", T::F8E5M2, {0xFF}, 0x100, "the bits 0x100"},
      // Written as a float, so that the bits above may be anything.
      {"f32", T::F32, {0xABCD'3F80'0000}, 0, nullptr},
  };
  for (auto &row : rows) {
    FakeKernel kernel(
        makeInfo({makeArgument("x", row.text, getSize(row.type))}));
    for (uint64_t bits : row.right)
      check(kernel.checkArguments({{row.type, 0, bits}}));
    if (row.found)
      EXPECT_EQ(getText(kernel.checkArguments({{row.type, 0, row.wrong}})),
                std::string("invalid-argument: expected a value that fits ") +
                    row.text + " for argument 0 'x' of kernel 'k', found " +
                    row.found);
  }
}

/// An option names an argument; a number would be taken for a position.
TEST(ArgumentTest, TheWayOutNamesTheArgumentAsOptionsDo) {
  FakeKernel kernel(
      makeInfo({makeArgument("n", "i32", 4), makeArgument("7", "i32", 4, 8)}));
  std::string text =
      getText(kernel.checkArguments({LaunchArgument::integer(T::I32, 1),
                                     LaunchArgument::integer(T::I32, 1)}));
  EXPECT_NE(text.find("argument 1 '7' of kernel 'k'"), std::string::npos);
  EXPECT_NE(text.find("compile with --assume=1:1 to"), std::string::npos);
}

TEST(ArgumentTest, DivisibilityByNoPowerOfTwo) {
  FakeKernel kernel(makeInfo({makeArgument("n", "i64", 8, 12)}));
  check(kernel.checkArguments({LaunchArgument::integer(T::I64, -24)}));
  EXPECT_EQ(
      getText(kernel.checkArguments({LaunchArgument::integer(T::I64, 20)})),
      "assumption-violated: argument 0 'n' of kernel 'k': expected a multiple "
      "of 12, as its code relies on it, found 20; compile with --assume=n:1 to "
      "allow any value, or use a specializer (tileSpecializerCreate)");
}

TEST(ArgumentTest, Alignment) {
  FakeKernel kernel(makeInfo({makeArgument("p", "!tile.ptr<f32>", 8, 16)}));
  check(kernel.checkArguments({LaunchArgument::pointer(0x1230)}));
  check(kernel.checkArguments({LaunchArgument::pointer(0)}));
  EXPECT_EQ(getText(kernel.checkArguments({LaunchArgument::pointer(0x1234)})),
            "assumption-violated: argument 0 'p' of kernel 'k': expected a "
            "multiple of 16, as its code relies on it, found 0x1234; compile "
            "with --assume=p:1 to allow any value, or use a specializer "
            "(tileSpecializerCreate)");
}

TEST(ArgumentTest, FixedValues) {
  KernelArgument stride = makeArgument("stride", "i32", 4);
  stride.fixedValue = 1;
  KernelArgument flag = makeArgument("flag", "i1", 1);
  flag.fixedValue = -1;
  FakeKernel kernel(makeInfo({stride, flag}));
  LaunchArgument arguments[] = {LaunchArgument::integer(T::I32, 1),
                                LaunchArgument::integer(T::I1, 1)};
  check(kernel.checkArguments(arguments));
  arguments[0].bits = 7;
  EXPECT_EQ(getText(kernel.checkArguments(arguments)),
            "assumption-violated: argument 0 'stride' of kernel 'k': expected "
            "1, the one value its code is for, found 7; compile without "
            "--assume=stride=1 (in the source: tile.value) to allow any value, "
            "or use a specializer (tileSpecializerCreate)");
  arguments[0].bits = 1;
  arguments[1].bits = 0;
  EXPECT_EQ(getText(kernel.checkArguments(arguments)),
            "assumption-violated: argument 1 'flag' of kernel 'k': expected 1, "
            "the one value its code is for, found 0; compile without "
            "--assume=flag=1 (in the source: tile.value) to allow any value, "
            "or use a specializer (tileSpecializerCreate)");
}

TEST(ArgumentTest, UnknownTypesAreForRawLaunches) {
  FakeKernel kernel(makeInfo({makeArgument("s", "f128", 16)}));
  EXPECT_EQ(getText(kernel.launch({}, {LaunchArgument()}, nullptr)),
            "unsupported: argument 0 's' of kernel 'k' is of type f128, which "
            "only a launch with raw parameters can give");
  char value[16] = "fifteen letters";
  void *parameters[] = {value};
  check(kernel.launchRaw({}, parameters, nullptr, nullptr));
  EXPECT_EQ(kernel.passed, std::vector<std::string>{std::string(value, 16)});
}

TEST(ArgumentTest, LaunchPassesTheBytesOfEachValue) {
  FakeKernel kernel(
      makeInfo({makeArgument("p", "!tile.ptr<i8>", 8),
                makeArgument("h", "i16", 2), makeArgument("f", "f32", 4)}));
  LaunchArgument arguments[] = {LaunchArgument::pointer(0x1122'3344'5566'7788),
                                LaunchArgument::integer(T::I16, -2),
                                LaunchArgument::f32(1.0f)};
  check(kernel.launch({}, arguments, nullptr));
  std::vector<std::string> expected = {"\x88\x77\x66\x55\x44\x33\x22\x11",
                                       "\xFE\xFF",
                                       // 1.0f is 0x3F800000.
                                       std::string("\0\0\x80\x3F", 4)};
  EXPECT_EQ(kernel.passed, expected);
}

} // namespace
