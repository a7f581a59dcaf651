//===- AsmText.h - Operands and text of an inline asm -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_ASMTEXT_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_ASMTEXT_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

#include <string>

namespace mlir::tile {

/// An inline asm with this text; `constraints` say nothing of memory, which an
/// asm with side effects may change.
inline LLVM::InlineAsmOp emitAsm(OpBuilder &builder, Location loc,
                                 TypeRange results, ValueRange operands,
                                 const Twine &text, std::string constraints,
                                 bool hasSideEffects = true) {
  if (hasSideEffects)
    constraints += constraints.empty() ? "~{memory}" : ",~{memory}";
  return LLVM::InlineAsmOp::create(
      builder, loc, results, operands, text.str(), constraints, hasSideEffects,
      /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr(), ArrayAttr());
}

/// The members of a struct.
inline SmallVector<Value> unpackStruct(OpBuilder &builder, Location loc,
                                       Value packed) {
  auto type = cast<LLVM::LLVMStructType>(packed.getType());
  SmallVector<Value> values;
  for (size_t i = 0, e = type.getBody().size(); i < e; ++i)
    values.push_back(LLVM::ExtractValueOp::create(builder, loc, packed, i));
  return values;
}

/// Operands and text of an inline asm.
class AsmText {
public:
  /// Adds results of these types; sums that go in come out of the same ones.
  /// No other operand shares their registers, which are written before the last
  /// instruction has read its operands.
  AsmText(OpBuilder &builder, Location loc, TypeRange results = {},
          ValueRange sums = {})
      : builder(builder), loc(loc), results(results), operands(sums) {
    auto getLetter = [](Type type) { return type.isF32() ? "f" : "r"; };
    for (Type type : results)
      addConstraint(std::string("=&") + getLetter(type));
    for (size_t i = 0; i < sums.size(); ++i)
      addConstraint(std::to_string(i));
  }

  std::string addOperand(Value value, StringRef constraint) {
    operands.push_back(value);
    addConstraint(constraint.str());
    return "$" + std::to_string(results.size() + operands.size() - 1);
  }

  /// The operand for an address in shared memory.
  std::string addAddress(Value place) {
    Type i32 = builder.getI32Type();
    return addOperand(LLVM::PtrToIntOp::create(builder, loc, i32, place), "r");
  }

  void addText(const Twine &more) { text += more.str(); }
  void addLine(const Twine &line) { addText(line + "\n"); }

  /// The result; a struct if there are several, nothing if there is none.
  Value createPacked() {
    SmallVector<Type> types = results;
    if (types.size() > 1)
      types = {LLVM::LLVMStructType::getLiteral(builder.getContext(), results)};
    auto op = emitAsm(builder, loc, types, operands, text, constraints);
    return types.empty() ? Value() : op.getResult(0);
  }

  SmallVector<Value> create() {
    Value packed = createPacked();
    if (results.size() == 1)
      return {packed};
    return packed ? unpackStruct(builder, loc, packed) : SmallVector<Value>();
  }

private:
  void addConstraint(const std::string &constraint) {
    constraints += (constraints.empty() ? "" : ",") + constraint;
  }

  OpBuilder &builder;
  Location loc;
  SmallVector<Type> results;
  SmallVector<Value> operands;
  std::string text, constraints;
};

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_ASMTEXT_H
