// 128 threads, and 32 elements that all of them get from one warp: through shared
// memory, with two barriers of the compiler.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// One warp waits at barrier 0 once more than the others, for whom this is already
// the first barrier of the compiler.
tile.func public @barrier_shared(%x: !tile.ptr<i32>, %e: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  %v = tile.load %xp : tensor<32x!tile.ptr<i32>>
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t; mov.u32 t, %tid.x; setp.lt.u32 p, t, 32; @p bar.sync 0; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, 2;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %v : tensor<32xi32> -> tensor<32xi32>
  %es = tile.splat %e : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %ep = tile.addptr %es, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  tile.store %ep, %r : tensor<32x!tile.ptr<i32>>
  tile.return
}

// The barrier of the one warp pairs with one of the compiler in the others.
tile.func public @barrier_of_elements(%x: !tile.ptr<i32>, %e: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  %v = tile.load %xp : tensor<32x!tile.ptr<i32>>
  %r = tile.elementwise_inline_asm "bar.sync 0; add.s32 $0, $1, 2;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %v : tensor<32xi32> -> tensor<32xi32>
  %es = tile.splat %e : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %ep = tile.addptr %es, %i : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  tile.store %ep, %r : tensor<32x!tile.ptr<i32>>
  tile.return
}
}
