//===- AsmGraph.cpp - An asm body as instructions and edges ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More than 600 lines: one walk finds names, instructions and branches, and
// each needs what the others have found.
//
//===----------------------------------------------------------------------===//

#include "AsmGraph.h"
#include "AsmOperands.h"
#include "AsmSizes.h"
#include "UnknownNames.h"

#include "tile/AsmCheck/AsmImmediates.h"
#include "tile/Hardware/GPUInfo.h"
#include "tile/PTX/Checker.h"
#include "tile/PTX/OperandAccess.h"
#include "tile/PTX/RegisterScopes.h"
#include "tile/PTX/Suggestions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

/// The names that LLVM's NVPTX back end gives registers of a class: `%r` and a
/// number. Source: NVPTXInstPrinter.cpp and what it prints.
static StringRef getCompilerPrefix(StringRef type) {
  return llvm::StringSwitch<StringRef>(type)
      .Case("pred", "%p")
      .Case("b16", "%rs")
      .Cases({"b32", "f32"}, "%r")
      .Cases({"b64", "f64"}, "%rd")
      .Case("b128", "%rq")
      .Default("");
}

/// The constraint whose class has registers for a type, or 0.
static char getConstraintLetter(StringRef type, unsigned bits) {
  if (type == "pred")
    return 'b';
  if (type == "f32" || type == "f64")
    return type == "f32" ? 'f' : 'd';
  return bits == 16    ? 'h'
         : bits == 32  ? 'r'
         : bits == 64  ? 'l'
         : bits == 128 ? 'q'
                       : 0;
}

namespace {

class GraphBuilder {
public:
  GraphBuilder(const AsmContext &context, FindingList &findings)
      : context(context), findings(findings), sizes(context.target) {
    if (context.target)
      targets.push_back(*context.target);
    else
      // All GPUs with features of their own.
      for (const mlir::tile::GPUInfo &info : mlir::tile::kGPUs)
        if (info.capability >= 90)
          targets.push_back({info.capability, 'a'});
    graph.numOperands = context.operands.size();
    for (unsigned k = 0; k < graph.numOperands; ++k)
      graph.symbols.push_back("$" + std::to_string(k));
  }

  AsmGraph build(const AsmBody &body) {
    checkClasses(body);
    walk(body.statements, /*parent=*/-1);
    resolveBranches();
    checkParameterLoads();
    graph.isUnclear.resize(graph.symbols.size());
    for (unsigned symbol : unclear)
      graph.isUnclear.set(symbol);
    return std::move(graph);
  }

private:
  /// The labels of a block; they are known in all of it and in blocks inside.
  struct LabelScope {
    int parent;
    llvm::StringMap<unsigned> labels;
    llvm::StringMap<const TargetList *> lists;
  };
  struct Branch {
    unsigned node;
    int scope;
    /// The label, or the list of labels.
    const Operand *operand;
    bool isList;
  };

  //===--- Statements -----------------------------------------------------===//

  void walk(ArrayRef<Statement> statements, int parent) {
    int scope = labelScopes.size();
    labelScopes.push_back({parent, {}, {}});
    registers.push();
    for (auto [i, statement] : llvm::enumerate(statements)) {
      if (const auto *variable = statement.getIf<Variable>())
        declare(*variable, scope);
      else if (const auto *block = statement.getIf<Block>())
        walk(block->statements, scope);
      else if (const auto *label = statement.getIf<Label>())
        addLabel(*label, scope,
                 i + 1 < statements.size()
                     ? statements[i + 1].getIf<TargetList>()
                     : nullptr);
      else if (const auto *instruction = statement.getIf<Instruction>())
        addInstruction(*instruction, scope);
      else if (const auto *directive = statement.getIf<Directive>())
        report(checkAsmDirective(*directive));
      else if (const auto *list = statement.getIf<TargetList>())
        addTargetList(*list, scope, i > 0 && statements[i - 1].getIf<Label>());
      else if (const auto *prototype = statement.getIf<CallPrototype>())
        checkHasLabel(prototype->location,
                      i > 0 && statements[i - 1].getIf<Label>());
    }
    registers.pop();
  }

