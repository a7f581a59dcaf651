// Regions of reductions, scans and maps that assert something of their elements: of those that are to be combined, in their order, and no others. Each region is
// right only for what is on the left, which is less, and gives what is on the right. Tiles of a power of two and others, over registers, lanes and warps.

// RUN: tile-run %s --kernel=ordered --input=x:1024xi32=iota --output=a:1024xi32 --output=b:100xi32 --output=c:1024xi32 --output=d:4xi32 --output=e:64xi32 --output=f:100xi32 --check 'a == x; b == i; c == 1023 - i; e == 960 + i; f == i' --check 'd == where(i == 0, 1023, where(i == 1, 99, i + 5))' | FileCheck %s
// RUN: tile-run %s --kernel=ordered --device=interpreter --input=x:1024xi32=iota --output=a:1024xi32 --output=b:100xi32 --output=c:1024xi32 --output=d:4xi32 --output=e:64xi32 --output=f:100xi32 --check 'a == x; b == i; c == 1023 - i; e == 960 + i; f == i' --check 'd == where(i == 0, 1023, where(i == 1, 99, i + 5))' | FileCheck %s
// CHECK-COUNT-6: ok, exact

// One element that is not in order is found by each of them.
// RUN: not tile-run %s --kernel=reduce --input=x:1024xi32=const:1 --output=a:1xi32 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tile-run %s --kernel=reduce --device=interpreter --input=x:1024xi32=const:1 --output=a:1xi32 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tile-run %s --kernel=scan --input=x:1024xi32=const:1 --output=a:1024xi32 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tile-run %s --kernel=scan --device=interpreter --input=x:1024xi32=const:1 --output=a:1024xi32 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tile-run %s --kernel=map --input=x:100xi32=const:1 --output=a:100xi32 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tile-run %s --kernel=map --device=interpreter --input=x:100xi32=const:1 --output=a:100xi32 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tile-run %s --kernel=sum --input=x:1024xi32=const:1 --output=a:1xi32 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: not in order

#target = #tile.target<"sm_90a", num_warps = 4>
module attributes {tile.target = #target} {

tile.func public @ordered(%x: !tile.ptr<i32>, %pa: !tile.ptr<i32>, %pb: !tile.ptr<i32>, %pc: !tile.ptr<i32>, %pd: !tile.ptr<i32>, %pe: !tile.ptr<i32>, %pf: !tile.ptr<i32>) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %r100 = tile.make_range {start = 0 : i32, end = 100 : i32} : tensor<100xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %r : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %all = tile.load %xp : tensor<1024x!tile.ptr<i32>>
  %x100 = tile.splat %x : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  %xp100 = tile.addptr %x100, %r100 : tensor<100x!tile.ptr<i32>>, tensor<100xi32>
  %some = tile.load %xp100 : tensor<100x!tile.ptr<i32>>

