// Pairs of f32, 4- and 6-bit floats, 256-bit loads.

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {

tile.func public @fma_f32x2(%o0: !tile.ptr<i64>, %x0: i64, %x1: i64, %x2: i64) {
  %r = tile.elementwise_inline_asm "fma.rn.f32x2 $0, $1, $2, $3;" {constraints = "=l,l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i64, i64, i64 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}

tile.func public @add_f32x2_of_parts(%o0: !tile.ptr<f32>, %x0: f32, %x1: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b64 a, b, c;\0Amov.b64 a, {$2, $3};\0Amov.b64 b, {$4, $5};\0Aadd.rn.f32x2 c, a, b;\0Amov.b64 {$0, $1}, c;\0A}" {constraints = "=f,=f,f,f,f,f", packed_element = 2 : i32, pure = true} %x0, %x1 : f32, f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @e2m1x2_of_f32(%o0: !tile.ptr<i32>, %x0: f32, %x1: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b8 t;\0A.reg .b32 w;\0Acvt.rn.satfinite.e2m1x2.f32 t, $2, $1;\0Acvt.u32.u8 $0, t;\0A}" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @e2m1_eight(%o0: !tile.ptr<i32>, %x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b8 b<4>;\0Acvt.rn.satfinite.e2m1x2.f32 b0, $2, $1;\0Acvt.rn.satfinite.e2m1x2.f32 b1, $4, $3;\0Acvt.rn.satfinite.e2m1x2.f32 b2, $6, $5;\0Acvt.rn.satfinite.e2m1x2.f32 b3, $8, $7;\0Amov.b32 $0, {b0, b1, b2, b3};\0A}" {constraints = "=r,f,f,f,f,f,f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7 : f32, f32, f32, f32, f32, f32, f32, f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @f16x2_of_e2m1x2(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: i32) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b8 b<4>;\0Amov.b32 {b0, b1, b2, b3}, $2;\0Acvt.rn.f16x2.e2m1x2 $0, b0;\0Acvt.rn.f16x2.e2m1x2 $1, b1;\0A}" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @e3m2x2(%o0: !tile.ptr<i16>, %x0: f32, %x1: f32) {
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e3m2x2.f32 $0, $1, $2;" {constraints = "=h,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> i16
  tile.store %o0, %r : !tile.ptr<i16>
  tile.return
}

tile.func public @ue8m0x2(%o0: !tile.ptr<i16>, %x0: f32, %x1: f32) {
  %r = tile.elementwise_inline_asm "cvt.rp.satfinite.ue8m0x2.f32 $0, $1, $2;" {constraints = "=h,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> i16
  tile.store %o0, %r : !tile.ptr<i16>
  tile.return
}

tile.func public @bf16x2_of_ue8m0x2(%o0: !tile.ptr<i32>, %x0: i16) {
  %r = tile.elementwise_inline_asm "cvt.rn.bf16x2.ue8m0x2 $0, $1;" {constraints = "=r,h", packed_element = 1 : i32, pure = true} %x0 : i16 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @mixed_add(%o0: !tile.ptr<f32>, %x0: bf16, %x1: f32) {
  %r = tile.elementwise_inline_asm "add.rn.f32.bf16 $0, $1, $2;" {constraints = "=f,h,f", packed_element = 1 : i32, pure = true} %x0, %x1 : bf16, f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @load_256(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %o2: !tile.ptr<i32>, %o3: !tile.ptr<i32>, %o4: !tile.ptr<i32>, %o5: !tile.ptr<i32>, %o6: !tile.ptr<i32>, %o7: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  %r:8 = tile.elementwise_inline_asm "ld.global.v8.b32 {$0, $1, $2, $3, $4, $5, $6, $7}, [$8];" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32, i32, i32, i32, i32, i32, i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.store %o2, %r#2 : !tile.ptr<i32>
  tile.store %o3, %r#3 : !tile.ptr<i32>
  tile.store %o4, %r#4 : !tile.ptr<i32>
  tile.store %o5, %r#5 : !tile.ptr<i32>
  tile.store %o6, %r#6 : !tile.ptr<i32>
  tile.store %o7, %r#7 : !tile.ptr<i32>
  tile.return
}

tile.func public @max_of_three(%o0: !tile.ptr<f32>, %x0: f32, %x1: f32, %x2: f32) {
  %r = tile.elementwise_inline_asm "max.f32 $0, $1, $2, $3;" {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : f32, f32, f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @stochastic_e4m3x4(%o0: !tile.ptr<f8E4M3FN>, %x0: f32, %x1: i32) {
  %r = tile.elementwise_inline_asm "cvt.rs.satfinite.e4m3x4.f32 $0, {$4, $3, $2, $1}, $5;" {constraints = "=r,f,f,f,f,r,r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : f32, i32 -> f8E4M3FN
  tile.store %o0, %r : !tile.ptr<f8E4M3FN>
  tile.return
}

tile.func public @tcgen05_wait() {
  tile.elementwise_inline_asm "tcgen05.wait::ld.sync.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @redux_f32(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "redux.sync.max.f32 $0, $1, 0xffffffff;" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}
