//===- AsmSpaces.cpp - Where the addresses of an asm come from ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmSpaces.h"

#include "AsmAddressing.h"
#include "AsmOperands.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

/// Instructions that are looked at before all origins are given up.
static constexpr size_t kMaxOriginSteps = 1 << 18;

AsmOrigin AsmOrigins::get(const AsmNode &node, const Operand &operand) const {
  if (!isSolved)
    solve();
  AsmOrigin origin = lookup(node, operand);
  return origin.kind == AsmOrigin::Unknown ? follow(node, operand, 0) : origin;
}

/// Where a register has several origins, that of the last write.
AsmOrigin AsmOrigins::follow(const AsmNode &node, const Operand &operand,
                             unsigned depth) const {
  constexpr unsigned kMaxDepth = 8;
  AsmOrigin origin = lookup(node, operand);
  int symbol = AsmValues::findSymbol(node, operand);
  if (origin.kind != AsmOrigin::Unknown || symbol < 0 || depth > kMaxDepth)
    return origin;
  const AsmNode *writer = values.findLastWriter(symbol, node);
  if (!writer || !writer->row)
    return origin;
  return compute(*writer, [&](const AsmNode &at, const Operand &source) {
    return follow(at, source, depth + 1);
  });
}

bool AsmOrigins::areAllOwn(const AsmNode &node, StringRef space) const {
  bool hasAddress = false;
  for (const Operand &operand : node.instruction->operands) {
    if (operand.kind != Operand::Address && operand.kind != Operand::Element)
      continue;
    hasAddress = true;
    bool isVariable = operand.kind == Operand::Element;
    const Operand *base = isVariable                 ? &operand
                          : operand.elements.empty() ? nullptr
                                                     : &operand.elements[0];
    if (!base)
      return false;
    AsmOrigin origin = get(node, *base);
    if (origin.kind != AsmOrigin::Own ||
        (!space.empty() && origin.space != space))
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
    if (known.kind == AsmOrigin::Pointer && known.pointee != origin.pointee)
      known.pointee = "";
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
                     ? AsmOrigin{AsmOrigin::Pointer, operand.space, unsigned(k),
                                 operand.pointee, operand.pointeeBits}
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
          origin = compute(node, [&](const AsmNode &at, const Operand &source) {
            return lookup(at, source);
          });
        changed |= join(use.symbol, *origin);
      }
    }
  }
}

/// The origin of what an instruction writes.
AsmOrigin AsmOrigins::compute(const AsmNode &node, Lookup find) const {
  if (!node.row)
    return {AsmOrigin::Unknown};
  const Instruction &instruction = *node.instruction;
  AsmOrigin origin = getArithmeticOrigin(node, find);
  // One finding is enough: after a conversion from a space that the pointer is
  // not of, it has none.
  if (instruction.opcode == "cvta" && origin.kind == AsmOrigin::Pointer &&
      getAddressSpace(*node.row) != origin.space)
    return {AsmOrigin::Unknown};
  if (instruction.opcode == "cvta" && origin.kind == AsmOrigin::Own)
    origin.isGeneric = !node.row->has("to");
  if (instruction.opcode == "mapa" && node.row->has("shared::cluster"))
    return {AsmOrigin::Remote, "shared"};
  origin.isCut |=
      instruction.opcode == "cvt" && origin.kind == AsmOrigin::Pointer &&
      origin.space == "global" && getTypeBits(node.row->types[0]) < 64;
  return origin;
}

