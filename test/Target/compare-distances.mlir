// Elements of a tile of positions that are compared with one number: the number's distance
// is computed once, and each element compares it with a constant. That is right where
// positions wrap around, and where the number has no 32 bits. Too few elements, or additions
// that are needed anyway, stay as they are.

// RUN: split-file %s %t
// RUN: tilec %t/wide.mlir -o - | FileCheck %s --check-prefix=WIDE
// RUN: tile-run %t/wide.mlir --output=y:1024xi32 --input=i64=700 --input=i32=0 --check='y == (i == 700)'
// RUN: tile-run %t/wide.mlir --output=y:1024xi32 --input=i64=-1 --input=i32=0 --check='y == 0'
// RUN: tile-run %t/wide.mlir --output=y:1024xi32 --input=i64=4294967298 --input=i32=0 --check='y == 0'
// RUN: tile-run %t/wide.mlir --output=y:1024xi32 --input=i64=-2147483647 --input=i32=2147483647 --check='y == (i == 2)'
// RUN: tile-run %t/wide.mlir --output=y:1024xi32 --input=i64=2147483649 --input=i32=2147483647 --check='y == 0'
// RUN: tilec %t/narrow.mlir -o - | FileCheck %s --check-prefix=NARROW
// RUN: tile-run %t/narrow.mlir --output=y:1024xi32 --input=i32=700 --input=i32=0 --check='y == (i != 700)'
// RUN: tile-run %t/narrow.mlir --output=y:1024xi32 --input=i32=-2147483647 --input=i32=2147483647 --check='y == (i != 2)'
// RUN: tilec %t/few.mlir -o - | FileCheck %s --check-prefix=KEPT
// RUN: tilec %t/used.mlir -o - | FileCheck %s --check-prefix=KEPT

// WIDE-DAG:  cvt.u32.u64 %[[LOW:r[0-9]+]], %[[N:rd[0-9]+]];
// WIDE-DAG:  cvt.s64.s32 %[[SAME:rd[0-9]+]], %[[N]];
// WIDE:      setp.eq.b64 %[[FITS:p[0-9]+]], %[[N]], %[[SAME]];
// WIDE:      sub.s32 %[[D:r[0-9]+]], %[[LOW]], %
// WIDE:      selp.b32 %[[E:r[0-9]+]], %[[D]], -1, %[[FITS]];
// WIDE-NOT:  setp.{{.*}}.b64
// WIDE-DAG:  setp.eq.b32 %{{.*}}, %[[E]], 0;
// WIDE-DAG:  setp.eq.b32 %{{.*}}, %[[E]], 1;
// WIDE-DAG:  setp.eq.b32 %{{.*}}, %[[E]], 515;

// NARROW:     sub.s32 %[[D:r[0-9]+]], %
// NARROW-DAG: setp.ne.b32 %{{.*}}, %[[D]], 3;
// NARROW-DAG: setp.ne.b32 %{{.*}}, %[[D]], 512;

// KEPT-NOT:  sub.s32
// KEPT:      add.s32 %{{.*}}, 1;
// KEPT-NOT:  sub.s32

//--- wide.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @at(%y: !tile.ptr<i32> {tt.divisibility = 16 : i32}, %n: i64, %first: i32) {
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %firsts = tile.splat %first : i32 -> tensor<1024xi32>
  %at = arith.addi %firsts, %i : tensor<1024xi32>
  %wide = arith.extsi %at : tensor<1024xi32> to tensor<1024xi64>
  %ns = tile.splat %n : i64 -> tensor<1024xi64>
  %equal = arith.cmpi eq, %wide, %ns : tensor<1024xi64>
  %v = arith.extui %equal : tensor<1024xi1> to tensor<1024xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %yp, %v : tensor<1024x!tile.ptr<i32>>
  tile.return
}
}

//--- narrow.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @at(%y: !tile.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32, %first: i32) {
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %firsts = tile.splat %first : i32 -> tensor<1024xi32>
  %at = arith.addi %firsts, %i : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %differ = arith.cmpi ne, %at, %ns : tensor<1024xi32>
  %v = arith.extui %differ : tensor<1024xi1> to tensor<1024xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %yp, %v : tensor<1024x!tile.ptr<i32>>
  tile.return
}
}

//--- few.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @at(%y: !tile.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32, %first: i32) {
  %i = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %firsts = tile.splat %first : i32 -> tensor<256xi32>
  %at = arith.addi %firsts, %i : tensor<256xi32>
  %ns = tile.splat %n : i32 -> tensor<256xi32>
  %equal = arith.cmpi eq, %at, %ns : tensor<256xi32>
  %v = arith.extui %equal : tensor<256xi1> to tensor<256xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  tile.store %yp, %v : tensor<256x!tile.ptr<i32>>
  tile.return
}
}

//--- used.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @at(%y: !tile.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32, %first: i32) {
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %firsts = tile.splat %first : i32 -> tensor<1024xi32>
  %at = arith.addi %firsts, %i : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %equal = arith.cmpi eq, %at, %ns : tensor<1024xi32>
  %one = arith.constant dense<1> : tensor<1024xi32>
  %v = arith.select %equal, %one, %at : tensor<1024xi1>, tensor<1024xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %yp, %v : tensor<1024x!tile.ptr<i32>>
  tile.return
}
}
