//===- Warp.h - 32 lanes in lock step ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A warp's state, and what the handlers of instructions may do with it.
//
//===----------------------------------------------------------------------===//
//
// Divergence. The lanes of a warp that are at the same instruction are a
// fragment. A branch whose lanes go different ways splits its fragment, and the
// parts meet again where both ways must pass: the immediate post-dominator of
// the branch. A Join stands there and holds the lanes that came until the last
// one has:
//
//     pc 3: @p bra 7      lanes 0-31 -> 0-15 go on at 4, 16-31 at 7
//     pc 4..6: ...        Join{pc 9, expected 0-31}
//     pc 7, 8: ...
//     pc 9:               both parts arrive; one fragment of lanes 0-31 goes on
//
// A branch of a part makes a Join whose parent is the first one; lanes that
// exit leave all of them. A part runs until it arrives, waits or exits; then
// another runs. So far this is the stack of a SIMT machine. But a thread may
// wait for one that has arrived already (a spin lock whose holder is past the
// loop): GPUs since Volta promise that each thread goes on some time. So a part
// that has run for long lets the lanes that wait at its Join go on alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_WARP_H
#define TILE_LIB_SIMULATOR_WARP_H

#include "Code.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <array>
#include <memory>

namespace mlir::tile::sim {

class Block;
class Worker;
class LaunchState;

/// The registers of an active function, shared by the fragments in it.
struct Frame {
  const FunctionCode *function = nullptr;
  std::unique_ptr<uint8_t[]> storage;
  /// Aligned, in the storage.
  uint8_t *registers = nullptr;
  /// The shadows of the registers, right before them; null if none of the
  /// function may have undefined bits. See Undefined.h.
  uint8_t *shadow = nullptr;
  /// Of each register, the lanes that have undefined bits, and where these are
  /// from (unpackOrigin); null without shadows.
  uint32_t *undefined = nullptr, *origins = nullptr;
  /// Registers that have some.
  unsigned numUndefined = 0;
  /// `.param` variables: `paramSize` bytes for each lane. If
  /// ProgramCode::followsParams, their shadows are after them.
  uint8_t *params = nullptr;
  size_t capacity = 0;
  Frame *caller = nullptr;
  /// The call that made it.
  uint32_t callPc = 0;
  /// Where its local variables begin in the thread's local memory, and where
  /// the variables of a function that it calls may begin.
  uint64_t localBase = 0, localEnd = 0;
  /// How many frames call it.
  unsigned depth = 0;
  /// The lanes that are in it, or were.
  uint32_t lanes = 0;
  unsigned references = 0;
};

/// Where parts of a fragment meet again.
struct Join {
  /// kAtReturn: where the function returns.
  uint32_t pc = 0;
  Frame *frame = nullptr;
  uint32_t expected = 0, arrived = 0;
  Join *parent = nullptr;
  unsigned references = 0;

