// 128 threads, and 32 elements that all of them get from one warp: through shared
// memory, with two barriers of the compiler.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Thread t writes t to place t and stores by how much place 127 - t is not 127 - t.
// Between the two are barrier 0 of the author and those of the compiler.
tile.func public @barrier_0(%x: !tile.ptr<i32>, %p: !tile.ptr<i32>, %o: !tile.ptr<i32>, %e: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  %v = tile.load %xp : tensor<32x!tile.ptr<i32>>
  tile.elementwise_inline_asm "{ .reg .b32 t; .reg .b64 a; mov.u32 t, %tid.x; mad.wide.u32 a, t, 4, $0; st.global.b32 [a], t; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32>
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %v : tensor<32xi32> -> tensor<32xi32>
  tile.elementwise_inline_asm "{ .reg .b32 t, u, v; .reg .b64 a; mov.u32 t, %tid.x; sub.u32 u, 127, t; mad.wide.u32 a, u, 4, $0; ld.global.b32 v, [a]; sub.u32 v, v, u; mad.wide.u32 a, t, 4, $1; st.global.b32 [a], v; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %p, %o : !tile.ptr<i32>, !tile.ptr<i32>
  tile.elementwise_inline_asm "bar.sync 0, 128;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  %s = tile.elementwise_inline_asm "add.s32 $0, $1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %r : tensor<32xi32> -> tensor<32xi32>
  %es = tile.splat %e : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %ep = tile.addptr %es, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  tile.store %ep, %s : tensor<32x!tile.ptr<i32>>
  tile.return
}

// Two warps exchange by shared memory and barrier 1; the others go on to the
// barriers of the compiler.
tile.func public @barrier_1(%x: !tile.ptr<i32>, %o: !tile.ptr<i32>, %e: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  %v = tile.load %xp : tensor<32x!tile.ptr<i32>>
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 room[256]; .reg .pred p; .reg .b32 t, u, v, s; .reg .b64 a; mov.u32 t, %tid.x; setp.ge.u32 p, t, 64; @p bra END; mov.u32 s, room; mad.lo.u32 s, t, 4, s; st.shared.b32 [s], t; bar.sync 1, 64; sub.u32 u, 63, t; mov.u32 s, room; mad.lo.u32 s, u, 4, s; ld.shared.b32 v, [s]; sub.u32 v, v, u; mad.wide.u32 a, t, 4, $0; st.global.b32 [a], v; END: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %o : !tile.ptr<i32>
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, 2;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %v : tensor<32xi32> -> tensor<32xi32>
  %es = tile.splat %e : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %ep = tile.addptr %es, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  tile.store %ep, %r : tensor<32x!tile.ptr<i32>>
  tile.return
}
}
