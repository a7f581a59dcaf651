// Elements that are divided by one number share its reciprocal and its scale, and each takes
// two multiplications. The results are those of div.full to the bit, also at the ends of the
// range. An integer as divisor needs no scale. A divisor of few elements stays as it is.

// RUN: split-file %s %t
// RUN: tilec %t/float.mlir -o - | FileCheck %s --check-prefix=FLOAT
// RUN: tilec %t/rounded.mlir -o - | FileCheck %s --check-prefix=ROUNDED
// RUN: tilec %t/rounded.mlir --fp-contract=off -o - | FileCheck %s --check-prefix=APART
// RUN: tilec %t/integer.mlir -o - | FileCheck %s --check-prefix=INTEGER
// RUN: tilec %t/few.mlir -o - | FileCheck %s --check-prefix=FEW
// RUN: tilec %t/loop.mlir -o - | FileCheck %s --check-prefix=LOOP

// With 32 warps each thread has one element, so there div.full computes the same.
// RUN: tilec %t/float.mlir --num-warps=32 -o - | FileCheck %s --check-prefix=ONE
// RUN: tile-run %t/float.mlir --num-warps=4 --grid=64 --input=x:1024xf32=special --output=y:65536xf32:save=%t/4.npy --input=b:64xf32=special
// RUN: tile-run %t/float.mlir --num-warps=32 --grid=64 --input=x:1024xf32=special --output=y:65536xf32:save=%t/32.npy --input=b:64xf32=special
// RUN: cmp %t/4.npy %t/32.npy
// RUN: tile-run %t/integer.mlir --num-warps=4 --grid=64 --input=x:1024xf32=special --output=y:65536xf32:save=%t/4.npy --input=n:64xi32=iota
// RUN: tile-run %t/integer.mlir --num-warps=32 --grid=64 --input=x:1024xf32=special --output=y:65536xf32:save=%t/32.npy --input=n:64xi32=iota
// RUN: cmp %t/4.npy %t/32.npy

// FLOAT:      abs.f32 %[[ABS:r[0-9]+]], %[[B:r[0-9]+]];
// FLOAT-DAG:  setp.gt.f32 %[[BIG:p[0-9]+]], %[[ABS]], 0f7E800000;
// FLOAT-DAG:  setp.lt.f32 %[[SMALL:p[0-9]+]], %[[ABS]], 0f00800000;
// FLOAT-DAG:  selp.f32 %[[S0:r[0-9]+]], 0f4B800000, 0f3F800000, %[[SMALL]];
// FLOAT-DAG:  selp.f32 %[[S:r[0-9]+]], 0f3E800000, %[[S0]], %[[BIG]];
// FLOAT-DAG:  mul.rn.f32 %[[SCALED:r[0-9]+]], %[[B]], %[[S]];
// FLOAT:      rcp.approx.ftz.f32 %[[R:r[0-9]+]], %[[SCALED]];
// FLOAT-NOT:  div
// FLOAT-COUNT-8: mul.f32 %{{.*}}, %[[R]];

// What is added to a quotient goes into the same fma as ptxas makes of div.full and add.
// ROUNDED:         rcp.approx.ftz.f32 %[[R:r[0-9]+]]
// ROUNDED-COUNT-8: fma.rn.f32 %{{.*}}, %[[R]], 0f3F000000;
// APART-NOT:       fma
// APART-COUNT-8:   add.rn.f32 %{{.*}}, 0f3F000000;

// INTEGER-NOT:  selp
// INTEGER:      cvt.rn.f32.s32 %[[B:r[0-9]+]]
// INTEGER:      rcp.approx.ftz.f32 %[[R:r[0-9]+]], %[[B]];
// INTEGER-NOT:  div
// INTEGER-COUNT-8: mul.f32 %{{.*}}, %[[R]];
// INTEGER-NOT:  mul{{.*}}.f32

// FEW-COUNT-4: div.full.f32

// ONE:       div.full.f32

