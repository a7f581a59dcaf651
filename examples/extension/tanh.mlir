// y = tanh(x), in tiles of 256, with an operation that is not Tilewright's.

// RUN: extension-opt --extension-expand %s | FileCheck %s
// CHECK-LABEL: @tanh
// CHECK-NOT: extension.fast_tanh
// CHECK: %[[Y:.*]] = tile.elementwise_inline_asm "tanh.approx.f32 $0, $1;"
// CHECK: tile.store %{{.*}}, %[[Y]], %{{.*}}

// The operation may stay until tiles have layouts.
// RUN: extension-opt --tile-to-tilegpu --extension-expand --tilegpu-to-llvm %s | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.inline_asm "tanh.approx.f32

// Its numbers, on the simulator.
// RUN: extension-opt --extension-expand %s -o %t.mlir
// RUN: tile-run %t.mlir --grid=4 --input=x:1000xf32=rand:-2:2 --output=y:1000xf32 --input=i32=1000 --check='y ~= tanh(x) rtol=1e-3'

tile.func public @tanh(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %size = arith.constant 256 : i32
  %id = tile.get_program_id x : i32
  %start = arith.muli %id, %size : i32
  %starts = tile.splat %start : i32 -> tensor<256xi32>
  %range = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %offs = arith.addi %starts, %range : tensor<256xi32>
  %ns = tile.splat %n : i32 -> tensor<256xi32>
  %mask = arith.cmpi slt, %offs, %ns : tensor<256xi32>
  %xs = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %x_at = tile.addptr %xs, %offs : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %x_at, %mask : tensor<256x!tile.ptr<f32>>
  %y = extension.fast_tanh %x : tensor<256xf32>
  %ys = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %y_at = tile.addptr %ys, %offs : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %y_at, %y, %mask : tensor<256x!tile.ptr<f32>>
  tile.return
}
