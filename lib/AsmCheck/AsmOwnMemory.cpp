//===- AsmOwnMemory.cpp - Accesses to the variables of an asm -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a body declares in .shared, .local, .global and .const is known: its
// size, its alignment, and, because no other code has its name, who writes it.
// An address is followed through mov, cvta, add and sub of constants; of a
// place that a register decides, the alignment of the variable is all that is
// known.
//
//===----------------------------------------------------------------------===//

#include "AsmAddressing.h"
#include "AsmOperands.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// An access to a variable; no offset and no size is all of it.
struct OwnAccess {
  unsigned node;
  const Declarator *variable;
  std::optional<int64_t> offset;
  int64_t size = 0;
  /// What the place has to be a multiple of.
  int64_t alignment = 0;
  bool isRead, isWritten;
  Location location;
};

class OwnMemoryChecker {
public:
  OwnMemoryChecker(const AsmGraph &graph, const AsmContext &context,
                   FindingList &findings)
      : graph(graph), findings(findings), addressing(graph, context),
        values(graph, context) {}

  void run() {
    for (const AsmNode &node : graph.nodes)
      for (const AsmVariableUse &use : node.variables)
        if (use.declarator)
          variables[use.declarator] = use.variable;
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      collect(i);
    // Each is compared with those before.
    constexpr size_t kMaxAccesses = 2048;
    if (accesses.size() > kMaxAccesses)
      return;
    for (const OwnAccess &access : accesses) {
      checkPlace(access);
      checkWritten(access);
    }
  }

private:
  void collect(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    const Instruction &instruction = *node.instruction;
    for (unsigned target : node.targets)
      hasLoop |= target <= index;
    unsigned effects =
        node.row ? node.row->form->effects : ReadsMemory | WritesMemory;
    bool isAccess =
        node.row && llvm::is_contained({"ld", "st", "atom", "red", "mbarrier"},
                                       instruction.opcode);
    bool hasAddress = false;
    for (const Operand &operand : instruction.operands) {
      if (operand.kind != Operand::Address || operand.elements.empty())
        continue;
      hasAddress = true;
      AsmAddress address = addressing.resolve(node, operand.elements[0]);
      if (!address.variable) {
        // An address that comes in is another memory.
        bool isForeign =
            address.symbol >= 0 && address.symbol < int(graph.numOperands);
        areAllWritten |= (effects & WritesMemory) && !isForeign;
        continue;
      }
      // Another space than that of the variable is another finding.
      StringRef space = node.row ? getAddressSpace(*node.row) : StringRef();
      const Variable &variable = *variables[address.variable];
      bool isOtherSpace = isAccess && !space.empty() &&
                          !StringRef(variable.space).starts_with(space);
      if (isOtherSpace)
        continue;
      OwnAccess access;
      access.node = index;
      access.variable = address.variable;
      // What an mbarrier is must be written by `mbarrier.init`.
      bool isMbarrier = instruction.opcode == "mbarrier";
      bool isInit =
          isMbarrier && llvm::is_contained(instruction.modifiers, "init");
      access.isRead = instruction.opcode == "ld" ||
                      instruction.opcode == "atom" || (isMbarrier && !isInit);
      access.isWritten = isMbarrier ? isInit : bool(effects & WritesMemory);
      access.location = operand.elements[0].location;
      if (isAccess && !node.row->types.empty()) {
        access.offset = address.offset;
        access.size = getTypeBits(node.row->types.back()) / 8 *
                      std::max(1u, node.row->vectorSize);
        access.alignment = access.size;
      } else if (std::optional<int64_t> size = getCopySize(node, operand)) {
        access.offset = address.offset;
        access.size = *size;
        access.alignment = node.row->has("bulk") ? 16 : *size;
      }
      accesses.push_back(access);
    }
    areAllWritten |= instruction.opcode == "call" || !node.row;
    // An address that is stored or given out, and what is not an address here.
    bool isComputation = node.row && effects == NoEffects;
    for (const AsmVariableUse &use : node.variables) {
      bool isGivenOut = llvm::any_of(node.uses, [&](const AsmUse &of) {
        return of.isWritten && of.symbol < graph.numOperands;
      });
      bool isNamed = !isComputation && !hasAddress;
      if (use.declarator && ((isGivenOut && isComputation) || isNamed))
        escaped.insert(use.declarator);
    }
    if ((effects & WritesMemory) && node.row)
      for (const Operand &operand : instruction.operands)
        if (operand.kind != Operand::Address)
          if (AsmAddress stored = addressing.resolve(node, operand);
              stored.variable)
            escaped.insert(stored.variable);
  }

