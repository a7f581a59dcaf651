//===- AsmComparison.cpp - An inline asm against its fallback -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/AsmComparison.h"

#include "AsmInputs.h"

#include "tile/Dialect/Tile/IR/InlineAsm.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/PTX/Parser.h"
#include "tile/Run/SpecialValues.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// What is compared
//===----------------------------------------------------------------------===//

static run::ElementType getElementType(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return *run::parseElementType(name);
}

static std::vector<ptx::Finding> analyze(ElementwiseInlineAsmOp op,
                                         std::optional<ptx::Target> target,
                                         unsigned ptxVersion) {
  FailureOr<AsmConstraints> constraints = parseAsmConstraints(
      op.getConstraints(), [&] { return op.emitOpError(); });
  if (failed(constraints))
    return {};
  SmallVector<ptx::AsmOperand> operands =
      getPTXOperands(getAsmRegisters(op), *constraints);
  ptx::ParseResult<ptx::AsmBody> body = ptx::parseAsmBody(op.getAsmString());
  ptx::AsmContext context;
  context.operands = operands;
  context.target = target;
  context.version = ptxVersion;
  context.isPure = op.getPure();
  // Variables and functions of the module are not there when it is compared.
  auto isSymbol = [](StringRef) { return false; };
  context.isSymbol = isSymbol;
  return ptx::analyzeAsmBody(body.value, context);
}

std::vector<ptx::Finding> tile::findAsmErrors(ElementwiseInlineAsmOp op,
                                              const TargetInfo &target,
                                              unsigned ptxVersion) {
  std::vector<ptx::Finding> errors;
  for (ptx::Finding &finding :
       analyze(op, ptx::Target::parse(target.name),
               ptxVersion ? ptxVersion : target.getDefaultPTXVersion()))
    if (finding.severity == ptx::Severity::Error)
      errors.push_back(std::move(finding));
  return errors;
}

std::string AsmComparison::findObstacle(ElementwiseInlineAsmOp op) {
  if (!op.getPure())
    return "it is not pure";
  for (Type type : op.getOperandTypes())
    if (isa<PtrType>(getScalarType(type)))
      return "it takes pointers";
  for (Type type : op.getResultTypes())
    if (isa<PtrType>(getScalarType(type)))
      return "it returns pointers";
  for (const ptx::Finding &finding : analyze(op, std::nullopt, 0))
    if (finding.name.starts_with("pure-"))
      return "in the asm, line " + std::to_string(finding.location.line) +
             ": " + finding.message;
  WalkResult walk =
      op.getFallback().walk([](LoadOp) { return WalkResult::interrupt(); });
  return walk.wasInterrupted() ? "its fallback reads memory" : "";
}

AsmComparison::AsmComparison(ElementwiseInlineAsmOp op) : op(op) {
  unsigned pack = op.getPackedElement();
  for (auto [i, type] : llvm::enumerate(op.getOperandTypes())) {
    if (getConstant(i))
      continue;
    auto tileType = dyn_cast<RankedTensorType>(type);
    bool isShared = op.isPerGroup(i) || !tileType ||
                    (tileType.getNumElements() == 1 && pack > 1);
    for (unsigned k = 0; k < (isShared ? 1 : pack); ++k) {
      inputs.push_back({unsigned(i), k, isShared && pack > 1,
                        getElementType(getScalarType(type))});
      inputBits += run::getBitWidth(inputs.back().type);
    }
  }
  for (auto [i, type] : llvm::enumerate(op.getResultTypes()))
    for (unsigned k = 0; k < pack; ++k)
      results.push_back(
          {unsigned(i), k, false, getElementType(getScalarType(type))});
}

/// The constant operand of an immediate: of other constants all values are
/// tried.
Attribute AsmComparison::getConstant(unsigned operand) const {
  ElementwiseInlineAsmOp asmOp = op;
  AsmConstraints constraints = *parseAsmConstraints(
      asmOp.getConstraints(), [&] { return asmOp.emitOpError(); });
  bool isImmediate = false;
  for (auto [reg, constraint] :
       llvm::zip(getAsmRegisters(asmOp), constraints.registers))
    isImmediate |=
        !reg.isResult && reg.index == operand && constraint.isImmediate;
  if (!isImmediate)
    return {};
  Value value = asmOp.getArgs()[operand];
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getSrc();
  Attribute attr;
  matchPattern(value, m_Constant(&attr));
  if (auto elements = dyn_cast_if_present<SplatElementsAttr>(attr))
    return elements.getSplatValue<Attribute>();
  return attr;
}

