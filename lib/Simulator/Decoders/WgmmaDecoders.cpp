//===- WgmmaDecoders.cpp - wgmma ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.15 "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions". A warp computes 16 of the 64 rows (WgmmaProducts.h).
//
//===----------------------------------------------------------------------===//

#include "MatrixDecoders.h"
#include "Wgmma.h"
#include "WgmmaProducts.h"

#include "Access.h"
#include "AsyncCopies.h"
#include "Block.h"
#include "ExactDecoders.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using namespace mlir::tile::sim::wgmma;
using llvm::StringRef;

static constexpr unsigned kChunkBytes = 16;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The value of a register that must be the same in all lanes.
static uint64_t readUniform(Warp &w, const Inst &i, uint32_t offset,
                            const char *name) {
  const uint64_t *values = w.reg<uint64_t>(offset);
  for (unsigned lane = 1; lane < kNumLanes; ++lane)
    if (values[lane] != values[0]) {
      w.report(ReportKind::Undefined, i, lane,
               "expected the same descriptor of " + llvm::Twine(name) +
                   " in all threads, found 0x" +
                   llvm::Twine::utohexstr(values[lane]) + " and 0x" +
                   llvm::Twine::utohexstr(values[0]));
      break;
    }
  return values[0];
}

static MatrixGroup &getGroup(Warp &w) {
  return w.block.matrixGroups[w.index / kWarpsOfGroup];
}

/// The most writes of B that are remembered.
static constexpr size_t kMaxWrites = 8;

/// Notes who wrote the 16 bytes.
static void noteWrites(const SharedShadow &shadow, uint64_t address,
                       MatrixB &b) {
  shadow.forWriters(
      address, kChunkBytes, [&](const SharedAccess &write, bool isPending) {
        b.hasMore |= isPending;
        if (!write.clock || llvm::is_contained(llvm::reverse(b.writes), write))
          return;
        if (b.writes.size() < kMaxWrites)
          b.writes.push_back(write);
        else
          b.hasMore = true;
      });
}

/// Reads a matrix from shared memory, 16 bytes after 16 bytes. If it is B:
/// notes who wrote it.
static void readMatrix(Warp &w, const Inst &i, SharedFollower &follower,
                       const SharedMatrix &matrix, uint8_t *rows,
                       bool *isUndefined, uint32_t &origin, MatrixB *b) {
  Block &block = w.block;
  bool isReported = false;
  matrix.forChunks([&](uint64_t address, unsigned row, unsigned k) {
    unsigned inside = row - matrix.first, width = matrix.rowBytes;
    uint8_t *to = rows + inside * width + (matrix.isTransposed ? 2 * k : k);
    if (address + kChunkBytes > block.sharedSize) {
      if (!std::exchange(isReported, true))
        w.report(ReportKind::OutOfBounds, i, kNumLanes,
                 "the matrix at byte " + llvm::Twine(address) +
                     " of shared memory; the CTA has " +
                     llvm::Twine(block.sharedSize) + " bytes");
      for (unsigned at = 0; at < kChunkBytes; ++at)
        if (matrix.isTransposed)
          to[at / 2 * width + at % 2] = 0;
        else
          to[at] = 0;
      return;
    }
    follower.follow(0, block, address);
    block.shadow.beginReading(address, kChunkBytes);
    if (b)
      noteWrites(block.shadow, address, *b);
    const uint8_t *from = block.shared.data() + address;
    const uint8_t *shadow = block.sharedShadow.empty()
                                ? nullptr
                                : block.sharedShadow.data() + address;
    bool isBad = shadow && hasUndefinedBits(shadow, kChunkBytes);
    if (isBad && !origin)
      origin = packOrigin({block.launch().program.getPc(i), 0, Space::Shared});
    if (matrix.isTransposed) {
      for (unsigned at = 0; at < kChunkBytes; at += 2)
        std::memcpy(to + at / 2 * width, from + at, 2);
      for (unsigned at = 0; isBad && at < kChunkBytes; ++at)
        isUndefined[inside + at / 2] |= shadow[at] != 0;
      return;
    }
    std::memcpy(to, from, kChunkBytes);
    isUndefined[inside] |= isBad;
  });
}

