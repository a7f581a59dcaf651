// RUN: tile-opt %kernels/argmax.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/argmax.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec %kernels/argmax.mlir --assume=n:16 -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %kernels/argmax.mlir --kernel=argmax_1024_split --assume=n:16 -o - | FileCheck %s --check-prefix=SPLIT
// RUN: tilec %kernels/argmax.mlir -o %t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ tilec %kernels/argmax.mlir --target=sm_80 --emit=cubin -o %t.cubin %}

// All tiles carry layouts, and none has to be converted.
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS: tile.func public @argmax_256(
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @argmax_256(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast

// A warp has whole rows: no warp waits for another.
// PTX-NOT: {{bar\.|shared}}
// PTX-DAG: .entry argmax_256(
// PTX-DAG: .entry argmax_1024(
// PTX-DAG: .entry argmax_1024_split(
// PTX-NOT: {{bar\.|shared}}

// Of integers one instruction reduces a warp.
// SPLIT: .entry argmax_1024_split(
// SPLIT-COUNT-16: ld.global.v4.b32
// SPLIT-COUNT-6: shfl.sync
// SPLIT-NOT: shfl
// SPLIT-COUNT-2: redux.sync.min.s32
// SPLIT-NOT: {{shfl|redux}}

// PTXAS-COUNT-3: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS-NOT: stack frame
