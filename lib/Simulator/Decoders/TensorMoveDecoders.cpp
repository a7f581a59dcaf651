//===- TensorMoveDecoders.cpp - tcgen05.ld, .st, .cp and .shift -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.16.8 "tcgen05 Tensor Memory Load/Store", 9.7.16.9 "cp" and
// "shift".
//
//===----------------------------------------------------------------------===//

#include "TensorMemoryDecoders.h"

#include "AsyncCopies.h"
#include "Block.h"
#include "FloatDispatch.h"
#include "MatrixDecoders.h"
#include "Shadow/Undefined.h"
#include "TensorMatrix.h"

#include "tile/Simulator/Float/FloatArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// ld, st
//===----------------------------------------------------------------------===//

namespace {
enum class Shape : uint8_t { S32x32, S16x64, S16x128, S16x256, S16x32x2 };

/// Of two words.
using ReduceFunction = uint32_t (*)(uint32_t, uint32_t);

/// `Inst::list` has the registers.
struct MoveData : MemoryOperand {
  Shape shape = Shape::S32x32;
  /// A register has the low halves of two columns.
  bool isPacked = false;
  /// Of S16x32x2: where the second half of the threads is, less the first.
  uint32_t split = 0;
  /// Of `.red`: combines the words of a thread into one; it goes to
  /// `Inst::dst`.
  ReduceFunction reduce = nullptr;

  unsigned numLanes() const { return shape == Shape::S32x32 ? 32 : 16; }
  /// Columns per register of a thread, not packed.
  unsigned columnsOf(unsigned registers) const {
    switch (shape) {
    case Shape::S32x32:
    case Shape::S16x32x2:
      return registers;
    case Shape::S16x64:
    case Shape::S16x128:
    case Shape::S16x256:
      return 2 * registers;
    }
    return registers;
  }
};

struct Word {
  unsigned lane, column;
};
} // namespace

/// Where register `r` of a thread is, less the address.
static Word getWord(Shape shape, unsigned thread, unsigned r) {
  switch (shape) {
  case Shape::S32x32:
    return {thread, r};
  case Shape::S16x32x2:
    return {thread % 16, r};
  case Shape::S16x64:
    return {thread / 4 + 8 * (thread % 2), 2 * r + thread / 2 % 2};
  case Shape::S16x128:
    return {thread / 4 + 8 * (r % 2), 4 * (r / 2) + thread % 4};
  case Shape::S16x256:
    return {thread / 4 + 8 * (r / 2 % 2),
            8 * (r / 4) + 2 * (thread % 4) + r % 2};
  }
  return {0, 0};
}

/// The parts of tensor memory that a load or store accesses: two if the threads
/// are split. None, after a report, if the warp may not.
static llvm::SmallVector<TensorRange, 2>
getRanges(Warp &w, const Inst &i, const MoveData &data, uint32_t address) {
  unsigned columns = data.columnsOf(i.listSize) * (data.isPacked ? 2 : 1);
  unsigned quarter = w.index % 4 * TensorMemory::kQuarterLanes;
  llvm::SmallVector<TensorRange, 2> ranges;
  unsigned parts = data.shape == Shape::S16x32x2 ? 2 : 1;
  for (unsigned part = 0; part < parts; ++part) {
    uint32_t at = address + part * data.split;
    unsigned lane = getTensorLane(at);
    bool isInside =
        lane >= quarter &&
        lane + data.numLanes() <= quarter + TensorMemory::kQuarterLanes &&
        lane % TensorMemory::kGroupLanes == 0;
    if (!isInside) {
      w.report(ReportKind::Undefined, i, kNumLanes,
               "warp " + llvm::Twine(w.index) + " of the CTA reaches lanes " +
                   llvm::Twine(quarter) + " to " + llvm::Twine(quarter + 31) +
                   " of tensor memory, and this shape begins at lane " +
                   llvm::Twine(quarter) +
                   (data.numLanes() == 16
                        ? " or " + std::to_string(quarter + 16)
                        : std::string()) +
                   ": found lane " + llvm::Twine(lane));
      return {};
    }
    ranges.push_back({lane, data.numLanes(), getTensorColumn(at), columns});
  }
  return ranges;
}

