//===- Warp.cpp - 32 lanes in lock step -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop that executes instructions, and what makes fragments diverge and
// meet; Warp.h explains. Above 600 lines, as each instruction passes through
// all of it: what ends a fragment, joins it, counts it or traces it is one
// loop.
//
//===----------------------------------------------------------------------===//

#include "Warp.h"
#include "AsyncCopies.h"
#include "Block.h"
#include "Decoders/ExactDecoders.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"
#include "Wgmma.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// After so many instructions of a fragment, lanes that wait for it at a Join
/// go on without it: it may be waiting for them.
static constexpr uint64_t kPatience = 2'000'000;
/// What a wait that found nothing counts as.
static constexpr uint64_t kYieldSteps = 100;

/// Reads of the same value, and instructions between two of them, that make a
/// loop which waits.
static constexpr unsigned kPolls = 2;
static constexpr uint64_t kPollSteps = 100;

Warp::~Warp() { clear(); }

void Warp::clear() {
  for (Fragment *fragment : fragments) {
    dropJoin(fragment->join);
    dropFrame(fragment->frame);
    delete fragment;
  }
  fragments.clear();
  current = nullptr;
}

Dim3 Warp::getThread(unsigned lane) const {
  return block.launch().block.at(index * kNumLanes + lane % kNumLanes);
}