// LOOP:      rcp.approx.ftz.f32
// LOOP:      $L__BB
// LOOP-NOT:  rcp
// LOOP:      bra

//--- float.mlir
module {
tile.func public @divide(%x: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %bs: !tile.ptr<f32>) {
  %pid = tile.get_program_id x : i32
  %size = arith.constant 1024 : i32
  %at = arith.muli %pid, %size : i32
  %bp = tile.addptr %bs, %pid : !tile.ptr<f32>, i32
  %b = tile.load %bp : !tile.ptr<f32>
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %v = tile.load %xp : tensor<1024x!tile.ptr<f32>>
  %all = tile.splat %b : f32 -> tensor<1024xf32>
  %q = arith.divf %v, %all : tensor<1024xf32>
  %row = tile.addptr %y, %at : !tile.ptr<f32>, i32
  %ys = tile.splat %row : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %yp, %q : tensor<1024x!tile.ptr<f32>>
  tile.return
}
}

//--- rounded.mlir
module {
tile.func public @divide(%x: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %bs: !tile.ptr<f32>) {
  %pid = tile.get_program_id x : i32
  %size = arith.constant 1024 : i32
  %at = arith.muli %pid, %size : i32
  %bp = tile.addptr %bs, %pid : !tile.ptr<f32>, i32
  %b = tile.load %bp : !tile.ptr<f32>
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %v = tile.load %xp : tensor<1024x!tile.ptr<f32>>
  %all = tile.splat %b : f32 -> tensor<1024xf32>
  %q = arith.divf %v, %all : tensor<1024xf32>
  %half = arith.constant dense<0.5> : tensor<1024xf32>
  %h = arith.addf %q, %half : tensor<1024xf32>
  %row = tile.addptr %y, %at : !tile.ptr<f32>, i32
  %ys = tile.splat %row : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %yp, %h : tensor<1024x!tile.ptr<f32>>
  tile.return
}
}

//--- integer.mlir
module {
tile.func public @divide(%x: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %ns: !tile.ptr<i32>) {
  %pid = tile.get_program_id x : i32
  %size = arith.constant 1024 : i32
  %at = arith.muli %pid, %size : i32
  %np = tile.addptr %ns, %pid : !tile.ptr<i32>, i32
  %n = tile.load %np : !tile.ptr<i32>
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %v = tile.load %xp : tensor<1024x!tile.ptr<f32>>
  %b = arith.sitofp %n : i32 to f32
  %all = tile.splat %b : f32 -> tensor<1024xf32>
  %q = arith.divf %v, %all : tensor<1024xf32>
  %row = tile.addptr %y, %at : !tile.ptr<f32>, i32
  %ys = tile.splat %row : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %yp, %q : tensor<1024x!tile.ptr<f32>>
  tile.return
}
}

//--- few.mlir
module {
tile.func public @divide(%x: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %b: f32) {
  %i = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  %v = tile.load %xp : tensor<512x!tile.ptr<f32>>
  %bs = tile.splat %b : f32 -> tensor<512xf32>
  %q = arith.divf %v, %bs : tensor<512xf32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  tile.store %yp, %q : tensor<512x!tile.ptr<f32>>
  tile.return
}
}

//--- loop.mlir
module {
tile.func public @divide(%x: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tt.divisibility = 16 : i32}, %b: f32, %n: i32) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 1024 : i32
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %c = math.absf %b : f32
  scf.for %k = %zero to %n step %step : i32 {
    %ks = tile.splat %k : i32 -> tensor<1024xi32>
    %at = arith.addi %ks, %i : tensor<1024xi32>
    %xp = tile.addptr %xs, %at : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
    %v = tile.load %xp : tensor<1024x!tile.ptr<f32>>
    %bs = tile.splat %c : f32 -> tensor<1024xf32>
    %q = arith.divf %v, %bs : tensor<1024xf32>
    %yp = tile.addptr %ys, %at : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
    tile.store %yp, %q : tensor<1024x!tile.ptr<f32>>
  }
  tile.return
}
}
