// The schedule of a product whose warps copy for themselves, two iterations ahead, is right.
// Each RUN line plants one mistake; check-schedule-ring.mlir explains how.

// DEFINE: %{check} = tile-opt --tile-check-schedule -o /dev/null 2>&1
// RUN: tile-opt %s --tile-check-schedule=remarks=1 -o /dev/null 2>&1 | count 0

// One copy too few before the loop, and one too many.
// RUN: sed '/@second/d' %s | not %{check} | FileCheck %s --check-prefix=FEW
// FEW: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 0 of the barrier, found 0
// FEW: this happens with argument 0 = 64
// RUN: sed 's,//third,,' %s | not %{check} | FileCheck %s --check-prefix=MANY
// MANY: 'tilegpu.box_copy' op writes a place that is being written: expected a wait for what writes it, found none

// Other threads use a barrier before the first one has initialized it.
// RUN: sed '/@barrier-init/d' %s | not %{check} | FileCheck %s --check-prefix=INIT
// INIT: 'tilegpu.mbarrier_arrive' op may use a barrier before it is initialized: expected a 'tilegpu.mbarrier_init' and a barrier of the CTA before, found none
// INIT: one thread does it here

// A warp copies while others multiply what was there.
// RUN: sed '/@barrier-loop/d' %s | not %{check} | FileCheck %s --check-prefix=LOOP
// LOOP: 'tilegpu.box_copy' op may end a phase before a warp has seen the end of the one before: expected an order after its wait, found none
// A product may be in flight when the barrier comes; the next one may not.
// RUN: sed '/@done/s/pending = 1/pending = 2/' %s | not %{check} | FileCheck %s --check-prefix=FLIGHT
// FLIGHT: 'tilegpu.box_copy' op overwrites a place before its readers are done: expected a wait for what reads it, found none

// The copy goes to the place before, or after, the right one.
// RUN: sed '/@loop/s/%%t = %%c2/%%t = %%c1/' %s | not %{check} | FileCheck %s --check-prefix=AHEAD
// AHEAD: 'tilegpu.box_copy' op writes a place that is being written: expected a wait for what writes it, found none
// Its data goes to one place, and its arrival to another one.
// RUN: sed '/@to/s/\[%%t\]/[%%p]/' %s | not %{check} | FileCheck %s --check-prefix=TO
// TO: 'tilegpu.box_copy' op writes a place that is being written: expected a wait for what writes it, found none
// RUN: sed '/@signal/s/\[%%t\]/[%%p]/' %s | not %{check} | FileCheck %s --check-prefix=SIGNAL
// SIGNAL: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 2 of the barrier, found 0

// The last iterations copy what nothing waits for.
// RUN: sed '/@copy/s/if %%more //' %s | not %{check} | FileCheck %s --check-prefix=END
// END: 'tilegpu.box_copy' op may go on after the kernel's end: expected a wait for its phase, found none

// The loop is not entered, and the first copy runs.
// RUN: sed '/@first/s/if %%some //' %s | not %{check} | FileCheck %s --check-prefix=NONE
// NONE: 'tilegpu.box_copy' op may go on after the kernel's end: expected a wait for its phase, found none
// NONE: this happens with argument 0 = 0

// What a kernel does behind the back of the check is not checked.
// RUN: sed 's,//asm,,' %s | tile-opt --tile-check-schedule=remarks=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ASM
// ASM: remark: the waits and arrivals of this kernel are not checked, as it is not known what this operation does
// RUN: sed '/@loop/s/step %%c32/step %%c0/' %s | tile-opt --tile-check-schedule=remarks=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: remark: the waits and arrivals of this loop are not checked, as no arguments were found with which it has iterations

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64]}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
#a = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#b = #tilegpu.linear_shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [0, 64]]>
#words = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

