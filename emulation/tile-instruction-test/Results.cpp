//===- Results.cpp - Simulated results against a GPU's results ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"

#include "Recording.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::StringRef;

std::string mlir::tile::itest::getTitle(const TestCase &test) {
  return test.mnemonic +
         (test.variant.empty() ? "" : " (" + test.variant + ")");
}

bool mlir::tile::itest::runAndSummarize(const TestSuite &suite,
                                        unsigned workers, bool lists) {
  struct Outcome {
    SimulatedCase::Status status;
    std::string message;
  };
  std::vector<Outcome> outcomes(suite.cases.size());
  simulate(suite, workers, [&](unsigned index, SimulatedCase &result) {
    outcomes[index] = {result.status, result.message};
  });
  unsigned counts[3] = {}, classes[3] = {};
  std::map<std::string, unsigned> notSimulated;
  for (auto [test, outcome] : llvm::zip(suite.cases, outcomes)) {
    ++counts[outcome.status];
    ++classes[unsigned(test.cls)];
    if (outcome.status == SimulatedCase::Failed)
      llvm::outs() << "failed: " << test.name << " " << getTitle(test) << ": "
                   << outcome.message << '\n';
    if (outcome.status == SimulatedCase::NotSimulated) {
      ++notSimulated[StringRef(test.mnemonic).split('.').first.str()];
      if (lists)
        llvm::outs() << "not simulated: " << test.name << " " << getTitle(test)
                     << ": " << outcome.message << '\n';
    }
  }
  std::map<std::string, unsigned> reasons;
  for (const auto &[mnemonic, why] : suite.skipped) {
    ++reasons[StringRef(mnemonic).split('.').first.str() + ": " + why];
    if (lists)
      llvm::outs() << "no kernel: " << mnemonic << ": " << why << '\n';
  }
  llvm::outs() << "no kernels:\n";
  for (const auto &[reason, count] : reasons)
    llvm::outs() << "  " << count << " of " << reason << '\n';
  llvm::outs() << "not simulated:";
  for (const auto &[opcode, count] : notSimulated)
    llvm::outs() << ' ' << opcode << ' ' << count << ';';
  llvm::outs() << "\n" << suite.cases.size() << " kernels";
  for (ResultClass cls :
       {ResultClass::Exact, ResultClass::Approximate, ResultClass::Undefined})
    llvm::outs() << ", " << classes[unsigned(cls)] << ' ' << getName(cls);
  llvm::outs() << "; " << counts[0] << " ran, " << counts[1]
               << " not simulated, " << counts[2] << " failed\n";
  return counts[2] == 0;
}

llvm::Expected<bool> mlir::tile::itest::compareHashes(const TestSuite &suite,
                                                      unsigned workers,
                                                      StringRef file) {
  llvm::Expected<HashRecording> recording = HashRecording::load(file);
  if (!recording)
    return recording.takeError();
  enum Outcome : uint8_t {
    Other,
    Equal,
    Different,
    Failed,
    NotSimulated,
    NotRecorded
  };
  std::vector<std::string> messages(suite.cases.size());
  std::vector<Outcome> outcomes(suite.cases.size(), Other);
  simulate(suite, workers, [&](unsigned index, SimulatedCase &result) {
    const TestCase &test = suite.cases[index];
    if (test.cls != ResultClass::Exact)
      return;
    auto it = recording->hashes.find(test.getIdentity(suite.arena));
    bool isEqual =
        it != recording->hashes.end() && hashBytes(result.output) == it->second;
    outcomes[index] = it == recording->hashes.end() ? NotRecorded
                      : result.status == SimulatedCase::NotSimulated
                          ? NotSimulated
                      : result.status == SimulatedCase::Failed ? Failed
                      : isEqual                                ? Equal
                                                               : Different;
    messages[index] = result.message;
  });
  unsigned counts[6] = {};
  for (auto [test, outcome, message] :
       llvm::zip(suite.cases, outcomes, messages)) {
    ++counts[outcome];
    if (outcome == Different)
      llvm::outs() << "differs: " << test.name << ' ' << getTitle(test) << '\n';
    if (outcome == Failed)
      llvm::outs() << "failed: " << test.name << ' ' << getTitle(test) << ": "
                   << message << '\n';
  }
  llvm::outs() << counts[Equal] << " kernels as on " << recording->device
               << ", " << counts[Different] << " differ, " << counts[Failed]
               << " failed, " << counts[NotSimulated] << " were not simulated, "
               << counts[NotRecorded] << " were not recorded\n";
  return counts[Different] == 0 && counts[Failed] == 0;
}

bool mlir::tile::itest::printHashes(const TestSuite &suite, unsigned workers) {
  std::vector<std::string> lines(suite.cases.size());
  simulate(suite, workers, [&](unsigned index, SimulatedCase &result) {
    const TestCase &test = suite.cases[index];
    if (test.cls == ResultClass::Exact)
      return;
    lines[index] = (result.status == SimulatedCase::Ran
                        ? formatHash(hashBytes(result.output))
                        : "failed: " + result.message) +
                   " " + getTitle(test);
  });
  bool isGood = true;
  for (StringRef line : lines) {
    isGood &= !line.starts_with("failed");
    if (!line.empty())
      llvm::outs() << line << '\n';
  }
  return isGood;
}
