// REQUIRES: libdevice
// RUN: tile-opt %kernels/cross_entropy.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/cross_entropy.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec %kernels/cross_entropy.mlir --assume=n:16 -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %kernels/cross_entropy.mlir --num-warps=1 -o - | FileCheck %s --check-prefix=ALONE
// RUN: tilec %kernels/cross_entropy.mlir -o %t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ tilec %kernels/cross_entropy.mlir --target=sm_80 --emit=cubin -o %t.cubin %}

// All tiles carry layouts, and none has to be converted.
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS: tile.func public @cross_entropy_f32(
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @cross_entropy_f32(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast

// The loop exchanges nothing; it loads 16 bytes per access.
// PTX: .entry cross_entropy_{{f32|bf16}}(
// PTX-NOT: {{shfl|bar\.}}
// PTX-COUNT-4: ld.global.v4.b32
// PTX-NOT: {{shfl|bar\.}}
// PTX: bra
// PTX-COUNT-10: shfl.sync.bfly
// PTX-NOT: shfl
// PTX: bar.sync
// PTX-NOT: {{shfl|bar\.}}
// PTX: .entry cross_entropy_{{f32|bf16}}(
// PTX-COUNT-4: ld.global.v4.b32

// One warp has nobody to wait for.
// ALONE-NOT: {{bar\.|shared}}
// ALONE: .entry
// ALONE-NOT: {{bar\.|shared}}

// PTXAS-COUNT-2: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS-NOT: stack frame
