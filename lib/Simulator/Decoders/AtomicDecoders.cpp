//===- AtomicDecoders.cpp - atom and red ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.13.5 "atom" and 9.7.13.6 "red". The lanes of a warp go in
// ascending order; of a vector each element is atomic by itself.
//
//===----------------------------------------------------------------------===//

#include "AsyncDecoders.h"
#include "AtomicOperation.h"
#include "Lanes.h"
#include "MemoryOperand.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

namespace {
/// `Inst::list` has the operands of the elements, then where the results go;
/// `Inst::b` is what `cas` puts.
struct AtomicData : MemoryOperand {
  AtomicOperation operation;
  unsigned elementBytes = 4, numElements = 1;
  bool isAcquire = false, isRelease = false;
};
} // namespace

/// Whether a lane's address is in shared memory.
static bool isShared(Space space, uint64_t address) {
  return space == Space::Shared || space == Space::SharedCluster ||
         (space == Space::Generic && address - kSharedWindow < kWindowSize);
}

static void runAtomic(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const AtomicData *>(i.data);
  constexpr unsigned kMaxBytes = 16;
  uint64_t addresses[kNumLanes];
  uint8_t *pointers[kNumLanes];
  if (data.isRelease)
    fence(w, data.scope);
  computeAddresses(w, data, mask, addresses);
  uint32_t good = w.access(i, mask, data.access, addresses, pointers);
  unsigned bytes = data.elementBytes, count = data.numElements;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    AtomicFunction apply = isShared(data.access.space, addresses[lane])
                               ? data.operation.shared
                               : data.operation.global;
    // Results may go where operands of other elements are.
    uint8_t old[8][kMaxBytes] = {};
    if (good >> lane & 1)
      for (unsigned e = 0; e < count; ++e)
        apply(pointers[lane] + e * bytes,
              w.reg<uint8_t>(i.list[e]) + lane * bytes,
              w.reg<uint8_t>(i.b) + lane * bytes, old[e]);
    for (unsigned e = 0; e < count; ++e)
      std::memcpy(w.reg<uint8_t>(i.list[count + e]) + lane * bytes, old[e],
                  bytes);
  }
  if (data.isAcquire)
    fence(w, data.scope);
  if (i.list[count] == kSinkOffset)
    return;
  unsigned lane = __builtin_ctz(mask);
  uint64_t value = 0;
  std::memcpy(&value, w.reg<uint8_t>(i.list[count]) + lane * bytes,
              std::min<size_t>(bytes, sizeof(value)));
  w.notePoll(i, addresses[lane], value);
}

static StringRef getOperation(const Decoder &d) {
  for (StringRef op :
       {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"})
    if (d.has(op))
      return op;
  return "";
}

static void decodeAtomic(Decoder &d) {
  if (d.has("async"))
    return decodeReductionAsync(d);
  bool hasResult = d.source.opcode == "atom";
  unsigned next = hasResult ? 1 : 0;
  StringRef type = d.type(), op = getOperation(d);
  AtomicData data;
  data.operation = getAtomicOperation(op, type, d.program().isExact);
  if (!data.operation.global)
    return d.emitNotSimulated();
  decodeAddress(d, d.operand(next++), data);
  llvm::ArrayRef<ptx::Operand> elements = Decoder::elements(d.operand(next++));
  data.elementBytes = ptx::getTypeBits(type) / 8;
  data.numElements = elements.size();
  setAccess(d, data, AccessKind::Atomic, data.elementBytes * data.numElements,
            data.elementBytes);
  data.isRelease = d.has("release") || d.has("acq_rel");
  data.isAcquire = d.has("acquire") || d.has("acq_rel");
  llvm::SmallVector<uint32_t, 16> list;
  for (const ptx::Operand &element : elements)
    list.push_back(d.read(element, type));
  d.inst.b = op == "cas" ? d.read(next++, type) : list.front();
  if (next < d.numOperands())
    d.read(next, "b64"); // A cache policy.
  for (size_t e = 0; e < elements.size(); ++e)
    list.push_back(hasResult ? d.write(Decoder::elements(d.operand(0))[e], type)
                             : kSinkOffset);
  d.setList(list);
  d.setData(data);
  d.inst.control = Control::Wait;
  d.emit(runAtomic);
}

void mlir::tile::sim::addAtomicDecoders(DecoderTable &table) {
  table.add("atom", decodeAtomic, InstructionClass::Atomic);
  table.add("red", decodeAtomic, InstructionClass::Atomic);
}