uint32_t Warp::getPc() const {
  return fragments.empty() ? 0 : fragments.front()->pc;
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

uint64_t Warp::getLocalBase(const FunctionCode &function, const Frame *caller) {
  return caller ? llvm::alignTo(caller->localEnd, function.localAlignment) : 0;
}

Frame *Warp::makeFrame(const FunctionCode &function, Frame *caller,
                       uint32_t callPc, uint32_t lanes) {
  const ProgramCode &program = block.launch().program;
  bool hasShadow =
      function.hasUndefined && block.launch().options.findUninitialized;
  size_t shadowSize = hasShadow ? function.frameSize : 0;
  size_t listSize =
      hasShadow ? llvm::alignTo(function.numRegisters * 4, 64) : 0;
  size_t paramSize =
      function.paramSize * kNumLanes * (program.followsParams ? 2 : 1);
  size_t contents = shadowSize + function.frameSize + 2 * listSize + paramSize;
  size_t size = contents + 64;
  // A frame that was used for the function before, if there is one.
  std::unique_ptr<Frame> frame;
  for (auto &free : freeFrames)
    if (free->capacity >= size) {
      frame = std::move(free);
      free = std::move(freeFrames.back());
      freeFrames.pop_back();
      break;
    }
  if (!frame) {
    frame = std::make_unique<Frame>();
    frame->capacity = size;
    frame->storage = std::make_unique<uint8_t[]>(size);
  }
  frame->function = &function;
  auto *begin = reinterpret_cast<uint8_t *>(
      llvm::alignTo(reinterpret_cast<uintptr_t>(frame->storage.get()), 64));
  std::memset(begin, 0, contents);
  frame->registers = begin + shadowSize;
  uint8_t *lists = frame->registers + function.frameSize;
  frame->shadow = hasShadow ? begin : nullptr;
  frame->undefined = hasShadow ? reinterpret_cast<uint32_t *>(lists) : nullptr;
  frame->origins =
      hasShadow ? reinterpret_cast<uint32_t *>(lists + listSize) : nullptr;
  frame->numUndefined = 0;
  frame->params = lists + 2 * listSize;
  if (program.followsParams)
    std::memset(frame->params + paramSize / 2, 0xFF, paramSize / 2);
  frame->caller = caller;
  frame->callPc = callPc;
  frame->references = 0;
  frame->lanes = lanes;
  frame->depth = caller ? caller->depth + 1 : 0;
  frame->localBase = getLocalBase(function, caller);
  frame->localEnd = frame->localBase + function.localSize;
  if (caller)
    ++caller->references;
  fillFrame(*frame);
  forgetLocal(frame->localBase, frame->localEnd, lanes);
  return frame.release();
}

/// Gives all lanes what lane 0 has.
static void copyToAllLanes(uint8_t *to, size_t laneBytes) {
  for (size_t lanes = 1; lanes < kNumLanes; lanes *= 2)
    std::memcpy(to + lanes * laneBytes, to, lanes * laneBytes);
}

/// Whether lanes of a warp have values of their own.
static bool differsByLane(Special special) {
  switch (special) {
  case Special::Tid:
  case Special::LaneId:
  case Special::LaneMaskEq:
  case Special::LaneMaskLe:
  case Special::LaneMaskLt:
  case Special::LaneMaskGe:
  case Special::LaneMaskGt:
    return true;
  default:
    return false;
  }
}

void Warp::fillFrame(Frame &frame) {
  const FunctionCode &function = *frame.function;
  uint8_t *r = frame.registers;
  *reinterpret_cast<uint32_t *>(r + kTrueOffset) = kAllLanes;
  for (const FunctionCode::Constant &constant : function.constants) {
    uint8_t *to = r + constant.offset;
    if (constant.laneBytes == 0) {
      std::memcpy(to, constant.bytes, 4);
      continue;
    }
    std::memcpy(to, constant.bytes, constant.laneBytes);
    copyToAllLanes(to, constant.laneBytes);
  }
  for (const FunctionCode::LocalAddress &address : function.localAddresses) {
    uint64_t value = frame.localBase + address.value;
    unsigned laneBytes = address.bits / 8;
    std::memcpy(r + address.offset, &value, std::min(laneBytes, 8u));
    copyToAllLanes(r + address.offset, laneBytes);
  }
  for (const FunctionCode::LocalAddress &address : function.sharedAddresses) {
    uint64_t value = block.rank * kClusterStride + address.value;
    unsigned laneBytes = address.bits / 8;
    std::memcpy(r + address.offset, &value, std::min(laneBytes, 8u));
    copyToAllLanes(r + address.offset, laneBytes);
  }
  for (const SpecialUse &use : function.specials) {
    bool isUniform = !differsByLane(use.special);
    unsigned laneBytes = use.bits / 8;
    for (unsigned lane = 0; lane < (isUniform ? 1 : kNumLanes); ++lane) {
      uint64_t value = getSpecialValue(use.special, use.component, lane);
      if (use.bits == 1)
        *reinterpret_cast<uint32_t *>(r + use.offset) |=
            (value == 0  ? 0
             : isUniform ? kAllLanes
                         : 1u << lane);
      else
        std::memcpy(r + use.offset + lane * laneBytes, &value, laneBytes);
    }
    if (isUniform && use.bits != 1)
      copyToAllLanes(r + use.offset, laneBytes);
  }
  if (frame.shadow)
    for (const RegisterUse &use : function.unwritten)
      setUndefined(frame, use, kAllLanes, 0);
}

void Warp::dropFrame(Frame *frame) {
  while (frame && --frame->references == 0) {
    Frame *caller = frame->caller;
    if (async && async->matrix.frame == frame)
      async->matrix.forgetFrame();
    freeFrames.emplace_back(frame);
    frame = caller;
  }
}

void Warp::dropJoin(Join *join) {
  while (join && --join->references == 0) {
    Join *parent = join->parent;
    dropFrame(join->frame);
    delete join;
    join = parent;
  }
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

Fragment *Warp::makeFragment(uint32_t pc, uint32_t mask, Frame *frame,
                             Join *join) {
  auto *fragment = new Fragment;
  fragment->pc = pc;
  fragment->mask = mask;
  fragment->frame = frame;
  fragment->join = join;
  ++frame->references;
  if (join)
    ++join->references;
  fragments.push_back(fragment);
  return fragment;
}

void Warp::removeCurrent() {
  Fragment *fragment = current;
  fragments.erase(llvm::find(fragments, fragment));
  current = nullptr;
  dropJoin(fragment->join);
  dropFrame(fragment->frame);
  delete fragment;
}

void Warp::setCurrent(Fragment *fragment) {
  current = fragment;
  registers = fragment->frame->registers;
}

void Warp::start(const FunctionCode &entry, uint32_t lanes) {
  clear();
  existingLanes = liveLanes = lanes;
  totalSteps = 0;
  carry = 0;
  isAborted = wantsToYield = wasRelieved = false;
  lastPoll = Poll();
  async.reset();
  clusterArrived = clusterDue = numRegisters = 0;
  Frame *frame = makeFrame(entry, nullptr, 0, lanes);
  makeFragment(entry.begin, lanes, frame, nullptr);
  tracedLanes = 0;
  if (const auto &trace = block.launch().options.trace) {
    const Dim3 &b = block.position, &size = block.launch().block;
    uint64_t thread = trace->thread.x +
                      uint64_t(size.x) * (trace->thread.y +
                                          uint64_t(size.y) * trace->thread.z);
    if (b.x == trace->block.x && b.y == trace->block.y &&
        b.z == trace->block.z && thread / kNumLanes == index)
      tracedLanes = 1u << (thread % kNumLanes);
  }
}

/// Where lanes go on that have met: the last instruction of a function is a
/// return.
static uint32_t getPcOf(const Join &join) {
  return join.pc == Join::kAtReturn ? join.frame->function->end - 1 : join.pc;
}

/// The lanes of a complete Join go on at its place.
void Warp::complete(Join *join) {
  uint32_t mask = join->arrived;
  join->arrived = join->expected = 0;
  if (!mask)
    return;
  makeFragment(getPcOf(*join), mask, join->frame, join->parent);
}

bool Warp::arrive(Join *join) {
  join->arrived |= current->mask;
  if (join->arrived == join->expected) {
    // The last one: this fragment becomes the whole.
    current->mask = join->arrived;
    join->expected = join->arrived = 0;
    Join *parent = join->parent;
    if (parent)
      ++parent->references;
    current->join = parent;
    dropJoin(join);
    return true;
  }
  removeCurrent();
  return false;
}

void Warp::leaveJoins(Join *join, uint32_t mask) {
  for (; join; join = join->parent) {
    join->expected &= ~mask;
    if (join->expected && join->expected == join->arrived)
      complete(join);
  }
}

Warp::Next Warp::exitAt(uint32_t mask) {
  bool isAll = mask == current->mask;
  if (!isAll)
    ++current->pc;
  exitLanes(mask);
  return isAll ? Next::Switch : Next::GoOn;
}

void Warp::exitLanes(uint32_t mask) {
  liveLanes &= ~mask;
  Join *join = current->join;
  if (join)
    ++join->references;
  current->mask &= ~mask;
  if (!current->mask)
    removeCurrent();
  leaveJoins(join, mask);
  dropJoin(join);
  if (async)
    finishAsync(mask);
  // No thread waits for lanes that have exited.
  meetWaiting();
  bool isLast =
      !liveLanes && (block.cluster.blocks.size() > 1 || block.tensorMemory) &&
      llvm::none_of(block.warps,
                    [](const auto &warp) { return warp->live() != 0; });
  if (isLast && block.tensorMemory)
    reportTensorLeaks(*this);
  if (isLast && block.cluster.blocks.size() > 1)
    block.end();
  if (block.cluster.isMeeting)
    block.cluster.meet();
}

/// Parts of a warp run in turn, so that a lane that waits for another sees what
/// it does.
bool Warp::relieve() {
  for (Fragment *fragment : fragments) {
    for (Join *join = fragment->join; join; join = join->parent) {
      if (!join->arrived)
        continue;
      uint32_t mask = join->arrived;
      join->expected &= ~mask;
      join->arrived = 0;
      makeFragment(getPcOf(*join), mask, join->frame, join->parent);
      wasRelieved = true;
      return true;
    }
  }
  return false;
}

Warp::Next Warp::diverge(llvm::ArrayRef<Part> all, uint32_t reconverge) {
  // Lanes that go straight to the end of the kernel end at once, as with a
  // guarded exit: a return where all ways meet must not hold them, for barriers
  // do not wait for threads that have ended.
  llvm::SmallVector<Part, 8> parts;
  uint32_t ended = 0;
  for (const Part &part : all) {
    const Inst &inst = block.launch().program.code[part.pc];
    bool ends = inst.guard == kTrueOffset &&
                (inst.control == Control::Exit ||
                 (inst.control == Control::Return && !current->frame->caller));
    if (!ends) {
      parts.push_back(part);
      continue;
    }
    ended |= part.mask;
    if (tracedLanes & part.mask)
      traceBefore(inst, part.mask);
    Worker::Count &count = worker->counts[part.pc];
    ++count.warps;
    count.lanes += __builtin_popcount(part.mask);
  }
  if (ended) {
    if (parts.size() == 1)
      current->pc = parts.front().pc;
    exitLanes(ended);
    if (parts.size() <= 1)
      return parts.empty() ? Next::Switch : Next::GoOn;
  }
  return split(parts, reconverge);
}

Warp::Next Warp::split(llvm::ArrayRef<Part> parts, uint32_t reconverge) {
  Fragment *whole = current;
  Frame *frame = whole->frame;
  uint32_t meet = reconverge;
  Join *join = whole->join;
  bool isNew = !(join && join->frame == frame && join->pc == meet);
  if (isNew) {
    auto *created = new Join;
    created->pc = meet;
    created->frame = frame;
    ++frame->references;
    created->expected = whole->mask;
    created->parent = join;
    if (join)
      ++join->references;
    join = created;
  }
  ++join->references; // Held until the end of this function.
  uint32_t arrived = 0;
  for (const Part &part : parts) {
    if (part.pc == meet)
      arrived |= part.mask;
    else
      makeFragment(part.pc, part.mask, frame, join);
  }
  removeCurrent();
  join->arrived |= arrived;
  if (join->expected && join->arrived == join->expected)
    complete(join);
  dropJoin(join);
  return Next::Switch;
}

void Warp::splitToWait(const Inst &inst, uint32_t lanes) {
  // It will be counted when the parts execute it.
  uint32_t pc = block.launch().program.getPc(inst);
  Worker::Count &count = worker->counts[pc];
  --count.warps;
  count.lanes -= __builtin_popcount(current->mask);
  Part parts[] = {{pc, lanes}, {pc, current->mask & ~lanes}};
  split(parts, pc + 1);
}

Warp::Next Warp::branch(const Inst &inst, uint32_t taken) {
  uint32_t active = current->mask;
  worker->statistics.branches++;
  if (taken == 0) {
    ++current->pc;
    return Next::GoOn;
  }
  if (taken == active) {
    current->pc = inst.target;
    return Next::GoOn;
  }
  worker->statistics.divergentBranches++;
  Part parts[] = {{current->pc + 1, active & ~taken}, {inst.target, taken}};
  return diverge(parts, inst.reconverge);
}

Warp::Next Warp::indexedBranch(const Inst &inst, uint32_t mask) {
  worker->statistics.branches++;
  const auto &targets = static_cast<const IndexedTargets *>(inst.data)->targets;
  const uint32_t *index = reg<uint32_t>(inst.a);
  llvm::SmallVector<Part, 8> parts;
  auto add = [&](uint32_t pc, uint32_t lanes) {
    for (Part &part : parts)
      if (part.pc == pc) {
        part.mask |= lanes;
        return;
      }
    parts.push_back({pc, lanes});
  };
  if (uint32_t rest = current->mask & ~mask)
    add(current->pc + 1, rest);
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    if (index[lane] >= targets.size()) {
      report(ReportKind::Undefined, inst, lane,
             "the index of brx.idx is " + llvm::Twine(index[lane]) +
                 ", expected less than " + llvm::Twine(targets.size()));
      if (targets.empty()) {
        stopRun();
        return Next::Switch;
      }
      add(targets.back(), 1u << lane);
      continue;
    }
    add(targets[index[lane]], 1u << lane);
  }
  if (parts.size() == 1) {
    current->pc = parts.front().pc;
    return Next::GoOn;
  }
  worker->statistics.divergentBranches++;
  return diverge(parts, inst.reconverge);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

Warp::Next Warp::runControl(const Inst &inst, uint32_t mask) {
  switch (inst.control) {
  case Control::Branch:
    return branch(inst, mask);
  case Control::IndexedBranch:
    if (mask)
      return indexedBranch(inst, mask);
    break;
  case Control::Call:
    if (mask)
      return call(inst, mask);
    break;
  case Control::Return:
    if (mask)
      return returnFrom(inst, mask);
    break;
  case Control::Exit:
    if (mask)
      return exitAt(mask);
    break;
  case Control::Wait: {
    if (!mask) {
      ++current->pc;
      return Next::GoOn;
    }
    if (mask != current->mask && (inst.flags & MayBlock)) {
      Worker::Count &count = worker->counts[current->pc];
      --count.warps;
      count.lanes -= __builtin_popcount(mask);
      Part parts[] = {{current->pc, mask},
                      {current->pc + 1, current->mask & ~mask}};
      return split(parts, current->pc + 1);
    }
    ++current->pc;
    Fragment *self = current;
    inst.run(*this, inst, mask);
    if (isAborted || wantsToYield || current != self ||
        self->wait != WaitKind::None)
      return Next::Switch;
    return Next::GoOn;
  }
  case Control::None:
    break;
  }
  ++current->pc;
  return Next::GoOn;
}

void Warp::notePoll(const Inst &inst, uint64_t address, uint64_t value) {
  uint64_t step = totalSteps + stepsNow;
  bool isRepeated = lastPoll.inst == &inst && lastPoll.address == address &&
                    lastPoll.value == value &&
                    step - lastPoll.step <= kPollSteps;
  lastPoll = {&inst, address, value, step,
              isRepeated ? lastPoll.repeats + 1 : 0};
  if (lastPoll.repeats < kPolls)
    return;
  yield();
  // A loop without an end comes to the limit all the same.
  block.steps += kYieldSteps;
}

Warp::Status Warp::run(uint64_t budget) {
  const Inst *code = block.launch().program.code.data();
  Worker::Count *counts = worker->counts.data();
  const bool countsLines = !worker->effects.empty();
  wantsToYield = false;
  uint64_t limit = block.launch().options.stepLimit;
  uint64_t left = std::min(budget, limit - std::min(limit, block.steps));
  uint64_t granted = left;
  auto finish = [&](Status status) {
    totalSteps += granted - left;
    block.steps += granted - left;
    stepsNow = 0;
    return status;
  };
  while (true) {
    // A fragment that can go on.
    current = nullptr;
    for (Fragment *fragment : fragments)
      if (fragment->wait == WaitKind::None) {
        setCurrent(fragment);
        break;
      }
    if (!current) {
      if (fragments.empty())
        return finish(Status::Done);
      if (meetWithoutOthers())
        continue;
      return finish(Status::Blocked);
    }
    uint64_t steps = 0;
    Next next = Next::GoOn;
    while (next == Next::GoOn) {
      if (steps == left)
        break;
      const Inst &inst = code[current->pc];
      uint32_t mask =
          current->mask & (*reg<uint32_t>(inst.guard) ^ inst.guardFlip);
      if (__builtin_expect(inst.flags != 0 || tracedLanes != 0, 0)) {
        if ((inst.flags & IsJoin) && current->join &&
            current->join->frame == current->frame &&
            current->join->pc == current->pc) {
          if (!arrive(current->join)) {
            next = Next::Switch;
            break;
          }
          continue;
        }
        if (tracedLanes & current->mask)
          traceBefore(inst, mask);
        if ((inst.flags & (ChecksReads | MarksWrites)) &&
            current->frame->numUndefined)
          followUndefined(inst, mask);
        if ((inst.flags & TouchesMatrix) && mask)
          followMatrixRegisters(*this, inst, mask);
        if (__builtin_expect((inst.flags & IsInexact) && mask, 0))
          reportInexact(*this, inst, mask);
      }
      ++steps;
      Worker::Count &count = counts[current->pc];
      ++count.warps;
      count.lanes += __builtin_popcount(mask);
      bool isTraced = tracedLanes & mask;
      if (inst.control != Control::None) {
        stepsNow = granted - left + steps;
        next = runControl(inst, mask);
        if (__builtin_expect(countsLines, 0))
          worker->attribute(&inst - code);
        if (isTraced && current && inst.control == Control::Wait)
          traceAfter(inst);
        continue;
      }
      if (mask)
        inst.run(*this, inst, mask);
      if (__builtin_expect(countsLines, 0))
        worker->attribute(&inst - code);
      if (isTraced)
        traceAfter(inst);
      ++current->pc;
    }
    left -= steps;
    if (isAborted) {
      block.launch().stop = true;
      return finish(Status::Done);
    }
    bool isStillHere = next == Next::GoOn || (current && wantsToYield);
    if (isStillHere) {
      current->steps += steps + (wantsToYield && isIdling ? kYieldSteps : 0);
      if (current->steps > kPatience) {
        current->steps = 0;
        relieve();
      }
    }
    if (left == 0 && block.steps + granted >= limit) {
      if (!fragments.empty()) {
        setCurrent(isStillHere ? current : fragments.front());
        report(ReportKind::StepLimit, code[current->pc],
               __builtin_ctz(current->mask),
               "the warps of the CTA have executed " + llvm::Twine(limit) +
                   " instructions, the limit");
      }
      block.launch().stop = true;
      return finish(Status::Done);
    }
    if (left == 0 || wantsToYield) {
      // The other parts of the warp come first next time.
      if (fragments.size() > 1)
        std::rotate(fragments.begin(), fragments.begin() + 1, fragments.end());
      return finish(fragments.empty() ? Status::Done : Status::Running);
    }
  }
}
