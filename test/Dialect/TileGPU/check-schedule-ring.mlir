// The schedule of a product with a warp that copies is right, at each number of iterations.
// Each RUN line plants one mistake: a label at the end of a line says which line it changes.

// DEFINE: %{check} = tile-opt --tile-check-schedule -o /dev/null 2>&1
// RUN: tile-opt %s --tile-check-schedule=remarks=1 -o /dev/null 2>&1 | count 0

// A warp does not arrive: the place is never empty again.
// RUN: sed '/@give/d' %s | not %{check} | FileCheck %s --check-prefix=GIVE
// GIVE: 'tilegpu.mbarrier_wait' op waits forever: expected 2 arrivals in phase 1 of the barrier, found 0
// GIVE: this happens with argument 0 = 96
// GIVE: another warp waits here: expected 8 arrivals in phase 0 of the barrier, found 0

// One of two copies is missing.
// RUN: sed '/@copy-b/d' %s | not %{check} | FileCheck %s --check-prefix=COPY
// COPY: 'tilegpu.mbarrier_wait' op waits forever: expected 2 arrivals in phase 0 of the barrier, found 1

// Three copies where a phase takes two.
// RUN: sed 's/.*@copy-b/&\n&/' %s | not %{check} | FileCheck %s --check-prefix=TWICE
// TWICE: 'tilegpu.box_copy' op writes a place that is being written: expected a wait for what writes it, found none

// The wrong parity at the start: the first wait takes the phase before the first one.
// RUN: sed '/@sums/s/%%q = %%c0/%%q = %%c1/' %s | not %{check} | FileCheck %s --check-prefix=PARITY
// PARITY: 'tilegpu.mbarrier_wait' op waits forever: expected 2 arrivals in phase 1 of the barrier, found 0
// RUN: sed '/@copies/s/%%q = %%c1/%%q = %%c0/' %s | not %{check} | FileCheck %s --check-prefix=LATE
// LATE: 'tilegpu.mbarrier_wait' op waits forever: expected 2 arrivals in phase 0 of the barrier, found 0
// LATE: another warp waits here: expected 8 arrivals in phase 0 of the barrier, found 0

// A parity that never changes.
// RUN: sed '/@next-sum/s/%%flipped/%%q/' %s | not %{check} | FileCheck %s --check-prefix=SAME
// SAME: 'tilegpu.warpgroup_dot' op reads a place that it has given away: expected a wait until the place is filled again, found none

// Too many and too few arrivals per phase.
// RUN: sed '/@empty/s/count = 8/count = 9/' %s | not %{check} | FileCheck %s --check-prefix=MORE
// MORE: another warp waits here: expected 9 arrivals in phase 0 of the barrier, found 8
// RUN: sed '/@empty/s/count = 8/count = 7/' %s | not %{check} | FileCheck %s --check-prefix=FEWER
// FEWER: 'tilegpu.mbarrier_arrive' op arrives more often than a phase takes: expected 7 arrivals, found 8
// RUN: sed '/@empty/s/count = 8/count = 4/' %s | not %{check} | FileCheck %s --check-prefix=HALF
// HALF: 'tilegpu.box_copy' op may end a phase before a warp has seen the end of the one before: expected an order after its wait, found none
// RUN: sed '/@full/s/count = 2/count = 1/' %s | not %{check} | FileCheck %s --check-prefix=ONE
// ONE: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 2 of the barrier, found 0

// The product reads, and the copy writes, the next place.
// RUN: sed '/@read-a/s/\[%%p\]/[%%other]/' %s | not %{check} | FileCheck %s --check-prefix=READ
// READ: 'tilegpu.warpgroup_dot' op reads a place that is empty: expected a copy or a store to fill it before, found none
// RUN: sed '/@write-a/s/\[%%p\]/[%%other]/' %s | not %{check} | FileCheck %s --check-prefix=WRITE
// WRITE: 'tilegpu.warpgroup_dot' op reads a place that is empty: expected a copy or a store to fill it before, found none
// A place that is not there.
// RUN: sed '/@next-copy/s/%%next/%%n1/' %s | not %{check} | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: 'tilegpu.mbarrier_wait' op names a barrier that is not there: expected a number of one of the places, found another one

// The loops of the two warps have other numbers of iterations.
// RUN: sed '/@copies/s/to %%n step/to %%fewer step/' %s | not %{check} | FileCheck %s --check-prefix=FEW
// FEW: 'tilegpu.mbarrier_wait' op waits forever: expected 2 arrivals in phase 0 of the barrier, found 0
// RUN: sed '/@copies/s/to %%n step/to %%more step/' %s | not %{check} | FileCheck %s --check-prefix=MANY
// MANY: 'tilegpu.local_store' op writes a place that is being written: expected a wait for what writes it, found none
// RUN: sed -e '/@copies/s/to %%n step/to %%more step/' -e '/@result/s/= 0/= 65536/' %s | not %{check} | FileCheck %s --check-prefix=END
// END: 'tilegpu.box_copy' op may go on after the kernel's end: expected a wait for its phase, found none

