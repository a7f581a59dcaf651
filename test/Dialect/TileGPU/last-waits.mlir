// RUN: tile-opt %s --tile-overlap-products | FileCheck %s

// What needs no sum comes before the wait for a loop's last products: loads, and which tile
// the next program makes.

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#columns = #tile.slice<{dim = 0, parent = #mma}>
#shared = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: tile.func public @programs
// CHECK: %[[FIRST:.*]] = tile.get_program_id x
// CHECK: %[[STEP:.*]] = tile.get_num_programs x
// The tile of the first program.
// CHECK-DAG: %[[ROW0:.*]] = arith.divsi %[[FIRST]]
// CHECK-DAG: %[[COLUMN0:.*]] = arith.remsi %[[FIRST]]
// CHECK: scf.for %[[PROGRAM:.*]] = %[[FIRST]] to %arg2 step %[[STEP]] iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK-NOT: arith.divsi
// CHECK-NOT: arith.remsi
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: tilegpu.warpgroup_dot
// The bias, then the next program's tile, or this one's once more if it is the last.
// CHECK: %[[BIAS:.*]] = tile.load
// CHECK: %[[NEXT:.*]] = arith.addi %[[PROGRAM]], %[[STEP]]
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %arg2
// CHECK: %[[THEN:.*]] = arith.select %[[MORE]], %[[NEXT]], %[[PROGRAM]]
// CHECK-DAG: arith.divsi %[[THEN]]
// CHECK-DAG: arith.remsi %[[THEN]]
// CHECK: tilegpu.warpgroup_wait %[[SUM]]
// A load of what a store before it may have written stays behind it, and one that needs the
// sum behind the wait.
// CHECK: tile.store
// CHECK: tile.load
// CHECK: scf.yield %{{.*}}, %{{.*}} : i32, i32
tile.func public @programs(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %programs: i32, %per_row: i32, %n: i32) attributes {tile.persistent, tile.tensor_map_entry_of = "plain"} {
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %width = arith.constant 64 : i32
  %a = tilegpu.local_alloc : <64x64xf16, #shared>
  %b = tilegpu.local_alloc : <64x64xf16, #shared>
  %first = tile.get_program_id x : i32
  %step = tile.get_num_programs x : i32
  scf.for %program = %first to %programs step %step : i32 {
    %row = arith.divsi %program, %per_row : i32
    %column = arith.remsi %program, %per_row : i32
    %row_0 = arith.muli %row, %width : i32
    %column_0 = arith.muli %column, %width : i32
    %none = tilegpu.pending_sum %zeros : tensor<64x64xf32, #mma>
    %sum = scf.for %i = %zero to %n step %one iter_args(%so_far = %none) -> (!tilegpu.pending<tensor<64x64xf32, #mma>>) : i32 {
      %more = tilegpu.warpgroup_dot %a, %b, %so_far : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.pending<tensor<64x64xf32, #mma>> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
      scf.yield %more : !tilegpu.pending<tensor<64x64xf32, #mma>>
    }
    %done = tilegpu.warpgroup_wait %sum {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
    %x_tile = tile.addptr %x, %column_0 : !tile.ptr<f32>, i32
    %x_t = tile.splat %x_tile : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #columns>
    %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #columns>
    %x_ptrs = tile.addptr %x_t, %columns : tensor<64x!tile.ptr<f32>, #columns>, tensor<64xi32, #columns>
    %bias = tile.load %x_ptrs : tensor<64x!tile.ptr<f32>, #columns>
    %y_tile = tile.addptr %y, %row_0 : !tile.ptr<f32>, i32
    %y_t = tile.splat %y_tile : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #columns>
    %y_ptrs = tile.addptr %y_t, %columns : tensor<64x!tile.ptr<f32>, #columns>, tensor<64xi32, #columns>
    tile.store %y_ptrs, %bias : tensor<64x!tile.ptr<f32>, #columns>
    %again = tile.load %x_ptrs : tensor<64x!tile.ptr<f32>, #columns>
    %bias_2_1 = tile.expand_dims %again {axis = 0 : i32} : tensor<64xf32, #columns> -> tensor<1x64xf32, #mma>
    %bias_2 = tile.broadcast %bias_2_1 : tensor<1x64xf32, #mma> -> tensor<64x64xf32, #mma>
    %biased = arith.addf %done, %bias_2 : tensor<64x64xf32, #mma>
    %y_t2 = tile.splat %y_tile : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #mma>
    tile.store %y_t2, %biased : tensor<64x64x!tile.ptr<f32>, #mma>
  }
  tile.return
}

// A loop that is not over programs keeps its divisions, which may be by zero without an
// iteration. Volatile loads do not move.
//
// CHECK-LABEL: tile.func public @other
// CHECK: scf.for
// CHECK: arith.divsi
// CHECK: scf.for
// CHECK: tilegpu.warpgroup_wait
// CHECK: tile.load {{.*}}isVolatile
tile.func public @other(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %programs: i32, %per_row: i32, %n: i32) {
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = tilegpu.local_alloc : <64x64xf16, #shared>
  %b = tilegpu.local_alloc : <64x64xf16, #shared>
  scf.for %program = %zero to %programs step %one : i32 {
    %row = arith.divsi %program, %per_row : i32
    %none = tilegpu.pending_sum %zeros : tensor<64x64xf32, #mma>
    %sum = scf.for %i = %zero to %n step %one iter_args(%so_far = %none) -> (!tilegpu.pending<tensor<64x64xf32, #mma>>) : i32 {
      %more = tilegpu.warpgroup_dot %a, %b, %so_far : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.pending<tensor<64x64xf32, #mma>> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
      scf.yield %more : !tilegpu.pending<tensor<64x64xf32, #mma>>
    }
    %done = tilegpu.warpgroup_wait %sum {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
    %x_t = tile.splat %x : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #mma>
    %v = tile.load %x_t {isVolatile = true} : tensor<64x64x!tile.ptr<f32>, #mma>
    %biased = arith.addf %done, %v : tensor<64x64xf32, #mma>
    %y_tile = tile.addptr %y, %row : !tile.ptr<f32>, i32
    %y_t = tile.splat %y_tile : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #mma>
    tile.store %y_t, %biased : tensor<64x64x!tile.ptr<f32>, #mma>
  }
  tile.return
}

}
