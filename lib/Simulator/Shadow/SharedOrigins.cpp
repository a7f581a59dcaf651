//===- SharedOrigins.cpp - Which variable an address is of ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedOrigins.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// An address in more variables is anything.
static constexpr size_t kMostVariables = 8;

SharedOrigins::SharedOrigins(const ProgramCode &program,
                             const FunctionCode &function) {
  for (const NamedSlot &variable : program.sharedVariables) {
    if (variable.function && variable.function != &function)
      continue;
    Value &value = values[variable.name];
    // Which of two variables of one name is meant is not known here.
    value.kind = value.kind == Value::None ? Value::Address : Value::Anything;
    value.variables.push_back(&variable);
  }
  if (values.empty() || !function.source->body)
    return;
  collect(*function.source->body);
  // Registers that are written are not known before.
  for (const ptx::Instruction *instruction : instructions)
    write(instruction->operands.front(), {});
  bool changed = true;
  while (changed) {
    changed = false;
    for (const ptx::Instruction *instruction : instructions)
      changed |= write(instruction->operands.front(), compute(*instruction));
  }
}

void SharedOrigins::collect(const ptx::Block &block) {
  for (const ptx::Statement &statement : block.statements) {
    if (const auto *inner = statement.getIf<ptx::Block>())
      collect(*inner);
    const auto *instruction = statement.getIf<ptx::Instruction>();
    if (instruction && !instruction->operands.empty())
      instructions.push_back(instruction);
  }
}

const SharedOrigin *SharedOrigins::find(StringRef name) const {
  auto it = values.find(name);
  return it != values.end() && it->second.kind == Value::Address
             ? &it->second.variables
             : nullptr;
}

bool SharedOrigins::join(Value &into, const Value &from) {
  if (from.kind == Value::None || into.kind == Value::Anything)
    return false;
  if (into.kind == Value::None) {
    into = from;
    return true;
  }
  if (into.kind != from.kind) {
    into.kind = Value::Anything;
    return true;
  }
  bool changed = false;
  for (const NamedSlot *variable : from.variables)
    if (!llvm::is_contained(into.variables, variable)) {
      into.variables.push_back(variable);
      changed = true;
    }
  if (into.variables.size() > kMostVariables)
    into.kind = Value::Anything;
  return changed;
}

SharedOrigins::Value SharedOrigins::get(const ptx::Operand &operand) const {
  Value value;
  value.kind = Value::Number;
  switch (operand.kind) {
  case ptx::Operand::Name: {
    auto it = values.find(operand.name);
    if (it != values.end())
      return it->second;
    // Special registers, and registers that no thread writes. Other names are
    // variables elsewhere, and arrays that the launch sizes.
    if (!StringRef(operand.name).starts_with("%"))
      value.kind = Value::Anything;
    return value;
  }
  case ptx::Operand::Vector:
  case ptx::Operand::Pair:
  case ptx::Operand::List:
    for (const ptx::Operand &element : operand.elements) {
      Value part = get(element);
      if (part.kind == Value::Address || part.kind == Value::Anything)
        value.kind = Value::Anything;
    }
    return value;
  default:
    return value;
  }
}

/// An address that numbers were added to.
SharedOrigins::Value
SharedOrigins::addNumbers(const Value &address,
                          llvm::ArrayRef<const Value *> numbers) {
  Value result = address;
  for (const Value *number : numbers) {
    if (number->kind == Value::None)
      result.kind = Value::None;
    else if (number->kind != Value::Number)
      result.kind = Value::Anything;
    if (result.kind != Value::Address)
      break;
  }
  if (result.kind != Value::Address)
    result.variables.clear();
  return result;
}

SharedOrigins::Value
SharedOrigins::compute(const ptx::Instruction &instruction) const {
  llvm::SmallVector<Value, 4> sources;
  for (const ptx::Operand &operand : llvm::drop_begin(instruction.operands))
    sources.push_back(get(operand));
  auto isNumber = [](const Value &value) {
    return value.kind == Value::Number;
  };
  Value result;
  result.kind = Value::Number;
  if (llvm::all_of(sources, isNumber))
    return result;
  // Not known yet.
  if (llvm::any_of(sources,
                   [](const Value &v) { return v.kind == Value::None; }))
    return {};
  StringRef opcode = instruction.opcode;
  size_t count = sources.size();
  bool isMove = opcode == "mov" || opcode == "cvta" || opcode == "cvt";
  if (isMove && count == 1)
    return sources[0];
  bool isSum =
      opcode == "add" || opcode == "or" || opcode == "xor" || opcode == "and";
  if (isSum && count == 2)
    return isNumber(sources[0]) ? addNumbers(sources[1], {&sources[0]})
                                : addNumbers(sources[0], {&sources[1]});
  if (opcode == "sub" && count == 2)
    return isNumber(sources[0]) ? Value{Value::Anything, {}}
                                : addNumbers(sources[0], {&sources[1]});
  if (opcode == "mad" && count == 3)
    return isNumber(sources[2])
               ? Value{Value::Anything, {}}
               : addNumbers(sources[2], {&sources[0], &sources[1]});
  if (opcode == "selp" && count == 3) {
    result = sources[0];
    join(result, sources[1]);
    return result;
  }
  result.kind = Value::Anything;
  return result;
}

bool SharedOrigins::write(const ptx::Operand &operand, const Value &value) {
  if (operand.kind == ptx::Operand::Name)
    return join(values[operand.name], value);
  bool changed = false;
  if (operand.kind == ptx::Operand::Vector ||
      operand.kind == ptx::Operand::Pair || operand.kind == ptx::Operand::List)
    for (const ptx::Operand &element : operand.elements)
      changed |= write(element, value.kind == Value::Address
                                    ? Value{Value::Anything, {}}
                                    : value);
  return changed;
}
