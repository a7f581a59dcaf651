// RUN: tile-opt %s --tile-to-tilegpu=num-warps=1 | FileCheck %s --implicit-check-not=convert_layout

// Packed asm that runs once for each element takes the layout of the store that
// it shares offsets with, where any layout gives its threads whole groups.

// CHECK-DAG: #[[TWO:.*]] = #tile.blocked<{sizePerThread = [1, 2],
// CHECK-DAG: #[[EIGHT:.*]] = #tile.blocked<{sizePerThread = [8],
// CHECK-DAG: #[[FOUR:.*]] = #tile.blocked<{sizePerThread = [4],
// CHECK-LABEL: @shared_offsets(
// CHECK: tile.store {{.*}}, #[[TWO]]>
// CHECK: tile.elementwise_inline_asm {{.*}} packed_element = 2 {{.*}} -> tensor<8x8xi32, #[[TWO]]>
// CHECK: tile.store {{.*}}, #[[TWO]]>
tile.func public @shared_offsets(%c: !tile.ptr<i32>, %x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %o = tile.reshape %r : tensor<64xi32> -> tensor<8x8xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<8x8x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %o : tensor<8x8x!tile.ptr<i32>>, tensor<8x8xi32>
  tile.store %xp, %o : tensor<8x8x!tile.ptr<i32>>
  %v = tile.elementwise_inline_asm "atom.global.add.u32 $0, [$2], 1; atom.global.add.u32 $1, [$3], 1;" {constraints = "=r,=r,l,l", packed_element = 2 : i32, pure = false} %c : !tile.ptr<i32> -> tensor<8x8xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<8x8x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %o : tensor<8x8x!tile.ptr<i32>>, tensor<8x8xi32>
  tile.store %yp, %v : tensor<8x8x!tile.ptr<i32>>
  tile.return
}

// What shares a register had better be neighbours: four pairs of floats for four
// bytes, where four floats would do for the load.
// CHECK-LABEL: @bytes_of_pairs(
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f32>, #[[EIGHT]]>
tile.func public @bytes_of_pairs(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %v = tile.load %xp : tensor<1024x!tile.ptr<f32>>
  %w = tile.reshape %v : tensor<1024xf32> -> tensor<512x2xf32>
  %a, %b = tile.split %w : tensor<512x2xf32> -> tensor<512xf32>
  %z = tile.elementwise_inline_asm ".reg .b32 t; add.s32 t, $1, $5; xor.b32 t, t, $2; xor.b32 t, t, $3; xor.b32 t, t, $4; xor.b32 t, t, $6; xor.b32 t, t, $7; xor.b32 $0, t, $8;" {constraints = "=r,r,r,r,r,r,r,r,r", packed_element = 4 : i32, pure = true} %a, %b : tensor<512xf32>, tensor<512xf32> -> tensor<512xi8>
  %s = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %ys = tile.splat %y : !tile.ptr<i8> -> tensor<512x!tile.ptr<i8>>
  %yp = tile.addptr %ys, %s : tensor<512x!tile.ptr<i8>>, tensor<512xi32>
  tile.store %yp, %z : tensor<512x!tile.ptr<i8>>
  tile.return
}

// Floats alone do not: each has a register of its own.
// CHECK-LABEL: @floats(
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f32>, #[[FOUR]]>
tile.func public @floats(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %v = tile.load %xp : tensor<1024x!tile.ptr<f32>>
  %z = tile.elementwise_inline_asm "" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r,0,1,2,3,4,5,6,7", packed_element = 8 : i32, pure = true} %v : tensor<1024xf32> -> tensor<1024xf32>
  tile.store %xp, %z : tensor<1024x!tile.ptr<f32>>
  tile.return
}
