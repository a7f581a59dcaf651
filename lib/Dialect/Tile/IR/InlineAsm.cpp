//===- InlineAsm.cpp - The registers of an inline asm -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/InlineAsm.h"

#include "tile/AsmCheck/AsmPlace.h"
#include "tile/PTX/Characters.h"
#include "tile/PTX/Excerpt.h"
#include "tile/PTX/Instructions.h"
#include "tile/PTX/Parser.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tile;

std::string AsmRegister::describe(unsigned number) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "$" << number << " (" << (isResult ? "result " : "operand ") << index;
  if (isPerGroup)
    os << ", once per group";
  else if (count > 1)
    os << ", elements " << first << " to " << first + count - 1;
  else
    os << ", element " << first;
  os << ", " << elementType << ")";
  return text;
}

SmallVector<AsmRegister> tile::getAsmRegisters(ElementwiseInlineAsmOp op) {
  SmallVector<AsmRegister> registers;
  auto append = [&](bool isResult, unsigned index, Type type) {
    Type element = getScalarType(type);
    bool isPerGroup = !isResult && op.isPerGroup(index);
    unsigned pack = isPerGroup ? 1 : op.getPackedElement();
    unsigned bits = std::max(8u, getBitWidth(element));
    unsigned perRegister = bits >= 32 ? 1 : std::min(32 / bits, pack);
    for (unsigned first = 0; first < pack; first += perRegister)
      registers.push_back(
          {isResult, index, first, perRegister, element, isPerGroup});
  };
  for (auto [index, type] : llvm::enumerate(op.getResultTypes()))
    append(/*isResult=*/true, index, type);
  for (auto [index, type] : llvm::enumerate(op.getOperandTypes()))
    append(/*isResult=*/false, index, type);
  return registers;
}

std::string tile::describeRegisters(ArrayRef<AsmRegister> registers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t k = 0; k < registers.size();) {
    const AsmRegister &first = registers[k];
    size_t end = k + 1;
    while (end < registers.size() &&
           registers[end].isResult == first.isResult &&
           registers[end].index == first.index)
      ++end;
    unsigned elements = (end - k) * first.count;
    os << (k ? "; $" : "$") << k;
    if (end - k > 1)
      os << " to $" << end - 1;
    os << " = " << (first.isResult ? "result " : "operand ") << first.index;
    if (first.isPerGroup)
      os << ", once per group";
    else
      os << ", element" << (elements > 1 ? "s 0 to " : " ") << elements - 1;
    os << " (" << first.elementType << ")";
    if (end - k > 1)
      os << ", " << first.count << " each";
    k = end;
  }
  return text;
}

unsigned tile::getRegisterClassBits(char letter) {
  switch (letter) {
  case 'b':
    return 1;
  case 'h':
    return 16;
  case 'r':
  case 'f':
    return 32;
  case 'l':
  case 'd':
    return 64;
  case 'q':
    return 128;
  default:
    return 0;
  }
}

Type tile::getRegisterClassType(MLIRContext *context, char letter) {
  if (letter == 'f')
    return Float32Type::get(context);
  if (letter == 'd')
    return Float64Type::get(context);
  return IntegerType::get(context, getRegisterClassBits(letter));
}

/// The type word of a register of the class `letter`, or "".
static StringRef getPTXType(char letter) {
  switch (letter) {
  case 'b':
    return "pred";
  case 'h':
    return "b16";
  case 'r':
    return "b32";
  case 'l':
    return "b64";
  case 'q':
    return "b128";
  case 'f':
    return "f32";
  case 'd':
    return "f64";
  default:
    return "";
  }
}

/// The type word of an element that is a float, else "".
static StringRef getFloatFormat(Type type) {
  return llvm::TypeSwitch<Type, StringRef>(type)
      .Case<Float64Type>([](Type) { return "f64"; })
      .Case<Float32Type>([](Type) { return "f32"; })
      .Case<Float16Type>([](Type) { return "f16"; })
      .Case<BFloat16Type>([](Type) { return "bf16"; })
      .Case<Float8E4M3FNType>([](Type) { return "e4m3"; })
      .Case<Float8E5M2Type>([](Type) { return "e5m2"; })
      .Default(StringRef());
}

/// A scalar that a pointer points to, as a message names it; "" of others.
static StringRef getPointeeName(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return "i1";
    case 8:
      return "i8";
    case 16:
      return "i16";
    case 32:
      return "i32";
    case 64:
      return "i64";
    default:
      return "";
    }
  }
  return getFloatFormat(type);
}

