//===- MatrixDecoders.cpp - ldmatrix, stmatrix, movmatrix -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.5.15 "ldmatrix" to 9.7.14.5.17 "movmatrix".
//
//===----------------------------------------------------------------------===//

#include "MatrixDecoders.h"
#include "TensorMemoryDecoders.h"

#include "Block.h"
#include "Lanes.h"
#include "MemoryOperand.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

bool mlir::tile::sim::checkWholeWarp(Warp &w, const Inst &i, uint32_t mask) {
  if (mask == kAllLanes)
    return true;
  w.report(ReportKind::Undefined, i, __builtin_ctz(mask),
           "expected all 32 threads of the warp to execute the instruction "
           "together, found " +
               llvm::Twine(__builtin_popcount(mask)) + ", without lane " +
               llvm::Twine(__builtin_ctz(~mask)));
  return false;
}

//===----------------------------------------------------------------------===//
// Where elements are
//===----------------------------------------------------------------------===//

namespace {
/// The layouts of ldmatrix and stmatrix. Each row of memory has 16 bytes, whose
/// address a lane gives.
enum class Tile : uint8_t {
  /// m8n8.b16: lane L has the elements 2 * (L % 4) and the next of row L / 4.
  Rows16,
  /// .trans: the elements of column L / 4.
  Columns16,
  /// m16n16.trans.b8: of two registers, r has the elements 4 * (L % 4) to + 3
  /// of column L / 4 + 8r.
  Columns8,
  /// m16n8.trans.b8: the bytes j have the rows 2 * (L % 4) + j % 2 of memory,
  /// at L / 4 + 8 * (j / 2).
  Pairs8,
};

constexpr unsigned kRowBytes = 16;

struct MatrixData : MemoryOperand {
  Tile tile = Tile::Rows16;
  /// Rows of memory.
  unsigned numRows = 8;
};
} // namespace

/// Calls `f(row, byte in it, bytes, byte in the register)` for what a lane has
/// in register `r` of the instruction.
template <typename F>
static void forPieces(Tile tile, unsigned r, unsigned lane, F f) {
  unsigned group = lane / 4, in = lane % 4;
  switch (tile) {
  case Tile::Rows16:
    f(8 * r + group, 4 * in, 4, 0);
    return;
  case Tile::Columns16:
    f(8 * r + 2 * in, 2 * group, 2, 0);
    f(8 * r + 2 * in + 1, 2 * group, 2, 2);
    return;
  case Tile::Columns8:
    for (unsigned j = 0; j < 4; ++j)
      f(16 * (r / 2) + 4 * in + j, group + 8 * (r % 2), 1, j);
    return;
  case Tile::Pairs8:
    for (unsigned j = 0; j < 4; ++j)
      f(8 * r + 2 * in + j % 2, group + 8 * (j / 2), 1, j);
    return;
  }
}

/// The places of the rows on the host; `spare` for those that are wrong.
/// Returns the others.
static uint32_t accessRows(Warp &w, const Inst &i, uint32_t mask,
                           const MatrixData &data, uint8_t *spare,
                           uint8_t **rows) {
  uint64_t addresses[kNumLanes];
  computeAddresses(w, data, mask, addresses);
  if (data.numRows < kNumLanes)
    mask &= (1u << data.numRows) - 1;
  uint32_t good = mask ? w.access(i, mask, data.access, addresses, rows) : 0;
  for (unsigned row = 0; row < data.numRows; ++row)
    if (!(good >> row & 1))
      rows[row] = spare;
  return good;
}

//===----------------------------------------------------------------------===//
// ldmatrix, stmatrix
//===----------------------------------------------------------------------===//

static void loadRows(Warp &w, const Inst &i, Tile tile,
                     const uint8_t *const *rows) {
  for (unsigned r = 0; r < i.listSize; ++r) {
    uint8_t *d = w.reg<uint8_t>(i.list[r]);
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      forPieces(tile, r, lane,
                [&](unsigned row, unsigned byte, unsigned bytes, unsigned to) {
                  std::memcpy(d + 4 * lane + to, rows[row] + byte, bytes);
                });
  }
}

static void storeRows(Warp &w, const Inst &i, Tile tile, uint8_t *const *rows) {
  for (unsigned r = 0; r < i.listSize; ++r) {
    const uint8_t *a = w.reg<uint8_t>(i.list[r]);
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      forPieces(
          tile, r, lane,
          [&](unsigned row, unsigned byte, unsigned bytes, unsigned from) {
            std::memcpy(rows[row] + byte, a + 4 * lane + from, bytes);
          });
  }
}

/// The shadows of rows, for those that memory has.
static void getShadows(const Warp &w, const MatrixData &data, uint32_t followed,
                       uint8_t *spare, uint8_t **rows) {
  for (unsigned row = 0; row < data.numRows; ++row)
    rows[row] = followed >> row & 1 ? w.shadows[row] : spare;
}

