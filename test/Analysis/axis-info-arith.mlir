// RUN: tile-opt %s --tile-print-axis-info -verify-diagnostics -o /dev/null

// What integer arithmetic makes of runs, multiples and repeats.

// The offsets of a block: range + pid * 32.
tile.func @block_offsets() {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %pid = tile.get_program_id x : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [1], constant = 32}}
  %size = arith.constant 32 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [1], constant = none}}
  %start = arith.muli %pid, %size : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [32], constant = none}}
  %starts = tile.splat %start : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %range = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [32], constancy = [1], constant = none}}
  %offsets = arith.addi %starts, %range : tensor<32xi32>
  tile.return
}

// 1185 is odd: still a run of 32, but it begins anywhere.
tile.func @odd_pitch() {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %pid = tile.get_program_id x : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1185}}
  %pitch = arith.constant 1185 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %start = arith.muli %pid, %pitch : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = none}}
  %starts = tile.splat %start : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %range = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [1], constancy = [1], constant = none}}
  %offsets = arith.addi %range, %starts : tensor<32xi32>
  // A cut run begins at a multiple of its length only if the long one did.
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = 3}}
  %three = arith.constant dense<3> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %rest = arith.remui %offsets, %three : tensor<32xi32>
  tile.return
}

tile.func @add_and_subtract(%n: i32 {tile.divisibility = 8 : i32}) {
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = 3}}
  %three = arith.constant dense<3> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [32], constant = 4}}
  %four = arith.constant dense<4> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [32], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [1], constancy = [1], constant = none}}
  %plus3 = arith.addi %r, %three : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [4], constancy = [1], constant = none}}
  %plus4 = arith.addi %four, %r : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %twice = arith.addi %r, %r : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [8], constancy = [1], constant = none}}
  %minus_n = arith.subi %r, %n_tile : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %from_n = arith.subi %n_tile, %r : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %none = arith.subi %plus4, %r : tensor<32xi32>
  tile.return
}

tile.func @multiply(%n: i32 {tile.divisibility = 8 : i32}) {
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = 1}}
  %one = arith.constant dense<1> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [32], constant = 0}}
  %zero = arith.constant dense<0> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [32], constant = 12}}
  %twelve = arith.constant dense<12> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [32], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %same = arith.muli %r, %one : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [32], constant = 0}}
  %gone = arith.muli %zero, %n_tile : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = none}}
  %by12 = arith.muli %r, %twelve : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [32], constant = none}}
  %n12 = arith.muli %n_tile, %twelve : tensor<32xi32>
  tile.return
}

// Wrapped, a product of multiples is still a multiple.
tile.func @multiply_wraps() {
  // expected-remark@below {{contiguity = [1], divisibility = [1073741824], constancy = [1], constant = 1073741824}}
  %big = arith.constant 1073741824 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %pid = tile.get_program_id x : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1073741824], constancy = [1], constant = none}}
  %x = arith.muli %pid, %big : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1152921504606846976], constancy = [1], constant = none}}
  %y = arith.muli %x, %big : i32
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %z = arith.muli %big, %big : i32
  tile.return
}

// The dividend is not negative: its runs have one quotient each.
tile.func @divide() {
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [32], constant = 8}}
  %eight = arith.constant dense<8> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [32], constant = 12}}
  %twelve = arith.constant dense<12> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = 5}}
  %five = arith.constant dense<5> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = 1}}
  %one = arith.constant dense<1> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [8], constant = none}}
  %q8 = arith.divsi %r, %eight : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %q12 = arith.divui %r, %twelve : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %q5 = arith.divsi %r, %five : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %q1 = arith.divsi %r, %one : tensor<32xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [8], constancy = [1], constant = none}}
  %m8 = arith.remsi %r, %eight : tensor<32xi32>
  // expected-remark@below {{contiguity = [4], divisibility = [4], constancy = [1], constant = none}}
  %m12 = arith.remui %r, %twelve : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %m5 = arith.remsi %r, %five : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [32], constant = 0}}
  %m1 = arith.remsi %r, %one : tensor<32xi32>
  tile.return
}