/// Calls `f(thread, register, lane, column)`; `column` is the first of two if
/// they are packed.
template <typename F>
static void forWords(const Inst &i, const MoveData &data,
                     llvm::ArrayRef<TensorRange> ranges, F f) {
  unsigned step = data.isPacked ? 2 : 1;
  for (unsigned r = 0; r < i.listSize; ++r)
    for (unsigned thread = 0; thread < kNumLanes; ++thread) {
      const TensorRange &range = ranges[ranges.size() == 2 ? thread / 16 : 0];
      Word word = getWord(data.shape, thread, r);
      f(thread, r, range.lane + word.lane, range.column + step * word.column);
    }
}

/// After a load: its registers have the undefined bits of what they load.
static void followUndefinedLoad(Warp &w, const Inst &i, const MoveData &data,
                                llvm::ArrayRef<TensorRange> ranges,
                                TensorMemory &memory) {
  if (!(i.flags & MarksWrites) ||
      llvm::none_of(ranges, [&](const TensorRange &range) {
        return memory.hasUndefined(range);
      }))
    return;
  forWords(i, data, ranges,
           [&](unsigned thread, unsigned r, unsigned lane, unsigned column) {
             bool isUndefined =
                 *memory.undefinedAt(lane, column) ||
                 (data.isPacked && *memory.undefinedAt(lane, column + 1));
             getShadow<uint32_t>(w, i.list[r])[thread] = isUndefined ? ~0u : 0;
           });
  if (data.reduce)
    for (unsigned thread = 0; thread < kNumLanes; ++thread) {
      uint32_t all = 0;
      for (unsigned r = 0; r < i.listSize; ++r)
        all |= getShadow<uint32_t>(w, i.list[r])[thread];
      getShadow<uint32_t>(w, i.dst)[thread] = all;
    }
  const ProgramCode &program = w.block.launch().program;
  uint32_t origin = packOrigin({program.getPc(i), 0, Space::Shared});
  for (const RegisterUse &use : program.infos[program.getPc(i)].writes)
    if (use.index >= 0)
      noteShadow(w.frame(), use, kAllLanes, origin);
}

/// Begins a load or store; null, after a report, if it may not be done.
static TensorMemory *begin(Warp &w, const Inst &i, uint32_t mask,
                           TensorPipe pipe, AccessKind kind,
                           llvm::SmallVector<TensorRange, 2> &ranges) {
  const auto &data = *static_cast<const MoveData *>(i.data);
  if (!checkWholeWarp(w, i, mask))
    return nullptr;
  ranges = getRanges(w, i, data, readTensorAddress(w, i, mask, data));
  uint32_t number = issueTensor(w, pipe);
  TensorMemory *memory = nullptr;
  for (const TensorRange &range : ranges) {
    memory = accessTensor(w, i, kNumLanes, w.block, range);
    if (!memory)
      return nullptr;
    followTensor(w, i, kNumLanes, w.block, range, pipe, number, kind);
  }
  return memory;
}

static void runLoad(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const MoveData *>(i.data);
  llvm::SmallVector<TensorRange, 2> ranges;
  TensorMemory *memory =
      begin(w, i, mask, TensorPipe::Load, AccessKind::Read, ranges);
  if (!memory)
    return;
  if (data.shape == Shape::S32x32 && !data.isPacked) {
    for (unsigned r = 0; r < i.listSize; ++r)
      std::memcpy(w.reg<uint32_t>(i.list[r]),
                  memory->at(ranges[0].lane, ranges[0].column + r),
                  kNumLanes * 4);
  } else {
    forWords(i, data, ranges,
             [&](unsigned thread, unsigned r, unsigned lane, unsigned column) {
               uint32_t value = *memory->at(lane, column);
               if (data.isPacked)
                 value = (value & 0xFFFF) | *memory->at(lane, column + 1) << 16;
               w.reg<uint32_t>(i.list[r])[thread] = value;
             });
  }
  if (data.reduce)
    for (unsigned thread = 0; thread < kNumLanes; ++thread) {
      uint32_t value = w.reg<uint32_t>(i.list[0])[thread];
      for (unsigned r = 1; r < i.listSize; ++r)
        value = data.reduce(value, w.reg<uint32_t>(i.list[r])[thread]);
      w.reg<uint32_t>(i.dst)[thread] = value;
    }
  followUndefinedLoad(w, i, data, ranges, *memory);
  TensorState &state = getAsync(w).tensor;
  if (state.frame != &w.frame()) {
    state.loading.clear();
    state.frame = &w.frame();
  }
  for (unsigned r = 0; r < i.listSize; ++r)
    if (i.list[r] != kSinkOffset)
      state.loading[i.list[r]] = w.block.launch().program.getPc(i);
  if (data.reduce && i.dst != kSinkOffset)
    state.loading[i.dst] = w.block.launch().program.getPc(i);
}

