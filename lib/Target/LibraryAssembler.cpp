//===- LibraryAssembler.cpp - Assembling without a ptxas ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library compiles in a child of fork(): there it can be ended when it
// takes too long or is to be cancelled, and what it does wrong ends only the
// child, all as with ptxas. The child calls nothing but the library, which this
// process never calls, so no other thread is inside it while the process is
// copied.
//
//===----------------------------------------------------------------------===//

#include "AssemblerProcess.h"
#include "NvJitLink.h"

#include "llvm/Support/Path.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::tile;
using namespace llvm;

bool mlir::tile::isAssemblerLibrary(StringRef path) {
  return sys::path::filename(path).contains(".so");
}

/// Writes all of it; a failure cannot be reported.
static void writeAll(int descriptor, const void *bytes, size_t size) {
  auto *next = static_cast<const char *>(bytes);
  while (size != 0) {
    ssize_t written = ::write(descriptor, next, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return;
    next += written;
    size -= written;
  }
}

/// What the child does. Its answer is the result, and the three texts with
/// their sizes before them.
[[noreturn]] static void runChild(const NvJitLink &library, StringRef ptx,
                                  ArrayRef<const char *> options, int answer) {
  // The host's handlers are not for this process.
  for (int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTERM, SIGINT})
    ::signal(number, SIG_DFL);
  NvJitLink::Output output = library.compile(ptx, options);
  writeAll(answer, &output.result, sizeof(output.result));
  for (const std::string *text :
       {&output.cubin, &output.errors, &output.info}) {
    uint64_t size = text->size();
    writeAll(answer, &size, sizeof(size));
    writeAll(answer, text->data(), size);
  }
  ::_exit(0);
}

/// Takes an answer apart; false if it is not whole.
static bool parseAnswer(StringRef answer, NvJitLink::Output &output) {
  auto take = [&](void *value, size_t size) {
    if (answer.size() < size)
      return false;
    std::memcpy(value, answer.data(), size);
    answer = answer.drop_front(size);
    return true;
  };
  if (!take(&output.result, sizeof(output.result)))
    return false;
  for (std::string *text : {&output.cubin, &output.errors, &output.info}) {
    uint64_t size;
    if (!take(&size, sizeof(size)) || size > answer.size())
      return false;
    *text = answer.take_front(size).str();
    answer = answer.drop_front(size);
  }
  return answer.empty();
}

/// Reads until the child closes its end.
static WaitOutcome readAnswer(int descriptor, const Deadline &deadline,
                              std::string &answer) {
  char buffer[65536];
  for (;;) {
    pollfd entry = {descriptor, POLLIN, 0};
    int ready = ::poll(&entry, 1, deadline.polls() ? 2 : -1);
    if (ready > 0) {
      ssize_t size = ::read(descriptor, buffer, sizeof(buffer));
      if (size == 0)
        return WaitOutcome::Ended;
      if (size > 0)
        answer.append(buffer, size);
      else if (errno != EINTR && errno != EAGAIN)
        return WaitOutcome::Ended;
    } else if (ready < 0 && errno != EINTR) {
      return WaitOutcome::Ended;
    }
    WaitOutcome outcome = deadline.check();
    if (outcome != WaitOutcome::Ended)
      return outcome;
  }
}

AssemblerResult mlir::tile::assembleByLibrary(StringRef ptx,
                                              const AssemblerOptions &options) {
  std::string problem;
  NvJitLink library;
  if (!library.load(options.ptxasPath, problem))
    return failToStart(problem);
  std::string architecture = "-arch=" + options.chip;
  // By its own -O it takes only 0 and 3.
  std::string optLevel = "-Xptxas=-O" + std::to_string(options.optLevel);
  SmallVector<const char *> flags = {architecture.c_str(), optLevel.c_str(),
                                     "-verbose"};
  if (options.lineInfo)
    flags.push_back("-lineinfo");

  auto failWith = [](int error) {
    return failToStart("cannot start a process for nvJitLink: " +
                       Twine(std::strerror(error)));
  };
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return failWith(errno);
  // One fork at a time: a handler of fork() may wait until other compiles are
  // at a place where they ask whether to go on, and these here do so.
  static std::timed_mutex forking;
  std::unique_lock<std::timed_mutex> lock(forking, std::defer_lock);
  Deadline deadline(options);
  while (!lock.try_lock_for(std::chrono::milliseconds(1)))
    if (WaitOutcome outcome = deadline.check(); outcome != WaitOutcome::Ended) {
      ::close(ends[0]);
      ::close(ends[1]);
      return failToAssemble({}, describe(outcome, "nvJitLink", options));
    }
  pid_t child = ::fork();
  if (child == 0)
    runChild(library, ptx, flags, ends[1]);
  int forkError = errno;
  lock.unlock();
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return failWith(forkError);
  }
  std::string answer;
  WaitOutcome outcome = readAnswer(ends[0], deadline, answer);
  ::close(ends[0]);
  if (outcome != WaitOutcome::Ended)
    ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (outcome != WaitOutcome::Ended)
    return failToAssemble({}, describe(outcome, "nvJitLink", options));

  AssemblerResult result;
  NvJitLink::Output output;
  if (!parseAnswer(answer, output))
    return failToAssemble({}, WIFSIGNALED(status)
                                  ? "nvJitLink was ended by signal " +
                                        Twine(WTERMSIG(status))
                                  : Twine("nvJitLink ended without a result"));
  parseAssemblerOutput(output.errors, result);
  parseAssemblerOutput(output.info, result);
  result.success = output.result == NvJitLink::Success;
  if (result.success) {
    if (!isWholeFile(output.cubin))
      return failToAssemble(std::move(result),
                            describeNoCubin(output.cubin, options));
    result.cubin = std::move(output.cubin);
    return result;
  }
  bool explained = any_of(result.messages, [](const AssemblerMessage &m) {
    return m.severity == AssemblerMessage::Error;
  });
  if (!explained) {
    // Lines that ptxas did not write: "ERROR 4 in nvJitLink ..."
    StringRef reason = StringRef(output.errors.c_str()).trim();
    return failToAssemble(std::move(result), "nvJitLink failed with result " +
                                                 Twine(output.result) +
                                                 (reason.empty() ? "" : ": ") +
                                                 reason);
  }
  return result;
}
