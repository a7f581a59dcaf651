//===- Passes.td - Passes on tiles with layouts ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file is long, as each pass has its reference here.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES
#define TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TileChooseDotLayouts : Pass<"tile-choose-dot-layouts", "::mlir::ModuleOp"> {
  let summary = "gives matrix products layouts for tensor cores";
  let description = [{
    Each `tile.dot` gets a result in `#tile.nvidia_mma`, or in a blocked layout
    if there is no instruction for its types. Its operands get the
    `#tile.dot_op` of this layout. Conversions stand before and after it. The
    conversions of operands are `pinned`, and follow the loads that the operands
    are computed from, so that these loads can run ahead of products.
    `ChooseDotLayouts.h` explains how. The threads store a right operand that
    they compute for a product in tensor memory, or for one of warpgroups with
    128 rows or more. They also round operands of tf32 for tensor memory, if
    `tf32` is not `cut`.

    Before:

    ```mlir
    %q = tile.load %p : tensor<32x64x!tile.ptr<i8>, #blocked>
    %b = arith.sitofp %q : tensor<32x64xi8, #blocked> to tensor<32x64xf16, #blocked>
    %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
    ```

    After, where `#a` and `#b` are the operand layouts of `#mma`:

    ```mlir
    %q = tile.load %p : tensor<32x64x!tile.ptr<i8>, #blocked>
    %r = tilegpu.convert_layout pinned %q : tensor<32x64xi8, #blocked> -> tensor<32x64xi8, #b>
    %b = arith.sitofp %r : tensor<32x64xi8, #b> to tensor<32x64xf16, #b>
    %s = tilegpu.convert_layout pinned %a : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #a>
    %t = tilegpu.convert_layout %c : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
    %u = tile.dot %s, %b, %t : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    %d = tilegpu.convert_layout %u : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
    ```
  }];
  let dependentDialects = ["::mlir::math::MathDialect",
                           "::mlir::tilegpu::TileGPUDialect"];
  let options = [
    Option<"tf32", "tf32", "std::string", /*default=*/"\"cut\"",
           "What products of tf32 do with the bits that tf32 lacks: cut, compensated or nearest, see docs/matmul.md">
  ];
  let statistics = [
    Statistic<"numFragments", "fragments", "products on tensor cores">,
    Statistic<"numBlocks", "blocks", "products by fused multiply-add">
  ];
}

