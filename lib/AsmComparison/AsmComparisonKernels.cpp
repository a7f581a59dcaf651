//===- AsmComparisonKernels.cpp - The kernels that compare ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmInputs.h"

#include "tile/Dialect/Tile/IR/AsmInfo.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::tile;
using arith::CmpIPredicate;

/// Elements of a tile: one per thread.
static constexpr unsigned kTileSize = 128;
static_assert(AsmComparison::kGroupsPerCTA % kTileSize == 0);

namespace mlir::tile {

class AsmKernelBuilder {
public:
  AsmKernelBuilder(const AsmComparison &comparison, ModuleOp module)
      : comparison(comparison), op(comparison.op), loc(op.getLoc()),
        builder(OpBuilder::atBlockEnd(module.getBody())) {}

  void buildCompare(AsmInputs kind, const AsmTolerance &tolerance);
  void buildShow(AsmInputs kind);

private:
  enum Argument { Start, End, Seed, Table, Out };
  /// Begins a kernel; the insertion point is in its body.
  void begin(AsmInputs kind, bool shows);
  Value argument(Argument which) { return function.getArgument(which); }
  AsmInputArguments getInputArguments() {
    return {argument(Seed), argument(Table)};
  }
  Value constant(uint64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }

  /// The value of each operand at a place in the group.
  Value getElement(const TileArithmetic &tile, ArrayRef<Value> inputs,
                   unsigned operand, unsigned place);
  Value fromBits(const TileArithmetic &tile, Value bits, Type type) const;
  Value toBits(const TileArithmetic &tile, Value value) const;

  /// Both return the bits of each result.
  SmallVector<Value> emitNative(const TileArithmetic &tile,
                                ArrayRef<Value> inputs);
  SmallVector<Value> emitFallback(const TileArithmetic &tile,
                                  ArrayRef<Value> inputs);
  SmallVector<Value> emitFallbackOp(const TileArithmetic &tile,
                                    ArrayRef<Value> operands,
                                    unsigned numResultsEach);
  /// An inline asm on tiles.
  ElementwiseInlineAsmOp emitAsm(const TileArithmetic &tile,
                                 ArrayRef<NamedAttribute> attributes,
                                 ValueRange operands, ArrayRef<Type> results);
  void emitComparison(const TileArithmetic &tile, AsmInputs kind, Value first,
                      const AsmTolerance &tolerance);

  const AsmComparison &comparison;
  ElementwiseInlineAsmOp op;
  Location loc;
  OpBuilder builder;
  FuncOp function;
};

} // namespace mlir::tile

void AsmKernelBuilder::begin(AsmInputs kind, bool shows) {
  Type i64 = builder.getI64Type();
  Type pointer = PtrType::get(i64);
  function = FuncOp::create(
      builder, loc, AsmComparison::getKernelName(kind, shows),
      builder.getFunctionType({i64, i64, i64, pointer, pointer}, {}));
  function.setPublic();
  Block *body = builder.createBlock(&function.getBody());
  for (Type type : function.getArgumentTypes())
    body->addArgument(type, loc);
}

Value AsmKernelBuilder::fromBits(const TileArithmetic &tile, Value bits,
                                 Type type) const {
  if (isa<IntegerType>(type))
    return bits;
  return BitcastOp::create(tile.builder, loc, tile.getType(type), bits);
}

Value AsmKernelBuilder::toBits(const TileArithmetic &tile, Value value) const {
  if (isa<IntegerType>(getScalarType(value.getType())))
    return value;
  unsigned width = TileArithmetic::getWidth(value);
  return BitcastOp::create(tile.builder, loc, tile.getIntegerType(width),
                           value);
}

Value AsmKernelBuilder::getElement(const TileArithmetic &tile,
                                   ArrayRef<Value> inputs, unsigned operand,
                                   unsigned place) {
  Type type = getScalarType(op.getArgs()[operand].getType());
  if (Attribute attr = comparison.getConstant(operand))
    return arith::ConstantOp::create(
        tile.builder, loc, DenseElementsAttr::get(tile.getType(type), attr));
  for (auto [input, bits] : llvm::zip(comparison.inputs, inputs))
    if (input.index == operand && (input.isShared || input.element == place))
      return fromBits(tile, bits, type);
  llvm_unreachable("each operand is an input or a constant");
}

ElementwiseInlineAsmOp
AsmKernelBuilder::emitAsm(const TileArithmetic &tile,
                          ArrayRef<NamedAttribute> attributes,
                          ValueRange operands, ArrayRef<Type> results) {
  OperationState state(loc, ElementwiseInlineAsmOp::getOperationName());
  state.addOperands(operands);
  for (Type type : results)
    state.addTypes(tile.getType(type));
  state.addAttributes(attributes);
  state.addRegion();
  return cast<ElementwiseInlineAsmOp>(builder.create(state));
}

