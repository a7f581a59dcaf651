// RUN: tile-opt %kernels/layer_norm_backward.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/layer_norm_backward.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec %kernels/layer_norm_backward.mlir --kernel=layer_norm_backward_f32 --assume=n:16 -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %kernels/layer_norm_backward.mlir --kernel=column_sums --assume=n:16 -o - | FileCheck %s --check-prefix=SUMS
// RUN: tilec %kernels/layer_norm_backward.mlir --num-warps=1 -o - | FileCheck %s --check-prefix=ALONE
// RUN: tilec %kernels/layer_norm_backward.mlir -o %t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ tilec %kernels/layer_norm_backward.mlir --target=sm_80 --emit=cubin -o %t.cubin %}

// All tiles carry layouts.
// LAYOUTS: tile.func public @layer_norm_backward_f32(
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @layer_norm_backward_f32(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast

// One reduction of pairs in the loop; a second barrier before its memory is used again.
// PTX: .entry layer_norm_backward_f32(
// PTX-COUNT-4: ld.global.v4.b32
// PTX-COUNT-10: shfl.sync.bfly
// PTX-NOT: shfl
// PTX: bar.sync
// PTX-NOT: shfl
// PTX-COUNT-4: st.global.v4.b32
// PTX: ret

// Lanes have neighbouring columns, so that partial sums meet in shared memory.
// SUMS: .entry column_sums(
// SUMS-COUNT-2: ld.global.v4.b32
// SUMS-COUNT-1: bar.sync
// SUMS-NOT: bar.
// SUMS: st.global.v4.b32

// One warp has nobody to wait for.
// ALONE-NOT: {{bar\.|shared}}
// ALONE: .entry
// ALONE-NOT: {{bar\.|shared}}

// PTXAS-COUNT-3: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS-NOT: stack frame
