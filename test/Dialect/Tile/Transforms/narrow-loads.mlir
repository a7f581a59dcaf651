// RUN: tile-opt %s --tile-narrow-loads --canonicalize --cse | FileCheck %s
// RUN: tilec %s --kernel=codes --target=sm_90a --num-warps=4 -o - | FileCheck %s --check-prefix=PTX
// RUN: tile-run %s --kernel=codes --grid=1 --input=a:1024xbf16=const:1 --input=codes:512xi8=const:33 --input=scales:64xbf16=iota --input=i32=64 --output=out:256xf32 --check='out == 48 * (8 * (i % 16) + 1)' --device=interpreter | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=codes --target=sm_90a --num-warps=4 --grid=1 --input=a:1024xbf16=const:1 --input=codes:512xi8=const:33 --input=scales:64xbf16=iota --input=i32=64 --output=out:256xf32 --check='out == 48 * (8 * (i % 16) + 1)' | FileCheck %s --check-prefix=OK
//
// OK: ok

// A scale for 32 rows, and two codes in a byte. The loop carries pointers to the
// codes, and to each of them once.
// CHECK-LABEL: @codes(
// CHECK: scf.for {{.*}}-> (tensor<16x16xf32>, tensor<16x16x!tile.ptr<i8>>)
// CHECK-NOT: tile.load {{.*}}tensor<32x16
// CHECK: %[[TWO:.*]] = tile.load %{{.*}} : tensor<16x16x!tile.ptr<i8>>
// CHECK: %[[PLACES:.*]] = tile.expand_dims %[[TWO]] {axis = 1 : i32}
// CHECK: %[[BOTH:.*]] = tile.broadcast %[[PLACES]] : tensor<16x1x16xi8> -> tensor<16x2x16xi8>
// CHECK: tile.reshape %[[BOTH]] : tensor<16x2x16xi8> -> tensor<32x16xi8>
// CHECK: %[[ROW:.*]] = tile.load %{{.*}} : tensor<1x16x!tile.ptr<bf16>>
// CHECK: tile.broadcast %{{.*}} : tensor<1x16x{{.*}}> -> tensor<32x16x
// CHECK: tile.dot
//
// PTX-LABEL: .entry codes
// PTX: cp.async
// PTX-NOT: ld.global.b8
// PTX: ret;
tile.func public @codes(%a: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %codes: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %scales: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %k: i32 {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %two = arith.constant dense<2> : tensor<32x1xi32>
  %four = arith.constant dense<4> : tensor<32x1xi32>
  %nibble = arith.constant dense<15> : tensor<32x16xi32>
  %size = arith.constant dense<32> : tensor<32x1xi32>
  %columns = arith.constant dense<32> : tensor<1x16xi32>
  %groups = arith.constant dense<4> : tensor<1x16xi32>
  %step = arith.constant dense<16> : tensor<32x16xi32>
  %length = arith.constant dense<64> : tensor<16x1xi32>
  %width = arith.constant dense<16> : tensor<16x1xi32>
  %r16 = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %r32 = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %n = tile.expand_dims %r16 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %m = tile.expand_dims %r16 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %row = tile.expand_dims %r32 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %along = tile.expand_dims %r32 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  // Byte k / 2 of column n, which has 32 bytes.
  %pair = arith.divsi %row, %two : tensor<32x1xi32>
  %c0p = tile.splat %codes : !tile.ptr<i8> -> tensor<32x1x!tile.ptr<i8>>
  %c1p = tile.addptr %c0p, %pair : tensor<32x1x!tile.ptr<i8>>, tensor<32x1xi32>
  %c2p = tile.broadcast %c1p : tensor<32x1x!tile.ptr<i8>> -> tensor<32x16x!tile.ptr<i8>>
  %n32 = arith.muli %n, %columns : tensor<1x16xi32>
  %n32b = tile.broadcast %n32 : tensor<1x16xi32> -> tensor<32x16xi32>
  %first = tile.addptr %c2p, %n32b : tensor<32x16x!tile.ptr<i8>>, tensor<32x16xi32>
  %odd = arith.remsi %row, %two : tensor<32x1xi32>
  %shift = arith.muli %odd, %four : tensor<32x1xi32>
  %shifts = tile.broadcast %shift : tensor<32x1xi32> -> tensor<32x16xi32>
  %s0 = tile.splat %scales : !tile.ptr<bf16> -> tensor<1x16x!tile.ptr<bf16>>
  %n4 = arith.muli %n, %groups : tensor<1x16xi32>
  %s1 = tile.addptr %s0, %n4 : tensor<1x16x!tile.ptr<bf16>>, tensor<1x16xi32>
  %sp = tile.broadcast %s1 : tensor<1x16x!tile.ptr<bf16>> -> tensor<32x16x!tile.ptr<bf16>>
  %m64 = arith.muli %m, %length : tensor<16x1xi32>
  %a0 = tile.splat %a : !tile.ptr<bf16> -> tensor<16x1x!tile.ptr<bf16>>
  %a1 = tile.addptr %a0, %m64 : tensor<16x1x!tile.ptr<bf16>>, tensor<16x1xi32>
  %a2 = tile.broadcast %a1 : tensor<16x1x!tile.ptr<bf16>> -> tensor<16x32x!tile.ptr<bf16>>
  %sum:2 = scf.for %i = %c0 to %k step %c32 iter_args(%cp = %first, %acc = %zero) -> (tensor<32x16x!tile.ptr<i8>>, tensor<16x16xf32>) : i32 {
    %at = tile.splat %i : i32 -> tensor<1x32xi32>
    %ks = arith.addi %at, %along : tensor<1x32xi32>
    %kb = tile.broadcast %ks : tensor<1x32xi32> -> tensor<16x32xi32>
    %ap = tile.addptr %a2, %kb : tensor<16x32x!tile.ptr<bf16>>, tensor<16x32xi32>
    %x = tile.load %ap : tensor<16x32x!tile.ptr<bf16>>
    %code = tile.load %cp : tensor<32x16x!tile.ptr<i8>>
    %wide = arith.extui %code : tensor<32x16xi8> to tensor<32x16xi32>
    %shifted = arith.shrui %wide, %shifts : tensor<32x16xi32>
    %number = arith.andi %shifted, %nibble : tensor<32x16xi32>
    %float = arith.sitofp %number : tensor<32x16xi32> to tensor<32x16xbf16>
    %rowAt = tile.splat %i : i32 -> tensor<32x1xi32>
    %rows = arith.addi %row, %rowAt : tensor<32x1xi32>
    %group = arith.divsi %rows, %size : tensor<32x1xi32>
    %groupb = tile.broadcast %group : tensor<32x1xi32> -> tensor<32x16xi32>
    %spg = tile.addptr %sp, %groupb : tensor<32x16x!tile.ptr<bf16>>, tensor<32x16xi32>
    %scale = tile.load %spg : tensor<32x16x!tile.ptr<bf16>>
    %y = arith.mulf %float, %scale : tensor<32x16xbf16>
    %d = tile.dot %x, %y, %acc : tensor<16x32xbf16> * tensor<32x16xbf16> -> tensor<16x16xf32>
    %next = tile.addptr %cp, %step : tensor<32x16x!tile.ptr<i8>>, tensor<32x16xi32>
    scf.yield %next, %d : tensor<32x16x!tile.ptr<i8>>, tensor<16x16xf32>
  }
  %o0 = tile.splat %out : !tile.ptr<f32> -> tensor<16x1x!tile.ptr<f32>>
  %m16 = arith.muli %m, %width : tensor<16x1xi32>
  %o1 = tile.addptr %o0, %m16 : tensor<16x1x!tile.ptr<f32>>, tensor<16x1xi32>
  %o2 = tile.broadcast %o1 : tensor<16x1x!tile.ptr<f32>> -> tensor<16x16x!tile.ptr<f32>>
  %nb = tile.broadcast %n : tensor<1x16xi32> -> tensor<16x16xi32>
  %op = tile.addptr %o2, %nb : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xi32>
  tile.store %op, %sum#1 : tensor<16x16x!tile.ptr<f32>>
  tile.return
}

// No product reads the load, and no neighbours of the other one are equal.
// CHECK-LABEL: @others(
// CHECK: scf.for
// CHECK: tile.load %{{.*}} : tensor<32x16x!tile.ptr<bf16>>
// CHECK: tile.load %{{.*}} : tensor<32x16x!tile.ptr<bf16>>
// CHECK-NOT: tile.broadcast
// CHECK: tile.dot
tile.func private @others(%p: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %rows: tensor<32x16xi32>, %x: tensor<16x32xbf16>, %k: i32) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %all = tile.splat %p : !tile.ptr<bf16> -> tensor<32x16x!tile.ptr<bf16>>
  %ptrs = tile.addptr %all, %rows : tensor<32x16x!tile.ptr<bf16>>, tensor<32x16xi32>
  %sum = scf.for %i = %c0 to %k step %c1 iter_args(%acc = %zero) -> tensor<16x16xf32> : i32 {
    %y = tile.load %ptrs : tensor<32x16x!tile.ptr<bf16>>
    %same = tile.load %all : tensor<32x16x!tile.ptr<bf16>>
    tile.store %ptrs, %same : tensor<32x16x!tile.ptr<bf16>>
    %d = tile.dot %x, %y, %acc : tensor<16x32xbf16> * tensor<32x16xbf16> -> tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  tile.return %sum : tensor<16x16xf32>
}
