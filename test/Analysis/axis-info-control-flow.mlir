// RUN: tile-opt %s --tile-print-axis-info -verify-diagnostics -o /dev/null

// Loops, branches and calls.

// The variable of a loop is a multiple of what divides its start and its step.
tile.func @induction_variable(%n: i32, %m: i32 {tile.divisibility = 8 : i32}) {
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = 4}}
  %c4 = arith.constant 4 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [1], constant = 32}}
  %c32 = arith.constant 32 : i32
  scf.for %i = %c0 to %n step %c32 : i32 {
    // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
    %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [64], constant = none}}
    %i_tile = tile.splat %i : i32 -> tensor<64xi32>
    // expected-remark@below {{contiguity = [64], divisibility = [32], constancy = [1], constant = none}}
    %x = arith.addi %i_tile, %r : tensor<64xi32>
    // Not negative, as the loop starts at 0.
    // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [64], constant = 8}}
    %eight = arith.constant dense<8> : tensor<64xi32>
    // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [8], constant = none}}
    %q = arith.divsi %x, %eight : tensor<64xi32>
    scf.yield
  }
  scf.for %i = %m to %n step %c32 : i32 {
    // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [64], constant = none}}
    %i_tile = tile.splat %i : i32 -> tensor<64xi32>
    scf.yield
  }
  scf.for %i = %m to %n step %c4 : i32 {
    // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [64], constant = none}}
    %i_tile = tile.splat %i : i32 -> tensor<64xi32>
    scf.yield
  }
  tile.return
}

// Pointers that advance by 32 elements stay 16-aligned; by 2, 8-aligned.
tile.func @carried_pointers(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [64], constant = none}}
  %p_tile = tile.splat %p : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  // expected-remark@below {{contiguity = [64], divisibility = [16], constancy = [1], constant = none}}
  %start = tile.addptr %p_tile, %r : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1}}
  %c1 = arith.constant 1 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [64], constant = 32}}
  %step32 = arith.constant dense<32> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [64], constant = 2}}
  %step2 = arith.constant dense<2> : tensor<64xi32>
  // expected-remark@below {{result 0: contiguity = [64], divisibility = [16], constancy = [1], constant = none}}
  // expected-remark@below {{result 1: contiguity = [64], divisibility = [8], constancy = [1], constant = none}}
  %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start, %b = %start) -> (tensor<64x!tile.ptr<f32>>, tensor<64x!tile.ptr<f32>>) : i32 {
    // expected-remark@below {{contiguity = [64], divisibility = [16], constancy = [1], constant = none}}
    %a1 = tile.addptr %a, %step32 : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
    // expected-remark@below {{contiguity = [64], divisibility = [8], constancy = [1], constant = none}}
    %b1 = tile.addptr %b, %step2 : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
    scf.yield %a1, %b1 : tensor<64x!tile.ptr<f32>>, tensor<64x!tile.ptr<f32>>
  }
  tile.return
}

// The shorter run wins, and begins at multiples of its own length only.
tile.func @carried_runs(%n: i32) {
  // expected-remark@below {{contiguity = [64], divisibility = [64], constancy = [1], constant = none}}
  %long = tile.make_range {start = 64 : i32, end = 128 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [64], constant = 4}}
  %steps = arith.constant dense<4> : tensor<64xi32>
  // expected-remark@below {{contiguity = [4], divisibility = [4], constancy = [1], constant = none}}
  %short = arith.remui %long, %steps : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1}}
  %c1 = arith.constant 1 : i32
  // expected-remark@below {{contiguity = [4], divisibility = [4], constancy = [1], constant = none}}
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%x = %long) -> (tensor<64xi32>) : i32 {
    scf.yield %short : tensor<64xi32>
  }
  tile.return
}

