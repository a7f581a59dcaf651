// What is lowered for a target goes on for this one, and for newer ones if it names no architecture.
// RUN: tilec %s --emit=tilegpu --target=sm_80 -o %t.mlir
// RUN: tilec %t.mlir --target=sm_90a -o - | FileCheck %s --check-prefix=NEWER
// RUN: not tilec %t.mlir --target=sm_75 -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tilec %s --emit=tilegpu --target=sm_90a -o %t90.mlir
// RUN: not tilec %t90.mlir --target=sm_120a -o - 2>&1 | FileCheck %s
// RUN: not tilec %t90.mlir --target=sm_86 -o - 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: tilec %s --emit=llvm --target=sm_90a -o %tllvm.mlir
// RUN: not tilec %tllvm.mlir --target=sm_100a -o - 2>&1 | FileCheck %s --check-prefix=LLVM

// NEWER: .target sm_90a
// UNKNOWN: expected
// CHECK: error: expected the target for which the module is lowered, sm_90a, found sm_120a; a module of the stage tile takes any target
// OLDER: error: expected the target for which the module is lowered, sm_90a, found sm_86;
// LLVM: error: expected the target for which the module is lowered, sm_90a, found sm_100a;
tile.func public @sum(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>) {
  %r = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %a = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %a : tensor<1024x!tile.ptr<f32>>
  %t = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%b: f32, %c: f32):
    %d = arith.addf %b, %c : f32
    tile.reduce.return %d : f32
  }) : (tensor<1024xf32>) -> f32
  tile.store %q, %t : !tile.ptr<f32>
  tile.return
}
