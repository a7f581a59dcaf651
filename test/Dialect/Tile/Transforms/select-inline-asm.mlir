// RUN: tile-opt %s --tile-select-inline-asm | FileCheck %s --check-prefixes=CHECK,AUTO
// RUN: tile-opt %s --tile-select-inline-asm=choice=native | FileCheck %s --check-prefixes=CHECK,NATIVE
// RUN: tile-opt %s --tile-select-inline-asm=choice=fallback | FileCheck %s --check-prefixes=CHECK,FALLBACK
// RUN: tile-opt %s --tile-select-inline-asm 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tile-opt %s --tile-check-inline-asm
// RUN: tile-opt %s --tile-check-inline-asm="choice=fallback"
// RUN: not tile-opt %s --tile-check-inline-asm="choice=native" 2>&1 | FileCheck %s --check-prefix=MESSAGE

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// sm_90 has the instruction, sm_80 has not.
// CHECK-LABEL: @lacks
// AUTO:          use_fallback
// NATIVE-NOT:    fallback
// FALLBACK:      use_fallback
// REMARK:       select-inline-asm.mlir:[[#@LINE+7]]:{{.*}}: remark: the fallback of this asm runs: 'tanh.approx.bf16' needs sm_90, target is sm_80
// MESSAGE:      select-inline-asm.mlir:[[#@LINE+6]]:{{.*}}: error: in the asm, line 1, column 1: 'tanh.approx.bf16' needs sm_90, target is sm_80 [needs-target]
// MESSAGE-NEXT: {{^    }}tanh.approx.bf16 $0, $1;
// MESSAGE-NEXT: {{^    \^$}}
// MESSAGE-NEXT: tile.elementwise_inline_asm
// MESSAGE:      note: its fallback would run with --asm=auto
tile.func private @lacks(%x: tensor<32xbf16>) -> tensor<32xbf16> {
  %r = tile.elementwise_inline_asm "tanh.approx.bf16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x : tensor<32xbf16> -> tensor<32xbf16> fallback (%a: bf16) {
    %t = math.tanh %a : bf16
    tile.asm.return %t : bf16
  }
  tile.return %r : tensor<32xbf16>
}

// CHECK-LABEL: @has
// AUTO-NOT:      fallback
// NATIVE-NOT:    fallback
// FALLBACK:      use_fallback
// CHECK:         tile.return
tile.func private @has(%x: tensor<32xf32>) -> tensor<32xf32> {
  %r = tile.elementwise_inline_asm "tanh.approx.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<32xf32> -> tensor<32xf32> fallback (%a: f32) {
    %t = math.tanh %a : f32
    tile.asm.return %t : f32
  }
  tile.return %r : tensor<32xf32>
}

// Without a fallback there is nothing to decide.
// CHECK-LABEL: @none
// CHECK-NOT:     fallback
// CHECK:         tile.return
tile.func private @none(%x: tensor<32xf32>) -> tensor<32xf32> {
  %r = tile.elementwise_inline_asm "tanh.approx.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<32xf32> -> tensor<32xf32>
  tile.return %r : tensor<32xf32>
}
}