SmallVector<Value> AsmKernelBuilder::emitNative(const TileArithmetic &tile,
                                                ArrayRef<Value> inputs) {
  std::shared_ptr<const AsmInfo> info = getAsmInfo(op);
  SmallVector<AsmRegister> registers = getAsmRegisters(op);
  SmallVector<Value> operands;
  SmallVector<Type> types;
  auto getUnit = [](const AsmRegister &reg) {
    return reg.getBits() / reg.count;
  };
  for (auto [reg, constraint] :
       llvm::zip(registers, info->constraints->registers)) {
    if (reg.isResult) {
      types.push_back(reg.count == 1 ? reg.elementType
                                     : builder.getIntegerType(reg.getBits()));
      continue;
    }
    if (reg.count == 1) {
      operands.push_back(getElement(tile, inputs, reg.index, reg.first));
      continue;
    }
    // As wide as the register: only a lone element may be sign-extended.
    unsigned width =
        std::clamp(getRegisterClassBits(constraint.letter), 16u, 64u);
    Value packed;
    for (unsigned i = 0; i < reg.count; ++i) {
      Value bits =
          toBits(tile, getElement(tile, inputs, reg.index, reg.first + i));
      bits = tile.resize(bits, width);
      if (i != 0) {
        bits = tile.apply<arith::ShLIOp>(bits, i * getUnit(reg));
        bits = tile.apply<arith::OrIOp>(packed, bits);
      }
      packed = bits;
    }
    operands.push_back(packed);
  }
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.erase(op.getPerGroupAttrName());
  attributes.erase(op.getUseFallbackAttrName());
  attributes.set(op.getPackedElementAttrName(), builder.getI32IntegerAttr(1));
  auto native = emitAsm(tile, attributes, operands, types);
  SmallVector<Value> bits;
  for (auto [reg, value] : llvm::zip(registers, native.getResults())) {
    if (reg.count == 1) {
      bits.push_back(toBits(tile, value));
      continue;
    }
    for (unsigned i = 0; i < reg.count; ++i) {
      Value unit = tile.resize(
          tile.apply<arith::ShRUIOp>(value, i * getUnit(reg)), getUnit(reg));
      if (reg.elementType.isInteger(1))
        unit = tile.compare(CmpIPredicate::ne, unit, uint64_t(0));
      bits.push_back(unit);
    }
  }
  return bits;
}

SmallVector<Value> AsmKernelBuilder::emitFallbackOp(const TileArithmetic &tile,
                                                    ArrayRef<Value> operands,
                                                    unsigned numResultsEach) {
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.append(numResultsEach, getScalarType(type));
  // Never runs: one register each, and nothing in it.
  std::string constraints;
  auto add = [&](StringRef prefix, Type type) {
    constraints += (constraints.empty() ? "" : ",") + prefix.str() +
                   (getBitWidth(type) == 64 ? "l" : "r");
  };
  for (Type type : types)
    add("=", type);
  for (Value operand : operands)
    add("", getScalarType(operand.getType()));
  NamedAttribute attributes[] = {
      {op.getAsmStringAttrName(), builder.getStringAttr("")},
      {op.getConstraintsAttrName(), builder.getStringAttr(constraints)},
      {op.getPureAttrName(), builder.getBoolAttr(true)},
      {op.getPackedElementAttrName(), builder.getI32IntegerAttr(1)},
      {op.getUseFallbackAttrName(), builder.getUnitAttr()}};
  auto fallback = emitAsm(tile, attributes, operands, types);
  IRMapping mapping;
  op.getFallback().cloneInto(&fallback.getFallback(), mapping);
  return llvm::map_to_vector(fallback.getResults(),
                             [&](Value value) { return toBits(tile, value); });
}

SmallVector<Value> AsmKernelBuilder::emitFallback(const TileArithmetic &tile,
                                                  ArrayRef<Value> inputs) {
  unsigned pack = op.getPackedElement();
  unsigned numOperands = op.getArgs().size();
  if (!op.isFallbackPerElement()) {
    SmallVector<Value> operands;
    for (unsigned i = 0; i < numOperands; ++i)
      for (unsigned k = 0; k < (op.isPerGroup(i) ? 1 : pack); ++k)
        operands.push_back(getElement(tile, inputs, i, k));
    return emitFallbackOp(tile, operands, pack);
  }
  SmallVector<Value> results(op.getNumResults() * pack);
  for (unsigned k = 0; k < pack; ++k) {
    SmallVector<Value> operands;
    for (unsigned i = 0; i < numOperands; ++i)
      operands.push_back(getElement(tile, inputs, i, k));
    for (auto [i, value] :
         llvm::enumerate(emitFallbackOp(tile, operands, /*numResultsEach=*/1)))
      results[i * pack + k] = value;
  }
  return results;
}

