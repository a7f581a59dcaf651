// RUN: tile-opt %s --tile-insert-barriers | FileCheck %s

// Before anybody chose layouts, several threads may hold an element: a load
// behind a store to the same place waits.
// CHECK-LABEL: @without_layouts
// CHECK: tile.store
// CHECK-NEXT: tilegpu.barrier
// CHECK-NEXT: tile.load
tile.func private @without_layouts(%p: !tile.ptr<f32>) -> tensor<128xf32> {
  %r = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %b = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %a = tile.addptr %b, %r : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %x = tile.load %a : tensor<128x!tile.ptr<f32>>
  tile.store %a, %x : tensor<128x!tile.ptr<f32>>
  %y = tile.load %a : tensor<128x!tile.ptr<f32>>
  tile.return %y : tensor<128xf32>
}
