//===- inline-asm-fuzzer.cpp - Whole asm ops to ptxas ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes asm ops, compiles each, and gives ptxas what the compiler accepts.
// Nothing may crash, and ptxas must take all of it. Program N of a corpus is
// always the same; `--only=N` shows it.
//
// The work is done in child processes, by chunks of programs. A child that dies
// names its program by what it left in shared memory; the rest of the chunk
// runs again without it.
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"
#include "Trial.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Target/Assembler.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <set>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::tile;
using namespace mlir::tile::fuzz;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

/// Enough that a call of ptxas, for each target and version, has many kernels.
constexpr uint64_t kChunk = 2000;
/// Kernels in one call of ptxas.
constexpr size_t kKernelsPerCall = 256;
/// Processor time of a program.
constexpr unsigned kMostSeconds = 60;
/// What a child may tell its parent.
constexpr size_t kTextBytes = 1 << 20;

/// What a child leaves for its parent, also where it dies.
struct Shared {
  uint64_t current;
  uint64_t counts[kNumOutcomes];
  uint64_t exceptions;
  size_t textSize;
  char text[kTextBytes];

  /// A record: what, number, message; fields and records end in a 0.
  void tell(StringRef what, uint64_t number, StringRef message) {
    for (std::string field :
         {what.str(), std::to_string(number), message.str()}) {
      if (textSize + field.size() + 1 > kTextBytes)
        return;
      std::memcpy(text + textSize, field.data(), field.size());
      textSize += field.size();
      text[textSize++] = 0;
    }
  }
};

/// A kind of trouble: how often, and its first program.
struct Trouble {
  uint64_t count = 0, number = 0;
  std::string message;
};

struct Settings {
  std::string ptxas, libdevice;
  uint64_t seed = 1;
  bool showsAll = false;
  /// Whether ptxas is asked about what the check finds, too.
  bool findsAlarms = false;
};

} // namespace

/// The message without what differs from program to program.
static std::string getSignature(StringRef message) {
  std::string text;
  for (size_t i = 0; i < message.size(); ++i) {
    bool startsWord = i == 0 || !llvm::isAlnum(message[i - 1]);
    if (llvm::isDigit(message[i]) && (startsWord || message[i - 1] == 'k')) {
      if (text.empty() || text.back() != '#')
        text += '#';
      while (i + 1 < message.size() && llvm::isAlnum(message[i + 1]))
        ++i;
      continue;
    }
    text += message[i];
  }
  return text;
}

static uint64_t getNumber(const Settings &settings, uint64_t index) {
  return (settings.seed << 40) + index;
}

