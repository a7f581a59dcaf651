//===- Passes.td - Passes on tiles with layouts ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES
#define TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TileCoalesceMemory : Pass<"tile-coalesce-memory", "::mlir::ModuleOp"> {
  let summary = "gives loads and stores layouts that coalesce";
  let description = [{
    Gives each load and store of tiles a layout in which the threads of a warp
    access neighbouring memory, each as many elements as one access can take:
    up to 128 bits, as far as the addresses are known to be consecutive and
    aligned and each thread has something to do. Accesses that are connected by
    their data share one layout; `CoalesceMemory.h` says how it is chosen. A
    `tile.reduce` gets one in which a thread holds all of the axis, and so do the
    accesses that it shares a layout with, through changes of shape, too. The
    operands are converted before and the results after;
    `tile-remove-layout-conversions` then spreads the layouts.

    The module has a `tile.target`, and all tiles carry layouts. An access whose
    consecutive addresses lie along another dimension than those of the accesses
    it shares a layout with gets a remark.

    Before:

    ```mlir
    #one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    %p = tile.addptr %base, %range : tensor<512x!tile.ptr<f32>, #one>, tensor<512xi32, #one>
    %v = tile.load %p : tensor<512x!tile.ptr<f32>, #one>
    ```

    After:

    ```mlir
    #one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    #four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    %p = tile.addptr %base, %range : tensor<512x!tile.ptr<f32>, #one>, tensor<512xi32, #one>
    %q = tilegpu.convert_layout %p : tensor<512x!tile.ptr<f32>, #one> -> tensor<512x!tile.ptr<f32>, #four>
    %w = tile.load %q : tensor<512x!tile.ptr<f32>, #four>
    %v = tilegpu.convert_layout %w : tensor<512xf32, #four> -> tensor<512xf32, #one>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numChanged", "accesses-changed",
              "Loads and stores that got another layout">
  ];
}

def TileRemoveLayoutConversions : Pass<"tile-remove-layout-conversions", "::mlir::ModuleOp"> {
  let summary = "chooses layouts so that few conversions remain";
  let description = [{
    Takes the layouts of loads and stores as given and spreads them over
    everything that connects them: elementwise operations, broadcasts, changes of
    shape, loops and branches. Where two layouts meet, cheap values (ranges, splats,
    constants and a little arithmetic on them) are made again in the other
    layout; only elsewhere does a `tilegpu.convert_layout` stay.

    Before:

    ```mlir
    #one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    #four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    %q = tilegpu.convert_layout %p : tensor<512x!tile.ptr<f32>, #one> -> tensor<512x!tile.ptr<f32>, #four>
    %v = tile.load %q : tensor<512x!tile.ptr<f32>, #four>
    %w = tilegpu.convert_layout %v : tensor<512xf32, #four> -> tensor<512xf32, #one>
    %z = arith.addf %w, %w : tensor<512xf32, #one>
    ```

    After (`%p` now has layout `#four`, too):

    ```mlir
    %v = tile.load %p : tensor<512x!tile.ptr<f32>, #four>
    %z = arith.addf %v, %v : tensor<512xf32, #four>
    ```
  }];
  let statistics = [
    Statistic<"numBefore", "conversions-before", "conversions found">,
    Statistic<"numAfter", "conversions-after", "conversions left">,
    Statistic<"numRematerialized", "rematerialized",
              "operations made again in another layout">
  ];
}

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES
