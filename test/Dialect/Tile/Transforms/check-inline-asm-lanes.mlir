// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Lanes that a predicate keeps from what a warp does together; and the thread
// in scope element.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @tid_element(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 25: expected nothing in an asm of scope element that depends on the thread, found '%tid', though it is open which thread serves an element; set scope = thread, so that every thread runs it [element-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t; mov.u32 t, %tid.x; add.s32 $0, $1, t;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bar1_lane(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 37: expected all lanes of the warp to reach 'bar.sync', found a predicate that differs from lane to lane; barrier.sync and the like, without .aligned, or a branch on whole warps [lanes-divided]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm ".reg .pred p; setp.gt.s32 p, $0, 0; @p bar.sync 1, 64;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> ()
  tile.return
}
tile.func private @bar1_laneid() {
  // expected-warning @below {{in the asm, line 1, column 81: expected all lanes of the warp to reach 'bar.sync', found a predicate that differs from lane to lane; barrier.sync and the like, without .aligned, or a branch on whole warps [lanes-divided]}}
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 l; mov.u32 l, %laneid; setp.lt.u32 p, l, 16; @!p bra E; bar.sync 2, 64; E:" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}  -> ()
  tile.return
}
tile.func private @bar_tid48() {
  // expected-warning @below {{in the asm, line 1, column 80: expected all lanes of the warp to reach 'bar.sync', found a predicate that differs from lane to lane; barrier.sync and the like, without .aligned, or a branch on whole warps [lanes-divided]}}
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 l; mov.u32 l, %tid.x; setp.lt.u32 p, l, 48; @!p bra E; bar.sync 2, 64; E:" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}  -> ()
  tile.return
}
tile.func private @warp_sync_divided(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 48: expected all lanes of the warp to reach 'bar.warp.sync', found a predicate that differs from lane to lane; a mask of the lanes that reach it, by vote.sync.ballot before the branch [lanes-divided]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm ".reg .pred p; setp.gt.s32 p, $0, 0; @!p bra E; bar.warp.sync 0xffffffff; E:" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> ()
  tile.return
}
tile.func private @shfl_half_mask(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a mask of all lanes that run 'shfl.sync.bfly.b32', found 0xFFFF, though all of them reach it; use 0xffffffff, or let the other lanes branch around it [lanes-mask]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.bfly.b32 $0, $1, 8, 0x1f, 0xffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shfl_divided(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 86: expected all lanes of the warp to reach 'shfl.sync.bfly.b32', found a predicate that differs from lane to lane; a mask of the lanes that reach it, by vote.sync.ballot before the branch [lanes-divided]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 l; mov.u32 l, %laneid; setp.lt.u32 p, l, 16; mov.b32 $0, $1; @p shfl.sync.bfly.b32 $0, $1, 8, 0x1f, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}


// -----

// From the second round of a loop on, the lanes that left it are missing.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @shuffle_in_a_loop_that_lanes_leave(%x0: tensor<128xi32>) {
  // expected-warning @below {{[lanes-divided]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; .reg .pred q; mov.b32 $0, $1; L: shfl.sync.bfly.b32 t, $0, 1, 31, -1; add.u32 $0, $0, t; setp.lt.u32 q, $0, 100; @q bra L; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @barrier_in_a_loop_that_lanes_leave(%x0: tensor<128xi32>) {
  // expected-warning @below {{[lanes-divided]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .u32 i; .reg .pred q; mov.u32 i, $0; L: bar.sync 1, 128; shr.u32 i, i, 1; setp.ne.u32 q, i, 0; @q bra L; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> ()
  tile.return
}
tile.func private @loop_that_all_leave(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .s32 o, t; .reg .pred q; mov.b32 $0, $1; mov.s32 o, 16; L: shfl.sync.bfly.b32 t, $0, o, 31, 0xffffffff; max.s32 $0, $0, t; shr.s32 o, o, 1; setp.ne.s32 q, o, 0; @q bra L; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}