// The place is given away, or filled, before its product has ended.
// RUN: sed -e '/@give/d' -e 's,//early,,' %s | not %{check} | FileCheck %s --check-prefix=EARLY
// EARLY: 'tilegpu.mbarrier_arrive' op gives a place away that is in use: expected a wait for what uses it, found none
// EARLY: what uses it
// RUN: sed -e '/@give/d' -e 's,//refill,,' %s | not %{check} | FileCheck %s --check-prefix=REFILLED
// REFILLED: 'tilegpu.box_copy' op overwrites a place before its readers are done: expected a wait for what reads it, found none
// REFILLED: what reads it

// No wait for the copies, or none for the readers.
// RUN: sed '/@wait-full/d' %s | not %{check} | FileCheck %s --check-prefix=UNFILLED
// UNFILLED: 'tilegpu.warpgroup_dot' op reads a place before its data is there: expected a wait for what writes it, found none
// UNFILLED: what writes it
// RUN: sed '/@wait-empty/d' %s | not %{check} | FileCheck %s --check-prefix=FULL
// FULL: 'tilegpu.box_copy' op writes a place that is being written: expected a wait for what writes it, found none

// The results overwrite a ring whose last products the other warps may still read.
// RUN: sed '/@barrier-end/d' %s | not %{check} | FileCheck %s --check-prefix=RESULT
// RESULT: 'tilegpu.local_store' op overwrites a place before its readers are done: expected a wait for what reads it, found none
// RESULT: what reads it

// Threads fill the left operand, and no fence follows.
// RUN: sed '/@fence/d' %s | not %{check} | FileCheck %s --check-prefix=FENCE
// FENCE: 'tilegpu.warpgroup_dot' op touches by the async proxy what threads wrote: expected a 'tilegpu.fence_proxy' after the write and before a barrier or an arrival, found none
// FENCE: the write
// RUN: sed '/@barrier-start/d' %s | not %{check} | FileCheck %s --check-prefix=BARRIER
// BARRIER: 'tilegpu.warpgroup_dot' op reads a place before its data is there: expected a wait for what writes it, found none
// Warps read what other warps write.
// RUN: sed '/@barrier-threads/d' %s | not %{check} | FileCheck %s --check-prefix=THREADS
// THREADS: 'tilegpu.local_load' op reads a place before its data is there: expected a wait for what writes it, found none

// A product that nothing waits for.
// RUN: sed 's,//last,,' %s | not %{check} | FileCheck %s --check-prefix=LAST
// LAST: 'tilegpu.warpgroup_dot' op may go on after the kernel's end: expected a wait for the product, found none

// A place is read once more after it was given away.
// RUN: sed 's,//after,,' %s | not %{check} | FileCheck %s --check-prefix=AFTER
// AFTER: 'tilegpu.warpgroup_dot' op reads a place that it has given away: expected a wait until the place is filled again, found none

#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [8, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 8], order = [0, 1]}>
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64]}>
#a = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#b = #tilegpu.linear_shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [0, 64]]>
#c = #tilegpu.linear_shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [8, 0], [16, 0], [32, 0], [0, 64], [4, 0], [1, 8], [2, 16]]>
#words = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

