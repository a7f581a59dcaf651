// RUN: tilec %s -o - | FileCheck %s
// RUN: tile-run %s --kernel=pairs --input=x:512xi8=rand --output=y:512xi8 --check='y == x[i/8*8 + i%4*2 + i/4%2]'
// RUN: tile-run %s --kernel=within_words --input=x:512xi8=rand --output=y:512xi8 --check='y == x[i/4*4 + i%2*2 + i/2%2]'

// Bytes that are loaded by pairs and stored by fours: no lane of a vector stays
// undefined on the way, which the simulator would report, and 16 bytes take 16
// instructions.

// CHECK-LABEL: .entry pairs(
// CHECK-COUNT-16: prmt.b32
// CHECK-NOT: prmt
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @pairs(%x: !tile.ptr<i8> {tile.divisibility = 2 : i32}, %y: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %o = tile.reshape %r : tensor<512xi32> -> tensor<64x4x2xi32>
  %xs = tile.splat %x : !tile.ptr<i8> -> tensor<64x4x2x!tile.ptr<i8>>
  %xp = tile.addptr %xs, %o : tensor<64x4x2x!tile.ptr<i8>>, tensor<64x4x2xi32>
  %v = tile.load %xp : tensor<64x4x2x!tile.ptr<i8>>
  %t = tile.trans %v {order = array<i32: 0, 2, 1>} : tensor<64x4x2xi8> -> tensor<64x2x4xi8>
  %p = tile.reshape %r : tensor<512xi32> -> tensor<64x2x4xi32>
  %ys = tile.splat %y : !tile.ptr<i8> -> tensor<64x2x4x!tile.ptr<i8>>
  %yp = tile.addptr %ys, %p : tensor<64x2x4x!tile.ptr<i8>>, tensor<64x2x4xi32>
  tile.store %yp, %t : tensor<64x2x4x!tile.ptr<i8>>
  tile.return
}

// Within a word the second source of the permutation is none that anyone wrote.
// CHECK-LABEL: .entry within_words(
// CHECK: ld.global.v4.b32
// CHECK-COUNT-4: prmt.b32
// CHECK-NOT: prmt
// CHECK: st.global.v4.b32
tile.func public @within_words(%x: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %xs = tile.splat %x : !tile.ptr<i8> -> tensor<512x!tile.ptr<i8>>
  %xp = tile.addptr %xs, %r : tensor<512x!tile.ptr<i8>>, tensor<512xi32>
  %v = tile.load %xp : tensor<512x!tile.ptr<i8>>
  %w = tile.reshape %v : tensor<512xi8> -> tensor<128x2x2xi8>
  %t = tile.trans %w {order = array<i32: 0, 2, 1>} : tensor<128x2x2xi8> -> tensor<128x2x2xi8>
  %z = tile.reshape %t : tensor<128x2x2xi8> -> tensor<512xi8>
  %ys = tile.splat %y : !tile.ptr<i8> -> tensor<512x!tile.ptr<i8>>
  %yp = tile.addptr %ys, %r : tensor<512x!tile.ptr<i8>>, tensor<512xi32>
  tile.store %yp, %z : tensor<512x!tile.ptr<i8>>
  tile.return
}
}
