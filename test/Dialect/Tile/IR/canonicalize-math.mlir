// RUN: tile-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: tile.func private @bitcast_to_same
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32)
// CHECK-NEXT:    tile.return %[[X]]
tile.func private @bitcast_to_same(%x: f32) -> f32 {
  %0 = tile.bitcast %x : f32 -> f32
  tile.return %0 : f32
}

// CHECK-LABEL: tile.func private @bitcast_back
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xf32>)
// CHECK-NEXT:    tile.return %[[X]]
tile.func private @bitcast_back(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tile.bitcast %x : tensor<4xf32> -> tensor<4xi32>
  %1 = tile.bitcast %0 : tensor<4xi32> -> tensor<4xf32>
  tile.return %1 : tensor<4xf32>
}

// CHECK-LABEL: tile.func private @bitcast_chain
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f16)
// CHECK-NEXT:    %[[R:.*]] = tile.bitcast %[[X]] : f16 -> bf16
// CHECK-NEXT:    tile.return %[[R]]
tile.func private @bitcast_chain(%x: f16) -> bf16 {
  %0 = tile.bitcast %x : f16 -> i16
  %1 = tile.bitcast %0 : i16 -> bf16
  tile.return %1 : bf16
}

// 1 + 2^-8 + 2^-20 lies just above the middle of two bf16; toward zero it is 1.
// CHECK-LABEL: tile.func private @fp_to_fp_rounds
// CHECK-DAG:     %[[NEAR:.*]] = arith.constant 1.007810e+00 : bf16
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 1.000000e+00 : bf16
// CHECK:         tile.return %[[NEAR]], %[[NEAR]], %[[ZERO]]
tile.func private @fp_to_fp_rounds() -> (bf16, bf16, bf16) {
  %x = arith.constant 0x3F808008 : f32
  %0 = tile.fp_to_fp %x : f32 -> bf16
  %1 = tile.fp_to_fp %x, rounding = rtne : f32 -> bf16
  %2 = tile.fp_to_fp %x, rounding = rtz : f32 -> bf16
  tile.return %0, %1, %2 : bf16, bf16, bf16
}

// Beyond the range: infinity to nearest, the largest finite value toward zero.
// CHECK-LABEL: tile.func private @fp_to_fp_overflows
// CHECK-DAG:     %[[INF:.*]] = arith.constant dense<0x7C00> : tensor<4xf16>
// CHECK-DAG:     %[[MAX:.*]] = arith.constant dense<6.550400e+04> : tensor<4xf16>
// CHECK:         tile.return %[[INF]], %[[MAX]]
tile.func private @fp_to_fp_overflows() -> (tensor<4xf16>, tensor<4xf16>) {
  %x = arith.constant dense<1.0e6> : tensor<4xf32>
  %0 = tile.fp_to_fp %x, rounding = rtne : tensor<4xf32> -> tensor<4xf16>
  %1 = tile.fp_to_fp %x, rounding = rtz : tensor<4xf32> -> tensor<4xf16>
  tile.return %0, %1 : tensor<4xf16>, tensor<4xf16>
}

// CHECK-LABEL: tile.func private @fp_to_fp_widens
// CHECK-NEXT:    arith.constant dense<[1.500000e+00, -2.000000e+00]> : tensor<2xf64>
tile.func private @fp_to_fp_widens() -> tensor<2xf64> {
  %x = arith.constant dense<[1.5, -2.0]> : tensor<2xf16>
  %0 = tile.fp_to_fp %x : tensor<2xf16> -> tensor<2xf64>
  tile.return %0 : tensor<2xf64>
}

// NaNs and 8-bit types are left to the target.
// CHECK-LABEL: tile.func private @fp_to_fp_stays
// CHECK-COUNT-3: tile.fp_to_fp
tile.func private @fp_to_fp_stays() -> (f16, f8E5M2, f32) {
  %nan = arith.constant 0x7FC00000 : f32
  %x = arith.constant 1.0 : f32
  %e = arith.constant 1.0 : f8E4M3FN
  %0 = tile.fp_to_fp %nan : f32 -> f16
  %1 = tile.fp_to_fp %x : f32 -> f8E5M2
  %2 = tile.fp_to_fp %e : f8E4M3FN -> f32
  tile.return %0, %1, %2 : f16, f8E5M2, f32
}

// Pure operations that nobody uses go, others stay.
// CHECK-LABEL: tile.func private @dead
// CHECK-NEXT:    tile.extern_elementwise {{.*}} pure = false
// CHECK-NEXT:    tile.elementwise_inline_asm {{.*}} pure = false
// CHECK-NEXT:    tile.return
tile.func private @dead(%x: f32) {
  %0 = tile.extern_elementwise %x {libname = "l", libpath = "l.bc", symbol = "f", pure = true} : (f32) -> f32
  %1 = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  %2 = tile.extern_elementwise %x {libname = "l", libpath = "l.bc", symbol = "f", pure = false} : (f32) -> f32
  %3 = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x : f32 -> f32
  tile.return
}
