// RUN: tile-opt %s --tile-print-axis-info -verify-diagnostics -o /dev/null

// Regions on scalars: nothing of a tile's axes goes into them, and nothing comes out.

tile.func @regions() {
  // expected-remark@below {{contiguity = [128], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %1 = "tile.map_elementwise"(%0) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [1], constant = 2}}
    %two = arith.constant 2 : i32
    // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [1], constant = none}}
    %b = arith.muli %a, %two : i32
    // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
    %less = arith.cmpi slt, %b, %two : i32
    // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [1], constant = none}}
    %c = scf.if %less -> (i32) {
      scf.yield %two : i32
    } else {
      scf.yield %b : i32
    }
    tile.map_elementwise.return %c : i32
  }) : (tensor<128xi32>) -> tensor<128xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %2 = "tile.scan"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<128xi32>) -> tensor<128xi32>
  tile.return
}
