// RUN: tile-opt %kernels/softmax.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/softmax.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec %kernels/softmax.mlir --kernel=softmax --assume=n:16 -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %kernels/softmax.mlir --kernel=softmax_256 --assume=n:16 -o - | FileCheck %s --check-prefix=ROWS
// RUN: tilec %kernels/softmax.mlir --num-warps=1 -o - | FileCheck %s --check-prefix=ALONE
// RUN: tilec %kernels/softmax.mlir -o %t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ tilec %kernels/softmax.mlir --target=sm_80 --emit=cubin -o %t.cubin %}

// All tiles carry layouts, and none has to be converted.
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS: tile.func public @softmax(
// LAYOUTS-NOT: tilegpu.convert_layout
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @softmax(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast

// Two reductions of a row: five shuffles each, a barrier each, and no other.
// PTX: .entry softmax(
// PTX-COUNT-5: shfl.sync.bfly
// PTX-NOT: shfl
// PTX: bar.sync
// PTX-COUNT-5: shfl.sync.bfly
// PTX-NOT: shfl
// PTX: bar.sync
// PTX-NOT: {{shfl|bar\.sync}}
// PTX-COUNT-8: st.global.v4.b32

// Four rows in a warp: of five steps two halve the values that are exchanged, which is
// nine shuffles per reduction. No warp waits for another.
// ROWS: .entry softmax_256(
// ROWS-NOT: {{bar\.|shared}}
// ROWS-COUNT-18: shfl.sync
// ROWS-NOT: {{bar\.|shared|shfl}}
// ROWS-COUNT-8: st.global.v4.b32
// ROWS-NOT: {{bar\.|shared|shfl}}

// One warp has nobody to wait for.
// ALONE-NOT: {{bar\.|shared}}
// ALONE: .entry
// ALONE-NOT: {{bar\.|shared}}

// PTXAS-COUNT-3: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS-NOT: stack frame
