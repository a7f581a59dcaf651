// One of each operation with a region, and of what the kernels of bench/kernels
// have not: a branch with results, a loop with values, tuples of reductions, a
// fallback for a group.
tile.func private @largest(%x: tensor<64x16xf32>, %i: tensor<64x16xi32>) -> (tensor<64xf32>, tensor<64xi32>) {
  %m:2 = "tile.reduce"(%x, %i) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %k: i32, %b: f32, %l: i32):
    %less = arith.cmpf olt, %a, %b : f32
    %v = arith.select %less, %b, %a : f32
    %j = arith.select %less, %l, %k : i32
    tile.reduce.return %v, %j : f32, i32
  }) : (tensor<64x16xf32>, tensor<64x16xi32>) -> (tensor<64xf32>, tensor<64xi32>)
  tile.return %m#0, %m#1 : tensor<64xf32>, tensor<64xi32>
}

tile.func private @running(%x: tensor<64x16xf32>, %i: tensor<64x16xi32>) -> (tensor<64x16xf32>, tensor<64x16xi32>, tensor<64xf32>) {
  %m:2 = "tile.scan"(%x, %i) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%a: f32, %k: i32, %b: f32, %l: i32):
    %less = arith.cmpf olt, %a, %b : f32
    %v = arith.select %less, %b, %a : f32
    %j = arith.select %less, %l, %k : i32
    tile.scan.return %v, %j : f32, i32
  }) : (tensor<64x16xf32>, tensor<64x16xi32>) -> (tensor<64x16xf32>, tensor<64x16xi32>)
  %n:2 = "tile.map_elementwise"(%m#0, %m#1) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32, %k: i32, %l: i32):
    tile.map_elementwise.return %b, %a, %l, %k : f32, f32, i32, i32
  }) : (tensor<64x16xf32>, tensor<64x16xi32>) -> (tensor<64x16xf32>, tensor<64x16xi32>)
  %s = "tile.reduce"(%n#0) <{axis = 1 : i32, commutative}> ({
  ^bb0(%a: f32, %b: f32):
    tile.reduce.return %b : f32
  }) : (tensor<64x16xf32>) -> tensor<64xf32>
  tile.return %n#0, %n#1, %s : tensor<64x16xf32>, tensor<64x16xi32>, tensor<64xf32>
}

tile.func public @all(%p: !tile.ptr<i32>, %n: i32 {tile.divisibility = 8 : i32}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %odd = arith.trunci %i : i32 to i1
    %t = scf.if %odd -> (i32) {
      %u = arith.addi %s, %i : i32
      scf.yield %u : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  %last = scf.while (%w = %sum) : (i32) -> i32 {
    %more = arith.cmpi sgt, %w, %n : i32
    scf.condition(%more) %w : i32
  } do {
  ^bb0(%w: i32):
    %half = arith.shrsi %w, %one : i32
    scf.yield %half : i32
  }
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %bytes = arith.trunci %range : tensor<128xi32> to tensor<128xi8>
  %r = tile.elementwise_inline_asm "add.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 4 : i32, per_group = array<i32: 1>, pure = true} %bytes, %last : tensor<128xi8>, i32 -> tensor<128xi8> fallback (%a: i8, %b: i8, %c: i8, %d: i8, %k: i32) {
    tile.asm.return %d, %c, %b, %a : i8, i8, i8, i8
  }
  tile.elementwise_inline_asm "prefetch.global.L2 [$0];" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false, sign_extend} %p : !tile.ptr<i32>
  %any = arith.cmpi ne, %last, %zero : i32
  scf.if %any {
    tile.store %p, %last : !tile.ptr<i32>
  }
  tile.return
}
