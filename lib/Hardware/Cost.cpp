//===- Cost.cpp - What work takes of an SM --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Hardware/Cost.h"

#include <utility>

using namespace mlir::tile;

std::string Cost::describe() const {
  auto inClocks = [](int64_t price) {
    return std::to_string((price + kClock / 2) / kClock);
  };
  std::string parts;
  for (auto [name, price] :
       {std::pair("issue", issue), std::pair("memory", memory),
        std::pair("shared", shared), std::pair("latency", latency)})
    if (price != 0)
      parts += (parts.empty() ? " (" : ", ") + std::string(name) + " " +
               inClocks(price);
  return inClocks(getSum()) + " clocks of an SM" + parts +
         (parts.empty() ? "" : ")");
}
