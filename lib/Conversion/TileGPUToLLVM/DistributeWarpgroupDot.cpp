//===- DistributeWarpgroupDot.cpp - Matrix products by wgmma --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product is one inline asm with all its instructions, and so is the wait for
// it: the sums go in and come out in the same registers, so that nothing can
// touch them in between, and ptxas sees that. Along K outermost: neighbouring
// instructions have other sums. nvvm.wgmma.mma_async has neither operands in
// registers nor a wait that returns the sums.
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "BitBuilder.h"
#include "PackedWords.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// The types of the instruction's registers. Two sums of f16 share one.
SmallVector<Type> getSumTypes(const WarpgroupSums &plan, Type element) {
  size_t number = plan.blocks.size() * plan.numColumns / 2;
  if (element.isF16())
    return SmallVector<Type>(number / 2,
                             IntegerType::get(element.getContext(), 32));
  return SmallVector<Type>(number, element);
}

/// The sums of a product, between the registers of a tile and the registers of
/// the instruction, which are in the order of the blocks.
class SumRegisters {
public:
  SumRegisters(OpBuilder &builder, Location loc, RankedTensorType type,
               const WarpgroupSums &plan)
      : b(builder, loc), type(type), plan(plan),
        isPacked(type.getElementType().isF16()) {}

  SmallVector<Type> getTypes() const {
    return getSumTypes(plan, type.getElementType());
  }
  size_t getNumOfBlock() const { return plan.numColumns / (isPacked ? 4 : 2); }

  SmallVector<Value> pack(ValueRange tile) const {
    SmallVector<Value> sums;
    for (const WarpgroupSums::Block &block : plan.blocks)
      for (size_t i = 0; i < block.registers.size(); i += isPacked ? 2 : 1)
        sums.push_back(isPacked
                           ? b.bitcast(b.pair(tile[block.registers[i]],
                                              tile[block.registers[i + 1]]),
                                       b.i32())
                           : tile[block.registers[i]]);
    return sums;
  }

  SmallVector<Value> unpack(ValueRange sums) const {
    ThreadLayout layout(type);
    SmallVector<Value> tile(layout.getNumRegisters());
    size_t next = 0;
    for (const WarpgroupSums::Block &block : plan.blocks)
      for (size_t i = 0; i < block.registers.size();) {
        if (!isPacked) {
          tile[block.registers[i++]] = sums[next++];
          continue;
        }
        Value pair =
            b.bitcast(sums[next++], BitBuilder::pairOf(type.getElementType()));
        for (unsigned half : {0, 1})
          tile[block.registers[i++]] = b.element(pair, half);
      }
    for (auto [reg, value] : llvm::enumerate(tile))
      if (!value)
        value = tile[layout.getOwnerRegister(reg)];
    return tile;
  }

private:
  BitBuilder b;
  RankedTensorType type;
  const WarpgroupSums &plan;
  /// Whether two sums share a register.
  bool isPacked;
};

Type getElementType(Value operand) {
  if (auto place = dyn_cast<MemDescType>(operand.getType()))
    return place.getElementType();
  return cast<RankedTensorType>(operand.getType()).getElementType();
}

/// The instruction after its columns, "k16.f32.f16.f16"; nothing if there is
/// none.
std::optional<std::string> getSignature(WarpgroupDotOp op) {
  Type a = getElementType(op.getA()), b = getElementType(op.getB()),
       c = op.getType().getTile().getElementType();
  auto getFloat8 = [](Type type) -> std::string {
    return isa<Float8E5M2Type>(type)     ? "e5m2"
           : isa<Float8E4M3FNType>(type) ? "e4m3"
                                         : "";
  };
  if (c.isF32() && !getFloat8(a).empty() && !getFloat8(b).empty())
    return "k32.f32." + getFloat8(a) + "." + getFloat8(b);
  if (a != b)
    return std::nullopt;
  if (a.isF16() && (c.isF16() || c.isF32()))
    return std::string("k16.") + (c.isF16() ? "f16" : "f32") + ".f16.f16";
  if (a.isBF16() && c.isF32())
    return "k16.f32.bf16.bf16";
  if (a.isInteger(8) && c.isInteger(32))
    return "k32.s32.s8.s8";
  if (a.isF32() && c.isF32())
    return "k8.f32.tf32.tf32";
  return std::nullopt;
}