  /// Where the asm operand `number` comes first; else the beginning.
  static Location findPlaceholder(ArrayRef<Statement> statements,
                                  unsigned number) {
    for (const Statement &statement : statements) {
      Location found{0, 1, 1};
      if (const auto *block = statement.getIf<Block>())
        found = findPlaceholder(block->statements, number);
      else if (const auto *instruction = statement.getIf<Instruction>())
        found = findPlaceholder(instruction->operands, number);
      if (found.offset != 0)
        return found;
    }
    return {0, 1, 1};
  }
  static Location findPlaceholder(ArrayRef<Operand> operands, unsigned number) {
    for (const Operand &operand : operands) {
      if (operand.kind == Operand::Placeholder && operand.bits == number)
        return operand.location;
      Location found = findPlaceholder(operand.elements, number);
      if (found.offset != 0)
        return found;
    }
    return {0, 1, 1};
  }

  /// Registers of 128 bits: PTX ISA, "Fundamental Types".
  void checkClasses(const AsmBody &body) {
    for (auto [k, operand] : llvm::enumerate(context.operands))
      if (operand.type == "b128" && context.version != 0 &&
          context.version < 83)
        findings.add(findPlaceholder(body.statements, k), Severity::Error,
                     "needs-ptx-version",
                     "expected PTX ISA 8.3 for a register of 128 bits, found "
                     "$" +
                         Twine(k) + " and version " +
                         Twine(context.version / 10) + "." +
                         Twine(context.version % 10),
                     makeVersionHint());
  }

  std::string makeVersionHint() const {
    return context.isVersionGiven
               ? "that version was asked for, by --ptx-version or the module's "
                 "target, and is kept"
               : "--ptx-version sets it";
  }

  void checkHasLabel(Location location, bool hasLabel) {
    if (!hasLabel)
      findings.add(location, Severity::Error, "declaration",
                   "expected a label before a list of targets or a prototype, "
                   "found none");
  }

  /// Its labels must be there even where no branch takes it.
  void addTargetList(const TargetList &list, int scope, bool hasLabel) {
    checkHasLabel(list.location, hasLabel);
    if (!list.isCall)
      targetLists.push_back({&list, scope});
  }

  void report(const std::optional<OperandProblem> &problem) {
    if (problem)
      findings.add(problem->location,
                   problem->isWarning ? Severity::Warning : Severity::Error,
                   problem->name, problem->message, problem->hint,
                   problem->fixes);
  }

  void declare(const Variable &variable, int scope) {
    std::optional<OperandProblem> problem =
        checkAsmDeclaration(variable, context.version);
    if (!problem)
      problem = sizes.add(variable);
    graph.hasUnknownName |= problem.has_value();
    report(problem);
    for (const Declarator &declarator : variable.names) {
      if (labelScopes[scope].labels.contains(declarator.name))
        findings.add(declarator.location, Severity::Error,
                     "register-redeclared",
                     "expected a name that the block does not have yet, found "
                     "the label '" +
                         Twine(declarator.name) + "'");
      checkCapture(variable, declarator);
    }
    registers.declare(variable, [&](const Declarator &declarator) {
      findings.add(declarator.location, Severity::Error, "register-redeclared",
                   "expected a name that the block does not have yet, found '" +
                       Twine(declarator.name) + "' again");
    });
  }

  /// The text is pasted between the compiler's registers: `%r1` of the body
  /// hides that which `$0` may be.
  void checkCapture(const Variable &variable, const Declarator &declarator) {
    StringRef name = declarator.name;
    StringRef stem = declarator.rangeCount ? name : name.rtrim("0123456789");
    if (!name.starts_with("%") || (!declarator.rangeCount && stem == name))
      return;
    for (auto [k, operand] : llvm::enumerate(context.operands)) {
      if (operand.isImmediate || getCompilerPrefix(operand.type) != stem)
        continue;
      findings.add(declarator.location, Severity::Error, "register-captures",
                   "expected a name that the compiler does not use, found '" +
                       Twine(name) + "', which may be the register of $" +
                       Twine(k),
                   "leave out the '%'");
      return;
    }
  }

