//===- StandaloneDriver.cpp - A fuzzer's loop for any compiler ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls LLVMFuzzerTestOneInput with each file of a corpus, then with changed
// ones, until the time is over. The inputs follow from the seed alone. It knows
// nothing of coverage; libFuzzer does.
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <sys/time.h>
#include <unistd.h>

using llvm::StringRef;
using mlir::tile::fuzz::changeLinesAndWords;
namespace cl = llvm::cl;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

/// The input at work, for the signal handler.
const char *currentData;
size_t currentSize;
char currentPath[4096];

/// Only calls that a signal handler may make.
void handleSignal(int signal) {
  auto say = [](StringRef text) {
    if (write(STDERR_FILENO, text.data(), text.size()) < 0)
      _exit(1);
  };
  say(signal == SIGPROF || signal == SIGALRM ? "error: an input takes too long"
                                             : "error: a crash");
  if (FILE *file = fopen(currentPath, "wb")) {
    fwrite(currentData, 1, currentSize, file);
    fclose(file);
    say("; the input is in ");
    say(currentPath);
  }
  say("\n");
  _exit(1);
}

/// Lets the input at work take so many seconds of processor time, and much more
/// of the clock's, which goes on while other programs run.
void startTimers(unsigned seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
  alarm(100 * seconds);
}

/// Makes inputs by changing those of a corpus.
class Mutator {
public:
  Mutator(std::vector<std::string> corpus, std::vector<std::string> words,
          uint64_t seed, size_t maxLength)
      : corpus(std::move(corpus)), words(std::move(words)), random(seed),
        maxLength(maxLength) {}

  std::string next() {
    std::string text = pick(corpus);
    if (below(2))
      return changeLinesAndWords(text, pick(corpus), random);
    // A window, so that large files give small inputs.
    if (text.size() > maxLength)
      text = text.substr(below(text.size() - maxLength), maxLength);
    for (unsigned edits = 1 + below(6); edits > 0; --edits)
      change(text);
    text.resize(std::min(text.size(), maxLength));
    return text;
  }

private:
  size_t below(size_t bound) { return bound ? random() % bound : 0; }
  const std::string &pick(const std::vector<std::string> &texts) {
    return texts[below(texts.size())];
  }

  void change(std::string &text) {
    static constexpr char kInteresting[] = "{}()[]<>,;:.@%$|!\"+-0x \n_";
    size_t at = below(text.size() + 1);
    size_t length = std::min(below(64), text.size() - at);
    switch (below(words.empty() ? 7 : 9)) {
    case 0: // Another byte.
      if (at < text.size())
        text[at] = char(random());
      break;
    case 1: // A byte of the grammar.
      text.insert(at, 1, kInteresting[below(sizeof(kInteresting) - 1)]);
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3: // A piece twice, or many times.
      for (unsigned count = below(8) ? 1 : below(200); count > 0; --count)
        text.insert(at, text.substr(at, length));
      break;
    case 4: { // A piece of another input.
      const std::string &other = pick(corpus);
      size_t start = below(other.size());
      text.insert(at, other, start, below(200));
      break;
    }
    case 5: // The beginning, or the end.
      text = below(2) ? text.substr(0, at) : text.substr(at);
      break;
    case 6: { // Two pieces change places.
      size_t to = below(text.size() + 1);
      std::string piece = text.substr(at, length);
      text.erase(at, length);
      text.insert(std::min(to, text.size()), piece);
      break;
    }
    default:
      text.insert(at, pick(words));
    }
  }

  std::vector<std::string> corpus, words;
  std::mt19937_64 random;
  size_t maxLength;
};

/// The files named, and those in the folders named, in the order of names.
bool readCorpus(llvm::ArrayRef<std::string> paths,
                std::vector<std::string> &corpus) {
  std::vector<std::string> files;
  for (const std::string &path : paths) {
    if (!llvm::sys::fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(path, error), end;
         !error && it != end; it.increment(error))
      files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) {
      llvm::WithColor::error() << "cannot read '" << file
                               << "': " << buffer.getError().message() << '\n';
      return false;
    }
    corpus.push_back((*buffer)->getBuffer().str());
  }
  if (corpus.empty())
    corpus.push_back(" ");
  return true;
}

} // namespace

int main(int argc, char **argv) {
  cl::list<std::string> paths(cl::Positional, cl::desc("<file or folder>..."));
  cl::opt<unsigned> seconds("seconds", cl::desc("Time to run (default: 5)"),
                            cl::init(5));
  cl::opt<uint64_t> runs("runs", cl::desc("Inputs to run, instead of a time"),
                         cl::init(0));
  cl::opt<uint64_t> seed("seed", cl::desc("Decides the inputs (default: 1)"),
                         cl::init(1));
  cl::opt<unsigned> maxLength(
      "max-length",
      cl::desc("Bytes of an input of which bytes are changed (default: "
               "4096)"),
      cl::init(4096));
  cl::opt<unsigned> timeout("timeout",
                            cl::desc("Seconds of processor time an input may "
                                     "take (default: 20)"),
                            cl::init(20));
  cl::opt<std::string> dictionary("dictionary",
                                  cl::desc("Words, quoted, one per line"));
  cl::opt<std::string> artifact(
      "artifact", cl::desc("Where the input of a crash is written"),
      cl::init("fuzz-crash"));
  cl::ParseCommandLineOptions(argc, argv, "Runs a fuzz target\n");

  std::vector<std::string> corpus, words;
  if (!readCorpus(paths, corpus))
    return 1;
  if (!dictionary.empty()) {
    auto buffer = llvm::MemoryBuffer::getFile(dictionary);
    if (!buffer) {
      llvm::WithColor::error() << "cannot read '" << dictionary << "'\n";
      return 1;
    }
    llvm::SmallVector<StringRef> lines;
    (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines)
      words.push_back(line.trim('"').str());
  }

  std::snprintf(currentPath, sizeof(currentPath), "%s", artifact.c_str());
  for (int signal :
       {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGPROF, SIGALRM})
    std::signal(signal, handleSignal);
  uint64_t count = 0;
  auto run = [&](const std::string &text) {
    currentData = text.data();
    currentSize = text.size();
    startTimers(timeout);
    // A copy of the exact size, so that a sanitizer sees reads behind its end.
    std::vector<uint8_t> copy(text.begin(), text.end());
    LLVMFuzzerTestOneInput(copy.data(), copy.size());
    ++count;
  };

  auto start = std::chrono::steady_clock::now();
  auto getSeconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  };
  for (const std::string &text : corpus)
    run(text);
  Mutator mutator(corpus, std::move(words), seed, maxLength);
  while (runs ? count < runs : getSeconds() < seconds)
    run(mutator.next());
  llvm::outs() << count << " inputs in " << llvm::format("%.1f", getSeconds())
               << " s\n";
  return 0;
}
