// RUN: tilec %s --num-warps=1 | FileCheck %s

// Where the mask is false, addresses may be anything: each access has its own
// predicate, and nothing else reads or writes memory.
// CHECK-LABEL: .visible .entry wild(
// CHECK-NOT: {{ld|st}}.global
// CHECK: @%p{{[0-9]+}} ld.global.b64
// CHECK-NOT: {{^[^@]*}}{{ld|st}}.global
// CHECK: @%p{{[0-9]+}} ld.global.b32
// CHECK-NOT: {{^[^@]*}}{{ld|st}}.global
// CHECK: @%p{{[0-9]+}} st.global.b32
// CHECK-NOT: {{ld|st}}.global
// CHECK: ret;
tile.func public @wild(%table: !tile.ptr<i64>, %q: !tile.ptr<f32>, %n: i32) {
  %range = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %ns = tile.splat %n : i32 -> tensor<32xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<32xi32>
  %ts = tile.splat %table : !tile.ptr<i64> -> tensor<32x!tile.ptr<i64>>
  %tp = tile.addptr %ts, %range : tensor<32x!tile.ptr<i64>>, tensor<32xi32>
  // Without `other`: addresses are garbage where the mask is false.
  %address = tile.load %tp, %mask : tensor<32x!tile.ptr<i64>>
  %ptrs = tile.int_to_ptr %address : tensor<32xi64> -> tensor<32x!tile.ptr<f32>>
  %x = tile.load %ptrs, %mask : tensor<32x!tile.ptr<f32>>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %qp = tile.addptr %qs, %range : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
  tile.store %qp, %x, %mask : tensor<32x!tile.ptr<f32>>
  tile.return
}

// Null pointers and masks of their own kind: never a vector over a mask that
// changes inside of it.
// CHECK-LABEL: .visible .entry odd_lanes(
// CHECK-NOT: .v{{[248]}}
// CHECK: @%p{{[0-9]+}} ld.global.b32
// CHECK-NOT: .v{{[248]}}
// CHECK: ret;
tile.func public @odd_lanes(%q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %range = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %one = arith.constant dense<1> : tensor<256xi32>
  %bit = arith.andi %range, %one : tensor<256xi32>
  %mask = arith.cmpi eq, %bit, %one : tensor<256xi32>
  %none = arith.constant 0 : i64
  %null = tile.int_to_ptr %none : i64 -> !tile.ptr<f32>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %nulls = tile.splat %null : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %qp = tile.addptr %qs, %range : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %ptrs = arith.select %mask, %qp, %nulls : tensor<256xi1>, tensor<256x!tile.ptr<f32>>
  %x = tile.load %ptrs, %mask : tensor<256x!tile.ptr<f32>>
  tile.store %ptrs, %x, %mask : tensor<256x!tile.ptr<f32>>
  tile.return
}

// A mask that is never true: no access at all.
// CHECK-LABEL: .visible .entry never(
// CHECK-NOT: {{ld|st}}.global
// CHECK: ret;
tile.func public @never(%q: !tile.ptr<f32>) {
  %mask = arith.constant dense<false> : tensor<64xi1>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %x = tile.load %qs, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %qs, %x, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}
