//===- Findings.cpp - What a launch found wrong ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A finding is known by its kind and its instruction. A wrong kernel may come
// to one again and again and never end, so that a repeat must cost little: it
// is counted before anybody writes its message, and the run ends after so many.
//
//===----------------------------------------------------------------------===//

#include "Block.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// The order of the grid: the first in it is shown, whatever host thread was
/// faster.
static auto getPlace(const Dim3 &block, const Dim3 &thread) {
  return std::make_tuple(block.z, block.y, block.x, thread.z, thread.y,
                         thread.x);
}

bool LaunchState::countRepeat(ReportKind kind, uint32_t pc, const Dim3 &block,
                              const Dim3 &thread) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = reports.find({kind, pc});
  if (it == reports.end())
    return false;
  Report &known = it->second;
  bool isFirst = getPlace(block, thread) < getPlace(known.block, known.thread);
  // What takes its place is counted when it is added.
  if (!isFirst)
    count(known);
  return !isFirst;
}

void LaunchState::count(Report &known) {
  if (++known.count > options.maxRepeats)
    stop = true;
}

void LaunchState::add(Report report, uint32_t pc) {
  const Report *found = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex);
    size_t maxReports = std::max(options.maxReports, 1u);
    auto it = reports.find({report.kind, pc});
    if (it != reports.end()) {
      Report &known = it->second;
      uint64_t before = known.count;
      if (getPlace(report.block, report.thread) <
          getPlace(known.block, known.thread))
        known = std::move(report);
      known.count = before;
      count(known);
      return;
    }
    // Warps that have not yet heard of the stop may find more.
    if (reports.size() < maxReports)
      found = &reports.try_emplace({report.kind, pc}, report).first->second;
    stop = stop || reports.size() >= maxReports;
  }
  if (!found || !options.onFinding)
    return;
  std::lock_guard<std::mutex> lock(outputMutex);
  options.onFinding(report);
}

std::vector<Report> LaunchState::takeReports() {
  std::vector<Report> result;
  for (auto &[key, report] : reports)
    result.push_back(std::move(report));
  llvm::stable_sort(result, [](const Report &a, const Report &b) {
    auto place = [](const Report &r) {
      return std::make_tuple(r.block.z, r.block.y, r.block.x,
                             r.location.ptxLine);
    };
    return place(a) < place(b);
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Findings of a warp
//===----------------------------------------------------------------------===//

bool Warp::isRepeat(ReportKind kind, const Inst &inst, unsigned lane) {
  LaunchState &launch = block.launch();
  return launch.countRepeat(kind, launch.program.getPc(inst), block.position,
                            getThread(lane < kNumLanes ? lane : 0));
}

void Warp::addReport(ReportKind kind, const Inst &inst, unsigned lane,
                     std::string message) {
  Report found;
  found.kind = kind;
  found.message = std::move(message);
  LaunchState &launch = block.launch();
  uint32_t pc = launch.program.getPc(inst);
  found.location = launch.program.locate(pc);
  found.block = block.position;
  found.thread = getThread(lane < kNumLanes ? lane : 0);
  launch.add(std::move(found), pc);
}

void Warp::report(ReportKind kind, const Inst &inst, unsigned lane,
                  const llvm::Twine &message) {
  report(kind, inst, lane, [&] { return message.str(); });
}

void Warp::reportUndefined(const Inst &inst, const RegisterUse &use,
                           uint32_t lanes) {
  const LaunchState &launch = block.launch();
  Frame &frame = *current->frame;
  // Once a register and lane is enough.
  frame.defined[use.index] |= lanes;
  if (!launch.options.findUninitialized)
    return;
  uint32_t origin = frame.origins ? frame.origins[use.index] : 0;
  unsigned lane = __builtin_ctz(lanes);
  if (!origin)
    return report(ReportKind::UninitializedRegister, inst, lane,
                  "the register '" + use.name +
                      "' is read but was never written");
  report(ReportKind::UninitializedLocal, inst, lane, [&] {
    const Inst &load = launch.program.code[origin - 1];
    unsigned line = launch.program.locate(origin - 1).ptxLine;
    return ("the register '" + use.name + "' is read, which line " +
            llvm::Twine(line) + " loaded from " +
            (load.cls == InstructionClass::Param
                 ? "an argument or a result that nobody has set"
                 : "local memory that nobody has written"))
        .str();
  });
}
