//===- AsmBitRules.cpp - What instructions do to bits ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More than 600 lines: each family of instructions has its rule, and they read
// and write operands in one way.
//
//===----------------------------------------------------------------------===//

#include "AsmBitRules.h"
#include "AsmOperands.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

AsmBits AsmBitRules::read(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Integer:
  case Operand::F32:
  case Operand::F64:
    return AsmBitAlgebra::makeConstant(operand.bits);
  case Operand::Placeholder: {
    if (operand.bits >= context.operands.size())
      return algebra.makeOpen({});
    const AsmOperand &bound = context.operands[operand.bits];
    if (!bound.isImmediate)
      break;
    return bound.constant ? AsmBitAlgebra::makeConstant(*bound.constant)
                          : AsmBitAlgebra::makeFree();
  }
  case Operand::Name:
    break;
  default:
    return algebra.makeOpen({});
  }
  for (const AsmUse &use : node->uses) {
    if (use.isWritten || use.location.offset != operand.location.offset)
      continue;
    const AsmBits &value = (*state)[use.symbol];
    bool isPlain = operand.component.empty() && !operand.isMinus &&
                   operand.offset == 0 && operand.offsetPlaceholder < 0;
    if (value.isUnwritten || !isPlain)
      return algebra.makeOpen(value);
    return operand.isNegated ? algebra.complement(value) : value;
  }
  // A special register, or the address of a variable.
  return AsmBitAlgebra::makeFree();
}

AsmBits AsmBitRules::read(unsigned position) {
  if (position >= node->instruction->operands.size())
    return AsmBitAlgebra::makeFree();
  return read(node->instruction->operands[position]);
}

/// An operand of a video instruction: `$1.b2`.
AsmBits AsmBitRules::readPart(const Operand &operand) {
  StringRef part = operand.component;
  if (part.empty())
    return AsmBitAlgebra::extract(read(operand), 0, 32);
  Operand whole = operand;
  whole.component = Component();
  whole.isMinus = false;
  AsmBits value = read(whole);
  part.consume_front(".");
  unsigned size = part.starts_with("h") ? 16 : 8;
  unsigned index;
  if (part.size() != 2 || part.drop_front().getAsInteger(10, index))
    return algebra.makeOpen(value);
  return AsmBitAlgebra::extract(value, size * index, size);
}

std::optional<uint64_t> AsmBitRules::readConstant(unsigned position) {
  AsmBits value = read(position);
  if (!value.isConstant(32))
    return std::nullopt;
  return value.ones & AsmBitAlgebra::getMask(32);
}

void AsmBitRules::writeSymbol(unsigned symbol, AsmBits value) {
  value.isUnwritten = false;
  AsmBits &known = (*state)[symbol];
  if (node->guard < 0) {
    known = std::move(value);
    return;
  }
  AsmBits guard = (*state)[node->guard];
  guard = AsmBitAlgebra::extract(guard, 0, 1);
  // A predicate of several elements may be that of a shorter way to the same.
  if (llvm::popcount(algebra.getPositions(guard)) > 1) {
    algebra.escape(guard);
    guard = AsmBitAlgebra::makeFree();
  }
  AsmBits before = known.isUnwritten ? value : known;
  known = algebra.select(value, before, guard);
}

void AsmBitRules::write(const Operand &operand, AsmBits value) {
  for (const AsmUse &use : node->uses)
    if (use.isWritten && use.location.offset == operand.location.offset) {
      bool isPlain = operand.component.empty();
      writeSymbol(use.symbol,
                  isPlain ? std::move(value) : algebra.makeOpen(value));
      return;
    }
}

/// All that the instruction writes may depend on all that it reads.
void AsmBitRules::writeAllOpen() {
  for (const AsmUse &use : node->uses)
    if (!use.isWritten)
      algebra.escape((*state)[use.symbol]);
  for (const AsmUse &use : node->uses)
    if (use.isWritten)
      writeSymbol(use.symbol, algebra.makeOpen({}));
}

