//===- NamedArrays.h - Small arrays for the tests of checks -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays written as lists of numbers, under the names that a test gives them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_RUN_NAMEDARRAYS_H
#define TILE_UNITTESTS_RUN_NAMEDARRAYS_H

#include "tile/Run/Check.h"

#include "gtest/gtest.h"

#include <map>

namespace mlir::tile::run {

class NamedArrays : public NameResolver {
public:
  HostArray &add(llvm::StringRef name, ElementType type,
                 llvm::ArrayRef<double> values, Shape shape = {}) {
    if (shape.empty())
      shape.push_back(values.size());
    llvm::Expected<HostArray> array = HostArray::create(type, shape);
    EXPECT_TRUE(bool(array));
    for (size_t k = 0; k < values.size(); ++k)
      array->setDouble(k, values[k]);
    return arrays[name.str()] = std::move(*array);
  }
  HostArray &addIntegers(llvm::StringRef name, ElementType type,
                         llvm::ArrayRef<int64_t> values) {
    HostArray &array = add(name, type, std::vector<double>(values.size()));
    for (size_t k = 0; k < values.size(); ++k)
      array.setInteger(k, values[k]);
    return array;
  }

  /// The old contents of x are the array "old x".
  const HostArray *find(llvm::StringRef name, bool isOld) const override {
    auto it = arrays.find((isOld ? "old " : "") + name.str());
    return it == arrays.end() ? nullptr : &it->second;
  }
  std::string listNames() const override {
    std::string list;
    for (const auto &entry : arrays)
      list += (list.empty() ? "" : ", ") + entry.first;
    return list;
  }

  /// The result of one check; a failure of the test if it cannot be run.
  CheckResult run(llvm::StringRef text) const {
    llvm::Expected<std::vector<Check>> checks = parseChecks(text);
    if (!checks) {
      ADD_FAILURE() << llvm::toString(checks.takeError());
      return {};
    }
    llvm::Expected<CheckResult> result = runCheck(checks->front(), *this);
    if (result)
      return std::move(*result);
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }

  /// What is wrong with a check, or "none".
  std::string errorOf(llvm::StringRef text) const {
    llvm::Expected<std::vector<Check>> checks = parseChecks(text);
    if (!checks)
      return llvm::toString(checks.takeError());
    llvm::Expected<CheckResult> result = runCheck(checks->front(), *this);
    return result ? "none" : llvm::toString(result.takeError());
  }

  /// The report on one check.
  std::string report(llvm::StringRef text) const {
    llvm::Expected<std::vector<Check>> checks = parseChecks(text);
    if (!checks)
      return llvm::toString(checks.takeError());
    return formatResult(checks->front(), run(text), 1, 1);
  }

private:
  std::map<std::string, HostArray> arrays;
};

} // namespace mlir::tile::run

#endif // TILE_UNITTESTS_RUN_NAMEDARRAYS_H
