//===- Access.cpp - Checked and counted accesses to memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the addresses of a warp's lanes to bytes of the host, past all that can
// be wrong with them. The file is long as the spaces share their checks, counts
// and messages.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Block.h"
#include "Lanes.h"
#include "Shadow/ExpectedLoads.h"
#include "Shadow/Order.h"
#include "Shadow/Places.h"
#include "Shadow/Undefined.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static constexpr uint64_t kSectorBytes = 32;
static constexpr unsigned kNumBanks = 32;
/// An address farther from all buffers has nothing to do with them.
static constexpr uint64_t kNearBytes = 1024 * 1024;

std::string mlir::tile::sim::describe(const Access &access) {
  const char *kind = access.kind == AccessKind::Read    ? "a load"
                     : access.kind == AccessKind::Write ? "a store"
                                                        : "an atomic operation";
  return std::string(kind) + " of " + std::to_string(access.bytes) + " bytes";
}

static std::string getHex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

/// Reports lanes whose address is not a multiple of what it must be; returns
/// the others.
static uint32_t checkAlignment(Warp &warp, const Inst &inst, uint32_t mask,
                               const Access &access,
                               const uint64_t *addresses) {
  uint64_t all = 0;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1)
    all |= addresses[__builtin_ctz(lanes)];
  if (!(all & (access.alignment - 1)))
    return mask;
  uint32_t good = collectLanes(mask, [&](unsigned lane) {
    return !(addresses[lane] & (access.alignment - 1));
  });
  unsigned lane = __builtin_ctz(mask & ~good);
  warp.report(ReportKind::Misaligned, inst, lane, [&] {
    return describe(access) + " at " + getHex(addresses[lane]) +
           ", which is not a multiple of " + std::to_string(access.alignment);
  });
  return good;
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

uint64_t mlir::tile::sim::countSectors(uint32_t mask, const uint64_t *addresses,
                                       unsigned bytes) {
  uint64_t least = ~uint64_t(0), greatest = 0;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    uint64_t address = addresses[__builtin_ctz(lanes)];
    least = std::min(least, address);
    greatest = std::max(greatest, address + bytes - 1);
  }
  uint64_t first = least / kSectorBytes;
  uint64_t span = greatest / kSectorBytes - first + 1;
  if (span == 1)
    return 1;
  if (span <= 256) {
    uint64_t bits[4] = {};
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
      uint64_t address = addresses[__builtin_ctz(lanes)];
      for (uint64_t s = address / kSectorBytes;
           s <= (address + bytes - 1) / kSectorBytes; ++s)
        bits[(s - first) / 64] |= uint64_t(1) << ((s - first) % 64);
    }
    return __builtin_popcountll(bits[0]) + __builtin_popcountll(bits[1]) +
           __builtin_popcountll(bits[2]) + __builtin_popcountll(bits[3]);
  }
  llvm::SmallVector<uint64_t, 64> sectors;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    uint64_t address = addresses[__builtin_ctz(lanes)];
    for (uint64_t s = address / kSectorBytes;
         s <= (address + bytes - 1) / kSectorBytes; ++s)
      sectors.push_back(s);
  }
  llvm::sort(sectors);
  return std::unique(sectors.begin(), sectors.end()) - sectors.begin();
}

Wavefronts mlir::tile::sim::countWavefronts(uint32_t mask,
                                            const uint64_t *offsets,
                                            unsigned bytes) {
  // Lanes that are served together: all, halves, quarters.
  unsigned group = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  Wavefronts result;
  for (unsigned begin = 0; begin < kNumLanes; begin += group) {
    uint32_t lanes = group == 32 ? mask : mask & (((1u << group) - 1) << begin);
    if (!lanes)
      continue;
    ++result.groups;
    // The different words that each bank is asked for.
    uint64_t words[kNumBanks][kNumLanes];
    unsigned counts[kNumBanks] = {};
    unsigned most = 1;
    for (; lanes; lanes &= lanes - 1) {
      uint64_t offset = offsets[__builtin_ctz(lanes)];
      for (uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4;
           ++word) {
        unsigned bank = word % kNumBanks;
        if (llvm::is_contained(llvm::ArrayRef(words[bank], counts[bank]), word))
          continue;
        if (counts[bank] < kNumLanes)
          words[bank][counts[bank]++] = word;
        most = std::max(most, counts[bank]);
      }
    }
    result.wavefronts += most;
  }
  return result;
}

