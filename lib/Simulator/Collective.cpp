//===- Collective.cpp - Lanes that wait for each other --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collective.h"

#include "Block.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static const Collective &getCollective(const Inst &inst) {
  return *static_cast<const Collective *>(inst.data);
}

static std::string getHex(uint32_t mask) {
  return "0x" + llvm::utohexstr(mask, /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

static void collect(Warp &w, const Inst &inst, uint32_t lanes,
                    Exchange &exchange) {
  const Collective &collective = getCollective(inst);
  if (!collective.collect)
    return;
  collective.collect(w, inst, lanes, exchange);
  uint32_t origin = 0;
  if (!findHandled(w, inst, lanes, origin))
    return;
  if (!std::exchange(exchange.hasUndefined, true))
    std::fill(std::begin(exchange.shadows), std::end(exchange.shadows), 0);
  exchange.origin = origin;
  // The first operand is what is exchanged; a predicate may be flipped, its
  // shadow not.
  Exchange shadows;
  Inst plain = inst;
  plain.imm = 0;
  withShadows(w, [&] { collective.collect(w, plain, lanes, shadows); });
  forLanes(lanes, [&](unsigned lane) {
    exchange.shadows[lane] = shadows.values[lane];
  });
  const ProgramCode &program = w.block.launch().program;
  for (const RegisterUse &use : program.infos[program.getPc(inst)].reads)
    if (use.isHandled && use.index >= 0 && use.offset != inst.a)
      exchange.unsure |= w.frame().undefined[use.index] & lanes;
}

static void finish(Warp &w, const Inst &inst, uint32_t lanes,
                   const Exchange &exchange) {
  const Collective &collective = getCollective(inst);
  Frame &frame = w.frame();
  if ((inst.flags & MarksWrites) &&
      (exchange.hasUndefined || frame.numUndefined)) {
    const ProgramCode &program = w.block.launch().program;
    const InstInfo &info = program.infos[program.getPc(inst)];
    bool follows = exchange.hasUndefined && collective.follow;
    if (follows)
      collective.follow(w, inst, lanes, exchange);
    for (const RegisterUse &use : info.writes) {
      if (follows)
        noteShadow(frame, use, lanes, exchange.origin);
      else if (exchange.hasUndefined)
        setUndefined(frame, use, lanes, exchange.origin);
      else
        setDefined(frame, use, lanes);
    }
  }
  collective.finish(w, inst, lanes, exchange);
}

void Warp::meet(const Inst &inst, uint32_t mask) {
  const uint32_t *members = reg<uint32_t>(inst.d);
  unsigned first = __builtin_ctz(mask);
  uint32_t named = members[first];
  uint32_t same =
      collectLanes(mask, [&](unsigned l) { return members[l] == named; });
  if (same == mask && named == mask) {
    Exchange exchange;
    exchange.lanes = mask;
    collect(*this, inst, mask, exchange);
    finish(*this, inst, mask, exchange);
    return;
  }
  if (same != mask)
    return splitToWait(inst, same);
  if (mask & ~named) {
    unsigned lane = __builtin_ctz(mask & ~named);
    report(ReportKind::Undefined, inst, lane,
           "lane " + llvm::Twine(lane) +
               " executes the instruction but is not "
               "in its mask " +
               getHex(named));
  }
  wait(WaitKind::Collective, named, /*again=*/true);
  meetWaiting();
}

void Warp::serve(llvm::ArrayRef<Fragment *> together) {
  const Inst *code = block.launch().program.code.data();
  uint8_t *savedRegisters = registers;
  Fragment *savedCurrent = current;
  Exchange exchange;
  for (Fragment *fragment : together) {
    const Inst &inst = code[fragment->pc];
    exchange.lanes |= fragment->mask;
    registers = fragment->frame->registers;
    current = fragment;
    collect(*this, inst, fragment->mask, exchange);
  }
  for (Fragment *fragment : together) {
    const Inst &inst = code[fragment->pc];
    registers = fragment->frame->registers;
    current = fragment;
    finish(*this, inst, fragment->mask, exchange);
    fragment->wait = WaitKind::None;
    ++fragment->pc;
  }
  registers = savedRegisters;
  current = savedCurrent;
}

/// The fragments that wait with one at instructions of the same kind, for the
/// same lanes.
static llvm::SmallVector<Fragment *, 4>
findCompanions(const Warp &warp, const Fragment &one, uint32_t &lanes) {
  const Inst *code = warp.block.launch().program.code.data();
  llvm::SmallVector<Fragment *, 4> together;
  lanes = 0;
  for (Fragment *other : warp.getFragments())
    if (other->wait == WaitKind::Collective && other->waitFor == one.waitFor &&
        code[other->pc].data == code[one.pc].data) {
      together.push_back(other);
      lanes |= other->mask;
    }
  return together;
}

void Warp::meetWaiting() {
  for (Fragment *fragment : fragments) {
    if (fragment->wait != WaitKind::Collective)
      continue;
    uint32_t lanes;
    auto together = findCompanions(*this, *fragment, lanes);
    if (!(fragment->waitFor & liveLanes & ~lanes))
      serve(together);
  }
}

bool Warp::meetWithoutOthers() {
  if (fragments.empty())
    return false;
  for (Fragment *fragment : fragments)
    if (fragment->wait != WaitKind::Collective)
      return false;
  const ProgramCode &program = block.launch().program;
  Fragment *fragment = fragments.front();
  uint32_t lanes;
  auto together = findCompanions(*this, *fragment, lanes);
  uint32_t absent = fragment->waitFor & liveLanes & ~lanes;
  unsigned missing = absent ? __builtin_ctz(absent) : 0;
  std::string where = "waits where the lanes meet again";
  for (Fragment *other : fragments)
    if (other->mask >> missing & 1)
      where =
          "waits at line " + std::to_string(program.locate(other->pc).ptxLine);
  report(ReportKind::Undefined, program.code[fragment->pc],
         __builtin_ctz(fragment->mask),
         "the mask " + getHex(fragment->waitFor) + " names lane " +
             llvm::Twine(missing) +
             ", which does not reach the instruction but " + where);
  serve(together);
  return true;
}