  void addLabel(const Label &label, int scope, const TargetList *list) {
    report(checkAsmLabel(label));
    LabelScope &labels = labelScopes[scope];
    if (labels.labels.contains(label.name) ||
        labels.lists.contains(label.name) ||
        registers.isDeclaredInInnermost(label.name))
      findings.add(label.location, Severity::Error, "label-redeclared",
                   "expected a label that the block does not have yet, found "
                   "'" +
                       Twine(label.name) + "' again");
    if (list)
      labels.lists[label.name] = list;
    else
      labels.labels[label.name] = graph.nodes.size();
  }

  //===--- Instructions ---------------------------------------------------===//

  /// An instruction, and what the names of its operands mean.
  struct Known {
    const Instruction *instruction;
    const InstructionMatch *row = nullptr;
    llvm::SmallVector<std::pair<const Operand *, std::optional<DeclaredName>>,
                      4>
        names;
  };

  Known describe(const Instruction &instruction) const {
    Known known{&instruction, nullptr, {}};
    if (instruction.guard)
      describe(*instruction.guard, known);
    for (const Operand &operand : instruction.operands)
      describe(operand, known);
    return known;
  }

  void describe(const Operand &operand, Known &known) const {
    if (operand.kind == Operand::Name || operand.kind == Operand::Element)
      known.names.push_back({&operand, registers.lookup(operand.name)});
    for (const Operand &element : operand.elements)
      describe(element, known);
  }

  std::optional<DeclaredName> lookup(const Operand &operand) const {
    for (const auto &[named, meaning] : current->names)
      if (named == &operand)
        return meaning;
    return registers.lookup(operand.name);
  }

  /// One of the last instructions without findings that has the same words on
  /// the same kinds of operands: the table says the same of both.
  const Known *findAlike(const Known &known) const {
    constexpr size_t kMaxTries = 64;
    const Instruction &instruction = *known.instruction;
    size_t begin = rightOnes.size() - std::min(rightOnes.size(), kMaxTries);
    for (size_t i = rightOnes.size(); i > begin; --i) {
      const Known &before = rightOnes[i - 1];
      const Instruction &other = *before.instruction;
      if (other.opcode != instruction.opcode ||
          other.modifiers != instruction.modifiers ||
          other.operands.size() != instruction.operands.size() ||
          other.guard.has_value() != instruction.guard.has_value())
        continue;
      const auto *a = before.names.begin(), *b = known.names.begin();
      if ((!instruction.guard ||
           areAlike(*other.guard, *instruction.guard, a, b)) &&
          areAlike(other.operands, instruction.operands, a, b))
        return &before;
    }
    return nullptr;
  }

  template <typename Names>
  bool areAlike(ArrayRef<Operand> first, ArrayRef<Operand> second, Names &a,
                Names &b) const {
    return first.size() == second.size() &&
           llvm::all_of(llvm::zip(first, second), [&](const auto &both) {
             return areAlike(std::get<0>(both), std::get<1>(both), a, b);
           });
  }

  template <typename Names>
  bool areAlike(const Operand &first, const Operand &second, Names &a,
                Names &b) const {
    if (first.kind != second.kind || first.isUnsigned != second.isUnsigned ||
        first.isNegated != second.isNegated ||
        first.isMinus != second.isMinus || first.offset != second.offset ||
        first.offsetPlaceholder != second.offsetPlaceholder ||
        first.component != StringRef(second.component))
      return false;
    switch (first.kind) {
    case Operand::Placeholder:
      if (first.bits != second.bits && !areAlike(first.bits, second.bits))
        return false;
      break;
    case Operand::Name:
    case Operand::Element:
      if (!areAlike(a->second, b->second) &&
          (a->second || b->second || first.name != second.name))
        return false;
      ++a, ++b;
      break;
    default:
      if (first.bits != second.bits || first.name != second.name)
        return false;
    }
    return areAlike(first.elements, second.elements, a, b);
  }

  /// Registers of one type. A constant or variable is only like itself.
  bool areAlike(uint64_t first, uint64_t second) const {
    if (std::max(first, second) >= graph.numOperands)
      return false;
    const AsmOperand &a = context.operands[first];
    const AsmOperand &b = context.operands[second];
    return !a.isImmediate && !b.isImmediate && a.type == b.type;
  }
  static bool areAlike(const std::optional<DeclaredName> &first,
                       const std::optional<DeclaredName> &second) {
    return first && second &&
           (first->declaration == second->declaration ||
            (first->isRegister && second->isRegister &&
             first->type == second->type &&
             first->variable->type == second->variable->type &&
             first->variable->vectorSize == second->variable->vectorSize));
  }

