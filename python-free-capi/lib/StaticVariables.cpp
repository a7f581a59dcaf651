//===- StaticVariables.cpp - The library's static variables ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How static variables, ours as LLVM's and MLIR's, are made and not destroyed.
//
// * They are made inside the gate that fork() closes (ForkGate.h). Variables of
//   a function are made at their first use, under a lock of their own; in a
//   child
//   that fork() made meanwhile the lock would stay closed.
// * They live as long as the process. Their destructors would run in exit()
//   while other threads compile, and take PassRegistry, for one, away under
//   them: up to 30 of 100 exits crashed. None of them does anything that the
//   end of a process does not. What a program's last words need, the flushing
//   of outs(), is done where a tool begins (Tools.cpp).
// * thread_local variables live as long as their thread, also that which calls
//   exit(): the C++ library would destroy its variables before the handlers of
//   atexit() run, which may compile. So they are destroyed as the values of a
//   key of pthreads: when a thread ends, and not in exit(). The destructors of
//   a program's own keys may compile, too, and pthreads calls destructors in
//   any order. It does so in rounds, as long as there are values, at most four
//   times. So the library's come two rounds after the first, and still in time
//   if a program's destructor made the first variable.
//
// The compiler calls __cxa_guard_acquire and ..._release around the making, and
// registers destructors by __cxa_atexit and, of thread_local variables,
// __cxa_thread_atexit. The linker's option --wrap=F leads the library's calls
// of F to __wrap_F, and calls of __real_F to F. It acts on the archives of LLVM
// as on our objects, and on nothing outside the library.
//
//===----------------------------------------------------------------------===//

#include "ForkGate.h"

#include <climits>
#include <new>
#include <pthread.h>

using namespace mlir::tile::capi;

namespace {
/// A thread_local variable that is to be destroyed when its thread ends.
struct ThreadVariable {
  void (*destroy)(void *);
  void *object;
  ThreadVariable *previous;
};
} // namespace

static pthread_key_t key;
static bool hasKey;
/// The calls of destructors that this thread has had.
static thread_local unsigned numRounds;

/// The key's values are lists, the last variable first. A destructor may make
/// more variables; they make the value of another list.
static void destroyThreadVariables(void *value) {
  if (++numRounds < PTHREAD_DESTRUCTOR_ITERATIONS - 1 &&
      pthread_setspecific(key, value) == 0)
    return;
  auto *variable = static_cast<ThreadVariable *>(value);
  while (variable) {
    variable->destroy(variable->object);
    ThreadVariable *previous = variable->previous;
    delete variable;
    variable = previous;
  }
}

static void makeKey() {
  hasKey = pthread_key_create(&key, destroyThreadVariables) == 0;
}

static bool findKey() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, makeKey);
  return hasKey;
}

/// At the library's loading: a fork must not come into the making.
[[maybe_unused]] static const bool kIsKeyMade = findKey();

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

int __real___cxa_thread_atexit(void (*)(void *), void *, void *) noexcept;

int __wrap___cxa_thread_atexit(void (*destroy)(void *), void *object,
                               void *library) noexcept {
  ThreadVariable *variable =
      findKey() ? new (std::nothrow) ThreadVariable : nullptr;
  if (!variable)
    return __real___cxa_thread_atexit(destroy, object, library);
  *variable = {destroy, object,
               static_cast<ThreadVariable *>(pthread_getspecific(key))};
  if (pthread_setspecific(key, variable) == 0)
    return 0;
  delete variable;
  return __real___cxa_thread_atexit(destroy, object, library);
}

} // extern "C"