static MemoryStatistics &getGlobalStatistics(Statistics &s, AccessKind kind) {
  return kind == AccessKind::Read    ? s.globalLoads
         : kind == AccessKind::Write ? s.globalStores
                                     : s.globalAtomics;
}

static MemoryStatistics &getSharedStatistics(Statistics &s, AccessKind kind) {
  return kind == AccessKind::Read    ? s.sharedLoads
         : kind == AccessKind::Write ? s.sharedStores
                                     : s.sharedAtomics;
}

//===----------------------------------------------------------------------===//
// Global and const
//===----------------------------------------------------------------------===//

/// Says why an address is in no buffer.
static std::string explainMiss(const GlobalMemory &memory, const Access &access,
                               uint64_t address) {
  const auto &buffers = memory.getBuffers();
  auto sized = [](const Buffer &buffer) {
    return buffer.name + " of " + std::to_string(buffer.size) + " bytes";
  };
  const Buffer *before = memory.findBefore(address);
  size_t next = before ? before->index + 1 : 0;
  const Buffer *after = next < buffers.size() ? buffers[next].get() : nullptr;
  uint64_t past = before ? address - before->address : 0;
  if (before && past < before->size)
    return before->isFreed
               ? "in " + before->name + ", which is freed"
               : "and the last " +
                     std::to_string(past + access.bytes - before->size) +
                     " are past the end of " + sized(*before);
  // The nearer of two buffers is meant.
  uint64_t behind = before ? past - before->size : ~uint64_t(0);
  uint64_t ahead = after ? after->address - address : ~uint64_t(0);
  if (std::min(behind, ahead) > kNearBytes)
    return "which is in no buffer";
  return ahead < behind
             ? std::to_string(ahead) + " bytes before " + sized(*after)
             : std::to_string(behind) + " bytes past the end of " +
                   sized(*before);
}

/// Reports an address that is in no buffer, or in one of another space. `own`
/// is the address in its space, `address` the generic one.
static void reportGlobal(Warp &warp, const Inst &inst, unsigned lane,
                         const Access &access, uint64_t own, uint64_t address) {
  const GlobalMemory &memory = warp.block.launch().program.memory;
  const Buffer *before = memory.findBefore(address);
  bool isFreed =
      before && before->isFreed && address - before->address < before->size;
  warp.report(isFreed ? ReportKind::UseAfterFree : ReportKind::OutOfBounds,
              inst, lane, [&] {
                return describeOtherSpace(
                    warp, access, access.space, own,
                    " at " + getHex(own) + ", " +
                        explainMiss(memory, access, address));
              });
}

/// `addresses` are generic, by `base` larger than addresses of the access's
/// space.
static uint32_t resolveGlobal(Warp &warp, const Inst &inst, uint32_t mask,
                              const Access &access, const uint64_t *addresses,
                              uint64_t base, uint8_t **pointers,
                              const Buffer *&common) {
  const ProgramCode &program = warp.block.launch().program;
  const Buffer *&last = warp.worker->lastBuffers[program.getPc(inst)];
  unsigned firstLane = __builtin_ctz(mask);
  if (!last || last->isFreed ||
      !last->contains(addresses[firstLane], access.bytes))
    last = program.memory.find(addresses[firstLane]);
  common = nullptr;
  bool writes = access.kind != AccessKind::Read;
  bool isConst = access.space == Space::Const;
  if (last && !(last->isReadOnly ? writes : isConst) &&
      last->size >= access.bytes) {
    uint64_t begin = last->address, room = last->size - access.bytes;
    // An address that does not fit makes no pointer that is used.
    auto data = reinterpret_cast<uintptr_t>(last->data);
    bool fits = true;
    if (mask == kAllLanes) {
      for (unsigned lane = 0; lane < kNumLanes; ++lane) {
        uint64_t offset = addresses[lane] - begin;
        fits &= offset <= room;
        pointers[lane] = reinterpret_cast<uint8_t *>(data + offset);
      }
    } else {
      for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
        unsigned lane = __builtin_ctz(lanes);
        uint64_t offset = addresses[lane] - begin;
        fits &= offset <= room;
        pointers[lane] = reinterpret_cast<uint8_t *>(data + offset);
      }
    }
    if (fits) {
      common = last;
      return mask;
    }
  }
  // Lane by lane, in whatever buffers.
  uint32_t good = 0;
  bool isReported[2] = {};
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    const Buffer *buffer = program.memory.find(addresses[lane]);
    if (buffer && writes && buffer->isReadOnly) {
      if (!std::exchange(isReported[0], true))
        warp.report(ReportKind::OutOfBounds, inst, lane, [&] {
          return describe(access) + " to " + buffer->name +
                 ", which is constant";
        });
      continue;
    }
    if (!buffer || !buffer->contains(addresses[lane], access.bytes) ||
        (isConst && !buffer->isReadOnly)) {
      if (!std::exchange(isReported[1], true))
        reportGlobal(warp, inst, lane, access, addresses[lane] - base,
                     addresses[lane]);
      continue;
    }
    pointers[lane] = buffer->data + (addresses[lane] - buffer->address);
    good |= 1u << lane;
  }
  return good;
}