// Rounding toward zero breaks runs of negative numbers: -8 / 8, -7 / 8 is -1, 0.
tile.func @divide_negative(%n: i32 {tile.divisibility = 32 : i32}) {
  // expected-remark@below {{contiguity = [32], divisibility = [32], constancy = [1], constant = none}}
  %r = tile.make_range {start = -32 : i32, end = 0 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [32], constant = 8}}
  %eight = arith.constant dense<8> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %q = arith.divsi %r, %eight : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %m = arith.remsi %r, %eight : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r0 = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [32], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [32], constancy = [1], constant = none}}
  %x = arith.addi %n_tile, %r0 : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %qx = arith.divsi %x, %eight : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [8], constant = none}}
  %ux = arith.divui %x, %eight : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %mx = arith.remsi %x, %eight : tensor<32xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [8], constancy = [1], constant = none}}
  %sx = arith.remui %x, %eight : tensor<32xi32>
  tile.return
}

// A divisor with its sign bit set is a large unsigned number, and no -8.
tile.func @divide_exactly(%n: i32 {tile.divisibility = 64 : i32}) {
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = 8}}
  %eight = arith.constant 8 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = -8}}
  %minus8 = arith.constant -8 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = 12}}
  %twelve = arith.constant 12 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = none}}
  %q = arith.divsi %n, %eight : i32
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = none}}
  %p = arith.divsi %n, %minus8 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %u = arith.divui %n, %minus8 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %t = arith.divsi %n, %twelve : i32
  tile.return
}

tile.func @shift(%n: i32 {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [32], divisibility = [32], constancy = [1], constant = none}}
  %r = tile.make_range {start = -32 : i32, end = 0 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [32], constant = 0}}
  %zero = arith.constant dense<0> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [32], constant = 2}}
  %two = arith.constant dense<2> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [32], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = none}}
  %left = arith.shli %r, %two : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %right = arith.shrsi %r, %two : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %logical = arith.shrui %r, %two : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [32], constancy = [1], constant = none}}
  %same = arith.shrsi %r, %zero : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [32], constant = none}}
  %less = arith.shrsi %n_tile, %two : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [32], constant = none}}
  %unknown = arith.shli %n_tile, %n_tile : tensor<32xi32>
  tile.return
}

// x & ~3 repeats, x & 7 counts, x & 6 does neither.
tile.func @bits() {
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [32], constant = -4}}
  %up = arith.constant dense<-4> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = 7}}
  %low = arith.constant dense<7> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [32], constant = 6}}
  %six = arith.constant dense<6> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = 5}}
  %five = arith.constant dense<5> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [64], constancy = [32], constant = 64}}
  %k64 = arith.constant dense<64> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [4], constant = none}}
  %repeats = arith.andi %r, %up : tensor<32xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [8], constancy = [1], constant = none}}
  %counts = arith.andi %low, %r : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [2], constant = none}}
  %neither = arith.andi %r, %six : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [64], constancy = [1], constant = none}}
  %filled = arith.ori %r, %k64 : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %mixed = arith.ori %r, %five : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [64], constancy = [1], constant = none}}
  %flipped = arith.xori %k64, %r : tensor<32xi32>
  tile.return
}

// x & ~3 of a run that does not begin at a multiple of 4.
tile.func @bits_of_unaligned() {
  // expected-remark@below {{contiguity = [32], divisibility = [2], constancy = [1], constant = none}}
  %r = tile.make_range {start = 2 : i32, end = 34 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [32], constant = -4}}
  %up = arith.constant dense<-4> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = 7}}
  %low = arith.constant dense<7> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [2], constant = none}}
  %repeats = arith.andi %r, %up : tensor<32xi32>
  // expected-remark@below {{contiguity = [2], divisibility = [2], constancy = [1], constant = none}}
  %counts = arith.andi %r, %low : tensor<32xi32>
  tile.return
}

