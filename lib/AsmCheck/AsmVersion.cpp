//===- AsmVersion.cpp - The PTX version that an asm needs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmGraph.h"

using namespace mlir::tile::ptx;

/// The first thing that target or version lack.
static std::optional<Finding> findLack(const AsmBody &body,
                                       const AsmContext &context) {
  FindingList findings;
  (void)buildAsmGraph(body, context, findings);
  for (Finding &finding : findings.take())
    if (finding.name == "needs-ptx-version" || finding.name == "needs-target")
      return std::move(finding);
  return std::nullopt;
}

std::optional<NeededVersion>
mlir::tile::ptx::findNeededVersion(const AsmBody &body,
                                   const AsmContext &context,
                                   llvm::ArrayRef<unsigned> versions) {
  std::optional<Finding> reason = findLack(body, context);
  if (!reason)
    return std::nullopt;
  for (unsigned version : versions) {
    AsmContext newer = context;
    newer.version = version;
    if (!findLack(body, newer))
      return NeededVersion{version, std::move(*reason)};
  }
  return std::nullopt;
}