  /// Of an instruction that is not like another one.
  void setRow(AsmNode &node, std::optional<InstructionMatch> row) {
    if (node.row)
      graph.rows.pop_back();
    node.row = nullptr;
    if (!row)
      return;
    graph.rows.push_back(
        std::make_unique<const InstructionMatch>(std::move(*row)));
    node.row = graph.rows.back().get();
  }

  void addInstruction(const Instruction &instruction, int scope) {
    graph.nodes.emplace_back();
    AsmNode &node = graph.nodes.back();
    node.instruction = &instruction;
    Known known = describe(instruction);
    current = &known;
    isKnownOpcode = true;
    bool isUnclear = false;
    if (const Known *alike = findAlike(known)) {
      node.row = alike->row;
    } else {
      size_t numFindings = findings.size();
      isUnclear = !checkWithTable(instruction, node);
      // Of an instruction that PTX has not, no operand is wrong.
      isKnownOpcode = !lookupForms(instruction.opcode).empty();
      if (!node.row)
        setRow(node, findRow(instruction));
      known.row = node.row;
      if (node.row && !isUnclear && findings.size() == numFindings)
        rightOnes.push_back(known);
    }
    if (instruction.guard) {
      node.isGuardNegated = instruction.guard->isNegated;
      bool hadUnknownName = graph.hasUnknownName;
      graph.hasUnknownName = false;
      std::optional<AsmUse> use = makeUse(*instruction.guard, AccessContext());
      // Nothing is known of a guard that nothing declares.
      isUnclear |= graph.hasUnknownName;
      graph.hasUnknownName |= hadUnknownName;
      if (use) {
        node.guard = use->symbol;
        node.uses.push_back(*use);
      }
    }
    forEachAccess(instruction, node.row,
                  [&](const Operand &operand, AccessContext access) {
                    if (access.access == Access::Reference)
                      return;
                    std::optional<AsmUse> use = makeUse(operand, access);
                    if (!use)
                      return;
                    node.uses.push_back(*use);
                    if (isUnclear)
                      unclear.push_back(use->symbol);
                  });
    noteCarry(instruction, node, isUnclear);
    StringRef opcode = instruction.opcode;
    hasCall |= opcode == "call";
    noteParameterLoad(instruction);
    if (opcode == "bra" || opcode == "brx") {
      bool isList = opcode == "brx";
      node.fallsThrough = instruction.guard.has_value();
      if (!instruction.operands.empty())
        branches.push_back({unsigned(graph.nodes.size() - 1), scope,
                            &instruction.operands.back(), isList});
    } else if (endsThread(opcode)) {
      node.fallsThrough = instruction.guard.has_value();
    }
  }

  /// A parameter of the body has a value only as the result of a call; of
  /// others ptxas dies.
  void noteParameterLoad(const Instruction &instruction) {
    if (StringRef(instruction.opcode) != "ld" ||
        instruction.operands.size() < 2 ||
        instruction.operands[1].elements.empty())
      return;
    const Operand &base = instruction.operands[1].elements[0];
    std::optional<DeclaredName> name =
        base.kind == Operand::Name ? lookup(base) : std::nullopt;
    if (name && !name->isRegister && name->variable->space == "param" &&
        !parameterLoad)
      parameterLoad = base.location;
  }

  void checkParameterLoads() {
    if (parameterLoad && !hasCall)
      findings.add(*parameterLoad, Severity::Error, "operand-type",
                   "expected a call that gives the parameter a value, found "
                   "none");
  }

  static bool endsThread(StringRef opcode) {
    return opcode == "ret" || opcode == "exit" || opcode == "trap";
  }

