//===- ConvertIntegers.cpp - Integers as floats, rounded once -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hardware converts integers of 8 and 16 bits at an eighth of the speed of
// additions. But a short integer in the low bits of 2^23 is an f32 already, as
// an f32 has 23 bits after its first:
//
//   0x4B000000 + u   is  8388608 + u
//
// What there is too much is subtracted, exactly. A part of a word gets there by
// one `prmt`, which takes no more instructions than to extract and convert it.
// An integer that is added goes into the number that is subtracted, also to an
// i32 that is known to be short. A signed integer with its sign turned is an
// unsigned one, larger by a half.
//
// LLVM's NVPTX back end converts two kinds of integers to other floats than
// LLVM IR says:
//
// * A signed flag is -1 or 0. On sm_90 and later targets it makes 1 of it where
//   the float is a bf16, unless the flag is the result of a comparison. So a
//   flag chooses between two constants here, for every float. Elsewhere that
//   takes an instruction less.
// * Targets before sm_90 convert integers to bf16 by way of f32, and round
//   twice. 1790967807 lies 1 below the middle between two bf16. As an f32 it is
//   the middle, which goes to the even neighbour, here the wrong one.
//
// For the second kind, integers keep 24 bits from their first one on, as many
// as an f32 has. If any bit after these was set, the last of them is set, too.
// That is enough to round to the 8 bits of a bf16 as the integer does (S. Boldo
// and G. Melquiond, "When double rounding is odd", 2005):
//
//   0110 1010 1011 1111 1111 1111 1111 1111   1790967807
//   0110 1010 1011 1111 1111 1111 1000 0000   24 bits, rounded to odd
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace mlir;
using namespace llvm::PatternMatch;

/// Bits of an f32 from its first one on.
static constexpr unsigned kFloatBits = 24;

/// The integer of `kFloatBits` bits from its first one on that rounds as
/// `value` does.
static llvm::Value *roundToOdd(llvm::IRBuilder<> &builder, llvm::Value *value,
                               bool isSigned) {
  llvm::Type *type = value->getType();
  unsigned width = type->getScalarSizeInBits();
  auto number = [&](uint64_t bits) {
    return llvm::ConstantInt::get(type, bits);
  };
  llvm::Value *magnitude =
      isSigned ? builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value,
                                               builder.getFalse())
               : value;
  llvm::Value *zeros = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::ctlz, magnitude, builder.getFalse());
  // How many bits there are too many. Of two's complement, all bits above are
  // kept: what is cut off makes a negative number less, never more.
  llvm::Value *surplus = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::usub_sat, number(width - kFloatBits), zeros);
  llvm::Value *unit = builder.CreateShl(number(1), surplus);
  llvm::Value *below = builder.CreateSub(unit, number(1));
  llvm::Value *isInexact =
      builder.CreateICmpNE(builder.CreateAnd(value, below), number(0));
  llvm::Value *kept = builder.CreateAnd(value, builder.CreateNot(below));
  return builder.CreateSelect(isInexact, builder.CreateOr(kept, unit), value);
}

namespace {
/// Makes f32 of short integers.
class ShortIntegers {
public:
  /// Whether the cast is one that it replaced.
  bool replace(llvm::CastInst *cast) {
    if (!cast->getType()->isFloatTy())
      return false;
    bool isSigned = isa<llvm::SIToFPInst>(cast);
    llvm::Value *source = cast->getOperand(0);
    llvm::IRBuilder<> builder(cast);
    // What is added next is subtracted less.
    std::optional<int64_t> added = getAdded(cast);
    llvm::Instruction *replaced = added ? cast->user_back() : cast;
    llvm::Value *bits = nullptr;
    int64_t surplus = kLarge - added.value_or(0);
    unsigned width = source->getType()->getIntegerBitWidth();
    if (width == 8 || width == 16) {
      bits = place(builder, source, isSigned);
      surplus += isSigned ? int64_t(1) << (width - 1) : 0;
    } else if (width == 32) {
      llvm::Value *other;
      const llvm::APInt *number;
      if (isSigned && !added &&
          match(source, m_NSWAdd(m_Value(other), m_APInt(number))) &&
          number->abs().ule(kMost)) {
        source = other;
        added = number->getSExtValue();
        surplus -= *added;
      }
      // Without a sum it takes an instruction more than a conversion.
      if (added && llvm::computeKnownBits(source, cast->getDataLayout())
                           .countMaxActiveBits() <= kMostBits)
        bits = builder.CreateOr(source, kUpper);
    }
    if (!bits)
      return false;
    builder.SetInsertPoint(replaced);
    llvm::Type *type = cast->getType();
    replaced->replaceAllUsesWith(
        builder.CreateFAdd(builder.CreateBitCast(bits, type),
                           llvm::ConstantFP::get(type, -double(surplus))));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(replaced);
    return true;
  }

private:
  /// 2^23, its bits, and the most that may be added to a short integer.
  static constexpr int64_t kLarge = 1 << 23, kMost = 1 << 21;
  static constexpr uint32_t kUpper = 0x4B000000;
  static constexpr unsigned kMostBits = 16;