  static constexpr uint32_t kAtReturn = ~0u;
};

/// Why lanes do not go on.
enum class WaitKind : uint8_t {
  None,
  Barrier,
  Cluster,
  Collective,
  /// Of setmaxnreg.
  Registers,
  /// Of wgmma.wait_group: the other warps of the warpgroup have yet to issue
  /// the product.
  Products,
  /// Of tcgen05.alloc: columns that are free.
  TensorMemory
};

/// Lanes that are at the same instruction.
struct Fragment {
  uint32_t pc = 0, mask = 0;
  /// How often it has let others go first.
  uint32_t deferrals = 0;
  Frame *frame = nullptr;
  Join *join = nullptr;
  WaitKind wait = WaitKind::None;
  /// Of a wait: the number of the barrier or the warpgroup, or the mask of the
  /// lanes.
  uint32_t waitFor = 0;
  /// Instructions since it was last given its turn.
  uint64_t steps = 0;
};

/// A CUDA address space, as far as accesses tell them apart.
enum class Space : uint8_t {
  Generic,
  Global,
  Shared,
  SharedCluster,
  Local,
  Const,
  Param
};

enum class AccessKind : uint8_t { Read, Write, Atomic };

/// An access of some lanes to memory.
struct Access {
  Space space = Space::Generic;
  AccessKind kind = AccessKind::Read;
  /// `.relaxed`, `.volatile` and stronger: no race with others of its kind.
  bool isStrong = false;
  /// Counted and checked as one request of up to 32 lanes.
  bool isCounted = true;
  /// Atomic, or an `.acquire` or `.release` access: it is there to order, so
  /// that nothing needs to order it.
  bool isOrdering = false;
  /// Through the async proxy.
  bool isAsync = false;
  /// A store to global memory that is over when it was waited for; its number
  /// there (GlobalShadow::beginStore).
  bool isBulkStore = false;
  uint32_t bulkStore = 0;
  /// Of an mbarrier, whose initialisation may be known by a fence of its own.
  bool isMbarrier = false;
  /// Bytes per lane, and what the address must be a multiple of.
  unsigned bytes = 4, alignment = 4;
  /// Of a store, the bytes of each lane, one lane after the other; null if
  /// they are not known.
  const uint8_t *values = nullptr;
  /// The shared variables that the address is made of; null if that is not
  /// known.
  const SharedOrigin *origin = nullptr;
};

class Warp {
public:
  Warp(Block &block, unsigned index) : block(block), index(index) {}
  ~Warp();

  Block &block;
  /// Within the CTA.
  unsigned index;
  Worker *worker = nullptr;

  /// The registers of the fragment that runs.
  uint8_t *registers = nullptr;
  template <typename T> T *reg(uint32_t offset) const {
    return reinterpret_cast<T *>(registers + offset);
  }
  uint32_t &pred(uint32_t offset) const { return *reg<uint32_t>(offset); }
  void setPredicate(uint32_t offset, uint32_t mask, uint32_t value) const {
    uint32_t &p = pred(offset);
    p = (p & ~mask) | (value & mask);
  }

  /// Lanes of the fragment that runs, whatever the guard says.
  uint32_t active() const { return current->mask; }
  /// Lanes that exist and have not exited.
  uint32_t live() const { return liveLanes; }
  /// Lanes that the CTA's size gives the warp.
  uint32_t existing() const { return existingLanes; }
  Fragment &fragment() const { return *current; }
  Frame &frame() const { return *current->frame; }

  /// The carry of add.cc, one bit per lane.
  uint32_t carry = 0;

  /// Checks the accesses of the lanes to `addresses`, reports what is wrong,
  /// counts the request, and sets `pointers` to the bytes on the host. Returns
  /// the lanes whose access may be done.
  uint32_t access(const Inst &inst, uint32_t mask, const Access &access,
                  const uint64_t *addresses, uint8_t **pointers);

  /// Of the last access(): the lanes whose memory has shadows, these, and the
  /// space that they are of.
  uint32_t followedLanes = 0;
  /// Of loads that are followed, where each lane loaded from; see
  /// SharedSources.h.
  std::vector<std::array<uint64_t, kNumLanes>> loadedFrom;
  uint8_t *shadows[kNumLanes];
  Space shadowSpaces[kNumLanes];
  /// Notes where they are. What is written is defined.
  void followAccess(unsigned lane, const Access &access, Space space,
                    uint8_t *shadow);
  /// Of the last access(): where the undefined bits are from that a lane found.
  uint32_t getLoadedOrigin(const Inst &inst, unsigned lane,
                           unsigned bytes) const;

  /// Reports that undefined bits matter: the instruction's read number `read`,
  /// or those that its handler looks after. The registers are defined then, so
  /// that one mistake is one finding.
  void reportUndefined(const Inst &inst, unsigned read, uint32_t lanes);
  void reportHandled(const Inst &inst, uint32_t lanes);