  /// The register that an operand names, if it is one; the name is reported
  /// where nothing declares it.
  std::optional<AsmUse> makeUse(const Operand &operand, AccessContext access) {
    bool isWritten = access.access == Access::Write;
    if (operand.offsetPlaceholder >= 0 && access.isInAddress)
      checkOffset(operand);
    if (operand.kind == Operand::Placeholder) {
      if (operand.bits >= graph.numOperands) {
        graph.hasUnknownName = true;
        findings.add(operand.location, Severity::Error, "operand-out-of-range",
                     "expected registers up to $" +
                         Twine(int(graph.numOperands) - 1) + ", found $" +
                         Twine(operand.bits));
        return std::nullopt;
      }
      const AsmOperand &bound = context.operands[operand.bits];
      unsigned symbol = bound.tiedTo >= 0 ? bound.tiedTo : operand.bits;
      return AsmUse{symbol, isWritten, int(operand.bits), operand.location};
    }
    if ((operand.kind != Operand::Name && operand.kind != Operand::Element) ||
        operand.isSink())
      return std::nullopt;
    if (std::optional<DeclaredName> name = lookup(operand)) {
      if (!name->isRegister) {
        graph.nodes.back().variables.push_back(
            {name->variable->space, operand.location, name->variable,
             name->declarator});
        return std::nullopt;
      }
      return AsmUse{getSymbol(*name, operand.name), isWritten, -1,
                    operand.location};
    }
    if (operand.name == "WARP_SZ" || lookupSpecialRegister(operand.name) ||
        (context.isSymbol && context.isSymbol(operand.name)))
      return std::nullopt;
    return reportUndeclared(operand, isWritten);
  }

  /// A name that nothing declares. `%0` and `$$0` mean `$0`.
  std::optional<AsmUse> reportUndeclared(const Operand &operand,
                                         bool isWritten) {
    StringRef digits = operand.name;
    unsigned number = 0;
    bool isNumber = (digits.consume_front("%") || digits.consume_front("$$")) &&
                    !digits.getAsInteger(10, number);
    graph.hasUnknownName |= !isNumber || number >= graph.numOperands;
    // Of `%f1`, `%f2`, `%f3` the first is enough.
    StringRef stem = StringRef(operand.name).rtrim("0123456789");
    bool isNumbered = stem.starts_with("%") || stem == "$$";
    if (isKnownOpcode &&
        undeclared.insert(isNumbered ? stem : operand.name).second) {
      UnknownName name =
          explainUnknownName(operand, graph.numOperands, registers);
      findings.add(operand.location, Severity::Error, "register-undeclared",
                   name.message, name.hint, name.fixes);
    }
    if (!isNumber || number >= graph.numOperands)
      return std::nullopt;
    int tied = context.operands[number].tiedTo;
    return AsmUse{tied >= 0 ? unsigned(tied) : number, isWritten, int(number),
                  operand.location};
  }

  /// PTX ISA, "Extended-Precision Arithmetic Instructions": the carry is a
  /// register that no operand names.
  void noteCarry(const Instruction &instruction, AsmNode &node,
                 bool isUnclear) {
    bool isRead =
        llvm::is_contained({"addc", "subc", "madc"}, instruction.opcode);
    bool isWritten = llvm::is_contained(instruction.modifiers, "cc");
    if (!isRead && !isWritten)
      return;
    if (!carry) {
      carry = graph.symbols.size();
      graph.symbols.push_back(kCarry.str());
    }
    for (bool isWrite : {false, true})
      if (isWrite ? isWritten : isRead)
        node.uses.push_back({*carry, isWrite, -1, instruction.location});
    if (isUnclear)
      unclear.push_back(*carry);
  }

  void checkOffset(const Operand &operand) {
    unsigned offset = operand.offsetPlaceholder;
    if (offset >= graph.numOperands || context.operands[offset].isImmediate)
      return;
    findings.add(operand.location, Severity::Error, "address-offset",
                 "expected a constant after '+' in an address, found the "
                 "register $" +
                     Twine(offset),
                 "add it before, or use constraint 'n'",
                 {Fix::setConstraint(offset, 'n')});
  }

  unsigned getSymbol(const DeclaredName &name, StringRef text) {
    auto [it, isNew] = locals.try_emplace({name.declaration, name.number},
                                          graph.symbols.size());
    if (isNew)
      graph.symbols.push_back(text.str());
    return it->second;
  }

  //===--- Instructions against the table ---------------------------------===//

  StringRef getType(const Operand &operand, bool isUntyped) const {
    if (operand.kind == Operand::Placeholder) {
      StringRef type = operand.bits < graph.numOperands
                           ? context.operands[operand.bits].type
                           : StringRef();
      // LLVM declares registers of these classes without a kind.
      if (isUntyped && (type == "f32" || type == "f64"))
        return type == "f32" ? "b32" : "b64";
      return type;
    }
    std::optional<DeclaredName> name = lookup(operand);
    if (!name)
      return "";
    bool isElement = name->isRegister && name->variable->vectorSize != 0 &&
                     !operand.component.empty();
    if (isElement)
      return name->variable->type;
    return operand.component.empty() ? name->type : StringRef();
  }

