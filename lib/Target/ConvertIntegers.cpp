//===- ConvertIntegers.cpp - Integers as floats, rounded once -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
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

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace mlir;

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

bool tile::convertIntegers(llvm::Module &module, bool hasBF16Conversions) {
  llvm::SmallVector<llvm::CastInst *> casts;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction))
        casts.push_back(cast<llvm::CastInst>(&instruction));
  bool changed = false;
  for (llvm::CastInst *cast : casts) {
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
