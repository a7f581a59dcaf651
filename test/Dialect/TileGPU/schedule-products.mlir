// RUN: tile-opt %s --tile-schedule-products -split-input-file | FileCheck %s
// RUN: tile-opt %s --tile-schedule-products --tile-slice-dots -split-input-file | FileCheck %s --check-prefix=AFTER

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {

// A product of four steps, whose first one is loaded an iteration early: whole
// operands would take too many registers.
// CHECK-LABEL: @loop
// CHECK-SAME: attributes {tilegpu.products_scheduled}
// CHECK: tile.dot {{.*}} {tilegpu.slice = 16 : i64}
// CHECK: } {tilegpu.first_slice_ahead}
// AFTER-LABEL: @loop
// AFTER-NOT: tilegpu.products_scheduled
// AFTER: tilegpu.async_wait
// AFTER: tilegpu.local_load {{.*}} at [0, 0]
// AFTER: scf.for
// AFTER-NOT: at [0, 0]
// AFTER-COUNT-3: tile.dot
// AFTER: tilegpu.async_wait
// AFTER: tilegpu.local_load {{.*}} at [0, 0]
// AFTER: tile.dot
// AFTER-NOT: tilegpu.first_slice_ahead
tile.func private @loop(%n: i32, %c: tensor<128x64xf32, #mma>) -> tensor<128x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !tilegpu.memdesc<128x64xf16, #shared>
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<128x64xf32, #mma>) : i32 {
    tilegpu.async_wait {pending = 0 : i32}
    %a = tilegpu.local_load %p : !tilegpu.memdesc<128x64xf16, #shared> -> tensor<128x64xf16, #a>
    %b = tilegpu.local_load %q : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #b>
    %r = tile.dot %a, %b, %sum : tensor<128x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<128x64xf32, #mma>
    scf.yield %r : tensor<128x64xf32, #mma>
  }
  tile.return %d : tensor<128x64xf32, #mma>
}

// What a text says stays: steps of 32, and no product that says nothing.
// CHECK-LABEL: @chosen
// CHECK: tile.dot {{.*}} {tilegpu.slice = 32 : i64}
// CHECK: tile.dot
// CHECK-NOT: tilegpu.slice
// CHECK: tile.return
// AFTER-LABEL: @chosen
// AFTER-COUNT-2: tile.dot {{.*}} : tensor<64x32xf16
// AFTER: tile.dot {{.*}} : tensor<64x64xf16
// AFTER-NOT: tile.dot
tile.func private @chosen(%c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> attributes {tilegpu.products_scheduled} {
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %a = tilegpu.local_load %p : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #a>
  %b = tilegpu.local_load %q : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #b>
  %d = tile.dot %a, %b, %c {tilegpu.slice = 32 : i64} : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  %a1 = tilegpu.local_load %p : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #a>
  %b1 = tilegpu.local_load %q : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #b>
  %e = tile.dot %a1, %b1, %d : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return %e : tensor<64x64xf32, #mma>
}

// No product, nothing to say.
// CHECK-LABEL: @none
// CHECK-NOT: tilegpu.slice
tile.func private @none(%n: i32) {
  tile.return
}

}
