//===- Calls.cpp - Calls of functions and their returns -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Lanes.h"
#include "Warp.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// Functions that call themselves end somewhere.
static constexpr unsigned kMaxCallDepth = 1000;

/// Copies values of one frame to formal parameters of another, or back; with
/// which of their bytes have a value, if that is followed.
static void copyValue(uint32_t mask, Frame &to, uint64_t toOffset, bool toParam,
                      Frame &from, uint64_t fromOffset, bool fromParam,
                      uint64_t size, bool isFollowed) {
  uint64_t toSize = to.function->paramSize, fromSize = from.function->paramSize;
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    uint8_t *target = toParam ? to.params + lane * toSize + toOffset
                              : to.registers + toOffset + lane * size;
    const uint8_t *source = fromParam
                                ? from.params + lane * fromSize + fromOffset
                                : from.registers + fromOffset + lane * size;
    std::memcpy(target, source, size);
    if (!isFollowed || !toParam)
      continue;
    if (fromParam)
      std::memcpy(target + kNumLanes * toSize, source + kNumLanes * fromSize,
                  size);
    else
      std::memset(target + kNumLanes * toSize, 1, size);
  }
}

Warp::Next Warp::call(const Inst &inst, uint32_t mask) {
  const auto &info = *static_cast<const CallInfo *>(inst.data);
  const ProgramCode &program = block.launch().program;
  if (info.builtin) {
    ++current->pc;
    Fragment *self = current;
    info.builtin(*this, inst, mask);
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
               llvm::Twine(localEnd) +
               " bytes of local memory, of which a thread has " +
               llvm::Twine(kMaxLocal));
    stopRun();
    return Next::Switch;
  }
  Frame *frame = makeFrame(*callee, caller, current->pc, mask);
  for (auto [argument, formal] : llvm::zip(info.arguments, callee->params)) {
    bool toParam = formal.registerIndex < 0;
    copyValue(mask, *frame,
              toParam ? formal.slot.offset : formal.registerOffset, toParam,
              *caller, argument.offset, argument.isParam,
              std::min(argument.size, formal.slot.size), program.followsParams);
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
  if (!frame->caller) {
    // `ret` of an entry.
    if (mask != current->mask) {
      ++current->pc;
      exitLanes(mask);
      return Next::GoOn;
    }
    exitLanes(mask);
    return Next::Switch;
  }
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
    copyValue(mask, *caller, result.offset, result.isParam, *frame,
              fromParam ? formal.slot.offset : formal.registerOffset, fromParam,
              std::min(result.size, formal.slot.size),
              block.launch().program.followsParams);
    if (result.registerIndex >= 0)
      caller->defined[result.registerIndex] |= mask;
  }
  current->pc = frame->callPc + 1;
  ++caller->references;
  current->frame = caller;
  setCurrent(current);
  dropFrame(frame);
  return Next::GoOn;
}