/// PTX's name of an address space of LLVM; "" of the generic one.
static StringRef getStateSpace(Type type) {
  auto pointer = dyn_cast<PtrType>(type);
  switch (pointer ? pointer.getAddressSpace() : 0) {
  case 1:
    return "global";
  case 3:
    return "shared";
  case 4:
    return "const";
  case 5:
    return "local";
  default:
    return "";
  }
}

std::string AsmImmediate::print() const {
  if (type.empty())
    return std::to_string(value);
  bool isDouble = type == "f64";
  return (isDouble ? "0d" : "0f") +
         llvm::utohexstr(uint64_t(value), /*LowerCase=*/false,
                         /*Width=*/isDouble ? 16 : 8);
}

std::optional<AsmImmediate> tile::getAsmImmediate(ElementwiseInlineAsmOp op,
                                                  unsigned operand) {
  Value value = op.getArgs()[operand];
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getSrc();
  APFloat number(0.0);
  APInt integer;
  if (matchPattern(value, m_ConstantFloat(&number))) {
    APInt bits = number.bitcastToAPInt();
    StringRef type = bits.getBitWidth() == 32   ? "f32"
                     : bits.getBitWidth() == 64 ? "f64"
                                                : "";
    return AsmImmediate{type, int64_t(bits.getZExtValue())};
  }
  if (!matchPattern(value, m_ConstantInt(&integer)))
    return std::nullopt;
  unsigned width = integer.getBitWidth();
  bool isSigned = width >= 32 || (width > 1 && op.getSignExtend());
  return AsmImmediate{"", isSigned ? integer.getSExtValue()
                                   : int64_t(integer.getZExtValue())};
}

/// Whether all elements are one value.
static bool isSplat(Value value) {
  if (!isa<ShapedType>(value.getType()) || value.getDefiningOp<SplatOp>())
    return true;
  DenseElementsAttr elements;
  return matchPattern(value, m_Constant(&elements)) && elements.isSplat();
}

SmallVector<ptx::AsmOperand>
tile::getPTXOperands(ElementwiseInlineAsmOp op,
                     const AsmConstraints &constraints) {
  SmallVector<ptx::AsmOperand> operands;
  for (auto [reg, constraint] :
       llvm::zip(getAsmRegisters(op), constraints.registers)) {
    ptx::AsmOperand operand;
    operand.isOutput = constraint.isOutput;
    operand.tiedTo = constraint.tiedTo;
    operand.isImmediate = constraint.isImmediate;
    operand.type = getPTXType(constraint.letter);
    if (constraint.isImmediate)
      if (auto immediate = getAsmImmediate(op, reg.index)) {
        operand.type = immediate->type;
        operand.constant = immediate->value;
      }
    operand.valueBits = constraint.letter == 'b' ? 1 : reg.getBits();
    operand.value = 2 * reg.index + reg.isResult;
    operand.numElements = reg.count;
    operand.firstElement = reg.first;
    operand.isBoolean = reg.elementType.isInteger(1);
    operand.isOfWholeGroup =
        reg.isPerGroup || (!reg.isResult && isSplat(op.getArgs()[reg.index]));
    operand.floatFormat = getFloatFormat(reg.elementType);
    operand.space = getStateSpace(reg.elementType);
    if (auto pointer = dyn_cast<PtrType>(reg.elementType)) {
      operand.pointee = getPointeeName(pointer.getPointeeType());
      operand.pointeeBits =
          operand.pointee.empty()
              ? 0
              : std::max(8u, getBitWidth(pointer.getPointeeType()));
    }
    operands.push_back(operand);
  }
  return operands;
}

/// The beginning of an item, as much as a message can show.
static std::string quote(StringRef item) {
  constexpr size_t kLength = 60;
  return makeExcerpt(item.take_front(kLength), 0).text +
         (item.size() > kLength ? "..." : "");
}

