/*===- Patience.h - Ends a test's process that hangs ------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A time on the clock does not tell a process that hangs from one that waits
|* for a busy machine, or from one whose machine was halted for a while. So the
|* seconds are counted in which the process was awake: a signal comes in each of
|* them, and only one comes after a halt, however long it was.
|*
\*===----------------------------------------------------------------------===*/

#ifndef TILE_TEST_CAPI_PATIENCE_H
#define TILE_TEST_CAPI_PATIENCE_H

#include <signal.h>
#include <sys/time.h>
#include <time.h>

/* Of which a process ends that hangs. */
enum { PatienceSignal = SIGALRM };

static struct Patience {
  int seconds, numIdle, numAll;
  double processorTime;
} patience;

static inline double getProcessorTime(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One second more. Only what a signal handler may do. */
static inline void losePatience(int number) {
  /* A process that waits for a lock uses no processor time, and its signal
     handler some microseconds. */
  double processorTime = getProcessorTime();
  if (processorTime - patience.processorTime > 1e-3)
    patience.numIdle = 0;
  patience.processorTime = processorTime;
  ++patience.numIdle;
  ++patience.numAll;
  if (patience.numIdle < patience.seconds &&
      patience.numAll < 10 * patience.seconds)
    return;
  signal(number, SIG_DFL);
  raise(number);
}

/* Ends this process by PatienceSignal after so many seconds in which it does
   nothing, or ten times as many in which it does not end. */
static inline void endIfHung(int seconds) {
  struct itimerval everySecond = {{1, 0}, {1, 0}};
  patience.seconds = seconds;
  patience.numIdle = patience.numAll = 0;
  patience.processorTime = getProcessorTime();
  signal(PatienceSignal, losePatience);
  setitimer(ITIMER_REAL, &everySecond, NULL);
}

#endif /* TILE_TEST_CAPI_PATIENCE_H */
