// Kernels that are right with `pure = false`. With `pure = true` the compiler may
// do what it must not do here: merge, drop or move.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>} {

// Each element counts once: 8 of them, though 64 threads hold copies.
tile.func public @atomic(%count: !tile.ptr<i32>, %o: !tile.ptr<i32>) {
  %p = tile.splat %count : !tile.ptr<i32> -> tensor<8x!tile.ptr<i32>>
  %r = tile.elementwise_inline_asm "atom.global.add.u32 $0, [$1], 1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %p : tensor<8x!tile.ptr<i32>> -> tensor<8xi32>
  %q = tile.splat %o : !tile.ptr<i32> -> tensor<8x!tile.ptr<i32>>
  %i = tile.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %a = tile.addptr %q, %i : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
  tile.store %a, %r : tensor<8x!tile.ptr<i32>>
  tile.return
}

// The second load sees what was stored between: merged with the first, it does not.
tile.func public @load(%p: !tile.ptr<i32>, %o: !tile.ptr<i32>) {
  %seven = arith.constant 7 : i32
  %a = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %p : !tile.ptr<i32> -> i32
  tile.store %p, %seven : !tile.ptr<i32>
  %b = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %p : !tile.ptr<i32> -> i32
  %s = arith.addi %a, %b : i32
  tile.store %o, %s : !tile.ptr<i32>
  tile.return
}

tile.func public @volatile_load(%p: !tile.ptr<i32>, %o: !tile.ptr<i32>) {
  %seven = arith.constant 7 : i32
  %a = tile.elementwise_inline_asm "ld.volatile.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %p : !tile.ptr<i32> -> i32
  tile.store %p, %seven : !tile.ptr<i32>
  %b = tile.elementwise_inline_asm "ld.volatile.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %p : !tile.ptr<i32> -> i32
  %s = arith.addi %a, %b : i32
  tile.store %o, %s : !tile.ptr<i32>
  tile.return
}

// Nobody reads the result: the store is dropped with it.
tile.func public @store(%o: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0; st.global.b32 [$1], 1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %o : !tile.ptr<i32> -> i32
  tile.return
}

// Time goes on: merged, the two are the same.
tile.func public @clock(%o: !tile.ptr<i32>) {
  %a = tile.elementwise_inline_asm "mov.u32 $0, %clock;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %b = tile.elementwise_inline_asm "mov.u32 $0, %clock;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %same = arith.cmpi eq, %a, %b : i32
  %r = arith.extui %same : i1 to i32
  tile.store %o, %r : !tile.ptr<i32>
  tile.return
}

// All elements are to be the one scalar, that of thread 0.
tile.func public @thread(%o: !tile.ptr<i32>) {
  %t = tile.elementwise_inline_asm "mov.u32 $0, %tid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %r = tile.splat %t : i32 -> tensor<64xi32>
  %q = tile.splat %o : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %i = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %a = tile.addptr %q, %i : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  tile.store %a, %r : tensor<64x!tile.ptr<i32>>
  tile.return
}

// Thread i writes i to place i and reads place 63 - i, that of the other warp; it
// stores by how much that is not 63 - i.
tile.func public @barrier(%p: !tile.ptr<i32>, %o: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .b32 t; .reg .b64 a; mov.u32 t, %tid.x; mad.wide.u32 a, t, 4, $0; st.global.b32 [a], t; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> ()
  %b = tile.elementwise_inline_asm "bar.sync 0; mov.b32 $0, 0;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.elementwise_inline_asm "{ .reg .b32 t, v, a2; .reg .b64 a; mov.u32 t, %tid.x; sub.u32 v, 63, t; mad.wide.u32 a, v, 4, $0; ld.global.b32 a2, [a]; sub.u32 v, a2, v; mad.wide.u32 a, t, 4, $1; st.global.b32 [a], v; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %p, %o : !tile.ptr<i32>, !tile.ptr<i32> -> ()
  tile.return
}

// Warp 0 waits for a flag of warp 1: dropped, it does not wait.
tile.func public @loop(%p: !tile.ptr<i32>, %o: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .b32 t; .reg .pred p; mov.u32 t, %tid.x; setp.ge.u32 p, t, 32; @p st.relaxed.gpu.global.b32 [$0+4], 7; fence.acq_rel.gpu; @p st.relaxed.gpu.global.b32 [$0], 1; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> ()
  %w = tile.elementwise_inline_asm "{ .reg .b32 v; .reg .pred p; WAIT: ld.relaxed.gpu.global.b32 v, [$1]; setp.eq.s32 p, v, 0; @p bra WAIT; mov.b32 $0, v; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = true} %p : !tile.ptr<i32> -> i32
  tile.elementwise_inline_asm "{ .reg .b32 t, v; .reg .pred p; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; fence.acq_rel.gpu; ld.relaxed.gpu.global.b32 v, [$0+4]; @p st.global.b32 [$1], v; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %p, %o : !tile.ptr<i32>, !tile.ptr<i32> -> ()
  tile.return
}

// Where n is 0, nothing is stored: dropped, the exit does not happen.
tile.func public @exit(%o: !tile.ptr<i32>, %n: i32) {
  %one = arith.constant 1 : i32
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.s32 p, $1, 0; mov.b32 $0, 0; @p exit; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = true} %n : i32 -> i32
  tile.store %o, %one : !tile.ptr<i32>
  tile.return
}

}
