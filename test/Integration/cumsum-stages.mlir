// RUN: tile-opt %kernels/cumsum.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/cumsum.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tile-opt %kernels/cumsum.mlir --tile-to-tilegpu=num-warps=8 | tile-opt --tilegpu-to-llvm -o /dev/null
// RUN: %if ptxas %{ tilec %kernels/cumsum.mlir --emit=cubin -o %t.cubin %}

// Four neighbours per thread in loads and stores.
// LAYOUTS: tile.func public @cumsum(
// LAYOUTS: tile.load {{.*}} : tensor<4x512x!tile.ptr<f32>, #{{.*}}>
// LAYOUTS: "tile.scan"
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @cumsum(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
