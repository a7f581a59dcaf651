//===- Progress.cpp - How far a run is, on a terminal ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Progress.h"

#include <chrono>
#include <cmath>

using namespace mlir::tile::run;

static constexpr double kFirstDrawSeconds = 2;
static constexpr double kDrawIntervalSeconds = 0.1;
static constexpr unsigned kBarWidth = 24;
/// To the first column, and erase to the end of the line (ECMA-48, EL).
static constexpr llvm::StringRef kErase = "\r\x1b[K";

static double readSteadyClock() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

Progress::Progress(llvm::StringRef unit)
    : Progress(unit, llvm::errs(), llvm::errs().is_displayed(),
               readSteadyClock) {}

Progress::Progress(llvm::StringRef unit, llvm::raw_ostream &os, bool isTerminal,
                   Clock clock)
    : unit(unit), os(os), clock(std::move(clock)), startTime(this->clock()),
      isActive(isTerminal), nextTime(startTime + kFirstDrawSeconds) {}

void Progress::update(uint64_t done, uint64_t total) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!isActive)
    return;
  mostDone = std::max(mostDone, std::min(done, total));
  double now = clock();
  if (now < nextTime || total == 0)
    return;
  nextTime = now + kDrawIntervalSeconds;
  draw(total, now);
}

void Progress::draw(uint64_t total, double now) {
  double part = static_cast<double>(mostDone) / static_cast<double>(total);
  auto numFilled = static_cast<unsigned>(part * kBarWidth);
  std::string line = kErase.str();
  line += std::to_string(static_cast<unsigned>(part * 100)) + "% [";
  line += std::string(numFilled, '#') + std::string(kBarWidth - numFilled, '.');
  line += "] " + std::to_string(mostDone) + " of " + std::to_string(total) +
          " " + unit;
  if (mostDone)
    line +=
        ", " + formatSeconds((now - startTime) * (1 - part) / part) + " left";
  // One write, so that lines of other writers are not torn.
  os << line;
  os.flush();
  isDrawn = true;
}

void Progress::interrupt(llvm::function_ref<void()> write) {
  std::lock_guard<std::mutex> lock(mutex);
  erase();
  write();
}

void Progress::finish() {
  std::lock_guard<std::mutex> lock(mutex);
  isActive = false;
  erase();
}

void Progress::erase() {
  if (!isDrawn)
    return;
  isDrawn = false;
  os << kErase;
  os.flush();
}

std::string mlir::tile::run::formatSeconds(double seconds) {
  auto whole = static_cast<uint64_t>(std::ceil(seconds));
  uint64_t minutes = whole / 60, hours = minutes / 60;
  if (hours)
    return std::to_string(hours) + " h " + std::to_string(minutes % 60) +
           " min";
  if (minutes)
    return std::to_string(minutes) + " min " + std::to_string(whole % 60) +
           " s";
  return std::to_string(whole) + " s";
}
