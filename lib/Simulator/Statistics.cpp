//===- Statistics.cpp - What a simulated run counted ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Statistics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir::tile::sim;

llvm::StringRef mlir::tile::sim::getInstructionClassName(InstructionClass c) {
  static constexpr llvm::StringLiteral kNames[kNumInstructionClasses] = {
      "integer", "float",      "half",    "special", "conversion", "move",
      "global",  "shared",     "local",   "param",   "atomic",     "async",
      "matrix",  "collective", "barrier", "control"};
  return kNames[unsigned(c)];
}

uint64_t Statistics::getWarpInstructions() const {
  uint64_t sum = 0;
  for (uint64_t count : warpInstructions)
    sum += count;
  return sum;
}

uint64_t Statistics::getLaneInstructions() const {
  uint64_t sum = 0;
  for (uint64_t count : laneInstructions)
    sum += count;
  return sum;
}

namespace {
/// The accesses by name, in the order they are printed.
struct NamedMemory {
  const char *key, *title;
  MemoryStatistics Statistics::*member;
  bool isGlobal, isShared;
};
} // namespace

static constexpr NamedMemory kMemories[] = {
    {"global_loads", "global loads", &Statistics::globalLoads, true, false},
    {"global_stores", "global stores", &Statistics::globalStores, true, false},
    {"global_atomics", "global atomics", &Statistics::globalAtomics, true,
     false},
    {"shared_loads", "shared loads", &Statistics::sharedLoads, false, true},
    {"shared_stores", "shared stores", &Statistics::sharedStores, false, true},
    {"shared_atomics", "shared atomics", &Statistics::sharedAtomics, false,
     true},
    {"local_loads", "local loads", &Statistics::localLoads, false, false},
    {"local_stores", "local stores", &Statistics::localStores, false, false},
};

void MemoryStatistics::add(const MemoryStatistics &other) {
  requests += other.requests;
  bytes += other.bytes;
  sectors += other.sectors;
  wavefronts += other.wavefronts;
  bankConflicts += other.bankConflicts;
}

void BulkStatistics::add(const BulkStatistics &other) {
  copies += other.copies;
  bytes += other.bytes;
  wavefronts += other.wavefronts;
  sectors += other.sectors;
  lines += other.lines;
}

MemoryStatistics Statistics::getAllMemory() const {
  MemoryStatistics sum;
  for (const NamedMemory &memory : kMemories)
    sum.add(this->*memory.member);
  return sum;
}

void Statistics::add(const Statistics &other) {
  blocks += other.blocks;
  warps += other.warps;
  threads += other.threads;
  for (unsigned c = 0; c < kNumInstructionClasses; ++c) {
    warpInstructions[c] += other.warpInstructions[c];
    laneInstructions[c] += other.laneInstructions[c];
  }
  for (const NamedMemory &memory : kMemories)
    (this->*memory.member).add(other.*memory.member);
  bulkCopies.add(other.bulkCopies);
  for (auto [sum, more] : llvm::zip(warpgroupProducts, other.warpgroupProducts))
    sum += more;
  barriers += other.barriers;
  branches += other.branches;
  divergentBranches += other.divergentBranches;
}

