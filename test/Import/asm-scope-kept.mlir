// A scope that TTIR names stays, as does an asm of the tile dialect, and a pure one,
// in which a barrier is an error.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s

// CHECK-LABEL: tile.func private @kept
tt.func private @kept(%x: tensor<128xi32>) {
  // CHECK: tile.elementwise_inline_asm "bar.sync 0;" {
  tt.elementwise_inline_asm "bar.sync 0;" scope = element {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  // CHECK: tile.elementwise_inline_asm "bar.sync 1;" {
  tile.elementwise_inline_asm "bar.sync 1;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  // CHECK: tile.elementwise_inline_asm "bar.sync 2; mov.b32 $0, $1;" {{.*}}pure = true
  %y = tt.elementwise_inline_asm "bar.sync 2; mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<128xi32> -> tensor<128xi32>
  tt.return
}
