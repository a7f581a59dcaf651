//===- Progress.h - How far a run is, on a terminal -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line with a bar and the time left. It appears on a terminal only, only when
// a run takes longer than two seconds, and erases itself at the end.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_PROGRESS_H
#define TILE_RUN_PROGRESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <mutex>
#include <string>

namespace mlir::tile::run {

class Progress {
public:
  /// Seconds since some fixed time; never goes back.
  using Clock = std::function<double()>;

  /// Draws to stderr. `unit` is what is counted: "CTAs".
  explicit Progress(llvm::StringRef unit);
  /// For another stream, which must outlive this, and another clock.
  Progress(llvm::StringRef unit, llvm::raw_ostream &os, bool isTerminal,
           Clock clock);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress() { finish(); }

  /// `done` of `total` units are done. From any thread; when two report out of
  /// order the larger count stays. Draws ten times per second at most.
  void update(uint64_t done, uint64_t total);

  /// Erases the line for what `write` writes to the stream; the next update
  /// draws it again.
  void interrupt(llvm::function_ref<void()> write);

  /// Erases the line. Nothing is drawn afterwards.
  void finish();

private:
  void draw(uint64_t total, double now);
  void erase();

  const std::string unit;
  llvm::raw_ostream &os;
  const Clock clock;
  const double startTime;
  std::mutex mutex;
  // Under the mutex:
  bool isActive;
  bool isDrawn = false;
  uint64_t mostDone = 0;
  double nextTime;
};

/// "8 s", "3 min 20 s", "2 h 5 min".
std::string formatSeconds(double seconds);

} // namespace mlir::tile::run

#endif // TILE_RUN_PROGRESS_H
