//===- Passes.td - Passes on tiles without layouts ---------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_PASSES
#define TILE_DIALECT_TILE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TileBroadcastAsmOperands : Pass<"tile-broadcast-asm-operands", "::mlir::ModuleOp"> {
  let summary = "gives all operands of inline asm the results' shape";
  let description = [{
    The operands of `tile.elementwise_inline_asm` broadcast to one shape, the
    results' shape. This pass makes the broadcasts explicit: a scalar among
    tiles becomes a `tile.splat`, a tile with dimensions of size 1 a
    `tile.broadcast`. So later passes see one shape, and only tiles or only
    scalars. An asm without results has the shape to which its operands
    broadcast.

    Before:

    ```mlir
    %r = tile.elementwise_inline_asm "fma.rn.f32 $0, $1, $2, $3;" {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true} %t, %row, %s : tensor<16x32xf32>, tensor<1x32xf32>, f32 -> tensor<16x32xf32>
    ```

    After:

    ```mlir
    %0 = tile.broadcast %row : tensor<1x32xf32> -> tensor<16x32xf32>
    %1 = tile.splat %s : f32 -> tensor<16x32xf32>
    %r = tile.elementwise_inline_asm "fma.rn.f32 $0, $1, $2, $3;" {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true} %t, %0, %1 : tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32> -> tensor<16x32xf32>
    ```
  }];
  let statistics = [
    Statistic<"numSplats", "splats",
              "Number of scalar operands that became tiles">,
    Statistic<"numBroadcasts", "broadcasts", "Number of operand tiles broadcast">
  ];
}

def TileCheckInlineAsm : Pass<"tile-check-inline-asm", "::mlir::ModuleOp"> {
  let summary = "finds mistakes in inline PTX";
  let description = [{
    Compares the body of each `tile.elementwise_inline_asm` with the
    instructions of PTX, the module's target and the asm's registers. It finds
    instructions that do not exist, or do not exist on this target; operands of
    another class than their constraint; outputs that are not written, or not on
    every path; names without a declaration; and instructions that a `pure` asm
    must not have. Without a `tile.target`, an instruction is correct if any
    target has it.

    The pass changes nothing. Each message has the line and column within the
    asm, and ends with its own name, which docs/inline-ptx.md explains. An asm
    that occurs several times in the module is analysed once and reported at
    each place.

    Example: the second line of a body has a 32-bit register instead of a 16-bit
    one:

    ```
    k.mlir:4:8: error: in the asm, line 2, column 10: expected a register for '.f16', found one of type '.b32' as operand 1 of 'add.f16'; use constraint 'h' for $0 [operand-type]
    k.mlir:4:8: note: the registers are $0 = result 0, element 0 (f16); $1 = operand 0, element 0 (f16)
    ```
  }];
  let options = [
    Option<"mode", "mode", "::mlir::tile::AsmCheck",
           /*default=*/"::mlir::tile::AsmCheck::Error",
           "What becomes of errors: they stop the compile, are warnings, or "
           "nothing is checked",
           [{::mlir::tile::getAsmCheckValues()}]>,
    Option<"choice", "choice", "::mlir::tile::AsmChoice",
           /*default=*/"::mlir::tile::AsmChoice::Auto",
           "Which of an asm and its fallback will run",
           [{::mlir::tile::getAsmChoiceValues()}]>
  ];
  let statistics = [
    Statistic<"numChecked", "checked", "Number of inline asms checked">,
    Statistic<"numAnalyzed", "analyzed",
              "Number of different inline asms among them">,
    Statistic<"numErrors", "errors", "Number of errors">,
    Statistic<"numWarnings", "warnings", "Number of warnings">
  ];
}

