// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK: module @oldest attributes {tile.target = #tile.target<"sm_80", num_warps = 1>}
module @oldest attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {}

// CHECK: module @newest attributes {tile.target = #tile.target<"sm_121a", num_warps = 32>}
module @newest attributes {tile.target = #tile.target<"sm_121a", num_warps = 32>} {}

// CHECK: module @with_ptx attributes {tile.target = #tile.target<"sm_90a", num_warps = 4, ptx = 83>}
module @with_ptx attributes {tile.target = #tile.target<"sm_90a", num_warps = 4, ptx = 83>} {}

// The default is not printed.
// CHECK: module @default_ptx attributes {tile.target = #tile.target<"sm_90", num_warps = 8>}
module @default_ptx attributes {tile.target = #tile.target<"sm_90", num_warps = 8, ptx = 0>} {}
