//===- AsmThreadMemory.cpp - Memory and barriers of the threads of an asm -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmThreadRun.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

/// A round that does not come.
static constexpr unsigned kNever = ~0u;

static bool has(const AsmNode &node, StringRef word) {
  return llvm::is_contained(node.instruction->modifiers, word);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Notes an access; its number, if the place is known.
std::optional<size_t> AsmThreadRun::access(unsigned number,
                                           const Thread &thread,
                                           ThreadAccess::Kind kind,
                                           const Operand &operand, int64_t size,
                                           bool isSure, ThreadValue value) {
  const AsmNode &node = graph.nodes[thread.pc - 1];
  ThreadValue address = readAddress(thread, node, operand);
  bool isKnown = address.kind == ThreadValue::Known && address.base >= 0;
  if (!isKnown || !isSure || size <= 0) {
    if (kind == ThreadAccess::Read)
      return std::nullopt;
    if (isKnown)
      isOpenPlace.set(address.base);
    else
      isOpenPlace.set();
    return std::nullopt;
  }
  accesses.push_back({kind, value, number, thread.pc - 1, address.base,
                      address.offset, size, round, round, 0, thread.warpStep});
  return accesses.size() - 1;
}

void AsmThreadRun::runMemory(unsigned number, Thread &thread, bool isSure) {
  const AsmNode &node = graph.nodes[thread.pc - 1];
  const Instruction &instruction = *node.instruction;
  const Operand *address = nullptr, *stored = nullptr;
  for (const Operand &operand : instruction.operands) {
    if (operand.kind == Operand::Address)
      address = &operand;
    else if (address && !stored)
      stored = &operand;
  }
  if (!address || node.row->types.empty())
    return writeAll(thread, node, {});
  int64_t size = getTypeBits(node.row->types.back()) / 8 *
                 std::max(1u, node.row->vectorSize);
  ThreadAccess::Kind kind = ThreadAccess::Atomic;
  bool isOrdered = has(node, "relaxed") || has(node, "acquire") ||
                   has(node, "release") || has(node, "volatile");
  bool isRemote = has(node, "shared::cluster") || has(node, "async");
  if (!isOrdered && instruction.opcode == "ld")
    kind = ThreadAccess::Read;
  if (!isOrdered && instruction.opcode == "st")
    kind = ThreadAccess::Write;
  ThreadValue value;
  if (stored && kind == ThreadAccess::Write && stored->kind != Operand::Vector)
    value = read(thread, node, *stored);
  ThreadValue place = readAddress(thread, node, *address);
  if (!isRemote)
    access(number, thread, kind, *address, size, isSure, value);
  else if (kind != ThreadAccess::Read)
    // Each CTA may store to the variables of another one.
    isOpenPlace.set();
  ThreadValue::Kind loaded = ThreadValue::Open;
  if (kind == ThreadAccess::Read && place.kind == ThreadValue::Known)
    loaded = place.varies ? ThreadValue::Differing : ThreadValue::Same;
  // Memory of its own may have anything.
  if (has(node, "local") || has(node, "param"))
    loaded = ThreadValue::Open;
  writeAll(thread, node, ThreadValue::unknown(loaded));
}

void AsmThreadRun::runMatrixAccess(unsigned number, Thread &thread,
                                   bool isSure) {
  const AsmNode &node = graph.nodes[thread.pc - 1];
  unsigned numRows = has(node, "x4") ? 32 : has(node, "x2") ? 16 : 8;
  if (number % 32 >= numRows || !has(node, "m8n8"))
    return;
  bool isLoad = node.instruction->opcode == "ldmatrix";
  for (const Operand &operand : node.instruction->operands)
    if (operand.kind == Operand::Address)
      access(number, thread, isLoad ? ThreadAccess::Read : ThreadAccess::Write,
             operand, 16, isSure);
}

void AsmThreadRun::runCopy(unsigned number, Thread &thread, bool isSure) {
  const AsmNode &node = graph.nodes[thread.pc - 1];
  const std::vector<Operand> &operands = node.instruction->operands;
  bool isBulk = has(node, "bulk");
  auto &groups = isBulk ? thread.bulks : thread.copies;
  if (has(node, "commit_group")) {
    groups.emplace_back();
    return;
  }
  auto finish = [&](std::vector<size_t> &group) {
    for (size_t index : group) {
      accesses[index].last = round;
      accesses[index].end = accesses.size();
    }
    group.clear();
  };
  if (has(node, "wait_all")) {
    for (std::vector<size_t> &group : groups)
      finish(group);
    return;
  }
  if (has(node, "wait_group")) {
    ThreadValue count =
        operands.empty() ? ThreadValue() : read(thread, node, operands[0]);
    size_t kept = count.isNumber() ? count.offset : 0;
    for (size_t i = 0; i + 1 + kept < groups.size(); ++i)
      finish(groups[i]);
    return;
  }
  if (has(node, "mbarrier") || (has(node, "arrive") && !isBulk)) {
    // cp.async.mbarrier.arrive
    ThreadValue address = readAddress(thread, node, operands[0]);
    for (std::vector<size_t> &group : groups)
      finish(group);
    if (address.kind != ThreadValue::Known || !isSure)
      return;
    auto it = mbarriers.find({address.base, address.offset});
    if (it == mbarriers.end() || it->second.isOpen)
      return;
    if (has(node, "noinc"))
      --it->second.pending;
    finishPhase(it->second);
    return;
  }
  if (has(node, "prefetch"))
    return;
  bool isPlain = !has(node, "tensor") && operands.size() >= 3 &&
                 !has(node, "multicast::cluster");
  ThreadValue size = isPlain ? read(thread, node, operands[2]) : ThreadValue();
  int64_t bytes = size.isNumber() ? size.offset : 0;
  if (has(node, "bulk_group")) {
    if (operands.size() >= 2)
      if (auto index = access(number, thread, ThreadAccess::Read, operands[1],
                              bytes, isSure)) {
        accesses[*index].last = kNever;
        groups.back().push_back(*index);
      }
    return;
  }
  std::optional<size_t> index;
  if (operands.size() >= 2) {
    // Copies of one source bring one value; bulk copies come at any time.
    ThreadValue source = ThreadValue::unknown(ThreadValue::Differing);
    if (!isBulk)
      source = readAddress(thread, node, operands[1]);
    index = access(number, thread, ThreadAccess::Write, operands[0], bytes,
                   isSure, mix(source));
  }
  if (index)
    accesses[*index].last = kNever;
  if (!isBulk) {
    if (index)
      groups.back().push_back(*index);
    return;
  }
  for (const Operand &operand : llvm::reverse(operands)) {
    if (operand.kind != Operand::Address)
      continue;
    ThreadValue address = readAddress(thread, node, operand);
    bool isKnown = address.kind == ThreadValue::Known && isSure;
    if (!isKnown || !isPlain || !size.isNumber()) {
      for (auto &[key, barrier] : mbarriers)
        if (!isKnown || key == Key(address.base, address.offset))
          barrier.isOpen = true;
      if (index)
        accesses[*index].last = round;
      return;
    }
    ThreadMbarrier &barrier = mbarriers[{address.base, address.offset}];
    barrier.bytes -= bytes;
    if (index)
      barrier.copies.push_back(*index);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void AsmThreadRun::finishPhase(ThreadMbarrier &barrier) {
  if (barrier.isOpen || barrier.pending > 0 || barrier.bytes != 0)
    return;
  ++barrier.phase;
  barrier.lastRound = round;
  barrier.pending = barrier.count;
  for (size_t index : barrier.copies)
    accesses[index].last = round;
  barrier.copies.clear();
}

bool AsmThreadRun::runMbarrier(unsigned number, Thread &thread, bool isSure) {
  const AsmNode &node = graph.nodes[thread.pc - 1];
  const std::vector<Operand> &operands = node.instruction->operands;
  auto first = llvm::find_if(operands, [](const Operand &operand) {
    return operand.kind == Operand::Address;
  });
  if (first == operands.end())
    return true;
  ThreadValue address = readAddress(thread, node, *first);
  bool isRemote = has(node, "shared::cluster");
  bool isInit = has(node, "init");
  if (!isRemote)
    access(number, thread, isInit ? ThreadAccess::Write : ThreadAccess::Atomic,
           *first, 8, isSure, ThreadValue::unknown(ThreadValue::Differing));
  ThreadValue amount;
  if (first + 1 != operands.end())
    amount = read(thread, node, *(first + 1));
  bool isWait = has(node, "try_wait") || has(node, "test_wait");
  bool isKnown =
      address.kind == ThreadValue::Known && address.base >= 0 && !isRemote;
  if (!isKnown || !isSure) {
    for (auto &[key, barrier] : mbarriers)
      barrier.isOpen = true;
    writeAll(thread, node, ThreadValue::number(isWait));
    thread.isBlocked = isWait;
    return true;
  }
  Key key(address.base, address.offset);
  ThreadMbarrier &barrier = mbarriers[key];
  if (isInit) {
    barrier.isOpen = !amount.isNumber();
    barrier.count = barrier.pending = amount.offset;
    barrier.phase = 0;
    return true;
  }
  if (isWait) {
    thread.mbarrier = key;
    thread.isParity = has(node, "parity");
    thread.waitedPhase = amount.offset;
    if (!amount.isNumber())
      barrier.isOpen = true;
    writeAll(thread, node, ThreadValue::number(1));
    // What came in this round is seen in the next one.
    bool isOld = barrier.phase == 0 || barrier.lastRound < round;
    if (!barrier.isOpen && isOld && isComplete(thread))
      thread.mbarrier.reset();
    else
      thread.isBlocked = true;
    return true;
  }
  ThreadValue token = ThreadValue::number(barrier.phase);
  if (has(node, "arrive")) {
    int64_t count = 1;
    if (has(node, "expect_tx")) {
      barrier.isOpen |= !amount.isNumber();
      barrier.bytes += amount.offset;
    } else if (first + 1 != operands.end()) {
      barrier.isOpen |= !amount.isNumber();
      count = amount.offset;
    }
    barrier.pending -= count;
    finishPhase(barrier);
  } else if (has(node, "expect_tx")) {
    barrier.isOpen |= !amount.isNumber();
    barrier.bytes += amount.offset;
  } else {
    // inval, complete_tx, arrive_drop, pending_count
    barrier.isOpen = true;
  }
  writeAll(thread, node, token);
  return true;
}

bool AsmThreadRun::isComplete(const Thread &thread) {
  ThreadMbarrier &barrier = mbarriers[*thread.mbarrier];
  if (barrier.isOpen)
    return true;
  return thread.isParity ? (barrier.phase & 1) != (thread.waitedPhase & 1)
                         : int64_t(barrier.phase) > thread.waitedPhase;
}

bool AsmThreadRun::runBarrier(Thread &thread, bool isSure) {
  const AsmNode &node = graph.nodes[thread.pc - 1];
  const std::vector<Operand> &operands = node.instruction->operands;
  if (has(node, "warp"))
    return true;
  if (!isSure)
    return false;
  writeAll(thread, node, ThreadValue::unknown(ThreadValue::Same));
  if (has(node, "cluster")) {
    thread.isBlocked = has(node, "wait");
    return true;
  }
  // `bar.red.popc d, a, b, p`: the number is the first that is read.
  size_t first = has(node, "red") ? 1 : 0;
  if (operands.size() <= first)
    return false;
  ThreadValue number = read(thread, node, operands[first]);
  int64_t count = context.numThreads;
  bool hasCount = operands.size() > first + (has(node, "red") ? 2 : 1);
  if (hasCount) {
    ThreadValue given = read(thread, node, operands[first + 1]);
    if (!given.isNumber())
      return false;
    count = given.offset;
  }
  if (!number.isNumber())
    return false;
  noteCount(node, number.offset, count);
  if (has(node, "arrive")) {
    ++arrivals[number.offset];
    return true;
  }
  thread.isBlocked = true;
  thread.barrier = number.offset;
  thread.barrierCount = count;
  return true;
}

void AsmThreadRun::noteCount(const AsmNode &node, int64_t number,
                             int64_t count) {
  int64_t &other = counts.try_emplace(number, count).first->second;
  if (!wrongCount && (count > context.numThreads || count != other))
    wrongCount = {&node, number, count, other};
}

/// Lets go on what has nothing to wait for any more; false if nothing has.
bool AsmThreadRun::release() {
  std::map<int64_t, int64_t> waiting;
  for (const Thread &thread : threads)
    if (thread.isBlocked && thread.barrier >= 0)
      ++waiting[thread.barrier];
  for (auto &[key, barrier] : mbarriers)
    finishPhase(barrier);
  bool isAnyReleased = false;
  for (Thread &thread : threads) {
    if (!thread.isBlocked)
      continue;
    if (thread.barrier >= 0) {
      int64_t come = waiting[thread.barrier] + arrivals[thread.barrier];
      if (come < thread.barrierCount)
        continue;
    } else if (thread.mbarrier && !isComplete(thread)) {
      continue;
    }
    thread.isBlocked = false;
    thread.mbarrier.reset();
    isAnyReleased = true;
  }
  for (auto &[number, count] : waiting)
    if (llvm::none_of(threads, [&, n = number](const Thread &thread) {
          return thread.isBlocked && thread.barrier == n;
        })) {
      arrivals[number] = 0;
      counts.erase(number);
    }
  for (Thread &thread : threads)
    if (!thread.isBlocked)
      thread.barrier = -1;
  if (isAnyReleased)
    return true;
  // All threads that are left wait for an mbarrier, and none can come to it.
  for (const Thread &thread : threads)
    if (thread.isBlocked && thread.barrier >= 0)
      return false;
  for (const Thread &thread : threads)
    if (thread.isBlocked && thread.mbarrier) {
      endlessWait = &graph.nodes[thread.pc - 1];
      endlessBarrier = mbarriers[*thread.mbarrier];
      return false;
    }
  return false;
}
