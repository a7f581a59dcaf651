// RUN: tile-opt %kernels/group_norm.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/group_norm.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec %kernels/group_norm.mlir --assume=size:16 -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %kernels/group_norm.mlir --num-warps=1 -o - | FileCheck %s --check-prefix=ALONE
// RUN: tilec %kernels/group_norm.mlir -o %t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ tilec %kernels/group_norm.mlir --target=sm_80 --emit=cubin -o %t.cubin %}

// All tiles carry layouts, and none has to be converted.
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS: tile.func public @group_norm(
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @group_norm(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast

// The loops exchange nothing: one reduction of pairs in between.
// PTX: .entry group_norm(
// PTX-NOT: {{shfl|bar\.}}
// PTX: ld.global.v4.b32
// PTX-NOT: {{shfl|bar\.}}
// PTX: bra
// PTX-COUNT-10: shfl.sync.bfly
// PTX-NOT: shfl
// PTX: bar.sync
// PTX-NOT: {{shfl|bar\.}}
// PTX: st.global.v4.b32

// One warp has nobody to wait for.
// ALONE-NOT: {{bar\.|shared}}
// ALONE: .entry
// ALONE-NOT: {{bar\.|shared}}

// PTXAS-COUNT-1: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS-NOT: stack frame
