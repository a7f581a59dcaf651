// Functions of bitcode libraries: declared once, noted on the module.
// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#pair = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK: module attributes {tile.bitcode_libraries = ["", "/lib/mine.bc"]
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-DAG: llvm.func @__nv_tanhf(f32) -> f32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none{{.*}}>, no_unwind, will_return}
// CHECK-DAG: llvm.func @mine(i8, !llvm.ptr<1>) -> f16{{$}}

// CHECK-LABEL: llvm.func @calls(
// CHECK-COUNT-2: llvm.call @__nv_tanhf
// CHECK: llvm.call @__nv_tanhf
// CHECK: llvm.call @mine(%{{.*}}, %{{.*}}) : (i8, !llvm.ptr<1>) -> f16
// CHECK-NOT: llvm.call
tile.func @calls(%x: f32, %b: f8E5M2, %p: !tile.ptr<f32>) {
  %0 = tile.splat %x : f32 -> tensor<256xf32, #pair>
  %1 = tile.extern_elementwise %0 {libname = "libdevice", libpath = "", symbol = "__nv_tanhf", pure = true} : (tensor<256xf32, #pair>) -> tensor<256xf32, #pair>
  %2 = tile.extern_elementwise %x {libname = "libdevice", libpath = "", symbol = "__nv_tanhf", pure = true} : (f32) -> f32
  %3 = tile.extern_elementwise %b, %p {libname = "mine", libpath = "/lib/mine.bc", symbol = "mine", pure = false} : (f8E5M2, !tile.ptr<f32>) -> f16
  tile.return
}

}
