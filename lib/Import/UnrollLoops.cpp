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

/// Operations in an unrolled body. More is no wish but a mistake.
static constexpr uint64_t kMaxOperations = 65536;

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

scf::ForOp ttir_loops::unrollLoop(LoopToUnroll wish) {
  auto [loop, factor] = wish;
  uint64_t size = 0;
  loop.getBody()->walk([&](Operation *) { ++size; });
  if (factor == 1 || loop.getUnsignedCmp() || size * factor > kMaxOperations)
    return {};
  // MLIR counts the iterations without a sign.
  OpBuilder builder(loop);
  loop.setUpperBound(builder.createOrFold<arith::MaxSIOp>(
      loop.getLoc(), loop.getLowerBound(), loop.getUpperBound()));
  FailureOr<UnrolledLoopInfo> unrolled = loopUnrollByFactor(loop, factor);
  if (failed(unrolled))
    return {};
  return unrolled->epilogueLoopOp.value_or(scf::ForOp());
}
