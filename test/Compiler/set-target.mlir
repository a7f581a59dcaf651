// RUN: tile-opt %s -split-input-file --tile-set-target | FileCheck %s --check-prefix=KEEP
// RUN: tile-opt %s -split-input-file --tile-set-target="target=sm_80 num-warps=8 ptx-version=78" | FileCheck %s --check-prefix=SET
// RUN: tile-opt %s -split-input-file --tile-set-target="target=sm_100a" | FileCheck %s --check-prefix=CHIP

// KEEP: tile.target = #tile.target<"sm_90a", num_warps = 4>
// SET: tile.target = #tile.target<"sm_80", num_warps = 8, ptx = 78>
// CHIP: tile.target = #tile.target<"sm_100a", num_warps = 4>
module {
}

// -----

// Nothing to do: what the module says stays.
// KEEP: tile.target = #tile.target<"sm_89", num_warps = 2, ptx = 83>
// SET: tile.target = #tile.target<"sm_80", num_warps = 8, ptx = 78>
// The PTX version was meant for the old target.
// CHIP: tile.target = #tile.target<"sm_100a", num_warps = 2>
module attributes {tile.target = #tile.target<"sm_89", num_warps = 2, ptx = 83>} {
}