std::string mlir::tile::sim::describeRace(bool isRelaxed, bool isEqual) {
  if (isEqual)
    return ", where another thread stored the same value, with no order "
           "between";
  return isRelaxed ? ", which another thread accessed, with no order between: "
                     "both are volatile or relaxed"
                   : ", which another thread accessed, with no barrier between";
}

static constexpr const char *kExpectedRace =
    ", with no order between a load and an atomic operation of another thread: "
    "what is loaded is only what a compare-and-swap expects";

static constexpr const char *kProductRace =
    ", which a wgmma of another warp reads: expected a barrier, or an mbarrier "
    "that is arrived at, between its wgmma.wait_group and this";

static constexpr const char *kTensorRace =
    ", which a tcgen05.mma or tcgen05.cp may not have read yet: expected "
    "tcgen05.commit, and a wait for its mbarrier, between them";

/// Reports a race with another CTA, or with another warp of this one.
void mlir::tile::sim::setOther(const Warp &warp, Report &report,
                               const GlobalAccess &other) {
  const LaunchState &launch = warp.block.launch();
  report.hasOther = true;
  report.other = launch.program.locate(other.pc);
  report.otherBlock = launch.grid.at(other.getBlock());
  unsigned numWarps = warp.block.warps.size();
  report.otherThread =
      launch.block.at(uint64_t(other.warp % numWarps) * kNumLanes + other.lane);
}

static void reportGlobalRace(Warp &warp, const Inst &inst, unsigned lane,
                             const Access &access, uint64_t address,
                             const Buffer &buffer, const GlobalRace &race) {
  LaunchState &launch = warp.block.launch();
  bool isExpected =
      isExpectedRace(launch.program, launch.program.getPc(inst), race.other.pc);
  bool isNote = (race.isNote() || isExpected) && !launch.options.strictRaces;
  if (warp.isRepeat(ReportKind::GlobalRace, inst, lane, isNote))
    return;
  bool isOwn = race.other.getBlock() == warp.block.linear;
  std::string message = describe(access) + " at byte " +
                        std::to_string(address - buffer.address) + " of " +
                        buffer.name;
  if (isExpected)
    message += kExpectedRace;
  else if (race.isUnderWay)
    message +=
        ", which a bulk store that no thread has waited for still writes: "
        "expected cp.async.bulk.wait_group without .read";
  else if (race.isCopy)
    message += ", where several threads load with one instruction and one of "
               "them stores, with no order between";
  else if (isOwn || race.isEqual || race.isRelaxed)
    message += describeRace(race.isRelaxed, race.isEqual);
  else
    message += ", which another CTA accessed without an order between them";
  Report report =
      warp.makeReport(ReportKind::GlobalRace, inst, lane, std::move(message));
  report.isNote = isNote;
  setOther(warp, report, race.other);
  launch.add(std::move(report), launch.program.getPc(inst));
}

/// Whether all lanes of the mask, several, access one address.
static bool isOneAddress(uint32_t mask, const uint64_t *addresses) {
  uint64_t address = addresses[__builtin_ctz(mask)], difference = 0;
  // Most often the first and the last one differ.
  if (!(mask & (mask - 1)) || addresses[31 - __builtin_clz(mask)] != address)
    return false;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1)
    difference |= addresses[__builtin_ctz(lanes)] ^ address;
  return difference == 0;
}

