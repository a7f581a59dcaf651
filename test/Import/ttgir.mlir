// TTGIR, the stage after TTIR: its layouts, its places in shared memory and what moves between threads.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s
// RUN: tile-run %s --input=2048xf32=iota --output=2048xf32 --check 'out == a[i % 32 * 64 + i / 32] + 1' | FileCheck %s --check-prefix=RESULT
// RESULT: ok, exact

// CHECK-DAG: #[[ROWS:.*]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[COLUMNS:.*]] = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #[[LINEAR:.*]] = #tile.linear<{register = {{.*}}, block = []}>
// CHECK-DAG: #[[SHARED:.*]] = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 32, order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [32, 0]], block = []}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 32, order = [1, 0]}>
#smem = #ttg.shared_memory

// CHECK: module attributes {tile.keep_layouts, tile.target = #tile.target<"sm_80", num_warps = 4>}
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: tile.func public @transpose
  tt.func public @transpose(%src: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %dst: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    // CHECK: tile.make_range {{.*}} : tensor<32xi32, #tile.slice<{dim = 1, parent = #[[ROWS]]}>>
    %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #rows}>>
    %j = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>>
    %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #rows}>> -> tensor<32x1xi32, #rows>
    %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>> -> tensor<1x64xi32, #rows>
    %c64 = arith.constant dense<64> : tensor<32x1xi32, #rows>
    %row = arith.muli %i2, %c64 : tensor<32x1xi32, #rows>
    %r = tt.broadcast %row : tensor<32x1xi32, #rows> -> tensor<32x64xi32, #rows>
    %c = tt.broadcast %j2 : tensor<1x64xi32, #rows> -> tensor<32x64xi32, #rows>
    %at = arith.addi %r, %c : tensor<32x64xi32, #rows>
    %p = tt.splat %src : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>, #rows>
    %q = tt.addptr %p, %at : tensor<32x64x!tt.ptr<f32>, #rows>, tensor<32x64xi32, #rows>
    %x = tt.load %q : tensor<32x64x!tt.ptr<f32>, #rows>
    // CHECK: %[[PLACE:.*]] = tilegpu.local_alloc : {{.*}}<32x64xf32, #[[SHARED]]>
    // CHECK: tilegpu.local_store %{{.*}}, %[[PLACE]] : tensor<32x64xf32, #[[ROWS]]>, {{.*}}<32x64xf32, #[[SHARED]]>
    %m = ttg.local_alloc %x : (tensor<32x64xf32, #rows>) -> !ttg.memdesc<32x64xf32, #shared, #smem>
    // CHECK: tilegpu.barrier cta
    ttg.local_barrier
    // CHECK-NEXT: tilegpu.barrier cta
    // CHECK-NEXT: tilegpu.barrier cta
    ttg.barrier local|global_read|global_write
    ttg.barrier all
    // CHECK: %[[Y:.*]] = tilegpu.local_load %[[PLACE]] : {{.*}}<32x64xf32, #[[SHARED]]> -> tensor<32x64xf32, #[[COLUMNS]]>
    %y = ttg.local_load %m : !ttg.memdesc<32x64xf32, #shared, #smem> -> tensor<32x64xf32, #columns>
    // CHECK: %[[PLACES:.*]] = tilegpu.local_alloc : {{.*}}<2x32x64xf32, #[[SHARED]]>
    // CHECK: %[[SECOND:.*]] = tilegpu.memdesc_index %[[PLACES]][%{{.*}}] : {{.*}}<2x32x64xf32, #[[SHARED]]> -> {{.*}}<32x64xf32, #[[SHARED]]>
    // CHECK: tilegpu.local_store %[[Y]], %[[SECOND]]
    // CHECK-NEXT: tilegpu.local_load
    // CHECK-NEXT: tilegpu.convert_layout %{{.*}} : tensor<32x64xf32, #{{.*}}> -> tensor<32x64xf32, #[[COLUMNS]]>
    %one = arith.constant 1 : i32
    %many = ttg.local_alloc : () -> !ttg.memdesc<2x32x64xf32, #shared, #smem, mutable>
    %second = ttg.memdesc_index %many[%one] : !ttg.memdesc<2x32x64xf32, #shared, #smem, mutable> -> !ttg.memdesc<32x64xf32, #shared, #smem, mutable>
    ttg.local_store %y, %second : tensor<32x64xf32, #columns> -> !ttg.memdesc<32x64xf32, #shared, #smem, mutable>
    %z = "ttg.local_load"(%second) : (!ttg.memdesc<32x64xf32, #shared, #smem, mutable>) -> tensor<32x64xf32, #rows>
    ttg.local_dealloc %many : !ttg.memdesc<2x32x64xf32, #shared, #smem, mutable>
    %v = ttg.convert_layout %z : tensor<32x64xf32, #rows> -> tensor<32x64xf32, #columns>
    %unit = arith.constant dense<1.0> : tensor<32x64xf32, #columns>
    %w = arith.addf %v, %unit : tensor<32x64xf32, #columns>
    // CHECK: tile.make_range {{.*}} : tensor<32xi32, #tile.slice<{dim = 1, parent = #[[COLUMNS]]}>>
    %k = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #columns}>>
    %l = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #columns}>>
    %k2 = tt.expand_dims %k {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #columns}>> -> tensor<32x1xi32, #columns>
    %l2 = tt.expand_dims %l {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #columns}>> -> tensor<1x64xi32, #columns>
    %c32 = arith.constant dense<32> : tensor<1x64xi32, #columns>
    %column = arith.muli %l2, %c32 : tensor<1x64xi32, #columns>
    %s = tt.broadcast %k2 : tensor<32x1xi32, #columns> -> tensor<32x64xi32, #columns>
    %t = tt.broadcast %column : tensor<1x64xi32, #columns> -> tensor<32x64xi32, #columns>
    %to = arith.addi %s, %t : tensor<32x64xi32, #columns>
    %a = tt.splat %dst : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>, #columns>
    %b = tt.addptr %a, %to : tensor<32x64x!tt.ptr<f32>, #columns>, tensor<32x64xi32, #columns>
    tt.store %b, %w : tensor<32x64x!tt.ptr<f32>, #columns>
    tt.return
  }

  // CHECK: tile.func private @written_out(%{{.*}}: tensor<64x32xi8, #[[LINEAR]]>)
  tt.func private @written_out(%x: tensor<64x32xi8, #linear>) {
    tt.return
  }
}