bool isZero(Value sum) {
  return matchPattern(sum, m_PosZeroFloat()) || matchPattern(sum, m_Zero());
}

/// Emits one product.
class ProductEmitter {
public:
  ProductEmitter(OpBuilder &builder, WarpgroupDotOp op,
                 const WarpgroupSums &plan)
      : e(builder, op.getLoc()), op(op), plan(plan),
        bytes(getByteWidth(getElementType(op.getB()))),
        steps(kWarpgroupDepthBytes / bytes) {}

  /// Or why it cannot be.
  FailureOr<Value> emit(ValueRange a, Value b, ValueRange c) {
    std::optional<std::string> signature = getSignature(op);
    if (!signature)
      return op.emitOpError(
                 "expected elements that warpgroups multiply, found ")
             << getElementType(op.getA()) << " and "
             << getElementType(op.getB());
    std::optional<MatrixDescriptor> left, right;
    bool isInPlace = isa<MemDescType>(op.getA().getType());
    if (isInPlace)
      left = match(op.getA(), /*kDim=*/1, kWarpgroupRows);
    right = match(op.getB(), /*kDim=*/0, plan.numColumns);
    if ((isInPlace && !left) || !right)
      return op.emitOpError(
                 "expected places that a descriptor can name, found ")
             << op.getA().getType() << " and " << op.getB().getType();

    RankedTensorType type = op.getType().getTile();
    SumRegisters registers(e.getBuilder(), e.getLoc(), type, plan);
    bool beginsHere = llvm::all_of(
        c, [](Value sum) { return matchPattern(sum, m_PosZeroFloat()); });
    SmallVector<Value> sums;
    if (isa<PendingType>(op.getC().getType()))
      sums = unpackStruct(e.getBuilder(), e.getLoc(), c[0]);
    else if (!beginsHere)
      sums = registers.pack(c);
    Value packed;
    Value placeOfB = emitDescriptor(*right, b, /*isLeft=*/false);
    Value placeOfA =
        left ? emitDescriptor(*left, a[0], /*isLeft=*/true) : Value();
    // A fence is before all steps, or before each. The group is one.
    int64_t depth = getDepth(), together = op.getInSteps() ? steps : depth;
    for (int64_t k = 0; k < depth; k += together) {
      if (packed)
        sums = unpackStruct(e.getBuilder(), e.getLoc(), packed);
      AsmText text(e.getBuilder(), e.getLoc(), registers.getTypes(), sums);
      if (failed(emitSteps(text, registers, left, *right, a, placeOfA, placeOfB,
                           k, k + together, beginsHere, *signature)))
        return failure();
      if (k + together == depth)
        text.addLine("wgmma.commit_group.sync.aligned;");
      text.addLine("}");
      packed = text.createPacked();
    }
    return packed;
  }

private:
  /// The products of numbers along K from `first` to `end`.
  LogicalResult emitSteps(AsmText &text, const SumRegisters &registers,
                          const std::optional<MatrixDescriptor> &left,
                          const MatrixDescriptor &right, ValueRange a,
                          Value placeOfA, Value placeOfB, int64_t first,
                          int64_t end, bool beginsHere, StringRef signature) {
    std::string nameOfA, nameOfB = text.addOperand(placeOfB, "l");
    if (left)
      nameOfA = text.addOperand(placeOfA, "l");
    text.addLine("{");
    text.addLine(".reg .pred adds, begins;");
    text.addLine(".reg .b64 a, b;");
    text.addLine("setp.eq.b32 adds, 0, 0;");
    text.addLine("setp.ne.b32 begins, 0, 0;");
    text.addLine("wgmma.fence.sync.aligned;");
    for (int64_t k = first; k < end; k += steps)
      for (auto [number, block] : llvm::enumerate(plan.blocks)) {
        std::string instruction = "wgmma.mma_async.sync.aligned.m64n" +
                                  std::to_string(plan.numColumns) +
                                  signature.str() + " {";
        size_t perBlock = registers.getNumOfBlock();
        for (size_t i = 0; i < perBlock; ++i)
          instruction +=
              (i ? ", $" : "$") + std::to_string(number * perBlock + i);
        instruction += "}, ";
        if (left) {
          text.addLine(
              getAdvanced("a", nameOfA, left->getOffset(block.row, k)));
          instruction += "a";
        } else {
          FailureOr<std::string> words = addWords(text, a, block.row, k);
          if (failed(words))
            return failure();
          instruction += *words;
        }
        text.addLine(
            getAdvanced("b", nameOfB, right.getOffset(block.column, k)));
        instruction += ", b, ";
        instruction += k == 0 && beginsHere ? "begins" : "adds";
        if (isa<FloatType>(op.getType().getTile().getElementType()))
          instruction += ", 1, 1";
        // Whether neighbours are rows or columns, of places.
        if (bytes == 2 && left)
          instruction += left->isMNMajor() ? ", 1" : ", 0";
        if (bytes == 2)
          instruction += right.isMNMajor() ? ", 1" : ", 0";
        text.addLine(instruction + ";");
      }
    return success();
  }