  // A scan that crosses warps, one of a padded tile, and one from the end.
  %scanned = "tile.scan"(%all) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    tile.assert %less, "not in order" : i1
    tile.scan.return %b : i32
  }) : (tensor<1024xi32>) -> tensor<1024xi32>
  %as = tile.splat %pa : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %ap = tile.addptr %as, %r : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %ap, %scanned : tensor<1024x!tile.ptr<i32>>
  %padded = "tile.scan"(%some) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    tile.assert %less, "not in order" : i1
    tile.scan.return %b : i32
  }) : (tensor<100xi32>) -> tensor<100xi32>
  %bs = tile.splat %pb : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  %bp = tile.addptr %bs, %r100 : tensor<100x!tile.ptr<i32>>, tensor<100xi32>
  tile.store %bp, %padded : tensor<100x!tile.ptr<i32>>
  %rows = tile.reshape %all : tensor<1024xi32> -> tensor<16x64xi32>
  %end = arith.constant dense<1023> : tensor<16x64xi32>
  %falling = arith.subi %end, %rows : tensor<16x64xi32>
  %backward = "tile.scan"(%falling) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    tile.assert %less, "not in order" : i1
    tile.scan.return %b : i32
  }) : (tensor<16x64xi32>) -> tensor<16x64xi32>
  %flat = tile.reshape %backward : tensor<16x64xi32> -> tensor<1024xi32>
  %cs = tile.splat %pc : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %cp = tile.addptr %cs, %r : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %cp, %flat : tensor<1024x!tile.ptr<i32>>

  // Reductions to a scalar, and of rows.
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %last = "tile.reduce"(%all) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    tile.assert %less, "not in order" : i1
    tile.reduce.return %b : i32
  }) : (tensor<1024xi32>) -> i32
  tile.store %pd, %last : !tile.ptr<i32>
  %last100 = "tile.reduce"(%some) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    tile.assert %less, "not in order" : i1
    tile.reduce.return %b : i32
  }) : (tensor<100xi32>) -> i32
  %d1 = tile.addptr %pd, %c1 : !tile.ptr<i32>, i32
  tile.store %d1, %last100 : !tile.ptr<i32>
  %d2 = tile.addptr %pd, %c2 : !tile.ptr<i32>, i32
  tile.store %d2, %c7 : !tile.ptr<i32>
  %d3 = tile.addptr %pd, %c3 : !tile.ptr<i32>, i32
  tile.store %d3, %c8 : !tile.ptr<i32>
  %columns = "tile.reduce"(%rows) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    tile.assert %less, "not in order" : i1
    tile.reduce.return %b : i32
  }) : (tensor<16x64xi32>) -> tensor<64xi32>
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %es = tile.splat %pe : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %ep = tile.addptr %es, %r64 : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  tile.store %ep, %columns : tensor<64x!tile.ptr<i32>>

  // A map of a padded tile: of its own elements each is the number that it has.
  %mapped = "tile.map_elementwise"(%some, %r100) <{pack = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %same = arith.cmpi eq, %a, %b : i32
    tile.assert %same, "not in order" : i1
    tile.map_elementwise.return %a : i32
  }) : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi32>
  %fs = tile.splat %pf : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  %fp = tile.addptr %fs, %r100 : tensor<100x!tile.ptr<i32>>, tensor<100xi32>
  tile.store %fp, %mapped : tensor<100x!tile.ptr<i32>>
  tile.return
}

tile.func public @reduce(%x: !tile.ptr<i32>, %out: !tile.ptr<i32>) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %r : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %all = tile.load %xp : tensor<1024x!tile.ptr<i32>>
  %last = "tile.reduce"(%all) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    tile.assert %less, "not in order" : i1
    tile.reduce.return %b : i32
  }) : (tensor<1024xi32>) -> i32
  tile.store %out, %last : !tile.ptr<i32>
  tile.return
}

tile.func public @scan(%x: !tile.ptr<i32>, %out: !tile.ptr<i32>) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %r : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %all = tile.load %xp : tensor<1024x!tile.ptr<i32>>
  %scanned = "tile.scan"(%all) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    scf.if %less {
    } else {
      %no = arith.constant false
      tile.assert %no, "not in order" : i1
    }
    tile.scan.return %b : i32
  }) : (tensor<1024xi32>) -> tensor<1024xi32>
  %os = tile.splat %out : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %op = tile.addptr %os, %r : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %op, %scanned : tensor<1024x!tile.ptr<i32>>
  tile.return
}

tile.func public @map(%x: !tile.ptr<i32>, %out: !tile.ptr<i32>) {
  %r = tile.make_range {start = 0 : i32, end = 100 : i32} : tensor<100xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %r : tensor<100x!tile.ptr<i32>>, tensor<100xi32>
  %all = tile.load %xp : tensor<100x!tile.ptr<i32>>
  %mapped = "tile.map_elementwise"(%all, %r) <{pack = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %same = arith.cmpi eq, %a, %b : i32
    tile.assert %same, "not in order" : i1
    tile.map_elementwise.return %a : i32
  }) : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi32>
  %os = tile.splat %out : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  %op = tile.addptr %os, %r : tensor<100x!tile.ptr<i32>>, tensor<100xi32>
  tile.store %op, %mapped : tensor<100x!tile.ptr<i32>>
  tile.return
}

// What one instruction would do for a warp, without the assertion.
tile.func public @sum(%x: !tile.ptr<i32>, %out: !tile.ptr<i32>) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %r : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %all = tile.load %xp : tensor<1024x!tile.ptr<i32>>
  %limit = arith.constant 512 : i32
  %sum = "tile.reduce"(%all) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    %ok = arith.cmpi sle, %s, %limit : i32
    tile.assert %ok, "not in order" : i1
    tile.reduce.return %s : i32
  }) : (tensor<1024xi32>) -> i32
  tile.store %out, %sum : !tile.ptr<i32>
  tile.return
}

}
