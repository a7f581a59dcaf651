//===- MemoryOps.cpp - Pointers, loads and stores -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Apply.h"
#include "Formats.h"

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
  auto type = cast<PtrType>(getScalarType(pointer));
  std::string what =
      (verb + " " + Twine(width) + (width == 1 ? " byte" : " bytes") +
       " at 0x" + llvm::utohexstr(address, /*LowerCase=*/true))
          .str();
  // Global memory, by its own addresses or by generic ones, which are the same.
  if (type.getAddressSpace() > 1) {
    (void)evaluation.failAt(op, element,
                            "expected a pointer to global memory, found " +
                                quote(type));
    return nullptr;
  }
  if (address % width != 0) {
    (void)evaluation.failAt(
        op, element, what + ", which is not a multiple of " + Twine(width));
    return nullptr;
  }
  last = evaluation.memory.find(address, width);
  if (!last)
    (void)evaluation.failAt(op, element,
                            what + ", " + evaluation.memory.describe(address));
  return last;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static LogicalResult evaluateAddPtr(Evaluation &e, const Instruction &i,
                                    Frame &frame) {
  auto op = cast<AddPtrOp>(i.op);
  const Elements &pointer = e.get(i, 0, frame), &offset = e.get(i, 1, frame);
  auto type = cast<PtrType>(getScalarType(op.getPtr().getType()));
  uint64_t size = getByteWidth(type.getPointeeType());
  withInteger(offset.getType(), [&](auto format) {
    using T = decltype(format);
    using B = typename T::Bits;
    e.set(i, 0,
          apply<uint64_t, uint64_t, B>(
              ElementType::U64, pointer, offset,
              [=](uint64_t p, B k) {
                return p + uint64_t(int64_t(T::sign(T::load(k)))) * size;
              }),
          frame);
  });
  return success();
}

template <typename B>
static LogicalResult load(Evaluation &e, LoadOp op, const Elements &pointer,
                          const Elements *mask, const Elements *other,
                          Elements &result) {
  Accesses accesses(e, op, op.getPtr().getType(), sizeof(B), "reads");
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

static LogicalResult evaluateLoad(Evaluation &e, const Instruction &i,
                                  Frame &frame) {
  auto op = cast<LoadOp>(i.op);
  const Elements &pointer = e.get(i, 0, frame);
  const Elements *mask = op.getMask() ? &e.get(i, 1, frame) : nullptr;
  const Elements *other =
      op.getOther() ? &e.get(i, op.getMask() ? 2 : 1, frame) : nullptr;
  Elements result(getResultType(i),
                  std::max({pointer.size(), mask ? mask->size() : 1,
                            other ? other->size() : 1}));
  LogicalResult outcome = success();
  withBits(result.getByteWidth(), [&](auto bits) {
    outcome = load<decltype(bits)>(e, op, pointer, mask, other, result);
  });
  if (succeeded(outcome))
    e.set(i, 0, std::move(result), frame);
  return outcome;
}

template <typename B>
static LogicalResult store(Evaluation &e, StoreOp op, const Elements &pointer,
                           const Elements &value, const Elements *mask) {
  Accesses accesses(e, op, op.getPtr().getType(), sizeof(B), "writes");
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

static LogicalResult evaluateStore(Evaluation &e, const Instruction &i,
                                   Frame &frame) {
  auto op = cast<StoreOp>(i.op);
  const Elements &pointer = e.get(i, 0, frame), &value = e.get(i, 1, frame);
  const Elements *mask = op.getMask() ? &e.get(i, 2, frame) : nullptr;
  LogicalResult outcome = success();
  withBits(value.getByteWidth(), [&](auto bits) {
    outcome = store<decltype(bits)>(e, op, pointer, value, mask);
  });
  return outcome;
}

void interp::addMemoryEvaluators(EvaluatorTable &table) {
  table.add("tile.addptr", evaluateAddPtr);
  table.addWithBounds("tile.load", evaluateLoad);
  table.addWithBounds("tile.store", evaluateStore);
}
