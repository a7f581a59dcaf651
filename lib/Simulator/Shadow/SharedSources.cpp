//===- SharedSources.cpp - What shared memory is a copy of ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedSources.h"

#include "Access.h"
#include "Block.h"
#include "Decoders/MemoryOperand.h"
#include "Wgmma.h"

#include "llvm/ADT/STLExtras.h"

#include <bitset>
#include <optional>

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

static constexpr unsigned kUnitBytes = SharedSources::kUnitBytes;
static constexpr uint16_t kAllBytes = 0xFFFF;

void SharedSources::reset(uint64_t bytes) {
  units.assign((bytes + kUnitBytes - 1) / kUnitBytes, Unit());
  isAnyCopied = false;
}

template <typename F>
void SharedSources::forUnits(uint64_t offset, uint64_t bytes, F f) {
  uint64_t end = std::min(offset + bytes, units.size() * kUnitBytes);
  while (offset < end) {
    uint64_t inside = offset % kUnitBytes;
    uint64_t count = std::min(kUnitBytes - inside, end - offset);
    f(units[offset / kUnitBytes], uint16_t(((1u << count) - 1) << inside),
      offset);
    offset += count;
  }
}

void SharedSources::forget(uint64_t offset, uint64_t bytes) {
  forUnits(offset, bytes,
           [](Unit &unit, uint16_t mask, uint64_t) { unit.bytes &= ~mask; });
}

void SharedSources::set(uint64_t offset, uint64_t bytes, uint64_t address,
                        uint32_t pc) {
  isAnyCopied = true;
  forUnits(offset, bytes, [&](Unit &unit, uint16_t mask, uint64_t at) {
    uint64_t begin = address + (at - offset) - at % kUnitBytes;
    if (unit.address != begin)
      unit.bytes = 0;
    unit.address = begin;
    unit.bytes |= mask;
    unit.pc = pc;
  });
}

const SharedSources::Unit *SharedSources::find(uint64_t offset) const {
  uint64_t number = offset / kUnitBytes;
  return number < units.size() && units[number].bytes == kAllBytes
             ? &units[number]
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Loads and stores that copy
//===----------------------------------------------------------------------===//

static const MemoryOperand *getMemory(const Inst &inst, const InstInfo &info,
                                      llvm::StringRef opcode) {
  bool isPlain = info.source && info.source->opcode == opcode && inst.data &&
                 !llvm::is_contained(info.source->modifiers, "async") &&
                 !llvm::is_contained(info.source->modifiers, "bulk");
  return isPlain ? static_cast<const MemoryOperand *>(inst.data) : nullptr;
}

/// The load alone writes the registers of its results, if `writers` say so.
/// Links the elements of a store with such loads; false if there is none.
static bool linkStore(ProgramCode &program, const std::vector<int64_t> &writers,
                      uint32_t pc, CopyLinks &links) {
  const Inst &store = program.code[pc];
  const InstInfo &info = program.infos[pc];
  const MemoryOperand *to = getMemory(store, info, "st");
  if (!to || (to->access.space != Space::Shared &&
              to->access.space != Space::SharedCluster &&
              to->access.space != Space::Generic))
    return false;
  unsigned bytes = to->access.bytes / store.listSize;
  llvm::SmallVector<CopyLinks::Element, 4> elements(store.listSize,
                                                    {CopyLinks::kNone, 0});
  bool isLinked = false;
  for (unsigned e = 0; e < store.listSize; ++e) {
    const auto *use = llvm::find_if(info.reads, [&](const RegisterUse &use) {
      return use.isHandled && use.index >= 0 && use.offset == store.list[e];
    });
    if (use == info.reads.end() || writers[use->index] < 0)
      continue;
    auto writer = uint32_t(writers[use->index]);
    const Inst &load = program.code[writer];
    const InstInfo &made = program.infos[writer];
    const MemoryOperand *from = getMemory(load, made, "ld");
    if (!from || from->access.space != Space::Global ||
        from->access.bytes / load.listSize != bytes)
      continue;
    const auto *result =
        llvm::find_if(made.writes, [&](const RegisterUse &other) {
          return other.index == use->index;
        });
    const uint32_t *at =
        std::find(load.list, load.list + load.listSize, result->offset);
    if (at == load.list + load.listSize)
      continue;
    uint32_t number =
        links.loads.try_emplace(writer, links.loads.size()).first->second;
    program.code[writer].flags |= CopiesToShared;
    elements[e] = {number, uint32_t(at - load.list) * bytes};
    isLinked = true;
  }
  if (isLinked)
    links.stores[pc] = std::move(elements);
  return isLinked;
}

void mlir::tile::sim::linkCopies(ProgramCode &program) {
  if (llvm::none_of(program.infos, isWgmma))
    return;
  CopyLinks links;
  // A function that calls itself may store what another call of it has loaded.
  for (const auto &function : program.functions) {
    if (!function->isEntry || !function->source->body)
      continue;
    constexpr int64_t kNobody = -1, kMany = -2;
    std::vector<int64_t> writers(function->numRegisters, kNobody);
    for (uint32_t pc = function->begin; pc < function->end; ++pc)
      for (const RegisterUse &use : program.infos[pc].writes)
        if (use.index >= 0)
          writers[use.index] = writers[use.index] == kNobody ? pc : kMany;
    for (uint32_t pc = function->begin; pc < function->end; ++pc)
      if (linkStore(program, writers, pc, links))
        program.code[pc].flags |= CopiesToShared;
  }
  program.copyLinks = program.keep(std::move(links));
}

void mlir::tile::sim::noteLoad(Warp &warp, const Inst &inst, uint32_t mask,
                               const uint64_t *addresses) {
  const ProgramCode &program = warp.block.launch().program;
  const CopyLinks &links = *program.copyLinks;
  warp.loadedFrom.resize(links.loads.size());
  auto &to = warp.loadedFrom[links.loads.lookup(program.getPc(inst))];
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    to[lane] = addresses[lane];
  }
}

