//===- TileEnums.td - Enumerations -------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ENUMS_TD
#define TILE_ENUMS_TD

include "mlir/IR/EnumAttr.td"

class Tile_Enum<string name, string summary, list<I32EnumAttrCase> cases> :
    I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::tile";
}

def Tile_ProgramAxis : Tile_Enum<"ProgramAxis", "an axis of the grid", [
  I32EnumAttrCase<"X", 0, "x">,
  I32EnumAttrCase<"Y", 1, "y">,
  I32EnumAttrCase<"Z", 2, "z">
]>;

// PTX ISA, "Cache Operators".
def Tile_CacheModifier : Tile_Enum<"CacheModifier",
    "cache operator of a load or a store", [
  I32EnumAttrCase<"None", 1, "none">,
  I32EnumAttrCase<"CA", 2, "ca">,
  I32EnumAttrCase<"CG", 3, "cg">,
  I32EnumAttrCase<"WB", 4, "wb">,
  I32EnumAttrCase<"CS", 5, "cs">,
  I32EnumAttrCase<"WT", 6, "wt">,
  I32EnumAttrCase<"CV", 7, "cv">
]>;

// PTX ISA, "Cache Eviction Priority Hints".
def Tile_EvictionPolicy : Tile_Enum<"EvictionPolicy",
    "L1 eviction priority of a load or a store", [
  I32EnumAttrCase<"Normal", 1, "evict_normal">,
  I32EnumAttrCase<"EvictFirst", 2, "evict_first">,
  I32EnumAttrCase<"EvictLast", 3, "evict_last">
]>;

def Tile_RoundingMode : Tile_Enum<"RoundingMode",
    "how a narrowing conversion rounds", [
  I32EnumAttrCase<"RTZ", 0, "rtz">,
  I32EnumAttrCase<"RTNE", 1, "rtne">
]>;

// The numbers are the bits that Triton gives the same cases.
def Tile_PropagateNan : Tile_Enum<"PropagateNan",
    "whether a NaN operand makes the result NaN", [
  I32EnumAttrCase<"NONE", 0, "none">,
  I32EnumAttrCase<"ALL", 65535, "all">
]>;

def Tile_AsmScope : Tile_Enum<"AsmScope",
    "how often an impure inline asm runs", [
  I32EnumAttrCase<"Element", 0, "element">,
  I32EnumAttrCase<"Thread", 1, "thread">
]>;

#endif // TILE_ENUMS_TD
