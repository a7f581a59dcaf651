//===- TensorDecoders.cpp - Bulk copies of tensors ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.27 "Tensor copy", tile mode. A box is in shared memory row
// after row, with a swizzle each in a line of the swizzle's bytes; then bits 4
// to 6 of each address are changed by bits 7 to 9, as many as the swizzle has.
// Elements outside of the tensor are filled, and not stored; but the mbarrier
// gets the bytes of the whole box.
//
// What PTX does not say is as an H200 does it: the step of dimension 0 does not
// count; a box must begin at a multiple of 16 bytes in its row; what is stored
// must not begin before the tensor, and goes in whole 16 bytes, past the end of
// a row of the tensor too; loads of tf32 round to it and make the NaN
// 0x7fffe000; types with `ftz` in their names flush nothing.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AsyncDecoders.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "tile/Simulator/TensorMap.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

static constexpr unsigned kChunkBytes = 16, kGatheredRows = 4;

namespace {
/// `Inst::list` has the coordinates, `Inst::b` the mask of a multicast.
struct TensorData {
  MemoryOperand map, shared, barrier;
  unsigned rank = 1;
  bool isStore = false, isMulticast = false, isPrefetch = false;
  /// tile::gather4, tile::scatter4: the coordinates are a column and four rows.
  bool isFourRows = false;
  /// .cta_group::2: the mbarrier may be that of the other CTA of a pair.
  bool isPair = false;
  /// Of a reduction: its word.
  std::string reduce;
};

/// A run of elements along dimension 0, in the box and in memory.
struct Row {
  /// Bytes of the box before it.
  uint64_t at;
  /// The address of its first element, were it inside.
  uint64_t address;
  /// Elements of it that are inside of the tensor: from `first`, `count`.
  uint32_t first, count;
};
} // namespace

static uint64_t swizzle(uint64_t address, const TensorMap &map) {
  uint64_t mask = map.getSwizzleBytes() / 16 - 1;
  return address ^ ((address >> 7) & mask) << 4;
}

/// To nearest, ties to even.
static void roundToTF32(uint8_t *element) {
  uint32_t bits;
  std::memcpy(&bits, element, 4);
  bool isNaN = (bits & 0x7FFFFFFF) > 0x7F800000;
  bits = isNaN ? 0x7FFFE000 : (bits + 0xFFF + (bits >> 13 & 1)) & 0xFFFFE000;
  std::memcpy(element, &bits, 4);
}

/// Calls `f(row)` for the rows of the box at the coordinates.
template <typename F>
static void forRows(const TensorMap &map, const int64_t *coordinates, F f) {
  uint64_t pitch = map.getRowPitch();
  uint32_t counts[TensorMap::kMaxRank], at[TensorMap::kMaxRank] = {};
  uint64_t numRows = 1;
  for (unsigned d = 0; d < TensorMap::kMaxRank; ++d) {
    counts[d] = d < map.rank ? map.getCount(d) : 1;
    numRows *= d ? counts[d] : 1;
  }
  for (uint64_t number = 0; number < numRows; ++number) {
    Row row = {number * pitch, map.address, 0, 0};
    bool isInside = true;
    for (unsigned d = 1; d < map.rank; ++d) {
      int64_t index = coordinates[d] + int64_t(at[d]) * map.getStep(d);
      isInside &= index >= 0 && uint64_t(index) < map.sizes[d];
      row.address += uint64_t(index) * map.strides[d - 1];
    }
    row.address += coordinates[0] * int64_t(map.getElementBytes());
    for (uint32_t e = 0; isInside && e < counts[0]; ++e) {
      int64_t index = coordinates[0] + int64_t(e);
      if (index < 0 || uint64_t(index) >= map.sizes[0])
        continue;
      if (row.count++ == 0)
        row.first = e;
    }
    f(row);
    for (unsigned d = 1; d < TensorMap::kMaxRank; ++d) {
      if (++at[d] < counts[d])
        break;
      at[d] = 0;
    }
  }
}

//===----------------------------------------------------------------------===//
// The copy, as it is done later
//===----------------------------------------------------------------------===//

namespace {
/// The boxes of one copy in shared memory, and where its elements are.
class TensorCopy : public DeferredCopy {
public:
  struct Element {
    /// Of the box.
    uint64_t at;
    uint8_t *global;
    uint32_t bytes;
  };
  TensorMap map;
  Block *block = nullptr;
  /// Where the box begins.
  uint64_t begin = 0;
  bool isStore = false;
  AtomicFunction reduce = nullptr;
  std::vector<Element> elements;