static void followGlobal(Warp &warp, const Inst &inst, uint32_t mask,
                         const Access &access, const uint64_t *addresses,
                         const Buffer *common, bool isUniform) {
  LaunchState &launch = warp.block.launch();
  GlobalShadow *shadow = launch.globalShadow.get();
  bool writes = access.kind != AccessKind::Read;
  bool isAtomic = access.kind == AccessKind::Atomic;
  GlobalAccess self = {};
  self.number = warp.block.linear + 1;
  self.isBulkStore = access.isBulkStore;
  self.epoch = access.isBulkStore ? access.bulkStore : warp.block.epoch;
  self.isStrong = access.isStrong || isAtomic;
  self.isOrdering = access.isOrdering || isAtomic;
  self.pc = launch.program.getPc(inst);
  self.warp = warp.block.indexInCluster(warp);
  const VectorClock *clock = nullptr;
  if (launch.options.findSharedRaces) {
    clock = &warp.block.clockOf(warp);
    self.clock = (*clock)[self.warp];
  }
  // Of lanes that read the same, two without a race are enough: at most one of
  // them is the thread that wrote it. A table that all lanes read is common.
  if (isUniform && !writes && common) {
    if (!shadow || common->isReadOnly)
      return;
    self.lane = __builtin_ctz(mask);
    GlobalRace race;
    if (!shadow->read(*common, addresses[self.lane] - common->address,
                      access.bytes, self, clock, race,
                      __builtin_ctz(mask & (mask - 1))))
      return;
  }
  /// True if nothing was found.
  auto follow = [&](unsigned first, unsigned last, uint64_t bytes) {
    uint64_t address = addresses[first];
    const Buffer *buffer =
        common ? common : launch.program.memory.find(address);
    uint64_t offset = address - buffer->address;
    if (writes && buffer->written)
      std::memset(buffer->written + offset, 1, bytes);
    if (!shadow || buffer->isReadOnly)
      return true;
    self.lane = first;
    self.hasLanes = first != last;
    GlobalRace race;
    const uint8_t *values =
        access.values ? access.values + first * access.bytes : nullptr;
    bool isRace =
        writes
            ? shadow->write(*buffer, offset, bytes, self, clock, values, race)
            : shadow->read(*buffer, offset, bytes, self, clock, race);
    if (isRace) {
      unsigned lane = first + race.byte / access.bytes;
      reportGlobalRace(warp, inst, lane, access,
                       address + race.byte / access.bytes * access.bytes,
                       *buffer, race);
    }
    return !isRace;
  };
  // Lanes side by side are one range; those with copies of an element are
  // lanes of their own.
  auto isCopied = [&](unsigned lane) {
    return lane + 1 < kNumLanes && (mask & (1u << (lane + 1))) &&
           addresses[lane + 1] == addresses[lane];
  };
  // Of lanes that read the same, two are followed here, too.
  uint64_t alikeAddress = 0;
  unsigned numAlike = 0;
  while (mask) {
    unsigned first = __builtin_ctz(mask), lane = first;
    uint64_t bytes = access.bytes;
    mask &= mask - 1;
    while (mask && common && (mask & (1u << (lane + 1))) &&
           addresses[lane + 1] == addresses[lane] + access.bytes &&
           !isCopied(lane + 1)) {
      ++lane;
      bytes += access.bytes;
      mask &= mask - 1;
    }
    if (first != lane || addresses[first] != alikeAddress)
      numAlike = 0;
    if (numAlike >= 2)
      continue;
    bool isClean = follow(first, lane, bytes);
    alikeAddress = addresses[first];
    numAlike = isClean && !writes && first == lane ? numAlike + 1 : 0;
  }
}

/// Reports that an atomic operation finds undefined bits.
static void checkAtomic(Warp &warp, const Inst &inst, unsigned lane,
                        const Access &access, ReportKind kind,
                        const llvm::Twine &where, uint8_t *shadow) {
  if (!hasUndefinedBits(shadow, access.bytes))
    return;
  std::memset(shadow, 0, access.bytes);
  warp.report(kind, inst, lane, [&] {
    return (describe(access) + where + ", which was never written").str();
  });
}

