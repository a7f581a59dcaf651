// RUN: tile-opt %kernels/fp8_quantize.mlir --tile-to-tilegpu | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/fp8_quantize.mlir --tile-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec %kernels/fp8_quantize.mlir --kernel=fp8_quantize_bf16 -o - | FileCheck %s --check-prefixes=PTX,NATIVE
// RUN: tilec %kernels/fp8_quantize.mlir --kernel=fp8_quantize_bf16 --target=sm_80 -o - 2> %t.remarks | FileCheck %s --check-prefixes=PTX,FALLBACK
// RUN: tilec %kernels/fp8_quantize.mlir -o %t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ tilec %kernels/fp8_quantize.mlir --target=sm_80 --emit=cubin -o %t.cubin %}

// All tiles carry layouts, a thread has whole blocks of 16.
// LAYOUTS: sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1]
// LAYOUTS: tile.func public @fp8_quantize_bf16(
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @fp8_quantize_bf16(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast

// Two blocks per thread: 16 bytes per access come in and go out, and no branch is between.
// PTX-LABEL: .entry fp8_quantize_bf16(
// PTX: .reqntid 32
// PTX-NOT: {{bra|shfl|bar\.}}
// PTX-COUNT-4: ld.global.cg.v4.b32
// PTX-NOT: ld.global
// PTX-NOT: {{bra|shfl|bar\.}}
// NATIVE-COUNT-8: cvt.rn.satfinite.e4m3x2.f32 low,
// NATIVE-NOT: cvt.rn.satfinite.e4m3x2.f32 low,
// FALLBACK-NOT: e4m3
// FALLBACK-COUNT-32: fma.rn.f32
// FALLBACK-NOT: e4m3
// PTX-NOT: {{bra|shfl|bar\.}}
// PTX: st.global.v4.b32

// PTXAS-COUNT-3: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS-NOT: stack frame