tile.func public @product_tensor_maps(%n: i32, %bmap: !tile.tensor_map) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : tensor<64x128xf32, #mma>
  %tile = arith.constant dense<1.0> : tensor<64x32xf16, #rows>
  %bs = tilegpu.local_alloc {tilegpu.offset = 8192 : i32} : <4x32x128xf16, #b>
  %own = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <64x32xf16, #a>
  %fulls = tilegpu.local_alloc {tilegpu.offset = 65536 : i32} : <4x1xi64, #words>
  tilegpu.mbarrier_init %fulls {count = 1 : i32} : <4x1xi64, #words>
  tilegpu.local_store %tile, %own : tensor<64x32xf16, #rows>, <64x32xf16, #a>
  tilegpu.fence_proxy
  tilegpu.barrier cta // @barrier-start
  %some = arith.cmpi sgt, %n, %c0 : i32
  %two = arith.cmpi sgt, %n, %c32 : i32
  %b0 = tilegpu.memdesc_index %bs[%c0] : <4x32x128xf16, #b> -> <32x128xf16, #b>
  %f0 = tilegpu.memdesc_index %fulls[%c0] : <4x1xi64, #words> -> <1xi64, #words>
  tilegpu.box_copy %bmap[%c0, %c0], %b0, %f0 if %some along [1, 0] : <32x128xf16, #b>, <1xi64, #words> // @first
  %b1 = tilegpu.memdesc_index %bs[%c1] : <4x32x128xf16, #b> -> <32x128xf16, #b>
  %f1 = tilegpu.memdesc_index %fulls[%c1] : <4x1xi64, #words> -> <1xi64, #words>
  tilegpu.box_copy %bmap[%c0, %c32], %b1, %f1 if %two along [1, 0] : <32x128xf16, #b>, <1xi64, #words> // @second
  //third tilegpu.box_copy %bmap[%c0, %c32], %b1, %f1 if %two along [1, 0] : <32x128xf16, #b>, <1xi64, #words>
  //asm %x = tile.elementwise_inline_asm "bar.sync 1, 256; mov.u32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %n : i32 -> i32
  %first = tilegpu.pending_sum %none : tensor<64x128xf32, #mma>
  %sums:4 = scf.for %i = %c0 to %n step %c32 iter_args(%so_far = %first, %p = %c0, %q = %c0, %t = %c2) -> (!tilegpu.pending<tensor<64x128xf32, #mma>>, i32, i32, i32) : i32 { // @loop
    %rest = arith.subi %n, %i : i32
    %more = arith.cmpi ugt, %rest, %c64 : i32
    %b = tilegpu.memdesc_index %bs[%t] : <4x32x128xf16, #b> -> <32x128xf16, #b> // @to
    %g = tilegpu.memdesc_index %fulls[%t] : <4x1xi64, #words> -> <1xi64, #words> // @signal
    tilegpu.barrier cta // @barrier-loop
    tilegpu.box_copy %bmap[%c0, %i], %b, %g if %more along [1, 0] : <32x128xf16, #b>, <1xi64, #words> // @copy
    %f = tilegpu.memdesc_index %fulls[%p] : <4x1xi64, #words> -> <1xi64, #words>
    tilegpu.mbarrier_wait %f, %q : <1xi64, #words>
    %right = tilegpu.memdesc_index %bs[%p] : <4x32x128xf16, #b> -> <32x128xf16, #b>
    %sum = tilegpu.warpgroup_dot %own, %right, %so_far : !tilegpu.memdesc<64x32xf16, #a>, <32x128xf16, #b>, !tilegpu.pending<tensor<64x128xf32, #mma>> -> <tensor<64x128xf32, #mma>>
    %v = tilegpu.warpgroup_wait %sum {pending = 1 : i32} : <tensor<64x128xf32, #mma>> -> !tilegpu.pending<tensor<64x128xf32, #mma>> // @done
    %n1 = arith.addi %p, %c1 : i32
    %wraps = arith.cmpi eq, %n1, %c4 : i32
    %next = arith.select %wraps, %c0, %n1 : i32
    %flip = arith.extui %wraps : i1 to i32
    %flipped = arith.xori %q, %flip : i32
    %t1 = arith.addi %t, %c1 : i32
    %t2 = arith.cmpi eq, %t1, %c4 : i32
    %t3 = arith.select %t2, %c0, %t1 : i32
    scf.yield %v, %next, %flipped, %t3 : !tilegpu.pending<tensor<64x128xf32, #mma>>, i32, i32, i32
  }
  %end = tilegpu.warpgroup_wait %sums#0 {pending = 0 : i32} : <tensor<64x128xf32, #mma>> -> tensor<64x128xf32, #mma>
  tile.return
}

tile.func public @meet() {
  %c0 = arith.constant 0 : i32
  %barriers = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <1x1xi64, #words>
  tilegpu.mbarrier_init %barriers {count = 8 : i32} : <1x1xi64, #words>
  tilegpu.barrier cta // @barrier-init
  %barrier = tilegpu.memdesc_index %barriers[%c0] : <1x1xi64, #words> -> <1xi64, #words>
  tilegpu.mbarrier_arrive %barrier : <1xi64, #words>
  tilegpu.mbarrier_wait %barrier, %c0 : <1xi64, #words>
  tile.return
}

}
