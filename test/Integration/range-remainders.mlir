// Remainders of consecutive numbers: one scalar remainder for all of a thread's, where the
// divisor is at least as large as the range; as before where it is not, or the first number
// is negative or near the largest.

// RUN: tile-opt %s --tile-assign-layouts --tile-distribute-to-threads | FileCheck %s
// CHECK-LABEL: @wrapped
// CHECK-DAG: %[[LARGE:.*]] = arith.cmpi sge, %{{.*}}, %c256_i64
// CHECK-DAG: %[[EARLY:.*]] = arith.cmpi ule, %{{.*}}, %c9223372036854775551_i64
// CHECK: %[[FITS:.*]] = arith.andi %[[LARGE]], %[[EARLY]]
// CHECK: arith.remui
// CHECK-NOT: arith.rem
// CHECK: scf.if %[[FITS]]
// CHECK-NOT: arith.rem
// CHECK: else
// CHECK: arith.remsi
// CHECK: arith.remsi

// RUN: tile-run %s --device=sim --input=i64=0 --input=i64=1000 --output=256xi64 --check='out == i % 1000'
// RUN: tile-run %s --device=sim --input=i64=900 --input=i64=1000 --output=256xi64 --check='out == (i + 900) % 1000'
// RUN: tile-run %s --device=sim --input=i64=7 --input=i64=256 --output=256xi64 --check='out == (i + 7) % 256'
// RUN: tile-run %s --device=sim --input=i64=7 --input=i64=255 --output=256xi64 --check='out == (i + 7) % 255'
// RUN: tile-run %s --device=sim --input=i64=5 --input=i64=3 --output=256xi64 --check='out == (i + 5) % 3'
// What is negative keeps its sign.
// RUN: tile-run %s --device=sim --input=i64=-256 --input=i64=1000 --output=256xi64 --check='out == i - 256'
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @wrapped(%start: i64, %n: i64, %out: !tile.ptr<i64>) {
  %range = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %far = arith.extsi %range : tensor<256xi32> to tensor<256xi64>
  %start_all = tile.splat %start : i64 -> tensor<256xi64>
  %number = arith.addi %start_all, %far : tensor<256xi64>
  %n_all = tile.splat %n : i64 -> tensor<256xi64>
  %wrapped = arith.remsi %number, %n_all : tensor<256xi64>
  %out_all = tile.splat %out : !tile.ptr<i64> -> tensor<256x!tile.ptr<i64>>
  %at = tile.addptr %out_all, %range : tensor<256x!tile.ptr<i64>>, tensor<256xi32>
  tile.store %at, %wrapped : tensor<256x!tile.ptr<i64>>
  tile.return
}
}
