//===- RegisterSwap.cpp - Stores without bank conflicts -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/RegisterSwap.h"

#include "ConversionPlanParts.h"

#include "tile/Layout/SharedAccess.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;

LinearLayout mlir::tile::swapRegisters(const LinearLayout &layout,
                                       RegisterSwap swap) {
  LinearLayout::BasesT bases = layout.getBases();
  auto find = [&](llvm::StringRef dim) -> auto & {
    return llvm::find_if(bases,
                         [&](const auto &entry) { return entry.first == dim; })
        ->second;
  };
  const std::vector<int32_t> &reg = find("register")[swap.reg];
  for (auto [coordinate, other] : llvm::zip(find("lane")[swap.lane], reg))
    coordinate ^= other;
  return LinearLayout(bases, layout.getOutDims());
}

std::optional<RegisterSwap>
mlir::tile::findRegisterSwap(const LinearLayout &layout,
                             const LinearLayout &shared,
                             unsigned elementBytes) {
  auto count = [&](const LinearLayout &from) {
    return getSharedWork(planSharedAccess(getSharedOffsets(from, shared),
                                          elementBytes, /*isStore=*/true));
  };
  Work now = count(layout);
  int64_t lowest = now.getPrice();
  std::optional<RegisterSwap> best;
  for (int32_t reg = 0; reg < layout.getInDimSizeLog2("register"); ++reg)
    for (int32_t lane = 0; lane < layout.getInDimSizeLog2("lane"); ++lane) {
      RegisterSwap swap = {unsigned(reg), unsigned(lane)};
      Work then = count(swapRegisters(layout, swap));
      if (then.accesses > now.accesses)
        continue;
      // A select for each register of 32 bits, all by one predicate.
      then.instructions = layout.getInDimSize("register") *
                          std::max<int64_t>(1, elementBytes / kBankBytes);
      if (then.getPrice() >= lowest)
        continue;
      lowest = then.getPrice();
      best = swap;
    }
  return best;
}
