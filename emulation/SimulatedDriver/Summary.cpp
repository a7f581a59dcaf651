//===- Summary.cpp - What was found, when the program ends
//-------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

static std::string count(uint64_t number, const char *what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// When the program ends, so that its own exit code is known to be its last
/// word; a program with findings gets the one that was asked for.
__attribute__((destructor)) static void summarize() {
  State &state = State::get();
  const Findings &all = state.findings;
  if (!state.isInitialized || (!all.failedLaunches && !state.exitCode))
    return;
  std::string text =
      "simulated CUDA driver: " + count(all.findings, "finding") + " in " +
      std::to_string(all.failedLaunches) + " of " +
      count(all.launches, "launch");
  // The plural of "launch".
  if (all.launches != 1)
    text.replace(text.size() - 1, 1, "es");
  text += ", " + count(all.notes, "note") + "\n";
  for (const auto &[kind, number] : all.byKind)
    text += "  " + kind + ": " + std::to_string(number) + "\n";
  // The most frequent first: the others are likely to follow from them.
  std::vector<std::pair<std::string, Findings::Cause>> causes(
      all.causes.begin(), all.causes.end());
  std::stable_sort(causes.begin(), causes.end(), [](auto &a, auto &b) {
    return a.second.count > b.second.count;
  });
  for (const auto &[cause, times] : causes)
    text += "  " + count(times.count, "time") + " in " +
            std::to_string(times.launches) +
            (times.launches == 1 ? " launch: " : " launches: ") + cause + "\n";
  // LLVM's streams are gone by now.
  std::fputs(text.c_str(), stderr);
  if (!all.failedLaunches || !state.exitCode)
    return;
  std::fflush(nullptr);
  _exit(int(state.exitCode));
}
