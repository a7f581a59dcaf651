// RUN: tilec %s --emit=llvmir --asm-check=off | FileCheck %s

// An author's asm with side effects is not copied, wherever it stands: in loops of
// two rounds that would be unrolled, behind a branch, and with several results.

// CHECK-LABEL: define {{.*}}@k
// CHECK: "// first $$0"{{.*}} #[[KEPT:[0-9]+]]
// CHECK-NOT: // first
// CHECK: "// second $$0 $$1 $$2"{{.*}} #[[KEPT]]
// CHECK-NOT: // second
// CHECK: "// last $$0"{{.*}} #[[KEPT]]
// CHECK: attributes #[[KEPT]] = {{.*}}convergent noduplicate
tile.func public @k(%p: !tile.ptr<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  scf.for %i = %zero to %two step %one : i32 {
    tile.elementwise_inline_asm "// first $0" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %i : i32 -> ()
    scf.for %j = %zero to %two step %one : i32 {
      %go = arith.cmpi slt, %j, %n : i32
      scf.if %go {
        %a, %b = tile.elementwise_inline_asm "// second $0 $1 $2" scope = thread {constraints = "=r,=r,r", packed_element = 1 : i32, pure = false} %j : i32 -> i32, i32
        %c = arith.addi %a, %b : i32
        tile.store %p, %c : !tile.ptr<i32>
      }
    }
  }
  tile.elementwise_inline_asm "// last $0" {constraints = "r", packed_element = 1 : i32, pure = false} %n : i32 -> ()
  tile.return
}