/// A warp's rows of the product.
static void countProducts(Warp &w, const Data &data) {
  w.worker->statistics.warpgroupProducts[llvm::Log2_32(data.elementBytes)] +=
      uint64_t(kRows) * data.n * data.stored();
}

static void countBytes(Warp &w, const SharedMatrix &matrix) {
  w.worker->statistics.sharedLoads.bytes += matrix.count * matrix.rowBytes;
}

/// The matrix B of a product, which the first of the four warps reads. The
/// reads of the others are the same, so it is enough to know that they, too,
/// come after all that was written.
static MatrixB &getMatrixB(Warp &w, const Inst &i, SharedFollower &follower,
                           MatrixGroup::Product &shared,
                           const SharedMatrix &matrix) {
  MatrixGroup &group = getGroup(w);
  bool isFirst = !shared.matrixB;
  if (isFirst) {
    if (group.unused.empty())
      group.unused.push_back(std::make_shared<MatrixB>());
    shared.matrixB = std::move(group.unused.back());
    group.unused.pop_back();
    shared.matrixB->clear();
  }
  MatrixB &b = *shared.matrixB;
  if (isFirst)
    readMatrix(w, i, follower, matrix, b.bytes, b.isUndefined, b.origin, &b);
  else if (b.hasMore || !follower.isOrderedAfter(b.writes))
    matrix.forChunks([&](uint64_t address, unsigned, unsigned) {
      if (address + kChunkBytes <= w.block.sharedSize)
        follower.follow(0, w.block, address);
    });
  return b;
}

/// A from registers: register j has 4 bytes of row lane / 4 + 8 * (j % 2), from
/// byte 4 * (lane % 4) + 16 * (j / 2) on.
static void gatherA(Warp &w, const Inst &i, const Data &data,
                    Operands &operands) {
  for (unsigned j = 0; j < data.numA; ++j) {
    const uint32_t *values = w.reg<uint32_t>(i.list[data.numD + j]);
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      std::memcpy(operands.a + (lane / 4 + 8 * (j % 2)) * kRowBytes +
                      4 * (lane % 4) + 16 * (j / 2),
                  &values[lane], 4);
  }
}

static SharedMatrix getMatrix(uint64_t descriptor, unsigned first,
                              unsigned count, bool isTransposed,
                              unsigned rowBytes, const Data &data) {
  SharedMatrix matrix;
  matrix.descriptor = descriptor;
  matrix.first = first;
  matrix.count = count;
  matrix.isTransposed = isTransposed;
  matrix.rowBytes = rowBytes;
  matrix.k = rowBytes / data.elementBytes;
  return matrix;
}

//===----------------------------------------------------------------------===//
// Undefined bits
//===----------------------------------------------------------------------===//

/// The rows of A in registers or of its metadata, and the results, that have
/// undefined bits.
static void followWgmma(Warp &w, const Inst &i, const InstInfo &,
                        uint32_t mask) {
  const auto &data = *static_cast<const Data *>(i.data);
  bool accumulates = ((w.pred(i.c) ^ data.scaleFlip) & mask) != 0;
  bool rows[kRows] = {};
  for (unsigned j = 0; j < data.numA; ++j) {
    const auto *shadow = getShadow<uint32_t>(w, i.list[data.numD + j]);
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      rows[lane / 4 + 8 * (j % 2)] |= shadow[lane] != 0;
  }
  if (data.isSparse) {
    const auto *shadow = getShadow<uint32_t>(w, data.metadata);
    data.sparse.forGroups(
        [&](unsigned row, unsigned, unsigned lane, unsigned shift) {
          rows[row] |= (shadow[lane] >> shift & 15) != 0;
        });
  }
  for (unsigned columns = 0; columns < data.n / 8; ++columns)
    forResults(
        data, columns,
        [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned) {
          unsigned size = data.isHalf ? 2 : 4;
          auto *shadow = getShadow<uint8_t>(w, i.list[r]) + 4 * lane + 2 * e;
          bool isUndefined =
              rows[row] || (accumulates && hasUndefinedBits(shadow, size));
          std::memset(shadow, isUndefined ? 0xFF : 0, size);
        });
}

