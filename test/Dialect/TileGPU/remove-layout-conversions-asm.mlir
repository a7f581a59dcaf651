// RUN: tile-opt %s --tile-to-tilegpu=num-warps=1 | FileCheck %s --implicit-check-not=convert_layout

// Packed asm that runs once for each element takes the layout of the store that
// it shares offsets with, where any layout gives its threads whole groups.

// CHECK: #[[TWO:.*]] = #tile.blocked<{sizePerThread = [1, 2],
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
