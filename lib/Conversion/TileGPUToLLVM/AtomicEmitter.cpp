//===- AtomicEmitter.cpp - Inline PTX of atomic operations ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicEmitter.h"
#include "AsmText.h"

#include "LaneShuffle.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

AtomicEmitter::AtomicEmitter(OpBuilder &builder, Location loc, Type elementType,
                             unsigned width, AtomicText text, bool hasResult,
                             ArrayRef<Value> limits)
    : builder(builder), loc(loc), elementType(elementType),
      shape(elementType, width), text(std::move(text)), hasResult(hasResult),
      limits(limits) {
  // A register of 128 bits is made of integers.
  shape.isFloat &= !this->text.isPair;
}

SmallVector<Value> AtomicEmitter::emit(Value ptr, Value predicate,
                                       ArrayRef<SmallVector<Value>> data) {
  unsigned numResults = hasResult ? text.isPair ? 2 : shape.words : 0;
  SmallVector<Value> operands{ptr};
  std::string constraints = "l";
  // After the results, in the order of the constraints.
  unsigned next = numResults;
  std::string address = "[$" + std::to_string(next++) + "]";
  SmallVector<std::string> lists;
  for (ArrayRef<Value> elements : data) {
    SmallVector<Value> words = pack(elements);
    lists.push_back(getList(next));
    next += words.size();
    for (Value word : words) {
      operands.push_back(word);
      constraints += ("," + shape.getConstraint()).str();
    }
  }
  SmallVector<std::string> limitNames;
  for (Value limit : limits) {
    limitNames.push_back("$" + std::to_string(next++));
    operands.push_back(limit);
    constraints += ",l";
  }
  std::string condition;
  if (predicate) {
    condition = "$" + std::to_string(next++);
    operands.push_back(predicate);
    constraints += ",b";
    // The results keep these values where nothing happens.
    for (unsigned w = 0; w < numResults; ++w) {
      operands.push_back(LLVM::ZeroOp::create(builder, loc, getWordType()));
      constraints += "," + std::to_string(w);
    }
  }
  std::string outputs;
  for (unsigned w = 0; w < numResults; ++w)
    outputs += ((text.isPoll ? "=&" : "=") + shape.getConstraint() + ",").str();
  std::string body =
      text.isLoop   ? getLoop(address, lists.front(), condition)
      : text.isPoll ? getPoll(address, lists.front(), limitNames, condition)
      : text.isPair ? getPair(address, lists, condition)
                    : getInstruction(address, lists, condition);
  SmallVector<Type> types;
  if (hasResult)
    types.push_back(numResults == 1
                        ? getWordType()
                        : LLVM::LLVMStructType::getLiteral(
                              builder.getContext(),
                              SmallVector<Type>(numResults, getWordType())));
  auto inlineAsm =
      emitAsm(builder, loc, types, operands, body, outputs + constraints);
  if (!hasResult)
    return {};
  SmallVector<Value> words{inlineAsm.getRes()};
  if (numResults > 1) {
    Value all = words.pop_back_val();
    for (unsigned w = 0; w < numResults; ++w)
      words.push_back(LLVM::ExtractValueOp::create(builder, loc, all, w));
  }
  return unpack(words);
}

void AtomicEmitter::emitFence(Value owner) {
  std::string code = "fence" + text.fence + ";";
  if (owner)
    code = "@$0 " + code;
  emitAsm(builder, loc, {}, owner ? ValueRange(owner) : ValueRange(), code,
          owner ? "b" : "");
}

Type AtomicEmitter::getWordType() {
  if (shape.isFloat)
    return elementType;
  return builder.getIntegerType(shape.getRegisterBits());
}

std::string AtomicEmitter::getList(unsigned first) const {
  std::string list;
  for (unsigned w = 0; w < shape.words; ++w)
    list += (w ? ", $" : "$") + std::to_string(first + w);
  return shape.words == 1 ? list : "{" + list + "}";
}

std::string AtomicEmitter::getInstruction(StringRef address,
                                          ArrayRef<std::string> lists,
                                          StringRef condition) const {
  std::string line;
  if (!condition.empty())
    line = ("@" + condition + " ").str();
  line += text.opcode.str() + text.order + text.operation + " ";
  if (hasResult)
    line += getList(0) + ", ";
  line += address;
  for (const std::string &list : lists)
    line += ", " + list;
  return line + ";";
}

