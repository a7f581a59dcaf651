//===- Report.cpp - What a simulated run found wrong ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Report.h"

using namespace mlir::tile::sim;

llvm::StringRef mlir::tile::sim::getReportKindName(ReportKind kind) {
  switch (kind) {
  case ReportKind::OutOfBounds:
    return "out-of-bounds";
  case ReportKind::Misaligned:
    return "misaligned";
  case ReportKind::UseAfterFree:
    return "use-after-free";
  case ReportKind::UninitializedRegister:
    return "uninitialized-register";
  case ReportKind::UninitializedShared:
    return "uninitialized-shared";
  case ReportKind::UninitializedLocal:
    return "uninitialized-local";
  case ReportKind::UninitializedGlobal:
    return "uninitialized-global";
  case ReportKind::SharedRace:
    return "shared-race";
  case ReportKind::GlobalRace:
    return "global-race";
  case ReportKind::DivergentBarrier:
    return "divergent-barrier";
  case ReportKind::Deadlock:
    return "deadlock";
  case ReportKind::StepLimit:
    return "step-limit";
  case ReportKind::Trap:
    return "trap";
  case ReportKind::Undefined:
    return "undefined";
  case ReportKind::PtxasDefect:
    return "ptxas-defect";
  case ReportKind::NotSimulated:
    return "not-simulated";
  case ReportKind::NotExact:
    return "not-exact";
  }
  return "";
}

static void print(llvm::raw_ostream &os, const Dim3 &dim) {
  os << '(' << dim.x << ", " << dim.y << ", " << dim.z << ')';
}

static void printSource(llvm::raw_ostream &os, const CodeLocation &location) {
  if (!location.source.empty())
    os << "  from " << location.source << '\n';
  for (const std::string &line : location.inlined)
    os << "  by way of " << line << '\n';
  for (const std::string &line : location.callers)
    os << "  inlined at " << line << '\n';
}

/// Without the middle of a long list of registers.
static std::string shorten(const std::string &instruction) {
  constexpr size_t kMost = 240, kBegin = 120, kEnd = 60;
  if (instruction.size() <= kMost)
    return instruction;
  return instruction.substr(0, kBegin) + " ... " +
         instruction.substr(instruction.size() - kEnd);
}

static void print(llvm::raw_ostream &os, const CodeLocation &location,
                  const Dim3 &block, const Dim3 &thread) {
  os << "  at PTX line " << location.ptxLine << ": "
     << shorten(location.instruction) << '\n';
  printSource(os, location);
  os << "  in CTA ";
  print(os, block);
  os << ", thread ";
  print(os, thread);
}

void mlir::tile::sim::print(llvm::raw_ostream &os, const Report &report,
                            bool adviseLineInfo) {
  os << (report.isNote ? "note: " : "error: ") << getReportKindName(report.kind)
     << ": " << report.message << '\n';
  ::print(os, report.location, report.block, report.thread);
  if (report.count == 2)
    os << ", and once more";
  else if (report.count > 2)
    os << ", and " << report.count - 1 << " times more";
  os << '\n';
  if (adviseLineInfo && report.location.ptxLine && !report.location.hasLineInfo)
    os << "  of a source line that the PTX does not name: compile with "
          "--line-info (in C: tileCompilerOptionsSetLineInfo)\n";
  if (report.hasOrigin) {
    os << "  the value is from PTX line " << report.origin.ptxLine << ": "
       << report.origin.instruction << '\n';
    printSource(os, report.origin);
  }
  for (const Report::Waiter &waiter : report.waiters) {
    os << "  " << waiter.threads
       << (waiter.threads == 1 ? " other thread " : " other threads ");
    if (waiter.what.empty())
      os << (waiter.threads == 1 ? "runs in a loop:\n" : "run in a loop:\n");
    else
      os << (waiter.threads == 1 ? "waits for " : "wait for ") << waiter.what
         << ":\n";
    ::print(os, waiter.location, waiter.block, waiter.thread);
    os << '\n';
  }
  if (!report.hasOther)
    return;
  os << "  the other access:\n";
  if (report.other.ptxLine) {
    ::print(os, report.other, report.otherBlock, report.otherThread);
  } else {
    os << "  in CTA ";
    ::print(os, report.otherBlock);
  }
  os << '\n';
}