  /// The integer that the only user of the cast adds to it.
  static std::optional<int64_t> getAdded(llvm::CastInst *cast) {
    const llvm::APFloat *added;
    if (!cast->hasOneUse() ||
        !match(cast->user_back(), m_FAdd(m_Specific(cast), m_APFloat(added))))
      return std::nullopt;
    llvm::APSInt number(32, /*isUnsigned=*/false);
    bool isExact;
    if (added->convertToInteger(number, llvm::APFloat::rmTowardZero,
                                &isExact) != llvm::APFloat::opOK ||
        std::abs(number.getExtValue()) > kMost)
      return std::nullopt;
    return number.getExtValue();
  }

  /// The bits of 2^23 plus an integer of 8 or 16 bits, whose sign is turned if
  /// it has one; null if the integer is not a part of a word. One that has a
  /// register of its own takes an instruction more than a conversion.
  llvm::Value *place(llvm::IRBuilder<> &builder, llvm::Value *source,
                     bool isSigned) {
    unsigned width = source->getType()->getIntegerBitWidth();
    uint32_t signs = width == 8 ? 0x80808080 : 0x80008000;
    auto [word, first] = findWord(builder, source);
    if (!word)
      return nullptr;
    if (isSigned)
      word = turnSigns(word, signs, *builder.GetInsertBlock()->getParent());
    // PTX ISA, "prmt": bytes 4 to 7 are the second operand's.
    uint32_t selector =
        width == 8 ? 0x7440 + first : 0x7400 + (first + 1) * 16 + first;
    return builder.CreateIntrinsic(
        llvm::Intrinsic::nvvm_prmt, {},
        {word, builder.getInt32(kUpper), builder.getInt32(selector)});
  }

  /// The word that has the integer and others, and the number of its first byte
  /// there.
  static std::pair<llvm::Value *, unsigned> findWord(llvm::IRBuilder<> &builder,
                                                     llvm::Value *source) {
    unsigned width = source->getType()->getIntegerBitWidth();
    llvm::Value *word, *vector;
    uint64_t index;
    if (match(source, m_ExtractElt(m_Value(vector), m_ConstantInt(index)))) {
      uint64_t count =
          cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
      unsigned perWord = 32 / width;
      if (count % perWord != 0)
        return {};
      llvm::Value *words = builder.CreateBitCast(
          vector,
          llvm::FixedVectorType::get(builder.getInt32Ty(), count / perWord));
      return {builder.CreateExtractElement(words, index / perWord),
              index % perWord * width / 8};
    }
    if (!match(source, m_Trunc(m_Value(word))) ||
        word->getType()->getIntegerBitWidth() > 32)
      return {};
    unsigned first = 0;
    uint64_t amount;
    if (llvm::Value *shifted;
        match(word, m_LShr(m_Value(shifted), m_ConstantInt(amount))) &&
        amount % 8 == 0) {
      word = shifted;
      first = amount / 8;
    }
    // What `permuteByte` of the lowering has.
    constexpr uint64_t kLowestByte = 0x4440;
    if (auto *permute = dyn_cast<llvm::IntrinsicInst>(word);
        width == 8 && permute &&
        permute->getIntrinsicID() == llvm::Intrinsic::nvvm_prmt &&
        match(permute->getArgOperand(2), m_ConstantInt(amount)) &&
        amount >= kLowestByte && amount < kLowestByte + 4)
      return {permute->getArgOperand(0), amount - kLowestByte};
    if (first == 0 && word->hasOneUse())
      return {};
    return {builder.CreateZExt(word, builder.getInt32Ty()), first};
  }

  /// The word with the signs of all its integers turned, once.
  llvm::Value *turnSigns(llvm::Value *word, uint32_t signs,
                         llvm::Function &function) {
    llvm::Value *&turned = turnedWords[{word, signs}];
    if (!turned) {
      llvm::IRBuilder<> builder(word->getContext());
      if (auto *instruction = dyn_cast<llvm::Instruction>(word))
        builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
      else
        builder.SetInsertPointPastAllocas(&function);
      turned = builder.CreateXor(word, builder.getInt32(signs));
    }
    return turned;
  }

  llvm::DenseMap<std::pair<llvm::Value *, uint32_t>, llvm::Value *> turnedWords;
};
} // namespace

bool tile::convertIntegers(llvm::Module &module, bool hasBF16Conversions) {
  llvm::SmallVector<llvm::CastInst *> casts;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction))
        casts.push_back(cast<llvm::CastInst>(&instruction));
  bool changed = false;
  ShortIntegers shortIntegers;
  for (llvm::CastInst *cast : casts) {
    if (shortIntegers.replace(cast)) {
      changed = true;
      continue;
    }
    llvm::IRBuilder<> builder(cast);
    llvm::Value *source = cast->getOperand(0);
    llvm::Type *type = cast->getType();
    bool isSigned = isa<llvm::SIToFPInst>(cast);
    unsigned width = source->getType()->getScalarSizeInBits();
    if (width == 1) {
      cast->replaceAllUsesWith(builder.CreateSelect(
          source, llvm::ConstantFP::get(type, isSigned ? -1.0 : 1.0),
          llvm::ConstantFP::getZero(type)));
      cast->eraseFromParent();
    } else if (type->getScalarType()->isBFloatTy() && !hasBF16Conversions &&
               width > kFloatBits) {
      cast->setOperand(0, roundToOdd(builder, source, isSigned));
    } else {
      continue;
    }
    changed = true;
  }
  return changed;
}
