// The schedule of a warp that copies, a warp that multiplies, and the others, which load sums from two places of tensor
// memory in turn, is right. Each RUN line plants one mistake; check-schedule-ring.mlir explains how.

// DEFINE: %{check} = tile-opt --tile-check-schedule -o /dev/null 2>&1
// RUN: tile-opt %s --tile-check-schedule=remarks=1 -o /dev/null 2>&1 | count 0

// The products do not say that they have read a place, or that the sums are there.
// RUN: sed '/@read/d' %s | not %{check} | FileCheck %s --check-prefix=READ
// READ: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 0 of the barrier, found 0
// READ: another warp waits here: expected 1 arrivals in phase 0 of the barrier, found 0
// READ: another warp waits here: expected 2 arrivals in phase 1 of the barrier, found 0
// RUN: sed '/@made/d' %s | not %{check} | FileCheck %s --check-prefix=MADE
// MADE: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 0 of the barrier, found 0
// The sums are loaded before they are there.
// RUN: sed '/@wait-made/d' %s | not %{check} | FileCheck %s --check-prefix=LOAD
// LOAD: 'tilegpu.tensor_load' op reads a place that is empty: expected a copy or a store to fill it before, found none
// A place for sums is used again before they are loaded.
// RUN: sed '/@wait-taken/d' %s | not %{check} | FileCheck %s --check-prefix=TAKEN
// TAKEN: 'tilegpu.tensor_product' op overwrites a place before its readers are done: expected a wait for what reads it, found none
// TAKEN: what reads it
// RUN: sed 's,//early,,' %s | not %{check} | FileCheck %s --check-prefix=EARLY
// EARLY: 'tilegpu.mbarrier_wait' op waits forever
// EARLY: another warp waits here: expected 8 arrivals in phase 1 of the barrier, found 0
// RUN: sed '/@taken/d' %s | not %{check} | FileCheck %s --check-prefix=KEPT
// KEPT: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 1 of the barrier, found 0
// KEPT: another warp waits here: expected 8 arrivals in phase 0 of the barrier, found 0
// The warps disagree about the first place.
// RUN: sed '/@sums/s/%%s = %%c0/%%s = %%c1/' %s | not %{check} | FileCheck %s --check-prefix=FIRST
// FIRST: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 0 of the barrier, found 0
// A product reads a place before the copies are there.
// RUN: sed '/@wait-full/d' %s | not %{check} | FileCheck %s --check-prefix=FULL
// FULL: 'tilegpu.tensor_product' op reads a place before its data is there: expected a wait for what writes it, found none
// The number of products is not that of copies.
// RUN: sed '/@products/s/to %%n step/to %%m step/' %s | not %{check} | FileCheck %s --check-prefix=COUNT
// COUNT: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 0 of the barrier, found 0
// The barriers of tensor memory take one arrival.
// RUN: sed '/%%own {count/s/count = 1/count = 2/' %s | not %{check} | FileCheck %s --check-prefix=OWN
// OWN: 'tilegpu.tensor_memory_alloc' op takes barriers of another number of arrivals: expected 1, found 2
// Programs on one side only.
// RUN: sed '/@programs/s/to %%m step/to %%c1 step/' %s | not %{check} | FileCheck %s --check-prefix=PROGRAMS
// PROGRAMS: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 0 of the barrier, found 0

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64]}>
#a = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#b = #tilegpu.linear_shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [0, 64]]>
#words = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 8>} {

