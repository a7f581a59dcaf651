// Tiles whose dimensions are no powers of two, run in the simulator, which finds
// each access out of bounds: buffers end where the tiles do.

// RUN: tile-run %s --kernel=effects --output=p:1xi32=zeros --output=q:100xi32=zeros --output=r:3xi32=const:7 --check='p == 4950; q == i; r == 14' | FileCheck %s --check-prefix=EFFECTS
// EFFECTS-COUNT-3: ok, exact

// The simulator, and the interpreter, which knows no padding.
// RUN: tile-run %s --kernel=order | sort | FileCheck %s --check-prefix=ORDER
// RUN: tile-run %s --kernel=order --device=interpreter | sort | FileCheck %s --check-prefix=ORDER
// RUN: tile-run %s --kernel=regions | sort | FileCheck %s --check-prefix=REGIONS
// RUN: tile-run %s --kernel=regions --device=interpreter | sort | FileCheck %s --check-prefix=REGIONS
// RUN: tile-run %s --kernel=calls | sort | FileCheck %s --check-prefix=CALLS
// RUN: tile-run %s --kernel=calls --device=interpreter | sort | FileCheck %s --check-prefix=CALLS

// RUN: tile-run %s --kernel=groups --output=p:18xi32=iota --output=q:1xi32=zeros --check='p == 10 * i; q == 9'
// RUN: tile-run %s --kernel=groups --num-warps=8 --output=p:18xi32=iota --output=q:1xi32=zeros --check='p == 10 * i; q == 9'

// Groups of two elements: each element is in one.
tile.func public @groups(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 18 : i32} : tensor<18xi32>
  %j = tile.reshape %i : tensor<18xi32> -> tensor<3x6xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<3x6x!tile.ptr<i32>>
  %pj = tile.addptr %ps, %j : tensor<3x6x!tile.ptr<i32>>, tensor<3x6xi32>
  %v = tile.elementwise_inline_asm "ld.global.b32 $0, [$2]; ld.global.b32 $1, [$3]; red.global.add.u32 [$4], 1;" {constraints = "=&r,=&r,l,l,l", packed_element = 2 : i32, per_group = array<i32: 1>, pure = false} %pj, %q : tensor<3x6x!tile.ptr<i32>>, !tile.ptr<i32> -> tensor<3x6xi32>
  %ten = arith.constant dense<10> : tensor<3x6xi32>
  %w = arith.muli %v, %ten : tensor<3x6xi32>
  tile.store %pj, %w : tensor<3x6x!tile.ptr<i32>>
  tile.return
}

// What happens once for each element does not happen for padding.
tile.func public @effects(%p: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %r: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 100 : i32} : tensor<100xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %ps, %i : tensor<100x!tile.ptr<i32>>, tensor<100xi32> -> ()
  %qs = tile.splat %q : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  %qi = tile.addptr %qs, %i : tensor<100x!tile.ptr<i32>>, tensor<100xi32>
  %zero = arith.constant dense<0> : tensor<100xi32>
  %old = tile.atomic_cas acq_rel, gpu, %qi, %zero, %i : (tensor<100x!tile.ptr<i32>>, tensor<100xi32>, tensor<100xi32>) -> tensor<100xi32>
  %limit = arith.constant dense<100> : tensor<100xi32>
  %ok = arith.cmpi slt, %i, %limit : tensor<100xi32>
  tile.assert %ok, "in range" : tensor<100xi1>
  // Results of an asm with effects, and of one that reads at addresses.
  %k = tile.make_range {start = 0 : i32, end = 3 : i32} : tensor<3xi32>
  %rs = tile.splat %r : !tile.ptr<i32> -> tensor<3x!tile.ptr<i32>>
  %rk = tile.addptr %rs, %k : tensor<3x!tile.ptr<i32>>, tensor<3xi32>
  %v = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %rk : tensor<3x!tile.ptr<i32>> -> tensor<3xi32>
  %u = tile.elementwise_inline_asm "ld.global.nc.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %rk : tensor<3x!tile.ptr<i32>> -> tensor<3xi32>
  tile.elementwise_inline_asm "prefetch.global.L2 [$0];" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %rk : tensor<3x!tile.ptr<i32>> -> ()
  %w = arith.addi %u, %v : tensor<3xi32>
  tile.store %rk, %w : tensor<3x!tile.ptr<i32>>
  tile.return
}

