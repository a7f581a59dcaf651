//===- ScheduleInputs.cpp - Inputs for numbers of iterations --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleProgram.h"

#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace mlir::tilegpu;

using Kind = ScheduleValue::Kind;

// Modulo 2^64.
static int64_t plus(int64_t a, int64_t b) { return uint64_t(a) + b; }
static int64_t minus(int64_t a, int64_t b) { return uint64_t(a) - b; }
static int64_t times(int64_t a, int64_t b) { return uint64_t(a) * b; }

void ScheduleProgram::reset(bool withRests) {
  hasRests = withRests;
  undo(0);
}

void ScheduleProgram::undo(size_t numInputs) {
  inputs.truncate(numInputs);
  known.assign(values.size(), std::nullopt);
}

/// What it is at its first execution, with the present inputs.
std::optional<int64_t> ScheduleProgram::evaluate(int number) {
  if (known[number])
    return known[number];
  const ScheduleValue &value = values[number];
  SmallVector<int64_t, 4> operands;
  if (value.kind == Kind::Joined) {
    std::optional<int64_t> condition = evaluate(value.operands[0]);
    return known[number] = condition
                               ? evaluate(value.operands[*condition ? 1 : 2])
                               : std::nullopt;
  }
  if (value.kind == Kind::Carried && value.operands.empty())
    return std::nullopt;
  for (int operand : value.operands) {
    std::optional<int64_t> integer = evaluate(operand);
    if (!integer)
      return std::nullopt;
    operands.push_back(*integer);
  }
  return known[number] = computeOf(value, operands, 0);
}

/// Whether inputs that have no value yet could be chosen so that the value is
/// `target`. If not, the inputs are as before.
bool ScheduleProgram::solve(int number, int64_t target) {
  constexpr unsigned kMostSteps = 200;
  const ScheduleValue &value = values[number];
  size_t before = inputs.size();
  auto isSolved = [&] { return evaluate(number) == target; };
  if (++numSolved > kMostSteps)
    return isSolved();
  auto trySolve = [&](unsigned operand, std::optional<int64_t> to) {
    if (to && solve(value.operands[operand], *to) && isSolved())
      return true;
    undo(before);
    return false;
  };
  auto other = [&](unsigned operand) {
    return evaluate(value.operands[operand]);
  };
  auto divide = [&](std::optional<int64_t> by) -> std::optional<int64_t> {
    return by && *by > 0 && target % *by == 0 ? std::optional(target / *by)
                                              : std::nullopt;
  };
  auto multiply = [&](std::optional<int64_t> by) {
    return by ? std::optional(plus(times(target, *by), hasRests ? *by / 2 : 0))
              : std::nullopt;
  };
  switch (value.kind) {
  case Kind::Input: {
    SmallVector<int64_t, 4> operands;
    for (int operand : value.operands) {
      std::optional<int64_t> integer = evaluate(operand);
      if (!integer)
        return false;
      operands.push_back(*integer);
    }
    uint64_t key;
    int64_t now = getInput(value, operands, 0, &key);
    bool isSet =
        llvm::any_of(inputs, [&](auto &in) { return in.first == key; });
    // An argument may be known to be a multiple of something.
    if (isSet || value.isFixed || (value.isPositive && target <= 0) ||
        (value.constant > 1 && target % value.constant))
      return now == target;
    inputs.emplace_back(key, target);
    known.assign(values.size(), std::nullopt);
    return true;
  }
  case Kind::Add:
    for (unsigned i : {0, 1})
      if (std::optional<int64_t> b = other(1 - i);
          b && trySolve(i, minus(target, *b)))
        return true;
    return isSolved();
  case Kind::Sub:
    if (std::optional<int64_t> b = other(1); b && trySolve(0, plus(target, *b)))
      return true;
    if (std::optional<int64_t> a = other(0);
        a && trySolve(1, minus(*a, target)))
      return true;
    return isSolved();
  case Kind::Mul:
    return trySolve(0, divide(other(1))) || trySolve(1, divide(other(0))) ||
           isSolved();
  case Kind::DivS:
  case Kind::DivU:
  case Kind::CeilDivS:
  case Kind::CeilDivU: {
    std::optional<int64_t> by = other(1);
    // The largest dividend: (k + 31) / 32 is 5 for 160, a multiple of 16.
    auto last = by ? std::optional(plus(times(target, *by), *by - 1)) : by;
    return trySolve(0, multiply(by)) || trySolve(0, last) || isSolved();
  }
  case Kind::ShrS:
  case Kind::ShrU: {
    std::optional<int64_t> bits = other(1);
    bool isShift = bits && *bits >= 0 && *bits < 32;
    return trySolve(0, isShift ? std::optional(times(target, 1LL << *bits))
                               : std::nullopt) ||
           isSolved();
  }
  case Kind::MinS:
  case Kind::MinU:
  case Kind::MaxS:
  case Kind::MaxU:
    (void)solve(value.operands[0], target);
    (void)solve(value.operands[1], target);
    if (isSolved())
      return true;
    undo(before);
    return isSolved();
  case Kind::Select:
  case Kind::Joined: {
    std::optional<int64_t> condition = other(0);
    if (!condition)
      return false;
    if (trySolve(*condition ? 1 : 2, target) || isSolved())
      return true;
    return solve(value.operands[0], !*condition) &&
           (trySolve(*condition ? 2 : 1, target) || isSolved());
  }
  case Kind::Compare: {
    using Predicate = arith::CmpIPredicate;
    Predicate predicate =
        target ? value.predicate : arith::invertPredicate(value.predicate);
    bool isLess = predicate == Predicate::slt || predicate == Predicate::ult;
    bool isMore = predicate == Predicate::sgt || predicate == Predicate::ugt;
    int64_t more = isMore ? 1 : isLess || predicate == Predicate::ne ? -1 : 0;
    std::optional<int64_t> a = other(0), b = other(1);
    return isSolved() || (b && trySolve(0, plus(*b, more))) ||
           (a && trySolve(1, minus(*a, more)));
  }
  case Kind::RemS:
  case Kind::RemU:
  case Kind::And:
  case Kind::ExtendS:
  case Kind::ExtendU:
  case Kind::Truncate:
  case Kind::Copy:
    return trySolve(0, target) || isSolved();
  case Kind::Carried:
    return !value.operands.empty() && trySolve(0, target);
  default:
    return isSolved();
  }
}

bool ScheduleProgram::setTrips(const ScheduleLoop &loop, int64_t trips) {
  size_t before = inputs.size();
  numSolved = 0;
  auto lower = evaluate(loop.lower), upper = evaluate(loop.upper),
       step = evaluate(loop.step);
  if (!step)
    return false;
  int64_t rest = hasRests && trips > 0 ? *step / 2 : 0;
  int64_t all = times(trips, *step);
  for (int64_t length : {minus(all, rest), all}) {
    if (lower && solve(loop.upper, plus(*lower, length)))
      return true;
    undo(before);
    if (upper && solve(loop.lower, minus(*upper, length)))
      return true;
    undo(before);
  }
  return false;
}

uint64_t ScheduleProgram::hashInputs() const {
  uint64_t hash = 0;
  for (auto [key, integer] : inputs)
    hash += llvm::hash_combine(key, integer);
  return hash;
}

std::string ScheduleProgram::describeInputs() {
  std::string text;
  for (auto [key, integer] : inputs)
    if (key <= func.getNumArguments())
      text += (text.empty() ? "argument " : ", argument ") +
              std::to_string(key - 1) + " = " + std::to_string(integer);
  return text;
}