/// Whether the bits are a NaN: beyond the largest other ones.
static Value emitIsNaN(const TileArithmetic &tile, Value bits,
                       run::ElementType type) {
  const llvm::fltSemantics &format = run::getSemantics(type);
  unsigned width = run::getBitWidth(type);
  APInt last = llvm::APFloat::semanticsHasInf(format)
                   ? llvm::APFloat::getInf(format).bitcastToAPInt()
                   : llvm::APFloat::getLargest(format).bitcastToAPInt();
  Value magnitude = tile.apply<arith::AndIOp>(
      bits, llvm::maskTrailingOnes<uint64_t>(width - 1));
  return tile.compare(CmpIPredicate::ugt, magnitude, last.getZExtValue());
}

namespace {

/// Collects what is found of the results of a group.
struct ResultComparison {
  ResultComparison(const TileArithmetic &tile, const AsmTolerance &tolerance)
      : tile(tile), tolerance(tolerance), differs(tile.constant(1, 0)),
        otherNaN(differs), maxUlp(tile.constant(64, 0)) {}

  void add(Value a, Value b, run::ElementType type);

  const TileArithmetic &tile;
  const AsmTolerance &tolerance;
  /// i1: a difference that counts; one that does not, of NaNs.
  Value differs, otherNaN;
  /// i64, as in AsmDifferences.
  Value maxUlp;

private:
  Value emitDistance(Value a, Value b) const;
};

} // namespace

/// How many values of their format two floats are apart, in their width.
Value ResultComparison::emitDistance(Value a, Value b) const {
  // In the order of the values: the magnitude, with its sign.
  auto emitOrder = [&](Value bits) {
    unsigned width = TileArithmetic::getWidth(bits);
    Value magnitude = tile.apply<arith::AndIOp>(
        bits, llvm::maskTrailingOnes<uint64_t>(width - 1));
    Value isNegative = tile.compare(CmpIPredicate::slt, bits, uint64_t(0));
    Value zero = tile.constant(width, 0);
    return tile.select(isNegative, tile.apply<arith::SubIOp>(zero, magnitude),
                       magnitude);
  };
  Value x = emitOrder(a), y = emitOrder(b);
  return tile.apply<arith::SubIOp>(tile.apply<arith::MaxSIOp>(x, y),
                                   tile.apply<arith::MinSIOp>(x, y));
}

void ResultComparison::add(Value a, Value b, run::ElementType type) {
  Value notSame = tile.compare(CmpIPredicate::ne, a, b);
  Value distance = tile.constant(64, ~uint64_t(0));
  if (run::isFloat(type)) {
    unsigned width = run::getBitWidth(type);
    Value isANaN = emitIsNaN(tile, a, type), isBNaN = emitIsNaN(tile, b, type);
    if (tolerance.areNaNsEqual) {
      Value areNaN = tile.apply<arith::AndIOp>(isANaN, isBNaN);
      otherNaN = tile.apply<arith::OrIOp>(
          otherNaN, tile.apply<arith::AndIOp>(notSame, areNaN));
      notSame = tile.apply<arith::AndIOp>(notSame,
                                          tile.apply<arith::XOrIOp>(areNaN, 1));
    }
    Value isNaN = tile.apply<arith::OrIOp>(isANaN, isBNaN);
    Value ulp = emitDistance(a, b);
    if (tolerance.maxUlp != 0) {
      uint64_t limit =
          std::min(tolerance.maxUlp, llvm::maskTrailingOnes<uint64_t>(width));
      Value isFar = tile.compare(CmpIPredicate::ugt, ulp, limit);
      notSame = tile.apply<arith::AndIOp>(
          notSame, tile.apply<arith::OrIOp>(isFar, isNaN));
    }
    distance = tile.select(isNaN, distance, tile.resize(ulp, 64));
  }
  differs = tile.apply<arith::OrIOp>(differs, notSame);
  maxUlp = tile.apply<arith::MaxUIOp>(
      maxUlp, tile.select(notSame, distance, tile.constant(64, 0)));
}