tile.func public @product_tensor_maps(%n: i32, %amap: !tile.tensor_map, %bmap: !tile.tensor_map) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c32 = arith.constant 32 : i32
  %none = arith.constant dense<0.0> : tensor<64x128xf32, #mma>
  %tile = arith.constant dense<1.0> : tensor<64x32xf16, #rows>
  %as = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <2x64x32xf16, #a>
  %bs = tilegpu.local_alloc {tilegpu.offset = 8192 : i32} : <2x32x128xf16, #b>
  %own = tilegpu.local_alloc {tilegpu.offset = 32768 : i32} : <64x32xf16, #a>
  %first_copy = tilegpu.local_alloc {tilegpu.offset = 36864 : i32} : <64x32xf16, #a>
  %fulls = tilegpu.local_alloc {tilegpu.offset = 40960 : i32} : <2x1xi64, #words>
  tilegpu.mbarrier_init %fulls {count = 2 : i32} : <2x1xi64, #words> // @full
  %empties = tilegpu.local_alloc {tilegpu.offset = 40976 : i32} : <2x1xi64, #words>
  tilegpu.mbarrier_init %empties {count = 8 : i32} : <2x1xi64, #words> // @empty
  tilegpu.producer_warp {
    %fewer = arith.subi %n, %c32 : i32
    %more = arith.addi %n, %c32 : i32
    %end:2 = scf.for %i = %c0 to %n step %c32 iter_args(%p = %c0, %q = %c1) -> (i32, i32) : i32 { // @copies
      %other = arith.xori %p, %c1 : i32
      %e = tilegpu.memdesc_index %empties[%p] : <2x1xi64, #words> -> <1xi64, #words>
      tilegpu.mbarrier_wait %e, %q : <1xi64, #words> // @wait-empty
      %f = tilegpu.memdesc_index %fulls[%p] : <2x1xi64, #words> -> <1xi64, #words>
      %a = tilegpu.memdesc_index %as[%p] : <2x64x32xf16, #a> -> <64x32xf16, #a> // @write-a
      tilegpu.box_copy %amap[%i, %c0], %a, %f along [1, 0] : <64x32xf16, #a>, <1xi64, #words>
      %b = tilegpu.memdesc_index %bs[%p] : <2x32x128xf16, #b> -> <32x128xf16, #b>
      tilegpu.box_copy %bmap[%c0, %i], %b, %f along [1, 0] : <32x128xf16, #b>, <1xi64, #words> // @copy-b
      %n1 = arith.addi %p, %c1 : i32
      %wraps = arith.cmpi eq, %n1, %c2 : i32
      %next = arith.select %wraps, %c0, %n1 : i32
      %flip = arith.extui %wraps : i1 to i32
      %flipped = arith.xori %q, %flip : i32
      scf.yield %next, %flipped : i32, i32 // @next-copy
    }
  }
  tilegpu.local_store %tile, %first_copy : tensor<64x32xf16, #rows>, <64x32xf16, #a>
  tilegpu.barrier cta // @barrier-threads
  %columns = tilegpu.local_load %first_copy : <64x32xf16, #a> -> tensor<64x32xf16, #columns>
  tilegpu.local_store %columns, %own : tensor<64x32xf16, #columns>, <64x32xf16, #a>
  tilegpu.fence_proxy // @fence
  tilegpu.barrier cta // @barrier-start
  %sums:3 = scf.for %i = %c0 to %n step %c32 iter_args(%so_far = %none, %p = %c0, %q = %c0) -> (tensor<64x128xf32, #mma>, i32, i32) : i32 { // @sums
    %other = arith.xori %p, %c1 : i32
    %f = tilegpu.memdesc_index %fulls[%p] : <2x1xi64, #words> -> <1xi64, #words>
    tilegpu.mbarrier_wait %f, %q : <1xi64, #words> // @wait-full
    %a = tilegpu.memdesc_index %as[%p] : <2x64x32xf16, #a> -> <64x32xf16, #a> // @read-a
    %b = tilegpu.memdesc_index %bs[%p] : <2x32x128xf16, #b> -> <32x128xf16, #b>
    %first = tilegpu.warpgroup_dot %own, %b, %so_far : !tilegpu.memdesc<64x32xf16, #a>, <32x128xf16, #b>, tensor<64x128xf32, #mma> -> <tensor<64x128xf32, #mma>>
    %sum = tilegpu.warpgroup_dot %a, %b, %first : !tilegpu.memdesc<64x32xf16, #a>, <32x128xf16, #b>, !tilegpu.pending<tensor<64x128xf32, #mma>> -> <tensor<64x128xf32, #mma>>
    %given = tilegpu.memdesc_index %empties[%p] : <2x1xi64, #words> -> <1xi64, #words>
    //early tilegpu.mbarrier_arrive %given hands %a, %b : <1xi64, #words>, !tilegpu.memdesc<64x32xf16, #a>, !tilegpu.memdesc<32x128xf16, #b>
    //refill tilegpu.mbarrier_arrive %given : <1xi64, #words>
    %v = tilegpu.warpgroup_wait %sum {pending = 0 : i32} : <tensor<64x128xf32, #mma>> -> tensor<64x128xf32, #mma> // @done
    tilegpu.mbarrier_arrive %given hands %a, %b : <1xi64, #words>, !tilegpu.memdesc<64x32xf16, #a>, !tilegpu.memdesc<32x128xf16, #b> // @give
    //after %late = tilegpu.warpgroup_dot %a, %b, %v : !tilegpu.memdesc<64x32xf16, #a>, <32x128xf16, #b>, tensor<64x128xf32, #mma> -> <tensor<64x128xf32, #mma>>
    %n1 = arith.addi %p, %c1 : i32
    %wraps = arith.cmpi eq, %n1, %c2 : i32
    %next = arith.select %wraps, %c0, %n1 : i32
    %flip = arith.extui %wraps : i1 to i32
    %flipped = arith.xori %q, %flip : i32
    scf.yield %v, %next, %flipped : tensor<64x128xf32, #mma>, i32, i32 // @next-sum
  }
  %result = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <64x128xf32, #c> // @result
  tilegpu.barrier cta // @barrier-end
  tilegpu.local_store %sums#0, %result : tensor<64x128xf32, #mma>, <64x128xf32, #c>
  tilegpu.barrier cta
  //last %last_b = tilegpu.memdesc_index %bs[%c0] : <2x32x128xf16, #b> -> <32x128xf16, #b>
  //last tilegpu.fence_proxy
  //last tilegpu.barrier cta
  //last %late = tilegpu.warpgroup_dot %own, %last_b, %sums#0 : !tilegpu.memdesc<64x32xf16, #a>, <32x128xf16, #b>, tensor<64x128xf32, #mma> -> <tensor<64x128xf32, #mma>>
  %x = tilegpu.local_load %result : <64x128xf32, #c> -> tensor<64x128xf32, #mma>
  tile.return
}

}