def TileRaisePTXVersion : Pass<"tile-raise-ptx-version", "::mlir::ModuleOp"> {
  let summary = "raises the PTX version to what inline PTX needs";
  let description = [{
    A target's default PTX version is the first version that has the target.
    Some of its instructions came later: sm_100a has `cvt.rs` from PTX 8.7 on,
    and its default is 8.6. If `tile.target` has no version, and an inline asm
    needs a newer one, the pass writes the first version that can compile all
    asm into `tile.target`. A remark names the instruction that needs it. An asm
    whose fallback will run does not count, nor does an asm that no version up
    to `newest` can compile. A version in `tile.target` does not change.
    Products of 8-bit floats (`tile.dot`) count in the same way: targets from
    sm_89 on have an instruction for them, which needs PTX 8.4. So does
    `tile.atomic_cas_pair`, which needs PTX 8.3, or 8.4 with scope `sys`.

    Before:

    ```mlir
    module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
      tile.func private @f(%x: f32, %y: f32, %bits: i32) -> i32 {
        %r = tile.elementwise_inline_asm "cvt.rs.f16x2.f32 $0, $1, $2, $3;" {constraints = "=r,f,f,r", packed_element = 1 : i32, pure = true} %x, %y, %bits : f32, f32, i32 -> i32
        tile.return %r : i32
      }
    }
    ```

    After:

    ```mlir
    module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4, ptx = 87>} {
      tile.func private @f(%x: f32, %y: f32, %bits: i32) -> i32 {
        %r = tile.elementwise_inline_asm "cvt.rs.f16x2.f32 $0, $1, $2, $3;" {constraints = "=r,f,f,r", packed_element = 1 : i32, pure = true} %x, %y, %bits : f32, f32, i32 -> i32
        tile.return %r : i32
      }
    }
    ```
  }];
  let options = [
    Option<"choice", "choice", "::mlir::tile::AsmChoice",
           /*default=*/"::mlir::tile::AsmChoice::Auto",
           "Which of an asm and its fallback will run",
           [{::mlir::tile::getAsmChoiceValues()}]>,
    Option<"newest", "newest", "unsigned", /*default=*/"0",
           "The newest PTX version to take, major * 10 + minor; 0 is the newest "
           "that LLVM can write">
  ];
  let statistics = [
    Statistic<"numRaised", "raised", "Number of modules whose version changed">
  ];
}

def TileSelectInlineAsm : Pass<"tile-select-inline-asm", "::mlir::ModuleOp"> {
  let summary = "decides between inline PTX and its fallback";
  let description = [{
    If a `tile.elementwise_inline_asm` has a fallback, either the asm or the
    fallback runs. By default the fallback runs if the module's target, or its
    version of PTX, lacks an instruction of the asm. The pass marks these asms
    with `use_fallback`, and removes the fallback of the others. If the target
    decides, a remark says what it lacks.

    Before, for sm_80:

    ```mlir
    %r = tile.elementwise_inline_asm "tanh.approx.bf16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x : tensor<128xbf16> -> tensor<128xbf16> fallback (%a: bf16) {
      %t = math.tanh %a : bf16
      tile.asm.return %t : bf16
    }
    ```

    After:

    ```mlir
    %r = tile.elementwise_inline_asm "tanh.approx.bf16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true, use_fallback} %x : tensor<128xbf16> -> tensor<128xbf16> fallback (%a: bf16) {
      %t = math.tanh %a : bf16
      tile.asm.return %t : bf16
    }
    ```
  }];
  let options = [
    Option<"choice", "choice", "::mlir::tile::AsmChoice",
           /*default=*/"::mlir::tile::AsmChoice::Auto",
           "Which of the two runs",
           [{::mlir::tile::getAsmChoiceValues()}]>
  ];
  let statistics = [
    Statistic<"numFallbacks", "fallbacks", "Number of fallbacks that run">
  ];
}