/// Follows which bits of the buffers have a value.
static void followGlobalBits(Warp &warp, const Inst &inst, uint32_t mask,
                             const Access &access, const uint64_t *addresses,
                             const Buffer *common) {
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    const Buffer *buffer =
        common ? common
               : warp.block.launch().program.memory.find(addresses[lane]);
    if (!buffer->undefined)
      continue;
    uint64_t offset = addresses[lane] - buffer->address;
    uint8_t *shadow = buffer->undefined + offset;
    if (access.kind == AccessKind::Atomic)
      checkAtomic(warp, inst, lane, access, ReportKind::UninitializedGlobal,
                  " at byte " + llvm::Twine(offset) + " of " + buffer->name,
                  shadow);
    warp.followAccess(lane, access, Space::Global, shadow);
  }
}

static uint32_t accessGlobal(Warp &warp, const Inst &inst, uint32_t mask,
                             const Access &access, const uint64_t *addresses,
                             uint8_t **pointers) {
  const Buffer *common;
  bool isUniform = isOneAddress(mask, addresses);
  uint32_t wanted = mask;
  // The first lane speaks for all.
  mask = resolveGlobal(warp, inst, isUniform ? mask & -mask : mask, access,
                       addresses, 0, pointers, common);
  if (!mask)
    return 0;
  if (isUniform) {
    uint8_t *pointer = pointers[__builtin_ctz(wanted)];
    forLanes(wanted, [&](unsigned lane) { pointers[lane] = pointer; });
    mask = wanted;
  }
  if (access.isCounted) {
    MemoryStatistics &s =
        getGlobalStatistics(warp.worker->statistics, access.kind);
    ++s.requests;
    s.bytes += uint64_t(__builtin_popcount(mask)) * access.bytes;
    s.sectors += isUniform ? countSectors(mask & -mask, addresses, access.bytes)
                           : countSectors(mask, addresses, access.bytes);
  }
  if (warp.block.launch().globalShadow ||
      (access.kind != AccessKind::Read && (!common || common->written)))
    followGlobal(warp, inst, mask, access, addresses, common, isUniform);
  if ((!common || common->undefined) &&
      warp.block.launch().options.findUninitialized)
    followGlobalBits(warp, inst, mask, access, addresses, common);
  if (access.isStrong || access.kind == AccessKind::Atomic)
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1)
      orderAccess(warp, access, pointers[__builtin_ctz(lanes)]);
  return mask;
}

static uint32_t accessConst(Warp &warp, const Inst &inst, uint32_t mask,
                            const Access &access, const uint64_t *addresses,
                            uint8_t **pointers) {
  uint64_t base = warp.block.launch().program.constantBase;
  uint64_t generic[kNumLanes];
  forLanes(mask,
           [&](unsigned lane) { generic[lane] = addresses[lane] + base; });
  const Buffer *common;
  return resolveGlobal(warp, inst, mask, access, generic, base, pointers,
                       common);
}

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

/// Gives the system's memory its place in Block::shared, and bytes past the
/// kernel's memory a place that is in neither.
static void placeReserved(const Block &own, uint64_t &offset) {
  const LaunchState &launch = own.launch();
  uint64_t end = launch.getSharedSize();
  if (!launch.program.usesReservedShared || offset < end)
    return;
  uint64_t reserved = offset - kReservedSharedOffset;
  offset = reserved < kReservedShared
               ? launch.getReservedSharedBegin() + reserved
               : offset - end + own.shared.size();
}

static Block *findBlock(Block &own, Space space, uint64_t address,
                        uint64_t &offset) {
  if (space == Space::Generic) {
    address -= kSharedWindow;
    if (address >= kWindowSize)
      return nullptr;
  }
  uint64_t rank = address / kClusterStride;
  offset = address % kClusterStride;
  if (rank == own.rank)
    return &own;
  if (space == Space::Shared)
    return nullptr;
  return rank < own.cluster.blocks.size() ? own.cluster.blocks[rank].get()
                                          : nullptr;
}

Block *mlir::tile::sim::findShared(Block &own, Space space, uint64_t address,
                                   uint64_t &offset) {
  Block *block = findBlock(own, space, address, offset);
  if (block)
    placeReserved(own, offset);
  return block;
}

