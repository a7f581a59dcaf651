//===- UnrollLoops.cpp - Loops that TTIR wants unrolled -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

using namespace mlir;
using namespace mlir::ttir_loops;

FailureOr<unsigned> ttir_loops::readUnrollFactor(scf::ForOp loop,
                                                 NamedAttribute attr) {
  constexpr int64_t kMaxFactor = 1024;
  std::optional<int64_t> factor;
  if (auto number = dyn_cast<IntegerAttr>(attr.getValue()))
    factor = number.getValue().trySExtValue();
  if (factor && *factor >= 1 && *factor <= kMaxFactor)
    return unsigned(*factor);
  return emitError(loop.getLoc()) << "expected '" << attr.getName().getValue()
                                  << "' to be an integer of 1 to " << kMaxFactor
                                  << ", found " << attr.getValue();
}

scf::ForOp ttir_loops::unrollLoop(LoopToUnroll wish, uint64_t &budget) {
  auto [loop, factor] = wish;
  uint64_t size = 0;
  loop.getBody()->walk([&](Operation *) { ++size; });
  if (factor == 1 || loop.getUnsignedCmp() || size * factor > budget)
    return {};
  // MLIR counts the iterations without a sign.
  OpBuilder builder(loop);
  loop.setUpperBound(builder.createOrFold<arith::MaxSIOp>(
      loop.getLoc(), loop.getLowerBound(), loop.getUpperBound()));
  // Where it knows that there are none, it takes the step to be a constant.
  if (std::optional<APInt> count = loop.getStaticTripCount();
      count && count->isZero())
    return {};
  budget -= size * factor;
  FailureOr<UnrolledLoopInfo> unrolled = loopUnrollByFactor(loop, factor);
  if (failed(unrolled))
    return {};
  return unrolled->epilogueLoopOp.value_or(scf::ForOp());
}