  /// What an operand names, for what the table does not say.
  AsmName lookupName(const Operand &operand) const {
    AsmName result;
    if (operand.kind == Operand::Placeholder) {
      if (operand.bits >= graph.numOperands)
        return result;
      const AsmOperand &bound = context.operands[operand.bits];
      result.kind = bound.isImmediate ? AsmName::Constant : AsmName::Register;
      result.type = bound.type;
      return result;
    }
    if (std::optional<DeclaredName> name = lookup(operand)) {
      result.kind = name->isRegister ? AsmName::Register : AsmName::Variable;
      result.type = name->isRegister ? StringRef(name->variable->type) : "";
      result.space = name->variable->space;
      result.vectorSize = name->isRegister ? name->variable->vectorSize : 0;
    } else if (operand.name == "WARP_SZ") {
      result.kind = AsmName::Constant;
    } else if (context.isSymbol && context.isSymbol(operand.name)) {
      result.kind = AsmName::Symbol;
    }
    return result;
  }

  std::optional<InstructionMatch> check(const Instruction &instruction,
                                        bool isUntyped,
                                        InstructionError &error) const {
    auto lookup = [&](const Operand &operand) {
      return getType(operand, isUntyped);
    };
    InstructionError first;
    for (const Target &target : targets) {
      InstructionError found;
      unsigned version = context.version ? context.version : ~0u;
      auto match =
          checkInstruction(instruction, target, version, lookup, found);
      if (match)
        return match;
      if (first.message.empty() || found.kind != InstructionError::Target)
        first = std::move(found);
    }
    error = std::move(first);
    return std::nullopt;
  }

  /// Constants stand as what the text has in their place.
  Operand bindImmediates(const Operand &operand, bool mayBeFloat) const {
    Operand bound = operand;
    if (operand.kind == Operand::Placeholder &&
        operand.bits < graph.numOperands &&
        context.operands[operand.bits].isImmediate && !operand.isNegated) {
      const AsmOperand &immediate = context.operands[operand.bits];
      bound.kind = Operand::Integer;
      if (mayBeFloat && !immediate.type.empty())
        bound.kind = immediate.type == "f32" ? Operand::F32 : Operand::F64;
      // By its name the constant is known as one without a value.
      if (immediate.constant)
        bound.bits = *immediate.constant;
      else
        bound.name = "$" + std::to_string(operand.bits);
    }
    for (Operand &element : bound.elements)
      element = bindImmediates(element, mayBeFloat);
    return bound;
  }

  /// Whether it is known what the instruction reads and writes.
  bool checkWithTable(const Instruction &instruction, AsmNode &node) {
    bool hasImmediates =
        llvm::any_of(context.operands, [](const AsmOperand &operand) {
          return operand.isImmediate;
        });
    if (!hasImmediates)
      return checkBound(instruction, node);
    // The row has views into the words of the original.
    Instruction bound = instruction;
    std::optional<InstructionMatch> row = findRow(instruction);
    for (auto [i, operand] : llvm::enumerate(bound.operands))
      operand = bindImmediates(
          operand, takesFloat(instruction, row ? &*row : nullptr, i));
    bool isClear = checkBound(bound, node);
    setRow(node, node.row ? matchWords(*node.row->form, instruction.modifiers)
                          : std::nullopt);
    return isClear;
  }

