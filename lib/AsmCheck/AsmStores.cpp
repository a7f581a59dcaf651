//===- AsmStores.cpp - Stores of an asm that are lost ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store to a place that the next one writes again; a load, a sum and a store
// where many threads do the same at once; a variable of the body that nothing
// reads.
//
//===----------------------------------------------------------------------===//

#include "AsmAddressing.h"
#include "AsmSpaces.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

class StoreChecker {
public:
  StoreChecker(const AsmGraph &graph, const AsmContext &context,
               FindingList &findings)
      : graph(graph), context(context), findings(findings),
        addressing(graph, context), values(graph, context),
        origins(graph, context) {}

  void run() {
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      if (isOrdinary(graph.nodes[i], "st")) {
        checkOverwritten(i);
        checkUpdate(i);
      }
    checkUnread();
  }

private:
  bool has(const AsmNode &node, llvm::StringRef word) const {
    return llvm::is_contained(node.instruction->modifiers, word);
  }

  /// A load or store that no other thread is to see at once.
  bool isOrdinary(const AsmNode &node, llvm::StringRef opcode) const {
    return node.row && node.instruction->opcode == opcode &&
           node.instruction->operands.size() == 2 && !node.row->types.empty() &&
           !has(node, "volatile") && !has(node, "relaxed") &&
           !has(node, "release") && !has(node, "acquire") &&
           !has(node, "mmio") && !has(node, "async");
  }

  const Operand &getPlace(const AsmNode &node) const {
    return node.instruction->operands[node.instruction->opcode == "st" ? 0 : 1];
  }

  AsmAddress getAddress(const AsmNode &node) const {
    const Operand &place = getPlace(node);
    return place.kind == Operand::Address && !place.elements.empty()
               ? addressing.resolve(node, place.elements[0])
               : AsmAddress();
  }

  static unsigned getSize(const AsmNode &node) {
    return getTypeBits(node.row->types.back()) *
           std::max(1u, node.row->vectorSize);
  }

  /// Up to the next store only registers are computed.
  void checkOverwritten(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    AsmAddress address = getAddress(node);
    for (unsigned i = index + 1; i < graph.nodes.size(); ++i) {
      const AsmNode &next = graph.nodes[i];
      if (isTarget(i) || !next.row || !next.targets.empty())
        return;
      if (next.row->form->effects == NoEffects)
        continue;
      // Under a predicate it may be another one that stores.
      bool isSameGuard =
          next.guard < 0 || (next.guard == node.guard &&
                             next.isGuardNegated == node.isGuardNegated &&
                             !isWritten(node.guard, index, i));
      if (isOrdinary(next, "st") && isSameGuard &&
          getSize(next) >= getSize(node) && address.isSame(getAddress(next)))
        findings.add(
            node.instruction->location, Severity::Warning, "store-overwritten",
            "expected a load between '" + node.instruction->getMnemonic() +
                "' and '" + next.instruction->getMnemonic() +
                "' to the same place, found none, so that the first "
                "value is lost",
            "another place");
      return;
    }
  }

  bool isTarget(unsigned index) const {
    return llvm::any_of(graph.nodes, [&](const AsmNode &node) {
      return llvm::is_contained(node.targets, index);
    });
  }

  bool isWritten(int symbol, unsigned begin, unsigned end) const {
    for (unsigned i = begin; i < end; ++i)
      for (const AsmUse &use : graph.nodes[i].uses)
        if (use.isWritten && int(use.symbol) == symbol)
          return true;
    return false;
  }

  //===--- Updates of one place by many threads ---------------------------===//

  /// What wrote a register before `at` reads it; null if that is not known.
  const AsmNode *findWriter(const AsmNode &at, const Operand &operand) const {
    int symbol =
        operand.kind == Operand::Name || operand.kind == Operand::Placeholder
            ? AsmValues::findSymbol(at, operand)
            : -1;
    return symbol < 0 ? nullptr : values.findLastWriter(symbol, at);
  }

  /// Whether what is stored is computed from what a load of the place gave.
  bool isComputedFrom(const AsmNode &at, const Operand &operand,
                      const AsmNode &load, unsigned depth = 0) const {
    const AsmNode *writer = findWriter(at, operand);
    if (!writer || depth > 4)
      return false;
    if (writer == &load)
      return depth > 0;
    const auto &operands = writer->instruction->operands;
    return writer->row && writer->row->form->effects == NoEffects &&
           operands.size() >= 2 &&
           llvm::any_of(llvm::drop_begin(operands), [&](const Operand &source) {
             return isComputedFrom(*writer, source, load, depth + 1);
           });
  }

