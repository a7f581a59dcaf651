// RUN: tile-opt %s --tile-find-boxes=remarks=true --split-input-file --verify-diagnostics | FileCheck %s

// The kernel multiplies the number of a program in 64 bits: there may be 2^31 programs.
// CHECK-LABEL: @programs(
// CHECK-NOT: box %
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @programs(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %lda: i32 {tile.divisibility = 16 : i32}, %first: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %id = tile.get_program_id x : i32
  %wide = arith.extsi %id : i32 to i64
  %factor = arith.constant 1024 : i64
  %start = arith.muli %wide, %factor : i64
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %begin = tile.addptr %a, %start : !tile.ptr<f16>, i64
  %a_t = tile.splat %begin : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %lda_t = tile.splat %lda : i32 -> tensor<64x1xi32>
  %sums = scf.for %i = %zero to %n step %one iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %row = arith.muli %i, %height : i32
    %row_t = tile.splat %row : i32 -> tensor<64xi32>
    %rows = arith.addi %row_t, %range : tensor<64xi32>
    %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %begins = arith.muli %rows_1, %lda_t : tensor<64x1xi32>
    %begins_t = tile.broadcast %begins : tensor<64x1xi32> -> tensor<64x64xi32>
    %offsets = arith.addi %begins_t, %columns : tensor<64x64xi32>
    %from = tile.addptr %a_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    // expected-remark@below {{is not a box that a bulk copy takes: a coordinate may need more than 32 bits}}
    %x = tile.load %from : tensor<64x64x!tile.ptr<f16>>
    %next = tile.dot %x, %b, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %range_1 = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %to_1 = arith.muli %range_1, %line : tensor<64x1xi32>
  %to_2 = tile.broadcast %to_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %to_3 = arith.addi %to_2, %columns : tensor<64x64xi32>
  %to = tile.addptr %c_t, %to_3 : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %to, %sums : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Along y there are at most 65,535.
// CHECK-LABEL: @few_programs_tensor_maps(
// CHECK: tile.load %{{.*}} box %
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @few_programs(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %lda: i32 {tile.divisibility = 16 : i32}, %first: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %id = tile.get_program_id y : i32
  %wide = arith.extsi %id : i32 to i64
  %factor = arith.constant 1024 : i64
  %start = arith.muli %wide, %factor : i64
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %begin = tile.addptr %a, %start : !tile.ptr<f16>, i64
  %a_t = tile.splat %begin : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %lda_t = tile.splat %lda : i32 -> tensor<64x1xi32>
  %sums = scf.for %i = %zero to %n step %one iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %row = arith.muli %i, %height : i32
    %row_t = tile.splat %row : i32 -> tensor<64xi32>
    %rows = arith.addi %row_t, %range : tensor<64xi32>
    %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %begins = arith.muli %rows_1, %lda_t : tensor<64x1xi32>
    %begins_t = tile.broadcast %begins : tensor<64x1xi32> -> tensor<64x64xi32>
    %offsets = arith.addi %begins_t, %columns : tensor<64x64xi32>
    %from = tile.addptr %a_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %x = tile.load %from : tensor<64x64x!tile.ptr<f16>>
    %next = tile.dot %x, %b, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %range_1 = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %to_1 = arith.muli %range_1, %line : tensor<64x1xi32>
  %to_2 = tile.broadcast %to_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %to_3 = arith.addi %to_2, %columns : tensor<64x64xi32>
  %to = tile.addptr %c_t, %to_3 : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %to, %sums : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// In 32 bits the kernel itself would overflow.
// CHECK-LABEL: @narrow_tensor_maps(
// CHECK: tile.load %{{.*}} box %
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @narrow(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %lda: i32 {tile.divisibility = 16 : i32}, %first: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %id = tile.get_program_id x : i32
  %factor = arith.constant 1024 : i32
  %product = arith.muli %id, %factor : i32
  %start = arith.extsi %product : i32 to i64
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %begin = tile.addptr %a, %start : !tile.ptr<f16>, i64
  %a_t = tile.splat %begin : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %lda_t = tile.splat %lda : i32 -> tensor<64x1xi32>
  %sums = scf.for %i = %zero to %n step %one iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %row = arith.muli %i, %height : i32
    %row_t = tile.splat %row : i32 -> tensor<64xi32>
    %rows = arith.addi %row_t, %range : tensor<64xi32>
    %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %begins = arith.muli %rows_1, %lda_t : tensor<64x1xi32>
    %begins_t = tile.broadcast %begins : tensor<64x1xi32> -> tensor<64x64xi32>
    %offsets = arith.addi %begins_t, %columns : tensor<64x64xi32>
    %from = tile.addptr %a_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %x = tile.load %from : tensor<64x64x!tile.ptr<f16>>
    %next = tile.dot %x, %b, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %range_1 = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %to_1 = arith.muli %range_1, %line : tensor<64x1xi32>
  %to_2 = tile.broadcast %to_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %to_3 = arith.addi %to_2, %columns : tensor<64x64xi32>
  %to = tile.addptr %c_t, %to_3 : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %to, %sums : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Of an argument the launch is asked.
// CHECK-LABEL: @argument_tensor_maps(
// CHECK-SAME: tile.positive_arguments = [{{.*}}-268435456{{.*}}2147483648{{.*}}268435456{{.*}}2147483648
// CHECK: tile.load %{{.*}} box %
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @argument(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %lda: i32 {tile.divisibility = 16 : i32}, %first: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %wide = arith.extsi %first : i32 to i64
  %factor = arith.constant 268435456 : i64
  %start = arith.muli %wide, %factor : i64
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %begin = tile.addptr %a, %start : !tile.ptr<f16>, i64
  %a_t = tile.splat %begin : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %lda_t = tile.splat %lda : i32 -> tensor<64x1xi32>
  %sums = scf.for %i = %zero to %n step %one iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %row = arith.muli %i, %height : i32
    %row_t = tile.splat %row : i32 -> tensor<64xi32>
    %rows = arith.addi %row_t, %range : tensor<64xi32>
    %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %begins = arith.muli %rows_1, %lda_t : tensor<64x1xi32>
    %begins_t = tile.broadcast %begins : tensor<64x1xi32> -> tensor<64x64xi32>
    %offsets = arith.addi %begins_t, %columns : tensor<64x64xi32>
    %from = tile.addptr %a_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %x = tile.load %from : tensor<64x64x!tile.ptr<f16>>
    %next = tile.dot %x, %b, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %range_1 = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %to_1 = arith.muli %range_1, %line : tensor<64x1xi32>
  %to_2 = tile.broadcast %to_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %to_3 = arith.addi %to_2, %columns : tensor<64x64xi32>
  %to = tile.addptr %c_t, %to_3 : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %to, %sums : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// A constant that needs more bits.
// CHECK-LABEL: @constant(
// CHECK-NOT: box %
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @constant(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %lda: i32 {tile.divisibility = 16 : i32}, %first: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %start = arith.constant 2147483648 : i64
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %begin = tile.addptr %a, %start : !tile.ptr<f16>, i64
  %a_t = tile.splat %begin : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %lda_t = tile.splat %lda : i32 -> tensor<64x1xi32>
  %sums = scf.for %i = %zero to %n step %one iter_args(%sum = %zeros) -> (tensor<64x64xf32>) : i32 {
    %row = arith.muli %i, %height : i32
    %row_t = tile.splat %row : i32 -> tensor<64xi32>
    %rows = arith.addi %row_t, %range : tensor<64xi32>
    %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %begins = arith.muli %rows_1, %lda_t : tensor<64x1xi32>
    %begins_t = tile.broadcast %begins : tensor<64x1xi32> -> tensor<64x64xi32>
    %offsets = arith.addi %begins_t, %columns : tensor<64x64xi32>
    %from = tile.addptr %a_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    // expected-remark@below {{is not a box that a bulk copy takes: a coordinate may need more than 32 bits}}
    %x = tile.load %from : tensor<64x64x!tile.ptr<f16>>
    %next = tile.dot %x, %b, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %range_1 = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %to_1 = arith.muli %range_1, %line : tensor<64x1xi32>
  %to_2 = tile.broadcast %to_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %to_3 = arith.addi %to_2, %columns : tensor<64x64xi32>
  %to = tile.addptr %c_t, %to_3 : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %to, %sums : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}

