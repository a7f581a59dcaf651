//===- AtomicOps.cpp - Atomic operations ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs run one after the other, and so do the elements of a tile: nothing
// is between a read and its write, and orders and scopes mean nothing.
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Apply.h"
#include "Bounds.h"
#include "Sums.h"

#include "tile/Run/Poison.h"

#include <optional>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

/// What becomes of two integers.
template <typename T>
static typename T::Bits combineIntegers(RMWOp kind, typename T::U old,
                                        typename T::U value) {
  switch (kind) {
  case RMWOp::And:
    return T::store(old & value);
  case RMWOp::Or:
    return T::store(old | value);
  case RMWOp::Xor:
    return T::store(old ^ value);
  case RMWOp::Add:
    return T::store(old + value);
  case RMWOp::Max:
    return T::store(T::sign(old) > T::sign(value) ? old : value);
  case RMWOp::Min:
    return T::store(T::sign(old) < T::sign(value) ? old : value);
  case RMWOp::UMax:
    return T::store(std::max(old, value));
  case RMWOp::UMin:
    return T::store(std::min(old, value));
  case RMWOp::FAdd:
  case RMWOp::Exch:
    return T::store(value);
  }
  llvm_unreachable("all kinds are above");
}

/// What becomes of the bits of an element.
static uint64_t combine(RMWOp kind, ElementType type, uint64_t old,
                        uint64_t value) {
  uint64_t result = value;
  if (kind == RMWOp::FAdd)
    withFloat(type, [&](auto format) {
      using T = decltype(format);
      using B = typename T::Bits;
      result = T::store(T::load(B(old)) + T::load(B(value)));
    });
  else if (kind != RMWOp::Exch)
    withInteger(type, [&](auto format) {
      using T = decltype(format);
      result =
          combineIntegers<T>(kind, typename T::U(old), typename T::U(value));
    });
  return result;
}

/// Adds to a float sum in memory, whose bound so far is `bound`. Its order
/// is that of the grid here, and any other one elsewhere.
static double addToSum(Memory::Buffer &buffer, uint64_t offset,
                       const Elements &value, uint32_t k, uint64_t old,
                       uint64_t sum, double bound) {
  ElementType type = value.getType();
  auto number = [&](uint64_t bits) {
    return loadNumber(Elements::makeScalar(type, bits), 0);
  };
  std::shared_ptr<SumBound> &terms = buffer.sums[offset];
  if (!terms) {
    terms = std::make_shared<SumBound>(type);
    terms->add(number(old), bound);
  }
  terms->add(number(value.getBits(k)), value.getBound(k));
  return terms->get(number(sum));
}

/// Of an integer, whose order means nothing.
static double getIntegerBound(RMWOp kind, double old, double value) {
  if (kind == RMWOp::Add)
    return old + value;
  return old == 0 && value == 0 ? 0 : kUnknownBound;
}

/// Changes the elements at these addresses by `f(buffer, offset, old bits,
/// element, bound)`, which gives the new bits and their bound, or nothing if
/// the memory stays; the result is the old ones.
template <typename F>
static LogicalResult change(const Step &s, const Elements &pointer,
                            const Elements *mask, Elements &result, bool isSum,
                            F f) {
  Accesses accesses(s, result.getByteWidth(), "changes");
  unsigned width = result.getByteWidth();
  uint64_t poison = run::getPoison(result.getType());
  std::vector<double> bounds;
  for (uint32_t k = 0; k < result.size(); ++k) {
    if (mask && !mask->getBits(k)) {
      result.setBits(k, poison);
      continue;
    }
    uint64_t address = pointer.getBits(k);
    Memory::Buffer *buffer = accesses.find(address, k);
    if (!buffer)
      return failure();
    uint64_t old = 0;
    std::memcpy(&old, buffer->bytes + (address - buffer->address), width);
    result.setBits(k, old);
    double bound =
        buffer->bounds.empty() ? 0 : buffer->bounds[address - buffer->address];
    if (bound != 0) {
      bounds.resize(result.size());
      bounds[k] = bound;
    }
    std::optional<uint64_t> changed =
        f(*buffer, address - buffer->address, old, k, bound);
    if (!changed)
      continue;
    withBits(width, [&](auto bits) {
      using B = decltype(bits);
      accesses.write(*buffer, address, B(*changed), bound, isSum);
    });
  }
  if (!bounds.empty())
    result.setBounds(std::move(bounds));
  return success();
}

static LogicalResult evaluateRMW(const Step &s) {
  auto op = cast<AtomicRMWOp>(s.op);
  const Elements &pointer = s.get(0), &value = s.get(1);
  const Elements *mask = s.find(op.getMask());
  Elements result(value.getType(), std::max(pointer.size(), value.size()));
  RMWOp kind = op.getAtomicRmwOp();
  if (failed(change(s, pointer, mask, result, kind == RMWOp::FAdd,
                    [&](Memory::Buffer &buffer, uint64_t offset, uint64_t old,
                        uint32_t k, double &bound) -> std::optional<uint64_t> {
                      uint64_t bits = value.getBits(k);
                      uint64_t changed =
                          combine(kind, value.getType(), old, bits);
                      if (kind == RMWOp::Exch)
                        bound = value.getBound(k);
                      else if (kind != RMWOp::FAdd)
                        bound = getIntegerBound(kind, bound, value.getBound(k));
                      else if (s.e.options.followBounds)
                        bound = addToSum(buffer, offset, value, k, old, changed,
                                         bound);
                      return changed;
                    })))
    return failure();
  return s.give(std::move(result));
}

