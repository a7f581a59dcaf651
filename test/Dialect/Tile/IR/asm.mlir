// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func private @rcp(
tile.func private @rcp(%b: tensor<128xf32>) {
  // CHECK: %{{.*}} = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %{{.*}} : tensor<128xf32> -> tensor<128xf32>
  %r = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %b : tensor<128xf32> -> tensor<128xf32>
  tile.return
}

// CHECK-LABEL: tile.func private @packed(
tile.func private @packed(%b: tensor<128xi8>) {
  // CHECK: %{{.*}}:2 = tile.elementwise_inline_asm {{.*}} %{{.*}} : tensor<128xi8> -> tensor<128xi32>, tensor<128xi8>
  %r:2 = tile.elementwise_inline_asm "// $0 $1 $2 $3 $4 $5" {constraints = "=r,=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %b : tensor<128xi8> -> tensor<128xi32>, tensor<128xi8>
  tile.return
}

// CHECK-LABEL: tile.func private @no_operands(
tile.func private @no_operands() {
  // CHECK: tile.elementwise_inline_asm {{.*}} -> tensor<1024xi64>
  %t = tile.elementwise_inline_asm "mov.u64 $0, %globaltimer;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> tensor<1024xi64>
  tile.return
}

// CHECK-LABEL: tile.func private @no_results(
tile.func private @no_results(%p: tensor<64x!tile.ptr<i32>>, %x: tensor<64xi32>) {
  // CHECK: tile.elementwise_inline_asm {{.*}} %{{.*}}, %{{.*}} : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" {constraints = "l,r,~{memory}", packed_element = 1 : i32, pure = false} %p, %x : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  tile.return
}

// CHECK-LABEL: tile.func private @thread_scope(
tile.func private @thread_scope() {
  // CHECK: tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> (){{$}}
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  // CHECK: tile.elementwise_inline_asm "bar.sync 1;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> (){{$}}
  tile.elementwise_inline_asm "bar.sync 1;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}
  tile.return
}

// CHECK-LABEL: tile.func private @next_line_is_its_own(
tile.func private @next_line_is_its_own(%x: f32) {
  // CHECK: -> (){{$}}
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  // CHECK: arith.addf
  %0 = arith.addf %x, %x : f32
  tile.return
}

// CHECK-LABEL: tile.func private @broadcasting(
tile.func private @broadcasting(%t: tensor<16x32xf32>, %r: tensor<1x32xf32>, %s: f32) {
  // CHECK: tile.elementwise_inline_asm {{.*}} %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x32xf32>, tensor<1x32xf32>, f32 -> tensor<16x32xf32>
  %0 = tile.elementwise_inline_asm "fma.rn.f32 $0, $1, $2, $3;" {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true} %t, %r, %s : tensor<16x32xf32>, tensor<1x32xf32>, f32 -> tensor<16x32xf32>
  // CHECK: tile.elementwise_inline_asm {{.*}} %{{.*}} : f32 -> tensor<64xf32>
  %1 = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %s : f32 -> tensor<64xf32>
  tile.return
}

// CHECK-LABEL: tile.func private @scalars(
tile.func private @scalars(%s: f32) {
  // CHECK: tile.elementwise_inline_asm {{.*}} %{{.*}} : f32 -> f32
  %0 = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %s : f32 -> f32
  tile.return
}
