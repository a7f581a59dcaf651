// RUN: tile-opt %s --tile-check-inline-asm -verify-diagnostics -o /dev/null

// What kernels do wrong: threads, lanes and barriers, formats, state spaces, purity.
// The messages are those of the tests of each kind.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @cta_barrier() {
  // expected-error @below {{[element-barrier]}}
  tile.elementwise_inline_asm "bar.sync 0;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @barrier_by_elements(%x0: tensor<128xi1>) {
  // expected-error @below {{[element-barrier]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "@$0 bar.sync 3, 64;" {constraints = "b", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi1>
  tile.return
}
tile.func private @cluster_barrier() {
  // expected-error @below {{line 1, column 1: }}
  // expected-error @below {{line 1, column 41: }}
  tile.elementwise_inline_asm "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @wait_of_a_warpgroup(%x0: tensor<128xf32>) {
  // expected-error @below {{[element-barrier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "wgmma.wait_group.sync.aligned 0; mov.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @more_registers() {
  // expected-error @below {{[element-barrier]}}
  tile.elementwise_inline_asm "setmaxnreg.inc.sync.aligned.u32 232;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @shift_in_the_warp(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shfl.sync.down.b32 t, $1, 1, 31, -1; add.f32 $0, t, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @vote_on_elements(%x0: tensor<128xi1>) {
  // expected-warning @below {{[element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "vote.sync.any.pred $0, $1, -1;" {constraints = "=b,b", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @minimum_of_lanes(%x0: tensor<128xi32>) {
  // expected-warning @below {{[element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "redux.sync.min.s32 $0, $1, -1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @match_of_lanes(%x0: tensor<128xi64>) {
  // expected-warning @below {{[element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "match.all.sync.b64 $0, $1, -1;" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi64> -> tensor<128xi32>
  tile.return
}
tile.func private @elected_element(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[element-lanes]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; elect.sync _|p, -1; @p red.global.add.u32 [$0], 1; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @warp_barrier() {
  // expected-warning @below {{[element-lanes]}}
  tile.elementwise_inline_asm "bar.warp.sync 0xffffffff;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @transposed_fragment(%x0: tensor<128xi32>) {
  // expected-warning @below {{[element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @one_warp_waits() {
  // expected-warning @below {{[barrier-shared]}}
  tile.elementwise_inline_asm "bar.sync 0, 32;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @three_warps_wait() {
  // expected-warning @below {{[barrier-shared]}}
  tile.elementwise_inline_asm "barrier.cta.sync 0, 96;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @count_of_a_part(%x0: i1) {
  // expected-warning @below {{[barrier-shared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bar.red.popc.u32 $0, 0, 64, $1;" scope = thread {constraints = "=r,b", packed_element = 1 : i32, pure = false} %x0 : i1 -> i32
  tile.return
}
tile.func private @odd_and_even_threads() {
  // expected-warning @below {{line 1, column 87: }}
  // expected-warning @below {{line 1, column 102: }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t; mov.u32 t, %tid.x; and.b32 t, t, 1; setp.eq.u32 p, t, 1; @p bar.sync 0; @!p bar.sync 0; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @barrier_where_elements_say(%x0: tensor<128xi1>) {
  // expected-warning @below {{[barrier-shared]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "@$0 bar.sync 0;" scope = thread {constraints = "b", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi1>
  tile.return
}
tile.func private @barrier_where_memory_says(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[barrier-shared]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 v; ld.global.b32 v, [$0]; setp.eq.u32 p, v, 0; @p bar.sync 0; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @barrier_of_the_first(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{[barrier-shared]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 v; atom.global.add.u32 v, [$0], 1; setp.eq.u32 p, v, 0; @p bra S; bar.sync 0; S: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @barrier_of_a_number(%x0: i32) {
  // expected-warning @below {{[barrier-shared]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 b; shr.u32 b, $0, 5; bar.sync b, 32; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32
  tile.return
}
tile.func private @count_in_a_register() {
  // expected-warning @below {{[barrier-shared]}}
  tile.elementwise_inline_asm "{ .reg .b32 n; mov.u32 n, 64; bar.sync 0, n; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @early_return(%x0: tensor<128xf32>) {
  // expected-error @below {{[leaves-kernel]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.gt.f32 p, $1, 0f00000000; mov.f32 $0, $1; @p ret; mov.f32 $0, 0f00000000; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @return_at_the_end(%x0: f32) {
  // expected-error @below {{[leaves-kernel]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.f32 $0, $1; ret;" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : f32 -> f32
  tile.return
}
tile.func private @exit_by_elements(%x0: tensor<128xi1>) {
  // expected-error @below {{[ends-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "@$1 exit; mov.b32 $0, 1;" {constraints = "=r,b", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi1> -> tensor<128xi32>
  tile.return
}
tile.func private @only_lane_0_goes_on() {
  // expected-warning @below {{[ends-thread]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 l; mov.u32 l, %laneid; setp.ne.u32 p, l, 0; @p exit; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @one_warp_goes_on() {
  // expected-warning @below {{[ends-thread]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 l; mov.u32 l, %warpid; setp.eq.u32 p, l, 0; @p bra S; exit; S: }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @bfloat_as_float(%x0: tensor<128xbf16>) {
  // expected-warning @below {{line 1, column 13: }}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{line 1, column 17: }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
tile.func private @two_halves_as_float(%x0: tensor<128xf16>) {
  // expected-warning @below {{line 1, column 9: }}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{line 1, column 13: }}
  // expected-warning @below {{line 1, column 17: }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @halves_as_bfloats(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  // expected-warning @below {{line 1, column 12: }}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{line 1, column 16: }}
  // expected-warning @below {{line 1, column 20: }}
  %r = tile.elementwise_inline_asm "mul.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @bfloat_converted_as_half(%x0: tensor<128xbf16>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.f32.f16 $0, $1;" {constraints = "=f,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
tile.func private @half_converted_as_bfloat(%x0: tensor<128xf16>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.f32.bf16 $0, $1;" {constraints = "=f,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf32>
  tile.return
}
tile.func private @rounded_to_the_other_half(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.bf16x2.f32 $0, $2, $1;" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @rounded_to_the_other_byte(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e5m2x2.f32 $0, $2, $1;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @read_as_the_other_byte(%x0: tensor<128xf8E5M2>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf8E5M2> -> tensor<128xf16>
  tile.return
}
tile.func private @bytes_to_the_other_half(%x0: tensor<128xf8E4M3FN>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf8E4M3FN> -> tensor<128xbf16>
  tile.return
}
tile.func private @integer_left_as_float(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rzi.s32.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @float_read_as_integer(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f32.u32 $0, $1;" {constraints = "=f,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @floats_as_doubles(%x0: tensor<128xf32>) {
  // expected-warning @below {{line 1, column 12: }}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{line 1, column 16: }}
  // expected-warning @below {{line 1, column 20: }}
  // expected-warning @below {{line 1, column 24: }}
  %r = tile.elementwise_inline_asm "fma.rn.f64 $0, $1, $1, $1;" {constraints = "=d,d", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @float_result_in_a_half(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @two_formats_compared(%x0: tensor<128xbf16>, %x1: tensor<128xf16>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.gt.f16 p, $1, $2; selp.b32 $0, 1, 0, p; }" {constraints = "=r,h,h", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xbf16>, tensor<128xf16> -> tensor<128xi32>
  tile.return
}
tile.func private @half_added_to_floats(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf16>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.global.add.f32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf16>
  tile.return
}
tile.func private @half_stored_as_float(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf16>, %x2: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.global.v2.f32 [$0], {$1, $2};" {constraints = "l,r,f", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<f32>>, tensor<128xf16>, tensor<128xf32>
  tile.return
}
tile.func private @integer_to_the_other_half(%x0: tensor<128xi32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f16.s32 $0, $1;" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xbf16>
  tile.return
}
tile.func private @tanh_of_the_other_half(%x0: tensor<128xbf16>) {
  // expected-warning @below {{line 1, column 19: }}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{line 1, column 23: }}
  %r = tile.elementwise_inline_asm "tanh.approx.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xbf16>
  tile.return
}
tile.func private @shared_load(%x0: tensor<128x!tile.ptr<f32>>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.shared.f32 $0, [$1];" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @shared_store(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.shared.f32 [$0], $1;" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}
tile.func private @generic_to_shared(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b64 a; cvta.to.shared.u64 a, $0; st.shared.b32 [a], 1; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @narrowed_address(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 a; cvt.u32.u64 a, $1; ld.shared.b32 $0, [a]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @cluster_reduction(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.shared::cluster.add.u32 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @constant_load(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.const.b32 $0, [$1+4];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @local_loop(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; .reg .pred p; mov.b64 a, $1; L: add.u64 a, a, 8; ld.local.b32 $0, [a]; setp.ne.u32 p, $0, 0; @p bra L; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @thread_number() {
  // expected-error @below {{[pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, %tid.y;" {constraints = "=r", packed_element = 1 : i32, pure = true}  -> i32
  tile.return
}
tile.func private @lane_in_a_condition(%x0: tensor<128xf32>) {
  // expected-warning @below {{[pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 l; mov.u32 l, %laneid; setp.lt.u32 p, l, 16; selp.f32 $0, $1, 0f00000000, p; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @lanes_above() {
  // expected-error @below {{[pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; mov.u32 t, %lanemask_gt; popc.b32 $0, t; }" {constraints = "=r", packed_element = 1 : i32, pure = true}  -> i32
  tile.return
}
tile.func private @pure_in_each_thread(%x0: tensor<128xi32>) {
  // expected-error @below {{[pure-scope]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @pure_store(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-error @below {{[pure-store]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "st.global.f32 [$1], $2; mov.f32 $0, $2;" {constraints = "=f,l,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @pure_generic_store(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  // expected-error @below {{[pure-store]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; mad.wide.u32 a, $2, 4, $1; st.b32 [a], 0; mov.b32 $0, $2; }" {constraints = "=r,l,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @sign_of_half(%x0: tensor<128xf16>) {
  // expected-error @below {{[sign-extend]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true, sign_extend} %x0 : tensor<128xf16> -> tensor<128xi32>
  tile.return
}
tile.func private @sign_of_float(%x0: tensor<128xf32>) {
  // expected-error @below {{[sign-extend]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, 0f00000000;" {constraints = "=f,f", packed_element = 1 : i32, pure = true, sign_extend} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @count_of_all(%x0: tensor<128xi1>) {
  // expected-error @below {{[element-barrier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bar.red.popc.u32 $0, 0, $1;" {constraints = "=r,b", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi1> -> tensor<128xi32>
  tile.return
}
tile.func private @broadcast_of_a_scalar(%x0: i32) {
  // expected-warning @below {{[element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.idx.b32 $0, $1, 0, 31, -1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @sign_of_a_float_on_a_half(%x0: tensor<128xf16>, %x1: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "copysign.f32 $0, $1, $2;" {constraints = "=r,r,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @class_of_a_bfloat(%x0: tensor<128xbf16>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "testp.finite.f32 $0, $1;" {constraints = "=b,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xi1>
  tile.return
}
tile.func private @comparison_as_a_float(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "set.lt.f32.f32 $0, $1, 0f00000000;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @products_of_halves(%x0: tensor<128xf16>) {
  // expected-warning @below {{line 1, column 15: }}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{line 1, column 19: }}
  // expected-warning @below {{line 1, column 23: }}
  // expected-warning @below {{line 1, column 27: }}
  %r = tile.elementwise_inline_asm "fma.rn.bf16x2 $0, $1, $1, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @bfloat_as_tensor_float(%x0: tensor<128xbf16>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
tile.func private @half_widened_as_float(%x0: tensor<128xf16>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.f64.f32 $0, $1;" {constraints = "=d,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf64>
  tile.return
}
tile.func private @float_as_double_to_integer(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; cvt.rni.u32.f64 t, $1; mov.b32 $0, t; }" {constraints = "=r,d", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @atomic_of_the_other_half(%x0: tensor<128x!tile.ptr<f16>>, %x1: tensor<128xf16>) {
  // expected-warning @below {{line 1, column 30: }}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{line 1, column 35: expected an access to f16, to which $1 points, found 'atom.global.add.noftz.bf16x2' on bf16}}
  // expected-warning @below {{line 1, column 40: }}
  %r = tile.elementwise_inline_asm "atom.global.add.noftz.bf16x2 $0, [$1], $3;" {constraints = "=r,l,l,r", packed_element = 2 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f16>>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @barrier_by_a_vote(%x0: i1) {
  // expected-warning @below {{[barrier-shared]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; vote.sync.any.pred p, $0, -1; @p bar.sync 0; }" scope = thread {constraints = "b", packed_element = 1 : i32, pure = false} %x0 : i1
  tile.return
}
tile.func private @barrier_by_the_clock() {
  // expected-warning @below {{[barrier-shared]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 c; mov.u32 c, %clock; and.b32 c, c, 1; setp.eq.u32 p, c, 0; @p bar.sync 0; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @barrier_behind_a_choice() {
  // expected-warning @below {{[barrier-shared]}}
  tile.elementwise_inline_asm "{ .reg .pred p, q; .reg .b32 t, u; mov.u32 t, %tid.x; mov.u32 u, 0; setp.lt.u32 p, t, 64; @p bra S; mov.u32 u, 1; S: setp.eq.u32 q, u, 1; @q bar.sync 0; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @shared_atomic_by_an_index(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi64>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; mad.lo.u64 a, $2, 4, $1; atom.shared.add.u32 $0, [a], 1; }" {constraints = "=r,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi64> -> tensor<128xi32>
  tile.return
}
tile.func private @local_vector(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.local.v2.b32 [$0], {$1, $1};" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.return
}
tile.func private @copy_from_global(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], 16;" {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @store_to_own_or_other(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  // expected-error @below {{[pure-store]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 t; .reg .b64 a; .reg .pred p; mov.b64 a, t; setp.eq.s32 p, $2, 0; @p mov.b64 a, $1; st.b32 [a], 1; mov.b32 $0, 0; }" {constraints = "=r,l,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @exit_by_memory(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[ends-thread]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 v; ld.global.b32 v, [$0]; setp.eq.u32 p, v, 0; @p exit; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @barrier_behind_a_branch(%x0: i32) {
  // expected-error @below {{[element-barrier]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.s32 p, $0, 0; @p bra S; bar.sync 1; S: }" {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32
  tile.return
}
tile.func private @half_of_the_warps() {
  // expected-warning @below {{[pure-thread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; cvt.u32.u32 t, %warpid; shr.u32 $0, t, 1; }" {constraints = "=r", packed_element = 1 : i32, pure = true}  -> tensor<128xi32>
  tile.return
}
tile.func private @return_by_a_branch(%x0: tensor<128xi32>) {
  // expected-error @below {{[leaves-kernel]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ bra L; L: ret.uni; mov.b32 $0, $1; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @constant_of_more_bits(%x0: i32) {
  // expected-warning @below {{expected a constant of 32 bits, found 0x9E3779B97F4A7C15 as operand 3 of 'xor.b32'; 0x7F4A7C15 is all that is left of it [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, 0x9E3779B97F4A7C15;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}
}