void mlir::tile::sim::print(llvm::raw_ostream &os,
                            const Statistics &statistics) {
  const Statistics &s = statistics;
  os << "CTAs " << s.blocks << ", warps " << s.warps << ", threads "
     << s.threads << '\n';
  if (uint64_t bytes = s.staticSharedMemory + s.dynamicSharedMemory)
    os << "shared memory: " << bytes << " bytes per CTA ("
       << s.staticSharedMemory << " static, " << s.dynamicSharedMemory
       << " dynamic)\n";
  os << "instructions: " << s.getWarpInstructions() << " of warps, "
     << s.getLaneInstructions() << " of lanes\n";
  for (unsigned c = 0; c < kNumInstructionClasses; ++c)
    if (s.warpInstructions[c])
      os << llvm::format("  %-12s%12llu%14llu\n",
                         getInstructionClassName(InstructionClass(c)).data(),
                         (unsigned long long)s.warpInstructions[c],
                         (unsigned long long)s.laneInstructions[c]);
  for (const NamedMemory &memory : kMemories) {
    const MemoryStatistics &m = s.*memory.member;
    if (!m.requests)
      continue;
    os << memory.title << ": " << m.requests << " requests, " << m.bytes
       << " bytes";
    if (memory.isGlobal)
      os << ", " << m.sectors << " sectors ("
         << llvm::format("%.2f", double(m.sectors) / m.requests)
         << " per request)";
    if (memory.isShared)
      os << ", " << m.wavefronts << " wavefronts, " << m.bankConflicts
         << " bank conflicts";
    os << '\n';
  }
  if (const BulkStatistics &b = s.bulkCopies; b.copies)
    os << "bulk copies among these: " << b.copies << ", " << b.bytes
       << " bytes, " << b.sectors << " sectors in " << b.lines << " lines, "
       << b.wavefronts << " wavefronts\n";
  for (auto [i, count] : llvm::enumerate(s.warpgroupProducts))
    if (count)
      os << "multiply-adds of wgmma, " << (8 << i) << " bits: " << count
         << '\n';
  os << "barriers " << s.barriers << ", branches " << s.branches
     << ", of these " << s.divergentBranches << " divergent\n";
  if (s.seconds > 0)
    os << llvm::format("simulated in %.3f s: %.0f million lane instructions "
                       "per second\n",
                       s.seconds, s.getLaneInstructions() / s.seconds / 1e6);
}

void mlir::tile::sim::printJSON(llvm::raw_ostream &os,
                                const Statistics &statistics) {
  const Statistics &s = statistics;
  llvm::json::OStream json(os, 2);
  json.object([&] {
    json.attribute("blocks", int64_t(s.blocks));
    json.attribute("warps", int64_t(s.warps));
    json.attribute("threads", int64_t(s.threads));
    json.attribute("static_shared_memory", int64_t(s.staticSharedMemory));
    json.attribute("dynamic_shared_memory", int64_t(s.dynamicSharedMemory));
    auto instructions = [&](const uint64_t *counts) {
      for (unsigned c = 0; c < kNumInstructionClasses; ++c)
        json.attribute(getInstructionClassName(InstructionClass(c)),
                       int64_t(counts[c]));
    };
    json.attributeObject("warp_instructions",
                         [&] { instructions(s.warpInstructions); });
    json.attributeObject("lane_instructions",
                         [&] { instructions(s.laneInstructions); });
    for (const NamedMemory &memory : kMemories)
      json.attributeObject(memory.key, [&] {
        const MemoryStatistics &m = s.*memory.member;
        json.attribute("requests", int64_t(m.requests));
        json.attribute("bytes", int64_t(m.bytes));
        if (memory.isGlobal)
          json.attribute("sectors", int64_t(m.sectors));
        if (memory.isShared) {
          json.attribute("wavefronts", int64_t(m.wavefronts));
          json.attribute("bank_conflicts", int64_t(m.bankConflicts));
        }
      });
    json.attributeObject("bulk_copies", [&] {
      const BulkStatistics &b = s.bulkCopies;
      json.attribute("copies", int64_t(b.copies));
      json.attribute("bytes", int64_t(b.bytes));
      json.attribute("wavefronts", int64_t(b.wavefronts));
      json.attribute("sectors", int64_t(b.sectors));
      json.attribute("lines", int64_t(b.lines));
    });
    json.attributeObject("warpgroup_products", [&] {
      for (auto [i, count] : llvm::enumerate(s.warpgroupProducts))
        json.attribute("bits" + std::to_string(8 << i), int64_t(count));
    });
    json.attribute("barriers", int64_t(s.barriers));
    json.attribute("branches", int64_t(s.branches));
    json.attribute("divergent_branches", int64_t(s.divergentBranches));
    json.attribute("seconds", s.seconds);
  });
  os << '\n';
}
