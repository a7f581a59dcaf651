//===- Check.h - Comparing results with a formula ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The value of --check: what a kernel's outputs must be, for instance
// "out ~= a + b rtol=1e-6; flags == a < b". Reads it, compares all elements and
// reports the errors.
//
//===----------------------------------------------------------------------===//
//
//   CHECKS  CHECK [; CHECK]...
//   CHECK   EXPRESSION == EXPRESSION
//           EXPRESSION ~= EXPRESSION [rtol=R] [atol=A] [ulp=U]
//
// `~=` allows a difference of A + R * |wanted| + U * (one unit in the last
// place of the wanted value). Without any of the three, R is the default of the
// left side's type: f64 1e-12, f32 1e-6, f16 1e-3, bf16 1e-2, f8e4m3 0.0625,
// f8e5m2 0.125, integers 0. Those not given are 0.
//
// `==` allows none. If the left side is the name of an argument, the wanted
// value is first rounded to its type: "d == c * c" is the correctly rounded
// product. An integer is taken modulo 2^width, as the kernel's own arithmetic.
//
// NaN equals NaN, -0 equals 0, an infinity only itself. A value beyond the
// largest of the left side's type is rounded for `~=` too.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_CHECK_H
#define TILE_RUN_CHECK_H

#include "tile/Run/Expression.h"
#include "tile/Run/HostArray.h"

namespace mlir::tile::run {

struct Check {
  /// As written, without blanks around it.
  std::string text;
  Expression left, right;
  bool isExact = false;
  std::optional<double> relativeTolerance, absoluteTolerance, ulpTolerance;
};

/// Errors name the check and the column: "--check 'out ~= a +', column 11:
/// expected ..., found the end".
llvm::Expected<std::vector<Check>> parseChecks(llvm::StringRef text);

/// Finds the arrays of names.
class NameResolver {
public:
  virtual ~NameResolver() = default;
  /// The array of a name, or null. With `isOld`, its contents before the run;
  /// null also if these were not kept.
  virtual const HostArray *find(llvm::StringRef name, bool isOld) const = 0;
  /// All names for a message: "x, y, out".
  virtual std::string listNames() const = 0;
};

/// An element and what it should be.
struct ElementReport {
  uint64_t index = 0;
  std::string found, wanted;
  /// The values that the wanted one was made of: {"a", "0.5"}, {"b[i + 1]",
  /// "2"}. None of those inside of sums.
  std::vector<std::pair<std::string, std::string>> inputs;
};

struct CheckResult {
  uint64_t numElements = 0;
  uint64_t numFailed = 0;
  /// The largest errors of all elements, those that passed too. Infinite where
  /// only one side is NaN or infinite. The relative error leaves out elements
  /// whose wanted value is 0.
  double maxAbsoluteError = 0, maxRelativeError = 0;
  /// In units in the last place of `type`; 0 for integers.
  double maxUlpError = 0;
  /// The left side's type, of several the least precise one.
  ElementType type = ElementType::F64;
  /// The left side's shape, for indices of several dimensions.
  Shape shape;
  /// The tolerances that held.
  double relativeTolerance = 0, absoluteTolerance = 0, ulpTolerance = 0;
  bool isDefaultTolerance = false;
  /// Values are numbers of a ring: no tolerance holds, and no error has a size.
  bool isExactArithmetic = false;
  /// If any failed: the one with the largest error over what was allowed, and
  /// the first ones.
  ElementReport worst;
  std::vector<ElementReport> firstFailed;

  bool hasPassed() const { return numFailed == 0; }
};
inline constexpr unsigned kMaxReportedFailures = 5;

/// Looks up all names and compares sizes; evaluates nothing, so that mistakes
/// are found before a long run.
llvm::Error verifyCheck(const Check &check, const NameResolver &names);

/// Fails like verifyCheck, and where a formula cannot be computed: an index out
/// of range, an integer division by zero. `isExact`: arrays have numbers of
/// exact arithmetic (ExactArrays.h), in which the formula is computed; `~=` is
/// `==`.
llvm::Expected<CheckResult>
runCheck(const Check &check, const NameResolver &names, bool isExact = false);

/// One line if the check passed: "check 1 of 2: out ~= a + b: ok, max error
/// 0.5 ulp"; several if not. Each line ends with '\n'. `number` is from 1.
std::string formatResult(const Check &check, const CheckResult &result,
                         unsigned number, unsigned total);

/// The default of R for `~=`.
double getDefaultTolerance(ElementType type);

} // namespace mlir::tile::run

#endif // TILE_RUN_CHECK_H
