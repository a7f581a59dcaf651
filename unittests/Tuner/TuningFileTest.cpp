//===- TuningFileTest.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Tuner/TuningFile.h"

#include "gtest/gtest.h"

using namespace mlir::tile;
using namespace mlir::tile::tuner;

static llvm::Expected<TuningFile> run(llvm::StringRef text) {
  return parseTuningFile(
      text, {"7", "1", "1"},
      [](llvm::StringRef file) -> llvm::Expected<std::string> {
        if (file == "missing")
          return makeError(StatusCode::IOError, "cannot read 'missing'");
        return "text of '" + file.str() + "'";
      });
}

static TuningFile parse(llvm::StringRef text) {
  llvm::Expected<TuningFile> file = run(text);
  if (file)
    return std::move(*file);
  ADD_FAILURE() << llvm::toString(file.takeError());
  return {};
}

static std::string getError(llvm::StringRef text) {
  llvm::Expected<TuningFile> file = run(text);
  if (!file)
    return takeStatus(file.takeError()).second;
  ADD_FAILURE() << "no error for " << text.str();
  return "";
}

static std::vector<std::string> getNames(const TuningFile &file) {
  std::vector<std::string> names;
  for (const Configuration &configuration : file.configurations)
    names.push_back(configuration.name);
  return names;
}

using Names = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;
using Grid = std::array<std::string, 3>;

TEST(TuningFile, ProductOfLists) {
  TuningFile file = parse(R"({"kernel": "k", "options": {"num-warps": [4, 8],
      "fast-math": true}, "tunables": {"G": [1, 2]}})");
  EXPECT_EQ(file.kernel, "k");
  EXPECT_EQ(getNames(file), (Names{"num-warps=4 G=1", "num-warps=4 G=2",
                                   "num-warps=8 G=1", "num-warps=8 G=2"}));
  const Configuration &third = file.configurations[2];
  EXPECT_EQ(third.options, (Pairs{{"num-warps", "8"}, {"fast-math", "true"}}));
  ASSERT_EQ(third.tunables.size(), 1u);
  EXPECT_EQ(third.tunables[0].first, "G");
  EXPECT_EQ(third.tunables[0].second, 1);
}

TEST(TuningFile, OneConfiguration) {
  TuningFile file = parse("{}");
  EXPECT_EQ(getNames(file), Names{"default"});
  EXPECT_EQ(file.configurations[0].source, "text of ''");
  EXPECT_EQ(file.configurations[0].grid, (Grid{"7", "1", "1"}));
}

TEST(TuningFile, Sources) {
  TuningFile file = parse(
      R"({"source": ["a", {"file": "b", "values": {"M": 64, "N": 32}}]})");
  EXPECT_EQ(getNames(file), (Names{"a", "b"}));
  EXPECT_EQ(file.configurations[0].source, "text of 'a'");
  EXPECT_TRUE(file.configurations[0].values.empty());
  ASSERT_EQ(file.configurations[1].values.size(), 2u);
  EXPECT_EQ(file.configurations[1].values[0].first, "M");
  EXPECT_EQ(file.configurations[1].values[0].second, 64);
}

TEST(TuningFile, Grids) {
  EXPECT_EQ(parse(R"({"grid": 3})").configurations[0].grid,
            (Grid{"3", "1", "1"}));
  EXPECT_EQ(parse(R"({"grid": ["n / 2", 4]})").configurations[0].grid,
            (Grid{"n / 2", "4", "1"}));
}

TEST(TuningFile, GroupsReplaceWhatIsCommon) {
  TuningFile file = parse(R"({"options": {"num-warps": 4, "num-stages": [2, 3]},
      "grid": 5, "configurations": [{"name": "x"},
      {"name": "y", "options": {"num-stages": 1}, "grid": 6}]})");
  EXPECT_EQ(getNames(file), (Names{"x num-stages=2", "x num-stages=3", "y"}));
  EXPECT_EQ(file.configurations[2].options,
            (Pairs{{"num-warps", "4"}, {"num-stages", "1"}}));
  EXPECT_EQ(file.configurations[1].grid[0], "5");
  EXPECT_EQ(file.configurations[2].grid[0], "6");
}

TEST(TuningFile, NotJSON) {
  EXPECT_EQ(getError("x").substr(0, 15), "expected JSON: ");
  EXPECT_EQ(getError("[]"), "expected an object, found a list");
}

TEST(TuningFile, UnknownKey) {
  EXPECT_EQ(getError(R"({"sources": 1})"),
            "expected name, source, options, tunables, grid, kernel or "
            "configurations, found 'sources'");
}

TEST(TuningFile, WrongKernel) {
  EXPECT_EQ(getError(R"({"kernel": 1})"),
            "expected a string for 'kernel', found a number");
}

TEST(TuningFile, WrongSource) {
  EXPECT_EQ(getError(R"({"source": 1})"),
            "expected a file or an object for 'source', found a number");
  EXPECT_EQ(getError(R"({"source": []})"),
            "expected at least one file for 'source', found none");
  EXPECT_EQ(getError(R"({"source": {"file": 1}})"),
            "expected a string for 'file' in 'source'");
  EXPECT_EQ(getError(R"({"source": {"file": "a", "x": 1}})"),
            "expected file or values in 'source', found 'x'");
  EXPECT_EQ(getError(R"({"source": {"file": "a", "values": 1}})"),
            "expected an object for 'values', found a number");
  EXPECT_EQ(getError(R"({"source": {"file": "a", "values": {"M": "x"}}})"),
            "expected an integer for 'M' in 'values', found a string");
  EXPECT_EQ(getError(R"({"source": "missing"})"), "cannot read 'missing'");
}

TEST(TuningFile, WrongOptions) {
  EXPECT_EQ(getError(R"({"options": []})"),
            "expected an object for 'options', found a list");
  EXPECT_EQ(getError(R"({"options": {"num-warps": []}})"),
            "expected at least one value for 'num-warps' in 'options', found "
            "none");
  EXPECT_EQ(getError(R"({"options": {"num-warps": [null]}})"),
            "expected a string, an integer or a bool for 'num-warps' in "
            "'options', found null");
}

TEST(TuningFile, WrongTunables) {
  EXPECT_EQ(getError(R"({"tunables": {"G": "x"}})"),
            "expected an integer for 'G' in 'tunables', found a string");
}

TEST(TuningFile, WrongGrid) {
  EXPECT_EQ(getError(R"({"grid": []})"),
            "expected one to three sizes for 'grid', found 0");
  EXPECT_EQ(getError(R"({"grid": [1, 1, 1, 1]})"),
            "expected one to three sizes for 'grid', found 4");
  EXPECT_EQ(getError(R"({"grid": [true]})"),
            "expected an integer or a formula for 'grid', found true or false");
}

TEST(TuningFile, WrongConfigurations) {
  EXPECT_EQ(getError(R"({"configurations": []})"),
            "expected a list of objects for 'configurations'");
  EXPECT_EQ(getError(R"({"configurations": [1]})"),
            "expected an object in 'configurations', found a number");
  EXPECT_EQ(getError(R"({"configurations": [{"kernel": "x"}]})"),
            "expected no 'kernel' inside of 'configurations'");
}

TEST(TuningFile, TooMany) {
  std::string list = "[0";
  for (int i = 1; i < 101; ++i)
    list += "," + std::to_string(i);
  list += "]";
  EXPECT_EQ(
      getError(R"({"tunables": {"A": )" + list + R"(, "B": )" + list + "}}"),
      "expected at most 10000 configurations, found more");
}
