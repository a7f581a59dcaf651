// RUN: tile-opt %s --tile-print-axis-info -verify-diagnostics -o /dev/null

// What the author promises about a result raises what is known.

// Both forms, as TTIR has them and as arrays.
tile.func @forms(%n: i32, %m: i32) {
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = none}}
  %a = arith.muli %n, %m {tile.divisibility = dense<8> : tensor<1xi32>} : i32
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = none}}
  %b = arith.muli %n, %m {tile.divisibility = array<i32: 16>} : i32
  tile.return
}

tile.func @wrapped_offsets(%n: i32, %m: i32) {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %pid = tile.get_program_id x : i32
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = none}}
  %start = arith.muli %pid, %m {tile.divisibility = dense<8> : tensor<1xi32>} : i32
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [128], constant = none}}
  %starts = tile.splat %start : i32 -> tensor<128xi32>
  // expected-remark@below {{contiguity = [128], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  // expected-remark@below {{contiguity = [128], divisibility = [8], constancy = [1], constant = none}}
  %x = arith.addi %starts, %r : tensor<128xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [128], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<128xi32>
  // expected-remark@below {{contiguity = [128], divisibility = [128], constancy = [1], constant = none}}
  %w = arith.remsi %x, %n_tile {tile.contiguity = dense<128> : tensor<1xi32>, tile.divisibility = dense<128> : tensor<1xi32>} : tensor<128xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [128], constant = 4}}
  %four = arith.constant dense<4> : tensor<128xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %groups = arith.divsi %x, %four {tile.constancy = dense<4> : tensor<1xi32>} : tensor<128xi32>
  tile.return
}

// A promise about a loaded tile; one of less than is known changes nothing; one
// of more than the tile has is cut.
tile.func @strength(%p: !tile.ptr<i32>) {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [8], constant = none}}
  %p_tile = tile.splat %p : !tile.ptr<i32> -> tensor<8x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [4], divisibility = [4], constancy = [1], constant = none}}
  %x = tile.load %p_tile {isVolatile = true, tile.contiguity = array<i32: 4>, tile.divisibility = array<i32: 4>} : tensor<8x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [8], constant = 16}}
  %c = arith.constant {tile.divisibility = array<i32: 2>, tile.constancy = array<i32: 2>} dense<16> : tensor<8xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [4], constancy = [1], constant = none}}
  %y = arith.addi %x, %c {tile.contiguity = array<i32: 64>} : tensor<8xi32>
  tile.return
}

tile.func @by_dimension(%p: !tile.ptr<i32>) {
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [4, 8], constant = none}}
  %x = tile.splat %p : !tile.ptr<i32> -> tensor<4x8x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1, 4], divisibility = [1, 4], constancy = [2, 1], constant = none}}
  %y = tile.load %x {isVolatile = true, tile.contiguity = dense<[1, 4]> : tensor<2xi32>, tile.divisibility = dense<[1, 4]> : tensor<2xi32>, tile.constancy = dense<[2, 1]> : tensor<2xi32>} : tensor<4x8x!tile.ptr<i32>>
  tile.return
}
