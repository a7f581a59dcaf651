// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// tcgen05 in inline PTX: each mistake is next to its right twin.

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func private @wait(%a: i32) -> i32 {
  // expected-warning @below {{expected 'tcgen05.wait::ld.sync.aligned' between 'tcgen05.ld.sync.aligned.32x32b.x1.b32' and 'mov.u32', which writes '$0', found none; wait before [tensor-wait]}}
  // expected-note @below {{the registers are }}
  %0 = tile.elementwise_inline_asm "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1]; mov.u32 $0, 1; tcgen05.wait::ld.sync.aligned;" scope = thread {constraints = "=&r,r", packed_element = 1 : i32, pure = false} %a : i32 -> i32
  %1 = tile.elementwise_inline_asm "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1]; tcgen05.wait::ld.sync.aligned; mov.u32 $0, 1;" scope = thread {constraints = "=&r,r", packed_element = 1 : i32, pure = false} %a : i32 -> i32
  // What reads it comes after its load.
  %2 = tile.elementwise_inline_asm "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1]; add.u32 $0, $0, 1; tcgen05.wait::ld.sync.aligned;" scope = thread {constraints = "=&r,r", packed_element = 1 : i32, pure = false} %a : i32 -> i32
  %3 = arith.addi %0, %1 : i32
  %4 = arith.addi %3, %2 : i32
  tile.return %4 : i32
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func private @allocation(%slot: i32) {
  // expected-warning @below {{expected no allocation after 'tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned', found 'tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32'; allocate all before [tensor-alloc]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], 64;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %slot : i32 -> ()
  tile.elementwise_inline_asm "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], 64; tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %slot : i32 -> ()
  tile.return
}
}

// -----

// 135266320 is f16 with sums of f32, N of 64 and M of 128; 1048592 has no rows.
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func private @descriptor(%d: i32, %a: i64, %b: i64) {
  // expected-error-re @below {{found M 0 and N 64{{.*}} [tensor-descriptor]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 i; setp.eq.u32 p, 0, 1; mov.b32 i, 1048592; tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, i, p; }" scope = thread {constraints = "r,l,l", packed_element = 1 : i32, pure = false} %d, %a, %b : i32, i64, i64 -> ()
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 i; setp.eq.u32 p, 0, 1; mov.b32 i, 135266320; tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, i, p; }" scope = thread {constraints = "r,l,l", packed_element = 1 : i32, pure = false} %d, %a, %b : i32, i64, i64 -> ()
  tile.return
}
}
