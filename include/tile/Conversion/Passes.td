//===- Passes.td - Conversions between the stages ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_PASSES
#define TILE_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def TileAssignLayouts : Pass<"tile-assign-layouts", "::mlir::ModuleOp"> {
  let summary = "gives every tile a layout";
  let description = [{
    Every tile type without a layout gets the default layout of its shape: one
    element per thread, neighbouring threads along the last dimension, over the
    warps of the module's `tile.target`. In some operations the layouts of
    operands and results depend on each other. The operands of
    `tile.expand_dims`, `broadcast`, `reshape`, `trans` and `split` are
    converted to the layout that follows from the result's. The results of
    `tile.join` and `tile.reduce` get the layout that follows from the
    operands'. A `tile.cat` becomes a `tile.join`, a `tile.trans` and
    `tile.reshape` first.

    The default is a starting point: `tile-coalesce-memory` and
    `tile-remove-layout-conversions` choose better layouts.

    Before:

    ```mlir
    %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    ```

    After:

    ```mlir
    #blocked = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
    %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #blocked>
    ```
  }];
  let dependentDialects = ["::mlir::tilegpu::TileGPUDialect"];
  let statistics = [
    Statistic<"numValues", "values", "tiles that got a layout">
  ];
}

def TileDistributeToThreads : Pass<"tile-distribute-to-threads", "::mlir::ModuleOp"> {
  let summary = "turns tiles into the scalars that each thread holds";
  let description = [{
    A tile becomes one scalar for each register of its layout; an operation on
    tiles becomes the operation on scalars, once per register. Functions become
    `llvm.func`, kernels with `nvvm.kernel` and `nvvm.reqntid`. Loads and stores
    become vector accesses, as wide as the known alignment, contiguity and mask
    allow. Inline asm becomes `llvm.inline_asm`, one per group of elements.
    Operations of arith, math, scf and cf stay, on scalars.

    A layout conversion within a warp becomes shuffles. A conversion through
    shared memory is an error: `tile-insert-shared-memory` lowers it before.

    Before:

    ```mlir
    %2 = arith.addf %0, %1 : tensor<256xf32, #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    ```

    After:

    ```mlir
    %4 = arith.addf %0, %2 : f32
    %5 = arith.addf %1, %3 : f32
    ```
  }];
  let options = [
    Option<"tf32", "tf32", "std::string", /*default=*/"\"cut\"",
           "What products of tf32 do with the bits that tf32 lacks: cut, compensated or nearest, see docs/matmul.md">
  ];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
  let statistics = [
    Statistic<"numAccesses", "accesses", "loads and stores of tiles or scalars">,
    Statistic<"numVectorAccesses", "vector-accesses",
              "loads and stores wider than one element">
  ];
}

def TileConvertToLLVM : Pass<"tile-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lowers scalar operations to the llvm and nvvm dialects";
  let description = [{
    Scalar operations of arith, math, cf and ub become llvm operations, and
    loops and branches of scf become branches between blocks. Mathematics uses
    the GPU's instructions (docs/math.md).

    Before:

    ```mlir
    %2 = arith.divf %0, %1 : f32
    ```

    After:

    ```mlir
    %2 = llvm.call_intrinsic "llvm.nvvm.div.full"(%0, %1) : (f32, f32) -> f32
    ```
  }];
  let options = [
    Option<"fastMath", "fast-math", "bool", /*default=*/"false",
           "allow less exact mathematics, see docs/math.md">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
  let statistics = [
    Statistic<"numFunctions", "functions", "functions converted">
  ];
}

#endif // TILE_CONVERSION_PASSES
