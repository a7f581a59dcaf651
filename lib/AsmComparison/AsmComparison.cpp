//===- AsmComparison.cpp - An inline asm against its fallback -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AsmComparison/AsmComparison.h"

#include "tile/AsmCheck/AsmPlace.h"
#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Run/SpecialValues.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

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
  std::shared_ptr<const AsmInfo> info = getAsmInfo(op);
  if (!info->constraints)
    return {};
  SmallVector<ptx::AsmOperand> operands =
      getPTXOperands(op, *info->constraints);
  ptx::AsmContext context;
  context.operands = operands;
  context.target = target;
  context.version = ptxVersion;
  context.isPure = op.getPure();
  // Variables and functions of the module are not there when it is compared.
  auto isSymbol = [](StringRef) { return false; };
  context.isSymbol = isSymbol;
  return ptx::analyzeAsmBody(info->body, context);
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
      return ptx::describePlace(finding.location) + finding.message +
             ptx::showPlace(op.getAsmString(), finding.location);
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
  std::shared_ptr<const AsmInfo> info = getAsmInfo(asmOp);
  bool isImmediate = false;
  for (auto [reg, constraint] :
       llvm::zip(getAsmRegisters(asmOp), info->constraints->registers))
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

uint64_t AsmComparison::addSpecial(uint64_t maxGroups) {
  table.clear();
  run::MentionedNumbers mentioned = collectNumbers(op);
  for (const AsmElement &input : inputs)
    llvm::append_range(table, run::getSpecialValues(input.type, mentioned));
  uint64_t numGroups = 1;
  strength = 0;
  while (strength < inputs.size() &&
         numGroups * run::kNumSpecialValues <= maxGroups) {
    numGroups *= run::kNumSpecialValues;
    ++strength;
  }
  // Too few for each special value to come once.
  if (strength == 0)
    return 0;
  sections.push_back({AsmInputs::Special, numGroups});
  return numGroups;
}

/// Fewer inputs are all tried at once.
static constexpr unsigned kManyBits = 20;

void AsmComparison::tryAll() {
  sections.clear();
  if (inputBits > kManyBits)
    addSpecial(uint64_t(1) << 16);
  sections.push_back({AsmInputs::All, uint64_t(1) << inputBits});
}

void AsmComparison::trySome(uint64_t numGroups) {
  sections.clear();
  uint64_t numSpecial = addSpecial(numGroups / 2);
  if (numGroups > numSpecial)
    sections.push_back({AsmInputs::Random, numGroups - numSpecial});
}
