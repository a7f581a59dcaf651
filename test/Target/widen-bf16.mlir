// RUN: tilec %s --target=sm_90a -o - | FileCheck %s
// RUN: tilec %s --target=sm_80 -o - | FileCheck %s
// RUN: tile-run %s --input=x:248xbf16=randn --output=y:248xf32 --input=i32=62 --check='y == x'

// bf16 that come by pairs become f32 by one instruction each, in place: neither
// half moves to a register of its own first.

// CHECK: ld.global.v2.b32 {[[W0:%r[0-9]+]], [[W1:%r[0-9]+]]}
// CHECK-NOT: mov.b32 {{.*}}{%rs
// CHECK-NOT: cvt
// CHECK: shl.b32 {{.*}}, [[W0]], 16;
// CHECK-NEXT: and.b32 {{.*}}, [[W0]], -65536;
// CHECK-NEXT: shl.b32 {{.*}}, [[W1]], 16;
// CHECK-NEXT: and.b32 {{.*}}, [[W1]], -65536;
// CHECK-NOT: mov.b32 {{.*}}{%rs
// CHECK-NOT: cvt
// CHECK: st.global.v4.b32
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @widen(%x: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %i = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %ns = tile.splat %n : i32 -> tensor<256xi32>
  %four = arith.constant dense<4> : tensor<256xi32>
  %group = arith.divsi %i, %four : tensor<256xi32>
  %inside = arith.cmpi slt, %group, %ns : tensor<256xi32>
  %xs = tile.splat %x : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>>
  %xp = tile.addptr %xs, %i : tensor<256x!tile.ptr<bf16>>, tensor<256xi32>
  %v = tile.load %xp, %inside : tensor<256x!tile.ptr<bf16>>
  %w = arith.extf %v : tensor<256xbf16> to tensor<256xf32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %yp, %w, %inside : tensor<256x!tile.ptr<f32>>
  tile.return
}
}