// Keys that come last of all, as the padding does, and what goes along.
tile.func public @order() {
  %f = arith.constant dense<[0x7FFFFFFF, 0x7F800000, 0xFFFFFFFF, 2.0, 0x7FFFFFFF]> : tensor<5xf32>
  %i = tile.make_range {start = 0 : i32, end = 5 : i32} : tensor<5xi32>
  // ORDER: idx (0) down 0{{$}}
  // ORDER: idx (0) less -128
  // ORDER: idx (0) most 127
  // ORDER: idx (0) up 2{{$}}
  // ORDER: idx (1) down 4
  // ORDER: idx (1) less -128
  // ORDER: idx (1) most 127
  // ORDER: idx (1) up 3
  // ORDER: idx (2) down 1
  // ORDER: idx (2) less -1
  // ORDER: idx (2) most -1
  // ORDER: idx (2) up 1
  // ORDER: idx (3) down 3
  // ORDER: idx (3) up 0
  // ORDER: idx (4) down 2
  // ORDER: idx (4) up 4
  // ORDER-NOT: idx
  %0, %up = tile.sort %f, %i {axis = 0 : i32} : tensor<5xf32>, tensor<5xi32>
  %1, %down = tile.sort %f, %i {axis = 0 : i32, descending} : tensor<5xf32>, tensor<5xi32>
  tile.print " up " {hex = false, isSigned = array<i32: 1>} : %up : tensor<5xi32>
  tile.print " down " {hex = false, isSigned = array<i32: 1>} : %down : tensor<5xi32>
  %b = arith.constant dense<[127, -128, -1, 127, -128]> : tensor<5xi8>
  %most = tile.topk %b {axis = 0 : i32, k = 3 : i32} : tensor<5xi8> -> tensor<3xi8>
  %less = tile.topk %b {axis = 0 : i32, k = 3 : i32, smallest} : tensor<5xi8> -> tensor<3xi8>
  tile.print " most " {hex = false, isSigned = array<i32: 1>} : %most : tensor<3xi8>
  tile.print " less " {hex = false, isSigned = array<i32: 1>} : %less : tensor<3xi8>
  tile.return
}

// Regions that must not see the padding: one without an identity that does not
// commute, one that divides, a map that loops until its element is large, a map
// of groups.
tile.func public @regions() {
  // REGIONS: ) first 31
  // REGIONS: idx (0) back 34
  // REGIONS: idx (0) loop 16
  // REGIONS: idx (1) back 34
  // REGIONS: idx (1) loop 10
  // REGIONS: idx (2) back 34
  // REGIONS: idx (2) loop 17
  // REGIONS: ) quotient 2{{$}}
  %x = arith.constant dense<[1, 5, 34]> : tensor<3xi32>
  %back = "tile.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    tile.scan.return %a : i32
  }) : (tensor<3xi32>) -> tensor<3xi32>
  tile.print " back " {hex = false, isSigned = array<i32: 1>} : %back : tensor<3xi32>
  %y = arith.constant dense<[31, 5, 3, 4, 9]> : tensor<5xi32>
  %first = "tile.reduce"(%y) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tile.reduce.return %a : i32
  }) : (tensor<5xi32>) -> i32
  tile.print " first " {hex = false, isSigned = array<i32: 1>} : %first : i32
  // Associative on these: the greatest common divisor.
  %z = arith.constant dense<[12, 18, 4]> : tensor<3xi32>
  %quotient = "tile.reduce"(%z) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %g:2 = scf.while (%m = %a, %n = %b) : (i32, i32) -> (i32, i32) {
      %zero = arith.constant 0 : i32
      %more = arith.cmpi ne, %n, %zero : i32
      scf.condition(%more) %m, %n : i32, i32
    } do {
    ^bb0(%m: i32, %n: i32):
      %r = arith.remui %m, %n : i32
      scf.yield %n, %r : i32, i32
    }
    tile.reduce.return %g#0 : i32
  }) : (tensor<3xi32>) -> i32
  tile.print " quotient " {hex = false, isSigned = array<i32: 1>} : %quotient : i32
  %w = arith.constant dense<[1, 5, 17]> : tensor<3xi32>
  %loop = "tile.map_elementwise"(%w) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    %b = scf.while (%i = %a) : (i32) -> i32 {
      %limit = arith.constant 10 : i32
      %less = arith.cmpi slt, %i, %limit : i32
      scf.condition(%less) %i : i32
    } do {
    ^bb0(%i: i32):
      %j = arith.addi %i, %i : i32
      scf.yield %j : i32
    }
    tile.map_elementwise.return %b : i32
  }) : (tensor<3xi32>) -> tensor<3xi32>
  tile.print " loop " {hex = false, isSigned = array<i32: 1>} : %loop : tensor<3xi32>
  tile.return
}

// Arguments and results of functions, which stay calls, and what loops carry.
tile.func public @calls() {
  // CALLS: idx (0, 0) x 14
  // CALLS: idx (0, 1) x 28
  // CALLS: idx (0, 2) x 42
  // CALLS-NOT: idx
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %x = arith.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %y = scf.for %i = %zero to %three step %one iter_args(%s = %x) -> (tensor<1x3xi32>) : i32 {
    %d = tile.call @twice(%s) : (tensor<1x3xi32>) -> tensor<1x3xi32>
    %first = arith.cmpi eq, %i, %zero : i32
    %t = scf.if %first -> (tensor<1x3xi32>) {
      %e = arith.subi %d, %x : tensor<1x3xi32>
      scf.yield %e : tensor<1x3xi32>
    } else {
      %e = arith.addi %d, %x : tensor<1x3xi32>
      scf.yield %e : tensor<1x3xi32>
    }
    scf.yield %t : tensor<1x3xi32>
  }
  %z = tile.call @twice(%y) : (tensor<1x3xi32>) -> tensor<1x3xi32>
  tile.print " x " {hex = false, isSigned = array<i32: 1>} : %z : tensor<1x3xi32>
  tile.return
}

tile.func private @twice(%x: tensor<1x3xi32>) -> tensor<1x3xi32> attributes {noinline = true} {
  %0 = arith.addi %x, %x : tensor<1x3xi32>
  tile.return %0 : tensor<1x3xi32>
}