  /// Whether the index into a variable of the body is computed from what was
  /// loaded, and not from the number of the thread.
  bool isIndexOfData(const AsmNode &node) const {
    const Operand &place = getPlace(node);
    bool isShared = place.kind == Operand::Address && !place.elements.empty() &&
                    has(node, "shared");
    if (!isShared)
      return false;
    bool hasLoad = false, hasOther = false;
    bool isKnown = values.forEachSource(
        node, place.elements[0], [&](const AsmNode &source) {
          if (!source.row)
            return;
          bool isLoad = source.row->form->effects == ReadsMemory;
          hasLoad |= isLoad;
          hasOther |= !isLoad && source.row->form->effects != NoEffects;
          hasOther |= findSpecialRegister(*source.instruction,
                                          SpecialRegister::Threads) != nullptr;
        });
    return isKnown && hasLoad && !hasOther;
  }

  /// How many values a register may have, which a constant limits: of `and`,
  /// `rem` and `bfe`, through what maps different values to different ones. 0
  /// if that is not known.
  uint64_t countValues(const AsmNode &at, const Operand &operand,
                       unsigned depth = 0) const {
    const AsmNode *writer = findWriter(at, operand);
    if (!writer || writer->guard >= 0 || !writer->row || depth > 4)
      return 0;
    const auto &operands = writer->instruction->operands;
    StringRef opcode = writer->instruction->opcode;
    auto constant = [&](unsigned i) -> std::optional<int64_t> {
      return i < operands.size() ? values.findConstant(*writer, operands[i])
                                 : std::nullopt;
    };
    if (opcode == "and")
      for (unsigned i : {1, 2})
        if (std::optional<int64_t> mask = constant(i))
          return llvm::popcount(uint64_t(*mask)) < 32
                     ? uint64_t(1) << llvm::popcount(uint64_t(*mask))
                     : 0;
    bool isUnsigned = !writer->row->types.empty() &&
                      writer->row->types.back().starts_with("u");
    if (opcode == "rem" && isUnsigned)
      if (std::optional<int64_t> divisor = constant(2))
        return *divisor > 0 ? uint64_t(*divisor) : 0;
    if (opcode == "bfe" && isUnsigned)
      if (std::optional<int64_t> length = constant(3))
        return *length >= 0 && *length < 32 ? uint64_t(1) << *length : 0;
    bool isMapped = opcode == "mov" || opcode == "cvt" || opcode == "cvta" ||
                    ((opcode == "shl" || opcode == "mul") && constant(2));
    if (isMapped && operands.size() >= 2)
      return countValues(*writer, operands[1], depth + 1);
    if (opcode == "mad" && operands.size() == 4 && constant(2) &&
        isUniformPointer(*writer, operands[3]))
      return countValues(*writer, operands[1], depth + 1);
    if (opcode == "add" && operands.size() == 3)
      for (unsigned base : {1, 2})
        if (isUniformPointer(*writer, operands[base]) || constant(base))
          return countValues(*writer, operands[3 - base], depth + 1);
    return 0;
  }

  /// A pointer that all elements share, as it came.
  bool isUniformPointer(const AsmNode &node, const Operand &operand) const {
    AsmAddress address = addressing.resolve(node, operand);
    return address.symbol >= 0 && !address.root &&
           address.symbol < int(context.operands.size()) &&
           context.operands[address.symbol].isUniform;
  }

