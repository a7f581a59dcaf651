//===- RemainderFunction.cpp - The exact remainder ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Long division, 24 (f32) or 53 (f64) bits of the quotient at a time:
//
//   r = |x|; b = |y|
//   while (r >= b) {
//     s = b
//     if (r >= s * 2^k) s = s * 2^k // twice, so that the quotient stays finite
//     r = fma(-trunc(div.rz(r, s)), s, r)
//   }
//
// div.rz never exceeds the true quotient q, so r stays >= 0. Let u be a unit in
// the last place of div.rz(r, s), and at least 1 after trunc. The new r is less
// than u * s and a multiple of u * ulp(s) (or of ulp(r), which is no smaller),
// so that it has no more bits than s: the fma is exact. Each round leaves less
// than 2^-23 of r (2^-52 for f64), or less than b.
//
// Example, 10^9 mod 0.3 in f32: the quotient 3333333200.8 becomes 3333332992,
// as a unit there is 256, and r = 62.66; the second round takes 208 * 0.3 of
// that, which leaves 0.26.
//
// The quotient of two f32 is below 2^277, of two f64 below 2^2098: scaling the
// divisor by 2^120 or 2^1000 up to twice keeps div.rz finite.
//
//===----------------------------------------------------------------------===//

#include "RemainderFunction.h"

#include "BitBuilder.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tile;

static void buildBody(OpBuilder &builder, LLVM::LLVMFuncOp func,
                      FloatType type) {
  Location loc = func.getLoc();
  Block *entry = func.addEntryBlock(builder);
  Block *header = builder.createBlock(&func.getBody(), {}, {type}, {loc});
  Block *body = builder.createBlock(&func.getBody());
  Block *exit = builder.createBlock(&func.getBody());
  BitBuilder b(builder, loc);

  builder.setInsertionPointToEnd(entry);
  Value x = entry->getArgument(0), y = entry->getArgument(1);
  Value dividend = b.create<LLVM::FAbsOp>(x);
  Value divisor = b.create<LLVM::FAbsOp>(y);
  LLVM::BrOp::create(builder, loc, ValueRange{dividend}, header);

  builder.setInsertionPointToEnd(header);
  Value rest = header->getArgument(0);
  // A NaN quotient makes the rest NaN, which ends the loop too.
  Value more = b.create<LLVM::FCmpOp>(LLVM::FCmpPredicate::oge, rest, divisor);
  LLVM::CondBrOp::create(builder, loc, more, body, exit);

  builder.setInsertionPointToEnd(body);
  Value scale = b.real(type, std::ldexp(1.0, type.isF32() ? 120 : 1000));
  Value step = divisor;
  for (int i = 0; i < 2; ++i) {
    Value scaled = b.create<LLVM::FMulOp>(step, scale);
    Value fits = b.create<LLVM::FCmpOp>(LLVM::FCmpPredicate::oge, rest, scaled);
    step = b.select(fits, scaled, step);
  }
  Value quotient =
      b.intrinsic(type.isF32() ? "llvm.nvvm.div.rz.f" : "llvm.nvvm.div.rz.d",
                  type, {rest, step});
  Value whole = b.create<LLVM::FTruncOp>(quotient);
  Value negated = b.create<LLVM::FNegOp>(whole);
  Value next = b.create<LLVM::FMAOp>(negated, step, rest);
  LLVM::BrOp::create(builder, loc, ValueRange{next}, header);

  builder.setInsertionPointToEnd(exit);
  Value result = b.create<LLVM::CopySignOp>(rest, x);
  Value isNaN = b.create<LLVM::FCmpOp>(LLVM::FCmpPredicate::uno, y, y);
  LLVM::ReturnOp::create(builder, loc, b.select(isNaN, y, result));
}

LLVM::LLVMFuncOp tile::getOrCreateRemainder(OpBuilder &builder, ModuleOp module,
                                            FloatType type) {
  StringRef name = type.isF32() ? "__tile_fmod_f32" : "__tile_fmod_f64";
  auto functionType = LLVM::LLVMFunctionType::get(type, {type, type});
  if (Operation *existing = module.lookupSymbol(name)) {
    auto func = dyn_cast<LLVM::LLVMFuncOp>(existing);
    return func && func.getFunctionType() == functionType ? func : nullptr;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  auto func = LLVM::LLVMFuncOp::create(builder, builder.getUnknownLoc(), name,
                                       functionType, LLVM::Linkage::Internal);
  buildBody(builder, func, type);
  return func;
}