/// After the product: what of shared memory was undefined.
static void followMemory(Warp &w, const Inst &i, const Data &data,
                         const Operands &operands) {
  uint32_t origin = operands.originA ? operands.originA : operands.b->origin;
  if (!origin || !(i.flags & MarksWrites))
    return;
  for (unsigned columns = 0; columns < data.n / 8; ++columns)
    forResults(
        data, columns,
        [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
          if (operands.isUndefinedA[row] ||
              operands.b->isUndefined[8 * columns + col])
            std::memset(getShadow<uint8_t>(w, i.list[r]) + 4 * lane + 2 * e,
                        0xFF, data.isHalf ? 2 : 4);
        });
  const ProgramCode &program = w.block.launch().program;
  for (const RegisterUse &use : program.infos[program.getPc(i)].writes)
    if (use.index >= 0)
      noteShadow(w.frame(), use, kAllLanes, origin);
}

//===----------------------------------------------------------------------===//
// What is in flight
//===----------------------------------------------------------------------===//

static std::string describeLine(const Warp &w, uint32_t pc) {
  return std::to_string(w.block.launch().program.locate(pc).ptxLine);
}

/// The warps of a warpgroup execute the same products, one after the other.
/// Sets the number of this one; returns what the others have of it, or null if
/// they execute something else.
static MatrixGroup::Product *compareWarps(Warp &w, const Inst &i, uint64_t a,
                                          uint64_t b, uint64_t &number) {
  MatrixGroup &group = getGroup(w);
  number = group.issued[w.index % kWarpsOfGroup]++;
  uint32_t pc = w.block.launch().program.getPc(i);
  if (number - group.first == group.products.size())
    group.products.push_back({pc, a, b, nullptr});
  MatrixGroup::Product &product = group.products[number - group.first];
  if (product.pc == pc && product.a == a && product.b == b)
    return &product;
  if (product.pc != pc)
    w.report(ReportKind::Undefined, i, kNumLanes,
             "another warp of the warpgroup executes the wgmma at PTX line " +
                 llvm::Twine(describeLine(w, product.pc)) + " instead");
  else
    w.report(ReportKind::Undefined, i, kNumLanes,
             "expected the same descriptors in all warps of the warpgroup");
  return nullptr;
}

/// Forgets products that all four warps have executed.
static void dropProducts(MatrixGroup &group) {
  uint64_t least =
      *std::min_element(std::begin(group.issued), std::end(group.issued));
  for (; group.first < least; ++group.first) {
    if (group.products.front().matrixB)
      group.unused.push_back(std::move(group.products.front().matrixB));
    group.products.pop_front();
  }
}

/// The registers must have been fenced, and are in flight from now on.
static void beginProduct(Warp &w, const Inst &i, const Data &data,
                         MatrixState::Product product) {
  MatrixState &state = getAsync(w).matrix;
  const ProgramCode &program = w.block.launch().program;
  if (state.frame != &w.frame()) {
    state.forgetFrame();
    state.frame = &w.frame();
  }
  product.group = state.committed;
  product.pc = program.getPc(i);
  bool isFenced = state.hasFence;
  for (unsigned r = 0; r < i.listSize; ++r) {
    bool isAccumulator = r < data.numD;
    isFenced &= state.touched.empty() || !state.touched.contains(i.list[r]);
    MatrixState::Register in = {product.group, product.pc, isAccumulator};
    auto it = state.inFlight.try_emplace(i.list[r], in).first;
    if (it->second.isAccumulator != isAccumulator)
      w.report(ReportKind::Undefined, i, kNumLanes, [&] {
        return std::string(isAccumulator ? "accumulates in a register of A"
                                         : "reads an accumulator as A") +
               " of the wgmma at PTX line " + describeLine(w, it->second.pc) +
               ", which is in flight: expected wgmma.wait_group before";
      });
    it->second = in;
  }
  if (!isFenced)
    w.report(ReportKind::Undefined, i, kNumLanes,
             state.hasFence
                 ? "registers of it were accessed since the last wgmma.fence"
                 : "expected wgmma.fence before the first wgmma.mma_async");
  state.products.push_back(product);
}

