// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// What a pure asm must not do.

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @load(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a pure asm to have no side effects, found 'ld.global.b32', which reads memory; set pure = false, so that it runs once for each element [pure-load]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @store(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 1: expected a pure asm to have no side effects, found 'st.global.b32', which writes memory; set pure = false, so that it runs once for each element [pure-store]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 1;\0Ast.global.b32 [$1], 1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @atomic(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected a pure asm to have no side effects, found 'atom.global.add.u32', which changes memory each time that it runs; set pure = false, so that it runs once for each element [pure-atomic]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "atom.global.add.u32 $0, [$1], 1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @reduction(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 1: expected a pure asm to have no side effects, found 'red.global.add.u32', which changes memory each time that it runs; set pure = false, so that it runs once for each element [pure-atomic]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 1;\0Ared.global.add.u32 [$1], 1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @barrier(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected a pure asm to have no side effects, found 'bar.sync', which waits for others or orders memory; set pure = false and scope = thread, so that every thread runs it [pure-barrier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bar.sync 0;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @fence(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected a pure asm to have no side effects, found 'membar.gl', which waits for others or orders memory; set pure = false, so that it runs once for each element [pure-barrier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "membar.gl;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sleep(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected a pure asm to have no side effects, found 'nanosleep.u32', which waits for others or orders memory; set pure = false, so that it runs once for each element [pure-barrier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "nanosleep.u32 100;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @volatile_load(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected a pure asm to have no side effects, found 'ld.volatile.global.b32', which reads memory that others write; set pure = false, so that it runs once for each element [pure-volatile]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.volatile.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @acquire_load(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected a pure asm to have no side effects, found 'ld.acquire.gpu.global.b32', which reads memory that others write; set pure = false, so that it runs once for each element [pure-volatile]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.acquire.gpu.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @clock(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a pure asm to give the same result each time, found '%clock'; set pure = false, so that it runs once for each element [pure-clock]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, %clock;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @timer(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a pure asm to give the same result each time, found '%globaltimer'; set pure = false, so that it runs once for each element [pure-clock]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u64 $0, %globaltimer;" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @shuffle(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a pure asm to have no side effects, found 'shfl.sync.bfly.b32', which needs other lanes to run it at the same time; set pure = false and scope = thread, so that every thread runs it [pure-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @exit(%o0: !tile.ptr<i32>, %x0: i32, %x1: i1) {
  // expected-warning @below {{in the asm, line 2, column 1: expected a pure asm to have no side effects, found 'exit', which ends the thread or stops it; set pure = false, so that it runs once for each element [pure-exit]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;\0A@$2 exit;" {constraints = "=r,r,b", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @spin(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 5, column 1: expected a pure asm to have no side effects, found 'ld.global.b32', which reads memory; set pure = false, so that it runs once for each element [pure-load]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 7, column 1: expected a pure asm to end by itself, found a loop that waits for memory; set pure = false, so that it runs once for each element [pure-loop]}}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 v;\0AWAIT:\0Ald.global.b32 v, [$1];\0Asetp.eq.s32 p, v, 0;\0A@p bra WAIT;\0Amov.b32 $0, v;\0A}" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @spin_with_two_branches(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 5, column 1: expected a pure asm to have no side effects, found 'ld.global.b32', which reads memory; set pure = false, so that it runs once for each element [pure-load]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 8, column 1: expected a pure asm to end by itself, found a loop that waits for memory; set pure = false, so that it runs once for each element [pure-loop]}}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 v;\0AWAIT:\0Ald.global.b32 v, [$1];\0Asetp.ne.s32 p, v, 0;\0A@p bra DONE;\0Abra WAIT;\0ADONE:\0Amov.b32 $0, v;\0A}" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @call(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 4, column 1: expected a pure asm to have no side effects, found 'call', which calls a function, which may have side effects; set pure = false, so that it runs once for each element [pure-call]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a;\0Amov.b32 a, $1;\0Acall (a), call, (a);\0Amov.b32 $0, a;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @lane(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a pure asm to give the same result in every thread, found '%laneid'; set pure = false and scope = thread, so that every thread runs it [pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @warp(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a pure asm to give the same result in every thread, found '%warpid'; set pure = false and scope = thread, so that every thread runs it [pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, %warpid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @lanes_before(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a pure asm to give the same result in every thread, found '%lanemask_lt'; set pure = false and scope = thread, so that every thread runs it [pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, %lanemask_lt;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @computed_from_the_thread(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 31: expected a pure asm to give the same result in every thread, found '%tid'; set pure = false and scope = thread, so that every thread runs it [pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; cvt.u32.u32 t, %tid.x; add.u32 $0, t, $1; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// Which thread has an element is unspecified.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @thread_of_an_element(%o0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 13: expected a pure asm to give the same result in every thread, found '%tid'; set pure = false and scope = thread, so that every thread runs it [pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, %tid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> tensor<32xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @same_in_the_whole_cta() {
  %r0 = tile.elementwise_inline_asm "mov.u32 $0, %smid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r1 = tile.elementwise_inline_asm "mov.u32 $0, %ctaid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r2 = tile.elementwise_inline_asm "mov.u32 $0, %nctaid.y;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r3 = tile.elementwise_inline_asm "mov.u32 $0, %ntid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r4 = tile.elementwise_inline_asm "mov.u64 $0, %gridid;" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
  %r5 = tile.elementwise_inline_asm "mov.u32 $0, %nwarpid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r6 = tile.elementwise_inline_asm "mov.u32 $0, %clusterid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r7 = tile.elementwise_inline_asm "mov.u32 $0, %cluster_ctarank;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r8 = tile.elementwise_inline_asm "mov.u32 $0, %nsmid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r9 = tile.elementwise_inline_asm "mov.u32 $0, %dynamic_smem_size;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @scope(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected no scope of a pure asm, which may run any number of times, found scope = thread; set pure = false, or leave out the scope [pure-scope]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, 1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// Nobody else reads it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @store_to_own_memory(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm ".local .b32 t[4];\0Ast.local.b32 [t+4], $1;\0Ald.local.b32 $0, [t+4];" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @store_to_own_memory_by_address(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 2, column 1: expected a pure asm to have no side effects, found 'st.shared.b32', which writes memory; set pure = false, so that it runs once for each element [pure-store]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 t[4]; .reg .b32 a; mov.b32 a, t; mad.lo.u32 a, $1, 4, a;\0Ast.shared.b32 [a], $1; mov.b32 $0, $1; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @store_by_a_computed_address(%o0: !tile.ptr<i32>, %x0: i64) {
  // expected-error @below {{in the asm, line 2, column 1: expected a pure asm to have no side effects, found 'st.global.b32', which writes memory; set pure = false, so that it runs once for each element [pure-store]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; add.u64 a, $1, 4;\0Ast.global.b32 [a], 1; mov.b32 $0, 1; }" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