SharedAccess mlir::tile::sim::describeShared(const Warp &warp, const Inst &inst,
                                             unsigned lane, bool isStrong,
                                             bool isOrdering, bool isAsync) {
  const LaunchState &launch = warp.block.launch();
  SharedAccess access;
  access.warp = warp.block.indexInCluster(warp);
  access.lane = lane;
  access.isStrong = isStrong;
  access.isOrdering = isOrdering;
  access.isAsync = isAsync;
  access.pc = launch.program.getPc(inst);
  access.clock = launch.options.findSharedRaces
                     ? warp.block.clockOf(warp)[access.warp]
                     : 1;
  return access;
}

std::string mlir::tile::sim::describeFinding(SharedShadow::Finding finding,
                                             bool isEqual) {
  switch (finding) {
  case SharedShadow::Finding::Pending:
    return ", which an asynchronous copy that no thread has waited for still "
           "writes";
  case SharedShadow::Finding::InFlight:
    return ", which an asynchronous operation that no thread has waited for "
           "still reads";
  case SharedShadow::Finding::Unfenced:
    return " through the async proxy, which a thread wrote with no "
           "fence.proxy.async of its own between";
  default:
    return describeRace(finding == SharedShadow::Finding::Relaxed, isEqual);
  }
}

void Warp::followAccess(unsigned lane, const Access &access, Space space,
                        uint8_t *shadow) {
  followedLanes |= 1u << lane;
  shadows[lane] = shadow;
  shadowSpaces[lane] = space;
  if (access.kind == AccessKind::Write)
    std::memset(shadow, 0, access.bytes);
}

SharedFollower::SharedFollower(Warp &warp, const Inst &inst,
                               const Access &access)
    : warp(warp), inst(inst), access(access) {
  const RunOptions &options = warp.block.launch().options;
  isOn = options.findSharedRaces || options.findUninitialized;
  bool isAtomic = access.kind == AccessKind::Atomic;
  self = describeShared(warp, inst, 0, access.isStrong || isAtomic,
                        access.isOrdering || isAtomic, access.isAsync);
  static const VectorClock none;
  clock = !options.findSharedRaces ? &none
          : access.isMbarrier      ? &getMbarrierClock(warp)
                                   : &warp.block.clockOf(warp);
}

void SharedFollower::actAs(unsigned agent, uint32_t number) {
  self.warp = agent;
  self.clock = number;
}

bool SharedFollower::isOrderedAfter(llvm::ArrayRef<SharedAccess> writes) const {
  return llvm::all_of(writes, [&](const SharedAccess &write) {
    return warp.block.shadow.compare(write, self, *clock) ==
           SharedShadow::Finding::None;
  });
}

void SharedFollower::follow(unsigned lane, Block &block, uint64_t offset) {
  if (!isOn)
    return;
  using Finding = SharedShadow::Finding;
  SharedAccess other;
  unsigned bytes = access.bytes;
  self.lane = lane;
  Finding finding = Finding::None;
  bool hasEqual = false;
  if (access.kind != AccessKind::Write)
    finding = block.shadow.read(offset, bytes, self, *clock, other);
  if (access.kind != AccessKind::Read && finding == Finding::None)
    finding = block.shadow.write(
        offset, bytes, self, *clock, other,
        [&](uint64_t begin, uint64_t end) {
          return access.values &&
                 std::memcmp(block.shared.data() + begin,
                             access.values + lane * bytes + (begin - offset),
                             end - begin) == 0;
        },
        hasEqual);
  hasEqual &= finding == Finding::None;
  if (finding != Finding::None || hasEqual)
    report(lane, offset, finding, hasEqual, other);
}

/// Whether the warp has executed a proxy fence since it knows of the write. On
/// GPUs with tensor memory Triton leaves the writers' fences out.
static bool isFencedByReader(const Warp &warp, const SharedAccess &write) {
  const Block &block = warp.block;
  const VectorClock &fence =
      block.cluster.readerFences[block.indexInCluster(warp)];
  return block.launch().program.usesTensorMemory && write.warp < fence.size() &&
         write.clock <= fence[write.warp];
}