  /// Adds a finding of a lane; `lane` 32 stands for the warp. A finding that is
  /// known already is only counted: its message, or what makes it, is not
  /// looked at.
  void report(ReportKind kind, const Inst &inst, unsigned lane,
              const llvm::Twine &message);
  template <typename F, typename = std::invoke_result_t<F>>
  void report(ReportKind kind, const Inst &inst, unsigned lane, F getMessage) {
    if (!isRepeat(kind, inst, lane))
      addReport(kind, inst, lane, getMessage());
  }
  /// Adds a note of a lane, which is a finding where RunOptions::strictRaces is
  /// set.
  template <typename F>
  void note(ReportKind kind, const Inst &inst, unsigned lane, F getMessage) {
    if (!isRepeat(kind, inst, lane, isNote()))
      addReport(kind, inst, lane, getMessage(), isNote());
  }
  /// Whether that is all there is to do about a finding; it is counted then.
  bool isRepeat(ReportKind kind, const Inst &inst, unsigned lane,
                bool isNote = false);
  Report makeReport(ReportKind kind, const Inst &inst, unsigned lane,
                    std::string message) const;
  Dim3 getThread(unsigned lane) const;

  /// Makes the fragment that runs wait; for handlers of Control::Wait. It goes
  /// on with the next instruction, or with this one if `again`.
  void wait(WaitKind kind, uint32_t what, bool again = false);
  /// Makes a fragment of its own of `lanes` of the one that runs. Both execute
  /// the instruction again, which must be one that MayBlock.
  void splitToWait(const Inst &inst, uint32_t lanes);
  /// Executes a collective instruction for the fragment that runs, or makes it
  /// wait for the other lanes of the mask; see Collective.h.
  void meet(const Inst &inst, uint32_t mask);
  /// Lets the other warps run before this one goes on.
  /// Lanes that wait for it forever need not, if it found nothing to do.
  void yield(bool isIdle = true) {
    wantsToYield = true;
    isIdling = isIdle;
  }
  /// A strong load or an atomic operation has read `value`. One that reads the
  /// same again and again is a loop that waits for others, who get their turn.
  void notePoll(const Inst &inst, uint64_t address, uint64_t value);
  /// Lets other fragments of the warp go first, for a barrier that wants the
  /// whole warp: they may be about to end. The instruction is executed again.
  /// False if there are none, or they had their time.
  bool letOthersGoFirst(const Inst &inst);
  /// Ends the run after an error that cannot be passed over.
  void stopRun() { isAborted = true; }
  /// Lets fragments that wait go on: those that wait for (kind, what).
  void release(WaitKind kind, uint32_t what);
  /// The lanes that wait for (kind, what).
  uint32_t getWaiting(WaitKind kind, uint32_t what) const;

  /// Makes ready to run a kernel from its start.
  void start(const FunctionCode &entry, uint32_t lanes);

  enum class Status { Done, Blocked, Running };
  /// Runs until all lanes exited or wait, or after about `budget` instructions.
  Status run(uint64_t budget);

  /// Where it is, for messages of dead locks: the first fragment's.
  uint32_t getPc() const;
  llvm::ArrayRef<Fragment *> getFragments() const { return fragments; }

  /// Time, in instructions of the warp.
  uint64_t getClock() const { return totalSteps + stepsNow; }

  /// Local memory of a lane, at least `bytes` of it; its shadow, if it has one,
  /// is `getLocalCapacity()` bytes after.
  uint8_t *getLocal(unsigned lane, uint64_t bytes);
  /// These bytes of local memory are undefined, whatever was there before.
  void forgetLocal(uint64_t begin, uint64_t end, uint32_t lanes);
  uint64_t getLocalCapacity() const { return localCapacity; }
  /// Instructions that it has executed.
  uint64_t getSteps() const { return totalSteps; }
  /// Groups of cp.async; see AsyncCopies.h.
  struct AsyncState;
  std::unique_ptr<AsyncState, void (*)(AsyncState *)> async{
      nullptr, [](AsyncState *) {}};
  /// Of barrier.cluster: the lanes that have arrived in this phase, and those
  /// that have arrived and not waited yet.
  uint32_t clusterArrived = 0, clusterDue = 0;
  /// What setmaxnreg has made of the registers of a thread; 0: nothing yet.
  unsigned numRegisters = 0;