  bool checkBound(const Instruction &instruction, AsmNode &node) {
    InstructionError error;
    setRow(node, check(instruction, /*isUntyped=*/false, error));
    auto lookup = [&](const Operand &operand) { return lookupName(operand); };
    if (instruction.guard && error.kind != InstructionError::Guard)
      report(checkAsmGuard(*instruction.guard, lookup));
    if (node.row) {
      std::optional<OperandProblem> problem =
          checkAsmOperands(instruction, *node.row, lookup);
      report(problem);
      // What a call gives and takes is not known where it is wrong.
      graph.hasUnknownName |= problem && instruction.opcode == "call";
      return true;
    }
    if (error.kind == InstructionError::Operand) {
      InstructionError ignored;
      setRow(node, check(instruction, /*isUntyped=*/true, ignored));
      if (node.row) {
        findings.add(error.location, Severity::Warning, "operand-kind",
                     error.message, "use constraint 'r' or 'l'",
                     makeKindFix(error));
        report(checkAsmOperands(instruction, *node.row, lookup));
        return true;
      }
    }
    std::vector<Fix> fixes = error.fixes;
    std::string hint = makeHint(error, fixes);
    findings.add(error.location, Severity::Error, getName(error.kind),
                 error.message, hint, std::move(fixes));
    return error.kind != InstructionError::Opcode &&
           error.kind != InstructionError::Words &&
           error.kind != InstructionError::OperandCount &&
           error.kind != InstructionError::Guard &&
           error.kind != InstructionError::Operand;
  }

  static llvm::StringLiteral getName(InstructionError::Kind kind) {
    switch (kind) {
    case InstructionError::Opcode:
      return "unknown-instruction";
    case InstructionError::Words:
      return "unknown-modifier";
    case InstructionError::OperandCount:
      return "operand-count";
    case InstructionError::Operand:
      return "operand-type";
    case InstructionError::Guard:
      return "guard-type";
    case InstructionError::SpecialRegister:
      return "special-register";
    case InstructionError::Target:
      return "needs-target";
    case InstructionError::Version:
      return "needs-ptx-version";
    }
    return "unknown-instruction";
  }

  /// An integer instruction on an asm operand of class f or d.
  std::vector<Fix> makeKindFix(const InstructionError &error) const {
    if (!error.operand || error.operand->kind != Operand::Placeholder ||
        error.operand->bits >= graph.numOperands)
      return {};
    unsigned number = error.operand->bits;
    unsigned bits = getTypeBits(context.operands[number].type);
    if (bits != 32 && bits != 64)
      return {};
    return {Fix::setConstraint(number, bits == 32 ? 'r' : 'l')};
  }

  std::string makeHint(const InstructionError &error,
                       std::vector<Fix> &fixes) const {
    if (!error.hint.empty())
      return error.hint;
    if (error.kind == InstructionError::Version)
      return makeVersionHint();
    if (error.kind == InstructionError::Guard) {
      bool isPredicate = error.operand &&
                         error.operand->kind == Operand::Placeholder &&
                         error.operand->bits < graph.numOperands &&
                         context.operands[error.operand->bits].isBoolean;
      if (isPredicate)
        fixes.push_back(Fix::setConstraint(error.operand->bits, 'b'));
      return "compare with setp first, or use constraint 'b'";
    }
    if (error.kind != InstructionError::Operand || !error.operand ||
        error.operand->kind != Operand::Placeholder ||
        error.operand->bits >= graph.numOperands ||
        error.pattern.kind != OperandPattern::Value)
      return "";
    const AsmOperand &operand = context.operands[error.operand->bits];
    std::string name = "$" + std::to_string(error.operand->bits);
    unsigned bits = error.pattern.getBits();
    char letter = getConstraintLetter(error.pattern.type, bits);
    // No constraint has registers of 8 bits.
    if (bits <= 8 && bits > 1 && !operand.isImmediate) {
      std::string wide = std::to_string(getTypeBits(operand.type));
      bool isWritten = error.pattern.isWritten;
      return "use a '.reg .b8 t' of the body, and " +
             (isWritten ? "cvt.u" + wide + ".u8 " + name + ", t;"
                        : "cvt.u8.u" + wide + " t, " + name + ";");
    }
    if (operand.isImmediate || !letter)
      return "";
    // Another class would not help.
    bool isKind = error.operand->isNegated || error.operand->isMinus;
    bool isVectorMissing =
        error.pattern.vectorSize > 1 &&
        error.operand->location.offset == error.location.offset;
    bool isAsWide = getTypeBits(operand.type) == bits;
    if (isKind || isVectorMissing || isAsWide)
      return "";
    // A predicate holds an i1, and a narrower class cannot hold the value.
    if (letter == 'b' && error.pattern.isWritten)
      return "write a '.reg .pred' of the body, and make a number of it with "
             "selp";
    if (letter == 'b')
      return "compare " + name + " with setp first";
    if (operand.type == "pred")
      return "make a number of " + name + " with selp first";
    if (operand.valueBits <= bits) {
      fixes.push_back(Fix::setConstraint(error.operand->bits, letter));
      return "use constraint '" + std::string(1, letter) + "' for " + name;
    }
    std::string type = "b" + std::to_string(bits);
    return "use a '.reg ." + type + "' of the body, and mov.b" +
           std::to_string(getTypeBits(operand.type)) + " between " + name +
           " and a vector of such";
  }