  int64_t getDepth() {
    return cast<MemDescType>(op.getB().getType()).getShape()[0];
  }

  std::optional<MatrixDescriptor> match(Value place, unsigned kDim,
                                        int64_t extent) const {
    return MatrixDescriptor::match(
        cast<MemDescType>(place.getType()).toLinearLayout(), bytes, kDim,
        extent);
  }

  static std::string getAdvanced(StringRef to, StringRef from, uint32_t bytes) {
    return ("add.s64 " + to + ", " + from + ", " + Twine(bytes >> 4) + ";")
        .str();
  }

  /// The descriptor of what the thread's warpgroup takes first.
  Value emitDescriptor(const MatrixDescriptor &descriptor, Value place,
                       bool isLeft) {
    OpBuilder &builder = e.getBuilder();
    Value address = e.create<LLVM::PtrToIntOp>(e.i32(), place);
    SmallVector<uint32_t> columns;
    for (auto [row, column] : plan.warpgroups)
      columns.push_back(isLeft ? descriptor.getOffset(row, 0)
                               : descriptor.getOffset(column, 0));
    if (llvm::any_of(columns, [](uint32_t bytes) { return bytes != 0; })) {
      // The same in all lanes, as the instruction wants it.
      Value group = e.shiftRight(emitThreadId(builder, e.getLoc()),
                                 llvm::Log2_32(32 * kWarpgroupWarps));
      group = e.create<NVVM::ShflOp>(e.i32(), emitI32(builder, e.getLoc(), -1),
                                     group, emitI32(builder, e.getLoc(), 0),
                                     emitI32(builder, e.getLoc(), 31),
                                     NVVM::ShflKind::idx, UnitAttr());
      // Each bit adds bytes of its own.
      address =
          e.add(address, emitLinearMap(builder, e.getLoc(), group, columns));
    }
    Value field = e.bitAnd(e.shiftRight(address, 4), 0x3fff);
    return e.bitOr(e.zeroExtend(field, builder.getI64Type()),
                   descriptor.getBits());
  }

  /// The words of the left operand that are in registers.
  FailureOr<std::string> addWords(AsmText &text, ValueRange a, int32_t row,
                                  int32_t k) {
    auto type = cast<RankedTensorType>(op.getA().getType());
    auto registers =
        findWarpgroupOperand(toLinearLayout(type), plan, bytes, row, k);
    if (!registers)
      return op.emitOpError("expected a left operand in the instruction's "
                            "layout, found ")
             << type;
    std::string words;
    size_t perWord = 4 / bytes;
    for (size_t i = 0; i < registers->size(); i += perWord) {
      SmallVector<Value> elements;
      for (size_t element = 0; element < perWord; ++element)
        elements.push_back(a[(*registers)[i + element]]);
      Value word = packWord(e, elements);
      if (word.getType() != e.i32())
        word = e.bitcast(word, e.i32());
      words += (i ? ", " : "{") + text.addOperand(word, "r");
    }
    return words + "}";
  }

  BitBuilder e;
  WarpgroupDotOp op;
  const WarpgroupSums &plan;
  unsigned bytes, steps;
};

/// How the sums lie; fails, with a message, if warpgroups leave them otherwise.
FailureOr<WarpgroupSums> planSums(Operation *op, RankedTensorType type) {
  if (auto plan = planWarpgroupSums(toLinearLayout(type)))
    return std::move(*plan);
  return op->emitOpError("expected sums as warpgroups leave them, found ")
         << type;
}