  /// Lanes of it have been let go on without others that they should have met:
  /// barriers must not expect it to be whole.
  bool isRelieved() const { return wasRelieved; }

  /// The value of a special register.
  uint64_t getSpecialValue(Special special, unsigned component,
                           unsigned lane) const;

  /// Lets lanes at one Join go on, so that none waits without end; false if
  /// there are none.
  bool relieve();
  /// Ends lanes of the fragment that runs.
  void exitLanes(uint32_t mask);

private:
  friend class Block;
  enum class Next { GoOn, Switch };
  /// Ends lanes at an instruction, where the others go on after it.
  Next exitAt(uint32_t mask);
  Next runControl(const Inst &inst, uint32_t mask);
  Next branch(const Inst &inst, uint32_t taken);
  Next indexedBranch(const Inst &inst, uint32_t mask);
  Next call(const Inst &inst, uint32_t mask);
  Next returnFrom(const Inst &inst, uint32_t mask);
  /// The parts of the fragment that runs: where each goes on.
  struct Part {
    uint32_t pc, mask;
  };
  Next split(llvm::ArrayRef<Part> parts, uint32_t reconverge);
  /// `split` of a branch.
  Next diverge(llvm::ArrayRef<Part> all, uint32_t reconverge);
  /// Serves the fragments that wait for lanes which are all there now.
  void meetWaiting();
  /// Serves fragments that wait for lanes which cannot come, after a report, as
  /// nothing else in the warp can go on. False if there are none.
  bool meetWithoutOthers();
  /// Copies that are in flight when the lanes end.
  void finishAsync(uint32_t lanes);
  /// Executes the collective instruction that the fragments are at.
  void serve(llvm::ArrayRef<Fragment *> together);
  /// The fragment that runs has come to `join`; true if it goes on, with all.
  bool arrive(Join *join);
  void leaveJoins(Join *join, uint32_t mask);
  /// Starts the lanes of a Join that has all it expects.
  void complete(Join *join);
  void addReport(ReportKind kind, const Inst &inst, unsigned lane,
                 std::string message, bool isNote = false);
  /// Whether what is a race by the letter only is a note.
  bool isNote() const;
  /// Before an instruction with ChecksReads or MarksWrites.
  void followUndefined(const Inst &inst, uint32_t mask);
  void traceBefore(const Inst &inst, uint32_t mask);
  void traceAfter(const Inst &inst);

  Fragment *makeFragment(uint32_t pc, uint32_t mask, Frame *frame, Join *join);
  void removeCurrent();
  /// Ends all fragments.
  void clear();
  Frame *makeFrame(const FunctionCode &function, Frame *caller, uint32_t callPc,
                   uint32_t lanes);
  /// Where the local variables of a function begin that `caller` calls.
  static uint64_t getLocalBase(const FunctionCode &function,
                               const Frame *caller);
  void fillFrame(Frame &frame);
  void dropFrame(Frame *frame);
  void dropJoin(Join *join);
  void setCurrent(Fragment *fragment);

  uint32_t existingLanes = 0, liveLanes = 0;
  Fragment *current = nullptr;
  llvm::SmallVector<Fragment *, 4> fragments;
  std::vector<std::unique_ptr<Frame>> freeFrames;
  std::vector<std::unique_ptr<uint8_t[]>> local;
  uint64_t localCapacity = 0;
  /// Instructions until the last turn, and in this one.
  uint64_t totalSteps = 0, stepsNow = 0;
  bool wantsToYield = false, isIdling = false;
  /// The last read that may be one of a loop that waits, and how often it was
  /// repeated.
  struct Poll {
    const Inst *inst = nullptr;
    uint64_t address = 0, value = 0, step = 0;
    unsigned repeats = 0;
  };
  Poll lastPoll;
  bool wasRelieved = false;
  bool isAborted = false;
  uint32_t tracedLanes = 0;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_WARP_H
