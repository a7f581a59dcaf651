// Two matrices of 32 KB in each iteration: in three places each, or two, a CTA of 4 warps would
// have an SM for itself. In one place each, which is written again as soon as it was read,
// several CTAs share it.

// RUN: tilec %s --target=sm_90a --num-stages=3 --emit=schedule -o - | FileCheck %s --check-prefix=SCHEDULE
// SCHEDULE-COUNT-2: tilegpu.ahead = #tilegpu.ahead<1 by copy in !tilegpu.memdesc<1x128x128xbf16
// SCHEDULE: tilegpu.copies_in_place

// Eight warps have enough to do.
// RUN: tilec %s --target=sm_90a --num-warps=8 --num-stages=3 --emit=schedule -o - | FileCheck %s --check-prefix=WARPS
// WARPS-NOT: tilegpu.copies_in_place
// WARPS: tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x128x128xbf16
// WARPS-NOT: tilegpu.copies_in_place

// Each waits for its own copies only, and barriers part what is read and what is written.
// RUN: tilec %s --target=sm_90a --num-stages=3 -o - | FileCheck %s
// CHECK: cp.async.commit_group
// CHECK: cp.async.commit_group
// CHECK: cp.async.wait_group 1;
// CHECK: bar.sync
// CHECK: mma.sync
// CHECK: bar.sync
// CHECK: cp.async.cg
// CHECK: cp.async.commit_group
// CHECK: cp.async.wait_group 1;
// CHECK: bar.sync
// CHECK: mma.sync
// CHECK: bar.sync
// CHECK: cp.async.cg
// CHECK: cp.async.commit_group
// CHECK: cp.async.wait_group 0;

// A schedule in a text may ask for more places: 2, 2 iterations ahead.
// RUN: tilec %s --target=sm_90a --num-stages=3 --emit=schedule -o - | sed 's/ahead<1 by copy in !tilegpu.memdesc<1x/ahead<2 by copy in !tilegpu.memdesc<2x/' > %t.mlir
// DEFINE: %{args} = --grid=2 --input=q:32x128xbf16=randn --input=pages:2x5xi32=iota:9:-1 --input=k:1280x128xbf16=randn --input=v:1280x128xbf16=randn
// RUN: tile-run %s --device=sim --target=sm_90a --num-stages=1 %{args} --output=o:32x128xf32:save=%t.npy --input=i32=5
// RUN: tile-run %s --device=sim --strict-races --target=sm_90a --num-stages=3 %{args} --output=o:32x128xf32 --expected=o=%t.npy --input=i32=5
// RUN: tile-run %t.mlir --device=sim --strict-races %{args} --output=o:32x128xf32 --expected=o=%t.npy --input=i32=5
// RUN: tile-run %s --device=sim --strict-races --target=sm_90a --num-stages=3 %{args} --output=o:32x128xf32 --check='o == 0' --input=i32=0

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @rows(%base: !tile.ptr<bf16>) -> tensor<128x128x!tile.ptr<bf16>> {
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %rows = tile.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %pitch = arith.constant dense<128> : tensor<128x1xi32>
  %far = arith.muli %rows, %pitch : tensor<128x1xi32>
  %far_all = tile.broadcast %far : tensor<128x1xi32> -> tensor<128x128xi32>
  %columns = tile.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_all = tile.broadcast %columns : tensor<1x128xi32> -> tensor<128x128xi32>
  %place = arith.addi %far_all, %columns_all : tensor<128x128xi32>
  %all = tile.splat %base : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>>
  %at = tile.addptr %all, %place : tensor<128x128x!tile.ptr<bf16>>, tensor<128x128xi32>
  tile.return %at : tensor<128x128x!tile.ptr<bf16>>
}

// Keys and values on pages of 128 rows; weights are scores.
tile.func public @pages(%q: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %pages: !tile.ptr<i32>, %k: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %v: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %o: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %count: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %id = tile.get_program_id x : i32
  %page_size = arith.constant 16384 : i32
  %q_size = arith.constant 2048 : i32
  %rows = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %pitch = arith.constant dense<128> : tensor<16x1xi32>
  %far = arith.muli %rows_1, %pitch : tensor<16x1xi32>
  %far_all = tile.broadcast %far : tensor<16x1xi32> -> tensor<16x128xi32>
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns = tile.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_all = tile.broadcast %columns : tensor<1x128xi32> -> tensor<16x128xi32>
  %place = arith.addi %far_all, %columns_all : tensor<16x128xi32>
  %q_start = arith.muli %id, %q_size : i32
  %q_base = tile.addptr %q, %q_start : !tile.ptr<bf16>, i32
  %q_all = tile.splat %q_base : !tile.ptr<bf16> -> tensor<16x128x!tile.ptr<bf16>>
  %q_at = tile.addptr %q_all, %place : tensor<16x128x!tile.ptr<bf16>>, tensor<16x128xi32>
  %x = tile.load %q_at : tensor<16x128x!tile.ptr<bf16>>
  %table_start = arith.muli %id, %count : i32
  %table = tile.addptr %pages, %table_start : !tile.ptr<i32>, i32
  %none = arith.constant dense<0.0> : tensor<16x128xf32>
  %sums = scf.for %i = %zero to %count step %one iter_args(%sum = %none) -> (tensor<16x128xf32>) : i32 {
    %entry = tile.addptr %table, %i : !tile.ptr<i32>, i32
    %page = tile.load %entry : !tile.ptr<i32>
    %start = arith.muli %page, %page_size : i32
    %k_base = tile.addptr %k, %start : !tile.ptr<bf16>, i32
    %k_at = tile.call @rows(%k_base) : (!tile.ptr<bf16>) -> tensor<128x128x!tile.ptr<bf16>>
    %keys = tile.load %k_at : tensor<128x128x!tile.ptr<bf16>>
    %turned = tile.trans %keys {order = array<i32: 1, 0>} : tensor<128x128xbf16> -> tensor<128x128xbf16>
    %scores = tile.dot %x, %turned, %none : tensor<16x128xbf16> * tensor<128x128xbf16> -> tensor<16x128xf32>
    %weights = arith.truncf %scores : tensor<16x128xf32> to tensor<16x128xbf16>
    %v_base = tile.addptr %v, %start : !tile.ptr<bf16>, i32
    %v_at = tile.call @rows(%v_base) : (!tile.ptr<bf16>) -> tensor<128x128x!tile.ptr<bf16>>
    %values = tile.load %v_at : tensor<128x128x!tile.ptr<bf16>>
    %more = tile.dot %weights, %values, %sum : tensor<16x128xbf16> * tensor<128x128xbf16> -> tensor<16x128xf32>
    scf.yield %more : tensor<16x128xf32>
  }
  %o_base = tile.addptr %o, %q_start : !tile.ptr<f32>, i32
  %o_all = tile.splat %o_base : !tile.ptr<f32> -> tensor<16x128x!tile.ptr<f32>>
  %o_at = tile.addptr %o_all, %place : tensor<16x128x!tile.ptr<f32>>, tensor<16x128xi32>
  tile.store %o_at, %sums : tensor<16x128x!tile.ptr<f32>>
  tile.return
}
}
