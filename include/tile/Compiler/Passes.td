//===- Passes.td - Passes that set up a compile ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_PASSES
#define TILE_COMPILER_PASSES

include "mlir/Pass/PassBase.td"

def TileSetTarget : Pass<"tile-set-target", "::mlir::ModuleOp"> {
  let summary = "says what the module is compiled for";
  let description = [{
    Completes the module's attribute `tile.target`. An option that is given wins
    over what the module says; what neither gives is sm_90a, 4 warps, and the
    target's default PTX version. A new target drops the PTX version that the
    module named for its old one.

    Fails if the target is unknown, if the values do not fit it, or if the number
    of warps changes under tiles that already have layouts.

    Before, with `target=sm_80`:

    ```mlir
    module {}
    ```

    After:

    ```mlir
    module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {}
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "GPU, sm_80 to sm_121a; empty keeps the module's, or takes sm_90a">,
    Option<"numWarps", "num-warps", "unsigned", /*default=*/"0",
           "warps in a CTA; 0 keeps the module's, or takes 4">,
    Option<"ptxVersion", "ptx-version", "unsigned", /*default=*/"0",
           "PTX ISA version, major * 10 + minor; 0 keeps the module's, or takes "
           "the target's default">
  ];
  let statistics = [
    Statistic<"numChanged", "modules-changed",
              "modules whose target was set or changed">
  ];
}

#endif // TILE_COMPILER_PASSES
