// A model of three kernels, which serve.c launches one after the other:
//
//   scale       h = x * s, rows of 1024 floats, each by a cluster of 4 CTAs
//   bias        h = max(h + b, 0), after the launch before has ended
//   accumulate  y = y + g * h
//
// A row is what all CTAs of a cluster work on, and a CTA takes the quarter of its
// rank. Launched without clusters, `scale` leaves most of h as it was.

tile.func public @scale(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %h_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %s: f32) {
  %row = tile.elementwise_inline_asm "mov.u32 $0, %clusterid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %rank = tile.elementwise_inline_asm "mov.u32 $0, %cluster_ctarank;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %parts = arith.constant 4 : i32
  %size = arith.constant 256 : i32
  %before = arith.muli %row, %parts : i32
  %part = arith.addi %before, %rank : i32
  %start = arith.muli %part, %size : i32
  %starts = tile.splat %start : i32 -> tensor<256xi32>
  %range = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %i = arith.addi %starts, %range : tensor<256xi32>
  %xs = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %x_at = tile.addptr %xs, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %x_at : tensor<256x!tile.ptr<f32>>
  %ss = tile.splat %s : f32 -> tensor<256xf32>
  %h = arith.mulf %x, %ss : tensor<256xf32>
  %hs = tile.splat %h_ptr : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %h_at = tile.addptr %hs, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %h_at, %h : tensor<256x!tile.ptr<f32>>
  tile.grid_dependency_launch_dependents
  tile.return
}

tile.func public @bias(
    %h_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %b: f32) {
  %size = arith.constant 1024 : i32
  %id = tile.get_program_id x : i32
  %start = arith.muli %id, %size : i32
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %i = arith.addi %starts, %range : tensor<1024xi32>
  %hs = tile.splat %h_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %h_at = tile.addptr %hs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %bs = tile.splat %b : f32 -> tensor<1024xf32>
  %zeros = arith.constant dense<0.0> : tensor<1024xf32>
  tile.grid_dependency_wait
  %h = tile.load %h_at : tensor<1024x!tile.ptr<f32>>
  %sum = arith.addf %h, %bs : tensor<1024xf32>
  %positive = arith.maximumf %sum, %zeros : tensor<1024xf32>
  tile.store %h_at, %positive : tensor<1024x!tile.ptr<f32>>
  tile.return
}

tile.func public @accumulate(
    %h_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %g: f32) {
  %size = arith.constant 1024 : i32
  %id = tile.get_program_id x : i32
  %start = arith.muli %id, %size : i32
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %i = arith.addi %starts, %range : tensor<1024xi32>
  %hs = tile.splat %h_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %h_at = tile.addptr %hs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %h = tile.load %h_at : tensor<1024x!tile.ptr<f32>>
  %ys = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_at = tile.addptr %ys, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %y = tile.load %y_at : tensor<1024x!tile.ptr<f32>>
  %gs = tile.splat %g : f32 -> tensor<1024xf32>
  %gh = arith.mulf %h, %gs : tensor<1024xf32>
  %sum = arith.addf %y, %gh : tensor<1024xf32>
  tile.store %y_at, %sum : tensor<1024x!tile.ptr<f32>>
  tile.return
}
