// The tile dialect's own mathematics.
// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#pair = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: llvm.func @bitcast(
// CHECK-SAME: %[[X:.*]]: f32, %[[P:.*]]: !llvm.ptr<1>
// CHECK: %[[I:.*]] = llvm.bitcast %[[X]] : f32 to i32
// CHECK: llvm.bitcast %[[X]] : f32 to i32
// CHECK-NOT: llvm.bitcast
// CHECK: llvm.inline_asm {{.*}}st.global.b8{{.*}} %[[P]]
tile.func @bitcast(%x: f32, %p: !tile.ptr<f32>, %b: i8) {
  %0 = tile.splat %x : f32 -> tensor<256xf32, #pair>
  %1 = tile.bitcast %0 : tensor<256xf32, #pair> -> tensor<256xi32, #pair>
  %q = tile.bitcast %p : !tile.ptr<f32> -> !tile.ptr<f8E5M2>
  %f = tile.bitcast %b : i8 -> f8E5M2
  tile.store %q, %f : !tile.ptr<f8E5M2>
  tile.return
}

// CHECK-LABEL: llvm.func @clampf(
// CHECK-SAME: %[[X:.*]]: f32, %[[LO:.*]]: f32, %[[HI:.*]]: f32
// CHECK: %[[MAX:.*]] = llvm.intr.maxnum(%[[X]], %[[LO]])
// CHECK: llvm.intr.minnum(%[[MAX]], %[[HI]])
// CHECK: %[[MAXNAN:.*]] = llvm.intr.maximum(%[[X]], %[[LO]])
// CHECK: llvm.intr.minimum(%[[MAXNAN]], %[[HI]])
tile.func @clampf(%x: f32, %lo: f32, %hi: f32) {
  %0 = tile.clampf %x, %lo, %hi, propagateNan = none : f32
  %1 = tile.clampf %x, %lo, %hi, propagateNan = all : f32
  tile.return
}

// There is no max.NaN.f64.
// CHECK-LABEL: llvm.func @clampf_f64(
// CHECK-SAME: %[[X:.*]]: f64, %[[LO:.*]]: f64, %[[HI:.*]]: f64
// CHECK: %[[MAX:.*]] = llvm.intr.maxnum(%[[X]], %[[LO]])
// CHECK: %[[MIN:.*]] = llvm.intr.minnum(%[[MAX]], %[[HI]])
// CHECK: %[[NAN:.*]] = llvm.fcmp "uno" %[[X]], %[[X]]
// CHECK: llvm.select %[[NAN]], %[[X]], %[[MIN]]
tile.func @clampf_f64(%x: f64, %lo: f64, %hi: f64) {
  %0 = tile.clampf %x, %lo, %hi, propagateNan = all : f64
  tile.return
}

// CHECK-LABEL: llvm.func @precise(
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f32) -> f32
// CHECK: llvm.fdiv %{{.*}}, %{{.*}} : f32
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f64) -> f64
// CHECK: llvm.fdiv %{{.*}}, %{{.*}} : f64
tile.func @precise(%x: f32, %y: f64) {
  %0 = tile.precise_sqrt %x : f32
  %1 = tile.precise_divf %x, %0 : f32
  %2 = tile.precise_sqrt %y : f64
  %3 = tile.precise_divf %y, %2 : f64
  tile.return
}

// CHECK-LABEL: llvm.func @mulhiui(
// CHECK-DAG: llvm.zext %{{.*}} : i32 to i64
// CHECK-DAG: llvm.mul %{{.*}} : i64
// CHECK: llvm.trunc %{{.*}} : i64 to i32
// CHECK: llvm.mul %{{.*}} : i128
// CHECK: llvm.trunc %{{.*}} : i128 to i64
tile.func @mulhiui(%x: i32, %y: i64) {
  %0 = tile.mulhiui %x, %x : i32
  %1 = tile.mulhiui %y, %y : i64
  tile.return
}

}