/// The lanes of each register that have undefined bits.
static llvm::SmallVector<uint32_t, 128> findUndefined(const Warp &w,
                                                      const Inst &i) {
  llvm::SmallVector<uint32_t, 128> found(i.listSize, 0);
  const Frame &frame = w.frame();
  if (!frame.numUndefined || !(i.flags & ChecksReads))
    return found;
  const ProgramCode &program = w.block.launch().program;
  for (const RegisterUse &use : program.infos[program.getPc(i)].reads)
    for (unsigned r = 0; r < i.listSize; ++r)
      if (use.isHandled && use.index >= 0 && use.offset == i.list[r])
        found[r] = frame.undefined[use.index];
  return found;
}

static void runStore(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const MoveData *>(i.data);
  llvm::SmallVector<TensorRange, 2> ranges;
  TensorMemory *memory =
      begin(w, i, mask, TensorPipe::Store, AccessKind::Write, ranges);
  if (!memory)
    return;
  llvm::SmallVector<uint32_t, 128> undefined = findUndefined(w, i);
  forWords(i, data, ranges,
           [&](unsigned thread, unsigned r, unsigned lane, unsigned column) {
             uint32_t value = w.reg<uint32_t>(i.list[r])[thread];
             uint8_t isUndefined = undefined[r] >> thread & 1;
             *memory->at(lane, column) = data.isPacked ? value & 0xFFFF : value;
             *memory->undefinedAt(lane, column) = isUndefined;
             if (data.isPacked) {
               *memory->at(lane, column + 1) = value >> 16;
               *memory->undefinedAt(lane, column + 1) = isUndefined;
             }
           });
}

template <MinMax M> static ReduceFunction getReduction(Decoder &d) {
  if (d.has("u32"))
    return [](uint32_t a, uint32_t b) {
      return M == MinMax::Min ? std::min(a, b) : std::max(a, b);
    };
  if (d.has("s32"))
    return [](uint32_t a, uint32_t b) {
      auto x = int32_t(a), y = int32_t(b);
      return uint32_t(M == MinMax::Min ? std::min(x, y) : std::max(x, y));
    };
  ReduceFunction function = nullptr;
  withFlag(d.has("NaN"), [&](auto nan) {
    withFlag(d.has("abs"), [&](auto abs) {
      function = [](uint32_t a, uint32_t b) {
        constexpr MinMaxSign sign =
            decltype(abs)::value ? MinMaxSign::Abs : MinMaxSign::Keep;
        return llvm::bit_cast<uint32_t>(
            MinMaxF32<M, /*Ftz=*/false, decltype(nan)::value, sign>()(
                llvm::bit_cast<float>(a), llvm::bit_cast<float>(b)));
      };
    });
  });
  return function;
}

