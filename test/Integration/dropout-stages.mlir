// RUN: tile-opt %kernels/dropout.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/dropout.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec %kernels/dropout.mlir --kernel=dropout_f32 --assume=n:16 -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %kernels/dropout.mlir -o %t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ tilec %kernels/dropout.mlir --target=sm_80 --emit=cubin -o %t.cubin %}

// All tiles carry layouts, and none has to be converted.
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS: tile.func public @dropout_f32(
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @dropout_f32(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast

// A thread makes the words for what it loads: nothing is exchanged, and a round takes two
// products of 64 bits.
// PTX-NOT: {{shfl|bar\.}}
// PTX: .entry dropout_f32(
// PTX-NOT: {{shfl|bar\.}}
// PTX: ld.global.v4.b32
// PTX-NOT: {{shfl|bar\.}}
// PTX: st.global.v4.b32
// PTX: ret

// PTXAS-COUNT-2: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS-NOT: stack frame
