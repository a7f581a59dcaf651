//===- DistributeAsm.cpp - Inline PTX, group by group -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One llvm.inline_asm for each group of `packed_element` registers. The steps
// between the elements and the asm's registers are bit casts and vectors of
// narrow elements, which LLVM turns into nothing where the elements already sit
// in a register as the asm wants them.
//
// A fallback that is used is copied in the asm's place, for each element or
// each group, under the same guards.
//
//===----------------------------------------------------------------------===//

#include "CompletedAsmBody.h"
#include "Extents.h"
#include "PackedWords.h"
#include "Patterns.h"
#include "Replicas.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// Values between elements and registers of a class.
class RegisterPacker {
public:
  RegisterPacker(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  /// `elements` (converted scalars) as a value of the class `letter`; a lone
  /// one that is narrower is extended.
  Value pack(ArrayRef<Value> elements, char letter, bool isSigned) {
    Type target = getRegisterClassType(builder.getContext(), letter);
    if (elements.size() == 1 && elements[0].getType() == target)
      return elements[0];
    Value bits;
    if (elements.size() == 1) {
      bits = toInteger(elements[0]);
    } else {
      SmallVector<Value> units;
      for (Value element : elements)
        units.push_back(widenBool(element));
      if (units.size() == 4 && units[0].getType().isInteger(8)) {
        bits = packWord(BitBuilder(builder, loc), units, /*ofVectors=*/true);
      } else {
        auto type =
            VectorType::get({int64_t(units.size())}, units[0].getType());
        Value vector = LLVM::PoisonOp::create(builder, loc, type);
        for (auto [i, unit] : llvm::enumerate(units))
          vector = LLVM::InsertElementOp::create(builder, loc, vector, unit,
                                                 emitI32(builder, loc, i));
        bits = LLVM::BitcastOp::create(builder, loc,
                                       getInteger(getVectorBits(type)), vector);
      }
    }
    unsigned width = getRegisterClassBits(letter);
    if (bits.getType().getIntOrFloatBitWidth() < width) {
      if (isSigned)
        bits = LLVM::SExtOp::create(builder, loc, getInteger(width), bits);
      else
        bits = LLVM::ZExtOp::create(builder, loc, getInteger(width), bits);
    }
    return bits.getType() == target
               ? bits
               : LLVM::BitcastOp::create(builder, loc, target, bits).getRes();
  }

  /// The `count` elements of type `elementType` in a value of a class.
  SmallVector<Value> unpack(Value value, unsigned count, Type elementType) {
    if (count == 1 && value.getType() == elementType)
      return {value};
    Type bitsType = getInteger(value.getType().getIntOrFloatBitWidth());
    if (value.getType() != bitsType)
      value = LLVM::BitcastOp::create(builder, loc, bitsType, value);
    Type unitType = elementType.isInteger(1) ? getInteger(8) : elementType;
    unsigned unitBits =
        unitType.isIntOrFloat() ? unitType.getIntOrFloatBitWidth() : 64;
    if (count * unitBits < bitsType.getIntOrFloatBitWidth())
      value = LLVM::TruncOp::create(builder, loc, getInteger(count * unitBits),
                                    value);
    if (count == 1)
      return {fromInteger(value, elementType)};
    auto type = VectorType::get({int64_t(count)}, unitType);
    Value vector = LLVM::BitcastOp::create(builder, loc, type, value);
    SmallVector<Value> elements;
    for (unsigned i = 0; i < count; ++i) {
      Value unit = LLVM::ExtractElementOp::create(builder, loc, vector,
                                                  emitI32(builder, loc, i));
      elements.push_back(
          elementType.isInteger(1) ? fromInteger(unit, elementType) : unit);
    }
    return elements;
  }

  /// An element as an integer of its own width; i1 as a byte.
  Value toInteger(Value element) {
    Type type = element.getType();
    if (isa<LLVM::LLVMPointerType>(type))
      return LLVM::PtrToIntOp::create(builder, loc, getInteger(64), element);
    if (isa<IntegerType>(type))
      return widenBool(element);
    return LLVM::BitcastOp::create(
        builder, loc, getInteger(type.getIntOrFloatBitWidth()), element);
  }
  Value fromInteger(Value bits, Type type) {
    if (isa<LLVM::LLVMPointerType>(type))
      return LLVM::IntToPtrOp::create(builder, loc, type, bits);
    if (type.isInteger(1) && bits.getType() != type) {
      // A byte is true when it is not 0, as in memory.
      Value zero = LLVM::ZeroOp::create(builder, loc, bits.getType());
      return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                                  zero);
    }
    return bits.getType() == type
               ? bits
               : LLVM::BitcastOp::create(builder, loc, type, bits).getRes();
  }

private:
  Type getInteger(unsigned bits) { return builder.getIntegerType(bits); }
  static unsigned getVectorBits(VectorType type) {
    return type.getNumElements() * type.getElementTypeBitWidth();
  }
  Value widenBool(Value element) {
    if (!element.getType().isInteger(1))
      return element;
    return LLVM::ZExtOp::create(builder, loc, getInteger(8), element);
  }

