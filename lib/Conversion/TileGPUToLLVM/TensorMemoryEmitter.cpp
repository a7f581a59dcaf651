//===- TensorMemoryEmitter.cpp - Code for tensor memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMemoryEmitter.h"

#include "DistributePrograms.h"
#include "PackedWords.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Layout/TensorScales.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// The elements of a product's operand, which is in a place or in registers.
static Type getElementType(Value operand) {
  if (auto place = dyn_cast<MemDescType>(operand.getType()))
    return place.getElementType();
  return cast<RankedTensorType>(operand.getType()).getElementType();
}

FailureOr<WarpgroupSums> TensorMemoryEmitter::planSums(RankedTensorType type) {
  auto layout = cast<NvidiaMmaLayoutAttr>(type.getEncoding());
  if (auto plan =
          planWarpgroupSums(toLinearLayout(type), layout.getInstrShape()[0]))
    return std::move(*plan);
  return op->emitOpError("expected sums as tensor memory is loaded, found ")
         << type;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Value TensorMemoryEmitter::emitIsFirstWarp() {
  return b.create<LLVM::ICmpOp>(LLVM::ICmpPredicate::eq, memory.warp,
                                emitI32(0));
}

bool TensorMemoryEmitter::isPair() const { return hasCTAPairs(op); }

StringRef TensorMemoryEmitter::getGroup() const {
  return isPair() ? "cta_group::2" : "cta_group::1";
}

void TensorMemoryEmitter::emitBarrier() {
  emitProgramBarrier(b.getBuilder(), b.getLoc());
}

//===----------------------------------------------------------------------===//
// Numbers of products
//===----------------------------------------------------------------------===//

Value TensorMemoryEmitter::load(Value variable) {
  return b.create<LLVM::LoadOp>(b.i32(), variable);
}

void TensorMemoryEmitter::store(Value value, Value variable) {
  LLVM::StoreOp::create(b.getBuilder(), b.getLoc(), value, variable);
}

Value TensorMemoryEmitter::emitBarrierOf(Value number) {
  constexpr unsigned kBytes = 8;
  Value address = b.create<LLVM::PtrToIntOp>(b.i32(), memory.barriers);
  return b.add(address, b.multiply(b.bitAnd(number, kTensorProductBarriers - 1),
                                   kBytes));
}

void TensorMemoryEmitter::emitWaitFor(Value number) {
  AsmText text(b.getBuilder(), b.getLoc(), {});
  std::string barrier = text.addOperand(emitBarrierOf(number), "r");
  Value phase = b.shiftRight(number, llvm::CTLog2<kTensorProductBarriers>());
  std::string parity = text.addOperand(b.bitAnd(phase, 1), "r");
  text.addLine("{");
  text.addLine(".reg .pred done;");
  text.addLine("again:");
  text.addLine("mbarrier.try_wait.parity.shared::cta.b64 done, [" + barrier +
               "], " + parity + ";");
  text.addLine("@!done bra again;");
  text.addLine("tcgen05.fence::after_thread_sync;");
  text.addLine("}");
  text.create();
}

void TensorMemoryEmitter::emitFence() {
  AsmText text(b.getBuilder(), b.getLoc(), {});
  text.addLine("tcgen05.fence::after_thread_sync;");
  text.create();
}

Value TensorMemoryEmitter::emitOldest(Value count) {
  return b.add(count, -int64_t(kTensorProductBarriers));
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Value TensorMemoryEmitter::emitAddress(const WarpgroupSums &plan,
                                       int64_t column, int64_t columns) {
  constexpr unsigned kLaneShift = 16, kWarpLanes = 32;
  Value warp = memory.warp;
  Value lanes =
      b.multiply(b.bitAnd(warp, kWarpgroupWarps - 1), kWarpLanes << kLaneShift);
  SmallVector<uint32_t> groups;
  for (auto [row, added] : plan.warpgroups)
    groups.push_back(getColumn(plan, row, added, columns));
  Value address = b.add(b.add(memory.address, lanes), column);
  if (llvm::all_of(groups, [](uint32_t added) { return added == 0; }))
    return address;
  // Each bit adds columns of its own.
  Value group = b.shiftRight(warp, llvm::CTLog2<kWarpgroupWarps>());
  return b.add(address,
               emitLinearMap(b.getBuilder(), b.getLoc(), group, groups));
}

int64_t TensorMemoryEmitter::getColumn(const WarpgroupSums &plan, int64_t row,
                                       int64_t column, int64_t columns) {
  return row / (kWarpgroupWarps * plan.warpRows) * columns + column;
}

std::string TensorMemoryEmitter::getOffset(const WarpgroupSums &plan,
                                           const WarpgroupSums::Block &block,
                                           int64_t columns) {
  int64_t half = block.row & (plan.warpRows - 1);
  return std::to_string(
      getColumn(plan, block.row - half, block.column, columns) + (half << 16));
}

Value TensorMemoryEmitter::emitStores(
    ArrayRef<std::pair<int32_t, int32_t>> groups) {
  uint32_t mask = 0;
  for (auto [bit, added] : llvm::enumerate(groups))
    if (added.first == 0 && added.second == 0)
      mask |= 1u << bit;
  if (mask == 0)
    return {};
  Value group = b.shiftRight(memory.warp, llvm::CTLog2<kWarpgroupWarps>());
  return b.create<LLVM::ICmpOp>(LLVM::ICmpPredicate::eq, b.bitAnd(group, mask),
                                emitI32(0));
}

std::string TensorMemoryEmitter::getList(ArrayRef<std::string> names) {
  return "{" + llvm::join(names, ", ") + "}";
}

SmallVector<Value> TensorMemoryEmitter::loadSums(RankedTensorType type,
                                                 const WarpgroupSums &plan,
                                                 int64_t column) {
  int64_t columns = type.getDimSize(1);
  Value from = emitAddress(plan, column, columns);
  // What has been waited for is there.
  emitFence();
  ThreadLayout layout(type);
  SmallVector<Value> tile(layout.getNumRegisters());
  // Parts of their own: what needs one comes before the next where registers
  // are few. A register may be read before the wait.
  constexpr size_t kColumns = 32;
  for (const WarpgroupSums::Block &block : plan.blocks) {
    size_t width = std::min<size_t>(plan.numColumns, kColumns);
    for (size_t first = 0; first < block.registers.size(); first += width / 2) {
      SmallVector<Type> types(width / 2, type.getElementType());
      AsmText text(b.getBuilder(), b.getLoc(), types);
      std::string address = text.addOperand(from, "r");
      SmallVector<std::string> names;
      for (size_t i = 0; i < width / 2; ++i)
        names.push_back("$" + std::to_string(i));
      WarpgroupSums::Block part = block;
      part.column += 2 * first;
      text.addLine("tcgen05.ld.sync.aligned.16x256b.x" + Twine(width / 8) +
                   ".b32 " + getList(names) + ", [" + address + "+" +
                   getOffset(plan, part, columns) + "];");
      for (auto [i, value] : llvm::enumerate(text.create()))
        tile[block.registers[first + i]] = value;
    }
  }
  AsmText after(b.getBuilder(), b.getLoc(), {});
  after.addLine("tcgen05.wait::ld.sync.aligned;");
  after.addLine("tcgen05.fence::before_thread_sync;");
  after.create();
  for (auto [reg, value] : llvm::enumerate(tile))
    if (!value)
      value = tile[layout.getOwnerRegister(reg)];
  return tile;
}

void TensorMemoryEmitter::storeSums(RankedTensorType type,
                                    const WarpgroupSums &plan, int64_t column,
                                    ValueRange tile) {
  AsmText text(b.getBuilder(), b.getLoc(), {});
  int64_t columns = type.getDimSize(1);
  std::string address =
      text.addOperand(emitAddress(plan, column, columns), "r");
  std::string guard = addGuard(text, plan.warpgroups);
  for (const WarpgroupSums::Block &block : plan.blocks) {
    SmallVector<std::string> names;
    for (uint32_t reg : block.registers)
      names.push_back(text.addOperand(
          tile[reg], type.getElementType().isF32() ? "f" : "r"));
    text.addLine(guard + "tcgen05.st.sync.aligned.16x256b.x" +
                 Twine(plan.numColumns / 8) + ".b32 [" + address + "+" +
                 getOffset(plan, block, columns) + "], " + getList(names) +
                 ";");
  }
  finishStores(text);
}

std::string
TensorMemoryEmitter::addGuard(AsmText &text,
                              ArrayRef<std::pair<int32_t, int32_t>> groups) {
  Value stores = emitStores(groups);
  return stores ? "@" + text.addOperand(stores, "b") + " " : "";
}

void TensorMemoryEmitter::finishStores(AsmText &text) {
  text.addLine("tcgen05.wait::st.sync.aligned;");
  text.addLine("tcgen05.fence::before_thread_sync;");
  text.create();
}

LogicalResult TensorMemoryEmitter::storeLeft(RankedTensorType type,
                                             const WarpgroupSums &plan,
                                             int64_t column, ValueRange tile) {
  unsigned bytes = getByteWidth(type.getElementType());
  int64_t columns = type.getDimSize(1) * bytes / 4;
  LinearLayout layout = toLinearLayout(type);
  // Warpgroups that share rows have parts of K, or copies.
  WarpgroupSums rows = plan;
  for (auto [bit, group] : llvm::enumerate(rows.warpgroups))
    group.second = layout.getBasis(kWarp, bit + 2)[1] * int32_t(bytes) / 4;
  AsmText text(b.getBuilder(), b.getLoc(), {});
  std::string address =
      text.addOperand(emitAddress(rows, column, columns), "r");
  std::string guard = addGuard(text, rows.warpgroups);
  constexpr int64_t kStep = kWarpgroupDepthBytes;
  llvm::SmallDenseSet<int32_t> done;
  for (WarpgroupSums::Block block : plan.blocks) {
    // Blocks of other columns have the same rows.
    if (!done.insert(block.row).second)
      continue;
    block.column = 0;
    SmallVector<std::string> names;
    for (int32_t k = 0; k < getWarpgroupDepth(layout); k += kStep / bytes) {
      auto registers = findWarpgroupOperand(layout, plan, bytes, block.row, k,
                                            /*mayShareDepth=*/true);
      if (!registers)
        return op->emitOpError("expected a left operand in the instruction's "
                               "layout, found ")
               << type;
      size_t perWord = 4 / bytes;
      for (size_t i = 0; i < registers->size(); i += perWord) {
        SmallVector<Value> elements;
        for (size_t element = 0; element < perWord; ++element)
          elements.push_back(tile[(*registers)[i + element]]);
        Value word = packWord(b, elements);
        if (word.getType() != b.i32())
          word = b.bitcast(word, b.i32());
        names.push_back(text.addOperand(word, "r"));
      }
    }
    text.addLine(guard + "tcgen05.st.sync.aligned.16x128b.x" +
                 Twine(names.size() / 2) + ".b32 [" + address + "+" +
                 getOffset(plan, block, columns) + "], " + getList(names) +
                 ";");
  }
  finishStores(text);
  return success();
}

void TensorMemoryEmitter::storeScales(RankedTensorType type, int64_t column,
                                      ValueRange tile) {
  constexpr size_t kBytes = 4;
  constexpr unsigned kLaneShift = 16, kWarpLanes = 32;
  size_t present = std::min<int64_t>(kBytes, type.getDimSize(1));
  AsmText text(b.getBuilder(), b.getLoc(), {});
  Value lanes = b.multiply(b.bitAnd(memory.warp, kWarpgroupWarps - 1),
                           kWarpLanes << kLaneShift);
  std::string address =
      text.addOperand(b.add(b.add(memory.address, lanes), column), "r");
  // The other warpgroups have copies.
  std::string guard;
  if (getNumWarps(op) > kWarpgroupWarps)
    guard = "@" +
            text.addOperand(b.create<LLVM::ICmpOp>(LLVM::ICmpPredicate::ult,
                                                   memory.warp,
                                                   emitI32(kWarpgroupWarps)),
                            "b") +
            " ";
  SmallVector<std::string> names;
  for (size_t first = 0; first < tile.size(); first += present) {
    SmallVector<Value> bytes;
    for (Value scale : tile.slice(first, present))
      bytes.push_back(scale.getType().isInteger(8) ? scale
                                                   : b.bitcast(scale, b.i8()));
    // Bytes that the instruction does not read may be anything.
    bytes.resize(kBytes, bytes.front());
    names.push_back(
        text.addOperand(packWord(b, bytes, /*ofVectors=*/true), "r"));
  }
  text.addLine(guard + "tcgen05.st.sync.aligned.32x32b.x" +
               Twine(names.size()) + ".b32 [" + address + "], " +
               getList(names) + ";");
  finishStores(text);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::optional<std::pair<std::string, uint32_t>>
TensorMemoryEmitter::getKind(Type a, Type b, Type c) {
  auto describe = [](uint32_t sum, uint32_t left, uint32_t right) {
    return sum << 4 | left << 7 | right << 10;
  };
  auto getFloat8 = [](Type type) -> std::optional<uint32_t> {
    if (isa<Float8E4M3FNType>(type))
      return 0;
    if (isa<Float8E5M2Type>(type))
      return 1;
    return std::nullopt;
  };
  if (c.isF32() && getFloat8(a) && getFloat8(b))
    return std::pair("f8f6f4", describe(1, *getFloat8(a), *getFloat8(b)));
  if (a != b)
    return std::nullopt;
  if (c.isF32() && (a.isF16() || a.isBF16()))
    return std::pair("f16", describe(1, a.isBF16(), a.isBF16()));
  if (c.isF32() && a.isF32())
    return std::pair("tf32", describe(1, 2, 2));
  if (c.isInteger(32) && a.isInteger(8))
    return std::pair("i8", describe(2, 1, 1));
  return std::nullopt;
}

Value TensorMemoryEmitter::emitDescriptor(const MatrixDescriptor &descriptor,
                                          Value place) {
  // PTX ISA, "Shared memory descriptor": bits 46 to 48 are 1. The other bits
  // are the same as for wgmma.
  constexpr uint64_t kVersion = uint64_t(1) << 46;
  Value address = b.create<LLVM::PtrToIntOp>(b.i32(), place);
  Value field = b.bitAnd(b.shiftRight(address, 4), 0x3fff);
  return b.bitOr(b.zeroExtend(field, b.getBuilder().getI64Type()),
                 int64_t(descriptor.getBits() | kVersion));
}

std::optional<TensorMemoryEmitter::Scaling>
TensorMemoryEmitter::getScaling(WarpgroupDotOp dot) {
  auto a = cast<RankedTensorType>(dot.getAScale().getType()),
       b = cast<RankedTensorType>(dot.getBScale().getType());
  ScaledTypes types{*dot.getAElemType(), *dot.getBElemType(),
                    /*arePairsAlongK=*/true, a.getElementType(),
                    /*depth=*/64};
  std::optional<BlockScaling> scaling = getTensorBlockScaling(types);
  if (!scaling)
    return std::nullopt;
  // PTX ISA, "Instruction descriptor": e5m2, and e2m1 of mxf4 kinds, are 1.
  auto getCode = [&](ScaledElement element) -> uint32_t {
    return element != ScaledElement::E4M3;
  };
  Scaling result{*scaling,
                 scaling->kind.str() + ".block_scale",
                 getCode(types.a) << 7 | getCode(types.b) << 10 |
                     uint32_t(scaling->scaleType == "ue8m0") << 23,
                 countScaleColumns(a.getDimSize(0), 1),
                 countScaleColumns(b.getDimSize(0), 1),
                 countScaleColumns(a.getDimSize(0), a.getDimSize(1))};
  // Of an architecture the old name, which older versions know.
  if (lookupTarget(getTarget(dot).getChip())->suffix == 'a')
    result.kind += ".scale_vec::" + std::to_string(scaling->numScales) + "X";
  else
    result.kind += scaling->numScales == 4 ? ".block16" : ".block32";
  return result;
}

LogicalResult TensorMemoryEmitter::issue(const Issue &product) {
  RankedTensorType sums = product.sums;
  Type left = getElementType(product.a), right = getElementType(product.b);
  auto kind = getKind(left, right, sums.getElementType());
  std::optional<Scaling> scaling;
  if (product.scaled && (scaling = getScaling(product.scaled)))
    kind = std::pair(scaling->kind, scaling->types);
  if (!kind || bool(scaling) != bool(product.scaled))
    return op->emitOpError("expected elements that tcgen05.mma multiplies, "
                           "found ")
           << left << " and " << right;
  unsigned bytes = getByteWidth(right);
  auto layout = cast<NvidiaMmaLayoutAttr>(sums.getEncoding());
  int64_t m = kWarpgroupWarps * layout.getInstrShape()[0],
          columns = sums.getDimSize(1),
          n = std::min<int64_t>(columns, kMaxWarpgroupColumns);
  // Each CTA of a pair has all columns of its rows, but a half of b's.
  int64_t ctas = isPair() ? 2 : 1;
  bool isInPlace = isa<MemDescType>(product.a.getType());
  auto match = [&](Value place, unsigned kDim, int64_t extent) {
    return MatrixDescriptor::match(
        cast<MemDescType>(place.getType()).toLinearLayout(), bytes, kDim,
        extent, /*anyMajor=*/true);
  };
  std::optional<MatrixDescriptor> leftPlace,
      rightPlace = match(product.b, /*kDim=*/0, n / ctas);
  if (isInPlace)
    leftPlace = match(product.a, /*kDim=*/1, m);
  if ((isInPlace && !leftPlace) || !rightPlace)
    return op->emitOpError("expected places that a descriptor can name, found ")
           << product.a.getType() << " and " << product.b.getType();
  uint32_t instruction = kind->second | uint32_t(n >> 3) << 17 |
                         uint32_t(m * ctas >> 4) << 24 |
                         uint32_t(rightPlace->isMNMajor()) << 16 |
                         uint32_t(leftPlace && leftPlace->isMNMajor()) << 15;

  AsmText text(b.getBuilder(), b.getLoc(), {});
  std::string first, adds, barrier;
  if (product.isFirstWarpOnly)
    first = text.addOperand(emitIsFirstWarp(), "b");
  if (product.adds)
    adds = text.addOperand(product.adds, "b");
  if (product.barrier)
    barrier = text.addOperand(product.barrier, "r");
  std::string sum = text.addOperand(product.sum, "r");
  std::string scales;
  if (scaling)
    scales = text.addOperand(product.scales, "r");
  std::string nameOfB =
      text.addOperand(emitDescriptor(*rightPlace, product.right), "l");
  std::string nameOfA =
      leftPlace ? text.addOperand(emitDescriptor(*leftPlace, product.left), "l")
                : text.addOperand(product.left, "r");
  int64_t depth = cast<MemDescType>(product.b.getType()).getShape()[0],
          steps = kWarpgroupDepthBytes / bytes, wordsOfA = depth * bytes / 4;
  text.addLine("{");
  text.addLine(".reg .pred issues, adds;");
  text.addLine(".reg .b64 a, b;");
  text.addLine(".reg .b32 d, t, u, v;");
  // The other warps have nothing to do; all lanes of a warp go the same way.
  if (!first.empty())
    text.addLine("@!" + first + " bra none;");
  text.addLine("elect.sync _|issues, -1;");
  text.addLine("tcgen05.fence::after_thread_sync;");
  if (adds.empty())
    text.addLine(Twine("setp.eq.b32 adds, 0, ") +
                 (product.addsAlways ? "0" : "1") + ";");
  else
    text.addLine("mov.pred adds, " + adds + ";");
  int64_t blocks = llvm::divideCeil(sums.getDimSize(0), m);
  for (int64_t k = 0; k < depth; k += steps) {
    if (k == steps && !product.addsAlways)
      text.addLine("setp.eq.b32 adds, 0, 0;");
    for (int64_t block = 0; block < blocks; ++block) {
      if (leftPlace)
        text.addLine("add.s64 a, " + nameOfA + ", " +
                     Twine(leftPlace->getOffset(block * m, k) >> 4) + ";");
      else
        text.addLine("add.s32 t, " + nameOfA + ", " +
                     Twine(block * wordsOfA + k * bytes / 4) + ";");
      for (int64_t column = 0; column < columns; column += n) {
        text.addLine("add.s64 b, " + nameOfB + ", " +
                     Twine(rightPlace->getOffset(column / ctas, k) >> 4) + ";");
        text.addLine("add.s32 d, " + sum + ", " +
                     Twine(block * columns + column) + ";");
        uint32_t descriptor = instruction;
        std::string scaleOperands;
        if (scaling) {
          int64_t scale = k / steps * scaling->scaling.numScales,
                  word = scale / 4;
          descriptor |= uint32_t(scale % 4) << 4 | uint32_t(scale % 4) << 29;
          text.addLine("add.s32 u, " + scales + ", " +
                       Twine(word * scaling->columnsOfA + block * (m / 32)) +
                       ";");
          text.addLine("add.s32 v, " + scales + ", " +
                       Twine(scaling->allOfA + word * scaling->columnsOfB +
                             column / 32) +
                       ";");
          scaleOperands = "[u], [v], ";
        }
        text.addLine("@issues tcgen05.mma." + getGroup() +
                     ".kind::" + kind->first + " [d], " +
                     (leftPlace ? "a" : "[t]") + ", b, " + Twine(descriptor) +
                     ", " + scaleOperands + "adds;");
      }
    }
  }
  if (!barrier.empty())
    addCommit(text, barrier);
  if (!first.empty())
    text.addLine("none:");
  text.addLine("}");
  text.create();
  return success();
}

void TensorMemoryEmitter::addCommit(AsmText &text, const std::string &barrier) {
  std::string commit =
      ("@issues tcgen05.commit." + getGroup() +
       ".mbarrier::arrive::one.shared::cluster." +
       (isPair() ? "multicast::cluster." : "") + "b64 [" + barrier + "]")
          .str();
  // Of a pair, the barriers of both CTAs.
  if (isPair()) {
    text.addLine(".reg .b16 both;");
    text.addLine("mov.b16 both, 3;");
    commit += ", both";
  }
  text.addLine(commit + ";");
}

void TensorMemoryEmitter::commit(Value place) {
  AsmText text(b.getBuilder(), b.getLoc(), {});
  std::string barrier =
      text.addOperand(b.create<LLVM::PtrToIntOp>(b.i32(), place), "r");
  text.addLine("{");
  text.addLine(".reg .pred issues;");
  text.addLine("elect.sync _|issues, -1;");
  addCommit(text, barrier);
  text.addLine("}");
  text.create();
}
