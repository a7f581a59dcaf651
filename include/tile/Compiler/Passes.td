//===- Passes.td - Passes that set up a compile ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_PASSES
#define TILE_COMPILER_PASSES

include "mlir/Pass/PassBase.td"

def TileSetTarget : Pass<"tile-set-target", "::mlir::ModuleOp"> {
  let summary = "sets the target that the module is compiled for";
  let description = [{
    Completes the module's attribute `tile.target`. An option overrides the
    module's value; the defaults are sm_90a and the target's default PTX
    version. If the target changes, the module's PTX version is dropped, because
    it was for the old target.

    If neither gives a number of warps, there are 4, or 8 or 16 if 4 warps have
    too few registers: at a product, a reduction, a scan or a sort, all live tiles
    are in registers as a whole, and a thread has at most 255 registers. With the
    option `remarks` a remark at that operation says so.

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
           "GPU, sm_80 or later; empty: the module's, or else sm_90a">,
    Option<"numWarps", "num-warps", "unsigned", /*default=*/"0",
           "warps in a CTA; 0: the module's, or else as many as fit">,
    Option<"ptxVersion", "ptx-version", "unsigned", /*default=*/"0",
           "PTX ISA version, major * 10 + minor; 0: the module's, or else the "
           "target's default">,
    Option<"showRemarks", "remarks", "bool", "false",
           "Say where more than 4 warps are taken, and why">
  ];
  let statistics = [
    Statistic<"numChanged", "modules-changed",
              "modules whose target was set or changed">
  ];
}

def TileGroupPrograms : Pass<"tile-group-programs", "::mlir::ModuleOp"> {
  let summary = "says how many programs share a CTA";
  let description = [{
    A GPU starts CTAs at a limited rate, which is what limits a kernel whose
    programs are small. This pass sets the module's attribute
    `tile.programs_per_cta`: in a CTA with P programs, each group of warps runs
    its own program, with its own shared memory and barriers. The kernel
    gets the number of programs as a parameter after its arguments.

    Fails if the CTA would have more than 32 warps, if there are more programs
    of several warps than named barriers for them (8), or if a kernel has an
    operation that concerns the whole CTA. Such operations are inline PTX with
    barriers or with shared memory, inline PTX that reads `%ctaid.x`,
    `%nctaid.x` or `%tid.y`, and operations that the compiler does not know.

    Before, with `programs=4`:

    ```mlir
    module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {}
    ```

    After:

    ```mlir
    module attributes {tile.programs_per_cta = 4 : i32, tile.target = #tile.target<"sm_90a", num_warps = 1>} {}
    ```
  }];
  let options = [
    Option<"programs", "programs", "unsigned", /*default=*/"0",
           "programs in a CTA; 0: the module's, or else 1">
  ];
  let statistics = [
    Statistic<"numChanged", "modules-changed",
              "modules whose number of programs per CTA changed">
  ];
}

def TileSpecializeKernels : Pass<"tile-specialize-kernels", "::mlir::ModuleOp"> {
  let summary = "keeps one kernel, and makes promises about arguments";
  let description = [{
    Removes all kernels except the one that the option `kernel` names, and what
    only they call. Writes the promises of the option `assume` to the arguments
    of kernels, as `tile.divisibility` and `tile.value`. Takes the names of
    tunable constants (`tile.tunable`) away: names keep equal constants apart.

    Fails if there is no such kernel, or if no kernel has such an argument.

    Before, with `kernel=scale assume=n:16`:

    ```mlir
    tile.func public @other(%p: !tile.ptr<f32>) {
      tile.return
    }
    tile.func public @scale(%p: !tile.ptr<f32>, %n: i32) {
      tile.return
    }
    ```

    After:

    ```mlir
    tile.func public @scale(%p: !tile.ptr<f32>, %n: i32 {tile.divisibility = 16 : i32}) {
      tile.return
    }
    ```
  }];
  let options = [
    Option<"kernel", "kernel", "std::string", /*default=*/"",
           "the only kernel to keep; empty: all">,
    Option<"assume", "assume", "std::string", /*default=*/"",
           "promises about arguments, by number or name, with commas between: "
           "n:16, a multiple of a power of two, or n=1, a value">
  ];
  let statistics = [
    Statistic<"numAssumptions", "assumptions",
              "promises about arguments that were written">
  ];
}

def TileInlineFunctions : Pass<"tile-inline-functions", "::mlir::ModuleOp"> {
  let summary = "replaces calls by the bodies of functions";
  let description = [{
    MLIR's inliner, without its canonicalization of each function. Calls of
    functions with `noinline = true` stay, and private functions without calls
    are removed. A module with an operation of an unknown dialect that has a
    region is unchanged.

    Fails, before it changes anything, if a function would have more than 100,000
    operations: forty functions that each call the next one twice would need
    more than any memory holds.

    Before:

    ```mlir
    tile.func private @twice(%x: i32) -> i32 {
      %y = arith.addi %x, %x : i32
      tile.return %y : i32
    }
    tile.func public @kernel(%p: !tile.ptr<i32>, %x: i32) {
      %y = tile.call @twice(%x) : (i32) -> i32
      tile.store %p, %y : !tile.ptr<i32>
      tile.return
    }
    ```

    After:

    ```mlir
    tile.func public @kernel(%p: !tile.ptr<i32>, %x: i32) {
      %y = arith.addi %x, %x : i32
      tile.store %p, %y : !tile.ptr<i32>
      tile.return
    }
    ```
  }];
  let statistics = [
    Statistic<"numInlined", "calls-inlined", "calls that were replaced">
  ];
}

def TileChooseProgramsPerCTA
    : Pass<"tile-choose-programs-per-cta", "::mlir::ModuleOp"> {
  let summary = "lets small programs share CTAs";
  let description = [{
    If neither the options nor the module say how many programs share a CTA,
    this pass sets `tile.programs_per_cta = 4` on a module whose kernels gain
    from it. The pass runs after layouts, shared memory and barriers are
    known. A kernel gains if

    - each program takes one warp;
    - a program moves 2048 bytes of global memory or less, which takes less time
      than the start of its CTA;
    - it has no loop and no call, so that all programs take about the same time,
      and none waits for another;
    - it reads the program id along x, but not along y or z, since programs that
      are neighbours along x share a CTA;
    - it takes 3 KB of shared memory or less, so that as many programs run at a
    time as with one program per CTA.

    A kernel that would gain keeps CTAs of one program, and a remark says why,
    if it has an operation that concerns the whole CTA (`tile-group-programs`
    lists them) or a `tile.assert`, whose message names the CTA and the thread.
    One such kernel in a module is enough to keep CTAs of one program for all
    its kernels.

    Before:

    ```mlir
    module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
      tile.func public @number(%p: !tile.ptr<i32>) {
        %pid = tile.get_program_id x : i32
        %q = tile.addptr %p, %pid : !tile.ptr<i32>, i32
        tile.store %q, %pid : !tile.ptr<i32>
        tile.return
      }
    }
    ```

    After, the module has one more attribute:

    ```mlir
    module attributes {tile.programs_per_cta = 4 : i32, tile.target = #tile.target<"sm_90a", num_warps = 1>} {}
    ```
  }];
  let statistics = [
    Statistic<"numChosen", "modules-grouped",
              "modules whose programs share CTAs by this choice">
  ];
}

#endif // TILE_COMPILER_PASSES