LogicalResult lowerWarpgroupDot(WarpgroupDotOp op,
                                Parts<WarpgroupDotOp> adaptor,
                                ConversionPatternRewriter &rewriter) {
  if (isInTensorMemory(op.getType()))
    return failure();
  FailureOr<WarpgroupSums> plan = planSums(op, op.getType().getTile());
  if (failed(plan))
    return failure();
  FailureOr<Value> sums =
      ProductEmitter(rewriter, op, *plan)
          .emit(adaptor.getA(), adaptor.getB().front(), adaptor.getC());
  if (failed(sums))
    return failure();
  rewriter.replaceOp(op, *sums);
  return success();
}

LogicalResult lowerWarpgroupWait(WarpgroupWaitOp op,
                                 Parts<WarpgroupWaitOp> adaptor,
                                 ConversionPatternRewriter &rewriter) {
  if (isInTensorMemory(op.getSrc().getType()))
    return failure();
  std::string line =
      ("wgmma.wait_group.sync.aligned " + Twine(op.getPending()) + ";").str();
  // Sums that stay in flight are not touched, so that the wait has no results.
  if (isa<PendingType>(op.getType())) {
    AsmText text(rewriter, op.getLoc(), {});
    text.addLine(line);
    text.create();
    rewriter.replaceOp(op, adaptor.getSrc());
    return success();
  }
  RankedTensorType type = op.getSrc().getType().getTile();
  FailureOr<WarpgroupSums> plan = planSums(op, type);
  if (failed(plan))
    return failure();
  SumRegisters registers(rewriter, op.getLoc(), type, *plan);
  AsmText text(rewriter, op.getLoc(), registers.getTypes(),
               unpackStruct(rewriter, op.getLoc(), adaptor.getSrc().front()));
  text.addLine(line);
  rewriter.replaceOpWithMultiple(op, {registers.unpack(text.create())});
  return success();
}

LogicalResult lowerPendingSum(PendingSumOp op, Parts<PendingSumOp> adaptor,
                              ConversionPatternRewriter &rewriter) {
  if (isInTensorMemory(op.getType()))
    return failure();
  RankedTensorType type = op.getType().getTile();
  FailureOr<WarpgroupSums> plan = planSums(op, type);
  if (failed(plan))
    return failure();
  SumRegisters registers(rewriter, op.getLoc(), type, *plan);
  auto structType =
      LLVM::LLVMStructType::getLiteral(op.getContext(), registers.getTypes());
  if (llvm::all_of(adaptor.getSrc(), isZero)) {
    rewriter.replaceOpWithNewOp<LLVM::ZeroOp>(op, structType);
    return success();
  }
  Value packed = LLVM::PoisonOp::create(rewriter, op.getLoc(), structType);
  for (auto [i, sum] : llvm::enumerate(registers.pack(adaptor.getSrc())))
    packed = LLVM::InsertValueOp::create(rewriter, op.getLoc(), packed, sum, i);
  rewriter.replaceOp(op, packed);
  return success();
}

LogicalResult lowerFenceProxy(FenceProxyOp op, FenceProxyOp::Adaptor,
                              ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<NVVM::FenceProxyOp>(
      op, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(rewriter.getContext(),
                                 NVVM::SharedSpace::shared_cta));
  return success();
}

LogicalResult lowerMemDescTrans(MemDescTransOp op,
                                MemDescTransOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) {
  rewriter.replaceOp(op, adaptor.getSrc());
  return success();
}

} // namespace

void tile::populateWarpgroupDotPatterns(const Distribution &d) {
  d.converter.addConversion(
      [&converter = d.converter](PendingType type,
                                 SmallVectorImpl<Type> &types) {
        if (isInTensorMemory(type))
          return success();
        // Their lowerings say what is wrong with other sums.
        RankedTensorType tile = type.getTile();
        auto plan = planWarpgroupSums(toLinearLayout(tile));
        if (!plan)
          return converter.convertType(tile, types);
        // One value, so that LLVM moves one from iteration to iteration.
        types.push_back(LLVM::LLVMStructType::getLiteral(
            type.getContext(), getSumTypes(*plan, tile.getElementType())));
        return success();
      });
  addLowerings(d.converter, d.patterns, lowerWarpgroupDot, lowerWarpgroupWait,
               lowerPendingSum, lowerFenceProxy, lowerMemDescTrans);
}