/// Whether ptxas has a say in the finding: what it takes may be wrong on paths,
/// in the threads that run it, or where it is pure.
static bool isForAssembler(StringRef message) {
  static constexpr llvm::StringLiteral kOurs[] = {
      "output-",       "pure-",       "register-captures", "element-",
      "leaves-kernel", "ends-thread", "sign-extend"};
  StringRef name = message.rsplit('[').second;
  return llvm::none_of(
      kOurs, [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// Ends the process after so many seconds of its own: a machine that others
/// keep busy makes no program a crash. 0 ends the limit.
static void limitTime(unsigned seconds) {
  itimerval limit = {};
  limit.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &limit, nullptr);
}

/// Runs programs `begin` to `end`, in the child.
static void runChunk(const Mutator &mutator, const Settings &settings,
                     uint64_t begin, uint64_t end,
                     const std::set<uint64_t> &skipped, Shared &shared) {
  std::map<std::string, std::vector<Accepted>> groups;
  auto flush = [&](std::vector<Accepted> &group) {
    if (!settings.ptxas.empty())
      assemble(group, settings.ptxas,
               [&](const Accepted &kernel, StringRef message) {
                 if (isKnownException(message, kernel.ptx)) {
                   ++shared.exceptions;
                   return;
                 }
                 ++shared.counts[unsigned(Outcome::Rejected)];
                 shared.tell("ptxas", kernel.number, message);
               });
    group.clear();
  };
  Compilations compilations(settings.libdevice);
  for (uint64_t index = begin; index < end; ++index) {
    uint64_t number = getNumber(settings, index);
    if (skipped.count(number))
      continue;
    shared.current = number;
    limitTime(kMostSeconds);
    Accepted accepted;
    std::string message;
    Outcome outcome =
        compilations.compile(mutator.make(number), number,
                             /*checksAsm=*/true, accepted, message);
    limitTime(0);
    ++shared.counts[unsigned(outcome)];
    if (outcome == Outcome::Late)
      shared.tell("late", number, message);
    if (outcome == Outcome::Invalid && settings.showsAll)
      shared.tell("invalid", number, message);
    if (outcome == Outcome::Found && settings.findsAlarms &&
        isForAssembler(message)) {
      Accepted unchecked;
      std::string ignored;
      if (compilations.compile(mutator.make(number), number,
                               /*checksAsm=*/false, unchecked,
                               ignored) == Outcome::Accepted &&
          // A pure asm whose results have no user is removed.
          StringRef(unchecked.ptx).contains("inline asm")) {
        bool isRejected = false;
        assemble(unchecked, settings.ptxas,
                 [&](const Accepted &, StringRef) { isRejected = true; });
        if (!isRejected)
          shared.tell("alarm", number, message);
      }
    }
    if (outcome == Outcome::Found && settings.showsAll)
      shared.tell("found", number, StringRef(message).rsplit('[').second);
    if (outcome != Outcome::Accepted)
      continue;
    std::vector<Accepted> &group = groups[accepted.header];
    group.push_back(std::move(accepted));
    if (group.size() >= kKernelsPerCall)
      flush(group);
  }
  for (auto &[header, group] : groups)
    flush(group);
}

namespace {

class Fuzzer {
public:
  Fuzzer(const Mutator &mutator, const Settings &settings)
      : mutator(mutator), settings(settings) {
    void *memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      std::abort();
    shared = static_cast<Shared *>(memory);
  }

  void run(uint64_t begin, uint64_t end) {
    std::set<uint64_t> skipped;
    for (;;) {
      std::memset(shared, 0, sizeof(Shared));
      std::string log = runChild(begin, end, skipped);
      if (log.empty())
        break;
      crashes.push_back(shared->current);
      Trouble &trouble = troubles["crash: " + getSignature(log)];
      if (trouble.count++ == 0) {
        trouble.number = shared->current;
        trouble.message = log;
      }
      skipped.insert(shared->current);
    }
    tried += end - begin;
    for (unsigned i = 0; i < kNumOutcomes; ++i)
      counts[i] += shared->counts[i];
    exceptions += shared->exceptions;
    StringRef text(shared->text, shared->textSize);
    while (!text.empty()) {
      StringRef what, number, message;
      std::tie(what, text) = text.split('\0');
      std::tie(number, text) = text.split('\0');
      std::tie(message, text) = text.split('\0');
      Trouble &trouble = troubles[what.str() + ": " + getSignature(message)];
      if (trouble.count++ == 0) {
        number.getAsInteger(10, trouble.number);
        trouble.message = message.str();
      }
    }
  }

  /// What happened; returns whether nothing is wrong.
  bool report(double seconds) {
    for (const auto &[key, trouble] : troubles) {
      bool isBad = !StringRef(key).starts_with("late") &&
                   !StringRef(key).starts_with("alarm") &&
                   !StringRef(key).starts_with("found") &&
                   !StringRef(key).starts_with("invalid");
      llvm::outs() << "=== " << trouble.count << " x " << key << "\n";
      if (isBad || StringRef(key).starts_with("late") ||
          StringRef(key).starts_with("alarm"))
        llvm::outs() << "--- program " << trouble.number << ": "
                     << trouble.message << "\n"
                     << printKernel(mutator.make(trouble.number),
                                    "k" + std::to_string(trouble.number));
    }
    auto count = [&](Outcome outcome) { return counts[unsigned(outcome)]; };
    llvm::outs() << tried << " programs in " << llvm::format("%.1f", seconds)
                 << " s: " << count(Outcome::Accepted) << " accepted, "
                 << count(Outcome::Invalid) << " invalid, "
                 << count(Outcome::Found) << " with findings, "
                 << count(Outcome::Late) << " refused later; " << crashes.size()
                 << " crashes, " << count(Outcome::Rejected)
                 << " rejected by ptxas"
                 << (settings.ptxas.empty() ? " (not run)" : "") << ", "
                 << exceptions << " known exceptions\n";
    return crashes.empty() && count(Outcome::Rejected) == 0;
  }

private:
  /// "" where the child ends well, else why it did not.
  std::string runChild(uint64_t begin, uint64_t end,
                       const std::set<uint64_t> &skipped) {
    llvm::SmallString<64> path;
    int file;
    if (llvm::sys::fs::createTemporaryFile("tile-fuzz", "log", file, path))
      return "no temporary file";
    llvm::outs().flush();
    pid_t child = fork();
    if (child == 0) {
      dup2(file, STDERR_FILENO);
      // The address sanitizer reserves terabytes.
      if (!LLVM_ADDRESS_SANITIZER_BUILD) {
        rlimit limit{rlim_t(6) << 30, rlim_t(6) << 30};
        setrlimit(RLIMIT_AS, &limit);
      }
      runChunk(mutator, settings, begin, end, skipped, *shared);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    close(file);
    std::string log;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      log = WIFSIGNALED(status)
                ? "signal " + std::string(strsignal(WTERMSIG(status)))
                : "exit status " + std::to_string(WEXITSTATUS(status));
      if (auto buffer = llvm::MemoryBuffer::getFile(path))
        log += ": " + (*buffer)->getBuffer().take_front(300).str();
    }
    llvm::sys::fs::remove(path);
    return log;
  }

  const Mutator &mutator;
  const Settings &settings;
  Shared *shared;
  uint64_t tried = 0, exceptions = 0;
  uint64_t counts[kNumOutcomes] = {};
  std::vector<uint64_t> crashes;
  std::map<std::string, Trouble> troubles;
};

} // namespace

/// The files named, and those of MLIR in the folders named, by name.
static bool readCorpus(llvm::ArrayRef<std::string> paths,
                       std::vector<AsmProgram> &seeds) {
  std::vector<std::string> files;
  for (const std::string &path : paths) {
    if (!llvm::sys::fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator it(path, error), end;
         !error && it != end; it.increment(error))
      if (StringRef(it->path()).ends_with(".mlir"))
        files.push_back(it->path());
  }
  llvm::sort(files);
  std::unique_ptr<mlir::MLIRContext> context = Compiler::createContext();
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) {
      llvm::WithColor::error() << "cannot read '" << file
                               << "': " << buffer.getError().message() << '\n';
      return false;
    }
    readSeeds((*buffer)->getBuffer(), context.get(), seeds);
  }
  return true;
}

