//===- Report.h - A kernel's compile as one page ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a report shows of a kernel, as plain data, and how it is written: as
// JSON for programs, and as one HTML page for people. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// A report has a pane for each stage of the compile, which is a list of lines.
// What links the panes are places: a place is a line of a source file. Each
// line of a pane has the places that it was made of, and lines of two panes
// belong together if they share one:
//
//   source            %y = arith.mulf %x, %x : tensor<1024xf32>     {place 4}
//   tilegpu           %7 = arith.mulf %6, %6 : tensor<...>          {place 4}
//   ptx               mul.f32 %r5, %r1, %r1;                        {place 4}
//                     mul.f32 %r6, %r2, %r2;                        {place 4}
//
// In `source` each line that has an operation has that operation's places. In
// Triton's TTIR these are lines of a Python file, which is a pane of its own
// where it can be read.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_REPORT_REPORT_H
#define TILE_REPORT_REPORT_H

#include "tile/Hardware/Occupancy.h"
#include "tile/Image/KernelInfo.h"
#include "tile/Layout/LinearLayout.h"
#include "tile/Simulator/Statistics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::tile {

/// Places by number.
class PlaceTable {
public:
  /// The number of a line of a file. Paths that differ in "." and ".." alone
  /// are one file.
  unsigned add(llvm::StringRef file, unsigned line);

  /// All files and places, in the order of their numbers.
  const std::vector<std::string> &getFiles() const { return files; }
  /// Number of the file, and line from 1.
  const std::vector<std::pair<unsigned, unsigned>> &getPlaces() const {
    return places;
  }

private:
  std::vector<std::string> files;
  std::vector<std::pair<unsigned, unsigned>> places;
  llvm::StringMap<unsigned> fileNumbers;
  std::map<std::pair<unsigned, unsigned>, unsigned> placeNumbers;
};

struct ReportLine {
  std::string text;
  /// Sorted, each once.
  llvm::SmallVector<unsigned, 2> places;

  void addPlace(unsigned place);
};

/// The text of a stage.
struct ReportPane {
  /// "source", "tile", "tilegpu", "llvm", "llvmir", "ptx", "sass".
  std::string name;
  /// For a person: "LLVM IR".
  std::string title;
  std::vector<ReportLine> lines;
};

/// A layout that a tile has in the kernel.
struct ReportLayout {
  /// The alias in the text of tilegpu, "#blocked1", and what it stands for.
  std::string name, text;
  /// In shared memory, and not in registers.
  bool isShared = false;
  /// Of an element in shared memory.
  unsigned elementBytes = 0;
  /// From register, lane, warp and block, or from offset, to coordinates.
  LinearLayout map;
};

/// A tile in the text of tilegpu.
struct ReportValue {
  /// From 1.
  unsigned line = 0;
  /// "%12", "tensor<4096xf32, #blocked1>".
  std::string name, type;
  /// Index in Report::layouts.
  unsigned layout = 0;
};

/// A place in shared memory. All lines are lines of the stage tilegpu, from 1.
struct ReportSharedPlace {
  std::string name, type;
  uint64_t offset = 0, bytes = 0;
  /// Where it is declared, and the first and last line that may run while it is
  /// in use.
  unsigned line = 0, first = 0, last = 0;
};

/// A barrier in the text of tilegpu.
struct ReportBarrier {
  unsigned line = 0;
  /// "cta", "group" or "warp".
  std::string scope;
  /// How many loops it is in.
  unsigned loopDepth = 0;
  /// What the compiler reckons with.
  unsigned clocks = 0;
};

/// Tiles in shared memory that loops fill and read, one after the other.
struct ReportRing {
  /// Of tilegpu.
  unsigned line = 0;
  std::string name;
  unsigned places = 1;
  /// The barriers that say that a place is filled, and that it is free; empty:
  /// there are none.
  std::string full, empty;
  /// Whether asynchronous copies of threads fill it, whose groups are waited
  /// for.
  bool isInGroups = false;
};

/// What a role does once.
struct ReportStep {
  /// Of tilegpu.
  unsigned line = 0;
  unsigned role = 0;
  /// An order, not a time: later than what it comes after, or waits for.
  unsigned column = 0;
  /// The line of the innermost loop, 0 outside of loops; and which iteration.
  unsigned loop = 0, iteration = 0;
  /// "copy", "load", "store", "write", "read", "product", "wait", "arrive".
  std::string kind;
  /// "box_copy to %3[0], arrives at %5[0]".
  std::string text;
  /// Of a wait, the step that ends it; none: it is over at once, or not known.
  std::optional<unsigned> after;
};

/// How long a step fills or reads a place of a ring, in columns.
struct ReportUse {
  unsigned ring = 0, place = 0, step = 0, first = 0, last = 0;
  bool isFill = false;
};

/// The first iterations of a function's loops, in order.
struct ReportSchedule {
  std::string function;
  /// Of each loop without loops in it that has so many.
  unsigned iterations = 0;
  /// "4 warps", "producer warp".
  std::vector<std::string> roles;
  std::vector<ReportRing> rings;
  std::vector<ReportStep> steps;
  std::vector<ReportUse> uses;
};

/// What a pass or a check says of a line.
struct ReportMessage {
  /// "remark", "warning".
  std::string severity;
  std::string text;
  /// Its notes follow it.
  std::vector<std::string> notes;
  llvm::SmallVector<unsigned, 2> places;
};

/// How a kernel fares on a GPU.
struct ReportTarget {
  std::string name;
  /// What ptxas says; none if it did not run.
  std::optional<KernelResources> resources;
  uint64_t staticSharedMemory = 0, dynamicSharedMemory = 0;
  /// Of a CTA.
  unsigned threads = 0;
  /// Known if the resources are.
  std::optional<Occupancy> occupancy;
};

/// A run in the simulator.
struct ReportRun {
  /// "4 CTAs of 128 threads".
  std::string description;
  sim::Statistics statistics;
  /// Of lines of the pane "ptx".
  std::vector<sim::LineStatistics> lines;
};

struct Report {
  /// The kernel's name in the source, and of the file that it comes from.
  std::string kernel, input;
  unsigned numWarps = 0, programsPerCTA = 1;
  std::vector<KernelArgument> arguments;
  PlaceTable places;
  std::vector<ReportPane> panes;
  /// The first is the one that the panes are of.
  std::vector<ReportTarget> targets;
  std::vector<ReportLayout> layouts;
  std::vector<ReportValue> values;
  uint64_t sharedBytes = 0;
  std::vector<ReportSharedPlace> sharedPlaces;
  std::vector<ReportBarrier> barriers;
  /// Of each function that has steps in a loop.
  std::vector<ReportSchedule> schedules;
  /// Of those that say how a layout is converted, the text begins with
  /// "layout conversion".
  std::vector<ReportMessage> messages;
  std::optional<ReportRun> run;
  /// Why something is missing: "no SASS: ...".
  std::vector<std::string> gaps;

  const ReportPane *findPane(llvm::StringRef name) const;
};

/// Writes the report as one JSON object; docs/report.md describes it.
void writeJSON(llvm::raw_ostream &os, const Report &report);

/// Writes the report as a page that needs no other file and no network.
void writePage(llvm::raw_ostream &os, const Report &report);

/// Writes the report to a file, or for "-" to the standard output: as JSON if
/// the name ends in ".json", else as a page.
llvm::Error writeReport(llvm::StringRef path, const Report &report);

} // namespace mlir::tile

#endif // TILE_REPORT_REPORT_H
