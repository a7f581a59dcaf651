/*===- Driver.c - Calls each function in each bad way ------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* mmap's anonymous memory, fork and alarm. */
#define _DEFAULT_SOURCE

#include "Hostile.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Shared with the parent, which reads it when the child is dead. */
static struct Shared {
  long calls, failures;
  long complaints;
  /* Of the present function, crashed ones too; and how many to leave out. */
  long variant, resume;
  char call[300];
} *shared;

enum {
  Done = 42,
  SecondsPerFunction = 300,
  RandomCalls = 100,
  /* Of functions with more than 8 parameters. */
  ManyRandomCalls = 10000,
  CrashesPerFunction = 40
};

static int report;
static char sentinel[64];
static bool failed;

void complain(const char *format, ...) {
  char text[2000];
  int used = snprintf(text, sizeof text, "%s: ", shared->call);
  va_list list;
  va_start(list, format);
  used += vsnprintf(text + used, sizeof text - (size_t)used - 1, format, list);
  va_end(list);
  if ((size_t)used > sizeof text - 2)
    used = sizeof text - 2;
  text[used] = '\n';
  if (write(report, text, (size_t)used + 1) < 0)
    abort();
  ++shared->complaints;
}

void describe(const char *text, long long number) {
  size_t used = strlen(shared->call);
  snprintf(shared->call + used, sizeof shared->call - used, " %s", text);
  used = strlen(shared->call);
  if (number)
    snprintf(shared->call + used, sizeof shared->call - used, " %lld", number);
}

/* A message of a failed call that no other call can have. */
void beginCall(void) {
  char name[40];
  snprintf(name, sizeof name, "sentinel-%ld", ++shared->calls);
  TileCompilerOptions options = goodTileCompilerOptions();
  if (tileCompilerOptionsSet(options, tileString(name), tileString("")) !=
          TileStatusNotFound ||
      !strstr(tileGetLastErrorMessage().data, name))
    complain("the call before it has left the options unusable: %s",
             tileGetLastErrorMessage().data);
  snprintf(sentinel, sizeof sentinel, "%s", name);
}

static bool isSentinel(void) {
  MlirStringRef message = tileGetLastErrorMessage();
  checkString(message);
  return strstr(message.data, sentinel) != NULL;
}

/* In any order, good arguments may be none by now, and several may be bad. */
static Expectation relax(Expectation expectation) {
  if (!isAnyOrder)
    return expectation;
  return expectation == MayFail || expectation == MustSucceed ? MayFail
                                                              : MustFail;
}

void endStatus(TileStatus status, Expectation expectation) {
  MlirStringRef name = tileStatusGetName(status);
  failed = status != TileStatusSuccess;
  shared->failures += failed;
  expectation = relax(expectation);
  if (strcmp(name.data, "unknown") == 0)
    complain("unknown status %d", (int)status);
  if (failed && isSentinel())
    complain("%s without a message", name.data);
  if (failed && tileGetLastErrorMessage().length == 0)
    complain("%s with an empty message", name.data);
  if (!failed && !isSentinel())
    complain("success, and another error message: %s",
             tileGetLastErrorMessage().data);
  if (status == TileStatusInternal)
    complain("internal error: %s", tileGetLastErrorMessage().data);
  const char *wanted = NULL;
  if (expectation == MustFail && !failed)
    wanted = "an error";
  if (expectation == BadArgument && status != TileStatusInvalidArgument)
    wanted = "invalid-argument";
  if (expectation == BadHandle && status != TileStatusInvalidHandle)
    wanted = "invalid-handle";
  if (expectation == MustSucceed && failed)
    wanted = "success";
  if (wanted)
    complain("expected %s, found %s: %s", wanted, name.data,
             failed ? tileGetLastErrorMessage().data : "");
}

void endValue(bool isEmpty, Expectation expectation) {
  failed = isEmpty;
  expectation = relax(expectation);
  if (expectation >= MustFail && expectation <= BadHandle && !isEmpty)
    complain("expected nothing, found a value");
  if (expectation == MustSucceed && isEmpty)
    complain("expected a value, found nothing: %s",
             tileGetLastErrorMessage().data);
}

void clearRoom(Room *room) { memset(room, 0xA5, sizeof *room); }

void checkRoom(const Room *room, bool isUntouched, size_t size) {
  for (size_t i = isUntouched ? 0 : size; i < sizeof *room; ++i)
    if (room->memory.bytes[i] != 0xA5) {
      complain("byte %zu of a result of %zu bytes was written %s", i, size,
               isUntouched ? "by a call that failed" : "beyond its end");
      return;
    }
}

void checkString(MlirStringRef string) {
  if (!string.data || string.data[string.length] != '\0')
    complain("a string of %zu bytes does not end in a null character",
             string.length);
}

/* One call with up to one bad argument for each parameter of `bad`. */
static void callOnce(const Function *function, void *arguments,
                     const unsigned *variants, bool *isVariant) {
  memset(arguments, 0, function->size);
  function->fill(arguments);
  Expectation expectation = MustSucceed;
  snprintf(shared->call, sizeof shared->call, "%s", function->name);
  *isVariant = true;
  for (unsigned i = 0; i < function->numParameters; ++i) {
    if (variants[i] == ~0u)
      continue;
    char place[32];
    snprintf(place, sizeof place, "%s parameter %u",
             expectation == MustSucceed ? "with" : "and", i + 1);
    describe(place, 0);
    unsigned variant = variants[i];
    Expectation found = function->vary(arguments, i, &variant);
    if (found == NoMore) {
      *isVariant = false;
      return;
    }
    /* Of several checks any may come first. */
    if (expectation == MustSucceed)
      expectation = found;
    else if (expectation != MayFail || found != MayFail)
      expectation = MustFail;
  }
  if (++shared->variant > shared->resume)
    function->call(arguments, expectation);
}

