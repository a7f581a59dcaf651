// RUN: tile-opt %kernels/histogram.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/histogram.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tile-opt %kernels/histogram.mlir --tile-to-tilegpu=num-warps=8 | tile-opt --tilegpu-to-llvm -o /dev/null
// RUN: %if ptxas %{ tilec %kernels/histogram.mlir --emit=cubin -o %t.cubin %}

// Each warp counts in bins of its own; the counts stay in registers over the loop.
// LAYOUTS: tile.func public @histogram(
// LAYOUTS: scf.for
// LAYOUTS: tilegpu.barrier cta
// LAYOUTS-NEXT: tilegpu.local_store
// LAYOUTS-NEXT: tilegpu.barrier warp
// LAYOUTS-NEXT: tilegpu.local_count
// LAYOUTS-NEXT: tilegpu.barrier cta
// LAYOUTS-NEXT: tilegpu.local_load
// LAYOUTS-NOT: tilegpu.
// LAYOUTS: tile.atomic_rmw add, relaxed, gpu
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @histogram(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
