//===- DistributeTensorMemory.cpp - Matrix products by tcgen05 ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products in tensor memory are numbered as they are issued, by a counter that
// each thread has. Number i signals mbarrier i mod `kTensorProductBarriers`,
// and is issued when the one before on that barrier has ended: so a barrier is
// never more than a phase ahead of a thread that waits at it. Before each
// product all threads meet at a barrier of the CTA. It orders what they have
// stored and loaded before the product, and no thread is more than a product
// behind the others.
//
// The element (row, column) of sums of N columns is, for instructions of M
// rows, in column `begin + row / M * N + column` of lane `row mod M`, or, if M
// is 64, of lane `row mod 64 / 16 * 32 + row mod 16` (PTX ISA, "tcgen05.mma",
// Layouts D and F). Each warp has 32 lanes. The shape .16x256b gives its
// threads of 16 of them what `wgmma` would, .16x128b takes a left operand as
// mma.sync has it, and .32x32b scales as TensorScales.h says.
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "BitBuilder.h"
#include "DistributePrograms.h"
#include "PackedWords.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/BlockScaling.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/TensorScales.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// What a `!tilegpu.tensor_memory` is of: the address, the first barrier, the
/// number of the thread's warp, and two numbers in the thread's memory, which
/// become registers: how many products there were, and the last one that read
/// its left operand or scales there.
struct MemoryParts {
  Value address, barriers, warp, count, lastLeft;

  MemoryParts() = default;
  explicit MemoryParts(ValueRange parts)
      : address(parts[0]), barriers(parts[1]), warp(parts[2]), count(parts[3]),
        lastLeft(parts[4]) {}

  static SmallVector<Type> getTypes(MLIRContext *context) {
    constexpr unsigned kSharedSpace = 3;
    Type pointer = LLVM::LLVMPointerType::get(context);
    Type number = IntegerType::get(context, 32);
    return {number, LLVM::LLVMPointerType::get(context, kSharedSpace), number,
            pointer, pointer};
  }
};

/// The place of an operand of a product: its elements and shape.
Type getElementType(Value operand) {
  if (auto place = dyn_cast<MemDescType>(operand.getType()))
    return place.getElementType();
  return cast<RankedTensorType>(operand.getType()).getElementType();
}

/// Emits code for one operation on tensor memory.
class Emitter {
public:
  Emitter(OpBuilder &builder, Operation *op, MemoryParts memory)
      : b(builder, op->getLoc()), op(op), memory(memory) {}

  /// How threads have a tile of version 5; or a message.
  FailureOr<WarpgroupSums> planSums(RankedTensorType type) {
    auto layout = cast<NvidiaMmaLayoutAttr>(type.getEncoding());
    if (auto plan =
            planWarpgroupSums(toLinearLayout(type), layout.getInstrShape()[0]))
      return std::move(*plan);
    return op->emitOpError("expected sums as tensor memory is loaded, found ")
           << type;
  }

  //===--------------------------------------------------------------------===//
  // Threads
  //===--------------------------------------------------------------------===//

  Value emitI32(int32_t value) { return b.integer(b.i32(), value); }

  Value emitIsFirstWarp() {
    return b.create<LLVM::ICmpOp>(LLVM::ICmpPredicate::eq, memory.warp,
                                  emitI32(0));
  }

  void emitBarrier() { emitProgramBarrier(b.getBuilder(), b.getLoc()); }

  //===--------------------------------------------------------------------===//
  // Numbers of products
  //===--------------------------------------------------------------------===//

  Value load(Value variable) {
    return b.create<LLVM::LoadOp>(b.i32(), variable);
  }
  void store(Value value, Value variable) {
    LLVM::StoreOp::create(b.getBuilder(), b.getLoc(), value, variable);
  }

  /// The barrier that a product signals.
  Value emitBarrierOf(Value number) {
    constexpr unsigned kBytes = 8;
    Value address = b.create<LLVM::PtrToIntOp>(b.i32(), memory.barriers);
    return b.add(
        address,
        b.multiply(b.bitAnd(number, kTensorProductBarriers - 1), kBytes));
  }

