//===- TTIREnums.td - Enumerations of the dialect tt -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMPORT_TTIR_ENUMS
#define TILE_IMPORT_TTIR_ENUMS

include "mlir/IR/EnumAttr.td"

// The names and numbers are Triton's.
def TT_ReduceKind : I32EnumAttr<"ReduceKind",
    "how a reduction in memory combines the old and the new value", [
  I32EnumAttrCase<"Add", 1, "add">,
  I32EnumAttrCase<"Min", 2, "min">,
  I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"Inc", 4, "inc">,
  I32EnumAttrCase<"Dec", 5, "dec">,
  I32EnumAttrCase<"And", 6, "and">,
  I32EnumAttrCase<"Or", 7, "or">,
  I32EnumAttrCase<"Xor", 8, "xor">
]> {
  let cppNamespace = "::mlir::tile::ttir";
}

def TT_PaddingOption : I32EnumAttr<"PaddingOption",
    "the value of the elements beyond the bounds", [
  I32EnumAttrCase<"Zero", 1, "zero">,
  I32EnumAttrCase<"NaN", 2, "nan">
]> {
  let cppNamespace = "::mlir::tile::ttir";
}

#endif // TILE_IMPORT_TTIR_ENUMS
