//===- ForkGate.h - Keeps fork() out of critical moments --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gate that work is inside, that fork() closes, and that waits for neither
// longer than it must.
//
//===----------------------------------------------------------------------===//
//
// A child of fork() has one thread, and every lock of the process as it was at
// that moment: one that another thread held stays closed. A compile takes
// locks that belong to the whole process, here and there and each for a moment:
//
// * A static variable of a function is made at its first use, under a lock of
//   its own. A process's first compile makes many of them.
// * LLVM's NVPTX back end has one cache of annotations for all contexts. Its
//   lock is taken for each argument of a kernel, at every emission of PTX.
// * Registries (of passes, of the implicit TypeIDs) are read and written under
//   locks.
//
// The locks are LLVM's, and no handler of fork() can get at them. So fork()
// comes where no thread holds one: between two passes.
//
//   compile   ==pass==|==pass==|==pass==|                |==pass==|==pass==|
//   compile   =====pass=====|                            |====pass====|
//   fork()        wanted  - - - - - - - - | fork | ended
//   callback  ...............................................................
//
// A compile lives inside the gate (WorkInside), and at each place that is good
// for it asks by `pause` whether a fork is wanted: a load. Then it steps out,
// and in again when the fork is done. fork() waits until no thread is inside.
// The program's own code, that is callbacks, runs outside (WorkOutside): it may
// take any time, or fork. What makes a static variable is inside, too, on any
// thread and whoever called it, mlir-c for one; see StaticVariables.cpp.
//
// No thread waits for longer than kPatience, whatever hangs: a fork then goes
// on as if there were no gate, and so does a compile. The fork may leave a
// child that cannot compile; the other ends deadlocks with locks of the
// program, which a thread can hold around a compile, and fork() want for a
// handler of the program's own.
//
// A fork lets all compiles through that have waited for it before the next fork
// counts: threads that fork without end slow compiles down, and do not stop
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_FORKGATE_H
#define TILE_CAPI_FORKGATE_H

#include <cstdint>

namespace mlir::tile::capi {

/// While it lives, its thread works inside the gate. Waits until no fork is
/// wanted, if the thread is not inside already.
class WorkInside {
public:
  WorkInside();
  ~WorkInside();
  WorkInside(const WorkInside &) = delete;

  /// Where a fork may come between: no lock is held. Does nothing on other
  /// threads than the thread that made this: a pool's threads work for that
  /// thread, which waits for them.
  void pause();

private:
  friend class WorkOutside;
  /// The thread's gate; a thread has one for all its work.
  unsigned *depth;
  /// Whether this came from outside.
  bool isOutermost;
  /// WorkOutsides that live; under the gate's lock.
  unsigned numOutside = 0;
};

/// While it lives, the work is outside the gate, and its thread, or one that
/// works for it, does what may take any time.
class WorkOutside {
public:
  explicit WorkOutside(WorkInside &work);
  ~WorkOutside();
  WorkOutside(const WorkOutside &) = delete;

private:
  WorkInside &work;
  unsigned depth;
};

/// How many forks are between this process and the one that loaded the library.
uint64_t getNumForks();

/// What __cxa_guard_acquire and its opposites need: the thread is inside while
/// it makes a static variable. This never waits for work that is inside.
void enterForStatic();
void leaveForStatic();

} // namespace mlir::tile::capi

#endif // TILE_CAPI_FORKGATE_H