  OpBuilder &builder;
  Location loc;
};

struct AsmLowering : OpConversionPattern<ElementwiseInlineAsmOp> {
  using OpConversionPattern::OpConversionPattern;

  /// A fallback may have inline asm of its own.
  void initialize() { setHasBoundedRewriteRecursion(); }

  LogicalResult
  matchAndRewrite(ElementwiseInlineAsmOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::shared_ptr<const AsmInfo> info = getAsmInfo(op);
    const std::optional<AsmConstraints> &constraints = info->constraints;
    if (!constraints)
      return rewriter.notifyMatchFailure(op, "its constraints are wrong");
    RankedTensorType tile = getTileOf(op);
    for (Type type : op.getOperandTypes())
      if (tile && (!isa<RankedTensorType>(type) ||
                   cast<RankedTensorType>(type).getShape() != tile.getShape()))
        return op.emitOpError("expected operands of one shape at this stage, "
                              "found ")
               << type << "; run tile-broadcast-asm-operands first";

    // The registers that an invocation of this thread serves, and those that
    // copy them.
    bool onceAnElement = op.isOncePerElement();
    SmallVector<unsigned> owners{0};
    unsigned freeThreads = getNumWarps(op) * kThreadsPerWarp - 1;
    if (tile) {
      ThreadLayout layout(tile);
      freeThreads = layout.getFreeThreadMask();
      owners = llvm::map_to_vector(
          llvm::seq(layout.getNumRegisters()),
          [&](unsigned reg) { return layout.getOwnerRegister(reg); });
    }
    unsigned numRegisters = owners.size();
    SmallVector<unsigned> served;
    for (unsigned reg = 0; reg < numRegisters; ++reg)
      if (owners[reg] == reg)
        served.push_back(reg);
    unsigned pack = op.getPackedElement();
    // Groups are the rows of the tile: none is padding in part.
    if (op.getExtents() && pack > 1) {
      if (!op.acceptsLayout(0, tile.getEncoding()))
        return op.emitOpError("expected a layout with the last dimension in "
                              "the registers of a thread, with 'extents' and "
                              "packed_element = ")
               << pack << ", found " << tile.getEncoding();
      ThreadLayout layout(tile);
      llvm::stable_sort(served, [&](unsigned a, unsigned b) {
        return layout.getRegisterOffset(a) < layout.getRegisterOffset(b);
      });
    }
    if (onceAnElement && served.size() % pack != 0)
      return op.emitOpError("expected a layout that gives each thread a "
                            "multiple of ")
             << pack
             << " elements (packed_element) of the tile of an asm that runs "
                "once for each, found "
             << served.size() << ", by layout " << tile.getEncoding();

    // The owners hand such results on by themselves, through shared memory.
    bool isShared = tilegpu::needsSharedMemory(op);
    if (failed(verifyResultsAreShared(op)))
      return failure();

    CompletedAsmBody body;
    if (!op.getUseFallback())
      body = completeAsmBody(op, *constraints);
    SmallVector<SmallVector<Value>> results;
    SmallVector<Type> elementTypes;
    for (Type type : op.getResultTypes()) {
      Type element = getTypeConverter()->convertType(getScalarType(type));
      elementTypes.push_back(element);
      results.emplace_back(numRegisters);
    }
    SmallVector<Value> thread;
    auto emitAll = [&](OpBuilder &builder) {
      for (size_t first = 0; first < served.size(); first += pack) {
        SmallVector<unsigned> group;
        // A group at the end that lacks elements repeats the last one.
        for (size_t i = first; i < first + pack; ++i)
          group.push_back(served[std::min(i, served.size() - 1)]);
        auto emitOne = [&](OpBuilder &builder) {
          if (op.getUseFallback())
            emitFallback(op, adaptor, group, elementTypes, results, builder);
          else
            emitGroup(op, *constraints, body, adaptor, group, elementTypes,
                      results, builder);
        };
        if (!op.getExtents()) {
          emitOne(builder);
          continue;
        }
        ThreadLayout layout(tile);
        if (thread.empty())
          thread = layout.emitThreadOffset(builder, op.getLoc());
        guardByExtents(op, layout, thread, group, elementTypes, emitOne,
                       results, builder);
      }
      for (SmallVector<Value> &registers : results)
        for (unsigned reg = 0; reg < numRegisters; ++reg)
          registers[reg] = registers[owners[reg]];
    };

    if (!onceAnElement || freeThreads == 0) {
      emitAll(rewriter);
    } else {
      guardByOwner(op, freeThreads, elementTypes, numRegisters, emitAll,
                   results, rewriter);
      for (auto [result, registers] : llvm::zip(op.getResults(), results))
        if (!result.use_empty() && !isShared)
          shareInWarp(rewriter, op.getLoc(), registers, freeThreads);
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  /// Runs `emitAll` in the threads that own their elements; the others get
  /// zeros, which the exchange replaces.
  void guardByOwner(ElementwiseInlineAsmOp op, unsigned freeThreads,
                    ArrayRef<Type> elementTypes, unsigned numRegisters,
                    function_ref<void(OpBuilder &)> emitAll,
                    SmallVectorImpl<SmallVector<Value>> &results,
                    ConversionPatternRewriter &rewriter) const {
    Location loc = op.getLoc();
    Value owner = emitThreadBitsAreZero(rewriter, loc, freeThreads);
    SmallVector<Type> types;
    for (Type type : elementTypes)
      types.append(numRegisters, type);
    auto branch = scf::IfOp::create(rewriter, loc, types, owner,
                                    /*withElseRegion=*/!types.empty());
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    emitAll(rewriter);
    if (!types.empty()) {
      SmallVector<Value> values;
      for (ArrayRef<Value> registers : results)
        llvm::append_range(values, registers);
      scf::YieldOp::create(rewriter, loc, values);
      rewriter.setInsertionPointToStart(branch.elseBlock());
      SmallVector<Value> zeros;
      for (Type type : types)
        zeros.push_back(LLVM::ZeroOp::create(rewriter, loc, type));
      scf::YieldOp::create(rewriter, loc, zeros);
    }
    size_t next = 0;
    for (SmallVector<Value> &registers : results)
      for (Value &value : registers)
        value = branch.getResult(next++);
  }

  /// Runs `emitOne` if the elements of the group are within the extents; else
  /// the results are zeros.
  static void guardByExtents(ElementwiseInlineAsmOp op,
                             const ThreadLayout &layout, ArrayRef<Value> thread,
                             ArrayRef<unsigned> group,
                             ArrayRef<Type> elementTypes,
                             function_ref<void(OpBuilder &)> emitOne,
                             SmallVectorImpl<SmallVector<Value>> &results,
                             OpBuilder &builder) {
    Location loc = op.getLoc();
    Value isWithin;
    for (unsigned reg : group) {
      Value one =
          emitIsWithin(builder, loc, layout, thread, reg, *op.getExtents());
      isWithin =
          isWithin ? LLVM::AndOp::create(builder, loc, isWithin, one) : one;
    }
    SmallVector<Type> types;
    for (Type type : elementTypes)
      types.append(group.size(), type);
    auto branch = scf::IfOp::create(builder, loc, types, isWithin,
                                    /*withElseRegion=*/!types.empty());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    emitOne(builder);
    if (types.empty())
      return;
    SmallVector<Value> values, zeros;
    for (ArrayRef<Value> registers : results)
      for (unsigned reg : group)
        values.push_back(registers[reg]);
    scf::YieldOp::create(builder, loc, values);
    builder.setInsertionPointToStart(branch.elseBlock());
    for (Type type : types)
      zeros.push_back(LLVM::ZeroOp::create(builder, loc, type));
    scf::YieldOp::create(builder, loc, zeros);
    auto next = branch.getResults().begin();
    for (SmallVector<Value> &registers : results)
      for (unsigned reg : group)
        registers[reg] = *next++;
  }

  /// One invocation, on the given registers of each operand.
  void emitGroup(ElementwiseInlineAsmOp op, const AsmConstraints &constraints,
                 const CompletedAsmBody &body, OneToNOpAdaptor adaptor,
                 ArrayRef<unsigned> group, ArrayRef<Type> elementTypes,
                 SmallVectorImpl<SmallVector<Value>> &results,
                 OpBuilder &builder) const {
    Location loc = op.getLoc();
    RegisterPacker packer(builder, loc);
    SmallVector<AsmRegister> registers = getAsmRegisters(op);
    SmallVector<Value> operands;
    SmallVector<Type> outputs;
    for (auto [reg, constraint] : llvm::zip(registers, constraints.registers)) {
      if (reg.isResult) {
        outputs.push_back(
            getRegisterClassType(builder.getContext(), constraint.letter));
        continue;
      }
      ValueRange source = adaptor.getArgs()[reg.index];
      SmallVector<Value> elements;
      for (unsigned i = reg.first; i < reg.first + reg.count; ++i)
        elements.push_back(source[source.size() == 1 ? 0 : group[i]]);
      bool isSigned = op.getSignExtend() && reg.count == 1 &&
                      reg.elementType.isInteger() &&
                      !reg.elementType.isInteger(1);
      // The text has the constant; the operand keeps the others' numbers.
      operands.push_back(
          constraint.isImmediate
              ? emitI32(builder, loc, 0)
              : packer.pack(elements, constraint.letter, isSigned));
    }
    SmallVector<Type> types;
    if (outputs.size() == 1)
      types.push_back(outputs[0]);
    else if (outputs.size() > 1)
      types.push_back(
          LLVM::LLVMStructType::getLiteral(builder.getContext(), outputs));
    auto inlineAsm = LLVM::InlineAsmOp::create(
        builder, loc, types, operands, body.text,
        getConstraintString(op, constraints, body.hasSeveralStatements),
        /*has_side_effects=*/!op.getPure(), /*is_align_stack=*/false,
        LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr());
    if (!op.getPure())
      inlineAsm->setAttr(kNeverCopiedAttrName, builder.getUnitAttr());
    for (auto [k, reg] : llvm::enumerate(registers)) {
      if (!reg.isResult)
        break;
      Value value = inlineAsm.getRes();
      if (outputs.size() > 1)
        value = LLVM::ExtractValueOp::create(builder, loc, value, k);
      SmallVector<Value> elements =
          packer.unpack(value, reg.count, elementTypes[reg.index]);
      // Of a padded group the first position counts, so that elements stay
      // neighbours in their registers.
      for (auto [i, element] : llvm::enumerate(elements))
        if (Value &result = results[reg.index][group[reg.first + i]]; !result)
          result = element;
    }
  }

  /// The fallback, on the given registers of each operand.
  static void emitFallback(ElementwiseInlineAsmOp op, OneToNOpAdaptor adaptor,
                           ArrayRef<unsigned> group,
                           ArrayRef<Type> elementTypes,
                           SmallVectorImpl<SmallVector<Value>> &results,
                           OpBuilder &builder) {
    auto getElement = [&](unsigned operand, unsigned reg) {
      ValueRange source = adaptor.getArgs()[operand];
      return source[source.size() == 1 ? 0 : reg];
    };
    bool isPerElement = op.isFallbackPerElement();
    // Positions that one copy of the region is for.
    unsigned step = isPerElement ? 1 : group.size();
    for (unsigned first = 0; first < group.size(); first += step) {
      // A group that was padded repeats its last element.
      if (isPerElement && first > 0 && group[first] == group[first - 1])
        break;
      ArrayRef<unsigned> positions = group.slice(first, step);
      SmallVector<Value> arguments;
      for (unsigned operand = 0; operand < op.getArgs().size(); ++operand)
        if (op.isPerGroup(operand))
          arguments.push_back(getElement(operand, group[0]));
        else
          for (unsigned reg : positions)
            arguments.push_back(getElement(operand, reg));
      SmallVector<Value> values = copyRegion(op, arguments, builder);
      for (auto [i, value] : llvm::enumerate(values)) {
        unsigned index = i / step;
        results[index][positions[i % step]] =
            convertScalar(builder, op.getLoc(), value, elementTypes[index]);
      }
    }
  }

  /// A copy of the fallback on converted scalars; the values that it returns,
  /// as the region has them.
  static SmallVector<Value> copyRegion(ElementwiseInlineAsmOp op,
                                       ArrayRef<Value> arguments,
                                       OpBuilder &builder) {
    Block &body = op.getFallback().front();
    IRMapping mapping;
    for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
      mapping.map(argument, convertScalar(builder, op.getLoc(), value,
                                          argument.getType()));
    for (Operation &nested : body.without_terminator()) {
      Operation *copy = builder.clone(nested, mapping);
      // The copy already stands where what it belongs to runs once.
      copy->walk([](ElementwiseInlineAsmOp inner) {
        inner.setScope(AsmScope::Thread);
      });
    }
    return llvm::map_to_vector(
        body.getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  }

  /// Between a type of tiles and what threads have of it.
  static Value convertScalar(OpBuilder &builder, Location loc, Value value,
                             Type type) {
    if (value.getType() == type)
      return value;
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  }

  /// The constraints, completed: early clobbers where several statements could
  /// let an output overwrite an input that is still to be read, and the memory
  /// clobber of an asm with side effects. Tied outputs need it as well: where
  /// another input has the tied one's value, LLVM reads both from one register.
  static std::string getConstraintString(ElementwiseInlineAsmOp op,
                                         const AsmConstraints &constraints,
                                         bool several) {
    std::string text;
    for (const AsmConstraint &constraint : constraints.registers) {
      if (!text.empty())
        text += ',';
      if (constraint.isOutput) {
        text += '=';
        if (constraint.isEarlyClobber || several)
          text += '&';
      }
      if (constraint.tiedTo >= 0)
        text += std::to_string(constraint.tiedTo);
      else
        text += constraint.isImmediate ? 'n' : constraint.letter;
    }
    auto addClobber = [&](StringRef clobber) {
      text += ((text.empty() ? "" : ",") + clobber).str();
    };
    for (StringRef clobber : constraints.clobbers)
      addClobber(clobber);
    if (!op.getPure() && !llvm::is_contained(constraints.clobbers, "~{memory}"))
      addClobber("~{memory}");
    return text;
  }
};

} // namespace

void tile::populateAsmPatterns(const Distribution &d) {
  d.patterns.add<AsmLowering>(d.converter, d.patterns.getContext());
}
