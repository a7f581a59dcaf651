//===- Comparison.cpp - Simulated outputs against a GPU's outputs ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"
#include "Reference.h"
#include "Results.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::ArrayRef;
using llvm::StringRef;

/// `bytes` of them as one number, the highest digit first.
static std::string formatBytes(const uint8_t *data, unsigned bytes) {
  std::string text = "0x";
  for (unsigned i = bytes; i-- > 0;)
    text += llvm::toHex({data + i, 1}, /*LowerCase=*/true);
  return text;
}

namespace {
/// One case: what the GPU and the simulator stored.
class CaseComparison {
public:
  CaseComparison(const TestSuite &suite, const TestCase &test,
                 ArrayRef<uint8_t> gpu, ArrayRef<uint8_t> simulated)
      : suite(suite), test(test), gpu(gpu), simulated(simulated) {}

  /// What is to be said, or "" if they are equal.
  std::string text;

  /// False if the case speaks against the simulator.
  bool run() {
    for (unsigned t = 0; t < test.threads; ++t)
      if (differs(t))
        threads.push_back(t);
    if (test.cls == ResultClass::Approximate)
      return runApproximate();
    if (threads.empty())
      return true;
    llvm::raw_string_ostream os(text);
    os << (test.cls == ResultClass::Exact ? "differs: " : "undefined: ")
       << test.name << ' ' << getTitle(test) << ": " << threads.size() << " of "
       << test.threads << " threads\n";
    printThreads(os);
    return test.cls != ResultClass::Exact;
  }

private:
  bool differs(unsigned t) const {
    size_t offset = 0;
    for (const Output &output : test.outputs) {
      if (std::memcmp(gpu.data() + offset + size_t(t) * output.bytes,
                      simulated.data() + offset + size_t(t) * output.bytes,
                      output.bytes) != 0)
        return true;
      offset += size_t(output.bytes) * test.threads;
    }
    return false;
  }

  void printThreads(llvm::raw_ostream &os) const {
    for (unsigned t : ArrayRef<unsigned>(threads).take_front(3)) {
      os << "  thread " << t << ':';
      for (StringRef name : ArrayRef<std::string>(test.inputs).take_front(8)) {
        const InputArray *array = suite.arena.lookup(name);
        size_t at = size_t(t) * array->elementBytes;
        os << ' ' << name.split(':').first << ' '
           << formatBytes(array->bytes.data() + at, array->elementBytes);
      }
      size_t offset = 0;
      for (const Output &output : test.outputs) {
        size_t at = offset + size_t(t) * output.bytes;
        offset += size_t(output.bytes) * test.threads;
        if (test.outputs.size() > 1 &&
            std::memcmp(gpu.data() + at, simulated.data() + at, output.bytes) ==
                0)
          continue;
        os << "; " << output.name << ": GPU "
           << formatBytes(gpu.data() + at, output.bytes) << ", simulator "
           << formatBytes(simulated.data() + at, output.bytes);
      }
      os << '\n';
    }
  }

  bool runApproximate() {
    std::optional<Reference> reference = Reference::get(test);
    if (!reference)
      return runProducts();
    unsigned bytes = reference->getBits() / 8;
    const InputArray *a = suite.arena.lookup(test.inputs[0]);
    const InputArray *b =
        test.inputs.size() > 1 ? suite.arena.lookup(test.inputs[1]) : a;
    ErrorStatistics gpuErrors, ourErrors;
    double distance = 0;
    unsigned different = 0, count = test.threads * reference->getElements();
    std::string example;
    for (unsigned i = 0; i < count; ++i) {
      auto get = [&](ArrayRef<uint8_t> data) {
        uint64_t value = 0;
        std::memcpy(&value, data.data() + size_t(i) * bytes, bytes);
        return value;
      };
      uint64_t x = get(a->bytes), y = get(b->bytes);
      reference->judge(x, y, get(gpu), gpuErrors);
      unsigned wrong = ourErrors.wrongSpecials;
      reference->judge(x, y, get(simulated), ourErrors);
      different += get(gpu) != get(simulated);
      double apart = reference->getDistance(get(gpu), get(simulated));
      if (apart > distance || ourErrors.wrongSpecials > wrong) {
        example = "  operands 0x" + llvm::utohexstr(x) + " 0x" +
                  llvm::utohexstr(y) + ": GPU 0x" + llvm::utohexstr(get(gpu)) +
                  ", simulator 0x" + llvm::utohexstr(get(simulated)) + "\n";
        distance = std::max(distance, apart);
      }
    }
    bool isWithin = ourErrors.partOfBound <= 1 &&
                    ourErrors.wrongSpecials <= gpuErrors.wrongSpecials;
    llvm::raw_string_ostream os(text);
    os << (isWithin ? "approx: " : "outside: ") << test.name << ' '
       << getTitle(test) << ": " << different << " of " << count
       << " differ, by at most " << llvm::format("%.3g", distance)
       << " ulp; bound: " << reference->getBoundText() << '\n';
    auto print = [&](const char *name, const ErrorStatistics &errors) {
      os << "  " << name << ": " << llvm::format("%.4g", errors.ulps)
         << " ulp, " << llvm::format("%.4g", errors.partOfBound)
         << " of the bound, " << errors.wrongSpecials << " wrong specials\n";
    };
    print("GPU", gpuErrors);
    print("simulator", ourErrors);
    os << example;
    return isWithin;
  }

