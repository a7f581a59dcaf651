//===- FunctionDecoder.cpp - From the body of a function to code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scopes, registers, variables, constants and labels of one body. Above 600
// lines, as all of them are looked up while its statements are decoded.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "ExactDecoders.h"
#include "ExactUses.h"
#include "Lanes.h"
#include "VectorRegisters.h"

#include "tile/PTX/Checker.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::ArrayRef;
using llvm::StringRef;

/// Functions in functions.
static constexpr size_t kMaxInlined = 1000;

void FunctionDecoder::error(const ptx::Location &location,
                            const llvm::Twine &message) {
  errors.push_back({location, message.str()});
}

//===----------------------------------------------------------------------===//
// Registers and constants
//===----------------------------------------------------------------------===//

uint32_t FunctionDecoder::allocate(unsigned bits) {
  uint32_t size = bits == 1 ? 4 : 32 * bits / 8;
  uint32_t alignment = bits == 1 ? 4 : 64;
  uint32_t offset = llvm::alignTo(function.frameSize, alignment);
  if (bits == 8)
    offset = llvm::alignTo(function.frameSize, 32);
  function.frameSize = offset + size;
  return offset;
}

uint32_t FunctionDecoder::getConstant(uint64_t low, uint64_t high,
                                      unsigned bits) {
  auto [it, isNew] = constants.try_emplace({low, high, bits}, 0);
  if (!isNew)
    return it->second;
  it->second = allocate(bits);
  FunctionCode::Constant constant{it->second, bits == 1 ? 0 : bits / 8, {}};
  std::memcpy(constant.bytes, &low, 8);
  std::memcpy(constant.bytes + 8, &high, 8);
  function.constants.push_back(constant);
  return it->second;
}

uint32_t FunctionDecoder::getSpecial(Special special, unsigned component,
                                     unsigned bits) {
  auto [it, isNew] = specials.try_emplace({special, component, bits}, 0);
  if (!isNew)
    return it->second;
  it->second = allocate(bits);
  function.specials.push_back(
      {special, uint8_t(component), uint8_t(bits), it->second});
  return it->second;
}

uint32_t FunctionDecoder::getLocalAddress(uint64_t value, unsigned bits) {
  // The frame of a kernel is the first one.
  if (function.isEntry || bits == 1)
    return getConstant(bits >= 64 ? value : value & ((uint64_t(1) << bits) - 1),
                       0, bits);
  auto [it, isNew] = localAddresses.try_emplace({value, bits}, 0);
  if (!isNew)
    return it->second;
  it->second = allocate(bits);
  function.localAddresses.push_back({it->second, bits, value});
  return it->second;
}

uint32_t FunctionDecoder::getSharedAddress(uint64_t value, unsigned bits) {
  auto [it, isNew] = sharedAddresses.try_emplace({value, bits}, 0);
  if (!isNew)
    return it->second;
  it->second = allocate(bits);
  function.sharedAddresses.push_back({it->second, bits, value});
  return it->second;
}

RegisterUse FunctionDecoder::getCarry() {
  if (carry.index < 0) {
    carry.offset = allocate(1);
    carry.index = int32_t(function.numRegisters++);
  }
  return carry;
}

Symbol FunctionDecoder::getRegister(Scope &scope, StringRef name,
                                    const RegisterDecl &decl) {
  auto [it, isNew] = scope.allocated.try_emplace(name, Allocated{0, 0, {}});
  if (isNew) {
    uint32_t index = function.numRegisters++;
    uint32_t shared = slots ? slots->offsets[index] : RegisterSlots::kNone;
    it->second = {shared != RegisterSlots::kNone
                      ? shared
                      : allocate(ptx::getTypeBits(decl.type)),
                  int32_t(index), decl.type};
  }
  return it->second.getSymbol();
}

Symbol FunctionDecoder::Allocated::getSymbol() const {
  Symbol symbol;
  symbol.kind = Symbol::Register;
  symbol.type = type;
  symbol.offset = offset;
  symbol.index = index;
  return symbol;
}

Symbol FunctionDecoder::makeRegister(StringRef type) {
  return Allocated{allocate(ptx::getTypeBits(type)),
                   int32_t(function.numRegisters++), type}
      .getSymbol();
}