/// Whether two operands are the same register.
bool AsmBitRules::isSame(unsigned first, unsigned second) const {
  ArrayRef<Operand> operands = node->instruction->operands;
  if (first >= operands.size() || second >= operands.size() ||
      operands[first].isNegated != operands[second].isNegated)
    return false;
  auto find = [&](const Operand &operand) -> int {
    for (const AsmUse &use : node->uses)
      if (!use.isWritten && use.location.offset == operand.location.offset)
        return use.symbol;
    return -1;
  };
  int symbol = find(operands[first]);
  return symbol >= 0 && symbol == find(operands[second]);
}

std::optional<unsigned> AsmBitRules::findCarry(bool isWritten) const {
  for (const AsmUse &use : node->uses)
    if (use.isWritten == isWritten && graph.symbols[use.symbol] == kCarry)
      return use.symbol;
  return std::nullopt;
}

/// Depends on all that the instruction reads.
AsmBits AsmBitRules::mixAll(unsigned count, AsmBitAlgebra::Certainty certainty,
                            bool mayCancel) {
  llvm::SmallVector<AsmBits, 4> inputs;
  for (unsigned i = 1; i < node->instruction->operands.size(); ++i)
    inputs.push_back(read(i));
  return algebra.mix(inputs, count, certainty, mayCancel);
}

AsmBits AsmBitRules::keep(const AsmBits &a, uint64_t mask) {
  return algebra.combine(bit_table::kAnd, a, AsmBitAlgebra::makeConstant(mask),
                         AsmBits());
}

