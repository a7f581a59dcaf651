//===- AsmHelp.cpp - Registers and constraints for editors ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmHelp.h"

#include "AsmFixes.h"

#include "tile/Dialect/Tile/IR/InlineAsm.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// Which byte of a string's body a byte of the document is.
static std::optional<size_t> findPlace(const AsmLiteral &literal,
                                       size_t offset) {
  if (offset < literal.places.front() || offset > literal.places.back())
    return std::nullopt;
  return llvm::upper_bound(literal.places, offset) - literal.places.begin() - 1;
}

/// The number of the `$k` or `${k}` at a byte of a body.
static std::optional<unsigned> findNumber(StringRef body, size_t place) {
  size_t begin = place;
  auto isPart = [](char c) { return llvm::isDigit(c) || c == '{' || c == '}'; };
  while (begin > 0 && begin <= body.size() &&
         (begin == body.size() || body[begin] != '$') &&
         (isPart(body[begin - 1]) || body[begin - 1] == '$'))
    --begin;
  StringRef rest = body.substr(begin);
  unsigned number = 0;
  if (!rest.consume_front("$"))
    return std::nullopt;
  rest.consume_front("{");
  if (rest.consumeInteger(10, number))
    return std::nullopt;
  return number;
}

static std::string describeConstraint(const AsmConstraint &constraint) {
  std::string text;
  if (constraint.isOutput)
    text = "written by the asm";
  if (constraint.isEarlyClobber)
    text += ", before all inputs are read: it shares no register with one";
  if (constraint.tiedTo >= 0)
    return "read; in the register of $" + std::to_string(constraint.tiedTo);
  if (constraint.isImmediate)
    return "a constant in the text, not a register";
  if (!constraint.isOutput)
    text = "read";
  if (constraint.letter == 'b')
    return text + "; a predicate";
  text += "; a register of " +
          std::to_string(getRegisterClassBits(constraint.letter)) + " bits";
  if (constraint.letter == 'f' || constraint.letter == 'd')
    text += " for a float";
  return text;
}

static std::string describe(ElementwiseInlineAsmOp op, unsigned number) {
  SmallVector<AsmRegister> registers = getAsmRegisters(op);
  if (number >= registers.size())
    return "`$" + std::to_string(number) + "`: the asm has registers up to $" +
           std::to_string(registers.size() - 1) + "\n";
  std::string text = "`" + registers[number].describe(number) + "`\n";
  FailureOr<AsmConstraints> constraints =
      parseAsmConstraints(op.getConstraints(), nullptr);
  if (succeeded(constraints) && number < constraints->registers.size()) {
    auto item = findConstraintItem(op.getConstraints(), number);
    text += "\nConstraint `" +
            op.getConstraints().slice(item->first, item->second).str() +
            "`: " + describeConstraint(constraints->registers[number]) + ".\n";
  }
  return text;
}

std::string tile::describeAsmOperand(Document &document, size_t offset) {
  ParsedPart *part = document.getPart(offset);
  if (!part)
    return "";
  for (AsmInText &found : findAsmOperations(document, *part)) {
    if (auto place = findPlace(found.literal, offset)) {
      auto number = findNumber(found.literal.body, *place);
      return number ? describe(found.op, *number) : "";
    }
    std::optional<AsmLiteral> constraints =
        findConstraints(document, found.literal);
    std::optional<size_t> place =
        constraints ? findPlace(*constraints, offset) : std::nullopt;
    if (!place)
      continue;
    StringRef body = constraints->body;
    if (body.take_front(*place).count('{') > body.take_front(*place).count('}'))
      return "A clobber: what the asm changes in addition to its outputs.\n";
    unsigned number = body.take_front(*place).count(',');
    return body.split(',').first.empty() ? "" : describe(found.op, number);
  }
  return "";
}
