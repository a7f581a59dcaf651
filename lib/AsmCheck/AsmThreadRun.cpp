//===- AsmThreadRun.cpp - An asm body in each thread of a CTA -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmThreadRun.h"

#include "AsmValues.h"

#include "llvm/ADT/bit.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

/// Instructions, accesses and rounds that a run may have.
static constexpr size_t kMaxSteps = 1 << 20;
static constexpr size_t kMaxAccesses = 1 << 16;
static constexpr unsigned kMaxRounds = 64;

static bool has(const AsmNode &node, StringRef word) {
  return llvm::is_contained(node.instruction->modifiers, word);
}

static int64_t truncate(int64_t value, unsigned bits, bool isSigned) {
  if (bits == 0 || bits >= 64)
    return value;
  uint64_t shifted = uint64_t(value) << (64 - bits);
  return isSigned ? int64_t(shifted) >> (64 - bits)
                  : int64_t(shifted >> (64 - bits));
}

AsmThreadRun::AsmThreadRun(const AsmGraph &graph, const AsmContext &context)
    : graph(graph), context(context) {
  auto add = [&](ThreadPlace place) {
    places.push_back(place);
    return int(places.size() - 1);
  };
  for (const AsmNode &node : graph.nodes)
    for (const AsmVariableUse &use : node.variables)
      if (use.declarator && !variablePlaces.count(use.declarator))
        variablePlaces[use.declarator] = add({use.variable, use.declarator});
  for (auto [k, operand] : llvm::enumerate(context.operands)) {
    bool isPlace = !operand.isOutput && !operand.isImmediate &&
                   operand.isUniform && operand.pointeeBits > 0;
    operandPlaces.push_back(isPlace ? add({nullptr, nullptr, int(k)}) : -1);
  }
  isOpenPlace.resize(places.size());
}

AsmThreadRun::Source AsmThreadRun::decode(const AsmNode &node,
                                          const Operand &operand) const {
  Source source;
  if (operand.kind == Operand::Integer) {
    source.constant = ThreadValue::number(operand.bits);
    return source;
  }
  if (operand.kind == Operand::F32 || operand.kind == Operand::F64) {
    source.constant = ThreadValue::unknown(ThreadValue::Same);
    return source;
  }
  if ((operand.kind != Operand::Name && operand.kind != Operand::Placeholder) ||
      operand.isNegated || operand.isMinus)
    return source;
  for (const AsmVariableUse &use : node.variables)
    if (use.location.offset == operand.location.offset) {
      auto it = variablePlaces.find(use.declarator);
      if (it != variablePlaces.end() && operand.offsetPlaceholder < 0)
        source.constant = {ThreadValue::Known, false, it->second,
                           operand.offset};
      return source;
    }
  if (operand.kind == Operand::Placeholder &&
      operand.bits < context.operands.size() &&
      context.operands[operand.bits].isImmediate) {
    std::optional<int64_t> constant = context.operands[operand.bits].constant;
    source.constant = constant ? ThreadValue::number(*constant)
                               : ThreadValue::unknown(ThreadValue::Same);
    return source;
  }
  if (operand.component.empty()) {
    source.symbol = AsmValues::findSymbol(node, operand);
    if (source.symbol >= 0)
      return source;
  }
  if (operand.kind == Operand::Name && StringRef(operand.name).starts_with("%"))
    if (const SpecialRegister *reg = lookupSpecialRegister(operand.name))
      source.constant = ThreadValue::unknown(
          reg->variation == SpecialRegister::Nowhere ? ThreadValue::Same
                                                     : ThreadValue::Open);
  return source;
}

void AsmThreadRun::decodeAll() {
  static constexpr StringRef kPlain[] = {
      "mov", "add", "sub",  "mul",  "mad",  "shl", "shr", "and",
      "or",  "xor", "not",  "neg",  "min",  "max", "div", "rem",
      "cvt", "bfe", "setp", "selp", "cvta", "popc"};
  for (const AsmNode &node : graph.nodes) {
    Step step;
    const std::vector<Operand> &operands = node.instruction->operands;
    step.isPlain = node.row && operands.size() >= 2 &&
                   llvm::is_contained(kPlain, node.instruction->opcode) &&
                   operands[0].component.empty();
    if (step.isPlain) {
      step.result = AsmValues::findSymbol(node, operands[0], true);
      for (const Operand &operand : llvm::drop_begin(operands))
        step.sources.push_back(decode(node, operand));
    }
    steps.push_back(std::move(step));
  }
}

