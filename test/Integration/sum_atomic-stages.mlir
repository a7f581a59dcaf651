// RUN: tile-opt %kernels/sum_atomic.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/sum_atomic.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tile-opt %kernels/sum_atomic.mlir --tile-to-tilegpu=num-warps=8 | tile-opt --tilegpu-to-llvm -o /dev/null
// RUN: %if ptxas %{ tilec %kernels/sum_atomic.mlir --emit=cubin -o %t.cubin %}

// The barrier of the reduction is the only one, and nothing comes after the release.
// LAYOUTS: tile.func public @sum_atomic(
// LAYOUTS-COUNT-1: tilegpu.barrier cta
// LAYOUTS-NOT: tilegpu.barrier
// LAYOUTS: tile.atomic_rmw fadd, release, gpu
// LAYOUTS-NEXT: tile.return
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @sum_atomic(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