  //===--- Branches -------------------------------------------------------===//

  std::optional<unsigned> findLabel(StringRef name, int scope) const {
    for (; scope >= 0; scope = labelScopes[scope].parent) {
      auto it = labelScopes[scope].labels.find(name);
      if (it != labelScopes[scope].labels.end())
        return it->second;
    }
    return std::nullopt;
  }

  std::string suggestLabel(StringRef name, int scope) const {
    NearestNames nearest(name);
    for (; scope >= 0; scope = labelScopes[scope].parent)
      for (const auto &label : labelScopes[scope].labels)
        nearest.add(label.getKey());
    return nearest.get().empty()
               ? ""
               : "did you mean '" + nearest.get()[0].str() + "'";
  }

  void addTarget(unsigned node, StringRef label, int scope, Location location) {
    if (std::optional<unsigned> target = findLabel(label, scope)) {
      graph.nodes[node].targets.push_back(*target);
      return;
    }
    graph.hasUnknownTarget = true;
    findings.add(location, Severity::Error, "label-undeclared",
                 "expected a label of the body, found '" + Twine(label) + "'",
                 suggestLabel(label, scope));
  }

  void resolveBranches() {
    for (auto [list, scope] : targetLists) {
      // The labels of a branch are reported there.
      bool isUsed = llvm::any_of(
          branches, [](const Branch &branch) { return branch.isList; });
      for (const std::string &label : list->names)
        if (!isUsed && !findLabel(label, scope))
          findings.add(list->location, Severity::Error, "label-undeclared",
                       "expected a label of the body, found '" + Twine(label) +
                           "'");
    }
    for (const Branch &branch : branches) {
      const Operand &operand = *branch.operand;
      if (operand.kind != Operand::Name)
        continue;
      if (!branch.isList) {
        addTarget(branch.node, operand.name, branch.scope, operand.location);
        continue;
      }
      const TargetList *list = nullptr;
      for (int scope = branch.scope; scope >= 0 && !list;
           scope = labelScopes[scope].parent)
        list = labelScopes[scope].lists.lookup(operand.name);
      if (!list) {
        graph.hasUnknownTarget = true;
        findings.add(operand.location, Severity::Error, "label-undeclared",
                     "expected a list of labels ('.branchtargets'), found '" +
                         Twine(operand.name) + "'");
        continue;
      }
      if (list->location.offset > operand.location.offset)
        findings.add(operand.location, Severity::Error, "label-undeclared",
                     "expected the list of labels '" + Twine(operand.name) +
                         "' before the branch, found it after");
      for (const std::string &label : list->names)
        addTarget(branch.node, label, branch.scope, list->location);
    }
  }

  const AsmContext &context;
  FindingList &findings;
  AsmGraph graph;
  llvm::SmallVector<Target, 6> targets;
  RegisterScopes registers;
  AsmSizes sizes;
  std::vector<LabelScope> labelScopes;
  std::vector<Branch> branches;
  std::vector<std::pair<const TargetList *, int>> targetLists;
  /// The symbol of the carry, where something reads or writes it.
  std::optional<unsigned> carry;
  llvm::DenseMap<std::pair<unsigned, uint64_t>, unsigned> locals;
  llvm::StringSet<> undeclared;
  std::vector<unsigned> unclear;
  /// The instruction at work, and those that were right.
  const Known *current = nullptr;
  std::vector<Known> rightOnes;
  bool isKnownOpcode = true;
  bool hasCall = false;
  std::optional<Location> parameterLoad;
};

} // namespace

AsmGraph mlir::tile::ptx::buildAsmGraph(const AsmBody &body,
                                        const AsmContext &context,
                                        FindingList &findings) {
  return GraphBuilder(context, findings).build(body);
}
