// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b8 = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b16 = #tile.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: llvm.func @uniform(
// CHECK: llvm.inline_asm has_side_effects "@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l,b,~{memory}"
// CHECK-NOT: llvm.inline_asm
tile.func public @uniform(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32, %n: i32 {tile.divisibility = 4 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  %n4 = tile.splat %n : i32 -> tensor<512xi32, #b4>
  %m = arith.cmpi slt, %r, %n4 : tensor<512xi32, #b4>
  tile.store %ps, %v, %m : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @not_uniform(
// CHECK-COUNT-4: llvm.inline_asm has_side_effects "@$2 st.global.b32 [$1], $0;", "r,l,b,~{memory}"
// CHECK-NOT: llvm.inline_asm
tile.func public @not_uniform(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32, %n: i32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  %n4 = tile.splat %n : i32 -> tensor<512xi32, #b4>
  %m = arith.cmpi slt, %r, %n4 : tensor<512xi32, #b4>
  tile.store %ps, %v, %m : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @bytes(
// CHECK: %[[W:.*]] = llvm.zext %{{.*}} : i8 to i16
// CHECK: llvm.inline_asm has_side_effects "@$2 st.global.b8 [$1], $0;", "h,l,b,~{memory}" %[[W]]
tile.func public @bytes(%p: !tile.ptr<f8E5M2> {tile.divisibility = 16 : i32}, %x: f8E5M2, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b1>
  %s = tile.splat %p : !tile.ptr<f8E5M2> -> tensor<128x!tile.ptr<f8E5M2>, #b1>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<f8E5M2>, #b1>, tensor<128xi32, #b1>
  %v = tile.splat %x : f8E5M2 -> tensor<128xf8E5M2, #b1>
  %m = tile.splat %b : i1 -> tensor<128xi1, #b1>
  tile.store %ps, %v, %m : tensor<128x!tile.ptr<f8E5M2>, #b1>
  tile.return
}

// CHECK-LABEL: llvm.func @four_bytes(
// CHECK: %[[W:.*]] = llvm.bitcast %{{.*}} : vector<4xi8> to i32
// CHECK: llvm.inline_asm has_side_effects "@$2 st.global.b32 [$1], $0;", "r,l,b,~{memory}" %[[W]]
tile.func public @four_bytes(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %x: i8, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<i8> -> tensor<512x!tile.ptr<i8>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<i8>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : i8 -> tensor<512xi8, #b4>
  %m = tile.splat %b : i1 -> tensor<512xi1, #b4>
  tile.store %ps, %v, %m : tensor<512x!tile.ptr<i8>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @bools(
// CHECK: %[[W:.*]] = llvm.zext %{{.*}} : i1 to i8
// CHECK: llvm.zext %[[W]] : i8 to i16
tile.func public @bools(%p: !tile.ptr<i1> {tile.divisibility = 16 : i32}, %x: i1, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b1>
  %s = tile.splat %p : !tile.ptr<i1> -> tensor<128x!tile.ptr<i1>, #b1>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<i1>, #b1>, tensor<128xi32, #b1>
  %v = tile.splat %x : i1 -> tensor<128xi1, #b1>
  %m = tile.splat %b : i1 -> tensor<128xi1, #b1>
  tile.store %ps, %v, %m : tensor<128x!tile.ptr<i1>, #b1>
  tile.return
}

// CHECK-LABEL: llvm.func @cache_wb(
// CHECK: llvm.inline_asm has_side_effects "st.global.wb.v4.b32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l,~{memory}"
tile.func public @cache_wb(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v cacheModifier = wb : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @cache_cg(
// CHECK: llvm.inline_asm has_side_effects "st.global.cg.v4.b32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l,~{memory}"
tile.func public @cache_cg(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v cacheModifier = cg : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @cache_cs(
// CHECK: llvm.inline_asm has_side_effects "st.global.cs.v4.b32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l,~{memory}"
tile.func public @cache_cs(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v cacheModifier = cs : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @cache_wt(
// CHECK: llvm.inline_asm has_side_effects "st.global.wt.v4.b32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l,~{memory}"
tile.func public @cache_wt(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v cacheModifier = wt : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// Both caches get the eviction priority of a store, the L2 cache by a policy.
// CHECK-LABEL: llvm.func @evict(
// CHECK: %[[POLICY:.*]] = llvm.inline_asm "createpolicy.fractional.L2::evict_last.b64 $0, 1.0;", "=l" : () -> i64
// CHECK: llvm.inline_asm has_side_effects "st.global.L1::evict_last.L2::cache_hint.v4.b32 [$4], {$0, $1, $2, $3}, $5;", "r,r,r,r,l,l,~{memory}" {{.*}}, %[[POLICY]] :
tile.func public @evict(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v evictionPolicy = evict_last : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @evict_masked(
// CHECK: "createpolicy.fractional.L2::evict_first.b64 $0, 1.0;"
// CHECK: "@$2 st.global.L1::evict_first.L2::cache_hint.b32 [$1], $0, $3;", "r,l,b,l,~{memory}"
tile.func public @evict_masked(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b1>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #b1>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<f32>, #b1>, tensor<128xi32, #b1>
  %v = tile.splat %x : f32 -> tensor<128xf32, #b1>
  %m = tile.splat %b : i1 -> tensor<128xi1, #b1>
  tile.store %ps, %v, %m evictionPolicy = evict_first : tensor<128x!tile.ptr<f32>, #b1>
  tile.return
}

// A cache operator wins, and a volatile store takes neither.
// CHECK-LABEL: llvm.func @evict_not(
// CHECK-NOT: {{createpolicy|evict}}
// CHECK: "st.global.cs.v4.b32
// CHECK-NOT: {{createpolicy|evict}}
// CHECK: llvm.return
tile.func public @evict_not(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v cacheModifier = cs evictionPolicy = evict_last : tensor<512x!tile.ptr<f32>, #b4>
  tile.store %ps, %v evictionPolicy = evict_last {isVolatile = true} : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @volatile(
// CHECK: llvm.store volatile %{{.*}} : vector<4xf32>
tile.func public @volatile(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v {isVolatile = true} : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @volatile_masked(
// CHECK: llvm.inline_asm has_side_effects "@$2 st.volatile.global.b32 [$1], $0;"
tile.func public @volatile_masked(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b1>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #b1>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<f32>, #b1>, tensor<128xi32, #b1>
  %v = tile.splat %x : f32 -> tensor<128xf32, #b1>
  %m = tile.splat %b : i1 -> tensor<128xi1, #b1>
  tile.store %ps, %v, %m {isVolatile = true} : tensor<128x!tile.ptr<f32>, #b1>
  tile.return
}
}