void mlir::tile::sim::noteStore(Warp &warp, const Inst &inst, uint32_t mask,
                                const Access &access,
                                const uint64_t *addresses) {
  const ProgramCode &program = warp.block.launch().program;
  const CopyLinks &links = *program.copyLinks;
  uint32_t pc = program.getPc(inst);
  unsigned bytes = access.bytes / inst.listSize;
  warp.loadedFrom.resize(links.loads.size());
  Space space =
      access.space == Space::Generic ? Space::SharedCluster : access.space;
  uint64_t window = access.space == Space::Generic ? kSharedWindow : 0;
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    uint64_t address = addresses[lane] - window, offset;
    Block *block = address < kWindowSize
                       ? findShared(warp.block, space, address, offset)
                       : nullptr;
    if (!block)
      continue;
    for (auto [e, element] : llvm::enumerate(links.stores.find(pc)->second)) {
      uint64_t from = element.load == CopyLinks::kNone
                          ? 0
                          : warp.loadedFrom[element.load][lane];
      if (from)
        block->sources.set(offset + e * bytes, bytes, from + element.offset,
                           pc);
    }
  }
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {
/// The parts of a matrix: line after line.
class Parts {
public:
  struct Part {
    /// In shared memory.
    uint64_t offset = 0;
    /// Null if it is not a copy.
    const SharedSources::Unit *unit = nullptr;
    int64_t from() const { return int64_t(unit->address); }
  };

  Parts(const SharedMatrix &matrix, const SharedSources &sources)
      : matrix(matrix),
        numParts(matrix.isTransposed ? matrix.count / 8
                                     : matrix.rowBytes / kUnitBytes),
        numLines(matrix.isTransposed ? matrix.k : matrix.count),
        parts(numParts * numLines) {
    matrix.forChunks([&](uint64_t address, unsigned row, unsigned k) {
      unsigned inside = row - matrix.first;
      unsigned line = matrix.isTransposed ? k : inside;
      unsigned part = matrix.isTransposed ? inside / 8 : k / kUnitBytes;
      if (part < numParts && line < numLines)
        parts[line * numParts + part] = {address, sources.find(address)};
    });
  }

  const Part &get(unsigned line, unsigned part) const {
    return parts[line * numParts + part];
  }
  bool isKnown(unsigned line, unsigned part) const {
    return get(line, part).unit != nullptr;
  }
  /// "row 8", "k = 8"
  std::string nameLine(unsigned line) const {
    return matrix.isTransposed ? "k = " + std::to_string(line)
                               : "row " + std::to_string(matrix.first + line);
  }
  /// "bytes 16 to 31", "rows 8 to 15"
  std::string namePart(unsigned part) const {
    unsigned begin =
        matrix.isTransposed ? matrix.first + 8 * part : kUnitBytes * part;
    unsigned count = matrix.isTransposed ? 8 : kUnitBytes;
    return (matrix.isTransposed ? "rows " : "bytes ") + std::to_string(begin) +
           " to " + std::to_string(begin + count - 1);
  }

  const SharedMatrix &matrix;
  unsigned numParts, numLines;

private:
  std::vector<Part> parts;
};
} // namespace

