// RUN: tile-opt %s --tile-find-boxes=remarks=true --split-input-file --verify-diagnostics | FileCheck %s

// Additions of an iteration's sums are a box, and so are those of another place
// of the kernel. What lies past the last row is not added.
// CHECK-LABEL: @adds_tensor_maps(
// CHECK-SAME: element = "f16", extents = [unit, {{.}}array<i64: 1, 2>{{.}}]
// CHECK-SAME: element = "f32", extents = [unit, {{.}}array<i64: 1, 2>{{.}}]
// CHECK: scf.for
// CHECK: tile.atomic_rmw fadd, relaxed, gpu, %{{.*}}, %{{.*}}, %{{.*}} box %{{.*}}[%{{.*}}, %{{.*}}] along [1, 0] :
// CHECK: tile.atomic_rmw fadd, relaxed, cta, %{{.*}}, %{{.*}}, %{{.*}} box %{{.*}}[%{{.*}}, %{{.*}}] along [1, 0] :
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @adds(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
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
    %old = tile.atomic_rmw fadd, relaxed, gpu, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
    %again = tile.atomic_rmw fadd, relaxed, cta, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
  }
  tile.return
}
}

// -----

// An operation reads what was there.
// CHECK-LABEL: @read_tensor_maps(
// CHECK-NOT: tile.atomic_rmw{{.*}} box
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @read(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
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
    // expected-remark@below {{is not a box that a bulk copy takes: an operation reads its result}}
    %old = tile.atomic_rmw fadd, relaxed, gpu, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
    tile.print "old" {hex = false, isSigned = array<i32: 1>} : %old : tensor<64x64xf32>
  }
  tile.return
}
}

// -----

// Other threads may take the addition as a signal.
// CHECK-LABEL: @ordered_tensor_maps(
// CHECK-NOT: tile.atomic_rmw{{.*}} box
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @ordered(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
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
    // expected-remark@below {{is not a box that a bulk copy takes: it is ordered, or atomic for the host}}
    %old = tile.atomic_rmw fadd, acq_rel, gpu, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
  }
  tile.return
}
}

// -----

// The host is not one of the GPU's threads.
// CHECK-LABEL: @host_tensor_maps(
// CHECK-NOT: tile.atomic_rmw{{.*}} box
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @host(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
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
    // expected-remark@below {{is not a box that a bulk copy takes: it is ordered, or atomic for the host}}
    %old = tile.atomic_rmw fadd, relaxed, sys, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
  }
  tile.return
}
}

// -----

// A maximum of floats has no instruction.
// CHECK-LABEL: @exchanges_tensor_maps(
// CHECK-NOT: tile.atomic_rmw{{.*}} box
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @exchanges(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
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
    // expected-remark@below {{is not a box that a bulk copy takes: it is no addition of floats or i32}}
    %old = tile.atomic_rmw exch, relaxed, gpu, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
  }
  tile.return
}
}

// -----

// Another addition says that the sums are there.
// CHECK-LABEL: @signals_tensor_maps(
// CHECK-NOT: tile.atomic_rmw{{.*}} box
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @signals(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32, %counter: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
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
    // expected-remark@below {{is not a box that a bulk copy takes: the kernel may see how far its sums are}}
    %old = tile.atomic_rmw fadd, relaxed, gpu, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
    // expected-remark@below {{is not a box that a bulk copy takes: it is ordered}}
    %signal = tile.atomic_rmw add, release, gpu, %counter, %one : (!tile.ptr<i32>, i32) -> i32
  }
  tile.return
}
}

// -----

// A load may read them.
// CHECK-LABEL: @loads_tensor_maps(
// CHECK-NOT: tile.atomic_rmw{{.*}} box
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @loads(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
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
    // expected-remark@below {{is not a box that a bulk copy takes: the kernel may see how far its sums are}}
    %old = tile.atomic_rmw fadd, relaxed, gpu, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
    %now = tile.load %to, %mask : tensor<64x64x!tile.ptr<f32>>
  }
  tile.return
}
}

// -----

// A pointer may be the one that sums are added to.
// CHECK-LABEL: @unknown_tensor_maps(
// CHECK-NOT: tile.atomic_rmw{{.*}} box
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @unknown(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32>, %m: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_t = tile.splat %a : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_t = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %is_c = arith.cmpi sgt, %n, %one : i32
  %either = arith.select %is_c, %c, %d : !tile.ptr<f32>
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
    // expected-remark@below {{is not a box that a bulk copy takes: the kernel may see how far its sums are}}
    %old = tile.atomic_rmw fadd, relaxed, gpu, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
    %seen = tile.load %either : !tile.ptr<f32>
    // expected-remark@below {{is not a box that a bulk copy takes: of its type}}
    tile.store %d, %seen : !tile.ptr<f32>
  }
  tile.return
}
}