AsmThreadRun::Thread AsmThreadRun::makeThread(unsigned) const {
  Thread thread;
  thread.registers.resize(graph.symbols.size());
  for (auto [k, operand] : llvm::enumerate(context.operands)) {
    if (operand.isOutput || operand.isImmediate)
      continue;
    ThreadValue value = ThreadValue::unknown(
        operand.isUniform ? ThreadValue::Same : ThreadValue::Differing);
    if (operandPlaces[k] >= 0)
      value = {ThreadValue::Known, false, operandPlaces[k], 0};
    thread.registers[operand.tiedTo >= 0 ? operand.tiedTo : k] = value;
  }
  return thread;
}

void AsmThreadRun::run() {
  size_t size = size_t(context.numThreads) * graph.symbols.size();
  if (size > (1 << 18))
    return;
  decodeAll();
  for (unsigned t = 0; t < context.numThreads; ++t)
    threads.push_back(makeThread(t));
  budget = kMaxSteps;
  for (round = 0; round < kMaxRounds; ++round) {
    bool isLost = false, areAllDone = true;
    for (unsigned t = 0; t < threads.size() && !isLost; ++t) {
      isLost = !runThread(t);
      areAllDone &= threads[t].isDone;
    }
    if (isLost)
      break;
    numRounds = round + 1;
    if (areAllDone || !release())
      break;
  }
  // What nothing waited for goes on until the end; of a round that some threads
  // have not run nothing is known.
  llvm::erase_if(accesses, [&](const ThreadAccess &access) {
    return access.first >= numRounds;
  });
}

bool AsmThreadRun::runThread(unsigned number) {
  Thread &thread = threads[number];
  while (!thread.isDone && !thread.isBlocked) {
    if (thread.pc >= graph.nodes.size()) {
      thread.isDone = true;
      break;
    }
    if (budget-- == 0 || accesses.size() > kMaxAccesses) {
      budget = 0;
      return false;
    }
    if (!runNode(number, thread))
      return false;
  }
  return true;
}

/// Goes on; an unknown branch is not taken the first two times, or, back, is.
bool AsmThreadRun::branch(Thread &thread, const AsmNode &node,
                          std::optional<bool> isTaken) {
  unsigned pc = thread.pc;
  if (node.targets.size() != 1)
    return false;
  if (!isTaken) {
    ThreadValue &guard = thread.registers[node.guard];
    if (guard.kind != ThreadValue::Same)
      return false;
    bool isBack = node.targets[0] <= pc;
    isTaken = (++thread.visits[pc] <= 2) == isBack;
    guard = ThreadValue::number(*isTaken != node.isGuardNegated);
  }
  thread.pc = *isTaken ? node.targets[0] : pc + 1;
  return true;
}

bool AsmThreadRun::runNode(unsigned number, Thread &thread) {
  unsigned pc = thread.pc;
  const AsmNode &node = graph.nodes[pc];
  const Instruction &instruction = *node.instruction;
  StringRef opcode = instruction.opcode;
  std::optional<bool> isRun = true;
  if (node.guard >= 0) {
    const ThreadValue &guard = thread.registers[node.guard];
    isRun.reset();
    if (guard.isNumber())
      isRun = (guard.offset != 0) != node.isGuardNegated;
  }
  if (opcode == "bra")
    return branch(thread, node, isRun);
  thread.pc = pc + 1;
  if (isRun && !*isRun)
    return true;
  bool isSure = isRun.has_value();
  if (!node.row || opcode == "call" || opcode == "brx")
    return false;
  if (opcode == "ret" || opcode == "exit" || opcode == "trap") {
    thread.isDone = isSure;
    return isSure;
  }
  const Step &step = steps[pc];
  if (step.isPlain && step.result >= 0) {
    ThreadValue value = compute(thread, pc);
    if (pc < graph.nodes.size() &&
        instruction.operands[1].kind == Operand::Name)
      if (StringRef name = instruction.operands[1].name;
          opcode == "mov" || opcode == "cvt") {
        StringRef component = instruction.operands[1].component;
        bool isFirst = component.empty() || component == ".x";
        if (name == "%tid")
          value = ThreadValue::number(isFirst ? number : 0, isFirst);
        else if (name == "%ntid")
          value = ThreadValue::number(isFirst ? context.numThreads : 1);
        else if (name == "%laneid")
          value = ThreadValue::number(number % 32, true);
      }
    if (!isSure) {
      ThreadValue both[] = {value, thread.registers[step.result],
                            thread.registers[node.guard]};
      value = mix(both);
    }
    thread.registers[step.result] = value;
    return true;
  }
  if (opcode == "ldmatrix" || opcode == "stmatrix")
    runMatrixAccess(number, thread, isSure);
  if (node.row->form->effects & Convergent)
    ++thread.warpStep;
  if (opcode == "wgmma" && isSure) {
    std::vector<unsigned> &steps = groupSteps[pc];
    steps.resize(context.numThreads / 32 + 1);
    ++steps[number / 32];
  }
  if (opcode == "elect" && isSure) {
    writeAll(thread, node, ThreadValue::number(number % 32 == 0, true));
    return true;
  }
  if (opcode == "ld" || opcode == "st" || opcode == "atom" || opcode == "red") {
    runMemory(number, thread, isSure);
    return true;
  }
  if (opcode == "cp") {
    runCopy(number, thread, isSure);
    return true;
  }
  if (opcode == "mbarrier")
    return runMbarrier(number, thread, isSure);
  if (opcode == "bar" || opcode == "barrier")
    return runBarrier(thread, isSure);
  // What others write somewhere.
  if ((node.row->form->effects & WritesMemory) && opcode != "stmatrix" &&
      opcode != "fence" && opcode != "membar")
    isOpenPlace.set();
  ThreadValue::Kind kind = ThreadValue::Open;
  if (node.row->form->effects == NoEffects) {
    llvm::SmallVector<ThreadValue, 4> values;
    for (const AsmUse &use : node.uses)
      if (!use.isWritten)
        values.push_back(thread.registers[use.symbol]);
    kind = mix(values).kind;
    if (findSpecialRegister(instruction, SpecialRegister::Threads) ||
        findSpecialRegister(instruction, SpecialRegister::Reads))
      kind = ThreadValue::Open;
  }
  writeAll(thread, node, ThreadValue::unknown(kind));
  return true;
}