/// "the descriptor of B has ..., and the copy at PTX line 8 (x.cu:3)"
static std::string describeCopy(const Warp &warp, const SharedMatrix &matrix,
                                const char *name, uint32_t pc) {
  CodeLocation copy = warp.block.launch().program.locate(pc);
  std::string text = matrix.describe(name) + ", and the copy at PTX line " +
                     std::to_string(copy.ptxLine);
  if (!copy.source.empty())
    text += " (" + copy.source + ")";
  return text;
}

namespace {
/// Of 2, 4 or 8 units side by side that are a copy of as many: the unit n is
/// from place n ^ `change`. 1: they are none.
struct Permutation {
  unsigned units = 1, change = 0;
};

/// The sources of a matrix.
struct Permutations {
  /// By the bits of the swizzle: 0, 1, 3, 7.
  static constexpr unsigned kNumSwizzles = 4;
  bool fits[kNumSwizzles] = {true, true, true, true};
  /// The part whose bytes are not those that the descriptor expects; within the
  /// width of its swizzle, or beyond.
  std::optional<std::pair<unsigned, unsigned>> narrow, wide;
  /// The widest of them.
  unsigned mostUnits = 1;
  /// All of it is in shared memory as it is in global memory.
  bool isPlain = true;
};
} // namespace

static Permutation findPermutation(const SharedSources &sources,
                                   uint64_t offset) {
  for (unsigned units = 8; units > 1; units /= 2) {
    uint64_t begin = offset - offset % (units * kUnitBytes);
    uint64_t addresses[8], least = ~uint64_t(0);
    bool isKnown = true;
    for (unsigned n = 0; n < units && isKnown; ++n) {
      const SharedSources::Unit *unit = sources.find(begin + n * kUnitBytes);
      isKnown = unit != nullptr;
      addresses[n] = unit ? unit->address : 0;
      least = std::min(least, addresses[n]);
    }
    if (!isKnown)
      continue;
    uint64_t change = (addresses[0] - least) / kUnitBytes;
    bool isOrder = change < units;
    for (unsigned n = 0; n < units; ++n)
      isOrder &= addresses[n] == least + (n ^ change) * kUnitBytes;
    if (isOrder)
      return {units, unsigned(change)};
  }
  return {};
}

static Permutations findPermutations(const Parts &parts,
                                     const SharedSources &sources) {
  Permutations found;
  unsigned width = parts.matrix.getWidth() / kUnitBytes;
  uint64_t base = parts.matrix.descriptor >> 49 & 7;
  llvm::DenseMap<uint64_t, int64_t> moves;
  for (unsigned line = 0; line < parts.numLines; ++line)
    for (unsigned part = 0; part < parts.numParts; ++part) {
      uint64_t offset = parts.get(line, part).offset;
      Permutation permutation = findPermutation(sources, offset);
      if (permutation.units == 1)
        continue;
      found.mostUnits = std::max(found.mostUnits, permutation.units);
      // What is different from the descriptor's swizzle.
      unsigned wrong =
          (permutation.change ^ (((offset >> 7) - base) & (width - 1))) &
          (permutation.units - 1);
      if (wrong & (width - 1) && !found.narrow)
        found.narrow = {line, part};
      if (wrong && !found.wide)
        found.wide = {line, part};
      for (unsigned n = 0; n < Permutations::kNumSwizzles; ++n)
        found.fits[n] &=
            ((permutation.change ^ (offset >> 7 & ((1u << n) - 1))) &
             (permutation.units - 1)) == 0;
      int64_t move = parts.get(line, part).from() - int64_t(offset);
      found.isPlain &=
          permutation.change == 0 &&
          moves.try_emplace(offset / (64 * kUnitBytes), move).first->second ==
              move;
    }
  return found;
}

