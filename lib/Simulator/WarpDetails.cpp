//===- WarpDetails.cpp - Special registers, waits, findings, traces -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a warp does besides executing instructions.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Lanes.h"
#include "Warp.h"

#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

static uint32_t getComponent(const Dim3 &dim, unsigned component) {
  return component == 0 ? dim.x : component == 1 ? dim.y : dim.z;
}

/// Nanoseconds an instruction takes, for clocks: they count instructions, so
/// that a run can be repeated.
static constexpr uint64_t kTimerStep = 1;

uint64_t Warp::getSpecialValue(Special special, unsigned component,
                               unsigned lane) const {
  const LaunchState &launch = block.launch();
  switch (special) {
  case Special::Tid:
    // Divisions take time, and most CTAs have one dimension.
    if (launch.block.y == 1 && launch.block.z == 1)
      return component == 0 ? index * kNumLanes + lane : 0;
    return getComponent(launch.block.at(index * kNumLanes + lane), component);
  case Special::Ntid:
    return getComponent(launch.block, component);
  case Special::LaneId:
    return lane;
  case Special::WarpId:
    return index;
  case Special::NumWarps:
    return block.warps.size();
  case Special::Ctaid:
    return getComponent(block.position, component);
  case Special::Nctaid:
    return getComponent(launch.grid, component);
  case Special::ClusterId:
    return getComponent(block.cluster.position, component);
  case Special::NumClusters:
    return getComponent(launch.clusters, component);
  case Special::ClusterCtaid:
    return getComponent(launch.cluster.at(block.rank), component);
  case Special::ClusterNctaid:
    return getComponent(launch.cluster, component);
  case Special::ClusterCtaRank:
    return block.rank;
  case Special::ClusterNctaRank:
    return launch.cluster.count();
  case Special::IsExplicitCluster:
    return launch.isExplicitCluster;
  case Special::LaneMaskEq:
    return 1u << lane;
  case Special::LaneMaskLe:
    return uint32_t((uint64_t(2) << lane) - 1);
  case Special::LaneMaskLt:
    return (1u << lane) - 1;
  case Special::LaneMaskGe:
    return ~((1u << lane) - 1);
  case Special::LaneMaskGt:
    return ~uint32_t((uint64_t(2) << lane) - 1);
  case Special::SmId:
    return block.linear % launch.options.numMultiprocessors;
  case Special::NumSm:
    return launch.options.numMultiprocessors;
  case Special::GridId:
    return 1;
  case Special::TotalSharedSize:
    return launch.staticShared + launch.dynamicShared;
  case Special::DynamicSharedSize:
    return launch.dynamicShared;
  case Special::ReservedSharedBegin:
    return block.rank * kClusterStride + kReservedSharedOffset;
  case Special::ReservedSharedEnd:
    return block.rank * kClusterStride + kReservedSharedOffset +
           kReservedShared;
  case Special::GridWorkspaceLow:
    return uint32_t(launch.gridWorkspace);
  case Special::GridWorkspaceHigh:
    return launch.gridWorkspace >> 32;
  case Special::Zero:
    return 0;
  case Special::Clock:
    return uint32_t(getClock());
  case Special::ClockHi:
    return getClock() >> 32;
  case Special::Clock64:
    return getClock();
  case Special::GlobalTimer:
    return getClock() * kTimerStep;
  case Special::GlobalTimerLo:
    return uint32_t(getClock() * kTimerStep);
  case Special::GlobalTimerHi:
    return (getClock() * kTimerStep) >> 32;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

void Warp::wait(WaitKind kind, uint32_t what, bool again) {
  current->wait = kind;
  current->waitFor = what;
  if (again)
    --current->pc;
}

/// Turns that a fragment at a barrier gives to the rest of its warp.
static constexpr uint32_t kMaxDeferrals = 100;

bool Warp::letOthersGoFirst(const Inst &inst) {
  bool hasOthers = llvm::any_of(fragments, [&](const Fragment *fragment) {
    return fragment != current && fragment->wait == WaitKind::None;
  });
  if (!hasOthers || ++current->deferrals > kMaxDeferrals)
    return false;
  // It will be counted when it is executed again.
  Worker::Count &count = worker->counts[block.launch().program.getPc(inst)];
  --count.warps;
  count.lanes -= __builtin_popcount(current->mask);
  --current->pc;
  yield(/*isIdle=*/false);
  return true;
}

void Warp::release(WaitKind kind, uint32_t what) {
  for (Fragment *fragment : fragments)
    if (fragment->wait == kind && fragment->waitFor == what)
      fragment->wait = WaitKind::None;
}

uint32_t Warp::getWaiting(WaitKind kind, uint32_t what) const {
  uint32_t mask = 0;
  for (Fragment *fragment : fragments)
    if (fragment->wait == kind && fragment->waitFor == what)
      mask |= fragment->mask;
  return mask;
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

/// Whether bits without a type are likely to be this number: the bits of small
/// integers and of addresses are not.
static bool isLikely(double value) {
  return std::isinf(value) ||
         (std::fabs(value) > 1e-18 && std::fabs(value) < 1e18);
}

/// What the bits mean: "(-3)", "(0.5)" of a register with a type, and of one
/// without "(1056964608, 0.5)".
template <typename Float, typename Integer>
static void printMeaning(llvm::raw_ostream &os, uint64_t word, bool isFloat,
                         const char *format) {
  Float real;
  std::memcpy(&real, &word, sizeof(real));
  os << " (";
  if (!isFloat)
    os << Integer(word);
  if (isFloat || isLikely(real))
    os << (isFloat ? "" : ", ") << llvm::format(format, real);
  os << ")";
}

static void printValue(llvm::raw_ostream &os, const Frame &frame,
                       const RegisterUse &use, unsigned lane) {
  const uint8_t *at = frame.registers + use.offset;
  os << use.name << "=";
  if (use.bits == 1) {
    uint32_t mask;
    std::memcpy(&mask, at, 4);
    os << (mask >> lane & 1 ? "true" : "false");
    return;
  }
  uint64_t words[2] = {0, 0};
  std::memcpy(words, at + lane * (use.bits / 8), use.bits / 8);
  os << "0x";
  if (use.bits == 128)
    os << llvm::format_hex_no_prefix(words[1], 16);
  os << llvm::format_hex_no_prefix(words[0], std::min(use.bits / 4, 16));
  if (use.bits == 32)
    printMeaning<float, int32_t>(os, words[0], use.isFloat, "%.9g");
  else if (use.bits == 64)
    printMeaning<double, int64_t>(os, words[0], use.isFloat, "%.17g");
  else if (use.bits <= 16)
    os << " (" << words[0] << ")";
}

static void printUses(llvm::raw_ostream &os, const char *title,
                      llvm::ArrayRef<RegisterUse> uses, const Frame &frame,
                      unsigned lane) {
  if (uses.empty())
    return;
  os << "    " << title;
  for (const RegisterUse &use : uses) {
    // The carry has no name.
    if (use.name.empty())
      continue;
    os << " ";
    printValue(os, frame, use, lane);
  }
  os << "\n";
}

void Warp::traceBefore(const Inst &inst, uint32_t mask) {
  LaunchState &launch = block.launch();
  uint32_t pc = launch.program.getPc(inst);
  const InstInfo &info = launch.program.infos[pc];
  if (!launch.options.output || !info.source || (inst.flags & IsHidden))
    return;
  std::lock_guard<std::mutex> lock(launch.outputMutex);
  llvm::raw_ostream &os = *launch.options.output;
  CodeLocation location = launch.program.locate(pc);
  os << "line " << location.ptxLine << ": " << location.instruction;
  if (!location.source.empty())
    os << "  // " << location.source;
  os << "\n";
  if (tracedLanes & mask)
    printUses(os, "reads ", info.reads, *current->frame,
              __builtin_ctz(tracedLanes));
  else
    printUses(os, "skipped, as", llvm::ArrayRef(info.reads).take_front(1),
              *current->frame, __builtin_ctz(tracedLanes));
}

void Warp::traceAfter(const Inst &inst) {
  LaunchState &launch = block.launch();
  const InstInfo &info = launch.program.infos[launch.program.getPc(inst)];
  if (!launch.options.output || !info.source || (inst.flags & IsHidden))
    return;
  std::lock_guard<std::mutex> lock(launch.outputMutex);
  printUses(*launch.options.output, "writes", info.writes, *current->frame,
            __builtin_ctz(tracedLanes));
}
