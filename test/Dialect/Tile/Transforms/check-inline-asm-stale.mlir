// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Loads that may not see what others store, and pointers that are added.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @poll_weak(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 33: expected a load that sees what others store, as the loop ends by it, found 'ld.global.u32', which may be done once before the loop; ld.relaxed, ld.acquire or ld.volatile [load-stale]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 v; L: ld.global.u32 v, [$0]; setp.eq.u32 p, v, 0; @p bra L; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @poll_acquire(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 v; L: ld.acquire.gpu.global.u32 v, [$0]; setp.eq.u32 p, v, 0; @p bra L; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @poll_volatile(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 v; L: ld.volatile.global.u32 v, [$0]; setp.eq.u32 p, v, 0; @p bra L; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @walk_list(%x0: !tile.ptr<i64>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .u64 v; mov.u64 v, $1; L: ld.global.u64 v, [v]; setp.ne.u64 p, v, 0; @p bra L; mov.u64 $0, v; }" {constraints = "=l,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i64> -> tensor<128xi64>
  tile.return
}
tile.func private @search_array(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 v; .reg .u64 a; mov.u64 a, $1; L: ld.global.u32 v, [a]; add.u64 a, a, 4; setp.ne.u32 p, v, 0; @p bra L; mov.u32 $0, v; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @nc_then_store(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 37: expected memory that nothing writes in 'ld.global.nc.f32', found $0, to which the asm stores; leave out '.nc' [load-stale]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .f32 t; ld.global.nc.f32 t, [$0]; add.f32 t, t, $1; st.global.f32 [$0], t; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}
tile.func private @nc_and_store_elsewhere(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>, %x2: tensor<128x!tile.ptr<f32>>) {
  tile.elementwise_inline_asm "{ .reg .f32 t; ld.global.nc.f32 t, [$0]; add.f32 t, t, $1; st.global.f32 [$2], t; }" {constraints = "l,f,l", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128x!tile.ptr<f32>>
  tile.return
}
tile.func private @two_pointers(%x0: tensor<128x!tile.ptr<f32>>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 31: expected a number of bytes that 'add.u64' adds to $1, found $2, another pointer [pointer-sum]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u64 a; add.u64 a, $1, $2; ld.global.f32 $0, [a]; }" {constraints = "=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, !tile.ptr<f32> -> tensor<128xf32>
  tile.return
}
tile.func private @pointer_and_bytes(%x0: tensor<128x!tile.ptr<f32>>, %x1: i64) {
  %r = tile.elementwise_inline_asm "{ .reg .u64 a; add.u64 a, $1, $2; ld.global.f32 $0, [a]; }" {constraints = "=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, i64 -> tensor<128xf32>
  tile.return
}
tile.func private @group_by_one_pointer(%x0: tensor<128x!tile.ptr<f32>>) {
  // expected-warning @below {{in the asm, line 1, column 50: expected each element to be loaded by its own pointer, found that no instruction reads $3, that of element 1 [pointer-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.nc.f32 $0, [$2]; ld.global.nc.f32 $1, [$2];" {constraints = "=f,=f,l,l", packed_element = 2 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @group_by_two_pointers(%x0: tensor<128x!tile.ptr<f32>>) {
  %r = tile.elementwise_inline_asm "ld.global.nc.f32 $0, [$2]; ld.global.nc.f32 $1, [$3];" {constraints = "=f,=f,l,l", packed_element = 2 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @group_by_one_vector(%x0: tensor<128x!tile.ptr<f32>>) {
  %r = tile.elementwise_inline_asm "ld.global.v2.f32 {$0, $1}, [$2];" {constraints = "=f,=f,l,l", packed_element = 2 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @vector_offset(%x0: tensor<128x!tile.ptr<f32>>) {
  // expected-warning @below {{in the asm, line 1, column 37: expected a multiple of 16 bytes after $4, which points to f32, found 4 in 'ld.global.v4.f32'; offsets count bytes [pointer-offset]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm "ld.global.v4.f32 {$0, $1, $2, $3}, [$4+4];" {constraints = "=f,=f,=f,=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @vector_offset_right(%x0: tensor<128x!tile.ptr<f32>>) {
  %r:4 = tile.elementwise_inline_asm "ld.global.v4.f32 {$0, $1, $2, $3}, [$4+16];" {constraints = "=f,=f,=f,=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @swap_old(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 104: expected the loop to change what 'atom.relaxed.gpu.global.cas.b32' expects, found that 'old' stays what was loaded before the loop [loop-endless]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 old, seen, t; ld.relaxed.gpu.global.b32 old, [$0]; L: mul.lo.u32 t, old, $1; atom.relaxed.gpu.global.cas.b32 seen, [$0], old, t; setp.ne.b32 p, seen, old; @p bra L; }" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.return
}
tile.func private @swap_new(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 old, seen, t; ld.relaxed.gpu.global.b32 old, [$0]; L: mul.lo.u32 t, old, $1; atom.relaxed.gpu.global.cas.b32 seen, [$0], old, t; setp.ne.b32 p, seen, old; mov.b32 old, seen; @p bra L; }" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.return
}
}