  /// Waits for a product. It must not be more than `kTensorProductBarriers`
  /// older than the next one; those before the first one have ended.
  void emitWaitFor(Value number) {
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

  /// The number of the product before `count` on the same barrier.
  Value emitOldest(Value count) {
    return b.add(count, -int64_t(kTensorProductBarriers));
  }

  //===--------------------------------------------------------------------===//
  // Loads and stores
  //===--------------------------------------------------------------------===//

  /// The address of what the thread's warp has of a matrix from `column` on. In
  /// a warpgroup the matrix's `columns` are those of a row.
  Value emitAddress(const WarpgroupSums &plan, int64_t column,
                    int64_t columns) {
    constexpr unsigned kLaneShift = 16, kWarpLanes = 32;
    Value warp = memory.warp;
    Value lanes = b.multiply(b.bitAnd(warp, kWarpgroupWarps - 1),
                             kWarpLanes << kLaneShift);
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

  static int64_t getColumn(const WarpgroupSums &plan, int64_t row,
                           int64_t column, int64_t columns) {
    return row / (kWarpgroupWarps * plan.warpRows) * columns + column;
  }

  /// What a block is from the warp's address on.
  static std::string getOffset(const WarpgroupSums &plan,
                               const WarpgroupSums::Block &block,
                               int64_t columns) {
    int64_t half = block.row & (plan.warpRows - 1);
    return std::to_string(
        getColumn(plan, block.row - half, block.column, columns) +
        (half << 16));
  }

  /// Whether the thread's warp stores: not if it has a copy of what another one
  /// has. Null if all do.
  Value emitStores(ArrayRef<std::pair<int32_t, int32_t>> groups) {
    uint32_t mask = 0;
    for (auto [bit, added] : llvm::enumerate(groups))
      if (added.first == 0 && added.second == 0)
        mask |= 1u << bit;
    if (mask == 0)
      return {};
    Value group = b.shiftRight(memory.warp, llvm::CTLog2<kWarpgroupWarps>());
    return b.create<LLVM::ICmpOp>(LLVM::ICmpPredicate::eq,
                                  b.bitAnd(group, mask), emitI32(0));
  }

  static std::string getList(ArrayRef<std::string> names) {
    return "{" + llvm::join(names, ", ") + "}";
  }

  SmallVector<Value> loadSums(RankedTensorType type, const WarpgroupSums &plan,
                              int64_t column) {
    SmallVector<Type> types(plan.blocks.size() * (plan.numColumns / 2),
                            type.getElementType());
    AsmText text(b.getBuilder(), b.getLoc(), types);
    int64_t columns = type.getDimSize(1);
    std::string address =
        text.addOperand(emitAddress(plan, column, columns), "r");
    // What has been waited for is there.
    text.addLine("tcgen05.fence::after_thread_sync;");
    size_t next = 0;
    for (const WarpgroupSums::Block &block : plan.blocks) {
      SmallVector<std::string> names;
      for (size_t i = 0; i < block.registers.size(); ++i)
        names.push_back("$" + std::to_string(next++));
      text.addLine("tcgen05.ld.sync.aligned.16x256b.x" +
                   Twine(plan.numColumns / 8) + ".b32 " + getList(names) +
                   ", [" + address + "+" + getOffset(plan, block, columns) +
                   "];");
    }
    text.addLine("tcgen05.wait::ld.sync.aligned;");
    text.addLine("tcgen05.fence::before_thread_sync;");
    SmallVector<Value> loaded = text.create();
    ThreadLayout layout(type);
    SmallVector<Value> tile(layout.getNumRegisters());
    next = 0;
    for (const WarpgroupSums::Block &block : plan.blocks)
      for (uint32_t reg : block.registers)
        tile[reg] = loaded[next++];
    for (auto [reg, value] : llvm::enumerate(tile))
      if (!value)
        value = tile[layout.getOwnerRegister(reg)];
    return tile;
  }

  void storeSums(RankedTensorType type, const WarpgroupSums &plan,
                 int64_t column, ValueRange tile) {
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

  std::string addGuard(AsmText &text,
                       ArrayRef<std::pair<int32_t, int32_t>> groups) {
    Value stores = emitStores(groups);
    return stores ? "@" + text.addOperand(stores, "b") + " " : "";
  }

  void finishStores(AsmText &text) {
    text.addLine("tcgen05.wait::st.sync.aligned;");
    text.addLine("tcgen05.fence::before_thread_sync;");
    text.create();
  }

  /// Stores the left operand of a product.
  LogicalResult storeLeft(RankedTensorType type, RankedTensorType sums,
                          const WarpgroupSums &plan, int64_t column,
                          ValueRange tile) {
    unsigned bytes = getByteWidth(type.getElementType());
    int64_t columns = type.getDimSize(1) * bytes / 4;
    // Warpgroups that share rows have copies.
    WarpgroupSums rows = plan;
    for (auto &[row, added] : rows.warpgroups)
      added = 0;
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
      for (int64_t k = 0; k < type.getDimSize(1); k += kStep / bytes) {
        auto registers = findWarpgroupOperand(toLinearLayout(type), plan, bytes,
                                              block.row, k);
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

  /// Stores the scales of a matrix, from a column on.
  void storeScales(RankedTensorType type, int64_t column, ValueRange tile) {
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
      Value word;
      for (size_t byte = 0; byte < present; ++byte) {
        Value scale = tile[first + byte];
        if (!scale.getType().isInteger(8))
          scale = b.bitcast(scale, b.i8());
        Value part = b.zeroExtend(scale, b.i32());
        if (byte)
          part = b.shiftLeft(part, 8 * byte);
        word = word ? b.bitOr(word, part) : part;
      }
      names.push_back(text.addOperand(word, "r"));
    }
    text.addLine(guard + "tcgen05.st.sync.aligned.32x32b.x" +
                 Twine(names.size()) + ".b32 [" + address + "], " +
                 getList(names) + ";");
    finishStores(text);
  }

  //===--------------------------------------------------------------------===//
  // Products
  //===--------------------------------------------------------------------===//

  /// The kind and the instruction descriptor without its extents and majors
  /// (PTX ISA, "Instruction descriptor"); nothing if there is none.
  static std::optional<std::pair<std::string, uint32_t>> getKind(Type a, Type b,
                                                                 Type c) {
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
    if (c.isInteger(32) && a.isInteger(8))
      return std::pair("i8", describe(2, 1, 1));
    return std::nullopt;
  }

  /// The descriptor of a place, from its beginning.
  Value emitDescriptor(const MatrixDescriptor &descriptor, Value place) {
    // PTX ISA, "Shared memory descriptor": bits 46 to 48 are 1. The others are
    // those of wgmma.
    constexpr uint64_t kVersion = uint64_t(1) << 46;
    Value address = b.create<LLVM::PtrToIntOp>(b.i32(), place);
    Value field = b.bitAnd(b.shiftRight(address, 4), 0x3fff);
    return b.bitOr(b.zeroExtend(field, b.getBuilder().getI64Type()),
                   int64_t(descriptor.getBits() | kVersion));
  }

  /// Issues a product by one thread of the warp: of the first one, or of any
  /// that comes here.
  struct Issue {
    RankedTensorType sums;
    /// As the operation has them.
    Value a, b;
    /// The places, or the address of a left operand in tensor memory; the
    /// address of the sums.
    Value left, right, sum;
    /// Whether it adds to these; null: `addsAlways` says so.
    Value adds;
    bool addsAlways = false, isFirstWarpOnly = false;
    /// What it signals; null: nothing.
    Value barrier;
    /// If it has scales, their first address and the product as it is written.
    Value scales;
    WarpgroupDotOp scaled;
  };

  /// Of a product with scales.
  struct Scaling {
    BlockScaling scaling;
    /// The kind with its qualifiers, and the descriptor's types.
    std::string kind;
    uint32_t types;
    /// Columns of a word of a block of rows, and of all scales of a.
    int64_t columnsOfA, columnsOfB, allOfA;
  };

  static std::optional<Scaling> getScaling(WarpgroupDotOp dot) {
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

  LogicalResult issue(const Issue &product) {
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
    bool isInPlace = isa<MemDescType>(product.a.getType());
    auto match = [&](Value place, unsigned kDim, int64_t extent) {
      return MatrixDescriptor::match(
          cast<MemDescType>(place.getType()).toLinearLayout(), bytes, kDim,
          extent, /*anyMajor=*/true);
    };
    std::optional<MatrixDescriptor> leftPlace,
        rightPlace = match(product.b, /*kDim=*/0, n);
    if (isInPlace)
      leftPlace = match(product.a, /*kDim=*/1, m);
    if ((isInPlace && !leftPlace) || !rightPlace)
      return op->emitOpError(
                 "expected places that a descriptor can name, found ")
             << product.a.getType() << " and " << product.b.getType();
    uint32_t instruction = kind->second | uint32_t(n >> 3) << 17 |
                           uint32_t(m >> 4) << 24 |
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
        leftPlace
            ? text.addOperand(emitDescriptor(*leftPlace, product.left), "l")
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
                       Twine(rightPlace->getOffset(column, k) >> 4) + ";");
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
          text.addLine("@issues tcgen05.mma.cta_group::1.kind::" + kind->first +
                       " [d], " + (leftPlace ? "a" : "[t]") + ", b, " +
                       Twine(descriptor) + ", " + scaleOperands + "adds;");
        }
      }
    }
    if (!barrier.empty())
      text.addLine("@issues " + getCommit(barrier));
    if (!first.empty())
      text.addLine("none:");
    text.addLine("}");
    text.create();
    return success();
  }

  static std::string getCommit(const std::string &barrier) {
    return "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster."
           "b64 [" +
           barrier + "];";
  }

  void commit(Value place) {
    AsmText text(b.getBuilder(), b.getLoc(), {});
    std::string barrier =
        text.addOperand(b.create<LLVM::PtrToIntOp>(b.i32(), place), "r");
    text.addLine("{");
    text.addLine(".reg .pred issues;");
    text.addLine("elect.sync _|issues, -1;");
    text.addLine("@issues " + getCommit(barrier));
    text.addLine("}");
    text.create();
  }

  BitBuilder b;
  Operation *op;
  MemoryParts memory;
};

struct TensorMemoryAllocLowering : OpConversionPattern<TensorMemoryAllocOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TensorMemoryAllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Type> types = MemoryParts::getTypes(getContext());
    SmallVector<Value> numbers;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      auto func = op->getParentOfType<FunctionOpInterface>();
      rewriter.setInsertionPointToStart(&func.getFunctionBody().front());
      Value one = emitI32(rewriter, loc, 1);
      for (int number : {0, 1})
        numbers.push_back(LLVM::AllocaOp::create(
            rewriter, loc, types[3 + number], rewriter.getI32Type(), one));
    }
    LLVM::StoreOp::create(rewriter, loc, emitI32(rewriter, loc, 0), numbers[0]);
    LLVM::StoreOp::create(rewriter, loc, emitI32(rewriter, loc, -1),
                          numbers[1]);
    // The same in all lanes, for ptxas, too.
    Value warp = NVVM::ShflOp::create(
        rewriter, loc, types[2], emitI32(rewriter, loc, -1),
        LLVM::LShrOp::create(
            rewriter, loc, emitThreadId(rewriter, loc),
            emitI32(rewriter, loc, llvm::CTLog2<kThreadsPerWarp>())),
        emitI32(rewriter, loc, 0), emitI32(rewriter, loc, 31),
        NVVM::ShflKind::idx, UnitAttr());
    Value slot =
        LLVM::PtrToIntOp::create(rewriter, loc, types[0], adaptor.getAddress());
    Emitter emitter(rewriter, op,
                    MemoryParts({slot, adaptor.getBarriers(), warp, numbers[0],
                                 numbers[1]}));
    AsmText text(rewriter, loc, {});
    std::string first = text.addOperand(emitter.emitIsFirstWarp(), "b");
    std::string to = text.addOperand(slot, "r");
    text.addLine("@" + first +
                 " tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [" +
                 to + "], " + Twine(op.getColumns()) + ";");
    text.addLine("@" + first +
                 " tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    text.addLine("tcgen05.fence::before_thread_sync;");
    text.create();
    // With the threads of other warps, if these are still there.
    bool isBeforeOthers = false;
    for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
      isBeforeOthers |= isa<ProducerWarpOp>(next);
    if (isBeforeOthers)
      NVVM::Barrier0Op::create(rewriter, loc);
    else
      emitter.emitBarrier();
    AsmText address(rewriter, loc, {types[0]});
    std::string from = address.addOperand(slot, "r");
    address.addLine("tcgen05.fence::after_thread_sync;");
    address.addLine("ld.shared::cta.b32 $0, [" + from + "];");
    rewriter.replaceOpWithMultiple(
        op, {SmallVector<Value>{address.create()[0], adaptor.getBarriers(),
                                warp, numbers[0], numbers[1]}});
    return success();
  }
};