void mlir::tile::sim::decodeTensorMove(Decoder &d) {
  bool isLoad = d.has("ld");
  MoveData data;
  data.shape = d.has("16x64b")     ? Shape::S16x64
               : d.has("16x128b")  ? Shape::S16x128
               : d.has("16x256b")  ? Shape::S16x256
               : d.has("16x32bx2") ? Shape::S16x32x2
                                   : Shape::S32x32;
  data.isPacked = d.has("pack::16b") || d.has("unpack::16b");
  bool isReduced = d.has("red");
  if (isReduced)
    data.reduce = d.has("min") ? getReduction<MinMax::Min>(d)
                               : getReduction<MinMax::Max>(d);
  unsigned address = isReduced ? 2 : isLoad ? 1 : 0;
  decodeTensorAddress(d, d.operand(address), data);
  unsigned registers = isLoad ? 0 : 1;
  if (data.shape == Shape::S16x32x2) {
    int64_t split;
    if (!d.immediate(d.operand(address + 1), split))
      return;
    data.split = uint32_t(split);
    registers = isLoad ? 0 : 2;
  }
  llvm::SmallVector<uint32_t, 128> list;
  size_t numReads = d.info.reads.size();
  for (const ptx::Operand &element : Decoder::elements(d.operand(registers)))
    list.push_back(isLoad ? d.write(element, "b32") : d.read(element, "b32"));
  for (size_t r = numReads; r < d.info.reads.size(); ++r)
    d.info.reads[r].isHandled = true;
  if (isReduced)
    d.inst.dst = d.write(1, "b32");
  d.info.loadsShared = isLoad;
  d.setList(list);
  d.setData(data);
  d.emit(isLoad ? runLoad : runStore);
}

//===----------------------------------------------------------------------===//
// cp
//===----------------------------------------------------------------------===//

namespace {
/// `Inst::a` is the descriptor.
struct CopyData : MemoryOperand {
  bool isPair = false;
  unsigned rows = 128, rowBytes = 32;
  /// Of each 32 rows, where they go: bit q is lanes 32q and on. Four rows go to
  /// one lane of each quarter, that of the address: so the last lanes are made
  /// new after a shift.
  uint8_t quarters[4] = {1, 2, 4, 8};
  /// Bits of an element that is unpacked to a byte; 0: bytes are copied.
  unsigned elementBits = 0;
};
} // namespace

static void copyRows(Warp &w, const Inst &i, unsigned lane, Block &block,
                     const CopyData &data, uint64_t descriptor,
                     uint32_t address, uint32_t number) {
  TensorMatrix matrix;
  matrix.descriptor = descriptor;
  matrix.rows = data.rows;
  matrix.k = matrix.rowBytes = data.rowBytes;
  matrix.elementBytes = 1;
  if (data.elementBits)
    matrix.usedBytes = 2 * data.elementBits;
  MatrixBytes bytes;
  bytes.resize(matrix.rows, matrix.rowBytes);
  readTensorMatrix(w, i, lane, block, matrix, number, bytes, 0);
  unsigned columns = data.rowBytes / 4;
  auto copyRow = [&](TensorMemory &memory, unsigned row, unsigned to) {
    uint8_t unpacked[32];
    const uint8_t *from = bytes.row(row);
    if (data.elementBits) {
      unpackSmallElements(from, data.rowBytes, data.elementBits, unpacked);
      from = unpacked;
    }
    for (unsigned c = 0; c < columns; ++c) {
      unsigned column = getTensorColumn(address) + c;
      std::memcpy(memory.at(to, column), from + 4 * c, 4);
      *memory.undefinedAt(to, column) = bytes.isUndefined[row];
    }
  };
  auto access = [&](unsigned first, unsigned numLanes) {
    TensorRange range = {first, numLanes, getTensorColumn(address), columns};
    TensorMemory *memory = accessTensor(w, i, lane, block, range);
    if (memory)
      followTensor(w, i, lane, block, range, TensorPipe::Product, number,
                   AccessKind::Write);
    return memory;
  };
  if (data.rows == 4) {
    for (unsigned row = 0; row < 4; ++row) {
      unsigned to = getTensorLane(address) + 32 * row;
      if (TensorMemory *memory = access(to, 1))
        copyRow(*memory, row, to);
    }
    return;
  }
  for (unsigned part = 0; part < data.rows / 32; ++part)
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
      if (!(data.quarters[part] >> quarter & 1))
        continue;
      TensorMemory *memory = access(32 * quarter, 32);
      if (!memory)
        return;
      for (unsigned row = 0; row < 32; ++row)
        copyRow(*memory, 32 * part + row, 32 * quarter + row);
    }
}

