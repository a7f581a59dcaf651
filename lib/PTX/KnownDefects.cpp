//===- KnownDefects.cpp - What ptxas gets wrong ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/KnownDefects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile::ptx;

std::optional<KnownDefect>
mlir::tile::ptx::findKnownDefect(const Instruction &instruction) {
  auto has = [&](llvm::StringRef word) {
    return llvm::is_contained(instruction.modifiers, word);
  };
  // Bulk copies have their policy elsewhere.
  if (instruction.opcode != "cp" || !has("async") || has("bulk") ||
      !has("L2::cache_hint"))
    return std::nullopt;
  return KnownDefect{
      "ptxas before 13.4, and drivers with such a ptxas, may make an illegal "
      "instruction of a 'cp.async' with '.L2::cache_hint' on GPUs from sm_90 "
      "on",
      "leave out '.L2::cache_hint' and the policy"};
}
