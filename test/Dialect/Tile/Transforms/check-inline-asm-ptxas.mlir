// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics -o /dev/null

// Right PTX that versions of ptxas make wrong machine code of.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @copy_with_policy(%s: i32, %p: !tile.ptr<i32>, %policy: i64) {
  // expected-warning @below {{ptxas before 13.4, and drivers with such a ptxas, may make an illegal instruction of a 'cp.async' with '.L2::cache_hint' on GPUs from sm_90 on; leave out '.L2::cache_hint' and the policy [ptxas-defect]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, $2; cp.async.wait_all;" scope = thread {constraints = "r,l,l", packed_element = 1 : i32, pure = false} %s, %p, %policy : i32, !tile.ptr<i32>, i64
  tile.return
}
tile.func private @copy_without(%s: i32, %p: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "cp.async.cg.shared.global [$0], [$1], 16; cp.async.wait_all;" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %s, %p : i32, !tile.ptr<i32>
  tile.return
}
// A bulk copy has its policy elsewhere, and a load, too.
tile.func private @others(%s: i32, %p: !tile.ptr<i32>, %policy: i64, %barrier: i32) {
  tile.elementwise_inline_asm "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [$0], [$1], 16, [$3], $2;" scope = thread {constraints = "r,l,l,r", packed_element = 1 : i32, pure = false} %s, %p, %policy, %barrier : i32, !tile.ptr<i32>, i64, i32
  %r = tile.elementwise_inline_asm "ld.global.L2::cache_hint.b32 $0, [$1], $2;" {constraints = "=r,l,l", packed_element = 1 : i32, pure = false} %p, %policy : !tile.ptr<i32>, i64 -> i32
  tile.return
}
}

// -----

// ptxas makes a plain address of it for these.
module attributes {tile.target = #tile.target<"sm_89", num_warps = 4>} {
tile.func private @copy_with_policy(%s: i32, %p: !tile.ptr<i32>, %policy: i64) {
  tile.elementwise_inline_asm "cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, $2; cp.async.wait_all;" scope = thread {constraints = "r,l,l", packed_element = 1 : i32, pure = false} %s, %p, %policy : i32, !tile.ptr<i32>, i64
  tile.return
}
}