void AsmThreadRun::writeAll(Thread &thread, const AsmNode &node,
                            ThreadValue value) {
  for (const AsmUse &use : node.uses)
    if (use.isWritten)
      thread.registers[use.symbol] = value;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A value that depends on others, and is not known.
ThreadValue AsmThreadRun::mix(ArrayRef<ThreadValue> values) {
  ThreadValue::Kind kind = ThreadValue::Same;
  for (const ThreadValue &value : values) {
    ThreadValue::Kind found =
        value.kind == ThreadValue::Known
            ? (value.varies ? ThreadValue::Differing : ThreadValue::Same)
            : value.kind;
    kind = std::max(kind, found);
  }
  return ThreadValue::unknown(kind);
}

ThreadValue AsmThreadRun::compute(const Thread &thread, unsigned index) const {
  const AsmNode &node = graph.nodes[index];
  llvm::SmallVector<ThreadValue, 4> values;
  for (const Source &source : steps[index].sources)
    values.push_back(read(thread, source));
  StringRef opcode = node.instruction->opcode;
  if (opcode == "selp" && values.size() == 3 && values[2].isNumber()) {
    ThreadValue chosen = values[values[2].offset ? 0 : 1];
    chosen.varies |= values[2].varies;
    return chosen;
  }
  bool areKnown = llvm::all_of(values, [](const ThreadValue &value) {
    return value.kind == ThreadValue::Known;
  });
  ThreadValue result = areKnown ? computeNumber(node, values) : ThreadValue();
  if (result.kind != ThreadValue::Known)
    return mix(values);
  result.varies = llvm::any_of(
      values, [](const ThreadValue &value) { return value.varies; });
  return result;
}

static bool compare(StringRef word, int64_t a, int64_t b, bool isSigned) {
  bool isLess = isSigned ? a < b : uint64_t(a) < uint64_t(b);
  if (word == "eq")
    return a == b;
  if (word == "ne")
    return a != b;
  if (word == "lt" || word == "lo")
    return isLess;
  if (word == "le" || word == "ls")
    return isLess || a == b;
  if (word == "gt" || word == "hi")
    return !isLess && a != b;
  return !isLess;
}

/// Open where it is not known what the instruction gives.
ThreadValue AsmThreadRun::computeNumber(const AsmNode &node,
                                        ArrayRef<ThreadValue> values) const {
  StringRef opcode = node.instruction->opcode;
  ArrayRef<StringRef> types = node.row->types;
  StringRef type = types.empty() ? StringRef() : types.back();
  bool isSigned = type.starts_with("s");
  unsigned bits = getTypeBits(type);
  if (isFloatType(type) || bits > 64 || type.ends_with("x2") ||
      has(node, "sat") || has(node, "cc"))
    return {};
  if (opcode == "mov" || opcode == "cvta")
    return values.size() == 1 ? values[0] : ThreadValue();
  if (opcode == "cvt") {
    ThreadValue value = values[0];
    if (isFloatType(types[0]))
      return {};
    if (value.base < 0)
      value.offset = truncate(truncate(value.offset, bits, isSigned),
                              getTypeBits(types[0]), types[0].starts_with("s"));
    return value;
  }
  auto isNumber = [](const ThreadValue &value) { return value.base < 0; };
  if (!llvm::all_of(values, isNumber)) {
    if (opcode == "add" && values.size() == 2 &&
        (isNumber(values[0]) || isNumber(values[1]))) {
      const ThreadValue &base = values[isNumber(values[0]) ? 1 : 0];
      const ThreadValue &number = values[isNumber(values[0]) ? 0 : 1];
      return {ThreadValue::Known, true, base.base,
              base.offset + truncate(number.offset, bits, true)};
    }
    if (opcode == "sub" && values.size() == 2 && isNumber(values[1]))
      return {ThreadValue::Known, true, values[0].base,
              values[0].offset - truncate(values[1].offset, bits, true)};
    if (opcode == "mad" && values.size() == 3 && isNumber(values[0]) &&
        isNumber(values[1]) && !has(node, "hi"))
      return {ThreadValue::Known, true, values[2].base,
              values[2].offset +
                  truncate(values[0].offset, bits, isSigned) *
                      truncate(values[1].offset, bits, isSigned)};
    return {};
  }
  llvm::SmallVector<int64_t, 4> n;
  for (const ThreadValue &value : values)
    n.push_back(truncate(value.offset, bits, isSigned));
  auto give = [&](int64_t value, unsigned width) {
    return ThreadValue::number(truncate(value, width, isSigned));
  };
  if (opcode == "setp") {
    bool isPlain = n.size() == 2 && node.row->words.size() > 1 &&
                   node.instruction->modifiers.size() == 2 &&
                   node.instruction->operands[0].kind != Operand::Pair;
    return isPlain ? ThreadValue::number(
                         compare(node.row->words[0], n[0], n[1], isSigned))
                   : ThreadValue();
  }
  if (opcode == "not")
    return type == "pred" ? give(!n[0], 1) : give(~n[0], bits);
  if (opcode == "neg")
    return give(-n[0], bits);
  if (opcode == "popc")
    return ThreadValue::number(llvm::popcount(uint64_t(n[0])));
  if (n.size() < 2)
    return {};
  if (opcode == "add")
    return give(n[0] + n[1], bits);
  if (opcode == "sub")
    return give(n[0] - n[1], bits);
  if (opcode == "and")
    return give(n[0] & n[1], bits);
  if (opcode == "or")
    return give(n[0] | n[1], bits);
  if (opcode == "xor")
    return give(n[0] ^ n[1], bits);
  if ((opcode == "mul" || opcode == "mad") && !has(node, "hi")) {
    unsigned width = has(node, "wide") ? 2 * bits : bits;
    int64_t added = 0;
    if (opcode == "mad")
      added = values[2].offset;
    return give(int64_t(uint64_t(n[0]) * uint64_t(n[1])) + added, width);
  }
  uint64_t amount = uint64_t(values[1].offset) & 0xffffffff;
  if (opcode == "shl")
    return give(amount >= bits ? 0 : int64_t(uint64_t(n[0]) << amount), bits);
  if (opcode == "shr") {
    amount = std::min<uint64_t>(amount, bits - (isSigned ? 1 : 0));
    if (amount >= 64)
      return ThreadValue::number(0);
    return give(isSigned ? n[0] >> amount : int64_t(uint64_t(n[0]) >> amount),
                bits);
  }
  if (opcode == "min" || opcode == "max") {
    bool isLess = isSigned ? n[0] < n[1] : uint64_t(n[0]) < uint64_t(n[1]);
    return give(isLess == (opcode == "min") ? n[0] : n[1], bits);
  }
  if ((opcode == "div" || opcode == "rem") && n[1] != 0 && n[1] != -1) {
    if (isSigned)
      return give(opcode == "div" ? n[0] / n[1] : n[0] % n[1], bits);
    uint64_t a = n[0], b = n[1];
    return give(opcode == "div" ? a / b : a % b, bits);
  }
  if (opcode == "bfe" && n.size() == 3 && !isSigned) {
    uint64_t first = n[1] & 0xff, count = n[2] & 0xff;
    uint64_t value = first >= bits ? 0 : uint64_t(n[0]) >> first;
    return give(count >= 64 ? value : value & ((uint64_t(1) << count) - 1),
                bits);
  }
  return {};
}

ThreadValue AsmThreadRun::readAddress(const Thread &thread, const AsmNode &node,
                                      const Operand &operand) const {
  const Operand &place =
      operand.kind == Operand::Address && !operand.elements.empty()
          ? operand.elements[0]
          : operand;
  if (place.offsetPlaceholder >= 0)
    return {};
  Source source = decode(node, place);
  ThreadValue value = read(thread, source);
  // That of a variable by its name is in it.
  if (source.symbol >= 0)
    value.offset += place.offset;
  return value;
}