static uint64_t state = 88172645463325252u;

unsigned getRandom(unsigned bound) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state % bound);
}

static void callAll(const Function *function) {
  enum { MaxParameters = 16 };
  void *arguments = malloc(function->size ? function->size : 1);
  unsigned variants[MaxParameters], counts[MaxParameters];
  if (function->numParameters > MaxParameters)
    abort();
  memset(variants, 0xFF, sizeof variants);
  bool isVariant;
  callOnce(function, arguments, variants, &isVariant);
  for (unsigned i = 0; i < function->numParameters; ++i) {
    for (variants[i] = 0;; ++variants[i]) {
      callOnce(function, arguments, variants, &isVariant);
      if (!isVariant)
        break;
    }
    counts[i] = variants[i];
    variants[i] = ~0u;
  }
  unsigned calls = function->numParameters > 8 ? ManyRandomCalls : RandomCalls;
  if (function->numParameters > 1) {
    for (unsigned call = 0; call < calls; ++call) {
      for (unsigned i = 0; i < function->numParameters; ++i)
        variants[i] = counts[i] && getRandom(2) ? getRandom(counts[i]) : ~0u;
      callOnce(function, arguments, variants, &isVariant);
    }
    memset(variants, 0xFF, sizeof variants);
  }
  if (function->numParameters) {
    memset(arguments, 0, function->size);
    snprintf(shared->call, sizeof shared->call, "%s with all zero",
             function->name);
    function->call(arguments, function->zero);
  }
  callOnce(function, arguments, variants, &isVariant);
  free(arguments);
}

/* One call with good arguments, or some of which are bad. */
void callSome(const Function *function) {
  enum { Variants = 64 };
  void *arguments = calloc(1, function->size ? function->size : 1);
  function->fill(arguments);
  Expectation expectation = MayFail;
  snprintf(shared->call, sizeof shared->call, "call %ld: %s", shared->calls,
           function->name);
  for (unsigned i = 0; i < function->numParameters; ++i)
    if (getRandom(8) == 0) {
      describe("parameter", i + 1);
      unsigned variant = getRandom(Variants);
      /* Bad objects are made of good ones. */
      isAnyOrder = false;
      Expectation found = function->vary(arguments, i, &variant);
      isAnyOrder = true;
      if (found != NoMore && found != MayFail)
        expectation = MustFail;
    }
  function->call(arguments, expectation);
  free(arguments);
}

/* Returns whether all went well. After a crash another child goes on with the
 * next call. */
static unsigned long callsInAnyOrder;

static bool runInChild(const Function *function, unsigned crashes) {
  const char *name = function ? function->name : "any order";
  FILE *printed = tmpfile();
  if (!printed)
    abort();
  shared->complaints = 0;
  shared->resume = crashes ? shared->variant : 0;
  shared->variant = 0;
  snprintf(shared->call, sizeof shared->call, "%s", name);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    report = dup(STDOUT_FILENO);
    dup2(fileno(printed), STDOUT_FILENO);
    dup2(fileno(printed), STDERR_FILENO);
    alarm(SecondsPerFunction);
    if (function)
      callAll(function);
    else
      callInAnyOrder(callsInAnyOrder);
    fflush(NULL);
    _exit(Done);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) != child)
    abort();
  bool good = shared->complaints == 0;
  if (WIFSIGNALED(status)) {
    printf("%s: %s\n", shared->call,
           WTERMSIG(status) == SIGALRM ? "does not end"
                                       : strsignal(WTERMSIG(status)));
    good = false;
  } else if (WEXITSTATUS(status) != Done) {
    printf("%s: ended the process\n", shared->call);
    good = false;
  }
  rewind(printed);
  char line[1000];
  for (int i = 0; i < 60 && fgets(line, sizeof line, printed); ++i) {
    printf("%s: printed: %s", i ? "" : name, line);
    good = false;
  }
  fclose(printed);
  if (function && WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM &&
      crashes < CrashesPerFunction)
    (void)runInChild(function, crashes + 1);
  return good;
}

/* usage: hostile [PREFIX]: the functions whose names begin so.
 *        hostile --any-order CALLS SEED */
int main(int argc, char **argv) {
  const char *prefix = argc > 1 ? argv[1] : "";
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    abort();
  if (argc == 4 && strcmp(argv[1], "--any-order") == 0) {
    callsInAnyOrder = strtoul(argv[2], NULL, 10);
    state ^= strtoull(argv[3], NULL, 10) << 20;
    bool isGood = runInChild(NULL, 0);
    printf("%ld calls in any order, %ld errors\n", shared->calls,
           shared->failures);
    return !isGood;
  }
  unsigned called = 0, bad = 0;
  for (unsigned i = 0; i < numFunctions; ++i)
    if (strncmp(functions[i].name, prefix, strlen(prefix)) == 0) {
      ++called;
      bad += !runInChild(&functions[i], 0);
    }
  printf("%u functions, %ld calls\n", called, shared->calls);
  printf("%u functions with complaints\n", bad);
  return bad != 0;
}