tile.func public @products_tensor_maps(%m: i32, %n: i32, %amap: !tile.tensor_map, %bmap: !tile.tensor_map) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %true = arith.constant true
  %false = arith.constant false
  %address = tilegpu.local_alloc {tilegpu.offset = 25600 : i32} : <1xi32, #words>
  %own = tilegpu.local_alloc {tilegpu.offset = 25616 : i32} : <4x1xi64, #words>
  tilegpu.mbarrier_init %own {count = 1 : i32} : <4x1xi64, #words>
  %memory = tilegpu.tensor_memory_alloc %address, %own {columns = 256 : i32} : <1xi32, #words>, <4x1xi64, #words>
  %as = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <2x64x32xf16, #a>
  %bs = tilegpu.local_alloc {tilegpu.offset = 8192 : i32} : <2x32x128xf16, #b>
  %fulls = tilegpu.local_alloc {tilegpu.offset = 25648 : i32} : <2x1xi64, #words>
  tilegpu.mbarrier_init %fulls {count = 2 : i32} : <2x1xi64, #words>
  %empties = tilegpu.local_alloc {tilegpu.offset = 25664 : i32} : <2x1xi64, #words>
  tilegpu.mbarrier_init %empties {count = 1 : i32} : <2x1xi64, #words>
  %sums = tilegpu.tensor_places in %memory : <2, tensor<64x128xf32, #mma>>
  %mades = tilegpu.local_alloc {tilegpu.offset = 25680 : i32} : <2x1xi64, #words>
  tilegpu.mbarrier_init %mades {count = 1 : i32} : <2x1xi64, #words>
  %takens = tilegpu.local_alloc {tilegpu.offset = 25696 : i32} : <2x1xi64, #words>
  tilegpu.mbarrier_init %takens {count = 8 : i32} : <2x1xi64, #words>
  %some = arith.cmpi sgt, %n, %c0 : i32
  tilegpu.producer_warp {
    %0:2 = scf.for %j = %c0 to %m step %c1 iter_args(%p0 = %c0, %q0 = %c1) -> (i32, i32) : i32 { // @programs
      %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %q = %q0) -> (i32, i32) : i32 {
        %e = tilegpu.memdesc_index %empties[%p] : <2x1xi64, #words> -> <1xi64, #words>
        tilegpu.mbarrier_wait %e, %q : <1xi64, #words>
        %f = tilegpu.memdesc_index %fulls[%p] : <2x1xi64, #words> -> <1xi64, #words>
        %a = tilegpu.memdesc_index %as[%p] : <2x64x32xf16, #a> -> <64x32xf16, #a>
        tilegpu.box_copy %amap[%i, %c0], %a, %f along [1, 0] : <64x32xf16, #a>, <1xi64, #words>
        %b = tilegpu.memdesc_index %bs[%p] : <2x32x128xf16, #b> -> <32x128xf16, #b>
        tilegpu.box_copy %bmap[%c0, %i], %b, %f along [1, 0] : <32x128xf16, #b>, <1xi64, #words>
        %next = arith.xori %p, %c1 : i32
        %flipped = arith.xori %q, %p : i32
        scf.yield %next, %flipped : i32, i32
      }
      scf.yield %1#0, %1#1 : i32, i32
    }
  }
  tilegpu.product_warp {
    %0:4 = scf.for %j = %c0 to %m step %c1 iter_args(%p0 = %c0, %q0 = %c0, %s = %c0, %r = %c1) -> (i32, i32, i32, i32) : i32 { // @programs
      %1:4 = scf.if %some -> (i32, i32, i32, i32) {
        %t = tilegpu.memdesc_index %takens[%s] : <2x1xi64, #words> -> <1xi64, #words>
        tilegpu.mbarrier_wait %t, %r : <1xi64, #words> // @wait-taken
        %2:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %q = %q0, %adds = %false) -> (i32, i32, i1) : i32 { // @products
          %f = tilegpu.memdesc_index %fulls[%p] : <2x1xi64, #words> -> <1xi64, #words>
          tilegpu.mbarrier_wait %f, %q : <1xi64, #words> // @wait-full
          %a = tilegpu.memdesc_index %as[%p] : <2x64x32xf16, #a> -> <64x32xf16, #a>
          %b = tilegpu.memdesc_index %bs[%p] : <2x32x128xf16, #b> -> <32x128xf16, #b>
          tilegpu.tensor_product %a, %b, %sums[%s], %adds : <64x32xf16, #a>, <32x128xf16, #b>, <2, tensor<64x128xf32, #mma>>
          %e = tilegpu.memdesc_index %empties[%p] : <2x1xi64, #words> -> <1xi64, #words>
          tilegpu.tensor_commit %e : <1xi64, #words> // @read
          %next = arith.xori %p, %c1 : i32
          %flipped = arith.xori %q, %p : i32
          scf.yield %next, %flipped, %true : i32, i32, i1
        }
        %d = tilegpu.memdesc_index %mades[%s] : <2x1xi64, #words> -> <1xi64, #words>
        tilegpu.tensor_commit %d : <1xi64, #words> // @made
        %other = arith.xori %s, %c1 : i32
        %turned = arith.xori %r, %s : i32
        scf.yield %2#0, %2#1, %other, %turned : i32, i32, i32, i32
      } else {
        scf.yield %p0, %q0, %s, %r : i32, i32, i32, i32
      }
      scf.yield %1#0, %1#1, %1#2, %1#3 : i32, i32, i32, i32
    }
  }
  %0:2 = scf.for %j = %c0 to %m step %c1 iter_args(%s = %c0, %r = %c0) -> (i32, i32) : i32 { // @sums
    %1:2 = scf.if %some -> (i32, i32) {
      %t = tilegpu.memdesc_index %takens[%s] : <2x1xi64, #words> -> <1xi64, #words>
      //early tilegpu.mbarrier_arrive %t : <1xi64, #words>
      %d = tilegpu.memdesc_index %mades[%s] : <2x1xi64, #words> -> <1xi64, #words>
      tilegpu.mbarrier_wait %d, %r : <1xi64, #words> // @wait-made
      %sum = tilegpu.tensor_load %sums[%s] : <2, tensor<64x128xf32, #mma>> -> tensor<64x128xf32, #mma>
      tilegpu.mbarrier_arrive %t : <1xi64, #words> // @taken
      %other = arith.xori %s, %c1 : i32
      %turned = arith.xori %r, %s : i32
      scf.yield %other, %turned : i32, i32
    } else {
      scf.yield %s, %r : i32, i32
    }
    scf.yield %1#0, %1#1 : i32, i32
  }
  tilegpu.tensor_memory_dealloc %memory {columns = 256 : i32}
  tile.return
}

}
