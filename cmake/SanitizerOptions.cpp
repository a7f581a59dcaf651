//===- SanitizerOptions.cpp - Defaults of sanitizer builds ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked into the programs of sanitizer builds only.
//
//===----------------------------------------------------------------------===//

// LLVM's headers poison parts of its arenas, and the standard containers
// annotate their ends, when they are compiled with the address sanitizer;
// LLVM's archives are not, and read there.

extern "C" const char *__asan_default_options();

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=0";
}

#ifdef __SANITIZE_THREAD__

#include <pthread.h>
#include <time.h>

// std::timed_mutex locks by this function, which the thread sanitizer of GCC 12
// does not know: it then sees an unlock of a mutex that nobody has locked. It
// knows pthread_mutex_timedlock, which differs in the clock.
extern "C" int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                       const timespec *until) {
  timespec now, end;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += until->tv_sec - now.tv_sec;
  end.tv_nsec += until->tv_nsec - now.tv_nsec;
  if (end.tv_nsec < 0) {
    end.tv_nsec += 1000000000;
    --end.tv_sec;
  } else if (end.tv_nsec >= 1000000000) {
    end.tv_nsec -= 1000000000;
    ++end.tv_sec;
  }
  return pthread_mutex_timedlock(mutex, &end);
}

#endif // __SANITIZE_THREAD__