// A number that doubles stays even; one that is halved does not.
tile.func @carried_numbers(%n: i32) {
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1}}
  %c1 = arith.constant 1 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [1], constant = 2}}
  %c2 = arith.constant 2 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = 8}}
  %c8 = arith.constant 8 : i32
  // expected-remark@below {{result 0: contiguity = [1], divisibility = [8], constancy = [1], constant = none}}
  // expected-remark@below {{result 1: contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  // expected-remark@below {{result 2: contiguity = [1], divisibility = [8], constancy = [1], constant = 8}}
  %end:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c8, %y = %c8, %z = %c8) -> (i32, i32, i32) : i32 {
    // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = none}}
    %double = arith.muli %x, %c2 : i32
    // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
    %half = arith.divsi %y, %c2 : i32
    // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = 8}}
    %same = arith.muli %z, %c1 : i32
    scf.yield %double, %half, %same : i32, i32, i32
  }
  tile.return
}

tile.func @if_result(%c: i1, %n: i32 {tile.divisibility = 8 : i32}) {
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = 12}}
  %c12 = arith.constant 12 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = 16}}
  %c16 = arith.constant 16 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = none}}
  %x = scf.if %c -> (i32) {
    scf.yield %n : i32
  } else {
    scf.yield %c12 : i32
  }
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1}}
  %true = arith.constant true
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = 16}}
  %y = scf.if %true -> (i32) {
    scf.yield %c16 : i32
  } else {
    // expected-remark@below {{never reached}}
    %never = arith.addi %c12, %n : i32
    scf.yield %never : i32
  }
  tile.return
}

tile.func @while_loop(%n: i32) {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = 16}}
  %c16 = arith.constant 16 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [64], constant = 16}}
  %step = arith.constant dense<16> : tensor<64xi32>
  // expected-remark@below {{result 0: contiguity = [1], divisibility = [16], constancy = [1], constant = none}}
  // expected-remark@below {{result 1: contiguity = [64], divisibility = [16], constancy = [1], constant = none}}
  %end:2 = scf.while (%i = %c0, %x = %r) : (i32, tensor<64xi32>) -> (i32, tensor<64xi32>) {
    // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %x : i32, tensor<64xi32>
  } do {
  ^bb0(%i: i32, %x: tensor<64xi32>):
    // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = none}}
    %next_i = arith.addi %i, %c16 : i32
    // expected-remark@below {{contiguity = [64], divisibility = [16], constancy = [1], constant = none}}
    %next_x = arith.addi %x, %step : tensor<64xi32>
    scf.yield %next_i, %next_x : i32, tensor<64xi32>
  }
  tile.return
}

tile.func @branches(%c: i1, %n: i32 {tile.divisibility = 32 : i32}) {
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = 8}}
  %c8 = arith.constant 8 : i32
  cf.cond_br %c, ^bb1(%n : i32), ^bb1(%c8 : i32)
^bb1(%x: i32):
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = none}}
  %same = arith.ori %x, %x : i32
  tile.return
}

// Calls are followed: what all callers agree on, and what comes back.
tile.func private @advance(%x: tensor<64xi32>, %n: i32) -> tensor<64xi32> {
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [64], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [8], constancy = [1], constant = none}}
  %y = arith.addi %x, %n_tile : tensor<64xi32>
  tile.return %y : tensor<64xi32>
}
tile.func @calls() {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = 16}}
  %c16 = arith.constant 16 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = 24}}
  %c24 = arith.constant 24 : i32
  // expected-remark@below {{contiguity = [64], divisibility = [8], constancy = [1], constant = none}}
  %x = tile.call @advance(%r, %c16) : (tensor<64xi32>, i32) -> tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [8], constancy = [1], constant = none}}
  %y = tile.call @advance(%r, %c24) : (tensor<64xi32>, i32) -> tensor<64xi32>
  tile.return
}

tile.func private @uncalled(%n: i32) -> i32 {
  // expected-remark@below {{never reached}}
  %twice = arith.addi %n, %n : i32
  tile.return %twice : i32
}