  /// Matrix products: PTX has no bound. For operands from 0.5 to 2 each
  /// product is below 4, so a sum of k has an error of some 2^-21 * k, and
  /// half of the last place of 4 k where results are f16.
  bool runProducts() {
    // The k of m16n8k32.
    unsigned k = 0;
    StringRef shape = StringRef(test.mnemonic).split(".m").second;
    if (shape.starts_with("ma"))
      shape = shape.split(".m").second;
    (void)shape.split('k').second.split('.').first.getAsInteger(10, k);
    unsigned bytes = test.productType == "f32" ? 4 : 2;
    bool isNear = test.variant == "near";
    double bound = bytes == 4 ? (k + 1) * 0x1p-21 : (4 * k + 2) * 0x1p-10;
    double largest = 0;
    unsigned different = 0, specials = 0;
    for (size_t i = 0; i + bytes <= gpu.size(); i += bytes) {
      double x = decode(gpu.data() + i, bytes),
             y = decode(simulated.data() + i, bytes);
      different +=
          std::memcmp(gpu.data() + i, simulated.data() + i, bytes) != 0;
      if (!std::isfinite(x) || !std::isfinite(y))
        specials += !(std::isnan(x) && std::isnan(y)) && x != y;
      else
        largest = std::max(largest, std::fabs(x - y));
    }
    bool isWithin = !isNear || (largest <= bound && specials == 0);
    llvm::raw_string_ostream os(text);
    os << (isWithin ? "approx: " : "outside: ") << test.name << ' '
       << getTitle(test) << ": " << different << " of " << gpu.size() / bytes
       << " differ, by at most " << llvm::format("%.4g", largest);
    if (isNear)
      os << " (allowed here: " << llvm::format("%.4g", bound) << ")";
    os << ", " << specials << " other specials\n";
    if (different)
      printThreads(os);
    return isWithin;
  }

  static double decode(const uint8_t *data, unsigned bytes) {
    if (bytes == 4) {
      float value;
      std::memcpy(&value, data, 4);
      return value;
    }
    uint16_t half;
    std::memcpy(&half, data, 2);
    int exponent = half >> 10 & 31;
    double mantissa = half & 1023;
    double value = exponent == 31  ? (mantissa != 0 ? NAN : INFINITY)
                   : exponent == 0 ? std::ldexp(mantissa, -24)
                                   : std::ldexp(1024 + mantissa, exponent - 25);
    return half >> 15 ? -value : value;
  }

  const TestSuite &suite;
  const TestCase &test;
  ArrayRef<uint8_t> gpu, simulated;
  std::vector<unsigned> threads;
};
} // namespace

llvm::Expected<bool> mlir::tile::itest::compareOutputs(const TestSuite &suite,
                                                       unsigned workers,
                                                       StringRef folder) {
  llvm::Expected<Recording> recording = Recording::load(folder);
  if (!recording)
    return recording.takeError();
  enum Status : uint8_t { Good, Bad, NotRun, NotRecorded };
  struct Outcome {
    Status status = Good;
    std::string text;
  };
  std::vector<Outcome> outcomes(suite.cases.size());
  simulate(suite, workers, [&](unsigned index, SimulatedCase &result) {
    const TestCase &test = suite.cases[index];
    Outcome &outcome = outcomes[index];
    uint64_t identity = test.getIdentity(suite.arena);
    if (!recording->contains(identity)) {
      outcome = {NotRecorded, "not recorded: " + getTitle(test) + "\n"};
      return;
    }
    if (result.status == SimulatedCase::Failed) {
      outcome = {Bad,
                 "failed: " + getTitle(test) + ": " + result.message + "\n"};
      return;
    }
    if (result.status == SimulatedCase::NotSimulated) {
      outcome = {NotRun, "not simulated: " + getTitle(test) + ": " +
                             result.message + "\n"};
      return;
    }
    llvm::Expected<std::vector<uint8_t>> gpu = recording->get(identity);
    if (!gpu || gpu->size() != result.output.size()) {
      if (!gpu)
        llvm::consumeError(gpu.takeError());
      outcome = {Bad, "unreadable: " + getTitle(test) + "\n"};
      return;
    }
    CaseComparison comparison(suite, test, *gpu, result.output);
    outcome.status = comparison.run() ? Good : Bad;
    outcome.text = std::move(comparison.text);
  });
  unsigned counts[4] = {}, exactlyEqual = 0;
  for (const Outcome &outcome : outcomes) {
    ++counts[outcome.status];
    exactlyEqual += outcome.status == Good && outcome.text.empty();
    llvm::outs() << outcome.text;
  }
  llvm::outs() << exactlyEqual << " kernels are equal, "
               << counts[Good] - exactlyEqual << " within bounds or undefined, "
               << counts[Bad] << " differ, " << counts[NotRun]
               << " were not simulated, " << counts[NotRecorded]
               << " were not recorded\n";
  return counts[Bad] == 0;
}
