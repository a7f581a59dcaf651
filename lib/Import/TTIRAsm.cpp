//===- TTIRAsm.cpp - Inline asm as Triton runs it -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTIRAsm.h"

#include "tile/PTX/AsmAnalysis.h"
#include "tile/PTX/Instructions.h"
#include "tile/PTX/Parser.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::tile;

bool tile::needsThreadScope(Attribute text, Attribute pure, Attribute scope) {
  auto string = dyn_cast_if_present<StringAttr>(text);
  auto isPure = dyn_cast_if_present<BoolAttr>(pure);
  if (scope || !string || !isPure || isPure.getValue())
    return false;
  ptx::ParseResult<ptx::AsmBody> body = ptx::parseAsmBody(string.getValue());
  return body && (ptx::getAsmEffects(body.value) & ptx::AcrossWarps);
}
