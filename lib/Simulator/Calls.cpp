//===- Calls.cpp - Calls of functions and their returns -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// Functions that call themselves end somewhere.
static constexpr unsigned kMaxCallDepth = 1000;

namespace {
/// A value that a call hands over, in the frame of the caller or callee: a
/// parameter or a register.
struct HandedOver {
  Frame &frame;
  uint64_t offset;
  bool isParam;
  int32_t registerIndex;
};
} // namespace

/// Copies where the undefined bits of memory are from.
static void copyOrigins(Warp &w, uint8_t *target, const uint8_t *source,
                        uint64_t size) {
  if (!hasUndefinedBits(source, size))
    return;
  auto &origins = w.block.cluster.memoryOrigins;
  for (uint64_t byte = 0; byte < size; ++byte) {
    auto known = origins.find(source + byte);
    if (known != origins.end())
      origins[target + byte] = uint32_t(known->second);
    else
      origins.erase(target + byte);
  }
}

/// Copies the shadow of a value, and where its undefined bits are from; what
/// has no shadow is defined.
static void copyShadow(Warp &w, uint32_t mask, const HandedOver &to,
                       const HandedOver &from, uint64_t size) {
  bool followsParams = w.block.launch().program.followsParams;
  auto getParam = [&](const HandedOver &value, unsigned lane) -> uint8_t * {
    uint64_t paramSize = value.frame.function->paramSize;
    return followsParams ? value.frame.params + kNumLanes * paramSize +
                               lane * paramSize + value.offset
                         : nullptr;
  };
  auto getRegister = [&](const HandedOver &value, unsigned lane) -> uint8_t * {
    return value.frame.shadow && value.registerIndex >= 0
               ? value.frame.shadow + value.offset + lane * size
               : nullptr;
  };
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint8_t *target = to.isParam ? getParam(to, lane) : getRegister(to, lane);
    const uint8_t *source =
        from.isParam ? getParam(from, lane) : getRegister(from, lane);
    if (target && source)
      std::memcpy(target, source, size);
    else if (target)
      std::memset(target, 0, size);
    if (to.isParam && target && source)
      copyOrigins(w, target, source, size);
  }
  if (to.isParam || !to.frame.shadow || to.registerIndex < 0)
    return;
  uint32_t origin = 0;
  if (from.registerIndex >= 0 && from.frame.shadow)
    origin = from.frame.origins[from.registerIndex];
  RegisterUse use{uint32_t(to.offset), uint16_t(8 * size), false,
                  to.registerIndex, ""};
  noteShadow(to.frame, use, mask, origin);
}

/// Copies values of one frame to formal parameters of another, or back.
static void copyValue(Warp &w, uint32_t mask, const HandedOver &toValue,
                      const HandedOver &fromValue, uint64_t size) {
  Frame &to = toValue.frame, &from = fromValue.frame;
  copyShadow(w, mask, toValue, fromValue, size);
  uint64_t toSize = to.function->paramSize, fromSize = from.function->paramSize;
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    uint8_t *target = toValue.isParam
                          ? to.params + lane * toSize + toValue.offset
                          : to.registers + toValue.offset + lane * size;
    const uint8_t *source =
        fromValue.isParam ? from.params + lane * fromSize + fromValue.offset
                          : from.registers + fromValue.offset + lane * size;
    std::memcpy(target, source, size);
  }
}

/// Copies a parameter whose address the function takes to its local memory.
static void copyToLocal(Warp &w, uint32_t mask, const Frame &frame,
                        const FunctionCode::Formal &formal) {
  const ProgramCode &program = w.block.launch().program;
  uint64_t paramSize = frame.function->paramSize, size = formal.slot.size;
  uint64_t at = frame.localBase + *formal.localCopy;
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    uint8_t *memory = w.getLocal(lane, frame.localEnd) + at;
    const uint8_t *source =
        frame.params + lane * paramSize + formal.slot.offset;
    std::memcpy(memory, source, size);
    if (!program.followsLocal)
      continue;
    uint8_t *shadow = memory + w.getLocalCapacity();
    if (!program.followsParams) {
      std::memset(shadow, 0, size);
      continue;
    }
    std::memcpy(shadow, source + kNumLanes * paramSize, size);
    copyOrigins(w, shadow, source + kNumLanes * paramSize, size);
  }
}