/// Of places that are not known: of one element it is certain, of several not.
AsmBits AsmBitRules::vague(ArrayRef<AsmBits> inputs, unsigned count) {
  uint32_t positions = 0;
  for (const AsmBits &input : inputs)
    positions |= algebra.getPositions(input);
  if (llvm::popcount(positions) <= 1)
    return algebra.mix(inputs, count);
  return AsmBitAlgebra::extract(algebra.makeOpen(inputs), 0, count);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

AsmBits AsmBitRules::computeLogic(uint8_t table) {
  AsmBits result = algebra.combine(table, read(1), read(2), read(3),
                                   isSame(1, 2), isSame(2, 3), isSame(1, 3));
  return AsmBitAlgebra::extract(result, 0, width);
}

AsmBits AsmBitRules::computeShift() {
  AsmBits value = AsmBitAlgebra::extract(read(1), 0, width);
  std::optional<uint64_t> amount = readConstant(2);
  if (!amount)
    return vague({value, read(2)}, width);
  unsigned count = std::min<uint64_t>(*amount, width);
  if (node->instruction->opcode == "shl")
    return AsmBitAlgebra::extract(AsmBitAlgebra::shiftLeft(value, count), 0,
                                  width);
  if (!node->row->types[0].starts_with("s"))
    return AsmBitAlgebra::extract(value, count, width - count);
  count = std::min(count, width - 1);
  return AsmBitAlgebra::extract(
      algebra.extractSigned(value, count, width - count), 0, width);
}

AsmBits AsmBitRules::computeFunnel() {
  AsmBits low = AsmBitAlgebra::extract(read(1), 0, 32);
  AsmBits high = AsmBitAlgebra::extract(read(2), 0, 32);
  std::optional<uint64_t> amount = readConstant(3);
  if (!amount)
    return vague({low, high, read(3)}, 32);
  unsigned count = node->row->has("wrap") ? unsigned(*amount) & 31
                                          : std::min<uint64_t>(*amount, 32);
  AsmBits both = algebra.unite(low, AsmBitAlgebra::shiftLeft(high, 32));
  return AsmBitAlgebra::extract(both, node->row->has("l") ? 32 - count : count,
                                32);
}

AsmBits AsmBitRules::computePermute() {
  // The selector of each mode and each of its controls: PTX ISA, "prmt".
  static constexpr llvm::StringLiteral kModes[] = {"f4e", "b4e", "rc8",
                                                   "ecl", "ecr", "rc16"};
  static constexpr uint16_t kSelectors[][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
      {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
      {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  AsmBits low = AsmBitAlgebra::extract(read(1), 0, 32);
  AsmBits high = AsmBitAlgebra::extract(read(2), 0, 32);
  std::optional<uint64_t> control = readConstant(3);
  if (!control)
    return vague({low, high, read(3)}, 32);
  uint32_t selector = *control;
  for (auto [i, mode] : llvm::enumerate(kModes))
    if (node->row->has(mode))
      selector = kSelectors[i][*control & 3];
  AsmBits both = algebra.unite(low, AsmBitAlgebra::shiftLeft(high, 32));
  AsmBits result = AsmBitAlgebra::makeConstant(0);
  for (unsigned k = 0; k < 4; ++k) {
    unsigned nibble = selector >> (4 * k) & 15;
    unsigned first = 8 * (nibble & 7);
    AsmBits byte = nibble & 8
                       ? AsmBitAlgebra::extract(
                             algebra.extractSigned(both, first + 7, 1), 0, 8)
                       : AsmBitAlgebra::extract(both, first, 8);
    result = algebra.unite(result, AsmBitAlgebra::shiftLeft(byte, 8 * k));
  }
  return result;
}

AsmBits AsmBitRules::computeFieldExtract() {
  AsmBits value = AsmBitAlgebra::extract(read(1), 0, width);
  bool isField = node->instruction->opcode == "bfe";
  std::optional<uint64_t> first = isField ? readConstant(2) : 0;
  std::optional<uint64_t> size = readConstant(isField ? 3 : 2);
  if (!first || !size)
    return vague({value, read(2), read(3)}, width);
  unsigned begin = std::min<uint64_t>(*first & 255, width - 1);
  unsigned count = std::min<uint64_t>(*size & 255, width - begin);
  bool isSigned = node->row->types[0].starts_with("s");
  if (count == 0 || *first >= width)
    return isSigned && *first >= width ? vague(value, width)
                                       : AsmBitAlgebra::makeConstant(0);
  if (!isSigned)
    return AsmBitAlgebra::extract(value, begin, count);
  return AsmBitAlgebra::extract(algebra.extractSigned(value, begin, count), 0,
                                width);
}

AsmBits AsmBitRules::computeFieldInsert() {
  AsmBits field = AsmBitAlgebra::extract(read(1), 0, width);
  AsmBits base = AsmBitAlgebra::extract(read(2), 0, width);
  std::optional<uint64_t> first = readConstant(3), size = readConstant(4);
  if (!first || !size)
    return vague({field, base, read(3), read(4)}, width);
  unsigned begin = std::min<uint64_t>(*first & 255, width);
  unsigned count = std::min<uint64_t>(*size & 255, width - begin);
  uint64_t mask = count == 0 ? 0 : AsmBitAlgebra::getMask(count) << begin;
  return algebra.unite(keep(base, ~mask),
                       keep(AsmBitAlgebra::shiftLeft(field, begin), mask));
}

AsmBits AsmBitRules::computeReversed() {
  AsmBits result = AsmBitAlgebra::extract(read(1), 0, width);
  auto reverse = [&](uint64_t &bits) {
    bits = llvm::reverseBits(bits) >> (64 - width);
  };
  for (uint64_t &bits : result.sources)
    reverse(bits);
  reverse(result.ones);
  reverse(result.zeros);
  result.zeros |= ~AsmBitAlgebra::getMask(width);
  reverse(result.copied);
  reverse(result.open);
  return result;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Whether the product of two numbers has no bit above the bits of one.
bool AsmBitRules::isSmallProduct(const AsmBits &a, const AsmBits &b) const {
  auto countBits = [&](const AsmBits &bits) {
    uint64_t mask = AsmBitAlgebra::getMask(width);
    return unsigned(64 - llvm::countl_zero(~bits.zeros & mask));
  };
  return !a.isUnwritten && !b.isUnwritten && a.open == 0 && b.open == 0 &&
         countBits(a) + countBits(b) <= width;
}

/// Sums, differences, and products that are added, of integers.
AsmBits AsmBitRules::computeSum() {
  StringRef opcode = node->instruction->opcode;
  bool isProduct = opcode.starts_with("mul") || opcode.starts_with("mad");
  bool isWide = node->row->has("wide");
  bool isSigned = node->row->types[0].starts_with("s");
  unsigned bits = isWide ? 2 * width : width;
  auto readNumber = [&](unsigned position, unsigned count) {
    return isSigned ? algebra.extractSigned(read(position), 0, count)
                    : AsmBitAlgebra::extract(read(position), 0, count);
  };
  AsmBits first = readNumber(1, width), second = readNumber(2, width);
  AsmBits result;
  if (isProduct)
    result = algebra.multiply(first, second, bits);
  if (opcode.starts_with("mad"))
    result = algebra.add(result, readNumber(3, bits), bits);
  else if (opcode.starts_with("sub") && isSame(1, 2))
    result = AsmBitAlgebra::makeConstant(0);
  else if (opcode.starts_with("sub"))
    result = algebra.add(first, algebra.complement(second), bits,
                         /*carry=*/true);
  else if (opcode == "neg")
    result = algebra.add(AsmBitAlgebra::makeConstant(0),
                         algebra.complement(first), bits, /*carry=*/true);
  else if (!isProduct)
    result = algebra.add(first, second, bits);
  std::optional<unsigned> carry = findCarry(/*isWritten=*/false);
  if (carry) {
    const AsmBits &chain = (*state)[*carry];
    // It may change all bits.
    result.zeros = ~AsmBitAlgebra::getMask(bits);
    result.ones = result.copied = 0;
    result = llvm::popcount(algebra.getPositions(chain) |
                            algebra.getPositions(result)) <= 1 &&
                     !chain.isUnwritten
                 ? algebra.select(result, result, chain)
                 : algebra.makeOpen({chain, result});
  }
  return AsmBitAlgebra::extract(result, 0, bits);
}

/// Parts of `size` bits; each part depends on the bits at its place.
AsmBits AsmBitRules::computeLanes(unsigned size, bool mayCancel) {
  AsmBits result = AsmBitAlgebra::makeConstant(0);
  llvm::SmallVector<AsmBits, 4> inputs, parts;
  for (unsigned i = 1; i < node->instruction->operands.size(); ++i)
    inputs.push_back(read(i));
  for (unsigned first = 0; first < width; first += size) {
    parts.clear();
    // The predicate that `set` may have is for all parts.
    for (auto [i, input] : llvm::enumerate(inputs))
      parts.push_back(i == 2 && node->instruction->opcode == "set"
                          ? input
                          : AsmBitAlgebra::extract(input, first, size));
    result = algebra.unite(
        result, AsmBitAlgebra::shiftLeft(
                    algebra.mix(parts, size, AsmBitAlgebra::Certain, mayCancel),
                    first));
  }
  return result;
}

/// `vadd4` and the like; 1 part for those on single numbers.
AsmBits AsmBitRules::computeVideo(unsigned numLanes) {
  ArrayRef<Operand> operands = node->instruction->operands;
  bool isWhole = llvm::all_of(operands, [](const Operand &operand) {
    return operand.component.empty();
  });
  if (numLanes > 1 && isWhole && !node->row->has("add")) {
    width = 32;
    AsmBits result = computeLanes(32 / numLanes, /*mayCancel=*/false);
    // 0 or 1 in each part.
    if (StringRef(node->instruction->opcode).starts_with("vset"))
      return keep(result, numLanes == 4 ? 0x01010101 : 0x00010001);
    return result;
  }
  llvm::SmallVector<AsmBits, 4> inputs;
  for (const Operand &operand : operands.drop_front())
    inputs.push_back(numLanes > 1 && !isWhole ? algebra.makeOpen(read(operand))
                                              : readPart(operand));
  return algebra.mix(inputs, 32);
}

/// `dp4a` and `dp2a`: products with a zero do not count.
AsmBits AsmBitRules::computeDotProduct() {
  bool isOfFour = node->instruction->opcode == "dp4a";
  unsigned size = isOfFour ? 8 : 16, count = isOfFour ? 4 : 2;
  AsmBits first = read(1), second = read(2);
  llvm::SmallVector<AsmBits, 12> inputs;
  for (unsigned k = 0; k < count; ++k) {
    AsmBits a = AsmBitAlgebra::extract(first, size * k, size);
    unsigned place = isOfFour ? k : k + (node->row->has("hi") ? 2 : 0);
    AsmBits b = AsmBitAlgebra::extract(second, 8 * place, 8);
    bool isZero =
        (a.isConstant(64) && !a.ones) || (b.isConstant(64) && !b.ones);
    if (isZero)
      continue;
    inputs.push_back(std::move(a));
    inputs.push_back(std::move(b));
  }
  AsmBits sum = read(3);
  inputs.push_back(std::move(sum));
  return algebra.mix(inputs, 32);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// `cvt.pack`: two numbers, and what is above them.
AsmBits AsmBitRules::computePack() {
  unsigned size = getTypeBits(node->row->types[0]);
  AsmBits result =
      algebra.unite(algebra.mix(read(2), size),
                    AsmBitAlgebra::shiftLeft(algebra.mix(read(1), size), size));
  if (node->instruction->operands.size() < 4)
    return result;
  return AsmBitAlgebra::extract(
      algebra.unite(result, AsmBitAlgebra::shiftLeft(read(3), 2 * size)), 0,
      32);
}

static unsigned getNumParts(StringRef type) {
  return type.ends_with("x2") ? 2 : type.ends_with("x4") ? 4 : 1;
}

AsmBits AsmBitRules::computeConversion() {
  if (node->row->has("pack"))
    return computePack();
  StringRef to = node->row->types[0], from = node->row->types.back();
  unsigned toBits = getTypeBits(to), fromBits = getTypeBits(from);
  unsigned numParts = getNumParts(to);
  ArrayRef<Operand> operands = node->instruction->operands;
  if (numParts > 1) {
    unsigned size = toBits / numParts;
    llvm::SmallVector<AsmBits, 4> parts;
    if (operands[1].kind == Operand::Vector)
      for (const Operand &element : operands[1].elements)
        parts.push_back(read(element));
    else if (getNumParts(from) == numParts)
      for (unsigned k = numParts; k-- > 0;)
        parts.push_back(AsmBitAlgebra::extract(
            read(1), k * (fromBits / numParts), fromBits / numParts));
    else
      for (unsigned k = 0; k < numParts; ++k)
        parts.push_back(read(1 + k));
    // Which random bits a number takes is no matter.
    if (node->row->has("rs"))
      algebra.escape(read(operands.size() - 1));
    AsmBits result = AsmBitAlgebra::makeConstant(0);
    for (const AsmBits &part : parts)
      result = algebra.unite(AsmBitAlgebra::shiftLeft(result, size),
                             algebra.mix(part, size));
    return AsmBitAlgebra::extract(result, 0, toBits);
  }
  AsmBits value = AsmBitAlgebra::extract(read(1), 0, fromBits);
  bool isMove =
      !isFloatType(to) && !isFloatType(from) && !node->row->has("sat");
  if (!isMove)
    return algebra.mix(value, toBits);
  if (from.starts_with("s"))
    value = algebra.extractSigned(value, 0, fromBits);
  return to.starts_with("s") ? algebra.extractSigned(value, 0, toBits)
                             : AsmBitAlgebra::extract(value, 0, toBits);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// `mov`, which also packs and unpacks.
void AsmBitRules::runMove() {
  ArrayRef<Operand> operands = node->instruction->operands;
  const Operand &result = operands[0], &source = operands[1];
  if (width == 0 || width > 64)
    return writeAllOpen();
  if (source.kind == Operand::Vector) {
    unsigned size = width / source.elements.size();
    AsmBits value = AsmBitAlgebra::makeConstant(0);
    for (const Operand &element : llvm::reverse(source.elements))
      value = algebra.unite(
          AsmBitAlgebra::shiftLeft(value, size),
          AsmBitAlgebra::extract(element.isSink() ? AsmBits() : read(element),
                                 0, size));
    return write(result, value);
  }
  AsmBits value = AsmBitAlgebra::extract(read(source), 0, width);
  if (result.kind != Operand::Vector)
    return write(result, value);
  unsigned size = width / result.elements.size();
  for (auto [i, element] : llvm::enumerate(result.elements))
    if (!element.isSink())
      write(element, AsmBitAlgebra::extract(value, size * i, size));
}

/// `setp`, which may have a second result.
void AsmBitRules::runComparison() {
  const Operand &result = node->instruction->operands[0];
  bool isPacked = node->row->types.back().ends_with("x2");
  llvm::SmallVector<AsmBits, 2> bits;
  for (unsigned part = 0; part < (isPacked ? 2 : 1); ++part) {
    llvm::SmallVector<AsmBits, 3> inputs;
    for (unsigned i = 1; i < node->instruction->operands.size(); ++i)
      inputs.push_back(isPacked && i < 3
                           ? AsmBitAlgebra::extract(read(i), 16 * part, 16)
                           : read(i));
    bits.push_back(algebra.mix(inputs, 1));
  }
  if (result.kind != Operand::Pair)
    return write(result, bits[0]);
  for (auto [i, element] : llvm::enumerate(result.elements))
    if (!element.isSink())
      write(element, bits[i < bits.size() ? i : 0]);
}

/// The value of the one result; none of what has several, or is not known.
std::optional<AsmBits> AsmBitRules::compute() {
  enum Rule {
    Default,
    And,
    Or,
    Xor,
    Not,
    Table,
    Shift,
    Funnel,
    Permute,
    Field,
    Insert,
    Reverse,
    Sum,
    Product,
    Vague,
    Select,
    SelectBySign,
    Sign,
    Convert,
    Dot,
    Add
  };
  StringRef opcode = node->instruction->opcode;
  const InstructionMatch &row = *node->row;
  Rule rule = llvm::StringSwitch<Rule>(opcode)
                  .Case("and", And)
                  .Case("or", Or)
                  .Case("xor", Xor)
                  .Case("not", Not)
                  .Case("lop3", Table)
                  .Cases({"shl", "shr"}, Shift)
                  .Case("shf", Funnel)
                  .Case("prmt", Permute)
                  .Cases({"bfe", "szext"}, Field)
                  .Case("bfi", Insert)
                  .Case("brev", Reverse)
                  .Cases({"add", "sub", "addc", "subc", "neg"}, Sum)
                  .Cases({"mul", "mad", "madc"}, Product)
                  .Cases({"mul24", "mad24", "sad", "div", "rem"}, Vague)
                  .Case("fma", Add)
                  .Case("selp", Select)
                  .Case("slct", SelectBySign)
                  .Case("copysign", Sign)
                  .Case("cvt", Convert)
                  .Cases({"dp4a", "dp2a"}, Dot)
                  .Default(Default);
  bool isFloat = !row.types.empty() && isFloatType(row.types.back());
  bool isPacked = !row.types.empty() && row.types.back().ends_with("x2");
  bool mayCancel = rule == Sum || rule == Add || opcode == "mad";
  if (isPacked && rule != Convert)
    return computeLanes(getTypeBits(row.types.back()) / 2, mayCancel);
  switch (rule) {
  case And:
    return computeLogic(bit_table::kAnd);
  case Or:
    return computeLogic(bit_table::kOr);
  case Xor:
    return computeLogic(bit_table::kXor);
  case Not:
    return computeLogic(bit_table::kNot);
  case Table: {
    std::optional<uint64_t> table = readConstant(4);
    if (!table)
      return std::nullopt;
    return computeLogic(uint8_t(*table));
  }
  case Shift:
    return computeShift();
  case Funnel:
    return computeFunnel();
  case Permute:
    return computePermute();
  case Field:
    return computeFieldExtract();
  case Insert:
    return computeFieldInsert();
  case Reverse:
    return computeReversed();
  case Sum:
  case Product:
    if (isFloat)
      return mixAll(width, AsmBitAlgebra::Certain, mayCancel);
    if (opcode == "mul" && row.has("hi") && isSmallProduct(read(1), read(2)))
      return AsmBitAlgebra::makeConstant(0);
    if (row.has("sat") || row.has("hi"))
      return mixAll(width, AsmBitAlgebra::IfCopied, mayCancel);
    return computeSum();
  case Vague:
    return mixAll(width,
                  isFloat ? AsmBitAlgebra::Certain : AsmBitAlgebra::IfCopied,
                  mayCancel);
  case Select:
    return AsmBitAlgebra::extract(
        algebra.select(read(1), read(2), AsmBitAlgebra::extract(read(3), 0, 1)),
        0, width);
  case SelectBySign:
    return AsmBitAlgebra::extract(
        algebra.select(read(1), read(2),
                       AsmBitAlgebra::extract(read(3), 31, 1)),
        0, width);
  case Sign: {
    uint64_t sign = uint64_t(1) << (width - 1);
    return algebra.unite(keep(read(1), sign), keep(read(2), sign - 1));
  }
  case Convert:
    return computeConversion();
  case Dot:
    return computeDotProduct();
  case Add:
  case Default:
    break;
  }
  if (isVideoInstruction(opcode))
    return computeVideo(opcode.ends_with("4")   ? 4
                        : opcode.ends_with("2") ? 2
                                                : 1);
  return mixAll(width, AsmBitAlgebra::Certain, mayCancel);
}

void AsmBitRules::run(const AsmNode &ofNode, std::vector<AsmBits> &ofState) {
  node = &ofNode;
  state = &ofState;
  const Instruction &instruction = *node->instruction;
  bool isKnown = node->row && node->row->form->effects == NoEffects &&
                 node->row->form->operands != "..." &&
                 !instruction.operands.empty();
  if (!isKnown)
    return writeAllOpen();
  width = node->row->types.empty() ? 32 : getTypeBits(node->row->types[0]);
  if (instruction.opcode == "mov" && instruction.operands.size() == 2)
    return runMove();
  if (instruction.opcode == "setp")
    return runComparison();
  const Operand &result = instruction.operands[0];
  bool isSingle =
      result.kind == Operand::Name || result.kind == Operand::Placeholder;
  bool isWithPredicate = result.kind == Operand::Pair;
  if (width == 0 || width > 64 || (!isSingle && !isWithPredicate))
    return writeAllOpen();
  std::optional<AsmBits> value = compute();
  if (!value)
    return writeAllOpen();
  if (std::optional<unsigned> carry = findCarry(/*isWritten=*/true))
    writeSymbol(*carry, mixAll(1, AsmBitAlgebra::IfCopied, false));
  if (isSingle)
    return write(result, std::move(*value));
  const Operand &second = result.elements.back();
  if (!second.isSink())
    write(second,
          algebra.mix({*value, read(instruction.operands.size() - 1)}, 1));
  if (!result.elements.front().isSink())
    write(result.elements.front(), std::move(*value));
}