static void runCopy(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const CopyData *>(i.data);
  unsigned lane = getIssuingLane(w, i, mask);
  uint32_t address = readTensorAddress(w, i, 1u << lane, data);
  uint64_t descriptor = w.reg<uint64_t>(i.a)[lane];
  auto blocks = getTensorBlocks(w, i, lane, data.isPair);
  unsigned first = getTensorLane(address);
  if (data.rows == 4 ? first >= TensorMemory::kQuarterLanes : first != 0)
    return w.report(ReportKind::Undefined, i, lane,
                    llvm::Twine(data.rows == 4
                                    ? "expected a lane from 0 to 31 in the "
                                      "address of a copy of four rows"
                                    : "expected lane 0 in the address of a "
                                      "copy of all lanes") +
                        ", found lane " + llvm::Twine(first));
  if (!checkTensorDescriptor(w, i, lane, descriptor, "the matrix"))
    return;
  uint32_t number = issueProduct(w, lane, data.isPair);
  for (Block *block : blocks)
    copyRows(w, i, lane, *block, data, descriptor, address, number);
}

void mlir::tile::sim::decodeTensorMemoryCopy(Decoder &d) {
  CopyData data;
  data.isPair = d.has("cta_group::2");
  auto setQuarters = [&](uint8_t first, uint8_t second) {
    data.quarters[0] = first;
    data.quarters[1] = second;
  };
  if (d.has("128x128b")) {
    data.rowBytes = 16;
  } else if (d.has("64x128b")) {
    data.rows = 64;
    data.rowBytes = 16;
    if (d.has("warpx2::02_13"))
      setQuarters(0b0101, 0b1010);
    else
      setQuarters(0b0011, 0b1100);
  } else if (d.has("32x128b")) {
    data.rows = 32;
    data.rowBytes = 16;
    setQuarters(0b1111, 0);
  } else if (d.has("4x256b")) {
    data.rows = 4;
  }
  if (d.has("b4x16_p64"))
    data.elementBits = 4;
  else if (d.has("b6x16_p32"))
    data.elementBits = 6;
  decodeTensorAddress(d, d.operand(0), data);
  d.inst.a = d.read(1, "b64");
  d.setData(data);
  d.emit(runCopy);
}

//===----------------------------------------------------------------------===//
// shift
//===----------------------------------------------------------------------===//

/// The 32 lanes of a quarter: each of 8 columns gets what the next lane has,
/// but the last lane keeps its own. PTX says it of "all the rows, except the
/// last", and names the shape 31x256b; which way is down was not compared.
static void runShift(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const CopyData *>(i.data);
  constexpr unsigned kColumns = 8, kLanes = TensorMemory::kQuarterLanes;
  unsigned lane = getIssuingLane(w, i, mask);
  uint32_t address = readTensorAddress(w, i, 1u << lane, data);
  unsigned first = getTensorLane(address), column = getTensorColumn(address);
  auto blocks = getTensorBlocks(w, i, lane, data.isPair);
  if (first % kLanes)
    return w.report(ReportKind::Undefined, i, lane,
                    "expected a lane that is a multiple of 32, found lane " +
                        llvm::Twine(first));
  uint32_t number = issueProduct(w, lane, data.isPair);
  for (Block *block : blocks) {
    TensorRange range = {first, kLanes, column, kColumns};
    TensorMemory *memory = accessTensor(w, i, lane, *block, range);
    if (!memory)
      return;
    followTensor(w, i, lane, *block, range, TensorPipe::Product, number,
                 AccessKind::Write);
    for (unsigned c = column; c < column + kColumns; ++c) {
      std::memmove(memory->at(first, c), memory->at(first + 1, c),
                   4 * (kLanes - 1));
      std::memmove(memory->undefinedAt(first, c),
                   memory->undefinedAt(first + 1, c), kLanes - 1);
    }
  }
}

void mlir::tile::sim::decodeTensorShift(Decoder &d) {
  CopyData data;
  data.isPair = d.has("cta_group::2");
  decodeTensorAddress(d, d.operand(0), data);
  d.setData(data);
  d.emit(runShift);
}
