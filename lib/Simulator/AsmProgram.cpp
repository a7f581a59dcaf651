//===- AsmProgram.cpp - The body of an asm as a program -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmProgram.h"
#include "Block.h"
#include "Decoders/FunctionDecoder.h"
#include "Lanes.h"
#include "VectorRegisters.h"

#include "tile/Support/FloatModes.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// Registers that are copied from words or to them.
struct AsmProgram::Transfer {
  struct Register {
    unsigned k, bits;
    uint32_t offset;
  };
  std::vector<Register> registers;
  llvm::MutableArrayRef<uint64_t> words;
  unsigned wordsPerThread = 0;

  uint64_t &at(const Warp &warp, unsigned lane, const Register &reg) const {
    size_t thread = warp.index * kNumLanes + lane;
    return const_cast<uint64_t &>(words[thread * wordsPerThread + reg.k]);
  }
  static const Transfer &get(const Inst &inst) {
    return *static_cast<const Transfer *>(inst.data);
  }

  static void runInputs(Warp &warp, const Inst &inst, uint32_t mask) {
    const Transfer &transfer = get(inst);
    for (const Register &reg : transfer.registers) {
      unsigned bytes = reg.bits / 8;
      forLanes(mask, [&](unsigned lane) {
        uint64_t word = transfer.at(warp, lane, reg);
        if (reg.bits == 1)
          warp.setPredicate(reg.offset, 1u << lane, word ? kAllLanes : 0);
        else
          std::memcpy(warp.registers + reg.offset + lane * bytes, &word, bytes);
      });
    }
  }

  static void runOutputs(Warp &warp, const Inst &inst, uint32_t mask) {
    const Transfer &transfer = get(inst);
    for (const Register &reg : transfer.registers) {
      unsigned bytes = reg.bits / 8;
      forLanes(mask, [&](unsigned lane) {
        uint64_t word = 0;
        if (reg.bits == 1)
          word = warp.pred(reg.offset) >> lane & 1;
        else
          std::memcpy(&word, warp.registers + reg.offset + lane * bytes, bytes);
        transfer.at(warp, lane, reg) = word;
      });
    }
  }
};

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

namespace {
/// Puts constants in the place of the `$k` that stand for them.
class Binder {
public:
  explicit Binder(llvm::ArrayRef<ptx::AsmOperand> operands)
      : operands(operands) {}

  void bind(std::vector<ptx::Statement> &statements) const {
    for (ptx::Statement &statement : statements) {
      if (auto *block = statement.getIf<ptx::Block>())
        bind(block->statements);
      auto *instruction = statement.getIf<ptx::Instruction>();
      if (!instruction)
        continue;
      if (instruction->guard)
        bind(*instruction->guard);
      for (ptx::Operand &operand : instruction->operands)
        bind(operand);
    }
  }

private:
  void bind(ptx::Operand &operand) const {
    for (ptx::Operand &element : operand.elements)
      bind(element);
    if (operand.kind != ptx::Operand::Placeholder ||
        !operands[operand.bits].isImmediate)
      return;
    const ptx::AsmOperand &of = operands[operand.bits];
    operand.kind = of.type == "f32"   ? ptx::Operand::F32
                   : of.type == "f64" ? ptx::Operand::F64
                                      : ptx::Operand::Integer;
    operand.bits = of.constant.value_or(0);
  }

  llvm::ArrayRef<ptx::AsmOperand> operands;
};
} // namespace

static bool declaresVectors(llvm::ArrayRef<ptx::Statement> statements) {
  return llvm::any_of(statements, [](const ptx::Statement &statement) {
    if (const auto *block = statement.getIf<ptx::Block>())
      return declaresVectors(block->statements);
    const auto *variable = statement.getIf<ptx::Variable>();
    return variable && variable->vectorSize != 0;
  });
}

AsmProgram::AsmProgram(const ptx::AsmBody &body, const ptx::AsmContext &context,
                       llvm::ArrayRef<const ptx::InstructionMatch *> rows)
    : inputs(std::make_unique<Transfer>()),
      outputs(std::make_unique<Transfer>()),
      code(std::make_unique<ProgramCode>(ptx::Module(), memory)) {
  llvm::ArrayRef<ptx::AsmOperand> operands = context.operands;
  ptx::Function &source =
      std::get<ptx::Function>(changed.items.emplace_back(ptx::Function()));
  source.isEntry = true;
  source.body.emplace();
  llvm::ArrayRef<ptx::Statement> statements = body.statements;
  bool hasImmediates = llvm::any_of(
      operands, [](const auto &operand) { return operand.isImmediate; });
  if (hasImmediates || declaresVectors(statements)) {
    source.body->statements = body.statements;
    Binder(operands).bind(source.body->statements);
    expandVectorRegisters(changed);
    statements = source.body->statements;
  }
  FunctionCode &function =
      *code->functions.emplace_back(std::make_unique<FunctionCode>());
  function.source = &source;
  function.isEntry = true;
  llvm::DenseMap<const void *, uint64_t> sharedOffsets;
  KnownMatches knownMatches;
  FunctionDecoder decoder(*code, function, sharedOffsets, *context.target,
                          knownMatches, errors);

  InstInfo given, taken;
  taken.hasEffect = true;
  std::vector<Symbol> registers(operands.size());
  for (auto [k, operand] : llvm::enumerate(operands)) {
    if (operand.isImmediate)
      continue;
    registers[k] = operand.tiedTo >= 0 ? registers[operand.tiedTo]
                                       : decoder.makeRegister(operand.type);
    unsigned bits = ptx::getTypeBits(operand.type);
    (operand.isOutput ? outputs : inputs)
        ->registers.push_back({unsigned(k), bits, registers[k].offset});
    (operand.isOutput ? taken.reads : given.writes)
        .push_back({registers[k].offset, uint16_t(bits),
                    ptx::isFloatType(operand.type), registers[k].index, "$"});
  }
  inputs->wordsPerThread = outputs->wordsPerThread = operands.size();
  Inst first, last;
  first.flags = last.flags = IsHidden;
  first.run = Transfer::runInputs;
  first.data = inputs.get();
  last.run = Transfer::runOutputs;
  last.data = outputs.get();
  decoder.decodeAsm(statements, rows, registers, {first, std::move(given)},
                    {last, std::move(taken)});
  if (!errors.empty())
    return;
  findJoins(*code, function);
  findUndefinedReads(*code, function);
}

AsmProgram::~AsmProgram() = default;

bool AsmProgram::run(unsigned numThreads,
                     llvm::MutableArrayRef<uint64_t> words) {
  if (!errors.empty())
    return false;
  UsualFloatModes floatModes;
  inputs->words = outputs->words = words;
  RunOptions options;
  options.stepLimit = 1 << 16;
  options.maxReports = 1;
  options.findGlobalRaces = options.findSharedRaces = false;
  LaunchState state(*code, *code->functions.front(), options);
  state.grid = state.cluster = state.clusters = {1};
  state.block = {numThreads};
  state.params.resize(16);
  Worker(state).run();
  return !state.stop && llvm::all_of(state.takeReports(),
                                     [](const Report &r) { return r.isNote; });
}
