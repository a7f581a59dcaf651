// RUN: tile-opt %kernels/vector_add.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/vector_add.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tile-opt %kernels/vector_add.mlir --tile-to-tilegpu=num-warps=8 | tile-opt --tilegpu-to-llvm -o /dev/null
// RUN: %if ptxas %{ tilec %kernels/vector_add.mlir --emit=cubin -o %t.cubin %}

// All tiles carry layouts, and none has to be converted.
// LAYOUTS: #tile.blocked<
// LAYOUTS: tile.func public @vector_add(
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @vector_add(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
