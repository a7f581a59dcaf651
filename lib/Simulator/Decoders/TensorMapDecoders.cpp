//===- TensorMapDecoders.cpp - Tensor maps that a kernel makes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.28 "tensormap.replace", 9.7.13.14
// "tensormap.cp_fenceproxy", 9.7.13.4 "fence.proxy.tensormap".
//
// Copies read a map through the tensormap proxy, which keeps what it has read:
// of maps in global memory that a kernel changes, an H200 without the acquire
// copied 166,320 of 168,960 boxes by an old map. So each CTA remembers the
// bytes of a map at its last acquire. Whether the writer has released the map
// to that proxy is not checked.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AsyncDecoders.h"
#include "Lanes.h"

#include "tile/Simulator/TensorMap.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

namespace {
enum class Field : uint8_t {
  Address,
  Rank,
  Box,
  Size,
  Stride,
  ElementStride,
  Type,
  Interleave,
  Swizzle,
  Fill
};

/// `Inst::a` is the new value; `to` the map, or where it is copied to.
struct MapData {
  MemoryOperand to, from;
  Field field = Field::Address;
  unsigned dimension = 0;
  bool isWide = false;
};
} // namespace

/// The types of cuda.h, in the order of PTX (table "elemtype"): f32.ftz
/// is before f64 and bf16.
static uint32_t convertType(uint32_t type) {
  static constexpr uint32_t kTypes[] = {0, 1,  2, 3, 4,  5, 6,
                                        7, 10, 8, 9, 11, 12};
  return type < std::size(kTypes) ? kTypes[type] : type;
}

/// The greatest value of a field that must not be 0; of others, any.
static uint64_t getMost(Field field) {
  return field == Field::Box             ? 256
         : field == Field::Size          ? uint64_t(UINT32_MAX)
         : field == Field::ElementStride ? 8
                                         : ~uint64_t(0);
}

static void setField(TensorMap &map, const MapData &data, uint64_t value) {
  switch (data.field) {
  case Field::Address:
    map.address = value;
    return;
  case Field::Rank:
    // One less than the number of dimensions.
    map.rank = uint32_t(value) + 1;
    return;
  case Field::Box:
    map.box[data.dimension] = uint32_t(value);
    return;
  case Field::Size:
    map.sizes[data.dimension] = value;
    return;
  case Field::Stride:
    map.strides[data.dimension] = value;
    return;
  case Field::ElementStride:
    map.elementStrides[data.dimension] = uint32_t(value);
    return;
  case Field::Type:
    map.type = convertType(uint32_t(value));
    return;
  case Field::Interleave:
    map.interleave = uint32_t(value);
    return;
  case Field::Swizzle:
    map.swizzle = uint32_t(value);
    return;
  case Field::Fill:
    map.fill = uint32_t(value);
    return;
  }
}

static void runReplace(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const MapData *>(i.data);
  uint64_t addresses[kNumLanes];
  computeAddresses(w, data.to, mask, addresses);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    // Of what the map was, bits that no thread wrote stay so.
    uint8_t *bytes = accessOne(w, i, lane, data.to.access, addresses[lane]);
    if (!bytes)
      continue;
    static constexpr uint8_t kZeros[TensorMap::kBytes] = {};
    TensorMap map;
    if (!map.decode(bytes) &&
        std::memcmp(bytes, kZeros, TensorMap::kBytes) != 0) {
      w.report(ReportKind::Undefined, i, lane,
               "expected a tensor map, or 128 bytes of zeros to make one of");
      continue;
    }
    uint64_t value =
        data.isWide ? w.reg<uint64_t>(i.a)[lane] : w.reg<uint32_t>(i.a)[lane];
    if (uint64_t most = getMost(data.field);
        most != ~uint64_t(0) && value - 1 >= most) {
      w.report(ReportKind::Undefined, i, lane,
               "expected a number from 1 to " + llvm::Twine(most) +
                   " for the tensor map, found " + llvm::Twine(value));
      continue;
    }
    setField(map, data, value);
    map.encode(bytes);
  }
}

static void runCopy(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const MapData *>(i.data);
  uint64_t to[kNumLanes], from[kNumLanes];
  computeAddresses(w, data.to, mask, to);
  computeAddresses(w, data.from, mask, from);
  // All lanes copy the same, together.
  unsigned lane = __builtin_ctz(mask);
  const uint8_t *source = accessOne(w, i, lane, data.from.access, from[lane]);
  uint8_t *target =
      source ? accessOne(w, i, lane, data.to.access, to[lane]) : nullptr;
  if (target)
    std::memcpy(target, source, TensorMap::kBytes);
}

