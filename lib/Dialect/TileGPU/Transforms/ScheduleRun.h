//===- ScheduleRun.h - Runs a schedule of waits and arrivals ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the steps of a kernel's warps for one choice of its inputs, and reports
// what hangs or uses a place too early.
//
//===----------------------------------------------------------------------===//
//
// The warps of the target are two agents (with turns: one of each warpgroup),
// which run the same steps but not at the same time. Each additional warp is an
// agent, too. Agents run in any order until all have ended, or wait forever:
// what an agent waits for does not depend on the order.
//
// Whether accesses are ordered does not depend on the order either: each agent
// has a clock, a vector of counts. They say what the agent knows to be done:
//
//   of each agent     its own steps
//                     its writes before its last fence_proxy
//                     its products, groups of copies and stores of boxes that
//                     have ended
//   of each mbarrier  the phases that have ended
//
// A barrier joins clocks. An access of a place leaves a note there: which count
// has to reach which value before others may touch the place.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCHEDULERUN_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCHEDULERUN_H

#include "ScheduleProgram.h"

#include "llvm/ADT/SmallBitVector.h"

namespace mlir::tilegpu {

class ScheduleRun {
public:
  ScheduleRun(FunctionOpInterface func, ScheduleProgram &program);

  /// Runs the schedule with the present inputs. Fails after an error.
  LogicalResult run();
  /// The steps that were run.
  llvm::SmallBitVector reached;

private:
  using Clock = SmallVector<int, 0>;
  /// The counts of each agent. The mbarriers' counts follow.
  enum Count { Steps, Fenced, Products, Groups, Stores, NumCounts };

  /// How an operation touches a place.
  enum class Touch {
    // Loads and stores by threads, and copies by cp.async, which threads see.
    Read,
    Write,
    Copy,
    // By the async proxy: boxes that come, products that read, boxes that go.
    BoxWrite,
    ProductRead,
    StoreRead,
    // Sums in tensor memory.
    SumWrite,
    SumRead
  };
  static bool isWrite(Touch touch) {
    return touch == Touch::Write || touch == Touch::Copy ||
           touch == Touch::BoxWrite || touch == Touch::SumWrite;
  }
  struct Access {
    Touch touch;
    int agent;
    /// Which count has to reach which value.
    int count, value;
    Operation *op;
    /// The steps that the agent had run.
    unsigned progress;
  };

  struct Agent {
    int step = -1;
    bool isMain = false, hasEnded = false;
    /// It has come to a barrier of the CTA, and may go on.
    bool isAtBarrier = false, isReleased = false;
    SmallVector<int64_t, 0> registers;
    Clock clock;
    unsigned progress = 0;
    /// Products, groups of copies, and stores that it has begun.
    int products = 0, groups = 0, stores = 0;
    /// Answers that it has read.
    int programs = 0;
  };

  struct MBarrier {
    int64_t count = 0, arrived = 0;
    /// The phases that have ended.
    int phases = 0;
    /// When the first agent initialized it.
    int since = 0;
    Operation *init = nullptr;
    Clock clock;
    /// Of each agent, when it last waited and for which phase.
    struct Wait {
      int when = 0, phase = -2;
    };
    SmallVector<Wait, 4> waits;
    /// The last copy whose bytes arrive here, and its phase.
    Operation *copy = nullptr;
    int copyPhase = 0;
  };

  /// Bytes that operations touch as a whole.
  struct Part {
    SmallVector<Access, 4> writes, reads;
    /// The agents that have given it away since it was filled, a bit of each.
    unsigned givenBy = 0;
  };

  int count(Count what, int agent) const { return what * numAgents + agent; }
  int countPhases(int place) const { return NumCounts * numAgents + place; }

  bool advance(int agent);
  bool act(int agent, Operation *op);
  bool meet(int agent, Operation *op);
  bool takeTurn(int agent, TurnOp turn);

  MBarrier *getBarrier(int agent, Operation *op, int place);
  void initialize(int agent, MBarrierInitOp init, int place);
  bool wait(int agent, Operation *op, int place, int64_t parity);
  void arrive(int agent, Operation *op, int place, int64_t arrivals);
  /// Begins to fill a place, as a part of a barrier's phase.
  void fill(int agent, Operation *op, Value places, int barrier);

  MutableArrayRef<Part> getParts(int place, Value places);
  /// An access of the places from `place` on that a value names, which is done
  /// when a count has a value.
  void touch(int agent, Operation *op, Touch touch, int place, Value places,
             int count, int value);
  void check(int agent, Operation *op, Touch touch, const Access &before);
  bool mayMeet(Operation *op, Touch touch, const Access &before);
  void giveAway(int agent, Operation *op, int place, Value places);

  void checkEnd();
  void reportHang();
  InFlightDiagnostic error(Operation *op);

  FunctionOpInterface func;
  ScheduleProgram &program;
  int numWarps, numMain, numAgents, producer = -1, product = -1;
  SmallVector<Agent, 4> agents;
  /// Of each place.
  SmallVector<MBarrier, 0> barriers;
  /// Of each place, the first of its parts and the one after the last.
  SmallVector<std::pair<int, int>, 0> parts;
  SmallVector<Part, 0> memory;
  /// What `mayMeet` has found.
  DenseMap<std::pair<Operation *, Operation *>, bool> meetings;
  SmallVector<int, 4> turns;
  bool hasFailed = false;
  unsigned stepsLeft = 0;
};

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCHEDULERUN_H
