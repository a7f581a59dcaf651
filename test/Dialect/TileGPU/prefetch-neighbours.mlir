// RUN: split-file %s %t
// RUN: tile-opt %t/marks.mlir --tile-assign-layouts --tile-coalesce-memory | FileCheck %s
// RUN: tilec %t/lowers.mlir -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %t/lowers.mlir --target=sm_80 --ptx-version=7.3 -o - | FileCheck %s --check-prefix=OLD
// RUN: tile-run %t/lowers.mlir --grid=4x4 --input=x:128x128xf16=iota --output=y:128x128xf16 --check='y == x[i % 128 * 128 + i / 128]'
// RUN: not tile-opt %t/invalid.mlir 2>&1 | FileCheck %s --check-prefix=INVALID

// Loads of short rows, whose neighbours other programs read, fetch twice as much.

// PTX-COUNT-2: ld.global.L2::128B.v4.b32
// PTX-NOT:     L2::

// OLD:     .version 7.3
// OLD-NOT: L2::

// INVALID: expected 'tilegpu.prefetch_bytes' to be a number of bytes on tile.load, 64, 128 or 256, found 96

//--- marks.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Rows of 128 bytes of a matrix with a pitch: those of the next program follow.
// CHECK-LABEL: @rows(
// CHECK: tile.load {{.*}}tilegpu.prefetch_bytes = 256
// CHECK: tile.return
tile.func public @rows(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
  %c32 = arith.constant 32 : i32
  %px = tile.get_program_id x : i32
  %py = tile.get_program_id y : i32
  %i = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %x0 = arith.muli %px, %c32 : i32
  %y0 = arith.muli %py, %c32 : i32
  %x0s = tile.splat %x0 : i32 -> tensor<32xi32>
  %y0s = tile.splat %y0 : i32 -> tensor<32xi32>
  %rows = arith.addi %x0s, %i : tensor<32xi32>
  %columns = arith.addi %y0s, %i : tensor<32xi32>
  %ns = tile.splat %n : i32 -> tensor<32xi32>
  %starts = arith.muli %rows, %ns : tensor<32xi32>
  %starts1 = tile.expand_dims %starts {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %columns1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %starts2 = tile.broadcast %starts1 : tensor<32x1xi32> -> tensor<32x32xi32>
  %columns2 = tile.broadcast %columns1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %at = arith.addi %starts2, %columns2 : tensor<32x32xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>>
  %p = tile.addptr %xs, %at : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  %v = tile.load %p : tensor<32x32x!tile.ptr<f32>>
  tile.store %p, %v : tensor<32x32x!tile.ptr<f32>>
  tile.return
}

// Here no program reads what follows a row, or the author said something.
// CHECK-LABEL: @others(
// CHECK-NOT: prefetch_bytes
// CHECK: tile.return
tile.func public @others(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
  %c32 = arith.constant 32 : i32
  %px = tile.get_program_id x : i32
  %i = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %x0 = arith.muli %px, %c32 : i32
  %x0s = tile.splat %x0 : i32 -> tensor<32xi32>
  %rows = arith.addi %x0s, %i : tensor<32xi32>
  %ns = tile.splat %n : i32 -> tensor<32xi32>
  %starts = arith.muli %rows, %ns : tensor<32xi32>
  %starts1 = tile.expand_dims %starts {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %starts2 = tile.broadcast %starts1 : tensor<32x1xi32> -> tensor<32x32xi32>
  %first1 = tile.expand_dims %i {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %first2 = tile.broadcast %first1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %columns1 = tile.expand_dims %rows {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %columns2 = tile.broadcast %columns1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>>
  // The first columns of each row.
  %at = arith.addi %starts2, %first2 : tensor<32x32xi32>
  %p = tile.addptr %xs, %at : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  %v = tile.load %p : tensor<32x32x!tile.ptr<f32>>
  // A hint of the author's.
  %at2 = arith.addi %starts2, %columns2 : tensor<32x32xi32>
  %p2 = tile.addptr %xs, %at2 : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  %v2 = tile.load %p2 evictionPolicy = evict_first : tensor<32x32x!tile.ptr<f32>>
  // Rows of 32 floats that follow one another.
  %pitch = arith.constant dense<32> : tensor<32x32xi32>
  %row1 = tile.expand_dims %i {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %row2 = tile.broadcast %row1 : tensor<32x1xi32> -> tensor<32x32xi32>
  %near = arith.muli %row2, %pitch : tensor<32x32xi32>
  %at3 = arith.addi %near, %columns2 : tensor<32x32xi32>
  %p3 = tile.addptr %xs, %at3 : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  %v3 = tile.load %p3 : tensor<32x32x!tile.ptr<f32>>
  %sum = arith.addf %v, %v2 : tensor<32x32xf32>
  %all = arith.addf %sum, %v3 : tensor<32x32xf32>
  tile.store %p, %all : tensor<32x32x!tile.ptr<f32>>
  tile.return
}
}

//--- lowers.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @transpose(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %c32 = arith.constant 32 : i32
  %px = tile.get_program_id x : i32
  %py = tile.get_program_id y : i32
  %i = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %x0 = arith.muli %px, %c32 : i32
  %y0 = arith.muli %py, %c32 : i32
  %x0s = tile.splat %x0 : i32 -> tensor<32xi32>
  %y0s = tile.splat %y0 : i32 -> tensor<32xi32>
  %rows = arith.addi %x0s, %i : tensor<32xi32>
  %columns = arith.addi %y0s, %i : tensor<32xi32>
  %pitch = arith.constant dense<128> : tensor<32x1xi32>
  %rows1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %starts = arith.muli %rows1, %pitch : tensor<32x1xi32>
  %columns1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %starts2 = tile.broadcast %starts : tensor<32x1xi32> -> tensor<32x32xi32>
  %columns2 = tile.broadcast %columns1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %at = arith.addi %starts2, %columns2 : tensor<32x32xi32>
  %xs = tile.splat %x : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>>
  %p = tile.addptr %xs, %at : tensor<32x32x!tile.ptr<f16>>, tensor<32x32xi32>
  %v = tile.load %p : tensor<32x32x!tile.ptr<f16>>
  %size = arith.constant dense<128> : tensor<32x32xi32>
  %inside = arith.cmpi slt, %columns2, %size : tensor<32x32xi32>
  %w = tile.load %p, %inside : tensor<32x32x!tile.ptr<f16>>
  %sum = arith.addf %v, %w : tensor<32x32xf16>
  %half = arith.constant dense<0.5> : tensor<32x32xf16>
  %mean = arith.mulf %sum, %half : tensor<32x32xf16>
  %t = tile.trans %mean {order = array<i32: 1, 0>} : tensor<32x32xf16> -> tensor<32x32xf16>
  %columns3 = tile.expand_dims %columns {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %out = arith.muli %columns3, %pitch : tensor<32x1xi32>
  %out2 = tile.broadcast %out : tensor<32x1xi32> -> tensor<32x32xi32>
  %rows3 = tile.expand_dims %rows {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %rows4 = tile.broadcast %rows3 : tensor<1x32xi32> -> tensor<32x32xi32>
  %to = arith.addi %out2, %rows4 : tensor<32x32xi32>
  %ys = tile.splat %y : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>>
  %q = tile.addptr %ys, %to : tensor<32x32x!tile.ptr<f16>>, tensor<32x32xi32>
  tile.store %q, %t : tensor<32x32x!tile.ptr<f16>>
  tile.return
}
}

//--- invalid.mlir
tile.func private @odd(%p: !tile.ptr<f32>) -> f32 {
  %v = tile.load %p {tilegpu.prefetch_bytes = 96 : i32} : !tile.ptr<f32>
  tile.return %v : f32
}