/// After ldmatrix: the registers get the undefined bits of the rows.
static void followRows(Warp &w, const Inst &i, const MatrixData &data,
                       uint32_t followed) {
  if (!(i.flags & MarksWrites))
    return;
  uint32_t found = collectLanes(followed, [&](unsigned row) {
    return hasUndefinedBits(w.shadows[row], kRowBytes);
  });
  if (!found)
    return;
  uint8_t spare[kRowBytes] = {};
  uint8_t *rows[kNumLanes];
  getShadows(w, data, followed, spare, rows);
  withShadows(w, [&] { loadRows(w, i, data.tile, rows); });
  uint32_t origin = w.getLoadedOrigin(i, __builtin_ctz(found), kRowBytes);
  const ProgramCode &program = w.block.launch().program;
  for (const RegisterUse &use : program.infos[program.getPc(i)].writes)
    noteShadow(w.frame(), use, kAllLanes, origin);
}

static void runLoad(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const MatrixData *>(i.data);
  uint8_t spare[kRowBytes] = {};
  uint8_t *rows[kNumLanes];
  uint32_t good = accessRows(w, i, mask, data, spare, rows);
  loadRows(w, i, data.tile, rows);
  if (good & w.followedLanes)
    followRows(w, i, data, good & w.followedLanes);
}

static void runStore(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const MatrixData *>(i.data);
  uint8_t spare[kRowBytes] = {};
  uint8_t *rows[kNumLanes];
  uint32_t good = accessRows(w, i, mask, data, spare, rows);
  storeRows(w, i, data.tile, rows);
  uint32_t origin;
  uint32_t followed = good & w.followedLanes;
  if (!followed || !findHandled(w, i, mask, origin))
    return;
  getShadows(w, data, followed, spare, rows);
  withShadows(w, [&] { storeRows(w, i, data.tile, rows); });
  for (uint32_t rest = followed; rest; rest &= rest - 1)
    noteOrigin(w, w.shadows[__builtin_ctz(rest)], kRowBytes, origin);
}

static void decodeMatrixAccess(Decoder &d, bool isLoad) {
  MatrixData data;
  bool isTransposed = d.has("trans");
  unsigned numMatrices = d.has("x4") ? 4 : d.has("x2") ? 2 : 1;
  if (d.has("m8n8") && d.type() == "b16")
    data.tile = isTransposed ? Tile::Columns16 : Tile::Rows16;
  else if (d.has("m16n16") && d.type() == "b8" && isTransposed)
    data.tile = Tile::Columns8;
  else if (d.has("m16n8") && d.type() == "b8" && isTransposed)
    data.tile = Tile::Pairs8;
  else
    return d.emitNotSimulated();
  data.numRows = numMatrices * (data.tile == Tile::Columns8 ? 16 : 8);
  decodeAddress(d, d.operand(isLoad ? 1 : 0), data);
  setAccess(d, data, isLoad ? AccessKind::Read : AccessKind::Write, 16, 16);
  // Addresses of the other lanes do not matter.
  if (data.numRows < kNumLanes)
    d.info.usedLanes = (1u << data.numRows) - 1;
  d.info.loadsShared = isLoad;
  llvm::SmallVector<uint32_t, 4> list;
  size_t numReads = d.info.reads.size();
  for (const ptx::Operand &element :
       Decoder::elements(d.operand(isLoad ? 0 : 1)))
    list.push_back(isLoad ? d.write(element, "b32") : d.read(element, "b32"));
  for (size_t r = numReads; r < d.info.reads.size(); ++r)
    d.info.reads[r].isHandled = true;
  d.setList(list);
  d.setData(data);
  d.emit(isLoad ? runLoad : runStore);
}

//===----------------------------------------------------------------------===//
// movmatrix
//===----------------------------------------------------------------------===//

static void runMove(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  uint16_t matrix[8][8];
  std::memcpy(matrix, w.reg<uint32_t>(i.a), sizeof(matrix));
  uint16_t *d = w.reg<uint16_t>(i.dst);
  for (unsigned row = 0; row < 8; ++row)
    for (unsigned col = 0; col < 8; ++col)
      d[8 * row + col] = matrix[col][row];
}

void mlir::tile::sim::addMatrixDecoders(DecoderTable &table) {
  table.add(
      "ldmatrix", [](Decoder &d) { decodeMatrixAccess(d, /*isLoad=*/true); },
      InstructionClass::Shared);
  table.add(
      "stmatrix", [](Decoder &d) { decodeMatrixAccess(d, /*isLoad=*/false); },
      InstructionClass::Shared);
  table.add(
      "movmatrix",
      [](Decoder &d) {
        d.info.flow = flowMove;
        d.inst.a = d.read(1, "b32");
        d.inst.dst = d.write(0, "b32");
        d.emit(runMove);
      },
      InstructionClass::Matrix);
  table.add("mma", decodeMma, InstructionClass::Matrix);
  table.add("wmma", decodeWmma, InstructionClass::Matrix);
  table.add("wgmma", decodeWgmma, InstructionClass::Matrix);
  table.add("tcgen05", decodeTensorMemory, InstructionClass::Matrix);
}
