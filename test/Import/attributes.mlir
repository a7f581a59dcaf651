// RUN: tile-opt %s --tile-import-ttir | FileCheck %s

// Promises about arguments; powers of two are all that the tile dialect knows.
// CHECK-LABEL: tile.func public @arguments(
// CHECK-SAME:    %{{.*}}: !tile.ptr<f32> {tile.divisibility = 16 : i32},
// CHECK-SAME:    %{{.*}}: i32 {tile.divisibility = 8 : i32},
// CHECK-SAME:    %{{.*}}: i64 {tile.divisibility = 1 : i32},
// CHECK-SAME:    %{{.*}}: i32 {tile.divisibility = 1073741824 : i32},
// CHECK-SAME:    %{{.*}}: !tile.ptr<i8>, %{{.*}}: i32)
// CHECK-SAME:    attributes {noinline = false}
tt.func public @arguments(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                          %b: i32 {tt.divisibility = 24 : i32},
                          %c: i64 {tt.divisibility = 7 : i64},
                          %d: i32 {tt.divisibility = 4294967296 : i64},
                          %e: !tt.ptr<i8> {tt.pointer_range = 32 : i32},
                          %f: i32 {tt.constancy = 1 : i32, tt.contiguity = 1 : i32}) attributes {noinline = false} {
  tt.return
}

// Promises about results.
// CHECK-LABEL: tile.func public @results
tt.func public @results(%i: i32) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // CHECK: arith.muli %{{.*}} {tile.divisibility = array<i32: 8>} : i32
  %0 = arith.muli %i, %i {tt.divisibility = dense<8> : tensor<1xi32>} : i32
  // CHECK: arith.remsi %{{.*}} {tile.contiguity = array<i32: 64>, tile.divisibility = array<i32: 32>} : tensor<64xi32>
  %s = tt.splat %0 : i32 -> tensor<64xi32>
  %1 = arith.remsi %r, %s {tt.contiguity = dense<64> : tensor<1xi32>, tt.divisibility = dense<96> : tensor<1xi32>} : tensor<64xi32>
  %2 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  // CHECK: tile.broadcast %{{.*}} {tile.constancy = array<i32: 32, 2>} : tensor<1x64xi32> -> tensor<32x64xi32>
  %3 = tt.broadcast %2 {tt.constancy = dense<[32, 2]> : tensor<2xi32>} : tensor<1x64xi32> -> tensor<32x64xi32>
  // An attribute of the operation keeps its place beside them.
  // CHECK: tile.make_range {end = 64 : i32, start = 0 : i32, tile.divisibility = array<i32: 64>}
  %4 = tt.make_range {end = 64 : i32, start = 0 : i32, tt.divisibility = dense<64> : tensor<1xi32>} : tensor<64xi32>
  tt.return
}

// What a loop is asked for is kept; LLVM's own loop attributes stay.
// CHECK-LABEL: tile.func public @loops
tt.func public @loops(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK: {{^ *}}} {tile.disallow_acc_multi_buffer, tile.flatten, tile.num_stages = 3 : i32, tile.warp_specialize}{{$}}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {tt.num_stages = 3 : i32, tt.flatten, tt.warp_specialize, tt.disallow_acc_multi_buffer}
  // CHECK: scf.for
  // CHECK: {{^ *}}} {llvm.loop_annotation = #{{.*}}, other = 1 : i32, tile.num_stages = 32 : i32}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>, tt.num_stages = 50 : i32, other = 1 : i32, tt.latency = 2 : i32}
  tt.return
}
