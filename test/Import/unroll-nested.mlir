// Nested loops multiply: what is unrolled has a limit, and the two outer loops stay as they are. The third is unrolled 32 times, and a
// loop for the remaining iterations follows: 33 copies of the innermost one, which has 33 stores.
// RUN: tile-opt %s --tile-import-ttir | grep -c tile.store | FileCheck %s
// CHECK: {{^1089$}}

tt.func public @nested(%p: !tt.ptr<i32>, %n: i32) {
  %z = arith.constant 0 : i32
  %s = arith.constant 1 : i32
  scf.for %a = %z to %n step %s : i32 {
    scf.for %b = %z to %n step %s : i32 {
      scf.for %c = %z to %n step %s : i32 {
        scf.for %d = %z to %n step %s : i32 {
          tt.store %p, %n : !tt.ptr<i32>
        } {tt.loop_unroll_factor = 32 : i32}
      } {tt.loop_unroll_factor = 32 : i32}
    } {tt.loop_unroll_factor = 32 : i32}
  } {tt.loop_unroll_factor = 32 : i32}
  tt.return
}