bool AsmComparison::isSame(const AsmComparison &other) const {
  ElementwiseInlineAsmOp a = op, b = other.op;
  if (a->getAttrDictionary() != b->getAttrDictionary() ||
      a.getOperandTypes() != b.getOperandTypes() ||
      a.getResultTypes() != b.getResultTypes())
    return false;
  for (unsigned i = 0; i < a.getArgs().size(); ++i)
    if (getConstant(i) != other.getConstant(i))
      return false;
  return OperationEquivalence::isRegionEquivalentTo(
      &a.getFallback(), &b.getFallback(),
      OperationEquivalence::IgnoreLocations);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

void AsmComparison::tryAll() {
  sections = {{AsmInputs::All, uint64_t(1) << inputBits}};
}

/// The numbers that the asm and the fallback name.
static run::MentionedNumbers collectNumbers(ElementwiseInlineAsmOp op) {
  run::MentionedNumbers numbers;
  auto addFloat = [&](llvm::APFloat value) {
    bool isInexact;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &isInexact);
    numbers.floats.push_back(value.convertToDouble());
  };
  op.getFallback().walk([&](arith::ConstantOp constant) {
    if (auto value = dyn_cast<FloatAttr>(constant.getValue()))
      addFloat(value.getValue());
    else if (auto value = dyn_cast<IntegerAttr>(constant.getValue()))
      numbers.integers.push_back(value.getValue().getSExtValue());
  });
  // PTX ISA, "Constants": 0f and 8 digits, 0d and 16, 0x, and decimal ones.
  StringRef text = op.getAsmString();
  auto isWordChar = [](char c) {
    return llvm::isAlnum(c) || StringRef("_$%.").contains(c);
  };
  while (!text.empty()) {
    StringRef word = text.take_while(isWordChar);
    text = text.drop_front(std::max<size_t>(word.size(), 1));
    uint64_t bits;
    if (word.size() == 10 && word.starts_with_insensitive("0f") &&
        !word.drop_front(2).getAsInteger(16, bits))
      addFloat(llvm::APFloat(llvm::APFloat::IEEEsingle(), APInt(32, bits)));
    else if (word.size() == 18 && word.starts_with_insensitive("0d") &&
             !word.drop_front(2).getAsInteger(16, bits))
      addFloat(llvm::APFloat(llvm::APFloat::IEEEdouble(), APInt(64, bits)));
    else if (!word.empty() && llvm::isDigit(word.front()) &&
             !word.getAsInteger(0, bits))
      numbers.integers.push_back(bits);
  }
  return numbers;
}

void AsmComparison::trySome(uint64_t numGroups) {
  sections.clear();
  table.clear();
  run::MentionedNumbers mentioned = collectNumbers(op);
  for (const AsmElement &input : inputs)
    llvm::append_range(table, run::getSpecialValues(input.type, mentioned));
  uint64_t numSpecial = 1;
  strength = 0;
  while (strength < inputs.size() &&
         numSpecial * run::kNumSpecialValues <= numGroups / 2) {
    numSpecial *= run::kNumSpecialValues;
    ++strength;
  }
  // Too few for each special value to come once.
  if (strength == 0)
    numSpecial = 0;
  if (numSpecial)
    sections.push_back({AsmInputs::Special, numSpecial});
  if (numGroups > numSpecial)
    sections.push_back({AsmInputs::Random, numGroups - numSpecial});
}

//===----------------------------------------------------------------------===//
// The kernels
//===----------------------------------------------------------------------===//

static constexpr unsigned kTileSize = 128;
static_assert(AsmComparison::kGroupsPerCTA % kTileSize == 0);

