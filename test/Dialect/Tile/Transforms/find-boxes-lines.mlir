// RUN: tile-opt %s --tile-find-boxes=remarks=true --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --tile-find-boxes --split-input-file | tile-opt --split-input-file | FileCheck %s

// A number for each row comes with the rows: it is a box of one dimension, and 0
// where there is no row.
// CHECK-LABEL: @scaled_tensor_maps(
// CHECK-SAME: argument = 4 : i32, box = array<i32: 1>, element = "f32", extents = {{.}}{{.}}array<i64: 1, 2>{{.}}{{.}}, strides = {{.}}{{.}}{{.}}{{.}}, swizzle = 0 : i32
// CHECK: tile.load %{{.*}}, %{{.*}}, %{{.*}} box %{{.*}}[%{{.*}}] along [0]
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @scaled(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32, %scales: !tile.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %no_scales = arith.constant dense<0.0> : tensor<64xf32>
  %ones = arith.constant dense<1.0> : tensor<64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_t = tile.splat %a : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %m_t = tile.splat %m : i32 -> tensor<64xi32>
  scf.for %i = %zero to %n step %one : i32 {
    %row = arith.muli %i, %height : i32
    %row_t = tile.splat %row : i32 -> tensor<64xi32>
    %rows = arith.addi %row_t, %range : tensor<64xi32>
    %inside = arith.cmpi slt, %rows, %m_t : tensor<64xi32>
    %inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %mask = tile.broadcast %inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
    %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %begins = arith.muli %rows_1, %line : tensor<64x1xi32>
    %begins_t = tile.broadcast %begins : tensor<64x1xi32> -> tensor<64x64xi32>
    %offsets = arith.addi %begins_t, %columns : tensor<64x64xi32>
    %from = tile.addptr %a_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %to = tile.addptr %c_t, %offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
    %x = tile.load %from, %mask : tensor<64x64x!tile.ptr<f16>>
    %part = tile.dot %x, %b, %zeros : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %from_scale = tile.addptr %scales, %row : !tile.ptr<f32>, i32
    %from_scale_t = tile.splat %from_scale : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
    %from_scales = tile.addptr %from_scale_t, %range : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
    %scale = tile.load %from_scales, %inside, %no_scales : tensor<64x!tile.ptr<f32>>
    %scale_1 = tile.expand_dims %scale {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %scale_2 = tile.broadcast %scale_1 : tensor<64x1xf32> -> tensor<64x64xf32>
    %scaled = arith.mulf %part, %scale_2 : tensor<64x64xf32>
    tile.store %to, %scaled, %mask : tensor<64x64x!tile.ptr<f32>>
  } {tile.num_stages = 3 : i32}

  tile.return
}
}

// -----

// The loop does not say that its loads come early.
// CHECK-LABEL: @unasked_tensor_maps(
// CHECK-NOT: along [0]
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @unasked(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32, %scales: !tile.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %no_scales = arith.constant dense<0.0> : tensor<64xf32>
  %ones = arith.constant dense<1.0> : tensor<64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_t = tile.splat %a : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %m_t = tile.splat %m : i32 -> tensor<64xi32>
  scf.for %i = %zero to %n step %one : i32 {
    %row = arith.muli %i, %height : i32
    %row_t = tile.splat %row : i32 -> tensor<64xi32>
    %rows = arith.addi %row_t, %range : tensor<64xi32>
    %inside = arith.cmpi slt, %rows, %m_t : tensor<64xi32>
    %inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %mask = tile.broadcast %inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
    %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %begins = arith.muli %rows_1, %line : tensor<64x1xi32>
    %begins_t = tile.broadcast %begins : tensor<64x1xi32> -> tensor<64x64xi32>
    %offsets = arith.addi %begins_t, %columns : tensor<64x64xi32>
    %from = tile.addptr %a_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %to = tile.addptr %c_t, %offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
    %x = tile.load %from, %mask : tensor<64x64x!tile.ptr<f16>>
    %part = tile.dot %x, %b, %zeros : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %from_scale = tile.addptr %scales, %row : !tile.ptr<f32>, i32
    %from_scale_t = tile.splat %from_scale : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
    %from_scales = tile.addptr %from_scale_t, %range : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
    %scale = tile.load %from_scales, %inside, %no_scales : tensor<64x!tile.ptr<f32>>
    %scale_1 = tile.expand_dims %scale {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %scale_2 = tile.broadcast %scale_1 : tensor<64x1xf32> -> tensor<64x64xf32>
    %scaled = arith.mulf %part, %scale_2 : tensor<64x64xf32>
    tile.store %to, %scaled, %mask : tensor<64x64x!tile.ptr<f32>>
  }

  tile.return
}
}

// -----

// A bulk copy makes 0 of what is outside.
// CHECK-LABEL: @other_tensor_maps(
// CHECK-NOT: along [0]
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @other(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32, %scales: !tile.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %no_scales = arith.constant dense<0.0> : tensor<64xf32>
  %ones = arith.constant dense<1.0> : tensor<64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_t = tile.splat %a : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %m_t = tile.splat %m : i32 -> tensor<64xi32>
  scf.for %i = %zero to %n step %one : i32 {
    %row = arith.muli %i, %height : i32
    %row_t = tile.splat %row : i32 -> tensor<64xi32>
    %rows = arith.addi %row_t, %range : tensor<64xi32>
    %inside = arith.cmpi slt, %rows, %m_t : tensor<64xi32>
    %inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %mask = tile.broadcast %inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
    %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %begins = arith.muli %rows_1, %line : tensor<64x1xi32>
    %begins_t = tile.broadcast %begins : tensor<64x1xi32> -> tensor<64x64xi32>
    %offsets = arith.addi %begins_t, %columns : tensor<64x64xi32>
    %from = tile.addptr %a_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %to = tile.addptr %c_t, %offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
    %x = tile.load %from, %mask : tensor<64x64x!tile.ptr<f16>>
    %part = tile.dot %x, %b, %zeros : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %from_scale = tile.addptr %scales, %row : !tile.ptr<f32>, i32
    %from_scale_t = tile.splat %from_scale : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
    %from_scales = tile.addptr %from_scale_t, %range : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
    // expected-remark@below {{is not a box that a bulk copy takes: elements that are not read become something else than 0}}
    %scale = tile.load %from_scales, %inside, %ones : tensor<64x!tile.ptr<f32>>
    %scale_1 = tile.expand_dims %scale {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %scale_2 = tile.broadcast %scale_1 : tensor<64x1xf32> -> tensor<64x64xf32>
    %scaled = arith.mulf %part, %scale_2 : tensor<64x64xf32>
    tile.store %to, %scaled, %mask : tensor<64x64x!tile.ptr<f32>>
  } {tile.num_stages = 3 : i32}

  tile.return
}
}