tile.func @minimum_and_maximum(%n: i32 {tile.divisibility = 8 : i32}) {
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [16], constancy = [1], constant = none}}
  %s = tile.make_range {start = 16 : i32, end = 48 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [32], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [16], divisibility = [16], constancy = [1], constant = none}}
  %runs = arith.minsi %r, %s : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %capped = arith.minsi %r, %n_tile : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [32], constant = none}}
  %uniform = arith.maxsi %n_tile, %n_tile : tensor<32xi32>
  // expected-remark@below {{contiguity = [16], divisibility = [16], constancy = [1], constant = none}}
  %unsigned = arith.maxui %r, %s : tensor<32xi32>
  tile.return
}

// Runs in the narrow type may cross its sign; -128 to 127 does not follow on.
tile.func @casts(%n: i32 {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [256], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  // expected-remark@below {{contiguity = [256], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %narrow = arith.trunci %r : tensor<256xi32> to tensor<256xi8>
  // expected-remark@below {{contiguity = [128], divisibility = [128], constancy = [1], constant = none}}
  %signed = arith.extsi %narrow : tensor<256xi8> to tensor<256xi32>
  // expected-remark@below {{contiguity = [256], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %wide = arith.extsi %r : tensor<256xi32> to tensor<256xi64>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = none}}
  %n64 = arith.extui %n : i32 to i64
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = -1}}
  %minus = arith.constant -1 : i8
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = -1}}
  %minus32 = arith.extsi %minus : i8 to i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 255}}
  %plus32 = arith.extui %minus : i8 to i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1}}
  %true = arith.constant true
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1}}
  %one = arith.extui %true : i1 to i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = -1}}
  %all = arith.extsi %true : i1 to i32
  tile.return
}

tile.func @folding() {
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = 100}}
  %a = arith.constant 100 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 7}}
  %b = arith.constant 7 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 107}}
  %add = arith.addi %a, %b : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = -93}}
  %sub = arith.subi %b, %a : i32
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [1], constant = 14}}
  %div = arith.divsi %a, %b : i32
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [1], constant = 2}}
  %rem = arith.remsi %a, %b : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %undefined = arith.divsi %a, %zero : i32
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %less = arith.cmpi slt, %a, %b : i32
  tile.return
}

// Any other map keeps what repeats.
tile.func @other_maps(%n: i32, %x: f32) {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [32], constant = 4}}
  %four = arith.constant dense<4> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %q = arith.divui %r, %four : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %high = tile.mulhiui %q, %n_tile : tensor<32xi32>
  %x_tile = tile.splat %x : f32 -> tensor<32xf32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = none}}
  %less = arith.cmpf olt, %x_tile, %x_tile : tensor<32xf32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [32], constant = none}}
  %bits = tile.bitcast %x_tile : tensor<32xf32> -> tensor<32xi32>
  tile.return
}

// A count of whole steps, rounded down to a multiple of 4: it is not negative, whatever
// n is, so quotients of its neighbours are equal.
tile.func @whole_steps(%n: i32) {
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [1], constant = 32}}
  %size = arith.constant 32 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = 4}}
  %four = arith.constant 4 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %steps = arith.divui %n, %size : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %rest = arith.remsi %steps, %four : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %whole = arith.subi %steps, %rest : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [1], constant = none}}
  %start = arith.muli %whole, %size overflow<nsw> : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [32], constant = none}}
  %starts = tile.splat %start : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [32], constancy = [1], constant = none}}
  %x = arith.addi %starts, %r overflow<nsw> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [32], constant = 16}}
  %page = arith.constant dense<16> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %q = arith.divsi %x, %page : tensor<32xi32>
  // A difference to another number's remainder may be negative.
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %other = arith.subi %rest, %steps : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [1], constant = none}}
  %negative = arith.muli %other, %size overflow<nsw> : i32
  // expected-remark@below {{contiguity = [1], divisibility = [32], constancy = [32], constant = none}}
  %negatives = tile.splat %negative : i32 -> tensor<32xi32>
  // expected-remark@below {{contiguity = [32], divisibility = [32], constancy = [1], constant = none}}
  %y = arith.addi %negatives, %r overflow<nsw> : tensor<32xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %none = arith.divsi %y, %page : tensor<32xi32>
  tile.return
}