namespace mlir::tile {

class AsmKernelBuilder {
public:
  AsmKernelBuilder(const AsmComparison &comparison, ModuleOp module)
      : comparison(comparison), op(comparison.op), loc(op.getLoc()),
        builder(OpBuilder::atBlockEnd(module.getBody())) {}

  void buildCompare(AsmInputs kind, bool areNaNsEqual);
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
                      bool areNaNsEqual);

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
  AsmConstraints constraints = *parseAsmConstraints(
      op.getConstraints(), [&] { return op.emitOpError(); });
  SmallVector<AsmRegister> registers = getAsmRegisters(op);
  SmallVector<Value> operands;
  SmallVector<Type> types;
  auto getUnit = [](const AsmRegister &reg) {
    return reg.getBits() / reg.count;
  };
  for (auto [reg, constraint] : llvm::zip(registers, constraints.registers)) {
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

/// Whether the bits are those of a NaN: beyond the largest other ones.
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

void AsmKernelBuilder::emitComparison(const TileArithmetic &tile,
                                      AsmInputs kind, Value first,
                                      bool areNaNsEqual) {
  Value range = MakeRangeOp::create(
      builder, loc, tile.getType(builder.getI32Type()), 0, kTileSize);
  Value numbers =
      tile.apply<arith::AddIOp>(tile.splat(first), tile.resize(range, 64));
  SmallVector<Value> inputs =
      emitAsmInputs(tile, comparison.inputs, kind, comparison.strength, numbers,
                    getInputArguments());
  SmallVector<Value> native = emitNative(tile, inputs);
  SmallVector<Value> fallback = emitFallback(tile, inputs);
  Value differs = tile.constant(1, 0), onlyNaN = differs;
  for (auto [element, a, b] : llvm::zip(comparison.results, native, fallback)) {
    Value notSame = tile.compare(CmpIPredicate::ne, a, b);
    if (areNaNsEqual && run::isFloat(element.type)) {
      Value areNaN = tile.apply<arith::AndIOp>(
          emitIsNaN(tile, a, element.type), emitIsNaN(tile, b, element.type));
      onlyNaN = tile.apply<arith::OrIOp>(
          onlyNaN, tile.apply<arith::AndIOp>(notSame, areNaN));
      notSame = tile.apply<arith::AndIOp>(notSame,
                                          tile.apply<arith::XOrIOp>(areNaN, 1));
    }
    differs = tile.apply<arith::OrIOp>(differs, notSame);
  }
  onlyNaN =
      tile.apply<arith::AndIOp>(onlyNaN, tile.apply<arith::XOrIOp>(differs, 1));
  Value isThere =
      tile.compare(CmpIPredicate::slt, numbers, tile.splat(argument(End)));
  differs = tile.apply<arith::AndIOp>(differs, isThere);
  onlyNaN = tile.apply<arith::AndIOp>(onlyNaN, isThere);
  // The members of AsmDifferences.
  constexpr StringLiteral kCount = "{ @$0 red.global.add.u64 [$2], 1; "
                                   "@$0 red.global.min.u64 [$2+8], $3; "
                                   "@$1 red.global.add.u64 [$2+16], 1; }";
  NamedAttribute attributes[] = {
      {op.getAsmStringAttrName(), builder.getStringAttr(kCount)},
      {op.getConstraintsAttrName(), builder.getStringAttr("b,b,l,l")},
      {op.getPureAttrName(), builder.getBoolAttr(false)},
      {op.getPackedElementAttrName(), builder.getI32IntegerAttr(1)}};
  emitAsm(tile, attributes,
          {differs, onlyNaN, tile.splat(argument(Out)), numbers}, {});
}

void AsmKernelBuilder::buildCompare(AsmInputs kind, bool areNaNsEqual) {
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
                   loop.getInductionVar(), areNaNsEqual);
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

OwningOpRef<ModuleOp> AsmComparison::buildModule(bool areNaNsEqual) const {
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(ElementwiseInlineAsmOp(op).getLoc());
  AsmKernelBuilder builder(*this, *module);
  for (const AsmSection &section : sections) {
    builder.buildCompare(section.inputs, areNaNsEqual);
    builder.buildShow(section.inputs);
  }
  return module;
}
