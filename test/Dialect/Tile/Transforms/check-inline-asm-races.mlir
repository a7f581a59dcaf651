// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Races, bounds and alignment by the values of all threads, and right programs beside
// them.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @shared_race_reverse(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 273: expected a barrier between 'st.shared.f32' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 0 of 's', which thread 127 reads; bar.sync 0 [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; mov.u32 a, s; mad.lo.u32 b, t, 4, a; st.shared.f32 [b], v; sub.u32 b, 127, t; mad.lo.u32 b, b, 4, a; ld.shared.f32 v, [b]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @shared_race_warp_only(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 290: expected a barrier between 'st.shared.f32' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 0 of 's', which thread 64 reads; bar.sync 0 [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; mov.u32 a, s; mad.lo.u32 b, t, 4, a; st.shared.f32 [b], v; bar.warp.sync -1; xor.b32 b, t, 64; mad.lo.u32 b, b, 4, a; ld.shared.f32 v, [b]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @shared_race_thread0(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 208: expected a barrier between 'st.shared.f32' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 0 of 's', which thread 1 reads; bar.sync 0, or bar.warp.sync in a warp [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .f32 s; .reg .pred p; .reg .b32 t; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; setp.eq.u32 p, t, 0; ld.global.f32 v, [o]; @p st.shared.f32 [s], v; ld.shared.f32 v, [s]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @shared_race_all_write(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 148: expected one thread to write each place in 'st.shared.f32', found none: thread 0 writes byte 0 of 's', which thread 1 writes; a predicate for one thread, or an atomic operation [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .f32 s; .reg .b32 t; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; st.shared.f32 [s], v; bar.sync 0; ld.shared.f32 v, [s]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @shared_race_second_phase(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 346: expected a barrier between 'ld.shared.f32' and 'st.shared.f32' of another thread, found none: thread 64 reads byte 0 of 's', which thread 0 writes; bar.sync 0 [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; mov.u32 a, s; mad.lo.u32 b, t, 4, a; st.shared.f32 [b], v; bar.sync 0; xor.b32 b, t, 64; mad.lo.u32 b, b, 4, a; ld.shared.f32 v, [b]; mad.lo.u32 b, t, 4, a; add.f32 v, v, v; st.shared.f32 [b], v; bar.sync 0; xor.b32 b, t, 32; mad.lo.u32 b, b, 4, a; ld.shared.f32 v, [b]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @shared_race_loop(%x0: !tile.ptr<f32>, %x1: i32) {
  // expected-warning @below {{in the asm, line 1, column 304: expected a barrier between 'st.shared.f32' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 0 of 's', which thread 64 reads; bar.sync 0 [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b, i; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; mov.u32 a, s; mov.b32 i, 0; L: mad.lo.u32 b, t, 4, a; st.shared.f32 [b], v; bar.sync 0; xor.b32 b, t, 64; mad.lo.u32 b, b, 4, a; ld.shared.f32 v, [b]; add.u32 i, i, 1; setp.lt.u32 p, i, $1; @p bra L; st.global.f32 [o], v; }" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, i32 -> ()
  tile.return
}
tile.func private @cpasync_other_thread_xor(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 308: expected a barrier between 'cp.async.cg.shared.global' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 0 of 's', which thread 64 reads; bar.sync 0 [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; mov.u32 t, %tid.x; mul.wide.u32 o, t, 16; add.u64 g, $0, o; mov.u32 a, s; mad.lo.u32 b, t, 16, a; cp.async.cg.shared.global [b], [g], 16; cp.async.commit_group; cp.async.wait_group 0; xor.b32 b, t, 64; mad.lo.u32 b, b, 16, a; ld.shared.f32 x, [b]; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @cpasync_other_thread_all(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 239: expected a barrier between 'cp.async.ca.shared.global' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 0 of 's', which thread 1 reads; bar.sync 0, or bar.warp.sync in a warp [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; mov.u32 t, %tid.x; mul.wide.u32 o, t, 16; add.u64 g, $0, o; mov.u32 a, s; mad.lo.u32 b, t, 16, a; cp.async.ca.shared.global [b], [g], 16; cp.async.wait_all; ld.shared.f32 x, [s]; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @cpasync_other_thread_barrier_first(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 321: expected a barrier between 'cp.async.cg.shared.global' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 0 of 's', which thread 127 reads; wait for the copy, and bar.sync 0 after the wait [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; mov.u32 t, %tid.x; mul.wide.u32 o, t, 16; add.u64 g, $0, o; mov.u32 a, s; mad.lo.u32 b, t, 16, a; cp.async.cg.shared.global [b], [g], 16; cp.async.commit_group; bar.sync 0; cp.async.wait_group 0; sub.u32 b, 127, t; mad.lo.u32 b, b, 16, a; ld.shared.f32 x, [b]; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @ca_overwrite(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 243: expected a wait for 'cp.async.cg.shared.global' before 'st.shared.f32' of the same place, found none, so that the copy may be the last to write; wait for the copy first [async-unwaited]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; mov.u32 t, %tid.x; mul.wide.u32 o, t, 16; add.u64 g, $0, o; mov.u32 a, s; mad.lo.u32 b, t, 16, a; cp.async.cg.shared.global [b], [g], 16; cp.async.commit_group; st.shared.f32 [b], 0f00000000; cp.async.wait_group 0; ld.shared.f32 x, [b]; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @global_race_broadcast(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 35: expected one thread to write each place in 'st.global.u32', found none: thread 0 writes byte 0 of what $0 points to, which thread 1 writes; a predicate for one thread, or an atomic operation [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 t; mov.u32 t, %tid.x; st.global.u32 [$0], t; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @m_shared_oob_tid(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 192: expected 'st.shared.f32' within the 256 bytes of 's', found bytes 256 to 259 in thread 64; a larger variable, or fewer threads by a predicate [variable-bounds]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 226: expected 'ld.shared.f32' within the 256 bytes of 's', found bytes 256 to 259 in thread 64; a larger variable, or fewer threads by a predicate [variable-bounds]}}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[256]; .reg .b32 t, a; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; mov.u32 a, s; mad.lo.u32 a, t, 4, a; st.shared.f32 [a], v; bar.sync 0; ld.shared.f32 v, [a]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @m_shared_oob_negative(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 226: expected 'ld.shared.f32' within the 512 bytes of 's', found bytes -4 to -1 in thread 0; a larger variable, or fewer threads by a predicate [variable-bounds]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; mov.u32 a, s; mad.lo.u32 a, t, 4, a; st.shared.f32 [a], v; bar.sync 0; ld.shared.f32 v, [a+-4]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @m_shared_uninit(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 170: expected 's' to be written before 'ld.shared.f32' reads it, found no instruction that writes bytes 0 to 3, which thread 0 reads [variable-unwritten]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; mov.u32 a, s; mad.lo.u32 a, t, 4, a; ld.shared.f32 v, [a]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @ca_misaligned(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 179: expected a multiple of 16 bytes as the place for 'cp.async.cg.shared.global' in all threads, found byte 4 of 's' in thread 1; multiply the index by 16, or access less at once [variable-alignment]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; mov.u32 t, %tid.x; mul.wide.u32 o, t, 16; add.u64 g, $0, o; mov.u32 a, s; mad.lo.u32 b, t, 4, a; cp.async.cg.shared.global [b], [g], 16; cp.async.wait_all; ld.shared.f32 x, [b]; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @m_v4_stride_4(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 110: expected a multiple of 16 bytes as the place for 'ld.global.v4.f32' in all threads, found byte 4 of what $0 points to in thread 1; multiply the index by 16, or access less at once [pointer-offset]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 t; .reg .u64 o; .reg .f32 a, b, c, d; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.v4.f32 {a, b, c, d}, [o]; add.f32 a, a, b; add.f32 a, a, c; add.f32 a, a, d; st.global.f32 [$1], a; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @m_ptr_index_scaled_wrong(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 97: expected a multiple of 4 bytes as the place for 'ld.global.f32' in all threads, found byte 1 of what $0 points to in thread 1; multiply the index by 4, or access less at once [pointer-offset]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 119: expected a multiple of 4 bytes as the place for 'st.global.f32' in all threads, found byte 1 of what $0 points to in thread 1; multiply the index by 4, or access less at once [pointer-offset]}}
  tile.elementwise_inline_asm "{ .reg .b32 t; .reg .u64 o; .reg .f32 v; mov.u32 t, %tid.x; cvt.u64.u32 o, t; add.u64 o, $0, o; ld.global.f32 v, [o]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @d_bar_count_256() {
  // expected-warning @below {{in the asm, line 1, column 1: expected 'bar.sync' of at most 128 threads, as the CTA has no more, found 256, which never arrive; the number of threads that arrive [barrier-count]}}
  tile.elementwise_inline_asm "bar.sync 1, 256;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @d_named_counts_differ(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 109: expected one number of threads for barrier 1, found 64 and, in 'bar.sync', 128; the sum of the threads that arrive and the threads that wait [barrier-count]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t; mov.u32 t, %tid.x; setp.ge.u32 p, t, 64; @p bra C; bar.arrive 1, 64; bra E; C: bar.sync 1, 128; st.global.u32 [$0], 1; E: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @shared_reverse(%x0: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a, r; .reg .u64 o; .reg .f32 v;\0Amov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; mov.u32 a, s; shl.b32 r, t, 2; add.u32 a, a, r; st.shared.f32 [a], v;\0Abar.sync 0; mov.u32 a, s; sub.u32 r, 127, t; shl.b32 r, r, 2; add.u32 a, a, r; ld.shared.f32 v, [a]; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @shared_per_warp(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a, b, v, x; .reg .u64 o;\0Amov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.u32 v, [o]; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], v; bar.warp.sync 0xffffffff;\0Axor.b32 x, t, 1; shl.b32 x, x, 2; add.u32 x, a, x; ld.shared.u32 v, [x]; st.global.u32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @named_barrier_split(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[256]; .reg .pred p; .reg .b32 t, a, b, v; .reg .u64 o;\0Amov.u32 t, %tid.x; mov.u32 a, s; setp.ge.u32 p, t, 64; @p bra C;\0Ashl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], t; bar.arrive 1, 128; bra E;\0AC: bar.sync 1, 128; sub.u32 b, t, 64; shl.b32 b, b, 2; add.u32 b, a, b; ld.shared.u32 v, [b]; mul.wide.u32 o, t, 4; add.u64 o, $0, o; st.global.u32 [o], v;\0AE: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @double_buffer_loop(%x0: !tile.ptr<i32>, %x1: i32) {
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[1024]; .reg .pred p; .reg .b32 t, a, b, c, v, i, acc; .reg .u64 o;\0Amov.u32 t, %tid.x; mov.u32 a, s; mov.b32 i, 0; mov.b32 acc, 0;\0AL: and.b32 b, i, 1; shl.b32 b, b, 9; add.u32 b, a, b; shl.b32 c, t, 2; add.u32 c, b, c; add.u32 v, t, i; st.shared.u32 [c], v; bar.sync 0;\0Axor.b32 c, t, 127; shl.b32 c, c, 2; add.u32 c, b, c; ld.shared.u32 v, [c]; add.u32 acc, acc, v; add.u32 i, i, 1; setp.lt.u32 p, i, $1; @p bra L;\0Amul.wide.u32 o, t, 4; add.u64 o, $0, o; st.global.u32 [o], acc; }" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> ()
  tile.return
}
tile.func private @cpasync_two_stage(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[4096]; .reg .b32 t, a, b, c; .reg .u64 o, g, h; .reg .f32 x, y;\0Amov.u32 t, %tid.x; mul.wide.u32 o, t, 16; add.u64 g, $0, o; add.u64 h, g, 2048; mov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b;\0Acp.async.cg.shared.global [b], [g], 16; cp.async.commit_group; cp.async.cg.shared.global [b+2048], [h], 16; cp.async.commit_group;\0Acp.async.wait_group 1; bar.sync 0; xor.b32 c, t, 127; shl.b32 c, c, 4; add.u32 c, a, c; ld.shared.f32 x, [c];\0Acp.async.wait_group 0; bar.sync 0; ld.shared.f32 y, [c+2048]; add.f32 x, x, y; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @block_reduce_shared(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 4 .f32 part[4]; .reg .pred p; .reg .b32 t, l, w, a, u, x; .reg .u64 o; .reg .f32 v, y;\0Amov.u32 t, %tid.x; and.b32 l, t, 31; shr.u32 w, t, 5; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.b32 x, [o];\0Ashfl.sync.bfly.b32 u, x, 16, 31, -1; add.f32 x, x, u; shfl.sync.bfly.b32 u, x, 8, 31, -1; add.f32 x, x, u; shfl.sync.bfly.b32 u, x, 4, 31, -1; add.f32 x, x, u; shfl.sync.bfly.b32 u, x, 2, 31, -1; add.f32 x, x, u; shfl.sync.bfly.b32 u, x, 1, 31, -1; add.f32 x, x, u;\0Amov.u32 a, part; shl.b32 w, w, 2; add.u32 a, a, w; setp.eq.u32 p, l, 0; @p st.shared.b32 [a], x;\0Abar.sync 0; setp.ne.u32 p, t, 0; @p bra E;\0Ald.shared.f32 v, [part]; ld.shared.f32 y, [part+4]; add.f32 v, v, y; ld.shared.f32 y, [part+8]; add.f32 v, v, y; ld.shared.f32 y, [part+12]; add.f32 v, v, y; st.global.f32 [$1], v; E: }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @shared_hist_atomics(%x0: !tile.ptr<i32>, %x1: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .shared .align 4 .u32 h[128]; .reg .b32 t, a, b, v; .reg .u64 o, w;\0Amov.u32 t, %tid.x; mov.u32 a, h; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], 0; bar.sync 0;\0Amul.wide.u32 o, t, 4; add.u64 w, $0, o; ld.global.u32 v, [w]; and.b32 v, v, 127; shl.b32 v, v, 2; add.u32 v, a, v; red.shared.add.u32 [v], 1;\0Abar.sync 0; ld.shared.u32 v, [b]; add.u64 w, $1, o; red.global.add.u32 [w], v; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, !tile.ptr<i32> -> ()
  tile.return
}
}
