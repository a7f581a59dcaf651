//===- LoopWords.cpp - Bytes that loops carry as words --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "PackedWords.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tile;

/// The numbers of the loop's bytes that the word packs, lowest first; none if
/// it has other elements, or one of them another use.
static SmallVector<unsigned> matchBytes(scf::ForOp loop, LLVM::BitcastOp word) {
  auto type = dyn_cast<VectorType>(word.getArg().getType());
  if (!word.getType().isInteger(32) || !type)
    return {};
  SmallVector<unsigned> numbers(type.getNumElements());
  Value vector = word.getArg();
  for (unsigned &number : llvm::reverse(numbers)) {
    auto insert = vector.getDefiningOp<LLVM::InsertElementOp>();
    auto arg =
        insert ? dyn_cast<BlockArgument>(insert.getValue()) : BlockArgument();
    if (!arg || arg.getOwner() != loop.getBody() || arg.getArgNumber() == 0 ||
        !arg.hasOneUse())
      return {};
    number = arg.getArgNumber() - 1;
    vector = insert.getVector();
  }
  return numbers;
}

static void carryWords(scf::ForOp loop) {
  SmallVector<LLVM::BitcastOp> words;
  SmallVector<SmallVector<unsigned>> bytes;
  loop.getBody()->walk([&](LLVM::BitcastOp word) {
    SmallVector<unsigned> numbers = matchBytes(loop, word);
    if (numbers.empty())
      return;
    words.push_back(word);
    bytes.push_back(numbers);
  });
  if (words.empty())
    return;
  auto pack = [&](OpBuilder &builder, ValueRange carried) {
    SmallVector<Value> packed;
    BitBuilder b(builder, loop.getLoc());
    for (ArrayRef<unsigned> numbers : bytes) {
      Value word = packWord(b, llvm::map_to_vector(numbers, [&](unsigned i) {
                              return carried[i];
                            }));
      packed.push_back(word.getType() == b.i32() ? word
                                                 : b.bitcast(word, b.i32()));
    }
    return packed;
  };
  IRRewriter rewriter(loop);
  SmallVector<Value> inits = pack(rewriter, loop.getInitArgs());
  unsigned numBefore = loop.getNumRegionIterArgs();
  auto added = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &builder, Location, ArrayRef<BlockArgument> args) {
        for (auto [word, arg] : llvm::zip_equal(words, args))
          word.replaceAllUsesWith(Value(arg));
        return pack(builder, loop.getYieldedValues());
      }));
  rewriter.setInsertionPointAfter(added);
  BitBuilder b(rewriter, added.getLoc());
  for (auto [i, numbers] : llvm::enumerate(bytes)) {
    SmallVector<Value> parts =
        unpackWord(b, added.getResult(numBefore + i),
                   added.getResult(numbers[0]).getType());
    for (auto [number, part] : llvm::zip_equal(numbers, parts))
      added.getResult(number).replaceAllUsesWith(part);
  }
}

void tile::carryWords(Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    ::carryWords(loop);
}
