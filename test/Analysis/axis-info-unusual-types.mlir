// RUN: tile-opt %s --tile-print-axis-info -verify-diagnostics -o /dev/null

// Integers wider than a register, and pointers to what no load can take.
tile.func @unusual_types(%p: !tile.ptr<i24> {tile.divisibility = 16 : i32}, %n: i64 {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %wide = arith.extui %n : i64 to i128
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %big = arith.constant -1 : i128
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %sum = arith.addi %wide, %big : i128
  // expected-remark@below {{contiguity = [8], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [8], constant = none}}
  %s = tile.splat %p : !tile.ptr<i24> -> tensor<8x!tile.ptr<i24>>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %q = tile.addptr %s, %r : tensor<8x!tile.ptr<i24>>, tensor<8xi32>
  tile.return
}
