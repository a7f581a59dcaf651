//===- KnownDefects.h - What ptxas gets wrong -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Right PTX that versions of ptxas in use make wrong machine code of, without a
// word. The driver compiles PTX by such a ptxas, too.
//
//===----------------------------------------------------------------------===//
//
// cp.async with a cache policy. From sm_90 on, ptxas may take the address in
// shared memory apart, into a register of the thread and a uniform one. Then
// the policy is in the uniform register after that one:
//
//   LDGSTS.E [R7+UR4], desc[UR5][R2.64]     ptxas 13.4 and later
//   LDGSTS.E [R7+UR0], desc[UR1][R2.64]     ptxas 11.8 to 13.3
//
// The older ones do not write which uniform register it is, and what is in UR1
// is not a policy: "an illegal instruction was encountered". On an H200, 170 of
// 170 kernels with the second form ended so, of ptxas 12.4 to 13.3 and of the
// driver 580, and 169 of 169 without it were right. Sizes, cache operators,
// kinds of policies, predicates and loops make no difference. When ptxas takes
// an address apart is its own affair: it did where the last step to the address
// was a sum with a value that is the same in all threads, such as the place of
// a shared variable. It did not for sm_80 to sm_89, but the driver compiles PTX
// for those for the GPU that it finds.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_KNOWNDEFECTS_H
#define TILE_PTX_KNOWNDEFECTS_H

#include "tile/PTX/AST.h"

#include <optional>

namespace mlir::tile::ptx {

/// What becomes of an instruction, and what to write instead.
struct KnownDefect {
  llvm::StringLiteral message, hint;
};

/// The defect that an instruction may meet on GPUs from sm_90 on.
std::optional<KnownDefect> findKnownDefect(const Instruction &instruction);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_KNOWNDEFECTS_H