struct TensorMemoryDeallocLowering
    : OpConversionPattern<TensorMemoryDeallocOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TensorMemoryDeallocOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemoryParts memory(adaptor.getMemory());
    Emitter emitter(rewriter, op, memory);
    emitter.emitBarrier();
    AsmText text(rewriter, op.getLoc(), {});
    std::string first = text.addOperand(emitter.emitIsFirstWarp(), "b");
    std::string address = text.addOperand(memory.address, "r");
    text.addLine("tcgen05.fence::after_thread_sync;");
    text.addLine("@" + first +
                 " tcgen05.dealloc.cta_group::1.sync.aligned.b32 " + address +
                 ", " + Twine(op.getColumns()) + ";");
    text.create();
    rewriter.eraseOp(op);
    return success();
  }
};

/// Whether the operation's sums are in tensor memory; fails, with a message, if
/// they are and it is not known where.
template <typename OpTy>
FailureOr<bool> isOfTensorMemory(OpTy op, PendingType type) {
  if (!isInTensorMemory(type))
    return false;
  if (!op.getMemory())
    return op.emitOpError("expected tensor memory at this stage; run "
                          "tile-allocate-tensor-memory first");
  return true;
}

struct TensorDotLowering : OpConversionPattern<WarpgroupDotOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(WarpgroupDotOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<bool> isOurs = isOfTensorMemory(op, op.getType());
    if (failed(isOurs) || !*isOurs)
      return failure();
    RankedTensorType type = op.getType().getTile();
    MemoryParts memory(adaptor.getMemory());
    Emitter emitter(rewriter, op, memory);
    FailureOr<WarpgroupSums> plan = emitter.planSums(type);
    if (failed(plan))
      return failure();
    // The barrier that it signals is free, and so are the columns of its left
    // operand and of scales.
    BitBuilder &b = emitter.b;
    Value before = emitter.emitOldest(emitter.load(memory.count));
    auto left = dyn_cast<RankedTensorType>(op.getA().getType());
    if (left || op.getAScale())
      before = b.create<LLVM::SMaxOp>(before, emitter.load(memory.lastLeft));
    emitter.emitWaitFor(before);
    ValueRange c = adaptor.getC();
    bool adds = isa<PendingType>(op.getC().getType()) ||
                !llvm::all_of(c, [](Value sum) {
                  return matchPattern(sum, m_PosZeroFloat()) ||
                         matchPattern(sum, m_Zero());
                });
    if (adds && !isa<PendingType>(op.getC().getType()))
      emitter.storeSums(type, *plan, op.getColumn(), c);
    if (left && failed(emitter.storeLeft(left, type, *plan, op.getColumnOfA(),
                                         adaptor.getA())))
      return failure();
    if (op.getAScale()) {
      auto scalesOfA = cast<RankedTensorType>(op.getAScale().getType()),
           scalesOfB = cast<RankedTensorType>(op.getBScale().getType());
      emitter.storeScales(scalesOfA, op.getColumnOfScales(),
                          adaptor.getAScale());
      emitter.storeScales(scalesOfB,
                          op.getColumnOfScales() +
                              countScaleColumns(scalesOfA.getDimSize(0),
                                                scalesOfA.getDimSize(1)),
                          adaptor.getBScale());
    }
    emitter.emitBarrier();
    Value count = emitter.load(memory.count);
    Emitter::Issue product;
    product.sums = type;
    product.a = op.getA();
    product.b = op.getB();
    product.left = left ? b.add(memory.address, int64_t(op.getColumnOfA()))
                        : adaptor.getA().front();
    product.right = adaptor.getB().front();
    product.sum = b.add(memory.address, int64_t(op.getColumn()));
    product.addsAlways = adds;
    product.isFirstWarpOnly = true;
    product.barrier = emitter.emitBarrierOf(count);
    if (op.getAScale()) {
      product.scales = b.add(memory.address, int64_t(op.getColumnOfScales()));
      product.scaled = op;
    }
    if (failed(emitter.issue(product)))
      return failure();
    emitter.store(b.add(count, 1), memory.count);
    if (left || op.getAScale())
      emitter.store(count, memory.lastLeft);
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }
};

