//===- Passes.td - Passes that print analyses --------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_PASSES
#define TILE_ANALYSIS_PASSES

include "mlir/Pass/PassBase.td"

def TilePrintAxisInfo : Pass<"tile-print-axis-info", "::mlir::ModuleOp"> {
  let summary = "gives remarks with what AxisInfo knows about each value";
  let description = [{
    Emits a remark for each result that is an integer, a pointer, or a tile of
    these: contiguity, divisibility, constancy and the constant, as
    `tile/Analysis/AxisInfo.h` defines them. Remarks mark code that is never
    reached. With `print-access`, each load and store gets a remark too: how
    many elements one access takes in each thread. The IR does not change.

    ```mlir
    %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    %1 = arith.constant dense<8> : tensor<128xi32>
    %2 = arith.addi %0, %1 : tensor<128xi32>
    ```

    prints

    ```
    remark: contiguity = [128], divisibility = [4611686018427387904], constancy = [1], constant = none
    remark: contiguity = [1], divisibility = [8], constancy = [128], constant = 8
    remark: contiguity = [128], divisibility = [8], constancy = [1], constant = none
    ```
  }];
  let options = [
    Option<"assumeNoSignedWrap", "assume-no-signed-wrap", "bool", "true",
           "whether sums and products of non-negative integers are taken to be "
           "non-negative">,
    Option<"printAccess", "print-access", "bool", "false",
           "whether loads and stores get a remark with their vector width, in "
           "elements">
  ];
  let statistics = [
    Statistic<"numValues", "values", "Values that got a remark">
  ];
}

#endif // TILE_ANALYSIS_PASSES
