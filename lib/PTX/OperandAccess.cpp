//===- OperandAccess.cpp - What an instruction reads and writes -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/OperandAccess.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

using Callback = llvm::function_ref<void(const Operand &, AccessContext)>;

/// Whether the number of operands, and whether they are addresses, is as in the
/// row: enough to tell which of them are written.
static bool fitsShape(const Instruction &instruction,
                      llvm::ArrayRef<OperandPattern> patterns) {
  size_t least = llvm::count_if(
      patterns, [](const OperandPattern &p) { return !p.isOptional; });
  size_t count = instruction.operands.size();
  if (count < least || count > patterns.size())
    return false;
  for (auto [operand, pattern] : llvm::zip(instruction.operands, patterns)) {
    bool isAddress = operand.kind == Operand::Address;
    if (pattern.kind == OperandPattern::Value && isAddress)
      return false;
    if (pattern.kind == OperandPattern::Address && !isAddress &&
        operand.kind != Operand::Element)
      return false;
  }
  return true;
}

std::optional<InstructionMatch>
mlir::tile::ptx::findRow(const Instruction &instruction) {
  for (const InstructionForm *form : lookupForms(instruction.opcode)) {
    std::optional<InstructionMatch> match =
        matchWords(*form, instruction.modifiers);
    if (match && (form->operands == "..." ||
                  fitsShape(instruction, getOperandPatterns(*match))))
      return match;
  }
  return std::nullopt;
}

static void visit(const Operand &operand, AccessContext context,
                  Callback callback) {
  switch (operand.kind) {
  case Operand::Vector:
  case Operand::Pair:
  case Operand::List:
    for (const Operand &element : operand.elements)
      visit(element, context, callback);
    return;
  case Operand::Address:
    // What is in an address is read, whatever happens to the memory.
    for (const Operand &element : operand.elements)
      visit(element, {Access::Read, /*isInAddress=*/true}, callback);
    return;
  case Operand::Element:
    // `array[i]`: the name, and the index.
    callback(operand, {Access::Read, /*isInAddress=*/true});
    for (const Operand &element : operand.elements)
      visit(element, {Access::Read, context.isInAddress}, callback);
    return;
  default:
    callback(operand, context);
  }
  // `[$1 + $2]`
  if (operand.offsetPlaceholder >= 0) {
    Operand offset;
    offset.kind = Operand::Placeholder;
    offset.bits = operand.offsetPlaceholder;
    offset.location = operand.location;
    callback(offset, {Access::Read, context.isInAddress});
  }
}

/// Of a row that does not describe its operands, or of no row: results stand
/// first, and what is in brackets is not written.
static Access guessAccess(const Instruction &instruction, size_t position) {
  if (instruction.opcode == "call") {
    // `call (result), function, (arguments), prototype;` or without result.
    bool hasResult = instruction.operands.front().kind == Operand::List;
    size_t function = hasResult ? 1 : 0;
    if (position < function)
      return Access::Write;
    bool isList = instruction.operands[position].kind == Operand::List;
    return position != function && isList ? Access::Read : Access::Reference;
  }
  return position == 0 && instruction.operands.size() > 1 ? Access::Write
                                                          : Access::Read;
}

void mlir::tile::ptx::forEachAccess(const Instruction &instruction,
                                    const InstructionMatch *row,
                                    Callback callback) {
  llvm::SmallVector<OperandPattern, 6> patterns;
  bool isDescribed = row && row->form->operands != "...";
  if (isDescribed)
    patterns = getOperandPatterns(*row);
  for (auto [i, operand] : llvm::enumerate(instruction.operands)) {
    AccessContext context;
    if (!isDescribed || i >= patterns.size()) {
      context.access = guessAccess(instruction, i);
    } else if (patterns[i].isWritten) {
      context.access = Access::Write;
    } else if (patterns[i].kind == OperandPattern::Label ||
               patterns[i].kind == OperandPattern::Name) {
      context.access = Access::Reference;
    }
    // PTX ISA, "wgmma.mma_async": with a scale-d that is no 0, it adds to what
    // the registers have.
    bool isSum = i == 0 && instruction.opcode == "wgmma" &&
                 instruction.operands.size() > 3 &&
                 operand.kind == Operand::Vector &&
                 instruction.operands[3].kind == Operand::Integer &&
                 instruction.operands[3].bits != 0;
    if (isSum)
      visit(operand, {Access::Read}, callback);
    visit(operand, context, callback);
  }
}
