// The schedule of two warpgroups that take turns, and store their results by bulk copies, is right.
// Each RUN line plants one mistake; check-schedule-ring.mlir explains how.

// DEFINE: %{check} = tile-opt --tile-check-schedule -o /dev/null 2>&1
// RUN: tile-opt %s --tile-check-schedule=remarks=1 -o /dev/null 2>&1 | count 0

// No warpgroup has the turn, or one never gives it back.
// RUN: sed '/@start/d' %s | not %{check} | FileCheck %s --check-prefix=START
// START: 'tilegpu.turn' op waits forever: expected all warps to come here, found some that do not
// RUN: sed '/@give/d' %s | not %{check} | FileCheck %s --check-prefix=GIVE
// GIVE: 'tilegpu.turn' op waits forever: expected all warps to come here, found some that do not
// A warpgroup gives twice, or without a wait.
// RUN: sed 's,//again,,' %s | not %{check} | FileCheck %s --check-prefix=TWICE
// TWICE: 'tilegpu.turn' op gives a turn that has been given: expected a 'tilegpu.turn wait' between, found none
// RUN: sed '/@wait$/d' %s | not %{check} | FileCheck %s --check-prefix=WAIT
// WAIT: 'tilegpu.turn' op gives a turn that has been given: expected a 'tilegpu.turn wait' between, found none
// Turns end before each warpgroup has had its last one.
// RUN: sed '/@stop/d' %s | not %{check} | FileCheck %s --check-prefix=STOP
// STOP: 'tilegpu.turn' op gives a turn that has been given: expected a 'tilegpu.turn wait' between, found none

// Threads store to the place while a copy still reads it.
// RUN: sed '/@wait-store/d' %s | not %{check} | FileCheck %s --check-prefix=STORE
// STORE: 'tilegpu.local_store' op overwrites a place before its readers are done: expected a wait for what reads it, found none
// RUN: sed '/@wait-end/d' %s | not %{check} | FileCheck %s --check-prefix=END
// END: 'tilegpu.box_store' op may go on after the kernel's end: expected a wait for it (tilegpu.box_store_wait), found none
// Each warp waits for its own copies: the others need the barrier.
// RUN: sed '/@barrier-store/d' %s | not %{check} | FileCheck %s --check-prefix=OTHERS
// OTHERS: 'tilegpu.local_store' op writes a place that is being written: expected a wait for what writes it, found none

// A copy by threads that nothing waits for.
// RUN: sed '/@wait-copy/d' %s | not %{check} | FileCheck %s --check-prefix=COPY
// COPY: 'tilegpu.local_load' op reads a place before its data is there: expected a wait for what writes it, found none
// COPY: what writes it

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64]}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#store = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#flat = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#words = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

tile.func public @turns_tensor_maps(%m: i32, %n: i32, %p: !tile.ptr<f16>, %map: !tile.tensor_map) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = arith.constant dense<0.0> : tensor<64x128xf32, #mma>
  %tile = arith.constant dense<1.0> : tensor<64x64xf16, #rows>
  %fulls = tilegpu.local_alloc {tilegpu.offset = 40960 : i32} : <1x1xi64, #words>
  tilegpu.mbarrier_init %fulls {count = 1 : i32} : <1x1xi64, #words>
  %place = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <2x128x32xf32, #store>
  %other = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <64x64xf16, #flat>
  %copied = tilegpu.local_alloc {tilegpu.offset = 32768 : i32} : <64x64xf16, #flat>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>, #rows>
  tilegpu.async_copy %ps, %copied : tensor<64x64x!tile.ptr<f16>, #rows>, <64x64xf16, #flat>
  tilegpu.async_commit_group
  tilegpu.async_wait {pending = 0 : i32} // @wait-copy
  %x = tilegpu.local_load %copied : <64x64xf16, #flat> -> tensor<64x64xf16, #rows>
  scf.for %j = %c0 to %m step %c1 : i32 {
    tilegpu.turn start // @start
    scf.for %i = %c0 to %n step %c1 : i32 {
      tilegpu.turn wait // @wait
      tilegpu.turn give // @give
      //again tilegpu.turn give
    }
    tilegpu.turn stop // @stop
    tilegpu.box_store %sum, %map[%c0, %j], %place : tensor<64x128xf32, #mma>, <2x128x32xf32, #store>
  }
  tilegpu.box_store_wait // @wait-store
  tilegpu.barrier cta // @barrier-store
  tilegpu.local_store %tile, %other : tensor<64x64xf16, #rows>, <64x64xf16, #flat>
  %y = tilegpu.local_load %other : <64x64xf16, #flat> -> tensor<64x64xf16, #rows>
  tilegpu.fence_proxy
  tilegpu.barrier cta
  tilegpu.box_store %sum, %map[%c0, %c1], %place : tensor<64x128xf32, #mma>, <2x128x32xf32, #store>
  tilegpu.box_store_wait // @wait-end
  tile.return
}

}