  /// For a store, the bytes of elements inside of the tensor: what lies outside
  /// is not read.
  template <typename F> void forChunks(F f) const {
    if (isStore) {
      for (const Element &element : elements)
        for (uint32_t at = 0; at < element.bytes; at += kChunkBytes)
          f(swizzle(begin + element.at + at, map));
      return;
    }
    uint64_t bytes = uint64_t(map.getCount(0)) * map.getElementBytes();
    for (uint64_t row = 0; row < map.getNumRows(); ++row)
      for (uint64_t at = 0; at < bytes; at += kChunkBytes)
        f(swizzle(begin + row * map.getRowPitch() + at, map));
  }

  void complete(const SharedAccess &access) override {
    if (!isStore)
      fill();
    for (const Element &element : elements)
      // In parts that the swizzle leaves together.
      for (uint32_t done = 0; done < element.bytes;) {
        uint64_t address = begin + element.at + done;
        uint32_t bytes = std::min<uint64_t>(
            element.bytes - done, kChunkBytes - address % kChunkBytes);
        move(block->shared.data() + swizzle(address, map),
             element.global + done, bytes);
        done += bytes;
      }
    SharedAccess other;
    bool hasEqual;
    forChunks([&](uint64_t offset) {
      if (!isStore) {
        block->shadow.write(
            offset, kChunkBytes, access, {}, other,
            [](uint64_t, uint64_t) { return false; }, hasEqual);
        return;
      }
      block->shadow.endReading(offset, kChunkBytes);
      (void)block->shadow.read(offset, kChunkBytes, access, {}, other);
    });
  }

private:
  void fill() {
    // CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA: a NaN of 16 bits, in
    // elements of all sizes.
    uint16_t value = map.fill ? 0x7FF7 : 0;
    forChunks([&](uint64_t offset) {
      for (unsigned at = 0; at < kChunkBytes; at += 2)
        std::memcpy(block->shared.data() + offset + at, &value, 2);
    });
  }
  void move(uint8_t *shared, uint8_t *global, uint32_t bytes) {
    if (!isStore) {
      std::memcpy(shared, global, bytes);
      if (map.isTF32())
        for (uint32_t at = 0; at < bytes; at += 4)
          roundToTF32(shared + at);
      return;
    }
    if (!reduce) {
      std::memcpy(global, shared, bytes);
      return;
    }
    uint8_t old[16];
    for (uint32_t at = 0; at < bytes; at += map.getElementBytes())
      reduce(global + at, shared + at, nullptr, old);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Issue
//===----------------------------------------------------------------------===//

/// Reads the tensor map; false after a report.
static bool readMap(Warp &w, const Inst &i, unsigned lane,
                    const TensorData &data, TensorMap &map) {
  uint64_t addresses[kNumLanes];
  computeAddresses(w, data.map, 1u << lane, addresses);
  const uint8_t *bytes =
      accessOne(w, i, lane, data.map.access, addresses[lane]);
  if (!bytes)
    return false;
  if (data.map.access.space != Space::Param && !data.isPrefetch)
    checkIsAcquired(w, i, lane, addresses[lane]);
  if (!map.decode(bytes)) {
    w.report(ReportKind::Undefined, i, lane,
             "expected the address of a tensor map, as cuTensorMapEncodeTiled "
             "makes it");
    return false;
  }
  std::string wrong = map.check();
  if (wrong.empty() && data.isFourRows && map.box[1] != 1)
    wrong = "expected a box of one row, as the instruction has four, found " +
            std::to_string(map.box[1]) + " rows";
  if (wrong.empty() && map.rank != data.rank)
    wrong = "expected a tensor of " + std::to_string(data.rank) +
            " dimensions, found " + std::to_string(map.rank);
  if (wrong.empty()) {
    if (data.isFourRows)
      map.box[1] = kGatheredRows;
    return true;
  }
  w.report(ReportKind::Undefined, i, lane, "the tensor map: " + wrong);
  return false;
}

/// Whether a box may begin there; reports if not.
static bool checkCoordinates(Warp &w, const Inst &i, unsigned lane,
                             const TensorMap &map, const int64_t *coordinates,
                             bool isStore) {
  int64_t bytes = coordinates[0] * int64_t(map.getElementBytes());
  if (bytes % 16 != 0) {
    w.report(ReportKind::Misaligned, i, lane,
             "a box that begins at byte " + llvm::Twine(bytes) +
                 " of a row of the tensor (coordinate " +
                 llvm::Twine(coordinates[0]) +
                 "), which is not a multiple of 16");
    return false;
  }
  for (unsigned d = 0; isStore && d < map.rank; ++d)
    if (coordinates[d] < 0) {
      w.report(ReportKind::OutOfBounds, i, lane,
               "a box that is stored at the coordinate " +
                   llvm::Twine(coordinates[d]) + " of dimension " +
                   llvm::Twine(d) + ": expected none below 0");
      return false;
    }
  return true;
}

/// The operation on elements of the map's type; null after a report.
static AtomicFunction getReduction(Warp &w, const Inst &i, unsigned lane,
                                   StringRef op, const TensorMap &map) {
  static constexpr const char *kTypes[] = {"u8",  "u16", "u32", "s32", "u64",
                                           "s64", "f16", "f32", "f64", "bf16",
                                           "f32", "f32", "f32"};
  std::string type = kTypes[map.type];
  bool isBits = op == "and" || op == "or" || op == "xor";
  bool isIllegal = isBits && type == "s64";
  if (isBits)
    type[0] = 'b';
  AtomicFunction function =
      isIllegal ? nullptr
                : getAtomicOperation(op, type, w.block.launch().program.isExact)
                      .global;
  if (!function)
    w.report(ReportKind::Undefined, i, lane,
             "no reduction '" + op + "' of elements of type " +
                 kTypes[map.type]);
  return function;
}

/// Checks the places in global memory, and notes those inside of the tensor.
static bool addElements(Warp &w, const Inst &i, unsigned lane,
                        const TensorData &data, const int64_t *coordinates,
                        TensorCopy &copy) {
  unsigned size = copy.map.getElementBytes();
  bool isGood = true;
  Access access;
  access.space = Space::Global;
  access.kind = copy.reduce    ? AccessKind::Atomic
                : copy.isStore ? AccessKind::Write
                               : AccessKind::Read;
  access.alignment = 1;
  if (copy.isStore && !copy.reduce)
    getAsync(w).bulkGroups.addStore(w, lane, access);
  auto addRow = [&](const Row &row) {
    if (!row.count || !isGood)
      return;
    access.bytes = row.count * size;
    if (copy.isStore)
      access.bytes = llvm::alignTo(access.bytes, kChunkBytes);
    uint64_t address = row.address + uint64_t(row.first) * size;
    uint8_t *global = accessOne(w, i, lane, access, address);
    isGood &= global != nullptr;
    countBulkRow(w, address, access.bytes);
    if (global)
      copy.elements.push_back(
          {row.at + row.first * size, global, access.bytes});
  };
  if (!data.isFourRows) {
    forRows(copy.map, coordinates, addRow);
    return isGood;
  }
  TensorMap single = copy.map;
  single.box[1] = 1;
  for (unsigned n = 0; n < kGatheredRows; ++n) {
    int64_t place[TensorMap::kMaxRank] = {coordinates[0], coordinates[1 + n]};
    forRows(single, place, [&](Row row) {
      row.at += n * copy.map.getRowPitch();
      addRow(row);
    });
  }
  return isGood;
}

/// Notes that the box in shared memory is accessed; false after a report.
static bool accessBox(Warp &w, const Inst &i, unsigned lane, TensorCopy &copy,
                      SharedAccess &self) {
  uint64_t bytes = copy.map.getSharedBytes();
  Block &block = *copy.block;
  if (!block.hasShared(copy.begin, bytes)) {
    w.report(ReportKind::OutOfBounds, i, lane,
             "a box of " + llvm::Twine(bytes) + " bytes at byte " +
                 llvm::Twine(copy.begin) + " of the CTA's " +
                 llvm::Twine(block.sharedSize) + " bytes of shared memory");
    return false;
  }
  if (copy.begin % 128 != 0) {
    w.report(ReportKind::Misaligned, i, lane,
             "a box at byte " + llvm::Twine(copy.begin) +
                 " of shared memory, which is not a multiple of 128");
    return false;
  }
  const RunOptions &options = block.launch().options;
  self = describeShared(w, i, lane, /*isStrong=*/false, /*isOrdering=*/false,
                        /*isAsync=*/true);
  Access access;
  access.space = Space::Shared;
  access.kind = copy.isStore ? AccessKind::Read : AccessKind::Write;
  access.bytes = kChunkBytes;
  access.isAsync = true;
  bool isUndefined = false;
  if (!copy.isStore)
    block.sources.forget(copy.begin, bytes);
  if (!copy.isStore)
    block.boxes.add({copy.begin, bytes, uint32_t(copy.map.getRowPitch()),
                     copy.map.getSwizzleBytes(), self.pc});
  SharedFollower follower(w, i, access);
  copy.forChunks([&](uint64_t offset) {
    follower.follow(lane, block, offset);
    uint8_t *shadow = block.sharedShadow.empty()
                          ? nullptr
                          : block.sharedShadow.data() + offset;
    if (copy.isStore) {
      block.shadow.beginReading(offset, kChunkBytes);
      isUndefined |= shadow && hasUndefinedBits(shadow, kChunkBytes);
      return;
    }
    if (options.findSharedRaces || options.findUninitialized)
      block.shadow.markPending(offset, kChunkBytes, self);
    if (shadow)
      std::memset(shadow, 0, kChunkBytes);
  });
  if (isUndefined)
    w.report(ReportKind::UninitializedShared, i, lane,
             "stores a box at byte " + llvm::Twine(copy.begin) +
                 " of shared memory, which were not all written");
  Statistics &s = w.worker->statistics;
  MemoryStatistics &m = copy.isStore ? s.sharedLoads : s.sharedStores;
  ++m.requests;
  m.bytes += bytes;
  m.wavefronts += (bytes + 127) / 128;
  countBulkShared(w, bytes);
  return true;
}

/// The place in the shared memory of a CTA that an address is of.
static Block *locate(Warp &w, const Inst &i, unsigned lane,
                     const MemoryOperand &memory, const char *what,
                     uint64_t &offset) {
  uint64_t addresses[kNumLanes];
  computeAddresses(w, memory, 1u << lane, addresses);
  Block *block =
      findShared(w.block, memory.access.space, addresses[lane], offset);
  if (!block)
    w.report(ReportKind::Undefined, i, lane,
             "expected the address of " + llvm::Twine(what) +
                 " in shared memory");
  return block;
}

static void runLane(Warp &w, const Inst &i, unsigned lane,
                    const TensorData &data) {
  TensorMap map;
  if (!readMap(w, i, lane, data, map) || data.isPrefetch)
    return;
  int64_t coordinates[TensorMap::kMaxRank] = {};
  for (unsigned d = 0; d < i.listSize; ++d)
    coordinates[d] = w.reg<int32_t>(i.list[d])[lane];
  if (!checkCoordinates(w, i, lane, map, coordinates, data.isStore))
    return;
  if (!data.isFourRows)
    w.worker->tensors.add(w, i, lane, map, coordinates, data.isStore);
  auto proto = std::make_shared<TensorCopy>();
  proto->map = map;
  proto->isStore = data.isStore;
  if (!data.reduce.empty()) {
    proto->reduce = getReduction(w, i, lane, data.reduce, map);
    if (!proto->reduce)
      return;
  }
  proto->block = locate(w, i, lane, data.shared, "the box", proto->begin);
  if (!proto->block || !addElements(w, i, lane, data, coordinates, *proto))
    return;
  AsyncCopy copy;
  copy.bytes = map.getBoxBytes();
  if (data.isStore) {
    if (!accessBox(w, i, lane, *proto, copy.writer))
      return;
    copy.deferred = proto;
    return getAsync(w).bulkGroups.add(lane, w.block.launch().program.getPc(i),
                                      std::move(copy));
  }
  uint64_t barrier;
  Block *signalled = locate(w, i, lane, data.barrier, "an mbarrier", barrier);
  if (!signalled)
    return;
  if (!data.isMulticast) {
    bool isOfPair =
        data.isPair && signalled->rank / 2 == proto->block->rank / 2;
    if (signalled != proto->block && !isOfPair)
      w.report(ReportKind::Undefined, i, lane,
               "expected the mbarrier to be in the shared memory of the CTA "
               "that is written to");
    if (!accessBox(w, i, lane, *proto, copy.writer))
      return;
    copy.deferred = proto;
    return trackAt(w, i, lane, *signalled, barrier, std::move(copy));
  }
  // The same offsets in each CTA of the mask. With .cta_group::2 the CTA of
  // each pair is signalled that is even or odd in it like the one of the
  // mbarrier.
  uint32_t mask = w.reg<uint16_t>(i.b)[lane];
  auto &blocks = w.block.cluster.blocks;
  if (mask >> blocks.size())
    w.report(ReportKind::Undefined, i, lane,
             "expected a mask of the cluster's " + llvm::Twine(blocks.size()) +
                 " CTAs, found 0x" + llvm::Twine::utohexstr(mask));
  for (size_t rank = 0; rank < blocks.size(); ++rank) {
    if (!(mask >> rank & 1))
      continue;
    auto each = std::make_shared<TensorCopy>(*proto);
    each->block = blocks[rank].get();
    AsyncCopy one = copy;
    if (!accessBox(w, i, lane, *each, one.writer))
      return;
    one.deferred = each;
    Block *target = each->block;
    size_t ofPair = (rank & ~size_t(1)) | (signalled->rank & 1);
    if (data.isPair && ofPair < blocks.size())
      target = blocks[ofPair].get();
    trackAt(w, i, lane, *target, barrier, std::move(one));
  }
}

static void run(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const TensorData *>(i.data);
  for (; mask; mask &= mask - 1)
    runLane(w, i, __builtin_ctz(mask), data);
  // As after an arrival.
  w.yield(/*isIdle=*/false);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// The map's address, which is generic or that of a parameter, and the
/// coordinates.
static bool decodeTensor(Decoder &d, const ptx::Operand &operand,
                         TensorData &data) {
  if (operand.elements.size() < 2)
    return false;
  AddressOperand address = d.address(operand);
  data.map.base = address.base;
  data.map.isNarrow = address.baseBits == 32;
  data.map.offset = address.offset;
  data.map.access.space =
      address.variableSpace == "param" ? Space::Param : Space::Generic;
  data.map.access.bytes = TensorMap::kBytes;
  data.map.access.alignment = 64;
  data.map.access.isCounted = false;
  llvm::SmallVector<uint32_t, 5> list;
  for (const ptx::Operand &coordinate :
       Decoder::elements(operand.elements.back()))
    list.push_back(d.read(coordinate, "s32"));
  data.rank = data.isFourRows ? 2 : list.size();
  d.setList(list);
  return list.size() <= TensorMap::kMaxRank;
}

void mlir::tile::sim::decodeTensorCopy(Decoder &d) {
  for (StringRef word : d.match.words)
    if (word.starts_with("im2col"))
      return d.has("prefetch") ? d.emit([](Warp &, const Inst &, uint32_t) {})
                               : d.emitNotSimulated();
  TensorData data;
  data.isFourRows = d.has("tile::gather4") || d.has("tile::scatter4");
  data.isPair = d.has("cta_group::2");
  data.isPrefetch = d.has("prefetch");
  data.isStore = d.has("bulk_group");
  data.isMulticast = d.has("multicast::cluster");
  unsigned tensor = data.isPrefetch || data.isStore ? 0 : 1;
  if (!decodeTensor(d, d.operand(tensor), data))
    return d.emitNotSimulated();
  ProgramCode &program = d.program();
  program.globalGranule = std::min(program.globalGranule, 4u);
  unsigned next = tensor + 1;
  if (data.isStore) {
    decodeAddress(d, d.operand(next++), data.shared);
    data.shared.access.space = Space::Shared;
    if (d.has("reduce"))
      for (StringRef op :
           {"add", "min", "max", "inc", "dec", "and", "or", "xor"})
        if (d.has(op))
          data.reduce = op;
  } else if (!data.isPrefetch) {
    Space space = d.has("shared::cta") ? Space::Shared : Space::SharedCluster;
    decodeAddress(d, d.operand(0), data.shared);
    data.shared.access.space = space;
    decodeMbarrierAddress(d, d.operand(next++), space, data.barrier);
  }
  d.inst.b = data.isMulticast ? d.read(next++, "b16") : d.constant(0, 16);
  if (next < d.numOperands())
    d.read(next, "b64"); // A cache policy.
  d.setData(data);
  d.inst.control = Control::Wait;
  d.emit(run);
}