Warp::Next Warp::call(const Inst &inst, uint32_t mask) {
  const auto &info = *static_cast<const CallInfo *>(inst.data);
  const ProgramCode &program = block.launch().program;
  if (info.builtin) {
    ++current->pc;
    Fragment *self = current;
    info.builtin(*this, inst, mask);
    for (const RegisterUse &use : program.infos[program.getPc(inst)].writes)
      if (self->frame->numUndefined && use.index >= 0)
        setDefined(*self->frame, use, mask);
    return isAborted || current != self ? Next::Switch : Next::GoOn;
  }
  const FunctionCode *callee = info.callee;
  if (!callee) {
    // Through a register: lanes that call the same go together, the others
    // come back to this instruction.
    uint64_t address = reg<uint64_t>(inst.a)[__builtin_ctz(mask)];
    uint64_t number = (address - kFunctionAddress) / kFunctionStride;
    if (address < kFunctionAddress || number >= program.functions.size() ||
        !program.functions[number]->source->body) {
      report(ReportKind::Undefined, inst, __builtin_ctz(mask),
             "expected the address of a function, found 0x" +
                 llvm::Twine::utohexstr(address));
      stopRun();
      return Next::Switch;
    }
    callee = program.functions[number].get();
    uint32_t same = 0;
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
      unsigned lane = __builtin_ctz(lanes);
      if (reg<uint64_t>(inst.a)[lane] == address)
        same |= 1u << lane;
    }
    if (same != mask) {
      uint32_t pc = current->pc;
      uint32_t after = pc + 1;
      uint32_t rest = current->mask & ~mask;
      llvm::SmallVector<Part, 3> parts = {{pc, same}, {pc, mask & ~same}};
      if (rest)
        parts.push_back({after, rest});
      return split(parts, after);
    }
    if (info.arguments.size() != callee->params.size() ||
        info.results.size() != callee->results.size()) {
      report(ReportKind::Undefined, inst, __builtin_ctz(mask),
             "expected a function of " + llvm::Twine(info.arguments.size()) +
                 " arguments, found '" + callee->name + "' with " +
                 llvm::Twine(callee->params.size()));
      stopRun();
      return Next::Switch;
    }
  }
  if (mask != current->mask) {
    Part parts[] = {{current->pc + 1, current->mask & ~mask},
                    {current->pc, mask}};
    return split(parts, current->pc + 1);
  }
  Frame *caller = current->frame;
  if (caller->depth + 1 >= kMaxCallDepth) {
    report(ReportKind::StepLimit, inst, __builtin_ctz(mask),
           "calls nest deeper than " + llvm::Twine(kMaxCallDepth));
    stopRun();
    return Next::Switch;
  }
  uint64_t localEnd = getLocalBase(*callee, caller) + callee->localSize;
  if (localEnd > kMaxLocal) {
    report(ReportKind::OutOfBounds, inst, __builtin_ctz(mask),
           "the call of '" + llvm::Twine(callee->name) + "' needs " +
               llvm::Twine(localEnd) + " bytes of local memory; a thread has " +
               llvm::Twine(kMaxLocal));
    stopRun();
    return Next::Switch;
  }
  Frame *frame = makeFrame(*callee, caller, current->pc, mask);
  for (auto [argument, formal] : llvm::zip(info.arguments, callee->params)) {
    bool toParam = formal.registerIndex < 0;
    copyValue(
        *this, mask,
        {*frame, toParam ? formal.slot.offset : formal.registerOffset, toParam,
         formal.registerIndex},
        {*caller, argument.offset, argument.isParam, argument.registerIndex},
        std::min(argument.size, formal.slot.size));
    if (formal.localCopy)
      copyToLocal(*this, mask, *frame, formal);
  }
  ++frame->references;
  current->frame = frame;
  current->pc = callee->begin;
  setCurrent(current);
  dropFrame(caller); // The new frame holds it.
  return Next::GoOn;
}

Warp::Next Warp::returnFrom(const Inst &inst, uint32_t mask) {
  Frame *frame = current->frame;
  if (!frame->caller) // `ret` of an entry
    return exitAt(mask);
  if (mask != current->mask) {
    Part parts[] = {{current->pc + 1, current->mask & ~mask},
                    {current->pc, mask}};
    return split(parts, Join::kAtReturn);
  }
  // Lanes that split in the function and meet only at its end.
  if (current->join && current->join->frame == frame &&
      current->join->pc == Join::kAtReturn) {
    if (!arrive(current->join))
      return Next::Switch;
    // All are here, in the same frame; there may be another Join around.
    return Next::GoOn;
  }
  const Inst &callInst = block.launch().program.code[frame->callPc];
  const auto &info = *static_cast<const CallInfo *>(callInst.data);
  Frame *caller = frame->caller;
  for (auto [result, formal] :
       llvm::zip(info.results, frame->function->results)) {
    bool fromParam = formal.registerIndex < 0;
    copyValue(*this, mask,
              {*caller, result.offset, result.isParam, result.registerIndex},
              {*frame, fromParam ? formal.slot.offset : formal.registerOffset,
               fromParam, formal.registerIndex},
              std::min(result.size, formal.slot.size));
  }
  current->pc = frame->callPc + 1;
  ++caller->references;
  current->frame = caller;
  setCurrent(current);
  dropFrame(frame);
  return Next::GoOn;
}
