// RUN: tilec %s | FileCheck %s
// RUN: tilec %s --num-warps=1 | FileCheck %s

// Elements 1185 apart are accessed one by one, although the base is aligned.
// CHECK-LABEL: .visible .entry strided(
// CHECK-NOT: .v{{[248]}}
// CHECK: ld.global.{{[bus]}}8
// CHECK-NOT: .v{{[248]}}
// CHECK: st.global.b32
// CHECK-NOT: .v{{[248]}}
tile.func public @strided(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %q: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %stride = arith.constant dense<1185> : tensor<1024xi32>
  %offsets = arith.muli %range, %stride : tensor<1024xi32>
  %bases = tile.splat %p : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %ptrs = tile.addptr %bases, %offsets : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  %x = tile.load %ptrs : tensor<1024x!tile.ptr<i8>>
  %y = arith.extsi %x : tensor<1024xi8> to tensor<1024xi32>
  %out = tile.splat %q : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %outs = tile.addptr %out, %offsets : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %outs, %y : tensor<1024x!tile.ptr<i32>>
  tile.return
}

// Rows of 1185 elements: aligned in no row but the first.
// CHECK-LABEL: .visible .entry rows(
// CHECK-NOT: .v{{[248]}}
// CHECK: ret;
tile.func public @rows(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %rows = tile.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %column = tile.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %pitch = arith.constant dense<1185> : tensor<8x1xi32>
  %starts = arith.muli %column, %pitch : tensor<8x1xi32>
  %cols = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %row = tile.expand_dims %cols {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %a = tile.broadcast %starts : tensor<8x1xi32> -> tensor<8x256xi32>
  %b = tile.broadcast %row : tensor<1x256xi32> -> tensor<8x256xi32>
  %offsets = arith.addi %a, %b : tensor<8x256xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<8x256x!tile.ptr<f32>>
  %pp = tile.addptr %ps, %offsets : tensor<8x256x!tile.ptr<f32>>, tensor<8x256xi32>
  %x = tile.load %pp : tensor<8x256x!tile.ptr<f32>>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<8x256x!tile.ptr<f32>>
  %qq = tile.addptr %qs, %offsets : tensor<8x256x!tile.ptr<f32>>, tensor<8x256xi32>
  tile.store %qq, %x : tensor<8x256x!tile.ptr<f32>>
  tile.return
}