static LogicalResult evaluateCAS(const Step &s) {
  const Elements &pointer = s.get(0), &expected = s.get(1), &value = s.get(2);
  const Elements *mask = s.find(cast<AtomicCASOp>(s.op).getMask());
  Elements result(value.getType(), std::max(pointer.size(), value.size()));
  if (failed(change(s, pointer, mask, result, /*isSum=*/false,
                    [&](Memory::Buffer &, uint64_t, uint64_t old, uint32_t k,
                        double &) -> std::optional<uint64_t> {
                      if (old != expected.getBits(k))
                        return std::nullopt;
                      return value.getBits(k);
                    })))
    return failure();
  return s.give(std::move(result));
}

/// On pairs: two numbers side by side.
static LogicalResult evaluateCASPair(const Step &s) {
  const Elements *operands[5];
  for (unsigned k = 0; k < 5; ++k)
    operands[k] = &s.get(k);
  const Elements &pointer = *operands[0];
  const Elements *mask = s.find(cast<AtomicCASPairOp>(s.op).getMask());
  ElementType type = operands[3]->getType();
  constexpr unsigned kBytes = sizeof(uint64_t);
  Accesses accesses(s, 2 * kBytes, "changes");
  Elements results[2] = {Elements(type, pointer.size()),
                         Elements(type, pointer.size())};
  std::vector<double> bounds[2];
  for (uint32_t k = 0; k < pointer.size(); ++k) {
    if (mask && !mask->getBits(k)) {
      for (Elements &result : results)
        result.setBits(k, run::getPoison(type));
      continue;
    }
    uint64_t address = pointer.getBits(k);
    Memory::Buffer *buffer = accesses.find(address, k);
    if (!buffer)
      return failure();
    bool isExpected = true;
    for (unsigned half = 0; half < 2; ++half) {
      uint64_t old = 0;
      std::memcpy(&old,
                  buffer->bytes + (address - buffer->address) + half * kBytes,
                  kBytes);
      results[half].setBits(k, old);
      uint64_t offset = address - buffer->address + half * kBytes;
      if (double bound = buffer->bounds.empty() ? 0 : buffer->bounds[offset]) {
        bounds[half].resize(pointer.size());
        bounds[half][k] = bound;
      }
      isExpected &= old == operands[1 + half]->getBits(k);
    }
    for (unsigned half = 0; half < 2 && isExpected; ++half)
      accesses.write(*buffer, address + half * kBytes,
                     uint64_t(operands[3 + half]->getBits(k)),
                     operands[3 + half]->getBound(k), /*isSum=*/false);
  }
  for (unsigned half = 0; half < 2; ++half) {
    if (!bounds[half].empty())
      results[half].setBounds(std::move(bounds[half]));
    s.set(half, std::move(results[half]));
  }
  return success();
}

static LogicalResult evaluateLoad(const Step &s) {
  auto op = cast<AtomicLoadOp>(s.op);
  const Elements &pointer = s.get(0);
  const Elements *mask = s.find(op.getMask());
  Elements result(getResultType(s), pointer.size());
  if (failed(change(s, pointer, mask, result, /*isSum=*/false,
                    [](Memory::Buffer &, uint64_t, uint64_t, uint32_t,
                       double &) { return std::nullopt; })))
    return failure();
  return s.give(std::move(result));
}

static LogicalResult evaluateStore(const Step &s) {
  auto op = cast<AtomicStoreOp>(s.op);
  const Elements &pointer = s.get(0), &value = s.get(1);
  const Elements *mask = s.find(op.getMask());
  Elements old(value.getType(), pointer.size());
  return change(s, pointer, mask, old, /*isSum=*/false,
                [&](Memory::Buffer &, uint64_t, uint64_t, uint32_t k,
                    double &bound) -> std::optional<uint64_t> {
                  bound = value.getBound(k);
                  return value.getBits(k);
                });
}

/// No other program runs meanwhile: what is not there will not come.
static LogicalResult evaluatePoll(const Step &s) {
  auto op = cast<AtomicPollOp>(s.op);
  const Elements &pointer = s.get(0), &expected = s.get(1);
  const Elements *mask = s.find(op.getMask());
  Elements found(expected.getType(), pointer.size());
  if (failed(change(s, pointer, mask, found, /*isSum=*/false,
                    [](Memory::Buffer &, uint64_t, uint64_t, uint32_t,
                       double &) { return std::nullopt; })))
    return failure();
  Elements result(ElementType::I1, pointer.size());
  for (uint32_t k = 0; k < result.size(); ++k) {
    if (mask && !mask->getBits(k)) {
      result.setBits(k, run::getPoison(ElementType::I1));
      continue;
    }
    bool isThere = found.getBits(k) == expected.getBits(k);
    if (!isThere && !op.getTimeout())
      return s.failAt(k, "waits for " + Twine(expected.getBits(k)) +
                             ", found " + Twine(found.getBits(k)) +
                             ", and programs run one after the other here");
    result.setBits(k, isThere);
  }
  return s.give(std::move(result));
}

void interp::addAtomicEvaluators(EvaluatorTable &table) {
  table.addWithBounds("tile.atomic_rmw", evaluateRMW);
  table.addWithBounds("tile.atomic_cas", evaluateCAS);
  table.addWithBounds("tile.atomic_cas_pair", evaluateCASPair);
  table.addWithBounds("tile.atomic_load", evaluateLoad);
  table.addWithBounds("tile.atomic_store", evaluateStore);
  table.add("tile.atomic_poll", evaluatePoll);
}