/// The matrix has been read: who writes it must know that.
static void endReading(Warp &w, const MatrixState::Product &product,
                       const SharedMatrix &matrix) {
  if (!matrix.count)
    return;
  Block &block = w.block;
  const LaunchState &launch = block.launch();
  SharedAccess self =
      describeShared(w, launch.program.code[product.pc], 0, /*isStrong=*/false,
                     /*isOrdering=*/false, /*isAsync=*/true);
  self.warp = block.getGroupAgent(w);
  self.clock = product.number + 1;
  static const VectorClock none;
  const VectorClock &clock =
      launch.options.findSharedRaces ? block.clockOf(w) : none;
  SharedAccess other;
  matrix.forChunks([&](uint64_t address, unsigned, unsigned) {
    if (address + kChunkBytes > block.sharedSize)
      return;
    block.shadow.endReading(address, kChunkBytes);
    // What races with it was found when it began.
    (void)block.shadow.read(address, kChunkBytes, self, clock, other);
  });
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

static void runProduct(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const Data *>(i.data);
  if (!checkWholeWarp(w, i, mask))
    return;
  unsigned self = w.index % kWarpsOfGroup;
  if (w.index - self + kWarpsOfGroup > w.block.warps.size()) {
    w.report(ReportKind::Undefined, i, kNumLanes,
             "expected a warpgroup of four warps, found " +
                 llvm::Twine(w.block.warps.size() - (w.index - self)));
    return;
  }
  MatrixState::Product product;
  if (data.numA == 0)
    product.a = getMatrix(readUniform(w, i, i.a, "A"), kRows * self, kRows,
                          data.isTransposedA, kRowBytes, data);
  product.b = getMatrix(readUniform(w, i, i.b, "B"), 0, data.n,
                        data.isTransposedB, data.bytesOfB(), data);
  MatrixGroup::Product *shared = compareWarps(
      w, i, product.a.descriptor, product.b.descriptor, product.number);
  for (unsigned n = 0; n < kWarpsOfGroup; ++n)
    w.block.warps[w.index - self + n]->release(WaitKind::Products,
                                               w.index / kWarpsOfGroup);
  SharedMatrix b = product.b;
  // One warp ends the reads of B.
  if (shared && shared->matrixB)
    product.b.count = 0;
  beginProduct(w, i, data, product);
  uint32_t scale = w.pred(i.c) ^ data.scaleFlip;
  if (scale != 0 && scale != kAllLanes)
    w.report(ReportKind::Undefined, i, kNumLanes,
             "expected the same scale-d in all threads");
  Access access;
  access.space = Space::Shared;
  access.bytes = kChunkBytes;
  access.isAsync = true;
  SharedFollower follower(w, i, access);
  follower.actAs(w.block.getGroupAgent(w), product.number + 1);
  countProducts(w, data);
  countBytes(w, product.a);
  countBytes(w, b);
  Operands operands;
  if (data.numA)
    gatherA(w, i, data, operands);
  else
    readMatrix(w, i, follower, product.a, operands.a, operands.isUndefinedA,
               operands.originA, nullptr);
  MatrixGroup::Product own;
  operands.b = &getMatrixB(w, i, follower, shared ? *shared : own, b);
  // A wrong descriptor is wrong each time.
  constexpr uint64_t kCompared = 64;
  if (product.number < kCompared)
    for (auto [matrix, name] : {std::pair(&product.a, "A"), {&product.b, "B"}})
      if (matrix->count && w.block.launch().options.findSharedRaces) {
        compareWithBoxes(w, i, *matrix, name);
        compareWithSources(w, i, *matrix, name);
        findSharedLines(w, i, *matrix, name);
      }
  if (data.isSparse)
    readPlaces(w, i, data.sparse, data.metadata, operands.places);
  multiply(w, i, data, operands, scale & 1);
  followMemory(w, i, data, operands);
  dropProducts(getGroup(w));
}

static void runFence(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  MatrixState &state = getAsync(w).matrix;
  state.touched.clear();
  state.touchedLocal.clear();
  state.hasFence = true;
}

static void runCommit(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  MatrixState &state = getAsync(w).matrix;
  ++state.committed;
  state.ends.push_back(getGroup(w).issued[w.index % kWarpsOfGroup]);
}

/// Ends the reads of the warpgroup's first `count` products, of all warps.
static void endProducts(Warp &w, uint64_t count) {
  MatrixGroup &group = getGroup(w);
  if (group.waited >= count)
    return;
  group.waited = count;
  unsigned first = w.index - w.index % kWarpsOfGroup;
  for (unsigned n = 0; n < kWarpsOfGroup; ++n) {
    Warp &other = *w.block.warps[first + n];
    llvm::erase_if(getAsync(other).matrix.products,
                   [&](const MatrixState::Product &product) {
                     if (product.number >= count)
                       return false;
                     endReading(other, product, product.a);
                     endReading(other, product, product.b);
                     return true;
                   });
  }
}

static void runWait(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  MatrixState &state = getAsync(w).matrix;
  if (state.ends.size() > i.imm) {
    size_t numGroups = state.ends.size() - i.imm;
    uint64_t count = state.ends[numGroups - 1];
    const auto &issued = getGroup(w).issued;
    if (*std::min_element(std::begin(issued), std::end(issued)) < count)
      return w.wait(WaitKind::Products, w.index / kWarpsOfGroup,
                    /*again=*/true);
    state.ends.erase(state.ends.begin(), state.ends.begin() + numGroups);
    if (count)
      endProducts(w, count);
    if (w.block.launch().options.findSharedRaces) {
      uint32_t &known = w.block.clockOf(w)[w.block.getGroupAgent(w)];
      known = std::max<uint32_t>(known, count);
    }
  }
  auto isDone = [&](uint32_t group) {
    return uint64_t(group) + i.imm < state.committed;
  };
  auto dropDone = [&](auto &registers) {
    auto isInFlight = [&](const auto &entry) {
      return !isDone(entry.second.group);
    };
    if (llvm::none_of(registers, isInFlight))
      return registers.clear();
    auto copy = registers;
    for (auto &[key, in] : copy)
      if (isDone(in.group))
        registers.erase(key);
  };
  dropDone(state.inFlight);
  dropDone(state.stored);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static bool setElements(StringRef typeA, StringRef typeB, Data &data) {
  data.elementBytes = std::max(ptx::getTypeBits(typeA) / 8, 1u);
  bool isExact = data.model.isExact;
  if (isExact && (typeA == "f16" || typeA == "bf16")) {
    data.elements = Elements::Exact16;
  } else if (isExact && typeA == "tf32") {
    data.elements = Elements::Exact32;
  } else if (typeA == "f16") {
    data.elements = Elements::F16;
  } else if (typeA == "bf16") {
    data.elements = Elements::BF16;
  } else if (typeA == "tf32") {
    data.elements = Elements::TF32;
  } else if (typeA == "b1") {
    data.elements = Elements::Bits;
  } else if (typeA == "s8" || typeA == "u8") {
    data.elements = Elements::Integer;
    data.isSignedA = typeA == "s8";
    data.isSignedB = typeB == "s8";
  } else {
    data.elements = Elements::Byte;
    auto getTable = [&](StringRef type) {
      return isExact ? getExactElementTable(type)
                     : getElementTable(type, /*isEmulated=*/false);
    };
    data.tableA = getTable(typeA);
    data.tableB = getTable(typeB);
    data.factorsA = getSumFactors(typeA);
    data.factorsB = getSumFactors(typeB);
    return data.tableA && data.tableB;
  }
  return true;
}

/// The numbers after scale-d, from operand `first` on: imm-scale-a,
/// imm-scale-b, and for A in shared memory imm-trans-a, then imm-trans-b.
static bool readImmediates(Decoder &d, unsigned first, Data &data) {
  int64_t values[4] = {1, 1, 0, 0};
  unsigned count = d.numOperands() - first;
  for (unsigned n = 0; n < count; ++n)
    if (!d.immediate(d.operand(first + n), values[n]))
      return false;
  data.negatesA = values[0] == -1;
  data.negatesB = values[1] == -1;
  if (data.numA) {
    data.isTransposedB = values[2];
  } else {
    data.isTransposedA = values[2];
    data.isTransposedB = values[3];
  }
  return true;
}

static void decodeProduct(Decoder &d) {
  Data data;
  StringRef typeD = d.type(0), typeA = d.type(1), typeB = d.type(2);
  llvm::ArrayRef<ptx::Operand> results = Decoder::elements(d.operand(0));
  bool isInRegisters = d.operand(1).kind == ptx::Operand::Vector;
  data.isHalf = typeD == "f16";
  data.numD = results.size();
  data.numA = isInRegisters ? Decoder::elements(d.operand(1)).size() : 0;
  data.n = 8 * data.numD / data.perColumns();
  data.model = DotModel::getOfWarpgroup(typeA);
  data.model.isExact = d.program().isExact;
  data.saturates = d.has("satfinite");
  if (!setElements(typeA, typeB, data) || data.n > kMaxColumns ||
      data.n % 8 != 0)
    return d.emitNotSimulated();
  // Metadata and selector are before scale-d.
  data.isSparse = d.has("sp");
  unsigned scale = data.isSparse ? 5 : 3;
  if (!readImmediates(d, scale + 1, data))
    return;
  if (data.isSparse) {
    int64_t selector;
    data.sparse = SparseLayout::get(typeA, data.k());
    if (!d.immediate(d.operand(4), selector) ||
        !data.sparse.select(d, selector))
      return;
    data.metadata = d.read(3, "b32");
  }
  llvm::SmallVector<uint32_t, 132> list;
  for (const ptx::Operand &result : results)
    d.read(result, "b32");
  llvm::SmallVector<uint32_t, 4> a;
  if (isInRegisters)
    for (const ptx::Operand &element : Decoder::elements(d.operand(1)))
      a.push_back(d.read(element, "b32"));
  else
    d.inst.a = d.read(1, "b64");
  d.inst.b = d.read(2, "b64");
  d.inst.c = d.readPredicate(d.operand(scale), data.scaleFlip);
  for (const ptx::Operand &result : results)
    list.push_back(d.write(result, "b32"));
  list.append(a);
  d.info.flow = followWgmma;
  d.info.loadsShared = true;
  d.setList(list);
  d.setData(data);
  d.emit(runProduct);
}

void mlir::tile::sim::decodeWgmma(Decoder &d) {
  if (d.has("mma_async"))
    return decodeProduct(d);
  if (d.has("fence"))
    return d.emit(runFence);
  if (d.has("commit_group"))
    return d.emit(runCommit);
  int64_t allowed;
  if (!d.immediate(d.operand(0), allowed))
    return;
  d.inst.imm = uint64_t(allowed);
  d.inst.control = Control::Wait;
  d.emit(runWait);
}
