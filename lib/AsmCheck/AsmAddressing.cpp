//===- AsmAddressing.cpp - What place an address of an asm is -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmAddressing.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

/// Instructions that an address is followed through.
static constexpr unsigned kMaxDepth = 16;

AsmAddress AsmAddressing::resolve(const AsmNode &node, const Operand &operand,
                                  unsigned depth) const {
  AsmAddress result;
  if (depth > kMaxDepth ||
      (operand.kind != Operand::Name && operand.kind != Operand::Placeholder))
    return result;
  for (const AsmVariableUse &use : node.variables)
    if (use.location.offset == operand.location.offset) {
      result.variable = use.declarator;
      if (operand.offsetPlaceholder < 0)
        result.offset = operand.offset;
      return result;
    }
  int symbol = AsmValues::findSymbol(node, operand);
  if (symbol < 0)
    return result;
  if (const AsmNode *writer = values.findWriter(symbol, node)) {
    result = resolveWritten(*writer, depth);
    if (!result.offset && !result.root) {
      result.root = writer;
      result.rootOffset = 0;
    }
  }
  if (!result.isKnown()) {
    result.symbol = symbol;
    result.offset = 0;
  }
  if (operand.offsetPlaceholder >= 0) {
    result.offset.reset();
    result.root = nullptr;
  } else {
    result.addBytes(operand.offset);
  }
  return result;
}

/// The place in the register that an instruction writes; nothing is known where
/// it is not computed from an address.
AsmAddress AsmAddressing::resolveWritten(const AsmNode &writer,
                                         unsigned depth) const {
  const Instruction &instruction = *writer.instruction;
  StringRef opcode = instruction.opcode;
  llvm::ArrayRef<Operand> operands = instruction.operands;
  AsmAddress nothing;
  if (writer.guard >= 0)
    return nothing;
  if ((opcode == "mov" || opcode == "cvta" || opcode == "cvt") &&
      operands.size() == 2)
    return resolve(writer, operands[1], depth + 1);
  bool isSum = opcode == "add" || opcode == "sub";
  if (isSum && operands.size() == 3 && instruction.modifiers.size() == 1) {
    for (unsigned base : {1, 2}) {
      if (opcode == "sub" && base == 2)
        break;
      AsmAddress address = resolve(writer, operands[base], depth + 1);
      std::optional<int64_t> amount =
          values.findConstant(writer, operands[3 - base]);
      if (!address.variable && !amount)
        continue;
      if (amount) {
        address.addBytes(opcode == "sub" ? -*amount : *amount);
      } else {
        address.offset.reset();
        address.root = nullptr;
      }
      if (address.isKnown())
        return address;
    }
    return nothing;
  }
  if (opcode == "mad" && operands.size() == 4) {
    AsmAddress address = resolve(writer, operands[3], depth + 1);
    address.offset.reset();
    address.root = nullptr;
    if (address.variable)
      return address;
  }
  return nothing;
}

std::optional<int64_t>
mlir::tile::ptx::getVariableSize(const Variable &variable,
                                 const Declarator &declarator) {
  int64_t size =
      getTypeBits(variable.type) / 8 * std::max(1u, variable.vectorSize);
  for (std::optional<uint64_t> dim : declarator.dims) {
    if (!dim || *dim > (1u << 24))
      return std::nullopt;
    size *= *dim;
    if (size > (int64_t(1) << 32))
      return std::nullopt;
  }
  return size;
}

int64_t mlir::tile::ptx::getVariableAlignment(const Variable &variable) {
  return variable.alignment ? int64_t(variable.alignment)
                            : getTypeBits(variable.type) / 8 *
                                  std::max(1u, variable.vectorSize);
}