Symbol FunctionDecoder::lookup(const ptx::Operand &operand) {
  if (operand.kind == ptx::Operand::Placeholder)
    return operand.bits < asmRegisters.size() ? asmRegisters[operand.bits]
                                              : Symbol();
  StringRef name = operand.name;
  // Most names are registers of the function that were named before.
  if (operand.component.empty()) {
    auto it = scope->allocated.find(name);
    if (it != scope->allocated.end())
      return it->second.getSymbol();
  }
  if (const ptx::SpecialRegister *special = ptx::lookupSpecialRegister(name)) {
    Symbol symbol;
    symbol.kind = Symbol::SpecialRegister;
    symbol.special = special;
    return symbol;
  }
  StringRef stem = name.rtrim("0123456789");
  uint64_t number = 0;
  bool hasNumber = !name.drop_front(stem.size()).getAsInteger(10, number);
  for (Scope *s = scope; s; s = s->parent) {
    auto it = s->registers.find(name);
    if (it != s->registers.end() && !it->second.rangeCount)
      return getRegister(*s, name, it->second);
    it = hasNumber ? s->registers.find(stem) : s->registers.end();
    if (it != s->registers.end() && it->second.rangeCount &&
        number < *it->second.rangeCount)
      return getRegister(*s, name, it->second);
    auto variable = s->variables.find(name);
    if (variable != s->variables.end()) {
      if (variable->second.space == "shared")
        function.sharedNamed.insert(variable->second.address);
      return variable->second;
    }
  }
  Symbol symbol;
  auto functionIt = program.functionsByName.find(name);
  if (functionIt != program.functionsByName.end()) {
    symbol.kind = Symbol::Function;
    function.functionsNamed.insert(functionIt->second);
    size_t index = 0;
    while (program.functions[index].get() != functionIt->second)
      ++index;
    symbol.address = kFunctionAddress + index * kFunctionStride;
  }
  return symbol;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

bool mlir::tile::sim::getLayout(const ptx::Variable &variable,
                                const ptx::Declarator &declarator,
                                VariableSlot &slot) {
  uint64_t element = std::max(ptx::getTypeBits(variable.type) / 8, 1u) *
                     std::max(variable.vectorSize, 1u);
  uint64_t size = element;
  for (std::optional<uint64_t> dim : declarator.dims) {
    // `[]` takes its size from the initializer, or is dynamic.
    uint64_t count = dim ? *dim
                     : declarator.initializer
                         ? declarator.initializer->elements.size()
                         : 0;
    if (count != 0 && size > (uint64_t(1) << 40) / count)
      return false;
    size *= count;
  }
  slot.size = size;
  slot.alignment = std::max<uint64_t>(variable.alignment, element);
  return slot.alignment <= (1 << 20) && llvm::isPowerOf2_64(slot.alignment);
}

bool FunctionDecoder::addLocal(StringRef name, VariableSlot &slot) {
  slot.offset = llvm::alignTo(function.localSize, slot.alignment);
  if (slot.size > kMaxLocal || slot.offset + slot.size > kMaxLocal)
    return false;
  function.localSize = slot.offset + slot.size;
  function.localAlignment = std::max(function.localAlignment, slot.alignment);
  function.localVariables.push_back({name.str(), slot});
  return true;
}

FunctionCode::Formal *FunctionDecoder::getFormal(const Symbol &variable) {
  if (variable.space != "param" || function.isEntry)
    return nullptr;
  auto formal = llvm::find_if(function.params, [&](const auto &param) {
    return param.registerIndex < 0 && param.slot.offset == variable.address;
  });
  return formal == function.params.end() ? nullptr : &*formal;
}

std::optional<uint64_t>
FunctionDecoder::getLocalCopy(FunctionCode::Formal &formal, StringRef name) {
  if (formal.localCopy)
    return formal.localCopy;
  VariableSlot slot = formal.slot;
  if (!addLocal(name, slot))
    return std::nullopt;
  return formal.localCopy = slot.offset;
}

void FunctionDecoder::declareVariable(const ptx::Variable &variable,
                                      const ptx::Declarator &declarator) {
  VariableSlot slot;
  if (!getLayout(variable, declarator, slot))
    return error(declarator.location,
                 "expected a variable of less than a TiB, found '" +
                     declarator.name + "' with more");
  Symbol symbol;
  symbol.kind = Symbol::Variable;
  symbol.space = variable.space;
  if (variable.space == "local") {
    if (!addLocal(declarator.name, slot))
      return error(declarator.location,
                   "expected at most 512 KiB of local memory a thread, found "
                   "more with '" +
                       declarator.name + "'");
    symbol.address = slot.offset;
  } else if (variable.space == "param") {
    slot.offset = llvm::alignTo(function.paramSize, slot.alignment);
    if (slot.size > 65536 || slot.offset + slot.size > (1 << 24))
      return error(declarator.location,
                   "expected at most 64 KiB of parameters, found more with '" +
                       declarator.name + "'");
    function.paramSize = slot.offset + slot.size;
    symbol.address = slot.offset;
    scope->params[declarator.name] = slot;
  } else if (StringRef(variable.space).starts_with("shared")) {
    symbol.space = "shared";
    symbol.address = sharedOffsets.lookup(&declarator);
  } else {
    // `.global` and `.const` in a function belong to the module.
    auto it = program.globals.find(
        (function.name + "." + llvm::Twine(declarator.location.offset)).str());
    if (it == program.globals.end())
      return error(declarator.location, "unknown state space '." +
                                            variable.space + "' of '" +
                                            declarator.name + "'");
    symbol.address = it->second;
    if (variable.space == "const")
      symbol.address -= program.constantBase;
  }
  scope->variables[declarator.name] = symbol;
}

const SharedOrigin *FunctionDecoder::findSharedOrigin(StringRef base) {
  const SharedOrigin *origin = sharedOrigins->find(base);
  return origin ? program.keep(*origin) : nullptr;
}

void FunctionDecoder::declare(const ptx::Variable &variable) {
  for (const ptx::Declarator &declarator : variable.names) {
    if (variable.space != "reg") {
      declareVariable(variable, declarator);
      continue;
    }
    if (ptx::getTypeBits(variable.type) == 0) {
      error(declarator.location, "unknown register type '." + variable.type +
                                     "' of '" + declarator.name + "'");
      continue;
    }
    // As many as anybody needs, few enough for offsets of 32 bits.
    if (declarator.rangeCount.value_or(0) > 1'000'000) {
      error(declarator.location, "expected at most 1000000 registers, found " +
                                     llvm::Twine(*declarator.rangeCount));
      continue;
    }
    if (variable.vectorSize != 0) {
      error(declarator.location,
            "expected at most " + llvm::Twine(kMaxVectorRange) +
                " vector registers of a body, found '" + declarator.name + "'");
      continue;
    }
    scope->registers[declarator.name] = {variable.type, declarator.rangeCount};
  }
}

/// Arguments of a function, in the order of its declaration.
void FunctionDecoder::declareFormals() {
  auto add = [&](const ptx::Variable &variable,
                 std::vector<FunctionCode::Formal> &formals) {
    declare(variable);
    for (const ptx::Declarator &declarator : variable.names) {
      FunctionCode::Formal formal;
      if (variable.space == "reg") {
        ptx::Operand name;
        name.name = declarator.name;
        Symbol symbol = lookup(name);
        formal.registerOffset = symbol.offset;
        formal.registerBits = ptx::getTypeBits(variable.type);
        formal.registerIndex = symbol.index;
        formal.slot.size = std::max(formal.registerBits / 8, 1);
      } else if (const VariableSlot *slot = lookupParam(declarator.name)) {
        formal.slot = *slot;
      }
      formals.push_back(formal);
    }
  };
  for (const ptx::Variable &variable : function.source->results)
    add(variable, function.results);
  for (const ptx::Variable &variable : function.source->params)
    add(variable, function.params);
  function.formalParamSize = function.paramSize;
}

const VariableSlot *FunctionDecoder::lookupParam(StringRef name) {
  for (Scope *s = scope; s; s = s->parent) {
    auto it = s->params.find(name);
    if (it != s->params.end())
      return &it->second;
  }
  return nullptr;
}

const ptx::CallPrototype *FunctionDecoder::lookupPrototype(StringRef name) {
  for (Scope *s = scope; s; s = s->parent) {
    auto it = s->prototypes.find(name);
    if (it != s->prototypes.end())
      return it->second;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void FunctionDecoder::decodeStatements(ArrayRef<ptx::Statement> statements) {
  auto inner = std::make_unique<Scope>();
  inner->parent = scope;
  scope = inner.get();
  scopes.push_back(std::move(inner));
  // Lists and prototypes may stand after what uses them; the label before is
  // their name.
  for (size_t i = 0; i < statements.size(); ++i) {
    const auto *label = statements[i].getIf<ptx::Label>();
    if (!label || i + 1 == statements.size())
      continue;
    if (const auto *list = statements[i + 1].getIf<ptx::TargetList>())
      scope->lists[label->name] = list;
    else if (const auto *prototype =
                 statements[i + 1].getIf<ptx::CallPrototype>())
      scope->prototypes[label->name] = prototype;
  }
  for (const ptx::Statement &statement : statements) {
    if (const auto *variable = statement.getIf<ptx::Variable>())
      declare(*variable);
    else if (const auto *block = statement.getIf<ptx::Block>())
      decodeStatements(block->statements);
    else if (const auto *instruction = statement.getIf<ptx::Instruction>())
      decodeInstruction(*instruction);
    else if (const auto *line = statement.getIf<ptx::LineDirective>())
      noteLine(*line);
    else if (const auto *label = statement.getIf<ptx::Label>())
      scope->labels[label->name] = program.code.size();
  }
  scope = scope->parent;
}

void FunctionDecoder::noteLine(const ptx::LineDirective &line) {
  auto getKey = [](const ptx::SourceLine &place) {
    return std::make_tuple(place.file, place.line, place.column);
  };
  currentLine = &line;
  if (!line.inlinedAt) {
    lines.erase(getKey(line.source));
    return;
  }
  // The line where it is inlined may be inlined itself: the last `.loc` of that
  // line says where.
  std::vector<ptx::SourceLine> chain = {*line.inlinedAt};
  auto outer = lines.find(getKey(*line.inlinedAt));
  if (outer != lines.end() && outer->second.size() < kMaxInlined)
    chain.insert(chain.end(), outer->second.begin(), outer->second.end());
  lines[getKey(line.source)] = chain;
  program.inlinedAt[&line] = std::move(chain);
}

/// Reports that the instruction is not simulated, and ends the CTA.
static void runNotSimulated(Warp &warp, const Inst &inst, uint32_t mask) {
  warp.report(ReportKind::NotSimulated, inst, __builtin_ctz(mask),
              "the simulator does not have this instruction");
  warp.stopRun();
}

uint32_t FunctionDecoder::readNotSimulated(const Inst &user, unsigned bits) {
  Inst inst;
  inst.guard = user.guard;
  inst.guardFlip = user.guardFlip;
  inst.flags = IsHidden;
  inst.control = Control::Wait;
  inst.run = runNotSimulated;
  emit(inst, {});
  return makeTemporary(bits);
}

/// Appends all that a check of the operand sees: of a register the type in the
/// place of the name.
static void describe(const ptx::Operand &operand,
                     llvm::function_ref<StringRef(const ptx::Operand &)> typeOf,
                     std::string &text) {
  auto add = [&](const auto &value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  StringRef type = typeOf(operand);
  text += char('A' + operand.kind);
  text += char('0' + operand.isUnsigned + 2 * operand.isNegated +
               4 * operand.isMinus + 8 * type.empty());
  StringRef name = type.empty() ? StringRef(operand.name) : type;
  add(name.size());
  text += name;
  text += operand.component.str();
  text += ';';
  add(operand.bits);
  add(operand.offset);
  add(operand.elements.size());
  for (const ptx::Operand &element : operand.elements)
    describe(element, typeOf, text);
}

const ptx::InstructionMatch *
FunctionDecoder::match(const ptx::Instruction &instruction) {
  if (!knownRows.empty()) {
    const ptx::InstructionMatch *row = knownRows.front();
    knownRows = knownRows.drop_front();
    return row;
  }
  auto typeOf = [&](const ptx::Operand &operand) -> StringRef {
    if (operand.kind != ptx::Operand::Name)
      return "";
    Symbol symbol = lookup(operand);
    return symbol.kind == Symbol::Register ? symbol.type : StringRef();
  };
  std::string text = instruction.getMnemonic();
  text += instruction.guard ? '@' : ' ';
  if (instruction.guard)
    describe(*instruction.guard, typeOf, text);
  for (const ptx::Operand &operand : instruction.operands)
    describe(operand, typeOf, text);
  auto [known, isNew] = knownMatches.try_emplace(text);
  if (!isNew)
    return &known->second;
  ptx::Diagnostic problem;
  std::optional<ptx::InstructionMatch> match = ptx::checkInstruction(
      instruction, target, program.module.getVersion(), typeOf, problem);
  if (match) {
    known->second = std::move(*match);
    return &known->second;
  }
  errors.push_back(std::move(problem));
  knownMatches.erase(known);
  return nullptr;
}

void FunctionDecoder::decodeInstruction(const ptx::Instruction &instruction) {
  currentSource = &instruction;
  const ptx::InstructionMatch *found = match(instruction);
  if (!found)
    return;
  // A flush to zero would change numbers of the ring.
  ptx::InstructionMatch withoutFlush;
  if (program.isExact) {
    withoutFlush = *found;
    llvm::erase(withoutFlush.words, "ftz");
    found = &withoutFlush;
  }
  Decoder decoder(*this, instruction, *found);
  DecoderTable::Entry entry =
      DecoderTable::get().lookup(instruction.opcode, decoder.type());
  decoder.inst.cls = entry.cls;
  if (instruction.guard) {
    decoder.inst.guard =
        decoder.readPredicate(*instruction.guard, decoder.inst.guardFlip);
  }
  if (program.isExact && decodeExact(decoder))
    return;
  if (entry.decode)
    entry.decode(decoder);
  else
    decoder.emitNotSimulated();
}

void Decoder::emitNotSimulated() {
  inst.cls = InstructionClass::Control;
  inst.control = Control::Wait;
  emit(runNotSimulated);
}

void FunctionDecoder::emit(const Inst &inst, InstInfo info) {
  for (std::string &label : pendingLabels)
    references.push_back(
        {uint32_t(program.code.size()), std::move(label), scope, nullptr, 0,
         currentSource ? currentSource->location : ptx::Location()});
  pendingLabels.clear();
  info.source = currentSource;
  info.line = currentSource ? currentLine : nullptr;
  program.code.push_back(inst);
  program.infos.push_back(std::move(info));
}

uint64_t FunctionDecoder::getNumber(const ptx::Operand &constant,
                                    StringRef type, uint64_t bits) const {
  if (!exactUses)
    return bits;
  if (constant.kind == ptx::Operand::Integer)
    return ExactUses::encode(exactUses->findType(constant), bits);
  if (!ptx::isFloatType(type))
    type = constant.kind == ptx::Operand::F32 ? "f32" : "f64";
  return ExactUses::encode(type, bits);
}

void FunctionDecoder::branchTo(StringRef label) {
  pendingLabels.push_back(label.str());
}

void FunctionDecoder::branchToList(StringRef name, IndexedTargets *targets) {
  for (Scope *s = scope; s; s = s->parent) {
    auto it = s->lists.find(name);
    if (it == s->lists.end())
      continue;
    targets->targets.resize(it->second->names.size());
    for (size_t i = 0; i < it->second->names.size(); ++i)
      references.push_back({0, it->second->names[i], scope, targets, i,
                            currentSource->location});
    return;
  }
  error(currentSource->location,
        "expected a list of labels (.branchtargets), found '" + name + "'");
}

std::optional<uint32_t> FunctionDecoder::findLabel(Scope *from,
                                                   StringRef name) const {
  for (Scope *s = from; s; s = s->parent) {
    auto it = s->labels.find(name);
    if (it != s->labels.end())
      return it->second;
  }
  return std::nullopt;
}

void FunctionDecoder::resolveLabels() {
  for (Reference &reference : references) {
    std::optional<uint32_t> pc = findLabel(reference.scope, reference.label);
    if (!pc) {
      error(reference.location, "expected a label of the function, found '" +
                                    reference.label + "'");
      pc = function.begin;
    }
    if (reference.targets)
      reference.targets->targets[reference.number] = *pc;
    else
      program.code[reference.pc].target = *pc;
  }
}

void FunctionDecoder::decode() {
  function.begin = program.code.size();
  scopes.push_back(std::make_unique<Scope>());
  scope = scopes.back().get();
  // Variables of the module are in the outermost scope.
  for (const auto &item : program.module.items) {
    const auto *variable = std::get_if<ptx::Variable>(&item);
    if (!variable)
      continue;
    for (const ptx::Declarator &declarator : variable->names) {
      Symbol symbol;
      symbol.kind = Symbol::Variable;
      symbol.space = variable->space;
      if (symbol.space.starts_with("shared")) {
        symbol.space = "shared";
        symbol.address = sharedOffsets.lookup(&declarator);
      } else {
        symbol.address = program.globals.lookup(declarator.name);
        if (symbol.space == "const")
          symbol.address -= program.constantBase;
      }
      scope->variables[declarator.name] = symbol;
    }
  }
  scopes.push_back(std::make_unique<Scope>());
  scopes.back()->parent = scope;
  scope = scopes.back().get();
  declareFormals();
  sharedOrigins = std::make_unique<SharedOrigins>(program, function);
  if (program.isExact)
    exactUses = std::make_unique<ExactUses>(*function.source->body);
  if (function.source->body)
    decodeStatements(function.source->body->statements);
  finish();
}

void FunctionDecoder::decodeAsm(ArrayRef<ptx::Statement> body,
                                ArrayRef<const ptx::InstructionMatch *> rows,
                                ArrayRef<Symbol> registers,
                                std::pair<Inst, InstInfo> first,
                                std::pair<Inst, InstInfo> last) {
  function.begin = program.code.size();
  knownRows = rows;
  asmRegisters = registers;
  emit(first.first, std::move(first.second));
  decodeStatements(body);
  currentSource = nullptr;
  emit(last.first, std::move(last.second));
  finish();
}

void FunctionDecoder::finish() {
  // Who falls off the end returns.
  currentSource = nullptr;
  Inst last;
  last.control = function.isEntry ? Control::Exit : Control::Return;
  last.cls = InstructionClass::Control;
  last.flags = IsHidden;
  emit(last, {});
  function.end = program.code.size();
  function.frameSize = llvm::alignTo(function.frameSize, 64);
  resolveLabels();
}

void FunctionDecoder::decodeWithSlots(const RegisterSlots &found) {
  // What decoding adds to begins anew; what others made of the function stays.
  FunctionCode before = std::move(function);
  function = FunctionCode();
  function.source = before.source;
  function.name = before.name;
  function.isEntry = before.isEntry;
  function.frameSize = found.end;
  slots = &found;
  uint32_t behind = program.code.size();
  decode();
  // The same instructions: they replace the first ones.
  assert(function.end - function.begin == before.end - before.begin);
  for (uint32_t i = 0; i < function.end - function.begin; ++i) {
    Inst &old = program.code[before.begin + i],
         &fresh = program.code[behind + i];
    fresh.flags = old.flags;
    fresh.target = old.target;
    fresh.reconverge = old.reconverge;
    if (fresh.control == Control::IndexedBranch)
      fresh.data = old.data;
    old = fresh;
    program.infos[before.begin + i] = std::move(program.infos[behind + i]);
  }
  program.code.resize(behind);
  program.infos.resize(behind);
  before.frameSize = function.frameSize;
  before.constants = std::move(function.constants);
  before.specials = std::move(function.specials);
  before.localAddresses = std::move(function.localAddresses);
  before.sharedAddresses = std::move(function.sharedAddresses);
  before.params = std::move(function.params);
  before.results = std::move(function.results);
  llvm::DenseMap<int32_t, uint32_t> offsets;
  auto renumber = [&](RegisterUse &use) {
    if (use.index < 0)
      return;
    use.index = found.numbers[use.index];
    offsets[use.index] = use.offset;
  };
  for (uint32_t pc = before.begin; pc < before.end; ++pc) {
    llvm::for_each(program.infos[pc].reads, renumber);
    llvm::for_each(program.infos[pc].writes, renumber);
  }
  for (RegisterUse &use : before.unwritten) {
    use.index = found.numbers[use.index];
    use.offset = offsets.lookup(use.index);
  }
  function = std::move(before);
}