def TileFixArguments : Pass<"tile-fix-arguments", "::mlir::ModuleOp"> {
  let summary = "replaces arguments by the values that they are known to have";
  let description = [{
    Replaces the uses of a function argument with `tile.value` by a constant.
    The argument and the attribute stay: callers still pass the argument, and
    launches compare it with the attribute.

    Before:

    ```mlir
    tile.func public @k(%p: !tile.ptr<i32>, %stride: i32 {tile.value = 1 : i32}) {
      %0 = arith.muli %stride, %stride : i32
      tile.store %p, %0 : !tile.ptr<i32>
      tile.return
    }
    ```

    After:

    ```mlir
    tile.func public @k(%p: !tile.ptr<i32>, %stride: i32 {tile.value = 1 : i32}) {
      %c1 = arith.constant 1 : i32
      %0 = arith.muli %c1, %c1 : i32
      tile.store %p, %0 : !tile.ptr<i32>
      tile.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numFixed", "arguments-fixed",
              "Number of arguments replaced by their value">
  ];
}

def TileNarrowLoads : Pass<"tile-narrow-loads", "::mlir::ModuleOp"> {
  let summary = "loads elements that repeat once";
  let description = [{
    If neighbours of a load have the same pointer, the load takes one of them,
    and its result is repeated. The pass looks at loads that feed products of
    their loops. `NarrowLoads.cpp` explains it.

    Before, where `%group` is the same in all rows:

    ```mlir
    %0 = tile.addptr %rows, %group : tensor<32x64x!tile.ptr<bf16>>, tensor<32x64xi32>
    %1 = tile.load %0 : tensor<32x64x!tile.ptr<bf16>>
    ```

    After, where `%row` and `%first` are the first rows:

    ```mlir
    %0 = tile.addptr %row, %first : tensor<1x64x!tile.ptr<bf16>>, tensor<1x64xi32>
    %2 = tile.load %0 : tensor<1x64x!tile.ptr<bf16>>
    %1 = tile.broadcast %2 : tensor<1x64xbf16> -> tensor<32x64xbf16>
    ```
  }];
  let statistics = [
    Statistic<"numNarrowed", "narrowed", "loads that take repeated elements once">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileGuardRemainders : Pass<"tile-guard-remainders", "::mlir::ModuleOp"> {
  let summary = "replaces signed remainders by a test and unsigned ones";
  let description = [{
    A signed remainder maps neighbours to neighbours only if the dividend is not
    negative. If that cannot be proven, the pass adds a scalar test to the
    kernel, which traps if the dividend is negative, and makes the remainder
    unsigned. It does so only if the remainder is used as an offset of pointers
    alone, and the divisor is known to be a multiple of a large enough power of
    two. Signed quotients and remainders in loops that need no test, since bounds
    of counters prove the signs, become unsigned as well. `GuardRemainders.h`
    explains it.

    Before, where `%start` is a multiple of 128 and `%m` a multiple of 16:

    ```mlir
    %0 = tile.splat %start : i32 -> tensor<128xi32>
    %1 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    %2 = arith.addi %0, %1 : tensor<128xi32>
    %3 = tile.splat %m : i32 -> tensor<128xi32>
    %4 = arith.remsi %2, %3 : tensor<128xi32>
    ```

    After:

    ```mlir
    %5 = arith.cmpi slt, %start, %c0 : i32
    %6 = arith.cmpi sgt, %start, %c2147483520 : i32
    %7 = arith.ori %5, %6 : i1
    %8 = arith.cmpi slt, %m, %c1 : i32
    %9 = arith.ori %7, %8 : i1
    scf.if %9 {
      tile.elementwise_inline_asm "trap;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
    }
    %4 = arith.remui %2, %3 : tensor<128xi32>
    ```
  }];
  let statistics = [
    Statistic<"numGuarded", "guarded", "remainders that got a test">,
    Statistic<"numUnsigned", "unsigned", "operations that need no test">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileFindBoxes : Pass<"tile-find-boxes", "::mlir::ModuleOp"> {
  let summary = "finds loads that bulk copies can make";
  let description = [{
    A tile of pointers is a box of a tensor if its strides and bounds are
    computed from arguments. A kernel with such loads for products gets a second
    entry, which has tensor maps after its arguments; in this entry, the loads
    also name their boxes. A launch uses it if it can make the maps
    (`KernelInfo.h`). The pass works for targets whose warpgroups multiply
    matrices. `FindBoxes.cpp` explains it. In the second entry, programs with long
    loops of products come first (`OrderPrograms.h`).

    Before, in a loop over `%k`:

    ```mlir
    %0 = tile.load %ptrs, %mask, %zero : tensor<128x64x!tile.ptr<f16>>
    ```

    After, in `@kernel_tensor_maps`:

    ```mlir
    %1 = arith.muli %k, %c64 : i32
    %0 = tile.load %ptrs, %mask, %zero box %map[%1, %row] along [1, 0] : tensor<128x64x!tile.ptr<f16>>
    ```
  }];
  let options = [
    Option<"showRemarks", "remarks", "bool", "false",
           "Say for each other load of a product why it is not a box">
  ];
  let statistics = [
    Statistic<"numBoxes", "boxes", "loads that are boxes">,
    Statistic<"numEntries", "entries", "kernels with a second entry">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileVersionMaskedBlocks : Pass<"tile-version-masked-blocks", "::mlir::ModuleOp"> {
  let summary = "adds a path without masks for tiles that are wholly in bounds";
  let description = [{
    A mask like `offset < n` with an unknown `n` keeps loads and stores from being
    joined to vectors, though nearly all tiles of a grid are wholly in bounds.
    In each block, this pass finds the span from the first to the last access
    that its mask makes narrower. It makes two versions of the span, one without
    masks and the original one, and a scalar test that is true only if all masks
    of the span are. Values that the span computes and later operations use
    become results of the branch.

    Only accesses and operations that depend on them are cloned; other
    operations of the span move before the branch. Inline asm and extern
    functions that are not pure, calls, atomics, printing, assertions and
    volatile accesses are never cloned: they end a span. A loop or branch that
    contains masked accesses ends the span too, and gets versions inside. The
    `scf.if` gets the attribute `tile.versioned`, and is not versioned again.

    A mask that can only be true is dropped without a branch.

    Before:

    ```mlir
    %offsets = arith.addi %start, %range : tensor<1024xi32>
    %mask = arith.cmpi slt, %offsets, %bound : tensor<1024xi32>
    %x = tile.load %from, %mask : tensor<1024x!tile.ptr<f32>>
    %y = arith.negf %x : tensor<1024xf32>
    tile.store %to, %y, %mask : tensor<1024x!tile.ptr<f32>>
    ```

    After, where `%start` is a splat of `%s`, and `%bound` of `%n`:

    ```mlir
    %offsets = arith.addi %start, %range : tensor<1024xi32>
    %mask = arith.cmpi slt, %offsets, %bound : tensor<1024xi32>
    %0 = arith.extsi %s : i32 to i64
    %1 = arith.addi %0, %c1023_i64 : i64
    %2 = arith.extsi %n : i32 to i64
    %3 = arith.cmpi slt, %1, %2 : i64
    scf.if %3 {
      %x = tile.load %from : tensor<1024x!tile.ptr<f32>>
      %y = arith.negf %x : tensor<1024xf32>
      tile.store %to, %y : tensor<1024x!tile.ptr<f32>>
    } else {
      %x = tile.load %from, %mask : tensor<1024x!tile.ptr<f32>>
      %y = arith.negf %x : tensor<1024xf32>
      tile.store %to, %y, %mask : tensor<1024x!tile.ptr<f32>>
    } {tile.versioned}
    ```
  }];
  let options = [
    Option<"maxOps", "max-ops", "int64_t", /*default=*/"20000",
           "Operations that a span may clone; a larger one stays as it is, with "
           "a remark">,
    Option<"allMasks", "all-masks", "bool", /*default=*/"false",
           "Also version accesses whose mask does not make them narrower">,
    Option<"numStages", "num-stages", "unsigned", /*default=*/"3",
           "Iterations in flight at a time of loops that do not say it: from 2 "
           "on, loads that lead to products are left to tile-pipeline-loops">
  ];
  let statistics = [
    Statistic<"numSpans", "spans", "Number of spans versioned">,
    Statistic<"numClonedOps", "cloned-ops", "Number of operations cloned">,
    Statistic<"numTrivialMasks", "trivial-masks",
              "Number of masks dropped because they can only be true">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TilePadTiles : Pass<"tile-pad-tiles", "::mlir::ModuleOp"> {
  let summary = "makes the dimensions of tiles powers of two";
  let description = [{
    Later passes only handle tiles whose dimensions are powers of two. This pass
    rounds the dimensions of other tiles up to the next powers of two, in every
    operation, block, branch and function. The elements past a tile's own
    elements are its padding, and have no meaning. Loads, stores and atomics
    skip the padding by their masks. Reductions and scans replace it by the
    neutral element of their region, or have a flag for each value, and sorts
    put it last. `PadTiles.cpp` and docs/odd-tiles.md have the rule for each
    operation.

    `tile.extract_slice`, `tile.insert_slice`, and a `tile.cat` that is not a
    `tile.join` can begin at any element. The pass replaces them by other
    operations.

    Before:

    ```mlir
    %i = tile.make_range {start = 0 : i32, end = 1000 : i32} : tensor<1000xi32>
    %from = tile.splat %p : !tile.ptr<f32> -> tensor<1000x!tile.ptr<f32>>
    %ptrs = tile.addptr %from, %i : tensor<1000x!tile.ptr<f32>>, tensor<1000xi32>
    %x = tile.load %ptrs : tensor<1000x!tile.ptr<f32>>
    ```

    After:

    ```mlir
    %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
    %extent = arith.constant dense<1000> : tensor<1024xi32>
    %own = arith.cmpi slt, %range, %extent : tensor<1024xi32>
    %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
    %from = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
    %ptrs = tile.addptr %from, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
    %x = tile.load %ptrs, %own : tensor<1024x!tile.ptr<f32>>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tile::TileDialect"];
  let statistics = [
    Statistic<"numPadded", "padded", "Number of values that were padded">,
    Statistic<"numSlices", "slices", "Number of slices and cats replaced">
  ];
}

def TileRaiseSorts : Pass<"tile-raise-sorts", "::mlir::ModuleOp"> {
  let summary = "replaces sorting networks by tile.sort and tile.topk";
  let description = [{
    Triton writes `tl.sort` and `tl.topk` as bitonic networks on a cube of
    2x2x...x2: a step for each distance, with a reduction by XOR that gives the
    other element. A network whose steps are all proven correct becomes a
    `tile.sort` or `tile.topk`; all other code is unchanged. Triton writes
    `tl.topk` with k = 1 as several reductions along the last dimensions of the
    cube, which become one reduction of rows. `RaiseSorts.h` says what is
    matched.

    Before, for rows of two elements:

    ```mlir
    %range = tile.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>
    %cube = tile.reshape %x : tensor<4xi32> -> tensor<2x2xi32>
    %sum = "tile.reduce"(%cube) <{axis = 1 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %both = arith.xori %a, %b : i32
      tile.reduce.return %both : i32
    }) : (tensor<2x2xi32>) -> tensor<2xi32>
    %sum_1 = tile.expand_dims %sum {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
    %sum_2 = tile.broadcast %sum_1 : tensor<2x1xi32> -> tensor<2x2xi32>
    %partner = arith.xori %cube, %sum_2 : tensor<2x2xi32>
    %right = tile.reshape %range : tensor<2xi32> -> tensor<1x2xi32>
    %greater = arith.cmpi sgt, %cube, %partner : tensor<2x2xi32>
    %bit = arith.extui %greater : tensor<2x2xi1> to tensor<2x2xi32>
    %mask = tile.broadcast %right : tensor<1x2xi32> -> tensor<2x2xi32>
    %swap = arith.cmpi ne, %bit, %mask : tensor<2x2xi32>
    %sorted = arith.select %swap, %partner, %cube : tensor<2x2xi1>, tensor<2x2xi32>
    ```

    After:

    ```mlir
    %cube = tile.reshape %x : tensor<4xi32> -> tensor<2x2xi32>
    %sorted = tile.sort %cube {axis = 1 : i32} : tensor<2x2xi32>
    ```
  }];
  let dependentDialects = ["::mlir::tile::TileDialect"];
  let statistics = [
    Statistic<"numSorts", "sorts",
              "networks and series of reductions that were found">
  ];
}

def TileDecomposeScaledDots : Pass<"tile-decompose-scaled-dots", "::mlir::ModuleOp"> {
  let summary = "makes products with scales of what the target has";
  let description = [{
    Targets of the sm_120 family whose names end in a or f multiply small numbers
    by their scales in the instruction (PTX ISA, "Block Scaling for mma.sync").
    There a `tile.dot_scaled` stays, if the instruction has the types of both
    operands: 4, 6 and 8 bits with scales of i8, or `e2m1` in both with scales of
    f8E4M3FN. Pairs of `e2m1` become bytes of `e2m3` unless both operands are
    pairs along K; an operand without scales gets scales of 1.

    On other targets each operand of a `tile.dot_scaled` without layouts is converted
    to bf16 and multiplied by its scales; `tile.dot` multiplies the two, with sums of f32.
    Elements times scales are exact in bf16, except beyond the range of f32 and
    among its smallest numbers. If one operand is f16, both become f16, and a
    product with a power of two is rounded once; f16 with bf16 takes tf32.
    `DecomposeScaledDots.cpp` has the reasons.

    A scale is 2^(i8 - 127), from 2^-127 to 2^127; 255 makes its elements NaN,
    unless the operation has `fastMath`. In a pair of `e2m1`, the low half of the
    byte comes first.

    Before:

    ```mlir
    %r = tile.dot_scaled %a, %b scale %t, %c lhs = bf16 rhs = e4m3 {fastMath = true} : tensor<16x32xbf16> * tensor<32x16xf8E4M3FN>, tensor<16x1xi8> -> tensor<16x16xf32>
    ```

    After:

    ```mlir
    %0 = tile.fp_to_fp %b : tensor<32x16xf8E4M3FN> -> tensor<32x16xbf16>
    %1 = arith.extui %t : tensor<16x1xi8> to tensor<16x1xi16>
    %2 = arith.shli %1, %c7 : tensor<16x1xi16>
    %3 = arith.cmpi eq, %1, %c0 : tensor<16x1xi16>
    %4 = arith.select %3, %c64, %2 : tensor<16x1xi1>, tensor<16x1xi16>
    %5 = tile.bitcast %4 : tensor<16x1xi16> -> tensor<16x1xbf16>
    %6 = tile.trans %5 {order = array<i32: 1, 0>} : tensor<16x1xbf16> -> tensor<1x16xbf16>
    %7 = tile.expand_dims %6 {axis = 1 : i32} : tensor<1x16xbf16> -> tensor<1x1x16xbf16>
    %8 = tile.broadcast %7 : tensor<1x1x16xbf16> -> tensor<1x32x16xbf16>
    %9 = tile.reshape %8 : tensor<1x32x16xbf16> -> tensor<32x16xbf16>
    %10 = arith.mulf %0, %9 : tensor<32x16xbf16>
    %r = tile.dot %a, %10, %c : tensor<16x32xbf16> * tensor<32x16xbf16> -> tensor<16x16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numDots", "dots",
              "Number of products that became conversions and tile.dot">,
    Statistic<"numTaken", "taken",
              "Number of products that one instruction can compute">
  ];
}

#endif // TILE_DIALECT_TILE_TRANSFORMS_PASSES