void SharedFollower::report(unsigned lane, uint64_t offset,
                            SharedShadow::Finding finding, bool hasEqual,
                            const SharedAccess &other) {
  using Finding = SharedShadow::Finding;
  LaunchState &launch = warp.block.launch();
  bool isRace = finding != Finding::Pending;
  if (finding == Finding::Unfenced && isFencedByReader(warp, other) &&
      !launch.options.strictRaces)
    return;
  if (isRace ? !launch.options.findSharedRaces
             : !launch.options.findUninitialized)
    return;
  bool isExpected = finding == Finding::Race && other.clock &&
                    isExpectedRace(launch.program, self.pc, other.pc);
  bool isNote = (hasEqual || finding == Finding::Relaxed || isExpected) &&
                !launch.options.strictRaces;
  ReportKind kind =
      isRace ? ReportKind::SharedRace : ReportKind::UninitializedShared;
  if (warp.isRepeat(kind, inst, lane, isNote))
    return;
  std::string message =
      describe(access) + " at " + describeSharedByte(warp, offset);
  const Cluster &cluster = warp.block.cluster;
  bool isOfAgent = finding == Finding::Race && other.clock &&
                   other.warp >= 2 * cluster.getNumWarps();
  bool isOfTensor = isOfAgent && other.warp >= cluster.getTensorBegin();
  message += isExpected   ? kExpectedRace
             : isOfTensor ? kTensorRace
             : isOfAgent  ? kProductRace
                          : describeFinding(finding, hasEqual);
  Report report = warp.makeReport(kind, inst, lane, std::move(message));
  report.isNote = isNote;
  if (other.clock) {
    report.hasOther = true;
    report.other = launch.program.locate(other.pc);
    const Warp &agent = warp.block.cluster.getAgent(other.warp);
    report.otherBlock = agent.block.position;
    report.otherThread = agent.getThread(other.lane);
  }
  launch.add(std::move(report), self.pc);
}

static std::string describeSharedMiss(const Warp &warp, const Access &access,
                                      Space space, uint64_t address,
                                      const Block *block) {
  const LaunchState &launch = warp.block.launch();
  std::string where =
      block ? " of the CTA's " + std::to_string(launch.getSharedSize()) +
                  " bytes of shared memory"
            : std::string(" of the shared memory of a CTA that is not in the "
                          "cluster");
  if (block && launch.program.hasDynamicShared)
    where += ", " + std::to_string(launch.dynamicShared) + " of them dynamic";
  return describeOtherSpace(warp, access, space, address,
                            " at byte " +
                                llvm::Twine(address % kClusterStride) + where);
}

/// Notes an access to the shared memory of another CTA, which must not end
/// before.
static void followRemote(Warp &warp, const Inst &inst, unsigned lane,
                         Block &block, const Access &access) {
  if (block.hasEnded) {
    warp.report(ReportKind::UseAfterFree, inst, lane, [&] {
      return describe(access) + " of shared memory of the CTA of rank " +
             std::to_string(block.rank) + " in the cluster, which has ended";
    });
    return;
  }
  if (!warp.block.launch().options.findSharedRaces)
    return;
  const Cluster &cluster = warp.block.cluster;
  block.remoteAccesses.resize(cluster.clocks.size());
  unsigned index = warp.block.indexInCluster(warp);
  block.remoteAccesses[index] = {warp.block.clockOf(warp)[index],
                                 warp.block.launch().program.getPc(inst)};
}

/// Reports an access outside of the variables that its address is made of,
/// where something else of shared memory is.
static void checkOrigin(Warp &warp, const Inst &inst, uint32_t mask,
                        const Access &access, const uint64_t *offsets) {
  auto isInside = [&](const NamedSlot *variable, uint64_t offset) {
    uint64_t at = offset - variable->slot.offset;
    return at < variable->slot.size && access.bytes <= variable->slot.size - at;
  };
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint64_t offset = offsets[lane];
    if (llvm::any_of(*access.origin, [&](const NamedSlot *variable) {
          return isInside(variable, offset);
        }))
      continue;
    warp.report(ReportKind::OutOfBounds, inst, lane, [&] {
      const NamedSlot &meant = *access.origin->front();
      uint64_t end = meant.slot.offset + meant.slot.size;
      std::string text =
          describe(access) + " at " + describeSharedByte(warp, offset) + ", ";
      if (offset < meant.slot.offset)
        text += std::to_string(meant.slot.offset - offset) + " bytes before '";
      else if (offset < end)
        text += "and the last " + std::to_string(offset + access.bytes - end) +
                " are past the end of '";
      else
        text += std::to_string(offset - end) + " bytes past the end of '";
      return text + meant.name + "' of " + std::to_string(meant.slot.size) +
             " bytes, whose address it uses";
    });
    return;
  }
}

