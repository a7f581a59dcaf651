// RUN: tile-opt %s --tile-print-axis-info -verify-diagnostics -o /dev/null

// Over how many elements compares and selects are constant.

// offsets < n: groups of as many elements as divide n are all in or all out.
tile.func @bound_of_multiples(%n: i32 {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %pid = tile.get_program_id x : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1024], constancy = [1], constant = 1024}}
  %size = arith.constant 1024 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1024], constancy = [1], constant = none}}
  %start = arith.muli %pid, %size : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1024], constancy = [1024], constant = none}}
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  // expected-remark@below {{contiguity = [1024], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1024], divisibility = [1024], constancy = [1], constant = none}}
  %x = arith.addi %starts, %r : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1024], constant = none}}
  %y = tile.splat %n : i32 -> tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %slt = arith.cmpi slt, %x, %y : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %sge = arith.cmpi sge, %x, %y : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %ult = arith.cmpi ult, %x, %y : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %uge = arith.cmpi uge, %x, %y : tensor<1024xi32>
  // x = y is possible, and then x + 1 = y is not.
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %sle = arith.cmpi sle, %x, %y : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %sgt = arith.cmpi sgt, %x, %y : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %ule = arith.cmpi ule, %x, %y : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %ugt = arith.cmpi ugt, %x, %y : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %eq = arith.cmpi eq, %x, %y : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %ne = arith.cmpi ne, %x, %y : tensor<1024xi32>
  // The same from the right.
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %right_sgt = arith.cmpi sgt, %y, %x : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %right_ule = arith.cmpi ule, %y, %x : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %right_slt = arith.cmpi slt, %y, %x : tensor<1024xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %right_uge = arith.cmpi uge, %y, %x : tensor<1024xi32>
  tile.return
}

tile.func @any_bound(%n: i32) {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %mask = arith.cmpi slt, %r, %n_tile : tensor<64xi32>
  tile.return
}

// The range begins at no multiple of more than 2.
tile.func @unaligned_range(%n: i32 {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [64], divisibility = [2], constancy = [1], constant = none}}
  %r = tile.make_range {start = 2 : i32, end = 66 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [64], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [2], constant = none}}
  %mask = arith.cmpi slt, %r, %n_tile : tensor<64xi32>
  tile.return
}

// x <= 47 is x < 48; x > 2147483647 is no x >= -2147483648.
tile.func @known_bounds() {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = 47}}
  %c47 = arith.constant dense<47> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [64], constant = 48}}
  %c48 = arith.constant dense<48> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = 2147483647}}
  %max = arith.constant dense<2147483647> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = -1}}
  %minus1 = arith.constant dense<-1> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %sle = arith.cmpi sle, %r, %c47 : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %slt = arith.cmpi slt, %r, %c48 : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %sgt = arith.cmpi sgt, %r, %c48 : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %ugt = arith.cmpi ugt, %r, %c47 : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %right = arith.cmpi slt, %c47, %r : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %overflow = arith.cmpi sgt, %r, %max : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %wraps = arith.cmpi ugt, %r, %minus1 : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = none}}
  %signed = arith.cmpi sgt, %r, %minus1 : tensor<64xi32>
  tile.return
}

tile.func @two_ranges() {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [16], constancy = [1], constant = none}}
  %s = tile.make_range {start = 48 : i32, end = 112 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %less = arith.cmpi slt, %r, %s : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %equal = arith.cmpi eq, %r, %s : tensor<64xi32>
  tile.return
}

tile.func @joined_masks(%n: i32 {tile.divisibility = 16 : i32}, %m: i32 {tile.divisibility = 4 : i32}, %c: i1) {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [64], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [64], constant = none}}
  %m_tile = tile.splat %m : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %less_n = arith.cmpi slt, %r, %n_tile : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %less_m = arith.cmpi slt, %r, %m_tile : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [4], constant = none}}
  %both = arith.andi %less_n, %less_m : tensor<64xi1>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = none}}
  %c_tile = tile.splat %c : i1 -> tensor<64xi1>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %first = arith.andi %less_n, %c_tile : tensor<64xi1>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = 1}}
  %true = arith.constant dense<true> : tensor<64xi1>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %not = arith.xori %less_n, %true : tensor<64xi1>
  tile.return
}

// Rows masked by rows, columns by columns.
tile.func @two_dimensions(%rows: i32, %columns: i32 {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark@below {{contiguity = [32, 1], divisibility = [4611686018427387904, 1], constancy = [1, 1], constant = none}}
  %row = tile.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  // expected-remark@below {{contiguity = [1, 32], divisibility = [1, 4611686018427387904], constancy = [1, 1], constant = none}}
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [32, 1], constant = none}}
  %rows_tile = tile.splat %rows : i32 -> tensor<32x1xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 32], constant = none}}
  %columns_tile = tile.splat %columns : i32 -> tensor<1x32xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], constant = none}}
  %row_mask = arith.cmpi slt, %row, %rows_tile : tensor<32x1xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 16], constant = none}}
  %column_mask = arith.cmpi slt, %column, %columns_tile : tensor<1x32xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 32], constant = none}}
  %row_masks = tile.broadcast %row_mask : tensor<32x1xi1> -> tensor<32x32xi1>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [32, 16], constant = none}}
  %column_masks = tile.broadcast %column_mask : tensor<1x32xi1> -> tensor<32x32xi1>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 16], constant = none}}
  %mask = arith.andi %row_masks, %column_masks : tensor<32x32xi1>
  tile.return
}

tile.func @selects(%n: i32 {tile.divisibility = 16 : i32}, %c: i1) {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [4], constancy = [1], constant = none}}
  %s = tile.make_range {start = 4 : i32, end = 68 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [64], constant = none}}
  %n_tile = tile.splat %n : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %mask = arith.cmpi slt, %r, %n_tile : tensor<64xi32>
  // expected-remark@below {{contiguity = [16], divisibility = [4], constancy = [1], constant = none}}
  %by_element = arith.select %mask, %r, %s : tensor<64xi1>, tensor<64xi32>
  // expected-remark@below {{contiguity = [64], divisibility = [4], constancy = [1], constant = none}}
  %whole = arith.select %c, %r, %s : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %mixed = arith.select %c, %r, %n_tile : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1}}
  %true = arith.constant true
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %known = arith.select %true, %r, %s : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [16], constant = none}}
  %steps = arith.select %mask, %n_tile, %n_tile : tensor<64xi1>, tensor<64xi32>
  tile.return
}
