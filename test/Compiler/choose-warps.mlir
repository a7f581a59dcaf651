// What gets more than 4 warps where nothing says a number: tiles that are in
// registers as a whole, and too many for 4 warps.
//
// RUN: tile-opt %s -split-input-file --tile-set-target=remarks -verify-diagnostics | FileCheck %s
// RUN: tile-opt %s -split-input-file --tile-set-target=num-warps=4 | FileCheck %s --check-prefix=ASKED

// ASKED-COUNT-8: num_warps = 4>
// ASKED-NOT: num_warps = 8

// Sums of 128 registers, and a pointer of two for each of 32 elements of both
// operands: nothing says that they are adjacent.
// CHECK: num_warps = 8>
tile.func private @scattered_product(%a: tensor<128x32x!tile.ptr<f16>>, %b: tensor<32x128x!tile.ptr<f16>>,
                                    %offsets: tensor<128x32xi32>, %down: tensor<32x128xi32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %pa = %a, %pb = %b)
      -> (tensor<128x128xf32>, tensor<128x32x!tile.ptr<f16>>, tensor<32x128x!tile.ptr<f16>>) : i32 {
    %x = tile.load %pa : tensor<128x32x!tile.ptr<f16>>
    %y = tile.load %pb : tensor<32x128x!tile.ptr<f16>>
    // expected-remark @below {{programs get 8 warps, because no option and no attribute sets the number: with 4, the tiles that live here are}}
    %more = tile.dot %x, %y, %sum : tensor<128x32xf16> * tensor<32x128xf16> -> tensor<128x128xf32>
    %na = tile.addptr %pa, %offsets : tensor<128x32x!tile.ptr<f16>>, tensor<128x32xi32>
    %nb = tile.addptr %pb, %down : tensor<32x128x!tile.ptr<f16>>, tensor<32x128xi32>
    scf.yield %more, %na, %nb : tensor<128x128xf32>, tensor<128x32x!tile.ptr<f16>>, tensor<32x128x!tile.ptr<f16>>
  }
  tile.return
}

// -----

// The same sums without pointers: 128 and 32 registers.
// CHECK: num_warps = 4>
tile.func private @product(%x: tensor<128x32xf16>, %y: tensor<32x128xf16>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x128xf32>) : i32 {
    %more = tile.dot %x, %y, %sum : tensor<128x32xf16> * tensor<32x128xf16> -> tensor<128x128xf32>
    scf.yield %more : tensor<128x128xf32>
  }
  tile.return
}

// -----

// 128 registers of a row that is reduced and then read again.
// CHECK: num_warps = 4>
tile.func private @row_16384(%x: tensor<16384xf32>) {
  %sum = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tile.reduce.return %s : f32
  }) : (tensor<16384xf32>) -> f32
  %all = tile.splat %sum : f32 -> tensor<16384xf32>
  %y = arith.divf %x, %all : tensor<16384xf32>
  tile.return
}

// -----

// 256 are too many.
// CHECK: num_warps = 8>
tile.func private @row_32768(%x: tensor<32768xf32>) {
  // expected-remark @below {{programs get 8 warps, because no option and no attribute sets the number: with 4, the tiles that live here are 256 registers of a thread, with 8 128}}
  %sum = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tile.reduce.return %s : f32
  }) : (tensor<32768xf32>) -> f32
  %all = tile.splat %sum : f32 -> tensor<32768xf32>
  %y = arith.divf %x, %all : tensor<32768xf32>
  tile.return
}

// -----

// So are those of two rows of f64, for 8 warps as well.
// CHECK: num_warps = 16>
tile.func private @two_rows_of_f64(%x: tensor<16384xf64>, %kept: tensor<16384xf64>) {
  // expected-remark @below {{programs get 16 warps, because no option and no attribute sets the number: with 4, the tiles that live here are 512 registers of a thread, with 16 128}}
  %sum = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f64, %r: f64):
    %s = arith.addf %l, %r : f64
    tile.reduce.return %s : f64
  }) : (tensor<16384xf64>) -> f64
  %all = tile.splat %sum : f64 -> tensor<16384xf64>
  %y = arith.divf %kept, %all : tensor<16384xf64>
  tile.return
}

// -----

// A map over as many elements computes one after the other.
// CHECK: num_warps = 4>
tile.func private @map(%x: tensor<65536xf32>) {
  %y = arith.addf %x, %x : tensor<65536xf32>
  tile.return
}

// -----

// The operand of a reduction that nothing reads again is one tile, of pairs of f16.
// CHECK: num_warps = 4>
tile.func private @narrow_row(%x: tensor<32768xf16>) {
  %sum = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f16, %r: f16):
    %s = arith.addf %l, %r : f16
    tile.reduce.return %s : f16
  }) : (tensor<32768xf16>) -> f16
  tile.return
}

// -----

// Layouts say for how many warps they are.
// CHECK: num_warps = 4>
#row = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @with_layout(%x: tensor<32768xf32, #row>) {
  %sum = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tile.reduce.return %s : f32
  }) : (tensor<32768xf32, #row>) -> f32
  tile.return
}
