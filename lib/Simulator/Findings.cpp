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
#include "Shadow/Undefined.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// The order of the grid: the first in it is shown, whatever host thread was
/// faster.
static auto getPlace(const Dim3 &block, const Dim3 &thread) {
  return std::make_tuple(block.z, block.y, block.x, thread.z, thread.y,
                         thread.x);
}

bool LaunchState::countRepeat(ReportKind kind, bool isNote, uint32_t pc,
                              const Dim3 &block, const Dim3 &thread) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = reports.find({kind, pc, isNote});
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
  if (++known.count > options.maxRepeats && !known.isNote &&
      !options.continuesAfterFindings)
    stop = true;
}

void LaunchState::add(Report report, uint32_t pc) {
  const Report *found = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex);
    size_t maxReports = std::max(options.maxReports, 1u);
    Key key{report.kind, pc, report.isNote};
    auto it = reports.find(key);
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
    size_t &number = report.isNote ? numNotes : numFindings;
    if (number < maxReports) {
      ++number;
      found = &reports.try_emplace(key, report).first->second;
    } else if (!report.isNote) {
      omitted.insert(key);
    }
    if (numFindings >= maxReports && !options.continuesAfterFindings)
      stop = true;
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

bool Warp::isRepeat(ReportKind kind, const Inst &inst, unsigned lane,
                    bool isNote) {
  LaunchState &launch = block.launch();
  return launch.countRepeat(kind, isNote, launch.program.getPc(inst),
                            block.position,
                            getThread(lane < kNumLanes ? lane : 0));
}

Report Warp::makeReport(ReportKind kind, const Inst &inst, unsigned lane,
                        std::string message) const {
  Report found;
  found.kind = kind;
  found.message = std::move(message);
  const ProgramCode &program = block.launch().program;
  found.location = program.locate(program.getPc(inst));
  found.block = block.position;
  found.thread = getThread(lane < kNumLanes ? lane : 0);
  return found;
}

bool Warp::isNote() const { return !block.launch().options.strictRaces; }

void Warp::addReport(ReportKind kind, const Inst &inst, unsigned lane,
                     std::string message, bool isNote) {
  LaunchState &launch = block.launch();
  Report report = makeReport(kind, inst, lane, std::move(message));
  report.isNote = isNote;
  launch.add(std::move(report), launch.program.getPc(inst));
}

void Warp::report(ReportKind kind, const Inst &inst, unsigned lane,
                  const llvm::Twine &message) {
  report(kind, inst, lane, [&] { return message.str(); });
}

/// What is done with a register whose undefined bits matter.
static std::string describeUse(const Inst &inst, const RegisterUse &use) {
  if (use.offset == inst.guard)
    return inst.control == Control::Branch
               ? "decides a branch"
               : "guards an instruction that has an effect";
  if (use.isAddress)
    return "is an address";
  switch (inst.cls) {
  case InstructionClass::Atomic:
    return "is an operand of an atomic operation";
  case InstructionClass::Barrier:
    return "is an operand of a barrier";
  case InstructionClass::Global:
    return use.isHandled ? "is stored to global memory" : "is read";
  default:
    return "is read";
  }
}

/// Where its undefined bits are from.
static std::string describeOrigin(const ProgramCode &program, uint32_t pc,
                                  const RegisterUse &use,
                                  const Origin &origin) {
  std::string line =
      "line " + std::to_string(program.locate(origin.pc).ptxLine);
  switch (origin.memory) {
  case Space::Shared:
    return "comes from shared memory that was never written, which " + line +
           " loads";
  case Space::Local:
    return "comes from local memory that was never written, which " + line +
           " loads";
  case Space::Global:
    return "comes from global memory that was never written, which " + line +
           " loads";
  case Space::Param:
    return "comes from an argument or a result that was never set, which " +
           line + " loads";
  default:
    break;
  }
  const InstInfo &info = program.infos[origin.pc];
  llvm::StringRef name =
      origin.read < info.reads.size() ? info.reads[origin.read].name : use.name;
  if (origin.pc == pc || name == use.name)
    return "was never written";
  return "comes from '" + name.str() + "', which " + line +
         " reads and which was never written";
}

static ReportKind getUndefinedKind(const Origin &origin) {
  switch (origin.memory) {
  case Space::Shared:
    return ReportKind::UninitializedShared;
  case Space::Global:
    return ReportKind::UninitializedGlobal;
  case Space::Local:
  case Space::Param:
    return ReportKind::UninitializedLocal;
  default:
    return ReportKind::UninitializedRegister;
  }
}

void Warp::reportUndefined(const Inst &inst, unsigned read, uint32_t lanes) {
  LaunchState &launch = block.launch();
  const ProgramCode &program = launch.program;
  Frame &frame = *current->frame;
  uint32_t pc = program.getPc(inst);
  const RegisterUse &use = program.infos[pc].reads[read];
  uint32_t packed = frame.origins[use.index];
  Origin origin =
      packed ? unpackOrigin(packed) : Origin{pc, read, Space::Generic};
  setDefined(frame, use, lanes);
  unsigned lane = __builtin_ctz(lanes);
  ReportKind kind = getUndefinedKind(origin);
  if (isRepeat(kind, inst, lane))
    return;
  Report found = makeReport(kind, inst, lane,
                            "the register '" + use.name.str() + "' " +
                                describeUse(inst, use) + " but " +
                                describeOrigin(program, pc, use, origin));
  if (origin.pc != pc) {
    found.hasOrigin = true;
    found.origin = program.locate(origin.pc);
  }
  launch.add(std::move(found), pc);
}
