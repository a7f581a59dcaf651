// Sums that a program adds to memory in a loop, by relaxed atomic operations: where they
// are a box, bulk reductions add them, of the rows that are inside. Three programs add the
// same sums. Of 8 warps each half has half of the columns.

// DEFINE: %{warps} = 4
// DEFINE: %{m} = 250
// DEFINE: %{run} = tile-run %s --target=sm_90a --num-warps=%{warps} --grid=3 --input=a:%{m}x64xf16=randn --input=b:64x64xf16=randn --output=c:%{m}x64xf32=zeros --input=i32=%{m} --input=i32=4 --check='c ~= 3 * sum(j, 64, a[i / 64 * 64 + j] * b[j * 64 + i % 64]) atol=1e-4' | FileCheck %s --check-prefix=OK
// DEFINE: %{compile} = tilec %s --target=sm_90a --num-warps=%{warps} -o %t.ptx
// OK: ok, max error

// RUN: %{run}
// RUN: %{compile}
// RUN: FileCheck %s < %t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// CHECK: .entry adds(
// CHECK: red.{{.*}}add{{.*}}f32
// CHECK: .entry adds_tensor_maps(
// CHECK-COUNT-2: cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group
// CHECK-NOT: red.
// CHECK: cp.async.bulk.wait_group.read 0;
// PTXAS: Compiling entry function 'adds_tensor_maps'
// PTXAS: 0 bytes spill stores
// REDEFINE: %{warps} = 8
// RUN: %{run}
// RUN: %{compile}
// RUN: FileCheck %s --check-prefix=EIGHT < %t.ptx
// EIGHT: .entry adds_tensor_maps(
// EIGHT-COUNT-1: cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group
// EIGHT-NOT: cp.reduce

// Some iterations have no row.
// REDEFINE: %{m} = 70
// RUN: %{run}

// At a program's end threads add.
// RUN: sed -e 's/tile.store \(.*\), \(.*\), \(.*\) : .*/%unread = tile.atomic_rmw fadd, relaxed, gpu, \1, \2, \3 : (tensor<64x128x!tile.ptr<f32>>, tensor<64x128xf32>, tensor<64x128xi1>) -> tensor<64x128xf32>/' %src/docs/kernels/product.mlir > %t.mlir
// RUN: tilec %t.mlir --target=sm_90a -o - | FileCheck %s --check-prefix=END
// END: .entry product_tensor_maps(
// END-NOT: cp.reduce
// END: red.

tile.func public @adds(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %line = arith.constant dense<64> : tensor<64x1xi32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %range_1 = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %b_begins = arith.muli %range_1, %line : tensor<64x1xi32>
  %b_begins_t = tile.broadcast %b_begins : tensor<64x1xi32> -> tensor<64x64xi32>
  %b_offsets = arith.addi %b_begins_t, %columns : tensor<64x64xi32>
  %b_t = tile.splat %b_ptr : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %b_ptrs = tile.addptr %b_t, %b_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %b = tile.load %b_ptrs : tensor<64x64x!tile.ptr<f16>>
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
    %unread = tile.atomic_rmw fadd, relaxed, gpu, %to, %part, %mask : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
  }
  tile.return
}