static uint32_t accessShared(Warp &warp, const Inst &inst, uint32_t mask,
                             const Access &access, const uint64_t *addresses,
                             uint8_t **pointers) {
  uint64_t offsets[kNumLanes];
  Block *blocks[kNumLanes];
  uint32_t good = 0;
  bool isReported = false;
  // A generic address may be that of any CTA of the cluster.
  Space space =
      access.space == Space::Generic ? Space::SharedCluster : access.space;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    Block *block =
        findShared(warp.block, space, addresses[lane], offsets[lane]);
    if (!block || !block->hasShared(offsets[lane], access.bytes)) {
      if (!std::exchange(isReported, true))
        warp.report(ReportKind::OutOfBounds, inst, lane, [&] {
          return describeSharedMiss(warp, access, space, addresses[lane],
                                    block);
        });
      continue;
    }
    blocks[lane] = block;
    pointers[lane] = block->shared.data() + offsets[lane];
    good |= 1u << lane;
  }
  if (!good)
    return 0;
  if (access.origin)
    checkOrigin(warp, inst, good, access, offsets);
  if (access.isCounted) {
    MemoryStatistics &s =
        getSharedStatistics(warp.worker->statistics, access.kind);
    ++s.requests;
    s.bytes += uint64_t(__builtin_popcount(good)) * access.bytes;
    Wavefronts w = countWavefronts(good, offsets, access.bytes);
    s.wavefronts += w.wavefronts;
    s.bankConflicts += w.wavefronts - w.groups;
  }
  SharedFollower follower(warp, inst, access);
  // Two lanes of one store to one place: whose value stays is not defined.
  for (uint32_t lanes = good; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    follower.follow(lane, *blocks[lane], offsets[lane]);
    if (access.isStrong || access.kind == AccessKind::Atomic)
      orderAccess(warp, access, pointers[lane]);
    if (blocks[lane] != &warp.block)
      followRemote(warp, inst, lane, *blocks[lane], access);
    if (access.kind != AccessKind::Read)
      blocks[lane]->sources.forget(offsets[lane], access.bytes);
    if (blocks[lane]->sharedShadow.empty())
      continue;
    uint8_t *shadow = blocks[lane]->sharedShadow.data() + offsets[lane];
    if (access.kind == AccessKind::Atomic)
      checkAtomic(warp, inst, lane, access, ReportKind::UninitializedShared,
                  " at byte " + llvm::Twine(offsets[lane]) +
                      " of shared memory",
                  shadow);
    warp.followAccess(lane, access, Space::Shared, shadow);
  }
  return good;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

uint32_t Warp::access(const Inst &inst, uint32_t mask, const Access &access,
                      const uint64_t *addresses, uint8_t **pointers) {
  followedLanes = 0;
  mask = checkAlignment(*this, inst, mask, access, addresses);
  if (!mask)
    return 0;
  switch (access.space) {
  case Space::Global:
    return accessGlobal(*this, inst, mask, access, addresses, pointers);
  case Space::Const:
    return accessConst(*this, inst, mask, access, addresses, pointers);
  case Space::Shared:
  case Space::SharedCluster:
    return accessShared(*this, inst, mask, access, addresses, pointers);
  case Space::Local:
    return accessLocal(*this, inst, mask, access, addresses, pointers);
  case Space::Param:
    return accessParam(*this, inst, mask, access, addresses, pointers);
  case Space::Generic:
    break;
  }
  // By window; what is in none is global.
  uint64_t inside[kNumLanes];
  uint32_t masks[4] = {};
  static constexpr uint64_t kWindows[] = {0, kSharedWindow, kLocalWindow,
                                          kParamWindow};
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    unsigned window = 0;
    for (unsigned w = 1; w < 4; ++w)
      if (addresses[lane] - kWindows[w] < kWindowSize)
        window = w;
    masks[window] |= 1u << lane;
    inside[lane] = addresses[lane] - kWindows[window];
  }
  uint32_t good = 0;
  if (masks[0])
    good |= accessGlobal(*this, inst, masks[0], access, inside, pointers);
  if (masks[1])
    good |= accessShared(*this, inst, masks[1], access, inside, pointers);
  if (masks[2])
    good |= accessLocal(*this, inst, masks[2], access, inside, pointers);
  if (masks[3])
    good |= accessParam(*this, inst, masks[3], access, inside, pointers,
                        /*isGeneric=*/true);
  return good;
}