AsmOrigin AsmOrigins::getArithmeticOrigin(const AsmNode &node,
                                          Lookup find) const {
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
               ? find(node, instruction.operands[1])
               : AsmOrigin{AsmOrigin::Unknown};
  if (form == OfLast)
    return find(node, instruction.operands.back());
  // The sum of a pointer and what is none.
  AsmOrigin result{AsmOrigin::Unknown};
  unsigned numPointers = 0;
  for (const Operand &operand : llvm::drop_begin(instruction.operands)) {
    AsmOrigin origin = find(node, operand);
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

/// Instructions whose words alone say what their one address is.
static bool isAccess(const AsmNode &node) {
  return llvm::is_contained({"ld", "st", "atom", "red"},
                            node.instruction->opcode) &&
         !node.row->has("async") && !node.row->has("bulk");
}

/// The address of a variable of `.shared` and the like, without or with a cvta
/// where the instruction needs it the other way.
static void reportOwn(const AsmGraph &graph, const AsmNode &node,
                      const Operand &operand, const AsmOrigin &origin,
                      StringRef space, FindingList &findings) {
  // A variable by its name is where it is; of .global, both are the same.
  bool isByName = llvm::any_of(node.variables, [&](const AsmVariableUse &use) {
    return use.location.offset == operand.location.offset;
  });
  if (origin.kind != AsmOrigin::Own || isByName || !isAccess(node) ||
      !llvm::is_contained({"shared", "local", "const"}, origin.space) ||
      isUnclear(graph, node, operand))
    return;
  if (origin.isGeneric ? space.empty() : space == origin.space)
    return;
  std::string found =
      "found one computed from a variable in ." + origin.space.str();
  std::string name = "." + origin.space.str();
  bool isOther = !space.empty() && space != origin.space;
  findings.add(
      operand.location, Severity::Warning, "address-space",
      "expected " +
          (space.empty() ? Twine("a generic address")
                         : "an address in ." + Twine(space)) +
          " for '" + node.instruction->getMnemonic() + "', " + found +
          (origin.isGeneric && !isOther ? ", which cvta made generic" : ""),
      isOther            ? "name " + name
      : origin.isGeneric ? "leave out " + name + ", or the cvta"
                         : "name " + name + ", or convert the address by cvta" +
                               name + ".u64");
}

/// Shared memory of another CTA in an access to that of this one.
static void reportRemote(const AsmGraph &graph, const AsmNode &node,
                         const Operand &operand, const AsmOrigin &origin,
                         FindingList &findings) {
  bool isLocal = isAccess(node) || node.instruction->opcode == "mbarrier";
  if (origin.kind != AsmOrigin::Remote || !isLocal ||
      node.row->has("shared::cluster") || isUnclear(graph, node, operand))
    return;
  findings.add(operand.location, Severity::Warning, "address-space",
               "expected an address of this CTA for '" +
                   node.instruction->getMnemonic() +
                   "', found one that 'mapa' made of another CTA",
               "name .shared::cluster");
}

/// A pointer of 64 bits, cut to 32.
static void reportCut(const AsmNode &node, const Operand &operand,
                      const AsmOrigin &origin, FindingList &findings) {
  StringRef space = node.row ? getAddressSpace(*node.row) : StringRef();
  if (origin.kind == AsmOrigin::Pointer && origin.isCut && isAccess(node) &&
      (space.empty() || space == origin.space))
    findings.add(operand.location, Severity::Warning, "pointer-cut",
                 "expected all 64 bits of $" + Twine(origin.placeholder) +
                     " as the address for '" + node.instruction->getMnemonic() +
                     "', found the 32 bits that a 'cvt' left of them",
                 "registers of 64 bits for addresses of .global");
}

//===----------------------------------------------------------------------===//
// Pointers in accesses of another type
//===----------------------------------------------------------------------===//

namespace {
/// One access to what a pointer points to.
struct TypedAccess {
  const AsmNode &node;
  const AsmOrigin &origin;
  /// Of the instruction; f16 of f16x2.
  StringRef type;
  unsigned bits;
  /// With the elements of `.v2` and `.f16x2`.
  unsigned allBits;
  /// The pointer itself, not a place after it.
  bool isDirect;
};
} // namespace

/// The integers that a float has the order of are one way to its maximum, and
/// `cas` and `exch` move bits, whatever they are.
static std::string findTypeProblem(const TypedAccess &access) {
  const AsmOrigin &origin = access.origin;
  bool isFloat = isFloatType(access.type);
  bool isFloatPointee = isFloatType(origin.pointee);
  StringRef opcode = access.node.instruction->opcode;
  bool isAtomic = opcode == "atom" || opcode == "red" || opcode == "cp";
  bool isSum = isAtomic && access.node.row->has("add");
  bool isNumber = isSum || access.node.row->has("min") ||
                  access.node.row->has("max") || access.node.row->has("inc") ||
                  access.node.row->has("dec");
  // Two halves may be in one integer.
  if (isFloat && !isFloatPointee && access.bits < access.allBits &&
      access.allBits == origin.pointeeBits)
    return "";
  if (isFloat && !isFloatPointee)
    return "floats";
  if (!isFloat && isFloatPointee && isSum)
    return "integers";
  if (isFloat && isFloatPointee && access.type != origin.pointee)
    return access.type.str();
  std::string width = std::to_string(access.allBits) + " bits";
  if (isAtomic && access.bits != origin.pointeeBits &&
      (isNumber || access.isDirect))
    return width;
  if (!access.isDirect || isAtomic)
    return "";
  return access.allBits < origin.pointeeBits ? width : "";
}

static void reportType(const AsmGraph &graph, const AsmNode &node,
                       const Operand &operand, const AsmOrigin &origin,
                       FindingList &findings) {
  bool isSum = node.instruction->opcode == "cp" && node.row->has("reduce") &&
               !node.row->has("tensor");
  bool isAccess = isSum || (llvm::is_contained({"ld", "st", "atom", "red"},
                                               node.instruction->opcode) &&
                            !node.row->has("async") && !node.row->has("bulk"));
  if (origin.kind != AsmOrigin::Pointer || origin.pointee.empty() ||
      !isAccess || node.row->types.empty() || isUnclear(graph, node, operand))
    return;
  StringRef type = node.row->types.back();
  unsigned bits = getTypeBits(type);
  unsigned allBits = bits * std::max(1u, node.row->vectorSize);
  if (type.consume_back("x2"))
    bits /= 2;
  bool isDirect = operand.kind == Operand::Placeholder &&
                  operand.bits == origin.placeholder && operand.offset == 0 &&
                  operand.offsetPlaceholder < 0;
  std::string found =
      findTypeProblem({node, origin, type, bits, allBits, isDirect});
  if (found.empty())
    return;
  findings.add(operand.location, Severity::Warning, "pointer-type",
               "expected an access to " + Twine(origin.pointee) +
                   ", to which $" + Twine(origin.placeholder) +
                   " points, found '" + node.instruction->getMnemonic() +
                   "' on " + found,
               "take the type of the elements");
}

/// A constant offset, in bytes, that leads between two elements.
static void reportOffset(const AsmNode &node, const Operand &operand,
                         const AsmOrigin &origin, const AsmAddress &address,
                         FindingList &findings) {
  // A bulk copy begins at a multiple of 16 bytes.
  bool isBulk = node.instruction->opcode == "cp" && node.row->has("bulk") &&
                !node.row->has("tensor");
  bool isAccess = llvm::is_contained({"ld", "st", "atom", "red"},
                                     node.instruction->opcode) &&
                  !node.row->types.empty();
  isAccess |= isBulk;
  if (origin.kind != AsmOrigin::Pointer || origin.pointee.empty() ||
      !isAccess || address.variable || !address.offset ||
      address.symbol != int(origin.placeholder))
    return;
  unsigned bits = isBulk ? 128
                         : getTypeBits(node.row->types.back()) *
                               std::max(1u, node.row->vectorSize);
  // A vector lies at a multiple of all of it.
  int64_t bytes = (isBulk || node.row->vectorSize > 1
                       ? bits
                       : std::min(bits, origin.pointeeBits)) /
                  8;
  if (bytes > 1 && *address.offset % bytes != 0)
    findings.add(operand.location, Severity::Warning, "pointer-offset",
                 "expected a multiple of " + Twine(bytes) + " bytes after $" +
                     Twine(origin.placeholder) + ", which points to " +
                     origin.pointee + ", found " + Twine(*address.offset) +
                     " in '" + node.instruction->getMnemonic() + "'",
                 "offsets count bytes");
}

/// Two addresses that are added.
static void reportSum(const AsmGraph &graph, const AsmNode &node,
                      const AsmOrigins &origins, FindingList &findings) {
  const Instruction &instruction = *node.instruction;
  if (instruction.opcode != "add" || instruction.operands.size() != 3)
    return;
  const Operand &second = instruction.operands[2];
  AsmOrigin a = origins.get(node, instruction.operands[1]);
  AsmOrigin b = origins.get(node, second);
  if (a.kind != AsmOrigin::Pointer || b.kind != AsmOrigin::Pointer ||
      isUnclear(graph, node, second))
    return;
  findings.add(second.location, Severity::Warning, "pointer-sum",
               "expected a number of bytes that '" + instruction.getMnemonic() +
                   "' adds to $" + Twine(a.placeholder) + ", found $" +
                   Twine(b.placeholder) + ", another pointer");
}

/// Several loads through one pointer of a group, each of one element, while no
/// instruction reads another one: each element has a pointer of its own.
static void reportUnusedPointer(const AsmGraph &graph,
                                const AsmContext &context,
                                FindingList &findings) {
  llvm::BitVector isRead(context.operands.size());
  for (const AsmNode &node : graph.nodes)
    for (const AsmUse &use : node.uses)
      if (!use.isWritten && use.placeholder >= 0)
        isRead.set(use.placeholder);
  for (auto [k, operand] : llvm::enumerate(context.operands)) {
    bool isUnread = !operand.isOutput && !operand.isImmediate &&
                    !operand.space.empty() && !operand.isOfWholeGroup &&
                    operand.pointeeBits > 0 && !isRead[k];
    if (!isUnread)
      continue;
    unsigned numLoads = 0, numOthers = 0;
    const Operand *last = nullptr;
    for (const AsmNode &node : graph.nodes)
      for (const AsmUse &use : node.uses) {
        if (use.isWritten || use.placeholder < 0 ||
            context.operands[use.placeholder].value != operand.value)
          continue;
        const auto &operands = node.instruction->operands;
        bool isElement =
            node.row && node.instruction->opcode == "ld" &&
            operands.size() == 2 && operands[1].kind == Operand::Address &&
            operands[1].elements.size() == 1 && !node.row->types.empty() &&
            node.row->vectorSize <= 1 &&
            getTypeBits(node.row->types.back()) <= operand.pointeeBits;
        (isElement ? numLoads : numOthers) += 1;
        if (isElement)
          last = &operands[1].elements[0];
      }
    if (numLoads < 2 || numOthers > 0)
      continue;
    findings.add(last->location, Severity::Warning, "pointer-unread",
                 "expected each element to be loaded by its own pointer, found "
                 "that no instruction reads $" +
                     Twine(k) + ", that of element " +
                     Twine(operand.firstElement));
    return;
  }
}

/// PTX ISA, "ld.global.nc": what it reads is not written while the kernel runs.
static void reportNonCoherent(const AsmGraph &graph, const AsmOrigins &origins,
                              FindingList &findings) {
  llvm::SmallVector<unsigned> written;
  auto forEachPointer = [&](auto function) {
    for (const AsmNode &node : graph.nodes)
      for (const Operand &operand : node.instruction->operands)
        if (node.row && operand.kind == Operand::Address &&
            !operand.elements.empty())
          if (AsmOrigin origin = origins.get(node, operand.elements[0]);
              origin.kind == AsmOrigin::Pointer)
            function(node, operand.elements[0], origin.placeholder);
  };
  forEachPointer([&](const AsmNode &node, const Operand &, unsigned pointer) {
    if (llvm::is_contained({"st", "atom", "red"}, node.instruction->opcode))
      written.push_back(pointer);
  });
  if (written.empty())
    return;
  forEachPointer(
      [&](const AsmNode &node, const Operand &place, unsigned pointer) {
        if (node.instruction->opcode == "ld" && node.row->has("nc") &&
            llvm::is_contained(written, pointer))
          findings.add(place.location, Severity::Warning, "load-stale",
                       "expected memory that nothing writes in '" +
                           node.instruction->getMnemonic() + "', found $" +
                           Twine(pointer) + ", to which the asm stores",
                       "leave out '.nc'");
      });
}

void mlir::tile::ptx::checkAsmSpaces(const AsmGraph &graph,
                                     const AsmContext &context,
                                     FindingList &findings) {
  bool hasPointer =
      llvm::any_of(context.operands, [](const AsmOperand &operand) {
        return !operand.space.empty();
      });
  if (!hasPointer && !graph.hasVariables())
    return;
  AsmOrigins origins(graph, context);
  AsmAddressing addressing(graph, context);
  bool hasNonCoherent = false;
  for (const AsmNode &node : graph.nodes) {
    if (!node.row)
      continue;
    const Instruction &instruction = *node.instruction;
    reportSum(graph, node, origins, findings);
    if (instruction.opcode == "mapa" && instruction.operands.size() == 3)
      report(graph, node, instruction.operands[1],
             origins.get(node, instruction.operands[1]), "shared", findings);
    hasNonCoherent |= instruction.opcode == "ld" && node.row->has("nc");
    if (instruction.opcode == "cvta" && instruction.operands.size() == 2)
      report(graph, node, instruction.operands[1],
             origins.get(node, instruction.operands[1]),
             getAddressSpace(*node.row), findings);
    for (auto [i, operand] : llvm::enumerate(instruction.operands))
      if (operand.kind == Operand::Address && !operand.elements.empty()) {
        const Operand &base = operand.elements[0];
        AsmOrigin origin = origins.get(node, base);
        StringRef space = getAddressSpace(instruction, *node.row, i);
        report(graph, node, base, origin, space, findings);
        reportOwn(graph, node, base, origin, space, findings);
        reportRemote(graph, node, base, origin, findings);
        reportCut(node, base, origin, findings);
        reportType(graph, node, base, origin, findings);
        reportOffset(node, base, origin, addressing.resolve(node, base),
                     findings);
      }
  }
  if (hasPointer)
    reportUnusedPointer(graph, context, findings);
  if (hasNonCoherent)
    reportNonCoherent(graph, origins, findings);
}