struct TensorWaitLowering : OpConversionPattern<WarpgroupWaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(WarpgroupWaitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<bool> isOurs = isOfTensorMemory(op, op.getSrc().getType());
    if (failed(isOurs) || !*isOurs)
      return failure();
    RankedTensorType type = op.getSrc().getType().getTile();
    MemoryParts memory(adaptor.getMemory());
    Emitter emitter(rewriter, op, memory);
    FailureOr<WarpgroupSums> plan = emitter.planSums(type);
    if (failed(plan))
      return failure();
    // Older ones have ended when the newest one was issued.
    if (op.getPending() < kTensorProductBarriers)
      emitter.emitWaitFor(emitter.b.add(emitter.load(memory.count),
                                        -1 - int64_t(op.getPending())));
    SmallVector<Value> tile;
    if (isa<RankedTensorType>(op.getType()))
      tile = emitter.loadSums(type, *plan, op.getColumn());
    rewriter.replaceOpWithMultiple(op, {tile});
    return success();
  }
};

struct TensorSumLowering : OpConversionPattern<PendingSumOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PendingSumOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<bool> isOurs = isOfTensorMemory(op, op.getType());
    if (failed(isOurs) || !*isOurs)
      return failure();
    RankedTensorType type = op.getType().getTile();
    Emitter emitter(rewriter, op, MemoryParts(adaptor.getMemory()));
    FailureOr<WarpgroupSums> plan = emitter.planSums(type);
    if (failed(plan))
      return failure();
    emitter.storeSums(type, *plan, op.getColumn(), adaptor.getSrc());
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }
};

