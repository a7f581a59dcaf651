// RUN: tilec %s --target=sm_90a -o - | FileCheck %s
// RUN: tilec %s --target=sm_80 -o - | FileCheck %s
// RUN: tile-run %s --device=sim --input=a:16x256xf16=const:1 --input=b:256x64xf16=const:0.5 --output=c:16x64xf32 --input=i32=256 --check='c == 128' 2>&1 | FileCheck %s --check-prefix=SIM

// CHECK-NOT: cache_hint
// CHECK: cp.async.cg.shared.global
// CHECK-NOT: cache_hint
// SIM-NOT: ptxas-defect
// SIM: ok, exact

// A product whose loop copies to shared memory ahead, with eviction priorities: what
// ptxas before 13.4 made illegal instructions of (tile/PTX/KnownDefects.h).
//
// c = a b, of a 16xk and b kx64, for a k that is a multiple of 64.

tile.func public @copy_hints(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %k: i32 {tile.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %depth = arith.constant 64 : i32
  %width_t = arith.constant dense<64> : tensor<64x1xi32>
  %zeros = arith.constant dense<0.0> : tensor<16x64xf32>
  %rows = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %range = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %row = tile.expand_dims %rows {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %column = tile.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %deep = tile.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k_t = tile.splat %k : i32 -> tensor<16x1xi32>
  %a_rows = arith.muli %row, %k_t : tensor<16x1xi32>
  %a_rows_t = tile.broadcast %a_rows : tensor<16x1xi32> -> tensor<16x64xi32>
  %columns_16 = tile.broadcast %column : tensor<1x64xi32> -> tensor<16x64xi32>
  %columns_64 = tile.broadcast %column : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f16> -> tensor<16x64x!tile.ptr<f16>>
  %b_base = tile.splat %b_ptr : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %sum = scf.for %i = %zero to %k step %depth iter_args(%so_far = %zeros) -> tensor<16x64xf32> : i32 {
    %i_16 = tile.splat %i : i32 -> tensor<16x64xi32>
    %a_columns = arith.addi %columns_16, %i_16 : tensor<16x64xi32>
    %a_offsets = arith.addi %a_rows_t, %a_columns : tensor<16x64xi32>
    %a_ptrs = tile.addptr %a_base, %a_offsets : tensor<16x64x!tile.ptr<f16>>, tensor<16x64xi32>
    %a = tile.load %a_ptrs evictionPolicy = evict_last : tensor<16x64x!tile.ptr<f16>>
    %i_64 = tile.splat %i : i32 -> tensor<64x1xi32>
    %b_row = arith.addi %deep, %i_64 : tensor<64x1xi32>
    %b_rows = arith.muli %b_row, %width_t : tensor<64x1xi32>
    %b_rows_t = tile.broadcast %b_rows : tensor<64x1xi32> -> tensor<64x64xi32>
    %b_offsets = arith.addi %b_rows_t, %columns_64 : tensor<64x64xi32>
    %b_ptrs = tile.addptr %b_base, %b_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %b = tile.load %b_ptrs evictionPolicy = evict_first : tensor<64x64x!tile.ptr<f16>>
    %next = tile.dot %a, %b, %so_far : tensor<16x64xf16> * tensor<64x64xf16> -> tensor<16x64xf32>
    scf.yield %next : tensor<16x64xf32>
  } {tile.num_stages = 3 : i32}
  %width_16 = arith.constant dense<64> : tensor<16x1xi32>
  %c_rows = arith.muli %row, %width_16 : tensor<16x1xi32>
  %c_rows_t = tile.broadcast %c_rows : tensor<16x1xi32> -> tensor<16x64xi32>
  %c_offsets = arith.addi %c_rows_t, %columns_16 : tensor<16x64xi32>
  %c_base = tile.splat %c_ptr : !tile.ptr<f32> -> tensor<16x64x!tile.ptr<f32>>
  %c_ptrs = tile.addptr %c_base, %c_offsets : tensor<16x64x!tile.ptr<f32>>, tensor<16x64xi32>
  tile.store %c_ptrs, %sum : tensor<16x64x!tile.ptr<f32>>
  tile.return
}
