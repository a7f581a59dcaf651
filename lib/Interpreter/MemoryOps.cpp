//===- MemoryOps.cpp - Pointers, loads and stores -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Apply.h"

#include "tile/Run/Poison.h"

#include "llvm/ADT/StringExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Memory::Buffer *Accesses::findSlowly(uint64_t address, uint32_t element) {
  auto type = cast<PtrType>(getScalarType(s.op->getOperand(0).getType()));
  std::string what =
      (verb + " " + Twine(width) + (width == 1 ? " byte" : " bytes") +
       " at 0x" + llvm::utohexstr(address, /*LowerCase=*/true))
          .str();
  // Global memory, by its own addresses or by generic ones, which are the same.
  if (type.getAddressSpace() > 1) {
    (void)s.failAt(element,
                   "expected a pointer to global memory, found " + quote(type));
    return nullptr;
  }
  if (address % width != 0) {
    (void)s.failAt(element,
                   what + ", which is not a multiple of " + Twine(width));
    return nullptr;
  }
  last = s.e.memory.find(address, width);
  if (!last)
    (void)s.failAt(element, what + ", " + s.e.memory.describe(address));
  return last;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static LogicalResult evaluateAddPtr(const Step &s) {
  auto op = cast<AddPtrOp>(s.op);
  const Elements &pointer = s.get(0), &offset = s.get(1);
  auto type = cast<PtrType>(getScalarType(op.getPtr().getType()));
  uint64_t size = getByteWidth(type.getPointeeType());
  withInteger(offset.getType(), [&](auto format) {
    using T = decltype(format);
    using B = typename T::Bits;
    s.set(0, apply<uint64_t, uint64_t, B>(
                 ElementType::U64,
                 [=](uint64_t p, B k) {
                   return p + uint64_t(int64_t(T::sign(T::load(k)))) * size;
                 },
                 pointer, offset));
  });
  return success();
}

template <typename B>
static LogicalResult load(const Step &s, const Elements &pointer,
                          const Elements *mask, const Elements *other,
                          Elements &result) {
  Accesses accesses(s, sizeof(B), "reads");
  bool isBool = result.getType() == ElementType::I1;
  B poison = B(run::getPoison(result.getType()));
  B *to = result.get<B>();
  std::vector<double> bounds;
  for (uint32_t k = 0, n = result.size(); k < n; ++k) {
    if (mask && !mask->getBits(k)) {
      to[k] = other ? B(other->getBits(k)) : poison;
      if (other && other->getBound(k) != 0) {
        bounds.resize(n);
        bounds[k] = other->getBound(k);
      }
      continue;
    }
    uint64_t address = pointer.get<uint64_t>()[pointer.size() == 1 ? 0 : k];
    Memory::Buffer *buffer = accesses.find(address, k);
    if (!buffer)
      return failure();
    uint64_t offset = address - buffer->address;
    std::memcpy(&to[k], buffer->bytes + offset, sizeof(B));
    if (isBool)
      to[k] &= 1;
    if (LLVM_UNLIKELY(!buffer->bounds.empty()) && buffer->bounds[offset] != 0) {
      bounds.resize(n);
      bounds[k] = buffer->bounds[offset];
    }
    if (LLVM_UNLIKELY(pointer.getBound(k) != 0 ||
                      (mask && mask->getBound(k) != 0))) {
      bounds.resize(n);
      bounds[k] = kUnknownBound;
    }
  }
  if (!bounds.empty())
    result.setBounds(std::move(bounds));
  return success();
}

static LogicalResult evaluateLoad(const Step &s) {
  auto op = cast<LoadOp>(s.op);
  const Elements &pointer = s.get(0);
  const Elements *mask = s.find(op.getMask());
  const Elements *other = s.find(op.getOther());
  Elements result(getResultType(s),
                  std::max({pointer.size(), mask ? mask->size() : 1,
                            other ? other->size() : 1}));
  LogicalResult outcome = success();
  withBits(result.getByteWidth(), [&](auto bits) {
    outcome = load<decltype(bits)>(s, pointer, mask, other, result);
  });
  return failed(outcome) ? outcome : s.give(std::move(result));
}

template <typename B>
static LogicalResult store(const Step &s, const Elements &pointer,
                           const Elements &value, const Elements *mask) {
  Accesses accesses(s, sizeof(B), "writes");
  const B *from = value.get<B>();
  for (uint32_t k = 0, n = pointer.size(); k < n; ++k) {
    if (mask && !mask->getBits(k))
      continue;
    uint64_t address = pointer.get<uint64_t>()[k];
    Memory::Buffer *buffer = accesses.find(address, k);
    if (!buffer)
      return failure();
    accesses.write(*buffer, address, from[k], value.getBound(k));
  }
  return success();
}

static LogicalResult evaluateStore(const Step &s) {
  auto op = cast<StoreOp>(s.op);
  const Elements &pointer = s.get(0), &value = s.get(1);
  const Elements *mask = s.find(op.getMask());
  LogicalResult outcome = success();
  withBits(value.getByteWidth(), [&](auto bits) {
    outcome = store<decltype(bits)>(s, pointer, value, mask);
  });
  return outcome;
}

void interp::addMemoryEvaluators(EvaluatorTable &table) {
  table.add("tile.addptr", evaluateAddPtr);
  table.addWithBounds("tile.load", evaluateLoad);
  table.addWithBounds("tile.store", evaluateStore);
}