  /// All elements load, change and store one place of memory, or some of them
  /// do.
  void checkUpdate(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    AsmAddress address = getAddress(node);
    bool isOfAll = address.symbol >= 0 &&
                   address.symbol < int(context.operands.size()) &&
                   context.operands[address.symbol].isUniform &&
                   address.offset && !address.variable;
    bool isRepeated = isOfAll && context.isOncePerElement && !context.isScalar;
    bool isByData = context.hasThreadScope && context.numThreads > 1 &&
                    node.guard < 0 && isIndexOfData(node);
    uint64_t numPlaces = 0;
    const Operand &place = getPlace(node);
    if (context.isOncePerElement && node.guard < 0 &&
        place.kind == Operand::Address && !place.elements.empty())
      numPlaces = countValues(node, place.elements[0]);
    bool areShared = numPlaces && numPlaces < context.numElements;
    if (!isRepeated && !isByData && !areShared)
      return;
    for (unsigned i = 0; i < index; ++i)
      if (const AsmNode &load = graph.nodes[i];
          isOrdinary(load, "ld") && address.isSame(getAddress(load)) &&
          isComputedFrom(node, node.instruction->operands[1], load)) {
        findings.add(node.instruction->location, Severity::Warning,
                     "update-race",
                     "expected an atomic operation on " +
                         describePlace(isRepeated, isByData, numPlaces) +
                         ", found '" + load.instruction->getMnemonic() +
                         "', a change and '" + node.instruction->getMnemonic() +
                         "', between which others do the same",
                     "red or atom");
        return;
      }
  }

  std::string describePlace(bool isRepeated, bool isByData,
                            uint64_t numPlaces) const {
    if (isRepeated)
      return "the place that all elements share";
    if (isByData)
      return "a place whose index several threads may have";
    return "one of " + std::to_string(numPlaces) +
           " places, which are too few for " +
           std::to_string(context.numElements) + " elements";
  }

  //===--- Variables that nothing reads -----------------------------------===//

  /// Only stores, and copies into it, name a variable, and all addresses are
  /// known.
  void checkUnread() {
    llvm::SmallVector<const AsmVariableUse *> uses;
    llvm::SmallPtrSet<const Declarator *, 4> read;
    llvm::SmallVector<std::pair<const Declarator *, const AsmNode *>> writes;
    for (const AsmNode &node : graph.nodes) {
      if (!node.row)
        return;
      bool isStore = isOrdinary(node, "st");
      bool isCopy = node.instruction->opcode == "cp" && has(node, "async") &&
                    !has(node, "bulk");
      bool isLoad = isOrdinary(node, "ld");
      unsigned effects = node.row->form->effects;
      bool isOther = (effects & (ReadsMemory | WritesMemory)) && !isStore &&
                     !isCopy && !isLoad;
      for (const Operand &operand : node.instruction->operands) {
        if (operand.kind != Operand::Address || operand.elements.empty()) {
          // An address that is stored, or given out.
          if (isStore && addressing.resolve(node, operand).variable)
            return;
          continue;
        }
        AsmAddress address = addressing.resolve(node, operand.elements[0]);
        bool isForeign =
            (address.symbol >= 0 && address.symbol < int(graph.numOperands)) ||
            origins.get(node, operand.elements[0]).kind == AsmOrigin::Pointer;
        if (!address.variable && !isForeign)
          return;
        if (!address.variable)
          continue;
        bool isTo =
            isStore || (isCopy && &operand == &node.instruction->operands[0]);
        if (isTo)
          writes.push_back({address.variable, &node});
        else
          read.insert(address.variable);
      }
      bool isGivenOut = llvm::any_of(node.uses, [&](const AsmUse &use) {
        return use.isWritten && use.symbol < graph.numOperands;
      });
      for (const AsmVariableUse &use : node.variables)
        if (use.declarator && (isGivenOut || isOther ||
                               (use.space != "shared" && use.space != "local")))
          read.insert(use.declarator);
      if (isOther && node.variables.empty())
        hasOther = true;
    }
    for (auto [variable, node] : writes) {
      if (hasOther || read.contains(variable))
        continue;
      findings.add(node->instruction->location, Severity::Warning,
                   "variable-unread",
                   "expected an instruction to read '" + Twine(variable->name) +
                       "', which '" + node->instruction->getMnemonic() +
                       "' writes, found none",
                   "leave it out, or load it");
      return;
    }
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  AsmAddressing addressing;
  AsmValues values;
  AsmOrigins origins;
  /// An instruction reads or writes memory in a way that is not followed.
  bool hasOther = false;
};

} // namespace

void mlir::tile::ptx::checkAsmStores(const AsmGraph &graph,
                                     const AsmContext &context,
                                     FindingList &findings) {
  bool hasStore = llvm::any_of(graph.nodes, [](const AsmNode &node) {
    return node.instruction->opcode == "st" || node.instruction->opcode == "cp";
  });
  if (hasStore && !graph.hasUnknownName && !graph.hasUnknownTarget &&
      findings.size() == 0)
    StoreChecker(graph, context, findings).run();
}