static void runAcquire(Warp &w, const Inst &i, uint32_t mask) {
  const auto &memory = *static_cast<const MemoryOperand *>(i.data);
  const LaunchState &launch = w.block.launch();
  if (!launch.globalShadow)
    return;
  uint64_t addresses[kNumLanes];
  computeAddresses(w, memory, mask, addresses);
  // No access: what is not a map here is found when it is used.
  forLanes(mask, [&](unsigned lane) {
    const Buffer *buffer = launch.program.memory.find(addresses[lane]);
    if (!buffer)
      return;
    uint64_t offset = addresses[lane] - buffer->address;
    if (buffer->size < TensorMap::kBytes ||
        offset > buffer->size - TensorMap::kBytes)
      return;
    std::memcpy(getAsync(w.block).acquiredMaps[addresses[lane]].data(),
                buffer->data + offset, TensorMap::kBytes);
  });
}

void mlir::tile::sim::checkIsAcquired(Warp &w, const Inst &i, unsigned lane,
                                      uint64_t address) {
  LaunchState &launch = w.block.launch();
  if (!launch.globalShadow)
    return;
  const Buffer *buffer = launch.program.memory.find(address);
  if (!buffer || buffer->isReadOnly)
    return;
  uint64_t offset = address - buffer->address;
  GlobalAccess writer =
      launch.globalShadow->getWriter(*buffer, offset, TensorMap::kBytes);
  if (!writer.number)
    return;
  const auto &maps = getAsync(w.block).acquiredMaps;
  auto acquired = maps.find(address);
  if (acquired != maps.end() &&
      std::memcmp(acquired->second.data(), buffer->data + offset,
                  TensorMap::kBytes) == 0)
    return;
  if (w.isRepeat(ReportKind::GlobalRace, i, lane, /*isNote=*/false))
    return;
  Report report = w.makeReport(
      ReportKind::GlobalRace, i, lane,
      "the tensor map at byte " + std::to_string(offset) + " of " +
          buffer->name + " has changed " +
          (acquired == maps.end() ? "" : "since this CTA last acquired it ") +
          "and copies may still use the old one: expected "
          "fence.proxy.tensormap::generic.acquire of it in this CTA");
  setOther(w, report, writer);
  launch.add(std::move(report), launch.program.getPc(i));
}

static void setMapAccess(MemoryOperand &memory, Space space, AccessKind kind) {
  memory.access.space = space;
  memory.access.kind = kind;
  memory.access.bytes = TensorMap::kBytes;
  memory.access.alignment = TensorMap::kBytes;
  memory.access.isCounted = false;
}

void mlir::tile::sim::decodeTensorMapAcquire(Decoder &d) {
  MemoryOperand memory;
  decodeAddress(d, d.operand(0), memory);
  d.setData(memory);
  d.emit(runAcquire);
}

void mlir::tile::sim::decodeTensorMap(Decoder &d) {
  MapData data;
  decodeAddress(d, d.operand(0), data.to);
  if (d.has("cp_fenceproxy")) {
    decodeAddress(d, d.operand(1), data.from);
    setMapAccess(data.to, Space::Global, AccessKind::Write);
    setMapAccess(data.from, Space::Shared, AccessKind::Read);
    d.setData(data);
    return d.emit(runCopy);
  }
  setMapAccess(data.to, data.to.access.space, AccessKind::Write);
  static constexpr std::pair<const char *, Field> kFields[] = {
      {"global_address", Field::Address},
      {"rank", Field::Rank},
      {"box_dim", Field::Box},
      {"global_dim", Field::Size},
      {"global_stride", Field::Stride},
      {"element_stride", Field::ElementStride},
      {"elemtype", Field::Type},
      {"interleave_layout", Field::Interleave},
      {"swizzle_mode", Field::Swizzle},
      {"fill_mode", Field::Fill}};
  const auto *found = llvm::find_if(
      kFields, [&](const auto &field) { return d.has(field.first); });
  if (found == std::end(kFields))
    return d.emitNotSimulated();
  data.field = found->second;
  unsigned value = d.numOperands() - 1;
  if (value == 2) {
    int64_t dimension;
    if (!d.immediate(d.operand(1), dimension))
      return;
    unsigned most = TensorMap::kMaxRank - (data.field == Field::Stride ? 1 : 0);
    if (dimension < 0 || dimension >= int64_t(most))
      return d.fail("expected a dimension from 0 to " + llvm::Twine(most - 1) +
                    ", found " + llvm::Twine(dimension));
    data.dimension = unsigned(dimension);
  }
  data.isWide = d.has("b64");
  d.inst.a = d.read(value, data.isWide ? "b64" : "b32");
  d.setData(data);
  d.emit(runReplace);
}