void AsmKernelBuilder::emitComparison(const TileArithmetic &tile,
                                      AsmInputs kind, Value first,
                                      const AsmTolerance &tolerance) {
  Value range = MakeRangeOp::create(
      builder, loc, tile.getType(builder.getI32Type()), 0, kTileSize);
  Value numbers =
      tile.apply<arith::AddIOp>(tile.splat(first), tile.resize(range, 64));
  SmallVector<Value> inputs =
      emitAsmInputs(tile, comparison.inputs, kind, comparison.strength, numbers,
                    getInputArguments());
  SmallVector<Value> native = emitNative(tile, inputs);
  SmallVector<Value> fallback = emitFallback(tile, inputs);
  ResultComparison found(tile, tolerance);
  for (auto [element, a, b] : llvm::zip(comparison.results, native, fallback))
    found.add(a, b, element.type);
  Value isThere =
      tile.compare(CmpIPredicate::slt, numbers, tile.splat(argument(End)));
  Value differs = tile.apply<arith::AndIOp>(isThere, found.differs);
  Value onlyNaN = tile.apply<arith::AndIOp>(
      tile.apply<arith::AndIOp>(isThere, found.otherNaN),
      tile.apply<arith::XOrIOp>(found.differs, 1));
  // The members of AsmDifferences.
  constexpr StringLiteral kCount = "{ @$0 red.global.add.u64 [$2], 1; "
                                   "@$0 red.global.min.u64 [$2+8], $3; "
                                   "@$1 red.global.add.u64 [$2+16], 1; "
                                   "@$0 red.global.max.u64 [$2+24], $4; }";
  NamedAttribute attributes[] = {
      {op.getAsmStringAttrName(), builder.getStringAttr(kCount)},
      {op.getConstraintsAttrName(), builder.getStringAttr("b,b,l,l,l")},
      {op.getPureAttrName(), builder.getBoolAttr(false)},
      {op.getPackedElementAttrName(), builder.getI32IntegerAttr(1)}};
  emitAsm(tile, attributes,
          {differs, onlyNaN, tile.splat(argument(Out)), numbers, found.maxUlp},
          {});
}

void AsmKernelBuilder::buildCompare(AsmInputs kind,
                                    const AsmTolerance &tolerance) {
  OpBuilder::InsertionGuard guard(builder);
  begin(kind, /*shows=*/false);
  Value cta = arith::ExtUIOp::create(
      builder, loc, builder.getI64Type(),
      GetProgramIdOp::create(builder, loc, builder.getI32Type(),
                             ProgramAxis::X));
  Value first = arith::AddIOp::create(
      builder, loc, argument(Start),
      arith::MulIOp::create(builder, loc, cta,
                            constant(AsmComparison::kGroupsPerCTA)));
  Value end = arith::AddIOp::create(builder, loc, first,
                                    constant(AsmComparison::kGroupsPerCTA));
  auto loop = scf::ForOp::create(builder, loc, first, end, constant(kTileSize));
  {
    OpBuilder::InsertionGuard inLoop(builder);
    builder.setInsertionPointToStart(loop.getBody());
    emitComparison(TileArithmetic(builder, loc, kTileSize), kind,
                   loop.getInductionVar(), tolerance);
  }
  ReturnOp::create(builder, loc);
}

void AsmKernelBuilder::buildShow(AsmInputs kind) {
  OpBuilder::InsertionGuard guard(builder);
  begin(kind, /*shows=*/true);
  TileArithmetic tile(builder, loc, 1);
  SmallVector<Value> inputs =
      emitAsmInputs(tile, comparison.inputs, kind, comparison.strength,
                    tile.splat(argument(Start)), getInputArguments());
  SmallVector<Value> words = inputs;
  llvm::append_range(words, emitNative(tile, inputs));
  llvm::append_range(words, emitFallback(tile, inputs));
  Value out = tile.splat(argument(Out));
  for (auto [i, word] : llvm::enumerate(words))
    StoreOp::create(builder, loc,
                    AddPtrOp::create(builder, loc, out.getType(), out,
                                     tile.constant(32, i)),
                    tile.resize(word, 64), /*mask=*/Value(),
                    CacheModifier::None, EvictionPolicy::Normal,
                    /*isVolatile=*/false);
  ReturnOp::create(builder, loc);
}

std::string AsmComparison::getKernelName(AsmInputs inputs, bool shows) {
  constexpr StringLiteral kNames[] = {"all", "special", "random"};
  return (Twine(shows ? "show_" : "compare_") + kNames[unsigned(inputs)]).str();
}

OwningOpRef<ModuleOp>
AsmComparison::buildModule(const AsmTolerance &tolerance) const {
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(ElementwiseInlineAsmOp(op).getLoc());
  AsmKernelBuilder builder(*this, *module);
  for (const AsmSection &section : sections) {
    builder.buildCompare(section.inputs, tolerance);
    builder.buildShow(section.inputs);
  }
  return module;
}
