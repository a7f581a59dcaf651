// Integers of 8 and 16 bits become f32 in the low bits of 2^23, which is
// subtracted; what is added to them is subtracted less. So do integers that a mask
// makes short. No instruction converts them.
//
// RUN: tilec %s --target=sm_90a --num-warps=1 -o - | FileCheck %s
// RUN: tile-run %s --target=sm_90a --kernel=bytes --num-warps=1 --grid=1 --input=x:256xi8=iota --output=unsigned:256xf32 --output=signed:256xf32 --output=shifted:256xf32 --check='unsigned == i; signed == i - 256 * (i > 127); shifted == (i - 128) * 3' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --target=sm_90a --kernel=halves --num-warps=1 --grid=1 --input=x:65536xi16=iota --output=unsigned:65536xf32 --output=signed:65536xf32 --output=shifted:65536xf32 --check='unsigned == i; signed == i - 65536 * (i > 32767); shifted == (i - 128) * 3' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --target=sm_90a --kernel=nibbles --num-warps=1 --grid=1 --input=x:256xi8=iota --output=lower:256xf32 --output=upper:256xf32 --check='lower == i % 16 - 8; upper == (i - i % 16) / 16 - 8' | FileCheck %s --check-prefix=NIBBLES
//
// OK-COUNT-3: ok, exact
// NIBBLES-COUNT-2: ok, exact

// A byte gets to its place from any place of a word.
// CHECK-LABEL: .entry bytes
// CHECK-NOT: cvt.rn
// CHECK: prmt.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 1258291200, 0x7443U;
// CHECK-NOT: cvt.rn
// CHECK: add.f32 %r{{[0-9]+}}, %r{{[0-9]+}}, 0fCB000000;
// CHECK-NOT: cvt.rn
// CHECK: ret;
tile.func public @bytes(%x: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %unsigned: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %signed: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %shifted: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %range = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %center = arith.constant dense<1.280000e+02> : tensor<256xf32>
  %factor = arith.constant dense<3.000000e+00> : tensor<256xf32>
  %x0 = tile.splat %x : !tile.ptr<i8> -> tensor<256x!tile.ptr<i8>>
  %xp = tile.addptr %x0, %range : tensor<256x!tile.ptr<i8>>, tensor<256xi32>
  %v = tile.load %xp : tensor<256x!tile.ptr<i8>>
  %u = arith.uitofp %v : tensor<256xi8> to tensor<256xf32>
  %s = arith.sitofp %v : tensor<256xi8> to tensor<256xf32>
  %c = arith.subf %u, %center : tensor<256xf32>
  %t = arith.mulf %c, %factor : tensor<256xf32>
  %u0 = tile.splat %unsigned : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %up = tile.addptr %u0, %range : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %up, %u : tensor<256x!tile.ptr<f32>>
  %s0 = tile.splat %signed : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %sp = tile.addptr %s0, %range : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %sp, %s : tensor<256x!tile.ptr<f32>>
  %t0 = tile.splat %shifted : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %tp = tile.addptr %t0, %range : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %tp, %t : tensor<256x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: .entry halves
// CHECK-NOT: cvt.rn
// CHECK: ret;
tile.func public @halves(%x: !tile.ptr<i16> {tile.divisibility = 16 : i32}, %unsigned: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %signed: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %shifted: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %size = arith.constant 65536 : i32
  %step = arith.constant 512 : i32
  %range = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %center = arith.constant dense<1.280000e+02> : tensor<512xf32>
  %factor = arith.constant dense<3.000000e+00> : tensor<512xf32>
  %x0 = tile.splat %x : !tile.ptr<i16> -> tensor<512x!tile.ptr<i16>>
  %u0 = tile.splat %unsigned : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %s0 = tile.splat %signed : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %t0 = tile.splat %shifted : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  scf.for %first = %zero to %size step %step : i32 {
    %start = tile.splat %first : i32 -> tensor<512xi32>
    %at = arith.addi %start, %range : tensor<512xi32>
    %xp = tile.addptr %x0, %at : tensor<512x!tile.ptr<i16>>, tensor<512xi32>
    %v = tile.load %xp : tensor<512x!tile.ptr<i16>>
    %u = arith.uitofp %v : tensor<512xi16> to tensor<512xf32>
    %s = arith.sitofp %v : tensor<512xi16> to tensor<512xf32>
    %c = arith.subf %u, %center : tensor<512xf32>
    %t = arith.mulf %c, %factor : tensor<512xf32>
    %up = tile.addptr %u0, %at : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
    tile.store %up, %u : tensor<512x!tile.ptr<f32>>
    %sp = tile.addptr %s0, %at : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
    tile.store %sp, %s : tensor<512x!tile.ptr<f32>>
    %tp = tile.addptr %t0, %at : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
    tile.store %tp, %t : tensor<512x!tile.ptr<f32>>
  }
  tile.return
}

// The integer that is subtracted from nibbles takes no instruction.
// CHECK-LABEL: .entry nibbles
// CHECK-NOT: cvt.rn
// CHECK-NOT: add.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, -8;
// CHECK: add.f32 %r{{[0-9]+}}, %r{{[0-9]+}}, 0fCB000008;
// CHECK-NOT: cvt.rn
// CHECK: ret;
tile.func public @nibbles(%x: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %lower: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %upper: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %range = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %mask = arith.constant dense<15> : tensor<256xi32>
  %four = arith.constant dense<4> : tensor<256xi32>
  %center = arith.constant dense<8.000000e+00> : tensor<256xf32>
  %x0 = tile.splat %x : !tile.ptr<i8> -> tensor<256x!tile.ptr<i8>>
  %xp = tile.addptr %x0, %range : tensor<256x!tile.ptr<i8>>, tensor<256xi32>
  %v = tile.load %xp : tensor<256x!tile.ptr<i8>>
  %wide = arith.extui %v : tensor<256xi8> to tensor<256xi32>
  %low = arith.andi %wide, %mask : tensor<256xi32>
  %high = arith.shrui %wide, %four : tensor<256xi32>
  %fl = arith.sitofp %low : tensor<256xi32> to tensor<256xf32>
  %fh = arith.sitofp %high : tensor<256xi32> to tensor<256xf32>
  %l = arith.subf %fl, %center : tensor<256xf32>
  %h = arith.subf %fh, %center : tensor<256xf32>
  %l0 = tile.splat %lower : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %lp = tile.addptr %l0, %range : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %lp, %l : tensor<256x!tile.ptr<f32>>
  %h0 = tile.splat %upper : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %hp = tile.addptr %h0, %range : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %hp, %h : tensor<256x!tile.ptr<f32>>
  tile.return
}