/// What to write instead of a constraint of GCC, of CUDA, or of another target;
/// "" if that is not known.
static std::string suggestConstraint(StringRef item) {
  StringRef rest = item;
  if (item.contains('"') || item.contains('('))
    return "write the letters alone, as '=r,r'; the values are the operands";
  rest = rest.trim("{}");
  if (rest == "memory" || rest == "~memory")
    return "write '~{memory}'";
  if (rest == "cc" || rest == "~cc")
    return "leave it out; PTX has no condition codes to clobber";
  if (rest.consume_front("&"))
    return "write '=&" + quote(rest.ltrim("=&")) + "'";
  if (item.contains(';') || item.contains(' ') || item.contains(':'))
    return "separate constraints by ','";
  StringRef prefix =
      rest.take_while([](char c) { return c == '=' || c == '&'; });
  rest = rest.drop_front(prefix.size());
  if (rest == "m" || rest == "o" || rest == "V" || rest == "p")
    return "pass the pointer by 'l', and write [$k] in the asm";
  if (rest == "N" || rest == "I" || rest == "J")
    return "write 'n' for a constant";
  if (rest.size() == 1 && getRegisterClassBits(llvm::toLower(rest[0])))
    return ("write '" + prefix + rest.lower() + "'").str();
  // A type instead of a letter.
  unsigned bits = ptx::getTypeBits(rest);
  if (rest.size() > 1 && (rest[0] == 'i' || rest == "int32"))
    rest.drop_while([](char c) { return !llvm::isDigit(c); })
        .getAsInteger(10, bits);
  StringRef letter = rest == "float"                        ? "f"
                     : rest == "double"                     ? "d"
                     : rest == "int"                        ? "r"
                     : bits == 32 && ptx::isFloatType(rest) ? "f"
                     : bits == 64 && ptx::isFloatType(rest) ? "d"
                     : rest == "pred"                       ? "b"
                     : bits == 16                           ? "h"
                     : bits == 32                           ? "r"
                     : bits == 64                           ? "l"
                     : bits == 128                          ? "q"
                                                            : "";
  return letter.empty() ? "" : ("write '" + prefix + letter + "'").str();
}

namespace {
/// The message of a failure, if the caller asks for it.
class OptionalMessage {
public:
  explicit OptionalMessage(function_ref<InFlightDiagnostic()> emitError) {
    if (emitError)
      diagnostic.emplace(emitError());
  }

  template <typename T> OptionalMessage &&operator<<(T &&part) && {
    if (diagnostic)
      *diagnostic << std::forward<T>(part);
    return std::move(*this);
  }

  operator FailureOr<AsmConstraints>() const { return failure(); }

private:
  std::optional<InFlightDiagnostic> diagnostic;
};
} // namespace

FailureOr<AsmConstraints>
tile::parseAsmConstraints(StringRef text,
                          function_ref<InFlightDiagnostic()> emit) {
  auto emitError = [&] { return OptionalMessage(emit); };
  AsmConstraints result;
  if (text.trim().empty())
    return result;
  SmallVector<StringRef> items;
  text.split(items, ',');
  auto hint = [](StringRef item) {
    std::string suggestion = suggestConstraint(item);
    return suggestion.empty() ? "" : "; " + suggestion;
  };
  unsigned numOutputs = 0;
  bool sawInput = false;
  for (StringRef item : items) {
    StringRef rest = item = item.trim();
    if (rest.starts_with("~")) {
      if (!rest.starts_with("~{") || !rest.ends_with("}") || rest.size() < 4)
        return emitError() << "expected a clobber as '~{name}' in constraints, "
                              "found '"
                           << quote(item) << "'" << hint(item);
      result.clobbers.push_back(item);
      continue;
    }
    if (!result.clobbers.empty())
      return emitError() << "expected only clobbers after '"
                         << quote(result.clobbers.front())
                         << "' in constraints, found '" << quote(item) << "'"
                         << hint(item);
    AsmConstraint constraint;
    if (rest.starts_with("+"))
      return emitError() << "expected '=' for an output in constraints, found '"
                         << quote(item)
                         << "'; to read and write a register, give an output "
                            "and an input tied to it by its number";
    if (rest.consume_front("=")) {
      if (sawInput)
        return emitError() << "expected outputs before inputs in constraints, "
                              "found '"
                           << quote(item) << "' after an input";
      constraint.isOutput = true;
      constraint.isEarlyClobber = rest.consume_front("&");
      ++numOutputs;
    } else {
      sawInput = true;
    }
    unsigned tied;
    if (!constraint.isOutput && !rest.empty() && llvm::isDigit(rest.front()) &&
        !rest.getAsInteger(10, tied)) {
      if (tied >= numOutputs)
        return emitError() << "expected an input tied to one of " << numOutputs
                           << " outputs in constraints, found '" << quote(item)
                           << "'";
      if (llvm::any_of(result.registers, [&](const AsmConstraint &other) {
            return other.tiedTo == int(tied);
          }))
        return emitError() << "expected at most one input tied to output "
                           << tied << " in constraints, found '" << quote(item)
                           << "' again";
      constraint.tiedTo = tied;
      constraint.letter = result.registers[tied].letter;
    } else if (!constraint.isOutput && (rest == "n" || rest == "i")) {
      constraint.isImmediate = true;
    } else if (rest.size() == 1 && getRegisterClassBits(rest.front()) != 0) {
      constraint.letter = rest.front();
    } else {
      return emitError() << "expected a register class (h, r, l, q, f, d or b)"
                         << (constraint.isOutput
                                 ? ""
                                 : ", 'n', or the number of an output")
                         << " in constraints, found '" << quote(item) << "'"
                         << hint(item);
    }
    result.registers.push_back(constraint);
  }
  return result;
}

