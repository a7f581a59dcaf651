//===- InlineAsm.cpp - The registers of an inline asm -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/InlineAsm.h"

#include "tile/PTX/Instructions.h"
#include "tile/PTX/Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tile;

std::string AsmRegister::describe(unsigned number) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "$" << number << " (" << (isResult ? "result " : "operand ") << index;
  if (isPerGroup)
    os << ", once a group";
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
      os << ", once a group";
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

SmallVector<ptx::AsmOperand>
tile::getPTXOperands(ArrayRef<AsmRegister> registers,
                     const AsmConstraints &constraints) {
  SmallVector<ptx::AsmOperand> operands;
  for (auto [reg, constraint] : llvm::zip(registers, constraints.registers)) {
    ptx::AsmOperand operand;
    operand.isOutput = constraint.isOutput;
    operand.tiedTo = constraint.tiedTo;
    operand.isImmediate = constraint.isImmediate;
    operand.type = getPTXType(constraint.letter);
    operand.valueBits = constraint.letter == 'b' ? 1 : reg.getBits();
    operand.value = 2 * reg.index + reg.isResult;
    operand.numElements = reg.count;
    operand.floatFormat = getFloatFormat(reg.elementType);
    operand.space = getStateSpace(reg.elementType);
    operands.push_back(operand);
  }
  return operands;
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
    return "write '=&" + rest.ltrim("=&").str() + "'";
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

FailureOr<AsmConstraints>
tile::parseAsmConstraints(StringRef text,
                          function_ref<InFlightDiagnostic()> emitError) {
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
                           << item << "'" << hint(item);
      result.clobbers.push_back(item);
      continue;
    }
    if (!result.clobbers.empty())
      return emitError() << "expected only clobbers after '"
                         << result.clobbers.front()
                         << "' in constraints, found '" << item << "'"
                         << hint(item);
    AsmConstraint constraint;
    if (rest.starts_with("+"))
      return emitError() << "expected '=' for an output in constraints, found '"
                         << item
                         << "'; to read and write a register, give an output "
                            "and an input tied to it by its number";
    if (rest.consume_front("=")) {
      if (sawInput)
        return emitError() << "expected outputs before inputs in constraints, "
                              "found '"
                           << item << "' after an input";
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
                           << " outputs in constraints, found '" << item << "'";
      if (llvm::any_of(result.registers, [&](const AsmConstraint &other) {
            return other.tiedTo == int(tied);
          }))
        return emitError() << "expected at most one input tied to output "
                           << tied << " in constraints, found '" << item
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
                         << " in constraints, found '" << item << "'"
                         << hint(item);
    }
    result.registers.push_back(constraint);
  }
  return result;
}

/// Reads a `$...` as LLVM does, which knows `$$`, `$k`, `${k}` and `${:uid}`,
/// and returns its length.
static size_t scanReference(StringRef rest, AsmBody &body) {
  if (rest.starts_with("$$"))
    return 2;
  if (StringRef unique = "${:uid}"; rest.starts_with(unique))
    return unique.size();
  bool isBraced = rest.starts_with("${");
  size_t start = isBraced ? 2 : 1;
  StringRef digits = rest.drop_front(start).take_while(llvm::isDigit);
  size_t end = start + digits.size();
  if (digits.empty() || (isBraced && !rest.substr(end).starts_with("}"))) {
    size_t brace = rest.find('}');
    if (body.badReference.empty())
      body.badReference =
          rest.take_front(isBraced && brace != StringRef::npos ? brace + 1 : 2);
    return start;
  }
  int number;
  if (digits.getAsInteger(10, number))
    number = INT32_MAX;
  body.maxRegister = std::max(body.maxRegister, number);
  return end + isBraced;
}

/// Counts the statements of all blocks.
static void countStatements(ArrayRef<ptx::Statement> statements,
                            AsmBody &body) {
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

AsmBody tile::scanAsmBody(StringRef text) {
  AsmBody body;
  for (size_t at = text.find('$'); at < text.size(); at = text.find('$', at))
    at += scanReference(text.substr(at), body);

  ptx::ParseResult<ptx::AsmBody> parsed = ptx::parseAsmBody(text);
  if (!parsed) {
    const ptx::Diagnostic &error = parsed.errors.front();
    body.error = error.message + " at line " +
                 std::to_string(error.location.line) + ", column " +
                 std::to_string(error.location.column) + " of the asm";
  }
  ArrayRef<ptx::Statement> statements = parsed.value.statements;
  countStatements(statements, body);
  body.isBraced =
      statements.size() == 1 && statements.front().getIf<ptx::Block>();
  return body;
}
