// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#grid = #tile.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#replicas = #tile.linear<{register = [[1], [1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
// CHECK-DAG: llvm.mlir.global internal constant @[[SCALAR:tile_string_[0-9]+]]("pid (%d, %d, %d) x: %d\0A\00") {addr_space = 1 : i32}
// CHECK-DAG: llvm.mlir.global internal constant @[[TILE:tile_string_[0-9]+]]("pid (%d, %d, %d) idx (%d) t: %f\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[TILE2:tile_string_[0-9]+]]("pid (%d, %d, %d) idx (%d, %d) g: %u\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)only text\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)100%%%d\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)hex 0x%016llx\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)hex 0x%04x\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)hex 0x%01x\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)small 0x%02x\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)long %lld\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)long %llu\0A\00")
// CHECK-DAG: @{{.*}}("pid (%d, %d, %d)pointer %p\0A\00")

// A scalar is printed by thread 0.
// CHECK-LABEL: llvm.func @scalar(
tile.func public @scalar(%x: i32) {
  // CHECK: %[[BUFFER:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: %[[X:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK: %[[OWNER:.*]] = llvm.icmp "eq"
  // CHECK: scf.if %[[OWNER]] {
  // CHECK:   %[[SLOT:.*]] = llvm.getelementptr %[[BUFFER]][0, 0]
  // CHECK:   llvm.store %[[X]], %[[SLOT]]
  // CHECK:   %[[SLOT:.*]] = llvm.getelementptr %[[BUFFER]][0, 3]
  // CHECK:   llvm.store %arg0, %[[SLOT]]
  // CHECK:   %[[A:.*]] = llvm.mlir.addressof @[[SCALAR]]
  // CHECK:   %[[F:.*]] = llvm.addrspacecast %[[A]] : !llvm.ptr<1> to !llvm.ptr
  // CHECK:   llvm.call @vprintf(%[[F]], %[[BUFFER]])
  // CHECK: }
  tile.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  tile.return
}

// CHECK-LABEL: llvm.func internal @tile(
tile.func private @tile(%x: tensor<32xf16, #one>) {
  // CHECK-NOT: scf.if
  // CHECK: llvm.fpext %arg0 : f16 to f64
  // CHECK: llvm.mlir.addressof @[[TILE]]
  tile.print " t: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<32xf16, #one>
  tile.return
}

// One call a register, one buffer for all.
// CHECK-LABEL: llvm.func internal @tile_2d(
tile.func private @tile_2d(%x: tensor<4x16xi16, #grid>) {
  // CHECK: %[[BUFFER:.*]] = llvm.alloca
  // CHECK-NOT: llvm.alloca
  // CHECK: llvm.zext %{{.*}} : i16 to i32
  // CHECK: llvm.call @vprintf(%{{.*}}, %[[BUFFER]])
  // CHECK-NOT: llvm.alloca
  // CHECK: llvm.call @vprintf(%{{.*}}, %[[BUFFER]])
  // CHECK-NOT: llvm.call
  tile.print " g: " {hex = false, isSigned = array<i32: 0>} : %x : tensor<4x16xi16, #grid>
  tile.return
}

// CHECK-LABEL: llvm.func internal @small(
tile.func private @small(%x: tensor<8xi16, #one>) {
  // CHECK: llvm.mlir.constant(24 : i32)
  // CHECK: scf.if
  // CHECK: llvm.sext %{{.*}} : i16 to i32
  tile.print "" {hex = false, isSigned = array<i32: 1>} : %x : tensor<8xi16, #one>
  tile.return
}

// CHECK-LABEL: llvm.func internal @replicas(
tile.func private @replicas(%x: tensor<64xi32, #replicas>) {
  // CHECK-COUNT-2: llvm.call @vprintf
  // CHECK-NOT: llvm.call @vprintf
  // CHECK: llvm.return
  tile.print "" {hex = false, isSigned = array<i32: 1>} : %x : tensor<64xi32, #replicas>
  tile.return
}

// CHECK-LABEL: llvm.func internal @formats(
tile.func private @formats(%i: i64, %h: f16, %b: i1, %s: f8E5M2, %p: !tile.ptr<f32>) {
  tile.print "only text" {hex = false, isSigned = array<i32>}
  tile.print "100%" {hex = false, isSigned = array<i32: 1>} : %b : i1
  tile.print "hex " {hex = true, isSigned = array<i32: 1, 1, 1>} : %i, %h, %b : i64, f16, i1
  tile.print "small " {hex = false, isSigned = array<i32: 1>} : %s : f8E5M2
  tile.print "long " {hex = false, isSigned = array<i32: 1>} : %i : i64
  tile.print "long " {hex = false, isSigned = array<i32: 0>} : %i : i64
  tile.print "pointer " {hex = false, isSigned = array<i32: 0>} : %p : !tile.ptr<f32>
  tile.return
}

// In a loop, the stack must not grow.
// CHECK-LABEL: llvm.func internal @loop(
// CHECK: llvm.alloca
// CHECK: scf.for
// CHECK-NOT: llvm.alloca
// CHECK: llvm.return
tile.func private @loop(%n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    tile.print "" {hex = false, isSigned = array<i32: 1>} : %i : i32
  }
  tile.return
}
}