namespace {
/// A `$...` of a body.
struct Reference {
  size_t offset, length;
  int number = -1;    ///< of `$k` and `${k}`
  bool isBad = false; ///< LLVM does not know it
};
} // namespace

/// Reads the `$...` at the beginning of `rest` as LLVM does, which knows `$$`,
/// `$k`, `${k}` and `${:uid}`.
static Reference scanReference(StringRef rest, size_t offset) {
  if (rest.starts_with("$$"))
    return {offset, 2};
  if (StringRef unique = "${:uid}"; rest.starts_with(unique))
    return {offset, unique.size()};
  bool isBraced = rest.starts_with("${");
  size_t start = isBraced ? 2 : 1;
  StringRef digits = rest.drop_front(start).take_while(llvm::isDigit);
  size_t end = start + digits.size();
  if (digits.empty() || (isBraced && !rest.substr(end).starts_with("}"))) {
    size_t brace = rest.find('}');
    bool hasEnd = isBraced && brace != StringRef::npos;
    return {offset, std::min(rest.size(), hasEnd ? brace + 1 : 2), -1,
            /*isBad=*/true};
  }
  int number;
  if (digits.getAsInteger(10, number))
    number = INT32_MAX;
  return {offset, end + isBraced, number};
}

/// All `$...` of a body. They count in strings, and not in comments.
static SmallVector<Reference> scanReferences(StringRef text) {
  SmallVector<Reference> references;
  if (!text.contains('$'))
    return references;
  ptx::forEachTextPart(text, [&](StringRef part, bool isComment) {
    size_t begin = part.data() - text.data();
    for (size_t at = isComment ? part.size() : part.find('$'); at < part.size();
         at = part.find('$', at)) {
      references.push_back(scanReference(part.substr(at), begin + at));
      // What a bad one is made of may hold good ones.
      const Reference &last = references.back();
      at += last.isBad ? 1 : last.length;
    }
  });
  return references;
}

std::optional<ptx::Location> tile::findAsmReference(StringRef text,
                                                    unsigned number) {
  for (const Reference &reference : scanReferences(text))
    if (reference.number == int(number))
      return ptx::locateByte(text, reference.offset);
  return std::nullopt;
}

/// Counts the statements of all blocks.
static void countStatements(ArrayRef<ptx::Statement> statements,
                            AsmSummary &body) {
  for (const ptx::Statement &statement : statements) {
    if (const auto *block = statement.getIf<ptx::Block>())
      countStatements(block->statements, body);
    else if (statement.getIf<ptx::Label>())
      body.hasLabels = true;
    else if (!statement.getIf<ptx::LineDirective>())
      ++body.numStatements;
    body.hasDeclarations |= statement.getIf<ptx::Variable>() != nullptr;
  }
}

AsmSummary
tile::summarizeAsmBody(StringRef text,
                       const ptx::ParseResult<ptx::AsmBody> &parsed) {
  AsmSummary body;
  for (const Reference &reference : scanReferences(text)) {
    if (reference.isBad && body.badReference.empty()) {
      body.badReference =
          quote(text.substr(reference.offset, reference.length));
      body.badLocation = ptx::locateByte(text, reference.offset);
    }
    if (reference.number > body.maxRegister) {
      body.maxRegister = reference.number;
      body.maxLocation = ptx::locateByte(text, reference.offset);
    }
  }

  if (!parsed) {
    body.error = parsed.errors.front().message;
    body.errorLocation = parsed.errors.front().location;
  }
  ArrayRef<ptx::Statement> statements = parsed.value.statements;
  countStatements(statements, body);
  body.isBraced =
      statements.size() == 1 && statements.front().getIf<ptx::Block>();
  return body;
}
