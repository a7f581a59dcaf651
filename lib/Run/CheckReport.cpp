//===- CheckReport.cpp - What a check found, for people -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Check.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile::run;

/// "98408", and in several dimensions also where that is: "130 [2, 2]".
static std::string formatIndex(uint64_t index, llvm::ArrayRef<uint64_t> shape) {
  std::string text = std::to_string(index);
  if (shape.size() < 2)
    return text;
  std::string place;
  for (uint64_t size : llvm::reverse(shape)) {
    place = std::to_string(index % size) + (place.empty() ? "" : ", ") + place;
    index /= size;
  }
  return text + " [" + place + "]";
}

static void printNumber(llvm::raw_ostream &os, double value) {
  os << llvm::format("%.3g", value);
}

/// "max error 0.5 ulp", or for integers "max error 3".
static void printMaxError(llvm::raw_ostream &os, const CheckResult &result) {
  os << "max error ";
  if (isFloat(result.type)) {
    printNumber(os, result.maxUlpError);
    os << " ulp";
  } else {
    printNumber(os, result.maxAbsoluteError);
  }
}

static void printTolerance(llvm::raw_ostream &os, const CheckResult &result) {
  bool isFirst = true;
  auto print = [&](llvm::StringRef name, double value) {
    if (value == 0)
      return;
    os << (isFirst ? ", allowed " : " ") << name << "=";
    printNumber(os, value);
    isFirst = false;
  };
  print("rtol", result.relativeTolerance);
  print("atol", result.absoluteTolerance);
  print("ulp", result.ulpTolerance);
  if (!isFirst && result.isDefaultTolerance)
    os << " (the default of " << getName(result.type) << ")";
}

static void printElement(llvm::raw_ostream &os, llvm::StringRef what,
                         const ElementReport &element,
                         const CheckResult &result) {
  os << "  " << what << " " << formatIndex(element.index, result.shape)
     << ": found " << element.found << ", expected " << element.wanted;
  for (const auto &[k, input] : llvm::enumerate(element.inputs))
    os << (k == 0 ? ", where " : ", ") << input.first << " = " << input.second;
  os << "\n";
}

std::string mlir::tile::run::formatResult(const Check &check,
                                          const CheckResult &result,
                                          unsigned number, unsigned total) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "check " << number << " of " << total << ": " << check.text << ": ";
  if (result.hasPassed()) {
    os << "ok, ";
    if (result.maxAbsoluteError == 0)
      os << "exact";
    else
      printMaxError(os, result);
    os << "\n";
    return text;
  }
  os << "failed, " << result.numFailed << " of " << result.numElements
     << (result.numElements == 1 ? " element" : " elements") << " differ";
  if (result.isExactArithmetic) {
    os << " in exact arithmetic\n";
    printElement(os, "first: element", result.firstFailed.front(), result);
    return text;
  }
  os << ", ";
  printMaxError(os, result);
  os << " (absolute ";
  printNumber(os, result.maxAbsoluteError);
  os << ", relative ";
  printNumber(os, result.maxRelativeError);
  os << ")";
  printTolerance(os, result);
  os << "\n";
  printElement(os, "worst: element", result.worst, result);
  // The worst alone is not repeated.
  if (result.numFailed == 1)
    return text;
  for (const ElementReport &element : result.firstFailed)
    printElement(os, "element", element, result);
  if (result.numFailed > result.firstFailed.size())
    os << "  and " << result.numFailed - result.firstFailed.size() << " more\n";
  return text;
}