std::string AtomicEmitter::getPair(StringRef address,
                                   ArrayRef<std::string> words,
                                   StringRef condition) const {
  std::string guard =
      condition.empty() ? std::string() : ("@" + condition + " ").str();
  std::string code =
      "{\n.reg .b128 expected, wanted, old;\nmov.b128 expected, {" + words[0] +
      ", " + words[1] + "};\nmov.b128 wanted, {" + words[2] + ", " + words[3] +
      "};\n" + guard + text.opcode.str() + text.order + text.operation +
      " old, " + address.str() + ", expected, wanted;\n";
  if (hasResult)
    code += guard + "mov.b128 {$0, $1}, old;\n";
  return code + "}";
}

std::string AtomicEmitter::getPoll(StringRef address, StringRef expected,
                                   ArrayRef<std::string> limits,
                                   StringRef condition) const {
  std::string bits = std::to_string(shape.getWordBits());
  std::string code = "{\n.reg .pred again;\n";
  if (!limits.empty())
    code += ".reg .b64 time;\n";
  if (!condition.empty())
    code += ("@!" + condition + " bra done;\n").str();
  code += "read:\nld" + text.relaxed + ".b" + bits + " $0, " + address.str() +
          ";\nsetp.ne.b" + bits + " again, $0, " + expected.str() + ";\n";
  if (!limits.empty())
    code += "@!again bra done;\nmov.u64 time, %globaltimer;\n"
            "sub.u64 time, time, " +
            limits[0] + ";\nsetp.lt.u64 again, time, " + limits[1] + ";\n";
  return code + "@again bra read;\ndone:\n}";
}

std::string AtomicEmitter::getLoop(StringRef address, StringRef operand,
                                   StringRef condition) const {
  bool isPair = shape.perWord == 2;
  std::string bits = std::to_string(shape.getWordBits());
  std::string code = "{\n.reg .pred different;\n.reg .b" + bits +
                     " old, expected, sum, one;\n";
  if (!condition.empty())
    code += ("@!" + condition + " bra done;\n").str();
  code += "mov.b" + bits + " one, " + (isPair ? "0x3F803F80" : "0x3F80") +
          ";\nld" + text.relaxed + ".b" + bits + " old, " + address.str() +
          ";\nagain:\nmov.b" + bits + " expected, old;\nfma.rn.bf16" +
          (isPair ? "x2" : "") + " sum, expected, one, " + operand.str() +
          ";\natom" + text.order + ".cas.b" + bits + " old, " + address.str() +
          ", expected, sum;\nsetp.ne.b" + bits +
          " different, old, expected;\n@different bra again;\n";
  if (hasResult)
    code += "mov.b" + bits + " $0, old;\n";
  return code + "done:\n}";
}

SmallVector<Value> AtomicEmitter::pack(ArrayRef<Value> elements) {
  SmallVector<Value> words;
  if (shape.perWord == 1) {
    for (Value element : elements) {
      if (!shape.isFloat)
        element = toInteger(builder, loc, element);
      if (shape.getRegisterBits() != shape.getWordBits())
        element = LLVM::ZExtOp::create(builder, loc, getWordType(), element);
      words.push_back(element);
    }
    return words;
  }
  auto pair = VectorType::get({2}, elementType);
  for (size_t i = 0; i < elements.size(); i += 2) {
    Value vector = LLVM::PoisonOp::create(builder, loc, pair);
    for (unsigned half = 0; half < 2; ++half)
      vector = LLVM::InsertElementOp::create(builder, loc, vector,
                                             elements[i + half],
                                             emitI32(builder, loc, half));
    words.push_back(
        LLVM::BitcastOp::create(builder, loc, getWordType(), vector));
  }
  return words;
}

SmallVector<Value> AtomicEmitter::unpack(ArrayRef<Value> words) {
  SmallVector<Value> elements;
  auto pair = VectorType::get({2}, elementType);
  for (Value word : words) {
    if (shape.perWord == 1) {
      if (shape.getRegisterBits() != shape.getWordBits())
        word = LLVM::TruncOp::create(
            builder, loc, builder.getIntegerType(shape.getWordBits()), word);
      elements.push_back(fromInteger(builder, loc, word, elementType));
      continue;
    }
    Value vector = LLVM::BitcastOp::create(builder, loc, pair, word);
    for (unsigned half = 0; half < 2; ++half)
      elements.push_back(LLVM::ExtractElementOp::create(
          builder, loc, vector, emitI32(builder, loc, half)));
  }
  return elements;
}
