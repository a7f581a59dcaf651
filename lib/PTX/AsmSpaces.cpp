//===- AsmSpaces.cpp - Where the addresses of an asm come from ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmSpaces.h"

#include "AsmOperands.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

/// Instructions that are looked at before all origins are given up.
static constexpr size_t kMaxOriginSteps = 1 << 18;

AsmOrigin AsmOrigins::get(const AsmNode &node, const Operand &operand) const {
  if (!isSolved)
    solve();
  return lookup(node, operand);
}

bool AsmOrigins::areAllOwn(const AsmNode &node) const {
  bool hasAddress = false;
  for (const Operand &operand : node.instruction->operands) {
    if (operand.kind != Operand::Address && operand.kind != Operand::Element)
      continue;
    hasAddress = true;
    bool isVariable = operand.kind == Operand::Element;
    const Operand *base = isVariable                 ? &operand
                          : operand.elements.empty() ? nullptr
                                                     : &operand.elements[0];
    if (!base || get(node, *base).kind != AsmOrigin::Own)
      return false;
  }
  return hasAddress;
}

AsmOrigin AsmOrigins::lookup(const AsmNode &node,
                             const Operand &operand) const {
  if (operand.kind != Operand::Name && operand.kind != Operand::Placeholder &&
      operand.kind != Operand::Element)
    return {AsmOrigin::Unknown};
  unsigned offset = operand.location.offset;
  for (const AsmVariableUse &use : node.variables)
    if (use.location.offset == offset)
      return {AsmOrigin::Own, use.space};
  for (const AsmUse &use : node.uses)
    if (!use.isWritten && use.location.offset == offset)
      return origins[use.symbol];
  return {AsmOrigin::Unknown};
}

/// Optimistic: a register that only itself and an origin write has that one.
void AsmOrigins::solve() const {
  isSolved = true;
  origins.assign(graph.symbols.size(), AsmOrigin());
  auto join = [&](unsigned symbol, const AsmOrigin &origin) {
    AsmOrigin &known = origins[symbol];
    if (origin.kind == AsmOrigin::None || known.kind == AsmOrigin::Unknown ||
        known.isSame(origin))
      return false;
    if (known.kind == AsmOrigin::None)
      known = origin;
    else
      known = {AsmOrigin::Unknown};
    return true;
  };
  for (auto [k, operand] : llvm::enumerate(context.operands)) {
    if (operand.isOutput)
      continue;
    unsigned symbol = operand.tiedTo >= 0 ? operand.tiedTo : k;
    bool isPointer = !operand.space.empty() && !operand.isImmediate;
    join(symbol, isPointer
                     ? AsmOrigin{AsmOrigin::Pointer, operand.space, unsigned(k)}
                     : AsmOrigin{AsmOrigin::Unknown});
  }
  // Each round moves a register on, at most twice.
  size_t budget = kMaxOriginSteps;
  for (bool changed = true; changed;) {
    changed = false;
    if (budget < graph.nodes.size()) {
      origins.assign(graph.symbols.size(), AsmOrigin{AsmOrigin::Unknown});
      return;
    }
    budget -= graph.nodes.size();
    for (const AsmNode &node : graph.nodes) {
      std::optional<AsmOrigin> origin;
      for (const AsmUse &use : node.uses) {
        if (!use.isWritten)
          continue;
        if (!origin)
          origin = compute(node);
        changed |= join(use.symbol, *origin);
      }
    }
  }
}

/// The origin of what an instruction writes.
AsmOrigin AsmOrigins::compute(const AsmNode &node) const {
  if (!node.row)
    return {AsmOrigin::Unknown};
  const Instruction &instruction = *node.instruction;
  AsmOrigin origin = getArithmeticOrigin(node);
  // One finding is enough: behind a conversion from a space that the pointer is
  // not of, it has none.
  if (instruction.opcode == "cvta" && origin.kind == AsmOrigin::Pointer &&
      getAddressSpace(*node.row) != origin.space)
    return {AsmOrigin::Unknown};
  return origin;
}

AsmOrigin AsmOrigins::getArithmeticOrigin(const AsmNode &node) const {
  const Instruction &instruction = *node.instruction;
  enum Form { Other, OfAny, OfFirst, OfLast };
  Form form = llvm::StringSwitch<Form>(instruction.opcode)
                  .Cases({"mov", "cvta", "cvt", "add"}, OfAny)
                  .Case("sub", OfFirst)
                  .Case("mad", OfLast)
                  .Default(Other);
  size_t count = instruction.operands.size();
  if (form == Other || count < 2)
    return {AsmOrigin::Unknown};
  // What a register is taken from may be another pointer.
  if (form == OfFirst)
    return instruction.operands.back().kind == Operand::Integer
               ? lookup(node, instruction.operands[1])
               : AsmOrigin{AsmOrigin::Unknown};
  if (form == OfLast)
    return lookup(node, instruction.operands.back());
  // The sum of a pointer and what is none.
  AsmOrigin result{AsmOrigin::Unknown};
  unsigned numPointers = 0;
  for (const Operand &operand : llvm::drop_begin(instruction.operands)) {
    AsmOrigin origin = lookup(node, operand);
    if (origin.kind == AsmOrigin::None)
      return origin;
    if (origin.kind == AsmOrigin::Unknown)
      continue;
    result = origin;
    ++numPointers;
  }
  return numPointers == 1 ? result : AsmOrigin{AsmOrigin::Unknown};
}

//===----------------------------------------------------------------------===//
// Pointers in instructions on another state space
//===----------------------------------------------------------------------===//

/// Whether a wrong instruction, which has its own message, names the register.
static bool isUnclear(const AsmGraph &graph, const AsmNode &node,
                      const Operand &operand) {
  return llvm::any_of(node.uses, [&](const AsmUse &use) {
    return use.location.offset == operand.location.offset &&
           graph.isUnclear.test(use.symbol);
  });
}

static void report(const AsmGraph &graph, const AsmNode &node,
                   const Operand &operand, const AsmOrigin &origin,
                   StringRef space, FindingList &findings) {
  if (origin.kind != AsmOrigin::Pointer || space.empty() ||
      origin.space == space || isUnclear(graph, node, operand))
    return;
  std::string pointer = "$" + std::to_string(origin.placeholder);
  bool isPointerItself = operand.kind == Operand::Placeholder &&
                         operand.bits == origin.placeholder;
  findings.add(operand.location, Severity::Warning, "pointer-space",
               "expected an address in ." + space + " for '" +
                   node.instruction->getMnemonic() + "', found " +
                   (isPointerItself ? "" : "one computed from ") + pointer +
                   ", which points to ." + origin.space,
               "name ." + origin.space + ", or no state space");
}

void mlir::tile::ptx::checkAsmSpaces(const AsmGraph &graph,
                                     const AsmContext &context,
                                     FindingList &findings) {
  if (llvm::all_of(context.operands, [](const AsmOperand &operand) {
        return operand.space.empty();
      }))
    return;
  AsmOrigins origins(graph, context);
  for (const AsmNode &node : graph.nodes) {
    if (!node.row)
      continue;
    const Instruction &instruction = *node.instruction;
    if (instruction.opcode == "cvta" && instruction.operands.size() == 2)
      report(graph, node, instruction.operands[1],
             origins.get(node, instruction.operands[1]),
             getAddressSpace(*node.row), findings);
    for (auto [i, operand] : llvm::enumerate(instruction.operands))
      if (operand.kind == Operand::Address && !operand.elements.empty())
        report(graph, node, operand.elements[0],
               origins.get(node, operand.elements[0]),
               getAddressSpace(instruction, *node.row, i), findings);
  }
}
