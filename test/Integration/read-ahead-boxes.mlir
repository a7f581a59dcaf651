// Operands that are boxes, but that no bulk copy can bring to a place that the product's
// instruction reads, are read ahead into registers.

// RUN: tile-run %s --target=sm_90a --input=in:1536xi8=const:1 --output=out:512xi8 --input=i32=2 --check='out == 64 * (i % 4 == 0)' | FileCheck %s
// RUN: tile-run %s --target=sm_100a --num-warps=8 --num-stages=4 --input=in:1536xi8=const:1 --output=out:512xi8 --input=i32=2 --check='out == 64 * (i % 4 == 0)' | FileCheck %s
// CHECK: ok

tile.func public @kernel(%in: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %trips: i32) {
  %v1 = arith.constant 0 : i32
  %v2 = tile.addptr %in, %v1 : !tile.ptr<i8>, i32
  %v3 = tile.splat %v2 : !tile.ptr<i8> -> tensor<16x32x!tile.ptr<i8>>
  %v4 = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %v5 = tile.expand_dims %v4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %v6 = tile.broadcast %v5 : tensor<16x1xi32> -> tensor<16x32xi32>
  %v7 = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %v8 = tile.expand_dims %v7 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %v9 = arith.constant dense<16> : tensor<1x32xi32>
  %v10 = arith.muli %v8, %v9 : tensor<1x32xi32>
  %v11 = tile.broadcast %v10 : tensor<1x32xi32> -> tensor<16x32xi32>
  %v12 = arith.addi %v6, %v11 : tensor<16x32xi32>
  %v13 = tile.addptr %v3, %v12 : tensor<16x32x!tile.ptr<i8>>, tensor<16x32xi32>
  %v14 = arith.constant 1024 : i32
  %v15 = tile.addptr %in, %v14 : !tile.ptr<i8>, i32
  %v16 = tile.splat %v15 : !tile.ptr<i8> -> tensor<32x8x!tile.ptr<i8>>
  %v17 = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %v18 = tile.expand_dims %v17 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %v19 = arith.constant dense<8> : tensor<32x1xi32>
  %v20 = arith.muli %v18, %v19 : tensor<32x1xi32>
  %v21 = tile.broadcast %v20 : tensor<32x1xi32> -> tensor<32x8xi32>
  %v22 = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %v23 = tile.expand_dims %v22 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %v24 = tile.broadcast %v23 : tensor<1x8xi32> -> tensor<32x8xi32>
  %v25 = arith.addi %v21, %v24 : tensor<32x8xi32>
  %v26 = tile.addptr %v16, %v25 : tensor<32x8x!tile.ptr<i8>>, tensor<32x8xi32>
  %v27 = arith.constant dense<0> : tensor<16x8xi32>
  %v28 = arith.constant 0 : i32
  %v29 = arith.constant 1 : i32
  %v31 = scf.for %i = %v28 to %trips step %v29 iter_args(%acc = %v27) -> (tensor<16x8xi32>) : i32 {
    %v32 = arith.constant 512 : i32
    %v33 = arith.muli %i, %v32 : i32
    %v34 = tile.splat %v33 : i32 -> tensor<16x32xi32>
    %v35 = tile.addptr %v13, %v34 : tensor<16x32x!tile.ptr<i8>>, tensor<16x32xi32>
    %v36 = arith.constant 256 : i32
    %v37 = arith.muli %i, %v36 : i32
    %v38 = tile.splat %v37 : i32 -> tensor<32x8xi32>
    %v39 = tile.addptr %v26, %v38 : tensor<32x8x!tile.ptr<i8>>, tensor<32x8xi32>
    %v40 = tile.load %v35 : tensor<16x32x!tile.ptr<i8>>
    %v41 = tile.load %v39 : tensor<32x8x!tile.ptr<i8>>
    %v42 = tile.dot %v40, %v41, %acc : tensor<16x32xi8> * tensor<32x8xi8> -> tensor<16x8xi32>
    scf.yield %v42 : tensor<16x8xi32>
  }
  %v43 = tile.bitcast %out : !tile.ptr<i8> -> !tile.ptr<i32>
  %v44 = tile.splat %v43 : !tile.ptr<i32> -> tensor<16x8x!tile.ptr<i32>>
  %v45 = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %v46 = tile.expand_dims %v45 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %v47 = arith.constant dense<8> : tensor<16x1xi32>
  %v48 = arith.muli %v46, %v47 : tensor<16x1xi32>
  %v49 = tile.broadcast %v48 : tensor<16x1xi32> -> tensor<16x8xi32>
  %v50 = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %v51 = tile.expand_dims %v50 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %v52 = tile.broadcast %v51 : tensor<1x8xi32> -> tensor<16x8xi32>
  %v53 = arith.addi %v49, %v52 : tensor<16x8xi32>
  %v54 = tile.addptr %v44, %v53 : tensor<16x8x!tile.ptr<i32>>, tensor<16x8xi32>
  tile.store %v54, %v31 : tensor<16x8x!tile.ptr<i32>>
  tile.return
}
