// The schedule of a CTA that asks for further programs is right: two answers' places in turn, read
// by four warps and the producer warp.
// Each RUN line plants one mistake; check-schedule-ring.mlir explains how.

// DEFINE: %{check} = tile-opt --tile-check-schedule -o /dev/null 2>&1
// RUN: tile-opt %s --tile-check-schedule=remarks=1 -o /dev/null 2>&1 | count 0

// Nothing asks.
// RUN: sed '/@request/d' %s | not %{check} | FileCheck %s --check-prefix=REQUEST
// REQUEST: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 0 of the barrier, found 0
// A warp reads an answer that may not be there.
// RUN: sed '/@wait-answer/d' %s | not %{check} | FileCheck %s --check-prefix=ANSWER
// RUN: sed '/@wait-own/d' %s | not %{check} | FileCheck %s --check-prefix=ANSWER
// ANSWER: 'tilegpu.read_program' op reads a place before its data is there: expected a wait for what writes it, found none
// The producer warp asks too early: two phases end, and a warp misses one.
// RUN: sed '/@wait-read/d' %s | not %{check} | FileCheck %s --check-prefix=READ
// READ: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 2 of the barrier, found 0
// It never learns that an answer was read, and does not ask when the place comes again.
// RUN: sed '/@arrive-read/d' %s | not %{check} | FileCheck %s --check-prefix=ARRIVE
// RUN: sed '/@arrive-own/d' %s | not %{check} | FileCheck %s --check-prefix=ARRIVE
// ARRIVE: 'tilegpu.mbarrier_wait' op waits forever: expected 1 arrivals in phase 1 of the barrier, found 0
// ARRIVE: another warp waits here: expected 5 arrivals in phase 0 of the barrier, found {{[14]}}
// The number of the place does not go on.
// RUN: sed 's/yield %own_next, %own_parity/yield %own_at, %own_parity/' %s | not %{check} | FileCheck %s --check-prefix=NUMBER
// NUMBER: 'tilegpu.mbarrier_wait' op waits forever

#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {

tile.func public @programs_tensor_maps(%out: !tile.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %answers = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <2x2xi64, #word>
  %full = tilegpu.local_alloc {tilegpu.offset = 32 : i32} : <2x1xi64, #word>
  tilegpu.mbarrier_init %full {count = 1 : i32} : <2x1xi64, #word>
  %empty = tilegpu.local_alloc {tilegpu.offset = 48 : i32} : <2x1xi64, #word>
  tilegpu.mbarrier_init %empty {count = 5 : i32} : <2x1xi64, #word>
  tilegpu.producer_warp {
    %own:3 = scf.while (%at = %c0, %parity = %c0, %goes_on = %true) : (i32, i32, i1) -> (i32, i32, i1) {
      scf.condition(%goes_on) %at, %parity, %goes_on : i32, i32, i1
    } do {
    ^bb0(%own_at: i32, %parity: i32, %goes_on: i1):
      %answer = tilegpu.memdesc_index %answers[%own_at] : <2x2xi64, #word> -> <2xi64, #word>
      %is_full = tilegpu.memdesc_index %full[%own_at] : <2x1xi64, #word> -> <1xi64, #word>
      %is_empty = tilegpu.memdesc_index %empty[%own_at] : <2x1xi64, #word> -> <1xi64, #word>
      %other = arith.xori %parity, %c1 : i32
      tilegpu.mbarrier_wait %is_empty, %other : <1xi64, #word> // @wait-read
      tilegpu.request_program %answer, %is_full : <2xi64, #word>, <1xi64, #word> // @request
      tilegpu.mbarrier_wait %is_full, %parity : <1xi64, #word> // @wait-own
      %x, %y, %z, %more = tilegpu.read_program %answer : <2xi64, #word>
      tilegpu.mbarrier_arrive %is_empty : <1xi64, #word> // @arrive-own
      %own_next = arith.xori %own_at, %c1 : i32
      %turns = arith.xori %own_next, %c1 : i32
      %own_parity = arith.xori %parity, %turns : i32
      scf.yield %own_next, %own_parity, %more : i32, i32, i1
    }
  }
  %r:3 = scf.while (%at = %c0, %parity = %c0, %goes_on = %true) : (i32, i32, i1) -> (i32, i32, i1) {
    scf.condition(%goes_on) %at, %parity, %goes_on : i32, i32, i1
  } do {
  ^bb0(%at: i32, %parity: i32, %goes_on: i1):
    %answer = tilegpu.memdesc_index %answers[%at] : <2x2xi64, #word> -> <2xi64, #word>
    %is_full = tilegpu.memdesc_index %full[%at] : <2x1xi64, #word> -> <1xi64, #word>
    %is_empty = tilegpu.memdesc_index %empty[%at] : <2x1xi64, #word> -> <1xi64, #word>
    tilegpu.mbarrier_wait %is_full, %parity : <1xi64, #word> // @wait-answer
    %x, %y, %z, %more = tilegpu.read_program %answer : <2xi64, #word>
    tilegpu.mbarrier_arrive %is_empty : <1xi64, #word> // @arrive-read
    tile.store %out, %x : !tile.ptr<i32>
    %next = arith.xori %at, %c1 : i32
    %turns = arith.xori %next, %c1 : i32
    %next_parity = arith.xori %parity, %turns : i32
    scf.yield %next, %next_parity, %more : i32, i32, i1
  }
  tile.return
}

}
