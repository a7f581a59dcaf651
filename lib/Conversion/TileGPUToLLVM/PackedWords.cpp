//===- PackedWords.cpp - Elements of 8 and 16 bits in words ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedWords.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;

/// PTX ISA, "prmt": the lowest byte is this one, the others are of zero.
static constexpr int64_t kLowestByte = 0x4440;

SmallVector<Value> tile::unpackWord(const BitBuilder &b, Value word,
                                    Type elementType) {
  unsigned bits = elementType.getIntOrFloatBitWidth();
  if (bits == 32)
    return {word.getType() == elementType ? word
                                          : b.bitcast(word, elementType)};
  SmallVector<Value> elements;
  if (bits == 16) {
    Value pair = b.bitcast(word, BitBuilder::pairOf(elementType));
    return {b.element(pair, 0), b.element(pair, 1)};
  }
  for (unsigned i = 0; i < 4; ++i)
    elements.push_back(
        b.truncate(i ? b.shiftRight(word, 8 * i) : word, elementType));
  return elements;
}

Value tile::permuteByte(const BitBuilder &b, Value word, unsigned index) {
  if (index != 0)
    word = b.create<NVVM::PermuteOp>(b.i32(), word, b.integer(b.i32(), 0),
                                     b.integer(b.i32(), kLowestByte + index),
                                     NVVM::PermuteMode::DEFAULT);
  return b.truncate(word, b.i8());
}

/// The word that has a byte as its byte with this number, or null.
static Value findWord(Value byte, unsigned index) {
  auto truncated = byte.getDefiningOp<LLVM::TruncOp>();
  if (!truncated || !truncated.getArg().getType().isInteger(32))
    return {};
  Value word = truncated.getArg();
  if (index == 0)
    return word;
  APInt amount;
  if (auto shift = word.getDefiningOp<LLVM::LShrOp>())
    return matchPattern(shift.getRhs(), m_ConstantInt(&amount)) &&
                   amount == 8 * index
               ? shift.getLhs()
               : Value();
  if (auto permute = word.getDefiningOp<NVVM::PermuteOp>())
    return matchPattern(permute.getSelector(), m_ConstantInt(&amount)) &&
                   amount == kLowestByte + index
               ? permute.getLo()
               : Value();
  return {};
}

/// Whether two values, which may be null, are the same element of a vector.
static bool isSameElement(Value a, Value b) {
  if (!a || !b)
    return false;
  auto x = a.getDefiningOp<LLVM::ExtractElementOp>(),
       y = b.getDefiningOp<LLVM::ExtractElementOp>();
  APInt first, second;
  return x && y && x.getVector() == y.getVector() &&
         matchPattern(x.getPosition(), m_ConstantInt(&first)) &&
         matchPattern(y.getPosition(), m_ConstantInt(&second)) &&
         first == second;
}

bool tile::isPacked(ArrayRef<Value> bytes) {
  if (Value word = findWord(bytes[0], 0))
    return llvm::all_of(llvm::enumerate(bytes), [&](auto byte) {
      Value other = findWord(byte.value(), byte.index());
      return other == word || isSameElement(other, word);
    });
  // What a loop carries: `carryWords` carries the word instead.
  if (auto first = dyn_cast<BlockArgument>(bytes[0]))
    return isa<scf::ForOp>(first.getOwner()->getParentOp()) &&
           llvm::all_of(llvm::enumerate(bytes), [&](auto byte) {
             auto arg = dyn_cast<BlockArgument>(byte.value());
             return arg && arg.getOwner() == first.getOwner() &&
                    arg.getArgNumber() == first.getArgNumber() + byte.index();
           });
  uint64_t first = 0;
  Value vector;
  for (auto [i, byte] : llvm::enumerate(bytes)) {
    auto element = byte.getDefiningOp<LLVM::ExtractElementOp>();
    APInt position;
    if (!element ||
        !matchPattern(element.getPosition(), m_ConstantInt(&position)))
      return false;
    if (i == 0) {
      vector = element.getVector();
      first = position.getZExtValue();
    }
    if (element.getVector() != vector || position != first + i)
      return false;
  }
  return first % bytes.size() == 0;
}

Value tile::packWord(const BitBuilder &b, ArrayRef<Value> elements,
                     bool ofVectors) {
  if (elements.size() == 1)
    return elements[0];
  bool areBytes = elements[0].getType() == b.i8();
  if (elements.size() == 2 && !areBytes)
    return b.pair(elements[0], elements[1]);
  Value word = findWord(elements[0], 0);
  for (auto [i, element] : llvm::enumerate(elements))
    if (Value other = findWord(element, i);
        other != word && !(ofVectors && isSameElement(other, word)))
      word = {};
  if (word)
    return word;
  Value vector = b.create<LLVM::PoisonOp>(
      VectorType::get(int64_t(elements.size()), elements[0].getType()));
  for (auto [i, element] : llvm::enumerate(elements))
    vector =
        b.create<LLVM::InsertElementOp>(vector, element, b.integer(b.i32(), i));
  if (elements.size() == 2)
    return b.zeroExtend(b.bitcast(vector, b.getBuilder().getI16Type()),
                        b.i32());
  return b.bitcast(vector, b.i32());
}
