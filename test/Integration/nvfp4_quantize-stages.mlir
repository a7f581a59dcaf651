// RUN: tile-opt %kernels/nvfp4_quantize.mlir --tile-to-tilegpu=target=sm_100a | FileCheck %s --check-prefix=LAYOUTS
// RUN: tile-opt %kernels/nvfp4_quantize.mlir --tile-to-llvm=target=sm_100a | FileCheck %s --check-prefix=LLVM
// RUN: tilec %kernels/nvfp4_quantize.mlir --kernel=nvfp4_quantize_bf16 --target=sm_100a -o %t.100.ptx
// RUN: FileCheck %s --check-prefixes=PTX,NATIVE --input-file=%t.100.ptx
// RUN: tilec %kernels/nvfp4_quantize.mlir --kernel=nvfp4_quantize_bf16 --target=sm_90a -o %t.90.ptx 2> %t.remarks
// RUN: FileCheck %s --check-prefixes=PTX,FALLBACK --input-file=%t.90.ptx
// RUN: tilec %kernels/nvfp4_quantize.mlir --target=sm_90a -o %t.all.ptx 2> %t.remarks
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.all.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: %if ptxas %{ tilec %kernels/nvfp4_quantize.mlir --target=sm_100a --emit=cubin -o %t.cubin %}

// All tiles carry layouts, a thread has whole blocks of 16, neighbouring lanes have
// neighbouring blocks.
// LAYOUTS: sizePerThread = [1, 16], threadsPerWarp = [32, 1]
// LAYOUTS: tile.func public @nvfp4_quantize_bf16(
// LAYOUTS-NOT: tensor<{{[0-9x]*[a-z]+[0-9]*}}>

// LLVM: module attributes
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast
// LLVM: llvm.func @nvfp4_quantize_bf16(
// LLVM-SAME: nvvm.kernel
// LLVM-NOT: {{^ +(%.* = )?(arith|math|scf|cf|ub|tile|tilegpu)\.}}
// LLVM-NOT: unrealized_conversion_cast

// Four blocks per thread: 16 bytes per access come in, 8 codes per word go out. From the
// loads to the last code there is no branch.
// PTX-LABEL: .entry nvfp4_quantize_bf16(
// PTX-NOT: {{bra|shfl|bar\.}}
// PTX-COUNT-8: ld.global.v4.b32
// PTX-NOT: ld.global.{{v2|b8|b16}}
// PTX-NOT: {{bra|shfl|bar\.}}
// NATIVE-COUNT-8: cvt.rn.satfinite.e2m1x2.f32 t0,
// NATIVE-NOT: cvt.rn.satfinite.e2m1x2.f32 t0,
// FALLBACK-NOT: e2m1
// FALLBACK-COUNT-128: min.u32
// FALLBACK-NOT: {{e2m1|prmt}}
// PTX-NOT: {{bra|shfl|bar\.}}
// PTX-COUNT-4: st.global.v2.b32

// PTXAS-COUNT-6: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS-NOT: stack frame
