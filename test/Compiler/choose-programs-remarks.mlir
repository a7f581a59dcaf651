// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-choose-programs-per-cta | FileCheck %s

// CHECK-NOT: tile.programs_per_cta

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @readsCtaid(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    %q = tile.addptr %p, %pid : !tile.ptr<i32>, i32
    // expected-remark @below {{'tile.elementwise_inline_asm' keeps small programs from sharing a CTA: found '%ctaid.x'}}
    %0 = tile.elementwise_inline_asm "mov.u32 $0, %ctaid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    tile.store %q, %0 : !tile.ptr<i32>
    tile.return
  }
}

// -----

// All targets get the same number: that the fallback runs changes nothing.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @readsCtaidUnlessFallback(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    // expected-remark @below {{found '%ctaid.x'}}
    %0 = tile.elementwise_inline_asm "mov.u32 $0, %ctaid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true, use_fallback} -> i32 fallback () {
      %zero = arith.constant 0 : i32
      tile.asm.return %zero : i32
    }
    %q = tile.addptr %p, %pid : !tile.ptr<i32>, i32
    tile.store %q, %0 : !tile.ptr<i32>
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @assertion(%p: !tile.ptr<i32>, %ok: i1) {
    %pid = tile.get_program_id x : i32
    // expected-remark @below {{'tile.assert' keeps small programs from sharing a CTA: found an assertion, whose message names the CTA and the thread}}
    tile.assert %ok, "ok" : i1
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @clusterBarrier(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    // expected-remark @below {{found what several warps do together, 'barrier.cluster.arrive'}}
    tile.elementwise_inline_asm "barrier.cluster.arrive;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @clusterRank(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    // expected-remark @below {{found '%cluster_ctaid.x'}}
    %0 = tile.elementwise_inline_asm "mov.u32 $0, %cluster_ctaid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    %q = tile.addptr %p, %pid : !tile.ptr<i32>, i32
    tile.store %q, %0 : !tile.ptr<i32>
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @numberedBarrier(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    // expected-remark @below {{'tilegpu.barrier' keeps small programs from sharing a CTA: found a barrier with a number of its own}}
    tilegpu.barrier group {id = 1 : i32, warps = 1 : i32}
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
}