/// Prints a program and what becomes of it.
static void showProgram(const Mutator &mutator, const Settings &settings,
                        uint64_t number) {
  AsmProgram program = mutator.make(number);
  llvm::outs() << printKernel(program, "k" + std::to_string(number));
  llvm::outs().flush();
  static constexpr llvm::StringLiteral kNames[] = {"invalid", "with findings",
                                                   "refused later", "accepted"};
  Accepted accepted;
  std::string message;
  Outcome outcome =
      Compilations(settings.libdevice)
          .compile(program, number, /*checksAsm=*/true, accepted, message);
  llvm::outs() << "// " << kNames[unsigned(outcome)] << ": " << message << '\n';
  if (outcome == Outcome::Accepted && !settings.ptxas.empty())
    assemble(accepted, settings.ptxas, [](const Accepted &, StringRef text) {
      llvm::outs() << "// ptxas: " << text << '\n';
    });
}

int main(int argc, char **argv) {
  cl::list<std::string> paths(cl::Positional, cl::desc("<file or folder>..."));
  cl::opt<unsigned> seconds("seconds", cl::desc("Time to run (default: 5)"),
                            cl::init(5));
  cl::opt<uint64_t> count("count", cl::desc("Programs, instead of a time"),
                          cl::init(0));
  cl::opt<uint64_t> seed("seed", cl::desc("Decides the programs (default: 1)"),
                         cl::init(1));
  cl::opt<uint64_t> only("only", cl::desc("Shows the program of this number"),
                         cl::init(0));
  cl::opt<bool> showsAll("show-all",
                         cl::desc("Also counts the messages of the check"));
  cl::opt<bool> findsAlarms(
      "alarms", cl::desc("Also tells what the check finds and ptxas takes"));
  cl::opt<std::string> ptxas("ptxas", cl::desc("ptxas; empty: none"));
  cl::ParseCommandLineOptions(argc, argv, "Compiles random asm ops\n");

  Settings settings;
  settings.seed = seed;
  settings.showsAll = showsAll;
  settings.findsAlarms = findsAlarms;
  ToolkitPaths toolkit = findToolkit(
      [](const char *name) -> const char * { return std::getenv(name); });
  settings.libdevice = toolkit.libdevice;
  settings.ptxas =
      ptxas.getNumOccurrences() ? std::string(ptxas) : toolkit.ptxas;
  std::vector<AsmProgram> seeds;
  if (!readCorpus(paths, seeds))
    return 1;
  Mutator mutator(std::move(seeds));
  if (only) {
    showProgram(mutator, settings, only);
    return 0;
  }
  auto start = std::chrono::steady_clock::now();
  auto getSeconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  };
  Fuzzer fuzzer(mutator, settings);
  for (uint64_t begin = 0; count ? begin < count : getSeconds() < seconds;
       begin += kChunk)
    fuzzer.run(begin, count ? std::min<uint64_t>(begin + kChunk, count)
                            : begin + kChunk);
  return fuzzer.report(getSeconds()) ? 0 : 1;
}
