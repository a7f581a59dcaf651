// Loads and stores: masks, offsets of each sign, pointers made of integers.

// RUN: tile-run %s --kernel=masks --device=interpreter --input=x:4xf32=iota --output=y:8xf32=const:9 --check='y[i] == i * (i < 4) + 7 * (i >= 4) * (i < 6) + 9 * (i >= 6)' | FileCheck %s --check-prefix=MASKS
// RUN: tile-run %s --kernel=unspecified --device=interpreter --input=x:4xf32=iota --output=y:4xi32 --check='y == 0x7fe5a5a5' | FileCheck %s --check-prefix=UNSPECIFIED
// RUN: tile-run %s --kernel=pointers --device=interpreter --input=x:8xi16=iota --output=y:8xi16 --check='y == 7 - x' | FileCheck %s --check-prefix=POINTERS
// RUN: tile-run %s --kernel=bools --device=interpreter --input=x:4xi8=iota --output=y:4xi1 --check='y == x - x / 2 * 2' | FileCheck %s --check-prefix=BOOLS
// RUN: tile-run %s --kernel=grid --device=interpreter --grid=3x2x2 --output=y:12xi32 --check='y == 100 * (a / 6) + 10 * (a / 3 - a / 6 * 2) + (a - a / 3 * 3)' --input=a:12xi32=iota | FileCheck %s --check-prefix=GRID

// What a mask leaves out is not touched, whatever the address.
// MASKS: ok, exact
tile.func public @masks(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %4 = arith.constant dense<4> : tensor<8xi32>
  %6 = arith.constant dense<6> : tensor<8xi32>
  %other = arith.constant dense<7.0> : tensor<8xf32>
  %in = arith.cmpi slt, %i, %4 : tensor<8xi32>
  %out = arith.cmpi slt, %i, %6 : tensor<8xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %i : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  %v = tile.load %xp, %in, %other cacheModifier = cg evictionPolicy = evict_first : tensor<8x!tile.ptr<f32>>
  tile.store %yp, %v, %out cacheModifier = cs : tensor<8x!tile.ptr<f32>>
  tile.return
}

// Without `other`, what is not loaded is unspecified: a pattern.
// UNSPECIFIED: ok, exact
tile.func public @unspecified(%x: !tile.ptr<f32>, %y: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %none = arith.constant dense<false> : tensor<4xi1>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<4x!tile.ptr<f32>>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<4x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<4x!tile.ptr<i32>>, tensor<4xi32>
  %v = tile.load %xs, %none : tensor<4x!tile.ptr<f32>>
  %bits = tile.bitcast %v : tensor<4xf32> -> tensor<4xi32>
  tile.store %yp, %bits : tensor<4x!tile.ptr<i32>>
  tile.return
}

// Offsets count elements and have a sign; a pointer is its address.
// POINTERS: ok, exact
tile.func public @pointers(%x: !tile.ptr<i16>, %y: !tile.ptr<i16>) {
  %i = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %7 = arith.constant 7 : i64
  %zero = arith.constant dense<0> : tensor<8xi32>
  %back = arith.subi %zero, %i : tensor<8xi32>
  %last = tile.addptr %x, %7 : !tile.ptr<i16>, i64
  %address = tile.ptr_to_int %last : !tile.ptr<i16> -> i64
  %again = tile.int_to_ptr %address : i64 -> !tile.ptr<i16>
  %xs = tile.splat %again : !tile.ptr<i16> -> tensor<8x!tile.ptr<i16>>
  %xp = tile.addptr %xs, %back : tensor<8x!tile.ptr<i16>>, tensor<8xi32>
  %ys = tile.splat %y : !tile.ptr<i16> -> tensor<8x!tile.ptr<i16>>
  %yp = tile.addptr %ys, %i : tensor<8x!tile.ptr<i16>>, tensor<8xi32>
  %v = tile.load %xp : tensor<8x!tile.ptr<i16>>
  tile.store %yp, %v : tensor<8x!tile.ptr<i16>>
  tile.return
}

// An i1 is a byte in memory.
// BOOLS: ok, exact
tile.func public @bools(%x: !tile.ptr<i8>, %y: !tile.ptr<i1>) {
  %i = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %xs = tile.splat %x : !tile.ptr<i8> -> tensor<4x!tile.ptr<i8>>
  %xp = tile.addptr %xs, %i : tensor<4x!tile.ptr<i8>>, tensor<4xi32>
  %ys = tile.splat %y : !tile.ptr<i1> -> tensor<4x!tile.ptr<i1>>
  %yp = tile.addptr %ys, %i : tensor<4x!tile.ptr<i1>>, tensor<4xi32>
  %v = tile.load %xp : tensor<4x!tile.ptr<i8>>
  %b = arith.trunci %v : tensor<4xi8> to tensor<4xi1>
  tile.store %yp, %b : tensor<4x!tile.ptr<i1>>
  tile.return
}

// Each program of the grid once, with its index; scalars are loaded and stored too.
// GRID: grid: 12 programs, in the interpreter
// GRID: ok, exact
tile.func public @grid(%y: !tile.ptr<i32>, %a: !tile.ptr<i32>) {
  %x0 = tile.get_program_id x : i32
  %y0 = tile.get_program_id y : i32
  %z0 = tile.get_program_id z : i32
  %nx = tile.get_num_programs x : i32
  %ny = tile.get_num_programs y : i32
  %10 = arith.constant 10 : i32
  %100 = arith.constant 100 : i32
  %zy = arith.muli %z0, %ny : i32
  %zy2 = arith.addi %zy, %y0 : i32
  %zyx = arith.muli %zy2, %nx : i32
  %at = arith.addi %zyx, %x0 : i32
  %z100 = arith.muli %z0, %100 : i32
  %y10 = arith.muli %y0, %10 : i32
  %s = arith.addi %z100, %y10 : i32
  %value = arith.addi %s, %x0 : i32
  %p = tile.addptr %y, %at : !tile.ptr<i32>, i32
  tile.store %p, %value : !tile.ptr<i32>
  tile.return
}
