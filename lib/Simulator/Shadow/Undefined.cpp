//===- Undefined.cpp - Bits without a value -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Undefined.h explains.
//
//===----------------------------------------------------------------------===//

#include "Undefined.h"

#include "Block.h"
#include "Lanes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

static constexpr unsigned kOriginKinds = 16;
static constexpr Space kOriginSpaces[] = {Space::Local, Space::Shared,
                                          Space::Param, Space::Global};

uint32_t mlir::tile::sim::packOrigin(const Origin &origin) {
  unsigned kind = std::min(origin.read, kOriginKinds - 5);
  for (auto [index, space] : llvm::enumerate(kOriginSpaces))
    if (origin.memory == space)
      kind = kOriginKinds - 1 - index;
  return origin.pc * kOriginKinds + kind + 1;
}

Origin mlir::tile::sim::unpackOrigin(uint32_t packed) {
  Origin origin;
  origin.pc = (packed - 1) / kOriginKinds;
  unsigned kind = (packed - 1) % kOriginKinds;
  unsigned space = kOriginKinds - 1 - kind;
  if (space < std::size(kOriginSpaces))
    origin.memory = kOriginSpaces[space];
  else
    origin.read = kind;
  return origin;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static void setLanes(Frame &frame, const RegisterUse &use, uint32_t undefined) {
  uint32_t &known = frame.undefined[use.index];
  frame.numUndefined += int(undefined != 0) - int(known != 0);
  known = undefined;
}

static void fillShadow(Frame &frame, const RegisterUse &use, uint32_t lanes,
                       uint8_t value) {
  uint8_t *shadow = frame.shadow + use.offset;
  if (use.bits == 1) {
    uint32_t word;
    std::memcpy(&word, shadow, 4);
    word = value ? word | lanes : word & ~lanes;
    std::memcpy(shadow, &word, 4);
    return;
  }
  unsigned bytes = use.bits / 8;
  if (lanes == kAllLanes) {
    std::memset(shadow, value, bytes * kNumLanes);
    return;
  }
  for (; lanes; lanes &= lanes - 1)
    std::memset(shadow + __builtin_ctz(lanes) * bytes, value, bytes);
}

void mlir::tile::sim::setUndefined(Frame &frame, const RegisterUse &use,
                                   uint32_t lanes, uint32_t origin) {
  if (!lanes)
    return;
  fillShadow(frame, use, lanes, 0xFF);
  setLanes(frame, use, frame.undefined[use.index] | lanes);
  frame.origins[use.index] = origin;
}

void mlir::tile::sim::setDefined(Frame &frame, const RegisterUse &use,
                                 uint32_t lanes) {
  uint32_t known = frame.undefined[use.index];
  if (!(known & lanes))
    return;
  fillShadow(frame, use, known & lanes, 0);
  setLanes(frame, use, known & ~lanes);
}

void mlir::tile::sim::noteShadow(Frame &frame, const RegisterUse &use,
                                 uint32_t lanes, uint32_t origin) {
  const uint8_t *shadow = frame.shadow + use.offset;
  uint32_t found = 0;
  if (use.bits == 1) {
    std::memcpy(&found, shadow, 4);
    found &= lanes;
  } else {
    unsigned bytes = use.bits / 8;
    found = collectLanes(lanes, [&](unsigned lane) {
      return hasUndefinedBits(shadow + lane * bytes, bytes);
    });
  }
  setLanes(frame, use, (frame.undefined[use.index] & ~lanes) | found);
  if (found)
    frame.origins[use.index] = origin;
}

/// Where the bits of a register are from that an instruction reads.
static uint32_t getOrigin(const Warp &w, const Inst &inst, unsigned read,
                          const RegisterUse &use) {
  if (uint32_t origin = w.frame().origins[use.index])
    return origin;
  return packOrigin(
      {w.block.launch().program.getPc(inst), read, Space::Generic});
}

uint32_t mlir::tile::sim::findHandled(const Warp &w, const Inst &inst,
                                      uint32_t mask, uint32_t &origin) {
  const Frame &frame = w.frame();
  if (!frame.numUndefined || !(inst.flags & ChecksReads))
    return 0;
  const ProgramCode &program = w.block.launch().program;
  uint32_t found = 0;
  for (auto [number, use] :
       llvm::enumerate(program.infos[program.getPc(inst)].reads)) {
    if (!use.isHandled || use.index < 0)
      continue;
    if (uint32_t lanes = frame.undefined[use.index] & mask) {
      found |= lanes;
      origin = getOrigin(w, inst, number, use);
    }
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Flows
//===----------------------------------------------------------------------===//

/// Calls `f(use)` for what the instruction reads besides its guard.
template <typename F>
static void forSources(const Inst &inst, const InstInfo &info, F f) {
  for (const RegisterUse &use : info.reads)
    if (use.index >= 0 && use.offset != inst.guard)
      f(use);
}

static void fillWrites(Warp &w, const InstInfo &info, uint32_t mask,
                       uint32_t undefined) {
  for (const RegisterUse &use : info.writes) {
    fillShadow(w.frame(), use, mask & ~undefined, 0);
    fillShadow(w.frame(), use, mask & undefined, 0xFF);
  }
}

void mlir::tile::sim::flowAll(Warp &w, const Inst &inst, const InstInfo &info,
                              uint32_t mask) {
  uint32_t undefined = 0;
  forSources(inst, info, [&](const RegisterUse &use) {
    undefined |= w.frame().undefined[use.index];
  });
  fillWrites(w, info, mask, undefined);
}

void mlir::tile::sim::flowMove(Warp &w, const Inst &inst, const InstInfo &info,
                               uint32_t mask) {
  uint32_t toReal = w.registers - w.frame().shadow;
  Inst moved = inst;
  uint32_t undefined = 0;
  auto keep = [&](uint8_t operand, uint32_t &offset) {
    if (!(info.controls & operand))
      return;
    for (const RegisterUse &use : info.reads)
      if (use.index >= 0 && use.offset == offset)
        undefined |= w.frame().undefined[use.index];
    offset += toReal;
  };
  keep(ControlA, moved.a);
  keep(ControlB, moved.b);
  keep(ControlC, moved.c);
  keep(ControlD, moved.d);
  withShadows(w, [&] { inst.run(w, moved, mask); });
  for (const RegisterUse &use : info.writes)
    fillShadow(w.frame(), use, mask & undefined, 0xFF);
}

/// An element of an array of lanes, as 64 bits.
static uint64_t readLane(const uint8_t *shadow, unsigned bytes, unsigned lane) {
  uint64_t value = 0;
  std::memcpy(&value, shadow + lane * bytes, std::min(bytes, 8u));
  return value;
}

/// Sets the shadow of each lane to `f(bits undefined in any source)`.
template <typename F>
static void flowLanes(Warp &w, const Inst &inst, const InstInfo &info,
                      uint32_t mask, F f) {
  uint64_t undefined[kNumLanes] = {};
  const uint8_t *shadow = w.frame().shadow;
  forSources(inst, info, [&](const RegisterUse &use) {
    uint32_t lanes = w.frame().undefined[use.index] & mask;
    for (; lanes; lanes &= lanes - 1) {
      unsigned lane = __builtin_ctz(lanes);
      undefined[lane] |= readLane(shadow + use.offset, use.bits / 8, lane);
    }
  });
  for (const RegisterUse &use : info.writes)
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
      unsigned lane = __builtin_ctz(lanes), bytes = use.bits / 8;
      uint64_t value = f(undefined[lane]);
      std::memcpy(w.frame().shadow + use.offset + lane * bytes, &value,
                  std::min(bytes, 8u));
    }
}

void mlir::tile::sim::flowCarry(Warp &w, const Inst &inst, const InstInfo &info,
                                uint32_t mask) {
  // All bits from the lowest undefined one on.
  flowLanes(w, inst, info, mask, [](uint64_t bits) { return bits | -bits; });
}

void mlir::tile::sim::flowParts(Warp &w, const Inst &inst, const InstInfo &info,
                                uint32_t mask) {
  uint64_t part = (uint64_t(1) << info.table) - 1;
  flowLanes(w, inst, info, mask, [&](uint64_t bits) {
    uint64_t result = 0;
    for (unsigned at = 0; at < 64; at += info.table)
      if (bits >> at & part)
        result |= part << at;
    return result;
  });
}

void mlir::tile::sim::flowPair(Warp &w, const Inst &inst, const InstInfo &info,
                               uint32_t mask) {
  uint32_t halves[2] = {0, 0};
  for (unsigned e = 0; e < inst.listSize; ++e)
    for (const RegisterUse &use : info.reads)
      if (use.index >= 0 && use.offset == inst.list[e])
        halves[2 * e < inst.listSize] |= w.frame().undefined[use.index];
  for (const RegisterUse &use : info.writes)
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
      unsigned lane = __builtin_ctz(lanes), bytes = use.bits / 8;
      uint8_t *shadow = w.frame().shadow + use.offset + lane * bytes;
      std::memset(shadow, halves[0] >> lane & 1 ? 0xFF : 0, bytes / 2);
      std::memset(shadow + bytes / 2, halves[1] >> lane & 1 ? 0xFF : 0,
                  bytes / 2);
    }
}

/// A function of three bits, on words.
static uint64_t lookUp(uint8_t table, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t result = 0;
  for (unsigned row = 0; row < 8; ++row)
    if (table >> row & 1)
      result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  return result;
}

/// Where the function changes if undefined bits do.
static uint64_t flowThroughTable(uint8_t table, const uint64_t *values,
                                 const uint64_t *shadows) {
  uint64_t before = lookUp(table, values[0], values[1], values[2]);
  uint64_t result = 0;
  for (unsigned flipped = 1; flipped < 8; ++flipped)
    result |= before ^ lookUp(table, values[0] ^ (flipped & 1 ? shadows[0] : 0),
                              values[1] ^ (flipped & 2 ? shadows[1] : 0),
                              values[2] ^ (flipped & 4 ? shadows[2] : 0));
  return result;
}

void mlir::tile::sim::flowTable(Warp &w, const Inst &inst, const InstInfo &info,
                                uint32_t mask) {
  const RegisterUse &to = info.writes.front();
  const uint32_t offsets[3] = {inst.a, inst.b, inst.c};
  Frame &frame = w.frame();
  uint64_t values[3], shadows[3];
  if (to.bits == 1) {
    const uint32_t flips[3] = {uint32_t(inst.imm >> 32), uint32_t(inst.imm), 0};
    for (unsigned o = 0; o < 3; ++o) {
      values[o] = w.pred(offsets[o]) ^ flips[o];
      shadows[o] = *getShadow<uint32_t>(w, offsets[o]);
    }
    uint32_t result = uint32_t(flowThroughTable(info.table, values, shadows));
    fillShadow(frame, to, mask & result, 0xFF);
    fillShadow(frame, to, mask & ~result, 0);
    return;
  }
  unsigned bytes = to.bits / 8;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    for (unsigned o = 0; o < 3; ++o) {
      values[o] = readLane(w.registers + offsets[o], bytes, lane);
      shadows[o] = readLane(frame.shadow + offsets[o], bytes, lane);
    }
    uint64_t result = flowThroughTable(info.table, values, shadows);
    std::memcpy(frame.shadow + to.offset + lane * bytes, &result, bytes);
  }
}