struct TensorPlacesLowering : OpConversionPattern<TensorPlacesOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TensorPlacesOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getMemory())
      return op.emitOpError("expected tensor memory at this stage; run "
                            "tile-allocate-tensor-memory first");
    MemoryParts memory(adaptor.getMemory());
    BitBuilder b(rewriter, op.getLoc());
    rewriter.replaceOpWithMultiple(
        op, {SmallVector<Value>{b.add(memory.address, int64_t(op.getColumn())),
                                memory.warp}});
    return success();
  }
};

/// The address of a place, of the address of the first one.
Value emitPlace(BitBuilder &b, TensorPlacesType type, ValueRange places,
                Value index) {
  return b.add(places[0],
               b.multiply(index, countTensorMemoryColumns(type.getTile())));
}

struct TensorProductLowering : OpConversionPattern<TensorProductOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TensorProductOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter(rewriter, op, MemoryParts());
    Emitter::Issue product;
    product.sums = op.getSums().getType().getTile();
    product.a = op.getA();
    product.b = op.getB();
    product.left = adaptor.getA().front();
    product.right = adaptor.getB().front();
    product.sum = emitPlace(emitter.b, op.getSums().getType(),
                            adaptor.getSums(), adaptor.getIndex().front());
    product.adds = adaptor.getAdds().front();
    if (failed(emitter.issue(product)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct TensorCommitLowering : OpConversionPattern<TensorCommitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TensorCommitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter(rewriter, op, MemoryParts()).commit(adaptor.getBarrier());
    rewriter.eraseOp(op);
    return success();
  }
};

