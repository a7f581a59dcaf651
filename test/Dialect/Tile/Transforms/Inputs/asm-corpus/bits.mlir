// Integers, bits, predicates, special registers.

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

tile.func public @brev(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "brev.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @popc64(%o0: !tile.ptr<i32>, %x0: i64) {
  %r = tile.elementwise_inline_asm "popc.b64 $0, $1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @clz_find(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: i32) {
  %r:2 = tile.elementwise_inline_asm "clz.b32 $0, $2; bfind.u32 $1, $2;" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @bfe_bfi(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0Abfe.u32 t, $1, 4, 8;\0Abfi.b32 $0, t, $2, 16, 8;\0A}" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @funnel_shift(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "shf.l.wrap.b32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @lop3_majority(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $2, $3, 0xe8;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @mul_wide(%o0: !tile.ptr<i64>, %x0: i32, %x1: i32) {
  %r = tile.elementwise_inline_asm "mul.wide.u32 $0, $1, $2;" {constraints = "=l,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}

tile.func public @mad_wide(%o0: !tile.ptr<i64>, %x0: i32, %x1: i32, %x2: i64) {
  %r = tile.elementwise_inline_asm "mad.wide.s32 $0, $1, $2, $3;" {constraints = "=l,r,r,l", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i64 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}

tile.func public @mul_hi(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  %r = tile.elementwise_inline_asm "mul.hi.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @philox_round(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .u32 lo, hi;\0Amul.lo.u32 lo, $2, 0xD2511F53;\0Amul.hi.u32 hi, $2, 0xD2511F53;\0Axor.b32 hi, hi, $3;\0Amov.b32 $0, hi;\0Amov.b32 $1, lo;\0A}" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @add_128(%o0: !tile.ptr<i64>, %o1: !tile.ptr<i64>, %x0: i64, %x1: i64, %x2: i64, %x3: i64) {
  %r:2 = tile.elementwise_inline_asm "add.cc.u64 $0, $2, $4;\0Aaddc.u64 $1, $3, $5;" {constraints = "=l,=l,l,l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : i64, i64, i64, i64 -> i64, i64
  tile.store %o0, %r#0 : !tile.ptr<i64>
  tile.store %o1, %r#1 : !tile.ptr<i64>
  tile.return
}

tile.func public @mad_carry(%o0: !tile.ptr<i64>, %x0: i64, %x1: i64) {
  %r = tile.elementwise_inline_asm "{\0A.reg .u32 a, b, c, d;\0Amov.b64 {a, b}, $1;\0Amov.b64 {c, d}, $2;\0Amad.lo.cc.u32 a, c, d, a;\0Amadc.hi.u32 b, c, d, b;\0Amov.b64 $0, {a, b};\0A}" {constraints = "=l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : i64, i64 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}

tile.func public @shift_by_constant(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @sad(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "sad.u32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @abs_diff(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .s32 t;\0Asub.s32 t, $1, $2;\0Aabs.s32 $0, t;\0A}" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @permute_bytes(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @swap_bytes(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, 0, 0x0123;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @transpose_bytes(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  %r:2 = tile.elementwise_inline_asm "prmt.b32 $0, $2, $3, 0x5140;\0Aprmt.b32 $1, $2, $3, 0x7362;" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @pack_halves(%o0: !tile.ptr<i32>, %x0: i16, %x1: i16) {
  %r = tile.elementwise_inline_asm "mov.b32 $0, {$1, $2};" {constraints = "=r,h,h", packed_element = 1 : i32, pure = true} %x0, %x1 : i16, i16 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @unpack_halves(%o0: !tile.ptr<i16>, %o1: !tile.ptr<i16>, %x0: i32) {
  %r:2 = tile.elementwise_inline_asm "mov.b32 {$0, $1}, $2;" {constraints = "=h,=h,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i16, i16
  tile.store %o0, %r#0 : !tile.ptr<i16>
  tile.store %o1, %r#1 : !tile.ptr<i16>
  tile.return
}

tile.func public @unpack_high_only(%o0: !tile.ptr<i16>, %x0: i32) {
  %r = tile.elementwise_inline_asm "mov.b32 {_, $0}, $1;" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i16
  tile.store %o0, %r : !tile.ptr<i16>
  tile.return
}

tile.func public @predicate_result(%o0: !tile.ptr<i1>, %x0: i32, %x1: i32) {
  %r = tile.elementwise_inline_asm "setp.lt.s32 $0, $1, $2;" {constraints = "=b,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i1
  tile.store %o0, %r : !tile.ptr<i1>
  tile.return
}

tile.func public @predicate_operand(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i1) {
  %r = tile.elementwise_inline_asm "selp.b32 $0, $1, $2, $3;" {constraints = "=r,r,r,b", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @both_predicates(%o0: !tile.ptr<i1>, %o1: !tile.ptr<i1>, %x0: i32) {
  %r:2 = tile.elementwise_inline_asm "setp.lt.s32 $0|$1, $2, 0;" {constraints = "=b,=b,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i1, i1
  tile.store %o0, %r#0 : !tile.ptr<i1>
  tile.store %o1, %r#1 : !tile.ptr<i1>
  tile.return
}

tile.func public @xor_predicates(%o0: !tile.ptr<i1>, %x0: i1, %x1: i1) {
  %r = tile.elementwise_inline_asm "xor.pred $0, $1, $2;" {constraints = "=b,b,b", packed_element = 1 : i32, pure = true} %x0, %x1 : i1, i1 -> i1
  tile.store %o0, %r : !tile.ptr<i1>
  tile.return
}

tile.func public @set_to_mask(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  %r = tile.elementwise_inline_asm "set.lt.u32.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @optimization_barrier(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @optimization_barrier_of_two(%o0: !tile.ptr<i32>, %o1: !tile.ptr<f32>, %x0: i32, %x1: f32) {
  %r:2 = tile.elementwise_inline_asm "" {constraints = "=r,=f,0,1", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, f32 -> i32, f32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<f32>
  tile.return
}

tile.func public @lane_id(%o0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @lane_masks(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>) {
  %r:2 = tile.elementwise_inline_asm "mov.u32 $0, %lanemask_lt;\0Amov.u32 $1, %lanemask_ge;" scope = thread {constraints = "=r,=r", packed_element = 1 : i32, pure = false} -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @thread_and_block(%o0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .u32 t, b, n;\0Amov.u32 t, %tid.x;\0Amov.u32 b, %ctaid.x;\0Amov.u32 n, %ntid.x;\0Amad.lo.u32 $0, b, n, t;\0A}" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @warp_size(%o0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "mov.u32 $0, WARP_SZ;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @to_shared_address(%o0: !tile.ptr<i32>, %x0: i64) {
  %r = tile.elementwise_inline_asm "{\0A.reg .u64 t;\0Acvta.to.shared.u64 t, $1;\0Acvt.u32.u64 $0, t;\0A}" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @is_global(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Aisspacep.global p, $1;\0Aselp.u32 $0, 1, 0, p;\0A}" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @video_add(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "vadd4.s32.s32.s32.sat $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @switch(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0Ats: .branchtargets A, B, C;\0Abrx.idx $1, ts;\0AA: mov.b32 $0, 10; bra DONE;\0AB: mov.b32 $0, 20; bra DONE;\0AC: mov.b32 $0, 30;\0ADONE:\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