/// Compares the order of bytes within the lines of the swizzle; true after a
/// note.
static bool compareSwizzles(Warp &warp, const Inst &inst, const Parts &parts,
                            const char *name) {
  const SharedSources &sources = warp.block.sources;
  Permutations found = findPermutations(parts, sources);
  unsigned width = parts.matrix.getWidth() / kUnitBytes;
  // The greatest that fits.
  std::optional<unsigned> fit;
  for (unsigned n = 0; 1u << n <= found.mostUnits; ++n)
    if (found.fits[n])
      fit = n;
  // Beyond the width are other lines, whose order may be any.
  bool isWide = found.wide && fit && 1u << *fit > width;
  if ((!found.narrow || found.isPlain) && !isWide)
    return false;
  std::pair<unsigned, unsigned> place =
      found.narrow ? *found.narrow : *found.wide;
  unsigned line = place.first, part = place.second;
  warp.note(ReportKind::Undefined, inst, kNumLanes, [&] {
    const Parts::Part &at = parts.get(line, part);
    std::string text = describeCopy(warp, parts.matrix, name, at.unit->pc) +
                       " put rows from global memory there " +
                       (fit ? "with " + describeSwizzle(kUnitBytes << *fit)
                            : std::string("in an order that no swizzle has")) +
                       ": " + parts.namePart(part) + " of " +
                       parts.nameLine(line) + " of " + name + " are ";
    unsigned unit = at.offset / kUnitBytes % 8;
    unsigned base = parts.matrix.descriptor >> 49 & 7;
    unsigned units = findPermutation(sources, at.offset).units;
    unsigned change = findPermutation(sources, at.offset).change;
    unsigned expected = unit ^ (((at.offset >> 7) - base) & (width - 1));
    int bytes = (int((unit ^ change) % units) - int(expected % units)) *
                int(kUnitBytes);
    return text + "from " + std::to_string(std::abs(bytes)) + " bytes " +
           (bytes < 0 ? "before" : "after") +
           " the place that they should be from";
  });
  return true;
}

/// Whether the ninth line is where the part after `group` parts is expected,
/// and that part where the line is.
static bool isExchanged(const Parts &parts, unsigned group) {
  if (parts.numLines <= 8 || parts.numParts <= group)
    return false;
  for (unsigned line = 0; line <= 8; ++line)
    if (!parts.isKnown(line, 0))
      return false;
  for (unsigned part = 0; part <= group; ++part)
    if (!parts.isKnown(0, part))
      return false;
  int64_t first = parts.get(0, 0).from();
  int64_t pitch = parts.get(1, 0).from() - first;
  for (unsigned line = 1; line < 8; ++line)
    if (parts.get(line, 0).from() - first != line * pitch)
      return false;
  for (unsigned part = 1; part < group; ++part)
    if (parts.get(0, part).from() - first != part * kUnitBytes)
      return false;
  int64_t width = group * kUnitBytes;
  return 8 * pitch != width && parts.get(8, 0).from() - first == width &&
         parts.get(0, group).from() - first == 8 * pitch;
}

void mlir::tile::sim::compareWithSources(Warp &warp, const Inst &inst,
                                         const SharedMatrix &matrix,
                                         const char *name) {
  if (!warp.block.sources.hasCopies())
    return;
  Parts parts(matrix, warp.block.sources);
  if (compareSwizzles(warp, inst, parts, name))
    return;
  unsigned group = matrix.getWidth() / kUnitBytes;
  if (isExchanged(parts, group))
    warp.note(ReportKind::Undefined, inst, kNumLanes, [&] {
      return describeCopy(warp, matrix, name, parts.get(8, 0).unit->pc) +
             " put what it read from global memory there in another order: " +
             parts.nameLine(8) + " of " + name + " is where " +
             parts.namePart(group) + " of " + parts.nameLine(0) +
             " should be, and these are where it should be, as if its two "
             "offsets were exchanged";
    });
}

static bool hasSharedParts(const SharedMatrix &matrix) {
  // Addresses of descriptors have 18 bits, and offsets may lead beyond.
  std::bitset<(1 << 18) / kUnitBytes> seen;
  bool isShared = false;
  matrix.forChunks([&](uint64_t address, unsigned, unsigned) {
    size_t unit = address / kUnitBytes;
    if (unit >= seen.size())
      return;
    isShared |= seen[unit];
    seen.set(unit);
  });
  return isShared;
}

void mlir::tile::sim::findSharedLines(Warp &warp, const Inst &inst,
                                      const SharedMatrix &matrix,
                                      const char *name) {
  if (!hasSharedParts(matrix))
    return;
  Parts parts(matrix, warp.block.sources);
  llvm::DenseMap<uint64_t, unsigned> seen;
  for (unsigned n = 0; n < parts.numLines * parts.numParts; ++n) {
    unsigned line = n / parts.numParts, part = n % parts.numParts;
    auto [it, isNew] = seen.try_emplace(parts.get(line, part).offset, n);
    if (isNew)
      continue;
    unsigned before = it->second;
    warp.note(ReportKind::Undefined, inst, kNumLanes, [&] {
      auto namePlace = [&](unsigned place) {
        return parts.namePart(place % parts.numParts) + " of " +
               parts.nameLine(place / parts.numParts);
      };
      return matrix.describe(name) + ": " + namePlace(before) + " and " +
             namePlace(n) + " of " + name + " are the same 16 bytes";
    });
    return;
  }
}