struct TensorLoadLowering : OpConversionPattern<TensorLoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TensorLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    MemoryParts memory;
    BitBuilder b(rewriter, op.getLoc());
    memory.address = emitPlace(b, op.getSums().getType(), adaptor.getSums(),
                               adaptor.getIndex().front());
    memory.warp = adaptor.getSums()[1];
    Emitter emitter(rewriter, op, memory);
    FailureOr<WarpgroupSums> plan = emitter.planSums(type);
    if (failed(plan))
      return failure();
    rewriter.replaceOpWithMultiple(
        op, {emitter.loadSums(type, *plan, /*column=*/0)});
    return success();
  }
};

} // namespace

void tile::populateTensorMemoryPatterns(ThreadTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  converter.addConversion(
      [](TensorMemoryType type, SmallVectorImpl<Type> &types) {
        llvm::append_range(types, MemoryParts::getTypes(type.getContext()));
        return success();
      });
  // The address of the first one, and the number of the thread's warp.
  converter.addConversion(
      [](TensorPlacesType type, SmallVectorImpl<Type> &types) {
        types.append(2, IntegerType::get(type.getContext(), 32));
        return success();
      });
  patterns.add<TensorMemoryAllocLowering, TensorMemoryDeallocLowering,
               TensorDotLowering, TensorWaitLowering, TensorSumLowering,
               TensorPlacesLowering, TensorProductLowering,
               TensorCommitLowering, TensorLoadLowering>(converter,
                                                         patterns.getContext());
}
