//===- InlineAsm.cpp - The registers of an inline asm -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/InlineAsm.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

std::string AsmRegister::describe(unsigned number) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "$" << number << " (" << (isResult ? "result " : "operand ") << index
     << ", element";
  if (count > 1)
    os << "s " << first << " to " << first + count - 1;
  else
    os << " " << first;
  os << ", " << elementType << ")";
  return text;
}

SmallVector<AsmRegister> tile::getAsmRegisters(ElementwiseInlineAsmOp op) {
  SmallVector<AsmRegister> registers;
  unsigned pack = op.getPackedElement();
  auto append = [&](bool isResult, unsigned index, Type type) {
    Type element = getScalarType(type);
    unsigned bits = std::max(8u, getBitWidth(element));
    unsigned perRegister = bits >= 32 ? 1 : std::min(32 / bits, pack);
    for (unsigned first = 0; first < pack; first += perRegister)
      registers.push_back({isResult, index, first, perRegister, element});
  };
  for (auto [index, type] : llvm::enumerate(op.getResultTypes()))
    append(/*isResult=*/true, index, type);
  for (auto [index, type] : llvm::enumerate(op.getOperandTypes()))
    append(/*isResult=*/false, index, type);
  return registers;
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

FailureOr<AsmConstraints>
tile::parseAsmConstraints(StringRef text,
                          function_ref<InFlightDiagnostic()> emitError) {
  AsmConstraints result;
  if (text.trim().empty())
    return result;
  SmallVector<StringRef> items;
  text.split(items, ',');
  unsigned numOutputs = 0;
  bool sawInput = false;
  for (StringRef item : items) {
    StringRef rest = item = item.trim();
    if (rest.starts_with("~")) {
      if (!rest.starts_with("~{") || !rest.ends_with("}") || rest.size() < 4)
        return emitError() << "expected a clobber as '~{name}' in constraints, "
                              "found '"
                           << item << "'";
      result.clobbers.push_back(item);
      continue;
    }
    if (!result.clobbers.empty())
      return emitError() << "expected only clobbers after '"
                         << result.clobbers.front()
                         << "' in constraints, found '" << item << "'";
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
        return emitError() << "expected an input tied to one of "
                           << numOutputs << " outputs in constraints, found '"
                           << item << "'";
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
                         << " in constraints, found '" << item << "'";
    }
    result.registers.push_back(constraint);
  }
  return result;
}

AsmBody tile::scanAsmBody(StringRef text) {
  AsmBody body;
  int depth = 0;
  bool pending = false;        // text since the last statement ended
  bool outsideBraces = false;  // a statement at depth 0
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    StringRef rest = text.substr(i);
    if (rest.starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (rest.starts_with("/*")) {
      size_t end = text.find("*/", i + 2);
      i = end == StringRef::npos ? text.size() : end + 1;
      continue;
    }
    if (c == '"') {
      i = std::min(text.find('"', i + 1), text.size());
      continue;
    }
    if (c == '$') {
      if (rest.starts_with("$$")) {
        ++i;
        continue;
      }
      StringRef digits = rest.drop_front(rest.starts_with("${") ? 2 : 1)
                             .take_while(llvm::isDigit);
      unsigned number;
      if (!digits.empty() && !digits.getAsInteger(10, number))
        body.maxRegister = std::max<int64_t>(
            body.maxRegister, std::min<int64_t>(number, INT32_MAX));
      else if (!digits.empty())
        body.maxRegister = INT32_MAX;
      if (rest.starts_with("${"))
        i = std::min(text.find('}', i), text.size());
      pending = true;
      continue;
    }
    if (c == '{' && !pending) {
      // Not the vector of an operand: a scope.
      if (depth == 0 && (outsideBraces || body.isBraced))
        outsideBraces = true;
      if (depth == 0)
        body.isBraced = true;
      ++depth;
      continue;
    }
    if (c == '}' && !pending) {
      --depth;
      continue;
    }
    if (c == ';') {
      if (pending)
        ++body.numStatements;
      if (depth == 0 && pending)
        outsideBraces = true;
      pending = false;
      continue;
    }
    if (!llvm::isSpace(c))
      pending = true;
  }
  if (pending) {
    ++body.numStatements;
    outsideBraces |= depth == 0;
  }
  body.isBraced &= !outsideBraces;
  return body;
}
