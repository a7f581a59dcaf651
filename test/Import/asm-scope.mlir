// Triton runs an asm that is not pure in every thread. One with a barrier must be
// run so; others, and those that say their scope themselves, stay as they are.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s
// RUN: tilec %s -o - | FileCheck %s --check-prefix=PTX

// CHECK-LABEL: tile.func public @scopes
tt.func public @scopes(%p: !tt.ptr<i32>) {
  // CHECK: "bar.sync 0;" scope = thread {
  tt.elementwise_inline_asm "bar.sync 0;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  // CHECK: "{ barrier.sync 1; }" scope = thread {
  "tt.elementwise_inline_asm"() <{asm_string = "{ barrier.sync 1; }", constraints = "", packed_element = 1 : i32, pure = false}> : () -> ()
  // CHECK: "bar.sync 2;" scope = thread {
  "tt.elementwise_inline_asm"() {asm_string = "bar.sync 2;", constraints = "", packed_element = 1 : i32, pure = false} : () -> ()
  // CHECK: "bar.sync 3;" scope = thread {
  tt.elementwise_inline_asm "bar.sync 3;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  // CHECK: "membar.gl;" {
  tt.elementwise_inline_asm "membar.gl;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  // CHECK: "mov.u32 $0, %clock;" {
  %c = tt.elementwise_inline_asm "mov.u32 $0, %clock;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  // CHECK: "// bar.sync 0;" {
  tt.elementwise_inline_asm "// bar.sync 0;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tt.store %p, %c : !tt.ptr<i32>
  tt.return
}

// PTX:     bar.sync 0;
// PTX:     barrier.sync 1;
// PTX:     bar.sync 2;
// PTX:     bar.sync 3;
