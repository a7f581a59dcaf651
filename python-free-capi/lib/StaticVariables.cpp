//===- StaticVariables.cpp - The library's static variables ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How static variables, ours as LLVM's and MLIR's, are made and not destroyed.
//
// * They are made inside the gate that fork() closes (ForkGate.h). Those of a
//   function are made at their first use, under a lock of their own; in a child
//   that fork() made meanwhile the lock would be closed for ever.
// * They live as long as the process. Their destructors would run in exit()
//   while other threads compile, and take PassRegistry, for one, away under
//   them: up to 30 of 100 exits crashed. None of them does anything that the end
//   of a process does not. What a program's last words need, the flushing of
//   outs(), is done where a tool begins (Tools.cpp).
//
// The compiler calls __cxa_guard_acquire and ..._release around the making, and
// registers destructors by __cxa_atexit. The linker's option --wrap=F leads the
// library's calls of F to __wrap_F, and calls of __real_F to F. It acts on the
// archives of LLVM as on our objects, and on nothing outside the library.
// Destructors of thread_local variables are registered by another function, and
// run.
//
//===----------------------------------------------------------------------===//

#include "ForkGate.h"

using namespace mlir::tile::capi;

extern "C" {

int __real___cxa_guard_acquire(uint64_t *guard);
void __real___cxa_guard_release(uint64_t *guard) noexcept;
void __real___cxa_guard_abort(uint64_t *guard) noexcept;

/// Whether the caller is to make the variable; then a call of one of the other
/// two follows. May wait for another thread, which is inside, too.
int __wrap___cxa_guard_acquire(uint64_t *guard) {
  enterForStatic();
  int isToMake = __real___cxa_guard_acquire(guard);
  if (!isToMake)
    leaveForStatic();
  return isToMake;
}

void __wrap___cxa_guard_release(uint64_t *guard) noexcept {
  __real___cxa_guard_release(guard);
  leaveForStatic();
}

void __wrap___cxa_guard_abort(uint64_t *guard) noexcept {
  __real___cxa_guard_abort(guard);
  leaveForStatic();
}

int __wrap___cxa_atexit(void (*)(void *), void *, void *) noexcept { return 0; }

} // extern "C"
