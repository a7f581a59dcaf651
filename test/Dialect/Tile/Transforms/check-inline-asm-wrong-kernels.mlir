// RUN: tile-opt %s --tile-check-inline-asm --verify-diagnostics -o /dev/null

// Kernels with one mistake each, written without knowledge of the check.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @race_neighbour(%x0: i32) {
  // expected-warning @below {{in the asm, line 12, column 1: expected a barrier between 'st.shared.b32' and 'ld.shared.b32' of another thread, found none: thread 0 writes byte 0 of 's', which thread 64 reads; bar.sync 0 [thread-race]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .b32 s[128];\0A.reg .b32 t, a, b;\0Amov.u32 t, %tid.x;\0Amov.u32 a, s;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0Ast.shared.b32 [b], $1;\0Axor.b32 t, t, 64;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0Ald.shared.b32 $0, [b];\0Abar.sync 0;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @race_war(%x0: i32, %x1: i32) {
  // expected-warning @below {{in the asm, line 11, column 1: expected a barrier between 'ld.shared.b32' and 'st.shared.b32' of another thread, found none: thread 1 reads byte 0 of 's', which thread 0 writes; bar.sync 0, or bar.warp.sync in a warp [thread-race]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .b32 s[128];\0A.reg .b32 t, a, b, x, y;\0Amov.u32 t, %tid.x;\0Amov.u32 a, s;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0Ast.shared.b32 [b], $1;\0Abar.sync 0;\0Ald.shared.b32 x, [s];\0Ast.shared.b32 [b], $2;\0Abar.sync 0;\0Ald.shared.b32 y, [s];\0Aadd.s32 $0, x, y;\0Abar.sync 0;\0A}" scope = thread {constraints = "=r,r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> i32
  tile.return
}
tile.func private @race_increment() {
  // expected-warning @below {{in the asm, line 11, column 1: expected a barrier between 'ld.shared.b32' and 'st.shared.b32' of another thread, found none: thread 1 reads byte 0 of 'n', which thread 0 writes; bar.sync 0, or bar.warp.sync in a warp [thread-race]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .b32 n;\0A.reg .b32 t, v;\0A.reg .pred p;\0Amov.u32 t, %tid.x;\0Asetp.eq.u32 p, t, 0;\0A@p st.shared.b32 [n], 0;\0Abar.sync 0;\0Ald.shared.b32 v, [n];\0Aadd.u32 v, v, 1;\0Ast.shared.b32 [n], v;\0Abar.sync 0;\0Ald.shared.b32 $0, [n];\0A}" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.return
}
tile.func private @race_global_scalar(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 5, column 1: expected a barrier between 'ld.global.b32' and 'st.global.b32' of another thread, found none: thread 1 reads byte 0 of what $0 points to, which thread 0 writes; bar.sync 0, or bar.warp.sync in a warp [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{\0A.reg .b32 v;\0Ald.global.b32 v, [$0];\0Aadd.u32 v, v, 1;\0Ast.global.b32 [$0], v;\0A}" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @loop_wrong_way(%x0: tensor<1024xi32>) {
  // expected-warning @below {{in the asm, line 10, column 1: expected a loop that ends, found one whose counter 'k' goes from 0 in steps of -1, and does not come to 8 [loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 k;\0Amov.b32 k, 0;\0Amov.b32 $0, $1;\0Atop:\0Ashr.u32 $0, $0, 1;\0Asub.s32 k, k, 1;\0Asetp.ne.s32 p, k, 8;\0A@p bra top;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @loop_shift_zero(%x0: tensor<1024xi32>) {
  // expected-warning @below {{in the asm, line 10, column 1: expected a loop that ends, found one whose counter 'k' goes from 0 in steps of 0, and does not come to 100 [loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 k;\0Amov.b32 k, 0;\0Amov.b32 $0, $1;\0Atop:\0Aadd.u32 $0, $0, k;\0Ashl.b32 k, k, 1;\0Asetp.lt.u32 p, k, 100;\0A@p bra top;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @cy_sub_last_plain(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: tensor<1024xi32>, %x3: tensor<1024xi32>, %x4: tensor<1024xi32>, %x5: tensor<1024xi32>) {
  // expected-warning @below {{in the asm, line 3, column 1: expected 'sub.u32' of the next parts to take the carry of 'subc.cc.u32', found that it does not; addc or subc [carry-lost]}}
  // expected-note @below {{the registers are }}
  %r:3 = tile.elementwise_inline_asm "sub.cc.u32 $0, $3, $6;\0Asubc.cc.u32 $1, $4, $7;\0Asub.u32 $2, $5, $8;" {constraints = "=r,=r,=r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5 : tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @lane_sum_source(%x0: tensor<1024xf32>) {
  // expected-warning @below {{in the asm, line 8, column 1: expected 'add.f32' of the sum so far and the sum of another lane, found the value that the other lane had before an earlier step; shuffle the sum [lane-sum]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .f32 t, s;\0Ashfl.sync.bfly.b32 t, $1, 16, 31, -1;\0Aadd.f32 s, $1, t;\0Ashfl.sync.bfly.b32 t, s, 8, 31, -1;\0Aadd.f32 s, s, t;\0Ashfl.sync.bfly.b32 t, $1, 4, 31, -1;\0Aadd.f32 s, s, t;\0Ashfl.sync.bfly.b32 t, s, 2, 31, -1;\0Aadd.f32 s, s, t;\0Ashfl.sync.bfly.b32 t, s, 1, 31, -1;\0Aadd.f32 $0, s, t;\0A}" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<1024xf32> -> tensor<1024xf32>
  tile.return
}
tile.func private @wg_scale_d_first(%x0: i64, %x1: i64) {
  // expected-error @below {{in the asm, line 2, column 52: expected $0 to be written before it is read, found only later writes; write it first, or tie an input to it by its number [output-read-first]}}
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 2, column 56: expected $1 to be written before it is read, found only later writes; write it first, or tie an input to it by its number [output-read-first]}}
  // expected-error @below {{in the asm, line 2, column 60: expected $2 to be written before it is read, found only later writes; write it first, or tie an input to it by its number [output-read-first]}}
  // expected-error @below {{in the asm, line 2, column 64: expected $3 to be written before it is read, found only later writes; write it first, or tie an input to it by its number [output-read-first]}}
  %r:4 = tile.elementwise_inline_asm "wgmma.fence.sync.aligned;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;\0Awgmma.commit_group.sync.aligned;\0Awgmma.wait_group.sync.aligned 0;" scope = thread {constraints = "=f,=f,=f,=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i64 -> f32, f32, f32, f32
  tile.return
}
tile.func private @asy_bulk_src_unaligned(%x0: i32, %x1: !tile.ptr<f32>, %x2: i32) {
  // expected-warning @below {{in the asm, line 1, column 74: expected a multiple of 16 bytes after $1, which points to f32, found 4 in 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes'; offsets count bytes [pointer-offset]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1+4], 128, [$2];" scope = thread {constraints = "r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : i32, !tile.ptr<f32>, i32
  tile.return
}
tile.func private @fmt_bf16_in_cvt(%x0: tensor<1024xbf16>) {
  // expected-warning @below {{in the asm, line 4, column 17: expected a value of bf16, as 'mov.b32' gives it, found '.f16' as operand 2 of 'cvt.f32.f16'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 5, column 17: expected a value of bf16, as 'mov.b32' gives it, found '.f16' as operand 2 of 'cvt.f32.f16'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  %r = tile.elementwise_inline_asm "{\0A.reg .b16 a, b;\0Amov.b32 {a, b}, $2;\0Acvt.f32.f16 $0, a;\0Acvt.f32.f16 $1, b;\0A}" {constraints = "=f,=f,r", packed_element = 2 : i32, pure = true} %x0 : tensor<1024xbf16> -> tensor<1024xf32>
  tile.return
}
tile.func private @ptr_bf16_f16(%x0: tensor<1024x!tile.ptr<f16>>) {
  // expected-warning @below {{in the asm, line 1, column 15: expected a result of bf16, which $0 has, found the f16 that 'ld.global.b16' loads; convert it [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b16 $0, [$1];" {constraints = "=h,l", packed_element = 1 : i32, pure = false} %x0 : tensor<1024x!tile.ptr<f16>> -> tensor<1024xbf16>
  tile.return
}
tile.func private @ptr_pack_first(%x0: tensor<1024x!tile.ptr<i32>>) {
  // expected-warning @below {{in the asm, line 4, column 20: expected each element to be loaded by its own pointer, found that no instruction reads $5, that of element 1 [pointer-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$4];\0Ald.global.b32 $1, [$4+4];\0Ald.global.b32 $2, [$4+8];\0Ald.global.b32 $3, [$4+12];" {constraints = "=r,=r,=r,=r,l,l,l,l", packed_element = 4 : i32, pure = false} %x0 : tensor<1024x!tile.ptr<i32>> -> tensor<1024xi32>
  tile.return
}
tile.func private @asy_wait1(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 16, column 1: expected a wait for 'cp.async.ca.shared.global' before 'ld.shared.b32' of the same place, found none that covers it; cp.async.commit_group and cp.async.wait_group 0, or cp.async.wait_all [async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.shared .align 16 .b8 buf[1024];\0A.reg .b32 t, a;\0A.reg .b64 g;\0Amov.u32 t, %tid.x;\0Ashl.b32 t, t, 2;\0Amov.u32 a, buf;\0Aadd.u32 a, a, t;\0Acvt.u64.u32 g, t;\0Aadd.u64 g, g, $1;\0Acp.async.ca.shared.global [a], [g], 4;\0Acp.async.commit_group;\0Acp.async.ca.shared.global [a+512], [g+512], 4;\0Acp.async.commit_group;\0Acp.async.wait_group 1;\0Ald.shared.b32 $0, [a+512];\0A}" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.return
}
tile.func private @asy_bulk_expect_less(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 14, column 1: expected 'mbarrier.arrive.expect_tx' of the 512 bytes that copies bring, found 256 [async-uncommitted]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.shared .align 128 .b8 buf[512];\0A.shared .align 8 .b64 bar;\0A.reg .b32 t, a, b;\0A.reg .pred p, q;\0Amov.u32 t, %tid.x;\0Amov.u32 a, buf;\0Amov.u32 b, bar;\0Asetp.eq.u32 p, t, 0;\0A@p mbarrier.init.shared::cta.b64 [b], 1;\0A@p fence.mbarrier_init.release.cluster;\0Abar.sync 0;\0A@p mbarrier.arrive.expect_tx.shared::cta.b64 _, [b], 256;\0A@p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [a], [$1], 512, [b];\0Await:\0Ambarrier.try_wait.parity.shared::cta.b64 q, [b], 0;\0A@!q bra wait;\0Ashl.b32 t, t, 2;\0Aadd.u32 a, a, t;\0Ald.shared.f32 $0, [a];\0Abar.sync 0;\0A}" scope = thread {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> f32
  tile.return
}
tile.func private @mb_count_too_high() {
  // expected-warning @below {{in the asm, line 13, column 1: expected the phase that 'mbarrier.try_wait.shared.b64' waits for to end, found that 128 of 256 arrivals never happen; the number of arrivals in mbarrier.init [mbarrier-phase]}}
  tile.elementwise_inline_asm "{\0A.shared .align 8 .b64 bar;\0A.reg .b32 t, a;\0A.reg .b64 s;\0A.reg .pred p, q;\0Amov.u32 a, bar;\0Amov.u32 t, %tid.x;\0Asetp.eq.u32 p, t, 0;\0A@p mbarrier.init.shared.b64 [a], 256;\0Abar.sync 0;\0Ambarrier.arrive.shared.b64 s, [a];\0Await:\0Ambarrier.try_wait.shared.b64 q, [a], s;\0A@!q bra wait;\0A}" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @uneq_swar_bit(%x0: tensor<1024xi8>, %x1: tensor<1024xi8>) {
  // expected-warning @below {{in the asm, line 8, column 9: expected the same result wherever an element is in its group, found that of the same operands element 1, in $0, becomes 0x81, and element 0, in $0, 0x1; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, b, s, x;\0Aand.b32 a, $1, 0x7f7f7f7f;\0Aand.b32 b, $2, 0x7f7f7f7f;\0Aadd.u32 s, a, b;\0Axor.b32 x, $1, $2;\0Aand.b32 x, x, 0x80800080;\0Axor.b32 $0, s, x;\0A}" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<1024xi8>, tensor<1024xi8> -> tensor<1024xi8>
  tile.return
}
tile.func private @ord_int4_prmt(%x0: tensor<1024xi8>) {
  // expected-warning @below {{in the asm, line 8, column 11: expected bits 16 to 31 of $0 to depend on element 1 of the operands, found element 2; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 14, column 11: expected bits 16 to 31 of $2 to depend on element 1 of the operands, found element 2; compute each element of a result from the operands' elements at the same position [element-order]}}
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b32 a, b, h;\0Aprmt.b32 a, $4, 0, 0x4240;\0Aprmt.b32 b, $4, 0, 0x4341;\0Amov.b32 h, 0x64006400;\0Alop3.b32 $0, a, 0x000f000f, h, 0xea;\0Alop3.b32 $1, b, 0x000f000f, h, 0xea;\0Asub.f16x2 $0, $0, h;\0Asub.f16x2 $1, $1, h;\0Ashr.u32 a, a, 4;\0Ashr.u32 b, b, 4;\0Alop3.b32 $2, a, 0x000f000f, h, 0xea;\0Alop3.b32 $3, b, 0x000f000f, h, 0xea;\0Asub.f16x2 $2, $2, h;\0Asub.f16x2 $3, $3, h;\0A}" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xi8> -> tensor<1024xf16>, tensor<1024xf16>
  tile.return
}
tile.func private @lost_quad_half(%x0: tensor<1024xf32>) {
  // expected-warning @below {{in the asm, line 3, column 29: expected an instruction to read 'h', which 'cvt.rn.satfinite.e5m2x2.f32' writes here, found none [value-unread]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 4, column 9: expected bits 16 to 23 of $0 to depend on element 2 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  %r = tile.elementwise_inline_asm ".reg .b16 l, h;\0Acvt.rn.satfinite.e5m2x2.f32 l, $2, $1;\0Acvt.rn.satfinite.e5m2x2.f32 h, $4, $3;\0Amov.b32 $0, {l, l};" {constraints = "=r,f,f,f,f", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xf8E5M2>
  tile.return
}
tile.func private @mix_avg(%x0: tensor<1024xi8>, %x1: tensor<1024xi8>) {
  // expected-warning @below {{in the asm, line 6, column 9: expected bits 0 to 7 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, x;\0Aand.b32 a, $1, $2;\0Axor.b32 x, $1, $2;\0Ashr.u32 x, x, 1;\0Aadd.u32 $0, a, x;\0A}" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<1024xi8>, tensor<1024xi8> -> tensor<1024xi8>
  tile.return
}
tile.func private @lane_halves_differ(%x0: tensor<1024xi64>) {
  // expected-warning @below {{in the asm, line 6, column 1: expected the halves of a 64-bit value, lower one first, from one lane in 'mov.b64', found halves from two lanes; shuffle both halves by the same lane [lane-halves]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, b;\0Amov.b64 {a, b}, $1;\0Ashfl.sync.bfly.b32 a, a, 1, 31, -1;\0Ashfl.sync.bfly.b32 b, b, 2, 31, -1;\0Amov.b64 $0, {a, b};\0A}" scope = thread {constraints = "=l,l", packed_element = 1 : i32, pure = false} %x0 : tensor<1024xi64> -> tensor<1024xi64>
  tile.return
}
tile.func private @var_reverse_off1(%x0: i32) {
  // expected-warning @below {{in the asm, line 13, column 1: expected 'ld.shared.b32' within the 512 bytes of 's', found bytes 512 to 515 in thread 0; a larger variable, or fewer threads by a predicate [variable-bounds]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .b32 s[128];\0A.reg .b32 t, a, b;\0Amov.u32 t, %tid.x;\0Amov.u32 a, s;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0Ast.shared.b32 [b], $1;\0Abar.sync 0;\0Asub.u32 t, 128, t;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0Ald.shared.b32 $0, [b];\0Abar.sync 0;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @fmt_dp4a_adds_to_a_float(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: tensor<1024xf32>) {
  // expected-warning @below {{in the asm, line 1, column 30: expected elements of f32, which $3 has, found '.b32' as operand 4 of 'dp4a.s32.s32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "dp4a.s32.s32 $0,     $1, $2, $3;" {constraints = "=r,r,r,f", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<1024xi32>, tensor<1024xi32>, tensor<1024xf32> -> tensor<1024xi32>
  tile.return
}
tile.func private @fmt_integer_sum_of_floats(%x0: tensor<1024xf32>, %x1: tensor<1024xf32>) {
  // expected-warning @below {{in the asm, line 1, column 13: expected elements of f32, which $1 has, found '.s32' as operand 2 of 'add.s32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xf32>
  tile.return
}
tile.func private @ptr_values_exchanged(%p: tensor<1024x!tile.ptr<f32>>, %x: tensor<1024xf32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected element 0 of the operands, to which the address belongs, found that element 1 decides the value [element-order]}}
  // expected-warning @below {{in the asm, line 2, column 21: expected element 1 of the operands, to which the address belongs, found that element 0 decides the value [element-order]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.global.f32 [$0], $3;\0Ast.global.f32 [$1], $2;" {constraints = "l,l,f,f", packed_element = 2 : i32, pure = false} %p, %x : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
  tile.return
}
tile.func private @ptr_computed_value_exchanged(%p: tensor<1024x!tile.ptr<i32>>, %x: tensor<1024xi32>) {
  // expected-warning @below {{in the asm, line 5, column 21: expected element 1 of the operands, to which the address belongs, found that element 0 decides the value [element-order]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{\0A.reg .b32 v;\0Aadd.s32 v, $2, 1;\0Ast.global.b32 [$0], v;\0Ast.global.b32 [$1], v;\0A}" {constraints = "l,l,r,r", packed_element = 2 : i32, pure = false} %p, %x : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.return
}
tile.func private @var_loop_of_five(%x0: tensor<1024xi32>) {
  // expected-warning @below {{in the asm, line 9, column 1: expected 'st.local.b32' within the 16 bytes of 'a', found bytes 16 to 19; a larger variable, or fewer turns of the loop [variable-bounds]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.local .align 4 .b32 a[4];\0A.reg .b64 q;\0A.reg .b32 i;\0A.reg .pred c;\0Amov.u64 q, a;\0Amov.b32 i, 0;\0Aw:\0Ast.local.b32 [q], $1;\0Aadd.u64 q, q, 4;\0Aadd.u32 i, i, 1;\0Asetp.le.u32 c, i, 4;\0A@c bra w;\0Ald.local.b32 $0, [a+4];\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @race_of_a_histogram(%bins: !tile.ptr<i32>, %x: tensor<1024xi32>) {
  // expected-warning @below {{in the asm, line 8, column 1: expected an atomic operation on one of 256 places, which are too few for 1024 elements, found 'ld.global.b32', a change and 'st.global.b32', between which others do the same; red or atom [update-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{\0A.reg .b64 a;\0A.reg .b32 k, v;\0Aand.b32 k, $1, 255;\0Amad.wide.u32 a, k, 4, $0;\0Ald.global.b32 v, [a];\0Aadd.u32 v, v, 1;\0Ast.global.b32 [a], v;\0A}" {constraints = "l,r", packed_element = 1 : i32, pure = false} %bins, %x : !tile.ptr<i32>, tensor<1024xi32>
  tile.return
}
}
