//===- ShareDivisors.cpp - Many numbers divided by one --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax divides each element of a row by the row's sum. div.full.f32 is a
// multiplication by the divisor's reciprocal. Before, both operands are scaled
// if the divisor is so large that its reciprocal would be subnormal, or is
// subnormal itself (PTX ISA, "div"):
//
//   s = |b| > 2^126 ? 2^-2 : |b| < 2^-126 ? 2^24 : 1
//   a / b = (a s) (1 / (b s))
//
// ptxas computes the reciprocal of a common divisor once, but scales each
// dividend in two instructions under predicates. Here both are written out:
// ptxas sees a scale that is computed once, and an element takes two
// multiplications instead of three. The numbers are the same to the bit. The
// second multiplication may become a part of one with an addition, where the
// target machine may do that, because ptxas does it with those inside of a
// div.full, too. What was an integer needs no scale: it is 0, or between 1 and
// 2^64.
//
// A cross entropy in place divides each element twice. It takes 736 machine
// instructions instead of 784, and 40 registers instead of 51, so an SM has
// room for 48 of its warps instead of 32.
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace mlir;

/// With fewer dividends nothing is won.
static constexpr size_t kLeastDividends = 8;

using Divisions = llvm::SmallVector<llvm::IntrinsicInst *>;

static llvm::Value *multiply(llvm::IRBuilder<> &builder, llvm::Value *a,
                             llvm::Value *b) {
  return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_mul_rn_f, {a, b});
}

/// The factor that brings a divisor into the range whose reciprocals are
/// normal.
static llvm::Value *createScale(llvm::IRBuilder<> &builder,
                                llvm::Value *divisor) {
  llvm::Type *type = builder.getFloatTy();
  auto number = [&](double value) {
    return llvm::ConstantFP::get(type, value);
  };
  llvm::Value *absolute =
      builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, divisor);
  llvm::Value *scale =
      builder.CreateSelect(builder.CreateFCmpOLT(absolute, number(0x1p-126)),
                           number(0x1p24), number(1));
  return builder.CreateSelect(builder.CreateFCmpOGT(absolute, number(0x1p126)),
                              number(0x1p-2), scale);
}

static void share(llvm::Value *divisor, const Divisions &divisions) {
  llvm::BasicBlock::iterator place =
      divisions.front()->getFunction()->getEntryBlock().getFirstInsertionPt();
  if (auto *definition = dyn_cast<llvm::Instruction>(divisor))
    place = *definition->getInsertionPointAfterDef();
  llvm::IRBuilder<> builder(place->getParent(), place);
  bool isInteger = isa<llvm::SIToFPInst, llvm::UIToFPInst>(divisor);
  llvm::Value *scale = isInteger ? nullptr : createScale(builder, divisor);
  llvm::Value *reciprocal = builder.CreateIntrinsic(
      llvm::Intrinsic::nvvm_rcp_approx_ftz_f,
      {scale ? multiply(builder, divisor, scale) : divisor});
  for (llvm::IntrinsicInst *division : divisions) {
    builder.SetInsertPoint(division);
    llvm::Value *dividend = division->getArgOperand(0);
    if (scale)
      dividend = multiply(builder, dividend, scale);
    llvm::Value *quotient = builder.CreateFMul(dividend, reciprocal);
    if (auto *product = dyn_cast<llvm::Instruction>(quotient))
      product->setHasAllowContract(true);
    division->replaceAllUsesWith(quotient);
    division->eraseFromParent();
  }
}

bool tile::shareDivisors(llvm::Module &module) {
  bool changed = false;
  for (llvm::Function &function : module) {
    llvm::MapVector<llvm::Value *, Divisions> divisors;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *division = dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (division &&
          division->getIntrinsicID() == llvm::Intrinsic::nvvm_div_full &&
          !isa<llvm::Constant>(division->getArgOperand(1)))
        divisors[division->getArgOperand(1)].push_back(division);
    }
    for (auto &[divisor, divisions] : divisors)
      if (divisions.size() >= kLeastDividends) {
        share(divisor, divisions);
        changed = true;
      }
  }
  return changed;
}
