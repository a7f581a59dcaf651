//===- PackedWords.h - Elements of 8 and 16 bits in words -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the scalars of a tile and the 32-bit words that instructions of
// matrices take and give.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_PACKEDWORDS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_PACKEDWORDS_H

#include "BitBuilder.h"

namespace mlir::tile {

/// The elements of a word, an i32, lowest first, each an `elementType` of 8, 16
/// or 32 bits.
SmallVector<Value> unpackWord(const BitBuilder &b, Value word,
                              Type elementType);

/// Byte `index` of a word, an i8, by an instruction that LLVM does not look
/// into: of shifts of a loaded word it would make a load for each byte.
Value permuteByte(const BitBuilder &b, Value word, unsigned index);

/// The elements as one value of all their bits: a single one as it is, two of
/// 16 bits as a vector, four bytes as an i32, two as the lower half of one,
/// whose upper half may be anything. Bytes that `unpackWord` or `permuteByte`
/// took from one word, in order, are this word again; from an element of a
/// vector if `ofVectors`.
Value packWord(const BitBuilder &b, ArrayRef<Value> elements,
               bool ofVectors = false);

/// Whether two or four bytes are already together, in order: of a word, as
/// `unpackWord` and `permuteByte` take them, of a vector, or carried by a loop
/// one after the other.
bool isPacked(ArrayRef<Value> bytes);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_PACKEDWORDS_H
