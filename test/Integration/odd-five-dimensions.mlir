// RUN: tilec %s | FileCheck %s
// RUN: tilec %s --num-warps=1 | FileCheck %s --check-prefix=ONE
// RUN: tilec %s --num-warps=32 -o %t

// Five dimensions, one run of memory: accesses of 16 bytes along the last one.
// CHECK-LABEL: .visible .entry five(
// CHECK-COUNT-2: st.global.v4.b32
// CHECK-NOT: st.global
// ONE-COUNT-8: st.global.v4.b32
// ONE-NOT: st.global
tile.func public @five(%q: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %r2 = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %r3 = tile.expand_dims %r2 {axis = 0 : i32} : tensor<1x16xi32> -> tensor<1x1x16xi32>
  %r4 = tile.expand_dims %r3 {axis = 0 : i32} : tensor<1x1x16xi32> -> tensor<1x1x1x16xi32>
  %r5 = tile.expand_dims %r4 {axis = 0 : i32} : tensor<1x1x1x16xi32> -> tensor<1x1x1x1x16xi32>
  %last = tile.broadcast %r5 : tensor<1x1x1x1x16xi32> -> tensor<2x4x1x8x16xi32>
  %s = tile.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %s2 = tile.expand_dims %s {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %s3 = tile.expand_dims %s2 {axis = 0 : i32} : tensor<8x1xi32> -> tensor<1x8x1xi32>
  %s4 = tile.expand_dims %s3 {axis = 0 : i32} : tensor<1x8x1xi32> -> tensor<1x1x8x1xi32>
  %s5 = tile.expand_dims %s4 {axis = 0 : i32} : tensor<1x1x8x1xi32> -> tensor<1x1x1x8x1xi32>
  %sixteen = arith.constant dense<16> : tensor<1x1x1x8x1xi32>
  %s6 = arith.muli %s5, %sixteen : tensor<1x1x1x8x1xi32>
  %fourth = tile.broadcast %s6 : tensor<1x1x1x8x1xi32> -> tensor<2x4x1x8x16xi32>
  %t = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %t2 = tile.expand_dims %t {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %t3 = tile.expand_dims %t2 {axis = 2 : i32} : tensor<1x4xi32> -> tensor<1x4x1xi32>
  %t4 = tile.expand_dims %t3 {axis = 3 : i32} : tensor<1x4x1xi32> -> tensor<1x4x1x1xi32>
  %t5 = tile.expand_dims %t4 {axis = 4 : i32} : tensor<1x4x1x1xi32> -> tensor<1x4x1x1x1xi32>
  %128 = arith.constant dense<128> : tensor<1x4x1x1x1xi32>
  %t6 = arith.muli %t5, %128 : tensor<1x4x1x1x1xi32>
  %second = tile.broadcast %t6 : tensor<1x4x1x1x1xi32> -> tensor<2x4x1x8x16xi32>
  %u = tile.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %u2 = tile.expand_dims %u {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
  %u3 = tile.expand_dims %u2 {axis = 2 : i32} : tensor<2x1xi32> -> tensor<2x1x1xi32>
  %u4 = tile.expand_dims %u3 {axis = 3 : i32} : tensor<2x1x1xi32> -> tensor<2x1x1x1xi32>
  %u5 = tile.expand_dims %u4 {axis = 4 : i32} : tensor<2x1x1x1xi32> -> tensor<2x1x1x1x1xi32>
  %512 = arith.constant dense<512> : tensor<2x1x1x1x1xi32>
  %u6 = arith.muli %u5, %512 : tensor<2x1x1x1x1xi32>
  %first = tile.broadcast %u6 : tensor<2x1x1x1x1xi32> -> tensor<2x4x1x8x16xi32>
  %upper = arith.addi %first, %second : tensor<2x4x1x8x16xi32>
  %lower = arith.addi %last, %fourth : tensor<2x4x1x8x16xi32>
  %offsets = arith.addi %upper, %lower : tensor<2x4x1x8x16xi32>
  %bases = tile.splat %q : !tile.ptr<i32> -> tensor<2x4x1x8x16x!tile.ptr<i32>>
  %ptrs = tile.addptr %bases, %offsets : tensor<2x4x1x8x16x!tile.ptr<i32>>, tensor<2x4x1x8x16xi32>
  tile.store %ptrs, %offsets : tensor<2x4x1x8x16x!tile.ptr<i32>>
  tile.return
}
