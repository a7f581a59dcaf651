// ptxas takes what becomes of each operation, libdevice included.
// REQUIRES: ptxas, libdevice
// RUN: tilec %s --target=sm_80 --verify-ptx --emit=ptx -o - | FileCheck %s
// RUN: tilec %s --target=sm_89 --verify-ptx --emit=ptx -o - | FileCheck %s
// RUN: tilec %s --target=sm_100a --verify-ptx --emit=ptx -o - | FileCheck %s
// RUN: tilec %s --target=sm_90a --fast-math --verify-ptx --emit=ptx -o - | FileCheck %s

// CHECK-LABEL: .entry mathematics(
// CHECK-NOT: .extern
tile.func public @mathematics(%p: !tile.ptr<f32>, %d: !tile.ptr<f64>, %h: !tile.ptr<bf16>) {
  %x = tile.load %p : !tile.ptr<f32>
  %0 = math.sin %x : f32
  %1 = math.log %0 : f32
  %2 = math.tanh %1 : f32
  %3 = math.erf %2 : f32
  %4 = arith.remf %3, %x : f32
  %5 = math.powf %4, %x : f32
  %6 = math.rsqrt %5 : f32
  %7 = arith.divf %6, %x : f32
  tile.store %p, %7 : !tile.ptr<f32>
  %y = tile.load %d : !tile.ptr<f64>
  %8 = math.exp %y : f64
  %9 = arith.divf %8, %y : f64
  %10 = arith.remf %9, %y : f64
  tile.store %d, %10 : !tile.ptr<f64>
  %11 = tile.load %h : !tile.ptr<bf16>
  %12 = math.exp2 %11 : bf16
  %13 = arith.addf %12, %11 : bf16
  tile.store %h, %13 : !tile.ptr<bf16>
  tile.return
}

// CHECK-LABEL: .entry conversions(
tile.func public @conversions(%p: !tile.ptr<f32>, %d: !tile.ptr<f64>, %h: !tile.ptr<f16>, %b: !tile.ptr<bf16>, %e4: !tile.ptr<f8E4M3FN>, %e5: !tile.ptr<f8E5M2>) {
  %x = tile.load %p : !tile.ptr<f32>
  %0 = tile.fp_to_fp %x, rounding = rtz : f32 -> f8E4M3FN
  %1 = tile.fp_to_fp %0 : f8E4M3FN -> f8E5M2
  tile.store %e5, %1 : !tile.ptr<f8E5M2>
  %2 = tile.fp_to_fp %x, rounding = rtz : f32 -> f16
  tile.store %h, %2 : !tile.ptr<f16>
  %y = tile.load %d : !tile.ptr<f64>
  %3 = tile.fp_to_fp %y, rounding = rtz : f64 -> bf16
  tile.store %b, %3 : !tile.ptr<bf16>
  %4 = tile.fp_to_fp %y : f64 -> f8E4M3FN
  tile.store %e4, %4 : !tile.ptr<f8E4M3FN>
  tile.return
}
