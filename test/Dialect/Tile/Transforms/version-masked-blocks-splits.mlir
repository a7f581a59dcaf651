// RUN: tile-opt %s --tile-version-masked-blocks=all-masks | FileCheck %s

// What must not be cloned ends a span.

// CHECK-LABEL: tile.func private @impure_asm
// CHECK:         scf.if
// CHECK:           tile.load %{{[^,]*}} : tensor
// CHECK:         } else {
// CHECK:           tile.load
// CHECK:         } {tile.versioned}
// CHECK-NEXT:    tile.elementwise_inline_asm
// CHECK-NOT:     tile.elementwise_inline_asm
// CHECK:         scf.if
// CHECK:           tile.store %{{[^,]*}}, %{{[^,]*}} : tensor
// CHECK:         } else {
// CHECK:           tile.store
// CHECK:         } {tile.versioned}
// CHECK-NEXT:    tile.return
tile.func private @impure_asm(%p: tensor<64x!tile.ptr<f32>>, %n: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  %b = tile.elementwise_inline_asm "add.f32 $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = false} %a : tensor<64xf32> -> tensor<64xf32>
  tile.store %p, %b, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// Pure asm is cloned.
// CHECK-LABEL: tile.func private @pure_asm
// CHECK:         scf.if
// CHECK:           tile.elementwise_inline_asm
// CHECK:         } else {
// CHECK:           tile.elementwise_inline_asm
// CHECK:         } {tile.versioned}
// CHECK-NEXT:    tile.return
tile.func private @pure_asm(%p: tensor<64x!tile.ptr<f32>>, %n: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  %b = tile.elementwise_inline_asm "add.f32 $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %a : tensor<64xf32> -> tensor<64xf32>
  tile.store %p, %b, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

tile.func private @callee(%t: tensor<64xf32>)

// CHECK-LABEL: tile.func private @each_kind
// CHECK:         scf.if
// CHECK:         } {tile.versioned}
// CHECK-NEXT:    tile.extern_elementwise
// CHECK-NEXT:    tile.print
// CHECK-NEXT:    tile.assert
// CHECK-NEXT:    tile.call
// CHECK-NEXT:    %{{.*}} = tile.load %{{.*}}, %{{.*}} {isVolatile = true}
// CHECK-NEXT:    tile.store %{{.*}}, %{{.*}}, %{{.*}} {isVolatile = true}
// CHECK:         scf.if
// CHECK-NOT:     tile.{{print|assert|call|extern_elementwise}}
// CHECK:         tile.return
tile.func private @each_kind(%p: tensor<64x!tile.ptr<f32>>, %n: i32) -> tensor<64xf32> {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  %e = tile.extern_elementwise %a {libname = "l", libpath = "l.bc", symbol = "f", pure = false} : (tensor<64xf32>) -> tensor<64xf32>
  tile.print " a: " {hex = false, isSigned = array<i32: 1>} : %a : tensor<64xf32>
  tile.assert %mask, "out of range" : tensor<64xi1>
  tile.call @callee(%a) : (tensor<64xf32>) -> ()
  %v = tile.load %p, %mask {isVolatile = true} : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask {isVolatile = true} : tensor<64x!tile.ptr<f32>>
  tile.store %p, %e, %mask : tensor<64x!tile.ptr<f32>>
  tile.return %v : tensor<64xf32>
}

// A nested branch with a masked access is versioned inside; so are the accesses
// before and after it.
// CHECK-LABEL: tile.func private @nested_access
// CHECK:         scf.if
// CHECK:         } {tile.versioned}
// CHECK:         scf.if %{{.*}} {
// CHECK:           scf.if
// CHECK:             tile.store %{{[^,]*}}, %{{[^,]*}} : tensor
// CHECK:           } else {
// CHECK:           } {tile.versioned}
// CHECK:         }
// CHECK:         scf.if
// CHECK:         } {tile.versioned}
// CHECK:         tile.return
tile.func private @nested_access(%p: tensor<64x!tile.ptr<f32>>, %n: i32, %c: i1) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  scf.if %c {
    tile.store %p, %a, %mask : tensor<64x!tile.ptr<f32>>
  }
  tile.store %p, %a, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// A loop that prints is not cloned.
// CHECK-LABEL: tile.func private @printing_loop
// CHECK:         scf.if
// CHECK:         } {tile.versioned}
// CHECK:         scf.for
// CHECK:           tile.print
// CHECK:         }
// CHECK-NOT:     tile.print
// CHECK:         scf.if
// CHECK:         } {tile.versioned}
tile.func private @printing_loop(%p: tensor<64x!tile.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    tile.print " i: " {hex = false, isSigned = array<i32: 1>} : %i : i32
  }
  tile.store %p, %a, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// Accesses of scalars stay what they are, and in order; they are cloned only
// between others.
// CHECK-LABEL: tile.func private @scalars
// CHECK:         tile.load %{{.*}}, %{{.*}} : !tile.ptr<f32>
// CHECK:         scf.if
// CHECK:           tile.store %{{[^,]*}}, %{{[^,]*}} : tensor
// CHECK-NEXT:      tile.store %{{.*}}, %{{.*}}, %{{.*}} : !tile.ptr<f32>
// CHECK-NEXT:      tile.store %{{[^,]*}}, %{{[^,]*}} : tensor
// CHECK-NEXT:    } else {
// CHECK:         } {tile.versioned}
// CHECK-NEXT:    tile.store %{{.*}}, %{{.*}}, %{{.*}} : !tile.ptr<f32>
// CHECK-NEXT:    tile.return
tile.func private @scalars(%p: tensor<64x!tile.ptr<f32>>, %q: !tile.ptr<f32>, %n: i32, %c: i1) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %s = tile.load %q, %c : !tile.ptr<f32>
  %a = tile.splat %s : f32 -> tensor<64xf32>
  tile.store %p, %a, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %q, %s, %c : !tile.ptr<f32>
  tile.store %p, %a, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %q, %s, %c : !tile.ptr<f32>
  tile.return
}