  /// The bytes of `cp.async` and `cp.async.bulk`, where they are a constant and
  /// the operand is one of the two places, no mbarrier.
  std::optional<int64_t> getCopySize(const AsmNode &node,
                                     const Operand &place) const {
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    bool isCopy = node.row && node.instruction->opcode == "cp" &&
                  node.row->has("async") && !node.row->has("tensor") &&
                  operands.size() >= 3 &&
                  (&place == &operands[0] || &place == &operands[1]);
    if (!isCopy)
      return std::nullopt;
    std::optional<int64_t> size = values.findConstant(node, operands[2]);
    return size && *size > 0 ? size : std::nullopt;
  }

  void checkPlace(const OwnAccess &access) {
    if (access.size == 0)
      return;
    const Variable &variable = *variables[access.variable];
    std::string mnemonic = graph.nodes[access.node].instruction->getMnemonic();
    std::string name = "'" + access.variable->name + "'";
    std::optional<int64_t> size = getVariableSize(variable, *access.variable);
    if (access.offset && size &&
        (*access.offset < 0 || *access.offset + access.size > *size)) {
      findings.add(access.location, Severity::Error, "variable-bounds",
                   "expected '" + mnemonic + "' within the " + Twine(*size) +
                       " bytes of " + name + ", found bytes " +
                       Twine(*access.offset) + " to " +
                       Twine(*access.offset + access.size - 1));
      return;
    }
    int64_t alignment = getVariableAlignment(variable);
    int64_t needed = access.alignment;
    bool isOffset = access.offset && *access.offset % needed != 0;
    if (isOffset)
      findings.add(access.location, Severity::Error, "variable-alignment",
                   "expected a multiple of " + Twine(needed) +
                       " bytes as the place for '" + mnemonic +
                       "', found byte " + Twine(*access.offset) + " of " +
                       name);
    else if (alignment < needed)
      findings.add(access.location, Severity::Warning, "variable-alignment",
                   "expected " + name + " to begin at a multiple of " +
                       Twine(needed) + " bytes, as '" + mnemonic +
                       "' needs it, found an alignment of " + Twine(alignment),
                   "declare it with '.align " + std::to_string(needed) + "'");
  }

  static bool overlap(const OwnAccess &a, const OwnAccess &b) {
    return !a.offset || !b.offset || a.size == 0 || b.size == 0 ||
           (*a.offset < *b.offset + b.size && *b.offset < *a.offset + a.size);
  }

  void checkWritten(const OwnAccess &access) {
    const Variable &variable = *variables[access.variable];
    StringRef space = variable.space;
    if ((space != "shared" && space != "local") || !access.isRead ||
        areAllWritten || escaped.contains(access.variable) ||
        reported.contains(access.variable))
      return;
    for (const OwnAccess &other : accesses)
      if (other.variable == access.variable && other.isWritten &&
          other.node != access.node && (hasLoop || other.node < access.node) &&
          overlap(access, other))
        return;
    reported.insert(access.variable);
    findings.add(access.location, Severity::Warning, "variable-unwritten",
                 "expected '" + access.variable->name +
                     "' to be written before '" +
                     graph.nodes[access.node].instruction->getMnemonic() +
                     "' reads it, found no instruction that does" +
                     (access.offset && access.size ? " at these bytes" : ""));
  }

  const AsmGraph &graph;
  FindingList &findings;
  AsmAddressing addressing;
  AsmValues values;
  std::vector<OwnAccess> accesses;
  llvm::DenseMap<const Declarator *, const Variable *> variables;
  llvm::SmallPtrSet<const Declarator *, 4> escaped, reported;
  bool areAllWritten = false;
  bool hasLoop = false;
};

} // namespace

void mlir::tile::ptx::checkAsmOwnMemory(const AsmGraph &graph,
                                        const AsmContext &context,
                                        FindingList &findings) {
  if (graph.hasVariables() && !graph.hasUnknownName)
    OwnMemoryChecker(graph, context, findings).run();
}