def TileCoalesceMemory : Pass<"tile-coalesce-memory", "::mlir::ModuleOp"> {
  let summary = "gives loads and stores layouts that coalesce";
  let description = [{
    Gives each load and store of tiles a layout in which the threads of a warp
    access neighbouring memory. Each thread accesses as many elements as one
    access can take: up to 128 bits, if the addresses are known to be
    consecutive and aligned and each thread has work. Accesses that are
    connected by their data share one layout; `CoalesceMemory.h` says how it is
    chosen. A `tile.reduce` gets a layout in which a thread has all of the axis.
    The accesses that are connected to it get the same layout, also across
    changes of shape. Conversions of the operands are inserted before an access,
    and of its results after it; `tile-remove-layout-conversions` then spreads
    the layouts. If it is cheaper, an access keeps a separate layout, with
    `pinned` conversions before and after it.

    Where no distance between addresses is known, threads are along the last
    dimension, and in the right operand of a product along what it sums over:
    linear layers keep their weights so. A kernel of experts whose strides are
    all arguments of 64 bits then takes 280 us on an H200 instead of 1,057.

    A load of short rows, whose neighbours other programs read, gets
    `tilegpu.prefetch_bytes`: how many bytes the L2 cache should fetch for it.

    The module has a `tile.target`, and all tiles carry layouts. An access gets
    a remark if its consecutive addresses lie along another dimension than the
    addresses of the accesses that share its layout.

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
              "Loads and stores that got another layout">,
    Statistic<"numPrefetching", "loads-prefetching",
              "Loads that fetch what other programs read">
  ];
}

def TileRemoveLayoutConversions : Pass<"tile-remove-layout-conversions", "::mlir::ModuleOp"> {
  let summary = "chooses layouts so that few conversions remain";
  let description = [{
    Keeps the layouts of loads and stores, and spreads them over the operations
    that connect them: elementwise operations, broadcasts, changes of shape,
    loops and branches. Where two layouts meet, cheap values (ranges, splats,
    constants and a little arithmetic on them) are computed again in the other
    layout, and other values need a `tilegpu.convert_layout`. A `pinned`
    conversion always stays, and no layout spreads across it.

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
              "operations computed again in another layout">
  ];
}

def TileScheduleLoops : Pass<"tile-schedule-loops", "::mlir::ModuleOp"> {
  let summary = "chooses which loads of loops run ahead of their use";
  let description = [{
    In each innermost loop, loads that lead to operands of `tile.dot` are to run
    `num-stages` - 1 iterations ahead, by copies to shared memory. In a loop with
    the attribute `tile.num_stages`, which gives its number of stages, all loads
    of tiles are. The pass writes that as attributes of the loads and the loop;
    `tile-pipeline-loops` does what they say. `PipelinePlan.h` explains the
    choice. Where an SM would have few warps, it may be fewer iterations, or
    copies to the place that was just read, so that more CTAs share the SM
    (docs/matmul.md). A function that has such attributes already keeps them.
    Entries for tensor maps also get their loops over programs, or over a part of the
    iterations.

    Remarks say which loads do not run ahead, and why.

    Before:

    ```mlir
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %first) -> (tensor<64x64xf32, #mma>, tensor<64x32x!tile.ptr<f16>, #rows>) : i32 {
      %a = tile.load %p : tensor<64x32x!tile.ptr<f16>, #rows>
      %b = tilegpu.convert_layout pinned %a : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #left>
      %d = tile.dot %b, %right, %acc : tensor<64x32xf16, #left> * tensor<32x64xf16, #right> -> tensor<64x64xf32, #mma>
      %q = tile.addptr %p, %stride : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
      scf.yield %d, %q : tensor<64x64xf32, #mma>, tensor<64x32x!tile.ptr<f16>, #rows>
    }
    ```

    After, with two stages, this line has changed:

    ```mlir
      %a = tile.load %p {tilegpu.ahead = #tilegpu.ahead<1 by copy in !tilegpu.memdesc<2x64x32xf16, #shared>>} : tensor<64x32x!tile.ptr<f16>, #rows>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [
    Option<"numStages", "num-stages", "unsigned", "3",
           "Iterations in flight at a time, of loops that do not say it; 1 or "
           "less: none is pipelined">,
    Option<"producerWarp", "producer-warp", "std::string", "\"auto\"",
           "Whether a warp of its own copies where all loads of a loop are "
           "boxes: auto (for loops with several products), true or false">,
    Option<"persistentGrid", "persistent-grid", "std::string", "\"auto\"",
           "Whether CTAs of entries for tensor maps take one program after the "
           "other: auto (where a CTA fills an SM and all programs take as "
           "long), true or false">,
    Option<"splitLoops", "split-loops", "bool", "true",
           "Whether launches of entries for tensor maps may give a program a "
           "cluster of CTAs, which share the iterations of its loop">,
    Option<"ctaPairs", "cta-pairs", "std::string", "\"auto\"",
           "Whether two CTAs of such a grid multiply together, where they can: "
           "auto (where neighbours have the same right operand), true or "
           "false">
  ];
  let statistics = [
    Statistic<"numLoops", "loops", "loops with a schedule">,
    Statistic<"numCopies", "copies",
              "loads that are to be copies to shared memory">,
    Statistic<"numPrefetches", "prefetches",
              "loads that are to wait in registers">
  ];
}

def TilePipelineLoops : Pass<"tile-pipeline-loops", "::mlir::ModuleOp"> {
  let summary = "makes loads in loops run ahead as their schedules say";
  let description = [{
    Loads with the attribute `tilegpu.ahead` become copies to shared memory, or
    loads and stores, as many iterations ahead as it says. What makes their
    addresses and masks runs ahead with them. `PipelineLoops.h` explains it. A
    schedule that is not possible is an error. In an `scf.for` with the attribute
    `tile.flatten` (in TTIR `tt.flatten`), the first loads of the loop inside
    come before the rest of the previous iteration.

    After, of the example of `tile-schedule-loops`:

    ```mlir
    %places = tilegpu.local_alloc : !tilegpu.memdesc<2x64x32xf16, #shared>
    %place = tilegpu.memdesc_index %places[%c0] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
    tilegpu.async_copy %first, %place if %isEntered : tensor<64x32x!tile.ptr<f16>, #rows>, !tilegpu.memdesc<64x32xf16, #shared>
    tilegpu.async_commit_group
    %second = tile.addptr %first, %stride : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
    %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %second, %from = %c0, %to = %c1) -> (tensor<64x64xf32, #mma>, tensor<64x32x!tile.ptr<f16>, #rows>, i32, i32) : i32 {
      tilegpu.async_wait {pending = 0 : i32}
      %left = arith.subi %n, %i : i32
      %comes = arith.cmpi ugt, %left, %c1 : i32
      %q = tile.addptr %p, %stride : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
      %target = tilegpu.memdesc_index %places[%to] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
      tilegpu.async_copy %p, %target if %comes : tensor<64x32x!tile.ptr<f16>, #rows>, !tilegpu.memdesc<64x32xf16, #shared>
      tilegpu.async_commit_group
      %source = tilegpu.memdesc_index %places[%from] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
      %b = tilegpu.local_load %source : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x32xf16, #left>
      %d = tile.dot %b, %right, %acc : tensor<64x32xf16, #left> * tensor<32x64xf16, #right> -> tensor<64x64xf32, #mma>
      %next = arith.addi %from, %c1 : i32
      %wraps = arith.cmpi eq, %next, %c2 : i32
      %then = arith.select %wraps, %c0, %next : i32
      scf.yield %d, %q, %then, %from : tensor<64x64xf32, #mma>, tensor<64x32x!tile.ptr<f16>, #rows>, i32, i32
    }
    tilegpu.async_wait {pending = 0 : i32}
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "loops pipelined">
  ];
}

def TileSplitReductions : Pass<"tile-split-reductions", "::mlir::ModuleOp"> {
  let summary = "splits reductions over several warps";
  let description = [{
    A `tile.reduce` along a dimension that lies across warps becomes a
    reduction within each warp, a `tilegpu.convert_layout` of the warps' results,
    and a reduction of these. `SplitReductions.cpp` explains how. If a bit
    of the axis is not exactly one bit of register, lane or warp, the operands are
    first converted to a layout in which it is.

    Before:

    ```mlir
    #warps = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    %1 = "tile.reduce"(%0) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.reduce.return %s : f32
    }) : (tensor<128xf32, #warps>) -> f32
    ```

    After:

    ```mlir
    #warps = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    #rows = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
    #all = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    %2 = tile.reshape %0 : tensor<128xf32, #warps> -> tensor<4x32xf32, #rows>
    %3 = "tile.reduce"(%2) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.reduce.return %s : f32
    }) : (tensor<4x32xf32, #rows>) -> tensor<4xf32, #tile.slice<{dim = 1, parent = #rows}>>
    %4 = tilegpu.convert_layout %3 : tensor<4xf32, #tile.slice<{dim = 1, parent = #rows}>> -> tensor<4xf32, #all>
    %1 = "tile.reduce"(%4) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.reduce.return %s : f32
    }) : (tensor<4xf32, #all>) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numSplit", "split", "Number of reductions split">
  ];
}

def TileSplitScans : Pass<"tile-split-scans", "::mlir::ModuleOp"> {
  let summary = "splits scans over several warps";
  let description = [{
    A `tile.scan` whose axis lies across warps is split: each warp scans its
    block of the axis, the totals of the blocks go through shared memory to all
    warps, each warp scans these totals, and combines the total before its block
    with its elements. `SplitScans.cpp` says how. Only the totals change warps, with
    one barrier. A scan whose layout warps cannot scan gets another layout.
    All other scans are unchanged.

    Before:

    ```mlir
    #warps = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    %1 = "tile.scan"(%0) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.scan.return %s : f32
    }) : (tensor<512xf32, #warps>) -> tensor<512xf32, #warps>
    ```

    After:

    ```mlir
    #warps = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    #rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
    #all = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
    %2 = tile.reshape %0 : tensor<512xf32, #warps> -> tensor<4x128xf32, #rows>
    %3 = "tile.scan"(%2) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.scan.return %s : f32
    }) : (tensor<4x128xf32, #rows>) -> tensor<4x128xf32, #rows>
    %4 = tile.gather %3[%last] {axis = 1 : i32} : (tensor<4x128xf32, #rows>, tensor<4x1xi32, #rows>) -> tensor<4x1xf32, #rows>
    %5 = tilegpu.convert_layout %4 : tensor<4x1xf32, #rows> -> tensor<4x1xf32, #all>
    %6 = "tile.scan"(%5) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.scan.return %s : f32
    }) : (tensor<4x1xf32, #all>) -> tensor<4x1xf32, #all>
    %7 = tile.gather %6[%before] {axis = 0 : i32} : (tensor<4x1xf32, #all>, tensor<4x1xi32, #rows>) -> tensor<4x1xf32, #rows>
    %8 = arith.select %isFirst, %zeros, %7 : tensor<4x1xi1, #rows>, tensor<4x1xf32, #rows>
    %9 = tile.broadcast %8 : tensor<4x1xf32, #rows> -> tensor<4x128xf32, #rows>
    %10 = arith.addf %9, %3 : tensor<4x128xf32, #rows>
    %1 = tile.reshape %10 : tensor<4x128xf32, #rows> -> tensor<512xf32, #warps>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numSplit", "split", "scans across warps">,
    Statistic<"numConverted", "converted",
              "scans that got another layout">
  ];
}

def TileExpandSorts : Pass<"tile-expand-sorts", "::mlir::ModuleOp"> {
  let summary = "makes sorts and top-k networks of compare-exchange steps";
  let description = [{
    Each `tile.sort` and `tile.topk` becomes a sorting network: steps within a
    warp, and conversions to layouts in which the next steps are within a warp;
    `SortPlan.h` explains how. The key becomes an integer with the same order: in
    a negative floating-point number all bits except the first are inverted. A
    stable sort also carries the index of each element: in the low bits of a wider
    key if that has at most 64 bits.

    Before:

    ```mlir
    #rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
    %1 = tile.sort %0 {axis = 1 : i32} : tensor<8x64xi32, #rows>
    ```

    After:

    ```mlir
    #rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
    %1 = tilegpu.compare_exchange %0 {axis = 1 : i32, runs = 2 : i32, steps = array<i32: 7, 2, 1, 15, 4, 2, 1, 31, 8, 4, 2, 1, 63, 16, 8, 4, 2, 1>} : tensor<8x64xi32, #rows>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numSorts", "sorts", "sorts and top-k selections expanded">
  ];
}

def TileInsertSharedMemory : Pass<"tile-insert-shared-memory", "::mlir::ModuleOp"> {
  let summary = "moves values between warps through shared memory";
  let description = [{
    A `tilegpu.convert_layout` that has to go through shared memory becomes a
    `tilegpu.local_alloc`, a store and a load; `ConversionPlan.h` says which
    do, and how their layout avoids bank conflicts. If several follow each
    other, all stores come first, so that one barrier is enough. A result of inline asm
    that runs once for each element, or of an atomic operation, goes the same
    way if threads of other warps hold copies of it. A `tile.gather` that would
    take too many shuffles (`GatherPlan.h`) becomes a `tilegpu.local_alloc`, a
    store and a `tilegpu.local_gather`. A `tile.histogram`
    counts in shared memory (`Histograms.h`).

    Before that, a conversion in a loop whose value does not change there
    moves out of the loop, with the operations that compute the value.

    Later passes add offsets and barriers: `tile-allocate-shared-memory`,
    `tile-insert-barriers`.

    Before:

    ```mlir
    #rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
    #columns = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
    %1 = tilegpu.convert_layout %0 : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
    ```

    After:

    ```mlir
    %2 = tilegpu.local_alloc : !tilegpu.memdesc<32x32xf32, #shared>
    tilegpu.local_store %0, %2 : tensor<32x32xf32, #rows>, !tilegpu.memdesc<32x32xf32, #shared>
    %1 = tilegpu.local_load %2 : !tilegpu.memdesc<32x32xf32, #shared> -> tensor<32x32xf32, #columns>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let options = [
    Option<"showRemarks", "remarks", "bool", "false",
           "Say for each layout conversion how it is done and what it costs, "
           "and what each access of memory costs">
  ];
  let statistics = [
    Statistic<"numHoisted", "hoisted",
              "layout conversions that were moved out of loops">,
    Statistic<"numConversions", "conversions",
              "layout conversions through shared memory">,
    Statistic<"numResults", "results",
              "results of inline asm and atomic operations through shared "
              "memory">,
    Statistic<"numHistograms", "histograms", "histograms in shared memory">,
    Statistic<"numGathers", "gathers", "gathers through shared memory">
  ];
}

def TileUseWarpgroupDots : Pass<"tile-use-warpgroup-dots", "::mlir::ModuleOp"> {
  let summary = "lets warpgroups multiply tiles in shared memory";
  let description = [{
    A `tile.dot` in a layout of version 3 becomes a `tilegpu.warpgroup_dot` and
    the wait for it, if its right operand comes unchanged from shared memory, and
    its left operand too, or from registers in the instruction's layout. Other
    products are unchanged. `WarpgroupDots.h` explains the conditions. In a kernel
    with a producer warp, maxima of scaled scores become scaled maxima
    (`ScaledMaxima.h`).

    Before:

    ```mlir
    %a = tilegpu.local_load %p : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #a>
    %b = tilegpu.local_load %q : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #b>
    %d = tile.dot %a, %b, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    ```

    After:

    ```mlir
    %s = tilegpu.warpgroup_dot %p, %q, %c : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
    %d = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numProducts", "products", "products of warpgroups">
  ];
}

def TileAllocateTensorMemory : Pass<"tile-allocate-tensor-memory", "::mlir::ModuleOp"> {
  let summary = "gives sums of products columns of tensor memory";
  let description = [{
    Sums of `tilegpu.warpgroup_dot` in a layout of version 5, and left operands of
    these that come from registers, get columns of tensor memory. Values of the
    same sum share columns, and so do sums that are not live
    at the same time. A kernel allocates its columns at the beginning, 32 to 512,
    and frees them before it returns.

    Before:

    ```mlir
    %s = tilegpu.warpgroup_dot %p, %q, %c : !tilegpu.memdesc<128x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<128x64xf32, #mma> -> !tilegpu.pending<tensor<128x64xf32, #mma>>
    ```

    After:

    ```mlir
    %m = tilegpu.tensor_memory_alloc %address, %barriers {columns = 64 : i32} : <1xi32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>, <4x1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    %s = tilegpu.warpgroup_dot %p, %q, %c in %m : !tilegpu.memdesc<128x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<128x64xf32, #mma> -> !tilegpu.pending<tensor<128x64xf32, #mma>>
    tilegpu.tensor_memory_dealloc %m {columns = 64 : i32}
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numColumns", "columns", "columns that kernels allocate">
  ];
}

def TileScheduleProducts : Pass<"tile-schedule-products", "::mlir::ModuleOp"> {
  let summary = "chooses which products run late or in steps";
  let description = [{
    Writes as attributes what `tile-overlap-products` and `tile-slice-dots` do:

    - `tilegpu.late` on the last product of warpgroups in a loop whose places a
      producer warp fills, if it can run an iteration late, the loop has more than
      two iterations, and registers suffice; `tilegpu.turns` on the loop if
      warpgroups gain by turns;
    - `tilegpu.slice` on a `tile.dot` whose operands come from shared memory, and
      which is deeper than an instruction;
    - `tilegpu.first_slice_ahead` on a loop of products that begins with a wait
      for copies, if its first operands can be loaded an iteration early.

    The function gets `tilegpu.products_scheduled`. One that has it already keeps
    what its products say.

    Before:

    ```mlir
    %a = tilegpu.local_load %p : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x32xf16, #a>
    %b = tilegpu.local_load %q : !tilegpu.memdesc<32x64xf16, #shared> -> tensor<32x64xf16, #b>
    %d = tile.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    ```

    After, this line has changed:

    ```mlir
    %d = tile.dot %a, %b, %c {tilegpu.slice = 16 : i64} : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    ```
  }];
  let options = [
    Option<"overlapProducts", "overlap-products", "bool", "true",
           "Whether products may run late">
  ];
  let statistics = [
    Statistic<"numLate", "late", "products that are to run late">,
    Statistic<"numSliced", "sliced", "products that are to be made in steps">,
    Statistic<"numAhead", "ahead",
              "loops that are to load first operands early">
  ];
}

def TileOverlapProducts : Pass<"tile-overlap-products", "::mlir::ModuleOp"> {
  let summary = "runs products of warpgroups next to other work of their loops";
  let description = [{
    A product with the attribute `tilegpu.late`, the last one of its loop, runs
    one iteration late, while threads compute its left operand for the next
    iteration. Warpgroups take turns if the loop says `tilegpu.turns`.
    `OverlapProducts.h` explains this. In other blocks with several products,
    each product begins as soon as its operands are ready, and the wait for it
    stands before the first use of its sum (`ProductOrder.h`). Work that needs
    no sum is done before the wait for a loop's last products (`LastWaits.h`).

    Before:

    ```mlir
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %s = tilegpu.warpgroup_dot %q, %k, %none : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
      %t = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
      %e = arith.truncf %t : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
      %p = tilegpu.convert_layout %e : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #left>
      %o = tilegpu.warpgroup_dot %p, %v, %sum {tilegpu.late} : tensor<64x64xf16, #left>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
      %next = tilegpu.warpgroup_wait %o {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
      scf.yield %next : tensor<64x64xf32, #mma>
    }
    ```

    After (the first part of the first iteration, before the loop, and the
    second part of the last iteration, after the loop, are not shown):

    ```mlir
    %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%sum = %zero, %last = %first) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) : i32 {
      %e = arith.truncf %last : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
      %p = tilegpu.convert_layout %e : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #left>
      %s = tilegpu.warpgroup_dot %q, %k, %none : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
      %o = tilegpu.warpgroup_dot %p, %v, %sum : tensor<64x64xf16, #left>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
      %t = tilegpu.warpgroup_wait %s {pending = 1 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
      %next = tilegpu.warpgroup_wait %o {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
      scf.yield %next, %t : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "loops with a product that runs late">,
    Statistic<"numWaits", "waits", "waits at a loop's end with work before them">
  ];
}

def TileSliceDots : Pass<"tile-slice-dots", "::mlir::ModuleOp"> {
  let summary = "splits matrix products along K";
  let description = [{
    A `tile.dot` with the attribute `tilegpu.slice` becomes a `tile.dot` for
    each step of as many elements of K. The loads of a step stand before its
    `tile.dot`. So a thread holds fewer operands, and loads the next ones while it
    multiplies. In a loop with `tilegpu.first_slice_ahead`, the wait for copies
    and the loads of the first product's operands move before the last product of
    the previous iteration. So tensor cores have work while threads wait for each
    other. `SliceDots.h` explains how.

    Before:

    ```mlir
    %a = tilegpu.local_load %p : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x32xf16, #a>
    %b = tilegpu.local_load %q : !tilegpu.memdesc<32x64xf16, #shared> -> tensor<32x64xf16, #b>
    %d = tile.dot %a, %b, %c {tilegpu.slice = 16 : i64} : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    ```

    After:

    ```mlir
    %a0 = tilegpu.local_load %p at [0, 0] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
    %b0 = tilegpu.local_load %q at [0, 0] : !tilegpu.memdesc<32x64xf16, #shared> -> tensor<16x64xf16, #b>
    %a1 = tilegpu.local_load %p at [0, 16] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
    %b1 = tilegpu.local_load %q at [16, 0] : !tilegpu.memdesc<32x64xf16, #shared> -> tensor<16x64xf16, #b>
    %d0 = tile.dot %a0, %b0, %c : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    %d = tile.dot %a1, %b1, %d0 : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    ```

    Before, in a loop:

    ```mlir
    %d:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %k = %c0) -> (tensor<64x64xf32, #mma>, i32) : i32 {
      tilegpu.async_wait {pending = 1 : i32}
      %p = tilegpu.memdesc_index %places[%k] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
      %a0 = tilegpu.local_load %p at [0, 0] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
      %a1 = tilegpu.local_load %p at [0, 16] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
      %d0 = tile.dot %a0, %b0, %sum : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
      %d1 = tile.dot %a1, %b1, %d0 : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
      %next = arith.xori %k, %c1 : i32
      scf.yield %d1, %next : tensor<64x64xf32, #mma>, i32
    } {tilegpu.first_slice_ahead}
    ```

    After:

    ```mlir
    tilegpu.async_wait {pending = 1 : i32}
    %p0 = tilegpu.memdesc_index %places[%c0] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
    %first = tilegpu.local_load %p0 at [0, 0] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
    %d:3 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %k = %c0, %a0 = %first) -> (tensor<64x64xf32, #mma>, i32, tensor<64x16xf16, #a>) : i32 {
      %p = tilegpu.memdesc_index %places[%k] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
      %a1 = tilegpu.local_load %p at [0, 16] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
      %d0 = tile.dot %a0, %b0, %sum : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
      tilegpu.async_wait {pending = 1 : i32}
      %next = arith.xori %k, %c1 : i32
      %q = tilegpu.memdesc_index %places[%next] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
      %a2 = tilegpu.local_load %q at [0, 0] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
      %d1 = tile.dot %a1, %b1, %d0 : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %d1, %next, %a2 : tensor<64x64xf32, #mma>, i32, tensor<64x16xf16, #a>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numSliced", "sliced", "products split along K">
  ];
}

def TileAllocateSharedMemory : Pass<"tile-allocate-shared-memory", "::mlir::ModuleOp"> {
  let summary = "gives tiles in shared memory their addresses";
  let description = [{
    Each `tilegpu.local_alloc` gets its offset in bytes as the attribute
    `tilegpu.offset`, and each function its total as `tilegpu.shared_memory`. Tiles
    that are never in use at the same time share bytes (`SharedMemory.h`).

    Before:

    ```mlir
    %0 = tilegpu.local_alloc : !tilegpu.memdesc<32x32xf32, #shared>
    ```

    After:

    ```mlir
    %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<32x32xf32, #shared>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numPlaces", "places", "tiles in shared memory">,
    Statistic<"numBytes", "bytes", "bytes of the function that takes the most">
  ];
}

def TileWeakenAtomics : Pass<"tile-weaken-atomics", "::mlir::ModuleOp"> {
  let summary = "weakens atomic operations that order no accesses";
  let description = [{
    An acquire orders the accesses after an atomic operation, and a release the
    accesses before it. If no path of the kernel has an access after the
    operation, or before it, it needs no acquire, or no release. Then it also
    needs no barrier, and becomes `red` instead of `atom` if no operation reads its result.
    Tiles in shared memory do not count, as no other program sees them.

    An acquire stays if the kernel both loads and writes by the same pointers:
    the next program on the same multiprocessor may need it, because it empties
    the L1 cache (docs/memory-model.md).

    Before:

    ```mlir
    %sum = tile.load %x : !tile.ptr<f32>
    %0 = tile.atomic_rmw fadd, acq_rel, gpu, %p, %sum : (!tile.ptr<f32>, f32) -> f32
    tile.return
    ```

    After:

    ```mlir
    %sum = tile.load %x : !tile.ptr<f32>
    %0 = tile.atomic_rmw fadd, release, gpu, %p, %sum : (!tile.ptr<f32>, f32) -> f32
    tile.return
    ```
  }];
  let statistics = [
    Statistic<"numWeakened", "weakened", "atomic operations with a weaker order">
  ];
}

def TileInsertBarriers : Pass<"tile-insert-barriers", "::mlir::ModuleOp"> {
  let summary = "puts barriers between accesses that need them";
  let description = [{
    Inserts a `tilegpu.barrier`
    - before an access of shared memory, or an inline asm or a call that accesses
      memory, if an earlier access of another thread touches the same bytes and
      one of the two writes;
    - before an atomic operation that releases, and after one that acquires, if
      there are other accesses;
    - between a `tile.store` and another access of the same pointers, or an atomic
      operation and a `tile.load`, if another thread makes the second access.
    `SharedMemory.h` says how these accesses are found, and which accesses are
    ordered at all. A barrier of the warp is used if it is enough. A barrier
    that other barriers make unnecessary is not inserted.

    Before:

    ```mlir
    tilegpu.local_store %0, %2 : tensor<32x32xf32, #rows>, !tilegpu.memdesc<32x32xf32, #shared>
    %1 = tilegpu.local_load %2 : !tilegpu.memdesc<32x32xf32, #shared> -> tensor<32x32xf32, #columns>
    ```

    After:

    ```mlir
    tilegpu.local_store %0, %2 : tensor<32x32xf32, #rows>, !tilegpu.memdesc<32x32xf32, #shared>
    tilegpu.barrier cta
    %1 = tilegpu.local_load %2 : !tilegpu.memdesc<32x32xf32, #shared> -> tensor<32x32xf32, #columns>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numBarriers", "barriers", "barriers inserted">
  ];
}

def TileCheckSchedule : Pass<"tile-check-schedule", "::mlir::ModuleOp"> {
  let summary = "finds waits and arrivals that hang or come too early";
  let description = [{
    Runs, without its data, what each kernel with mbarriers does to shared
    memory: for loops that have 0 to 2d + 2 iterations, where d is the number of
    places of the largest ring. Each of these is an error at the operation:
    - a wait that never ends, with what the other warps wait for;
    - a place that is read before its data is there, or while nothing has filled
      it;
    - a place that is overwritten before its readers are done, or given away
      while a product that reads it is in flight;
    - what threads wrote and the async proxy reads, with no fence between;
    - more arrivals than a phase of an mbarrier takes, a wait that may take one
      phase for another, a turn that is given twice;
    - a copy or a product that nothing waits for before the kernel ends.

    It changes nothing. Before:

    ```mlir
    tilegpu.mbarrier_arrive %empty hands %place : !tilegpu.memdesc<1xi64, #words>, !tilegpu.memdesc<64x64xf16, #shared>
    %sum = tilegpu.warpgroup_wait %product {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
    ```

    After:

    ```
    error: 'tilegpu.mbarrier_arrive' op gives a place away that is in use: expected a wait for what uses it, found none
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let options = [
    Option<"showRemarks", "remarks", "bool", "false",
           "Give a remark for each kernel and loop that is not checked">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "kernels whose schedules were checked">
  ];
}

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES
