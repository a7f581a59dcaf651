// RUN: tile-opt %s --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s
// RUN: sed 's/tile.store %%c_at,/tile.store %%sums#1,/' %s | tile-opt --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s --check-prefix=SHARED
// RUN: sed 's/%%row1 = tile.expand_dims %%row /%%row1 = tile.expand_dims %%range /' %s | tile-opt --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s --check-prefix=RANGE

// The rows of a gather are loaded, and also say where the sums go, which have the layout of
// the product. The load in the loop has pointers and a mask of its own: the rows alone are
// converted, before the loop.

// The last pointers are also where the sums are stored: the loop carries them in the
// layout of the product, and converts them each time.
// SHARED-LABEL: @gathered(
// SHARED: scf.for {{.*}}tensor<64x64x!tile.ptr<bf16>, #mma>
// SHARED: convert_layout {{.*}}!tile.ptr
// SHARED: scf.yield

// One range is rows and columns of what the loop carries: it is made for both.
// RANGE: #[[OWN:.*]] = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// RANGE-LABEL: @gathered(
// RANGE: scf.for {{.*}}tensor<64x64x!tile.ptr<bf16>, #[[OWN]]>
// RANGE-NOT: convert_layout {{.*}}!tile.ptr
// RANGE: tile.load {{.*}} : tensor<64x64x!tile.ptr<bf16>, #[[OWN]]>
// RANGE: scf.yield

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK: #[[OWN:.*]] = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: @gathered(
// CHECK-DAG: tilegpu.convert_layout {{.*}} : tensor<64xi32, {{.*}}> -> tensor<64xi32, #tile.slice<{dim = 1, parent = #[[OWN]]}>>
// CHECK: scf.for {{.*}}tensor<64x64x!tile.ptr<bf16>, #[[OWN]]>
// CHECK-NOT: convert_layout {{.*}}!tile.ptr
// CHECK-NOT: convert_layout {{.*}}xi1
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<bf16>, #[[OWN]]>
// CHECK: scf.yield
// The store has pointers and a mask of its own as well.
// CHECK-NOT: convert_layout {{.*}}!tile.ptr
// CHECK-NOT: convert_layout {{.*}}xi1
// CHECK: convert_layout {{.*}} : tensor<64x64xbf16, #mma> -> tensor<64x64xbf16, #[[ROWS:.*]]>
// CHECK: tile.store {{.*}} : tensor<64x64x!tile.ptr<bf16>, #[[ROWS]]>
tile.func public @gathered(%a: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %r: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %rows: i32, %k: i32 {tile.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %no_a = arith.constant dense<0.0> : tensor<64x64xbf16>
  %next = arith.constant dense<64> : tensor<64x64xi32>
  %range = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns_all = tile.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
  %r_all = tile.splat %r : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %r_at = tile.addptr %r_all, %range : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  %row = tile.load %r_at : tensor<64x!tile.ptr<i32>>
  %count = tile.splat %rows : i32 -> tensor<64xi32>
  %is_row = arith.cmpi slt, %row, %count : tensor<64xi32>
  %row1 = tile.expand_dims %row {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %is_row1 = tile.expand_dims %is_row {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %is_row_all = tile.broadcast %is_row1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %k_all = tile.splat %k : i32 -> tensor<64x1xi32>
  %far = arith.muli %row1, %k_all : tensor<64x1xi32>
  %far_all = tile.broadcast %far : tensor<64x1xi32> -> tensor<64x64xi32>
  %place = arith.addi %far_all, %columns_all : tensor<64x64xi32>
  %a_all = tile.splat %a : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>>
  %a_first = tile.addptr %a_all, %place : tensor<64x64x!tile.ptr<bf16>>, tensor<64x64xi32>
  %lines = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %lines_far = arith.muli %lines, %k_all : tensor<64x1xi32>
  %lines_all = tile.broadcast %lines_far : tensor<64x1xi32> -> tensor<64x64xi32>
  %b_place = arith.addi %lines_all, %columns_all : tensor<64x64xi32>
  %b_all = tile.splat %b : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>>
  %b_at = tile.addptr %b_all, %b_place : tensor<64x64x!tile.ptr<bf16>>, tensor<64x64xi32>
  %sums:2 = scf.for %i = %zero to %k step %step iter_args(%sum = %none, %a_at = %a_first) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<bf16>>) : i32 {
    %left = arith.subi %k, %i : i32
    %left_all = tile.splat %left : i32 -> tensor<1x64xi32>
    %is_left = arith.cmpi slt, %columns, %left_all : tensor<1x64xi32>
    %is_left_all = tile.broadcast %is_left : tensor<1x64xi1> -> tensor<64x64xi1>
    %is_here = arith.andi %is_row_all, %is_left_all : tensor<64x64xi1>
    %x = tile.load %a_at, %is_here, %no_a : tensor<64x64x!tile.ptr<bf16>>
    %y = tile.load %b_at : tensor<64x64x!tile.ptr<bf16>>
    %more = tile.dot %x, %y, %sum : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
    %a_next = tile.addptr %a_at, %next : tensor<64x64x!tile.ptr<bf16>>, tensor<64x64xi32>
    scf.yield %more, %a_next : tensor<64x64xf32>, tensor<64x64x!tile.ptr<bf16>>
  }
  %c_all = tile.splat %c : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>>
  %c_at = tile.addptr %c_all, %place : tensor<64x64x!tile.ptr<bf16>>, tensor<64x64xi32>
  %out = arith.truncf %sums#0 : tensor<64x64xf32> to tensor<64x64xbf16>
  tile.store %c_at, %out, %is_row_all : tensor<64x64x!tile.ptr<bf16>>
  tile.return
}

// Rows that are loaded in the loop, and also scale the products, are converted there: they,
// and no pointers.
// CHECK-LABEL: @paged(
// CHECK: scf.for
// CHECK: tilegpu.convert_layout {{.*}} : tensor<64xi32, {{.*}}> -> tensor<64xi32, #tile.slice<{dim = 1, parent = #[[OWN]]}>>
// CHECK-NOT: convert_layout {{.*}}!tile.ptr
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<bf16>, #[[OWN]]>
// CHECK: scf.yield
// SHARED-LABEL: @paged(
tile.func public @paged(%a: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %r: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32, %k: i32 {tile.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns_all = tile.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
  %lines = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k_all = tile.splat %k : i32 -> tensor<64x1xi32>
  %lines_far = arith.muli %lines, %k_all : tensor<64x1xi32>
  %lines_all = tile.broadcast %lines_far : tensor<64x1xi32> -> tensor<64x64xi32>
  %place = arith.addi %lines_all, %columns_all : tensor<64x64xi32>
  %b_all = tile.splat %b : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>>
  %b_at = tile.addptr %b_all, %place : tensor<64x64x!tile.ptr<bf16>>, tensor<64x64xi32>
  %y = tile.load %b_at : tensor<64x64x!tile.ptr<bf16>>
  %a_all = tile.splat %a : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>>
  %r_all = tile.splat %r : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %sums = scf.for %i = %zero to %n step %step iter_args(%sum = %none) -> (tensor<64x64xf32>) : i32 {
    %i_all = tile.splat %i : i32 -> tensor<64xi32>
    %r_place = arith.addi %i_all, %range : tensor<64xi32>
    %r_at = tile.addptr %r_all, %r_place : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
    %row = tile.load %r_at : tensor<64x!tile.ptr<i32>>
    %row1 = tile.expand_dims %row {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %far = arith.muli %row1, %k_all : tensor<64x1xi32>
    %far_all = tile.broadcast %far : tensor<64x1xi32> -> tensor<64x64xi32>
    %a_place = arith.addi %far_all, %columns_all : tensor<64x64xi32>
    %a_at = tile.addptr %a_all, %a_place : tensor<64x64x!tile.ptr<bf16>>, tensor<64x64xi32>
    %x = tile.load %a_at : tensor<64x64x!tile.ptr<bf16>>
    %product = tile.dot %x, %y, %none : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
    %scale = arith.sitofp %row1 : tensor<64x1xi32> to tensor<64x1xf32>
    %scale_all = tile.broadcast %scale : tensor<64x1xf32> -> tensor<64x64xf32>
    %scaled = arith.mulf %product, %scale_all : tensor<64x64xf32>
    %more = arith.addf %sum, %scaled : tensor<64x64xf32>
    scf.yield %more : tensor<64x64xf32>
  }
  %c_all = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %out_at = tile.addptr %c_all, %place : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %out_at, %sums : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

}
