// RUN: tile-opt %s --tile-print-axis-info=assume-no-signed-wrap=false -verify-diagnostics -o /dev/null

// Without the assumption that index computations do not overflow.

tile.func @assumed() {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %pid = tile.get_program_id x : i32
  // expected-remark@below {{contiguity = [1], divisibility = [64], constancy = [1], constant = 64}}
  %size = arith.constant 64 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [64], constancy = [1], constant = none}}
  %start = arith.muli %pid, %size : i32
  // expected-remark@below {{contiguity = [1], divisibility = [64], constancy = [64], constant = none}}
  %starts = tile.splat %start : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [64], constancy = [1], constant = none}}
  %x = arith.addi %starts, %r : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [64], constant = 8}}
  %eight = arith.constant dense<8> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %q = arith.divsi %x, %eight : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %m = arith.remsi %x, %eight : tensor<64xi32>
  tile.return
}

// What the code promises itself needs no assumption.
tile.func @promised() {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %pid = tile.get_program_id x : i32
  // expected-remark@below {{contiguity = [1], divisibility = [64], constancy = [1], constant = 64}}
  %size = arith.constant 64 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [64], constancy = [1], constant = none}}
  %start = arith.muli %pid, %size overflow<nsw> : i32
  // expected-remark@below {{contiguity = [1], divisibility = [64], constancy = [64], constant = none}}
  %starts = tile.splat %start : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [64], constancy = [1], constant = none}}
  %x = arith.addi %starts, %r overflow<nsw> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [64], constant = 8}}
  %eight = arith.constant dense<8> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [8], constant = none}}
  %q = arith.divsi %x, %eight : tensor<64xi32>
  tile.return
}