//===----------------------------------------------------------------------===//
// Each instruction
//===----------------------------------------------------------------------===//

void Warp::followUndefined(const Inst &inst, uint32_t mask) {
  Frame &frame = *current->frame;
  const LaunchState &launch = block.launch();
  const InstInfo &info = launch.program.infos[launch.program.getPc(inst)];
  // The guard is read by all lanes that are active.
  uint32_t used = mask & info.usedLanes, unsure = 0, found = 0, origin = 0;
  if (inst.flags & ChecksReads)
    for (auto [number, use] : llvm::enumerate(info.reads)) {
      if (use.index < 0 || use.isHandled)
        continue;
      bool isGuard = use.offset == inst.guard;
      uint32_t lanes =
          frame.undefined[use.index] & (isGuard ? current->mask : used);
      if (!lanes)
        continue;
      if (info.hasEffect) {
        reportUndefined(inst, number, lanes);
        continue;
      }
      (isGuard ? unsure : found) |= lanes;
      origin = getOrigin(*this, inst, number, use);
    }
  if (!(inst.flags & MarksWrites) || info.handlesWrites)
    return;
  if (found)
    (info.flow ? info.flow : flowAll)(*this, inst, info, mask);
  for (const RegisterUse &use : info.writes) {
    if (use.index < 0)
      continue;
    if (found)
      noteShadow(frame, use, mask, origin);
    else
      setDefined(frame, use, mask);
    // Whether it was written is not known.
    setUndefined(frame, use, unsure, origin);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The lanes in which memory has undefined bits, of those followed.
static uint32_t findInMemory(const Warp &w, uint32_t lanes, unsigned bytes) {
  lanes &= w.followedLanes;
  uint32_t found = 0;
  for (; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    found |= uint32_t(hasUndefinedBits(w.shadows[lane], bytes)) << lane;
  }
  return found;
}

uint32_t Warp::getLoadedOrigin(const Inst &inst, unsigned lane,
                               unsigned bytes) const {
  const auto &origins = block.cluster.memoryOrigins;
  if (!origins.empty())
    for (unsigned byte = 0; byte < bytes; ++byte) {
      auto it = origins.find(shadows[lane] + byte);
      if (it != origins.end() && shadows[lane][byte])
        return it->second;
    }
  return packOrigin(
      {block.launch().program.getPc(inst), 0, shadowSpaces[lane]});
}

void mlir::tile::sim::noteOrigin(Warp &w, const uint8_t *shadow, unsigned bytes,
                                 uint32_t origin) {
  for (unsigned byte = 0; byte < bytes; ++byte)
    if (shadow[byte])
      w.block.cluster.memoryOrigins[shadow + byte] = origin;
}

void mlir::tile::sim::followLoad(Warp &w, const Inst &inst, uint32_t lanes,
                                 unsigned bytes, ShadowAccess load) {
  uint32_t found = findInMemory(w, lanes, bytes);
  if (!found || !(inst.flags & MarksWrites))
    return;
  withShadows(w, [&] { load(w, inst, found, w.shadows); });
  uint32_t origin = w.getLoadedOrigin(inst, __builtin_ctz(found), bytes);
  const ProgramCode &program = w.block.launch().program;
  for (const RegisterUse &use : program.infos[program.getPc(inst)].writes)
    if (use.index >= 0)
      noteShadow(w.frame(), use, found, origin);
}

void mlir::tile::sim::followStore(Warp &w, const Inst &inst, uint32_t mask,
                                  uint32_t good, unsigned bytes,
                                  ShadowAccess store) {
  uint32_t origin = 0;
  uint32_t found = findHandled(w, inst, mask, origin);
  if (!found)
    return;
  // Where memory has no shadows, and in global memory, the value leaves the
  // kernel: what of it is stored.
  uint32_t kept = collectLanes(good & w.followedLanes, [&](unsigned lane) {
    return w.shadowSpaces[lane] != Space::Global;
  });
  if (uint32_t leaving = found & ~kept) {
    constexpr unsigned kMaxBytes = 64;
    uint8_t stored[kNumLanes][kMaxBytes] = {};
    uint8_t *pointers[kNumLanes];
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      pointers[lane] = stored[lane];
    withShadows(w, [&] { store(w, inst, leaving, pointers); });
    leaving = collectLanes(leaving, [&](unsigned lane) {
      return hasUndefinedBits(stored[lane], bytes);
    });
    if (leaving)
      w.reportHandled(inst, leaving);
  }
  found &= kept;
  if (!found)
    return;
  withShadows(w, [&] { store(w, inst, found, w.shadows); });
  for (uint32_t rest = found; rest; rest &= rest - 1)
    noteOrigin(w, w.shadows[__builtin_ctz(rest)], bytes, origin);
}

void Warp::reportHandled(const Inst &inst, uint32_t lanes) {
  const ProgramCode &program = block.launch().program;
  const InstInfo &info = program.infos[program.getPc(inst)];
  for (auto [number, use] : llvm::enumerate(info.reads))
    if (use.isHandled && use.index >= 0)
      if (uint32_t missing = lanes & frame().undefined[use.index])
        reportUndefined(inst, number, missing);
}
