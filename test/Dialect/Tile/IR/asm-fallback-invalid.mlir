// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @arguments(%t: tensor<128xf16>) -> tensor<128xf16> {
  // expected-error @+1 {{expected a fallback with an argument for each operand, ('f16'), or for each of its elements in a group, ('f16', 'f16'), found ('f32')}}
  %r = tile.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %t : tensor<128xf16> -> tensor<128xf16> fallback (%a: f32) {
    tile.asm.return %a : f32
  }
  tile.return %r : tensor<128xf16>
}

// -----

tile.func private @arguments_of_one(%t: tensor<128xf32>) -> tensor<128xf32> {
  // expected-error @+1 {{expected a fallback with an argument for each operand, ('f32'), found ()}}
  %r = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %t : tensor<128xf32> -> tensor<128xf32> fallback () {
    %c = arith.constant 0.0 : f32
    tile.asm.return %c : f32
  }
  tile.return %r : tensor<128xf32>
}

// -----

tile.func private @values(%t: tensor<128xf16>) -> tensor<128xf16> {
  %r = tile.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %t : tensor<128xf16> -> tensor<128xf16> fallback (%a: f16, %b: f16) {
    // expected-error @+1 {{expected values of types ('f16', 'f16'), found ('f16')}}
    tile.asm.return %a : f16
  }
  tile.return %r : tensor<128xf16>
}

// -----

tile.func private @terminator(%t: tensor<128xf32>) -> tensor<128xf32> {
  // expected-error @+1 {{expected a fallback that ends in tile.asm.return}}
  %r = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %t : tensor<128xf32> -> tensor<128xf32> fallback (%a: f32) {
    ub.unreachable
  }
  tile.return %r : tensor<128xf32>
}

// -----

tile.func private @tiles(%t: tensor<128xf32>) -> tensor<128xf32> {
  %r = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %t : tensor<128xf32> -> tensor<128xf32> fallback (%a: f32) {
    // expected-error @+1 {{expected only scalars in the fallback of an inline asm, found 'tensor<4xf32>'}}
    %s = tile.splat %a : f32 -> tensor<4xf32>
    tile.asm.return %a : f32
  }
  tile.return %r : tensor<128xf32>
}

// -----

tile.func private @effects(%t: tensor<128x!tile.ptr<f32>>) -> tensor<128xf32> {
  %r = tile.elementwise_inline_asm "ld.global.f32 $0, [$1];" {constraints = "=f,l", packed_element = 1 : i32, pure = true} %t : tensor<128x!tile.ptr<f32>> -> tensor<128xf32> fallback (%p: !tile.ptr<f32>) {
    %a = tile.load %p : !tile.ptr<f32>
    // expected-error @+1 {{expected no side effects in the fallback of a pure inline asm}}
    tile.store %p, %a : !tile.ptr<f32>
    tile.asm.return %a : f32
  }
  tile.return %r : tensor<128xf32>
}

// -----

tile.func private @effects_of_others(%t: tensor<128x!tile.ptr<f32>>, %v: tensor<128xf32>) {
  tile.elementwise_inline_asm "st.global.f32 [$0], $1;" {constraints = "l,f", packed_element = 1 : i32, pure = false} %t, %v : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> () fallback (%p: !tile.ptr<f32>, %a: f32) {
    // expected-error @+1 {{expected only side effects that inline asm may have in its fallback}}
    tile.store %p, %a : !tile.ptr<f32>
    tile.asm.return
  }
  tile.return
}

// -----

tile.func private @from_above(%t: tensor<128xf32>, %s: f32) -> tensor<128xf32> {
  %r = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %t : tensor<128xf32> -> tensor<128xf32> fallback (%a: f32) {
    // expected-error @+1 {{expected only values of the fallback, found one from around the inline asm; make it an operand of the asm}}
    %n = arith.addf %a, %s : f32
    tile.asm.return %n : f32
  }
  tile.return %r : tensor<128xf32>
}

// -----

tile.func private @no_fallback(%t: tensor<128xf32>) -> tensor<128xf32> {
  // expected-error @+1 {{expected a fallback region with use_fallback}}
  %r = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true, use_fallback} %t : tensor<128xf32> -> tensor<128xf32>
  tile.return %r : tensor<128xf32>
}

// -----

tile.func private @per_group(%t: tensor<128xf32>) -> tensor<128xf32> {
  // expected-error @+1 {{expected per_group to list operands from 0 to 0, found 1}}
  %r = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, per_group = array<i32: 1>, pure = true} %t : tensor<128xf32> -> tensor<128xf32>
  tile.return %r : tensor<128xf32>
}

// -----

tile.func private @too_small(%p: tensor<2x!tile.ptr<i32>>) {
  // expected-error @+1 {{expected at least packed_element elements in the tile of an asm that runs once for each, which are 4, found 2}}
  tile.elementwise_inline_asm "red.global.add.u32 [$0], 1;" {constraints = "l,l,l,l", packed_element = 4 : i32, pure = false} %p : tensor<2x!tile.ptr<i32>> -> ()
  tile.return
}

// -----

tile.func private @too_small_scalar(%x: f16) -> f16 {
  // expected-error@+1 {{which are 2, found 1}}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = false} %x : f16 -> f16
  tile.return %r : f16
}

// -----

tile.func private @two_fallbacks() {
  // expected-error @+1 {{expected at most one fallback region, found 2}}
  "tile.elementwise_inline_asm"() <{asm_string = "membar.gl;", constraints = "", packed_element = 1 : i32, pure = false, scope = 1 : i32}> ({
    tile.asm.return
  }, {
    tile.asm.return
  }) : () -> ()
  tile.return
}
