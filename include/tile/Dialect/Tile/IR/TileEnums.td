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
    "eviction priority of a load or a store", [
  I32EnumAttrCase<"Normal", 1, "evict_normal">,
  I32EnumAttrCase<"EvictFirst", 2, "evict_first">,
  I32EnumAttrCase<"EvictLast", 3, "evict_last">
]>;

def Tile_RoundingMode : Tile_Enum<"RoundingMode",
    "how a narrowing conversion rounds", [
  I32EnumAttrCase<"RTZ", 0, "rtz">,
  I32EnumAttrCase<"RTNE", 1, "rtne">
]>;

// The numbers are Triton's.
def Tile_PropagateNan : Tile_Enum<"PropagateNan",
    "whether a NaN operand makes the result NaN", [
  I32EnumAttrCase<"NONE", 0, "none">,
  I32EnumAttrCase<"ALL", 65535, "all">
]>;

def Tile_AsmScope : Tile_Enum<"AsmScope",
    "how often an inline asm that is not pure runs", [
  I32EnumAttrCase<"Element", 0, "element">,
  I32EnumAttrCase<"Thread", 1, "thread">
]>;

// The names and numbers are Triton's.
def Tile_RMWOp : Tile_Enum<"RMWOp",
    "how an atomic operation combines the old value and its operand", [
  I32EnumAttrCase<"And", 1, "and">,
  I32EnumAttrCase<"Or", 2, "or">,
  I32EnumAttrCase<"Xor", 3, "xor">,
  I32EnumAttrCase<"Add", 4, "add">,
  I32EnumAttrCase<"FAdd", 5, "fadd">,
  I32EnumAttrCase<"Max", 6, "max">,
  I32EnumAttrCase<"Min", 7, "min">,
  I32EnumAttrCase<"UMax", 8, "umax">,
  I32EnumAttrCase<"UMin", 9, "umin">,
  I32EnumAttrCase<"Exch", 10, "exch">
]>;

// PTX ISA, "Memory Consistency Model: Operation Types".
def Tile_MemSemantic : Tile_Enum<"MemSemantic",
    "the order between an atomic operation and other accesses", [
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcqRel", 4, "acq_rel">
]>;

// PTX ISA, "Memory Consistency Model: Scope".
def Tile_MemSyncScope : Tile_Enum<"MemSyncScope",
    "the threads for which an operation is atomic", [
  I32EnumAttrCase<"GPU", 1, "gpu">,
  I32EnumAttrCase<"CTA", 2, "cta">,
  I32EnumAttrCase<"System", 3, "sys">,
  I32EnumAttrCase<"Cluster", 4, "cluster">
]>;

// The names are Triton's.
def Tile_InputPrecision : Tile_Enum<"InputPrecision",
    "how a matrix product multiplies f32 numbers", [
  I32EnumAttrCase<"TF32", 0, "tf32">,
  I32EnumAttrCase<"TF32x3", 1, "tf32x3">,
  I32EnumAttrCase<"IEEE", 2, "ieee">,
  I32EnumAttrCase<"BF16x3", 3, "bf16x3">,
  I32EnumAttrCase<"BF16x6", 4, "bf16x6">
]>;

// OCP Microscaling Formats, version 1.0, "Element formats". The names and
// numbers are Triton's.
def Tile_ScaledElement : Tile_Enum<"ScaledElement",
    "the elements of a matrix that has scales", [
  I32EnumAttrCase<"E4M3", 0, "e4m3">,
  I32EnumAttrCase<"E5M2", 1, "e5m2">,
  I32EnumAttrCase<"E2M3", 2, "e2m3">,
  I32EnumAttrCase<"E3M2", 3, "e3m2">,
  I32EnumAttrCase<"E2M1", 4, "e2m1">,
  I32EnumAttrCase<"BF16", 5, "bf16">,
  I32EnumAttrCase<"FP16", 6, "fp16">
]>;

#endif // TILE_ENUMS_TD
