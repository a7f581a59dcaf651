// REQUIRES: plugin
// RUN: mlir-opt --load-dialect-plugin=%plugin %s | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(tile-to-llvm)' %s | FileCheck %s --check-prefix=LLVM
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(tile-set-target{target=sm_80},canonicalize)' %s | FileCheck %s --check-prefix=MIXED
// RUN: not mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(tile-set-target{target=sm_1})' %s 2>&1 | FileCheck %s --check-prefix=ERROR

// The stock mlir-opt reads the dialect and runs the pipelines.

// CHECK-LABEL: tile.func public @store
// CHECK: tile.store
// LLVM: llvm.func @store({{.*}}nvvm.kernel
// MIXED: tile.target = #tile.target<"sm_80", num_warps = 4>
// ERROR: error: unknown target 'sm_1'
tile.func public @store(%p: !tile.ptr<i32>, %n: i32) {
  tile.store %p, %n : !tile.ptr<i32>
  tile.return
}
