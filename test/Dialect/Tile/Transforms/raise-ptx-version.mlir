// RUN: tile-opt %s -split-input-file --tile-raise-ptx-version | FileCheck %s --check-prefixes=CHECK,AUTO
// RUN: tile-opt %s -split-input-file --tile-raise-ptx-version=choice=fallback | FileCheck %s --check-prefixes=CHECK,FALLBACK
// RUN: tile-opt %s -split-input-file --tile-raise-ptx-version=newest=86 | FileCheck %s --check-prefix=OLD
// RUN: tile-opt %s -split-input-file --tile-raise-ptx-version -verify-diagnostics

// OLD-NOT: ptx = 8{{[7-9]}}

// The default of sm_100a is 8.6.
// CHECK: module @one attributes {tile.target = #tile.target<"sm_100a", num_warps = 4, ptx = 87>}
module @one attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
  tile.func private @f(%x: f32, %y: f32, %bits: i32) -> i32 {
    // expected-remark @below {{in the asm, line 2, column 1: 'cvt.rs.f16x2.f32' needs PTX ISA 8.7, version is 8.6; the module is compiled as PTX ISA 8.7}}
    %r = tile.elementwise_inline_asm "// random\0Acvt.rs.f16x2.f32 $0, $1, $2, $3;" {constraints = "=r,f,f,r", packed_element = 1 : i32, pure = true} %x, %y, %bits : f32, f32, i32 -> i32
    tile.return %r : i32
  }
}

// -----

// What the highest one needs; the remark is there.
// CHECK: module @several attributes {tile.target = #tile.target<"sm_90a", num_warps = 4, ptx = 86>}
module @several attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func private @f(%x: i64, %a: i32, %p: !tile.ptr<i32>, %n: i32, %b: i32) -> i64 {
    %r = tile.elementwise_inline_asm "{ .reg .b128 w; mov.b128 w, {$1, $1}; mov.b128 {$0, _}, w; }" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x : i64 -> i64
    // expected-remark @below {{needs PTX ISA 8.6, version is 8.1; the module is compiled as PTX ISA 8.6}}
    tile.elementwise_inline_asm "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];" scope = thread {constraints = "r,l,r,r", packed_element = 1 : i32, pure = false} %a, %p, %n, %b : i32, !tile.ptr<i32>, i32, i32
    tile.return %r : i64
  }
}

// -----

// A version that was asked for stays.
// CHECK: module @given attributes {tile.target = #tile.target<"sm_100a", num_warps = 4, ptx = 86>}
module @given attributes {tile.target = #tile.target<"sm_100a", num_warps = 4, ptx = 86>} {
  tile.func private @f(%x: f32, %y: f32, %bits: i32) -> i32 {
    %r = tile.elementwise_inline_asm "cvt.rs.f16x2.f32 $0, $1, $2, $3;" {constraints = "=r,f,f,r", packed_element = 1 : i32, pure = true} %x, %y, %bits : f32, f32, i32 -> i32
    tile.return %r : i32
  }
}

// -----

// No version gives a target what it has not.
// CHECK: module @lacks attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>}
module @lacks attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func private @f(%x: f32, %y: f32, %bits: i32) -> i32 {
    %r = tile.elementwise_inline_asm "cvt.rs.f16x2.f32 $0, $1, $2, $3;" {constraints = "=r,f,f,r", packed_element = 1 : i32, pure = true} %x, %y, %bits : f32, f32, i32 -> i32
    tile.return %r : i32
  }
}

// -----

// A fallback that runs in any case needs nothing for its asm; one that need not
// run any more counts for nothing.
// CHECK: module @fallbacks attributes
// AUTO-SAME: ptx = 87>
// FALLBACK-SAME: num_warps = 4>}
module @fallbacks attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
  tile.func private @f(%x: f32, %y: f32, %bits: i32) -> i32 {
    // expected-remark @below {{the module is compiled as PTX ISA 8.7}}
    %r = tile.elementwise_inline_asm "cvt.rs.f16x2.f32 $0, $1, $2, $3;" {constraints = "=r,f,f,r", packed_element = 1 : i32, pure = true} %x, %y, %bits : f32, f32, i32 -> i32 fallback (%a: f32, %b: f32, %c: i32) {
      tile.asm.return %c : i32
    }
    tile.return %r : i32
  }
}

// -----

// CHECK: module @nothing attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>}
module @nothing attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
  tile.func private @f(%x: f32) -> f32 {
    %r = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
    tile.return %r : f32
  }
}

// -----

// Without a target there is no version.
// CHECK: module @no_target {
module @no_target {
  tile.func private @f(%x: f32, %y: f32, %bits: i32) -> i32 {
    %r = tile.elementwise_inline_asm "cvt.rs.f16x2.f32 $0, $1, $2, $3;" {constraints = "=r,f,f,r", packed_element = 1 : i32, pure = true} %x, %y, %bits : f32, f32, i32 -> i32
    tile.return %r : i32
  }
}

// -----

// CHECK: module @products attributes {tile.target = #tile.target<"sm_90a", num_warps = 4, ptx = 84>}
module @products attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func private @f(%a: tensor<16x32xf8E4M3FN>, %b: tensor<32x8xf8E5M2>, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
    // expected-remark @below {{products of 8-bit floats are instructions from PTX ISA 8.4 on; the module is compiled as that}}
    %0 = tile.dot %a, %b, %c : tensor<16x32xf8E4M3FN> * tensor<32x8xf8E5M2> -> tensor<16x8xf32>
    tile.return %0 : tensor<16x8xf32>
  }
}

// -----

// The target has no such instruction.
// CHECK: module @products_without attributes {tile.target = #tile.target<"sm_86", num_warps = 4>}
module @products_without attributes {tile.target = #tile.target<"sm_86", num_warps = 4>} {
  tile.func private @f(%a: tensor<16x32xf8E4M3FN>, %b: tensor<32x8xf8E5M2>, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = tile.dot %a, %b, %c : tensor<16x32xf8E4M3FN> * tensor<32x8xf8E5M2> -> tensor<16x8xf32>
    tile.return %0 : tensor<16x8xf32>
  }
}

// -----

// Atomic operations on 128 bits need 8.3, and of scope sys 8.4.
// CHECK: module @pairs attributes {tile.target = #tile.target<"sm_90a", num_warps = 4, ptx = 83>}
module @pairs attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func private @f(%p: !tile.ptr<i64>, %x: i64) {
    // expected-remark @below {{atomic operations on 128 bits of scope gpu are instructions from PTX ISA 8.3 on; the module is compiled as that}}
    %0:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
    tile.return
  }
}

// -----

// CHECK: module @pairs_of_the_system attributes {tile.target = #tile.target<"sm_90a", num_warps = 4, ptx = 84>}
module @pairs_of_the_system attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func private @f(%p: !tile.ptr<i64>, %x: i64) {
    %0:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
    // expected-remark @below {{atomic operations on 128 bits of scope sys are instructions from PTX ISA 8.4 on; the module is compiled as that}}
    %1:2 = tile.atomic_cas_pair relaxed, sys, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
    tile.return
  }
}

// -----

// No version gives them to sm_89.
// CHECK: module @no_pairs attributes {tile.target = #tile.target<"sm_89", num_warps = 4>}
module @no_pairs attributes {tile.target = #tile.target<"sm_89", num_warps = 4>} {
  tile.func private @f(%p: !tile.ptr<i64>, %x: i64) {
    %0:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
    tile.return
  }
}
