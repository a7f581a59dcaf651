// RUN: tile-opt %s --tilegpu-to-llvm | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

// The whole way down: a row-wise scaling with a mask, a loop and an inline asm.

#grid = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #tile.slice<{dim = 1, parent = #grid}>
#columns = #tile.slice<{dim = 0, parent = #grid}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: llvm.func @scale(
// CHECK-SAME: nvvm.kernel
// CHECK-NOT: {{(arith|math|scf|cf|tile|tilegpu|ub|builtin)\.[a-z_]+ }}
// CHECK: "@$5 ld.global.v4.b32
// CHECK: llvm.inline_asm "rcp.approx.ftz.f32 $0, $1;", "=f,f"
// CHECK: "@$5 st.global.v4.b32
tile.func public @scale(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32, %stride: i32 {tile.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #rows>
  %c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #columns>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<8xi32, #rows> -> tensor<8x1xi32, #grid>
  %c1 = tile.expand_dims %c {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #grid>
  %s1 = tile.splat %stride : i32 -> tensor<8x1xi32, #grid>
  %n1 = tile.splat %n : i32 -> tensor<8x1xi32, #grid>
  %m1 = arith.cmpi slt, %r1, %n1 : tensor<8x1xi32, #grid>
  %m = tile.broadcast %m1 : tensor<8x1xi1, #grid> -> tensor<8x64xi1, #grid>
  %ro = arith.muli %r1, %s1 : tensor<8x1xi32, #grid>
  %rb = tile.broadcast %ro : tensor<8x1xi32, #grid> -> tensor<8x64xi32, #grid>
  %cb = tile.broadcast %c1 : tensor<1x64xi32, #grid> -> tensor<8x64xi32, #grid>
  %o = arith.addi %rb, %cb : tensor<8x64xi32, #grid>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<8x64x!tile.ptr<f32>, #grid>
  %q = tile.addptr %ps, %o : tensor<8x64x!tile.ptr<f32>, #grid>, tensor<8x64xi32, #grid>
  scf.for %i = %zero to %n step %one : i32 {
    %x = tile.load %q, %m : tensor<8x64x!tile.ptr<f32>, #grid>
    %y = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<8x64xf32, #grid> -> tensor<8x64xf32, #grid>
    tile.store %q, %y, %m : tensor<8x64x!tile.ptr<f32>, #grid>
  }
  tile.return
}
}
