//===- AsmThreadRun.h - An asm body in each thread of a CTA ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a body of scope thread in all threads of the CTA, with the values that
// are known: constants, %tid, and what is computed from them. So the place of
// an access is known for each thread:
//
//   mov.u32 t, %tid.x;            0 to 127
//   mad.lo.u32 a, t, 4, s;        byte 4 * t of s
//   ld.global.f32 v, [$0];        not known
//   st.shared.f32 [a], v;         a write of bytes 4 * t to 4 * t + 3
//
// A round ends where all threads wait for others or have ended. Two accesses in
// one round have no barrier of the CTA between them.
//
// A branch on a value that all threads agree on, and that is not known, goes on
// with the next instruction twice, and leaves a loop then. At a branch on other
// unknown values the run ends: what came before its round is known.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMTHREADRUN_H
#define TILE_LIB_ASMCHECK_ASMTHREADRUN_H

#include "AsmGraph.h"

#include "llvm/ADT/DenseMap.h"

#include <map>

namespace mlir::tile::ptx {

/// What a register has in one thread.
struct ThreadValue {
  enum Kind : uint8_t {
    /// `offset`, or `offset` bytes after `base`.
    Known,
    /// One value for all threads.
    Same,
    /// Each thread has its own.
    Differing,
    Open,
  };
  Kind kind = Open;
  /// Computed from what differs from thread to thread.
  bool varies = true;
  /// A place of AsmThreadRun; -1 of a number.
  int base = -1;
  int64_t offset = 0;

  static ThreadValue number(int64_t value, bool varies = false) {
    return {Known, varies, -1, value};
  }
  static ThreadValue unknown(Kind kind) { return {kind, kind != Same, -1, 0}; }
  bool isNumber() const { return kind == Known && base < 0; }
};

/// A variable of the body, or an operand that is a pointer.
struct ThreadPlace {
  const Variable *variable = nullptr;
  const Declarator *declarator = nullptr;
  /// Of a pointer.
  int operand = -1;
};

struct ThreadAccess {
  enum Kind : uint8_t { Read, Write, Atomic };
  Kind kind;
  /// What is written depends on the thread.
  ThreadValue value;
  unsigned thread, node;
  int base;
  int64_t offset, size;
  /// The rounds in which it may happen.
  unsigned first, last;
  /// Of a copy: the accesses before this number may come before it is complete.
  size_t end = 0;
  /// How many instructions of whole warps the thread came to before.
  unsigned warpStep;
};

/// What the threads know of an mbarrier of the body.
struct ThreadMbarrier {
  int64_t count = 0, pending = 0, bytes = 0;
  unsigned phase = 0;
  /// The round in which the last phase ended.
  unsigned lastRound = 0;
  /// Something about it is not known.
  bool isOpen = true;
  /// Copies that come to it in this round, and those that are not complete.
  std::vector<size_t> copies;
};

class AsmThreadRun {
public:
  AsmThreadRun(const AsmGraph &graph, const AsmContext &context);

  /// Runs all threads, as far as it can.
  void run();

  std::vector<ThreadPlace> places;
  std::vector<ThreadAccess> accesses;
  /// Places to which something may have been written at an unknown offset.
  llvm::BitVector isOpenPlace;
  /// An instruction that waits for an mbarrier that is never complete, and the
  /// mbarrier; null if there is none.
  const AsmNode *endlessWait = nullptr;
  ThreadMbarrier endlessBarrier;
  /// A barrier that waits for more threads than there are, or for another
  /// number than the same barrier elsewhere in the round.
  struct BarrierCount {
    const AsmNode *node = nullptr;
    int64_t number = 0, count = 0, other = 0;
  };
  std::optional<BarrierCount> wrongCount;
  /// How often each warp came to an instruction of a warpgroup.
  llvm::DenseMap<unsigned, std::vector<unsigned>> groupSteps;
  /// Loads, and stores of what they gave changed, where the place is not known
  /// and does not depend on the thread.
  struct Update {
    unsigned load, store;
  };
  std::optional<Update> update;
  /// Rounds that all threads have finished.
  unsigned numRounds = 0;

private:
  struct Source {
    int symbol = -1;
    ThreadValue constant;
  };
  struct Step {
    llvm::SmallVector<Source, 4> sources;
    int result = -1;
    bool isPlain = false;
  };
  struct Thread {
    std::vector<ThreadValue> registers;
    llvm::DenseMap<unsigned, unsigned> visits;
    /// Copies of cp.async, by group; the last one has no commit yet.
    std::vector<std::vector<size_t>> copies{1}, bulks{1};
    unsigned pc = 0, warpStep = 0;
    bool isDone = false, isBlocked = false;
    /// What it waits for: the number of a barrier, or an mbarrier.
    int64_t barrier = -1, barrierCount = 0;
    std::optional<std::pair<int, int64_t>> mbarrier;
    int64_t waitedPhase = 0;
    bool isParity = false;
  };
  using Key = std::pair<int, int64_t>;

  Source decode(const AsmNode &node, const Operand &operand) const;
  void decodeAll();
  Thread makeThread(unsigned number) const;
  /// False where the thread cannot go on.
  bool runThread(unsigned number);
  bool runNode(unsigned number, Thread &thread);
  bool branch(Thread &thread, const AsmNode &node, std::optional<bool> isTaken);
  ThreadValue read(const Thread &thread, const Source &source) const {
    return source.symbol < 0 ? source.constant
                             : thread.registers[source.symbol];
  }
  ThreadValue read(const Thread &thread, const AsmNode &node,
                   const Operand &operand) const {
    return read(thread, decode(node, operand));
  }
  ThreadValue readAddress(const Thread &thread, const AsmNode &node,
                          const Operand &operand) const;
  ThreadValue compute(const Thread &thread, unsigned node) const;
  ThreadValue computeNumber(const AsmNode &node,
                            llvm::ArrayRef<ThreadValue> values) const;
  static ThreadValue mix(llvm::ArrayRef<ThreadValue> values);
  void noteCount(const AsmNode &node, int64_t number, int64_t count);
  void writeAll(Thread &thread, const AsmNode &node, ThreadValue value);

  std::optional<size_t> access(unsigned number, const Thread &thread,
                               ThreadAccess::Kind kind, const Operand &operand,
                               int64_t size, bool isSure,
                               ThreadValue value = {});
  void runMemory(unsigned number, Thread &thread, bool isSure);
  void runCopy(unsigned number, Thread &thread, bool isSure);
  void runMatrixAccess(unsigned number, Thread &thread, bool isSure);
  bool runMbarrier(unsigned number, Thread &thread, bool isSure);
  bool runBarrier(Thread &thread, bool isSure);
  bool isComplete(const Thread &thread);
  void finishPhase(ThreadMbarrier &barrier);
  bool release();

  const AsmGraph &graph;
  const AsmContext &context;
  std::vector<Step> steps;
  std::vector<Thread> threads;
  std::map<Key, ThreadMbarrier> mbarriers;
  std::map<int64_t, int64_t> arrivals, counts;
  llvm::DenseMap<const Declarator *, int> variablePlaces;
  std::vector<int> operandPlaces;
  unsigned round = 0;
  size_t budget = 0;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMTHREADRUN_H
